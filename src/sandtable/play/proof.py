"""Dice anyone can check: a secret, promised before set-up and shown after the end, makes every die.

1. The house draws a 256-bit secret and shows its SHA-256, the commitment.
2. Each player gives a nonce. The key of the match is HMAC-SHA256(secret, nonces).
3. Die ``index`` of action ``number`` for ``purpose`` is the first word of HMAC-SHA256(key, number,
   purpose, index, attempt), taken again (attempt 1, 2, ...) while it would favour a face.
4. After the end the secret is shown. `check` makes every die again without the rules.
"""

from __future__ import annotations

import hashlib
import hmac
import re
import secrets
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from sandtable.core.dice import sealed_face

SECRET = 32  # bytes
NONCE = 32  # bytes at most


@dataclass(frozen=True, slots=True)
class Fallen:
    """Dice that fell together: what for, the index of the first in its action, kind, faces."""

    purpose: int
    first: int
    sides: int
    faces: tuple[int, ...]

    def __str__(self) -> str:
        return f"{self.purpose}:{self.first} d{self.sides} {' '.join(map(str, self.faces))}"


def new_secret() -> bytes:
    """A fresh secret."""
    return secrets.token_bytes(SECRET)


def commitment(secret: bytes) -> str:
    """What is shown of a secret before set-up, in hexadecimal."""
    return hashlib.sha256(secret).hexdigest()


def match_key(secret: bytes, nonces: Iterable[bytes]) -> bytes:
    """The key of a match's dice. Nonces are told apart by a byte of length before each."""
    return hmac.digest(secret, b"".join(bytes([len(nonce)]) + nonce for nonce in nonces), "sha256")


def player_key(secret: bytes, seat: int) -> bytes:
    """The key of a program's own dice, with which it makes up its mind; it tells nothing of the game's."""
    return hmac.digest(secret, b"player" + bytes([seat]), "sha256")


def read_nonce(text: str) -> bytes:
    """A nonce from hexadecimal. ValueError unless it has 1 to 32 bytes."""
    if not re.fullmatch(r"([0-9a-fA-F]{2}){1,32}", text):
        raise ValueError("expected a nonce of 1 to 32 bytes in hexadecimal")
    return bytes.fromhex(text)


def fallen_of(events: Any) -> tuple[Fallen, ...]:
    """Every die of one action, from a row of `Events`."""
    found = []
    for at in range(int(events[0].count)):
        event = events[0].items[at]
        if event.fallen > 0:
            faces = tuple(int(event.dice[i]) for i in range(int(event.fallen)))
            found.append(Fallen(int(event.purpose), int(event.first), int(event.sides), faces))
    return tuple(found)


def read_fallen(text: str) -> tuple[Fallen, ...]:
    """The inverse of ``", ".join(map(str, dice))``. ValueError for anything else."""
    if not text:
        return ()
    return tuple(_fallen(part) for part in text.split(", "))


def _fallen(text: str) -> Fallen:
    found = re.fullmatch(r"(\d{1,3}):(\d{1,6}) d(\d{1,4})((?: \d{1,4})+)", text)
    if not found:
        raise ValueError(f"expected dice such as '1:0 d10 4 7', not {text[:40]!r}")
    return Fallen(int(found[1]), int(found[2]), int(found[3]), tuple(map(int, found[4].split())))


def check(key: bytes, number: int, dice: Iterable[Fallen]) -> list[str]:
    """What is wrong with the dice of action ``number``; empty if each is what the key makes."""
    problems = []
    for fallen in dice:
        for i, face in enumerate(fallen.faces):
            due = sealed_face(key, number, fallen.purpose, fallen.first + i, fallen.sides)
            if face != due:
                problems.append(
                    f"action {number}: die {fallen.first + i} (d{fallen.sides}) shows {face}, "
                    f"but the secret makes {due}"
                )
    return problems
