"""What an action would do: what comes of an attack (`preview_attack`), what a rally takes away, whom stands
could attack from the end of a move.
"""

from __future__ import annotations

from typing import Any

from sandtable.core.screen import plain
from sandtable.core.table import Modifier, Preview, Ray, Spot, Tone
from sandtable.rulebooks.formation import actions as verb
from sandtable.rulebooks.formation.actions import Action
from sandtable.rulebooks.formation.acts import SAID, removed
from sandtable.rulebooks.formation.firepower import can_attack
from sandtable.rulebooks.formation.movement import lay_path, path_reason, speed_needed
from sandtable.rulebooks.formation.obstacles import ANYWHERE, is_free, survey
from sandtable.rulebooks.formation.pieces import stress_of
from sandtable.rulebooks.formation.preview_attack import preview_attack, preview_strike
from sandtable.rulebooks.formation.reasons import (
    ENEMY_ZONE,
    IN_IMPASSABLE,
    LEAVES_SLOW,
    OFF_TABLE,
    OVERLAPS,
    REASONS,
    THROUGH_ENEMY,
    TOO_FAR,
    TOO_SHORT,
)
from sandtable.rulebooks.formation.screen import Screen
from sandtable.rulebooks.formation.sight import sees
from sandtable.rulebooks.formation.stands import gap_between, has_special, is_aircraft
from sandtable.rulebooks.formation.state import FORMATIONS, ON_TABLE, STANDS, VETERAN
from sandtable.rulebooks.formation.suppose import elsewhere

OF_PATHS = (OFF_TABLE, IN_IMPASSABLE, TOO_FAR, THROUGH_ENEMY, ENEMY_ZONE, LEAVES_SLOW, OVERLAPS, TOO_SHORT)


def preview(scenario: Any, texts: Any, view: Any, seat: int, action: Any) -> Preview:
    """What an action would do; and why not, if it is not legal."""
    screen = Screen((scenario, view), texts, seat)
    code = screen.refusal(action)
    reason, clause = REASONS[code] if code else ("", "")
    shown = Preview(legal=code == 0, reason=reason, clause=clause)
    given = plain(Action, action)
    if code == 0:
        shown.title = SAID[int(given.verb)][0](screen, given)
        if given.verb == verb.ATTACK:
            preview_attack(screen, action[0], shown)
        elif given.verb == verb.STRIKE:
            preview_strike(screen, int(given.formation), shown)
        elif given.verb == verb.RALLY:
            _rally(screen, given, shown)
    if given.verb == verb.MOVE and (code == 0 or code in OF_PATHS):
        _move(screen, given, shown)
        if code:
            _culprits(screen, action[0], code, shown)
    return shown


# Rallies and moves ------------------------------------------------------------------------------------


def _rally(screen: Screen, action: Any, shown: Preview) -> None:
    """Markers removed, as `activation.rally` does it (FM-RALLY-01, FM-SPEC-24, 36, FM-AIR-16, FM-M09)."""
    f = int(action.formation)
    stress = int(screen.game.formations[f].stress)
    if is_aircraft(screen.records[0], f):
        shown.modifiers.append(Modifier("Aircraft", "all markers", "FM-AIR-16"))
    else:
        shown.modifiers.append(Modifier("Half, rounded up", str((stress + 1) // 2), "FM-RALLY-01"))
        if has_special(*screen.records, f, VETERAN):
            shown.modifiers.append(Modifier("Veteran", "1 more", "FM-SPEC-36"))
        if action.amount:
            shown.modifiers.append(Modifier("Fire Discipline", "1 more", "FM-M09"))
    shown.lines.append(f"Stress {stress} becomes {max(0, stress - removed(screen, action))}.")
    count = stress_of(screen, f)[2]
    if screen.game.formations[f].routed:
        shown.lines.append(f"It is routed while its stress counts {count} or more (FM-ROUT-07).")


def _move(screen: Screen, action: Any, shown: Preview) -> None:
    """How far the stand that goes farthest goes, and whom the formation could attack from there."""
    f, farthest, places = int(action.formation), 0.0, {}
    for k in range(STANDS):
        if not int(action.legs[k]):
            continue
        x, y = screen.place(f * STANDS + k)
        long = 0.0
        for i in range(int(action.legs[k])):
            there = action.x[k, i] / 100, action.y[k, i] / 100
            long += float(((there[0] - x) ** 2 + (there[1] - y) ** 2) ** 0.5)
            x, y = there
            places[f * STANDS + k] = int(action.x[k, i]), int(action.y[k, i])
        farthest = max(farthest, long)
    shown.lines.append(f"The stand that goes farthest goes {farthest:.1f} cm.")
    _reach(elsewhere(screen, places), f, shown)


def _reach(screen: Screen, f: int, shown: Preview) -> None:
    """The enemy formations that could be attacked from where a formation is, with a line to each."""
    found = []
    for g in range(FORMATIONS):
        there = [s for s in screen.members(g) if screen.game.stands[s].where == ON_TABLE]
        if g // (FORMATIONS // 2) == f // (FORMATIONS // 2) or not there:
            continue
        able = int(can_attack(*screen.records, f, g, False))
        if able:
            name, count = screen.formation(g), able.bit_count()
            found.append(f"{name} ({count} of {len(screen.members(f))} stands)")
        _line_to(screen, f, there, able, shown)
    said = "; ".join(found) if found else "no enemy formation by sight"
    shown.lines.append(f"From there it could attack {said}.")


def _line_to(screen: Screen, f: int, there: list[int], able: int, shown: Preview) -> None:
    """A line from the nearest stand that could attack to what it sees; a quiet one where nothing could be."""
    here = [s for s in screen.members(f) if not able or able >> s % STANDS & 1]
    gap, s, t = min((int(gap_between(*screen.records, s, t)), s, t) for s in here for t in there)
    if able:
        seen = [(int(gap_between(*screen.records, s, t)), t) for t in there if sees(*screen.records, s, t)]
        gap, t = min(seen) if seen else (gap, t)
    elif gap > screen.scenario.type[screen.kind(s)].range or sees(*screen.records, s, t):
        return
    tone: Tone = "good" if able else "plain"
    shown.rays.append(Ray(screen.place(s), screen.place(t), f"{max(0, gap) / 100:.1f} cm", tone))


def _culprits(screen: Screen, action: Any, code: int, shown: Preview) -> None:
    """Point at the stands whose own path, or end, is refused."""
    f = int(action.formation)
    scenario, game = screen.records
    work = screen.desk.works[0]
    survey(scenario, game, f, ANYWHERE, work)
    for k in range(STANDS):
        n = int(action.legs[k])
        if not n or n > 4 or screen.game.stands[f * STANDS + k].where != ON_TABLE:
            continue
        s, points = f * STANDS + k, int(lay_path(game, f, k, action, work))
        wrong = int(path_reason(scenario, game, s, points, work)) == code
        if code == TOO_FAR:
            wrong = int(speed_needed(scenario, game, s, points, int(action.amount), work)) > 0
        elif code == OVERLAPS:
            r = screen.scenario.type[screen.kind(s)].radius
            wrong = not is_free(int(action.x[k, n - 1]), int(action.y[k, n - 1]), r, work)
        if wrong:
            shown.spots.append(Spot(s, "!", REASONS[code][0], "bad"))
