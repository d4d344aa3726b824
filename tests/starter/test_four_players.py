"""Four players, most switches, short scenarios and little money: players fall and leave at odd times."""

from pathlib import Path
from typing import Any

import pytest

from sandtable.core.dice import load_fast, roll
from sandtable.core.engine import desk, engine
from sandtable.core.record import blank, clone, raw
from sandtable.core.rulebook import rulebook
from sandtable.rulebooks.starter import loading, testing
from sandtable.rulebooks.starter.state import NONE, SIDES, Game

STARTER = rulebook("starter")
ENGINE = engine(STARTER)
AT = desk(STARTER)

CAMPAIGN = """
title = "Four corners"
catalogue = "catalogue.toml"
budget = 900
pool = 300
lull = 4
stakes = 3
closed_zones = true
switches = ["reposition-with-move", "partial-resupply", "objectives-stick", "rocky-hurts-attackers"]
companies = [
  { name = "A", livery = ["black", "orange"] },
  { name = "B", livery = ["white", "blue"] },
  { name = "C", livery = ["green", "yellow"] },
  { name = "D", livery = ["red", "purple"] },
]
scenarios = [
  { booklet = "1.toml", leads_to = ["2"] },
  { booklet = "2.toml", leads_to = ["3"], chooser = "loser", pool_refill = 60 },
  { booklet = "3.toml", chooser = "richest" },
]
"""
BOOKLET = """
name = "{number}"
title = "Corner {number}"
deployment_cost = 5
extraction_cost = 5
last_round = 5
enough = 3
map = '''
....44....
1...UW...2
1..xSW...2
1....W.x.2
....R=R...
.UU..W.S..
.....W....
....33....
'''
zones = [
  {{ name = "West", columns = [0, 2] }},
  {{ name = "East", columns = [7, 9] }},
  {{ name = "South", rows = [7, 7] }},
  {{ name = "North", rows = [0, 0] }},
]
squares = [{{ name = "a", at = [4, 2] }}, {{ name = "b", at = [7, 5] }}, {{ name = "d", at = [3, 6] }}]
depots = [{{ at = [3, 6], fuel = 4, ammo = 3 }}, {{ at = [6, 1], fuel = 9 }}]
objects = [[8, 6]]
objectives = [
  {{ id = "a", kind = "hold-one", text = "t", turns = 1, squares = ["a", "b"], bonus = 100, penalty = 100 }},
  {{ id = "b", kind = "extract-share", text = "Half home", units = 1, bonus = 50 }},
  {{ id = "c", kind = "extract-fit", text = "One home", units = 1, bonus = 50, penalty = 20 }},
  {{ id = "d", kind = "destroy-artillery", text = "A gun", units = 1, bonus = 100 }},
  {{ id = "e", kind = "deny", text = "Nobody holds", denies = "a", bonus = 100, penalty = 20 }},
  {{ id = "f", kind = "empty-depot", text = "Empty it", squares = ["d"], bonus = 30 }},
]
"""
GONE = (2, 3)  # ELIMINATED, LEFT


@pytest.fixture(scope="module")
def scenario(tmp_path_factory: pytest.TempPathFactory) -> Any:
    folder: Path = tmp_path_factory.mktemp("four")
    (folder / "catalogue.toml").write_text((loading.CONTENT / "catalogue.toml").read_text())
    (folder / "campaign.toml").write_text(CAMPAIGN)
    for number in (1, 2, 3):
        (folder / f"{number}.toml").write_text(BOOKLET.format(number=number))
    row, _ = loading.load(folder / "campaign.toml")
    return row


def choose(scenario: Any, view: Any, seat: int, seed: int, scripted: bool) -> Any:
    """The script's action, which is legal; or any."""
    load_fast(AT.dice, seed, 1, 1)
    if scripted:
        ENGINE.policy(scenario, view, 0, seat, AT.dice[1:], AT.works, AT.actions, 0)
        reason = ENGINE.is_legal(scenario, view, 0, AT.actions, 0, AT.works)
        assert reason == 0, f"{STARTER.notation(scenario, AT.actions[0])}: {STARTER.reasons[int(reason)]}"
    else:
        listed = int(ENGINE.legal(scenario, view, 0, seat, AT.works))
        AT.actions[0] = AT.works[0].actions[int(roll(AT.dice[1], 0, listed)) - 1]
    return AT.actions[:1]


@pytest.mark.parametrize("seed", (*range(10), 20, 35))
def test_whoever_falls_the_others_play_on(scenario: Any, seed: int) -> None:
    """ST-R12, ST-M26: invariants hold, no script is refused, who is out keeps what it had completed."""
    game, view = blank(Game), blank(Game)
    load_fast(AT.dice, seed, 0)
    ENGINE.setup(scenario, game, 0, AT.dice, AT.events)
    fell_with: dict[int, list[int]] = {}
    decision = 0
    while seats := int(ENGINE.to_act(scenario, game, 0)):
        decision += 1
        seat = (seats & -seats).bit_length() - 1
        ENGINE.view(scenario, game, 0, seat, view, 0)
        action = choose(scenario, view, seat, 1000 * seed + decision, (seat + seed) % 2 == 0)
        load_fast(AT.dice, seed, decision)
        ENGINE.apply(scenario, game, 0, action, 0, AT.dice, AT.events, AT.works)
        assert ENGINE.check(scenario, game, 0) == 0
        assert int(AT.events[0].lost) == 0
        for side in range(SIDES):
            company = game[0].company[side]
            if int(company.state) in GONE and int(company.fell_in) > 0:
                completed = [int(done) for done in company.completed]
                assert fell_with.setdefault(side, completed) == completed
                assert int(company.zone) == NONE or int(company.fell_in) == int(game[0].scenario_number)
    assert int(game[0].over) == 1 and min(int(game[0].company[side].rank) for side in range(SIDES)) == 1


@pytest.mark.parametrize("seed", range(4))
def test_nobody_sees_more_of_a_game_with_other_cards(scenario: Any, seed: int) -> None:
    """ST-INFO-02, ST-INFO-03, ST-INFO-10: pairs of games that differ behind the screens look alike."""
    game = blank(Game)
    load_fast(AT.dice, seed, 0)
    ENGINE.setup(scenario, game, 0, AT.dice, AT.events)
    decision = 0
    while (seats := int(ENGINE.to_act(scenario, game, 0))) and decision < 400:
        decision += 1
        seat = (seats & -seats).bit_length() - 1
        if decision % 10 == 0:
            onlooker = (seat + 1) % SIDES
            load_fast(AT.dice, 77 + seed, decision)
            other = testing.vary(scenario, game, onlooker, AT.dice)
            views = [blank(Game), blank(Game)]
            ENGINE.view(scenario, game, 0, onlooker, views[0], 0)
            ENGINE.view(scenario, other, 0, onlooker, views[1], 0)
            assert raw(Game, game) != raw(Game, other)
            assert raw(Game, views[0]) == raw(Game, views[1])
        view = clone(Game, game)
        ENGINE.view(scenario, game, 0, seat, view, 0)
        action = choose(scenario, view, seat, 1000 * seed + decision, seat % 2 == 0)
        load_fast(AT.dice, seed, decision)
        ENGINE.apply(scenario, game, 0, action, 0, AT.dice, AT.events, AT.works)
