"""Pieces and cards: the stands of both armies as round counters, and what is printed on them."""

from __future__ import annotations

from functools import lru_cache
from typing import Any

from sandtable.core.table import Badge, Card, Fact, Group, Piece, Tone
from sandtable.rulebooks.formation.actions import formation_name
from sandtable.rulebooks.formation.screen import Screen
from sandtable.rulebooks.formation.stands import effective_stress, stands_counted
from sandtable.rulebooks.formation.state import (
    AIRCRAFT,
    EMBARKED,
    INFANTRY,
    OFF_BOARD,
    ON_TABLE,
    PER_SIDE,
    SIDES,
    STANDS,
    UNPLACED,
)

CLASSES = {"infantry": "Infantry", "vehicle": "Vehicle", "aircraft": "Aircraft"}
TRAYS = {UNPLACED: "To deploy", OFF_BOARD: "Off the board", EMBARKED: "Aboard"}

# What the special rules of stands and weapons do, and their clauses; those with a number lose it here.
RULES = {
    "Agile": ("ignores difficult terrain", "FM-SPEC-02"),
    "Commander": ("another formation may be activated right after its own", "FM-SPEC-03"),
    "Disposable": ("no stress when it is killed", "FM-SPEC-06"),
    "Elite": ("stress of its formation counts half", "FM-SPEC-07"),
    "Fearless": ("being routed makes it no easier to hit, and it is not run down", "FM-SPEC-08"),
    "Frenzied": ("moves 10 cm more if that ends in contact", "FM-SPEC-10"),
    "Hover": ("terrain does not hinder its moves", "FM-SPEC-11"),
    "Insertion": ("may arrive anywhere, 10 cm from enemies", "FM-SPEC-14"),
    "Save": ("may roll not to be removed when hit", "FM-SPEC-19"),
    "Scout": ("may be 10 cm from others of its formation", "FM-SPEC-21"),
    "Shield": ("the first dice put on it are ignored", "FM-SPEC-22"),
    "Structure": ("takes so many hits and weighs as many stands", "FM-SPEC-25"),
    "Transport": ("lends its speed to infantry, or carries it as an aircraft", "FM-SPEC-34"),
    "Veteran": ("its formation rallies one marker more", "FM-SPEC-36"),
}


def trays(screen: Screen) -> list[str]:
    """The places beside the board where stands are, in order: the seat's own first."""
    used = {tray(screen, s) for s in screen.stands}
    sides = sorted(range(SIDES), key=lambda side: side != screen.seat)
    return [name for side in sides for kind in TRAYS if (name := _tray(screen, side, kind)) in used]


def tray(screen: Screen, s: int) -> str:
    """The place beside the board where a stand is; empty if it is on the table."""
    where = int(screen.game.stands[s].where)
    return "" if where == ON_TABLE else _tray(screen, s // STANDS // PER_SIDE, where)


def _tray(screen: Screen, side: int, where: int) -> str:
    name = TRAYS[where]
    return name if side == screen.seat else f"{name}: {screen.side_name(side)}"


def pieces(screen: Screen, ready: set[int]) -> list[Piece]:
    """Every stand that is left; ``ready`` are the formations that can do something now."""
    return [piece(screen, s, s // STANDS in ready) for s in screen.stands]


def groups(screen: Screen, ready: set[int]) -> list[Group]:
    """The formations of which anything is left, with the marks of the whole: stress, routed, at work."""
    return [
        Group(
            id=f,
            owner=f // PER_SIDE,
            name=screen.texts.formations[f],
            short=formation_name(f),
            badges=badges_of(screen, f),
            ready=f in ready,
            note=state_of(screen, f),
        )
        for f in sorted({s // STANDS for s in screen.stands})
    ]


def piece(screen: Screen, s: int, ready: bool) -> Piece:
    """One stand as a round counter of its own size (FM-R03), with its own badges."""
    f, size = s // STANDS, int(screen.scenario.type[screen.kind(s)].radius) / 50
    shown = Piece(
        id=s,
        owner=f // PER_SIDE,
        name=screen.stand(s),
        symbol=symbol(screen, s),
        letters=letters_of(tuple(line.name for line in screen.texts.stands))[screen.kind(s)],
        w=size,
        h=size,
        shape="circle",
        badges=own_badges(screen, s),
        group=f,
        tray=tray(screen, s),
        ready=ready,
        note=note(screen, s),
    )
    if not shown.tray:
        shown.x, shown.y = screen.place(s)
    return shown


def symbol(screen: Screen, s: int) -> str:
    """The client's symbol for a stand: what it is most of all."""
    kind, line = screen.scenario.type[screen.kind(s)], screen.line(s)
    if kind.cls == AIRCRAFT:
        return "aircraft"
    if "Commander" in line.special:
        return "commander"
    if kind.cls == INFANTRY:
        return "infantry"
    if any("Barrage" in text or "Indirect" in text for text in (line.long, line.near, line.contact)):
        return "artillery"
    return "carrier" if any(rule.startswith("Transport") for rule in line.special) else "tank"


@lru_cache(32)
def letters_of(titles: tuple[str, ...]) -> tuple[str, ...]:
    """Two or three letters for each type of stand, all different: its initials if they are free."""
    given: list[str] = []
    for title in titles:
        words = title.replace("-", " ").split()
        first = words[0]
        tries = ["".join(word[0] for word in words).upper()[:3]] * (len(words) > 1)
        tries += [first[:3]] * first.isupper() + [first[0].upper() + letter.lower() for letter in first[1:]]
        tries += [f"{first[0].upper()}{digit}" for digit in range(1, 100)]
        given.append(next(letters for letters in tries if letters not in given))
    return tuple(given)


def stress_of(screen: Screen, f: int) -> tuple[int, int, int]:
    """A formation's stress markers, as how many they count, and as how many stands it counts."""
    effective = int(effective_stress(*screen.records, f))
    return int(screen.game.formations[f].stress), effective, int(stands_counted(*screen.records, f))


def badges_of(screen: Screen, f: int) -> list[Badge]:
    """Marks of a whole formation: stress, with what it suppresses; routed; activated; at work now."""
    formation, found = screen.game.formations[f], []
    stress, effective, count = stress_of(screen, f)
    if stress:
        titled = f"Stress {stress}: suppresses {min(effective, count)} of {count} stands when it attacks"
        found.append(Badge(str(stress), titled, "bad" if 2 * effective >= count else "warn"))
    if formation.routed:
        found.append(Badge("Rt", "Routed: may only move or rally", "bad"))
    if f in (int(screen.game.active), int(screen.game.snapper)):
        found.append(Badge("▶", "It acts now", "good"))
    elif formation.activated:
        found.append(Badge("✓", "Activated in this round", "plain"))
    return found


def own_badges(screen: Screen, s: int) -> list[Badge]:
    """Marks of one stand: Structure and Shields left."""
    stand, kind, found = screen.game.stands[s], screen.scenario.type[screen.kind(s)], []
    if kind.structure:
        tone: Tone = "own" if stand.structure == kind.structure else "warn"
        found.append(Badge(f"S{stand.structure}", f"Structure {stand.structure} of {kind.structure}", tone))
    if kind.shield:
        found.append(Badge(f"H{stand.shields}", f"Shields {stand.shields} of {kind.shield}", "own"))
    return found


def note(screen: Screen, s: int) -> str:
    """One line for a tooltip and for screen readers."""
    f = s // STANDS
    whose = screen.side_name(f // PER_SIDE)
    return f"{screen.stand(s)} of {whose}, {screen.lies(s)}; {screen.formation(f)}: {state_of(screen, f)}"


def state_of(screen: Screen, f: int) -> str:
    """How a formation is, in words: ``6 stands, stress 2, activated``."""
    formation = screen.game.formations[f]
    stress, _, count = stress_of(screen, f)
    words = [f"{count} stand{'' if count == 1 else 's'}", f"stress {stress}"]
    words += ["routed"] * formation.routed
    if f in (int(screen.game.active), int(screen.game.snapper)):
        words.append("acting now")
    elif formation.activated:
        words.append("activated this round")
    return ", ".join(words)


def card(screen: Screen, s: int) -> Card:
    """What is printed on a stand, and how its formation is."""
    line, f = screen.line(s), s // STANDS
    stress, effective, count = stress_of(screen, f)
    facts = [
        Fact("Speed", f"{line.speed} cm", clause="FM-MOVE-01"),
        Fact("Armour", line.armour, clause="FM-DICE-02"),
        Fact("Firepower", firepower_of(line), clause="FM-ATK-07"),
        _stress(stress, effective, count),
    ]
    facts += [special(rule) for rule in line.special]
    points = f"{line.points:g} point{'' if line.points == 1 else 's'}"
    subtitle = f"{screen.formation(f)} · {CLASSES[line.cls]}, {points}"
    return Card(s, screen.stand(s), subtitle, facts, tray=tray(screen, s))


def firepower_of(line: Any) -> str:
    """A stand's firepower at each distance: ``½ to 30 cm, 1 to 20 cm, 2 in contact``."""
    far = f"{line.long} to {line.range} cm" if line.long else ""
    near = f"{line.near} to 20 cm" if line.near else ""
    contact = f"{line.contact} in contact" if line.contact else ""
    return ", ".join(words for words in (far, near, contact) if words) or "none"


def _stress(stress: int, effective: int, count: int) -> Fact:
    """How near a formation is to being routed (FM-ROUT-01)."""
    halved = f", counts {effective}" if effective != stress else ""
    tone: Tone = "bad" if effective >= count else "warn" if effective else "plain"
    value = f"{stress}{halved}; routed at {count}"
    return Fact("Stress", value, count, min(effective, count), "FM-ROUT-01", tone)


def special(rule: str) -> Fact:
    """A special rule of a stand and what it does."""
    words, clause = RULES.get(rule.partition(" ")[0], ("", ""))
    return Fact(rule, words, clause=clause)
