"""Why something is not possible: an action, a piece, or what a piece would do at a place."""

from __future__ import annotations

from typing import Any

from sandtable.core.table import Why
from sandtable.rulebooks.starter import actions as verb
from sandtable.rulebooks.starter import reasons, words
from sandtable.rulebooks.starter.actions import Action
from sandtable.rulebooks.starter.acts import SAID
from sandtable.rulebooks.starter.notation import blank_action
from sandtable.rulebooks.starter.options import options
from sandtable.rulebooks.starter.screen import Screen, plain
from sandtable.rulebooks.starter.state import (
    CENTRE,
    DEPLOYING,
    DIRECT_ATTACKS,
    LOGISTICS,
    MOVING,
    NONE,
    ON_MAP,
    SPECIAL_ATTACKS,
    UNITS,
    E,
    N,
    S,
    W,
)

# What a piece would naturally do at a place, by step: units there are targets of the second list.
AT_SQUARES = {
    MOVING: (verb.MOVE,),
    DEPLOYING: (verb.DEPLOY,),
    LOGISTICS: (verb.DISEMBARK, verb.TAKE_UP, verb.SWEEP_MINES),
    SPECIAL_ATTACKS: (verb.ATTACK,),
    DIRECT_ATTACKS: (verb.ATTACK,),
}
AT_UNITS = {
    LOGISTICS: (verb.EMBARK, verb.TRANSFER),
    SPECIAL_ATTACKS: (verb.ATTACK, verb.RECON),
    DIRECT_ATTACKS: (verb.ATTACK,),
}
# Why a square is not entered says more than that a position in it is not free.
VAGUE = frozenset({reasons.BAD_PLACE, reasons.NO_ROOM})


def why(
    scenario: Any,
    texts: Any,
    view: Any,
    seat: int,
    action: Any,
    piece: int = -1,
    x: float = -1,
    y: float = -1,
) -> Why:
    """Of an action (a row); else of what a piece could do at a place, or at all; else of the place."""
    screen = Screen((scenario, view), texts, seat)
    if action is not None:
        return _refused(_reason(screen, action))
    column, row = int(x), int(y)
    on_board = 0 <= column < screen.booklet.columns and 0 <= row < screen.booklet.rows and x >= 0 and y >= 0
    if not 0 <= piece < UNITS or screen.game.units[piece].side < 0:
        return _of_place(screen, column, row) if on_board else Why()
    if on_board and screen.is_own(piece) and screen.may_decide and not _stands_on(screen, piece, column, row):
        return _of_piece_at(screen, piece, column, row)
    offered = options(scenario, texts, view, seat, piece)
    if offered.acts:
        return Why(reason=f"It can: {', '.join(sorted({act.label for act in offered.acts})[:6])}.")
    return Why(possible=False, reason=offered.note, clause=offered.clause)


def _reason(screen: Screen, action: Any) -> int:
    return int(screen.engine.is_legal(*screen.rows, 0, action, 0, screen.desk.works))


def _refused(code: int) -> Why:
    if code == 0:
        return Why(reason="It is possible.")
    reason, clause = reasons.REASONS[code]
    return Why(possible=False, reason=reason, clause=clause)


def _stands_on(screen: Screen, piece: int, x: int, y: int) -> bool:
    unit = screen.game.units[piece]
    return bool(unit.where == ON_MAP and (unit.x, unit.y) == (x, y))


def _of_piece_at(screen: Screen, piece: int, x: int, y: int) -> Why:
    """Try what the piece would naturally do there; the first refusal, or what is possible."""
    tries = _tries(screen, piece, x, y)
    codes = [(_reason(screen, action), action) for action in tries]
    for code, action in codes:
        if code == 0:
            label = SAID[int(action[0].verb)][0](screen, plain(Action, action))
            return Why(reason=f"It is possible: {label}.")
    said = [code for code, _ in codes if code not in VAGUE] or [code for code, _ in codes]
    if said:
        return _refused(said[0])
    step = screen.game.step
    return Why(
        possible=False,
        reason=f"In this part of the game a unit does nothing to a place: {words.step_names(step)[step]}.",
        clause="ST-CAMP-27",
    )


def _tries(screen: Screen, piece: int, x: int, y: int) -> list[Any]:
    step, units = screen.game.step, screen.game.units
    there = [u for u in screen.units if _stands_on(screen, u, x, y)]
    found = [
        _action(screen, number, piece, other=u)
        for number in AT_UNITS.get(step, ())
        for u in there
        if (units[u].side == screen.seat) == (step == LOGISTICS)
    ]
    for number in AT_SQUARES.get(step, ()):
        places = (
            (CENTRE, *range(1, 5), N, E, S, W)
            if number in (verb.MOVE, verb.DEPLOY, verb.DISEMBARK)
            else (NONE,)
        )
        found += [_action(screen, number, piece, x=x, y=y, place=place) for place in places]
    return found


def _action(
    screen: Screen,
    number: int,
    piece: int,
    other: int = NONE,
    x: int = NONE,
    y: int = NONE,
    place: int = NONE,
) -> Any:
    row = blank_action(number, screen.seat)
    action = row[0]
    action.unit, action.other, action.x, action.y, action.place = piece, other, x, y, place
    if number in (verb.TRANSFER, verb.TAKE_UP):
        action.amount = 1
    return row


def _of_place(screen: Screen, x: int, y: int) -> Why:
    """What a square is to those who would enter it."""
    terrain = screen.booklet.terrain[y, x]
    _, name, _, effect, clause = words.TERRAINS[terrain]
    costs = ", ".join(
        f"{words.MOVES[move]} {cost}" for move, cost in enumerate(screen.booklet.costs[terrain]) if cost > 0
    )
    reason = (
        f"{name}. {effect + '. ' if effect else ''}To enter: {costs}. Select a unit to ask what it could do."
    )
    return Why(possible=False, reason=reason, clause=clause)
