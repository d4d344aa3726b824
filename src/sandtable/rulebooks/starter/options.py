"""What one piece can do now: its legal actions with their cost, path and places."""

from __future__ import annotations

from typing import Any

from sandtable.core.table import Act, Options, Withheld
from sandtable.rulebooks.starter import actions as verb
from sandtable.rulebooks.starter import tries, words
from sandtable.rulebooks.starter.acts import acts_of
from sandtable.rulebooks.starter.movement import node_of
from sandtable.rulebooks.starter.paths import path_to, search
from sandtable.rulebooks.starter.reasons import FROZEN, HAS_ACTED, NOT_YOUR_TURN, NOT_YOUR_UNIT, REASONS
from sandtable.rulebooks.starter.screen import Screen
from sandtable.rulebooks.starter.state import (
    ALL,
    COLUMNS,
    DIRECT_ATTACKS,
    MOVING,
    NONE,
    SPECIAL_ATTACKS,
    UNITS,
)


def options(scenario: Any, texts: Any, view: Any, seat: int, piece: int) -> Options:
    """Everything a piece can do; with a question open about it, the answers. A note says why if nothing."""
    screen = Screen((scenario, view), texts, seat)
    if not 0 <= piece < UNITS or not screen.is_own(piece):
        return _none(piece, NOT_YOUR_UNIT)
    if not screen.may_decide:
        return _none(piece, NOT_YOUR_TURN)
    listed = screen.listed(NONE if _is_asked_about(screen, piece) else piece)
    acts = acts_of(screen, listed)
    if screen.game.step == MOVING:
        _add_ways(screen, piece, listed, acts)
    withheld = tries.withheld(screen, piece, listed)
    return Options(piece, acts, withheld) if acts else _nothing_to_do(screen, piece, withheld)


def _is_asked_about(screen: Screen, piece: int) -> bool:
    """Whether the open question is this unit's: its answers name no unit."""
    decisions = screen.game.decisions
    return bool(decisions.depth > 0 and decisions.items[decisions.depth - 1].unit == piece)


def _none(piece: int, reason: int) -> Options:
    note, clause = REASONS[reason]
    return Options(piece, note=note, clause=clause)


def _nothing_to_do(screen: Screen, piece: int, withheld: list[Withheld]) -> Options:
    """The commonest reasons why a unit has nothing to do in this step."""
    unit, step = screen.game.units[piece], screen.game.step
    if unit.frozen:
        return _none(piece, FROZEN)
    if unit.acted and step in (SPECIAL_ATTACKS, DIRECT_ATTACKS):
        return _none(piece, HAS_ACTED)
    phase = words.step_names(step)[step]
    note = f"There is nothing this unit can do in this part of the game: {phase}."
    return Options(piece, withheld=withheld, note=note)


def _add_ways(screen: Screen, piece: int, listed: list[Any], acts: list[Act]) -> None:
    """Cost and path of each move (the way of least movement, ST-MOV-09 to 13)."""
    scenario, view, work = screen.rows[0][0], screen.rows[1][0], screen.desk.works[0]
    unit, speed = screen.game.units[piece], screen.type_of(piece).speed
    search(scenario, view, piece, work)
    start = (unit.x + 0.5, unit.y + 0.5)
    ways: dict[int, tuple[str, list[tuple[float, float]]]] = {}
    for action, act in zip(listed, acts, strict=True):
        if action.verb != verb.MOVE:
            continue
        node = int(node_of(scenario, view, piece, action.x, action.y, action.place))
        if node not in ways:
            length = int(path_to(work, node))
            squares = [int(work.path[i]) for i in range(length)]
            path = [start, *((s % COLUMNS + 0.5, s // COLUMNS + 0.5) for s in squares)]
            ways[node] = _cost(int(work.spent[node]), speed - unit.spent), path
        act.cost, act.path = ways[node]


def _cost(spent: int, left: int) -> str:
    return f"{min(spent, left)} of {words.count(left, 'square')}" if spent < ALL else "all movement"
