"""The engine of a rulebook: its rules as compiled entries, made once and cached."""

from __future__ import annotations

import importlib.util
import os
import sys
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from types import ModuleType
from typing import Any

import numpy as np

from sandtable.core.compile import cache_root
from sandtable.core.dice import Dice, fast_keys
from sandtable.core.events import Events
from sandtable.core.record import array_of, blank
from sandtable.core.rulebook import Rulebook
from sandtable.core.standing import Standing

KINDS = 128  # event kinds that a tally has room for
SEATS = 8
DECISIONS = 200_000  # no game needs as many


@cache
def entries(package: str) -> ModuleType:
    """The module of compiled entries for a rulebook's package (see `engine_template`)."""
    text = (
        Path(__file__).with_name("engine_template.py").read_text(encoding="utf-8").replace("PACKAGE", package)
    )
    name = f"{package}._entries"  # inside the package, so that its sources count for the cache
    path = cache_root() / "engines" / f"{package.replace('.', '_')}.py"
    if not path.exists() or path.read_text(encoding="utf-8") != text:
        path.parent.mkdir(parents=True, exist_ok=True)
        partial = path.with_suffix(f".{os.getpid()}")
        partial.write_text(text, encoding="utf-8")
        partial.replace(path)
    spec = importlib.util.spec_from_file_location(name, path)
    if spec is None or spec.loader is None:
        raise ImportError(f"cannot import {path}")
    module = importlib.util.module_from_spec(spec)
    sys.modules[name] = module
    spec.loader.exec_module(module)
    return module


def engine(rulebook: Rulebook) -> Any:
    """The entries of a rulebook: ``setup to_act is_legal legal legal_of apply view resample score check
    policy value playouts``, each taking rows and an index in place of records.
    """
    return entries(rulebook.package)


@dataclass
class Desk:
    """Working memory for one thread: reused rows of a rulebook's records."""

    works: Any
    events: Any
    dice: Any  # 0 rolls for the game, 1 for players
    views: Any
    standing: Any
    actions: Any


def desk(rulebook: Rulebook) -> Desk:
    """A new `Desk`."""
    return Desk(
        works=blank(rulebook.Work),
        events=blank(Events),
        dice=blank(Dice, 2),
        views=blank(rulebook.Game, 2),
        standing=blank(Standing),
        actions=blank(rulebook.Action, 2),
    )


@dataclass(frozen=True)
class Played:
    """What came of one simulated game."""

    decisions: int  # -1: it did not end
    over: int
    reason: int
    ranks: tuple[int, ...]
    points: tuple[int, ...]
    listed: int
    faults: int  # illegal choices of a script
    tallies: np.ndarray[Any, Any]  # [seat, event kind]: sums of amounts


def playouts(
    rulebook: Rulebook, scenario: Any, games: Any, players: list[list[int]], seeds: list[int], at: Desk
) -> tuple[np.ndarray[Any, Any], Any, np.ndarray[Any, Any]]:
    """Set up each of the blank ``games`` from its seed and play it to its end, all in one compiled call.

    ``players`` holds for each game who sits in its seats. Numbers, and what comes back (counts, standings,
    tallies), are those of the template's ``playouts``.
    """
    n = len(seeds)
    sitting = np.zeros((n, SEATS), np.int64)
    sitting[:, : len(players[0])] = players
    keys = np.stack([fast_keys(seeds), fast_keys([-1 - seed for seed in seeds])], axis=1)
    counts, standings = np.zeros((n, 3), np.int64), blank(Standing, n)
    tallies = np.zeros((n, SEATS, KINDS), np.int64)
    work = (at.dice, at.events, at.works, at.views, DECISIONS)
    engine(rulebook).playouts(scenario, games, sitting, keys, *work, standings, counts, tallies)
    return counts, standings, tallies


def play(
    rulebook: Rulebook, scenario: Any, games: Any, players: list[list[int]], seeds: list[int], at: Desk
) -> list[Played]:
    """The same, and what came of each game."""
    counts, standings, tallies = playouts(rulebook, scenario, games, players, seeds, at)
    ends = array_of(Standing, standings)
    columns = (ends[name].tolist() for name in ("over", "reason", "rank", "points"))
    seats = len(players[0])
    return [
        Played(decisions, over, reason, tuple(ranks[:seats]), tuple(points[:seats]), listed, faults, tally)
        for (decisions, listed, faults), over, reason, ranks, points, tally in zip(
            counts.tolist(), *columns, tallies, strict=True
        )
    ]
