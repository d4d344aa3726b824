"""Scenarios from files: a battlefield, two armies, a mission."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any, Literal

from msgspec import Struct

from sandtable.core.content import ContentError, line_of
from sandtable.core.content import load as load_file
from sandtable.core.record import blank
from sandtable.core.table import Lesson, Outline
from sandtable.rulebooks.formation import state as s
from sandtable.rulebooks.formation.actions import VERBS
from sandtable.rulebooks.formation.acts import PASSING
from sandtable.rulebooks.formation.armies import (
    CONTENT,
    Army,
    StandLine,
    army,
    army_list,
    fill_type,
    points_of,
    problems,
    stands_of,
)
from sandtable.rulebooks.formation.battlefields import (
    Battlefield,
    GroundLine,
    battlefield_file,
    fill_battlefield,
    grounds,
)
from sandtable.rulebooks.formation.screen import PHASES

MISSIONS = {"standard": s.STANDARD, "breakthrough": s.BREAKTHROUGH, "attrition": s.ATTRITION}
SWITCHES = {
    "strict-cover": s.STRICT_COVER,
    "fire-discipline": s.FIRE_DISCIPLINE,
    "war-cry": s.WAR_CRY,
}
OFFERS = (*VERBS.values(), *(offer for offer, _ in PASSING.values()))
COLOURS = [("#3f6d8e", "#bfd9ea"), ("#9c4a2f", "#f2c48f")]


class LessonLine(Struct, forbid_unknown_fields=True):
    """One step of a guided game, shown to a player who may act while all holds that it names."""

    title: str
    text: str
    phase: str = ""  # as the strip of phases names it
    offers: str = ""  # what is on offer, as "attack"
    ready: bool | None = None  # whether an own formation is ready
    clause: str = ""
    at: tuple[float, float] | None = None  # a place in centimetres that it speaks of


class ScenarioFile(Struct, forbid_unknown_fields=True):
    """A scenario: names of shipped battlefields and forces, or files beside it (``./mine.toml``)."""

    title: str
    battlefield: str
    forces: tuple[str, str]
    pitch: str = ""
    length: str = ""
    mission: Literal["standard", "breakthrough", "attrition"] = "standard"
    points: float = 25
    rounds: int = 0  # 0: as the mission has it
    layout: Literal["", "A", "B"] = ""  # the seat that laid out the terrain; left out: they roll for it
    switches: list[str] = []
    briefing: list[str] = []
    unequal: bool = False  # both players agreed to armies of different value (FM-R71)
    tutorial: bool = False
    guide: list[LessonLine] = []  # a guided first game, in the order of play


class Texts(Struct):
    """What a scenario says in words: all public."""

    id: str
    title: str
    pitch: str
    length: str
    briefing: list[str]
    names: list[str]  # of the two armies
    colours: list[tuple[str, str]]
    stands: list[StandLine]  # in the order of the record's types
    formations: list[str]  # names, by formation; "" where there is none
    battlefield: Battlefield
    grounds: list[GroundLine]
    tutorial: bool = False
    guide: list[Lesson] = []


def scenario_file(name: str | Path) -> Path:
    """The file of a scenario: a path, or a shipped id such as ``formation/crossroads-town``."""
    if isinstance(name, Path) or name.endswith(".toml"):
        return Path(name)
    paths = scenario_paths()
    if name.rpartition("/")[2] not in paths:
        there = ", ".join(f"formation/{known}" for known in paths)
        raise ContentError(str(name), f"there is no such scenario; there are {there}")
    return paths[name.rpartition("/")[2]]


def scenario_paths() -> dict[str, Path]:
    """The shipped scenarios by name, and those in folders of the folder that ``SANDTABLE_CONTENT`` names."""
    found = {path.stem: path for path in sorted((CONTENT / "scenarios").glob("*.toml"))}
    if own := os.environ.get("SANDTABLE_CONTENT"):
        found |= {path.parent.name: path for path in sorted(Path(own).glob("*/scenario.toml"))}
    return found


def load(name: str | Path) -> tuple[Any, Texts]:
    """A scenario by id or file: a row of one `Scenario`, and its texts. ContentError if it is wrong."""
    path = scenario_file(name)
    file = load_file(path, ScenarioFile)
    text = path.read_text(encoding="utf-8")

    def wrong(field: str, problem: str) -> ContentError:
        return ContentError(path.name, problem, line_of(text, field), field)

    row = blank(s.Scenario)
    scenario = row[0]
    field = fill_battlefield(scenario, battlefield_file(_beside(path, file.battlefield)))
    scenario.mission = MISSIONS[file.mission]
    scenario.rounds = file.rounds or (3 if file.mission == "standard" else 4)
    if not 1 <= scenario.rounds <= 20:
        raise wrong("rounds", f"{file.rounds}: expected 1 to 20")
    scenario.layout = {"": s.NONE, "A": 0, "B": 1}[file.layout]
    for number, lesson in enumerate(file.guide):
        for place, named, known in (
            ("phase", lesson.phase, PHASES.values()),
            ("offers", lesson.offers, OFFERS),
        ):
            if named and named not in known:
                expected = f"{named!r}: expected one of {', '.join(known)}"
                raise wrong(f"guide[{number}].{place}", expected)
    for switch in file.switches:
        if switch not in SWITCHES:
            raise wrong("switches", f"no switch {switch!r}; there are {', '.join(SWITCHES)}")
        scenario.switches |= SWITCHES[switch]
    forces = [army(_beside(path, force)) for force in file.forces]
    totals = [points_of(force) for force in forces]
    for force, total in zip(forces, totals, strict=True):
        for problem in problems(force, file.points):
            raise wrong("forces", f"{force.name}: {problem}")
        if total != totals[0] and not file.unequal:
            raise wrong("forces", f"{totals[0]:g} and {totals[1]:g} points: armies are equal (FM-SETUP-07)")
    stands, formations = fill_armies(scenario, forces)
    texts = Texts(
        id=next((f"formation/{known}" for known, one in scenario_paths().items() if one == path), str(path)),
        title=file.title,
        pitch=file.pitch,
        length=file.length,
        briefing=file.briefing or _briefing(file, field, forces),
        names=[force.name for force in forces],
        colours=list(COLOURS),
        stands=stands,
        formations=formations,
        battlefield=field,
        grounds=grounds(),
        tutorial=file.tutorial,
        guide=lessons(file),
    )
    return row, texts


def lessons(file: ScenarioFile) -> list[Lesson]:
    """The steps of a guided game."""
    return [
        Lesson(
            text=line.text,
            title=line.title,
            phase=line.phase,
            offers=line.offers,
            ready=line.ready,
            clause=line.clause,
            x=line.at[0] if line.at else -1,
            y=line.at[1] if line.at else -1,
        )
        for line in file.guide
    ]


def _beside(path: Path, name: str) -> str | Path:
    """A shipped name, or a file beside the scenario."""
    return path.parent / name if name.endswith(".toml") else name


def fill_armies(scenario: Any, forces: list[Army]) -> tuple[list[StandLine], list[str]]:
    """Write both armies; their stands by type number, and the names of the formations."""
    stands: list[StandLine] = []
    formations = [""] * s.FORMATIONS
    for seat, force in enumerate(forces):
        lines = army_list(force.army_list)
        scenario.discipline[seat] = "Fire Discipline" in lines.rules
        scenario.war_cry[seat] = "War Cry" in lines.rules
        for number, formation in enumerate(force.formation):
            f = seat * s.PER_SIDE + number
            formations[f] = formation.name
            kinds = stands_of(formation, lines)
            scenario.roster[f].count = len(kinds)
            for k, line in enumerate(kinds):
                if line not in stands:
                    fill_type(
                        scenario.type[len(stands)],
                        line,
                        CONTENT / "lists" / f"{force.army_list}.toml",
                        lines.stand.index(line),
                    )
                    stands.append(line)
                scenario.roster[f].kinds[k] = stands.index(line)
    scenario.types = len(stands)
    return stands, formations


def _briefing(file: ScenarioFile, field: Battlefield, forces: list[Army]) -> list[str]:
    aims = {
        "standard": "Three rounds. A marker is yours while you alone have a stand of an unrouted formation "
        "within 20 cm of it. Who holds more markers wins; tied, a fourth round is played.",
        "breakthrough": "Four rounds. Whoever laid out the terrain defends; the attacker wins with a quarter "
        "of the stands it began with wholly within 30 cm of the defender's edge.",
        "attrition": "Four rounds. The points of enemy stands destroyed count, and half of those that are "
        "routed at the end.",
    }
    sides = " against ".join(f"{force.name} ({points_of(force):g} points)" for force in forces)
    return [f"{field.name}: {sides}.", aims[file.mission]]


def scenarios() -> list[Outline]:
    """All scenarios, the best first one first."""
    found = []
    for known, path in scenario_paths().items():
        file = load_file(path, ScenarioFile)
        names = [army(_beside(path, force)).name for force in file.forces]
        found.append(
            Outline(
                id=f"formation/{known}",
                title=file.title,
                seats=2,
                pitch=file.pitch,
                length=file.length,
                briefing=file.briefing,
                names=names,
                tutorial=file.tutorial,
                guide=lessons(file),
                even=not file.unequal,
            )
        )
    return sorted(
        found, key=lambda outline: (not outline.tutorial, outline.id != "formation/crossroads-town")
    )


def validate(path: Path) -> list[str]:
    """Everything wrong with a scenario, army, battlefield or army list file, or with those in a folder."""
    files = sorted(path.rglob("*.toml")) if path.is_dir() else [path]
    found = []
    for file in files:
        try:
            found += [f"{file.name}: {problem}" for problem in _validate_file(file)]
        except ContentError as error:
            found.append(str(error))
    return found


def _validate_file(path: Path) -> list[str]:
    """Problems of one file, known by what it holds."""
    text = path.read_text(encoding="utf-8")
    if "[[piece]]" in text:
        fill_battlefield(blank(s.Scenario)[0], path)
    elif "[[formation]]" in text:
        force = army(path)
        return problems(force)
    elif "[[stand]]" not in text and "[[ground]]" not in text:
        load(path)
    return []
