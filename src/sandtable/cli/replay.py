"""``sandtable replay``."""

from __future__ import annotations

from pathlib import Path

import typer

from sandtable.cli.common import console


def replay(
    file: Path = typer.Argument(help="A saved game."),
    verify: bool = typer.Option(False, "--verify", help="Only check that every state comes out as recorded."),
) -> None:
    """Play a saved game again.

    Example: `sandtable replay game.sandtable --verify`
    """
    from rich.markup import escape

    from sandtable.play.log import read
    from sandtable.play.replay import replay as again
    from sandtable.play.replay import verify as check

    out = console()
    if verify:
        found = check(file)
        out.print(f"[green]✓[/green] {found.steps} steps and {found.dice} dice are as recorded")
        return
    match = again(read(file))
    for entry in match.logs[-1]:
        out.print(escape(entry.text))
    ranks = ", ".join(f"{match.name(seat)} {rank}" for seat, rank in enumerate(match.ranks()) if rank)
    out.print(f"[bold]{len(match.steps)} steps[/bold]" + (f"; ranks: {ranks}" if ranks else "; not over"))
