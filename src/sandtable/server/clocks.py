"""Clocks: how much time each seat has left, worked out from when each step was taken."""

from __future__ import annotations

from dataclasses import dataclass, field

from sandtable.server.messages import Clock
from sandtable.server.store import ClockRules


@dataclass
class Clocks:
    """The clocks of one match. They run for every seat that may act, and pass with each step.

    ``live``: ``seconds`` a seat for the whole match, and ``increment`` for each action.
    ``correspondence``: ``seconds`` from becoming the one to act.
    """

    rules: ClockRules
    left: list[float]
    running: list[int] = field(default_factory=list)
    since: float = 0

    @classmethod
    def start(cls, rules: ClockRules, seats: int, running: list[int], at: float) -> Clocks:
        """Full clocks, running for those who may act first."""
        return cls(rules, [rules.seconds] * seats, list(running), at)

    def step(self, seat: int, running: list[int], at: float) -> None:
        """A step was taken by ``seat`` at this time; ``running`` may act now."""
        if self.rules.pace == "none":
            self.running = list(running)
            return
        spent = max(0.0, at - self.since)
        for one in self.running:
            self.left[one] -= spent
        if self.rules.pace == "live" and seat in self.running:
            self.left[seat] += self.rules.increment
        if self.rules.pace == "correspondence":
            for one in running:
                if one not in self.running or one == seat:
                    self.left[one] = self.rules.seconds
        self.running, self.since = list(running), at

    def fallen(self, now: float) -> int | None:
        """The seat that has run out of time, if one has."""
        if self.rules.pace == "none":
            return None
        spent = now - self.since
        late = [seat for seat in self.running if self.left[seat] <= spent]
        return min(late, key=lambda seat: self.left[seat]) if late else None

    def next_fall(self) -> float | None:
        """When the first running clock falls; None if none does."""
        if self.rules.pace == "none" or not self.running:
            return None
        return self.since + min(self.left[seat] for seat in self.running)

    def frame(self, now: float) -> Clock:
        """What the clients show."""
        spent = now - self.since
        left = [
            max(0.0, time - (spent if seat in self.running else 0)) for seat, time in enumerate(self.left)
        ]
        if self.rules.pace == "none":
            return Clock()
        return Clock(self.rules.pace, [round(time, 1) for time in left], self.running)
