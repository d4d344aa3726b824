"""Dice: forced, sealed and fast; fair, repeatable, and free of memory."""

import hashlib
import hmac
from collections import Counter

import numpy as np
import pytest
from scipy.stats import chisquare

from sandtable.core.compile import rule
from sandtable.core.dice import (
    SHORT,
    TAPE,
    WRONG_FACE,
    Dice,
    load_fast,
    load_sealed,
    load_tape,
    mix,
    roll,
    sealed_face,
)
from sandtable.core.record import blank
from sandtable.core.sha256 import START, compress

KEY = bytes(range(32))


@rule
def many(dice, purpose, sides, out):
    for i in range(len(out)):
        out[i] = roll(dice, purpose, sides)


def faces(dice, purpose: int, sides: int, n: int) -> list[int]:
    out = np.zeros(n, np.int64)
    many(dice[0], purpose, sides, out)
    return out.tolist()


def test_a_tape_gives_its_faces_and_then_a_fault() -> None:
    dice = blank(Dice)
    load_tape(dice, [3, 6, 1])
    assert faces(dice, 1, 6, 3) == [3, 6, 1]
    assert dice[0].fault == 0 and dice[0].tape_at == 3
    faces(dice, 1, 6, 1)
    assert dice[0].fault == SHORT


@pytest.mark.parametrize("face", [0, 7, -1])
def test_a_tape_with_a_face_its_die_has_not_is_a_fault(face: int) -> None:
    dice = blank(Dice)
    load_tape(dice, [face])
    faces(dice, 1, 6, 1)
    assert dice[0].fault == WRONG_FACE


def test_a_tape_has_an_end() -> None:
    with pytest.raises(ValueError, match=str(TAPE)):
        load_tape(blank(Dice), [1] * (TAPE + 1))


@pytest.mark.parametrize("sides", [2, 4, 6, 8, 10, 12, 20, 100])
def test_a_sealed_die_is_what_the_standard_library_says(sides: int) -> None:
    dice = blank(Dice)
    for action in (0, 1, 77, 1_000_000):
        load_sealed(dice, KEY, action)
        rolled = faces(dice, 5, sides, 20)
        assert rolled == [sealed_face(KEY, action, 5, index, sides) for index in range(20)]


def test_sealed_dice_depend_on_key_action_purpose_and_index() -> None:
    base = [sealed_face(KEY, 1, 2, i, 1 << 20) for i in range(8)]
    assert len(set(base)) == 8
    assert base != [sealed_face(KEY, 2, 2, i, 1 << 20) for i in range(8)]
    assert base != [sealed_face(KEY, 1, 3, i, 1 << 20) for i in range(8)]
    assert base != [sealed_face(bytes(32), 1, 2, i, 1 << 20) for i in range(8)]


def test_a_loaded_source_forgets_what_was_rolled_before() -> None:
    dice = blank(Dice)
    load_fast(dice, 42, 7)
    first = faces(dice, 1, 20, 30)
    load_tape(dice, [1, 2])
    faces(dice, 1, 20, 1)
    load_fast(dice, 42, 7)
    assert faces(dice, 1, 20, 30) == first
    load_fast(dice, 42, 8)
    assert faces(dice, 1, 20, 30) != first
    load_fast(dice, 43, 7)
    assert faces(dice, 1, 20, 30) != first


@pytest.mark.parametrize("source", ["fast", "sealed"])
@pytest.mark.parametrize("sides", [4, 6, 10, 20])
def test_dice_are_fair(source: str, sides: int) -> None:
    """Chi-square over faces, and over pairs of following faces; fixed seeds, so this cannot fail by luck."""
    dice = blank(Dice)
    rolled: list[int] = []
    for action in range(40):
        if source == "fast":
            load_fast(dice, 2026, action)
        else:
            load_sealed(dice, KEY, action)
        rolled += faces(dice, 1, sides, 500)
    single = Counter(rolled)
    assert set(single) == set(range(1, sides + 1))
    assert chisquare([single[face] for face in range(1, sides + 1)]).pvalue > 0.001
    pairs = Counter(zip(rolled[::2], rolled[1::2], strict=True))
    table = [pairs[a, b] for a in range(1, sides + 1) for b in range(1, sides + 1)]
    assert chisquare(table).pvalue > 0.001


def test_the_first_dice_of_following_games_and_actions_are_fair() -> None:
    """Counter generators fail here first: one die from each of many seeds, and of many actions."""
    dice = blank(Dice)
    for series in (
        [(seed, 1) for seed in range(6_000)],
        [(1, action) for action in range(6_000)],
    ):
        rolled = []
        for seed, action in series:
            load_fast(dice, seed, action)
            rolled += faces(dice, 1, 6, 1)
        assert chisquare([rolled.count(face) for face in range(1, 7)]).pvalue > 0.001


def test_mixing_is_a_bijection_with_avalanche() -> None:
    words = [int(mix(n)) for n in range(20_000)]
    assert len(set(words)) == len(words)
    assert all(0 <= word < 1 << 32 for word in words)
    flips = [bin(int(mix(n)) ^ int(mix(n ^ 1 << bit))).count("1") for n in range(64) for bit in range(32)]
    assert 15 < sum(flips) / len(flips) < 17


@pytest.mark.parametrize("message", [b"", b"abc", bytes(range(55))])
def test_sha256_is_sha256(message: bytes) -> None:
    padded = message + b"\x80" + bytes(55 - len(message)) + (8 * len(message)).to_bytes(8, "big")
    state, schedule = START.copy(), np.zeros(64, np.int64)
    block = np.array([int.from_bytes(padded[4 * i : 4 * i + 4], "big") for i in range(16)], np.int64)
    compress(state, block, schedule)
    assert b"".join(int(word).to_bytes(4, "big") for word in state) == hashlib.sha256(message).digest()


def test_a_face_is_drawn_again_rather_than_favoured() -> None:
    """With 3 x 2**30 sides one word in four is refused; the next attempt decides."""
    sides = 3 << 30
    limit = (1 << 32) - (1 << 32) % sides
    action, word = 0, 0
    while word < limit:
        action += 1
        message = b"".join(n.to_bytes(4, "big") for n in (action, 2, 0, 0))
        word = int.from_bytes(hmac.digest(KEY, message, "sha256")[:4], "big")
    dice = blank(Dice)
    load_sealed(dice, KEY, action)
    assert faces(dice, 2, sides, 1) == [sealed_face(KEY, action, 2, 0, sides)]
