"""Exact chances of what an attack does: every way its dice can fall, given out, saved and suffered.

Where the rules leave a choice it is taken as the scripted player takes it: the attacker gives the lowest
die that hits to the stand that is worth most; the defender makes every save. Dice that meet the same
armours are alike, so that far fewer ways are counted than there are faces.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import lru_cache
from itertools import pairwise
from math import comb
from typing import Any

from sandtable.core.record import clone
from sandtable.rulebooks.formation.allocation import armour_now
from sandtable.rulebooks.formation.firepower import disrupting
from sandtable.rulebooks.formation.screen import Screen
from sandtable.rulebooks.formation.state import (
    AIRCRAFT,
    COMMANDER,
    DISPOSABLE,
    ELITE,
    GONE,
    ON_TABLE,
    STANDS,
    Game,
)
from sandtable.rulebooks.formation.suppose import Volley, volley_of

MANY = 20_000  # ways of one pool: more are not counted
CRITICAL = Fraction(1, 6)  # FM-SPEC-31


@dataclass(frozen=True)
class Mark:
    """An eligible target stand as the dice of a pool find it. ``k`` is its number in its formation."""

    k: int
    gap: int
    armour: int
    shielded: int  # armour that dice meet while a shield is left (FM-SPEC-23)
    weight: int  # dice that it gets before any stand further away (FM-SPEC-30)
    life: int  # structure left; 1 without Structure
    shields: int
    save: int
    worth: int  # what a hit on it is worth to the script
    structured: bool
    disposable: bool


@dataclass(frozen=True)
class Harm:
    """What a target has left, by stand, and what has been gathered against it."""

    lives: tuple[int, ...]
    shields: tuple[int, ...]
    stress: int = 0  # for casualties and structure lost (FM-ATK-33, FM-SPEC-27)
    ones: int = 0  # dice that show 1, counted where Disrupt makes them matter (FM-WEAP-03)
    disrupt: int = 0  # as how many stands those with Disrupt count (FM-WEAP-04)


@dataclass
class Toll:
    """What an attack costs its target, as chances of 0, 1, 2, ..."""

    stands: tuple[Fraction, ...]
    structure: tuple[Fraction, ...]  # empty if no stand of the target has any
    stress: tuple[Fraction, ...]  # markers taken by a target that is left
    destroyed: Fraction
    routed: Fraction  # not destroyed, and with as many markers as stands (FM-ROUT-01)


def toll(screen: Screen, attack: Any) -> Toll | None:
    """The toll of a declared attack; None if there are too many ways to count."""
    found = _harms(screen, attack)
    if found is None:
        return None
    target = int(attack.target)
    start = _unharmed(screen, target)
    number = len(start.lives)
    there = sum(life > 0 for life in start.lives)
    points = sum(start.lives)
    has_structure = any(int(screen.game.stands[target * STANDS + k].structure) for k in range(number))
    stands, structure = [Fraction(0)] * (there + 1), [Fraction(0)] * (points + 1)
    stress: dict[int, Fraction] = {}
    destroyed = routed = Fraction(0)
    for harm, share in found.items():
        left = sum(life > 0 for life in harm.lives)
        stands[there - left] += share
        structure[points - sum(harm.lives)] += share
        if not left:
            destroyed += share
            continue
        taken = 1 + harm.stress + min(harm.ones, harm.disrupt)  # FM-ATK-32, 33, FM-WEAP-04
        stress[taken] = stress.get(taken, Fraction(0)) + share
        if _routs(screen, target, harm, taken):
            routed += share
    markers = tuple(stress.get(n, Fraction(0)) for n in range(max(stress, default=0) + 1))
    return Toll(_trimmed(stands), _trimmed(structure) if has_structure else (), markers, destroyed, routed)


def _trimmed(chances: list[Fraction]) -> tuple[Fraction, ...]:
    """Without what cannot be at the end."""
    last = max(n for n, chance in enumerate(chances) if chance)
    return tuple(chances[: last + 1])


def _routs(screen: Screen, f: int, harm: Harm, taken: int) -> bool:
    """Whether a formation so harmed is routed, as `stands.would_be_routed` tells it."""
    kinds = [screen.scenario.type[screen.kind(f * STANDS + k)] for k, life in enumerate(harm.lives) if life]
    if kinds[0].cls == AIRCRAFT:
        return False
    markers = int(screen.game.formations[f].stress) + taken
    if any(kind.special & ELITE for kind in kinds):
        markers //= 2
    return markers >= sum(harm.lives)


# Both pools -------------------------------------------------------------------------------------------


def _unharmed(screen: Screen, f: int) -> Harm:
    """A formation as it is now. A stand that is not on the table has no life that could be taken."""
    stands = [screen.game.stands[f * STANDS + k] for k in range(int(screen.scenario.roster[f].count))]
    lives = tuple(max(1, int(s.structure)) if s.where == ON_TABLE else 0 for s in stands)
    return Harm(lives, tuple(int(stand.shields) for stand in stands))


def _harms(screen: Screen, attack: Any) -> dict[Harm, Fraction] | None:
    """What the target may come to, after the normal pool and the power pool (FM-ATK-29)."""
    harms = {_unharmed(screen, int(attack.target)): Fraction(1)}
    for pool in (0, 1):
        after: dict[Harm, Fraction] = {}
        for harm, share in harms.items():
            supposed = screen if pool == 0 else _suffering(screen, int(attack.target), harm)
            attack.pool = pool
            volley = volley_of(supposed, attack) if any(harm.lives) else None
            if volley is None:
                after[harm] = after.get(harm, Fraction(0)) + share
                continue
            further = int(disrupting(*supposed.records, attack, volley.shooters))
            begun = replace(harm, disrupt=harm.disrupt + further)
            # Ones of the normal pool count if the power pool has Disrupt: they are kept in either case.
            found = _pool(volley, marks_of(supposed, volley), begun, _disrupts(supposed, attack))
            if found is None:
                return None
            for outcome, part in found.items():
                after[outcome] = after.get(outcome, Fraction(0)) + share * part
        harms = after
    return harms


def _disrupts(screen: Screen, attack: Any) -> bool:
    """Whether any attacking stand has Disrupt, in whichever pool."""
    return bool(disrupting(*screen.records, attack, int(attack.shooters)))


def _suffering(screen: Screen, f: int, harm: Harm) -> Screen:
    """The same screen with a formation harmed."""
    game = clone(Game, screen.rows[1])
    for k, life in enumerate(harm.lives):
        stand = game[0].stands[f * STANDS + k]
        if life == 0 and stand.where == ON_TABLE:
            stand.where = GONE
        stand.structure = life if stand.structure else 0
        stand.shields = harm.shields[k]
    return Screen((screen.rows[0], game), screen.texts, screen.seat)


def marks_of(screen: Screen, volley: Volley) -> list[Mark]:
    """The eligible stands of a volley."""
    attack, target = volley.attack, int(volley.attack.target)
    found = []
    for k in range(STANDS):
        if not volley.eligible >> k & 1:
            continue
        stand, kind = (
            screen.game.stands[target * STANDS + k],
            screen.scenario.type[screen.kind(target * STANDS + k)],
        )
        found.append(
            Mark(
                k=k,
                gap=int(attack.gap[k]),
                armour=int(attack.armour[k]),
                shielded=int(armour_now(*screen.records, attack, k)),
                weight=int(attack.weight[k]),
                life=max(1, int(stand.structure)),
                shields=int(stand.shields),
                save=int(kind.save),
                worth=int(kind.points) * 4 // max(1, int(kind.structure))
                + (4 if kind.special & COMMANDER else 0),
                structured=int(kind.structure) > 0,
                disposable=bool(kind.special & DISPOSABLE),
            )
        )
    return found


# One pool ---------------------------------------------------------------------------------------------


def _pool(volley: Volley, marks: list[Mark], begun: Harm, ones: bool) -> dict[Harm, Fraction] | None:
    """What a pool makes of a target; None if it can fall in too many ways."""
    faces = [1, 2, 3, 6, 6, 6] if volley.power else [1, 2, 3, 4, 5, 6]  # FM-WEAP-10
    steps = sorted({max(step, volley.lowest) for mark in marks for step in (mark.armour, mark.shielded)})
    steps += [7]
    sizes = [sum(low <= face < high for face in faces) for low, high in pairwise(steps)]
    falling = [*sizes, 1] if ones else sizes
    if comb(volley.dice + len(falling), len(falling)) > MANY:
        return None
    ways: dict[tuple[tuple[int, ...], int], int] = {}
    given: dict[tuple[int, ...], tuple[int, ...]] = {}
    for fallen, number in _falls(volley.dice, falling, 6 - sum(falling)):
        kept = fallen[: len(sizes)]
        if kept not in given:
            given[kept] = _telling(_assigned(kept, steps, marks), marks)
        key = given[kept], fallen[-1] if ones else 0
        ways[key] = ways.get(key, 0) + number
    found: dict[Harm, Fraction] = {}
    for (telling, fallen_ones), number in ways.items():
        harmed = {replace(begun, ones=begun.ones + fallen_ones): Fraction(number, 6**volley.dice)}
        for mark, dice in zip(marks, telling, strict=True):
            if dice:
                harmed = _suffered(harmed, mark, _struck(dice, mark))
        for harm, share in harmed.items():
            found[harm] = found.get(harm, Fraction(0)) + share
    return found


def _falls(dice: int, sizes: list[int], rest: int) -> Iterator[tuple[tuple[int, ...], int]]:
    """How many dice fall into each class of faces, and in how many ways; ``rest`` faces are in none."""
    if not sizes:
        yield (), rest**dice
        return
    for n in range(dice + 1 if sizes[0] else 1):
        for fallen, ways in _falls(dice - n, sizes[1:], rest):
            if ways:
                yield (n, *fallen), comb(dice, n) * sizes[0] ** n * ways


def _assigned(kept: tuple[int, ...], steps: list[int], marks: list[Mark]) -> list[list[int]]:
    """The faces that each stand gets, the nearest first, again and again (FM-DICE-03 to 08).

    Faces of a class are written as its lowest one, in ``steps``: they meet the same armours.
    """
    left = list(kept)
    dice: list[list[int]] = [[] for _ in marks]
    got = [0] * len(marks)
    while any(left):
        i, at = _choice(left, steps, marks, dice, got)
        left[at] -= 1
        dice[i].append(steps[at])
        got[i] += 1
        if all(n >= mark.weight for n, mark in zip(got, marks, strict=True)):
            got = [0] * len(marks)
    return dice


def _choice(
    left: list[int], steps: list[int], marks: list[Mark], dice: list[list[int]], got: list[int]
) -> tuple[int, int]:
    """The stand that gets the next die, and the class of the die: as the script chooses them."""
    waiting = [i for i, mark in enumerate(marks) if got[i] < mark.weight]
    near = min(marks[i].gap for i in waiting)
    nearest = [i for i in waiting if marks[i].gap == near]
    begun = [i for i in nearest if got[i]]
    best, most = (nearest[0], 0), -1
    for i in begun[:1] or nearest:
        mark = marks[i]
        armour = mark.shielded if mark.shields > len(dice[i]) else mark.armour
        good = [at for at, n in enumerate(left) if n and steps[at] >= armour]
        at = good[0] if good else next(at for at, n in enumerate(left) if n)
        value = 1 + mark.worth if steps[at] >= mark.armour else 0
        if value > most:
            best, most = (i, at), value
    return best


def _telling(dice: list[list[int]], marks: list[Mark]) -> tuple[int, ...]:
    """How many dice of each stand can do something: those that fall on shields, those that reach armour."""
    return tuple(
        sum(n < mark.shields or face >= mark.armour for n, face in enumerate(faces))
        for faces, mark in zip(dice, marks, strict=True)
    )


@lru_cache(4096)
def _struck(dice: int, mark: Mark) -> tuple[tuple[tuple[int, int, int], Fraction], ...]:
    """(life, shields, stress) of a stand after so many telling dice (FM-DICE-09, FM-SPEC-19 to 32)."""
    states = {(mark.life, mark.shields, 0): Fraction(1)}
    for _ in range(dice):
        after: dict[tuple[int, int, int], Fraction] = {}
        for (life, shields, stress), share in states.items():
            if life == 0:
                outcomes = [((life, shields, stress), Fraction(1))]
            elif shields:
                outcomes = [((life, shields - 1, stress), Fraction(1))]
            else:
                outcomes = list(_hit(life, stress, mark, Fraction(1)))
            for state, part in outcomes:
                after[state] = after.get(state, Fraction(0)) + share * part
        states = after
    return tuple(states.items())


def _hit(
    life: int, stress: int, mark: Mark, share: Fraction
) -> Iterator[tuple[tuple[int, int, int], Fraction]]:
    """What a hit does, with the save against it and the hits that criticals add (FM-R48, R49)."""
    if mark.save:
        yield (life, 0, stress), share * Fraction(7 - mark.save, 6)
        share *= Fraction(mark.save - 1, 6)
    if not mark.structured:
        yield (0, 0, stress + (not mark.disposable)), share
    elif life == 1:
        yield (0, 0, stress + 1), share
    else:
        yield (life - 1, 0, stress + 1), share * (1 - CRITICAL)
        yield from _hit(life - 1, stress + 1, mark, share * CRITICAL)


def _suffered(
    harmed: dict[Harm, Fraction], mark: Mark, outcomes: tuple[tuple[tuple[int, int, int], Fraction], ...]
) -> dict[Harm, Fraction]:
    """Harms with what one more stand has suffered."""
    found: dict[Harm, Fraction] = {}
    for harm, share in harmed.items():
        for (life, shields, stress), part in outcomes:
            lives = (*harm.lives[: mark.k], life, *harm.lives[mark.k + 1 :])
            shielded = (*harm.shields[: mark.k], shields, *harm.shields[mark.k + 1 :])
            worse = replace(harm, lives=lives, shields=shielded, stress=harm.stress + stress)
            found[worse] = found.get(worse, Fraction(0)) + share * part
    return found
