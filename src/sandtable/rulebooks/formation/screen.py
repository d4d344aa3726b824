"""A seat's view made ready to be read: plain records, and the words that go with them."""

from __future__ import annotations

from functools import cached_property
from typing import Any

from sandtable.core import screen
from sandtable.rulebooks.formation.actions import formation_name
from sandtable.rulebooks.formation.stands import side_of
from sandtable.rulebooks.formation.state import (
    ACTIVATING,
    CHOOSING_EDGE,
    CHOOSING_FIRST,
    DEPLOYING,
    EMBARKED,
    ENDED,
    FORMATIONS,
    GONE,
    INSERTING,
    NONE,
    OFF_BOARD,
    ON_TABLE,
    STANDS,
)

PHASES = {
    CHOOSING_EDGE: "Table edge",
    DEPLOYING: "Deployment",
    CHOOSING_FIRST: "First turn",
    INSERTING: "Insertion",
    ACTIVATING: "Activations",
    ENDED: "The end",
}


class Screen(screen.Screen):
    """One seat's view of the formation game; its pieces are stands."""

    NAME = "formation"

    @property
    def records(self) -> tuple[Any, Any]:
        """Scenario and view as single records, for functions of the rules."""
        return self.rows[0][0], self.rows[1][0]

    @property
    def question(self) -> Any:
        """The open question; None if the game is over."""
        decisions = self.game.decisions
        return decisions.items[decisions.depth - 1] if decisions.depth > 0 else None

    @property
    def asked(self) -> int:
        """Kind of the open question, 0 if there is none."""
        question = self.question
        return int(question.kind) if question is not None else 0

    @cached_property
    def all_listed(self) -> list[Any]:
        """All the seat's listed actions, plain."""
        works = self.desk.works
        return self.plain_actions(works, int(self.engine.legal(*self.rows, 0, self.seat, works)))

    def refusal(self, action: Any) -> int:
        """0, or the code of the first reason why an action (a row) is not possible."""
        return int(self.engine.is_legal(*self.rows, 0, action, 0, self.desk.works))

    # Stands and formations

    @cached_property
    def stands(self) -> list[int]:
        """The stands that are left, by number."""
        return [s for f in range(FORMATIONS) for s in self.members(f)]

    def members(self, f: int) -> list[int]:
        """The stands of a formation that are left."""
        first, count = f * STANDS, int(self.scenario.roster[f].count)
        return [s for s in range(first, first + count) if self.game.stands[s].where != GONE]

    def where(self, f: int) -> int:
        """Where a formation is: ON_TABLE, OFF_BOARD, EMBARKED, UNPLACED, or GONE."""
        members = self.members(f)
        return int(self.game.stands[members[0]].where) if members else GONE

    def is_own(self, s: int) -> bool:
        """Whether a stand belongs to the seat."""
        return self.seat >= 0 and int(side_of(s // STANDS)) == self.seat

    def line(self, s: int) -> Any:
        """The army list's line of a stand, as it is printed."""
        return self.texts.stands[self.kind(s)]

    def kind(self, s: int) -> int:
        """Type number of a stand."""
        return int(self.scenario.roster[s // STANDS].kinds[s % STANDS])

    def formation(self, f: int) -> str:
        """A formation's name: ``A1 Rifle Platoon``."""
        name = self.texts.formations[f]
        return f"{formation_name(f)} {name}" if name else formation_name(f)

    def stand(self, s: int) -> str:
        """A stand's name: ``IFV A1c``."""
        return f"{self.line(s).name} {formation_name(s // STANDS)}{'abcdefghij'[s % STANDS]}"

    def side_name(self, seat: int) -> str:
        """What a side is called."""
        return str(self.texts.names[seat])

    def place(self, s: int) -> tuple[float, float]:
        """Where a stand on the table is, in centimetres."""
        stand = self.game.stands[s]
        return stand.x / 100, stand.y / 100

    def lies(self, s: int) -> str:
        """Where a stand is, in words."""
        stand = self.game.stands[s]
        if stand.where == ON_TABLE:
            return f"at {stand.x / 100:g}, {stand.y / 100:g}"
        if stand.where == EMBARKED and stand.carrier != NONE:
            return f"aboard {self.stand(int(stand.carrier))}"
        return "off the board" if stand.where == OFF_BOARD else "not yet deployed"
