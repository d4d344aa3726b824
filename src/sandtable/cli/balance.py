"""``sandtable balance``."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import typer

from sandtable.cli.common import compile_rules, console, find_rulebook, find_scenario, write_json


def balance(
    scenario: list[str] = typer.Argument(
        None, help="RULEBOOK or RULEBOOK/SCENARIO; every rulebook if left out."
    ),
    games: int = typer.Option(500, min=1, help="Games of each scenario, each with dice of its own."),
    seed: int = typer.Option(0, help="Where the dice begin."),
    workers: int = typer.Option(2, min=1, max=256, help="Threads."),
    json: Path = typer.Option(None, help="Write the figures to a file; - for standard output."),
) -> None:
    """Are the scenarios fair? The script plays itself; no side should win more than 60 %.

    Example: `sandtable balance starter --games 500`
    """
    from sandtable.core.rulebook import rulebooks
    from sandtable.lab.balance import judge
    from sandtable.lab.simulate import Plan, simulate

    out, report, fair = console(), [], True
    for id in _ids(scenario or list(rulebooks())):
        book, _ = find_scenario(id)
        outline = next(outline for outline in book.scenarios() if outline.id == id)
        row, _ = book.load(id)
        compile_rules(book)
        batch = simulate(Plan(book, row, ["scripted"] * outline.seats, games, seed, workers))
        verdict = judge(batch)
        fair &= verdict.fair
        rates = ", ".join(
            f"{rate:.1%} ({low:.1%} to {high:.1%})"
            for rate, (low, high) in zip(verdict.rates, verdict.intervals, strict=True)
        )
        sign = "[green]✓[/green]" if verdict.fair else "[red]✗[/red]"
        out.print(f"{sign} {id}: sides win {rates}; turn limit {verdict.turn_limit:.1%}; {batch.draws} draws")
        report.append(_line(id, batch, verdict))
    if json:
        write_json(json, report)
    raise typer.Exit(0 if fair else 1)


def _ids(given: list[str]) -> list[str]:
    """Rulebooks stand for all their scenarios that are meant to be even."""
    return [
        id
        for name in given
        for id in (
            [name]
            if "/" in name
            else [outline.id for outline in find_rulebook(name).scenarios() if outline.even]
        )
    ]


def _line(id: str, batch: Any, verdict: Any) -> dict[str, Any]:
    return {
        "scenario": id,
        "games": batch.games,
        "rates": verdict.rates,
        "intervals": verdict.intervals,
        "turn_limit": verdict.turn_limit,
        "draws": batch.draws,
        "errors": batch.errors,
        "fair": verdict.fair,
    }
