"""Battlefields from files: terrain and markers, checked (FM-SETUP-09 to 14, FM-TERR, FM-R28, R72, R107)."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import Any

import numpy as np
from msgspec import Struct

from sandtable.core.boards import polygons
from sandtable.core.boards.free import SPAN
from sandtable.core.content import ContentError, line_of, load
from sandtable.rulebooks.formation import state as s
from sandtable.rulebooks.formation.armies import CONTENT

EFFECTS = {"C": s.COVER, "D": s.DIFFICULT, "S": s.SLOW, "I": s.IMPASSABLE}
LEAST_PIECES = 8  # FM-SETUP-10
APART = 2000  # markers, FM-SETUP-14
FROM_EDGE = 1000  # markers, FM-R72


class GroundLine(Struct, forbid_unknown_fields=True):
    """A type of terrain: effects on infantry and vehicles by their letters, and its flags."""

    key: str
    name: str
    infantry: str = ""
    vehicles: str = ""
    blocks: bool = False
    raised: bool = False
    road: bool = False
    look: str = ""
    clause: str = ""


class Grounds(Struct, forbid_unknown_fields=True):
    """All types of terrain."""

    ground: list[GroundLine]


class PieceLine(Struct, forbid_unknown_fields=True):
    """One piece: a simple polygon in centimetres."""

    name: str
    type: str
    points: list[tuple[float, float]]


class Battlefield(Struct, forbid_unknown_fields=True):
    """A table with its terrain and its five objective markers."""

    name: str
    markers: list[tuple[float, float]]
    piece: list[PieceLine]
    width: float = 183
    depth: float = 122


@cache
def grounds() -> list[GroundLine]:
    """The shipped types of terrain, in the order of their numbers."""
    return load(CONTENT / "terrain.toml", Grounds).ground


def battlefield_file(name: str | Path) -> Path:
    """The file of a battlefield: a path, or the name of a shipped one."""
    path = name if isinstance(name, Path) else CONTENT / "battlefields" / f"{name}.toml"
    if not path.exists():
        there = ", ".join(sorted(p.stem for p in (CONTENT / "battlefields").glob("*.toml")))
        raise ContentError(path.name, f"there is no such battlefield; there are {there}")
    return path


def hundredths(number: float) -> int:
    """Centimetres as whole hundredths. ValueError for finer numbers."""
    value = round(number * 100)
    if abs(number * 100 - value) > 1e-6:
        raise ValueError(f"{number:g} is finer than a hundredth of a centimetre")
    return value


def fill_grounds(scenario: Any) -> None:
    """Write the types of terrain into a scenario."""
    for at, line in enumerate(grounds()):
        ground = scenario.ground[at]
        ground.effects[0] = sum(EFFECTS[letter] for letter in line.infantry)
        ground.effects[1] = sum(EFFECTS[letter] for letter in line.vehicles)
        ground.blocks, ground.raised, ground.road = line.blocks, line.raised, line.road


def fill_battlefield(scenario: Any, path: Path) -> Battlefield:
    """Write a battlefield into a scenario. ContentError names file, line and field of what is wrong."""
    field = load(path, Battlefield)
    text = path.read_text(encoding="utf-8")

    def wrong(where: str, problem: str) -> ContentError:
        return ContentError(path.name, problem, line_of(text, where), where)

    try:
        scenario.width, scenario.depth = hundredths(field.width), hundredths(field.depth)
    except ValueError as problem:
        raise wrong("width", str(problem)) from problem
    if not 6000 <= min(scenario.width, scenario.depth) <= max(scenario.width, scenario.depth) <= SPAN:
        raise wrong("width", f"a table is 60 to {SPAN // 100} cm wide and deep")
    if not LEAST_PIECES <= len(field.piece) <= s.PIECES:
        raise wrong(
            "piece", f"{len(field.piece)} pieces: expected {LEAST_PIECES} to {s.PIECES} (FM-SETUP-10)"
        )
    fill_grounds(scenario)
    keys = [line.key for line in grounds()]
    corner = 0
    for at, line in enumerate(field.piece):
        where = f"piece[{at}]"
        if line.type not in keys:
            raise wrong(f"{where}.type", f"no terrain {line.type!r}; there are {', '.join(keys)}")
        try:
            points = [(hundredths(x), hundredths(y)) for x, y in line.points]
        except ValueError as problem:
            raise wrong(f"{where}.points", str(problem)) from problem
        if corner + len(points) > s.CORNERS:
            raise wrong(f"{where}.points", f"more than {s.CORNERS} corners in all")
        if any(not (0 <= x <= scenario.width and 0 <= y <= scenario.depth) for x, y in points):
            raise wrong(f"{where}.points", f"{line.name} leaves the table")
        xs, ys = np.array([p[0] for p in points]), np.array([p[1] for p in points])
        if not polygons.simple(xs, ys, 0, len(points)):
            raise wrong(f"{where}.points", f"{line.name} is no simple polygon")
        if polygons.area2(xs, ys, 0, len(points)) < 0:
            points.reverse()
        fill_piece(scenario, at, keys.index(line.type), corner, points)
        corner += len(points)
    scenario.pieces = len(field.piece)
    check_roads(scenario, field, wrong)
    fill_markers(scenario, field, wrong)
    return field


def fill_piece(scenario: Any, at: int, ground: int, corner: int, points: list[tuple[int, int]]) -> None:
    """Write one piece of terrain, its corners counter-clockwise."""
    piece = scenario.piece[at]
    piece.ground = ground
    piece.first, piece.last = corner, corner + len(points)
    for i, (x, y) in enumerate(points):
        scenario.corner_x[corner + i], scenario.corner_y[corner + i] = x, y
    piece.left, piece.right = min(x for x, _ in points), max(x for x, _ in points)
    piece.low, piece.high = min(y for _, y in points), max(y for _, y in points)


def check_roads(scenario: Any, field: Battlefield, wrong: Any) -> None:
    """No road lies over difficult, slow or impassable terrain (FM-R107)."""
    heavy = s.DIFFICULT | s.SLOW | s.IMPASSABLE
    xs = np.array([int(x) for x in scenario.corner_x])
    ys = np.array([int(y) for y in scenario.corner_y])
    for p in range(len(field.piece)):
        if not scenario.ground[int(scenario.piece[p].ground)].road:
            continue
        for q in range(len(field.piece)):
            ground = scenario.ground[int(scenario.piece[q].ground)]
            if (int(ground.effects[0]) | int(ground.effects[1])) & heavy and _overlap(xs, ys, scenario, p, q):
                raise wrong(
                    f"piece[{p}].points", f"{field.piece[p].name} lies over {field.piece[q].name} (FM-R107)"
                )


def _overlap(xs: Any, ys: Any, scenario: Any, p: int, q: int) -> bool:
    """Whether two pieces share more than a border: a corner of one inside the other, or edges that cross."""
    for a, b in ((scenario.piece[p], scenario.piece[q]), (scenario.piece[q], scenario.piece[p])):
        first, last = int(b.first), int(b.last)
        for i in range(int(a.first), int(a.last)):
            j = i + 1 if i + 1 < int(a.last) else int(a.first)
            here, there = (int(xs[i]), int(ys[i])), (int(xs[j]), int(ys[j]))
            if polygons.place(xs, ys, first, last, *here) == polygons.INSIDE:
                return True
            crosses = polygons.runs_through(xs, ys, first, last, *here, *there)
            middle = ((here[0] + there[0]) // 2, (here[1] + there[1]) // 2)
            if crosses and polygons.place(xs, ys, first, last, *middle) == polygons.INSIDE:
                return True
    return False


def fill_markers(scenario: Any, field: Battlefield, wrong: Any) -> None:
    """Write five markers, apart, off the edge, and where someone can go (FM-SETUP-13, 14, FM-R72)."""
    if len(field.markers) != s.MARKERS:
        raise wrong("markers", f"{len(field.markers)} markers: expected {s.MARKERS} (FM-SETUP-13)")
    points = [(hundredths(x), hundredths(y)) for x, y in field.markers]
    for at, (x, y) in enumerate(points):
        if (
            not FROM_EDGE <= x <= scenario.width - FROM_EDGE
            or not FROM_EDGE <= y <= scenario.depth - FROM_EDGE
        ):
            raise wrong("markers", f"marker {at + 1} is nearer than 10 cm to the edge (FM-R72)")
        for other in points[:at]:
            if (x - other[0]) ** 2 + (y - other[1]) ** 2 < APART**2:
                raise wrong("markers", f"marker {at + 1} is nearer than 20 cm to another (FM-SETUP-14)")
        for p in range(int(scenario.pieces)):
            piece = scenario.piece[p]
            ground = scenario.ground[int(piece.ground)]
            closed = int(ground.effects[0]) & int(ground.effects[1]) & s.IMPASSABLE
            xs = np.array([int(v) for v in scenario.corner_x])
            ys = np.array([int(v) for v in scenario.corner_y])
            if closed and polygons.contains(xs, ys, int(piece.first), int(piece.last), x, y):
                raise wrong("markers", f"marker {at + 1} lies where nobody can go (FM-R72)")
        scenario.marker_x[at], scenario.marker_y[at] = x, y
