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

CORNER_PLACES = (NW, NE, SE, SW)
SIDE_PLACES = (N, E, S, W)

# A square's free quarters fall into at most two parts between which a 1/2 x 1/2 unit cannot pass: two only
# if they lie across from each other. PARTS[free] gives the quarters of each part (ST-R30).
PARTS = np.array([(free & 3, free & 12) if free in (5, 10) else (free, 0) for free in range(16)], np.int64)

# ACROSS[direction, quarters]: the quarters of the next square that border on these (ST-R30).
ACROSS = np.array(
    [
        [(q & 1) << 3 | (q & 2) << 1 for q in range(16)],  # north: NW to SW, NE to SE
        [(q & 2) >> 1 | (q & 4) << 1 for q in range(16)],  # east: NE to NW, SE to SW
        [(q & 4) >> 1 | (q & 8) >> 3 for q in range(16)],  # south: SE to NE, SW to NW
        [(q & 1) << 1 | (q & 8) >> 1 for q in range(16)],  # west: NW to NE, SW to SE
    ],
    np.int64,
)


@rule
def fits(footprint: int, place: int) -> bool:
    """Whether a unit of this footprint can take this position (ST-POS-09, 10; ST-R34)."""
    if place == CENTRE:
        return True
    if footprint == FULL_SIZE:
        return False
    return place in CORNER_PLACES if footprint == CORNER_SIZE else place in SIDE_PLACES


@rule
def footprint_of(scenario: Scenario, game: Game, u: int) -> int:
    """The footprint of a unit. All types of a class share it (ST-POS-04 to 06), so it is public."""
    return footprint_of_class(scenario, int(game.units[u].cls))


@rule
def footprint_of_class(scenario: Scenario, cls: int) -> int:
    """The footprint of a miniature class."""
    return int(scenario.footprint[cls])


@rule
def has_room(game: Game, x: int, y: int, place: int) -> bool:
    """Whether no unit takes any quarter of a position."""
    return int(game.taken[y, x]) & int(QUARTERS[place]) == 0


@rule
def free_of_others(game: Game, u: int) -> int:
    """The quarters of a unit's square that no other unit takes."""
    unit = game.units[u]
    return EVERY_QUARTER ^ (int(game.taken[int(unit.y), int(unit.x)]) ^ int(QUARTERS[int(unit.place)]))


@rule
def part_of(free: int, footprint: int, place: int) -> int:
    """Which part of a square's free quarters (0 or 1, see `PARTS`) a position belongs to."""
    if footprint == CORNER_SIZE and place != CENTRE and int(PARTS[free, 1]) & int(QUARTERS[place]):
        return 1
    return 0


@rule
def crossing(footprint: int, direction: int, here: int, there: int) -> int:
    """Where a unit comes to by crossing a border: quarters of the next square, 0 if it cannot pass.

    ``here`` are the quarters it can reach on this side, ``there`` the free ones on the other. A 1/2 x 1/2
    unit goes from quarter to quarter (ST-R30); a 1 x 1/2 unit keeps its lane, two quarters along its way,
    and may then swing to any side that is free, because two free sides of one square always have a corner
    between them (ST-R33); a 1 x 1 unit needs the whole square (ST-R34).
    """
    if footprint == CORNER_SIZE:
        return int(ACROSS[direction, here]) & there
    if footprint == FULL_SIZE:
        return there if there == EVERY_QUARTER else 0
    lane = here & there
    if direction % 2 == 0:
        open_ = lane & 6 == 6 or lane & 9 == 9
    else:
        open_ = lane & 3 == 3 or lane & 12 == 12
    return there if open_ else 0


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
