"""``sandtable verify``."""

from __future__ import annotations

from pathlib import Path

import typer

from sandtable.cli.common import console


def verify(file: Path = typer.Argument(help="A saved game that is over.")) -> None:
    """Check every die of a finished game against the secret that was promised before it began.

    Example: `sandtable verify game.sandtable`
    """
    from sandtable.play.replay import verify as check

    found = check(file)
    console().print(f"[green]✓[/green] {found.dice} dice fell as the secret says, in {found.steps} steps")
