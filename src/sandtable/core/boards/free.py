"""A free table: round bases at whole positions, measured exactly.

Lengths are whole hundredths of a centimetre. A position is the centre of a base; a base is a circle; the
gap of two bases is the distance of their nearest points. Nothing is rounded in a comparison: distances are
compared by their squares, as whole numbers, so that every machine gives the same answer, on the border too.

Domain: coordinates lie in ``0..SPAN`` (two metres), radii and reaches in ``0..SPAN``. Then

- a squared distance is at most ``2 * SPAN**2 = 8e8 < 2**30``, and so is the magnitude of `cross` and `dot`
  of two differences of positions;
- `beside` compares ``cross**2`` with ``squared * length**2``: both at most ``(8e8)**2 = 6.4e17 < 2**60``;
- `length` shifts a squared distance by 20 bits: less than ``2**50``.

So nothing here comes near ``2**63``. Position arguments are plain numbers or integer arrays of any width,
which are widened before they are used.
"""

from __future__ import annotations

from typing import Any

from sandtable.core.compile import rule

SPAN = 20_000  # hundredths of a centimetre: the widest table that the proofs above allow
CENTIMETRE = 100
FINE = 1_024  # `length` counts in 1/1024 of a hundredth of a centimetre


@rule
def root(square: int) -> int:
    """The square root of a number in ``0..2**60``, rounded down.

    Newton's method: from between 3/4 and 3/2 of the root, four steps come within 1 above it.
    """
    if square == 0:
        return 0
    found = 1 << 15 if square < 1 << 30 else 1 << 30
    while found * found > square << 2:
        found >>= 1
    found = found * 3 >> 2
    for _ in range(4):
        found = (found + square // found) >> 1
    return found - 1 if found * found > square else found


@rule
def cross(ax: int, ay: int, bx: int, by: int) -> int:
    """Cross product of two vectors: above 0 if ``b`` lies to the left of ``a``, 0 if they are in line."""
    return ax * by - ay * bx


@rule
def dot(ax: int, ay: int, bx: int, by: int) -> int:
    """Scalar product of two vectors."""
    return ax * bx + ay * by


@rule
def turn(ax: int, ay: int, bx: int, by: int, cx: int, cy: int) -> int:
    """Above 0 if ``c`` lies to the left of the line from ``a`` to ``b``, below 0 to the right, 0 on it."""
    return (bx - ax) * (cy - ay) - (by - ay) * (cx - ax)


@rule
def distance2(ax: int, ay: int, bx: int, by: int) -> int:
    """Squared distance of two points."""
    return (bx - ax) * (bx - ax) + (by - ay) * (by - ay)


@rule
def gap(ax: int, ay: int, ar: int, bx: int, by: int, br: int) -> int:
    """Gap of two bases in whole hundredths, rounded down; below 0 where they overlap."""
    return root(distance2(ax, ay, bx, by)) - ar - br


@rule
def within(ax: int, ay: int, ar: int, bx: int, by: int, br: int, reach: int) -> bool:
    """Whether the gap of two bases is at most ``reach``; overlapping bases are within any reach."""
    far = ar + br + reach
    return distance2(ax, ay, bx, by) <= far * far


@rule
def overlap(ax: int, ay: int, ar: int, bx: int, by: int, br: int) -> bool:
    """Whether two bases share more than a point of their rims."""
    near = ar + br
    return distance2(ax, ay, bx, by) < near * near


@rule
def nearer(ax: int, ay: int, ar: int, bx: int, by: int, br: int, than: int) -> bool:
    """Whether the `gap` of two bases is below ``than``; it takes no root to tell."""
    far = ar + br + than
    return far > 0 and distance2(ax, ay, bx, by) < far * far


@rule
def on_table(x: int, y: int, r: int, width: int, depth: int) -> bool:
    """Whether the whole base lies on a table of ``width`` by ``depth``; its rim may touch the edge."""
    return x >= r and y >= r and x + r <= width and y + r <= depth


@rule
def beside(ax: int, ay: int, bx: int, by: int, x: int, y: int, square: int) -> int:
    """Compare the distance of a point from the segment ``a b`` with the root of ``square``.

    Returns -1 (nearer), 0 (equal) or 1 (farther). ``square`` is at most ``2 * SPAN**2``.
    """
    along = dot(bx - ax, by - ay, x - ax, y - ay)
    length2 = distance2(ax, ay, bx, by)
    if along <= 0:
        left, right = distance2(ax, ay, x, y), square
    elif along >= length2:
        left, right = distance2(bx, by, x, y), square
    else:
        off = turn(ax, ay, bx, by, x, y)
        left, right = off * off, square * length2
    if left < right:
        return -1
    return 1 if left > right else 0


@rule
def passes(ax: int, ay: int, bx: int, by: int, x: int, y: int, r: int) -> bool:
    """Whether the segment ``a b`` passes through the disc: nearer to its centre than its radius."""
    return beside(ax, ay, bx, by, x, y, r * r) < 0


@rule
def segment_distance2(ax: int, ay: int, bx: int, by: int, x: int, y: int) -> int:
    """Squared distance of a point from the segment ``a b``, rounded down."""
    along = dot(bx - ax, by - ay, x - ax, y - ay)
    length2 = distance2(ax, ay, bx, by)
    if along <= 0:
        return distance2(ax, ay, x, y)
    if along >= length2:
        return distance2(bx, by, x, y)
    off = turn(ax, ay, bx, by, x, y)
    return off * off // length2


# Paths: a base's centre goes along straight legs, ``xs[0], ys[0]`` to ``xs[n - 1], ys[n - 1]``.


@rule
def length(xs: Any, ys: Any, n: int) -> int:
    """Length of a path in 1/FINE of a hundredth, each leg rounded down."""
    total = 0
    for i in range(n - 1):
        total += root(distance2(int(xs[i]), int(ys[i]), int(xs[i + 1]), int(ys[i + 1])) << 20)
    return total


@rule
def box(xs: Any, ys: Any, n: int) -> tuple[int, int, int, int]:
    """The box round a path: left, right, low, high."""
    left, right, low, high = int(xs[0]), int(xs[0]), int(ys[0]), int(ys[0])
    for i in range(1, n):
        left, right = min(left, int(xs[i])), max(right, int(xs[i]))
        low, high = min(low, int(ys[i])), max(high, int(ys[i]))
    return left, right, low, high


@rule
def clear_of(xs: Any, ys: Any, n: int, x: int, y: int, reach: int) -> bool:
    """Whether no point of the path comes nearer to a point than ``reach`` (to touch is allowed)."""
    square = reach * reach
    if n == 1:
        return distance2(int(xs[0]), int(ys[0]), x, y) >= square
    for i in range(n - 1):
        if beside(int(xs[i]), int(ys[i]), int(xs[i + 1]), int(ys[i + 1]), x, y, square) < 0:
            return False
    return True


@rule
def keeps_out(xs: Any, ys: Any, n: int, x: int, y: int, zone: int) -> bool:
    """Whether a path stays out of the closed zone of radius ``zone`` round a point.

    A path that starts inside may leave, but until it has left it may never be nearer to the point than it
    began, and once outside it may not come back. (Along a straight leg the distance first falls and then
    rises, so a leg that starts inside and ends outside has left for good.)
    """
    square = zone * zone
    start = distance2(int(xs[0]), int(ys[0]), x, y)
    outside = start > square
    for i in range(n - 1):
        bx = int(xs[i + 1])
        by = int(ys[i + 1])
        if outside:
            if beside(int(xs[i]), int(ys[i]), bx, by, x, y, square) <= 0:
                return False
        elif beside(int(xs[i]), int(ys[i]), bx, by, x, y, start) < 0:
            return False
        else:
            outside = distance2(bx, by, x, y) > square
    return True


# Groups: sets of at most 60 bases are bit masks, bit i for base i.


@rule
def linked(xs: Any, ys: Any, rs: Any, i: int, others: int, reach: int) -> int:
    """Those of ``others`` (a mask) whose gap to base ``i`` is at most ``reach``, without ``i`` itself."""
    found = 0
    j = 0
    rest = others
    while rest != 0:
        if rest & 1 and j != i:
            if within(int(xs[i]), int(ys[i]), int(rs[i]), int(xs[j]), int(ys[j]), int(rs[j]), reach):
                found |= 1 << j
        rest >>= 1
        j += 1
    return found


@rule
def group_of(xs: Any, ys: Any, rs: Any, links: Any, i: int, members: int) -> int:
    """The members connected with base ``i`` by links, ``i`` included.

    Two bases are linked if their gap is at most the longer of their two ``links``.
    """
    group = 1 << i
    waiting = group
    while waiting != 0:
        at = 0
        while not (waiting >> at) & 1:
            at += 1
        waiting &= ~(1 << at)
        j = 0
        rest = members & ~group
        while rest != 0:
            if rest & 1:
                reach = max(int(links[at]), int(links[j]))
                if within(int(xs[at]), int(ys[at]), int(rs[at]), int(xs[j]), int(ys[j]), int(rs[j]), reach):
                    group |= 1 << j
                    waiting |= 1 << j
            rest >>= 1
            j += 1
    return group


@rule
def groups(xs: Any, ys: Any, rs: Any, links: Any, members: int) -> int:
    """How many connected groups the members form."""
    count = 0
    i = 0
    rest = members
    while rest != 0:
        while not (rest >> i) & 1:
            i += 1
        rest &= ~group_of(xs, ys, rs, links, i, rest)
        count += 1
    return count


@rule
def coherent(xs: Any, ys: Any, rs: Any, links: Any, members: int) -> bool:
    """Whether the members are one connected group, each with a neighbour within its own link.

    A lone base, or none, is coherent.
    """
    if members & (members - 1) == 0:
        return True
    i = 0
    rest = members
    while rest != 0:
        if rest & 1 and linked(xs, ys, rs, i, members, int(links[i])) == 0:
            return False
        rest >>= 1
        i += 1
    return groups(xs, ys, rs, links, members) == 1
