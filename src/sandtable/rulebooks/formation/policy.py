"""The scripted player."""

from __future__ import annotations

from sandtable.core.compile import rule
from sandtable.core.dice import Dice, roll
from sandtable.rulebooks.formation.actions import Action, Work
from sandtable.rulebooks.formation.legal import legal
from sandtable.rulebooks.formation.lists import copy_action
from sandtable.rulebooks.formation.mission import points_of
from sandtable.rulebooks.formation.state import Game, Scenario


@rule
def policy(scenario: Scenario, view: Game, seat: int, dice: Dice, work: Work, out: Action) -> None:
    """Write the scripted player's action to ``out``."""
    count = legal(scenario, view, seat, work)
    copy_action(work.actions[roll(dice, 0, count) - 1], out)


@rule
def value(scenario: Scenario, view: Game, seat: int) -> int:
    """How good a position looks to a seat, in thousandths."""
    return 1000 * (points_of(scenario, view, seat) - points_of(scenario, view, 1 - seat))
