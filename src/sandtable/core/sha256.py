"""The compression function of SHA-256 (FIPS 180-4), as a rule, for sealed dice."""

from __future__ import annotations

import numpy as np

from sandtable.core.compile import rule
from sandtable.core.record import Ints

MASK = 0xFFFFFFFF
IPAD, OPAD = 0x36363636, 0x5C5C5C5C


def _primes(count: int) -> list[int]:
    found: list[int] = []
    candidate = 2
    while len(found) < count:
        if all(candidate % prime for prime in found):
            found.append(candidate)
        candidate += 1
    return found


def _root_fraction(value: int, degree: int) -> int:
    """First 32 bits of the fractional part of the ``degree``-th root of ``value``."""
    scaled = value << (32 * degree)
    low, high = 0, 1 << 40
    while high - low > 1:
        middle = (low + high) // 2
        low, high = (middle, high) if middle**degree <= scaled else (low, middle)
    return low & MASK


START = np.array([_root_fraction(prime, 2) for prime in _primes(8)], np.int64)
ROUND = np.array([_root_fraction(prime, 3) for prime in _primes(64)], np.int64)


@rule
def _turn(word: int, by: int) -> int:
    return ((word >> by) | (word << (32 - by))) & MASK


@rule
def compress(state: Ints, block: Ints, schedule: Ints) -> None:
    """Stir one block (16 words) into the state (8 words); ``schedule`` is working space (64 words)."""
    for i in range(16):
        schedule[i] = block[i]
    for i in range(16, 64):
        w15 = int(schedule[i - 15])
        w2 = int(schedule[i - 2])
        s0 = _turn(w15, 7) ^ _turn(w15, 18) ^ (w15 >> 3)
        s1 = _turn(w2, 17) ^ _turn(w2, 19) ^ (w2 >> 10)
        schedule[i] = (int(schedule[i - 16]) + s0 + int(schedule[i - 7]) + s1) & MASK
    a, b, c, d = int(state[0]), int(state[1]), int(state[2]), int(state[3])
    e, f, g, h = int(state[4]), int(state[5]), int(state[6]), int(state[7])
    for i in range(64):
        s1 = _turn(e, 6) ^ _turn(e, 11) ^ _turn(e, 25)
        choice = (e & f) ^ ((e ^ MASK) & g)
        first = (h + s1 + choice + int(ROUND[i]) + int(schedule[i])) & MASK
        s0 = _turn(a, 2) ^ _turn(a, 13) ^ _turn(a, 22)
        majority = (a & b) ^ (a & c) ^ (b & c)
        h, g, f, e = g, f, e, (d + first) & MASK
        d, c, b, a = c, b, a, (first + s0 + majority) & MASK
    state[0] = (state[0] + a) & MASK
    state[1] = (state[1] + b) & MASK
    state[2] = (state[2] + c) & MASK
    state[3] = (state[3] + d) & MASK
    state[4] = (state[4] + e) & MASK
    state[5] = (state[5] + f) & MASK
    state[6] = (state[6] + g) & MASK
    state[7] = (state[7] + h) & MASK
