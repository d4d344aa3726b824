"""A seat's view made ready to be read: plain records, and the words that go with them."""

from __future__ import annotations

import threading
from dataclasses import dataclass
from functools import cached_property, lru_cache
from typing import Any

import numpy as np

from sandtable.core.engine import Desk, desk, engine
from sandtable.core.record import MirrorRow, mirror, mirrors
from sandtable.core.rulebook import Rulebook
from sandtable.rulebooks.starter import words
from sandtable.rulebooks.starter.actions import Action
from sandtable.rulebooks.starter.notation import flag_name, square_name
from sandtable.rulebooks.starter.state import (
    BUYING,
    CARRIED,
    ON_MAP,
    PLAYING_ON,
    READY_AREA,
    Game,
    Scenario,
)

_local = threading.local()


def rulebook() -> Rulebook:
    """The rulebook itself, imported late because it names this module's users."""
    from sandtable.rulebooks.starter import RULEBOOK

    return RULEBOOK


def plain(record: type[Any], row: Any) -> Any:
    """The first record of a row as plain Python, to be read only."""
    return row[0] if isinstance(row, MirrorRow) else mirror(record, row)


def plain_scenario(row: Any) -> Any:
    """The same for a scenario, which never changes and is therefore kept."""
    return row[0] if isinstance(row, MirrorRow) else _scenario_of(row[:1].tobytes())


@lru_cache(32)
def _scenario_of(data: bytes) -> Any:
    return mirror(Scenario, np.frombuffer(data, Scenario.dtype))


@dataclass
class Screen:
    """One seat's view (-1: a spectator's), to be read by `table`, `options`, `preview` and the others."""

    rows: tuple[Any, Any]  # scenario and view, as the rules take them
    texts: Any
    seat: int

    @cached_property
    def scenario(self) -> Any:
        """The scenario as plain Python."""
        return plain_scenario(self.rows[0])

    @cached_property
    def game(self) -> Any:
        """The view as plain Python."""
        return plain(Game, self.rows[1])

    @cached_property
    def engine(self) -> Any:
        """The rules, which take rows."""
        return engine(rulebook())

    @property
    def desk(self) -> Desk:
        """This thread's working memory for the rules; nothing on it outlasts a call."""
        if not hasattr(_local, "desk"):
            _local.desk = desk(rulebook())
        kept: Desk = _local.desk
        return kept

    @property
    def booklet(self) -> Any:
        """The Scenario Booklet in play."""
        return self.scenario.booklet[self.game.booklet]

    @property
    def booklet_texts(self) -> Any:
        """Its words."""
        return self.texts.booklets[self.game.booklet]

    @cached_property
    def to_act(self) -> int:
        """The seats that may decide now, a bit each."""
        return int(self.engine.to_act(*self.rows, 0))

    @property
    def acts(self) -> bool:
        """Whether the seat may decide now."""
        return self.seat >= 0 and bool(self.to_act >> self.seat & 1)

    @property
    def may_decide(self) -> bool:
        """Whether the seat has a decision, or may muster in another's go (ST-R21)."""
        if self.acts or self.seat < 0 or self.game.step != BUYING:
            return self.acts
        company = self.game.company[self.seat]
        return bool(company.state == PLAYING_ON and not company.done)

    def listed(self, unit: int) -> list[Any]:
        """The seat's legal actions of one unit, or (NONE) of no unit, plain; good until the next list."""
        works = self.desk.works
        count = int(self.engine.legal_of(*self.rows, 0, self.seat, unit, works))
        return self.plain_actions(works, count)

    def ready(self, worth: frozenset[int]) -> set[int]:
        """The seat's units that have a legal action of one of these verbs."""
        works = self.desk.works
        count = int(self.engine.legal(*self.rows, 0, self.seat, works))
        if isinstance(works, MirrorRow):
            listed = works[0].actions[:count]
            return {action.unit for action in listed if action.verb in worth and action.unit >= 0}
        array = works["actions"][0, :count]
        return set(array["unit"][np.isin(array["verb"], list(worth)) & (array["unit"] >= 0)].tolist())

    @staticmethod
    def plain_actions(works: Any, count: int) -> list[Any]:
        """The first actions of a list as plain Python."""
        if isinstance(works, MirrorRow):
            return list(works[0].actions[:count])
        return list(mirrors(Action, works["actions"][0, :count]))

    def type_of(self, u: int) -> Any:
        """The catalogue's line for a unit whose type the seat knows."""
        return self.scenario.type[self.game.units[u].kind]

    def type_name(self, kind: int) -> str:
        """A type's full name."""
        return str(self.texts.types[kind])

    def is_own(self, u: int) -> bool:
        """Whether a unit is the seat's: then its card is known."""
        return self.seat >= 0 and bool(self.game.units[u].side == self.seat)

    def knows_card(self, u: int) -> bool:
        """Whether the card of a unit is before us: our own, or any in a full game."""
        return bool(self.game.units[u].side >= 0 and self.game.units[u].kind >= 0)

    def name(self, u: int) -> str:
        """What the seat calls a unit: by its type if it is its own, else by its Class."""
        if self.knows_card(u):
            return self.type_name(self.game.units[u].kind)
        return words.CLASSES[self.game.units[u].cls][0]

    def flagged(self, u: int) -> str:
        """A unit's name and flag: ``Tank KORB``."""
        return f"{self.name(u)} {flag_name(self.game.units[u].beads).upper()}"

    def side_name(self, seat: int) -> str:
        """What a side is called."""
        companies = self.texts.companies
        return str(companies[seat]) if 0 <= seat < len(companies) else f"Side {seat + 1}"

    def zone_name(self, zone: int) -> str:
        """What a Deployment zone (from 0) is called."""
        names = self.booklet_texts.zones
        return str(names[zone]) if zone < len(names) else f"Zone {zone + 1}"

    def where(self, u: int) -> str:
        """Where a unit is, in words."""
        unit = self.game.units[u]
        if unit.where == ON_MAP:
            return f"{square_name(unit.x, unit.y)}, {words.PLACES[unit.place]}"
        if unit.where == READY_AREA:
            return "in the Pre-Deployment Area"
        if unit.where == CARRIED:
            return f"aboard {self.flagged(unit.carrier) if unit.carrier >= 0 else 'another unit'}"
        return "off the map"

    @cached_property
    def units(self) -> list[int]:
        """The units that the seat knows of, by number."""
        return [u for u, unit in enumerate(self.game.units) if unit.side >= 0]
