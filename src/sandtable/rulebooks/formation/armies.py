"""Army lists and armies from files, and the rules for building them (FM-SETUP-07, 08, FM-M03, FM-R77)."""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path
from typing import Any, Literal

from msgspec import Struct

from sandtable.core.army import Fault
from sandtable.core.content import ContentError, line_of, load
from sandtable.rulebooks.formation import state as s

CONTENT = Path(__file__).parent / "content"
RADIUS = {"infantry": 125, "vehicle": 150, "aircraft": 200}  # FM-R03
HUGE = 300
CLASSES = {"infantry": s.INFANTRY, "vehicle": s.VEHICLE, "aircraft": s.AIRCRAFT}
RULES = {
    "Barrage": s.BARRAGE,
    "Disrupt": s.DISRUPT,
    "Flak": s.FLAK,
    "Indirect": s.INDIRECT,
    "Power": s.POWER,
    "React": s.REACT,
    "Siege": s.SIEGE,
}
SPECIALS = {
    "Agile": s.AGILE,
    "Commander": s.COMMANDER,
    "Disposable": s.DISPOSABLE,
    "Elite": s.ELITE,
    "Fearless": s.FEARLESS,
    "Frenzied": s.FRENZIED,
    "Hover": s.HOVER,
    "Insertion": s.INSERTION,
    "Scout": s.SCOUT,
    "Veteran": s.VETERAN,
}
NUMBERED = ("Save", "Shield", "Structure", "Transport")
LIMITS = (20, 25, 30)  # points, FM-SETUP-08
MOST = 100  # stands read of one formation


class StandLine(Struct, forbid_unknown_fields=True, rename={"cls": "class"}):
    """One stand of an army list, as it is printed. Firepower: ``"½ Barrage Indirect"``; left out: none."""

    name: str
    cls: Literal["infantry", "vehicle", "aircraft"]
    speed: int
    armour: str
    points: float
    range: int = 0
    long: str = ""
    near: str = ""
    contact: str = ""
    special: list[str] = []
    huge: bool = False
    least_move: int = 20  # aircraft, FM-M02


class ArmyList(Struct, forbid_unknown_fields=True):
    """An army list. ``rules`` are the army special rules it may use where a scenario has them (FM-M09)."""

    name: str
    stand: list[StandLine]
    blurb: str = ""
    rules: list[Literal["Fire Discipline", "War Cry"]] = []


class FormationLine(Struct, forbid_unknown_fields=True):
    """One formation of an army: ``["3 Fire Squad", "2 IFV"]``."""

    name: str
    stands: list[str]


class Army(Struct, forbid_unknown_fields=True):
    """An army: formations of stands from one army list."""

    name: str
    army_list: str
    formation: list[FormationLine]


@cache
def army_list(name: str) -> ArmyList:
    """A shipped army list by its file's name. ContentError names those there are."""
    shipped = sorted(path.stem for path in (CONTENT / "lists").glob("*.toml"))
    if name not in shipped:  # a stranger's name is no path
        raise ContentError(f"{name[:40]}.toml", f"there is no such army list; there are {', '.join(shipped)}")
    path = CONTENT / "lists" / f"{name}.toml"
    found = load(path, ArmyList)
    for at, line in enumerate(found.stand):
        fill_type(s.Type.mirror(), line, path, at)
    return found


def army(name: str | Path) -> Army:
    """An army by the name of a shipped file, or from a file."""
    path = name if isinstance(name, Path) else CONTENT / "forces" / f"{name}.toml"
    if not isinstance(name, Path) and not path.exists():
        there = ", ".join(sorted(p.stem for p in (CONTENT / "forces").glob("*.toml")))
        raise ContentError(f"{name}.toml", f"there is no such army; there are {there}")
    return load(path, Army)


def firepower(text: str) -> tuple[int, int]:
    """``"½ Barrage"`` -> (halves, weapon rules). ValueError says what is wrong."""
    words = text.split()
    if not words:
        return 0, 0
    number = re.fullmatch(r"(\d*)(½?)", words[0])
    if number is None or not (number[1] or number[2]):
        raise ValueError(f"{words[0]!r} is no firepower: expected a number such as 2 or ½")
    rules = 0
    for word in words[1:]:
        if word not in RULES:
            raise ValueError(f"no weapon rule {word!r}; there are {', '.join(RULES)}")
        rules |= RULES[word]
    return 2 * int(number[1] or 0) + (1 if number[2] else 0), rules


def fill_type(out: Any, line: StandLine, path: Path, at: int) -> None:
    """Write a stand of a list into a `state.Type`. ContentError names file, line and field."""

    def wrong(field: str, problem: str) -> ContentError:
        where = f"stand[{at}].{field}"
        return ContentError(path.name, problem, line_of(path.read_text(encoding="utf-8"), where), where)

    out.cls = CLASSES[line.cls]
    out.radius = HUGE if line.huge else RADIUS[line.cls]
    for field, value, least, most in (("speed", line.speed, 0, 120), ("range", line.range, 0, 200)):
        if not least <= value <= most:
            raise wrong(field, f"is {value}: expected {least} to {most} cm")
    out.speed = 100 * line.speed
    out.range = 100 * line.range
    if not re.fullmatch(r"[2-6]\+", line.armour):
        raise wrong("armour", f"{line.armour!r}: expected 2+ to 6+")
    out.armour = int(line.armour[0])
    fp, weapon = [0] * s.BANDS, [0] * s.BANDS
    for band, field in ((s.LONG, "long"), (s.NEAR, "near"), (s.TOUCHING, "contact")):
        try:
            fp[band], weapon[band] = firepower(getattr(line, field))
        except ValueError as problem:
            raise wrong(field, str(problem)) from problem
    out.fp, out.weapon = fp, weapon
    out.special = out.save = out.shield = out.structure = out.transport = 0
    for text in line.special:
        numbered = re.fullmatch(r"(\w+) \((\d+)\+?\)", text)
        if text in SPECIALS:
            out.special |= SPECIALS[text]
        elif numbered and numbered[1] in NUMBERED and 1 <= int(numbered[2]) <= 10:
            setattr(out, numbered[1].lower(), int(numbered[2]))
        else:
            known = ", ".join([*SPECIALS, *(f"{name} (x)" for name in NUMBERED)])
            raise wrong("special", f"no special rule {text!r}; there are {known}")
    if line.huge and (not out.structure or line.cls != "vehicle"):
        raise wrong("huge", "only vehicles with Structure have a huge base")
    out.least_move = 100 * line.least_move if line.cls == "aircraft" else 0
    out.points = _halves(line.points)
    if out.points < 0:
        raise wrong("points", "expected whole or half points")


def _halves(points: float) -> int:
    doubled = points * 2
    return int(doubled) if doubled == int(doubled) and 0 < doubled <= 60 else -1


def counted(text: str) -> tuple[int, str]:
    """``"3 Fire Squad"`` -> (3, "Fire Squad"). ValueError for anything else."""
    found = re.fullmatch(r"(?:(\d{1,3}) +)?(\S.*)", text.strip())
    if found is None or found[1] == "0":
        raise ValueError(f"{text!r}: expected a number and a stand, such as '3 Fire Squad'")
    return int(found[1] or 1), found[2]


def stands_of(formation: FormationLine, lines: ArmyList) -> list[StandLine]:
    """The stands of a formation in order. ValueError for words that name no stand of the list."""
    by_name = {line.name.lower(): line for line in lines.stand}
    found: list[StandLine] = []
    for text in formation.stands:
        count, name = counted(text)
        if name.lower() not in by_name:
            raise ValueError(f"no stand {name!r} on the list of the {lines.name}")
        if len(found) + count > MOST:
            raise ValueError(f"more than {MOST} stands")
        found += [by_name[name.lower()]] * count
    return found


def points_of(force: Army) -> float:
    """Points value of an army."""
    lines = army_list(force.army_list)
    return sum(stand.points for formation in force.formation for stand in stands_of(formation, lines))


def problems(force: Army, limit: float | None = None) -> list[str]:
    """Every breach of the building rules, in words with their clauses; none if it may be played."""
    return [_said(force, fault) for fault in faults(force, limit)]


def _said(force: Army, fault: Fault) -> str:
    where = f"{force.formation[fault.part].name}: " if fault.part >= 0 else ""
    return f"{where}{fault.text}" + (f" ({fault.clause})" if fault.clause else "")


def faults(force: Army, limit: float | None = None) -> list[Fault]:
    """Every breach of the building rules (FM-SETUP-07, FM-M03, FM-R77)."""
    lines = army_list(force.army_list)
    found = []
    if not 3 <= len(force.formation) <= s.PER_SIDE:
        count = len(force.formation)
        words = f"{count} formation{'' if count == 1 else 's'}: an army has 3 to {s.PER_SIDE}"
        found.append(Fault(words, "FM-M03", field="formation"))
    commanders = 0
    total = 0.0
    for part, formation in enumerate(force.formation):
        field = f"formation[{part}].stands"
        try:
            stands = stands_of(formation, lines)
        except ValueError as problem:
            found.append(Fault(str(problem), field=field, part=part))
            continue
        found += [Fault(text, clause, field=field, part=part) for text, clause in _wrong_with(stands)]
        commanders += sum("Commander" in stand.special for stand in stands)
        total += sum(stand.points for stand in stands)
    if limit is not None and total > limit:
        words = f"{total:g} points: the limit is {limit:g}"
        found.append(Fault(words, "FM-SETUP-07", field="formation"))
    allowed = -(-int(2 * total) // 20)
    if commanders > allowed:
        words = f"{commanders} commander stands: one for each 10 points or part of 10"
        found.append(Fault(words, "FM-M03", field="formation"))
    return found


def _wrong_with(stands: list[StandLine]) -> list[tuple[str, str]]:
    """What is wrong with one formation, each with its clause."""
    found = []
    flying = {stand.cls == "aircraft" for stand in stands}
    if not 1 <= len(stands) <= s.STANDS:
        found.append((f"{len(stands)} stands: a formation has 1 to {s.STANDS}", "FM-M03"))
    if len(flying) > 1:
        found.append(("aircraft form formations of their own", "FM-R77"))
    elif True in flying and len(stands) > 3:
        found.append(("an aircraft formation has at most 3 stands", "FM-M03"))
    if any(stand.huge for stand in stands) and len(stands) > 5:
        found.append(("a formation with a huge stand has at most 5 stands", "FM-M03"))
    if sum("Commander" in stand.special for stand in stands) > 1:
        found.append(("a formation has at most one commander stand", "FM-M03"))
    return found
