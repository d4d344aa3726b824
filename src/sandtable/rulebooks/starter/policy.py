"""The scripted player: an instinct, not a search. It reads a view, as any player does.

Each step of play has its own small chapter: money (`policy_money`), the map (`policy_map`), and fire
(`policy_fire`). Every function writes an action into ``out`` and says whether it did.
"""

from __future__ import annotations

from sandtable.core.compile import rule
from sandtable.core.decisions import pending
from sandtable.core.dice import Dice
from sandtable.rulebooks.starter import actions as verb
from sandtable.rulebooks.starter import policy_fire, policy_map, policy_money, policy_supply
from sandtable.rulebooks.starter.actions import Action, Work
from sandtable.rulebooks.starter.estimates import worth
from sandtable.rulebooks.starter.lists import write
from sandtable.rulebooks.starter.state import (
    BOARDROOM,
    BUYING,
    CHOOSING,
    COUNTER,
    DEPLOYING,
    DIRECT_ATTACKS,
    GOING_HOME,
    LEAVING,
    LIQUIDATING,
    LOGISTICS,
    MOVING,
    READING,
    SPECIAL_ATTACKS,
    SUPPLYING,
    TURN_DICE,
    TYPES,
    UNITS,
    ZONES,
    Game,
    Scenario,
)


@rule
def policy(scenario: Scenario, view: Game, seat: int, dice: Dice, work: Work, out: Action) -> None:
    """The scripted player's next action, from what ``seat`` may know. Always legal."""
    write(out, verb.END, seat)
    if view.decisions.depth > 0:
        _answer(scenario, view, seat, work, out)
        return
    step = int(view.step)
    if step == READING:
        out.verb = verb.READY
    elif step == TURN_DICE:
        out.verb = verb.TURN_DIE
        out.amount = 8
    elif step == ZONES:
        out.verb = verb.TAKE_ZONE
        out.kind = _free_zone(scenario, view)
    elif step == BUYING:
        policy_money.set_up(scenario, view, seat, dice, work, out)
    elif step == MOVING:
        policy_map.move(scenario, view, seat, dice, work, out)
    elif step == DEPLOYING:
        policy_map.deploy(scenario, view, seat, work, out)
    elif step == LOGISTICS:
        policy_supply.supply(scenario, view, seat, work, out)
    elif step == SPECIAL_ATTACKS:
        policy_fire.special(scenario, view, seat, work, out)
    elif step == DIRECT_ATTACKS:
        policy_fire.direct(scenario, view, seat, out)
    elif step == BOARDROOM:
        policy_money.boardroom(scenario, view, seat, dice, work, out)
    elif step == GOING_HOME:
        policy_map.go_home(scenario, view, seat, work, out)
    elif step == LIQUIDATING:
        policy_money.liquidate(scenario, view, seat, work, out)
    elif step == LEAVING:
        out.verb = verb.STAY
    elif step == CHOOSING:
        _choose(scenario, view, dice, out)


@rule
def _answer(scenario: Scenario, view: Game, seat: int, work: Work, out: Action) -> None:
    question = pending(view.decisions)
    if question == COUNTER:
        policy_fire.counter(scenario, view, seat, out)
    elif question == SUPPLYING:
        policy_supply.give(scenario, view, seat, work, out)
    else:
        policy_fire.shoot(scenario, view, seat, work, out)


@rule
def _free_zone(scenario: Scenario, view: Game) -> int:
    """The first zone that nobody has picked: the maps are fair to all."""
    zone = 0
    side = 0
    while side < scenario.sides:
        side += 1
        if view.company[side - 1].zone == zone:
            zone += 1
            side = 0
    return zone


@rule
def _choose(scenario: Scenario, view: Game, dice: Dice, out: Action) -> None:
    """The first scenario that may follow: all are fair to both sides."""
    out.verb = verb.CHOOSE
    following = scenario.booklet[int(view.booklet)].next
    for booklet in range(int(scenario.booklets)):
        if following[booklet] != 0:
            out.kind = booklet
            return


@rule
def value(scenario: Scenario, view: Game, seat: int) -> int:
    """How good it looks, in thousandths of a Credit: money, stores, and units at what scrap would pay."""
    total = int(view.company[seat].credits) + 10 * int(view.company[seat].personnel)
    for kind in range(TYPES):
        total += int(view.company[seat].cards[kind]) * int(scenario.type[kind].price)
    for u in range(UNITS):
        unit = view.units[u]
        if unit.side == seat:
            total += int(unit.strength) * worth(scenario, int(unit.kind))
    return 1000 * total
