"""Is a scenario fair? Win rates with intervals, each seed played from both sides."""

from __future__ import annotations

from dataclasses import dataclass
from math import sqrt

from sandtable.lab.simulate import Batch

Z95 = 1.959964


def wilson(successes: int, trials: int, z: float = Z95) -> tuple[float, float]:
    """Wilson's interval for a rate; (0, 1) without trials."""
    if trials == 0:
        return 0.0, 1.0
    rate = successes / trials
    spread = 1 + z * z / trials
    middle = (rate + z * z / (2 * trials)) / spread
    half = z * sqrt(rate * (1 - rate) / trials + z * z / (4 * trials * trials)) / spread
    return max(0.0, middle - half), min(1.0, middle + half)


@dataclass(frozen=True)
class Verdict:
    """Whether a batch between equal players shows a fair scenario."""

    rates: list[float]  # by side
    intervals: list[tuple[float, float]]
    turn_limit: float  # share of games
    fair: bool


def judge(batch: Batch, most: float = 0.6, most_limit: float = 0.05) -> Verdict:
    """Fair: no side wins more than ``most`` of the games, and few games hit the turn limit."""
    rates = [wins / batch.games for wins in batch.wins_by_side]
    limit = batch.turn_limit / batch.games
    return Verdict(
        rates=rates,
        intervals=[wilson(wins, batch.games) for wins in batch.wins_by_side],
        turn_limit=limit,
        fair=max(rates) <= most and limit <= most_limit and batch.errors == 0,
    )
