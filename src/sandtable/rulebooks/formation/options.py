"""What a stand can do now: the actions of its formation, with this stand's own end of each."""

from __future__ import annotations

from typing import Any

from sandtable.core.table import Act, Options
from sandtable.rulebooks.formation.acts import act_of
from sandtable.rulebooks.formation.hand import drags
from sandtable.rulebooks.formation.reasons import NOT_ASKED, NOT_NOW, NOT_YOURS, REASONS
from sandtable.rulebooks.formation.screen import Screen
from sandtable.rulebooks.formation.state import ALL_STANDS, STANDS
from sandtable.rulebooks.formation.tries import withheld


def options(scenario: Any, texts: Any, view: Any, seat: int, piece: int) -> Options:
    """What a stand's formation can do; a note says why if nothing.

    Of moves and places it is the selection that `candidates` documents; a `Drag` leads stands anywhere.
    """
    screen = Screen((scenario, view), texts, seat)
    if not 0 <= piece < ALL_STANDS or piece not in screen.stands:
        return _none(piece, NOT_YOURS)
    if not screen.acts:
        return _none(piece, NOT_ASKED)
    listed = screen.listed(piece)
    acts = [act_of(screen, action, piece) for action in listed]
    led = drags(screen, piece)
    missing = withheld(screen, piece // STANDS, listed) if screen.is_own(piece) else []
    if acts or led:
        return Options(piece, _one_a_target(acts), missing, led)
    if missing:
        return Options(piece, note=f"{missing[0].label}: {missing[0].reason}.", clause=missing[0].clause)
    return _none(piece, NOT_NOW if screen.is_own(piece) else NOT_YOURS)


def _one_a_target(acts: list[Act]) -> list[Act]:
    """Without the attacks that differ from another only in what their shares leave to choose."""
    seen: set[str] = set()
    kept = []
    for act in acts:
        if not act.stem or act.stem not in seen:
            kept.append(act)
            seen.add(act.stem)
    return kept


def _none(piece: int, reason: int) -> Options:
    note, clause = REASONS[reason]
    return Options(piece, note=note, clause=clause)
