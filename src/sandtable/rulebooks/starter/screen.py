"""A seat's view made ready to be read: plain records, and the words that go with them."""

from __future__ import annotations

from functools import cached_property
from typing import Any

import numpy as np

from sandtable.core import screen
from sandtable.core.record import MirrorRow
from sandtable.rulebooks.starter import words
from sandtable.rulebooks.starter.notation import flag_name, square_name
from sandtable.rulebooks.starter.state import BUYING, CARRIED, ON_MAP, PLAYING_ON, READY_AREA


class Screen(screen.Screen):
    """One seat's view of the starter game."""

    NAME = "starter"

    @property
    def booklet(self) -> Any:
        """The Scenario Booklet in play."""
        return self.scenario.booklet[self.game.booklet]

    @property
    def booklet_texts(self) -> Any:
        """Its words."""
        return self.texts.booklets[self.game.booklet]

    @property
    def may_decide(self) -> bool:
        """Whether the seat has a decision, or may muster in another's go (ST-R21)."""
        if self.acts or self.seat < 0 or self.game.step != BUYING:
            return self.acts
        company = self.game.company[self.seat]
        return bool(company.state == PLAYING_ON and not company.done)

    def ready(self, worth: frozenset[int]) -> set[int]:
        """The seat's units that have a legal action of one of these verbs."""
        works = self.desk.works
        count = int(self.engine.legal(*self.rows, 0, self.seat, works))
        if isinstance(works, MirrorRow):
            listed = works[0].actions[:count]
            return {action.unit for action in listed if action.verb in worth and action.unit >= 0}
        array = works["actions"][0, :count]
        return set(array["unit"][np.isin(array["verb"], list(worth)) & (array["unit"] >= 0)].tolist())

    def can_only(self, verbs: frozenset[int]) -> bool:
        """Whether the seat's legal actions are of these verbs, all of them."""
        works = self.desk.works
        count = int(self.engine.legal(*self.rows, 0, self.seat, works))
        if isinstance(works, MirrorRow):
            return all(action.verb in verbs for action in works[0].actions[:count])
        return bool(np.isin(works["actions"][0, :count]["verb"], list(verbs)).all())

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
