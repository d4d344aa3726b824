"""SETUP: content and a seed become a game."""

from __future__ import annotations

from sandtable.core.compile import rule
from sandtable.core.dice import Dice, roll
from sandtable.core.events import Events

from .state import BREATH, COURAGE_ROLL, HEALTH, Game, Scenario


@rule
def setup(scenario: Scenario, game: Game, dice: Dice, events: Events) -> None:
    """Fill a blank game (TB-SETUP-01, 02)."""
    game.round = 1
    for seat in range(2):
        duellist = game.duellists[seat]
        duellist.health = HEALTH
        duellist.breath = BREATH
        duellist.courage = roll(dice, COURAGE_ROLL, 6)
