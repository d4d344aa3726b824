"""Why something is not possible: an action, a stand, or what a stand would do at a place."""

from __future__ import annotations

from typing import Any

from sandtable.core.table import Why
from sandtable.rulebooks.formation.actions import formation_name, parse
from sandtable.rulebooks.formation.options import options
from sandtable.rulebooks.formation.reasons import REASONS, WRONG_MARKERS
from sandtable.rulebooks.formation.screen import Screen
from sandtable.rulebooks.formation.state import (
    ALL_STANDS,
    ASK_ACTION,
    ASK_REPLAN,
    ASK_ROUT,
    ASK_SNAP_ACTION,
    ON_TABLE,
    STANDS,
)
from sandtable.rulebooks.formation.table import terrain_note
from sandtable.rulebooks.formation.terrain import on_piece

MOVING = (ASK_ACTION, ASK_SNAP_ACTION, ASK_ROUT, ASK_REPLAN)
ATTACKING = (ASK_ACTION, ASK_SNAP_ACTION)


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
    """Of an action (a row); else of what a stand could do at a place, or at all; else of the place."""
    screen = Screen((scenario, view), texts, seat)
    if action is not None:
        return _refused(screen.refusal(action))
    on_board = 0 <= x <= screen.scenario.width / 100 and 0 <= y <= screen.scenario.depth / 100
    if not 0 <= piece < ALL_STANDS or piece not in screen.stands:
        return _of_place(screen, x, y) if on_board else Why()
    there = _stand_at(screen, x, y) if on_board else piece
    if on_board and screen.acts and screen.is_own(piece) and there != piece:
        answer = _of_stand_at(screen, piece, there, x, y)
        if answer is not None:
            return answer
    offered = options(scenario, texts, view, seat, piece)
    if offered.acts:
        return Why(reason=f"It can: {', '.join(sorted({act.label for act in offered.acts})[:6])}.")
    return Why(possible=False, reason=offered.note, clause=offered.clause)


def _refused(code: int) -> Why:
    if code == 0:
        return Why(reason="It is possible.")
    reason, clause = REASONS[code]
    return Why(possible=False, reason=reason, clause=clause)


def _stand_at(screen: Screen, x: float, y: float) -> int:
    """The stand whose base covers a point, -1 if none does."""
    for s in screen.stands:
        if screen.game.stands[s].where == ON_TABLE:
            left, top = screen.place(s)
            radius = screen.scenario.type[screen.kind(s)].radius / 100
            if (left - x) ** 2 + (top - y) ** 2 <= radius**2:
                return s
    return -1


def _of_stand_at(screen: Screen, piece: int, there: int, x: float, y: float) -> Why | None:
    """Try to attack an enemy that stands there, else to move this one stand there while the others stay."""
    mine = formation_name(piece // STANDS)
    if there >= 0 and not screen.is_own(there) and screen.asked in ATTACKING:
        target = formation_name(there // STANDS)
        code = screen.refusal(parse(screen.rows[0], screen.seat, f"attack {mine} {target}"))
        if code in (0, WRONG_MARKERS):  # which stands are suppressed is still to be chosen
            return Why(reason=f"It is possible: attack {screen.formation(there // STANDS)}.")
        return _refused(code)
    if screen.asked not in MOVING or screen.game.stands[piece].where != ON_TABLE:
        return None
    text = f"move {mine} {'abcdefghij'[piece % STANDS]}{x:.2f},{y:.2f}"
    code = screen.refusal(parse(screen.rows[0], screen.seat, text))
    if code == 0:
        return Why(reason="It is possible to move this stand alone there.")
    answer = _refused(code)
    answer.reason = f"To move this stand alone there: {answer.reason}."
    return answer


def _of_place(screen: Screen, x: float, y: float) -> Why:
    """What the terrain at a point is and does (FM-TERR-01)."""
    scenario, place = screen.records[0], (round(100 * x), round(100 * y))
    found = [
        screen.texts.grounds[int(scenario.piece[p].ground)]
        for p in range(int(scenario.pieces))
        if on_piece(scenario, scenario.piece[p], *place)
    ]
    if not found:
        return Why(reason="Open ground. Select a stand to ask what it could do there.", clause="FM-TERR-12")
    said = "; ".join(f"{line.name}: {terrain_note(line) or 'open'}" for line in found)
    return Why(reason=f"{said}. Select a stand to ask what it could do there.", clause=found[0].clause)
