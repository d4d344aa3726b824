"""Whole phases played at random: they end by themselves, and nothing appears or vanishes."""

from random import Random
from typing import Any

import pytest

from sandtable.core.dice import load_fast
from sandtable.core.engine import desk, engine
from sandtable.core.rulebook import rulebook
from sandtable.rulebooks.starter import actions as verb
from sandtable.rulebooks.starter import happenings
from sandtable.rulebooks.starter.state import COLUMNS, ON_MAP, ROWS, UNITS
from starter import positions

STARTER = rulebook("starter")
ENGINE = engine(STARTER)
AT = desk(STARTER)
QUARTERS = (15, 1, 2, 4, 8, 3, 6, 12, 9)
LONGEST = 400


def play_on(position: Any, rng: Random, number: int) -> int:
    """Take a random action that does not end the phase; its verb, 0 if none is left."""
    count = ENGINE.legal(position.scenario, position.game, 0, 0, AT.works)
    rows = [AT.works[0].actions[i] for i in range(count)]
    chosen = [row for row in rows if row.verb not in (verb.END, verb.WITHDRAW)]
    if not chosen:
        return 0
    AT.actions[0] = rng.choice(chosen)
    load_fast(AT.dice, rng.randrange(1 << 30), number)
    ENGINE.apply(position.scenario, position.game, 0, AT.actions, 0, AT.dice, AT.events, AT.works)
    return int(AT.actions[0].verb)


def units(game: Any) -> list[Any]:
    return [game.units[u] for u in range(UNITS) if game.units[u].side >= 0]


def tokens(game: Any) -> int:
    """Fuel and Ammunition tokens on the map and in Cargo."""
    loose = sum(game.cache_fuel[y, x] + game.cache_ammo[y, x] for y in range(ROWS) for x in range(COLUMNS))
    return int(loose) + sum(int(unit.cargo_fuel + unit.cargo_ammo) for unit in units(game))


def given() -> int:
    """Tokens that the last action sent to the Game Box for a Resupply."""
    events = [AT.events[0].items[i] for i in range(int(AT.events[0].count))]
    spent = (happenings.GIVEN, happenings.GIVEN_FROM_CACHE)
    return sum(int(event.amount) for event in events if event.kind in spent)


@pytest.mark.parametrize("seed", range(20))
def test_units_take_the_quarters_they_stand_on(seed: int) -> None:
    """ST-POS-01, 11 to 13; ST-R30 to R34; ST-MOV-03: no quarter is taken twice, and the phase ends."""
    position, rng = positions.draw(seed), Random(seed)
    game = position.game[0]
    for number in range(LONGEST):
        if not play_on(position, rng, number):
            break
        quarters = [[0] * COLUMNS for _ in range(ROWS)]
        for unit in units(game):
            if unit.where == ON_MAP:
                taken = QUARTERS[int(unit.place)]
                assert quarters[int(unit.y)][int(unit.x)] & taken == 0
                quarters[int(unit.y)][int(unit.x)] |= taken
        assert quarters == [[int(game.taken[y, x]) for x in range(COLUMNS)] for y in range(ROWS)]
    else:
        pytest.fail("the phase goes on for ever")


@pytest.mark.parametrize("seed", range(20))
def test_moving_takes_one_fuel_counter(seed: int) -> None:
    """ST-MOV-06 to 08, ST-POS-19, ST-ENTR-06, ST-R27: one counter for each unit that left its square."""
    position, rng = positions.draw(seed), Random(seed)
    game = position.game[0]
    before = [(int(unit.fuel), int(unit.manoeuvre)) for unit in game.units[: len(position.pieces)]]
    for number in range(LONGEST):
        if not play_on(position, rng, number):
            break
    for u, (fuel, manoeuvre) in enumerate(before):
        if game.units[u].side >= 0:
            assert game.units[u].fuel == fuel - (game.units[u].manoeuvre == 1 and manoeuvre != 1)


@pytest.mark.parametrize("seed", range(20))
def test_tokens_go_where_they_are_put(seed: int) -> None:
    """ST-LOG-05, 11; ST-CACHE-01; ST-R54, R110: tokens leave only for a Resupply, and the phase ends."""
    position, rng = positions.draw(seed, "logistics"), Random(seed)
    game = position.game[0]
    for number in range(LONGEST):
        before = tokens(game)
        if not play_on(position, rng, number):
            break
        if len(units(game)) == len(position.pieces):  # else mines took a unit, and its Cargo with it
            assert tokens(game) == before - given()
    else:
        pytest.fail("the phase goes on for ever")
