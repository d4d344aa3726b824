"""The log: what an action caused, in the rulebook's words. Nothing is hidden, so all seats get the same."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from sandtable.core.events import Event
from sandtable.core.record import MirrorRow, mirrors
from sandtable.core.table import Entry, Roll
from sandtable.rulebooks.formation import happenings as happened
from sandtable.rulebooks.formation.actions import formation_name
from sandtable.rulebooks.formation.state import (
    BY_CONCESSION,
    BY_MARKERS,
    BY_POINTS,
    BY_SNAP,
    BY_STANDS,
    BY_WITHDRAWAL,
    STANDS,
)

KINDS = {number: name.lower() for name, number in vars(happened).items() if name.startswith("HAS_")}
KINDS |= {happened.HAS_BEGUN_ROUND: "round", happened.HAS_ACTIVATED: "turn"}  # headings
PLACED = (happened.HAS_DEPLOYED, happened.HAS_ARRIVED, happened.HAS_DISEMBARKED)  # after a move of its stands
ROLLS = {
    happened.DIE_FIRST: "First turn",
    happened.DIE_LAYOUT: "Terrain",
    happened.DIE_ATTACK: "Attack",
    happened.DIE_SAVE: "Save",
    happened.DIE_CRITICAL: "Critical",
    happened.DIE_DIFFICULT: "Difficult terrain",
}
OF_STANDS = (  # events whose ``unit`` is a stand
    happened.HAS_SHIELDED,
    happened.HAS_SAVED,
    happened.HAS_STRUCTURE_LOST,
    happened.HAS_DIED,
    happened.HAS_MOVED,
    happened.HAS_DROPPED_STANDS,
    happened.HAS_BEEN_RUN_DOWN,
)
ENDINGS = {
    BY_MARKERS: "by objective markers",
    BY_CONCESSION: "by concession",
    BY_STANDS: "by breakthrough",
    BY_POINTS: "by points of stands destroyed",
}


def narrate(scenario: Any, texts: Any, before: Any, after: Any, events: Any, seat: int) -> list[Entry]:
    """The log of one action: an entry for each event, and one for all stands that a formation moved."""
    teller = Teller(scenario, texts, before)
    for event in _plain(events):
        teller.tell(event)
    return teller.entries


def _plain(events: Any) -> list[Any]:
    """The events of a row as plain Python."""
    if isinstance(events, MirrorRow):
        return list(events[0].items[: events[0].count])
    return list(mirrors(Event, events["items"][0, : int(events["count"][0])]))


class Teller:
    """Puts events into words one by one."""

    def __init__(self, scenario: Any, texts: Any, game: Any) -> None:
        self.scenario, self.texts, self.game = scenario, texts, game
        self.entries: list[Entry] = []

    def tell(self, event: Any) -> None:
        """Add one event; dice of the same throw and moves of one formation join the entry before them."""
        kind = int(event.kind)
        last = self.entries[-1] if self.entries else None
        if last and last.kind == KINDS[kind] and kind == happened.HAS_MOVED and self._same(last, event):
            last.pieces.append(int(event.unit))
            return
        say, clause = TOLD[kind]
        entry = Entry(text=say(self, event), seat=int(event.seat), kind=KINDS[kind], clause=clause)
        if kind in OF_STANDS:
            entry.pieces = [int(event.unit)]
        if last and kind in PLACED and last.kind == KINDS[happened.HAS_MOVED]:
            entry.pieces, entry.x, entry.y = last.pieces, last.x, last.y
            self.entries.pop()
        if event.x >= 0:
            entry.x, entry.y = int(event.x) / 100, int(event.y) / 100
        if event.fallen:
            entry.rolls.append(self.roll_of(event))
        self.entries.append(entry)

    def _same(self, last: Entry, event: Any) -> bool:
        return last.pieces[0] // STANDS == int(event.unit) // STANDS

    def roll_of(self, event: Any) -> Roll:
        """An event's dice as they fell."""
        return Roll(
            name=ROLLS[int(event.purpose)],
            sides=int(event.sides),
            faces=[int(face) for face in event.dice[: int(event.fallen)]],
            seat=int(event.seat),
            purpose=int(event.purpose),
            first=int(event.first),
        )

    def side(self, event: Any) -> str:
        """The side whose event it is."""
        return str(self.texts.names[int(event.seat)]) if event.seat >= 0 else "Nobody"

    def formation(self, f: int) -> str:
        """A formation as its tag on the table has it, and its name."""
        return f"{formation_name(f)} {self.texts.formations[f]}".strip()

    def stand(self, s: int) -> str:
        """A stand: its type and its own letter."""
        kind = int(self.scenario[0].roster[s // STANDS].kinds[s % STANDS])
        return f"{self.texts.stands[kind].name} {formation_name(s // STANDS)}{'abcdefghij'[s % STANDS]}"


def markers(count: int) -> str:
    """``1 stress marker``, ``2 stress markers``."""
    return f"{count} stress marker{'' if count == 1 else 's'}"


def _laid_out(teller: Teller, event: Any) -> str:
    if event.seat < 0:
        return "They rolled for who lays out the terrain"
    return f"{teller.side(event)} laid out the terrain and the markers"


def _first_turn(teller: Teller, event: Any) -> str:
    if event.seat < 0:
        return "They rolled off, and tied"
    return f"{teller.side(event)} goes first"


def _attacked(teller: Teller, event: Any) -> str:
    how = {BY_SNAP: " in a snap action", BY_WITHDRAWAL: " as it withdrew"}.get(int(event.amount), "")
    return f"{teller.formation(int(event.unit))} attacked {teller.formation(int(event.other))}{how}"


def _rolled(teller: Teller, event: Any) -> str:
    what = f"{'power ' if event.extra else ''}{'die' if event.amount == 1 else 'dice'}"
    return f"{int(event.amount)} {what} at cover level {int(event.other)}"


def _shielded(teller: Teller, event: Any) -> str:
    return (
        f"A shield of {teller.stand(int(event.unit))} stopped a {int(event.other)}; {int(event.amount)} left"
    )


def _saved(teller: Teller, event: Any) -> str:
    outcome = "saved" if event.amount else "not saved"
    return f"{teller.stand(int(event.unit))} was {outcome}: it takes {int(event.other)}+"


def _structure(teller: Teller, event: Any) -> str:
    critical = "; a 6 hits it again" if event.amount else ""
    return f"{teller.stand(int(event.unit))} lost structure, {int(event.other)} left{critical}"


def _stress(teller: Teller, event: Any) -> str:
    taken, now = int(event.amount), int(event.other)
    return f"{teller.formation(int(event.unit))} took {markers(taken)}: {now} now"


def _rallied(teller: Teller, event: Any) -> str:
    removed, left = int(event.amount), int(event.other)
    return f"{teller.formation(int(event.unit))} rallied: {markers(removed)} off, {left} left"


def _difficulty(teller: Teller, event: Any) -> str:
    return f"{teller.formation(int(event.unit))} met difficult terrain"


def _arrived(teller: Teller, event: Any) -> str:
    return f"{teller.formation(int(event.unit))} arrived with {markers(int(event.amount))}"


def _embarked(teller: Teller, event: Any) -> str:
    return f"{teller.formation(int(event.unit))} went aboard {teller.formation(int(event.other))}"


def _formation(words: str) -> Callable[[Teller, Any], str]:
    return lambda teller, event: f"{teller.formation(int(event.unit))} {words}"


def _stand(words: str) -> Callable[[Teller, Any], str]:
    return lambda teller, event: f"{teller.stand(int(event.unit))} {words}"


def _side(words: str) -> Callable[[Teller, Any], str]:
    return lambda teller, event: f"{teller.side(event)} {words}"


TOLD: dict[int, tuple[Callable[[Teller, Any], str], str]] = {
    happened.HAS_LAID_OUT: (_laid_out, "FM-SETUP-11"),
    happened.HAS_PICKED_EDGE: (
        lambda teller, event: f"{teller.side(event)} took the {'lower' if event.amount else 'upper'} edge",
        "FM-SETUP-15",
    ),
    happened.HAS_DEPLOYED: (_formation("deployed"), "FM-DEPLOY-01"),
    happened.HAS_EMBARKED: (_embarked, "FM-LAND-03"),
    happened.HAS_STAYED_OFF: (_formation("begins off-board"), "FM-DEPLOY-05"),
    happened.HAS_BEGUN_ROUND: (lambda teller, event: f"Round {int(event.amount)}", "FM-ROUND-01"),
    happened.HAS_FIRST_TURN: (_first_turn, "FM-ROUND-05"),
    happened.HAS_ARRIVED: (_arrived, "FM-SPEC-15"),
    happened.HAS_ACTIVATED: (_formation("activated"), "FM-ROUND-02"),
    happened.HAS_SNAPPED: (_formation("took a snap action"), "FM-SNAP-01"),
    happened.HAS_RALLIED: (_rallied, "FM-RALLY-01"),
    happened.HAS_ATTACKED: (_attacked, "FM-ATK-01"),
    happened.HAS_ROLLED: (_rolled, "FM-ATK-28"),
    happened.HAS_SHIELDED: (_shielded, "FM-SPEC-22"),
    happened.HAS_SAVED: (_saved, "FM-SPEC-20"),
    happened.HAS_STRUCTURE_LOST: (_structure, "FM-SPEC-25"),
    happened.HAS_DIED: (_stand("was killed"), "FM-DICE-09"),
    happened.HAS_TAKEN_STRESS: (_stress, "FM-ATK-32"),
    happened.HAS_MOVED: (
        lambda teller, event: f"{teller.formation(int(event.unit) // STANDS)} moved",
        "FM-MOVE-01",
    ),
    happened.HAS_DROPPED_STANDS: (_stand("was taken off by its owner"), "FM-MOVE-04"),
    happened.HAS_MET_DIFFICULTY: (_difficulty, "FM-TERR-06"),
    happened.HAS_ROUTED: (_formation("routed"), "FM-ROUT-01"),
    happened.HAS_RECOVERED: (_formation("recovered from rout"), "FM-ROUT-07"),
    happened.HAS_BEEN_RUN_DOWN: (_stand("was run down"), "FM-ROUT-05"),
    happened.HAS_LANDED: (_formation("landed"), "FM-LAND-08"),
    happened.HAS_DISEMBARKED: (_formation("disembarked"), "FM-LAND-06"),
    happened.HAS_ENDED_ACTIVATION: (_formation("ended its activation"), "FM-ACT-04"),
    happened.HAS_COUNTED_MARKERS: (
        lambda teller, event: f"{teller.side(event)} counted {int(event.amount)}",
        "FM-MISSION-04",
    ),
    happened.HAS_WON: (
        lambda teller, event: f"{teller.side(event)} won {ENDINGS[int(event.amount)]}",
        "FM-MISSION-04",
    ),
    happened.HAS_DRAWN: (lambda teller, event: "The game is a draw", "FM-MISSION-06"),
    happened.HAS_FINISHED: (_side("finished its activations first"), "FM-ROUND-06"),
    happened.HAS_DECLINED_ROUT: (_formation("stood its ground"), "FM-R64"),
}
