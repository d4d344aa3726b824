"""Walks through games: positions that play can reach, one decision at a time."""

from __future__ import annotations

import random
from collections.abc import Iterator
from importlib import import_module
from types import SimpleNamespace
from typing import Any

import numpy as np

from sandtable.core.compile import INTERPRETED
from sandtable.core.dice import load_fast
from sandtable.core.engine import Desk, desk, engine
from sandtable.core.record import Record, blank, clone, mirrors, raw
from sandtable.core.rulebook import Rulebook

PATIENCE = 4  # draws before a walk takes a rare action


class Failure(AssertionError):
    """A rulebook does not keep to its face; the text says where and how."""


def helper(book: Rulebook) -> Any:
    """The rulebook's module ``testing``, or an empty stand-in."""
    try:
        return import_module(f"{book.package}.testing")
    except ModuleNotFoundError as error:
        if error.name != f"{book.package}.testing":
            raise
        return SimpleNamespace()


def rows(record: type[Record], items: Any) -> np.ndarray[Any, Any]:
    """Several records as a NumPy array, a copy, whichever kind they are of."""
    if INTERPRETED:
        return np.array([item.tuple() for item in items], record.dtype)
    return np.array(items, record.dtype)


def row_of(record: type[Record], values: Any) -> Any:
    """One entry of a NumPy array as a row that rules take."""
    array = np.array([values], record.dtype)
    return mirrors(record, array) if INTERPRETED else array


class Walk:
    """One game of a scenario, to be played decision by decision. Equal for equal seeds."""

    def __init__(self, book: Rulebook, id: str, seed: int, at: Desk | None = None) -> None:
        self.book, self.id, self.seed = book, id, seed
        self.scenario, self.texts = book.load(id)
        self.players = range(next(outline.seats for outline in book.scenarios() if outline.id == id))
        self.engine = engine(book)
        self.at = at or desk(book)
        self.rare = getattr(helper(book), "rare", lambda *_: False)
        self.chance = random.Random(f"{id} {seed}")
        self.game = blank(book.Game)
        self.decisions = 0
        load_fast(self.at.dice, seed, 0)
        self.engine.setup(self.scenario, self.game, 0, self.at.dice, self.at.events)

    def seats(self, game: Any = None) -> list[int]:
        """The seats that may decide now."""
        seats = int(self.engine.to_act(self.scenario, self.game if game is None else game, 0))
        return [seat for seat in range(8) if seats >> seat & 1]

    def legal(self, seat: int, game: Any = None) -> np.ndarray[Any, Any]:
        """Every legal action of a seat, as a NumPy array."""
        position = self.game if game is None else game
        count = int(self.engine.legal(self.scenario, position, 0, seat, self.at.works))
        return rows(self.book.Action, self.at.works[0].actions[:count])

    def refusal(self, action: Any, game: Any = None) -> int:
        """0, or why a row of one action is not legal."""
        position = self.game if game is None else game
        return int(self.engine.is_legal(self.scenario, position, 0, action, 0, self.at.works))

    def view(self, seat: int, game: Any = None) -> Any:
        """What a seat may know, as a row of its own."""
        out = blank(self.book.Game)
        self.engine.view(self.scenario, self.game if game is None else game, 0, seat, out, 0)
        return out

    def check(self, game: Any = None) -> int:
        """Flags of broken invariants."""
        return int(self.engine.check(self.scenario, self.game if game is None else game, 0))

    def apply(self, action: Any, game: Any = None) -> None:
        """Carry out a row of one action on the walk's game, or on another; the dice are the decision's."""
        load_fast(self.at.dice, self.seed, self.decisions + 1)
        position = self.game if game is None else game
        self.engine.apply(self.scenario, position, 0, action, 0, self.at.dice, self.at.events, self.at.works)

    def copy(self) -> Any:
        """The game as a row of its own."""
        return clone(self.book.Game, self.game)

    def bytes(self, game: Any = None) -> bytes:
        """The game's bytes."""
        return raw(self.book.Game, self.game if game is None else game)

    def scripted(self, seat: int) -> Any:
        """The script's choice from the seat's view, as a row; None if it is not legal."""
        load_fast(self.at.dice, -1 - self.seed, self.decisions, 1)
        action = blank(self.book.Action)
        self.engine.policy(
            self.scenario, self.view(seat), 0, seat, self.at.dice[1:], self.at.works, action, 0
        )
        return action if self.refusal(action) == 0 else None

    def choose(self, seat: int) -> Any:
        """A row of one action: the script's half of the time, else any legal one, rare ones seldom."""
        if self.chance.random() < 0.5:
            action = self.scripted(seat)
            if action is not None:
                return action
        listed = self.legal(seat)
        if not len(listed):
            raise Failure(f"{self.where}: seat {seat} is to act and has no legal action")
        for _ in range(PATIENCE):
            action = row_of(self.book.Action, listed[self.chance.randrange(len(listed))])
            if not self.rare(self.scenario, self.game, action[0]):
                break
        return action

    def spelt(self, action: Any) -> str:
        """A row of one action in the game's notation."""
        return self.book.notation(self.scenario, action[0])

    @property
    def where(self) -> str:
        """This point of the walk, to be found again."""
        return f"{self.id}, seed {self.seed}, decision {self.decisions}"

    def steps(self, most: int) -> Iterator[tuple[int, Any]]:
        """Each decision, (seat, action row), before it is carried out; until the end, or ``most`` of them."""
        while (seats := self.seats()) and self.decisions < most:
            seat = self.chance.choice(seats)
            action = self.choose(seat)
            yield seat, action
            self.apply(action)
            self.decisions += 1
