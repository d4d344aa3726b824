"""The scripted player's sense of the way: what the map makes of a distance."""

from __future__ import annotations

from sandtable.core.boards.square import step_x, step_y
from sandtable.core.compile import rule
from sandtable.rulebooks.starter.actions import Work
from sandtable.rulebooks.starter.ground import cost_of, ground_at
from sandtable.rulebooks.starter.paths import is_barred, is_mined_for
from sandtable.rulebooks.starter.state import ALL, COLUMNS, TERRAINS, Game, Scenario
from sandtable.rulebooks.starter.units import on_board, type_of

NO_WAY = 999
MINED = 2  # movement that a minefield seems to cost a fresh unit: it must stop there


@rule
def survey(scenario: Scenario, view: Game, u: int, x: int, y: int, work: Work) -> None:
    """Measure every square's way to (x, y) for a unit, in movement; other units are left out of account.

    Into ``work.spent``, which a search of moves writes anew: list the moves first. See `way_from`.
    """
    booklet = scenario.booklet[int(view.booklet)]
    for terrain in range(TERRAINS):
        cost = cost_of(scenario, view, u, terrain)
        work.costs[terrain] = int(type_of(scenario, view, u).speed) if cost == ALL else cost
    for row in range(int(booklet.rows)):
        for column in range(int(booklet.columns)):
            work.spent[row * COLUMNS + column] = NO_WAY
    work.spent[y * COLUMNS + x] = 0
    shorter = True
    while shorter:
        shorter = False
        for row in range(int(booklet.rows)):
            for column in range(int(booklet.columns)):
                if work.spent[row * COLUMNS + column] != NO_WAY:
                    toll = _toll(scenario, view, u, column, row, column == x and row == y, work)
                    shorter = _spread(scenario, view, column, row, toll, work) or shorter


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
def _spread(scenario: Scenario, view: Game, x: int, y: int, toll: int, work: Work) -> bool:
    """Tell the neighbours of a square of the way through it; whether it is shorter for any."""
    shorter = False
    through = int(work.spent[y * COLUMNS + x]) + toll
    for direction in range(4):
        to_x, to_y = x + step_x(direction), y + step_y(direction)
        if toll > 0 and on_board(scenario, view, to_x, to_y):
            if through < work.spent[to_y * COLUMNS + to_x]:
                work.spent[to_y * COLUMNS + to_x] = through
                shorter = True
    return shorter


@rule
def way_from(work: Work, x: int, y: int) -> int:
    """Movement from a square to what was surveyed last; `NO_WAY` if no way leads there."""
    return int(work.spent[y * COLUMNS + x])
