"""What the conformance suite must know of the duel (see `sandtable.testing`)."""

from __future__ import annotations

from typing import Any

from sandtable.core.dice import roll
from sandtable.core.record import clone

from .actions import LOOK, PARRY, REST, TAKE, YIELD
from .state import COURAGE_ROLL, Game


def vary(scenario: Any, game: Any, seat: int, dice: Any) -> Any:
    """A game that differs only in what a seat may not know: the other's courage, unless it has looked."""
    other = clone(Game, game)
    for i in range(2):
        duellist = other[0].duellists[i]
        if i != seat and not int(duellist.seen) >> seat & 1:
            duellist.courage = int(roll(dice[0], COURAGE_ROLL, 6))
    return other


def rare(scenario: Any, game: Any, action: Any) -> bool:
    """To yield ends the duel."""
    return int(action.verb) == YIELD


def silent(scenario: Any, game: Any, action: Any, seat: int) -> bool:
    """Whether nothing that a seat learns of an action depends on what `vary` changes: all but strikes."""
    if action.verb == LOOK:
        return int(action.seat) != seat
    return action.verb in (REST, YIELD, PARRY, TAKE)
