"""Purchases: the Set-up Phase and its goes (ST-SETUP-11 to 18)."""

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
def waiting(scenario: Scenario, game: Game) -> int:
    """The seats whose answer play waits for before the goes begin, a bit each."""
    return 0
