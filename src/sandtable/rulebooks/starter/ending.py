"""The end of a scenario and of the Campaign (ST-END, ST-R06 to R10, R89 to R99, R112; E1 to E8).

    E1 GOING_HOME   the last player, or after an Ending Condition everyone still in, brings units home
    E2 to E4        objectives, Caches, money: `settlement`
    E5 LIQUIDATING  players at 0 Credits may scrap what they have in Reserve and Pre-Deployment
    E6              who still has none is eliminated
    E7 LEAVING      everyone else may leave the Campaign, if it goes on at all
    E8 CHOOSING     the next scenario, or the end of the Campaign

Players asked in one step answer in turn order; who has nothing to decide is not asked.
"""

from __future__ import annotations

from sandtable.core.compile import rule
from sandtable.core.dice import Dice
from sandtable.core.events import EVERYONE, Events, emit
from sandtable.rulebooks.starter import actions as verb
from sandtable.rulebooks.starter import objectives, reasons, settlement, setup, turns
from sandtable.rulebooks.starter.actions import Action, Work
from sandtable.rulebooks.starter.deployment import bring_home
from sandtable.rulebooks.starter.happenings import (
    CHOSEN,
    LEFT_CAMPAIGN,
    SCENARIO_ENDED,
    STAYED,
    TAKEN_HOME,
    WITHDREW,
)
from sandtable.rulebooks.starter.lists import add
from sandtable.rulebooks.starter.state import (
    BY_LAST_ROUND,
    BY_LULL,
    BY_OBJECTIVES,
    BY_WITHDRAWAL,
    CHOOSING,
    GOING_HOME,
    LEAVING,
    LEFT,
    LIQUIDATING,
    NO_LIQUIDATION,
    NONE,
    ON_MAP,
    PLAYING_ON,
    UNITS,
    WITHDRAWN,
    Game,
    Scenario,
)
from sandtable.rulebooks.starter.units import is_own_on_map

# During a turn ----------------------------------------------------------------------------------------


@rule
def end_of_turn(scenario: Scenario, game: Game, side: int, dice: Dice, events: Events) -> bool:
    """T5: holds and conditions, objectives opened again, Ending Condition; whether the scenario is over.

    In this order (ST-R112). Deeds are looked at for every player, for they may be done in another's turn.
    """
    objectives.note_out(scenario, game, side)
    fresh = objectives.count_holds(scenario, game, side, events)
    objectives.settle_turn(scenario, game, side, events)
    _settle_deeds(scenario, game, events)
    objectives.reopen(scenario, game, side, fresh, events)
    if _has_enough(scenario, game):
        _end_scenario(scenario, game, BY_OBJECTIVES, dice, events)
        return True
    if _is_lull(scenario, game, side):
        _end_scenario(scenario, game, BY_LULL, dice, events)
        return True
    if _is_last_round_over(scenario, game, side):
        _end_scenario(scenario, game, BY_LAST_ROUND, dice, events)
        return True
    return False


@rule
def _settle_deeds(scenario: Scenario, game: Game, events: Events) -> None:
    for side in range(int(scenario.sides)):
        if game.company[side].state == PLAYING_ON:
            objectives.settle_deeds(scenario, game, side, events)


@rule
def _has_enough(scenario: Scenario, game: Game) -> bool:
    """An Ending Condition of the booklet: a player has completed so many objectives (ST-END-01, 04)."""
    enough = int(scenario.booklet[int(game.booklet)].enough)
    for side in range(int(scenario.sides)):
        if enough > 0 and game.company[side].state == PLAYING_ON:
            if objectives.completed_count(game, side) >= enough:
                return True
    return False


@rule
def _is_lull(scenario: Scenario, game: Game, side: int) -> bool:
    """An Ending Condition of the booklet: so many game rounds in which nothing happened any more (ST-M28)."""
    lull = int(scenario.booklet[int(game.booklet)].lull)
    return lull > 0 and game.quiet + 1 >= lull and turns.is_last_in_round(scenario, game, side)


@rule
def _is_last_round_over(scenario: Scenario, game: Game, side: int) -> bool:
    """An Ending Condition of the booklet: the last game round is over (ST-END-01)."""
    last = int(scenario.booklet[int(game.booklet)].last_round)
    if last == 0 or game.round < last:
        return False
    return game.round > last or turns.is_last_in_round(scenario, game, side)


@rule
def withdraw(scenario: Scenario, game: Game, side: int, dice: Dice, events: Events) -> None:
    """Leave the scenario: the turn ends at once and has no T5 (ST-END-06 to 10, ST-R89 to R91, R112)."""
    _settle_deeds(scenario, game, events)
    emit(events, WITHDREW, EVERYONE, side, NONE, NONE, 0)
    game.company[side].state = WITHDRAWN
    settlement.scrap_withdrawn(scenario, game, side, events)
    turns.settle_caches(game)
    turns.end_recon(game)
    if sides_in(scenario, game) == 1:
        _end_scenario(scenario, game, BY_WITHDRAWAL, dice, events)
    else:
        turns.next_turn(scenario, game, side, events)


@rule
def sides_in(scenario: Scenario, game: Game) -> int:
    """How many players are still in the scenario."""
    count = 0
    for side in range(int(scenario.sides)):
        count += game.company[side].state == PLAYING_ON
    return count


@rule
def last_side(scenario: Scenario, game: Game) -> int:
    """The only player still in the scenario, NONE if there are more."""
    last = NONE
    for side in range(int(scenario.sides)):
        if game.company[side].state == PLAYING_ON:
            if last != NONE:
                return NONE
            last = side
    return last


# What may be done -------------------------------------------------------------------------------------


@rule
def may(scenario: Scenario, game: Game, action: Action, work: Work) -> int:
    """0, or why the action is refused."""
    verb_, seat = int(action.verb), int(action.seat)
    if verb_ == verb.TAKE_HOME:
        return _may_take_home(scenario, game, seat, int(action.unit))
    if verb_ == verb.CHOOSE:
        booklet = int(action.kind)
        if booklet < 0 or booklet >= scenario.booklets:
            return reasons.NO_SUCH_BOOKLET
        opened = scenario.booklet[int(game.booklet)].next[booklet] != 0
        return 0 if opened else reasons.NO_SUCH_BOOKLET
    return reasons.NO_SUBSIDIARIES if verb_ == verb.ATTACH else 0


@rule
def _may_take_home(scenario: Scenario, game: Game, seat: int, u: int) -> int:
    """At the Extraction cost; from anywhere for a last player, else from an own door (ST-R92, R93)."""
    if not is_own_on_map(game, seat, u):
        return reasons.NOT_ON_MAP
    if not _may_come_home(scenario, game, u):
        return reasons.NOT_AT_DOOR
    if game.units[u].span_x >= 0:
        return reasons.BRIDGE_OPEN
    cost = int(scenario.booklet[int(game.booklet)].extraction_cost)
    return reasons.NO_MONEY_TO_EXTRACT if cost > game.company[seat].credits else 0


@rule
def _may_come_home(scenario: Scenario, game: Game, u: int) -> bool:
    """Whether a unit stands where it can still be extracted from (ST-R92, R93)."""
    if last_side(scenario, game) != NONE:
        return True
    unit = game.units[u]
    zone = int(scenario.booklet[int(game.booklet)].zone[int(unit.y), int(unit.x)])
    return zone == game.company[int(unit.side)].zone + 1


@rule
def list_of(scenario: Scenario, game: Game, seat: int, unit: int, work: Work) -> None:
    """Add the legal actions of a unit (TAKE_HOME), or (NONE) the answers."""
    step = int(game.step)
    if step == GOING_HOME:
        if unit != NONE and _may_take_home(scenario, game, seat, unit) == 0:
            add(work, verb.TAKE_HOME, seat).unit = unit
    elif unit == NONE and step == LEAVING:
        add(work, verb.STAY, seat)
        add(work, verb.LEAVE, seat)
    elif unit == NONE and step == CHOOSING:
        for booklet in range(int(scenario.booklets)):
            if scenario.booklet[int(game.booklet)].next[booklet] != 0:
                add(work, verb.CHOOSE, seat).kind = booklet


# What is done -----------------------------------------------------------------------------------------


@rule
def do(scenario: Scenario, game: Game, action: Action, dice: Dice, events: Events, work: Work) -> None:
    """Take a legal action."""
    verb_, seat = int(action.verb), int(action.seat)
    if verb_ == verb.TAKE_HOME:
        _take_home(scenario, game, int(action.unit), events)
    elif verb_ == verb.CHOOSE:
        emit(events, CHOSEN, EVERYONE, seat, NONE, NONE, int(action.kind))
        setup.begin_scenario(scenario, game, int(action.kind), events)
    else:
        if verb_ == verb.LEAVE:
            emit(events, LEFT_CAMPAIGN, EVERYONE, seat, NONE, NONE, 0)
            settlement.fall(scenario, game, seat, LEFT, events)
        else:
            emit(events, STAYED, EVERYONE, seat, NONE, NONE, 0)
        end_answer(scenario, game, seat, dice, events)


@rule
def _take_home(scenario: Scenario, game: Game, u: int, events: Events) -> None:
    side = int(game.units[u].side)
    cost = int(scenario.booklet[int(game.booklet)].extraction_cost)
    game.company[side].credits -= cost
    emit(events, TAKEN_HOME, EVERYONE, side, u, NONE, cost)
    bring_home(scenario, game, u)


@rule
def end_answer(scenario: Scenario, game: Game, side: int, dice: Dice, events: Events) -> None:
    """A side has answered in a step of the scenario's end: ask the next, or go on (ST-R99)."""
    game.company[side].answered = 1
    _go_on(scenario, game, dice, events)


@rule
def _end_scenario(scenario: Scenario, game: Game, how: int, dice: Dice, events: Events) -> None:
    """E1 begins (ST-END-01, 02)."""
    game.ended_by = how
    emit(events, SCENARIO_ENDED, EVERYONE, NONE, NONE, NONE, how)
    _begin_step(scenario, game, GOING_HOME)
    _go_on(scenario, game, dice, events)


@rule
def _begin_step(scenario: Scenario, game: Game, step: int) -> None:
    game.step = step
    for side in range(int(scenario.sides)):
        game.company[side].answered = 0


@rule
def _go_on(scenario: Scenario, game: Game, dice: Dice, events: Events) -> None:
    """Ask the next who has something to decide; when all have, close the step and open the next."""
    while game.step >= GOING_HOME and game.step <= LEAVING:
        asked = _next_asked(scenario, game)
        if asked != NONE:
            game.active = asked
            return
        if game.step == GOING_HOME:
            _close_going_home(scenario, game, events)
        elif game.step == LIQUIDATING:
            settlement.eliminate(scenario, game, events)
            _begin_step(scenario, game, LEAVING)
        else:
            _close_leaving(scenario, game, dice, events)


@rule
def _next_asked(scenario: Scenario, game: Game) -> int:
    """The first in turn order who is to be asked in this step and has not answered; NONE if nobody is."""
    if game.step == LEAVING and (sides_left(scenario, game) <= 1 or not _goes_on(scenario, game)):
        return NONE
    for place in range(int(scenario.sides)):
        side = int(game.turn_order[place])
        if game.company[side].answered == 0 and setup.is_in_campaign(game, side):
            if _is_asked(scenario, game, side):
                return side
    return NONE


@rule
def _is_asked(scenario: Scenario, game: Game, side: int) -> bool:
    company = game.company[side]
    if game.step == LEAVING:
        return True
    if game.step == LIQUIDATING:
        if scenario.switches & NO_LIQUIDATION:
            return False
        return company.credits == 0
    if company.state != PLAYING_ON:
        return False
    for u in range(UNITS):
        unit = game.units[u]
        if unit.side == side and unit.where == ON_MAP and _may_come_home(scenario, game, u):
            return True
    return False


@rule
def _close_going_home(scenario: Scenario, game: Game, events: Events) -> None:
    """What is still on the map is scrapped; then E2 to E4, all without a decision."""
    for side in range(int(scenario.sides)):
        settlement.scrap_on_map(scenario, game, side, events)
    _settle_deeds(scenario, game, events)
    objectives.settle_end(scenario, game, last_side(scenario, game), events)
    settlement.clear_map(game)
    settlement.pay(scenario, game, events)
    _begin_step(scenario, game, LIQUIDATING)


@rule
def sides_left(scenario: Scenario, game: Game) -> int:
    """How many players are still in the Campaign."""
    count = 0
    for side in range(int(scenario.sides)):
        count += setup.is_in_campaign(game, side)
    return count


@rule
def _goes_on(scenario: Scenario, game: Game) -> bool:
    """Whether any scenario follows this one (ST-END-17)."""
    for booklet in range(int(scenario.booklets)):
        if scenario.booklet[int(game.booklet)].next[booklet] != 0:
            return True
    return False


@rule
def _close_leaving(scenario: Scenario, game: Game, dice: Dice, events: Events) -> None:
    """E8: the end of the Campaign (ST-R08 to R10), or the choice of the next scenario (ST-END-15 to 17)."""
    if sides_left(scenario, game) <= 1:
        settlement.end_campaign(scenario, game, settlement.how_they_fell(scenario, game), events)
    elif not _goes_on(scenario, game):
        settlement.liquidate(scenario, game, events)
        settlement.end_campaign(scenario, game, int(game.ended_by), events)
    else:
        _begin_step(scenario, game, CHOOSING)
        game.active = settlement.chooser(scenario, game, dice, events)
