"""Dice pools: what cancels what, and exact odds, against other programs and against counting."""

from collections import Counter
from fractions import Fraction
from itertools import product

import numpy as np
import pytest
from icepool import d

from sandtable.core.compile import rule
from sandtable.core.dice import Dice, load_fast, load_tape
from sandtable.core.pools import (
    FACES,
    LOWEST,
    Pool,
    beats_all_odds,
    capped,
    highest,
    mean,
    throw,
    unpaired,
    unpaired_odds,
)
from sandtable.core.record import blank


def tally(faces: list[int]) -> np.ndarray:
    found = np.zeros(FACES, np.int64)
    for face in faces:
        found[LOWEST + face] += 1
    return found


def losses(attack: list[int], defence: list[int]) -> int:
    return int(unpaired(tally(attack), tally(defence)))


def matched(attack: list[int], defence: list[int]) -> int:
    """Largest matching by trying: each attack die from the highest takes the lowest defence die that can."""
    left = sorted(defence)
    open_ = 0
    for face in sorted(attack, reverse=True):
        found = next((other for other in left if other >= face), None)
        if found is None:
            open_ += 1
        else:
            left.remove(found)
    return open_


EXAMPLES = [
    ([5], [5], 0),
    ([5], [4], 1),
    ([4, 4, 4], [6], 2),
    ([6, 6, 5], [6, 5], 1),
    ([3, 2, 1], [3, 3, 3], 0),
    ([8, 1], [7, 7], 1),
    ([10, 9, 3, 3], [10, 4, 3], 1),
    ([2, 2, 2], [1, 1, 1], 3),
    ([4, 3, 2, 1], [4, 3, 2, 1], 0),
    ([6, 5, 4, 3], [5, 5, 5, 5], 1),
    ([6, 4, 2], [5, 3, 1], 1),
    ([6, 5, 4], [], 3),
]


@pytest.mark.parametrize(("attack", "defence", "lost"), EXAMPLES)
def test_printed_pairs(attack: list[int], defence: list[int], lost: int) -> None:
    """ST-EX-03: Losses before the cap (ST-ATK-11 to 13, ST-R63, ST-R64)."""
    assert losses(attack, defence) == lost


def test_pairing_is_a_largest_matching() -> None:
    """ST-R63: every pair of up to three dice of four faces against every three."""
    rolls = [list(faces) for n in range(4) for faces in product(range(1, 5), repeat=n)]
    for attack in rolls:
        for defence in rolls:
            assert losses(attack, defence) == matched(attack, defence), (attack, defence)


@pytest.mark.parametrize(
    ("a", "b"),
    [
        (Pool(1, 6), Pool(1, 6)),
        (Pool(3, 6), Pool(2, 8)),
        (Pool(3, 4, 2), Pool(3, 6, -1)),
        (Pool(2, 4, -5), Pool(2, 4)),
        (Pool(3, 4), Pool(0, 6)),
        (Pool(0, 4), Pool(2, 6)),
    ],
)
def test_odds_are_what_counting_gives(a: Pool, b: Pool) -> None:
    ways: Counter[int] = Counter()
    for attack in product(range(1, a.sides + 1), repeat=a.count):
        for defence in product(range(1, b.sides + 1), repeat=b.count):
            ways[matched([x + a.modifier for x in attack], [x + b.modifier for x in defence])] += 1
    total = a.sides**a.count * b.sides**b.count
    assert unpaired_odds(a, b) == tuple(Fraction(ways[n], total) for n in range(a.count + 1))


@pytest.mark.parametrize(
    ("a", "b"), [((10, 8), (10, 6)), ((10, 12), (10, 10)), ((7, 20), (4, 4)), ((3, 6), (9, 6))]
)
def test_odds_are_icepools(a: tuple[int, int], b: tuple[int, int]) -> None:
    theirs = d(a[1]).pool(a[0]).max_pair_drop("<=", d(b[1]).pool(b[0]), "high").size()
    ours = unpaired_odds(Pool(*a), Pool(*b))
    assert ours == tuple(Fraction(theirs.quantity(n), theirs.denominator()) for n in range(a[0] + 1))


def test_known_means() -> None:
    """10d8 v 10d6 loses 3.3627 on average, 10d12 v 10d10 2.9342, 10d20 v 10d20 2.1062."""
    for a, b, value in ((8, 6, 3.3627), (12, 10, 2.9342), (20, 20, 2.1062)):
        assert float(mean(unpaired_odds(Pool(10, a), Pool(10, b)))) == pytest.approx(value, abs=5e-5)


@pytest.mark.parametrize("modifier", [0, 1, -2, 5])
@pytest.mark.parametrize("dice", [0, 1, 3])
def test_artillery_odds_are_what_counting_gives(dice: int, modifier: int) -> None:
    """ST-ARTY-14: a shot hits if its die is higher than all the Defence Dice."""
    hits = sum(
        all(shot > face + modifier for face in faces)
        for shot in range(1, 9)
        for faces in product(range(1, 7), repeat=dice)
    )
    assert beats_all_odds(Pool(1, 8), Pool(dice, 6, modifier)) == Fraction(hits, 8 * 6**dice)


def test_losses_stop_at_what_is_there() -> None:
    """ST-R65."""
    odds = unpaired_odds(Pool(10, 8), Pool(3, 6))
    cut = capped(odds, 3)
    assert len(cut) == 4 and sum(cut) == 1 and cut[:3] == odds[:3]
    assert capped(odds, 10) == odds


@rule
def thrown(dice, n, attack, defence, faces, counts):
    for _ in range(n):
        throw(dice, 1, 4, 8, 0, attack, faces)
        throw(dice, 2, 4, 6, 1, defence, faces)
        counts[unpaired(attack, defence)] += 1


def test_throws_fall_as_the_odds_say() -> None:
    from scipy.stats import chisquare

    dice, counts = blank(Dice), np.zeros(5, np.int64)
    load_fast(dice, 99, 0)
    n = 4_000
    thrown(dice[0], n, *(np.zeros(FACES, np.int64) for _ in range(3)), counts)
    expected = [float(chance) * n for chance in unpaired_odds(Pool(4, 8), Pool(4, 6, 1))]
    assert chisquare(counts, expected).pvalue > 0.001


def test_a_throw_counts_modified_faces_and_keeps_natural_ones() -> None:
    dice, counts, faces = blank(Dice), np.zeros(FACES, np.int64), np.zeros(FACES, np.int64)
    load_tape(dice, [2, 6, 2])
    throw(dice[0], 1, 3, 6, -4, counts, faces)
    assert faces[:3].tolist() == [2, 6, 2]
    assert counts[LOWEST - 2] == 2 and counts[LOWEST + 2] == 1
    assert int(highest(counts)) == 2
    assert int(highest(np.zeros(FACES, np.int64))) == -LOWEST - 1
