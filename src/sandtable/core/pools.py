"""Dice pools: one definition for the roll and for its exact odds.

A pool is thrown against a pool, and the two are swept face by face from the highest down. What
happens at one face is written once (`pair_face`); a throw folds it over the faces that fell, the
odds fold it over all ways the faces can fall.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from math import comb

from sandtable.core.compile import rule
from sandtable.core.dice import Dice, roll
from sandtable.core.record import Ints

FACES = 64  # width of a tally: modified faces from -LOWEST to FACES - LOWEST - 1
LOWEST = 24


@dataclass(frozen=True)
class Pool:
    """``count`` dice of ``sides`` faces, each changed by ``modifier``. No limit below or above."""

    count: int
    sides: int
    modifier: int = 0


@rule
def throw(dice: Dice, purpose: int, count: int, sides: int, modifier: int, tally: Ints, faces: Ints) -> None:
    """Roll a pool: natural faces in the order rolled into ``faces``, modified ones counted in ``tally``.

    ``tally`` has `FACES` entries, entry ``LOWEST + n`` counting the dice that show ``n``.
    """
    for i in range(FACES):
        tally[i] = 0
    for i in range(count):
        face = roll(dice, purpose, sides)
        faces[i] = face
        tally[LOWEST + face + modifier] += 1


@rule
def pair_face(spare: int, open_: int, attack: int, defence: int) -> tuple[int, int]:
    """What happens at one face: defence dice showing it join the spare ones, which cancel attack dice.

    A defence die cancels one attack die that is equal or lower; taken from the highest face down this
    cancels as many as can be (ST-ATK-10 to 13, ST-R63). Returns (spare defence dice, open attack dice).
    """
    spare += defence
    cancelled = min(spare, attack)
    return spare - cancelled, open_ + attack - cancelled


@rule
def unpaired(attack: Ints, defence: Ints) -> int:
    """Attack dice that no defence die cancels, from two tallies."""
    spare = 0
    open_ = 0
    for i in range(FACES - 1, -1, -1):
        spare, open_ = pair_face(spare, open_, int(attack[i]), int(defence[i]))
    return open_


@rule
def highest(tally: Ints) -> int:
    """The highest modified face in a tally; below every possible face if it is empty."""
    for i in range(FACES - 1, -1, -1):
        if tally[i] > 0:
            return i - LOWEST
    return -LOWEST - 1


@lru_cache(4096)
def unpaired_odds(attack: Pool, defence: Pool) -> tuple[Fraction, ...]:
    """Exact chance of 0, 1, ... unpaired attack dice; as many entries as attack dice, and one."""
    pair = getattr(pair_face, "py_func", pair_face)
    top = max(attack.sides + attack.modifier, defence.sides + defence.modifier)
    bottom = min(1 + attack.modifier, 1 + defence.modifier)
    ways = {(attack.count, defence.count, 0, 0): 1}
    for face in range(top, bottom - 1, -1):  # defence dice first: as `pair_face` does, and far fewer ways
        defended: dict[tuple[int, int, int, int], int] = {}
        for (a_left, d_left, spare, open_), weight in ways.items():
            for d, d_ways in _falls(defence, d_left, face):
                key = (a_left, d_left - d, *pair(spare, open_, 0, d))
                defended[key] = defended.get(key, 0) + weight * d_ways
        ways = {}
        for (a_left, d_left, spare, open_), weight in defended.items():
            for a, a_ways in _falls(attack, a_left, face):
                key = (a_left - a, d_left, *pair(spare, open_, a, 0))
                ways[key] = ways.get(key, 0) + weight * a_ways
    total = attack.sides**attack.count * defence.sides**defence.count
    chances = [0] * (attack.count + 1)
    for (_, _, _, open_), weight in ways.items():
        chances[open_] += weight
    return tuple(Fraction(weight, total) for weight in chances)


def _falls(pool: Pool, left: int, face: int) -> list[tuple[int, int]]:
    """(dice showing this face, ways to choose them) for the dice of a pool that are still to be placed."""
    if face == 1 + pool.modifier:
        return [(left, 1)]
    if not 1 + pool.modifier < face <= pool.sides + pool.modifier:
        return [(0, 1)]
    return [(n, comb(left, n)) for n in range(left + 1)]


@lru_cache(4096)
def beats_all_odds(die: Pool, defence: Pool) -> Fraction:
    """Exact chance that one die is higher than every die of a pool (ST-ARTY-14); 1 against no dice."""
    hits = sum(
        min(max(face + die.modifier - 1 - defence.modifier, 0), defence.sides) ** defence.count
        for face in range(1, die.sides + 1)
    )
    return Fraction(hits, die.sides * defence.sides**defence.count)


def capped(chances: tuple[Fraction, ...], strength: int) -> tuple[Fraction, ...]:
    """Losses cannot exceed what is there: all above ``strength`` counts as ``strength`` (ST-R65)."""
    if len(chances) <= strength + 1:
        return chances
    return (*chances[:strength], sum(chances[strength:], Fraction(0)))


def mean(chances: tuple[Fraction, ...]) -> Fraction:
    """The mean of a distribution over 0, 1, 2, ..."""
    return sum((n * chance for n, chance in enumerate(chances)), Fraction(0))
