"""The only writer: hands each action on to its chapter. The action must be legal."""

from __future__ import annotations

from sandtable.core.compile import rule
from sandtable.core.dice import Dice
from sandtable.core.events import Events
from sandtable.rulebooks.starter import actions as verb
from sandtable.rulebooks.starter import (
    boardroom,
    combat,
    deployment,
    ending,
    engineering,
    logistics,
    movement,
    mustering,
    phases,
    purchases,
    special,
)
from sandtable.rulebooks.starter.actions import Action, Work
from sandtable.rulebooks.starter.state import MOVING, Game, Scenario


@rule
def apply(scenario: Scenario, game: Game, action: Action, dice: Dice, events: Events, work: Work) -> None:
    """Take one legal action (ST-CAMP-27), with all that follows from it without a decision."""
    verb_ = int(action.verb)
    if verb_ == verb.END and game.step >= MOVING:
        phases.end_step(scenario, game, int(action.seat), dice, events)
    elif verb_ == verb.WITHDRAW:
        ending.withdraw(scenario, game, int(action.seat), dice, events)
    elif verb_ <= verb.DONE:
        purchases.do(scenario, game, action, dice, events, work)
    elif verb_ <= verb.GET_OFF:
        mustering.do(scenario, game, action, dice, events, work)
    elif verb_ <= verb.DIG_OUT:
        movement.do(scenario, game, action, dice, events, work)
    elif verb_ <= verb.DEPLOY:
        deployment.do(scenario, game, action, dice, events, work)
    elif verb_ <= verb.DISEMBARK:
        logistics.do(scenario, game, action, dice, events, work)
    elif verb_ <= verb.CLOSE_BRIDGE:
        engineering.do(scenario, game, action, dice, events, work)
    elif verb_ <= verb.SHOT:
        special.do(scenario, game, action, dice, events, work)
    elif verb_ <= verb.DECLINE:
        combat.do(scenario, game, action, dice, events, work)
    elif verb_ <= verb.SCRAP_CARD:
        boardroom.do(scenario, game, action, dice, events, work)
    else:
        ending.do(scenario, game, action, dice, events, work)
