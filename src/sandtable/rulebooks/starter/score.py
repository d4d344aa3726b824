"""The standing of the sides, and what must hold in every game."""

from __future__ import annotations

from sandtable.core.compile import rule
from sandtable.core.standing import Standing
from sandtable.rulebooks.starter.state import Game, Scenario


@rule
def score(scenario: Scenario, game: Game, standing: Standing) -> None:
    """Running or final standing (ST-R08, ST-R09)."""


@rule
def check(scenario: Scenario, game: Game) -> int:
    """Broken invariants, a bit each."""
    return 0
