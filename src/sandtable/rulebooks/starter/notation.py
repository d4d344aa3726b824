"""Actions as text, and text as actions.

The grammar is that of `actions`: a verb, then what it names. Reading is lenient where nothing can be
mistaken: capitals or not, ``_`` or ``-`` between words, ``6,4`` for ``g4``. Every legal action has one
text, and reading that text gives the action back.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

from sandtable.core.record import blank
from sandtable.rulebooks.starter import actions as verb
from sandtable.rulebooks.starter.actions import BEADS, PLACES, Action
from sandtable.rulebooks.starter.state import (
    AMMO,
    CENTRE,
    COLUMNS,
    FUEL,
    LETTERS,
    NONE,
    ROWS,
    SIDES,
    UNITS,
)
from sandtable.rulebooks.starter.targets import THE_OBJECT

LARGEST = 9999  # amount
OBJECT = "object"  # after a square on which a Cache lies too: not the Cache

# Each verb and what follows it: a word for each pair of functions below; one with ``?`` may be missing.
GRAMMAR_TEXT = """
READY
TURN-DIE die
TAKE-ZONE zone
BUY type amount
HIRE amount
BUY-FUEL amount
BUY-AMMO amount
END-GO
DONE
MUSTER type beads
LOAD unit supplies
UNLOAD unit supplies
GET-ON unit other
GET-OFF unit
MOVE unit square place?
REPOSITION unit place
ENTRENCH unit
DIG-OUT unit
EXTRACT unit
DEPLOY unit square place?
TRANSFER unit other supplies
CACHE unit square supplies
TAKE-UP unit square supplies
RESUPPLY unit supply
GIVE target amount
ENOUGH
EMBARK unit other
DISEMBARK unit square place?
SWEEP-MINES unit square
BUILD-BARRICADE unit square
BUILD-EARTHWORK unit square
REMOVE-OBJECT unit square
OPEN-BRIDGE unit square amount
CLOSE-BRIDGE unit
RECON unit other
BARRAGE unit
AIM target amount
FIRE
SHOT target
ATTACK unit target
COUNTERATTACK
DECLINE
REORGANIZE unit other
DISBAND unit
SCRAP unit
SCRAP-CARD type amount
END
WITHDRAW
TAKE-HOME unit
STAY
LEAVE
CHOOSE booklet
ATTACH side
"""
GRAMMAR = {line.split()[0]: line.split()[1:] for line in GRAMMAR_TEXT.strip().splitlines()}
VERBS: dict[str, int] = {word: getattr(verb, word.replace("-", "_")) for word in GRAMMAR}
WORDS = {number: word for word, number in VERBS.items()}
SUPPLIES = {FUEL: "fuel", AMMO: "ammo"}


def write_name(cells: Any, name: str) -> None:
    """Put a name into a record. ValueError if the notation could not read it back."""
    if len(name) > LETTERS or not re.fullmatch(r"[A-Za-z0-9][A-Za-z0-9-]*", name):
        raise ValueError(f"{name!r}: expected 1 to {LETTERS} letters, digits and hyphens")
    for i in range(LETTERS):
        cells[i] = ord(name[i]) if i < len(name) else 0


def read_name(cells: Any) -> str:
    """A name out of a record."""
    return bytes(int(cell) for cell in cells if cell > 0).decode("ascii")


def square_name(x: int, y: int) -> str:
    """``c4`` for column 2, row 4: as the notation and the log write squares."""
    return f"{chr(ord('a') + x)}{y}"


def flag_name(beads: Any) -> str:
    """The letters of a Unit Flag, from the base upwards (ST-R24)."""
    return "".join(BEADS[int(bead)] for bead in beads if bead > 0)


def notation(scenario: Any, action: Any) -> str:
    """An action (a record) as people write it; ``scenario`` is a row, for the names of types."""
    word = WORDS[int(action.verb)]
    words = [word, *(WRITERS[part.rstrip("?")](scenario[0], action) for part in GRAMMAR[word])]
    if GRAMMAR[word][-1:] == ["place?"] and action.place == CENTRE:
        words.pop()
    return " ".join(words)


def parse(scenario: Any, seat: int, text: str) -> Any:
    """A row of one action from its text, for a seat. ValueError says which word is wrong and why."""
    words = text.split()
    if not words:
        raise ValueError("expected an action, such as END")
    word = words.pop(0).upper().replace("_", "-")
    if word not in GRAMMAR:
        raise ValueError(f"{word!r} is no verb; there are {', '.join(GRAMMAR)}")
    row = blank_action(VERBS[word], seat)
    for part in GRAMMAR[word]:
        if not words and not part.endswith("?"):
            raise ValueError(f"{text.strip()!r} ends too soon: expected {EXPECTED[part]}; {usage(word)}")
        READERS[part.rstrip("?")](scenario[0], row[0], words)
    if words:
        raise ValueError(f"{words[0]!r} is one word too many; {usage(word)}")
    return row


def blank_action(number: int, seat: int) -> Any:
    """A row of one action of this verb and seat that names nothing yet."""
    row = blank(Action)
    action = row[0]
    action.verb, action.seat = number, seat
    action.unit = action.other = action.kind = action.x = action.y = action.place = NONE
    return row


def usage(word: str) -> str:
    """How an action is written: ``write MOVE #unit square [place]``."""
    parts = [word]
    for part in GRAMMAR[word]:
        sample = SAMPLES[part.rstrip("?")]
        parts.append(f"[{sample}]" if part.endswith("?") else sample)
    return "write " + " ".join(parts)


# What may stand after a verb, as `usage` shows it and as errors name it.
SAMPLES = {
    "die": "d6|d8",
    "zone": "zone",
    "type": "unit-type",
    "amount": "amount",
    "beads": "beads",
    "unit": "#unit",
    "other": "#unit",
    "supplies": "fuel n ammo m",
    "supply": "fuel|ammo",
    "square": "square",
    "place": "place",
    "target": "#unit|square [object]",
    "booklet": "booklet",
    "side": "side",
}
EXPECTED = {
    "die": "d6 or d8",
    "zone": "the number of a zone, such as 1",
    "type": "a unit type, such as regular-infantry",
    "amount": f"a number up to {LARGEST}",
    "beads": f"1 to 4 bead letters of {BEADS[1:]}, such as kor",
    "unit": "a unit, such as #3",
    "other": "a unit, such as #3",
    "supplies": "fuel or ammo and a number, such as fuel 2 ammo 1",
    "supply": "fuel or ammo",
    "square": "a square, such as c4",
    "place": f"a place in the square, one of {' '.join(PLACES)}",
    "target": "a unit or a square, such as #7 or c4",
    "booklet": "a scenario, such as 2A",
    "side": "the number of a side, such as 0",
}


def _wrong(word: str, part: str) -> ValueError:
    return ValueError(f"{word!r}: expected {EXPECTED[part]}")


def _number(word: str, part: str, most: int) -> int:
    if not re.fullmatch(r"[0-9]{1,4}", word) or int(word) > most:
        raise _wrong(word, part)
    return int(word)


def _read_unit_number(word: str, part: str) -> int:
    if not word.startswith("#"):
        raise _wrong(word, part)
    try:
        return _number(word[1:], part, UNITS - 1)
    except ValueError:
        raise _wrong(word, part) from None


def read_square(word: str, part: str = "square") -> tuple[int, int]:
    """Column and row of ``c4`` or ``2,4``. ValueError if it names no square of the largest map."""
    if found := re.fullmatch(r"([a-z])([0-9]{1,2})", word.lower()):
        x, y = ord(found[1]) - ord("a"), int(found[2])
    elif found := re.fullmatch(r"\(?([0-9]{1,2}),([0-9]{1,2})\)?", word):
        x, y = int(found[1]), int(found[2])
    else:
        raise _wrong(word, part)
    if x >= COLUMNS or y >= ROWS:
        raise ValueError(f"{word!r} is off the largest map: a0 to {square_name(COLUMNS - 1, ROWS - 1)}")
    return x, y


def _read_die(scenario: Any, action: Any, rest: list[str]) -> None:
    word = rest.pop(0)
    if word.lower().lstrip("d") not in ("6", "8"):
        raise _wrong(word, "die")
    action.amount = int(word.lower().lstrip("d"))


def _read_zone(scenario: Any, action: Any, rest: list[str]) -> None:
    word = rest.pop(0)
    zone = _number(word, "zone", SIDES)
    if zone == 0:
        raise _wrong(word, "zone")
    action.kind = zone - 1


def _read_type(scenario: Any, action: Any, rest: list[str]) -> None:
    word = rest.pop(0)
    names = type_names(scenario)
    try:
        action.kind = names.index(word.lower().replace("_", "-"))
    except ValueError:
        near = [name for name in names if set(word.lower().split("-")) & set(name.split("-"))]
        raise ValueError(f"{word!r} is no unit type; there are {', '.join(near or names)}") from None


def _read_amount(scenario: Any, action: Any, rest: list[str]) -> None:
    action.amount = _number(rest.pop(0), "amount", LARGEST)


def _read_beads(scenario: Any, action: Any, rest: list[str]) -> None:
    word = rest.pop(0)
    if not 1 <= len(word) <= 4 or any(letter not in BEADS[1:] for letter in word.lower()):
        raise _wrong(word, "beads")
    for i, letter in enumerate(word.lower()):
        action.beads[i] = BEADS.index(letter)


def _read_unit(scenario: Any, action: Any, rest: list[str]) -> None:
    action.unit = _read_unit_number(rest.pop(0), "unit")


def _read_other(scenario: Any, action: Any, rest: list[str]) -> None:
    action.other = _read_unit_number(rest.pop(0), "other")


def _read_supplies(scenario: Any, action: Any, rest: list[str]) -> None:
    while rest:
        word = rest.pop(0)
        if word.lower() not in SUPPLIES.values() or not rest:
            raise _wrong(word, "supplies")
        amount = _number(rest.pop(0), "amount", LARGEST)
        if word.lower() == SUPPLIES[FUEL]:
            action.amount = amount
        else:
            action.extra = amount


def _read_supply(scenario: Any, action: Any, rest: list[str]) -> None:
    word = rest.pop(0)
    if word.lower() not in SUPPLIES.values():
        raise _wrong(word, "supply")
    action.kind = FUEL if word.lower() == SUPPLIES[FUEL] else AMMO


def _read_square(scenario: Any, action: Any, rest: list[str]) -> None:
    action.x, action.y = read_square(rest.pop(0), "square")


def _read_place(scenario: Any, action: Any, rest: list[str]) -> None:
    word = rest.pop(0) if rest else PLACES[CENTRE]
    if word.lower() not in PLACES:
        raise _wrong(word, "place")
    action.place = PLACES.index(word.lower())


def _read_target(scenario: Any, action: Any, rest: list[str]) -> None:
    word = rest.pop(0)
    if word.startswith("#"):
        action.other = _read_unit_number(word, "target")
        return
    action.x, action.y = read_square(word, "target")
    if rest and rest[0].lower() == OBJECT:
        rest.pop(0)
        action.kind = THE_OBJECT


def _read_booklet(scenario: Any, action: Any, rest: list[str]) -> None:
    word = rest.pop(0)
    names = booklet_names(scenario)
    if word.upper() not in (name.upper() for name in names):
        raise ValueError(f"{word!r} is no scenario of this campaign; there are {', '.join(names)}")
    action.kind = [name.upper() for name in names].index(word.upper())


def _read_side(scenario: Any, action: Any, rest: list[str]) -> None:
    action.other = _number(rest.pop(0), "side", SIDES - 1)


def type_names(scenario: Any) -> list[str]:
    """The notation's names of the Catalogue's types, by index; ``scenario`` is a record."""
    return [read_name(scenario.type[k].name) for k in range(int(scenario.types))]


def booklet_names(scenario: Any) -> list[str]:
    """The names of the booklets, by index; ``scenario`` is a record."""
    return [read_name(scenario.booklet[k].name) for k in range(int(scenario.booklets))]


def _write_supplies(scenario: Any, action: Any) -> str:
    amounts = (("fuel", int(action.amount)), ("ammo", int(action.extra)))
    return " ".join(f"{name} {amount}" for name, amount in amounts if amount)


def _write_target(scenario: Any, action: Any) -> str:
    if action.other >= 0:
        return f"#{int(action.other)}"
    square = square_name(int(action.x), int(action.y))
    return f"{square} {OBJECT}" if action.kind == THE_OBJECT else square


Reader = Callable[[Any, Any, list[str]], None]
READERS: dict[str, Reader] = {
    "die": _read_die,
    "zone": _read_zone,
    "type": _read_type,
    "amount": _read_amount,
    "beads": _read_beads,
    "unit": _read_unit,
    "other": _read_other,
    "supplies": _read_supplies,
    "supply": _read_supply,
    "square": _read_square,
    "place": _read_place,
    "target": _read_target,
    "booklet": _read_booklet,
    "side": _read_side,
}
WRITERS: dict[str, Callable[[Any, Any], str]] = {
    "die": lambda scenario, action: f"d{int(action.amount)}",
    "zone": lambda scenario, action: str(int(action.kind) + 1),
    "type": lambda scenario, action: read_name(scenario.type[int(action.kind)].name),
    "amount": lambda scenario, action: str(int(action.amount)),
    "beads": lambda scenario, action: flag_name(action.beads),
    "unit": lambda scenario, action: f"#{int(action.unit)}",
    "other": lambda scenario, action: f"#{int(action.other)}",
    "supplies": _write_supplies,
    "supply": lambda scenario, action: SUPPLIES[int(action.kind)],
    "square": lambda scenario, action: square_name(int(action.x), int(action.y)),
    "place": lambda scenario, action: PLACES[int(action.place)],
    "target": _write_target,
    "booklet": lambda scenario, action: read_name(scenario.booklet[int(action.kind)].name),
    "side": lambda scenario, action: str(int(action.other)),
}
