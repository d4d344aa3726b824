"""The two opponents that every rulebook has: any legal action, and the rulebook's own script."""

from __future__ import annotations

from typing import Any, Protocol

from sandtable.core.dice import load_fast, roll
from sandtable.core.engine import Desk, engine
from sandtable.core.rulebook import Rulebook


class Opponent(Protocol):
    """Who chooses from what a seat may know."""

    name: str
    code: int  # its number in a compiled playout (`engine_template`), -1 if it has none

    def choose(self, rulebook: Rulebook, scenario: Any, views: Any, seat: int, seed: int, at: Desk) -> Any:
        """A row of one action, legal in the view ``views[0]``. Equal for equal seeds.

        ``at`` is the caller's working memory; the answer lies in ``at.actions[:1]``.
        """
        ...


class Random:
    """Any legal action, all equally likely."""

    name = "random"
    code = 0

    def choose(self, rulebook: Rulebook, scenario: Any, views: Any, seat: int, seed: int, at: Desk) -> Any:
        """See `Opponent`. ValueError if the seat has nothing to decide."""
        listed = int(engine(rulebook).legal(scenario, views, 0, seat, at.works))
        if listed == 0:
            raise ValueError(f"seat {seat} has no legal action")
        load_fast(at.dice, seed, 0, 1)
        at.actions[0] = at.works[0].actions[int(roll(at.dice[1], 0, listed)) - 1]
        return at.actions[:1]


class Scripted:
    """The rulebook's policy."""

    name = "scripted"
    code = 1

    def choose(self, rulebook: Rulebook, scenario: Any, views: Any, seat: int, seed: int, at: Desk) -> Any:
        """See `Opponent`. A script that chooses what is not legal gets the first legal action instead."""
        e = engine(rulebook)
        load_fast(at.dice, seed, 0, 1)
        e.policy(scenario, views, 0, seat, at.dice[1:], at.works, at.actions, 0)
        if e.is_legal(scenario, views, 0, at.actions, 0, at.works) != 0:
            if int(e.legal(scenario, views, 0, seat, at.works)) == 0:
                raise ValueError(f"seat {seat} has no legal action")
            at.actions[0] = at.works[0].actions[0]
        return at.actions[:1]
