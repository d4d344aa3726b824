"""The Rulebook: its face, in one page. Read this first.

A rulebook is a package whose ``RULEBOOK`` is a value of this type. Its rules are functions over
records, compiled or interpreted (`sandtable.core.compile`); everything else is plain Python.

Rules (in the modules ``setup legal apply view score policy`` of the package)::

    setup(scenario, game, dice, events)                     fill a blank game
    to_act(scenario, game) -> seats                         who may decide now (a bit each)
    is_legal(scenario, game, action, work) -> reason        0, or the code of the first reason why not
    legal(scenario, game, seat, work) -> count              every legal action, into work.actions
    legal_of(scenario, game, seat, unit, work) -> count     those of one piece (unit -1: of no piece)
    apply(scenario, game, action, dice, events, work)       the only function that changes a game
    view(scenario, game, seat, out)                         what the seat may know; seat -1: a spectator
    resample(scenario, view, seat, dice, out)               one full game that fits what the seat knows
    score(scenario, game, standing)                         running or final standing of each side
    check(scenario, game) -> flags                          broken invariants; 0 in any game play can reach
    policy(scenario, view, seat, dice, work, out)           scripted instinct: writes its action to out
    value(scenario, view, seat) -> number                   how good it looks, in thousandths

``work`` is scratch memory, one a thread: a record with ``actions``, ``count`` and whatever search
needs. It carries nothing from one call to the next. The action names its seat.

Words, tables and content are plain Python, never compiled (fields of `Rulebook`)::

    load(id or file) -> (scenario, texts)                   ContentError if it cannot be used
    scenarios() -> list[Outline]                            the shipped ones, the best first one first
    validate(file or folder) -> list[str]                   everything wrong with it; `sandtable check`
    armies() -> list[ArmyBook]                              army lists, where players build armies beforehand
    review(bytes, source, points) -> Review                 what an army file holds, and what is wrong with it
    notation(scenario, action) -> text                      the action as people write it
    parse(scenario, seat, text) -> action                   its inverse; ValueError says what was expected
    table(scenario, texts, view, seat) -> Table             the seat's whole screen
    options(scenario, texts, view, seat, piece) -> Options  what one piece can do now
    preview(scenario, texts, view, seat, action) -> Preview what it would do: exact odds, modifiers
    why(scenario, texts, view, seat, action, piece, x, y) -> Why
                                                            of an action; or (action None) of a piece, or
                                                            (piece -1) a place on the board
    threat(scenario, texts, view, seat, piece) -> Preview   what the others could do to it next
    narrate(scenario, texts, before, after, events, seat) -> list[Entry]
                                                            the log of one action as the seat knows it

In these ``scenario``, ``view``, ``before``, ``after``, ``action`` and ``events`` are rows of one record
(what `blank` makes; ``mirror(Game, view)`` reads faster field by field), ``texts`` is whatever `load`
gave beside the record (names, briefings: all public), and seat -1 is a spectator, who sees what everyone
may know and has no actions. A view is never the game itself. ``events`` holds only those that the seat
may know; ``before`` and ``after`` are its views, and equal for the events of set-up. Where the seat is
not to act, `options` is empty with a note, and the table has no acts.

Python calls the rules through `Engine` (arrays and an index cost a tenth of records), see
`sandtable.core.engine`.
"""

from __future__ import annotations

import importlib
import os
import pkgutil
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from types import ModuleType
from typing import Any

from sandtable.core.army import ArmyBook, Review
from sandtable.core.record import Record
from sandtable.core.table import Entry, Options, Outline, Preview, Table, Why


@dataclass(frozen=True, eq=False)  # one value a rulebook: compared and hashed by identity
class Rulebook:
    """One game. The functions below the line are plain Python."""

    name: str
    title: str
    pitch: str  # one paragraph for the start page
    length: str  # "15 to 90 minutes"
    package: str  # "sandtable.rulebooks.starter"
    prefix: str  # of clause ids: "ST"
    seats: tuple[int, int]  # fewest and most
    Scenario: type[Record]
    Game: type[Record]
    Action: type[Record]  # has at least verb and seat
    Work: type[Record]  # has at least actions (rows of Action) and count
    reasons: Mapping[int, tuple[str, str]]  # code of a refusal -> (words, clause id)
    hidden: bool = True  # whether any fact is hidden from a seat
    finished: bool = True  # False: found by its name, but not yet offered to players
    switches: Mapping[str, str] = field(default_factory=dict)  # ruling switch -> what it does
    ends: Mapping[int, str] = field(default_factory=dict)  # `Standing.reason` -> words
    tallies: Mapping[str, tuple[int, ...]] = field(default_factory=dict)  # "losses" -> event kinds to add up

    # content
    load: Callable[[str | Path], tuple[Any, Any]] = field(default=lambda _: (None, None), repr=False)
    scenarios: Callable[[], list[Outline]] = field(default=lambda: [], repr=False)
    validate: Callable[[Path], list[str]] = field(default=lambda _: [], repr=False)

    armies: Callable[[], list[ArmyBook]] = field(default=lambda: [], repr=False)
    review: Callable[[bytes, str, float], Review] = field(default=lambda *_: Review(), repr=False)

    # words
    notation: Callable[[Any, Any], str] = field(default=lambda *_: "", repr=False)
    parse: Callable[[Any, int, str], Any] = field(default=lambda *_: None, repr=False)

    # what a seat sees
    table: Callable[[Any, Any, Any, int], Table] = field(default=lambda *_: Table(), repr=False)
    options: Callable[[Any, Any, Any, int, int], Options] = field(default=lambda *_: Options(), repr=False)
    preview: Callable[[Any, Any, Any, int, Any], Preview] = field(default=lambda *_: Preview(), repr=False)
    why: Callable[[Any, Any, Any, int, Any, int, float, float], Why] = field(
        default=lambda *_: Why(), repr=False
    )
    threat: Callable[[Any, Any, Any, int, int], Preview] = field(default=lambda *_: Preview(), repr=False)
    narrate: Callable[[Any, Any, Any, Any, Any, int], list[Entry]] = field(default=lambda *_: [], repr=False)

    @property
    def folder(self) -> Path:
        """The package's folder: RULES.md, cases/ and content/ lie there."""
        return Path(str(self.module.__file__)).parent

    @property
    def module(self) -> ModuleType:
        """The package itself."""
        return importlib.import_module(self.package)


def later(package: str, module: str, name: str) -> Callable[..., Any]:
    """A function of a package's module that is imported when it is first called: screens are for people."""

    def call(*given: Any) -> Any:
        return getattr(importlib.import_module(f"{package}.{module}"), name)(*given)

    return call


def rulebooks() -> dict[str, Rulebook]:
    """The rulebooks that can be played, by name."""
    return {name: book for name, book in every_rulebook().items() if book.finished}


@cache
def every_rulebook() -> dict[str, Rulebook]:
    """Every rulebook, finished or not, by name.

    They are the folders of ``sandtable.rulebooks`` and the packages that the environment variable
    ``SANDTABLE_RULEBOOKS`` names.
    """
    home = importlib.import_module("sandtable.rulebooks")
    packages = [f"{home.__name__}.{info.name}" for info in pkgutil.iter_modules(home.__path__)]
    packages += os.environ.get("SANDTABLE_RULEBOOKS", "").split()
    found = {}
    for package in packages:
        rulebook = getattr(importlib.import_module(package), "RULEBOOK", None)
        if rulebook is not None:
            found[rulebook.name] = rulebook
    return dict(sorted(found.items(), key=lambda item: item[0] != "starter"))


def rulebook(name: str) -> Rulebook:
    """A rulebook by name. KeyError names those there are."""
    try:
        return every_rulebook()[name]
    except KeyError:
        raise KeyError(f"no rulebook {name!r}; there are {', '.join(rulebooks())}") from None
