"""The scripted player's money: what to buy, hire and muster, and what to scrap."""

from __future__ import annotations

from sandtable.core.compile import rule
from sandtable.core.dice import Dice, roll
from sandtable.rulebooks.starter import actions as verb
from sandtable.rulebooks.starter import boardroom as boardroom_chapter
from sandtable.rulebooks.starter import mustering
from sandtable.rulebooks.starter.actions import Action, Work
from sandtable.rulebooks.starter.lists import copy, write
from sandtable.rulebooks.starter.state import (
    HOVER,
    INF,
    NONE,
    READY_AREA,
    TYPES,
    UNITS,
    UNITS_RESOURCE,
    Game,
    Scenario,
)

# What a force is made of, and how many of each in ten units.
HOLDERS, STRIKERS, GUNS, CARRIERS = 0, 1, 2, 3
LARGEST_FORCE = 14


@rule
def role(scenario: Scenario, kind: int) -> int:
    """What a type is for: HOLDERS, STRIKERS, GUNS, CARRIERS; NONE for what the script does not use."""
    type_ = scenario.type[kind]
    if type_.artillery_die > 0:
        return GUNS
    if type_.attack_die > 0:
        return HOLDERS if type_.cls == INF else STRIKERS
    if type_.cargo >= 4:
        return CARRIERS
    return NONE


@rule
def share(role_: int) -> int:
    """Of ten units, how many have this role."""
    if role_ == HOLDERS:
        return 5
    if role_ == STRIKERS:
        return 3
    return 1


@rule
def ready_cost(scenario: Scenario, view: Game, seat: int, kind: int) -> int:
    """Credits to buy, staff, fuel and arm one unit, at the price of manpower to be expected then.

    ST-MUSTER-06 to 09.
    """
    type_ = scenario.type[kind]
    needed = outstanding(scenario, view, seat, verb.HIRE) + int(type_.strength)
    later_price = price_at(scenario, view, int(view.pool) - int(scenario.sides) * needed)
    return (
        int(type_.price)
        + int(type_.strength) * later_price
        + int(type_.fuel_cost) * fuel_price(scenario, view)
        + int(type_.ammo_cost) * int(scenario.ammo_price)
    )


@rule
def manpower_price(scenario: Scenario, view: Game) -> int:
    """Price of the next Personnel token (ST-CAMP-16)."""
    return price_at(scenario, view, int(view.pool))


@rule
def merit(scenario: Scenario, kind: int) -> int:
    """How much a type gives in its role, to be set against its cost."""
    type_ = scenario.type[kind]
    strength = int(type_.strength)
    reach = int(type_.range_most)
    if type_.artillery_die > 0:
        return int(type_.artillery_die) * int(type_.shots) * (6 + reach) * 3
    if type_.attack_die > 0:
        return strength * (2 * int(type_.attack_die) + 2 * int(type_.defence_die) + 2 * min(reach, 3)) * 2
    return 100 * int(type_.cargo) // 4 + 10 * int(type_.defence_die)


@rule
def can_be_used(scenario: Scenario, view: Game, kind: int) -> bool:
    """Whether the booklet lets the type be deployed (its Special Circumstances)."""
    booklet = scenario.booklet[int(view.booklet)]
    if booklet.dearest_unit > 0 and scenario.type[kind].price > booklet.dearest_unit:
        return False
    return not (booklet.no_hover != 0 and scenario.type[kind].move == HOVER)


@rule
def owned(scenario: Scenario, view: Game, seat: int, role_: int) -> int:
    """Units and cards of a role (any role if NONE) that the side has and can use."""
    total = 0
    for kind in range(int(scenario.types)):
        if (role_ == NONE or role(scenario, kind) == role_) and can_be_used(scenario, view, kind):
            total += int(view.company[seat].cards[kind])
    for u in range(UNITS):
        unit = view.units[u]
        if unit.side == seat and (role_ == NONE or role(scenario, int(unit.kind)) == role_):
            total += 1
    return total


@rule
def outstanding(scenario: Scenario, view: Game, seat: int, resource: int) -> int:
    """Tokens that the cards in Reserve still need: personnel, fuel or ammunition by `verb`."""
    company = view.company[seat]
    need = 0
    for kind in range(TYPES):
        cards = int(company.cards[kind])
        if cards > 0 and can_be_used(scenario, view, kind):
            type_ = scenario.type[kind]
            if resource == verb.HIRE:
                need += cards * int(type_.strength)
            elif resource == verb.BUY_FUEL:
                need += cards * (int(type_.fuel_cost) + int(type_.cargo) // 2)
            else:
                need += cards * (int(type_.ammo_cost) + int(type_.cargo) // 2)
    if resource == verb.HIRE:
        return max(need - int(company.personnel), 0)
    if resource == verb.BUY_FUEL:
        return max(need - int(company.fuel), 0)
    return max(need - int(company.ammo), 0)


@rule
def price_at(scenario: Scenario, view: Game, pool: int) -> int:
    """Price of a Personnel token while ``pool`` of them are left (ST-M02)."""
    for band in range(4):
        if pool > scenario.bands[band]:
            return int(scenario.manpower[band]) + int(scenario.booklet[int(view.booklet)].manpower_extra)
    return 1000


@rule
def hiring_cost(scenario: Scenario, view: Game, tokens: int) -> int:
    """What hiring will cost while every other side hires as many: the price rises under one's hand."""
    cost = 0
    for i in range(tokens):
        cost += price_at(scenario, view, int(view.pool) - int(scenario.sides) * i)
    return cost


@rule
def stores_cost(scenario: Scenario, view: Game, seat: int) -> int:
    """Credits that Fuel and Ammunition for the cards in Reserve will still cost."""
    return outstanding(scenario, view, seat, verb.BUY_FUEL) * fuel_price(scenario, view) + outstanding(
        scenario, view, seat, verb.BUY_AMMO
    ) * int(scenario.ammo_price)


@rule
def fuel_price(scenario: Scenario, view: Game) -> int:
    """Price of a Fuel token here and now."""
    local = int(scenario.booklet[int(view.booklet)].fuel_price)
    return local if local > 0 else int(scenario.fuel_price)


@rule
def committed(scenario: Scenario, view: Game, seat: int) -> int:
    """Credits that the cards in Reserve will still cost."""
    hiring = hiring_cost(scenario, view, outstanding(scenario, view, seat, verb.HIRE))
    return hiring + stores_cost(scenario, view, seat)


@rule
def deployment_money(scenario: Scenario, view: Game) -> int:
    """Credits to keep for bringing units to the map (ST-DEPLOY-04)."""
    return 8 * int(scenario.booklet[int(view.booklet)].deployment_cost)


@rule
def spendable(scenario: Scenario, view: Game, seat: int) -> int:
    """Credits left for new units: some are kept for deployment, and for the scenarios still to come."""
    company = view.company[seat]
    booklet = scenario.booklet[int(view.booklet)]
    kept = deployment_money(scenario, view)
    for following in range(int(scenario.booklets)):
        if booklet.next[following] != 0:
            kept += int(company.credits) // 4
            break
    return int(company.credits) - kept - committed(scenario, view, seat)


@rule
def best_buy(scenario: Scenario, view: Game, seat: int, dice: Dice) -> int:
    """The type to buy next for a balanced force; NONE if the force is large enough or money is short."""
    money = spendable(scenario, view, seat)
    force = owned(scenario, view, seat, NONE)
    if force >= LARGEST_FORCE:
        return NONE
    best, best_score = NONE, 0
    for kind in range(int(scenario.types)):
        role_ = role(scenario, kind)
        cost = ready_cost(scenario, view, seat, kind)
        type_ = scenario.type[kind]
        if role_ == NONE or cost > money or type_.speed < 2 or not can_be_used(scenario, view, kind):
            continue
        if type_.available > 0 and view.company[seat].bought[kind] >= type_.available:
            continue
        have = owned(scenario, view, seat, role_)
        lack = share(role_) * (force + 3) - 10 * have
        if lack <= 0:
            continue
        score = merit(scenario, kind) * (60 + lack) * (90 + roll(dice, 0, 20)) // max(cost, 1)
        if score > best_score:
            best, best_score = kind, score
    return best


@rule
def hire_or_stock(scenario: Scenario, view: Game, seat: int, out: Action) -> bool:
    """Hire, then fuel, then ammunition for the cards in Reserve; hiring leaves money for the stores."""
    credits = int(view.company[seat].credits)
    price = manpower_price(scenario, view)
    hire = min(outstanding(scenario, view, seat, verb.HIRE), _in_band(scenario, view))
    left = credits - stores_cost(scenario, view, seat) - deployment_money(scenario, view)
    hire = min(hire, left // max(price, 1))
    fuel = min(outstanding(scenario, view, seat, verb.BUY_FUEL), credits // fuel_price(scenario, view))
    ammo = min(outstanding(scenario, view, seat, verb.BUY_AMMO), credits // int(scenario.ammo_price))
    if hire > 0:
        out.verb, out.amount = verb.HIRE, hire
    elif fuel > 0:
        out.verb, out.amount = verb.BUY_FUEL, fuel
    elif ammo > 0:
        out.verb, out.amount = verb.BUY_AMMO, ammo
    else:
        return False
    return True


@rule
def _in_band(scenario: Scenario, view: Game) -> int:
    """Tokens to be had before the price of manpower rises."""
    for band in range(4):
        if view.pool > scenario.bands[band]:
            return int(view.pool) - int(scenario.bands[band])
    return 0


@rule
def muster_one(scenario: Scenario, view: Game, seat: int, work: Work, out: Action) -> bool:
    """Muster the first card that has all it needs (ST-MUSTER-02)."""
    work.count = 0
    mustering.list_of(scenario, view, seat, NONE, work)
    for i in range(int(work.count)):
        if work.actions[i].verb == verb.MUSTER and can_be_used(scenario, view, int(work.actions[i].kind)):
            copy(out, work.actions[i])
            return True
    return False


@rule
def load_one(scenario: Scenario, view: Game, seat: int, work: Work, out: Action) -> bool:
    """Fill an empty carrier in the Pre-Deployment Area, half fuel and half ammunition (ST-MUSTER-16)."""
    company = view.company[seat]
    for u in range(UNITS):
        unit = view.units[u]
        if unit.side != seat or unit.where != READY_AREA or unit.loads != 0:
            continue
        room = int(scenario.type[int(unit.kind)].cargo) - int(unit.cargo_fuel) - int(unit.cargo_ammo)
        if room < 2:
            continue
        fuel = min(int(company.fuel), (room + 1) // 2)
        ammo = min(int(company.ammo), room - fuel)
        if fuel + ammo > 0:
            write(out, verb.LOAD, seat)
            out.unit = u
            out.amount = fuel
            out.extra = ammo
            if mustering.may(scenario, view, out, work) == 0:
                return True
            write(out, verb.END, seat)
    return False


@rule
def set_up(scenario: Scenario, view: Game, seat: int, dice: Dice, work: Work, out: Action) -> None:
    """One choice of the Set-up Phase: units first, then what they need, then muster, then done."""
    if muster_one(scenario, view, seat, work, out) or load_one(scenario, view, seat, work, out):
        return
    if view.bought_resource in (NONE, UNITS_RESOURCE):
        kind = best_buy(scenario, view, seat, dice)
        if kind != NONE:
            out.verb = verb.BUY
            out.kind = kind
            out.amount = 1
            return
    if view.bought_resource != NONE:
        out.verb = verb.END_GO
    elif not hire_or_stock(scenario, view, seat, out):
        out.verb = verb.DONE


@rule
def boardroom(scenario: Scenario, view: Game, seat: int, dice: Dice, work: Work, out: Action) -> None:
    """Muster what is ready, make whole units of broken ones, reinforce while there is time."""
    if muster_one(scenario, view, seat, work, out) or load_one(scenario, view, seat, work, out):
        return
    if _reorganize(scenario, view, seat, work, out):
        return
    last = int(scenario.booklet[int(view.booklet)].last_round)
    if last > 0 and view.round + 5 >= last:
        return
    if hire_or_stock(scenario, view, seat, out):
        return
    if owned(scenario, view, seat, NONE) < 6:
        kind = best_buy(scenario, view, seat, dice)
        if kind != NONE:
            out.verb = verb.BUY
            out.kind = kind
            out.amount = 1


@rule
def _reorganize(scenario: Scenario, view: Game, seat: int, work: Work, out: Action) -> bool:
    work.count = 0
    for u in range(UNITS):
        if view.units[u].side == seat and view.units[u].where == READY_AREA:
            boardroom_chapter.list_of(scenario, view, seat, u, work)
    for i in range(int(work.count)):
        if work.actions[i].verb == verb.REORGANIZE:
            copy(out, work.actions[i])
            return True
    return False


@rule
def liquidate(scenario: Scenario, view: Game, seat: int, work: Work, out: Action) -> None:
    """At 0 Credits after a scenario: scrap the cheapest thing that pays, and stay in (ST-R09)."""
    if view.company[seat].credits > 0:
        return
    work.count = 0
    boardroom_chapter.list_of(scenario, view, seat, NONE, work)
    for u in range(UNITS):
        if view.units[u].side == seat:
            boardroom_chapter.list_of(scenario, view, seat, u, work)
    for i in range(int(work.count)):
        if work.actions[i].verb in (verb.SCRAP_CARD, verb.SCRAP):
            copy(out, work.actions[i])
            return
