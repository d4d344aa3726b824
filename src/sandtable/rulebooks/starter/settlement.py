"""Settling a scenario, and the Campaign: salvage, Bonuses, elimination, ranks (ST-END-03 to 22)."""

from __future__ import annotations

from sandtable.core.compile import rule
from sandtable.core.dice import Dice, roll
from sandtable.core.events import EVERYONE, Events, emit
from sandtable.rulebooks.starter.boardroom import card_payout, scrap, unit_payout
from sandtable.rulebooks.starter.happenings import (
    AREA_LEFT,
    BONUS_PAID,
    CAMPAIGN_ENDED,
    CHOICE_ROLLED,
    CHOICE_TIE,
    FELL,
    PENALTY_PAID,
    PLACED,
    SALVAGE_PAID,
    SALVAGE_SHARED,
    SCRAPPED,
    TOTAL_SHOWN,
    UNIT_LEFT,
)
from sandtable.rulebooks.starter.objectives import completed_count, is_on_list
from sandtable.rulebooks.starter.purchases import change_pool
from sandtable.rulebooks.starter.setup import is_in_campaign
from sandtable.rulebooks.starter.state import (
    BY_ELIMINATION,
    BY_LEAVING,
    CAMPAIGN_OVER,
    CARRIED,
    COLUMNS,
    ELIMINATED,
    LEFT,
    LOSER,
    NO_OBJECT,
    NONE,
    ON_MAP,
    PLAYING_ON,
    RICHEST,
    ROWS,
    UNITS,
    VICTOR,
    Game,
    Scenario,
)
from sandtable.rulebooks.starter.units import clear_unit

# Units left on the map --------------------------------------------------------------------------------


@rule
def is_out_there(game: Game, u: int) -> bool:
    """Whether a unit is on the map, or aboard one that is."""
    unit = game.units[u]
    if unit.where == CARRIED:
        return game.units[int(unit.carrier)].where == ON_MAP
    return unit.where == ON_MAP


@rule
def scrap_withdrawn(scenario: Scenario, game: Game, side: int, events: Events) -> None:
    """Scrap all of a withdrawn side's units out there: Personnel to the pool, shares to the others.

    ST-END-07 to 09, ST-R90, R91: one payout a unit, their sum divided by the players still in, each share
    rounded to the nearest 5. Counters and Cargo are lost; Caches and an open bridge stay on the map.
    """
    proceeds, personnel, others = 0, 0, 0
    for aboard in range(1, -1, -1):  # Passengers before their carriers
        for u in range(UNITS):
            if game.units[u].side != side or (game.units[u].where == CARRIED) != (aboard == 1):
                continue
            if is_out_there(game, u):
                proceeds += unit_payout(scenario, game, u)
                personnel += int(game.units[u].strength)
                emit(events, UNIT_LEFT, EVERYONE, side, u, NONE, int(game.units[u].cls))
                clear_unit(game, u)
    change_pool(game, side, personnel, events)
    for other in range(int(scenario.sides)):
        others += game.company[other].state == PLAYING_ON
    share = 5 * ((2 * proceeds + 5 * others) // (10 * others))
    for other in range(int(scenario.sides)):
        if game.company[other].state == PLAYING_ON and share > 0:
            game.company[other].salvage += share
            emit(events, SALVAGE_SHARED, 1 << other, other, NONE, NONE, share)


@rule
def scrap_on_map(scenario: Scenario, game: Game, side: int, events: Events) -> None:
    """Scrap what a side still has out there for its own profit, all to its Reserve (ST-R92, R93)."""
    paid, count = 0, 0
    for aboard in range(1, -1, -1):
        for u in range(UNITS):
            if game.units[u].side == side and (game.units[u].where == CARRIED) == (aboard == 1):
                if is_out_there(game, u):
                    emit(events, UNIT_LEFT, EVERYONE, side, u, NONE, int(game.units[u].cls))
                    paid += scrap(scenario, game, u)
                    count += 1
    _tell_scrapped(side, paid, count, events)


@rule
def _tell_scrapped(side: int, paid: int, count: int, events: Events) -> None:
    """One line for everything that was scrapped at once."""
    if count > 0:
        at = emit(events, SCRAPPED, 1 << side, side, NONE, NONE, paid)
        events.items[at].extra = count


@rule
def clear_map(game: Game) -> None:
    """E3: Caches, objects and minefields go back to the Game Box (ST-R90, R99)."""
    for y in range(ROWS):
        for x in range(COLUMNS):
            game.taken[y, x] = 0
            game.cache_fuel[y, x] = 0
            game.cache_ammo[y, x] = 0
            game.fresh_fuel[y, x] = 0
            game.fresh_ammo[y, x] = 0
            game.object[y, x] = NO_OBJECT
            game.structure[y, x] = 0
            game.mines[y, x] = 0


# Money ------------------------------------------------------------------------------------------------


@rule
def pay(scenario: Scenario, game: Game, events: Events) -> None:
    """E4: Bonuses and Battlefield Salvage in, then Penalties, not below 0; all totals shown.

    ST-END-03, 22, ST-R96, R97, R99, R100. Withdrawn players are paid too.
    """
    for side in range(int(scenario.sides)):
        if not is_in_campaign(game, side):
            continue
        company = game.company[side]
        _pay_bonuses(scenario, game, side, events)
        company.credits += company.salvage
        if company.salvage > 0:
            emit(events, SALVAGE_PAID, 1 << side, side, NONE, NONE, int(company.salvage))
        company.salvage = 0
        _take_penalties(scenario, game, side, events)
        company.assets = company.credits
        emit(events, TOTAL_SHOWN, EVERYONE, side, NONE, NONE, int(company.credits))


@rule
def _pay_bonuses(scenario: Scenario, game: Game, side: int, events: Events) -> None:
    booklet = scenario.booklet[int(game.booklet)]
    for o in range(int(booklet.objective_count)):
        bonus = int(booklet.objectives[o].bonus)
        if game.company[side].completed[o] != 0 and bonus > 0:
            game.company[side].credits += bonus
            emit(events, BONUS_PAID, EVERYONE, side, NONE, o, bonus)


@rule
def _take_penalties(scenario: Scenario, game: Game, side: int, events: Events) -> None:
    booklet, company = scenario.booklet[int(game.booklet)], game.company[side]
    for o in range(int(booklet.objective_count)):
        objective = booklet.objectives[o]
        penalty = int(objective.penalty)
        if company.completed[o] == 0 and penalty > 0 and is_on_list(game, objective, side):
            company.credits -= min(penalty, int(company.credits))
            emit(events, PENALTY_PAID, EVERYONE, side, NONE, o, penalty)


# Leaving the Campaign ---------------------------------------------------------------------------------


@rule
def eliminate(scenario: Scenario, game: Game, events: Events) -> None:
    """E6: players without Liquid Assets, all together (ST-END-19, ST-R03, R09)."""
    for side in range(int(scenario.sides)):
        if is_in_campaign(game, side) and game.company[side].credits == 0:
            emit(events, FELL, EVERYONE, side, NONE, NONE, 0)
            fall(scenario, game, side, ELIMINATED, events)


@rule
def fall(scenario: Scenario, game: Game, side: int, state: int, events: Events) -> None:
    """A side is out of the Campaign: all it has goes to the Game Box, its Personnel to the pool (ST-R10)."""
    company = game.company[side]
    personnel = int(company.personnel)
    for u in range(UNITS):
        if game.units[u].side == side:
            personnel += int(game.units[u].strength)
            emit(events, AREA_LEFT, EVERYONE, side, u, NONE, int(game.units[u].cls))
            clear_unit(game, u)
    for kind in range(int(scenario.types)):
        company.cards[kind] = 0
    company.state = state
    company.fell_in = game.scenario_number
    company.credits = 0
    company.personnel = 0
    company.fuel = 0
    company.ammo = 0
    change_pool(game, side, personnel, events)


# The choice of the next scenario ----------------------------------------------------------------------


@rule
def chooser(scenario: Scenario, game: Game, dice: Dice, events: Events) -> int:
    """E8: who chooses the next scenario, of those still in the Campaign.

    The victor has completed most objectives, of equals the one with the most Liquid Assets as shown in E4
    (ST-END-15, 16, ST-R06, R07); or whom the Campaign Brief names (ST-CAMP-08, 09). Then dice decide.
    """
    asked = 0
    for side in range(int(scenario.sides)):
        if is_in_campaign(game, side):
            asked |= 1 << side
    rule_ = int(scenario.booklet[int(game.booklet)].chooser)
    if rule_ == VICTOR:
        asked = _keep_best(scenario, game, asked, True, 1)
    elif rule_ == LOSER:
        asked = _keep_best(scenario, game, asked, True, -1)
    asked = _keep_best(scenario, game, asked, False, 1 if rule_ in (VICTOR, RICHEST) else -1)
    while asked & (asked - 1) != 0:
        asked = _roll_for_choice(scenario, asked, dice, events)
    side = 0
    while asked >> side & 1 == 0:
        side += 1
    return side


@rule
def _keep_best(scenario: Scenario, game: Game, asked: int, by_objectives: bool, way: int) -> int:
    """Of a set of sides those with the most (``way`` 1) or fewest (-1) objectives, or Liquid Assets."""
    best, kept = 0, 0
    for side in range(int(scenario.sides)):
        if asked >> side & 1 == 0:
            continue
        number = way * (completed_count(game, side) if by_objectives else int(game.company[side].assets))
        if kept == 0 or number > best:
            best, kept = number, 0
        if number == best:
            kept |= 1 << side
    return kept


@rule
def _roll_for_choice(scenario: Scenario, asked: int, dice: Dice, events: Events) -> int:
    """Each of a set of sides rolls a d6; those with the highest face (ST-R07)."""
    best, kept = 0, 0
    for side in range(int(scenario.sides)):
        if asked >> side & 1 == 0:
            continue
        first = int(dice.index)
        face = roll(dice, CHOICE_TIE, 6)
        at = emit(events, CHOICE_ROLLED, EVERYONE, side, NONE, NONE, face)
        event = events.items[at]
        event.purpose = CHOICE_TIE
        event.sides = 6
        event.fallen = 1
        event.first = first
        event.dice[0] = face
        if face > best:
            best, kept = face, 0
        if face == best:
            kept |= 1 << side
    return kept


# The end of the Campaign ------------------------------------------------------------------------------


@rule
def how_they_fell(scenario: Scenario, game: Game) -> int:
    """Whether the last to fall were eliminated, or one of them left (ST-END-19, 20)."""
    for side in range(int(scenario.sides)):
        company = game.company[side]
        if company.state == LEFT and company.fell_in == game.scenario_number:
            return BY_LEAVING
    return BY_ELIMINATION


@rule
def liquidate(scenario: Scenario, game: Game, events: Events) -> None:
    """Everyone still in scraps all that it has, at the normal payouts (ST-R08)."""
    for side in range(int(scenario.sides)):
        if not is_in_campaign(game, side):
            continue
        paid, count = 0, 0
        for u in range(UNITS):
            if game.units[u].side == side:
                paid += scrap(scenario, game, u)
                count += 1
        for kind in range(int(scenario.types)):
            cards = int(game.company[side].cards[kind])
            game.company[side].cards[kind] = 0
            game.company[side].credits += cards * card_payout(scenario, kind)
            paid += cards * card_payout(scenario, kind)
            count += cards
        _tell_scrapped(side, paid, count, events)


@rule
def end_campaign(scenario: Scenario, game: Game, how: int, events: Events) -> None:
    """Rank everyone (ST-R08, R09); play is over."""
    game.step = CAMPAIGN_OVER
    game.over = 1
    game.ended_by = how
    emit(events, CAMPAIGN_ENDED, EVERYONE, NONE, NONE, NONE, how)
    for side in range(int(scenario.sides)):
        place = 1
        for other in range(int(scenario.sides)):
            place += ranks_above(game, other, side)
        game.company[side].rank = place
        game.company[side].assets = game.company[side].credits
        at = emit(events, PLACED, EVERYONE, side, NONE, NONE, place)
        events.items[at].extra = int(game.company[side].credits)


@rule
def ranks_above(game: Game, a: int, b: int) -> bool:
    """Whether a side ends above another.

    Most Credits, then most objectives in the Campaign (ST-R08); who fell later ranks higher, in the same
    scenario by the objectives completed in it, then in the Campaign (ST-R09).
    """
    one, two = game.company[a], game.company[b]
    if is_in_campaign(game, a) != is_in_campaign(game, b):
        return is_in_campaign(game, a)
    now_a, now_b = completed_count(game, a), completed_count(game, b)
    all_a, all_b = now_a + int(one.completed_before), now_b + int(two.completed_before)
    if is_in_campaign(game, a):
        return one.credits > two.credits or (one.credits == two.credits and all_a > all_b)
    if one.fell_in != two.fell_in:
        return one.fell_in > two.fell_in
    return now_a > now_b or (now_a == now_b and all_a > all_b)
