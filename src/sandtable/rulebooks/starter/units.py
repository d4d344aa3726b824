"""Units: small questions about them that several chapters ask, and the way out of play."""

from __future__ import annotations

from sandtable.core.boards import square
from sandtable.core.compile import rule
from sandtable.rulebooks.starter import reasons
from sandtable.rulebooks.starter.positions import take_off_map
from sandtable.rulebooks.starter.state import (
    CARRIED,
    DIAGONALS_COUNT_ONE,
    GUN,
    NONE,
    NOWHERE,
    ON_MAP,
    READY_AREA,
    SIDES,
    TOW,
    UNITS,
    UNKNOWN,
    Game,
    Scenario,
    Type,
    Unit,
)


@rule
def type_of(scenario: Scenario, game: Game, u: int) -> Type:
    """The catalogue's line for a unit."""
    return scenario.type[int(game.units[u].kind)]


@rule
def is_own(game: Game, seat: int, u: int) -> bool:
    """Whether ``u`` is a unit of this side in play."""
    return 0 <= u < UNITS and game.units[u].side == seat


@rule
def is_own_on_map(game: Game, seat: int, u: int) -> bool:
    """Whether ``u`` is a unit of this side that stands on the map (a Passenger does not)."""
    return is_own(game, seat, u) and game.units[u].where == ON_MAP


@rule
def is_own_in_reserve_area(game: Game, seat: int, u: int) -> bool:
    """Whether ``u`` is a unit of this side in its Pre-Deployment Area, not aboard another."""
    return is_own(game, seat, u) and game.units[u].where == READY_AREA


@rule
def distance(scenario: Scenario, x1: int, y1: int, x2: int, y2: int) -> int:
    """Squares between two squares, 0 in the same one (ST-R50 and its switch)."""
    if scenario.switches & DIAGONALS_COUNT_ONE:
        return square.king_distance(x1, y1, x2, y2)
    return square.distance(x1, y1, x2, y2)


@rule
def between(scenario: Scenario, game: Game, a: int, b: int) -> int:
    """Distance between two units on the map."""
    one, two = game.units[a], game.units[b]
    return distance(scenario, int(one.x), int(one.y), int(two.x), int(two.y))


@rule
def in_or_next_to(scenario: Scenario, game: Game, u: int, x: int, y: int) -> bool:
    """Whether a unit on the map stands in a square or adjacent to it."""
    return distance(scenario, int(game.units[u].x), int(game.units[u].y), x, y) <= 1


@rule
def on_board(scenario: Scenario, game: Game, x: int, y: int) -> bool:
    """Whether a square lies on the map in play."""
    booklet = scenario.booklet[int(game.booklet)]
    return square.inside(int(booklet.columns), int(booklet.rows), x, y)


@rule
def terrain_at(scenario: Scenario, game: Game, x: int, y: int) -> int:
    """The terrain printed on a square."""
    return int(scenario.booklet[int(game.booklet)].terrain[y, x])


@rule
def holds_cache(game: Game, x: int, y: int) -> bool:
    """Whether loose tokens lie on a square."""
    return int(game.cache_fuel[y, x]) + int(game.cache_ammo[y, x]) > 0


@rule
def places_aboard(scenario: Scenario, game: Game, carrier: int) -> int:
    """Passenger places that are in use on a carrier (ST-M12)."""
    used = 0
    for u in range(UNITS):
        if game.units[u].side >= 0 and game.units[u].where == CARRIED and game.units[u].carrier == carrier:
            used += int(scenario.carries[int(game.units[u].cls)])
    return used


@rule
def can_carry(scenario: Scenario, game: Game, carrier: int, u: int) -> int:
    """0, or why a unit cannot be aboard a carrier: Class, Passengers of its own, room (ST-M12, ST-R59)."""
    places = int(scenario.carries[int(game.units[u].cls)])
    type_ = type_of(scenario, game, carrier)
    if carrier == u or places == 0 or type_.passengers == 0:
        return reasons.NO_PASSENGER
    if game.units[u].cls == GUN and int(type_.abilities) & TOW == 0:
        return reasons.NO_PASSENGER
    if places_aboard(scenario, game, u) > 0:
        return reasons.CARRIES_OTHERS
    room = int(type_.passengers) - places_aboard(scenario, game, carrier)
    return 0 if places <= room else reasons.NO_SEAT


@rule
def cargo_space(scenario: Scenario, game: Game, u: int) -> int:
    """Free Cargo squares, one token each (ST-MUSTER-15)."""
    unit = game.units[u]
    return int(type_of(scenario, game, u).cargo) - int(unit.cargo_fuel) - int(unit.cargo_ammo)


@rule
def free_slot(game: Game) -> int:
    """The first free unit slot; NONE if there is none."""
    for u in range(UNITS):
        if game.units[u].side < 0:
            return u
    return NONE


@rule
def clear_unit(game: Game, u: int) -> None:
    """Make a slot free and forget all that was known of its unit."""
    unit = game.units[u]
    if unit.where == ON_MAP:
        take_off_map(game, u)
    blank_unit(unit)
    for side in range(SIDES):
        forget(game, side, u)


@rule
def forget(game: Game, side: int, u: int) -> None:
    """A side knows nothing of a unit's card."""
    lore = game.lore[side * UNITS + u]
    lore.round = UNKNOWN
    lore.kind = UNKNOWN
    lore.strength = UNKNOWN
    lore.fuel = UNKNOWN
    lore.ammo = UNKNOWN
    lore.cargo = UNKNOWN
    lore.passengers = UNKNOWN
    lore.attack_die = UNKNOWN
    lore.artillery_die = UNKNOWN
    lore.defence_die = UNKNOWN


@rule
def blank_unit(unit: Unit) -> None:
    """A free slot, the same whoever used it before."""
    unit.side = NONE
    unit.kind = 0
    unit.cls = 0
    unit.where = NOWHERE
    unit.x = 0
    unit.y = 0
    unit.place = 0
    unit.carrier = NONE
    for i in range(4):
        unit.beads[i] = 0
    unit.strength = 0
    unit.fuel = 0
    unit.ammo = 0
    unit.cargo_fuel = 0
    unit.cargo_ammo = 0
    unit.layers = 0
    unit.reconned = 0
    unit.span_x = NONE
    unit.span_y = NONE
    unit.span_way = 0
    unit.span_length = 0
    start_afresh(unit)


@rule
def start_afresh(unit: Unit) -> None:
    """Forget what a unit did in a scenario."""
    unit.extracted = 0
    unit.deployed = 0
    unit.been_out = 0
    unit.frozen = 0
    unit.mustered_now = 0
    unit.loads = 0
    rest(unit)


@rule
def rest(unit: Unit) -> None:
    """Forget what a unit did this turn."""
    unit.manoeuvre = 0
    unit.repositioned = 0
    unit.spent = 0
    unit.at_door = 0
    unit.extracted_now = 0
    unit.boarded = 0
    unit.disembarked = 0
    unit.partner = NONE
    unit.transfers = 0
    unit.engineered = 0
    unit.acted = 0
