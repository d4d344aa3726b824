"""The edge, deployment, cargo, and arrival by insertion (FM-SETUP-15, 16, FM-DEPLOY, FM-SPEC-14 to 18)."""

from __future__ import annotations

from sandtable.core.boards.free import on_table as inside
from sandtable.core.boards.free import overlap, within
from sandtable.core.compile import rule
from sandtable.core.decisions import ask
from sandtable.core.events import EVERYONE, Events, emit, emit_at
from sandtable.rulebooks.formation.actions import Action, Work
from sandtable.rulebooks.formation.coherency import ends_together, measure
from sandtable.rulebooks.formation.happenings import (
    HAS_ARRIVED,
    HAS_DEPLOYED,
    HAS_EMBARKED,
    HAS_MOVED,
    HAS_PICKED_EDGE,
    HAS_STAYED_OFF,
)
from sandtable.rulebooks.formation.movement import lay_ends
from sandtable.rulebooks.formation.obstacles import ANYWHERE, is_free, survey
from sandtable.rulebooks.formation.reasons import (
    ALREADY_PLACED,
    IN_IMPASSABLE,
    NO_INSERTION,
    NO_ROOM_ABOARD,
    NOT_COHERENT,
    NOT_EVERY_STAND,
    NOT_YOURS,
    OFF_TABLE,
    OUTSIDE_ZONE,
    OVERLAPS,
    TOO_NEAR_TO_ARRIVE,
)
from sandtable.rulebooks.formation.stands import (
    all_infantry,
    fielded,
    is_aircraft,
    is_ground,
    living,
    radius_of,
    side_of,
    type_of,
)
from sandtable.rulebooks.formation.state import (
    AIRCRAFT,
    ARRIVAL,
    ASK_CARGO,
    ASK_PLACE,
    BY_INSERTION,
    DEPLOYING,
    DEPTH_ALL,
    DEPTH_INFANTRY,
    EMBARKED,
    INSERTION,
    NONE,
    OFF_BOARD,
    ON_TABLE,
    PER_SIDE,
    SIDES,
    STANDS,
    ZONE,
    Game,
    Scenario,
)
from sandtable.rulebooks.formation.terrain import in_cover, leg_is_barred


@rule
def pick_edge(game: Game, events: Events, seat: int, edge: int) -> None:
    """A player picks a long edge and deploys first; the other has the opposite one (FM-SETUP-15, 16)."""
    game.edge[seat] = edge
    game.edge[1 - seat] = 1 - edge
    emit(events, HAS_PICKED_EDGE, EVERYONE, seat, NONE, NONE, edge)
    game.step = DEPLOYING
    game.turn = seat


@rule
def next_placing(scenario: Scenario, game: Game) -> bool:
    """Ask the next player for a formation to place; whether any is left (FM-DEPLOY-01, FM-R74)."""
    for _ in range(SIDES):
        seat = int(game.turn)
        for f in range(seat * PER_SIDE, seat * PER_SIDE + PER_SIDE):
            if is_to_be_placed(scenario, game, f):
                ask(game.decisions, ASK_PLACE, seat, NONE, NONE)
                return True
        game.turn = 1 - seat
    return False


@rule
def is_to_be_placed(scenario: Scenario, game: Game, f: int) -> bool:
    """Whether a formation is part of an army and not yet placed, embarked or declared off-board."""
    return int(scenario.roster[f].count) > 0 and not int(game.formations[f].deployed)


@rule
def zone_depth(scenario: Scenario, f: int) -> int:
    """How far from its edge a formation may be placed (FM-DEPLOY-02, 03)."""
    return DEPTH_INFANTRY if all_infantry(scenario, f) else DEPTH_ALL


@rule
def in_zone(scenario: Scenario, game: Game, f: int, y: int, r: int) -> bool:
    """Whether a whole base lies within its side's deployment zone (FM-R73)."""
    depth = zone_depth(scenario, f)
    if int(game.edge[side_of(f)]) == 0:
        return y + r <= depth
    return y - r >= int(scenario.depth) - depth


@rule
def places_reason(scenario: Scenario, game: Game, f: int, plan: Action, work: Work) -> int:
    """Why a formation may not stand at given places, one for each living stand; 0 if it may.

    Each base on the table, none overlapping, none in impassable terrain, together (FM-R07, R10, R73).
    """
    stands = living(game, scenario, f)
    measure(scenario, game, f, work)
    survey(scenario, game, f, ANYWHERE, work)
    for k in range(STANDS):
        if int(plan.legs[k]) != (stands >> k & 1):
            return NOT_EVERY_STAND
    lay_ends(game, f, stands, plan, work)
    for k in range(STANDS):
        if not stands >> k & 1:
            continue
        x, y, r = int(work.end_x[k]), int(work.end_y[k]), int(work.rs[k])
        if not inside(x, y, r, int(scenario.width), int(scenario.depth)):
            return OFF_TABLE
        if not is_free(x, y, r, work):
            return OVERLAPS
        for j in range(k):
            if stands >> j & 1:
                if overlap(x, y, r, int(work.end_x[j]), int(work.end_y[j]), int(work.rs[j])):
                    return OVERLAPS
        cls = int(scenario.type[int(scenario.roster[f].kinds[k])].cls)
        if cls != AIRCRAFT and leg_is_barred(scenario, cls, r, x, y, x, y):
            return IN_IMPASSABLE
    return 0 if ends_together(work, stands) else NOT_COHERENT


@rule
def enemy_gap_is(scenario: Scenario, game: Game, f: int, work: Work, reach: int, inclusive: bool) -> bool:
    """Whether a place in ``work.end`` has an enemy ground stand nearer than ``reach`` (or that near)."""
    stands = living(game, scenario, f)
    enemies = (1 - side_of(f)) * PER_SIDE
    for k in range(STANDS):
        if not stands >> k & 1:
            continue
        x, y, r = int(work.end_x[k]), int(work.end_y[k]), int(work.rs[k])
        for g in range(enemies, enemies + PER_SIDE):
            for j in range(int(scenario.roster[g].count)):
                e = g * STANDS + j
                if not is_ground(scenario, game, e):
                    continue
                other = radius_of(scenario, game, e)
                if within(x, y, r, int(game.stands[e].x), int(game.stands[e].y), other, reach):
                    if inclusive or overlap(
                        x, y, r + reach, int(game.stands[e].x), int(game.stands[e].y), other
                    ):
                        return True
    return False


@rule
def placing_reason(scenario: Scenario, game: Game, action: Action, work: Work) -> int:
    """Why a formation may not be deployed so; 0 if it may."""
    f = int(action.formation)
    if f < 0 or side_of(f) != int(action.seat) or int(scenario.roster[f].count) == 0:
        return NOT_YOURS
    if not is_to_be_placed(scenario, game, f):
        return ALREADY_PLACED
    reason = places_reason(scenario, game, f, action, work)
    if reason != 0:
        return reason
    for k in range(int(scenario.roster[f].count)):
        if not in_zone(scenario, game, f, int(work.end_y[k]), int(work.rs[k])):
            return OUTSIDE_ZONE
    return 0


@rule
def put_down(game: Game, events: Events, f: int, plan: Action) -> None:
    """Put the stands of a formation where a plan has them."""
    for k in range(STANDS):
        if int(plan.legs[k]) > 0:
            s = f * STANDS + k
            game.stands[s].where = ON_TABLE
            game.stands[s].carrier = NONE
            game.stands[s].x = plan.x[k, 0]
            game.stands[s].y = plan.y[k, 0]
            emit_at(
                events,
                HAS_MOVED,
                EVERYONE,
                side_of(f),
                s,
                int(plan.x[k, 0]),
                int(plan.y[k, 0]),
                BY_INSERTION,
            )


@rule
def place(scenario: Scenario, game: Game, events: Events, plan: Action) -> None:
    """Deploy a formation; with transport aircraft, ask what is embarked in them (FM-DEPLOY-01 to 04)."""
    f = int(plan.formation)
    put_down(game, events, f, plan)
    game.formations[f].deployed = 1
    emit(events, HAS_DEPLOYED, EVERYONE, side_of(f), f, NONE, 1)
    ask_cargo(scenario, game, f)


@rule
def ask_cargo(scenario: Scenario, game: Game, f: int) -> None:
    """Ask for (more) cargo if any formation still fits; else the turn is over."""
    seat = side_of(f)
    if is_aircraft(scenario, f):
        for other in range(seat * PER_SIDE, seat * PER_SIDE + PER_SIDE):
            if cargo_reason(scenario, game, f, other) == 0:
                ask(game.decisions, ASK_CARGO, seat, f, NONE)
                return
    game.turn = 1 - seat


@rule
def cargo_reason(scenario: Scenario, game: Game, f: int, cargo: int) -> int:
    """Why a formation may not begin embarked in the aircraft of ``f``; 0 if it may (FM-LAND-01, FM-R82)."""
    if cargo < 0 or side_of(f) != side_of(cargo) or int(scenario.roster[cargo].count) == 0:
        return NOT_YOURS
    if not is_to_be_placed(scenario, game, cargo):
        return ALREADY_PLACED
    if not all_infantry(scenario, cargo):
        return NO_ROOM_ABOARD
    aboard = fielded(game, scenario, f)
    if int(scenario.roster[cargo].count) > room(scenario, game, f, aboard):
        return NO_ROOM_ABOARD
    return 0


@rule
def room(scenario: Scenario, game: Game, f: int, aircraft: int) -> int:
    """How many more stands a set of a formation's aircraft can carry."""
    free = 0
    for k in range(STANDS):
        if aircraft >> k & 1:
            s = f * STANDS + k
            free += int(type_of(scenario, game, s).transport) - load(scenario, game, s)
    return free


@rule
def load(scenario: Scenario, game: Game, aircraft: int) -> int:
    """How many stands an aircraft carries."""
    count = 0
    home = side_of(aircraft // STANDS) * PER_SIDE
    for f in range(home, home + PER_SIDE):
        for k in range(int(scenario.roster[f].count)):
            stand = game.stands[f * STANDS + k]
            if int(stand.where) == EMBARKED and int(stand.carrier) == aircraft:
                count += 1
    return count


@rule
def embark(scenario: Scenario, game: Game, events: Events, f: int, aircraft: int, cargo: int) -> None:
    """Put a formation aboard a set of aircraft of ``f``, filling them in order (FM-LAND-03, FM-R106)."""
    stands = living(game, scenario, cargo)
    for k in range(STANDS):
        if not stands >> k & 1:
            continue
        stand = game.stands[cargo * STANDS + k]
        for j in range(STANDS):
            s = f * STANDS + j
            if aircraft >> j & 1 and int(stand.where) != EMBARKED:
                if load(scenario, game, s) < int(type_of(scenario, game, s).transport):
                    stand.where = EMBARKED
                    stand.carrier = s
                    stand.x = 0
                    stand.y = 0
    game.formations[cargo].deployed = 1
    emit(events, HAS_EMBARKED, EVERYONE, side_of(f), cargo, f, 1)


@rule
def all_insert(scenario: Scenario, f: int) -> bool:
    """Whether every stand of a formation has Insertion (FM-SPEC-14)."""
    roster = scenario.roster[f]
    for k in range(int(roster.count)):
        if not int(scenario.type[int(roster.kinds[k])].special) & INSERTION:
            return False
    return True


@rule
def reserve_reason(scenario: Scenario, game: Game, action: Action) -> int:
    """Why a formation may not begin off-board; 0 if it may (FM-DEPLOY-05)."""
    f = int(action.formation)
    if f < 0 or side_of(f) != int(action.seat) or int(scenario.roster[f].count) == 0:
        return NOT_YOURS
    if not is_to_be_placed(scenario, game, f):
        return ALREADY_PLACED
    return 0 if all_insert(scenario, f) else NO_INSERTION


@rule
def stay_off(scenario: Scenario, game: Game, events: Events, f: int) -> None:
    """A formation begins off-board."""
    for k in range(int(scenario.roster[f].count)):
        game.stands[f * STANDS + k].where = OFF_BOARD
    game.formations[f].deployed = 1
    emit(events, HAS_STAYED_OFF, EVERYONE, side_of(f), f, NONE, 1)
    game.turn = 1 - side_of(f)


@rule
def insertion_reason(scenario: Scenario, game: Game, action: Action, work: Work) -> int:
    """Why a formation may not arrive so; 0 if it may (FM-SPEC-15, 16)."""
    reason = places_reason(scenario, game, int(action.formation), action, work)
    if reason != 0:
        return reason
    if enemy_gap_is(scenario, game, int(action.formation), work, ARRIVAL, False):
        return TOO_NEAR_TO_ARRIVE
    return 0


@rule
def arrive(scenario: Scenario, game: Game, events: Events, plan: Action) -> None:
    """A formation arrives with 1 stress marker, 2 if a stand of it is in cover (FM-SPEC-17, 18)."""
    f = int(plan.formation)
    put_down(game, events, f, plan)
    markers = 1
    for k in range(int(scenario.roster[f].count)):
        s = f * STANDS + k
        if is_ground(scenario, game, s) and in_cover(
            scenario, int(type_of(scenario, game, s).cls), int(game.stands[s].x), int(game.stands[s].y)
        ):
            markers = 2
    game.formations[f].stress += markers
    emit(events, HAS_ARRIVED, EVERYONE, side_of(f), f, NONE, markers)


@rule
def keeps_clear(scenario: Scenario, game: Game, f: int, work: Work) -> bool:
    """Whether no place in ``work.end`` lies within 5 cm of an enemy ground stand (FM-LAND-10)."""
    return not enemy_gap_is(scenario, game, f, work, ZONE, True)
