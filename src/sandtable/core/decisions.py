"""Pending decisions: who must decide next, and about what, kept inside the game record.

A stack: an attack may ask the defender for a counterattack, and play goes on below when it is answered.
"""

from __future__ import annotations

from typing import Annotated

from sandtable.core.compile import rule
from sandtable.core.record import Record, Rows, i8, i16, i32

DEPTH = 8


class Decision(Record):
    """One question: a rulebook's kind, the seat that must answer, and what it is about."""

    kind: i8
    seat: i8
    unit: i16
    other: i16
    x: i32
    y: i32
    amount: i16
    extra: i16


class Decisions(Record):
    """The stack of open questions; the last one is answered first."""

    depth: i8
    items: Annotated[Rows[Decision], DEPTH]


@rule
def ask(decisions: Decisions, kind: int, seat: int, unit: int, other: int) -> int:
    """Open a question on top of the others; its index, so that more can be filled in."""
    at = int(decisions.depth)
    decisions.depth += 1
    _write(decisions.items[at], kind, seat, unit, other)
    return at


@rule
def answered(decisions: Decisions) -> None:
    """Close the question on top and leave no trace of it in the record."""
    decisions.depth -= 1
    _write(decisions.items[int(decisions.depth)], 0, 0, 0, 0)


@rule
def _write(question: Decision, kind: int, seat: int, unit: int, other: int) -> None:
    question.kind = kind
    question.seat = seat
    question.unit = unit
    question.other = other
    question.x = 0
    question.y = 0
    question.amount = 0
    question.extra = 0


@rule
def pending(decisions: Decisions) -> int:
    """The kind of the question on top, 0 if none is open."""
    if decisions.depth == 0:
        return 0
    return int(decisions.items[decisions.depth - 1].kind)
