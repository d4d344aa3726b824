"""Mission Objectives: what counts towards them, and when they are completed (ST-END-03, 04, 13, 14).

The kinds (``Objective.kind``); deeds count from the moment they are done, holds at the end of own turns:

HOLD_ONE             one of the squares held for ``n`` own turns in a row (ST-R95)
HOLD_TOGETHER        at least ``squares`` of them held at once for ``n`` own turns in a row
EXTRACTED_FIT        ``n`` own units extracted that had been out, at half Troop Strength or more
EXTRACTED_SHARE      ``n`` own units extracted that had been out, and half of all that were deployed
DEPOT_EMPTY          no token lies on any of the squares at the end of an own turn
DESTROYED            ``n`` enemy units destroyed, by any cause
DESTROYED_ARTILLERY  one enemy unit with an ARTY die destroyed, or ``n`` of any kind
FAR_UNITS            ``n`` own units on another side's near squares at the end of an own turn
DENIED               at the end nobody else has completed the objective with number ``n``
MINES_CLEARED        ``n`` minefields cleared

What is completed is found at the end of each turn, at a withdrawal and at the end of the scenario.
"""

from __future__ import annotations

from sandtable.core.compile import rule
from sandtable.core.events import EVERYONE, Events, emit, emit_at
from sandtable.rulebooks.starter.happenings import COMPLETED, COUNTED, REOPENED
from sandtable.rulebooks.starter.state import (
    DENIED,
    DEPOT_EMPTY,
    DESTROYED,
    DESTROYED_ARTILLERY,
    EXTRACTED_FIT,
    EXTRACTED_SHARE,
    FAR_UNITS,
    HOLD_ONE,
    HOLD_TOGETHER,
    MINES_CLEARED,
    NONE,
    OBJECTIVES_STICK,
    ON_MAP,
    PLAYING_ON,
    SQUARES,
    UNITS,
    Booklet,
    Game,
    Objective,
    Scenario,
)
from sandtable.rulebooks.starter.units import type_of

OUT = 4  # squares from every own Deployment Square: a unit there "had been out"
ONCE, FIT = 1, 2  # bits of ``Unit.extracted``


# Deeds ------------------------------------------------------------------------------------------------


@rule
def note_destroyed(scenario: Scenario, game: Game, u: int) -> None:
    """A unit is being destroyed: it counts for each of its enemies, by whatever cause."""
    for side in range(int(scenario.sides)):
        company = game.company[side]
        if side != game.units[u].side and company.state == PLAYING_ON:
            company.destroyed += 1
            if type_of(scenario, game, u).artillery_die > 0:
                company.destroyed_artillery += 1


@rule
def note_cleared(game: Game, side: int) -> None:
    """A side has cleared a minefield."""
    game.company[side].cleared += 1


@rule
def note_extracted(scenario: Scenario, game: Game, u: int) -> None:
    """A unit, or a Passenger, has been extracted: if it had been out it counts, once an objective."""
    unit = game.units[u]
    if unit.been_out == 0:
        return
    company = game.company[int(unit.side)]
    if unit.extracted & ONCE == 0:
        unit.extracted |= ONCE
        company.extracted += 1
    if unit.extracted & FIT == 0 and 2 * int(unit.strength) >= type_of(scenario, game, u).strength:
        unit.extracted |= FIT
        company.extracted_fit += 1


@rule
def note_out(scenario: Scenario, game: Game, side: int) -> None:
    """At the end of an own turn: which units are far enough from every own Deployment Square to be out."""
    for u in range(UNITS):
        unit = game.units[u]
        if unit.side == side and unit.where == ON_MAP and unit.been_out == 0:
            unit.been_out = _door_distance(scenario, game, side, int(unit.x), int(unit.y)) >= OUT


@rule
def _door_distance(scenario: Scenario, game: Game, side: int, x: int, y: int) -> int:
    """Steps to the nearest own Deployment Square."""
    booklet = scenario.booklet[int(game.booklet)]
    best = 99
    for row in range(int(booklet.rows)):
        for column in range(int(booklet.columns)):
            if booklet.zone[row, column] == game.company[side].zone + 1:
                best = min(best, abs(column - x) + abs(row - y))
    return best


# Holding ----------------------------------------------------------------------------------------------


@rule
def is_on_list(game: Game, objective: Objective, side: int) -> bool:
    """Whether an objective is on a side's list (ST-CAMP-21)."""
    return objective.owner == NONE or objective.owner == game.company[side].zone


@rule
def counts_for(game: Game, booklet: Booklet, objective: Objective, side: int, square: int) -> bool:
    """Whether an objective square counts for a side: named by it and, if it must be, on the far side."""
    if objective.which[square] == 0:
        return False
    if objective.far == 0:
        return True
    return is_far(game, booklet, side, int(booklet.square_x[square]), int(booklet.square_y[square]))


@rule
def is_far(game: Game, booklet: Booklet, side: int, x: int, y: int) -> bool:
    """Whether a square is near to another side's Deployment Squares."""
    near = int(booklet.side_of[y, x])
    return near != 0 and near != game.company[side].zone + 1


@rule
def stands_on(game: Game, x: int, y: int, side: int, own: bool) -> bool:
    """Whether a unit of the side (``own``), or of another one, stands on a square; a Passenger does not."""
    if game.taken[y, x] == 0:
        return False
    for u in range(UNITS):
        unit = game.units[u]
        if unit.side >= 0 and unit.where == ON_MAP and unit.x == x and unit.y == y:
            if (unit.side == side) == own:
                return True
    return False


@rule
def is_held(game: Game, x: int, y: int, side: int) -> bool:
    """Own units stand on the square, and no enemy's (ST-R95)."""
    return stands_on(game, x, y, side, True) and not stands_on(game, x, y, side, False)


@rule
def count_holds(scenario: Scenario, game: Game, side: int, events: Events) -> int:
    """Step 1 of the end of a turn, holds: one more turn, or back to 0 (ST-R95); a bit each completed now."""
    booklet = scenario.booklet[int(game.booklet)]
    completed = 0
    for o in range(int(booklet.objective_count)):
        objective = booklet.objectives[o]
        if not is_on_list(game, objective, side) or game.company[side].completed[o] != 0:
            continue
        done = False
        if objective.kind == HOLD_ONE:
            done = _count_one(scenario, game, booklet, side, o, events)
        elif objective.kind == HOLD_TOGETHER:
            done = _count_together(scenario, game, booklet, side, o, events)
        if done:
            completed |= 1 << o
    return completed


@rule
def _count_one(scenario: Scenario, game: Game, booklet: Booklet, side: int, o: int, events: Events) -> bool:
    """The same square on all turns."""
    objective, company = booklet.objectives[o], game.company[side]
    for s in range(int(booklet.square_count)):
        if not counts_for(game, booklet, objective, side, s):
            continue
        x, y = int(booklet.square_x[s]), int(booklet.square_y[s])
        if not is_held(game, x, y, side):
            company.hold[o, s] = 0
            continue
        company.hold[o, s] += 1
        game.quiet = NONE
        at = emit_at(events, COUNTED, EVERYONE, side, NONE, x, y, int(company.hold[o, s]))
        events.items[at].other = o
        if company.hold[o, s] >= objective.n:
            complete(scenario, game, side, o, 1 << s, 0, events)
            return True
    return False


@rule
def _count_together(
    scenario: Scenario, game: Game, booklet: Booklet, side: int, o: int, events: Events
) -> bool:
    """At least so many at once on each turn, not always the same ones; the last turn's are remembered."""
    objective, company = booklet.objectives[o], game.company[side]
    held, squares = 0, 0
    for s in range(int(booklet.square_count)):
        x, y = int(booklet.square_x[s]), int(booklet.square_y[s])
        if counts_for(game, booklet, objective, side, s) and is_held(game, x, y, side):
            held += 1
            squares |= 1 << s
    if held < objective.squares:
        company.hold[o, 0] = 0
        return False
    company.hold[o, 0] += 1
    game.quiet = NONE
    emit(events, COUNTED, EVERYONE, side, NONE, o, int(company.hold[o, 0]))
    if company.hold[o, 0] < objective.n:
        return False
    complete(scenario, game, side, o, squares, 0, events)
    return True


@rule
def is_secret(kind: int) -> bool:
    """Whether completing it would tell of Unit Cards: Troop Strengths, or who rode along (ST-INFO-03, 10)."""
    return kind in (EXTRACTED_FIT, EXTRACTED_SHARE)


@rule
def complete(
    scenario: Scenario, game: Game, side: int, o: int, squares: int, presumed: int, events: Events
) -> None:
    """Mark an objective completed, with the squares it was held on, a bit each.

    A secret deed is told to the side alone and ends no lull; the others see the Bonus (ST-R100).
    """
    company = game.company[side]
    company.completed[o] = 1
    company.held_with[o] = squares
    secret = is_secret(int(scenario.booklet[int(game.booklet)].objectives[o].kind)) and presumed == 0
    game.quiet = game.quiet if secret else NONE
    at = emit(events, COMPLETED, 1 << side if secret else EVERYONE, side, NONE, o, 1)
    events.items[at].extra = presumed


@rule
def reopen(scenario: Scenario, game: Game, side: int, fresh: int, events: Events) -> None:
    """Step 2 of the end of a turn: completed holds that are open again, of any player (ST-R94).

    ``fresh`` are the holds that ``side``, whose turn ends, has just completed, a bit each.
    """
    booklet = scenario.booklet[int(game.booklet)]
    for holder in range(int(scenario.sides)):
        company = game.company[holder]
        if company.state != PLAYING_ON:
            continue
        for o in range(int(booklet.objective_count)):
            if company.completed[o] == 0 or company.held_with[o] == 0:
                continue
            if scenario.switches & OBJECTIVES_STICK:
                lost = _is_taken_over(game, holder, side, o, fresh)
            else:
                lost = _is_sabotaged(game, booklet, holder, o)
            if lost:
                company.completed[o] = 0
                company.held_with[o] = 0
                for s in range(SQUARES):
                    company.hold[o, s] = 0
                emit(events, REOPENED, EVERYONE, holder, NONE, o, 0)


@rule
def _is_sabotaged(game: Game, booklet: Booklet, holder: int, o: int) -> bool:
    """An opponent stands on a square it was completed with, and nobody of the holder's (ST-R94)."""
    for s in range(int(booklet.square_count)):
        if int(game.company[holder].held_with[o]) >> s & 1:
            x, y = int(booklet.square_x[s]), int(booklet.square_y[s])
            if stands_on(game, x, y, holder, False) and not stands_on(game, x, y, holder, True):
                return True
    return False


@rule
def _is_taken_over(game: Game, holder: int, side: int, o: int, fresh: int) -> bool:
    """The switch of ST-R94: another has just completed the same hold with a square of the holder's."""
    if holder == side or fresh >> o & 1 == 0:
        return False
    return int(game.company[side].held_with[o]) & int(game.company[holder].held_with[o]) != 0


# Deeds and conditions ---------------------------------------------------------------------------------


@rule
def settle_deeds(scenario: Scenario, game: Game, side: int, events: Events) -> None:
    """Complete what a side has done: destroyed, extracted, cleared. Once done it stays done (ST-R94)."""
    booklet = scenario.booklet[int(game.booklet)]
    for o in range(int(booklet.objective_count)):
        objective = booklet.objectives[o]
        if _is_open(game, objective, side, o) and objective.at_end == 0 and _is_done(game, objective, side):
            complete(scenario, game, side, o, 0, 0, events)


@rule
def settle_turn(scenario: Scenario, game: Game, side: int, events: Events) -> None:
    """Complete what was asked for at the end of one own turn (ST-R112)."""
    booklet = scenario.booklet[int(game.booklet)]
    for o in range(int(booklet.objective_count)):
        objective = booklet.objectives[o]
        if not _is_open(game, objective, side, o):
            continue
        if objective.kind == DEPOT_EMPTY and _is_depot_empty(game, booklet, objective, side):
            complete(scenario, game, side, o, 0, 0, events)
        elif objective.kind == FAR_UNITS and _far_units(game, booklet, side) >= objective.n:
            complete(scenario, game, side, o, 0, 0, events)


@rule
def settle_end(scenario: Scenario, game: Game, last: int, events: Events) -> None:
    """E2: the last player's list counts as completed (ST-R98), then what is judged at the end."""
    booklet = scenario.booklet[int(game.booklet)]
    if last != NONE:
        for o in range(int(booklet.objective_count)):
            if _is_open(game, booklet.objectives[o], last, o):
                complete(scenario, game, last, o, 0, 1, events)
    for denials in range(2):  # a denial is settled after what it denies
        for side in range(int(scenario.sides)):
            for o in range(int(booklet.objective_count)):
                objective = booklet.objectives[o]
                if (objective.kind == DENIED) != (denials == 1) or not _is_open(game, objective, side, o):
                    continue
                if _is_done(game, objective, side) or (
                    denials == 1 and _is_denied(scenario, game, objective, side)
                ):
                    complete(scenario, game, side, o, 0, 0, events)


@rule
def _is_open(game: Game, objective: Objective, side: int, o: int) -> bool:
    company = game.company[side]
    return company.zone != NONE and company.completed[o] == 0 and is_on_list(game, objective, side)


@rule
def _is_done(game: Game, objective: Objective, side: int) -> bool:
    """Whether the deeds of a side are enough for an objective that asks for deeds."""
    company, kind, n = game.company[side], int(objective.kind), int(objective.n)
    if kind == EXTRACTED_FIT:
        return company.extracted_fit >= n
    if kind == EXTRACTED_SHARE:
        return company.extracted >= n and 2 * int(company.extracted) >= company.deployed
    if kind == DESTROYED:
        return company.destroyed >= n
    if kind == DESTROYED_ARTILLERY:
        return company.destroyed_artillery >= 1 or company.destroyed >= n
    return kind == MINES_CLEARED and company.cleared >= n


@rule
def _is_depot_empty(game: Game, booklet: Booklet, objective: Objective, side: int) -> bool:
    for s in range(int(booklet.square_count)):
        if counts_for(game, booklet, objective, side, s):
            x, y = int(booklet.square_x[s]), int(booklet.square_y[s])
            if int(game.cache_fuel[y, x]) + int(game.cache_ammo[y, x]) > 0:
                return False
    return True


@rule
def _far_units(game: Game, booklet: Booklet, side: int) -> int:
    count = 0
    for u in range(UNITS):
        unit = game.units[u]
        if unit.side == side and unit.where == ON_MAP:
            count += is_far(game, booklet, side, int(unit.x), int(unit.y))
    return count


@rule
def _is_denied(scenario: Scenario, game: Game, objective: Objective, side: int) -> bool:
    """Whether nobody else has completed the objective that is denied."""
    for other in range(int(scenario.sides)):
        company = game.company[other]
        if other != side and company.zone != NONE and company.completed[int(objective.n)] != 0:
            return False
    return True


@rule
def completed_count(game: Game, side: int) -> int:
    """How many objectives a side has completed in this scenario."""
    count = 0
    for done in game.company[side].completed:
        count += done != 0
    return count
