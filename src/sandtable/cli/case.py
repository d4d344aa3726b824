"""``sandtable case``."""

from __future__ import annotations

from pathlib import Path

import typer

from sandtable.cli.common import console, interpreted


def case(
    files: list[Path] = typer.Argument(help="Case files, or folders of them."),
    quiet: bool = typer.Option(False, "--quiet", "-q", help="Show only what fails."),
) -> None:
    """Run worked examples and say what differs (docs/cases.md).

    Example: `sandtable case src/sandtable/rulebooks/starter/cases`
    """
    interpreted()
    from rich.markup import escape

    from sandtable.core.content import ContentError
    from sandtable.core.engine import Desk, desk
    from sandtable.play.cases import run, trials

    out = console()
    desks: dict[str, Desk] = {}
    good = bad = 0
    for path in _all(files):
        try:
            found = trials(path)
        except ContentError as error:
            out.print(f"[red]✗[/red] {escape(str(error))}", soft_wrap=True)
            bad += 1
            continue
        for trial in found:
            at = desks.setdefault(trial.rulebook.name, desk(trial.rulebook))
            problems = run(trial, at)
            good, bad = good + (not problems), bad + bool(problems)
            if not problems and not quiet:
                out.print(f"[green]✓[/green] {escape(trial.name)}")
            for problem in problems:
                step = f", step {problem.step}" if problem.step else ""
                place = f'{path.name}, line {problem.line}, case "{trial.case.title}"{step}'
                out.print(f"[red]✗[/red] {escape(place)}: {escape(problem.text)}", soft_wrap=True)
    out.print(f"{good} hold" + (f", [red]{bad} do not[/red]" if bad else ""))
    raise typer.Exit(1 if bad else 0)


def _all(files: list[Path]) -> list[Path]:
    return [path for given in files for path in (sorted(given.glob("*.toml")) if given.is_dir() else [given])]
