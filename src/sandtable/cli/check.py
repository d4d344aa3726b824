"""``sandtable check``."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import typer

from sandtable.cli.common import Wrong, console, find_rulebook, interpreted

if TYPE_CHECKING:
    from sandtable.core.rulebook import Rulebook


def check(
    path: Path = typer.Argument(help="A catalogue, map, scenario or campaign (TOML), or a folder of them."),
    rulebook: str = typer.Option("", help="Whose it is; found out if left out."),
) -> None:
    """Check content you wrote: file, line, field and what was expected.

    Example: `sandtable check my-scenario.toml --rulebook starter`
    """
    interpreted()
    from rich.markup import escape

    if not path.exists():
        raise Wrong(f"{path}: there is no such file or folder")
    books = [find_rulebook(rulebook)] if rulebook else _owners(path)
    out = console()
    reports = {book.title: book.validate(path) for book in books}
    title, wrong = min(reports.items(), key=lambda item: len(item[1]))
    for line in wrong:
        out.print(f"[red]✗[/red] {escape(line)}", soft_wrap=True)
    if not wrong:
        out.print(f"[green]✓[/green] {escape(str(path))} is good content for {escape(title)}", soft_wrap=True)
    raise typer.Exit(1 if wrong else 0)


def _owners(path: Path) -> list[Rulebook]:
    """The rulebook in whose folder the file lies; else the one that the file names; else all."""
    import tomllib

    from sandtable.core.rulebook import rulebooks

    books = list(rulebooks().values())
    inside = [book for book in books if book.folder in path.resolve().parents]
    if inside or path.is_dir():
        return inside or books
    try:
        named = tomllib.loads(path.read_text(encoding="utf-8")).get("rulebook")
    except (OSError, ValueError):
        return books
    return [book for book in books if book.name == named] or books
