"""``sandtable rules``."""

from __future__ import annotations

from collections import Counter
from pathlib import Path
from typing import TYPE_CHECKING

import typer

from sandtable.cli.common import Wrong, console, find_rulebook, interpreted

if TYPE_CHECKING:
    from sandtable.core.rulebook import Rulebook

MUST = ("clause", "example")  # rulings and proposals too with --strict
MOST = 40


def rules(
    rulebook: str = typer.Argument(help="The rulebook."),
    word: list[str] = typer.Argument(
        None, help="A clause id, or words to look for; `switches` lists rulings."
    ),
    coverage: bool = typer.Option(
        False, "--coverage", help="Name each clause that no case and no test proves."
    ),
    strict: bool = typer.Option(False, "--strict", help="With --coverage: rulings and proposals too."),
    tests: Path = typer.Option(Path("tests"), help="With --coverage: where the Python tests lie."),
) -> None:
    """Look up the rules.

    Example: `sandtable rules starter ST-MOV-03`, `sandtable rules starter deployment square`
    """
    interpreted()
    book = find_rulebook(rulebook)
    if coverage:
        raise typer.Exit(report_coverage(book, tests, strict))
    words = " ".join(word or [])
    if words == "switches":
        for name, text in book.switches.items():
            console().print(f"[bold]{name}[/bold]  {text}")
        return
    show(book, words)


def show(book: Rulebook, words: str) -> None:
    """Print the clauses found, or without words the groups there are."""
    from rich.markup import escape

    from sandtable.play.rules import clauses, search

    out = console()
    if not words:
        for group, count in Counter(clause.group for clause in clauses(book).values()).items():
            out.print(f"{count:>4}  {escape(group)}")
        return
    found = search(book, words)
    if not found:
        raise Wrong(f"{book.name} has no clause {words!r}, and none with these words")
    for clause in found[:MOST]:
        out.print(f"[bold cyan]{clause.id}[/bold cyan] [dim]{escape(clause.group)}[/dim]")
        out.print(f"  {escape(clause.text)}")
    if len(found) > MOST:
        out.print(f"[dim]and {len(found) - MOST} more[/dim]")


def report_coverage(book: Rulebook, tests: Path, strict: bool) -> int:
    """Print what is not proved; 0 if nothing that must be is missing and no unknown id is named."""
    from rich.markup import escape

    from sandtable.play.rules import clauses
    from sandtable.play.rules import coverage as look

    out = console()
    found = look(book, tests if tests.is_dir() else None)
    everything = clauses(book).values()
    missing = [clause for clause in found.missing if strict or clause.kind in MUST]
    for clause in missing:
        out.print(f"[red]unproved[/red] {clause.id}  {escape(clause.text[:90])}")
    for id, places in found.unknown.items():
        out.print(f"[red]unknown[/red]  {id}  named in {', '.join(places)}, but not in RULES.md")
    for kind in ("clause", "ruling", "example", "proposal"):
        of = [clause for clause in everything if clause.kind == kind]
        flavour = sum(not clause.mechanical for clause in of)
        proved = sum(clause.mechanical and clause.id in found.named for clause in of)
        if of:
            tail = f", {flavour} not mechanical" if flavour else ""
            out.print(f"{kind + 's:':10} {proved} of {len(of) - flavour} proved{tail}")
    return 1 if missing or found.unknown else 0
