"""Making up lists of actions in ``work.actions``; the last place is left for a script's own choice."""

from __future__ import annotations

from sandtable.core.compile import rule
from sandtable.rulebooks.formation.actions import ACTIONS, Action, Work
from sandtable.rulebooks.formation.state import LEGS, NONE, STANDS


@rule
def clear(action: Action, verb: int, seat: int, formation: int) -> None:
    """Make ``action`` a plain one of a verb."""
    action.verb = verb
    action.seat = seat
    action.formation = formation
    action.target = NONE
    action.stand = NONE
    action.amount = 0
    action.stands = 0
    for k in range(STANDS):
        action.marks[k] = 0
        action.legs[k] = 0
        for i in range(LEGS):
            action.x[k, i] = 0
            action.y[k, i] = 0


@rule
def has_room(work: Work) -> bool:
    """Whether another action fits on the list."""
    return int(work.count) < ACTIONS - 1


@rule
def draft(work: Work, verb: int, seat: int, formation: int) -> Action:
    """The next free action, made plain; `keep` puts it on the list. Only where `has_room`."""
    action = work.actions[int(work.count)]
    clear(action, verb, seat, formation)
    return action


@rule
def keep(work: Work) -> None:
    """The drafted action is on the list."""
    work.count += 1


@rule
def add(work: Work, verb: int, seat: int, formation: int, target: int, amount: int) -> None:
    """Put a plain action on the list."""
    if has_room(work):
        action = draft(work, verb, seat, formation)
        action.target = target
        action.amount = amount
        keep(work)


@rule
def waypoint(action: Action, k: int, x: int, y: int) -> None:
    """Add a point to the path of stand ``k``."""
    n = int(action.legs[k])
    action.x[k, n] = x
    action.y[k, n] = y
    action.legs[k] = n + 1


@rule
def no_path(action: Action, k: int) -> None:
    """Stand ``k`` stays."""
    action.legs[k] = 0
    for i in range(LEGS):
        action.x[k, i] = 0
        action.y[k, i] = 0
