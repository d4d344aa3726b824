"""Armies: what may be chosen for one, and what is wrong with one that somebody wrote.

For rulebooks whose players build armies beforehand: `Rulebook.armies` and `Rulebook.review`.
"""

from __future__ import annotations

from msgspec import Struct

from sandtable.core.table import Fact


class Choice(Struct, omit_defaults=True):
    """One thing that can be taken, as its army list has it."""

    name: str
    kind: str  # heading it stands under
    points: float
    facts: list[Fact] = []


class ArmyBook(Struct, omit_defaults=True):
    """An army list, and ready armies from it, each as the text of its file."""

    id: str
    name: str
    blurb: str = ""
    choices: list[Choice] = []
    ready: dict[str, str] = {}
    limits: list[float] = []  # usual sizes in points
    standard: float = 0  # the one that is usual
    rules: list[str] = []  # of building, in words, with their clauses


class Fault(Struct, omit_defaults=True):
    """One thing that is wrong with an army: where in its file, and by which clause."""

    text: str
    clause: str = ""
    line: int = 0
    field: str = ""
    part: int = -1  # the formation it is about


class Part(Struct, omit_defaults=True):
    """One formation of an army: how many of what, and what they cost."""

    name: str
    stands: list[tuple[int, str]] = []
    points: float = 0


class Review(Struct, omit_defaults=True):
    """An army that somebody wrote: what it holds, as far as it can be read, and all that is wrong with it."""

    name: str = ""
    book: str = ""  # id of its army list
    points: float = 0
    parts: list[Part] = []
    faults: list[Fault] = []
