"""The army builder: what the lists offer, and what is wrong with an army that somebody wrote."""

from __future__ import annotations

from sandtable.core.army import ArmyBook, Choice, Fault, Part, Review
from sandtable.core.content import ContentError, line_of, parse
from sandtable.core.table import Fact
from sandtable.rulebooks.formation.armies import (
    CONTENT,
    LIMITS,
    Army,
    StandLine,
    army_list,
    counted,
    faults,
    stands_of,
)
from sandtable.rulebooks.formation.pieces import CLASSES, firepower_of, special

STANDARD = 25.0  # points (FM-M03)
BUILDING = [
    "3 to 10 formations of 1 to 10 stands from one list (FM-M03)",
    "aircraft form formations of their own, of at most 3 (FM-R77, FM-M03)",
    "at most 5 stands in a formation with a huge one (FM-M03)",
    "one commander stand a formation, and one for each 10 points (FM-M03)",
]


def armies() -> list[ArmyBook]:
    """The shipped army lists with their stands, and the ready armies."""
    return [_book(path.stem) for path in sorted((CONTENT / "lists").glob("*.toml"))]


def _book(name: str) -> ArmyBook:
    lines = army_list(name)
    ready = {}
    for path in sorted((CONTENT / "forces").glob("*.toml")):
        text = path.read_text(encoding="utf-8")
        force = parse(text.encode(), Army, path.name)
        if force.army_list == name:
            ready[force.name] = text
    return ArmyBook(
        id=name,
        name=lines.name,
        blurb=lines.blurb,
        choices=[_choice(line) for line in lines.stand],
        ready=ready,
        limits=[float(limit) for limit in LIMITS],
        standard=STANDARD,
        rules=BUILDING,
    )


def _choice(line: StandLine) -> Choice:
    """A stand as its list prints it."""
    facts = [
        Fact("Speed", f"{line.speed} cm", clause="FM-MOVE-01"),
        Fact("Armour", line.armour, clause="FM-DICE-02"),
        Fact("Firepower", firepower_of(line), clause="FM-ATK-07"),
        *(special(rule) for rule in line.special),
    ]
    return Choice(line.name, CLASSES[line.cls], line.points, facts)


def review(data: bytes, source: str, limit: float = STANDARD) -> Review:
    """What an army file holds and what is wrong with it, by line and field."""
    try:
        force = parse(data, Army, source)
        lines = army_list(force.army_list)
    except ContentError as error:
        field = error.field or ("army_list" if error.source != source else "")
        line = error.line if error.source == source else line_of(data.decode("utf-8", "replace"), field)
        return Review(faults=[Fault(error.problem, line=line, field=field)])
    text = data.decode("utf-8")
    found = faults(force, limit)
    for fault in found:
        fault.line = line_of(text, fault.field)
    parts = []
    for formation in force.formation:
        part = Part(formation.name)
        try:
            part.stands = [counted(words) for words in formation.stands]
            part.points = sum(stand.points for stand in stands_of(formation, lines))
        except ValueError:  # it is among the faults
            pass
        parts.append(part)
    return Review(force.name, force.army_list, sum(part.points for part in parts), parts, found)
