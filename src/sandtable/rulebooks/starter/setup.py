"""Setting up: the campaign, and each scenario up to the first go (ST-SETUP-01 to 10; U1 to U3)."""

from __future__ import annotations

from sandtable.core.compile import rule
from sandtable.core.dice import Dice, roll
from sandtable.core.events import EVERYONE, Events, emit
from sandtable.rulebooks.starter.happenings import (
    BUDGETED,
    ORDER_ROLLED,
    ORDER_SET,
    POOL_CHANGED,
    SCENARIO_BEGAN,
    TURN_ORDER,
    ZONE_TAKEN,
)
from sandtable.rulebooks.starter.state import (
    BUYING,
    COLUMNS,
    ELIMINATED,
    LEFT,
    NONE,
    OBJECTIVES,
    PLAYING_ON,
    READING,
    ROWS,
    SCENARIO_OBJECT,
    SIDES,
    SQUARES,
    TURN_DICE,
    UNITS,
    ZONES,
    Game,
    Scenario,
)
from sandtable.rulebooks.starter.units import blank_unit, forget, start_afresh

OBJECT_STRUCTURE = 10  # of a scenario object (ST-M09)
PLAIN_DIE, BETTER_DIE = 6, 8  # for turn order (ST-SETUP-05, 09)


@rule
def setup(scenario: Scenario, game: Game, dice: Dice, events: Events) -> None:
    """Fill a blank game: Budgets, the pool, and Scenario 1 (ST-CAMP-03, 24, ST-R04)."""
    for u in range(UNITS):
        blank_unit(game.units[u])
        for side in range(SIDES):
            forget(game, side, u)
    for side in range(SIDES):
        game.turn_order[side] = side
        if side >= scenario.sides:
            game.company[side].state = LEFT
    for side in range(int(scenario.sides)):
        game.company[side].state = PLAYING_ON
        game.company[side].credits = scenario.budget
        game.company[side].assets = scenario.budget
        emit(events, BUDGETED, EVERYONE, side, NONE, NONE, int(scenario.budget))
    game.pool = scenario.pool
    game.personnel = scenario.pool
    begin_scenario(scenario, game, 0, events)


@rule
def begin_scenario(scenario: Scenario, game: Game, booklet: int, events: Events) -> None:
    """U1: lay out a booklet's map; then everyone reads (ST-SETUP-04, 19).

    No unit stands on the map, and what lies behind the screens stays there (ST-R108).
    """
    game.booklet = booklet
    game.scenario_number += 1
    game.round = 0
    game.quiet = 0
    game.ended_by = 0
    game.bought_resource = NONE
    game.step = READING
    emit(events, SCENARIO_BEGAN, EVERYONE, NONE, NONE, NONE, booklet)
    _refill_pool(scenario, game, events)
    _lay_map(scenario, game)
    for side in range(int(scenario.sides)):
        game.company[side].zone = NONE
        if is_in_campaign(game, side):
            _begin_side(game, side)
    for u in range(UNITS):
        start_afresh(game.units[u])


@rule
def is_in_campaign(game: Game, side: int) -> bool:
    """Whether a side is neither eliminated nor has left the Campaign."""
    return game.company[side].state != ELIMINATED and game.company[side].state != LEFT


@rule
def _refill_pool(scenario: Scenario, game: Game, events: Events) -> None:
    """Tokens that a booklet adds to the pool, never above its first size (ST-R13, ST-M01)."""
    refill = int(scenario.booklet[int(game.booklet)].pool_refill)
    added = min(refill, max(int(scenario.pool) - int(game.pool), 0))
    if added > 0:
        game.pool += added
        game.personnel += added
        at = emit(events, POOL_CHANGED, EVERYONE, NONE, NONE, NONE, added)
        events.items[at].extra = int(game.pool)


@rule
def _lay_map(scenario: Scenario, game: Game) -> None:
    """Minefields, depots and objects of the map; nothing else stands on it."""
    booklet = scenario.booklet[int(game.booklet)]
    for y in range(ROWS):
        for x in range(COLUMNS):
            game.taken[y, x] = 0
            game.mines[y, x] = booklet.mines[y, x]
            game.cache_fuel[y, x] = booklet.depot_fuel[y, x]
            game.cache_ammo[y, x] = booklet.depot_ammo[y, x]
            game.fresh_fuel[y, x] = 0
            game.fresh_ammo[y, x] = 0
            game.object[y, x] = booklet.object[y, x]
            game.structure[y, x] = OBJECT_STRUCTURE if booklet.object[y, x] == SCENARIO_OBJECT else 0


@rule
def _begin_side(game: Game, side: int) -> None:
    """What is counted per scenario starts anew; who completed an objective may roll a d8 (ST-R17)."""
    company = game.company[side]
    company.may_take_d8 = 0
    for o in range(OBJECTIVES):
        if company.completed[o] != 0:
            company.may_take_d8 = 1
            company.completed_before += 1
        company.completed[o] = 0
        company.held_with[o] = 0
        for s in range(SQUARES):
            company.hold[o, s] = 0
    company.state = PLAYING_ON
    company.ready = 0
    company.done = 0
    company.turn_die = 0
    company.answered = 0
    company.salvage = 0
    company.destroyed = 0
    company.destroyed_artillery = 0
    company.cleared = 0
    company.extracted = 0
    company.extracted_fit = 0
    company.deployed = 0


# U2: turn order ---------------------------------------------------------------------------------------


@rule
def begin_turn_dice(scenario: Scenario, game: Game, dice: Dice, events: Events) -> None:
    """Ask for a d6 or a d8 who has the right to it; if nobody has, roll (ST-SETUP-05, 09)."""
    game.step = TURN_DICE
    asked = False
    for side in range(int(scenario.sides)):
        company = game.company[side]
        if company.state == PLAYING_ON:
            company.turn_die = 0 if company.may_take_d8 != 0 else PLAIN_DIE
            asked = asked or company.may_take_d8 != 0
    if not asked:
        roll_turn_order(scenario, game, dice, events)


@rule
def roll_turn_order(scenario: Scenario, game: Game, dice: Dice, events: Events) -> None:
    """Highest goes first, lowest last; ties re-roll until there are none (ST-SETUP-05 to 08).

    Sides that are out of the Campaign come last. Afterwards Deployment Squares are chosen.
    """
    places = 0  # four bits a side: how many go before it
    tied = True
    while tied:
        places = _roll_ties(scenario, game, places, dice, events)
        tied = False
        for side in range(int(scenario.sides)):
            tied = tied or (game.company[side].state == PLAYING_ON and _is_tied(scenario, game, places, side))
    last = int(scenario.sides)
    for side in range(int(scenario.sides) - 1, -1, -1):
        if game.company[side].state == PLAYING_ON:
            game.turn_order[_place(places, side)] = side
        else:
            last -= 1
            game.turn_order[last] = side
    for place in range(last):
        emit(events, ORDER_SET, EVERYONE, int(game.turn_order[place]), NONE, NONE, place + 1)
    _begin_zones(scenario, game, events)


@rule
def _roll_ties(scenario: Scenario, game: Game, places: int, dice: Dice, events: Events) -> int:
    """Every tied side rolls; a tied group keeps its places and orders itself inside them (ST-R16)."""
    faces = 0
    for side in range(int(scenario.sides)):
        if game.company[side].state == PLAYING_ON and _is_tied(scenario, game, places, side):
            faces |= _roll_for_order(game, side, dice, events) << 4 * side
    after = 0
    for side in range(int(scenario.sides)):
        place = _place(places, side)
        for other in range(int(scenario.sides)):
            if game.company[other].state == PLAYING_ON and _place(places, other) == _place(places, side):
                place += _place(faces, other) > _place(faces, side)
        after |= place << 4 * side
    return after


@rule
def _roll_for_order(game: Game, side: int, dice: Dice, events: Events) -> int:
    sides = int(game.company[side].turn_die)
    first = int(dice.index)
    face = roll(dice, TURN_ORDER, sides)
    at = emit(events, ORDER_ROLLED, EVERYONE, side, NONE, NONE, face)
    event = events.items[at]
    event.purpose = TURN_ORDER
    event.sides = sides
    event.fallen = 1
    event.first = first
    event.dice[0] = face
    return face


@rule
def _is_tied(scenario: Scenario, game: Game, places: int, side: int) -> bool:
    for other in range(int(scenario.sides)):
        if other != side and game.company[other].state == PLAYING_ON:
            if _place(places, other) == _place(places, side):
                return True
    return False


@rule
def _place(places: int, side: int) -> int:
    return places >> 4 * side & 15


# U3: Deployment Squares -------------------------------------------------------------------------------


@rule
def zones(scenario: Scenario, game: Game) -> int:
    """How many sets of Deployment Squares the map has: one for each side that began the Campaign (ST-M26)."""
    return int(scenario.sides)


@rule
def zone_owner(scenario: Scenario, game: Game, zone: int) -> int:
    """The side that has taken a set of Deployment Squares, NONE if it is free."""
    for side in range(int(scenario.sides)):
        if game.company[side].state == PLAYING_ON and game.company[side].zone == zone:
            return side
    return NONE


@rule
def _begin_zones(scenario: Scenario, game: Game, events: Events) -> None:
    """The first in turn order chooses, then the next (ST-M14)."""
    game.step = ZONES
    game.active = game.turn_order[0]
    next_zone(scenario, game, events)


@rule
def next_zone(scenario: Scenario, game: Game, events: Events) -> None:
    """The next side without Deployment Squares chooses; the last free ones go to the last side.

    Then the goes begin (ST-SETUP-10, 11).
    """
    free, last_free, without = 0, NONE, NONE
    for zone in range(zones(scenario, game)):
        if zone_owner(scenario, game, zone) == NONE:
            free += 1
            last_free = zone
    for place in range(int(scenario.sides) - 1, -1, -1):
        side = int(game.turn_order[place])
        if game.company[side].state == PLAYING_ON and game.company[side].zone == NONE:
            without = side
    if without == NONE:
        game.active = game.turn_order[0]
        game.step = BUYING
    elif free == 1:
        game.company[without].zone = last_free
        emit(events, ZONE_TAKEN, EVERYONE, without, NONE, NONE, last_free)
        game.active = game.turn_order[0]
        game.step = BUYING
    else:
        game.active = without
