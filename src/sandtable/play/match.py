"""A match: a game in progress with its secret, its steps, and what every seat sees of it.

No input or output. `Match.propose` works out a step and changes nothing; `Match.add` makes it so: whoever
keeps matches writes the step down between the two. The same pair replays a match from its record.
"""

from __future__ import annotations

import threading
from dataclasses import dataclass, field, replace
from typing import Any, Literal

from sandtable.core.dice import load_sealed, sealed_face
from sandtable.core.engine import Desk, desk, engine
from sandtable.core.events import Events, known_to
from sandtable.core.record import blank, clone, layout, raw, state_hash
from sandtable.core.rulebook import Rulebook, rulebook
from sandtable.core.table import Entry, Options, Preview, Result, Table, Why
from sandtable.play.proof import Fallen, fallen_of, match_key, player_key
from sandtable.play.rules import clauses

Kind = Literal["act", "undo", "resign", "draw", "time", "seat"]
Player = Literal["human", "scripted", "random", "open"]

SPECTATOR = -1
LONGEST = 400  # characters of notation
TRIES = 4  # resampled games that must agree before an action counts as revealing nothing
HASH = 32  # hexadecimal digits of a state hash that steps carry

_local = threading.local()


def desk_of(book: Rulebook) -> Desk:
    """This thread's `Desk` for a rulebook. Nothing on it outlasts a call."""
    desks = _local.__dict__.setdefault("desks", {})
    if book.package not in desks:
        desks[book.package] = desk(book)
    return desks[book.package]


@dataclass(frozen=True)
class Refusal:
    """Why something was not done: words, the clause behind it, the rulebook's code (0: none of its rules)."""

    reason: str
    clause: str = ""
    code: int = 0


@dataclass(frozen=True, slots=True)
class Step:
    """One thing done in a match, and what came of it. ``number`` counts from 1 and is never given twice,
    so that no die is ever thrown again.

    ``act``: ``text`` is the action's notation. ``undo``: takes back the last action that stands. ``resign``,
    ``time``: the seat loses. ``draw``: agreed. ``seat``: ``text`` is who plays for the seat from now on.
    """

    number: int
    kind: Kind
    seat: int
    text: str
    state: str  # first `HASH` digits of the state hash after it
    dice: tuple[Fallen, ...] = ()
    game: Any = field(default=None, repr=False, compare=False)  # a row of one Game, after it
    events: Any = field(default=None, repr=False, compare=False)
    final: bool = field(default=False, compare=False)  # a die, reveal or change of seat: no undo past it


@dataclass(frozen=True)
class Before:
    """What `undo` needs of the moment before a step."""

    game: Any
    logs: dict[int, int]  # lines of each seat's log


class Match:
    """A match from its set-up on. ValueError if the scenario does not seat that many.

    ``position`` (a row of one Game) starts it elsewhere than at set-up: a fork. ``quiet`` keeps no logs.
    """

    def __init__(
        self,
        scenario: str,
        players: list[Player],
        secret: bytes,
        nonces: tuple[bytes, ...] = (),
        names: tuple[str, ...] = (),
        position: Any = None,
        quiet: bool = False,
    ) -> None:
        self.book = rulebook(scenario.partition("/")[0])
        self.scenario_id = scenario
        self.scenario, self.texts = self.book.load(scenario)
        self.players = list(players)
        self.first_players = tuple(players)
        self.secret, self.nonces, self.names = secret, nonces, names
        self.key = match_key(secret, nonces)
        self.position = position
        self.quiet = quiet
        self.steps: list[Step] = []
        self.acts: list[Step] = []  # those that stand
        self.ended: Step | None = None  # resignation, draw or time
        self.logs: dict[int, list[Entry]] = {seat: [] for seat in self.viewers}
        self.past: list[Before] = []
        self.since = [0] * len(players)  # the step that each seat's view last changed with
        self.game = blank(self.book.Game)
        self._tables: dict[int, tuple[bytes, Table]] = {}  # by seat, with the view that each shows
        self._begin()

    # -- what stands ---------------------------------------------------------------------------------

    @property
    def viewers(self) -> range:
        """All seats, and -1 for spectators."""
        return range(SPECTATOR, len(self.players))

    @property
    def sequence(self) -> int:
        """How many steps were taken, taken-back ones too."""
        return len(self.steps)

    @property
    def over(self) -> bool:
        """Whether nothing more can be done."""
        return self.ended is not None or int(self._standing().over) != 0

    def fits(self, seat: int, sequence: int) -> bool:
        """Whether who looked at a seat's table after so many steps has seen how it is now. What another
        seat does out of its sight makes nobody's table old.
        """
        return 0 <= seat < len(self.since) and self.since[seat] <= sequence <= self.sequence

    def to_act(self) -> list[int]:
        """The seats that may decide now."""
        if self.ended:
            return []
        seats = int(engine(self.book).to_act(self.scenario, self.game, 0))
        return [seat for seat in range(len(self.players)) if seats >> seat & 1]

    def ranks(self) -> list[int]:
        """Each seat's rank, 1 for the best; 0 for all while the match goes on."""
        n = len(self.players)
        if self.ended and self.ended.kind == "draw":
            return [1] * n
        if self.ended:
            return [2 if seat == self.ended.seat else 1 for seat in range(n)]
        standing = self._standing()
        return [int(standing.rank[seat]) if standing.over else 0 for seat in range(n)]

    def _standing(self) -> Any:
        at = desk_of(self.book)
        engine(self.book).score(self.scenario, self.game, 0, at.standing, 0)
        return at.standing[0]

    # -- steps ---------------------------------------------------------------------------------------

    def _begin(self) -> None:
        at = desk_of(self.book)
        if self.position is not None:
            self.game = clone(self.book.Game, self.position)
            events = None
        else:
            load_sealed(at.dice, self.key, 0)
            engine(self.book).setup(self.scenario, self.game, 0, at.dice, at.events)
            events = at.events
        self.state = self.first_state = state_hash(self.book.Game, self.game)[:HASH]
        self.first_dice = fallen_of(events) if events is not None else ()
        self.views = {seat: self.view(seat) for seat in self.viewers}
        if events is not None and not self.quiet:
            self._narrate(0, events, self.views, self.views)

    def act(self, seat: int, action: Any) -> Step | Refusal:
        """Take an action (notation, or a row of one Action) for a seat: `propose` and `add`."""
        step = self.propose(seat, action)
        return step if isinstance(step, Refusal) else self.add(step)

    def propose(self, seat: int, action: Any) -> Step | Refusal:
        """What an action would be as a step. Nothing changes, and no die of it is shown to anyone."""
        if self.over:
            return Refusal("the match is over")
        row = self.read(seat, action)
        if isinstance(row, Refusal):
            return row
        refusal = self.refusal(seat, row)
        if refusal:
            return refusal
        game = clone(self.book.Game, self.game)
        events, rolled = self._apply(game, row, len(self.steps) + 1, self.key)
        return Step(
            number=len(self.steps) + 1,
            kind="act",
            seat=seat,
            text=self.book.notation(self.scenario, row[0]),
            state=state_hash(self.book.Game, game)[:HASH],
            dice=fallen_of(events),
            game=game,
            events=events,
            final=rolled
            or self.players[seat] != "human"
            or self._changes_seat(game)
            or self._reveals(seat, row, game, events),
        )

    def read(self, seat: int, action: Any) -> Any:
        """A row of one Action from notation, or the refusal of what is none. The seat is the asker's."""
        if not 0 <= seat < len(self.players):
            return Refusal("a spectator takes no actions")
        if not isinstance(action, str):
            return clone(self.book.Action, action)
        if len(action) > LONGEST or not action.isprintable():
            return Refusal(f"expected at most {LONGEST} printable characters")
        try:
            row = self.book.parse(self.scenario, seat, action)
        except (ValueError, OverflowError) as error:
            return Refusal(str(error)[:LONGEST])
        if int(row[0].seat) != seat:
            return Refusal("that is another seat's action")
        return row

    def refusal(self, seat: int, row: Any) -> Refusal | None:
        """Why an action is illegal, as the seat may know it; None if it is legal."""
        if int(row[0].seat) != seat:
            return Refusal("that is another seat's action")
        e, at = engine(self.book), desk_of(self.book)
        code = int(e.is_legal(self.scenario, self.views[seat], 0, row, 0, at.works))
        if code == 0:
            code = int(e.is_legal(self.scenario, self.game, 0, row, 0, at.works))
        if code == 0:
            return None
        reason, clause = self.book.reasons.get(code, ("that is not possible", ""))
        return Refusal(reason, clause, code)

    def ends(self, step: Step) -> bool:
        """Whether the match is over with a step that `propose` or `close` gave."""
        if step.kind != "act":
            return step.kind in ("resign", "draw", "time")
        at = desk_of(self.book)
        engine(self.book).score(self.scenario, step.game, 0, at.standing, 0)
        return int(at.standing[0].over) != 0

    def add(self, step: Step) -> Step:
        """Make a step so. It must be the next one, as `propose`, `take_back` or `close` gave it. The record
        keeps it without its game and events, which would soon outweigh all else.
        """
        if step.number != len(self.steps) + 1:
            raise ValueError(f"step {step.number} does not follow step {len(self.steps)}")
        before = self.views
        if step.kind == "act":
            self._add_act(step)
        elif step.kind == "undo":
            self._add_undo()
        else:
            self._add_close(step)
        self.steps.append(self.acts[-1] if step.kind == "act" else _recorded(step))
        for seat in range(len(self.players)):
            changed = raw(self.book.Game, before[seat]) != raw(self.book.Game, self.views[seat])
            if changed or seat == step.seat or step.kind != "act":
                self.since[seat] = step.number
        return step

    def _add_act(self, step: Step) -> None:
        if self.past and self.acts[-1].seat != step.seat:
            self.past.clear()
        if step.final:
            self.past.clear()
        else:
            self.past.append(Before(self.game, {seat: len(self.logs[seat]) for seat in self.viewers}))
        before = self.views
        self.game, self.state = step.game, step.state
        self.views = {seat: self.view(seat) for seat in self.viewers}
        self.acts.append(_recorded(step))
        if not self.quiet:
            self._narrate(step.number, step.events, before, self.views)

    def retake(self, step: Step) -> None:
        """Take an action that stood in this match's record, under its old number, to show what was."""
        row = self.book.parse(self.scenario, step.seat, step.text)
        game = clone(self.book.Game, self.game)
        events, _ = self._apply(game, row, step.number, self.key)
        self._add_act(replace(step, game=game, events=events, final=True))

    def take_back(self, seat: int) -> Step | Refusal:
        """The step that takes back the seat's last action, or why it cannot be."""
        if self.over:
            return Refusal("the match is over")
        if not self.can_undo(seat):
            return Refusal("there is nothing to take back since the last die, reveal or change of seat")
        earlier = self.past[-1].game
        state = state_hash(self.book.Game, earlier)[:HASH]
        return Step(len(self.steps) + 1, "undo", seat, "", state, game=earlier)

    def can_undo(self, seat: int) -> bool:
        """Whether the seat's last action may be taken back."""
        return bool(self.past) and self.acts[-1].seat == seat and self.ended is None

    def _add_undo(self) -> None:
        before = self.past.pop()
        self.acts.pop()
        self.game = before.game
        self.state = state_hash(self.book.Game, self.game)[:HASH]
        self.views = {seat: self.view(seat) for seat in self.viewers}
        for seat, lines in before.logs.items():
            del self.logs[seat][lines:]

    def close(self, kind: Kind, seat: int, text: str = "") -> Step | Refusal:
        """The step of a resignation, an agreed draw, a fallen clock, or a new player in a seat."""
        if self.over:
            return Refusal("the match is over")
        return Step(len(self.steps) + 1, kind, seat, text, self.state, game=self.game, final=True)

    def _add_close(self, step: Step) -> None:
        self.past.clear()
        name = self.name(step.seat)
        if step.kind == "seat":
            if step.text not in ("human", "scripted", "random"):
                raise ValueError(f"expected human, scripted or random to play for {name}, not {step.text!r}")
            self.players[step.seat] = step.text  # type: ignore[call-overload]
        else:
            self.ended = step
        words = {
            "resign": f"{name} resigns",
            "time": f"{name} has no time left",
            "draw": "A draw is agreed",
            "seat": f"A {step.text} player takes the seat of {name}",
        }[step.kind]
        for seat in self.viewers:
            self.logs[seat].append(Entry(words, seat=step.seat, kind=step.kind, step=step.number))

    # -- the rules behind a step ---------------------------------------------------------------------

    def _apply(self, game: Any, row: Any, number: int, key: bytes) -> tuple[Any, bool]:
        """Apply an action to ``game``; its events, and whether a die fell."""
        at = desk_of(self.book)
        load_sealed(at.dice, key, number)
        engine(self.book).apply(self.scenario, game, 0, row, 0, at.dice, at.events, at.works)
        return clone(Events, at.events), int(at.dice[0].index) > 0

    def _changes_seat(self, game: Any) -> bool:
        e = engine(self.book)
        return int(e.to_act(self.scenario, self.game, 0)) != int(e.to_act(self.scenario, game, 0))

    def _reveals(self, seat: int, row: Any, game: Any, events: Any) -> bool:
        """Whether the seat learns something from its action: done in other games that fit what it knew, the
        action would have shown it something else.
        """
        if not self.book.hidden:
            return False
        e, at = engine(self.book), desk_of(self.book)
        seen = self.view(seat, game), known_to(events, seat)
        for attempt in range(TRIES):
            other = blank(self.book.Game)
            load_sealed(at.dice, player_key(self.secret, seat), attempt)
            e.resample(self.scenario, self.views[seat], 0, seat, at.dice, other, 0)
            if int(e.is_legal(self.scenario, other, 0, row, 0, at.works)):
                return True
            its_events, _ = self._apply(other, row, 0, self.secret)
            if self._differ(seen, (self.view(seat, other), known_to(its_events, seat))):
                return True
        return False

    def _differ(self, one: tuple[Any, Any], other: tuple[Any, Any]) -> bool:
        if raw(self.book.Game, one[0]) != raw(self.book.Game, other[0]):
            return True
        return raw(Events, one[1]) != raw(Events, other[1])

    # -- what a seat sees ----------------------------------------------------------------------------

    def view(self, seat: int, game: Any = None) -> Any:
        """A row of one Game as a seat may know it."""
        out = blank(self.book.Game)
        engine(self.book).view(self.scenario, self.game if game is None else game, 0, seat, out, 0)
        return out

    def _narrate(self, number: int, events: Any, before: dict[int, Any], after: dict[int, Any]) -> None:
        told: list[Entry] = []
        for seat in self.viewers:
            lines = self.book.narrate(
                self.scenario, self.texts, before[seat], after[seat], known_to(events, seat), seat
            )
            for line in lines:
                line.step = number
                self.logs[seat].append(_once(line, told))

    def table(self, seat: int) -> Table:
        """The seat's screen, to be read only: it is kept while the seat's view stays as it is."""
        view = raw(self.book.Game, self.views[seat])
        if not self.ended and (kept := self._tables.get(seat)) and kept[0] == view:
            return kept[1]
        table = self.book.table(self.scenario, self.texts, self.views[seat], seat)
        self._tables[seat] = view, table
        if self.ended:
            table.acts, table.to_act, table.prompt = [], [], ""
            table.result = self.result()
            for side in table.sides:
                side.to_act = False
            for piece in table.pieces:
                piece.ready = False
        return table

    def result(self) -> Result | None:
        """How it ended, if it did."""
        if self.ended:
            lines = [self.logs[SPECTATOR][-1].text] if self.logs[SPECTATOR] else []
            winners = [self.name(seat) for seat, rank in enumerate(self.ranks()) if rank == 1]
            drawn = self.ended.kind == "draw"
            title = "A draw" if drawn else f"{' and '.join(winners)} wins"
            return Result(title, lines, ranks=self.ranks())
        if not self.over:
            return None
        return self.book.table(self.scenario, self.texts, self.views[SPECTATOR], SPECTATOR).result

    def options(self, seat: int, piece: int) -> Options:
        """What a piece can do now, as far as the seat knows."""
        if self.over:
            return Options(piece, note="The match is over")
        return self.book.options(self.scenario, self.texts, self.views[seat], seat, piece)

    def preview(self, seat: int, text: str) -> Preview | Refusal:
        """What an action would do, as far as the seat knows."""
        row = self.read(seat, text)
        if isinstance(row, Refusal):
            return row
        return self.book.preview(self.scenario, self.texts, self.views[seat], seat, row)

    def why(self, seat: int, text: str, piece: int, x: float, y: float) -> Why:
        """Why an action, a piece or a place is not possible, as far as the seat knows."""
        row = self.read(seat, text) if text else None
        if isinstance(row, Refusal):
            return Why(possible=False, reason=row.reason, clause=row.clause)
        answer = self.book.why(self.scenario, self.texts, self.views[seat], seat, row, piece, x, y)
        if answer.clause and not answer.text and answer.clause in (known := clauses(self.book)):
            answer.text = known[answer.clause].text
        return answer

    def threat(self, seat: int, piece: int) -> Preview:
        """What the others could do to a piece next, as far as the seat knows."""
        return self.book.threat(self.scenario, self.texts, self.views[seat], seat, piece)

    def name(self, seat: int) -> str:
        """What a seat is called."""
        if 0 <= seat < len(self.names) and self.names[seat]:
            return self.names[seat]
        return f"Seat {seat + 1}" if seat >= 0 else "The house"

    # -- players that are programs -------------------------------------------------------------------

    def choose(self, seat: int) -> Any:
        """A scripted or random seat's action, from its view and its own dice alone; None if it has none."""
        e, at = engine(self.book), desk_of(self.book)
        number, key = len(self.steps) + 1, player_key(self.secret, seat)
        view = self.views[seat]
        if self.players[seat] == "scripted":
            row = blank(self.book.Action)
            load_sealed(at.dice, key, number)
            e.policy(self.scenario, view, 0, seat, at.dice, at.works, row, 0)
            if int(e.is_legal(self.scenario, view, 0, row, 0, at.works)) == 0:
                return row
        count = int(e.legal(self.scenario, view, 0, seat, at.works))
        if count == 0:
            return None
        pick = sealed_face(key, number, 0, 0, count) - 1 if self.players[seat] == "random" else 0
        row = blank(self.book.Action)
        row[0] = at.works[0].actions[pick]
        return row


def _once(line: Entry, told: list[Entry]) -> Entry:
    """A line, as the one object that all who are told it share: logs are most of what a match weighs."""
    for other in told:
        if other == line:
            return other
    told.append(line)
    return line


def _recorded(step: Step) -> Step:
    return replace(step, game=None, events=None)


def rules_version(book: Rulebook) -> str:
    """Changes whenever a record of the rulebook changes its layout."""
    return b"".join(layout(record) for record in (book.Scenario, book.Game, book.Action)).hex()[:HASH]
