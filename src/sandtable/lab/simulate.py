"""Batches of games. The result depends on the seed alone, never on how many threads shared the work."""

from __future__ import annotations

import hashlib
import time
from collections import Counter
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor, as_completed
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from sandtable.core.engine import Desk, Played, desk, engine
from sandtable.core.record import blank, raw
from sandtable.core.rulebook import Rulebook
from sandtable.core.standing import BY_RULES, TURN_LIMIT
from sandtable.opponents import opponent
from sandtable.opponents.arena import contest
from sandtable.opponents.basic import Opponent

CHUNK = 16  # games a thread takes at a time
SPACING = 1 << 32  # game seeds of two batch seeds never meet


@dataclass(frozen=True)
class Plan:
    """What to play. With ``swap`` each seed is played twice, the seats exchanged (turned by one); where all
    seats have the same player that would be the same game again, so twice as many seeds are played.
    """

    rulebook: Rulebook
    scenario: Any  # a row
    seats: list[str]  # opponents by name
    games: int  # seeds
    seed: int = 0
    workers: int = 1
    swap: bool = False

    @property
    def total(self) -> int:
        """How many games that makes."""
        return self.games * (2 if self.swap else 1)

    @property
    def pairs(self) -> bool:
        """Whether each seed is played twice."""
        return self.swap and len(set(self.seats)) > 1


@dataclass
class Batch:
    """What came of a plan. Lists by seat are in the order of ``Plan.seats``, wherever a player sat."""

    games: int = 0
    wins: list[int] = field(default_factory=list)
    wins_by_side: list[int] = field(default_factory=list)  # by the side of the scenario
    draws: int = 0  # the best rank was shared
    turn_limit: int = 0
    errors: int = 0  # games that did not end, or ended with a broken invariant
    faults: int = 0  # illegal choices of scripts
    decisions: int = 0
    listed: int = 0
    seconds: float = 0.0
    state_hash: str = ""
    lengths: list[int] = field(default_factory=list)  # decisions of each game, in order
    rounds: list[int] = field(default_factory=list)  # game rounds, where the game counts any
    ends: dict[str, int] = field(default_factory=dict)
    tallies: dict[str, list[float]] = field(default_factory=dict)  # mean of a game, by side


@dataclass(frozen=True)
class Ended:
    """One game of a batch."""

    played: Played
    digest: bytes
    rounds: int
    broken: bool


def simulate(plan: Plan, progress: Callable[[int], None] = lambda done: None) -> Batch:
    """Play a plan; ``progress`` is told how many games have ended. ValueError for a name unknown."""
    players = [opponent(name) for name in plan.seats]
    started = time.perf_counter()
    chunks = [range(at, min(at + CHUNK, plan.total)) for at in range(0, plan.total, CHUNK)]
    ended: dict[int, list[Ended]] = {}
    desks = [desk(plan.rulebook) for _ in range(plan.workers)]
    done = 0
    with ThreadPoolExecutor(plan.workers) as pool:
        waiting = {pool.submit(_play, plan, players, chunk, desks): chunk for chunk in chunks}
        for future in as_completed(waiting):
            chunk = waiting[future]
            ended[chunk.start] = future.result()
            done += len(chunk)
            progress(done)
    seconds = time.perf_counter() - started
    return _sum(plan, [game for chunk in chunks for game in ended[chunk.start]], seconds)


def seats_of(plan: Plan, game: int, players: list[Opponent]) -> list[Opponent]:
    """Who sits where in a game of the plan."""
    return players[1:] + players[:1] if plan.pairs and game % 2 else players


def rounds_of(games: Any, g: int) -> int:
    """The game round a game ended in; 0 if it counts none. By name: NumPy records have a method round."""
    if isinstance(games, np.ndarray):
        return int(games["round"][g]) if "round" in (games.dtype.names or ()) else 0
    return int(getattr(games[g], "round", 0))


def _play(plan: Plan, players: list[Opponent], chunk: range, desks: list[Desk]) -> list[Ended]:
    at = desks.pop()
    book = plan.rulebook
    games = blank(book.Game, len(chunk))
    seatings = [seats_of(plan, game, players) for game in chunk]
    seeds = [plan.seed * SPACING + (game // 2 if plan.pairs else game) for game in chunk]
    played = contest(book, plan.scenario, games, seatings, seeds, at)
    ended = []
    for g in range(len(chunk)):
        broken = int(engine(book).check(plan.scenario, games, g)) != 0
        ended.append(
            Ended(played[g], hashlib.sha256(raw(book.Game, games, g)).digest(), rounds_of(games, g), broken)
        )
    desks.append(at)
    return ended


def _sum(plan: Plan, ended: list[Ended], seconds: float) -> Batch:
    n = len(plan.seats)
    batch = Batch(games=plan.total, wins=[0] * n, wins_by_side=[0] * n, seconds=seconds)
    digest = hashlib.sha256()
    ends: Counter[str] = Counter()
    totals = {name: [0] * n for name in plan.rulebook.tallies}
    for game, end in enumerate(ended):
        played = end.played
        digest.update(end.digest)
        batch.errors += played.decisions < 0 or end.broken
        batch.faults += played.faults
        batch.decisions += max(played.decisions, 0)
        batch.listed += played.listed
        batch.lengths.append(played.decisions)
        batch.rounds.append(end.rounds)
        batch.turn_limit += played.over == TURN_LIMIT
        ends[_end(plan.rulebook, played)] += 1
        if played.over:
            _count(batch, played, 1 if plan.pairs and game % 2 else 0)
        for name, kinds in plan.rulebook.tallies.items():
            for side in range(n):
                totals[name][side] += int(played.tallies[side, list(kinds)].sum())
    batch.state_hash = digest.hexdigest()
    batch.ends = dict(ends.most_common())
    batch.tallies = {name: [total / len(ended) for total in sides] for name, sides in totals.items()}
    return batch


def _count(batch: Batch, played: Played, turned: int) -> None:
    best = [side for side, rank in enumerate(played.ranks) if rank == 1]
    if len(best) > 1:
        batch.draws += 1
    else:
        batch.wins_by_side[best[0]] += 1
        batch.wins[(best[0] + turned) % len(batch.wins)] += 1


def _end(rulebook: Rulebook, played: Played) -> str:
    if not played.over:
        return "did not end"
    words = {BY_RULES: "by the rules", TURN_LIMIT: "turn limit"}[played.over]
    return rulebook.ends.get(played.reason, words)
