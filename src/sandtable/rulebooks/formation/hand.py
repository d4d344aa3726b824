"""Moves and places by hand: what a screen needs to know to lead stands over the table.

It draws what it is told here and asks `preview` about each plan: only `legal` says what is allowed.
"""

from __future__ import annotations

from typing import Any

from sandtable.core.table import Drag, Mover
from sandtable.rulebooks.formation import actions as verb
from sandtable.rulebooks.formation.actions import formation_name
from sandtable.rulebooks.formation.activation import has_war_cry, may_arrive
from sandtable.rulebooks.formation.acts import SAID
from sandtable.rulebooks.formation.aircraft import is_aboard
from sandtable.rulebooks.formation.deployment import is_to_be_placed
from sandtable.rulebooks.formation.screen import Screen
from sandtable.rulebooks.formation.state import (
    AIRCRAFT,
    ARRIVAL,
    ASK_ACTION,
    ASK_DROP,
    ASK_INSERT,
    ASK_PLACE,
    ASK_REPLAN,
    ASK_ROUT,
    ASK_SNAP_ACTION,
    BONUS,
    COHERENT,
    CONTACT,
    FRENZIED,
    HOVER,
    INFANTRY,
    LEGS,
    ON_TABLE,
    PER_SIDE,
    SCOUT,
    SCOUTING,
    STANDS,
    ZONE,
)
from sandtable.rulebooks.formation.terrain import on_piece

MOVES = (ASK_ACTION, ASK_SNAP_ACTION, ASK_ROUT, ASK_REPLAN)
APART = 50  # between the stands of a block that is put down
SNUG = CONTACT / 200  # the gap in cm that a stand led into contact is given


def drags(screen: Screen, piece: int) -> list[Drag]:
    """The ways in which a stand's formation may be led by hand now."""
    f = piece // STANDS
    if not screen.acts or not screen.is_own(piece):
        return []
    if screen.asked in MOVES:
        return _moves(screen, f) if int(screen.question.unit) == f and screen.where(f) == ON_TABLE else []
    scenario, game = screen.records
    if screen.asked == ASK_PLACE and is_to_be_placed(scenario, game, f):
        return [_places(screen, f, verb.PLACE, 0)]
    if screen.asked == ASK_INSERT and may_arrive(scenario, game, f):
        return [_places(screen, f, verb.INSERT, ARRIVAL)]
    if screen.asked == ASK_DROP:
        if is_aboard(scenario, game, f, int(screen.question.unit), int(screen.game.landed)):
            return [_places(screen, f, verb.DROP, ZONE)]
    return []


def _moves(screen: Screen, f: int) -> list[Drag]:
    """A move, and one with the War Cry where there is one left (FM-MOVE-01, FM-M09)."""
    found = [_move(screen, f, False)]
    if screen.asked != ASK_REPLAN and has_war_cry(*screen.records, screen.seat):
        found.append(_move(screen, f, True))
    return found


def _move(screen: Screen, f: int, cry: bool) -> Drag:
    stands = [s for s in screen.members(f) if screen.game.stands[s].where == ON_TABLE]
    flying = screen.scenario.type[screen.kind(stands[0])].cls == AIRCRAFT
    speeds = paces(screen, stands)
    return Drag(
        text=f"move {formation_name(f)}",
        verb="move",
        label="Move with War Cry" if cry else "Move",
        movers=[_mover(screen, s, speeds[s], cry) for s in stands],
        legs=LEGS,
        tail="cry" if cry else "",
        off="drop",
        wary=[] if flying else enemies(screen),
        zone=ZONE / 100,
        touch=0 if flying else SNUG,
        clause=SAID[verb.MOVE][2],
    )


def _mover(screen: Screen, s: int, pace: int, cry: bool) -> Mover:
    """How far one stand may go: its pace, and what roads and frenzy may add (FM-TERR-24, FM-SPEC-10)."""
    kind = screen.scenario.type[screen.kind(s)]
    extra = 0
    if kind.cls != AIRCRAFT:
        if kind.special & FRENZIED or (cry and kind.cls == INFANTRY):
            extra += BONUS
        if not kind.special & HOVER and _on_road(screen, s):
            extra += BONUS
    return Mover(
        piece=s,
        key=letter(s),
        reach=(pace + extra) / 100,
        pace=pace / 100,
        least=kind.least_move / 100,
        range=kind.range / 100,
        link=link(kind),
    )


def letter(s: int) -> str:
    """A stand's letter within its formation."""
    return "abcdefghij"[s % STANDS]


def link(kind: Any) -> float:
    """The gap in cm over which a stand still holds to another (FM-COH-01, FM-SPEC-21)."""
    return (SCOUTING if kind.special & SCOUT else COHERENT) / 100


def paces(screen: Screen, stands: list[int]) -> dict[int, int]:
    """Speeds, with that of transports lent to as many infantry stands as they take (FM-SPEC-34)."""
    kinds = {s: screen.scenario.type[screen.kind(s)] for s in stands}
    room = sum(int(kind.transport) for kind in kinds.values() if kind.cls != AIRCRAFT)
    fast = max((int(kind.speed) for kind in kinds.values() if kind.transport), default=0)
    found = {}
    for s, kind in kinds.items():
        lent = kind.cls == INFANTRY and room > 0 and kind.speed < fast
        room -= lent
        found[s] = fast if lent else int(kind.speed)
    return found


def _on_road(screen: Screen, s: int) -> bool:
    scenario, game = screen.records
    x, y = int(game.stands[s].x), int(game.stands[s].y)
    return any(
        scenario.ground[int(piece.ground)].road and on_piece(scenario, piece, x, y)
        for piece in (scenario.piece[p] for p in range(int(scenario.pieces)))
    )


def _places(screen: Screen, f: int, chosen: int, zone: int) -> Drag:
    """Putting a formation down: first as a block of two rows (FM-DEPLOY-01, FM-SPEC-15, FM-LAND-06)."""
    stands = screen.members(f)
    kinds = [screen.scenario.type[screen.kind(s)] for s in stands]
    step = 2 * max(int(kind.radius) for kind in kinds) + APART
    columns = (len(stands) + 1) // 2
    word, name = verb.VERBS[chosen], formation_name(f)
    movers = [
        Mover(
            piece=s,
            key=letter(s),
            dx=(n // 2 - (columns - 1) / 2) * step / 100,
            dy=(n % 2 - (0.5 if len(stands) > 1 else 0)) * step / 100,
            link=link(kind),
        )
        for n, (s, kind) in enumerate(zip(stands, kinds, strict=True))
    ]
    return Drag(
        text=f"{word} {name}",
        verb=word,
        label={verb.PLACE: "Deploy", verb.INSERT: "Arrive", verb.DROP: "Drop off"}[chosen],
        movers=movers,
        all=True,
        wary=enemies(screen) if zone else [],
        zone=zone / 100,
        touch=SNUG if chosen == verb.DROP else 0,
        clause=SAID[chosen][2],
    )


def enemies(screen: Screen) -> list[int]:
    """Enemy stands on the ground."""
    other = 1 - screen.seat
    home = range(other * PER_SIDE, other * PER_SIDE + PER_SIDE)
    return [
        s
        for f in home
        for s in screen.members(f)
        if screen.game.stands[s].where == ON_TABLE and screen.scenario.type[screen.kind(s)].cls != AIRCRAFT
    ]
