"""What an attack would do: what makes up its dice, each reason with its clause, and what comes of them."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from sandtable.core.pools import mean
from sandtable.core.table import Chance, Modifier, Preview, Ray, Spot
from sandtable.rulebooks.formation.acts import LETTERS
from sandtable.rulebooks.formation.firepower import (
    FULL_LEVEL,
    OPEN_LEVEL,
    PARTIAL_LEVEL,
    attackers_of,
    can_attack,
    disrupting,
    in_reach,
    surrounded,
)
from sandtable.rulebooks.formation.odds import Toll, toll
from sandtable.rulebooks.formation.pieces import stress_of
from sandtable.rulebooks.formation.screen import Screen
from sandtable.rulebooks.formation.stands import gap_between, has_special
from sandtable.rulebooks.formation.state import (
    ASK_SNAP_ACTION,
    BARRAGE,
    BY_ACTION,
    BY_SNAP,
    BY_WITHDRAWAL,
    FEARLESS,
    LONG,
    NEAR,
    REACT,
    SIEGE,
    STANDS,
    TOUCHING,
)
from sandtable.rulebooks.formation.suppose import Volley, declared, volleys
from sandtable.rulebooks.formation.withdrawal import strikers

LEVELS = {
    OPEN_LEVEL: ("Target in the open", "FM-ATK-19"),
    PARTIAL_LEVEL: ("Part of the target in cover", "FM-ATK-20"),
    FULL_LEVEL: ("The whole target in cover", "FM-ATK-21"),
}
BANDS = {
    LONG: ("beyond 20 cm", "FM-ATK-10"),
    NEAR: ("within 20 cm", "FM-ATK-09"),
    TOUCHING: ("in contact", "FM-ATK-08"),
}
WEAPONS = {BARRAGE: ("Barrage", "FM-WEAP-02"), SIEGE: ("Siege", "FM-WEAP-13"), REACT: ("React", "FM-WEAP-12")}


def preview_attack(screen: Screen, action: Any, shown: Preview) -> None:
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
    _foretell(screen, declared(screen, f, target, by, shooters, int(action.stands)), shown)


def preview_strike(screen: Screen, f: int, shown: Preview) -> None:
    """A withdrawal attack, which stress does not hinder (FM-WITHDRAW-03)."""
    target = int(screen.game.move.formation)
    shooters = int(strikers(*screen.records, f))
    _foretell(screen, declared(screen, f, target, BY_WITHDRAWAL, shooters, 0), shown)


def _foretell(screen: Screen, attack: Any, shown: Preview) -> None:
    """Reasons and dice of both pools, then what comes of them together."""
    pools = volleys(screen, attack)
    for volley in pools:
        _pool(screen, volley, shown)
    shown.modifiers += _armour(screen, pools)
    _stress(screen, attack, shown)
    cost = toll(screen, attack)
    if cost is not None:
        shown.lines.append(outlook(screen, attack, cost))
        shown.chances += chances(cost)
    if pools:
        _order(screen, pools[0], shown)
    if cost is None:
        shown.lines.append("So many dice can fall in too many ways to reckon what comes of them exactly.")
    elif len(pools) > 1:
        shown.lines.append("Power dice are rolled against whatever the others leave (FM-ATK-29).")


# What comes of it ---------------------------------------------------------------------------------------


def outlook(screen: Screen, attack: Any, cost: Toll) -> str:
    """What an attack may be expected to do, in one line."""
    already = screen.game.formations[int(attack.target)].routed
    lost = []
    if len(cost.stands) > 2:
        lost = [f"{float(mean(cost.stands)):.1f} stands lost on average"]
    elif cost.structure:
        lost = [f"{float(mean(cost.structure)):.1f} structure lost on average"]
    elif not cost.destroyed:
        lost = [f"a stand lost {percent(mean(cost.stands))}"]
    ends = [f"destroyed {percent(cost.destroyed)}"] * (cost.destroyed > 0)
    ends += [f"{'still ' * already}routed {percent(cost.routed)}"] * (cost.routed > 0)
    said = ", ".join([*lost, *ends]) or "no loss"
    return f"{said[0].upper()}{said[1:]}."


def percent(share: Fraction | float) -> str:
    """A chance as people say it; what may happen is never called 0 or 100 %."""
    if 0 < share < Fraction(1, 200):
        return "less than 1 %"
    if Fraction(199, 200) < share < 1:
        return "more than 99 %"
    return f"{100 * float(share):.0f} %"


def chances(cost: Toll, whose: str = "") -> list[Chance]:
    """The distributions of what is lost; ``whose`` attack it is, where there are several."""
    found = []
    if len(cost.stands) > 2 or not cost.structure:
        found.append(_chance(f"{whose}stands lost", cost.stands, float(cost.destroyed)))
    if cost.structure:
        found.append(_chance(f"{whose}structure lost", cost.structure, float(cost.destroyed)))
    return found


def _chance(name: str, odds: tuple[Fraction, ...], destroyed: float) -> Chance:
    name = name[0].upper() + name[1:]
    exact = [str(share) if share.denominator < 10**9 else f"{float(share):.4%}" for share in odds]
    return Chance(name, [float(share) for share in odds], exact, float(mean(odds)), destroyed or -1)


def _stress(screen: Screen, attack: Any, shown: Preview) -> None:
    """What the target's stress comes from, and how much it bears (FM-ATK-32, 33, FM-ROUT-01)."""
    shown.modifiers.append(Modifier("Stress it takes", "1, and 1 a loss", "FM-ATK-33"))
    most = int(disrupting(*screen.records, attack, int(attack.shooters)))
    if most:
        shown.modifiers.append(Modifier("Disrupt: 1 stress for each 1", f"at most {most}", "FM-WEAP-04"))
    stress, effective, count = stress_of(screen, int(attack.target))
    counts = f"{stress}, counts {effective}" if effective != stress else str(stress)
    shown.modifiers.append(
        Modifier("Stress now, routed at as many as stands", f"{counts} of {count}", "FM-ROUT-01")
    )


# What makes it up -----------------------------------------------------------------------------------------


def _pool(screen: Screen, volley: Volley, shown: Preview) -> None:
    """One pool: firepower, strength, cover level, dice, armour."""
    shown.modifiers += _firepower(screen, volley)
    said = "Power strength" if volley.power else "Attack strength"
    clause = "FM-ATK-30" if volley.power else "FM-ATK-16"
    shown.modifiers.append(Modifier(said, halves(volley.strength), clause))
    words, clause = LEVELS[volley.level]
    shown.modifiers.append(Modifier(words, f"cover level {volley.level}", clause))
    shown.modifiers += _reliefs(screen, volley)
    level = volley.level - volley.off
    sum_ = f"{halves(volley.strength)} x 2" if level == 0 else f"{halves(volley.strength)} / {level}"
    kind = ("power " if volley.power else "") + ("die" if volley.dice == 1 else "dice")
    shown.modifiers.append(Modifier(f"{sum_}, rounded up", f"{volley.dice} {kind}", "FM-ATK-28"))
    reach = f"{float(volley.reaching * volley.dice):.1f} expected"
    shown.modifiers.append(Modifier(f"Of these reach {volley.lowest}+", reach, "FM-DICE-02"))


def _firepower(screen: Screen, volley: Volley) -> list[Modifier]:
    """Firepower by type of stand and distance, with what weapon rules add (FM-ATK-07, FM-WEAP)."""
    attack = volley.attack
    groups: dict[tuple[int, int, int], list[int]] = {}
    f, target = int(attack.attacker), int(attack.target)
    for k in range(STANDS):
        if volley.shooters >> k & 1:
            kind, band = screen.kind(f * STANDS + k), int(attack.band[k])
            barrage = int(screen.scenario.type[kind].weapon[band]) & BARRAGE
            times = int(in_reach(*screen.records, f * STANDS + k, target)) if barrage else 1
            groups.setdefault((kind, band, times), []).append(k)
    found = []
    for (kind, band, times), stands in groups.items():
        line, printed = screen.scenario.type[kind], screen.texts.stands[kind].name
        rules = int(line.weapon[band])
        added = [SIEGE] if rules & SIEGE and volley.level > OPEN_LEVEL else []
        added += [REACT] if rules & REACT and int(attack.by) == BY_SNAP else []
        one = int(line.fp[band]) + 2 * len(added)
        where, clause = BANDS[band]
        size = halves(one) + (f" x {times} in reach" if times > 1 else "")
        size += f" x {len(stands)}" if len(stands) > 1 else ""
        extra = [WEAPONS[rule] for rule in ([BARRAGE] * (times > 1) + added)]
        named = f" with {' and '.join(name for name, _ in extra)}" if extra else ""
        found.append(Modifier(f"{printed} {where}{named}", size, extra[0][1] if extra else clause))
    return found


def _reliefs(screen: Screen, volley: Volley) -> list[Modifier]:
    """What comes off the cover level, by reason (FM-ATK-22, 23), as `firepower.relief` counts it."""
    attack, found = volley.attack, []
    target = int(attack.target)
    if attack.target_routed and not has_special(*screen.records, target, FEARLESS):
        found.append(Modifier("Target routed", "-1 cover level", "FM-ATK-22"))
    if surrounded(*screen.records, int(attack.attacker), volley.shooters, target):
        found.append(Modifier("Target surrounded", "-1 cover level", "FM-ATK-23"))
    return found


def _armour(screen: Screen, pools: list[Volley]) -> list[Modifier]:
    """What stands between the dice and a loss: cover, shields, saves, structure."""
    found = []
    armours = {
        int(volley.attack.target) * STANDS + k: int(volley.attack.armour[k])
        for volley in pools
        for k in range(STANDS)
        if volley.eligible >> k & 1
    }
    kinds = {s: screen.scenario.type[screen.kind(s)] for s in armours}
    covered = sum(armour > kinds[s].armour for s, armour in armours.items())
    if covered:
        found.append(Modifier("Infantry in cover", f"armour +1 for {covered}", "FM-DICE-10"))
    if shields := sum(int(screen.game.stands[s].shields) for s in armours):
        found.append(Modifier("Shields ignore dice", f"the first {shields}", "FM-SPEC-22"))
    for save in sorted({int(kind.save) for kind in kinds.values() if kind.save}):
        found.append(Modifier("Save against a hit", f"on {save}+", "FM-SPEC-19"))
    if any(kind.structure for kind in kinds.values()):
        found.append(Modifier("Structure: a further hit for each 6", "after each hit", "FM-SPEC-31"))
        if pools[-1].power and not all(kind.structure for kind in kinds.values()):
            found.append(
                Modifier("Power may aim at Structure alone", "reckoned at every stand", "FM-WEAP-11")
            )
    return found


def _order(screen: Screen, volley: Volley, shown: Preview) -> None:
    """Number the target stands in the order in which they get dice, and draw who fires (FM-DICE-04)."""
    attack = volley.attack
    first, home = int(attack.target) * STANDS, int(attack.attacker) * STANDS
    stands = sorted((int(attack.gap[k]), k) for k in range(STANDS) if volley.eligible >> k & 1)
    gaps = sorted({gap for gap, _ in stands})
    for gap, k in stands:
        words = f"{gap / 100:.1f} cm away, armour {int(attack.armour[k])}+"
        shown.spots.append(
            Spot(first + k, str(gaps.index(gap) + 1), f"Gets dice in this order: {words}", "warn")
        )
    shown.lines.append(
        "Dice go to the nearest first: "
        + ", ".join(f"{LETTERS[k]} ({gap / 100:.1f} cm, {int(attack.armour[k])}+)" for gap, k in stands)
        + " (FM-DICE-04)."
    )
    for k in range(STANDS):
        if volley.shooters >> k & 1:
            _, t = min((int(gap_between(*screen.records, home + k, first + j)), first + j) for _, j in stands)
            shown.rays.append(Ray(screen.place(home + k), screen.place(t), tone="bad"))


def halves(number: int) -> str:
    """A number of halves as people write it: ``2½``."""
    whole = str(number // 2) if number > 1 else ""
    return whole + "½" * (number % 2) if number else "0"
