"""The scripted player's sense of the way: what the map makes of a distance."""

from __future__ import annotations

from sandtable.core.boards.square import step_x, step_y
from sandtable.core.compile import rule
from sandtable.rulebooks.starter.actions import NODES, Work
from sandtable.rulebooks.starter.ground import cost_of, ground_at
from sandtable.rulebooks.starter.paths import is_barred, is_mined_for
from sandtable.rulebooks.starter.state import ALL, COLUMNS, TERRAINS, Game, Scenario
from sandtable.rulebooks.starter.units import on_board, type_of

NO_WAY = 999
MINED = 2  # movement that a minefield seems to cost a fresh unit: it must stop there


@rule
def survey(scenario: Scenario, view: Game, u: int, x: int, y: int, work: Work) -> None:
    """Measure every square's way to (x, y) for a unit, in movement; other units are left out of account.

    Into ``work.spent``, which a search of moves writes anew: list the moves first. See `way_from`. Squares
    whose way has become shorter wait in ``work.found``, a ring, for their neighbours to be told; those that
    wait are marked in ``work.came``.
    """
    booklet = scenario.booklet[int(view.booklet)]
    for terrain in range(TERRAINS):
        cost = cost_of(scenario, view, u, terrain)
        work.costs[terrain] = int(type_of(scenario, view, u).speed) if cost == ALL else cost
    for row in range(int(booklet.rows)):
        for column in range(int(booklet.columns)):
            work.spent[row * COLUMNS + column] = NO_WAY
            work.came[row * COLUMNS + column] = 0
    goal = y * COLUMNS + x
    work.spent[goal] = 0
    work.found[0] = goal
    first, waiting = 0, 1
    while waiting > 0:
        square = int(work.found[first])
        first = (first + 1) % NODES
        waiting -= 1
        work.came[square] = 0
        toll = _toll(scenario, view, u, square % COLUMNS, square // COLUMNS, square == goal, work)
        if toll > 0:
            waiting = _tell_neighbours(scenario, view, square, toll, first, waiting, work)


@rule
def _toll(scenario: Scenario, view: Game, u: int, x: int, y: int, is_goal: bool, work: Work) -> int:
    """Movement to enter a square, 0 if the unit cannot; the goal itself can always be made for."""
    cost = int(work.costs[ground_at(scenario, view, x, y)])
    if is_goal:
        return max(cost, 1)
    if cost == 0 or is_barred(scenario, view, int(view.units[u].side), x, y):
        return 0
    return cost + MINED if is_mined_for(scenario, view, u, y * COLUMNS + x) else cost


@rule
def _tell_neighbours(
    scenario: Scenario, view: Game, square: int, toll: int, first: int, waiting: int, work: Work
) -> int:
    """Tell the neighbours of a square of the way through it; how many squares wait afterwards."""
    through = int(work.spent[square]) + toll
    for direction in range(4):
        x, y = square % COLUMNS + step_x(direction), square // COLUMNS + step_y(direction)
        if not on_board(scenario, view, x, y) or through >= work.spent[y * COLUMNS + x]:
            continue
        to = y * COLUMNS + x
        work.spent[to] = through
        if work.came[to] == 0:
            work.came[to] = 1
            work.found[(first + waiting) % NODES] = to
            waiting += 1
    return waiting


@rule
def way_from(work: Work, x: int, y: int) -> int:
    """Movement from a square to what was surveyed last; `NO_WAY` if no way leads there."""
    return int(work.spent[y * COLUMNS + x])
