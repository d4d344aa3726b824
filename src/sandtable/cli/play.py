"""``sandtable play``."""

from __future__ import annotations

import typer

from sandtable.cli.common import Wrong, find_scenario


def play(
    scenario: str = typer.Argument("", help="RULEBOOK or RULEBOOK/SCENARIO; the start page if left out."),
    seats: str = typer.Option("human,scripted", help="Who sits where: human, scripted, random or open."),
    port: int = typer.Option(8000, min=0, max=65535, help="Where to serve; 0 takes any free port."),
    no_browser: bool = typer.Option(False, "--no-browser", help="Only serve; print the address."),
) -> None:
    """Sit down and play: serves the table and opens the browser.

    Example: `sandtable play starter/first-contact --seats human,human`
    """
    names = [name.strip() for name in seats.split(",")]
    for name in names:
        if name not in ("human", "scripted", "random", "open"):
            raise Wrong(f"no player {name!r}; there are human, scripted, random, open")
    id = find_scenario(scenario)[1] if scenario else ""
    from sandtable.server import serve

    serve(scenario=id, seats=names, port=port, browser=not no_browser)
