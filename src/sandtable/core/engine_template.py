"""The rules of one rulebook as entries for Python: arrays and an index, and whole games in one call.

`sandtable.core.engine` writes a copy of this file for each rulebook, with PACKAGE replaced, because
numba caches only functions that a module imports by name.
"""

# mypy: ignore-errors
# ruff: noqa: D103
from __future__ import annotations

from typing import Any

from PACKAGE.apply import apply as _apply
from PACKAGE.legal import is_legal as _is_legal
from PACKAGE.legal import legal as _legal
from PACKAGE.legal import legal_of as _legal_of
from PACKAGE.legal import to_act as _to_act
from PACKAGE.policy import policy as _policy
from PACKAGE.policy import value as _value
from PACKAGE.score import check as _check
from PACKAGE.score import score as _score
from PACKAGE.setup import setup as _setup
from PACKAGE.view import resample as _resample
from PACKAGE.view import view as _view

from sandtable.core.compile import rule
from sandtable.core.dice import roll, start_fast
from sandtable.core.events import clear

RANDOM, SCRIPTED = 0, 1


@rule
def setup(scenarios: Any, games: Any, g: int, dice: Any, events: Any) -> None:
    clear(events[0])
    _setup(scenarios[0], games[g], dice[0], events[0])


@rule
def to_act(scenarios: Any, games: Any, g: int) -> int:
    return _to_act(scenarios[0], games[g])


@rule
def is_legal(scenarios: Any, games: Any, g: int, actions: Any, a: int, works: Any) -> int:
    return _is_legal(scenarios[0], games[g], actions[a], works[0])


@rule
def legal(scenarios: Any, games: Any, g: int, seat: int, works: Any) -> int:
    return _legal(scenarios[0], games[g], seat, works[0])


@rule
def legal_of(scenarios: Any, games: Any, g: int, seat: int, unit: int, works: Any) -> int:
    return _legal_of(scenarios[0], games[g], seat, unit, works[0])


@rule
def apply(
    scenarios: Any, games: Any, g: int, actions: Any, a: int, dice: Any, events: Any, works: Any
) -> None:
    clear(events[0])
    _apply(scenarios[0], games[g], actions[a], dice[0], events[0], works[0])


@rule
def view(scenarios: Any, games: Any, g: int, seat: int, views: Any, v: int) -> None:
    _view(scenarios[0], games[g], seat, views[v])


@rule
def resample(scenarios: Any, views: Any, v: int, seat: int, dice: Any, games: Any, g: int) -> None:
    _resample(scenarios[0], views[v], seat, dice[0], games[g])


@rule
def score(scenarios: Any, games: Any, g: int, standings: Any, s: int) -> None:
    _score(scenarios[0], games[g], standings[s])


@rule
def check(scenarios: Any, games: Any, g: int) -> int:
    return _check(scenarios[0], games[g])


@rule
def policy(
    scenarios: Any, views: Any, v: int, seat: int, dice: Any, works: Any, actions: Any, a: int
) -> None:
    _policy(scenarios[0], views[v], seat, dice[0], works[0], actions[a])


@rule
def value(scenarios: Any, views: Any, v: int, seat: int) -> int:
    return _value(scenarios[0], views[v], seat)


@rule
def first_seat(seats: int) -> int:
    """The lowest seat of a set that is not empty."""
    seat = 0
    while (seats >> seat) & 1 == 0:
        seat += 1
    return seat


@rule
def playouts(
    scenarios: Any,
    games: Any,
    players: Any,
    keys: Any,
    dice: Any,
    events: Any,
    works: Any,
    views: Any,
    limit: int,
    standings: Any,
    counts: Any,
    tallies: Any,
) -> None:
    """Set up every one of the (blank) games and play it to its end.

    ``players[g, seat]`` is `RANDOM` or `SCRIPTED`; a player sees its view only. ``keys[g]`` has two keys of
    fast dice: for the game's rolls, and for the players' choices. Filled are the final ``standings[g]``;
    ``counts[g]``: decisions (-1 if ``limit`` was not enough), listed actions, and illegal choices of scripts
    (a defect: the first legal action is taken instead); ``tallies[g, seat, kind]``: sums of the amounts of
    all events.
    """
    for g in range(len(games)):
        start_fast(dice[0], keys[g, 0], 0)
        start_fast(dice[1], keys[g, 1], 0)
        clear(events[0])
        _setup(scenarios[0], games[g], dice[0], events[0])
        counts[g, 0] = playout(
            scenarios, games, g, players[g], dice, events, works, views, limit, counts[g], tallies[g]
        )
        _score(scenarios[0], games[g], standings[g])


@rule
def playout(
    scenarios: Any,
    games: Any,
    g: int,
    players: Any,
    dice: Any,
    events: Any,
    works: Any,
    views: Any,
    limit: int,
    counts: Any,
    tallies: Any,
) -> int:
    """Play a game that is set up to its end; the number of decisions, or -1 if ``limit`` was not enough."""
    scenario = scenarios[0]
    game = games[g]
    work = works[0]
    for decision in range(1, limit + 1):
        seats = _to_act(scenario, game)
        if seats == 0:
            return decision - 1
        seat = first_seat(seats)
        if players[seat] == RANDOM:
            listed = _legal(scenario, game, seat, work)
            counts[1] += listed
            action = work.actions[roll(dice[1], 0, listed) - 1]
        else:
            _view(scenario, game, seat, views[0])
            action = scripted(scenario, views[0], seat, dice[1], work, game, counts)
        dice[0].action = decision
        dice[0].index = 0
        clear(events[0])
        _apply(scenario, game, action, dice[0], events[0], work)
        for i in range(events[0].count):
            event = events[0].items[i]
            if event.seat >= 0:
                tallies[event.seat, event.kind] += event.amount
    return -1


@rule
def scripted(scenario: Any, view: Any, seat: int, dice: Any, work: Any, game: Any, counts: Any) -> Any:
    """The script's choice, kept in the last place of the action list."""
    chosen = work.actions[len(work.actions) - 1]
    _policy(scenario, view, seat, dice, work, chosen)
    if _is_legal(scenario, game, chosen, work) != 0:
        counts[2] += 1
        _legal(scenario, game, seat, work)
        return work.actions[0]
    return chosen
