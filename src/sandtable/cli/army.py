"""``sandtable army``."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import typer

from sandtable.cli.common import Wrong, console, find_rulebook, interpreted

if TYPE_CHECKING:
    from sandtable.core.army import Fault, Review


def army(
    rulebook: str = typer.Argument(help="Whose army it is, such as `formation`."),
    path: Path | None = typer.Argument(None, help="The army's file (TOML); without it, what can be taken."),
    points: float = typer.Option(25, help="The most points that it may have."),
) -> None:
    """Check an army you built: its points, and every building rule that it breaks, with file, line and field.

    Example: `sandtable army formation my-army.toml --points 25`
    """
    interpreted()
    book = find_rulebook(rulebook)
    if not book.armies():
        raise Wrong(f"in {book.title} nobody builds an army beforehand")
    if path is None:
        _list(rulebook)
        return
    try:
        data = path.read_bytes()
    except OSError as error:
        raise Wrong(f"{path}: cannot be read: {error.strerror}") from error
    found = book.review(data, path.name, points)
    if found.parts:
        _show(found, points)
    out = console()
    from rich.markup import escape

    for fault in found.faults:
        out.print(f"[red]✗[/red] {escape(_said(path, found, fault))}", soft_wrap=True)
    if not found.faults:
        out.print(f"[green]✓[/green] {escape(found.name)} may be played", soft_wrap=True)
    raise typer.Exit(1 if found.faults else 0)


def _said(path: Path, found: Review, fault: Fault) -> str:
    """A fault with its place: ``my-army.toml, line 12, formation[2].stands (Tank Platoon): ...``."""
    place = (
        path.name
        + (f", line {fault.line}" if fault.line else "")
        + (f", {fault.field}" if fault.field else "")
    )
    part = f" ({found.parts[fault.part].name})" if 0 <= fault.part < len(found.parts) else ""
    return f"{place}{part}: {fault.text}" + (f" ({fault.clause})" if fault.clause else "")


def _show(found: Review, points: float) -> None:
    """The formations with their points."""
    from rich.table import Table

    table = Table("Formation", "Stands", "Points", title=found.name, title_justify="left", box=None)
    for part in found.parts:
        table.add_row(
            part.name, ", ".join(f"{count} {name}" for count, name in part.stands), f"{part.points:g}"
        )
    table.add_row("", "", f"[bold]{found.points:g}[/bold] of {points:g}")
    console().print(table)


def _list(rulebook: str) -> None:
    """Every army list with its stands."""
    from rich.table import Table

    for book in find_rulebook(rulebook).armies():
        table = Table(
            "Stand", "", "Points", "", title=f"{book.name} ({book.id})", title_justify="left", box=None
        )
        for choice in book.choices:
            facts = ", ".join(
                fact.value if fact.label in ("Speed", "Armour", "Firepower") else fact.label
                for fact in choice.facts
            )
            table.add_row(choice.name, choice.kind, f"{choice.points:g}", facts)
        console().print(table)
