"""Actions of the duel and their notation: ``STRIKE 2``, ``REST``, ``LOOK``, ``PARRY``, ``TAKE``."""

from __future__ import annotations

from typing import Annotated, Any

from sandtable.core.record import Record, Rows, blank, i8, i16

STRIKE, REST, LOOK, YIELD, PARRY, TAKE = range(1, 7)
VERBS = ("", "STRIKE", "REST", "LOOK", "YIELD", "PARRY", "TAKE")
ACTIONS = 8


class Action(Record):
    """One decision; ``amount`` is the dice of a strike."""

    verb: i8
    seat: i8
    amount: i8


class Work(Record):
    """Working memory; the last place of the list is the script's."""

    count: i16
    actions: Annotated[Rows[Action], ACTIONS + 1]


def notation(scenario: Any, action: Any) -> str:
    """An action as text."""
    if action.verb == STRIKE:
        return f"STRIKE {int(action.amount)}"
    return VERBS[int(action.verb)]


def parse(scenario: Any, seat: int, text: str) -> Any:
    """A row of one action from its text. ValueError says what is wrong."""
    words = text.split()
    if not words or words[0] not in VERBS[1:]:
        raise ValueError(f"{text!r} begins with no verb of the duel: {', '.join(VERBS[1:])}")
    row = blank(Action)
    row[0].verb, row[0].seat = VERBS.index(words[0]), seat
    if words[0] == "STRIKE":
        if len(words) != 2 or not words[1].isascii() or not words[1].isdigit() or len(words[1]) > 2:
            raise ValueError(f"{text!r}: expected STRIKE and the number of dice")
        row[0].amount = int(words[1])
    elif len(words) > 1:
        raise ValueError(f"{text!r}: nothing follows {words[0]}")
    return row
