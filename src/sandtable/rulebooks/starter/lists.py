"""The list of legal actions that `legal` fills: one blank action after another in ``work.actions``."""

from __future__ import annotations

import numpy as np

from sandtable.core.compile import rule
from sandtable.rulebooks.starter.actions import ACTIONS, Action, Work
from sandtable.rulebooks.starter.state import NONE

AMOUNTS = np.array([1, 2, 5, 10, 20, 50], np.int64)
LISTED = len(AMOUNTS) + 1


@rule
def amount_listed(i: int, most: int) -> int:
    """Where every amount up to ``most`` is legal a few are listed: the ``i``-th of `LISTED`, 0 for none.

    They are 1, 2, 5, 10, 20 and 50, as far as they are below the most, and the most.
    """
    if i < len(AMOUNTS):
        return int(AMOUNTS[i]) if AMOUNTS[i] < most else 0
    return most


@rule
def add(work: Work, verb: int, seat: int) -> Action:
    """The next action of the list, blank but for verb and seat. A full list overwrites its last place."""
    action = work.actions[int(work.count)]
    if work.count < ACTIONS:
        work.count += 1
    write(action, verb, seat)
    return action


@rule
def write(action: Action, verb: int, seat: int) -> None:
    """Make an action blank but for verb and seat."""
    action.verb = verb
    action.seat = seat
    action.unit = NONE
    action.other = NONE
    action.kind = NONE
    action.x = NONE
    action.y = NONE
    action.place = NONE
    action.amount = 0
    action.extra = 0
    for i in range(4):
        action.beads[i] = 0


@rule
def take_back(work: Work) -> None:
    """Drop the last action of the list."""
    work.count -= 1


@rule
def copy(out: Action, action: Action) -> None:
    """Make ``out`` the same action."""
    write(out, int(action.verb), int(action.seat))
    out.unit = action.unit
    out.other = action.other
    out.kind = action.kind
    out.x = action.x
    out.y = action.y
    out.place = action.place
    out.amount = action.amount
    out.extra = action.extra
    for i in range(4):
        out.beads[i] = action.beads[i]
