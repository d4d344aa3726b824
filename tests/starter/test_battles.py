"""Crowded battles, played at random: nothing breaks, nobody's card shows, every list is exact."""

import random

import numpy as np
import pytest

from sandtable.core.dice import Dice, load_fast
from sandtable.core.engine import desk, engine
from sandtable.core.events import Events, known_to
from sandtable.core.record import blank, clone, raw
from sandtable.core.rulebook import rulebook
from sandtable.rulebooks.starter import testing
from sandtable.rulebooks.starter.actions import (
    ATTACK,
    BARRAGE,
    COUNTERATTACK,
    END,
    FIRE,
    RECON,
    SHOT,
    WITHDRAW,
    Action,
)
from sandtable.rulebooks.starter.cases import build
from sandtable.rulebooks.starter.state import Game
from sandtable.testing.walk import row_of, rows

STARTER = rulebook("starter")
GROUND = ".....UFR"
TYPES = (
    "Regular Infantry",
    "Assault Infantry",
    "Mountain Infantry",
    "Scout Team",
    "Mortar Team",
    "Gun Technical",
    "Supply Truck",
    "Troop Truck",
    "Light Tank",
    "Siege Walker",
    "Self-Propelled Howitzer",
    "Excavator",
)
COLUMNS, ROWS = 9, 7
FIGHTING = {ATTACK, BARRAGE, FIRE, SHOT, RECON, COUNTERATTACK}
ACTIONS = 60  # of one battle


def crowded(chance: random.Random) -> dict:
    """A small map with some twenty units on it, loaded trucks, Caches and objects, in a combat phase."""
    squares = [(x, y) for y in range(ROWS) for x in range(COLUMNS)]
    chance.shuffle(squares)
    rows_ = [[chance.choice(GROUND) for _ in range(COLUMNS)] for _ in range(ROWS)]
    given: dict = {"sides": [{"name": "Blue", "credits": 90, "personnel": 12}, {"name": "Red", "fuel": 3}]}
    given |= {"phase": chance.choice(("logistics", "special attacks", "direct attacks")), "units": []}
    for number in range(20):
        x, y = squares.pop()
        rows_[y][x] = "."
        unit = {"name": f"U{number}", "side": chance.choice(("Blue", "Red")), "type": chance.choice(TYPES)}
        unit |= {"at": f"{'abcdefghi'[x]}{y}", "ts": chance.randint(1, 5), "frozen": chance.random() < 0.1}
        if unit["type"].endswith("Infantry"):
            unit["place"] = chance.choice(("c", "nw", "se"))
        if unit["type"] == "Troop Truck":
            given["units"].append(unit)
            unit = {"name": f"P{number}", "side": unit["side"], "type": "Scout Team", "aboard": unit["name"]}
        given["units"].append(unit)
    caches = [_name(squares.pop()) for _ in range(5)]
    given["caches"] = [{"at": at, "fuel": chance.randint(1, 4), "ammo": 1} for at in caches]
    given["objects"] = [{"at": _name(squares.pop()), "kind": "barricade", "structure": 3} for _ in range(2)]
    given["objects"].append({"at": caches[0], "kind": "earthwork", "structure": 2})
    given["map"] = "\n".join("".join(row) for row in rows_)
    return given


def _name(square: tuple[int, int]) -> str:
    return f"{'abcdefghi'[square[0]]}{square[1]}"


class Battle:
    """One battle, action by action."""

    def __init__(self, seed: int) -> None:
        self.chance = random.Random(seed)
        self.position = build(crowded(self.chance))
        self.scenario, self.game = self.position.scenario, self.position.game
        self.rules, self.at, self.taken = engine(STARTER), desk(STARTER), 0

    def seat(self) -> int:
        seats = int(self.rules.to_act(self.scenario, self.game, 0))
        return (seats & -seats).bit_length() - 1

    def listed(self, seat: int, game=None) -> np.ndarray:
        count = self.rules.legal(self.scenario, self.game if game is None else game, 0, seat, self.at.works)
        return rows(Action, self.at.works[0].actions[: int(count)])

    def choose(self, listed: np.ndarray) -> np.ndarray:
        """Any action, fights three times of four, phases rarely closed, nobody withdraws."""
        fights = [one for one in listed if int(one["verb"]) in FIGHTING]
        others = [one for one in listed if int(one["verb"]) not in (WITHDRAW, END)]
        pool = fights if fights and self.chance.random() < 0.75 else others
        if not pool or self.chance.random() < 0.15:
            pool = [one for one in listed if int(one["verb"]) != WITHDRAW]
        return self.chance.choice(pool)

    def apply(self, action, game) -> None:
        load_fast(self.at.dice, 7, self.taken)
        self.rules.apply(self.scenario, game, 0, action, 0, self.at.dice, self.at.events, self.at.works)

    def view(self, seat: int, game=None):
        out = blank(Game)
        self.rules.view(self.scenario, self.game if game is None else game, 0, seat, out, 0)
        return out

    def check(self, game=None) -> int:
        return int(self.rules.check(self.scenario, self.game if game is None else game, 0))

    def play(self):
        """Yield each (seat, list, chosen action) before it is taken."""
        while self.taken < ACTIONS and int(self.rules.to_act(self.scenario, self.game, 0)):
            seat = self.seat()
            listed = self.listed(seat)
            action = row_of(Action, self.choose(listed))
            yield seat, listed, action
            self.apply(action, self.game)
            self.taken += 1


@pytest.mark.parametrize("seed", range(4))
def test_a_battle_breaks_nothing(seed: int) -> None:
    """ST-R65, R66, R74, R77: tokens are conserved, slots are clean, questions make sense."""
    battle = Battle(seed)
    assert battle.check() == 0
    fights = 0
    for _, _, action in battle.play():
        fights += int(action[0].verb) in FIGHTING
        assert battle.check() == 0, STARTER.notation(battle.scenario, action[0])
        assert int(battle.at.events[0].lost) == 0
    assert fights > 5


@pytest.mark.parametrize("seed", range(10, 12))
def test_combat_lists_what_is_legal_and_nothing_else(seed: int) -> None:
    """Each unit on each unit, Cache and object, asked one by one, against the list."""
    battle = Battle(seed)
    for seat, listed, _ in battle.play():
        if battle.taken % 7:
            continue
        words = {STARTER.notation(battle.scenario, row_of(Action, one)[0]) for one in listed}
        assert len(words) == len(listed)
        for text in _every_order(battle):
            action = STARTER.parse(battle.scenario, seat, text)
            legal = battle.rules.is_legal(battle.scenario, battle.game, 0, action, 0, battle.at.works) == 0
            assert legal == (text in words), text


def _every_order(battle: Battle) -> list[str]:
    units = [u for u in range(30) if int(battle.game[0].units[u].side) >= 0]
    squares = [_name((x, y)) for x in range(COLUMNS) for y in range(ROWS)]
    targets = [f"#{u}" for u in units] + squares + [f"{at} object" for at in squares]
    some = battle.chance.sample(units, min(4, len(units)))
    orders = [f"{verb} #{u} {target}" for verb in ("ATTACK",) for u in some for target in targets]
    orders += [f"RECON #{u} #{other}" for u in some for other in units]
    orders += [f"BARRAGE #{u}" for u in units] + ["FIRE", "COUNTERATTACK", "DECLINE"]
    orders += [f"AIM {target} {n}" for target in targets for n in (1, 3)] + [f"SHOT {t}" for t in targets]
    return orders


@pytest.mark.parametrize("seed", range(20, 23))
def test_a_battle_looks_the_same_whatever_the_cards_say(seed: int) -> None:
    """ST-R100 to R107: view, list, and events that are not dice, in pairs made by construction."""
    battle, dice = Battle(seed), blank(Dice)
    for seat, listed, action in battle.play():
        for viewer in (0, 1):
            load_fast(dice, seed, battle.taken * 2 + viewer)
            other = testing.vary(battle.scenario, battle.game, viewer, dice)
            assert battle.check(other) == 0
            assert raw(Game, battle.view(viewer)) == raw(Game, battle.view(viewer, other))
            assert battle.rules.to_act(battle.scenario, other, 0) == 1 << seat
            if viewer == seat:
                assert listed.tobytes() == battle.listed(seat, other).tobytes()
                assert listed.tobytes() == battle.listed(seat, battle.view(seat)).tobytes()
            elif testing.silent(battle.scenario, battle.game, action[0], viewer):
                if battle.rules.is_legal(battle.scenario, other, 0, action, 0, battle.at.works) == 0:
                    assert _outcome(battle, viewer, action, battle.game) == _outcome(
                        battle, viewer, action, other
                    )


def _outcome(battle: Battle, viewer: int, action, game) -> bytes:
    after = clone(Game, game)
    battle.apply(action, after)
    return raw(Events, known_to(battle.at.events, viewer)) + raw(Game, battle.view(viewer, after))


@pytest.mark.parametrize("seed", range(30, 32))
def test_a_guessed_game_fits_the_view_and_can_be_played_on(seed: int) -> None:
    battle, dice = Battle(seed), blank(Dice)
    for seat, _, _ in battle.play():
        for viewer in (-1, 0, 1):
            seen, guessed = battle.view(viewer), blank(Game)
            load_fast(dice, seed, battle.taken)
            battle.rules.resample(battle.scenario, seen, 0, viewer, dice, guessed, 0)
            assert raw(Game, battle.view(viewer, guessed)) == raw(Game, seen)
            assert battle.check(guessed) == 0
            assert len(battle.listed(seat, guessed)) > 0
