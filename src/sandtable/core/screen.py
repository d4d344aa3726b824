"""A seat's view made ready to be read: what the screens of all rulebooks have in common."""

from __future__ import annotations

import threading
from dataclasses import dataclass
from functools import cached_property, lru_cache
from typing import Any, ClassVar

import numpy as np

from sandtable.core.engine import Desk, desk, engine
from sandtable.core.record import Cells, MirrorRow, Record, mirror, mirrors
from sandtable.core.rulebook import Rulebook, rulebook

_local = threading.local()


def plain(record: type[Record], row: Any) -> Any:
    """The first record of a row as plain Python, to be read only: parts that are equal are one object, kept
    from one call to the next, for an action changes little of a game.
    """
    if isinstance(row, MirrorRow):
        return row[0]
    found = record.mirror()
    for name, (inner, shape) in found.fields.items():
        part = row[name][0]
        if inner is not None and shape:
            data, size = part.tobytes(), inner.dtype.itemsize
            items = [_part(inner, data[at : at + size]) for at in range(0, len(data), size)]
            setattr(found, name, MirrorRow(inner, items))
        else:
            setattr(found, name, _part(inner, part.tobytes()) if inner else _value(part))
    return found


def _read(record: type[Record], data: bytes) -> Any:
    return mirror(record, np.frombuffer(data, record.dtype))


_part: Any = lru_cache(1 << 12)(_read)


def _value(part: Any) -> Any:
    return Cells(part.tolist()) if part.shape else part.item()


@lru_cache(32)
def _scenario(name: str, data: bytes) -> Any:
    record = rulebook(name).Scenario
    return mirror(record, np.frombuffer(data, record.dtype))


@dataclass
class Screen:
    """One seat's view (-1: a spectator's), to be read by a rulebook's `table`, `options` and the others.

    A rulebook adds its own words and questions in a class of its own that names it.
    """

    NAME: ClassVar[str]  # of the rulebook

    rows: tuple[Any, Any]  # scenario and view, as the rules take them
    texts: Any
    seat: int

    @property
    def book(self) -> Rulebook:
        """The rulebook."""
        return rulebook(self.NAME)

    @cached_property
    def scenario(self) -> Any:
        """The scenario as plain Python, which never changes and is therefore kept."""
        row = self.rows[0]
        return row[0] if isinstance(row, MirrorRow) else _scenario(self.NAME, row[:1].tobytes())

    @cached_property
    def game(self) -> Any:
        """The view as plain Python."""
        return plain(self.book.Game, self.rows[1])

    @cached_property
    def engine(self) -> Any:
        """The rules, which take rows."""
        return engine(self.book)

    @property
    def desk(self) -> Desk:
        """This thread's working memory for the rules; nothing on it outlasts a call."""
        desks = _local.__dict__.setdefault("desks", {})
        if self.NAME not in desks:
            desks[self.NAME] = desk(self.book)
        kept: Desk = desks[self.NAME]
        return kept

    @cached_property
    def to_act(self) -> int:
        """The seats that may decide now, a bit each."""
        return int(self.engine.to_act(*self.rows, 0))

    @property
    def acts(self) -> bool:
        """Whether the seat may decide now."""
        return self.seat >= 0 and bool(self.to_act >> self.seat & 1)

    def listed(self, piece: int) -> list[Any]:
        """The seat's legal actions of one piece, or (-1) of none, plain; good until the next list."""
        works = self.desk.works
        return self.plain_actions(works, int(self.engine.legal_of(*self.rows, 0, self.seat, piece, works)))

    def plain_actions(self, works: Any, count: int) -> list[Any]:
        """The first actions of a list as plain Python."""
        if isinstance(works, MirrorRow):
            return list(works[0].actions[:count])
        return list(mirrors(self.book.Action, works["actions"][0, :count]))
