"""The command line: ``sandtable COMMAND``. One file a command; each imports what it needs when it runs."""

from __future__ import annotations

import os
import sys

import typer

from sandtable.cli import (
    army,
    balance,
    bench,
    case,
    check,
    odds,
    play,
    replay,
    rules,
    scenarios,
    simulate,
    verify,
)
from sandtable.cli.common import Wrong, stop

app = typer.Typer(
    help="Tabletop wargames: every rule enforced, explained and fast.",
    no_args_is_help=True,
    add_completion=False,
    pretty_exceptions_enable=False,
    rich_markup_mode="markdown",
    context_settings={"help_option_names": ["-h", "--help"]},
)
PLAYERS, DESIGNERS, RESEARCHERS = "To play", "To know and write rules", "To measure"

app.command(rich_help_panel=PLAYERS)(play.play)
app.command(rich_help_panel=PLAYERS)(scenarios.scenarios)
app.command(rich_help_panel=PLAYERS)(replay.replay)
app.command(rich_help_panel=PLAYERS)(verify.verify)
app.command(rich_help_panel=DESIGNERS)(rules.rules)
app.command(rich_help_panel=DESIGNERS)(odds.odds)
app.command(rich_help_panel=DESIGNERS)(case.case)
app.command(rich_help_panel=DESIGNERS)(check.check)
app.command(rich_help_panel=DESIGNERS)(army.army)
app.command(rich_help_panel=RESEARCHERS)(simulate.simulate)
app.command(rich_help_panel=RESEARCHERS)(balance.balance)
app.command(rich_help_panel=RESEARCHERS)(bench.bench)


@app.callback(invoke_without_command=True)
def _top(
    context: typer.Context,
    version: bool = typer.Option(False, "--version", help="Show the version and stop."),
) -> None:
    if version:
        from sandtable import __version__

        typer.echo(f"sandtable {__version__}")
        raise typer.Exit


def main() -> None:
    """Run a command; what is wrong is said in one line (SANDTABLE_DEBUG=1 shows where it came from)."""
    try:
        app()
    except (Wrong, ValueError, OSError) as error:
        if os.environ.get("SANDTABLE_DEBUG"):
            raise
        stop(str(error))
    except KeyboardInterrupt:
        sys.exit(130)
