"""Duel: a toy rulebook for tests of what knows no game. It has every file and the whole face."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from msgspec import Struct

from sandtable.core.content import ContentError, load
from sandtable.core.record import blank
from sandtable.core.rulebook import Rulebook
from sandtable.core.table import Outline

from . import actions, state, table
from .legal import REASONS

HERE = Path(__file__).parent


class Booklet(Struct, forbid_unknown_fields=True):
    """A scenario file."""

    title: str
    text: str = ""
    last_round: int = 20


def load_scenario(name: str | Path) -> tuple[Any, Booklet]:
    """A scenario by id or file. KeyError names the shipped ones; ContentError for a bad file."""
    shipped = [outline.id for outline in scenarios()]
    if isinstance(name, str) and f"toybook/{name.removeprefix('toybook/')}" not in shipped:
        raise KeyError(f"no scenario {name!r}; there are {', '.join(shipped)}")
    path = name if isinstance(name, Path) else HERE / "content" / f"{name.removeprefix('toybook/')}.toml"
    booklet = load(path, Booklet)
    if not 1 <= booklet.last_round <= 200:
        raise ContentError(path.name, "expected 1 to 200 rounds", field="last_round")
    row = blank(state.Scenario)
    row[0].last_round = booklet.last_round
    return row, booklet


def scenarios() -> list[Outline]:
    """The shipped scenarios."""
    return [
        Outline(f"toybook/{path.stem}", booklet.title, 2, booklet.text, "1 minute", names=list(table.NAMES))
        for path in sorted((HERE / "content").glob("*.toml"))
        for booklet in [load(path, Booklet)]
    ]


def validate(path: Path) -> list[str]:
    """Everything wrong with a scenario file."""
    try:
        load_scenario(path)
    except ContentError as error:
        return [str(error)]
    return []


RULEBOOK = Rulebook(
    name="toybook",
    title="Duel",
    pitch="Two duellists, a few dice, one hidden number each.",
    length="1 minute",
    package=__name__,
    prefix="TB",
    seats=(2, 2),
    Scenario=state.Scenario,
    Game=state.Game,
    Action=actions.Action,
    Work=actions.Work,
    reasons=REASONS,
    load=load_scenario,
    scenarios=scenarios,
    validate=validate,
    notation=actions.notation,
    parse=actions.parse,
    table=table.table,
    options=table.options,
    preview=table.preview,
    why=table.why,
    threat=table.threat,
    narrate=table.narrate,
)
