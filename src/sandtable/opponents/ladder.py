"""The ladder: every opponent against every other, each seed from both sides."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import combinations
from typing import Any

from sandtable.core.engine import desk
from sandtable.core.record import blank
from sandtable.core.rulebook import Rulebook
from sandtable.opponents.arena import contest
from sandtable.opponents.basic import Opponent


@dataclass(frozen=True)
class Rung:
    """What came of one pairing."""

    first: str
    second: str
    wins: int  # of the first
    losses: int
    draws: int

    @property
    def score(self) -> float:
        """Share of the points of the first, a draw counting half."""
        games = self.wins + self.losses + self.draws
        return (self.wins + self.draws / 2) / games if games else 0.5


def ladder(rulebook: Rulebook, scenario: Any, players: list[Opponent], pairs: int, seed: int) -> list[Rung]:
    """Each two of the players meet in ``pairs`` seeds, each played twice with the seats exchanged."""
    return [_meet(rulebook, scenario, a, b, pairs, seed) for a, b in combinations(players, 2)]


def _meet(rulebook: Rulebook, scenario: Any, a: Opponent, b: Opponent, pairs: int, seed: int) -> Rung:
    at = desk(rulebook)
    counts = [0, 0, 0]
    for i in range(pairs):
        both = contest(rulebook, scenario, blank(rulebook.Game, 2), [[a, b], [b, a]], [seed + i] * 2, at)
        for mine, other in (both[0].ranks, both[1].ranks[::-1]):
            counts[0 if mine < other else 1 if mine > other else 2] += 1
    return Rung(a.name, b.name, *counts)
