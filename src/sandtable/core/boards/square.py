"""The square board: columns run east from 0, rows run south from 0."""

from __future__ import annotations

from sandtable.core.compile import rule
from sandtable.core.record import Ints

NORTH, EAST, SOUTH, WEST = 0, 1, 2, 3
UNREACHED = 10_000


@rule
def step_x(direction: int) -> int:
    """Columns moved by one cardinal step."""
    return (direction == EAST) - (direction == WEST)


@rule
def step_y(direction: int) -> int:
    """Rows moved by one cardinal step."""
    return (direction == SOUTH) - (direction == NORTH)


@rule
def distance(x1: int, y1: int, x2: int, y2: int) -> int:
    """Cardinal steps between two squares."""
    return abs(int(x1) - int(x2)) + abs(int(y1) - int(y2))


@rule
def king_distance(x1: int, y1: int, x2: int, y2: int) -> int:
    """Steps between two squares when a diagonal counts as one."""
    return max(abs(int(x1) - int(x2)), abs(int(y1) - int(y2)))


@rule
def inside(columns: int, rows: int, x: int, y: int) -> bool:
    """Whether a square lies on a board of this size."""
    return 0 <= x < columns and 0 <= y < rows


@rule
def reach(
    costs: Ints, columns: int, rows: int, x: int, y: int, budget: int, spent: Ints, came: Ints, queue: Ints
) -> int:
    """Where cardinal steps lead within ``budget``; the number of squares reached.

    ``costs[y, x]`` is what entering a square costs, 0 if it cannot be entered. Fills ``spent[y, x]``
    (`UNREACHED` elsewhere) and ``came[y, x]``, the direction of the last step (-1 at the start).
    ``queue`` is working space, one entry a square; each square may be queued once at a time.
    """
    size = columns * rows
    for row in range(rows):
        for column in range(columns):
            spent[row, column] = UNREACHED
            came[row, column] = -1
    spent[y, x] = 0
    queue[0] = y * columns + x
    head, waiting, found = 0, 1, 1
    while waiting > 0:
        at = int(queue[head])
        head = (head + 1) % size
        waiting -= 1
        here_x, here_y = at % columns, at // columns
        for direction in range(4):
            to_x, to_y = here_x + step_x(direction), here_y + step_y(direction)
            if not inside(columns, rows, to_x, to_y) or costs[to_y, to_x] == 0:
                continue
            total = int(spent[here_y, here_x]) + int(costs[to_y, to_x])
            if total > budget or total >= spent[to_y, to_x]:
                continue
            if spent[to_y, to_x] == UNREACHED:
                found += 1
            spent[to_y, to_x] = total
            came[to_y, to_x] = direction
            if not _queued(queue, head, waiting, size, to_y * columns + to_x):
                queue[(head + waiting) % size] = to_y * columns + to_x
                waiting += 1
    return found


@rule
def _queued(queue: Ints, head: int, waiting: int, size: int, square: int) -> bool:
    for i in range(waiting):  # a generator does not compile
        if queue[(head + i) % size] == square:
            return True
    return False


@rule
def sight(blocks: Ints, x1: int, y1: int, x2: int, y2: int) -> bool:
    """Whether the straight line between two square centres meets no blocking square between them.

    ``blocks[y, x]`` is not 0 where sight is blocked. A line through a corner passes if either square
    beside the corner is free. The ends themselves never block.
    """
    dx, dy = abs(x2 - x1), abs(y2 - y1)
    way_x = (x2 > x1) - (x2 < x1)
    way_y = (y2 > y1) - (y2 < y1)
    x, y = x1, y1
    done_x, done_y = 0, 0
    while done_x < dx or done_y < dy:
        lead = (1 + 2 * done_x) * dy - (1 + 2 * done_y) * dx
        if lead == 0:
            if blocks[y, x + way_x] != 0 and blocks[y + way_y, x] != 0:
                return False
            x += way_x
            y += way_y
            done_x += 1
            done_y += 1
        elif lead < 0:
            x += way_x
            done_x += 1
        else:
            y += way_y
            done_y += 1
        if (x != x2 or y != y2) and blocks[y, x] != 0:
            return False
    return True
