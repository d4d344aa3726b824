"""The script: strike while there is breath."""

from __future__ import annotations

from sandtable.core.compile import rule
from sandtable.core.decisions import pending
from sandtable.core.dice import Dice

from .actions import PARRY, REST, STRIKE, TAKE, Action, Work
from .state import Game, Scenario


@rule
def policy(scenario: Scenario, view: Game, seat: int, dice: Dice, work: Work, out: Action) -> None:
    """Parry if it can; strike with all breath above 1; else rest."""
    breath = int(view.duellists[seat].breath)
    out.seat = seat
    out.amount = 0
    if pending(view.decisions) != 0:
        out.verb = PARRY if breath > 0 else TAKE
    elif breath >= 2:
        out.verb = STRIKE
        out.amount = min(breath, 3)
    else:
        out.verb = REST


@rule
def value(scenario: Scenario, view: Game, seat: int) -> int:
    """How good it looks, in thousandths: the difference in health."""
    return 1000 * (int(view.duellists[seat].health) - int(view.duellists[1 - seat].health)) // 6
