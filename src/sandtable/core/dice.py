"""Dice: where every roll comes from.

A `Dice` record is loaded before each action and has three sources, tried in this order:

* a **tape** of forced faces, for tests and replays of a printed example;
* **sealed**: each die is HMAC-SHA256(key, action, purpose, index), so that after the game, when the
  key is shown, anyone can check each die (`sandtable.play.proof`);
* **fast**: a counter mixed with a 128-bit key, for simulations.

No source keeps a position that outlives the action, so no roll tells of another.
All arithmetic is on 32-bit words held in 64-bit integers: equal interpreted, compiled and on a GPU.
"""

from __future__ import annotations

import hashlib
import hmac
from typing import Annotated, Any

import numpy as np

from sandtable.core.compile import rule
from sandtable.core.record import Ints, Record, i8, i16, i32, i64
from sandtable.core.sha256 import IPAD, OPAD, START, compress

TAPE = 512
MASK = 0xFFFFFFFF
FAST, SEALED = 0, 1
SHORT, WRONG_FACE = 1, 2  # faults of a tape: it ran out, or a face its die does not have


class Dice(Record):
    """One action's source of dice. Fill it with `load_fast`, `load_sealed` or `load_tape`."""

    source: i8
    fault: i8
    action: i32
    index: i32
    tape_length: i16
    tape_at: i16
    tape: Annotated[Ints, i16, TAPE]
    key: Annotated[Ints, i64, 4]
    inner: Annotated[Ints, i64, 8]
    outer: Annotated[Ints, i64, 8]
    block: Annotated[Ints, i64, 16]
    digest: Annotated[Ints, i64, 8]
    schedule: Annotated[Ints, i64, 64]


@rule
def roll(dice: Dice, purpose: int, sides: int) -> int:
    """One die, 1 to ``sides``. ``purpose`` is the rulebook's number for what it decides."""
    if dice.tape_length > 0:
        return _from_tape(dice, sides)
    limit = (MASK + 1) - (MASK + 1) % sides
    attempt = 0
    while True:
        word = (
            _sealed_word(dice, purpose, attempt)
            if dice.source == SEALED
            else _fast_word(dice, purpose, attempt)
        )
        if word < limit:
            dice.index += 1
            return word % sides + 1
        attempt += 1


@rule
def _from_tape(dice: Dice, sides: int) -> int:
    if dice.tape_at >= dice.tape_length:
        dice.fault |= SHORT
        return 1
    face = int(dice.tape[dice.tape_at])
    dice.tape_at += 1
    if face < 1 or face > sides:
        dice.fault |= WRONG_FACE
        return 1
    return face


@rule
def times(a: int, b: int) -> int:
    """The low 32 bits of a product of two 32-bit words, without overflow of 64-bit integers."""
    return ((a * (b & 0xFFFF)) + (((a * (b >> 16)) & 0xFFFF) << 16)) & MASK


@rule
def mix(word: int) -> int:
    """A bijection of 32-bit words in which every input bit stirs every output bit (triple32)."""
    word ^= word >> 17
    word = times(word, 0xED5AD4BB)
    word ^= word >> 11
    word = times(word, 0xAC4C1B51)
    word ^= word >> 15
    word = times(word, 0x31848BAB)
    return word ^ (word >> 14)


@rule
def _fast_word(dice: Dice, purpose: int, attempt: int) -> int:
    word = mix((dice.key[0] + dice.index) & MASK)
    word = mix((word ^ dice.key[1]) + (purpose << 8) + attempt & MASK)
    word = mix((word + dice.key[2] + dice.action) & MASK)
    return mix(word ^ dice.key[3])


@rule
def _sealed_word(dice: Dice, purpose: int, attempt: int) -> int:
    """First word of HMAC-SHA256 over action, purpose, index and attempt, four big-endian bytes each."""
    block = dice.block
    for i in range(16):
        block[i] = 0
    block[0] = dice.action
    block[1] = purpose
    block[2] = dice.index
    block[3] = attempt
    block[4] = 0x80000000
    block[15] = (64 + 16) * 8
    for i in range(8):
        dice.digest[i] = dice.inner[i]
    compress(dice.digest, block, dice.schedule)
    for i in range(8):
        block[i] = dice.digest[i]
        dice.digest[i] = dice.outer[i]
    for i in range(8, 16):
        block[i] = 0
    block[8] = 0x80000000
    block[15] = (64 + 32) * 8
    compress(dice.digest, block, dice.schedule)
    return int(dice.digest[0])


def load_fast(dice: Any, seed: int, action: int, at: int = 0) -> None:
    """Make ``dice[at]`` the fast source of one action of the game with this seed (any integer)."""
    start_fast(dice[at], fast_keys([seed])[0], action)


def fast_keys(seeds: list[int]) -> np.ndarray[Any, Any]:
    """The keys of fast sources, [seed, 4], for `start_fast`."""
    digests = (hashlib.sha256(b"sandtable" + str(seed).encode()).digest()[:16] for seed in seeds)
    return np.frombuffer(b"".join(digests), ">u4").reshape(-1, 4).astype(np.int64)


@rule
def start_fast(dice: Dice, key: Any, action: int) -> None:
    """Make ``dice`` the fast source of one action."""
    start(dice, FAST, action)
    for i in range(4):
        dice.key[i] = int(key[i])


def load_sealed(dice: Any, key: bytes, action: int, at: int = 0) -> None:
    """Make ``dice[at]`` the sealed source of one action; ``key`` has 32 bytes."""
    start(dice[at], SEALED, action)
    padded = key.ljust(64, b"\0")
    for target, pad in ((dice[at].inner, IPAD), (dice[at].outer, OPAD)):
        for i in range(8):
            target[i] = START[i]
        for i in range(16):
            dice[at].block[i] = int.from_bytes(padded[4 * i : 4 * i + 4], "big") ^ pad
        compress(target, dice[at].block, dice[at].schedule)


def load_tape(dice: Any, faces: list[int], at: int = 0) -> None:
    """Force the next dice. ValueError if there are more than `TAPE`."""
    if len(faces) > TAPE:
        raise ValueError(f"at most {TAPE} forced dice an action, not {len(faces)}")
    start(dice[at], FAST, 0)
    dice[at].tape_length = len(faces)
    for i, face in enumerate(faces):
        dice[at].tape[i] = face


@rule
def start(dice: Dice, source: int, action: int) -> None:
    """Begin an action's rolls."""
    dice.source = source
    dice.action = action
    dice.index = 0
    dice.fault = 0
    dice.tape_length = 0
    dice.tape_at = 0


def sealed_face(key: bytes, action: int, purpose: int, index: int, sides: int) -> int:
    """The face that a sealed die must show: computed apart from the rules, by the standard library."""
    limit = 2**32 - 2**32 % sides
    attempt = 0
    while True:
        message = b"".join(part.to_bytes(4, "big") for part in (action, purpose, index, attempt))
        word = int.from_bytes(hmac.digest(key, message, "sha256")[:4], "big")
        if word < limit:
            return word % sides + 1
        attempt += 1
