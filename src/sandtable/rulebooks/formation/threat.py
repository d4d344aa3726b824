"""What the enemy could do to a formation with its next activations, each as bad as it may come."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from sandtable.core.table import Modifier, Preview, Ray
from sandtable.rulebooks.formation.hand import SNUG, paces
from sandtable.rulebooks.formation.odds import toll
from sandtable.rulebooks.formation.preview_attack import chances, percent
from sandtable.rulebooks.formation.screen import Screen
from sandtable.rulebooks.formation.stands import gap_between
from sandtable.rulebooks.formation.state import (
    AIRCRAFT,
    ALL_STANDS,
    BY_ACTION,
    CLOSE,
    NEAR,
    ON_TABLE,
    PER_SIDE,
    STANDS,
    TOUCHING,
)
from sandtable.rulebooks.formation.suppose import best_attack, elsewhere, expected, volleys

SHOWN = 6


@dataclass
class Danger:
    """The worst attack that one enemy formation could make."""

    formation: int
    supposed: Screen  # the game as it would then be
    attack: Any
    how: str  # "", "after a move", "after a charge"
    mean: Fraction


def threat(scenario: Any, texts: Any, view: Any, seat: int, piece: int) -> Preview:
    """The enemy formations that could attack a stand's formation, from where they are or after one move.

    They go straight at it, as if nothing stood in their way, and stress suppresses their weakest stands.
    """
    screen = Screen((scenario, view), texts, seat)
    there = 0 <= piece < ALL_STANDS and piece in screen.stands and screen.game.stands[piece].where == ON_TABLE
    if not there or not screen.is_own(piece):
        return Preview(title="Threat", lines=["Only an own stand on the table can be asked about."])
    f = piece // STANDS
    home = (1 - seat) * PER_SIDE
    found = [danger for g in range(home, home + PER_SIDE) if (danger := _danger(screen, g, f)) is not None]
    found.sort(key=lambda danger: danger.mean, reverse=True)
    shown = Preview(title=f"What could attack {screen.formation(f)} next")
    for danger in found[:SHOWN]:
        _tell(screen, danger, f, shown)
    shown.lines = _lines(found)
    return shown


def _danger(screen: Screen, g: int, f: int) -> Danger | None:
    """The worst that a formation could do; None if it cannot reach, or is routed."""
    stands = [s for s in screen.members(g) if screen.game.stands[s].where == ON_TABLE]
    if not stands or screen.game.formations[g].routed:
        return None
    ways = [("", screen)]
    kinds = {s: screen.scenario.type[screen.kind(s)] for s in stands}
    if any(kind.fp[NEAR] for kind in kinds.values()):
        ways.append((" after a move", _nearer(screen, stands, f, CLOSE)))
    flies = any(kind.cls == AIRCRAFT for kind in kinds.values())
    if not flies and any(kind.fp[TOUCHING] for kind in kinds.values()):
        ways.append((" after a charge", _nearer(screen, stands, f, round(100 * SNUG))))
    worst: Danger | None = None
    for how, supposed in ways:
        attack = best_attack(supposed, g, f, BY_ACTION)
        if attack is None:
            continue
        average = expected(volleys(supposed, attack))
        if worst is None or average > worst.mean:
            worst = Danger(g, supposed, attack, how, average)
    return worst


def _nearer(screen: Screen, stands: list[int], f: int, short: int) -> Screen:
    """The game as if stands had gone straight towards the nearest of a formation, up to a gap."""
    goals = [t for t in screen.members(f) if screen.game.stands[t].where == ON_TABLE]
    speeds = paces(screen, stands)
    places = {}
    for s in stands:
        gap, t = min((int(gap_between(*screen.records, s, t)), t) for t in goals)
        here, goal = screen.game.stands[s], screen.game.stands[t]
        far = min(speeds[s], gap - short)
        long = ((goal.x - here.x) ** 2 + (goal.y - here.y) ** 2) ** 0.5
        if far > 0 and long > 0:
            part = far / long
            places[s] = round(here.x + (goal.x - here.x) * part), round(here.y + (goal.y - here.y) * part)
    return elsewhere(screen, places)


def _tell(screen: Screen, danger: Danger, f: int, shown: Preview) -> None:
    name = screen.formation(danger.formation)
    if screen.game.formations[danger.formation].activated:
        name += " (next round)"
    cost = toll(danger.supposed, danger.attack)
    if cost is not None:
        shown.chances += chances(cost, f"{name}{danger.how}: ")
        if not screen.game.formations[f].routed:
            size = f"routs it {percent(cost.routed)}"
            shown.modifiers.append(Modifier(f"{name}{danger.how}", size, "FM-ROUT-01"))
    here = [s for s in screen.members(danger.formation) if screen.game.stands[s].where == ON_TABLE]
    goals = [t for t in screen.members(f) if screen.game.stands[t].where == ON_TABLE]
    _, s, t = min((int(gap_between(*screen.records, s, t)), s, t) for s in here for t in goals)
    shown.rays.append(Ray(screen.place(s), screen.place(t), tone="bad" if not danger.how else "warn"))
    shown.sources += here


def _lines(found: list[Danger]) -> list[str]:
    if not found:
        return ["No enemy formation could attack it, now or after one move."]
    now = sum(1 for danger in found if not danger.how)
    lines = [
        f"{len(found)} enemy formation{'' if len(found) == 1 else 's'} could attack it, {now} without a move."
    ]
    if len(found) > SHOWN:
        lines.append(f"The {SHOWN} gravest are shown.")
    lines.append(
        "They are taken to go straight at it; each attack brings 1 stress marker and 1 for each stand killed."
    )
    return lines
