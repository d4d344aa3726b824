"""For the conformance suite: games that a seat cannot tell apart, made without asking `view`.

See `sandtable.testing`. What may differ is what the printed game keeps behind a screen: cards and what
is on them, Reserves, money, Passengers, another side's lore (ST-INFO-02, 03, 06, 10; ST-R100 to R105).
"""

from __future__ import annotations

from typing import Any

from sandtable.core.compile import rule
from sandtable.core.decisions import answered
from sandtable.core.dice import Dice, roll
from sandtable.core.record import clone
from sandtable.rulebooks.starter import actions as verb
from sandtable.rulebooks.starter.guesses import fits
from sandtable.rulebooks.starter.happenings import GUESSING
from sandtable.rulebooks.starter.objectives import is_secret
from sandtable.rulebooks.starter.state import (
    ALL,
    ALLOTTING,
    BOARDROOM,
    BUYING,
    CARRIED,
    COUNTER,
    GOING_HOME,
    GUN,
    LIQUIDATING,
    MOVING,
    NONE,
    ON_MAP,
    SUPPLYING,
    TOW,
    UNITS,
    UNKNOWN,
    Company,
    Game,
    Scenario,
)
from sandtable.rulebooks.starter.units import places_aboard, type_of
from sandtable.rulebooks.starter.view import personnel_in_play

# Actions whose amounts or flags are listed in part only.
FREE_AMOUNTS = (
    verb.BUY,
    verb.HIRE,
    verb.BUY_FUEL,
    verb.BUY_AMMO,
    verb.MUSTER,
    verb.LOAD,
    verb.UNLOAD,
    verb.TRANSFER,
    verb.CACHE,
    verb.TAKE_UP,
    verb.GIVE,
    verb.SCRAP_CARD,
)

# Actions that open cards: dice fall, questions are answered, the scenario is settled.
TELLING = (
    verb.RECON,
    verb.FIRE,
    verb.SHOT,
    verb.ATTACK,
    verb.COUNTERATTACK,
    verb.WITHDRAW,
    verb.TAKE_HOME,
    verb.STAY,
    verb.LEAVE,
    verb.ATTACH,
    verb.CHOOSE,
)


def vary(scenario: Any, game: Any, seat: int, dice: Any) -> Any:
    """A new row: a game that differs from this one in what ``seat`` may not know, and in nothing else."""
    other = clone(Game, game)
    disguise(scenario, other, seat, dice)
    return other


def silent(scenario: Any, game: Any, action: Any, seat: int) -> bool:
    """Whether a seat learns the same of an action whatever lies behind the screens of others."""
    verb_ = int(action.verb)
    if verb_ in TELLING:
        return False
    if verb_ == verb.END:
        return int(game[0].step) < BOARDROOM
    if verb_ in (verb.MOVE, verb.DISEMBARK):
        return not any(any(int(mine) for mine in row) for row in game[0].mines)  # dice may fall on the way
    return True


def unlisted(scenario: Any, game: Any, action: Any) -> bool:
    """Whether a legal action may be missing from the list: amounts and flags between those listed."""
    return int(action.verb) in FREE_AMOUNTS


def meanwhile(scenario: Any, game: Any, action: Any) -> bool:
    """Whether an action is open to a seat that play does not wait for: mustering in set-up (ST-R21)."""
    return int(game[0].step) == BUYING and verb.MUSTER <= int(action.verb) <= verb.GET_OFF


def rare(scenario: Any, game: Any, action: Any) -> bool:
    """Whether an action cuts a game short."""
    return int(action.verb) in (verb.WITHDRAW, verb.LEAVE, verb.DONE)


@rule
def disguise(scenarios: Any, games: Any, seat: int, dice: Any) -> None:
    """Change in ``games[0]`` all that a seat may not know, keeping to what it was told and to the rules."""
    scenario, game = scenarios[0], games[0]
    for side in range(int(scenario.sides)):
        if side != seat:
            _change_screen(scenario, game, side, dice[0])
            _change_memory(scenario, game, side, dice[0])
    for u in range(UNITS):
        if game.units[u].side != NONE and game.units[u].side != seat:
            _change_carrier(scenario, game, u, dice[0])
    for u in range(UNITS):
        if game.units[u].side != NONE and game.units[u].side != seat:
            _change_card(scenario, game, seat, u, dice[0])
    _change_question(game, seat)
    game.personnel = personnel_in_play(game)


@rule
def _up_to(dice: Dice, most: int) -> int:
    """0 to ``most``, each as likely."""
    return roll(dice, GUESSING, most + 1) - 1


@rule
def _change_screen(scenario: Scenario, game: Game, side: int, dice: Dice) -> None:
    """Credits, Reserves, shares to come, and deeds that would tell of Unit Cards."""
    company = game.company[side]
    if game.step < LIQUIDATING:  # from then on all totals lie open (ST-R100)
        company.credits = 5 * _up_to(dice, 400)
    company.personnel = _up_to(dice, 40)
    company.fuel = _up_to(dice, 20)
    company.ammo = _up_to(dice, 20)
    company.salvage = 5 * _up_to(dice, 40)
    company.deployed = _up_to(dice, 9)
    company.extracted = _up_to(dice, int(company.deployed))
    company.extracted_fit = _up_to(dice, int(company.extracted))
    _change_cards(scenario, company, dice)
    booklet = scenario.booklet[int(game.booklet)]
    if MOVING <= game.step <= GOING_HOME:
        for i in range(int(booklet.objective_count)):
            if is_secret(int(booklet.objectives[i].kind)):
                company.completed[i] = _up_to(dice, 1)


@rule
def _change_cards(scenario: Scenario, company: Company, dice: Dice) -> None:
    for kind in range(int(scenario.types)):
        if scenario.type[kind].available == 0:
            company.cards[kind] = _up_to(dice, 3)
            company.bought[kind] = int(company.cards[kind]) + _up_to(dice, 2)


@rule
def _change_memory(scenario: Scenario, game: Game, side: int, dice: Dice) -> None:
    """What another side has learnt of units that are not its own."""
    for u in range(UNITS):
        if game.units[u].side != NONE and game.units[u].side != side:
            lore = game.lore[side * UNITS + u]
            lore.round = game.round
            lore.kind = game.units[u].kind if _up_to(dice, 1) else UNKNOWN
            lore.strength = 1 + _up_to(dice, 9)
            lore.fuel = _up_to(dice, 1)
            lore.ammo = _up_to(dice, 1)


@rule
def _change_carrier(scenario: Scenario, game: Game, u: int, dice: Dice) -> None:
    """A Passenger rides with another unit that has room and is where its carrier is."""
    if game.units[u].where != CARRIED:
        return
    now = int(game.units[u].carrier)
    for _ in range(4):
        other = _up_to(dice, UNITS - 1)
        if game.units[other].side == game.units[u].side and game.units[other].where == game.units[now].where:
            if other != now and _has_room(scenario, game, other, int(game.units[u].cls)):
                game.units[u].carrier = other
                return


@rule
def _has_room(scenario: Scenario, game: Game, carrier: int, cls: int) -> bool:
    type_ = type_of(scenario, game, carrier)
    if cls == GUN and int(type_.abilities) & TOW == 0:
        return False
    return places_aboard(scenario, game, carrier) + int(scenario.carries[cls]) <= type_.passengers


@rule
def _change_card(scenario: Scenario, game: Game, seat: int, u: int, dice: Dice) -> None:
    """Another type that the seat could take it for, and other numbers on the card."""
    unit = game.units[u]
    for _ in range(8):
        kind = _up_to(dice, int(scenario.types) - 1)
        if fits(scenario, game, seat, u, kind, True) and _carries_as_much(scenario, game, u, kind):
            unit.kind = kind
    type_ = type_of(scenario, game, u)
    known = seat != NONE and game.lore[seat * UNITS + u].strength != UNKNOWN
    if not known or unit.strength > type_.strength:
        unit.strength = 1 + _up_to(dice, int(type_.strength) - 1)
    unit.fuel = _up_to(dice, int(type_.fuel_places))
    unit.ammo = _up_to(dice, int(type_.ammo_places))
    if _has_shot(game, u):
        unit.ammo = max(1, int(unit.ammo))
    unit.cargo_fuel = _up_to(dice, int(type_.cargo))
    unit.cargo_ammo = _up_to(dice, int(type_.cargo) - int(unit.cargo_fuel))
    unit.spent = ALL * _up_to(dice, 1)
    unit.loads = _up_to(dice, 63)
    unit.transfers = _up_to(dice, 3)
    unit.partner = NONE
    unit.extracted = _up_to(dice, 3)
    unit.deployed = _up_to(dice, 1)
    unit.extracted_now = _up_to(dice, 1)
    if unit.where != ON_MAP:
        unit.frozen = _up_to(dice, 1)


@rule
def _carries_as_much(scenario: Scenario, game: Game, u: int, kind: int) -> bool:
    """Whether all aboard a unit could ride on another type, and it could itself be carried with them."""
    if places_aboard(scenario, game, u) > scenario.type[kind].passengers:
        return False
    for p in range(UNITS):
        unit = game.units[p]
        if unit.side != NONE and unit.where == CARRIED and unit.carrier == u and unit.cls == GUN:
            if int(scenario.type[kind].abilities) & TOW == 0:
                return False
    return True


@rule
def _has_shot(game: Game, u: int) -> bool:
    """Whether an open question is about this unit's next shot."""
    if game.decisions.depth == 0:
        return False
    question = game.decisions.items[int(game.decisions.depth) - 1]
    return bool(question.unit == u and question.kind in (COUNTER, ALLOTTING))


@rule
def _change_question(game: Game, seat: int) -> None:
    """Another side's Resupply is not seen, not even that it is being decided (ST-R105)."""
    if game.decisions.depth == 0:
        return
    question = game.decisions.items[int(game.decisions.depth) - 1]
    if question.kind == SUPPLYING and question.seat != seat:
        answered(game.decisions)
