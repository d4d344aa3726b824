"""The finite sets of actions that are offered where the rules allow uncountably many.

Every candidate has passed the exact checker of its chapter; a person may take any other legal action.

- *Placing, arriving*: the formation as a block of two rows on a lattice; 12 cm wide for deployment, at three
  depths of the zone, 15 cm for insertion.
- *Dropping off*: round each landed aircraft, begun at each of 16 bearings.
- *Attacks*: every target; markers on the weakest stands first, or in order; Indirect by all who can, or none.
- *Moves*: see `marches`.

All other lists are complete.
"""

from __future__ import annotations

from sandtable.core.compile import rule
from sandtable.core.decisions import pending
from sandtable.rulebooks.formation import actions as verb
from sandtable.rulebooks.formation.actions import Action, Work
from sandtable.rulebooks.formation.activation import (
    can_be_activated,
    has_discipline,
    may_arrive,
    may_snap,
    must_move,
)
from sandtable.rulebooks.formation.aircraft import (
    anything_aboard,
    can_land,
    drop_reason,
    is_aboard,
    landing_reason,
)
from sandtable.rulebooks.formation.allocation import next_faces, next_stands
from sandtable.rulebooks.formation.deployment import (
    all_insert,
    cargo_reason,
    insertion_reason,
    is_to_be_placed,
    placing_reason,
    zone_depth,
)
from sandtable.rulebooks.formation.firepower import attack_reason, band_of, can_attack, markers_to_place
from sandtable.rulebooks.formation.lists import add, draft, has_room, keep, waypoint
from sandtable.rulebooks.formation.marches import list_moves
from sandtable.rulebooks.formation.movement import move_reason
from sandtable.rulebooks.formation.rout import tied
from sandtable.rulebooks.formation.stands import (
    fielded,
    is_aircraft,
    living,
    radius_of,
    type_of,
    weight,
    whereabouts,
)
from sandtable.rulebooks.formation.state import (
    ASK_ACTION,
    ASK_CARGO,
    ASK_COMMANDER,
    ASK_DIE,
    ASK_DROP,
    ASK_EDGE,
    ASK_FIRST,
    ASK_FORMATION,
    ASK_INSERT,
    ASK_PLACE,
    ASK_POWER,
    ASK_REPLAN,
    ASK_ROUT,
    ASK_ROUT_ORDER,
    ASK_SAVE,
    ASK_SNAP,
    ASK_SNAP_ACTION,
    ASK_WITHDRAWAL,
    BARRAGE,
    EMBARKED,
    NONE,
    PER_SIDE,
    STANDS,
    Game,
    Scenario,
)
from sandtable.rulebooks.formation.withdrawal import strikers

# 16 bearings round an aircraft of radius 2 cm at which infantry touches it, 45 degrees apart in two rings.
BESIDE_X = (330, 233, 0, -233, -330, -233, 0, 233, 305, 126, -126, -305, -305, -126, 126, 305)
BESIDE_Y = (0, 233, 330, 233, 0, -233, -330, -233, 126, 305, 305, 126, -126, -305, -305, -126)
BESIDE = 330


@rule
def list_all(scenario: Scenario, game: Game, seat: int, work: Work) -> None:
    """Add what may be answered to the open question."""
    question = pending(game.decisions)
    unit = int(game.decisions.items[int(game.decisions.depth) - 1].unit)
    if question in (ASK_PLACE, ASK_CARGO, ASK_INSERT, ASK_DROP):
        list_placings(scenario, game, seat, question, unit, work)
    elif question in (ASK_FORMATION, ASK_COMMANDER, ASK_SNAP):
        list_formations(scenario, game, seat, question, work)
    elif question in (ASK_ACTION, ASK_SNAP_ACTION):
        list_actions(scenario, game, seat, unit, question == ASK_SNAP_ACTION, work)
    elif question in (ASK_ROUT, ASK_REPLAN):
        list_reactions(scenario, game, seat, question, unit, work)
    else:
        list_answers(scenario, game, seat, question, work)


@rule
def list_formations(scenario: Scenario, game: Game, seat: int, question: int, work: Work) -> None:
    """Formations to activate, or to snap with."""
    for f in range(seat * PER_SIDE, seat * PER_SIDE + PER_SIDE):
        if question == ASK_SNAP:
            if may_snap(scenario, game, f):
                add(work, verb.SNAP, seat, f, NONE, 0)
        elif can_be_activated(scenario, game, f):
            add(work, verb.ACTIVATE, seat, f, NONE, 0)
    if question != ASK_FORMATION:
        add(work, verb.PASS, seat, NONE, NONE, 0)


@rule
def list_answers(scenario: Scenario, game: Game, seat: int, question: int, work: Work) -> None:
    """Answers to short questions."""
    if question == ASK_EDGE or question == ASK_FIRST:
        chosen = verb.EDGE if question == ASK_EDGE else verb.FIRST
        add(work, chosen, seat, NONE, NONE, 0)
        add(work, chosen, seat, NONE, NONE, 1)
    elif question == ASK_POWER:
        add(work, verb.POWERED, seat, NONE, NONE, 0)
        add(work, verb.POWERED, seat, NONE, NONE, 1)
    elif question == ASK_SAVE:
        add(work, verb.SAVE, seat, NONE, NONE, 0)
        add(work, verb.PASS, seat, NONE, NONE, 0)
    elif question == ASK_ROUT_ORDER:
        for i in range(tied(game)):
            add(work, verb.ROUT, seat, int(game.queue[i]), NONE, 0)
    elif question == ASK_WITHDRAWAL:
        for g in range(seat * PER_SIDE, seat * PER_SIDE + PER_SIDE):
            if strikers(scenario, game, g) != 0:
                add(work, verb.STRIKE, seat, g, NONE, 0)
        add(work, verb.PASS, seat, NONE, NONE, 0)
    elif question == ASK_DIE:
        stands = next_stands(game.attack)
        for k in range(STANDS):
            if stands >> k & 1:
                faces = next_faces(scenario, game, game.attack, k)
                for face in range(1, 7):
                    if faces >> face & 1 and has_room(work):
                        action = draft(work, verb.DIE, seat, NONE)
                        action.target = game.attack.target
                        action.stand = k
                        action.amount = face
                        keep(work)


# Placing


@rule
def list_placings(scenario: Scenario, game: Game, seat: int, question: int, unit: int, work: Work) -> None:
    """Formations to place, embark, insert or drop off."""
    for f in range(seat * PER_SIDE, seat * PER_SIDE + PER_SIDE):
        if int(scenario.roster[f].count) == 0:
            continue
        if question == ASK_PLACE and is_to_be_placed(scenario, game, f):
            list_places(scenario, game, seat, f, work)
            if all_insert(scenario, f):
                add(work, verb.RESERVE, seat, f, NONE, 0)
        elif question == ASK_CARGO and cargo_reason(scenario, game, unit, f) == 0:
            add(work, verb.CARGO, seat, unit, f, 0)
        elif question == ASK_INSERT and may_arrive(scenario, game, f):
            add(work, verb.HOLD, seat, f, NONE, 0)
            list_arrivals(scenario, game, seat, f, work)
        elif question == ASK_DROP and is_aboard(scenario, game, f, unit, int(game.landed)):
            list_drops(scenario, game, seat, unit, f, work)
    if question == ASK_CARGO or question == ASK_DROP:
        add(work, verb.DONE, seat, NONE, NONE, 0)


@rule
def block(scenario: Scenario, game: Game, f: int, x: int, y: int, rows: int, action: Action) -> None:
    """Place a formation as a block of ``rows`` with its corner at (x, y), half a centimetre apart."""
    stands = living(game, scenario, f)
    widest = 0
    for k in range(STANDS):
        if stands >> k & 1:
            widest = max(widest, radius_of(scenario, game, f * STANDS + k))
    step = 2 * widest + 50
    n = 0
    for k in range(STANDS):
        if stands >> k & 1:
            waypoint(action, k, x + widest + n // rows * step, y + widest + n % rows * step)
            n += 1


@rule
def list_places(scenario: Scenario, game: Game, seat: int, f: int, work: Work) -> None:
    """Deployments on a lattice; a finer one only if nothing was found on the first."""
    found = 0
    depth = zone_depth(scenario, f)
    for step in (1200, 300):
        for rows in (2, 1):
            for row in range(3):
                for x in range(0, int(scenario.width), step):
                    if found >= 40 or not has_room(work) or (step == 300 and found > 0):
                        return
                    y = row * (depth - 600) // 2
                    if int(game.edge[seat]) == 1:
                        y = int(scenario.depth) - depth + y
                    action = draft(work, verb.PLACE, seat, f)
                    block(scenario, game, f, x, y, rows, action)
                    if placing_reason(scenario, game, action, work) == 0:
                        keep(work)
                        found += 1
            if found > 0:
                return


@rule
def list_arrivals(scenario: Scenario, game: Game, seat: int, f: int, work: Work) -> None:
    """Insertions on a lattice over the whole table."""
    for x in range(300, int(scenario.width), 1500):
        for y in range(300, int(scenario.depth), 1500):
            if has_room(work):
                action = draft(work, verb.INSERT, seat, f)
                block(scenario, game, f, x, y, 2, action)
                if insertion_reason(scenario, game, action, work) == 0:
                    keep(work)


@rule
def list_drops(scenario: Scenario, game: Game, seat: int, f: int, cargo: int, work: Work) -> None:
    """Places of a carried formation round each landed aircraft."""
    stands = living(game, scenario, cargo)
    for j in range(STANDS):
        if not int(game.landed) >> j & 1:
            continue
        s = f * STANDS + j
        for start in range(16):
            if not has_room(work):
                return
            action = draft(work, verb.DROP, seat, cargo)
            n = 0
            for k in range(STANDS):
                if stands >> k & 1 and n < 8:
                    near = radius_of(scenario, game, s) + radius_of(scenario, game, cargo * STANDS + k) + 5
                    at = start // 8 * 8 + (start + n) % 8
                    waypoint(
                        action,
                        k,
                        int(game.stands[s].x) + BESIDE_X[at] * near // BESIDE,
                        int(game.stands[s].y) + BESIDE_Y[at] * near // BESIDE,
                    )
                    n += 1
            if drop_reason(scenario, game, action, work) == 0:
                keep(work)


# Actions


@rule
def list_actions(scenario: Scenario, game: Game, seat: int, f: int, snapping: bool, work: Work) -> None:
    """Actions of the formation that acts."""
    aboard = whereabouts(game, scenario, f) == EMBARKED
    compelled = must_move(scenario, game, f)
    duty = int(game.snap_duty) if snapping else int(game.duty)
    if not compelled:
        add(work, verb.RALLY, seat, f, NONE, 0)
        if has_discipline(scenario, game, seat):
            add(work, verb.RALLY, seat, f, NONE, 1)
        if not snapping:
            add(work, verb.STOP, seat, f, NONE, 0)
    if aboard:
        return
    if not compelled and not int(game.formations[f].routed):
        list_attacks(scenario, game, seat, f, work)
    if not compelled and not snapping and is_aircraft(scenario, f) and int(game.taken) > 0:
        list_landings(scenario, game, seat, f, work)
    before = int(work.count)
    list_moves(scenario, game, seat, f, duty, work)
    if compelled and int(work.count) == before:
        list_removals(scenario, game, seat, f, duty, work)


@rule
def list_reactions(scenario: Scenario, game: Game, seat: int, question: int, f: int, work: Work) -> None:
    """Rout moves, or new plans after a withdrawal attack."""
    if question == ASK_ROUT:
        add(work, verb.PASS, seat, NONE, NONE, 0)
        list_moves(scenario, game, seat, f, 0, work)
        return
    plan = game.move
    if move_reason(scenario, game, f, plan, 0, int(plan.duty), int(plan.cry), work) == 0:
        add(work, verb.KEEP, seat, NONE, NONE, 0)
    list_moves(scenario, game, seat, f, int(plan.duty), work)
    action = draft(work, verb.MOVE, seat, f)
    if move_reason(scenario, game, f, action, 0, int(plan.duty), int(plan.cry), work) == 0:
        keep(work)
    if int(work.count) == 0:
        list_removals(scenario, game, seat, f, int(plan.duty), work)


@rule
def list_removals(scenario: Scenario, game: Game, seat: int, f: int, duty: int, work: Work) -> None:
    """If all else fails: keep one stand, or none, and stay (FM-MOVE-04)."""
    stands = fielded(game, scenario, f)
    for k in range(STANDS):
        if stands >> k & 1 or k == STANDS - 1:
            action = draft(work, verb.MOVE, seat, f)
            action.stands = stands & ~(1 << k)
            if move_reason(scenario, game, f, action, int(action.stands), duty, 0, work) == 0:
                keep(work)
    action = draft(work, verb.MOVE, seat, f)
    action.stands = stands
    keep(work)


@rule
def list_landings(scenario: Scenario, game: Game, seat: int, f: int, work: Work) -> None:
    """Landings of all aircraft that can land: to drop off, or to pick up each formation they touch."""
    stands = 0
    for k in range(int(scenario.roster[f].count)):
        if can_land(scenario, game, f * STANDS + k):
            stands |= 1 << k
    if stands == 0:
        return
    if anything_aboard(scenario, game, f, stands):
        action = draft(work, verb.LAND, seat, f)
        action.stands = stands
        keep(work)
    for cargo in range(seat * PER_SIDE, seat * PER_SIDE + PER_SIDE):
        if cargo == f or int(scenario.roster[cargo].count) == 0 or not has_room(work):
            continue
        action = draft(work, verb.LAND, seat, f)
        action.stands = stands
        action.target = cargo
        if landing_reason(scenario, game, action) == 0:
            keep(work)


# Attacks


@rule
def list_attacks(scenario: Scenario, game: Game, seat: int, f: int, work: Work) -> None:
    """Attacks at every target: without and with Indirect, markers on the weakest first or in order."""
    enemies = (1 - seat) * PER_SIDE
    for target in range(enemies, enemies + PER_SIDE):
        if int(scenario.roster[target].count) > 0:
            list_attacks_on(scenario, game, seat, f, target, work)


@rule
def list_attacks_on(scenario: Scenario, game: Game, seat: int, f: int, target: int, work: Work) -> None:
    """Attacks at one target."""
    sighted = can_attack(scenario, game, f, target, False)
    blind = can_attack(scenario, game, f, target, True)
    if sighted | blind == 0:
        return
    markers = markers_to_place(scenario, game, f, sighted | blind)
    for order in range(2 if markers > 0 else 1):
        for indirect in range(2 if blind != 0 else 1):
            if not has_room(work):
                return
            action = draft(work, verb.ATTACK, seat, f)
            action.target = target
            if indirect:
                action.stands = blind
            suppress(scenario, game, f, target, sighted | blind, markers, order, action)
            if attack_reason(scenario, game, f, action) == 0:
                keep(work)


@rule
def worth(scenario: Scenario, game: Game, s: int, target: int, indirect: bool) -> int:
    """Halves of firepower that a stand would add, before React and Siege; 0 if it cannot attack."""
    band = band_of(scenario, game, s, target, indirect)
    if band == NONE:
        return 0
    kind = type_of(scenario, game, s)
    halves = int(kind.fp[band])
    return 4 * halves if int(kind.weapon[band]) & BARRAGE else halves


@rule
def suppress(
    scenario: Scenario,
    game: Game,
    f: int,
    target: int,
    able: int,
    markers: int,
    order: int,
    action: Action,
) -> None:
    """Put markers on stands: those that add least first, or in their order; structure soaks up what it can.

    A structure stand takes markers without effect until it has as many as its structure (FM-R47).
    """
    left = markers
    for k in range(STANDS):
        spare = weight(game.stands[f * STANDS + k]) - 1
        if able >> k & 1 and spare > 0 and left > 0:
            action.marks[k] = min(spare, left)
            left -= int(action.marks[k])
    while left > 0:
        weakest = NONE
        least = 0
        for k in range(STANDS):
            if not able >> k & 1 or int(action.marks[k]) >= weight(game.stands[f * STANDS + k]):
                continue
            value = k
            if order == 0:
                value = worth(scenario, game, f * STANDS + k, target, int(action.stands) >> k & 1 != 0)
            if weakest == NONE or value < least:
                weakest = k
                least = value
        if weakest == NONE:
            return
        room = weight(game.stands[f * STANDS + weakest]) - int(action.marks[weakest])
        put = min(room, left)
        action.marks[weakest] += put
        left -= put
