"""Why something is not possible: an action, a piece, or what a piece would do at a place."""

from __future__ import annotations

from typing import Any

from sandtable.core.table import Why
from sandtable.rulebooks.starter import reasons, words
from sandtable.rulebooks.starter.options import options
from sandtable.rulebooks.starter.screen import Screen
from sandtable.rulebooks.starter.state import UNITS
from sandtable.rulebooks.starter.tries import label_of, reason_of, stands_on, telling, tries_at


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
        return _refused(reason_of(screen, action))
    column, row = int(x), int(y)
    on_board = 0 <= column < screen.booklet.columns and 0 <= row < screen.booklet.rows and x >= 0 and y >= 0
    if not 0 <= piece < UNITS or screen.game.units[piece].side < 0:
        return _of_place(screen, column, row) if on_board else Why()
    if on_board and screen.is_own(piece) and screen.may_decide and not stands_on(screen, piece, column, row):
        return _of_piece_at(screen, piece, column, row)
    offered = options(scenario, texts, view, seat, piece)
    if offered.acts:
        return Why(reason=f"It can: {', '.join(sorted({act.label for act in offered.acts})[:6])}.")
    return Why(possible=False, reason=offered.note, clause=offered.clause)


def _refused(code: int) -> Why:
    if code == 0:
        return Why(reason="It is possible.")
    reason, clause = reasons.REASONS[code]
    return Why(possible=False, reason=reason, clause=clause)


def _of_piece_at(screen: Screen, piece: int, x: int, y: int) -> Why:
    """Try what the piece would naturally do there; the most telling refusal, or what is possible."""
    tries = tries_at(screen, piece, x, y)
    codes = [reason_of(screen, action) for action in tries]
    if 0 in codes:
        return Why(reason=f"It is possible: {label_of(screen, tries[codes.index(0)])}.")
    if codes:
        return _refused(telling(codes))
    step = screen.game.step
    return Why(
        possible=False,
        reason=f"In this part of the game a unit does nothing to a place: {words.step_names(step)[step]}.",
        clause="ST-CAMP-27",
    )


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
