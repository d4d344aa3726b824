"""Scenario and Game records of the duel."""

from __future__ import annotations

from typing import Annotated

from sandtable.core.decisions import Decisions
from sandtable.core.record import Record, Rows, i8, i16

HEALTH, BREATH, MOST_BREATH = 6, 3, 4
UNKNOWN = 0  # in a view: courage that the seat may not know

PARRYING = 1  # the only question
COURAGE_ROLL, STRIKE_ROLL, PARRY_ROLL = 1, 2, 3  # purposes of dice


class Scenario(Record):
    """What is fixed before play."""

    last_round: i16


class Duellist(Record):
    """One of the two. ``seen`` has a bit for each seat that has looked."""

    health: i8
    breath: i8
    courage: i8
    seen: i8
    yielded: i8


class Game(Record):
    """What changes during play."""

    round: i16
    active: i8
    duellists: Annotated[Rows[Duellist], 2]
    decisions: Decisions
