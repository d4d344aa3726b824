"""How fast the rules are, beside others: one run, one machine, medians of stretches taken in turn."""

from __future__ import annotations

import os
import platform
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from statistics import median
from typing import Any

from sandtable.core.compile import rule
from sandtable.core.engine import desk, playouts
from sandtable.core.record import blank
from sandtable.core.rulebook import Rulebook
from sandtable.lab.peers import PEERS, Rate, Stretch
from sandtable.opponents import OPPONENTS

STRETCHES = 5
BATCH = 32  # games played in one compiled call
RING = 64  # games that the clone test copies between
COPIES = 200_000

# (figure, peer or "", goal, whether more is better)
GOALS = {
    "decisions a second": {"OpenSpiel chess": 1.0, "python-chess": 5.0},
    "choices listed a second": {"OpenSpiel chess": 6.0},
}
CLONE_GOAL, THREADS_GOAL, COLD_GOAL, WARM_GOAL = 30.0, 1.8, 60.0, 2.0


def measure(book: Rulebook, id: str, seconds: float, say: Callable[[str], None]) -> dict[str, Any]:
    """All figures of a scenario, with their peers and ratios."""
    row, _ = book.load(id)
    seats = book.scenarios()[0].seats
    for outline in book.scenarios():
        if outline.id == id:
            seats = outline.seats
    say(f"compiling the rules of {book.title} in an empty cache, then starting from it")
    cold, warm = starts(book, id)
    say(f"{STRETCHES} stretches of {seconds:g} s, the peers in turn")
    runners: dict[str, Stretch] = {"here": playing(book, row, ["random"] * seats)}
    for name, make in PEERS.items():
        try:
            runners[name] = make()
        except ImportError:
            say(f"{name} is not installed (extra bench): left out")
    rates = in_turn(runners, seconds)
    figures = [*compared(rates)]
    say("two threads, scripts, clones")
    figures.append(threads(book, row, seats, seconds))
    scripted = in_turn({"scripted": playing(book, row, ["scripted"] * seats)}, seconds)["scripted"]
    figures.append(
        _figure("scripted games a second", _median(scripted, lambda rate: rate.games / rate.seconds))
    )
    figures.append(
        _figure("scripted decisions a second", _median(scripted, lambda rate: rate.decisions_a_second))
    )
    size = int(book.Game.dtype.itemsize)
    figures.append(_figure("clone, ns a KB", clone_time(book) / (size / 1024), CLONE_GOAL, less=True))
    figures.append(_figure("cold compile, s", cold, COLD_GOAL, less=True))
    figures.append(_figure("start from the cache, s", warm, WARM_GOAL, less=True))
    here = rates["here"]
    return {
        "rulebook": book.name,
        "scenario": id,
        "machine": f"{platform.machine()}, {os.cpu_count()} cores, Python {platform.python_version()}",
        "stretches": STRETCHES,
        "seconds_each": seconds,
        "game_bytes": size,
        "mean_legal": sum(rate.listed for rate in here) / sum(rate.decisions for rate in here),
        "decisions_a_game": sum(rate.decisions for rate in here) / sum(rate.games for rate in here),
        "random_games_a_second": _median(here, lambda rate: rate.games / rate.seconds),
        "figures": figures,
    }


def playing(book: Rulebook, row: Any, names: list[str]) -> Stretch:
    """Whole games between opponents, one thread. Seeds go on from stretch to stretch."""
    at = desk(book)
    codes = [[OPPONENTS[name].code for name in names]] * BATCH
    seed = 0

    def stretch(seconds: float) -> Rate:
        nonlocal seed
        rate, began = Rate(), time.perf_counter()
        while time.perf_counter() - began < seconds:
            games = blank(book.Game, BATCH)
            counts, _, _ = playouts(book, row, games, codes, list(range(seed, seed + BATCH)), at)
            rate.games += BATCH
            rate.decisions += int(counts[:, 0].sum())
            rate.listed += int(counts[:, 1].sum())
            seed += BATCH
        rate.seconds = time.perf_counter() - began
        return rate

    return stretch


def in_turn(runners: dict[str, Stretch], seconds: float) -> dict[str, list[Rate]]:
    """Stretches of all runners, one after another, after a short warm-up of each."""
    for run in runners.values():
        run(min(seconds, 0.3))
    rates: dict[str, list[Rate]] = {name: [] for name in runners}
    for _ in range(STRETCHES):
        for name, run in runners.items():
            rates[name].append(run(seconds))
    return rates


def compared(rates: dict[str, list[Rate]]) -> list[dict[str, Any]]:
    """The rules' rates and each peer's, with ratios."""
    measures: dict[str, Callable[[Rate], float]] = {
        "decisions a second": lambda rate: rate.decisions_a_second,
        "choices listed a second": lambda rate: rate.listed_a_second,
    }
    figures = []
    for name, what in measures.items():
        here = _median(rates["here"], what)
        for peer in rates:
            if peer != "here":
                goal = GOALS[name].get(peer)
                figures.append(_figure(name, here, goal, peer=peer, peer_value=_median(rates[peer], what)))
        if len(rates) == 1:
            figures.append(_figure(name, here))
    return figures


def threads(book: Rulebook, row: Any, seats: int, seconds: float) -> dict[str, Any]:
    """Decisions a second of two threads against one, in turn."""
    runs = [playing(book, row, ["random"] * seats) for _ in range(2)]
    ratios, both = [], []
    for _ in range(STRETCHES):
        alone = runs[0](seconds).decisions_a_second
        with ThreadPoolExecutor(2) as pool:
            rates = list(pool.map(lambda run: run(seconds), runs))
        both.append(sum(rate.decisions_a_second for rate in rates))
        ratios.append(both[-1] / alone)
    figure = _figure("decisions a second, two threads", median(both), peer="one thread")
    figure["peer_value"] = median(both) / median(ratios)
    figure["ratio"], figure["goal"] = median(ratios), THREADS_GOAL
    figure["met"] = figure["ratio"] >= THREADS_GOAL
    return figure


@rule
def copy_round(games: Any, copies: int) -> None:
    """Clone each game of the ring into the next, round and round."""
    for i in range(copies):
        games[(i + 1) & (RING - 1)] = games[i & (RING - 1)]


def clone_time(book: Rulebook) -> float:
    """Nanoseconds that one clone takes in compiled code."""
    games = blank(book.Game, RING)
    copy_round(games, 1)
    times = []
    for _ in range(STRETCHES):
        began = time.perf_counter_ns()
        copy_round(games, COPIES)
        times.append((time.perf_counter_ns() - began) / COPIES)
    return median(times)


START = """
import sys
from sandtable.core.engine import desk, playouts
from sandtable.core.record import blank
from sandtable.core.rulebook import rulebook
book = rulebook(sys.argv[1])
row, _ = book.load(sys.argv[2])
for code in (0, 1):
    playouts(book, row, blank(book.Game), [[code] * int(sys.argv[3])], [0], desk(book))
"""


def starts(book: Rulebook, id: str) -> tuple[float, float]:
    """Seconds from nothing to two finished games, a random and a scripted: without a cache, and with it."""
    seats = next(outline.seats for outline in book.scenarios() if outline.id == id)
    with tempfile.TemporaryDirectory() as folder:
        environment = os.environ | {"SANDTABLE_CACHE": folder, "SANDTABLE_MODE": "compiled"}
        times = []
        for _ in range(3):
            began = time.perf_counter()
            words = [sys.executable, "-c", START, book.name, id, str(seats)]
            subprocess.run(words, env=environment, check=True)
            times.append(time.perf_counter() - began)
    return times[0], min(times[1:])


def _median(rates: list[Rate], what: Callable[[Rate], float]) -> float:
    return median(what(rate) for rate in rates)


def _figure(
    name: str,
    value: float,
    goal: float | None = None,
    peer: str = "",
    peer_value: float | None = None,
    less: bool = False,
) -> dict[str, Any]:
    """One figure; the goal is about the ratio if there is a peer, else about the value."""
    ratio = value / peer_value if peer_value else None
    reached = value if ratio is None else ratio
    return {
        "name": name,
        "value": value,
        "peer": peer,
        "peer_value": peer_value,
        "ratio": ratio,
        "goal": goal,
        "met": None if goal is None else (reached <= goal if less else reached >= goal),
    }


def rows(report: dict[str, Any]) -> list[tuple[str, str, str, str, str]]:
    """The figures as rows of a table."""
    found = []
    for figure in report["figures"]:
        peer = f"{figure['peer']} {_short(figure['peer_value'])}" if figure["peer"] else ""
        ratio = f"{figure['ratio']:.2f}" if figure["ratio"] else ""
        goal = "" if figure["goal"] is None else f"{figure['goal']:g} {'✓' if figure['met'] else '✗'}"
        found.append((figure["name"], _short(figure["value"]), peer, ratio, goal))
    mean = (
        f"{report['mean_legal']:.0f} legal actions at a decision, {report['decisions_a_game']:.0f} decisions"
    )
    found.append((f"random play: {mean} a game", f"{report['game_bytes']} bytes", "", "", ""))
    return found


def _short(value: float) -> str:
    return f"{value:,.0f}" if value >= 100 else f"{value:.3g}"
