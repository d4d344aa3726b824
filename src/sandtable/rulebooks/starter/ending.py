"""The end of a scenario (ST-END, ST-R99)."""

from __future__ import annotations

from sandtable.core.compile import rule
from sandtable.core.dice import Dice
from sandtable.core.events import Events
from sandtable.rulebooks.starter.actions import Action, Work
from sandtable.rulebooks.starter.state import Game, Scenario


@rule
def may(scenario: Scenario, game: Game, action: Action, work: Work) -> int:
    """0, or why the action is refused."""
    return 0


@rule
def list_of(scenario: Scenario, game: Game, seat: int, unit: int, work: Work) -> None:
    """Add the legal actions of a unit."""


@rule
def do(scenario: Scenario, game: Game, action: Action, dice: Dice, events: Events, work: Work) -> None:
    """Take a legal action."""


@rule
def withdraw(scenario: Scenario, game: Game, side: int, dice: Dice, events: Events) -> None:
    """Leave the scenario (ST-END-06 to 10)."""


@rule
def end_of_turn(scenario: Scenario, game: Game, side: int, dice: Dice, events: Events) -> bool:
    """T5; whether the scenario is over (ST-R112)."""
    return False


@rule
def end_answer(scenario: Scenario, game: Game, side: int, dice: Dice, events: Events) -> None:
    """A side has done what it wanted to in this step of the scenario's end."""
