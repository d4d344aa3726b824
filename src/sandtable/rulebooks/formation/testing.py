"""For the conformance suite (see `sandtable.testing`): nothing is hidden, and not every action is listed."""

from __future__ import annotations

from typing import Any

from sandtable.core.record import clone
from sandtable.rulebooks.formation import actions as verb
from sandtable.rulebooks.formation.state import Game

# Actions of which only a selection can be listed: places, paths, and who is suppressed.
FREE = (verb.PLACE, verb.INSERT, verb.DROP, verb.MOVE, verb.ATTACK, verb.LAND)


def vary(scenario: Any, game: Any, seat: int, dice: Any) -> Any:
    """A new row with the same game: nothing is hidden (FM-M10), so nothing may differ."""
    return clone(Game, game)


def silent(scenario: Any, game: Any, action: Any, seat: int) -> bool:
    """Whether a seat learns the same of an action in every game that it cannot tell apart: always."""
    return True


def unlisted(scenario: Any, game: Any, action: Any) -> bool:
    """Whether a legal action may be missing from the list (see `candidates`)."""
    return int(action.verb) in FREE or int(action.verb) == verb.CONCEDE


def rare(scenario: Any, game: Any, action: Any) -> bool:
    """Whether an action cuts a game short."""
    return int(action.verb) == verb.CONCEDE
