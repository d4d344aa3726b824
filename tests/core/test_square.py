"""The square board, against plain search and geometry."""

import heapq
import random

import numpy as np
import pytest

from sandtable.core.boards.square import UNREACHED, distance, inside, king_distance, reach, sight


def dijkstra(costs: np.ndarray, x: int, y: int, budget: int) -> dict[tuple[int, int], int]:
    found = {(x, y): 0}
    waiting = [(0, x, y)]
    while waiting:
        spent, x, y = heapq.heappop(waiting)
        if spent > found[x, y]:
            continue
        for dx, dy in ((1, 0), (-1, 0), (0, 1), (0, -1)):
            tx, ty = x + dx, y + dy
            if 0 <= ty < costs.shape[0] and 0 <= tx < costs.shape[1] and costs[ty, tx]:
                total = spent + int(costs[ty, tx])
                if total <= budget and total < found.get((tx, ty), 1_000):
                    found[tx, ty] = total
                    heapq.heappush(waiting, (total, tx, ty))
    return found


@pytest.mark.parametrize("seed", range(12))
def test_reach_is_the_cheapest_way(seed: int) -> None:
    chance = random.Random(seed)
    columns, rows = chance.randint(1, 12), chance.randint(1, 9)
    costs = np.array([[chance.choice((0, 1, 1, 2, 3)) for _ in range(columns)] for _ in range(rows)], np.int8)
    x, y, budget = chance.randrange(columns), chance.randrange(rows), chance.randint(0, 9)
    spent, came = np.zeros((rows, columns), np.int16), np.zeros((rows, columns), np.int8)
    count = reach(costs, columns, rows, x, y, budget, spent, came, np.zeros(rows * columns, np.int16))
    expected = dijkstra(costs, x, y, budget)
    found = {
        (column, row): int(spent[row, column])
        for row in range(rows)
        for column in range(columns)
        if spent[row, column] != UNREACHED
    }
    assert found == expected
    assert count == len(expected)
    for column, row in found:
        if (column, row) != (x, y):
            back = ((0, 1), (-1, 0), (0, -1), (1, 0))[came[row, column]]
            before = (column + back[0], row + back[1])
            assert found[before] + int(costs[row, column]) == found[column, row]


def test_distances() -> None:
    assert distance(0, 0, 3, 4) == 7
    assert king_distance(0, 0, 3, 4) == 4
    assert distance(np.int8(100), np.int8(0), np.int8(-100), np.int8(0)) == 200
    assert inside(3, 2, 2, 1) and not inside(3, 2, 3, 1) and not inside(3, 2, 0, -1)


def test_sight_is_the_same_both_ways_and_meets_what_the_line_crosses() -> None:
    chance = random.Random(3)
    for _ in range(300):
        blocks = np.array([[chance.random() < 0.25 for _ in range(9)] for _ in range(9)], np.int8)
        ax, ay, bx, by = (chance.randrange(9) for _ in range(4))
        seen = bool(sight(blocks, ax, ay, bx, by))
        assert seen == bool(sight(blocks, bx, by, ax, ay))
        assert seen == clear(blocks, ax, ay, bx, by)


def clear(blocks: np.ndarray, ax: int, ay: int, bx: int, by: int) -> bool:
    """A square blocks if the line passes through its inside; a corner only if both beside it block."""
    dx, dy = bx - ax, by - ay
    for y in range(9):
        for x in range(9):
            if blocks[y, x] and (x, y) not in ((ax, ay), (bx, by)) and _crosses(ax, ay, dx, dy, x, y):
                return False
    steps = 2 * max(abs(dx), abs(dy))
    for i in range(1, steps):
        fx, fy = 2 * ax * steps + 2 * dx * i, 2 * ay * steps + 2 * dy * i
        if fx % (2 * steps) == steps and fy % (2 * steps) == steps:
            lx, ly = fx // (2 * steps), fy // (2 * steps)
            beside = ((lx + (dx < 0), ly + (dy > 0)), (lx + (dx > 0), ly + (dy < 0)))
            if all(blocks[y, x] for x, y in beside):
                return False
    return True


def _crosses(ax: int, ay: int, dx: int, dy: int, x: int, y: int) -> bool:
    """Whether the segment has a point strictly inside the unit square around (x, y): exact, in doubles."""
    from fractions import Fraction

    low, high = Fraction(0), Fraction(1)
    for start, change, middle in ((ax, dx, x), (ay, dy, y)):
        near, far = Fraction(2 * middle - 1, 2), Fraction(2 * middle + 1, 2)
        if change == 0:
            if not near < start < far:
                return False
            continue
        ends = sorted(((near - start) / change, (far - start) / change))
        low, high = max(low, ends[0]), min(high, ends[1])
    return low < high
