"""Reorganize, Disband and Scrap (ST-REORG, ST-SCRAP)."""

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
def payout(price: int, strength: int, most: int) -> int:
    """What scrapping pays (ST-SCRAP-13 to 15)."""
    return 0
