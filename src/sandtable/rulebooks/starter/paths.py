"""Where a unit can move: one search over squares and the parts of their free quarters.

Costs are small numbers, so the search goes up cost by cost and finds each place with the least movement
(ties: the direction tried first, north, east, south, west). A node is a square and one of its parts,
``2 * (y * COLUMNS + x) + part``, see `positions.PARTS`.
"""

from __future__ import annotations

from sandtable.core.boards.square import step_x, step_y
from sandtable.core.compile import rule
from sandtable.rulebooks.starter.actions import Work
from sandtable.rulebooks.starter.ground import cost_of, ground_at, is_closed_zone, is_filled
from sandtable.rulebooks.starter.positions import (
    EVERY_QUARTER,
    PARTS,
    crossing,
    footprint_of,
    free_of_others,
    part_of,
)
from sandtable.rulebooks.starter.state import (
    ALL,
    COLUMNS,
    CORNER_SIZE,
    HOVER,
    NONE,
    SWEEP,
    TERRAINS,
    Game,
    Scenario,
)
from sandtable.rulebooks.starter.units import holds_cache, type_of

UNREACHED = 1000


@rule
def search(scenario: Scenario, game: Game, u: int, work: Work) -> int:
    """Find all that a unit on the map can reach with the movement it has left; the number of nodes.

    ``work.found`` holds the nodes, nearest first, the unit's own first; ``work.spent[node]`` the movement,
    ``work.came[node]`` the node before. A minefield that would attack the unit ends a search there: whether
    to go on is decided when the dice have fallen.
    """
    unit = game.units[u]
    x, y = int(unit.x), int(unit.y)
    left = int(type_of(scenario, game, u).speed) - int(unit.spent)
    _clear(scenario, game, x, y, left, work)
    for terrain in range(TERRAINS):
        work.costs[terrain] = cost_of(scenario, game, u, terrain)
    for cost in range(left + 1):
        work.bucket[cost] = NONE
    work.entries = 0
    free = free_of_others(game, u)
    part = part_of(free, footprint_of(scenario, game, u), int(unit.place))
    own = 2 * (y * COLUMNS + x)
    _enter(work, own + part, NONE, 0)
    work.spent[own + 1 - part] = 0  # a move does not end where it began
    found = 0
    for cost in range(left + 1):
        entry = int(work.bucket[cost])
        while entry != NONE:
            node = int(work.node[entry])
            entry = int(work.following[entry])
            if work.spent[node] == cost:  # else it was found again with less
                work.found[found] = node
                found += 1
                if cost < left and (found == 1 or not is_mined_for(scenario, game, u, node // 2)):
                    _spread(scenario, game, u, node, free, left, work)
    return found


@rule
def _clear(scenario: Scenario, game: Game, x: int, y: int, left: int, work: Work) -> None:
    booklet = scenario.booklet[int(game.booklet)]
    west, east = max(0, x - left), min(int(booklet.columns) - 1, x + left)
    for row in range(max(0, y - left), min(int(booklet.rows) - 1, y + left) + 1):
        for node in range(2 * (row * COLUMNS + west), 2 * (row * COLUMNS + east) + 2):
            work.spent[node] = UNREACHED


@rule
def _enter(work: Work, node: int, before: int, spent: int) -> None:
    """A way to a node with less movement than before."""
    entry = int(work.entries)
    work.entries += 1
    work.spent[node] = spent
    work.came[node] = before
    work.node[entry] = node
    work.following[entry] = work.bucket[spent]
    work.bucket[spent] = entry


@rule
def _spread(scenario: Scenario, game: Game, u: int, node: int, free: int, left: int, work: Work) -> None:
    """Cross the four borders of a node's square. ``free``: the quarters that are free where the unit is."""
    unit = game.units[u]
    footprint = footprint_of(scenario, game, u)
    booklet = scenario.booklet[int(game.booklet)]
    spent = int(work.spent[node])
    square = node // 2
    x, y = square % COLUMNS, square // COLUMNS
    if work.came[node] != NONE:
        free = EVERY_QUARTER ^ int(game.taken[y, x])
    here = int(PARTS[free, node % 2]) if footprint == CORNER_SIZE else free
    for direction in range(4):
        to_x, to_y = x + step_x(direction), y + step_y(direction)
        if to_x < 0 or to_y < 0 or to_x >= booklet.columns or to_y >= booklet.rows:
            continue
        to = 2 * (to_y * COLUMNS + to_x)
        if spent + 1 >= work.spent[to] and spent + 1 >= work.spent[to + 1]:
            continue
        cost = int(work.costs[ground_at(scenario, game, to_x, to_y)])
        total = spent + cost
        if cost == ALL:
            total = left if spent == 0 and unit.spent == 0 else UNREACHED
        if cost == 0 or total > left or is_barred(scenario, game, int(unit.side), to_x, to_y):
            continue
        there = EVERY_QUARTER ^ int(game.taken[to_y, to_x])
        reached = crossing(footprint, direction, here, there)
        if reached == 0:
            continue
        if footprint != CORNER_SIZE or PARTS[there, 1] == 0:
            if total < work.spent[to]:
                _enter(work, to, node, total)
                work.spent[to + 1] = total
            continue
        for part in range(2):
            if reached & int(PARTS[there, part]) and total < work.spent[to + part]:
                _enter(work, to + part, node, total)


@rule
def is_barred(scenario: Scenario, game: Game, side: int, x: int, y: int) -> bool:
    """Whether something other than terrain and units bars a square: an object, tokens, a closed zone."""
    return is_filled(game, x, y) or holds_cache(game, x, y) or is_closed_zone(scenario, game, side, x, y)


@rule
def is_mined_for(scenario: Scenario, game: Game, u: int, square: int) -> bool:
    """Whether a square holds a minefield that attacks this unit (not hover, not a Minesweeper; ST-M06)."""
    if game.mines[square // COLUMNS, square % COLUMNS] == 0:
        return False
    type_ = type_of(scenario, game, u)
    return type_.move != HOVER and int(type_.abilities) & SWEEP == 0


@rule
def path_to(work: Work, node: int) -> int:
    """The squares of the way to a node after a search, first to last, into ``work.path``; how many."""
    length = 0
    at = node
    while work.came[at] != NONE:
        length += 1
        at = int(work.came[at])
    at = node
    for i in range(length - 1, -1, -1):
        work.path[i] = at // 2
        at = int(work.came[at])
    return length
