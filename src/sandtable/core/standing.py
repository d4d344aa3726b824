"""How the sides stand: filled by a rulebook's ``score``."""

from __future__ import annotations

from typing import Annotated

from sandtable.core.record import Ints, Record, i8, i16, i32

SEATS = 8

PLAYING, BY_RULES, TURN_LIMIT = 0, 1, 2


class Standing(Record):
    """Running or final standing.

    ``over`` is `PLAYING`, or how the game ended: `BY_RULES`, or by the scenario's `TURN_LIMIT` (also
    a rule, counted apart because a scenario in which it is common is a bad one). ``rank`` is 1 for the
    best side; equal sides share a rank. ``points`` are the rulebook's own.
    """

    over: i8
    reason: i16
    points: Annotated[Ints, i32, SEATS]
    rank: Annotated[Ints, i8, SEATS]
