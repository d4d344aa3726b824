"""Setting up a campaign, buying, and that every campaign ends."""

from random import Random
from typing import Any

import pytest

from sandtable.core.dice import load_fast
from sandtable.core.engine import desk, engine, play
from sandtable.core.record import blank, clone
from sandtable.core.rulebook import rulebook
from sandtable.core.standing import BY_RULES, TURN_LIMIT
from sandtable.rulebooks.starter import actions as verb
from sandtable.rulebooks.starter.actions import Action
from sandtable.rulebooks.starter.state import BUYING, ON_MAP, READING, UNITS

STARTER = rulebook("starter")
ENGINE = engine(STARTER)
AT = desk(STARTER)
IDS = [outline.id for outline in STARTER.scenarios()]


def begun(id: str, seed: int = 1) -> tuple[Any, Any]:
    """A scenario and a game just set up."""
    scenario, _ = STARTER.load(id)
    game = blank(STARTER.Game)
    load_fast(AT.dice, seed, 0)
    ENGINE.setup(scenario, game, 0, AT.dice, AT.events)
    return scenario, game


def take(scenario: Any, game: Any, text: str, seat: int, seed: int = 1) -> None:
    """A legal action, by its notation."""
    action = STARTER.parse(scenario, seat, text)
    assert ENGINE.is_legal(scenario, game, 0, action, 0, AT.works) == 0, text
    load_fast(AT.dice, seed, 1)
    ENGINE.apply(scenario, game, 0, action, 0, AT.dice, AT.events, AT.works)


@pytest.mark.parametrize("id", IDS)
def test_a_campaign_opens(id: str) -> None:
    """ST-CAMP-03, ST-CAMP-24, ST-SETUP-10, ST-R04, ST-R108, ST-M01: Scenario 1, a Budget each, no unit."""
    scenario, game = begun(id)
    sides = int(scenario[0].sides)
    assert (int(game[0].step), int(game[0].booklet), int(game[0].scenario_number)) == (READING, 0, 1)
    assert [int(game[0].company[i].credits) for i in range(sides)] == [int(scenario[0].budget)] * sides
    assert int(game[0].pool) == int(scenario[0].pool)
    assert all(int(game[0].units[u].side) < 0 for u in range(UNITS))
    assert ENGINE.to_act(scenario, game, 0) == (1 << sides) - 1
    assert ENGINE.check(scenario, game, 0) == 0


def test_the_catalogue_may_set_a_maximum() -> None:
    """ST-R14: no more cards of a type than the Catalogue allows one player; else as many as can be paid."""
    scenario, game = begun("starter/first-contact")
    scenario = clone(STARTER.Scenario, scenario)
    scenario[0].type[0].available = 2
    game[0].step = BUYING
    buy = blank(Action)
    buy[0].verb, buy[0].kind, buy[0].amount = verb.BUY, 0, 3
    refused = ENGINE.is_legal(scenario, game, 0, buy, 0, AT.works)
    assert STARTER.reasons[refused][1] == "ST-R14"
    take(scenario, game, "BUY militia-infantry 2", 0)
    count = ENGINE.legal(scenario, game, 0, 0, AT.works)
    offered = [AT.works[0].actions[i] for i in range(count)]
    assert not any(a.verb == verb.BUY and a.kind == 0 for a in offered)
    assert any(a.verb == verb.BUY and a.kind == 1 for a in offered)


@pytest.mark.parametrize("seed", range(4))
def test_what_is_listed_for_sale_is_all_that_can_be_paid(seed: int) -> None:
    """ST-R13, ST-R15: with any money and pool, the most that is listed is legal, and one more is not."""
    scenario, game = begun("starter/tarn-valley")
    chance = Random(seed)
    game[0].step = BUYING
    game[0].pool = chance.choice([0, 1, 59, 60, 61, 150, 240])
    game[0].company[0].credits = chance.randint(0, 3000)
    count = ENGINE.legal(scenario, game, 0, 0, AT.works)
    most: dict[tuple[int, int], int] = {}
    for i in range(count):
        action = AT.works[0].actions[i]
        if action.verb in (verb.BUY, verb.HIRE, verb.BUY_FUEL, verb.BUY_AMMO):
            key = int(action.verb), int(action.kind)
            most[key] = max(most.get(key, 0), int(action.amount))
    keys = [(verb.BUY, kind) for kind in range(34)] + [
        (v, -1) for v in (verb.HIRE, verb.BUY_FUEL, verb.BUY_AMMO)
    ]
    for key in keys:
        action = blank(Action)
        action[0].verb, action[0].kind = key
        for amount, legal in ((most.get(key, 0), key in most), (most.get(key, 0) + 1, False)):
            action[0].amount = amount
            assert (ENGINE.is_legal(scenario, game, 0, action, 0, AT.works) == 0) == legal, (key, amount)


@pytest.mark.parametrize("id", IDS)
def test_random_campaigns_end_by_the_rules(id: str) -> None:
    """ST-CAMP-07, ST-END-01: whatever legal things players do, it comes to an end, and somebody is first."""
    scenario, _ = STARTER.load(id)
    sides = int(scenario[0].sides)
    for seed in range(20):
        (played,) = play(STARTER, scenario, blank(STARTER.Game), [[0] * sides], [seed], AT)
        assert played.decisions > 0
        assert played.over in (BY_RULES, TURN_LIMIT)
        assert min(played.ranks) == 1


@pytest.mark.parametrize("id", IDS)
def test_campaigns_of_those_who_never_give_up_end_too(id: str) -> None:
    """The same if nobody withdraws or leaves: every scenario has a last round; between, no map is taken."""
    scenario, game = begun(id)
    chance = Random(id)
    for decision in range(1, 20_000):
        seats = int(ENGINE.to_act(scenario, game, 0))
        if seats == 0:
            break
        seat = (seats & -seats).bit_length() - 1
        count = int(ENGINE.legal(scenario, game, 0, seat, AT.works))
        listed = [AT.works[0].actions[i] for i in range(count)]
        kept = [a for a in listed if a.verb not in (verb.WITHDRAW, verb.LEAVE)]
        ending = [a for a in kept if a.verb in (verb.END, verb.DONE)]
        chosen = ending[0] if ending and chance.random() < 0.5 else chance.choice(kept)
        AT.actions[0] = chosen
        load_fast(AT.dice, 7, decision)
        ENGINE.apply(scenario, game, 0, AT.actions, 0, AT.dice, AT.events, AT.works)
        if game[0].step < BUYING:
            assert all(int(game[0].units[u].where) != ON_MAP for u in range(UNITS))
    assert int(game[0].over) == 1
