"""What one would expect a formation to do now, if it cannot: each with the reason and its clause."""

from __future__ import annotations

from typing import Any

from sandtable.core.table import Withheld
from sandtable.rulebooks.formation import actions as verb
from sandtable.rulebooks.formation.actions import formation_name, parse
from sandtable.rulebooks.formation.hand import drags
from sandtable.rulebooks.formation.reasons import NO_STAND_CAN, REASONS, WRONG_MARKERS
from sandtable.rulebooks.formation.screen import Screen
from sandtable.rulebooks.formation.sight import sees
from sandtable.rulebooks.formation.stands import gap_between
from sandtable.rulebooks.formation.state import (
    AIRCRAFT,
    ASK_ACTION,
    ASK_COMMANDER,
    ASK_FORMATION,
    ASK_PLACE,
    ASK_SNAP,
    ASK_SNAP_ACTION,
    CLOSE,
    CONTACT,
    FLAK,
    LONG,
    NEAR,
    ON_TABLE,
    PER_SIDE,
    TOUCHING,
)


def withheld(screen: Screen, f: int, offered: list[Any]) -> list[Withheld]:
    """What an own formation would be expected to do now and cannot; ``offered`` are its legal actions."""
    if screen.asked in (ASK_ACTION, ASK_SNAP_ACTION) and int(screen.question.unit) == f:
        return _attacks(screen, f, offered) + _charge(screen, f) + _specials(screen, f)
    if screen.asked in (ASK_FORMATION, ASK_COMMANDER):
        return _tried(screen, "Activate", f"activate {formation_name(f)}")
    if screen.asked == ASK_SNAP:
        return _snap(screen, f)
    if screen.asked == ASK_PLACE:
        return _tried(screen, "Keep it off-board", f"reserve {formation_name(f)}")
    return []


def refused(screen: Screen, text: str) -> int:
    """Why an action in notation is refused, 0 if it is not."""
    return screen.refusal(parse(screen.rows[0], screen.seat, text))


def _tried(screen: Screen, label: str, text: str) -> list[Withheld]:
    """An action, if it is refused."""
    code = refused(screen, text)
    return [Withheld(label, *REASONS[code])] if code else []


# Attacks ------------------------------------------------------------------------------------------------


def _attacks(screen: Screen, f: int, offered: list[Any]) -> list[Withheld]:
    """The enemy formations on the table that cannot be attacked; one line if one reason holds for all."""
    open_ = {int(action.target) for action in offered if action.verb == verb.ATTACK}
    found = {}
    for g in enemies(screen, f):
        if g in open_:
            continue
        code = refused(screen, f"attack {formation_name(f)} {formation_name(g)}")
        if code == NO_STAND_CAN:
            found[g] = out_of_reach(screen, f, g)
        elif code not in (0, WRONG_MARKERS):  # which stands are suppressed is still to be chosen
            found[g] = REASONS[code]
    if len(found) > 1 and not open_ and len(set(found.values())) == 1:
        return [Withheld("Attack", *next(iter(found.values())))]
    return [Withheld(f"Attack {screen.formation(g)}", *reason) for g, reason in found.items()]


def enemies(screen: Screen, f: int) -> list[int]:
    """The other side's formations on the table, the nearest first."""
    home = (1 - f // PER_SIDE) * PER_SIDE
    there = [g for g in range(home, home + PER_SIDE) if screen.where(g) == ON_TABLE]
    return sorted(there, key=lambda g: nearest_gap(screen, f, g))


def nearest_gap(screen: Screen, f: int, g: int) -> int:
    """The least gap between stands of two formations, in hundredths."""
    gaps = [
        int(gap_between(*screen.records, s, t))
        for s in screen.members(f)
        for t in screen.members(g)
        if screen.game.stands[s].where == screen.game.stands[t].where == ON_TABLE
    ]
    return max(0, min(gaps, default=0))


def out_of_reach(screen: Screen, f: int, g: int) -> tuple[str, str]:
    """Why no stand of a formation can attack another: no weapon, no reach, no sight (FM-ATK-03, 11)."""
    flies = screen.scenario.type[screen.kind(screen.members(g)[0])].cls == AIRCRAFT
    kinds = {s: screen.scenario.type[screen.kind(s)] for s in screen.members(f)}
    reaches = {s: reach for s, kind in kinds.items() if (reach := _reach(kind, flies)) >= 0}
    if not reaches:
        return ("only firepower with Flak attacks aircraft", "FM-AIR-11") if flies else REASONS[NO_STAND_CAN]
    within = [
        (s, t)
        for s, reach in reaches.items()
        for t in screen.members(g)
        if int(gap_between(*screen.records, s, t)) <= reach
    ]
    if not within:
        gap, far = nearest_gap(screen, f, g) / 100, max(reaches.values()) / 100
        return f"it is {gap:.1f} cm away, and the reach is {far:g} cm", "FM-ATK-11"
    if not any(sees(*screen.records, s, t) for s, t in within):
        return "no stand within reach sees any of its stands", "FM-ATK-03"
    return REASONS[NO_STAND_CAN]


def _reach(kind: Any, flies: bool) -> int:
    """The outer limit of a stand's firepower, as `firepower.reach` has it; -1 without any."""
    for band, far in ((LONG, int(kind.range)), (NEAR, CLOSE), (TOUCHING, CONTACT)):
        if kind.fp[band] and (not flies or kind.weapon[band] & FLAK):
            return far
    return -1


# Other actions ------------------------------------------------------------------------------------------


def _charge(screen: Screen, f: int) -> list[Withheld]:
    """To go into contact, if even the straight way to the nearest enemy is too long (FM-MOVE-01, 03)."""
    moves = drags(screen, screen.members(f)[0])
    ways = [
        (int(gap_between(*screen.records, mover.piece, t)) / 100, mover.reach)
        for mover in (moves[0].movers if moves else [])
        for t in moves[0].wary
    ]
    if not ways or any(gap <= reach for gap, reach in ways):
        return []
    gap, reach = min(ways, key=lambda way: way[0] - way[1])
    return [
        Withheld("Charge", f"the nearest enemy is {gap:.1f} cm away, and it goes {reach:g} cm", "FM-MOVE-01")
    ]


def _specials(screen: Screen, f: int) -> list[Withheld]:
    """An army's own action that has been used (FM-M09)."""
    used = []
    if screen.scenario.discipline[screen.seat] and screen.game.discipline_used[screen.seat]:
        used += _tried(screen, "Rally with Fire Discipline", f"rally {formation_name(f)} disciplined")
    return used


def _snap(screen: Screen, f: int) -> list[Withheld]:
    """A snap action, with the one reason of several that holds (FM-SNAP-03, 04, FM-AIR-12)."""
    code = refused(screen, f"snap {formation_name(f)}")
    if not code:
        return []
    reason, clause = REASONS[code]
    formation = screen.game.formations[f]
    if screen.scenario.type[screen.kind(screen.members(f)[0])].cls == AIRCRAFT:
        reason, clause = "aircraft never take snap actions", "FM-AIR-12"
    elif formation.routed:
        reason, clause = "it is routed", "FM-SNAP-03"
    elif formation.activated:
        reason, clause = "it has activated this round", "FM-SNAP-04"
    return [Withheld("Snap action", reason, clause)]
