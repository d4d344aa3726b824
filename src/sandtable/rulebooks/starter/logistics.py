"""The Logistics Phase: transfers and Caches (ST-LOG, ST-CACHE-01 to 04).

Resupply is in `resupply`, Passengers in `passengers`; both are reached from here.
"""

from __future__ import annotations

from sandtable.core.compile import rule
from sandtable.core.dice import Dice
from sandtable.core.events import EVERYONE, Events, emit, emit_at
from sandtable.rulebooks.starter import actions as verb
from sandtable.rulebooks.starter import happenings, passengers, reasons, resupply
from sandtable.rulebooks.starter.actions import Action, Work
from sandtable.rulebooks.starter.ground import ground_at, is_closed_zone, is_filled
from sandtable.rulebooks.starter.lists import add
from sandtable.rulebooks.starter.positions import footprint_of
from sandtable.rulebooks.starter.state import (
    CARRIED,
    FULL_SIZE,
    NONE,
    ON_MAP,
    UNITS,
    WATER,
    Game,
    Scenario,
)
from sandtable.rulebooks.starter.units import (
    between,
    cargo_space,
    distance,
    holds_cache,
    in_or_next_to,
    is_own,
    is_own_on_map,
    on_board,
    type_of,
)

CACHE_MOST, CACHE_MOST_BESIDE_UNIT = 9, 4
HAS_GIVEN, HAS_RECEIVED = 1, 2


@rule
def may(scenario: Scenario, game: Game, action: Action, work: Work) -> int:
    """0, or why an action of the Logistics Phase is refused. Frozen units take no part in it (ST-R61)."""
    if action.verb == verb.GIVE or action.verb == verb.ENOUGH:
        return resupply.may_answer(scenario, game, action)
    u, seat = int(action.unit), int(action.seat)
    if not is_own(game, seat, u):
        return reasons.NOT_YOUR_UNIT
    if game.units[u].frozen:
        return reasons.FROZEN
    if action.verb == verb.DISEMBARK:
        return passengers.may_disembark(scenario, game, action)
    if not is_own_on_map(game, seat, u):
        return reasons.NOT_ON_MAP
    if action.verb == verb.RESUPPLY:
        return resupply.may(scenario, game, u, int(action.kind))
    if action.verb == verb.EMBARK:
        return passengers.may_embark(scenario, game, seat, u, int(action.other))
    fuel, ammo = int(action.amount), int(action.extra)
    if fuel < 0 or ammo < 0 or fuel + ammo == 0:
        return reasons.BAD_AMOUNT
    if action.verb == verb.TRANSFER:
        reason = _may_transfer(scenario, game, seat, u, int(action.other))
        return reason if reason else _fits_aboard(scenario, game, u, int(action.other), fuel, ammo)
    if not on_board(scenario, game, int(action.x), int(action.y)):
        return reasons.NOT_ON_BOARD
    if action.verb == verb.CACHE:
        return _may_cache(scenario, game, u, int(action.x), int(action.y), fuel, ammo)
    return _may_take_up(scenario, game, u, int(action.x), int(action.y), fuel, ammo)


@rule
def _may_transfer(scenario: Scenario, game: Game, seat: int, u: int, other: int) -> int:
    """Between two own units in one square or adjacent, one partner, once each way.

    ST-LOG-05 to 07; ST-R51 to R53, R110.
    """
    if not is_own(game, seat, other):
        return reasons.NOT_YOUR_UNIT
    if not is_own_on_map(game, seat, other):
        return reasons.NOT_ON_MAP
    if other == u:
        return reasons.ITSELF
    giver, taker = game.units[u], game.units[other]
    if taker.frozen:
        return reasons.FROZEN
    if between(scenario, game, u, other) > 1:
        return reasons.NOT_NEXT_TO
    if (giver.partner != NONE and giver.partner != other) or (taker.partner != NONE and taker.partner != u):
        return reasons.ONE_PARTNER
    if giver.transfers & HAS_GIVEN or taker.transfers & HAS_RECEIVED:
        return reasons.TRANSFERRED_ALREADY
    return 0


@rule
def _fits_aboard(scenario: Scenario, game: Game, u: int, other: int, fuel: int, ammo: int) -> int:
    if fuel > game.units[u].cargo_fuel or ammo > game.units[u].cargo_ammo:
        return reasons.NOT_IN_CARGO
    return 0 if fuel + ammo <= cargo_space(scenario, game, other) else reasons.NO_CARGO_SPACE


@rule
def _may_cache(scenario: Scenario, game: Game, u: int, x: int, y: int, fuel: int, ammo: int) -> int:
    """Tokens onto an adjacent square, up to its limit (ST-LOG-08, ST-CACHE-01 to 03)."""
    unit = game.units[u]
    if distance(scenario, int(unit.x), int(unit.y), x, y) != 1:
        return reasons.NOT_NEXT_TO
    if fuel > unit.cargo_fuel or ammo > unit.cargo_ammo:
        return reasons.NOT_IN_CARGO
    if not takes_tokens(scenario, game, int(unit.side), x, y):
        return reasons.NO_CACHE_THERE
    return 0 if fuel + ammo <= cache_space(scenario, game, x, y) else reasons.CACHE_LIMIT


@rule
def takes_tokens(scenario: Scenario, game: Game, side: int, x: int, y: int) -> bool:
    """Whether a side may cache tokens on a square, room apart: no Water, object, mines (ST-R55, ST-M06),
    nor another player's Deployment Square where those are closed (ST-M14).
    """
    if ground_at(scenario, game, x, y) == WATER or is_filled(game, x, y) or game.mines[y, x] != 0:
        return False
    return not is_closed_zone(scenario, game, side, x, y)


@rule
def cache_space(scenario: Scenario, game: Game, x: int, y: int) -> int:
    """Tokens that may be added on a square: 9 in all, 4 beside a half-width unit (ST-CACHE-02, 03)."""
    tokens = int(game.cache_fuel[y, x]) + int(game.cache_ammo[y, x])
    if game.taken[y, x] == 0:
        return CACHE_MOST - tokens
    units = 0
    for u in range(UNITS):
        unit = game.units[u]
        if unit.side >= 0 and unit.where == ON_MAP and unit.x == x and unit.y == y:
            units += 1
            if footprint_of(scenario, game, u) == FULL_SIZE:
                return 0
    return max(0, CACHE_MOST_BESIDE_UNIT - tokens) if units == 1 else 0


@rule
def _may_take_up(scenario: Scenario, game: Game, u: int, x: int, y: int, fuel: int, ammo: int) -> int:
    """Tokens from a Cache in or next to the unit's square into its Cargo (ST-R54, R110)."""
    if not in_or_next_to(scenario, game, u, x, y):
        return reasons.NOT_NEXT_TO
    if fuel > game.cache_fuel[y, x] or ammo > game.cache_ammo[y, x]:
        return reasons.NOT_IN_CACHE
    if fuel > resupply.old_fuel(game, x, y) or ammo > resupply.old_ammo(game, x, y):
        return reasons.FRESH_TOKENS
    return 0 if fuel + ammo <= cargo_space(scenario, game, u) else reasons.NO_CARGO_SPACE


@rule
def list_of(scenario: Scenario, game: Game, seat: int, unit: int, work: Work) -> None:
    """All a unit can do in the Logistics Phase but engineering; of none: the answers to a Resupply.

    Of the amounts of a TRANSFER, CACHE or TAKE_UP those are listed that move 1 or all tokens of one kind, or
    as many as can be of both; any smaller amounts are legal too.
    """
    if unit == NONE:
        resupply.list_answers(scenario, game, seat, work)
        return
    if game.decisions.depth > 0 or not is_own(game, seat, unit) or game.units[unit].frozen:
        return
    if game.units[unit].where == CARRIED:
        passengers.list_disembark(scenario, game, seat, unit, work)
    if game.units[unit].where != ON_MAP:
        return
    cargo = int(type_of(scenario, game, unit).cargo)
    if cargo > 0:
        if cargo_space(scenario, game, unit) < cargo:
            _list_transfers(scenario, game, seat, unit, work)
            _list_caches(scenario, game, seat, unit, work)
        if cargo_space(scenario, game, unit) > 0:
            _list_take_up(scenario, game, seat, unit, work)
    resupply.list_of(scenario, game, seat, unit, work)
    passengers.list_embark(scenario, game, seat, unit, work)


@rule
def _list_transfers(scenario: Scenario, game: Game, seat: int, u: int, work: Work) -> None:
    if game.units[u].transfers & HAS_GIVEN:
        return
    for other in range(UNITS):
        if game.units[other].side == seat and type_of(scenario, game, other).cargo > 0:
            if _may_transfer(scenario, game, seat, u, other) == 0:
                space = cargo_space(scenario, game, other)
                fuel, ammo = int(game.units[u].cargo_fuel), int(game.units[u].cargo_ammo)
                _list_amounts(work, verb.TRANSFER, seat, u, other, NONE, NONE, fuel, ammo, space)


@rule
def _list_caches(scenario: Scenario, game: Game, seat: int, u: int, work: Work) -> None:
    unit = game.units[u]
    for y in range(int(unit.y) - 1, int(unit.y) + 2):
        for x in range(int(unit.x) - 1, int(unit.x) + 2):
            if on_board(scenario, game, x, y) and takes_tokens(scenario, game, seat, x, y):
                if distance(scenario, int(unit.x), int(unit.y), x, y) == 1:
                    space = cache_space(scenario, game, x, y)
                    fuel, ammo = int(unit.cargo_fuel), int(unit.cargo_ammo)
                    _list_amounts(work, verb.CACHE, seat, u, NONE, x, y, fuel, ammo, space)


@rule
def _list_take_up(scenario: Scenario, game: Game, seat: int, u: int, work: Work) -> None:
    unit = game.units[u]
    space = cargo_space(scenario, game, u)
    for y in range(int(unit.y) - 1, int(unit.y) + 2):
        for x in range(int(unit.x) - 1, int(unit.x) + 2):
            if on_board(scenario, game, x, y) and holds_cache(game, x, y):
                if in_or_next_to(scenario, game, u, x, y):
                    fuel, ammo = resupply.old_fuel(game, x, y), resupply.old_ammo(game, x, y)
                    _list_amounts(work, verb.TAKE_UP, seat, u, NONE, x, y, fuel, ammo, space)


@rule
def _list_amounts(
    work: Work, verb_: int, seat: int, u: int, other: int, x: int, y: int, fuel: int, ammo: int, space: int
) -> None:
    """One and all of each kind, and all that has room of both, fuel first; each pair of amounts once."""
    most_fuel, most_ammo = min(fuel, space), min(ammo, space)
    if most_fuel > 0:
        _list_amount(work, verb_, seat, u, other, x, y, most_fuel, 0)
    if most_fuel > 1:
        _list_amount(work, verb_, seat, u, other, x, y, 1, 0)
    if most_ammo > 0:
        _list_amount(work, verb_, seat, u, other, x, y, 0, most_ammo)
    if most_ammo > 1:
        _list_amount(work, verb_, seat, u, other, x, y, 0, 1)
    rest = min(ammo, space - most_fuel)
    if most_fuel > 0 and rest > 0:
        _list_amount(work, verb_, seat, u, other, x, y, most_fuel, rest)


@rule
def _list_amount(
    work: Work, verb_: int, seat: int, u: int, other: int, x: int, y: int, fuel: int, ammo: int
) -> None:
    action = add(work, verb_, seat)
    action.unit = u
    action.other = other
    action.x = x
    action.y = y
    action.amount = fuel
    action.extra = ammo


@rule
def do(scenario: Scenario, game: Game, action: Action, dice: Dice, events: Events, work: Work) -> None:
    """Take a legal action of the Logistics Phase."""
    u, other = int(action.unit), int(action.other)
    if action.verb == verb.GIVE or action.verb == verb.ENOUGH:
        resupply.do_answer(scenario, game, action, events)
    elif action.verb == verb.RESUPPLY:
        resupply.do(scenario, game, int(action.seat), u, int(action.kind), events)
    elif action.verb == verb.EMBARK:
        passengers.embark(game, u, other, events)
    elif action.verb == verb.DISEMBARK:
        passengers.disembark(scenario, game, action, dice, events, work)
    elif action.verb == verb.TRANSFER:
        _transfer(game, u, other, int(action.amount), int(action.extra), events)
    elif action.verb == verb.CACHE:
        _cache(game, u, int(action.x), int(action.y), int(action.amount), int(action.extra), events)
    else:
        _take_up(game, u, int(action.x), int(action.y), int(action.amount), int(action.extra), events)


@rule
def _transfer(game: Game, u: int, other: int, fuel: int, ammo: int, events: Events) -> None:
    """Tokens change cards behind the screen: nobody else is told (ST-R105)."""
    giver, taker = game.units[u], game.units[other]
    giver.cargo_fuel -= fuel
    giver.cargo_ammo -= ammo
    taker.cargo_fuel += fuel
    taker.cargo_ammo += ammo
    giver.partner = other
    taker.partner = u
    giver.transfers |= HAS_GIVEN
    taker.transfers |= HAS_RECEIVED
    at = emit(events, happenings.TRANSFERRED, 1 << int(giver.side), int(giver.side), u, other, fuel)
    events.items[at].extra = ammo


@rule
def _cache(game: Game, u: int, x: int, y: int, fuel: int, ammo: int, events: Events) -> None:
    """Tokens go onto the map in the open; they stay there until the phase ends (ST-R105, R110)."""
    unit = game.units[u]
    unit.cargo_fuel -= fuel
    unit.cargo_ammo -= ammo
    game.cache_fuel[y, x] += fuel
    game.cache_ammo[y, x] += ammo
    game.fresh_fuel[y, x] += fuel
    game.fresh_ammo[y, x] += ammo
    at = emit_at(events, happenings.CACHED, EVERYONE, int(unit.side), u, x, y, fuel)
    events.items[at].extra = ammo


@rule
def _take_up(game: Game, u: int, x: int, y: int, fuel: int, ammo: int, events: Events) -> None:
    unit = game.units[u]
    unit.cargo_fuel += fuel
    unit.cargo_ammo += ammo
    game.cache_fuel[y, x] -= fuel
    game.cache_ammo[y, x] -= ammo
    at = emit_at(events, happenings.TAKEN_UP, EVERYONE, int(unit.side), u, x, y, fuel)
    events.items[at].extra = ammo
