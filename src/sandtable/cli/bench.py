"""``sandtable bench``."""

from __future__ import annotations

from pathlib import Path

import typer

from sandtable.cli.common import console, find_scenario, write_json


def bench(
    rulebook: str = typer.Argument("starter", help="RULEBOOK or RULEBOOK/SCENARIO to measure."),
    json: Path = typer.Option(None, help="Write the figures to a file; - for standard output."),
    seconds: float = typer.Option(2.0, min=0.1, help="How long one stretch lasts; the median of 5 counts."),
) -> None:
    """Measure the rules against OpenSpiel's chess and python-chess: one run, one machine, ratios.

    Without a scenario the first that is no lesson is measured. The peers need the extra `bench`; what is
    not installed is left out.

    Example: `sandtable bench starter --json figures.json`
    """
    from sandtable.lab.bench import measure, rows

    book, id = find_scenario(rulebook)
    if "/" not in rulebook:
        id = next((outline.id for outline in book.scenarios() if not outline.tutorial), id)
    report = measure(book, id, seconds, lambda text: console(error=True).print(f"[dim]{text}[/dim]"))
    if json:
        write_json(json, report)
    if str(json) != "-":
        from rich.table import Table

        table = Table("", "here", "peer", "ratio", "goal", box=None, pad_edge=False)
        for row in rows(report):
            table.add_row(*row)
        console().print(table)
