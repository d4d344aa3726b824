"""The free table's geometry against shapely, and at its borders against exact fractions.

Two worlds are drawn at random: a narrow one of few whole positions, where everything touches, is in line or
shares corners, and a wide one of the size of the table. Shapely computes in floating point; where it cannot
tell two distances apart (closer than ``BLUR``), the exact `Fraction` decides.
"""

from __future__ import annotations

import random
from fractions import Fraction
from math import isqrt

import numpy as np
import pytest
import shapely

from sandtable.core.boards import free, polygons
from sandtable.core.compile import INTERPRETED
from sandtable.core.record import Record, blank, i16

BLUR = 1e-6
TABLE = 18_300
SAMPLES = 5_000 if INTERPRETED else 25_000


def batch(function):
    """Compile a loop of the tests, as rules are compiled."""
    if INTERPRETED:
        return function
    import numba

    return numba.njit(error_model="numpy")(function)


def draw_polygons(rng, count, corners, size):
    """``count`` simple polygons: corner arrays (count, corners), counter-clockwise, and shapely's."""
    found = []
    have = 0
    while have < count:
        if size < 100:
            points = rng.integers(0, size + 1, (4 * count, corners, 2))
        else:
            centre = rng.integers(2_000, size - 2_000, (count, 1, 2))
            angles = np.sort(rng.uniform(0, 2 * np.pi, (count, corners)), axis=1)
            far = rng.uniform(100, 2_000, (count, corners))
            points = centre + np.rint(np.stack([far * np.cos(angles), far * np.sin(angles)], axis=2)).astype(
                int
            )
        shapes = shapely.polygons(points.astype(float))
        distinct = np.array([len({tuple(p) for p in row}) == corners for row in points.tolist()])
        good = points[shapely.is_valid(shapes) & (shapely.area(shapes) > 0) & distinct]
        found.append(good)
        have += len(good)
    points = np.concatenate(found)[:count]
    xs, ys = points[:, :, 0].astype(np.int64), points[:, :, 1].astype(np.int64)
    turned = np.array([polygons.area2(x, y, 0, corners) < 0 for x, y in zip(xs, ys, strict=True)])
    xs[turned], ys[turned] = xs[turned, ::-1], ys[turned, ::-1]
    return xs, ys, shapely.polygons(np.stack([xs, ys], axis=2).astype(float))


@pytest.fixture(scope="module", params=["narrow 4", "narrow 7", "wide 5", "wide 9"])
def world(request):
    """Polygons with a segment each, of one size and number of corners."""
    kind, corners = request.param.split()
    size = 8 if kind == "narrow" else TABLE
    rng = np.random.default_rng([int(corners), size])
    xs, ys, shapes = draw_polygons(rng, SAMPLES // 5, int(corners), size)
    repeat = np.repeat(np.arange(len(xs)), 5)
    xs, ys, shapes = xs[repeat], ys[repeat], shapes[repeat]
    ends = rng.integers(0, size + 1, (len(xs), 4))
    if kind == "wide":  # near the polygon, and now and then from or to a corner or along an edge
        at = rng.integers(0, int(corners), len(xs))
        rows = np.arange(len(xs))
        near = rng.integers(-2_500, 2_500, (len(xs), 4)) + np.stack([xs[rows, at], ys[rows, at]] * 2, axis=1)
        ends = np.clip(near, 0, TABLE)
        corner = rng.random(len(xs)) < 0.2
        ends[corner, 0], ends[corner, 1] = xs[rows, at][corner], ys[rows, at][corner]
        edge = rng.random(len(xs)) < 0.05
        after = (at + 1) % int(corners)
        ends[edge, 2], ends[edge, 3] = xs[rows, after][edge], ys[rows, after][edge]
    segments = shapely.linestrings(ends.reshape(-1, 2, 2).astype(float))
    return xs, ys, shapes, ends.astype(np.int64), segments


@batch
def all_places(xs, ys, ends, out):
    for i in range(len(xs)):
        out[i] = polygons.place(xs[i], ys[i], 0, xs.shape[1], ends[i, 0], ends[i, 1])


def test_containment(world):
    xs, ys, shapes, ends, _ = world
    out = np.empty(len(xs), np.int64)
    all_places(xs, ys, ends, out)
    points = shapely.points(ends[:, :2].astype(float))
    expected = np.where(shapely.contains_properly(shapes, points), 1, -1)
    expected[shapely.touches(shapes, points)] = 0
    assert (out == expected).all()
    assert set(out) == {-1, 0, 1}


@batch
def all_sights(xs, ys, ends, through, touch):
    for i in range(len(xs)):
        ax, ay, bx, by = ends[i]
        through[i] = polygons.runs_through(xs[i], ys[i], 0, xs.shape[1], ax, ay, bx, by)
        touch[i] = polygons.meets(xs[i], ys[i], 0, xs.shape[1], ax, ay, bx, by)


def test_sight_and_contact_with_terrain(world):
    """A segment runs through a polygon if they share more than points; it meets it if they share any."""
    xs, ys, shapes, ends, segments = world
    through, touch = np.empty(len(xs), np.bool_), np.empty(len(xs), np.bool_)
    all_sights(xs, ys, ends, through, touch)
    moving = (ends[:, 0] != ends[:, 2]) | (ends[:, 1] != ends[:, 3])
    shared = shapely.relate_pattern(segments, shapes, "1********") | shapely.relate_pattern(
        segments, shapes, "*1*******"
    )
    assert (through[moving] == shared[moving]).all()
    assert not through[~moving].any()
    start = shapely.points(ends[:, :2].astype(float))
    meeting = np.where(moving, shapely.intersects(shapes, segments), shapely.intersects(shapes, start))
    assert (touch == meeting).all()
    assert (touch & ~through).any() and through.any() and not touch.all()


def test_half_turn_and_reversal_change_nothing(world):
    xs, ys, _, ends, _ = world
    first = np.empty(len(xs), np.bool_), np.empty(len(xs), np.bool_)
    second = np.empty(len(xs), np.bool_), np.empty(len(xs), np.bool_)
    all_sights(xs, ys, ends, *first)
    all_sights(TABLE - xs, TABLE - ys, np.ascontiguousarray((TABLE - ends)[:, [2, 3, 0, 1]]), *second)
    assert (first[0] == second[0]).all() and (first[1] == second[1]).all()


@batch
def all_near(xs, ys, ends, reach, near, hold, far):
    for i in range(len(xs)):
        ax, ay, bx, by = ends[i]
        near[i] = polygons.near_segment(xs[i], ys[i], 0, xs.shape[1], ax, ay, bx, by, reach[i])
        hold[i] = polygons.holds(xs[i], ys[i], 0, xs.shape[1], ax, ay, reach[i])
        far[i] = polygons.distance(xs[i], ys[i], 0, xs.shape[1], ax, ay)


def exact_square(px, py, ax, ay, bx, by):
    """Exact squared distance of a point from a segment."""
    long = (bx - ax) ** 2 + (by - ay) ** 2
    t = Fraction((px - ax) * (bx - ax) + (py - ay) * (by - ay), long) if long else Fraction(0)
    t = min(max(t, Fraction(0)), Fraction(1))
    return (ax + t * (bx - ax) - px) ** 2 + (ay + t * (by - ay) - py) ** 2


def test_a_base_near_terrain(world):
    xs, ys, shapes, ends, segments = world
    rng = np.random.default_rng(7)
    wide = int(xs.max()) > 100
    reach = rng.integers(1, 400 if wide else 5, len(xs))
    near, hold = np.empty(len(xs), np.bool_), np.empty(len(xs), np.bool_)
    far = np.empty(len(xs), np.int64)
    all_near(xs, ys, ends, reach, near, hold, far)

    corners = xs.shape[1]
    close = shapely.distance(shapes, segments)
    blurred = np.abs(close - reach) < BLUR
    assert (near == (close < reach))[~blurred].all()
    for i in np.flatnonzero(blurred):
        a, b = [int(v) for v in ends[i, :2]], [int(v) for v in ends[i, 2:]]
        c = [(int(x), int(y)) for x, y in zip(xs[i], ys[i], strict=True)]
        squares = [exact_square(*c[k], *a, *b) for k in range(corners)]
        squares += [exact_square(*p, *c[k - 1], *c[k]) for k in range(corners) for p in (a, b)]
        assert near[i] == (min(squares) < int(reach[i]) ** 2)

    points = shapely.points(ends[:, :2].astype(float))
    depth = np.where(shapely.covers(shapes, points), shapely.distance(shapely.boundary(shapes), points), -1)
    blurred_depth = np.abs(depth - reach) < BLUR
    assert (hold == (depth >= reach))[~blurred_depth].all()
    assert hold[blurred_depth & (reach == np.rint(depth))].all()
    away = shapely.distance(shapes, points)
    whole = np.abs(away - np.rint(away)) < BLUR
    assert (far == np.floor(away))[~whole].all()
    assert (far == np.rint(away))[whole].all()
    assert not wide or (near.any() and hold.any())
    assert wide or blurred.any()


@batch
def all_exits(xs, ys, ends, out):
    for i in range(len(xs)):
        ax, ay, bx, by = ends[i]
        out[i] = polygons.exits(xs[i], ys[i], 0, xs.shape[1], ax, ay, bx, by)


def stretches(shape, segment):
    """The parts of a segment in a polygon, as merged intervals of the distance along it."""
    spans = []
    for part in shapely.get_parts(shapely.intersection(shape, segment)):
        if part.is_empty:
            continue
        along = shapely.line_locate_point(segment, shapely.points(shapely.get_coordinates(part)))
        spans.append((along.min(), along.max()))
    merged = []
    for low, high in sorted(spans):
        if merged and low - merged[-1][1] < BLUR:
            merged[-1] = (merged[-1][0], max(high, merged[-1][1]))
        else:
            merged.append((low, high))
    return merged


def test_exits_are_the_stretches_that_end_on_the_way(world):
    xs, ys, shapes, ends, segments = world
    out = np.empty(len(xs), np.int64)
    all_exits(xs, ys, ends, out)
    wide = int(xs.max()) > 100
    step = 5 if wide else 1
    for i in range(0, len(xs), step):
        if (ends[i, :2] == ends[i, 2:]).all():
            assert out[i] == 0
            continue
        long = shapely.length(segments[i])
        left = sum(high < long - BLUR for _, high in stretches(shapes[i], segments[i]))
        if wide and shapely.distance(shapes[i], shapely.points(ends[i, 2:].astype(float))) < BLUR * 10:
            continue
        assert out[i] == left, (xs[i], ys[i], ends[i])


def test_exits_of_legs_add_up():
    """Cut in its middle, a way leaves as often as its two halves together."""
    rng = np.random.default_rng(13)
    xs, ys, _ = draw_polygons(rng, SAMPLES // 5, 6, 9)
    xs, ys, ends = xs * 2, ys * 2, 2 * rng.integers(0, 10, (len(xs), 4))
    ends = ends[(ends[:, :2] != ends[:, 2:]).any(axis=1)]
    middle = (ends[:, :2] + ends[:, 2:]) // 2
    whole = np.empty(len(ends), np.int64)
    first, second = whole.copy(), whole.copy()
    all_exits(xs[: len(ends)], ys[: len(ends)], ends, whole)
    all_exits(xs[: len(ends)], ys[: len(ends)], np.concatenate([ends[:, :2], middle], axis=1), first)
    all_exits(xs[: len(ends)], ys[: len(ends)], np.concatenate([middle, ends[:, 2:]], axis=1), second)
    assert (first + second == whole).all() and whole.max() >= 2


class Run(Record):
    first: i16
    last: i16


def runs(*limits):
    """A row of polygons by the limits of their corners."""
    row = blank(Run, len(limits))
    for i, (first, last) in enumerate(limits):
        row[i].first, row[i].last = first, last
    return row


@batch
def all_covered(xs, ys, pieces, chosen, ends, out):
    for i in range(len(ends)):
        ax, ay, bx, by = ends[i]
        out[i] = polygons.covered(xs[i], ys[i], pieces, chosen, ax, ay, bx, by)


def test_cover_by_several_pieces():
    """Roads that abut, overlap or leave a gap: a way is covered if nothing of it sticks out."""
    rng = np.random.default_rng(11)
    count, pieces = SAMPLES // 2, 4
    xs, ys, shapes = draw_polygons(rng, count * pieces, 4, 6)
    xs, ys = xs.reshape(count, 4 * pieces), ys.reshape(count, 4 * pieces)
    unions = shapely.union_all(shapes.reshape(count, pieces), axis=1)
    ends = rng.integers(0, 7, (count, 4))
    row = runs(*((i, i + 4) for i in range(0, 4 * pieces, 4)))
    out = np.empty(count, np.bool_)
    all_covered(xs, ys, row, (1 << pieces) - 1, ends, out)
    moving = (ends[:, 0] != ends[:, 2]) | (ends[:, 1] != ends[:, 3])
    grown = shapely.buffer(unions, BLUR)  # a union's seams are rounded
    out_of = shapely.length(shapely.difference(shapely.linestrings(ends.reshape(-1, 2, 2)), grown))
    assert (out == (out_of < 10 * BLUR))[moving].all()
    assert out[moving].any() and not out[moving].all()


@batch
def all_beside(points, ends, squares, out):
    for i in range(len(ends)):
        ax, ay, bx, by = ends[i]
        out[i] = free.beside(ax, ay, bx, by, points[i, 0], points[i, 1], squares[i])


def test_distance_of_a_point_from_a_segment():
    rng = np.random.default_rng(3)
    for size in (10, TABLE):
        ends = rng.integers(0, size + 1, (SAMPLES * 2, 4))
        points = rng.integers(0, size + 1, (SAMPLES * 2, 2))
        away = shapely.distance(
            shapely.linestrings(ends.reshape(-1, 2, 2)), shapely.points(points.astype(float))
        )
        squares = np.rint(away**2).astype(np.int64) + rng.integers(-1, 2, len(ends))
        squares = np.maximum(squares, 0)
        out = np.empty(len(ends), np.int64)
        all_beside(points, ends, squares, out)
        for i in range(len(ends)):
            if abs(away[i] ** 2 - squares[i]) > BLUR * max(1.0, away[i]):
                assert out[i] == (1 if away[i] ** 2 > squares[i] else -1)
            else:
                exact = exact_square(*points[i].tolist(), *ends[i].tolist())
                assert out[i] == (exact > int(squares[i])) - (exact < int(squares[i]))
        assert set(out) == {-1, 0, 1}


@batch
def all_paths(xs, ys, points, zones, out, lengths):
    for i in range(len(xs)):
        n = xs.shape[1]
        out[i, 0] = free.keeps_out(xs[i], ys[i], n, points[i, 0], points[i, 1], zones[i])
        out[i, 1] = free.clear_of(xs[i], ys[i], n, points[i, 0], points[i, 1], zones[i])
        lengths[i] = free.length(xs[i], ys[i], n)


def test_path_legality():
    """Paths of three legs against a closed zone that they may leave but neither enter nor delve into."""
    rng = np.random.default_rng(5)
    count = SAMPLES
    points = rng.integers(1_000, 2_000, (count, 2))
    steps = rng.integers(-400, 401, (count, 4, 2))
    steps[:, 0] = rng.integers(-900, 901, (count, 2))
    path = points[:, None, :] + np.cumsum(steps, axis=1)
    path = np.clip(path, 0, TABLE)
    zones = rng.integers(300, 900, count)
    out, lengths = np.empty((count, 2), np.bool_), np.empty(count, np.int64)
    xs, ys = np.ascontiguousarray(path[:, :, 0]), np.ascontiguousarray(path[:, :, 1])
    all_paths(xs, ys, points, zones, out, lengths)

    lines = shapely.linestrings(path.astype(float))
    centres = shapely.points(points.astype(float))
    nearest = shapely.distance(lines, centres)
    clear = np.abs(nearest - zones) > BLUR
    assert (out[:, 1] == (nearest >= zones))[clear].all()
    assert np.abs(lengths / free.FINE - shapely.length(lines)).max() < 4 / free.FINE

    begin = np.hypot(*(path[:, 0] - points).T)
    outside = (begin > zones) & clear
    assert (out[outside, 0] == (nearest > zones)[outside]).all()

    inside = np.flatnonzero(begin <= zones)[: SAMPLES // 5]  # followed step by step, 600 to a leg
    share = np.linspace(0, 1, 600)[None, :, None]
    legs = [path[inside, k, None] * (1 - share) + path[inside, k + 1, None] * share for k in range(3)]
    away = np.hypot(*(np.concatenate(legs, axis=1) - points[inside, None]).transpose(2, 0, 1))
    left = np.logical_or.accumulate(away > zones[inside, None], axis=1)
    slack = np.where(left, away - zones[inside, None], away - begin[inside, None])
    slack[~left & (np.abs(slack) < BLUR)] = 1  # where it began
    first = left & ~np.roll(left, 1, axis=1)
    slack[first] = 1
    worst = slack.min(axis=1)
    sure = np.abs(worst) > 0.5
    assert (out[inside, 0] == (worst > 0))[sure].all()
    assert sure.mean() > 0.5 and out[inside, 0].any() and not out[inside, 0].all()


def test_exact_touching_of_bases():
    """Pythagorean triples: the gap is 0, and one hundredth decides."""
    for a, b, c in ((3, 4, 5), (5, 12, 13), (8, 15, 17), (20, 21, 29), (88, 105, 137)):
        for scale in (1, 7, 40, 100):
            x, y, reach = a * scale, b * scale, c * scale
            assert free.within(0, 0, 0, x, y, reach, 0)
            assert not free.overlap(0, 0, 0, x, y, reach)
            assert free.overlap(0, 0, 1, x, y, reach)
            assert not free.within(0, 0, 0, x, y, reach - 1, 0)
            assert free.within(0, 0, 0, x, y, 0, reach) and free.gap(0, 0, 0, x, y, 0) == reach
            assert free.gap(0, 0, 1, x, y, 1) == reach - 2
            # a slanted segment whose nearest point is exactly `reach` away
            foot_x, foot_y = 10_000 - y, 10_000 + x
            assert free.beside(foot_x - x, foot_y - y, foot_x + x, foot_y + y, 10_000, 10_000, reach**2) == 0
            assert not free.passes(foot_x - x, foot_y - y, foot_x + x, foot_y + y, 10_000, 10_000, reach)
            assert free.passes(foot_x - x, foot_y - y, foot_x + x, foot_y + y, 10_000, 10_000, reach + 1)


def test_root_is_exact():
    chance = random.Random(1)
    near_powers = [(1 << bits) + more for bits in range(60) for more in (-1, 0, 1)]
    squares = [
        found * found + more
        for bits in range(1, 30)
        for found in (1 << bits, (1 << bits) * 7 // 5)
        for more in (-1, 0, 1)
    ]
    drawn = [chance.randrange(1 << chance.randrange(1, 61)) for _ in range(5_000)]
    for n in [*near_powers, *squares, *drawn, 2**60 - 1, 2**60]:
        assert free.root(n) == isqrt(n), n


def test_nearer_is_a_smaller_gap():
    chance = random.Random(2)
    for _ in range(2_000):
        bases = [chance.randrange(40) for _ in range(6)]
        gap = free.gap(*bases)
        for than in (gap - 1, gap, gap + 1, gap + 2):
            assert bool(free.nearer(*bases, than)) == (gap < than)


def test_the_domain_holds():
    """At the corners of the largest table no product wraps round."""
    far = free.SPAN
    square = np.array([0, far, far, 0]), np.array([0, 0, far, far])
    assert free.beside(0, 0, far, far, far, 0, far * far // 2) == 0
    assert free.beside(0, 0, far, far, far, 0, 2 * far * far) == -1
    assert polygons.area2(*square, 0, 4) == 2 * far * far
    assert polygons.runs_through(*square, 0, 4, 0, 0, far, far)
    assert polygons.covered(*square, runs((0, 4)), 1, 0, 0, far, far)
    assert polygons.near_segment(*square, 0, 4, 0, far, far, 0, far)
    assert free.length(np.array([0, far]), np.array([0, far]), 2) == int((2 * far**2 * free.FINE**2) ** 0.5)


def test_simple_polygons_are_shapelys_valid_rings():
    rng = np.random.default_rng(2)
    for corners in (3, 4, 5, 6):
        points = rng.integers(0, 7, (SAMPLES // 25, corners, 2))
        for row in points:
            mine = polygons.simple(row[:, 0], row[:, 1], 0, corners)
            repeated = any((row[i] == row[i - 1]).all() for i in range(corners))
            ring = shapely.Polygon(row)
            assert mine == (ring.is_valid and ring.area > 0 and not repeated), row


def formation(points, radius=125, links=500):
    xs, ys = np.array([p[0] for p in points]), np.array([p[1] for p in points])
    return xs, ys, np.full(len(points), radius), np.full(len(points), links)


def test_coherency_is_one_connected_group():
    """FM-EX-39 and FM-EX-40, and components against shapely on random formations."""
    assert free.coherent(*formation([(1000, 1000), (1750, 1000)]), 0b11)
    assert not free.coherent(*formation([(1000, 1000), (1751, 1000)]), 0b11)
    pairs = formation([(1000, 1000), (1400, 1000), (3000, 1000), (3400, 1000)])
    assert not free.coherent(*pairs, 0b1111) and free.groups(*pairs, 0b1111) == 2
    assert free.coherent(*pairs, 0b0011) and free.coherent(*pairs, 0b1000) and free.coherent(*pairs, 0)
    scouts = formation([(1000, 1000), (1400, 1000), (2650, 1000)])
    scouts[3][2] = 1000
    assert free.coherent(*scouts, 0b111)
    scouts[0][2] = 2651
    assert not free.coherent(*scouts, 0b111)
    pair = formation([(1000, 1000), (2050, 1000)])
    pair[3][1] = 1000
    assert not free.coherent(*pair, 0b11) and free.groups(*pair, 0b11) == 1

    rng = np.random.default_rng(8)
    for _ in range(SAMPLES // 25):
        n = int(rng.integers(2, 11))
        points = rng.integers(0, 4_000, (n, 2))
        xs, ys, rs, links = formation(points)
        blobs = shapely.union_all([shapely.Point(*p).buffer(375, quad_segs=512) for p in points.tolist()])
        away = np.hypot(*(points[:, None] - points[None]).transpose(2, 0, 1))
        if np.abs(away - 750).min() > 1:
            assert free.groups(xs, ys, rs, links, (1 << n) - 1) == shapely.get_num_geometries(blobs)


def test_bases_on_the_table():
    assert free.on_table(125, 125, 125, TABLE, 12_200)
    assert not free.on_table(124, 125, 125, TABLE, 12_200)
    assert free.on_table(TABLE - 125, 12_075, 125, TABLE, 12_200)
    assert not free.on_table(TABLE - 125, 12_076, 125, TABLE, 12_200)
