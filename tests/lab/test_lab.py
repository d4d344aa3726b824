"""Opponents, batches, intervals, the ladder."""

import pytest
from scipy.stats import binomtest

from sandtable.core.engine import desk, engine
from sandtable.core.record import blank, raw
from sandtable.core.rulebook import Rulebook
from sandtable.lab.balance import judge, wilson
from sandtable.lab.bench import rows
from sandtable.lab.simulate import Batch, Plan, simulate
from sandtable.opponents import OPPONENTS, opponent
from sandtable.opponents.arena import contest
from sandtable.opponents.basic import Random, Scripted
from sandtable.opponents.ladder import Rung, ladder
from toybook import RULEBOOK as TOY

SCENARIO, _ = TOY.load("toybook/duel")


def walked(name: str) -> type:
    """An opponent that is not compiled into playouts, and chooses as the one of this name."""
    base = Random if name == "random" else Scripted

    class Walked(base):  # type: ignore[valid-type, misc]
        code = -1

    return Walked


@pytest.mark.parametrize("seed", range(5))
def test_a_game_step_by_step_is_the_compiled_one(seed: int) -> None:
    """Two scripts roll no dice of their own here, so both ways must come out equal to the byte."""
    ends = []
    for players in ([Scripted(), Scripted()], [walked("scripted")(), Scripted()]):
        game = blank(TOY.Game)
        (played,) = contest(TOY, SCENARIO, game, [players], [seed], desk(TOY))
        ends.append((raw(TOY.Game, game), played.decisions, played.ranks, played.tallies.tolist()))
    assert ends[0] == ends[1]


def test_opponents_choose_what_is_legal_in_their_view_and_the_same_again() -> None:
    e, at = engine(TOY), desk(TOY)
    game = blank(TOY.Game)
    contest(TOY, SCENARIO, game, [[Scripted(), Scripted()]], [1], at)
    fresh = blank(TOY.Game)
    from sandtable.core.dice import load_fast

    load_fast(at.dice, 3, 0)
    e.setup(SCENARIO, fresh, 0, at.dice, at.events)
    view = blank(TOY.Game)
    e.view(SCENARIO, fresh, 0, 0, view, 0)
    for player in OPPONENTS.values():
        picks = []
        for seed in (1, 1, 2, 3, 4, 5, 6, 7):
            action = player.choose(TOY, SCENARIO, view, 0, seed, at)
            assert e.is_legal(SCENARIO, fresh, 0, action, 0, at.works) == 0
            picks.append(TOY.notation(SCENARIO, action[0]))
        assert picks[0] == picks[1]
        assert player.name != "random" or len(set(picks)) > 1


def test_a_script_that_cannot_choose_takes_a_legal_action() -> None:
    at, view = desk(TOY), blank(TOY.Game)
    view[0].round = 99  # over: nothing is legal
    with pytest.raises(ValueError, match="no legal action"):
        Scripted().choose(TOY, SCENARIO, view, 0, 1, at)
    with pytest.raises(ValueError, match="no legal action"):
        Random().choose(TOY, SCENARIO, view, 0, 1, at)


def test_unknown_opponents_are_named() -> None:
    with pytest.raises(ValueError, match=r"'gandalf'; there are random, scripted"):
        opponent("gandalf")


@pytest.mark.parametrize(("wins", "games"), [(0, 10), (5, 10), (10, 10), (490, 500), (1, 3)])
def test_intervals_are_wilsons(wins: int, games: int) -> None:
    theirs = binomtest(wins, games).proportion_ci(0.95, method="wilson")
    assert wilson(wins, games) == pytest.approx((theirs.low, theirs.high), abs=1e-6)


def test_without_games_nothing_is_known() -> None:
    assert wilson(0, 0) == (0.0, 1.0)


def test_the_ladder_ranks_the_script_above_chance() -> None:
    (rung,) = ladder(TOY, SCENARIO, [opponent("scripted"), opponent("random")], 40, 1)
    assert rung.wins + rung.losses + rung.draws == 80
    assert rung.score > 0.8
    assert ladder(TOY, SCENARIO, [opponent("scripted"), opponent("random")], 40, 1) == [rung]
    assert Rung("a", "b", 1, 1, 2).score == 0.5


@pytest.mark.parametrize(
    ("by_side", "limit", "errors", "fair"),
    [([55, 45], 5, 0, True), ([61, 39], 0, 0, False), ([50, 50], 6, 0, False), ([50, 50], 0, 1, False)],
)
def test_a_scenario_is_fair_or_not(by_side: list[int], limit: int, errors: int, fair: bool) -> None:
    batch = Batch(games=100, wins_by_side=by_side, turn_limit=limit, errors=errors)
    assert judge(batch).fair is fair


def test_events_are_tallied_by_side() -> None:
    """The duel's losses are events HURT; what one batch counts is what its games lost."""
    from dataclasses import replace

    from toybook.apply import HURT

    book: Rulebook = replace(TOY, tallies={"losses": (HURT,)}, ends={1: "struck down"})
    batch = simulate(Plan(book, SCENARIO, ["scripted", "scripted"], 30, seed=4))
    lost = 0
    at = desk(TOY)
    from sandtable.lab.simulate import SPACING

    for i in range(30):
        game = blank(TOY.Game)
        contest(TOY, SCENARIO, game, [[Scripted(), Scripted()]], [4 * SPACING + i], at)
        lost += sum(6 - int(duellist.health) for duellist in game[0].duellists)
    assert sum(batch.tallies["losses"]) * 30 == pytest.approx(lost)
    assert set(batch.ends) == {"struck down", "turn limit"} and sum(batch.ends.values()) == 30
    assert batch.ends["turn limit"] == batch.turn_limit
    assert len(batch.lengths) == 30 and max(batch.rounds) <= 21


def test_a_bench_report_can_be_read() -> None:
    report = {
        "mean_legal": 20.0,
        "decisions_a_game": 300.0,
        "game_bytes": 5_000,
        "figures": [
            {
                "name": "decisions a second",
                "value": 2e5,
                "peer": "OpenSpiel chess",
                "peer_value": 1e5,
                "ratio": 2.0,
                "goal": 1.0,
                "met": True,
            },
            {
                "name": "cold",
                "value": 70.0,
                "peer": "",
                "peer_value": None,
                "ratio": None,
                "goal": 60.0,
                "met": False,
            },
        ],
    }
    table = rows(report)
    assert table[0] == ("decisions a second", "200,000", "OpenSpiel chess 100,000", "2.00", "1 ✓")
    assert table[1][4] == "60 ✗"


def test_players_alike_have_nothing_to_exchange() -> None:
    """Then twice as many seeds are played, and no game twice."""
    seats = ["scripted", "scripted"]
    swapped = simulate(Plan(TOY, SCENARIO, seats, games=20, swap=True))
    plain = simulate(Plan(TOY, SCENARIO, seats, games=40))
    assert (swapped.games, swapped.state_hash) == (40, plain.state_hash)
    assert swapped.wins == swapped.wins_by_side == plain.wins
