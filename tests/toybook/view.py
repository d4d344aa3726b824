"""What a seat may know, and a full game that fits it."""

from __future__ import annotations

from sandtable.core.compile import rule
from sandtable.core.dice import Dice, roll

from .state import COURAGE_ROLL, UNKNOWN, Game, Scenario


@rule
def view(scenario: Scenario, game: Game, seat: int, out: Game) -> None:
    """All but the courage of the other, unless the seat has looked (TB-SETUP-02, TB-R01)."""
    out.round = game.round
    out.active = game.active
    out.decisions = game.decisions
    for i in range(2):
        shown, real = out.duellists[i], game.duellists[i]
        shown.health = real.health
        shown.breath = real.breath
        shown.seen = real.seen
        shown.yielded = real.yielded
        shown.courage = UNKNOWN
        if i == seat or (seat >= 0 and (int(real.seen) >> seat) & 1 == 1):
            shown.courage = real.courage


@rule
def resample(scenario: Scenario, view: Game, seat: int, dice: Dice, out: Game) -> None:
    """One full game that fits the view: unknown courage is rolled anew."""
    out.round = view.round
    out.active = view.active
    out.decisions = view.decisions
    for i in range(2):
        out.duellists[i] = view.duellists[i]
        if view.duellists[i].courage == UNKNOWN:
            out.duellists[i].courage = roll(dice, COURAGE_ROLL, 6)
