"""Mission Objectives: what counts towards them (ST-END-03, 04, 13, 14; ST-R94, R95)."""

from __future__ import annotations

from sandtable.core.compile import rule
from sandtable.rulebooks.starter.state import Game, Scenario


@rule
def note_destroyed(scenario: Scenario, game: Game, u: int, by: int) -> None:
    """A unit is being destroyed, by ``by`` or (NONE) by nobody."""


@rule
def note_extracted(scenario: Scenario, game: Game, u: int) -> None:
    """A unit has been extracted."""


@rule
def note_cleared(game: Game, side: int) -> None:
    """A side has cleared a minefield."""
