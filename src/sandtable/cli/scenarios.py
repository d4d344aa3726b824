"""``sandtable scenarios``."""

from __future__ import annotations

import typer

from sandtable.cli.common import console, find_rulebook, interpreted


def scenarios(
    rulebook: str = typer.Argument("", help="One rulebook; all if left out."),
    json: bool = typer.Option(False, "--json", help="Print the ids as JSON."),
) -> None:
    """List what there is to play.

    Example: `sandtable scenarios starter`
    """
    interpreted()
    from sandtable.core.rulebook import rulebooks

    books = [find_rulebook(rulebook)] if rulebook else list(rulebooks().values())
    if json:
        import json as encoder

        typer.echo(encoder.dumps([outline.id for book in books for outline in book.scenarios()]))
        return
    out = console()
    for book in books:
        out.print(f"\n[bold]{book.title}[/bold]  {book.length}")
        for outline in book.scenarios():
            out.print(
                f"  [cyan]{outline.id}[/cyan]  {outline.title}: {outline.seats} seats, {outline.length}"
            )
            if outline.pitch:
                out.print(f"    {outline.pitch}", style="dim")
