"""Terrain: what a place does to a stand, and what a path through it costs."""

from __future__ import annotations

from sandtable.core.boards.free import box
from sandtable.core.boards.polygons import contains, covered, exits, meets, near_segment
from sandtable.core.compile import rule
from sandtable.core.record import Ints
from sandtable.rulebooks.formation.state import (
    AIRCRAFT,
    COVER,
    DIFFICULT,
    IMPASSABLE,
    SLOW,
    VEHICLE,
    Piece,
    Scenario,
)


@rule
def column(cls: int) -> int:
    """The column of the terrain table for a class; a landing aircraft counts as a vehicle (FM-LAND-12)."""
    return min(cls, VEHICLE)


@rule
def in_box(piece: Piece, x: int, y: int) -> bool:
    """Whether a point lies in the box round a piece."""
    return int(piece.left) <= x <= int(piece.right) and int(piece.low) <= y <= int(piece.high)


@rule
def on_piece(scenario: Scenario, piece: Piece, x: int, y: int) -> bool:
    """Whether a point lies on a piece of terrain, its border included (FM-R26)."""
    return in_box(piece, x, y) and contains(
        scenario.corner_x, scenario.corner_y, int(piece.first), int(piece.last), x, y
    )


@rule
def effects_at(scenario: Scenario, cls: int, x: int, y: int) -> int:
    """Effects of the terrain at a point on a class, a bit each (FM-TERR-01, 10); none on a road (FM-R93)."""
    found = 0
    for p in range(int(scenario.pieces)):
        piece = scenario.piece[p]
        if not in_box(piece, x, y):
            continue
        ground = scenario.ground[int(piece.ground)]
        effects = int(ground.effects[column(cls)])
        if (effects != 0 or int(ground.road)) and on_piece(scenario, piece, x, y):
            if int(ground.road):
                return 0
            found |= effects
    return found


@rule
def in_cover(scenario: Scenario, cls: int, x: int, y: int) -> bool:
    """Whether a stand of a class is in cover at a place (FM-TERR-05, FM-R26); aircraft see `firepower`."""
    return cls != AIRCRAFT and effects_at(scenario, cls, x, y) & COVER != 0


@rule
def on_raised(scenario: Scenario, x: int, y: int) -> bool:
    """Whether a point lies on a hill or other raised terrain (FM-TERR-23)."""
    for p in range(int(scenario.pieces)):
        piece = scenario.piece[p]
        if not in_box(piece, x, y):
            continue
        if int(scenario.ground[int(piece.ground)].raised) and on_piece(scenario, piece, x, y):
            return True
    return False


@rule
def apart(piece: Piece, ax: int, ay: int, bx: int, by: int, r: int) -> bool:
    """Whether a leg with a base of radius ``r`` stays clear of the box round a piece."""
    return (
        max(ax, bx) + r < int(piece.left)
        or min(ax, bx) - r > int(piece.right)
        or max(ay, by) + r < int(piece.low)
        or min(ay, by) - r > int(piece.high)
    )


@rule
def leg_is_barred(scenario: Scenario, cls: int, r: int, ax: int, ay: int, bx: int, by: int) -> bool:
    """Whether a base going from ``a`` to ``b`` overlaps impassable terrain (FM-TERR-09, FM-R91)."""
    for p in range(int(scenario.pieces)):
        piece = scenario.piece[p]
        if int(scenario.ground[int(piece.ground)].effects[column(cls)]) & IMPASSABLE:
            if not apart(piece, ax, ay, bx, by, r) and near_segment(
                scenario.corner_x, scenario.corner_y, int(piece.first), int(piece.last), ax, ay, bx, by, r
            ):
                return True
    return False


@rule
def path_is_difficult(scenario: Scenario, cls: int, xs: Ints, ys: Ints, n: int) -> bool:
    """Whether a path of ``n`` points touches difficult terrain (FM-TERR-06, FM-R89)."""
    for p in range(int(scenario.pieces)):
        piece = scenario.piece[p]
        if not int(scenario.ground[int(piece.ground)].effects[column(cls)]) & DIFFICULT:
            continue
        for i in range(n - 1):
            ax, ay, bx, by = int(xs[i]), int(ys[i]), int(xs[i + 1]), int(ys[i + 1])
            if not apart(piece, ax, ay, bx, by, 0) and meets(
                scenario.corner_x, scenario.corner_y, int(piece.first), int(piece.last), ax, ay, bx, by
            ):
                return True
    return False


@rule
def path_is_barred(scenario: Scenario, cls: int, r: int, xs: Ints, ys: Ints, n: int) -> int:
    """IMPASSABLE or SLOW if such terrain forbids a base a path of ``n`` points, 0 if none does."""
    left, right, low, high = box(xs, ys, n)
    found = 0
    for p in range(int(scenario.pieces)):
        piece = scenario.piece[p]
        if apart(piece, left, low, right, high, r):
            continue
        effects = int(scenario.ground[int(piece.ground)].effects[column(cls)])
        if effects & IMPASSABLE and runs_into(scenario, piece, r, xs, ys, n):
            return IMPASSABLE
        if effects & SLOW and leaves(scenario, piece, xs, ys, n):
            found = SLOW
    return found


@rule
def runs_into(scenario: Scenario, piece: Piece, r: int, xs: Ints, ys: Ints, n: int) -> bool:
    """Whether a base on a path overlaps a piece of terrain (FM-TERR-09, FM-R91)."""
    for i in range(n - 1):
        ax, ay, bx, by = int(xs[i]), int(ys[i]), int(xs[i + 1]), int(ys[i + 1])
        if not apart(piece, ax, ay, bx, by, r) and near_segment(
            scenario.corner_x, scenario.corner_y, int(piece.first), int(piece.last), ax, ay, bx, by, r
        ):
            return True
    return False


@rule
def leaves(scenario: Scenario, piece: Piece, xs: Ints, ys: Ints, n: int) -> bool:
    """Whether a path enters a piece of terrain and leaves it, unless it began there (FM-TERR-08)."""
    left = 0
    for i in range(n - 1):
        ax, ay, bx, by = int(xs[i]), int(ys[i]), int(xs[i + 1]), int(ys[i + 1])
        if not apart(piece, ax, ay, bx, by, 0):
            left += exits(
                scenario.corner_x, scenario.corner_y, int(piece.first), int(piece.last), ax, ay, bx, by
            )
    return left > 1 or (left == 1 and not on_piece(scenario, piece, int(xs[0]), int(ys[0])))


@rule
def path_is_road(scenario: Scenario, xs: Ints, ys: Ints, n: int) -> bool:
    """Whether a whole path lies on roads and bridges (FM-TERR-24, FM-R92)."""
    for i in range(n - 1):
        if not leg_is_road(scenario, int(xs[i]), int(ys[i]), int(xs[i + 1]), int(ys[i + 1])):
            return False
    return n > 1


@rule
def leg_is_road(scenario: Scenario, ax: int, ay: int, bx: int, by: int) -> bool:
    """Whether roads and bridges together cover a leg without a hole."""
    roads = 0
    for p in range(int(scenario.pieces)):
        piece = scenario.piece[p]
        if int(scenario.ground[int(piece.ground)].road) and not apart(piece, ax, ay, bx, by, 0):
            roads |= 1 << p
    if roads == 0:
        return False
    return covered(
        scenario.corner_x,
        scenario.corner_y,
        scenario.piece,
        roads,
        ax,
        ay,
        bx,
        by,
    )
