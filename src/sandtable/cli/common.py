"""What the commands share: finding a rulebook and a scenario, saying what is wrong in one line."""

from __future__ import annotations

import json
import os
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any, NoReturn

if TYPE_CHECKING:
    from rich.console import Console

    from sandtable.core.rulebook import Rulebook


class Wrong(Exception):
    """What the user gave cannot be used; the text says what was expected."""


def interpreted() -> None:
    """Run rules uncompiled: at once, where little is to be computed. Call it before any import."""
    os.environ.setdefault("SANDTABLE_MODE", "interpreted")


def console(error: bool = False) -> Console:
    """Where to print."""
    from rich.console import Console

    return Console(stderr=error, highlight=False)


def find_rulebook(name: str) -> Rulebook:
    """A rulebook by name. `Wrong` names those there are."""
    from sandtable.core.rulebook import every_rulebook

    books = every_rulebook()
    if name not in books:
        raise Wrong(f"no rulebook {name!r}; there are {', '.join(books)}")
    return books[name]


def find_scenario(id: str) -> tuple[Rulebook, str]:
    """``starter/first-contact``, or ``starter`` for its first scenario: the rulebook and the full id."""
    name, _, scenario = id.partition("/")
    book = find_rulebook(name)
    outlines = book.scenarios()
    if not outlines:
        raise Wrong(f"{name} has no scenarios")
    if not scenario:
        return book, outlines[0].id
    if id not in {outline.id for outline in outlines}:
        raise Wrong(f"no scenario {id!r}; there are {', '.join(outline.id for outline in outlines)}")
    return book, id


def split_seats(text: str, wanted: int) -> list[str]:
    """``scripted,random`` as a list. `Wrong` if it is not as long as the scenario has seats."""
    seats = [name.strip() for name in text.split(",")]
    if len(seats) != wanted:
        raise Wrong(f"the scenario has {wanted} seats: give {wanted} players, not {len(seats)} ({text!r})")
    return seats


def write_json(path: Path, data: Any) -> None:
    """Write a result for other programs; ``-`` is standard output."""
    text = json.dumps(data, indent=2) + "\n"
    if str(path) == "-":
        sys.stdout.write(text)
        return
    try:
        path.write_text(text, encoding="utf-8")
    except OSError as error:
        raise Wrong(f"{path}: cannot be written: {error.strerror}") from error


def stop(text: str) -> NoReturn:
    """One line on standard error, exit status 1."""
    console(error=True).print(f"[red]sandtable:[/red] {_plain(text)}", soft_wrap=True)
    raise SystemExit(1)


def _plain(text: str) -> str:
    from rich.markup import escape

    return escape(text)


def compile_rules(book: Rulebook) -> None:
    """Have the rules compiled; say so if that takes long."""
    from sandtable.core.compile import INTERPRETED
    from sandtable.core.warm import waiting, warm

    if INTERPRETED:
        return
    out = console(error=True)
    if not out.is_terminal:
        warm(book)
        return
    with out.status(waiting(book)):
        warm(book)
