"""Reorganize, Disband and Scrap (ST-BOARD-07, ST-REORG, ST-SCRAP, ST-R80 to R88).

In the own Boardroom; Disband and Scrap also when a player at 0 Credits liquidates (ST-R09). Each is of a
unit in the Pre-Deployment Area; one that rides there gets off first (ST-R111), and so do Passengers.
"""

from __future__ import annotations

from sandtable.core.compile import rule
from sandtable.core.dice import Dice
from sandtable.core.events import EVERYONE, Events, emit
from sandtable.rulebooks.starter import actions as verb
from sandtable.rulebooks.starter import reasons
from sandtable.rulebooks.starter.actions import Action, Work
from sandtable.rulebooks.starter.happenings import AREA_LEFT, DISBANDED, REORGANIZED, SCRAPPED
from sandtable.rulebooks.starter.lists import add
from sandtable.rulebooks.starter.mustering import get_off
from sandtable.rulebooks.starter.purchases import list_amounts
from sandtable.rulebooks.starter.state import (
    BOARDROOM,
    CARRIED,
    NONE,
    READY_AREA,
    UNITS,
    Game,
    Scenario,
)
from sandtable.rulebooks.starter.units import cargo_space, clear_unit, is_own, type_of


@rule
def payout(price: int, strength: int, most: int) -> int:
    """Credits for scrapping a unit of this price with so much of its Troop Strength (ST-SCRAP-13 to 15).

    Half the price times strength / most, rounded once to the nearest 5, halves up (ST-R85).
    """
    return 5 * ((price * strength + 5 * most) // (10 * most))


@rule
def card_payout(scenario: Scenario, kind: int) -> int:
    """What scrapping a card in Reserve pays (ST-SCRAP-13)."""
    return payout(int(scenario.type[kind].price), 1, 1)


@rule
def unit_payout(scenario: Scenario, game: Game, u: int) -> int:
    """What scrapping a unit pays at its present Troop Strength."""
    type_ = type_of(scenario, game, u)
    return payout(int(type_.price), int(game.units[u].strength), int(type_.strength))


@rule
def is_full(scenario: Scenario, game: Game, u: int) -> bool:
    """Whether a unit is at full Troop Strength."""
    return int(game.units[u].strength) == int(type_of(scenario, game, u).strength)


@rule
def is_in_area(game: Game, u: int) -> bool:
    """Whether a unit is in the Pre-Deployment Area, aboard another there included."""
    unit = game.units[u]
    if unit.where == CARRIED:
        return game.units[int(unit.carrier)].where == READY_AREA
    return unit.where == READY_AREA


# What may be done -------------------------------------------------------------------------------------


@rule
def may(scenario: Scenario, game: Game, action: Action, work: Work) -> int:
    """0, or why the action is refused."""
    verb_, seat, u = int(action.verb), int(action.seat), int(action.unit)
    if verb_ == verb.SCRAP_CARD:
        return _may_scrap_card(scenario, game, seat, int(action.kind), int(action.amount))
    if not is_own(game, seat, u):
        return reasons.NOT_YOUR_UNIT
    if not is_in_area(game, u):
        return reasons.NOT_IN_READY_AREA
    if verb_ == verb.REORGANIZE:
        return _may_reorganize(scenario, game, seat, u, int(action.other))
    if verb_ == verb.DISBAND:
        return _may_disband(scenario, game, u)
    return 0


@rule
def _may_scrap_card(scenario: Scenario, game: Game, seat: int, kind: int, amount: int) -> int:
    """Any card in Reserve (ST-SCRAP-06, ST-R87)."""
    if kind < 0 or kind >= scenario.types:
        return reasons.NO_SUCH_TYPE
    if game.company[seat].cards[kind] < 1:
        return reasons.NO_CARD
    return 0 if 1 <= amount <= game.company[seat].cards[kind] else reasons.BAD_AMOUNT


@rule
def _may_disband(scenario: Scenario, game: Game, u: int) -> int:
    """At full Troop Strength (ST-SCRAP-01, 05), not in the Boardroom it was mustered in (ST-R111)."""
    if not is_full(scenario, game, u):
        return reasons.NOT_FULL
    mustered_now = game.step == BOARDROOM and game.units[u].mustered_now != 0
    return reasons.JUST_MUSTERED if mustered_now else 0


@rule
def _may_reorganize(scenario: Scenario, game: Game, seat: int, u: int, other: int) -> int:
    """Two of one Class, both partial, both in the area; the cheaper one stays (ST-REORG-01 to 05, ST-R83)."""
    if not is_own(game, seat, other):
        return reasons.NOT_YOUR_UNIT
    if u == other:
        return reasons.NOT_TWO
    if not is_in_area(game, other):
        return reasons.NOT_IN_READY_AREA
    if game.units[u].cls != game.units[other].cls:
        return reasons.NOT_ONE_CLASS
    if is_full(scenario, game, u) or is_full(scenario, game, other):
        return reasons.NOT_PARTIAL
    if type_of(scenario, game, u).price > type_of(scenario, game, other).price:
        return reasons.KEEP_THE_CHEAPER
    return 0


@rule
def list_of(scenario: Scenario, game: Game, seat: int, unit: int, work: Work) -> None:
    """Add the legal actions of a unit, or (NONE) the scrapping of cards, in amounts as in `purchases`."""
    if unit == NONE:
        _list_cards(scenario, game, seat, work)
        return
    if not is_in_area(game, unit):
        return
    add(work, verb.SCRAP, seat).unit = unit
    if _may_disband(scenario, game, unit) == 0:
        add(work, verb.DISBAND, seat).unit = unit
    if game.step != BOARDROOM or is_full(scenario, game, unit):
        return
    for other in range(UNITS):
        if game.units[other].side == seat and _may_reorganize(scenario, game, seat, unit, other) == 0:
            action = add(work, verb.REORGANIZE, seat)
            action.unit = unit
            action.other = other


@rule
def _list_cards(scenario: Scenario, game: Game, seat: int, work: Work) -> None:
    for kind in range(int(scenario.types)):
        list_amounts(work, verb.SCRAP_CARD, seat, kind, int(game.company[seat].cards[kind]))


# What is done -----------------------------------------------------------------------------------------


@rule
def do(scenario: Scenario, game: Game, action: Action, dice: Dice, events: Events, work: Work) -> None:
    """Take a legal action."""
    verb_, u = int(action.verb), int(action.unit)
    if verb_ == verb.SCRAP_CARD:
        scrap_cards(scenario, game, int(action.seat), int(action.kind), int(action.amount), events)
    elif verb_ == verb.REORGANIZE:
        _reorganize(scenario, game, u, int(action.other), events)
    elif verb_ == verb.DISBAND:
        _disband(scenario, game, u, events)
    else:
        scrap_in_area(scenario, game, u, events)


@rule
def scrap_cards(scenario: Scenario, game: Game, seat: int, kind: int, count: int, events: Events) -> None:
    """Cards of the Reserve go back to the binder for half their price, no more (ST-SCRAP-11, ST-R88)."""
    paid = count * card_payout(scenario, kind)
    game.company[seat].cards[kind] -= count
    game.company[seat].credits += paid
    at = emit(events, SCRAPPED, 1 << seat, seat, NONE, kind, paid)
    events.items[at].extra = count


@rule
def scrap_in_area(scenario: Scenario, game: Game, u: int, events: Events) -> None:
    """Scrap a unit of the Pre-Deployment Area."""
    _clear_decks(game, u, events)
    side, kind = int(game.units[u].side), int(game.units[u].kind)
    emit(events, AREA_LEFT, EVERYONE, side, u, NONE, int(game.units[u].cls))
    paid = scrap(scenario, game, u)
    at = emit(events, SCRAPPED, 1 << side, side, u, kind, paid)
    events.items[at].extra = 1


@rule
def scrap(scenario: Scenario, game: Game, u: int) -> int:
    """Pay for a unit; its Personnel, tokens and Cargo go to Reserve, card and mini away; the payout.

    ST-SCRAP-08 to 10, 12 to 16. Nobody is aboard it.
    """
    company = game.company[int(game.units[u].side)]
    paid = unit_payout(scenario, game, u)
    company.credits += paid
    company.personnel += game.units[u].strength
    _return_tokens(scenario, game, u)
    clear_unit(game, u)
    return paid


@rule
def _return_tokens(scenario: Scenario, game: Game, u: int) -> None:
    """One token for each full supply, whatever its cost (ST-SCRAP-03, 04, 16, ST-R84); Cargo (ST-R87)."""
    unit, type_ = game.units[u], type_of(scenario, game, u)
    company = game.company[int(unit.side)]
    company.fuel += unit.cargo_fuel
    company.ammo += unit.cargo_ammo
    if type_.fuel_places > 0 and unit.fuel == type_.fuel_places:
        company.fuel += 1
    if type_.ammo_places > 0 and unit.ammo == type_.ammo_places:
        company.ammo += 1


@rule
def _disband(scenario: Scenario, game: Game, u: int, events: Events) -> None:
    """Personnel and card go to Reserve, ready to be mustered again (ST-SCRAP-02 to 04, ST-R84)."""
    _clear_decks(game, u, events)
    unit = game.units[u]
    side = int(unit.side)
    game.company[side].cards[int(unit.kind)] += 1
    game.company[side].personnel += unit.strength
    _return_tokens(scenario, game, u)
    emit(events, AREA_LEFT, EVERYONE, side, u, NONE, int(unit.cls))
    emit(events, DISBANDED, 1 << side, side, u, int(unit.kind), int(unit.strength))
    clear_unit(game, u)


@rule
def _reorganize(scenario: Scenario, game: Game, u: int, other: int, events: Events) -> None:
    """``other`` is scrapped and hands all it has over to ``u`` (ST-REORG-04 to 08, ST-R82, R83)."""
    _clear_decks(game, other, events)
    _leave_carrier(game, u, events)
    unit, gone, type_ = game.units[u], game.units[other], type_of(scenario, game, u)
    company = game.company[int(unit.side)]
    paid = unit_payout(scenario, game, other)
    strength = int(unit.strength) + int(gone.strength)
    unit.strength = min(strength, int(type_.strength))
    company.personnel += strength - int(unit.strength)
    unit.fuel = min(int(unit.fuel) + int(gone.fuel), int(type_.fuel_places))
    unit.ammo = min(int(unit.ammo) + int(gone.ammo), int(type_.ammo_places))
    _hand_over_cargo(scenario, game, u, other)
    company.credits += paid
    side = int(unit.side)
    emit(events, AREA_LEFT, EVERYONE, side, other, NONE, int(gone.cls))
    emit(events, REORGANIZED, 1 << side, side, u, other, strength - int(unit.strength))
    at = emit(events, SCRAPPED, 1 << side, side, other, int(gone.kind), paid)
    events.items[at].extra = 1
    clear_unit(game, other)


@rule
def _hand_over_cargo(scenario: Scenario, game: Game, u: int, other: int) -> None:
    """Cargo of the scrapped unit fills free Cargo squares, Fuel first; the rest goes to Reserve (ST-R83)."""
    unit, gone = game.units[u], game.units[other]
    company = game.company[int(unit.side)]
    fuel = min(int(gone.cargo_fuel), cargo_space(scenario, game, u))
    unit.cargo_fuel += fuel
    ammo = min(int(gone.cargo_ammo), cargo_space(scenario, game, u))
    unit.cargo_ammo += ammo
    company.fuel += gone.cargo_fuel - fuel
    company.ammo += gone.cargo_ammo - ammo


@rule
def _clear_decks(game: Game, u: int, events: Events) -> None:
    """The unit gets off its carrier and its Passengers off it, always possible (ST-R83, R87, R111)."""
    _leave_carrier(game, u, events)
    for p in range(UNITS):
        if game.units[p].side >= 0 and game.units[p].where == CARRIED and game.units[p].carrier == u:
            get_off(game, p, events)


@rule
def _leave_carrier(game: Game, u: int, events: Events) -> None:
    if game.units[u].where == CARRIED:
        get_off(game, u, events)
