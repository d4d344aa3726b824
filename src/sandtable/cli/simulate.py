"""``sandtable simulate``."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

import typer

from sandtable.cli.common import Wrong, compile_rules, console, find_scenario, split_seats, write_json

if TYPE_CHECKING:
    from sandtable.lab.simulate import Batch, Plan


def simulate(
    scenario: str = typer.Argument(help="RULEBOOK/SCENARIO; a rulebook alone takes its first scenario."),
    games: int = typer.Option(100, min=1, help="How many seeds to play."),
    seats: str = typer.Option(
        "", help="Who plays, in seat order: scripted or random; all scripted if left out."
    ),
    seed: int = typer.Option(0, help="Where the dice begin; equal seeds give equal games."),
    workers: int = typer.Option(1, min=1, max=256, help="Threads. The result does not depend on it."),
    json: Path = typer.Option(None, help="Write the figures to a file; - for standard output."),
    swap_sides: bool = typer.Option(False, "--swap-sides", help="Play each seed twice, the seats exchanged."),
) -> None:
    """Play many games and count.

    Example: `sandtable simulate starter/first-contact --games 1000 --seats scripted,random --swap-sides`
    """
    book, id = find_scenario(scenario)
    from sandtable.lab.simulate import Plan
    from sandtable.opponents import opponent

    outline = next(outline for outline in book.scenarios() if outline.id == id)
    names = split_seats(seats, outline.seats) if seats else ["scripted"] * outline.seats
    for name in names:
        opponent(name)
    if abs(seed) > 1 << 62:
        raise Wrong(f"the seed {seed} is too large")
    row, _ = book.load(id)
    compile_rules(book)
    plan = Plan(book, row, names, games, seed, workers, swap_sides)
    batch = watch(plan, id)
    if json:
        write_json(json, figures(plan, batch, id))
    if str(json) != "-":
        show(plan, batch, outline.names)
    raise typer.Exit(1 if batch.errors else 0)


def watch(plan: Plan, title: str) -> Batch:
    """Simulate with a progress bar."""
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

    from sandtable.lab.simulate import simulate as run

    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    with Progress(*columns, console=console(error=True), transient=True) as bar:
        task = bar.add_task(title, total=plan.total)
        return run(plan, lambda done: bar.update(task, completed=done))


def figures(plan: Plan, batch: Batch, id: str) -> dict[str, Any]:
    """A batch for other programs. ``wins`` follows --seats; ``wins_by_side`` the scenario's sides."""
    from sandtable.lab.balance import wilson

    return {
        "scenario": id,
        "seats": plan.seats,
        "seed": plan.seed,
        "swap_sides": plan.swap,
        "workers": plan.workers,
        "games": batch.games,
        "wins": batch.wins,
        "wins_by_side": batch.wins_by_side,
        "win_rates": [wins / batch.games for wins in batch.wins],
        "intervals": [wilson(wins, batch.games) for wins in batch.wins],
        "draws": batch.draws,
        "turn_limit": batch.turn_limit,
        "errors": batch.errors,
        "faults": batch.faults,
        "decisions": batch.decisions,
        "seconds": round(batch.seconds, 4),
        "state_hash": batch.state_hash,
        "decisions_a_game": _spread(batch.lengths),
        "rounds_a_game": _spread(batch.rounds),
        "ends": batch.ends,
        "means_by_side": batch.tallies,
    }


def _spread(numbers: list[int]) -> dict[str, float]:
    from statistics import mean, median

    return {"least": min(numbers), "median": median(numbers), "mean": mean(numbers), "most": max(numbers)}


def show(plan: Plan, batch: Batch, sides: list[str]) -> None:
    """A batch for people."""
    from rich.table import Table

    from sandtable.lab.balance import wilson

    out = console()
    sides = sides or [f"Seat {i + 1}" for i in range(len(plan.seats))]
    table = Table("", "wins", "rate", "95 %", *batch.tallies, box=None, pad_edge=False)
    for i, name in enumerate(sides):
        wins = batch.wins_by_side[i]
        low, high = wilson(wins, batch.games)
        extra = [f"{sums[i]:.1f}" for sums in batch.tallies.values()]
        player = "" if plan.swap else f" ({plan.seats[i]})"
        rate, interval = f"{wins / batch.games:.1%}", f"{low:.1%} to {high:.1%}"
        table.add_row(name + player, str(wins), rate, interval, *extra)
    out.print(table)
    if plan.swap and len(set(plan.seats)) > 1:
        for i, name in enumerate(plan.seats):
            low, high = wilson(batch.wins[i], batch.games)
            share = batch.wins[i] / batch.games
            out.print(f"[bold]{name}[/bold] wins {batch.wins[i]}: {share:.1%} ({low:.1%} to {high:.1%})")
    ends = ", ".join(f"{name} {count}" for name, count in batch.ends.items())
    out.print(f"{batch.games} games: {batch.draws} draws; ends: {ends}")
    length, rounds = _spread(batch.lengths), _spread(batch.rounds)
    out.print(
        f"length: {length['median']:.0f} decisions ({length['least']} to {length['most']})"
        + (
            f", {rounds['median']:.0f} rounds ({rounds['least']} to {rounds['most']})"
            if rounds["most"]
            else ""
        )
    )
    games, decisions = batch.games / batch.seconds, batch.decisions / batch.seconds
    out.print(f"{batch.seconds:.1f} s, {games:,.0f} games and {decisions:,.0f} decisions a second")
    out.print(f"[dim]state hash {batch.state_hash}[/dim]")
    if batch.errors or batch.faults:
        out.print(
            f"[red]{batch.errors} games did not end well; scripts chose illegally {batch.faults} times[/red]"
        )
