"""What an action would do: of an attack its strength, cover level and dice, with every reason."""

from __future__ import annotations

from fractions import Fraction
from math import comb
from typing import Any

from sandtable.core.pools import mean
from sandtable.core.record import blank
from sandtable.core.table import Chance, Modifier, Preview
from sandtable.rulebooks.formation import actions as verb
from sandtable.rulebooks.formation.actions import Action
from sandtable.rulebooks.formation.acts import SAID
from sandtable.rulebooks.formation.allocation import room_for_dice
from sandtable.rulebooks.formation.attack import forget, line_up
from sandtable.rulebooks.formation.firepower import (
    FULL_LEVEL,
    OPEN_LEVEL,
    PARTIAL_LEVEL,
    attackers_of,
    band_of,
    can_attack,
    dice_for,
    eligible_stands,
    level_of,
    pool_shooters,
    strength_of,
    surrounded,
)
from sandtable.rulebooks.formation.pieces import stress_of
from sandtable.rulebooks.formation.reasons import REASONS
from sandtable.rulebooks.formation.screen import Screen, plain
from sandtable.rulebooks.formation.stands import has_special, is_aircraft
from sandtable.rulebooks.formation.state import (
    ASK_SNAP_ACTION,
    BY_ACTION,
    BY_SNAP,
    BY_WITHDRAWAL,
    FEARLESS,
    STANDS,
    TOUCHING,
    VETERAN,
    Attack,
)
from sandtable.rulebooks.formation.withdrawal import strikers

LEVELS = {
    OPEN_LEVEL: ("Target in the open", "FM-ATK-19"),
    PARTIAL_LEVEL: ("Part of the target in cover", "FM-ATK-20"),
    FULL_LEVEL: ("The whole target in cover", "FM-ATK-21"),
}


def preview(scenario: Any, texts: Any, view: Any, seat: int, action: Any) -> Preview:
    """What an action would do; and why not, if it is not legal."""
    screen = Screen((scenario, view), texts, seat)
    code = screen.refusal(action)
    reason, clause = REASONS[code] if code else ("", "")
    shown = Preview(legal=code == 0, reason=reason, clause=clause)
    if code == 0:
        given = plain(Action, action)
        shown.title = SAID[int(given.verb)][0](screen, given)
        if given.verb == verb.ATTACK:
            _attack(screen, action[0], shown)
        elif given.verb == verb.STRIKE:
            _strike(screen, int(given.formation), shown)
        elif given.verb == verb.RALLY:
            _rally(screen, given, shown)
        elif given.verb == verb.MOVE:
            _move(screen, given, shown)
    return shown


# Attacks ----------------------------------------------------------------------------------------------


def _attack(screen: Screen, action: Any, shown: Preview) -> None:
    """An attack action: who is suppressed, then both pools (FM-ATK-12 to 31)."""
    f, target = int(action.formation), int(action.target)
    able = int(can_attack(*screen.records, f, target, False) | can_attack(*screen.records, f, target, True))
    shooters = int(attackers_of(*screen.records, f, action))
    if able & ~shooters:
        names = f"{(able & ~shooters).bit_count()} of {able.bit_count()} stands"
        shown.modifiers.append(Modifier("Suppressed by stress", names, "FM-ATK-12"))
    by = BY_SNAP if screen.asked == ASK_SNAP_ACTION else BY_ACTION
    _pools(screen, _declared(screen, f, target, by, shooters, int(action.stands)), shown)


def _strike(screen: Screen, f: int, shown: Preview) -> None:
    """A withdrawal attack, which stress does not hinder (FM-WITHDRAW-03)."""
    target = int(screen.game.move.formation)
    shooters = int(strikers(*screen.records, f))
    _pools(screen, _declared(screen, f, target, BY_WITHDRAWAL, shooters, 0), shown)


def _declared(screen: Screen, f: int, target: int, by: int, shooters: int, indirect: int) -> Any:
    """The attack as `attack.declare` would begin it, beside the game."""
    attack = blank(Attack)[0]
    forget(attack)
    attack.attacker, attack.target, attack.by = f, target, by
    attack.shooters, attack.indirect = shooters, indirect & shooters
    attack.target_routed = screen.game.formations[target].routed
    for k in range(STANDS):
        if shooters >> k & 1:
            uses = bool(indirect >> k & 1)
            contact = by == BY_WITHDRAWAL
            attack.band[k] = TOUCHING if contact else band_of(*screen.records, f * STANDS + k, target, uses)
    return attack


def _pools(screen: Screen, attack: Any, shown: Preview) -> None:
    for number in (0, 1):
        attack.pool = number
        _pool(screen, attack, shown)
    shown.lines.append("The target takes 1 stress marker, and 1 for each stand killed (FM-ATK-32, 33).")
    stress, effective, count = stress_of(screen, int(attack.target))
    shown.lines.append(f"It has {stress} now, which count {effective}; it is routed at {count}.")


def _pool(screen: Screen, attack: Any, shown: Preview) -> None:
    """One pool: strength, cover level, dice, and how many of them reach the lowest armour."""
    shooters = int(pool_shooters(*screen.records, attack))
    eligible = int(eligible_stands(*screen.records, attack, shooters)) if shooters else 0
    if not eligible:
        return
    power = bool(attack.pool)
    level = int(level_of(*screen.records, attack, eligible))
    strength = int(strength_of(*screen.records, attack, shooters, level > OPEN_LEVEL))
    said = "Power strength" if power else "Attack strength"
    number = shooters.bit_count()
    who = f"{said} of {number} stand{'' if number == 1 else 's'}"
    shown.modifiers.append(Modifier(who, _halves(strength), "FM-ATK-30" if power else "FM-ATK-16"))
    shown.modifiers.append(Modifier(LEVELS[level][0], f"cover level {level}", LEVELS[level][1]))
    for modifier in _reliefs(screen, attack, shooters):
        shown.modifiers.append(modifier)
        level -= 1
    lowest = int(line_up(*screen.records, attack, shooters, eligible))
    dice = int(room_for_dice(attack, dice_for(strength, level)))
    sum_ = f"{_halves(strength)} x 2" if level == 0 else f"{_halves(strength)} / {level}"
    kind = "power dice" if power else "dice"
    shown.lines.append(f"{sum_} = {dice} {kind if dice != 1 else kind.replace('dice', 'die')} (FM-ATK-28).")
    shown.chances.append(_chance(f"{dice} {kind} that reach {lowest}+", dice, _reaching(lowest, power)))
    _armour(screen, attack, eligible, shown)


def _reliefs(screen: Screen, attack: Any, shooters: int) -> list[Modifier]:
    """What comes off the cover level, by reason (FM-ATK-22, 23), as `firepower.relief` counts it."""
    target, found = int(attack.target), []
    if attack.target_routed and not has_special(*screen.records, target, FEARLESS):
        found.append(Modifier("Target routed", "-1 cover level", "FM-ATK-22"))
    if surrounded(*screen.records, int(attack.attacker), shooters, target):
        found.append(Modifier("Target surrounded", "-1 cover level", "FM-ATK-23"))
    return found


def _armour(screen: Screen, attack: Any, eligible: int, shown: Preview) -> None:
    """Say where the dice that are left may yet come to nothing."""
    first = int(attack.target) * STANDS
    stands = [k for k in range(STANDS) if eligible >> k & 1]
    armours = {int(attack.armour[k]) for k in stands}
    if len(armours) > 1:
        shown.lines.append(
            f"Armour from {min(armours)}+ to {max(armours)}+: the nearest stands get their dice first, "
            "and a die below its stand's armour has no effect (FM-DICE-04)."
        )
    if any(screen.game.stands[first + k].shields for k in stands):
        shown.lines.append("Shields ignore the first dice put on them (FM-SPEC-22).")
    if any(screen.scenario.type[screen.kind(first + k)].save for k in stands):
        shown.lines.append("Stands with Save may undo hits (FM-SPEC-19).")


def _reaching(lowest: int, power: bool) -> Fraction:
    """Chance that a die reaches an armour; of power dice 4 and 5 are 6s (FM-WEAP-10)."""
    return Fraction(7 - (min(lowest, 4) if power else lowest), 6)


def _chance(name: str, dice: int, each: Fraction) -> Chance:
    """How many of some dice succeed, each with the same chance."""
    odds = tuple(comb(dice, n) * each**n * (1 - each) ** (dice - n) for n in range(dice + 1))
    return Chance(name, [float(share) for share in odds], [str(share) for share in odds], float(mean(odds)))


def _halves(halves: int) -> str:
    """A number of halves as people write it: ``2½``."""
    whole = str(halves // 2) if halves > 1 else ""
    return whole + "½" * (halves % 2) if halves else "0"


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
    """How far the stand that goes farthest goes."""
    farthest = 0.0
    for k in range(STANDS):
        if not int(action.legs[k]):
            continue
        x, y = screen.place(int(action.formation) * STANDS + k)
        length = 0.0
        for i in range(int(action.legs[k])):
            there = action.x[k, i] / 100, action.y[k, i] / 100
            length += float(((there[0] - x) ** 2 + (there[1] - y) ** 2) ** 0.5)
            x, y = there
        farthest = max(farthest, length)
    shown.lines.append(f"The stand that goes farthest goes {farthest:.1f} cm.")
