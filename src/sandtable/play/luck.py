"""Luck: what the dice of a match gave each seat, against what dice give."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from math import sqrt

from sandtable.core.table import Entry


@dataclass
class Luck:
    """The dice of one seat. ``faces`` counts each face by kind of die: ``{10: [0, 2, 1, ...]}``."""

    seat: int
    dice: int = 0
    total: int = 0
    expected: float = 0
    variance: float = 0
    faces: dict[int, list[int]] = field(default_factory=dict)

    @property
    def share(self) -> float:
        """The sum of faces as a share of what is expected; 1 is even luck."""
        return self.total / self.expected if self.expected else 1

    @property
    def sigma(self) -> float:
        """How far the sum is from what is expected, in standard deviations; high faces count up."""
        return (self.total - self.expected) / sqrt(self.variance) if self.variance else 0

    def throw(self, sides: int, faces: list[int]) -> None:
        """Count dice of one kind."""
        counts = self.faces.setdefault(sides, [0] * sides)
        for face in faces:
            counts[face - 1] += 1
        self.dice += len(faces)
        self.total += sum(faces)
        self.expected += len(faces) * (sides + 1) / 2
        self.variance += len(faces) * (sides * sides - 1) / 12


def luck(log: Iterable[Entry], seats: int) -> list[Luck]:
    """Each seat's luck by the dice in a log: those that its reader has seen."""
    found = [Luck(seat) for seat in range(seats)]
    for entry in log:
        for roll in entry.rolls:
            if 0 <= roll.seat < seats:
                found[roll.seat].throw(roll.sides, roll.faces)
    return found
