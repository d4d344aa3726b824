"""The scripted player's eye for ground: what a place is worth to a formation, markers, fire and danger."""

from __future__ import annotations

from sandtable.core.boards.free import distance2, gap, nearer, root, within
from sandtable.core.compile import rule
from sandtable.rulebooks.formation.actions import Action, Work
from sandtable.rulebooks.formation.aircraft import can_land
from sandtable.rulebooks.formation.estimates import (
    bands_likely,
    fire_gain,
    half_point,
    points_left,
    rounds_to_come,
    strength_left,
    volley_gain,
    worth_of,
)
from sandtable.rulebooks.formation.marches import pace
from sandtable.rulebooks.formation.rout import near_unrouted_enemy
from sandtable.rulebooks.formation.stands import (
    fielded,
    formations_near,
    in_contact,
    is_aircraft,
    is_ground,
    on_table,
    radius_of,
    side_of,
    type_of,
    weight,
    whereabouts,
)
from sandtable.rulebooks.formation.state import (
    BREAKTHROUGH,
    BY_ACTION,
    CLOSE,
    DEPTH_ALL,
    EMBARKED,
    FEARLESS,
    MARKERS,
    NEAR,
    NONE,
    ON_TABLE,
    PER_SIDE,
    STANDARD,
    STANDS,
    Game,
    Scenario,
)

HELD, MEANT = 100, 40  # how much of a marker a friend that stands there has, and one that is nearest
FOE = 1 << 12  # an enemy there, counted above all friends together
SPARE = 12  # percent of a marker's worth to a second formation

# Trying a place on: the stands of a formation are put where an action has them, and back.


@rule
def try_on(view: Game, f: int, action: Action, work: Work) -> None:
    """Put the stands of a formation where their paths end; `take_back` undoes it."""
    for k in range(STANDS):
        stand = view.stands[f * STANDS + k]
        work.was_x[k] = stand.x
        work.was_y[k] = stand.y
        work.was_where[k] = stand.where
        n = int(action.legs[k])
        if n > 0:
            stand.where = ON_TABLE
            stand.x = action.x[k, n - 1]
            stand.y = action.y[k, n - 1]


@rule
def take_back(view: Game, f: int, work: Work) -> None:
    """Put the stands of a formation back where they were."""
    for k in range(STANDS):
        stand = view.stands[f * STANDS + k]
        stand.x = work.was_x[k]
        stand.y = work.was_y[k]
        stand.where = work.was_where[k]


# Markers


@rule
def marker_worth(scenario: Scenario, view: Game) -> int:
    """What holding a marker is worth now: the more, the nearer the end."""
    if int(scenario.mission) != STANDARD:
        return 0
    to_come = rounds_to_come(scenario, view)
    if to_come == 0:
        return 700
    return 450 if to_come == 1 else 300


@rule
def gap_to_marker(scenario: Scenario, view: Game, f: int, marker: int) -> int:
    """Distance of a formation's nearest stand on the table from a marker, base to point."""
    x, y = int(scenario.marker_x[marker]), int(scenario.marker_y[marker])
    least = 1 << 20
    for k in range(int(scenario.roster[f].count)):
        s = f * STANDS + k
        if on_table(view, s):
            there = int(view.stands[s].x), int(view.stands[s].y)
            if nearer(*there, radius_of(scenario, view, s), x, y, 0, least):
                least = gap(*there, radius_of(scenario, view, s), x, y, 0)
    return least


@rule
def claims_with(scenario: Scenario, view: Game, f: int, marker: int) -> bool:
    """Whether a formation has a ground stand within 20 cm of a marker."""
    x, y = int(scenario.marker_x[marker]), int(scenario.marker_y[marker])
    for k in range(int(scenario.roster[f].count)):
        s = f * STANDS + k
        if is_ground(scenario, view, s) and within(
            int(view.stands[s].x), int(view.stands[s].y), radius_of(scenario, view, s), x, y, 0, CLOSE
        ):
            return True
    return False


@rule
def weigh_markers(scenario: Scenario, view: Game, f: int, work: Work) -> None:
    """Note in ``work.stake`` what each marker would be worth to a formation, were it there.

    Little if a friend holds it, less if a friend means to, most if it would be taken or denied.
    """
    side = side_of(f)
    whole = marker_worth(scenario, view)
    for marker in range(MARKERS):
        work.stake[marker] = 0
    if whole == 0:
        return
    for g in range(2 * PER_SIDE):
        if g == f or int(view.formations[g].routed) or fielded(view, scenario, g) == 0:
            continue
        if is_aircraft(scenario, g):
            continue
        nearest, least, holds = 0, 1 << 20, False
        for marker in range(MARKERS):
            away = gap_to_marker(scenario, view, g, marker)
            if away <= CLOSE:
                holds = True
                work.stake[marker] += HELD if side_of(g) == side else FOE
            elif away < least:
                nearest, least = marker, away
        if side_of(g) == side and not holds:
            work.stake[nearest] += MEANT
    for marker in range(MARKERS):
        friends, foes = int(work.stake[marker]) % FOE, int(work.stake[marker]) // FOE
        share = max(SPARE, HELD - friends)
        if foes > 0:
            share = share * 85 // 100 if friends < HELD else 5
        work.stake[marker] = whole * share // 100


@rule
def stake_of(scenario: Scenario, view: Game, f: int, work: Work) -> int:
    """What a formation holds where it stands, by `weigh_markers`."""
    total = 0
    for marker in range(MARKERS):
        if int(work.stake[marker]) > 0 and claims_with(scenario, view, f, marker):
            total += int(work.stake[marker])
    return total


@rule
def plain_stake(scenario: Scenario, view: Game, f: int) -> int:
    """What an enemy is likely to hold where it stands: the worth of each marker it claims."""
    whole = marker_worth(scenario, view)
    total = 0
    if whole > 0 and not is_aircraft(scenario, f):
        for marker in range(MARKERS):
            if claims_with(scenario, view, f, marker):
                total += whole * 2 // 3
    return total


@rule
def prospect(scenario: Scenario, view: Game, f: int, speed: int, actions: int, work: Work) -> int:
    """What the best marker in reach of so many actions is worth from here; less, the farther it is."""
    best = 0
    if actions <= 0:
        return 0
    for marker in range(MARKERS):
        if int(work.stake[marker]) > 0:
            short = max(0, gap_to_marker(scenario, view, f, marker) - CLOSE + 100)
            if short <= speed * actions:
                best = max(
                    best,
                    int(work.stake[marker]) * (70 * actions * speed - 50 * short) // (100 * actions * speed),
                )
            else:
                best = max(best, int(work.stake[marker]) * 20 * speed * actions // (100 * short))
    return best


@rule
def headway(scenario: Scenario, view: Game, f: int) -> int:
    """Breakthrough: what the attacker's way to the defender's edge, and being there, is worth."""
    low = int(view.edge[int(view.layout)]) == 0
    total = 0
    for k in range(int(scenario.roster[f].count)):
        s = f * STANDS + k
        if is_ground(scenario, view, s):
            y, r = int(view.stands[s].y), radius_of(scenario, view, s)
            left = y + r - DEPTH_ALL if low else int(scenario.depth) - DEPTH_ALL - y + r
            gained = 120 if left <= 0 else max(0, 90 - left // 100)
            total += gained * weight(view.stands[s])
    return total


# Danger


@rule
def menace(scenario: Scenario, view: Game, e: int, f: int) -> int:
    """What an enemy could take of a formation if it came within 20 cm first; 0 if it cannot."""
    if is_aircraft(scenario, f):
        return 0
    if not formations_near(scenario, view, e, f, pace(scenario, view, e) + CLOSE):
        return 0
    halves = 0
    for k in range(int(scenario.roster[e].count)):
        if on_table(view, e * STANDS + k):
            halves += int(type_of(scenario, view, e * STANDS + k).fp[NEAR])
    return halves * points_left(scenario, view, f) // (8 * max(1, strength_left(scenario, view, f)))


@rule
def danger(scenario: Scenario, view: Game, f: int, stake: int) -> int:
    """What enemies are likely to take of a formation where it stands, before it can do more about it."""
    total = 0
    over = rounds_to_come(scenario, view) == 0
    enemies = (1 - side_of(f)) * PER_SIDE
    for e in range(enemies, enemies + PER_SIDE):
        if int(scenario.roster[e].count) == 0 or int(view.formations[e].routed):
            continue
        done = int(view.formations[e].activated) != 0
        if whereabouts(view, scenario, e) != ON_TABLE or (done and over):
            continue
        harm = fire_gain(scenario, view, e, f, BY_ACTION, stake)
        harm = max(harm, menace(scenario, view, e, f) * 4 // 5)
        total += harm * (20 if done else 40) // 100
    return min(total, worth_of(scenario, view, f, stake))


@rule
def touched_by(scenario: Scenario, view: Game, f: int) -> int:
    """The enemy formations in base contact with a formation; a bit each, from the side's first on."""
    found = 0
    enemies = (1 - side_of(f)) * PER_SIDE
    for e in range(PER_SIDE):
        if int(scenario.roster[enemies + e].count) > 0 and in_contact(scenario, view, f, enemies + e):
            found |= 1 << e
    return found


@rule
def best_fire(scenario: Scenario, view: Game, f: int, by: int, barred: int) -> tuple[int, int]:
    """The enemy formation that an attack from here hurts most, and how much; NONE and 0 without any.

    Those in contact go before all others (FM-ATK-02); ``barred`` are left out, bits as in `touched_by`.
    """
    target, most = NONE, 0
    enemies = (1 - side_of(f)) * PER_SIDE
    touched = touched_by(scenario, view, f)
    for e in range(enemies, enemies + PER_SIDE):
        if int(scenario.roster[e].count) == 0 or fielded(view, scenario, e) == 0:
            continue
        if barred >> (e - enemies) & 1 or (touched != 0 and not touched >> (e - enemies) & 1):
            continue
        bands = bands_likely(scenario, view, f, e)
        if bands == 0:
            continue
        gain = volley_gain(scenario, view, f, bands, e, by, plain_stake(scenario, view, e))
        if not int(view.formations[e].activated):
            gain = gain * 6 // 5
        if gain > most:
            target, most = e, gain
    return target, most


@rule
def run_down_loss(scenario: Scenario, view: Game, f: int) -> int:
    """What a routed formation would lose to unrouted enemies within 10 cm."""
    points = 0
    for k in range(int(scenario.roster[f].count)):
        s = f * STANDS + k
        if on_table(view, s) and not int(type_of(scenario, view, s).special) & FEARLESS:
            if near_unrouted_enemy(scenario, view, s):
                points += int(type_of(scenario, view, s).points)
    return points * half_point(scenario, view)


# The whole judgement


@rule
def standing(scenario: Scenario, view: Game, f: int, actions: int, work: Work) -> int:
    """What it is worth to a formation to be where it is, fire apart: what it holds or may take, less danger.

    ``actions`` are those it may still take before the end. `weigh_markers` has been done for it.
    """
    if is_aircraft(scenario, f):
        return carried_prospect(scenario, view, f, actions, work) - danger(scenario, view, f, 0)
    stake = stake_of(scenario, view, f, work)
    if int(view.formations[f].routed):
        return stake * 2 // 5 - danger(scenario, view, f, stake // 2)
    good = stake
    if stake * 2 < marker_worth(scenario, view):
        good = max(stake, prospect(scenario, view, f, pace(scenario, view, f), actions, work))
    if int(scenario.mission) == BREAKTHROUGH and side_of(f) != int(view.layout):
        good += headway(scenario, view, f)
    return good - danger(scenario, view, f, stake)


@rule
def carried_prospect(scenario: Scenario, view: Game, f: int, actions: int, work: Work) -> int:
    """What being there is worth to aircraft for the sake of what they carry: as if that stood there."""
    lead = NONE
    landing = False
    for k in range(int(scenario.roster[f].count)):
        if on_table(view, f * STANDS + k):
            lead = f * STANDS + k
            landing = landing or can_land(scenario, view, lead)
    home = side_of(f) * PER_SIDE
    total = 0
    for cargo in range(home, home + PER_SIDE):
        if lead == NONE or not is_carried(scenario, view, cargo, f):
            continue
        for k in range(int(scenario.roster[cargo].count)):
            set_down(
                view,
                cargo * STANDS + k,
                EMBARKED,
                ON_TABLE,
                int(view.stands[lead].x),
                int(view.stands[lead].y),
            )
        stake = stake_of(scenario, view, cargo, work)
        good = max(stake, prospect(scenario, view, cargo, pace(scenario, view, cargo), actions, work))
        good += best_fire(scenario, view, cargo, BY_ACTION, 0)[1] // 4
        good -= danger(scenario, view, cargo, stake)
        for k in range(int(scenario.roster[cargo].count)):
            set_down(view, cargo * STANDS + k, ON_TABLE, EMBARKED, 0, 0)
        total += good if landing else min(good, 0) + max(good, 0) // 2
    return total


@rule
def is_carried(scenario: Scenario, view: Game, cargo: int, f: int) -> bool:
    """Whether a formation is embarked in aircraft of another."""
    if int(scenario.roster[cargo].count) == 0 or whereabouts(view, scenario, cargo) != EMBARKED:
        return False
    for k in range(int(scenario.roster[cargo].count)):
        carrier = int(view.stands[cargo * STANDS + k].carrier)
        if carrier != NONE:
            return carrier // STANDS == f
    return False


@rule
def set_down(view: Game, s: int, before: int, after: int, x: int, y: int) -> None:
    """Change where a stand is, if it is where it is said to be."""
    if int(view.stands[s].where) == before:
        view.stands[s].where = after
        view.stands[s].x = x
        view.stands[s].y = y


@rule
def nearest_enemy(scenario: Scenario, view: Game, f: int) -> int:
    """Distance, centre to centre, of a formation's first stand on the table to the nearest enemy."""
    lead = NONE
    for k in range(int(scenario.roster[f].count)):
        if lead == NONE and on_table(view, f * STANDS + k):
            lead = f * STANDS + k
    if lead == NONE:
        return 0
    x, y = int(view.stands[lead].x), int(view.stands[lead].y)
    least = 1 << 30
    enemies = (1 - side_of(f)) * PER_SIDE
    for e in range(enemies, enemies + PER_SIDE):
        for k in range(int(scenario.roster[e].count)):
            s = e * STANDS + k
            if on_table(view, s):
                least = min(least, distance2(x, y, int(view.stands[s].x), int(view.stands[s].y)))
    return root(least) if least < 1 << 30 else 0


@rule
def actions_to_come(scenario: Scenario, view: Game, now: int) -> int:
    """How many actions a formation may still take before the end, with ``now`` left in this activation."""
    return 2 * rounds_to_come(scenario, view) + now
