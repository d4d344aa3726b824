"""What a square is to a unit that would enter it or stand on it (ST-TERR, ST-M04, ST-R38, ST-R56)."""

from __future__ import annotations

from sandtable.core.compile import rule
from sandtable.rulebooks.starter import reasons
from sandtable.rulebooks.starter.positions import fits, footprint_of, has_room
from sandtable.rulebooks.starter.state import (
    BARRICADE,
    CAUSEWAY,
    CLIMB,
    FOOT,
    INF,
    ROCKY,
    SCENARIO_OBJECT,
    SPAN,
    SPECIAL,
    TRACKED,
    Game,
    Scenario,
)
from sandtable.rulebooks.starter.units import holds_cache, on_board, terrain_at, type_of


@rule
def ground_at(scenario: Scenario, game: Game, x: int, y: int) -> int:
    """The terrain of a square as it is now: a deployed bridge is a causeway (ST-M08)."""
    if game.object[y, x] == SPAN:
        return CAUSEWAY
    return terrain_at(scenario, game, x, y)


@rule
def cost_of(scenario: Scenario, game: Game, u: int, terrain: int) -> int:
    """Squares of movement that a unit pays to enter terrain; 0 if it cannot, ALL for its entire movement.

    The booklet's table (ST-M04), but Rocky is for units that climb (ST-TERR-05) and Special for Infantry,
    unless the booklet opens it to all on foot or tracks (ST-TERR-13, 14; ST-R38).
    """
    type_ = type_of(scenario, game, u)
    booklet = scenario.booklet[int(game.booklet)]
    cost = int(booklet.costs[terrain, int(type_.move)])
    if terrain == ROCKY and int(type_.abilities) & CLIMB == 0:
        return 0
    if terrain == SPECIAL and game.units[u].cls != INF:
        opened = booklet.special_for_all and (type_.move == FOOT or type_.move == TRACKED)
        return max(cost, 1) if opened else 0
    return cost


@rule
def is_closed_zone(scenario: Scenario, game: Game, side: int, x: int, y: int) -> bool:
    """Whether a square is another player's Deployment Square and so closed to this side (ST-M14).

    Squares that nobody has taken, because a player is out of the Campaign, are nobody's and open.
    """
    booklet = scenario.booklet[int(game.booklet)]
    zone = int(booklet.zone[y, x])
    if zone == 0 or booklet.closed_zones == 0:
        return False
    for other in range(int(scenario.sides)):
        if other != side and int(game.company[other].zone) + 1 == zone:
            return True
    return False


@rule
def is_filled(game: Game, x: int, y: int) -> bool:
    """Whether an object fills the square; an Earthwork or a bridge does not (ST-M07, M08)."""
    return int(game.object[y, x]) in (BARRICADE, SCENARIO_OBJECT)


@rule
def standable(scenario: Scenario, game: Game, u: int, x: int, y: int, place: int) -> int:
    """0, or why a unit cannot stand on a square in a position: terrain, zones, objects, Caches, space."""
    if not on_board(scenario, game, x, y):
        return reasons.NOT_ON_BOARD
    if place < 0 or place > 8 or not fits(footprint_of(scenario, game, u), place):
        return reasons.BAD_PLACE
    if cost_of(scenario, game, u, ground_at(scenario, game, x, y)) == 0:
        return reasons.NO_ENTRY
    if is_closed_zone(scenario, game, int(game.units[u].side), x, y):
        return reasons.ZONE_CLOSED
    if is_filled(game, x, y):
        return reasons.OBJECT_IN_WAY
    if holds_cache(game, x, y):
        return reasons.CACHE_IN_WAY
    return 0 if has_room(game, x, y, place) else reasons.NO_ROOM
