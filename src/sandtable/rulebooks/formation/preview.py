"""What an action would do: of an attack its strength, cover level and dice, with every reason; of a move
what could be attacked from its end.
"""

from __future__ import annotations

from typing import Any

from sandtable.core.pools import mean
from sandtable.core.screen import plain
from sandtable.core.table import Chance, Modifier, Preview, Ray, Spot, Tone
from sandtable.rulebooks.formation import actions as verb
from sandtable.rulebooks.formation.actions import Action
from sandtable.rulebooks.formation.acts import LETTERS, SAID
from sandtable.rulebooks.formation.firepower import (
    FULL_LEVEL,
    OPEN_LEVEL,
    PARTIAL_LEVEL,
    attackers_of,
    can_attack,
    surrounded,
)
from sandtable.rulebooks.formation.movement import end_is_free, lay_path, path_reason, speed_needed
from sandtable.rulebooks.formation.pieces import stress_of
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
from sandtable.rulebooks.formation.state import (
    ASK_SNAP_ACTION,
    BY_ACTION,
    BY_SNAP,
    BY_WITHDRAWAL,
    FEARLESS,
    FORMATIONS,
    ON_TABLE,
    STANDS,
    VETERAN,
)
from sandtable.rulebooks.formation.suppose import Volley, declared, elsewhere, volleys
from sandtable.rulebooks.formation.withdrawal import strikers

LEVELS = {
    OPEN_LEVEL: ("Target in the open", "FM-ATK-19"),
    PARTIAL_LEVEL: ("Part of the target in cover", "FM-ATK-20"),
    FULL_LEVEL: ("The whole target in cover", "FM-ATK-21"),
}
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
            _attack(screen, action[0], shown)
        elif given.verb == verb.STRIKE:
            _strike(screen, int(given.formation), shown)
        elif given.verb == verb.RALLY:
            _rally(screen, given, shown)
    if given.verb == verb.MOVE and (code == 0 or code in OF_PATHS):
        _move(screen, given, shown)
        if code:
            _culprits(screen, action[0], code, shown)
    return shown


# Attacks ----------------------------------------------------------------------------------------------


def _attack(screen: Screen, action: Any, shown: Preview) -> None:
    """An attack action: who is suppressed, then both pools (FM-ATK-12 to 31)."""
    f, target = int(action.formation), int(action.target)
    able = int(can_attack(*screen.records, f, target, False) | can_attack(*screen.records, f, target, True))
    shooters = int(attackers_of(*screen.records, f, action))
    idle = [k for k in range(STANDS) if (able & ~shooters) >> k & 1]
    if idle:
        names = f"{len(idle)} of {able.bit_count()} stands"
        shown.modifiers.append(Modifier("Suppressed by stress", names, "FM-ATK-12"))
        shown.spots += [Spot(f * STANDS + k, "✕", "Suppressed: does not attack", "bad") for k in idle]
    by = BY_SNAP if screen.asked == ASK_SNAP_ACTION else BY_ACTION
    _pools(screen, declared(screen, f, target, by, shooters, int(action.stands)), shown)


def _strike(screen: Screen, f: int, shown: Preview) -> None:
    """A withdrawal attack, which stress does not hinder (FM-WITHDRAW-03)."""
    target = int(screen.game.move.formation)
    shooters = int(strikers(*screen.records, f))
    _pools(screen, declared(screen, f, target, BY_WITHDRAWAL, shooters, 0), shown)


def _pools(screen: Screen, attack: Any, shown: Preview) -> None:
    found = volleys(screen, attack)
    for volley in found:
        _pool(screen, volley, shown)
    if found:
        _order(screen, found[0], shown)
    shown.lines.append("The target takes 1 stress marker, and 1 for each stand killed (FM-ATK-32, 33).")
    stress, effective, count = stress_of(screen, int(attack.target))
    shown.lines.append(f"It has {stress} now, which count {effective}; it is routed at {count}.")


def _pool(screen: Screen, volley: Volley, shown: Preview) -> None:
    """One pool: strength, cover level, dice, and how many of them reach the lowest armour."""
    said = "Power strength" if volley.power else "Attack strength"
    number = volley.shooters.bit_count()
    who = f"{said} of {number} stand{'' if number == 1 else 's'}"
    clause = "FM-ATK-30" if volley.power else "FM-ATK-16"
    shown.modifiers.append(Modifier(who, halves(volley.strength), clause))
    words, clause = LEVELS[volley.level]
    shown.modifiers.append(Modifier(words, f"cover level {volley.level}", clause))
    shown.modifiers += _reliefs(screen, volley)
    level = volley.level - volley.off
    sum_ = f"{halves(volley.strength)} x 2" if level == 0 else f"{halves(volley.strength)} / {level}"
    kind = "power dice" if volley.power else "dice"
    one = kind if volley.dice != 1 else kind.replace("dice", "die")
    shown.lines.append(f"{sum_} = {volley.dice} {one} (FM-ATK-28).")
    shown.chances.append(chance(reaching(volley), volley))
    _armour(screen, volley, shown)


def reaching(volley: Volley) -> str:
    """What is counted of a pool: ``3 power dice that reach 4+``."""
    kind = "power " if volley.power else ""
    noun, verb_ = ("die", "reaches") if volley.dice == 1 else ("dice", "reach")
    return f"{volley.dice} {kind}{noun} that {verb_} {volley.lowest}+"


def chance(name: str, volley: Volley) -> Chance:
    """How many dice of a pool reach the lowest armour."""
    odds = volley.odds
    return Chance(name, [float(share) for share in odds], [str(share) for share in odds], float(mean(odds)))


def _reliefs(screen: Screen, volley: Volley) -> list[Modifier]:
    """What comes off the cover level, by reason (FM-ATK-22, 23), as `firepower.relief` counts it."""
    attack, found = volley.attack, []
    target = int(attack.target)
    if attack.target_routed and not has_special(*screen.records, target, FEARLESS):
        found.append(Modifier("Target routed", "-1 cover level", "FM-ATK-22"))
    if surrounded(*screen.records, int(attack.attacker), volley.shooters, target):
        found.append(Modifier("Target surrounded", "-1 cover level", "FM-ATK-23"))
    return found


def _armour(screen: Screen, volley: Volley, shown: Preview) -> None:
    """Say where the dice that are left may yet come to nothing."""
    first = int(volley.attack.target) * STANDS
    stands = [k for k in range(STANDS) if volley.eligible >> k & 1]
    armours = {int(volley.attack.armour[k]) for k in stands}
    if len(armours) > 1:
        shown.lines.append(
            f"Armour from {min(armours)}+ to {max(armours)}+: the nearest stands get their dice first, "
            "and a die below its stand's armour has no effect (FM-DICE-04)."
        )
    if any(screen.game.stands[first + k].shields for k in stands):
        shown.lines.append("Shields ignore the first dice put on them (FM-SPEC-22).")
    if any(screen.scenario.type[screen.kind(first + k)].save for k in stands):
        shown.lines.append("Stands with Save may undo hits (FM-SPEC-19).")


def _order(screen: Screen, volley: Volley, shown: Preview) -> None:
    """Number the target stands in the order in which they get dice, and draw who fires (FM-DICE-04)."""
    attack = volley.attack
    first, home = int(attack.target) * STANDS, int(attack.attacker) * STANDS
    stands = sorted((int(attack.gap[k]), k) for k in range(STANDS) if volley.eligible >> k & 1)
    gaps = sorted({gap for gap, _ in stands})
    for gap, k in stands:
        words = f"{gap / 100:g} cm away, armour {int(attack.armour[k])}+"
        shown.spots.append(
            Spot(first + k, str(gaps.index(gap) + 1), f"Gets dice in this order: {words}", "warn")
        )
    shown.lines.append(
        "Dice go to the nearest first: "
        + ", ".join(f"{LETTERS[k]} ({gap / 100:g} cm)" for gap, k in stands)
        + "."
    )
    for k in range(STANDS):
        if volley.shooters >> k & 1:
            _, t = min((int(gap_between(*screen.records, home + k, first + j)), first + j) for _, j in stands)
            shown.rays.append(Ray(screen.place(home + k), screen.place(t), tone="bad"))


def halves(number: int) -> str:
    """A number of halves as people write it: ``2½``."""
    whole = str(number // 2) if number > 1 else ""
    return whole + "½" * (number % 2) if number else "0"


# Other actions ----------------------------------------------------------------------------------------


def _rally(screen: Screen, action: Any, shown: Preview) -> None:
    """Markers removed (FM-RALLY-01, FM-SPEC-36, FM-AIR-16, FM-M09), as `activation.rally` does it."""
    f = int(action.formation)
    stress = int(screen.game.formations[f].stress)
    if is_aircraft(screen.records[0], f):
        shown.modifiers.append(Modifier("Aircraft", "all markers", "FM-AIR-16"))
        removed = stress
    else:
        shown.modifiers.append(Modifier("Half, rounded up", str((stress + 1) // 2), "FM-RALLY-01"))
        removed = (stress + 1) // 2
        if has_special(*screen.records, f, VETERAN):
            shown.modifiers.append(Modifier("Veteran", "1 more", "FM-SPEC-36"))
            removed += 1
        if action.amount:
            shown.modifiers.append(Modifier("Fire Discipline", "1 more", "FM-M09"))
            removed += 1
    shown.lines.append(f"Stress {stress} becomes {max(0, stress - removed)}.")


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
    for k in range(STANDS):
        n = int(action.legs[k])
        if not n or n > 4 or screen.game.stands[f * STANDS + k].where != ON_TABLE:
            continue
        s, points = f * STANDS + k, int(lay_path(game, f, k, action, work))
        wrong = int(path_reason(scenario, game, s, points, work)) == code
        if code == TOO_FAR:
            wrong = int(speed_needed(scenario, game, s, points, int(action.amount), work)) > 0
        elif code == OVERLAPS:
            wrong = not end_is_free(scenario, game, f, k, int(action.x[k, n - 1]), int(action.y[k, n - 1]))
        if wrong:
            shown.spots.append(Spot(s, "!", REASONS[code][0], "bad"))
