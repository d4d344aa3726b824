"""Purchases: the goes of the Set-up Phase (ST-SETUP-04 to 18), and the Boardroom (ST-BOARD-02, 04).

A go in the Set-up Phase is any number of BUY and then END_GO, or one HIRE, BUY_FUEL or BUY_AMMO, which ends
it, or DONE, which is final (ST-R19, ST-R20). In the Boardroom everything may be bought in any order. Amounts
of 1, 2, 5, 10, 20, 50 and the most possible are listed; all between are legal too.
"""

from __future__ import annotations

from sandtable.core.compile import rule
from sandtable.core.dice import Dice
from sandtable.core.events import EVERYONE, Events, emit
from sandtable.rulebooks.starter import actions as verb
from sandtable.rulebooks.starter import reasons, setup, turns
from sandtable.rulebooks.starter.actions import Action, Work
from sandtable.rulebooks.starter.happenings import (
    BOUGHT,
    DECLARED_DONE,
    DIE_CHOSEN,
    POOL_CHANGED,
    READ,
    RESOURCE_SEEN,
    ZONE_TAKEN,
)
from sandtable.rulebooks.starter.lists import LISTED, add, amount_listed
from sandtable.rulebooks.starter.state import (
    AMMO,
    BUYING,
    CALM,
    FUEL,
    NONE,
    PERSONNEL,
    PLAYING_ON,
    READING,
    TURN_DICE,
    UNITS_RESOURCE,
    ZONES,
    Game,
    Scenario,
)

MOST_KEPT = 9999  # of a kind in Reserve: what the records hold and the notation writes


# Prices -----------------------------------------------------------------------------------------------


@rule
def fuel_price(scenario: Scenario, game: Game) -> int:
    """Credits for a Fuel token: the booklet's price, or else the Catalogue's (ST-CAMP-18, 19)."""
    special = int(scenario.booklet[int(game.booklet)].fuel_price)
    return special if special > 0 else int(scenario.fuel_price)


@rule
def hire_cost(scenario: Scenario, game: Game, count: int) -> int:
    """Credits for so many Personnel tokens, each at the price of the pool before it is taken (ST-R13).

    ``count`` is at most what the pool holds.
    """
    left, cost = int(game.pool), 0
    for band in range(4):
        taken = min(count, max(left - int(scenario.bands[band]), 0))
        cost += taken * manpower_price(scenario, game, band)
        left -= taken
        count -= taken
    return cost


@rule
def manpower_price(scenario: Scenario, game: Game, band: int) -> int:
    """Credits for a Personnel token in one band of the pool (ST-CAMP-16)."""
    return int(scenario.manpower[band]) + int(scenario.booklet[int(game.booklet)].manpower_extra)


@rule
def most_hired(scenario: Scenario, game: Game, seat: int) -> int:
    """How many Personnel tokens a side can hire and pay for (ST-R13, R15)."""
    left, credits, total = int(game.pool), int(game.company[seat].credits), 0
    for band in range(4):
        there = max(left - int(scenario.bands[band]), 0)
        price = manpower_price(scenario, game, band)
        taken = min(there, credits // price)
        credits -= taken * price
        left -= taken
        total += taken
        if taken < there:
            break
    return min(total, MOST_KEPT - int(game.company[seat].personnel))


@rule
def most_cards(scenario: Scenario, game: Game, seat: int, kind: int) -> int:
    """How many cards of a type a side can buy (ST-R14, R15)."""
    company, type_ = game.company[seat], scenario.type[kind]
    most = min(int(company.credits) // int(type_.price), MOST_KEPT - int(company.cards[kind]))
    if type_.available > 0:
        most = min(most, int(type_.available) - int(company.bought[kind]))
    return max(most, 0)


@rule
def most_tokens(scenario: Scenario, game: Game, seat: int, resource: int) -> int:
    """How many Fuel or Ammunition tokens a side can buy (ST-CAMP-17, ST-R15)."""
    company = game.company[seat]
    if resource == FUEL:
        return min(int(company.credits) // fuel_price(scenario, game), MOST_KEPT - int(company.fuel))
    return min(int(company.credits) // int(scenario.ammo_price), MOST_KEPT - int(company.ammo))


# What may be done -------------------------------------------------------------------------------------


@rule
def waiting(scenario: Scenario, game: Game) -> int:
    """The seats whose answer play waits for before the goes begin, a bit each (ST-SETUP-04, ST-R17)."""
    seats = 0
    for side in range(int(scenario.sides)):
        company = game.company[side]
        if company.state != PLAYING_ON:
            continue
        if game.step == READING and company.ready == 0:
            seats |= 1 << side
        if game.step == TURN_DICE and company.turn_die == 0:
            seats |= 1 << side
    return seats


@rule
def may(scenario: Scenario, game: Game, action: Action, work: Work) -> int:
    """0, or why the action is refused."""
    verb_ = int(action.verb)
    if verb_ == verb.READY:
        return 0
    if verb_ == verb.TURN_DIE:
        return 0 if action.amount == 6 or action.amount == 8 else reasons.NO_SUCH_DIE
    if verb_ == verb.TAKE_ZONE:
        return _may_take_zone(scenario, game, int(action.kind))
    if verb_ == verb.END_GO:
        return reasons.NOTHING_BOUGHT if game.bought_resource == NONE else 0
    if verb_ == verb.DONE:
        return 0 if game.bought_resource == NONE else reasons.GO_IS_OPEN
    if game.step == BUYING and game.bought_resource != NONE and verb_ != verb.BUY:
        return reasons.ONE_RESOURCE
    return _may_buy(scenario, game, action)


@rule
def _may_take_zone(scenario: Scenario, game: Game, zone: int) -> int:
    """Another player's Deployment Squares cannot be taken (ST-M14)."""
    if zone < 0 or zone >= setup.zones(scenario, game):
        return reasons.NO_SUCH_ZONE
    return reasons.ZONE_IS_TAKEN if setup.zone_owner(scenario, game, zone) != NONE else 0


@rule
def _may_buy(scenario: Scenario, game: Game, action: Action) -> int:
    """A purchase is of at least 1 and is paid in full (ST-R15, R19)."""
    seat, amount, verb_ = int(action.seat), int(action.amount), int(action.verb)
    company = game.company[seat]
    if amount < 1:
        return reasons.BAD_AMOUNT
    if verb_ == verb.BUY:
        return _may_buy_cards(scenario, game, seat, int(action.kind), amount)
    if verb_ == verb.HIRE:
        if amount > game.pool:
            return reasons.POOL_TOO_SMALL
        if hire_cost(scenario, game, amount) > company.credits:
            return reasons.CANNOT_PAY
        return reasons.STORES_FULL if amount + company.personnel > MOST_KEPT else 0
    price = fuel_price(scenario, game) if verb_ == verb.BUY_FUEL else int(scenario.ammo_price)
    kept = int(company.fuel) if verb_ == verb.BUY_FUEL else int(company.ammo)
    if amount * price > company.credits:
        return reasons.CANNOT_PAY
    return reasons.STORES_FULL if amount + kept > MOST_KEPT else 0


@rule
def _may_buy_cards(scenario: Scenario, game: Game, seat: int, kind: int, amount: int) -> int:
    if kind < 0 or kind >= scenario.types:
        return reasons.NO_SUCH_TYPE
    company, type_ = game.company[seat], scenario.type[kind]
    if type_.available > 0 and amount + int(company.bought[kind]) > type_.available:
        return reasons.SOLD_OUT
    if amount * int(type_.price) > company.credits:
        return reasons.CANNOT_PAY
    return reasons.STORES_FULL if amount + int(company.cards[kind]) > MOST_KEPT else 0


@rule
def list_of(scenario: Scenario, game: Game, seat: int, unit: int, work: Work) -> None:
    """Add the legal actions, which belong to no unit."""
    if unit != NONE:
        return
    step = int(game.step)
    if step == READING:
        add(work, verb.READY, seat)
    elif step == TURN_DICE:
        add(work, verb.TURN_DIE, seat).amount = 6
        add(work, verb.TURN_DIE, seat).amount = 8
    elif step == ZONES:
        for zone in range(setup.zones(scenario, game)):
            if setup.zone_owner(scenario, game, zone) == NONE:
                add(work, verb.TAKE_ZONE, seat).kind = zone
    else:
        _list_purchases(scenario, game, seat, work)


@rule
def _list_purchases(scenario: Scenario, game: Game, seat: int, work: Work) -> None:
    for kind in range(int(scenario.types)):
        list_amounts(work, verb.BUY, seat, kind, most_cards(scenario, game, seat, kind))
    if game.step == BUYING and game.bought_resource != NONE:
        add(work, verb.END_GO, seat)
        return
    list_amounts(work, verb.HIRE, seat, NONE, most_hired(scenario, game, seat))
    list_amounts(work, verb.BUY_FUEL, seat, NONE, most_tokens(scenario, game, seat, FUEL))
    list_amounts(work, verb.BUY_AMMO, seat, NONE, most_tokens(scenario, game, seat, AMMO))
    if game.step == BUYING:
        add(work, verb.DONE, seat)


@rule
def list_amounts(work: Work, verb_: int, seat: int, kind: int, most: int) -> None:
    """A purchase in each amount that is listed (see `amount_listed`)."""
    for i in range(LISTED):
        amount = amount_listed(i, most)
        if amount > 0:
            action = add(work, verb_, seat)
            action.kind = kind
            action.amount = amount


# What is done -----------------------------------------------------------------------------------------


@rule
def do(scenario: Scenario, game: Game, action: Action, dice: Dice, events: Events, work: Work) -> None:
    """Take a legal action."""
    verb_, seat = int(action.verb), int(action.seat)
    if verb_ == verb.READY:
        game.company[seat].ready = 1
        emit(events, READ, EVERYONE, seat, NONE, NONE, 0)
        if waiting(scenario, game) == 0:
            setup.begin_turn_dice(scenario, game, dice, events)
    elif verb_ == verb.TURN_DIE:
        game.company[seat].turn_die = action.amount
        emit(events, DIE_CHOSEN, EVERYONE, seat, NONE, NONE, int(action.amount))
        if waiting(scenario, game) == 0:
            setup.roll_turn_order(scenario, game, dice, events)
    elif verb_ == verb.TAKE_ZONE:
        game.company[seat].zone = action.kind
        emit(events, ZONE_TAKEN, EVERYONE, seat, NONE, NONE, int(action.kind))
        setup.next_zone(scenario, game, events)
    elif verb_ == verb.END_GO:
        _end_go(scenario, game, seat, events)
    elif verb_ == verb.DONE:
        game.company[seat].done = 1
        emit(events, DECLARED_DONE, EVERYONE, seat, NONE, NONE, 0)
        _end_go(scenario, game, seat, events)
    else:
        _buy(scenario, game, action, events)


@rule
def _buy(scenario: Scenario, game: Game, action: Action, events: Events) -> None:
    """Pay and take it into Reserve (ST-SETUP-14 to 17); in set-up one resource a go (ST-SETUP-12)."""
    verb_, seat, amount = int(action.verb), int(action.seat), int(action.amount)
    company = game.company[seat]
    kind = int(action.kind) if verb_ == verb.BUY else NONE
    if verb_ == verb.BUY:
        resource, cost = UNITS_RESOURCE, amount * int(scenario.type[kind].price)
        company.cards[kind] += amount
        company.bought[kind] += amount
    elif verb_ == verb.HIRE:
        resource, cost = PERSONNEL, hire_cost(scenario, game, amount)
        company.personnel += amount
        change_pool(game, seat, -amount, events)
    elif verb_ == verb.BUY_FUEL:
        resource, cost = FUEL, amount * fuel_price(scenario, game)
        company.fuel += amount
    else:
        resource, cost = AMMO, amount * int(scenario.ammo_price)
        company.ammo += amount
    company.credits -= cost
    at = emit(events, BOUGHT, 1 << seat, seat, kind, resource, cost)
    events.items[at].extra = amount
    if game.step == BUYING:
        if game.bought_resource == NONE:
            emit(events, RESOURCE_SEEN, EVERYONE, seat, NONE, NONE, resource)
        game.bought_resource = resource
        if resource != UNITS_RESOURCE:
            _end_go(scenario, game, seat, events)


@rule
def change_pool(game: Game, seat: int, change: int, events: Events) -> None:
    """Take Personnel tokens from the shared pool or put them back, for all to see (ST-INFO-08)."""
    game.pool += change
    if change != 0:
        at = emit(events, POOL_CHANGED, EVERYONE, seat, NONE, NONE, change)
        events.items[at].extra = int(game.pool)


@rule
def _end_go(scenario: Scenario, game: Game, seat: int, events: Events) -> None:
    """The next in turn order who is not done has the go; if all are, turns begin (ST-SETUP-13, 18)."""
    game.bought_resource = NONE
    at = 0
    while game.turn_order[at] != seat:
        at += 1
    for i in range(1, int(scenario.sides) + 1):
        side = int(game.turn_order[(at + i) % int(scenario.sides)])
        if game.company[side].state == PLAYING_ON and game.company[side].done == 0:
            game.active = side
            return
    game.round = 1
    game.quiet = CALM
    turns.begin_turn(scenario, game, _first(scenario, game), events)


@rule
def _first(scenario: Scenario, game: Game) -> int:
    """The first side in turn order that plays."""
    at = 0
    while game.company[int(game.turn_order[at])].state != PLAYING_ON:
        at += 1
    return int(game.turn_order[at])
