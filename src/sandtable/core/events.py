"""Events: what an action caused, and which seats may know it."""

from __future__ import annotations

from typing import Annotated, Any

from sandtable.core.compile import rule
from sandtable.core.record import Ints, Record, Rows, blank, i8, i16, i32

EVENTS = 192
FALLEN = 24
EVERYONE = 0xFF


class Event(Record):
    """One fact: a rulebook's kind, the seats that may know it (a bit each), numbers, and dice as they fell.

    If dice fell, ``purpose`` and ``first`` (the index of the first die in its action) let anyone check
    them; ``sides`` and ``modifier`` say what was rolled.
    """

    kind: i16
    seats: i16
    seat: i8
    unit: i16
    other: i16
    x: i32
    y: i32
    amount: i32
    extra: i32
    purpose: i8
    sides: i8
    modifier: i8
    fallen: i8
    first: i32
    dice: Annotated[Ints, i8, FALLEN]


class Events(Record):
    """The events of one action, in order. ``lost`` counts those that found no room (a defect)."""

    count: i16
    lost: i16
    items: Annotated[Rows[Event], EVENTS]


@rule
def clear(events: Events) -> None:
    """Forget all events."""
    events.count = 0
    events.lost = 0


@rule
def emit(events: Events, kind: int, seats: int, seat: int, unit: int, other: int, amount: int) -> int:
    """Add an event with no dice and no place; its index. The rest may be filled in afterwards."""
    at = int(events.count)
    if at >= EVENTS:
        events.lost += 1
        at = EVENTS - 1
    else:
        events.count += 1
    event = events.items[at]
    event.kind = kind
    event.seats = seats
    event.seat = seat
    event.unit = unit
    event.other = other
    event.amount = amount
    event.x = -1
    event.y = -1
    event.extra = 0
    event.purpose = 0
    event.sides = 0
    event.modifier = 0
    event.fallen = 0
    event.first = 0
    for i in range(FALLEN):
        event.dice[i] = 0
    return at


@rule
def emit_at(events: Events, kind: int, seats: int, seat: int, unit: int, x: int, y: int, amount: int) -> int:
    """Add an event that has a place on the board; its index."""
    at = emit(events, kind, seats, seat, unit, -1, amount)
    events.items[at].x = x
    events.items[at].y = y
    return at


def known_to(events: Any, seat: int) -> Any:
    """A row of `Events` with only those of ``events[0]`` that a seat may know; -1: that everyone may."""
    out = blank(Events)
    for event in events[0].items[: int(events[0].count)]:
        seats = int(event.seats)
        if seats >> seat & 1 if seat >= 0 else seats == EVERYONE:
            out[0].items[int(out[0].count)] = event
            out[0].count += 1
    return out
