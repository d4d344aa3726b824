"""A position set up by hand: what a rulebook's ``cases.build`` makes of a case's table."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any


@dataclass
class Position:
    """A scenario and a game, with the names that the case gives to seats and pieces."""

    scenario: Any  # a row of one Scenario
    game: Any  # a row of one Game
    seats: Mapping[str, int]  # "Blue" -> 0
    pieces: Mapping[str, int] = field(default_factory=dict)  # "A" -> 3; the notation writes #3
    texts: Any = None  # as `Rulebook.load` gives them
