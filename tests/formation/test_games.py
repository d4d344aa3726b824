"""Whole games of the script: they end by the rules, cost little, and show a player above chance."""

import time
from statistics import median

import pytest

from sandtable.core.dice import load_fast
from sandtable.core.engine import desk, engine
from sandtable.core.record import blank
from sandtable.lab.simulate import Batch, Plan, simulate
from sandtable.rulebooks.formation import RULEBOOK

SCENARIOS = [outline.id for outline in RULEBOOK.scenarios() if outline.even]
DECISION = 0.010  # seconds that a scripted decision may take, at the median


def batch(id: str, games: int, seats: tuple[str, str] = ("scripted", "scripted"), **more: int) -> Batch:
    """Games of a scenario, each seed from both sides."""
    row, _ = RULEBOOK.load(id)
    return simulate(Plan(RULEBOOK, row, list(seats), games, swap=True, **more))


def beats_chance(games: int) -> float:
    """The share of games that the script wins of a player who takes any legal action."""
    won = played = 0
    for id in SCENARIOS:
        found = batch(id, games, ("scripted", "random"), workers=2)
        assert (found.errors, found.faults) == (0, 0)
        won += found.wins[0]
        played += found.games
    return won / played


def test_the_script_beats_chance() -> None:
    assert beats_chance(5) >= 0.95


@pytest.mark.slow
def test_the_script_beats_chance_in_many_games() -> None:
    assert beats_chance(42) >= 0.98


@pytest.mark.parametrize("id", SCENARIOS)
def test_scripted_games_end_by_the_rules(id: str) -> None:
    """FM-MISSION-05, 06: after three rounds, or four; never by concession; equal on one and two workers."""
    one = batch(id, 8, seed=3)
    two = batch(id, 8, seed=3, workers=2)
    assert (one.errors, one.faults, one.turn_limit) == (0, 0, 0)
    assert "by concession" not in one.ends and "did not end" not in one.ends
    assert set(one.rounds) <= {3, 4}
    assert one.state_hash == two.state_hash


@pytest.mark.slow
def test_a_thousand_scripted_games() -> None:
    one = batch(SCENARIOS[0], 500, workers=1)
    two = batch(SCENARIOS[0], 500, workers=2)
    assert (one.games, one.errors, one.faults) == (1000, 0, 0)
    assert one.state_hash == two.state_hash


def test_a_decision_is_quick() -> None:
    """One whole game, decision by decision, as the server plays it."""
    rules, at = engine(RULEBOOK), desk(RULEBOOK)
    row, _ = RULEBOOK.load(SCENARIOS[0])
    game = blank(RULEBOOK.Game)
    load_fast(at.dice, 7, 0)
    rules.setup(row, game, 0, at.dice, at.events)
    taken = []
    while seats := int(rules.to_act(row, game, 0)):
        seat = 0 if seats & 1 else 1
        rules.view(row, game, 0, seat, at.views, 0)
        load_fast(at.dice, 7, len(taken) + 1, 1)
        began = time.perf_counter()
        rules.policy(row, at.views, 0, seat, at.dice[1:], at.works, at.actions, 0)
        taken.append(time.perf_counter() - began)
        load_fast(at.dice, 7, len(taken))
        rules.apply(row, game, 0, at.actions, 0, at.dice, at.events, at.works)
    assert len(taken) > 50
    assert median(taken) <= DECISION
