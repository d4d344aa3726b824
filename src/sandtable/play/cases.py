"""Case files: executable examples of the rules that anyone who knows the game can write (docs/cases.md).

The runner knows no game. A rulebook's module ``cases`` supplies::

    build(given) -> Position              a position from the part of a case that is its own
    read(position, expression) -> value   what ``A.ts`` or ``Blue.credits`` is: an integer or a word

Both raise ValueError to say what they do not understand.
"""

from __future__ import annotations

import importlib
import re
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

import msgspec
from msgspec import Struct

from sandtable.core.content import LARGEST, ContentError, line_of, load, misfit
from sandtable.core.dice import SHORT, load_tape
from sandtable.core.engine import Desk, desk, engine
from sandtable.core.events import known_to
from sandtable.core.position import Position
from sandtable.core.record import blank
from sandtable.core.rulebook import Rulebook, every_rulebook, rulebooks
from sandtable.core.table import Table as Screen


class Step(Struct, forbid_unknown_fields=True):
    """One decision and what must come of it, or (without ``do``) a look at the position."""

    do: str = ""  # an action in the game's notation; #A stands for the piece that the case calls A
    by: str = ""  # the seat that acts; needed only where several may
    dice: list[int] = []  # natural faces in the order rolled; all are used up
    refused: str = ""  # instead: the clause, or words of the reason, of the refusal
    expect: list[str] = []  # afterwards: "A.ts = 4", "Red sees A.ts = ?"
    events: list[str] = []  # words of the log; "Red sees: ..." and "Red does not see: ..."
    offered: list[str] = []  # actions that are in the list of legal ones before the step
    withheld: list[str] = []  # actions that are not
    note: str = ""


class Case(Struct):
    """The part of a case that is the same for all games; the rest is the rulebook's."""

    title: str
    proves: list[str]
    expect: list[str] = []
    steps: list[Step] = []
    note: str = ""


class CaseFile(Struct, forbid_unknown_fields=True):
    """A file: cases, and the rulebook they are of (known already in a rulebook's own folder)."""

    case: list[dict[str, Any]]
    rulebook: str = ""


OWN = frozenset(Case.__struct_fields__)
CHANGED = re.compile(r"\s(=|!=|<=|>=|<|>)\s")


@dataclass
class Trial:
    """One case, to be run."""

    rulebook: Rulebook
    path: Path
    number: int  # of the case in its file, from 0
    line: int
    case: Case
    given: dict[str, Any]
    lines: list[int] = field(default_factory=list)  # of the steps

    @property
    def name(self) -> str:
        """File and title."""
        return f"{self.path.name}: {self.case.title}"


@dataclass(frozen=True)
class Problem:
    """What differs: the file's line, the step (from 1; 0: the case itself), and words."""

    line: int
    step: int
    text: str


class Differs(Exception):
    """A case does not hold."""


def rulebook_of(path: Path, named: str = "") -> Rulebook:
    """The rulebook a case file belongs to: the one it names, or in whose folder it lies."""
    for rulebook in every_rulebook().values():
        if rulebook.name == named or (not named and rulebook.folder in path.resolve().parents):
            return rulebook
    there = ", ".join(rulebooks())
    problem = f"no rulebook {named!r}" if named else "the file must say which rulebook it is of"
    raise ContentError(path.name, f"{problem}; there are {there}", field="rulebook")


def trials(path: Path, rulebook: Rulebook | None = None) -> list[Trial]:
    """The cases of a file. ContentError for a file that is not of this form."""
    file = load(path, CaseFile)
    owner = rulebook or rulebook_of(path, file.rulebook)
    text = path.read_text(encoding="utf-8")[:LARGEST]
    found = []
    for number, table in enumerate(file.case):
        place = f"case[{number}]"
        try:
            case = msgspec.convert({key: table[key] for key in OWN & table.keys()}, Case)
        except msgspec.ValidationError as error:
            raise misfit(error, text, path.name, place) from error
        given = {key: value for key, value in table.items() if key not in OWN}
        lines = [line_of(text, f"{place}.steps[{i}]") or line_of(text, place) for i in range(len(case.steps))]
        found.append(Trial(owner, path, number, line_of(text, place), case, given, lines))
    return found


def own_trials(rulebook: Rulebook) -> list[Trial]:
    """All cases in a rulebook's own folder."""
    return [
        trial
        for path in sorted((rulebook.folder / "cases").glob("*.toml"))
        for trial in trials(path, rulebook)
    ]


def run(trial: Trial, at: Desk | None = None) -> list[Problem]:
    """Play a case; nothing is returned if it holds. ``at`` may be reused between cases."""
    table = Table(trial.rulebook, at or desk(trial.rulebook))
    step = 0
    try:
        table.start(trial)
        for expectation in trial.case.expect:
            table.expect(expectation)
        for wanted in trial.case.steps:
            step += 1
            table.play(wanted)
    except (Differs, ValueError) as error:
        return [Problem(trial.lines[step - 1] if step else trial.line, step, str(error))]
    return []


@dataclass(frozen=True)
class Moment:
    """A position of a case as the seat that acts sees it, the step that led to it, and (code 0: it was
    done) why the step was refused.
    """

    screen: Screen
    step: Step | None = None
    code: int = 0


def moments(trial: Trial, at: Desk | None = None) -> list[Moment]:
    """The positions of a case: before its first step, then after each. ValueError where it does not hold."""
    table = Table(trial.rulebook, at or desk(trial.rulebook))
    found = []
    try:
        table.start(trial)
        first = trial.case.steps[0] if trial.case.steps else Step()
        found.append(Moment(table.screen(table.seat(first) if first.do else 0)))
        for step in trial.case.steps:
            seat = table.seat(step) if step.do else 0
            code = table.refused(step, seat) if step.do else 0
            table.play(step)
            found.append(Moment(table.screen(seat), step, code))
    except Differs as error:
        raise ValueError(str(error)) from error
    return found


class Table:
    """A position being played by a case."""

    def __init__(self, rulebook: Rulebook, at: Desk) -> None:
        self.rulebook, self.at = rulebook, at
        self.engine = engine(rulebook)
        self.cases = importlib.import_module(f"{rulebook.package}.cases")
        self.position: Position
        self.flags = 0

    def start(self, trial: Trial) -> None:
        """Set the position up; what is broken already may stay broken."""
        self.position = self.cases.build(trial.given)
        self.flags = int(self.engine.check(self.position.scenario, self.position.game, 0))

    def play(self, step: Step) -> None:
        """Carry a step out and look at everything it expects."""
        listed = self.listed() if step.offered or step.withheld else set()
        for text in step.offered:
            if self.spelt(text) not in listed:
                raise Differs(f"{text!r} is not offered")
        for text in step.withheld:
            if self.spelt(text) in listed:
                raise Differs(f"{text!r} is offered")
        if step.do:
            self.act(step)
        elif step.dice or step.refused or step.events:
            raise Differs("dice, refused and events need an action: do = ...")
        for expectation in step.expect:
            self.expect(expectation)

    def act(self, step: Step) -> None:
        """The action of a step: refused as expected, or done with its dice and events."""
        seat = self.seat(step)
        action = self.rulebook.parse(self.position.scenario, seat, self.named(step.do))
        code = int(
            self.engine.is_legal(self.position.scenario, self.position.game, 0, action, 0, self.at.works)
        )
        if code or step.refused:
            self.refusal(step, code)
            return
        before = {name: self.view(number) for name, number in self._audience(step)}
        load_tape(self.at.dice, step.dice)
        self.engine.apply(
            self.position.scenario,
            self.position.game,
            0,
            action,
            0,
            self.at.dice,
            self.at.events,
            self.at.works,
        )
        self.dice(step)
        for text in step.events:
            self.event(text, before)
        broken = int(self.engine.check(self.position.scenario, self.position.game, 0)) & ~self.flags
        if broken:
            raise Differs(f"afterwards the game is broken: check gives {broken:#x}")

    def screen(self, seat: int) -> Screen:
        """The position as a client draws it for a seat."""
        position = self.position
        return self.rulebook.table(position.scenario, position.texts, self.view(seat), seat)

    def refused(self, step: Step, seat: int) -> int:
        """The code of the reason why a step is refused; 0 if it is not."""
        action = self.rulebook.parse(self.position.scenario, seat, self.named(step.do))
        position = self.position
        return int(self.engine.is_legal(position.scenario, position.game, 0, action, 0, self.at.works))

    def seat(self, step: Step) -> int:
        """Whose action it is: the seat named, or the lowest that may decide."""
        if step.by:
            return self._seat_called(step.by)
        seats = int(self.engine.to_act(self.position.scenario, self.position.game, 0))
        if seats == 0:
            if step.refused:
                return 0
            raise Differs("the game is over: nobody may act")
        return (seats & -seats).bit_length() - 1

    def _seat_called(self, name: str) -> int:
        try:
            return self.position.seats[name]
        except KeyError:
            raise Differs(f"no side {name!r}; there are {', '.join(self.position.seats)}") from None

    def named(self, text: str) -> str:
        """Notation with numbers in place of the names that the case gave."""

        def number(found: re.Match[str]) -> str:
            if found[1] not in self.position.pieces:
                raise Differs(
                    f"no piece {found[1]!r} in {text!r}; there are {', '.join(self.position.pieces)}"
                )
            return f"#{self.position.pieces[found[1]]}"

        return re.sub(r"#([^\W\d]\w*)", number, text)

    def refusal(self, step: Step, code: int) -> None:
        """Compare a refusal with the expected one."""
        if not code:
            raise Differs(f"{step.do!r} is allowed; expected a refusal by {step.refused}")
        words, clause = self.rulebook.reasons[code]
        if not step.refused:
            raise Differs(f"{step.do!r} is refused: {words} ({clause})")
        if step.refused != clause and step.refused.lower() not in words.lower():
            raise Differs(f"{step.do!r} is refused: {words} ({clause}); expected {step.refused}")
        if step.dice or step.events:
            raise Differs("a refused action has neither dice nor events")

    def dice(self, step: Step) -> None:
        """Every forced die must have been rolled, and no other."""
        dice = self.at.dice[0]
        used, given, free = int(dice.tape_at), len(step.dice), int(dice.index)
        if free:
            raise Differs(f"{step.do!r} rolls {free} dice; give their faces in dice = [...]")
        if dice.fault:
            wrong = "more dice than were given" if dice.fault & SHORT else "a die that has no such face"
            at = given if dice.fault & SHORT else used
            raise Differs(f"{step.do!r} rolls {wrong} (after die {at} of {given})")
        if used != given:
            raise Differs(f"{step.do!r} rolls {used} dice, not the {given} given")

    def event(self, text: str, before: dict[str, Any]) -> None:
        """``words`` stand in the log of everything, or in one seat's log, or (negated) do not."""
        sees = re.match(r"(.+?) (sees|does not see): (.+)", text)
        words = sees[3] if sees else text
        log = self.log(sees[1] if sees else "", before)
        found = any(words.lower() in line.lower() for line in log)
        if found == bool(sees and sees[2] == "does not see"):
            lines = "\n    ".join(log) or "(nothing)"
            raise Differs(f"the log {'has' if found else 'lacks'} {words!r}; it says\n    {lines}")

    def log(self, name: str, before: dict[str, Any]) -> list[str]:
        """The log of the last action as a seat knows it, or (no name) all of it."""
        seat = self._seat_called(name) if name else -1
        events = known_to(self.at.events, seat) if name else self.at.events
        after = self.view(seat) if name else self.position.game
        entries = self.rulebook.narrate(
            self.position.scenario,
            self.position.texts,
            before[name] if name else after,
            after,
            events,
            seat,
        )
        return [entry.text for entry in entries]

    def _audience(self, step: Step) -> Iterator[tuple[str, int]]:
        for text in step.events:
            if sees := re.match(r"(.+?) (sees|does not see): ", text):
                yield sees[1], self._seat_called(sees[1])

    def expect(self, text: str) -> None:
        """``EXPRESSION = VALUE`` of the game, or ``SIDE sees EXPRESSION = VALUE`` of its view."""
        parts = CHANGED.split(text)
        if len(parts) != 3:
            raise Differs(f"{text!r}: expected EXPRESSION = VALUE, or != < <= > >= in its place")
        expression, sign, wanted = (part.strip() for part in parts)
        position = self.position
        if sees := re.match(r"(.+?) sees (.+)", expression):
            seat = self._seat_called(sees[1])
            expression, position = sees[2], replace(position, game=self.view(seat))
        value = self.cases.read(position, expression)
        if not holds(value, sign, wanted):
            raise Differs(f"{text}: it is {value}")

    def view(self, seat: int) -> Any:
        """A row with what a seat may know."""
        out = blank(self.rulebook.Game)
        self.engine.view(self.position.scenario, self.position.game, 0, seat, out, 0)
        return out

    def listed(self) -> set[str]:
        """The notation of every legal action."""
        seats = int(self.engine.to_act(self.position.scenario, self.position.game, 0))
        found = set()
        for seat in range(8):
            if seats >> seat & 1:
                count = int(
                    self.engine.legal(self.position.scenario, self.position.game, 0, seat, self.at.works)
                )
                actions = self.at.works[0].actions
                found |= {self.rulebook.notation(self.position.scenario, actions[i]) for i in range(count)}
        return found

    def spelt(self, text: str) -> str:
        """An action as the notation itself would write it."""
        row = self.rulebook.parse(self.position.scenario, self.seat(Step()), self.named(text))
        return self.rulebook.notation(self.position.scenario, row[0])


def holds(value: int | str, sign: str, wanted: str) -> bool:
    """Compare a value with what a case expects: numbers as numbers, ``yes`` and ``no`` as 1 and 0."""
    if isinstance(value, str) and not re.fullmatch(r"-?\d+", value):
        if sign not in ("=", "!="):
            raise Differs(f"{value!r} is a word: compare it with = or !=")
        return (value.lower() == wanted.lower()) == (sign == "=")
    number = {"yes": "1", "no": "0"}.get(wanted, wanted)
    if not re.fullmatch(r"-?\d+", number):
        return sign == "!="
    left, right = int(value), int(number)
    return {
        "=": left == right,
        "!=": left != right,
        "<": left < right,
        "<=": left <= right,
        ">": left > right,
        ">=": left >= right,
    }[sign]
