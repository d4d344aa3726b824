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
    """The drafted action is on the list, unless an equal one is."""
    n = int(work.count)
    for i in range(n):
        if same(work.actions[i], work.actions[n]):
            return
    work.count = n + 1


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


@rule
def copy_action(action: Action, out: Action) -> None:
    """Write one action over another."""
    out.verb = action.verb
    out.seat = action.seat
    out.formation = action.formation
    out.target = action.target
    out.stand = action.stand
    out.amount = action.amount
    out.stands = action.stands
    for k in range(STANDS):
        out.marks[k] = action.marks[k]
        out.legs[k] = action.legs[k]
        for i in range(LEGS):
            out.x[k, i] = action.x[k, i]
            out.y[k, i] = action.y[k, i]


@rule
def same(one: Action, other: Action) -> bool:
    """Whether two actions are equal."""
    if one.verb != other.verb or one.formation != other.formation or one.target != other.target:
        return False
    if one.stand != other.stand or one.amount != other.amount or one.stands != other.stands:
        return False
    for k in range(STANDS):
        if one.marks[k] != other.marks[k] or one.legs[k] != other.legs[k]:
            return False
        for i in range(int(one.legs[k])):
            if one.x[k, i] != other.x[k, i] or one.y[k, i] != other.y[k, i]:
                return False
    return True
