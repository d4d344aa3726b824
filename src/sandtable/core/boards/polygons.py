"""Terrain of a free table: simple polygons, tested exactly.

A polygon is the run of corners ``first..last - 1`` of two integer arrays ``xs, ys``, counter-clockwise,
without repeated corners and without edges that touch elsewhere than at their common corner (`simple` and
`area2` check that). Its border belongs to it. Positions lie in the domain of `free`, so that

- a cross product is below ``2**30``, its product with another or with a squared length below ``2**60``;
- a place along a segment is a fraction, its parts at most a sum of two such numbers: two places are compared
  by cross-multiplying, below ``2**62``.

A path crosses the border of a polygon at an edge or runs over a corner. Each such place is judged by
itself: does the path go on inside, behind it, or outside? That needs no division and no order of places.
"""

from __future__ import annotations

from typing import Any

from sandtable.core.boards.free import beside, cross, distance2, dot, root, segment_distance2, turn
from sandtable.core.compile import rule

OUTSIDE, BORDER, INSIDE = -1, 0, 1


@rule
def area2(xs: Any, ys: Any, first: int, last: int) -> int:
    """Twice the area; above 0 if the corners run counter-clockwise."""
    total = 0
    j = last - 1
    for i in range(first, last):
        total += cross(int(xs[j]), int(ys[j]), int(xs[i]), int(ys[i]))
        j = i
    return total


@rule
def simple(xs: Any, ys: Any, first: int, last: int) -> bool:
    """Whether no two edges meet except neighbours in their common corner, and no corner is repeated."""
    n = last - first
    if n < 3:
        return False
    for i in range(n):
        a, b = first + i, first + (i + 1) % n
        if xs[a] == xs[b] and ys[a] == ys[b]:
            return False
        for k in range(i + 1, n):
            c, d = first + k, first + (k + 1) % n
            if k == i + 1 or (i == 0 and k == n - 1):
                shared, u, v = (b, a, d) if k == i + 1 else (a, b, c)
                ux, uy = int(xs[u]) - int(xs[shared]), int(ys[u]) - int(ys[shared])
                vx, vy = int(xs[v]) - int(xs[shared]), int(ys[v]) - int(ys[shared])
                if cross(ux, uy, vx, vy) == 0 and dot(ux, uy, vx, vy) > 0:
                    return False
            elif segments_meet(
                int(xs[a]), int(ys[a]), int(xs[b]), int(ys[b]), int(xs[c]), int(ys[c]), int(xs[d]), int(ys[d])
            ):
                return False
    return True


@rule
def place(xs: Any, ys: Any, first: int, last: int, x: int, y: int) -> int:
    """INSIDE, BORDER or OUTSIDE: where a point lies."""
    odd = False
    ax, ay = int(xs[last - 1]), int(ys[last - 1])
    for i in range(first, last):
        bx, by = int(xs[i]), int(ys[i])
        side = turn(ax, ay, bx, by, x, y)
        if side == 0 and min(ax, bx) <= x <= max(ax, bx) and min(ay, by) <= y <= max(ay, by):
            return BORDER
        if (ay > y) != (by > y) and (side > 0) == (by > ay):
            odd = not odd
        ax, ay = bx, by
    return INSIDE if odd else OUTSIDE


@rule
def contains(xs: Any, ys: Any, first: int, last: int, x: int, y: int) -> bool:
    """Whether a point lies in the polygon or on its border."""
    return place(xs, ys, first, last, x, y) >= BORDER


@rule
def segments_meet(ax: int, ay: int, bx: int, by: int, cx: int, cy: int, dx: int, dy: int) -> bool:
    """Whether the segments ``a b`` and ``c d`` have a point in common."""
    if max(ax, bx) < min(cx, dx) or max(cx, dx) < min(ax, bx):
        return False
    if max(ay, by) < min(cy, dy) or max(cy, dy) < min(ay, by):
        return False
    c, d = turn(ax, ay, bx, by, cx, cy), turn(ax, ay, bx, by, dx, dy)
    if (c > 0 and d > 0) or (c < 0 and d < 0):
        return False
    a, b = turn(cx, cy, dx, dy, ax, ay), turn(cx, cy, dx, dy, bx, by)
    return not ((a > 0 and b > 0) or (a < 0 and b < 0))


@rule
def meets(xs: Any, ys: Any, first: int, last: int, ax: int, ay: int, bx: int, by: int) -> bool:
    """Whether any point of the segment ``a b`` lies in the polygon or on its border."""
    if contains(xs, ys, first, last, ax, ay):
        return True
    cx, cy = int(xs[last - 1]), int(ys[last - 1])
    for i in range(first, last):
        dx, dy = int(xs[i]), int(ys[i])
        if segments_meet(ax, ay, bx, by, cx, cy, dx, dy):
            return True
        cx, cy = dx, dy
    return False


@rule
def opens(xs: Any, ys: Any, first: int, last: int, i: int, dx: int, dy: int) -> bool:
    """Whether the direction ``d`` leads from corner ``i`` into the polygon or along its border."""
    before = last - 1 if i == first else i - 1
    after = first if i == last - 1 else i + 1
    x, y = int(xs[i]), int(ys[i])
    ux, uy = int(xs[before]) - x, int(ys[before]) - y
    wx, wy = int(xs[after]) - x, int(ys[after]) - y
    if cross(wx, wy, ux, uy) >= 0:
        return cross(wx, wy, dx, dy) >= 0 and cross(dx, dy, ux, uy) >= 0
    return not (cross(ux, uy, dx, dy) > 0 and cross(dx, dy, wx, wy) > 0)


@rule
def on_segment(ax: int, ay: int, bx: int, by: int, x: int, y: int) -> bool:
    """Whether a point lies on the segment ``a b``, ends included."""
    if turn(ax, ay, bx, by, x, y) != 0:
        return False
    return min(ax, bx) <= x <= max(ax, bx) and min(ay, by) <= y <= max(ay, by)


@rule
def exits(xs: Any, ys: Any, first: int, last: int, ax: int, ay: int, bx: int, by: int) -> int:
    """How often the way from ``a`` to ``b`` leaves the polygon.

    Counted where the way is on the border and goes on outside, at ``a`` included, at ``b`` not: so the
    counts of the legs of a path add up to that of the path. To touch the border from outside is to enter
    and to leave.
    """
    count = 0
    cx, cy = int(xs[last - 1]), int(ys[last - 1])
    c = turn(ax, ay, bx, by, cx, cy)
    for i in range(first, last):
        dx, dy = int(xs[i]), int(ys[i])
        d = turn(ax, ay, bx, by, dx, dy)
        if (c > 0 and d < 0) or (c < 0 and d > 0):
            if turn(cx, cy, dx, dy, ax, ay) >= 0 and turn(cx, cy, dx, dy, bx, by) < 0:
                count += 1
        elif d == 0 and on_segment(ax, ay, bx, by, dx, dy) and (dx != bx or dy != by):
            if not opens(xs, ys, first, last, i, bx - dx, by - dy):
                count += 1
        cx, cy, c = dx, dy, d
    return count


@rule
def runs_through(xs: Any, ys: Any, first: int, last: int, ax: int, ay: int, bx: int, by: int) -> bool:
    """Whether a part of the segment ``a b`` longer than a point lies in the polygon or along its border."""
    if ax == bx and ay == by:
        return False
    cx, cy = int(xs[last - 1]), int(ys[last - 1])
    c = turn(ax, ay, bx, by, cx, cy)
    border = False
    for i in range(first, last):
        dx, dy = int(xs[i]), int(ys[i])
        d = turn(ax, ay, bx, by, dx, dy)
        if (c > 0 and d < 0) or (c < 0 and d > 0):
            a, b = turn(cx, cy, dx, dy, ax, ay), turn(cx, cy, dx, dy, bx, by)
            if (a > 0 and b <= 0) or (b > 0 and a <= 0):
                return True
            if a == 0 or b == 0:
                border = True
        elif d == 0 and on_segment(ax, ay, bx, by, dx, dy):
            border = True
            if (dx != bx or dy != by) and opens(xs, ys, first, last, i, bx - dx, by - dy):
                return True
            if (dx != ax or dy != ay) and opens(xs, ys, first, last, i, ax - dx, ay - dy):
                return True
        cx, cy, c = dx, dy, d
    return not border and contains(xs, ys, first, last, ax, ay)


@rule
def near_segment(
    xs: Any, ys: Any, first: int, last: int, ax: int, ay: int, bx: int, by: int, reach: int
) -> bool:
    """Whether the polygon is nearer than ``reach`` to the segment ``a b`` (a point if ``a == b``).

    So a base of radius ``reach`` that goes from ``a`` to ``b`` overlaps the polygon; to touch is not near.
    """
    if reach > 0 and meets(xs, ys, first, last, ax, ay, bx, by):
        return True
    square = reach * reach
    cx, cy = int(xs[last - 1]), int(ys[last - 1])
    for i in range(first, last):
        dx, dy = int(xs[i]), int(ys[i])
        if beside(ax, ay, bx, by, dx, dy, square) < 0:
            return True
        if beside(cx, cy, dx, dy, ax, ay, square) < 0 or beside(cx, cy, dx, dy, bx, by, square) < 0:
            return True
        cx, cy = dx, dy
    return False


@rule
def holds(xs: Any, ys: Any, first: int, last: int, x: int, y: int, r: int) -> bool:
    """Whether a base lies wholly in the polygon; its rim may touch the border."""
    if not contains(xs, ys, first, last, x, y):
        return False
    cx, cy = int(xs[last - 1]), int(ys[last - 1])
    for i in range(first, last):
        dx, dy = int(xs[i]), int(ys[i])
        if beside(cx, cy, dx, dy, x, y, r * r) < 0:
            return False
        cx, cy = dx, dy
    return True


@rule
def distance(xs: Any, ys: Any, first: int, last: int, x: int, y: int) -> int:
    """Distance of a point from the polygon in whole hundredths, rounded down; 0 in it."""
    if contains(xs, ys, first, last, x, y):
        return 0
    cx, cy = int(xs[last - 1]), int(ys[last - 1])
    nearest = distance2(cx, cy, x, y)
    for i in range(first, last):
        dx, dy = int(xs[i]), int(ys[i])
        nearest = min(nearest, segment_distance2(cx, cy, dx, dy, x, y))
        cx, cy = dx, dy
    return root(nearest)


# Several polygons together: how far along a segment, as a fraction, they cover it without a hole.


@rule
def covered_to(
    xs: Any, ys: Any, first: int, last: int, ax: int, ay: int, bx: int, by: int, over: int, under: int
) -> tuple[int, int]:
    """How far the polygon covers the segment ``a b`` without a hole, from the place ``over / under`` on.

    Places are fractions of the way from ``a`` (0/1) to ``b`` (1/1). Returns the place given if the polygon
    does not cover the way just behind it, else the place where that cover ends, 1/1 at most.
    """
    inside = contains(xs, ys, first, last, ax, ay)
    latest_over, latest_under = -1, 1
    end_over, end_under = 1, 1
    cx, cy = int(xs[last - 1]), int(ys[last - 1])
    c = turn(ax, ay, bx, by, cx, cy)
    for i in range(first, last):
        dx, dy = int(xs[i]), int(ys[i])
        d = turn(ax, ay, bx, by, dx, dy)
        at_over, at_under = -1, 1
        onward = False
        if (c > 0 and d < 0) or (c < 0 and d > 0):
            at_over = turn(cx, cy, dx, dy, ax, ay)
            at_under = at_over - turn(cx, cy, dx, dy, bx, by)
            if at_under < 0:
                at_over, at_under = -at_over, -at_under
                onward = True
            if at_over > at_under:
                at_over = -1
        elif d == 0 and on_segment(ax, ay, bx, by, dx, dy) and (dx != bx or dy != by):
            at_over = dot(bx - ax, by - ay, dx - ax, dy - ay)
            at_under = distance2(ax, ay, bx, by)
            onward = opens(xs, ys, first, last, i, bx - dx, by - dy)
        if at_over >= 0:
            if at_over * under <= over * at_under:
                if at_over * latest_under > latest_over * at_under:
                    latest_over, latest_under, inside = at_over, at_under, onward
            elif not onward and at_over * end_under < end_over * at_under:
                end_over, end_under = at_over, at_under
        cx, cy, c = dx, dy, d
    if inside:
        return end_over, end_under
    return over, under


@rule
def covered(xs: Any, ys: Any, pieces: Any, chosen: int, ax: int, ay: int, bx: int, by: int) -> bool:
    """Whether the union of polygons covers the whole segment ``a b``.

    ``pieces`` is a row of records with ``first`` and ``last``, ``chosen`` a set of its first 60, a bit each.
    """
    over, under = 0, 1
    moved = True
    while moved and over < under:
        moved = False
        piece = 0
        rest = chosen
        while rest != 0 and over < under:
            if rest & 1:
                new_over, new_under = covered_to(
                    xs, ys, int(pieces[piece].first), int(pieces[piece].last), ax, ay, bx, by, over, under
                )
                if new_over * under > over * new_under:
                    over, under, moved = new_over, new_under, True
            rest >>= 1
            piece += 1
    return over >= under
