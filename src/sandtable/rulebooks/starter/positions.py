"""Footprints and positions in a square (ST-POS, ST-R30, ST-R33, ST-R34).

A square is four quarters, a bit each: NW 1, NE 2, SE 4, SW 8. ``game.taken[y, x]`` holds the quarters
that units take; it is kept by `put_on_map` and `take_off_map` alone.
"""

from __future__ import annotations

import numpy as np

from sandtable.core.compile import rule
from sandtable.rulebooks.starter.state import (
    CENTRE,
    CORNER_SIZE,
    FULL_SIZE,
    NE,
    NW,
    ON_MAP,
    READY_AREA,
    SE,
    SW,
    E,
    Game,
    N,
    S,
    Scenario,
    W,
)

EVERY_QUARTER = 15

# The quarters that a position takes, by position: centre, four corners, four sides.
QUARTERS = np.array([15, 1, 2, 4, 8, 3, 6, 12, 9], np.int64)


@rule
def fits(footprint: int, place: int) -> bool:
    """Whether a unit of this footprint can take this position (ST-POS-09, 10; ST-R34)."""
    if place == CENTRE:
        return True
    if footprint == FULL_SIZE:
        return False
    corner = place in (NW, NE, SE, SW)
    side = place in (N, E, S, W)
    return corner if footprint == CORNER_SIZE else side


@rule
def footprint_of(scenario: Scenario, game: Game, u: int) -> int:
    """The footprint of a unit. All types of a class share it (ST-POS-04 to 06), so it is public."""
    return footprint_of_class(scenario, int(game.units[u].cls))


@rule
def footprint_of_class(scenario: Scenario, cls: int) -> int:
    """The footprint of a miniature class."""
    return int(scenario.footprint[cls])


@rule
def put_on_map(game: Game, u: int, x: int, y: int, place: int) -> None:
    """Stand a unit on a square, in a position that is free."""
    unit = game.units[u]
    unit.where = ON_MAP
    unit.x = x
    unit.y = y
    unit.place = place
    game.taken[y, x] |= QUARTERS[place]


@rule
def take_off_map(game: Game, u: int) -> None:
    """Lift a unit from its square; it is in the Pre-Deployment Area until put elsewhere."""
    unit = game.units[u]
    game.taken[int(unit.y), int(unit.x)] &= EVERY_QUARTER ^ int(QUARTERS[int(unit.place)])
    unit.where = READY_AREA
    unit.x = 0
    unit.y = 0
    unit.place = CENTRE
