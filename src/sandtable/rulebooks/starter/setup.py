"""Setting up (ST-SETUP-01 to 10)."""

from __future__ import annotations

from sandtable.core.compile import rule
from sandtable.core.dice import Dice
from sandtable.core.events import Events
from sandtable.rulebooks.starter.state import Game, Scenario


@rule
def setup(scenario: Scenario, game: Game, dice: Dice, events: Events) -> None:
    """Fill a blank game: scenario 1, before anyone has read the brief."""
