"""Line of sight (FM-ATK-03 to 06): from centre to centre, into cover but not through it."""

from __future__ import annotations

from sandtable.core.boards.free import passes
from sandtable.core.boards.polygons import distance, runs_through
from sandtable.core.compile import rule
from sandtable.rulebooks.formation.stands import on_table, radius_of, touch, type_of
from sandtable.rulebooks.formation.state import (
    AIRCRAFT,
    COVER,
    FORMATIONS,
    HOVER,
    NO_ATTACK,
    NONE,
    STANDS,
    STRICT_COVER,
    Game,
    Piece,
    Scenario,
)
from sandtable.rulebooks.formation.terrain import apart, column, on_piece, on_raised


@rule
def sees(scenario: Scenario, game: Game, a: int, b: int) -> bool:
    """Whether stand ``a`` has line of sight to stand ``b`` (FM-R27, FM-AIR-03, 04)."""
    if int(type_of(scenario, game, a).cls) == AIRCRAFT or int(type_of(scenario, game, b).cls) == AIRCRAFT:
        return True
    if touch(scenario, game, a, b):
        return True
    return not hidden_by_terrain(scenario, game, a, b) and not hidden_by_stands(scenario, game, a, b)


@rule
def hidden_by_terrain(scenario: Scenario, game: Game, a: int, b: int) -> bool:
    """Whether a piece of terrain lies between two stands, neither of them in it, and neither sees over it."""
    ax, ay = int(game.stands[a].x), int(game.stands[a].y)
    bx, by = int(game.stands[b].x), int(game.stands[b].y)
    for p in range(int(scenario.pieces)):
        piece = scenario.piece[p]
        if apart(piece, ax, ay, bx, by, 0):
            continue
        if not blocks_sight(scenario, piece, int(type_of(scenario, game, b).cls)):
            continue
        first, last = int(piece.first), int(piece.last)
        if not runs_through(scenario.corner_x, scenario.corner_y, first, last, ax, ay, bx, by):
            continue
        if on_piece(scenario, piece, ax, ay) or on_piece(scenario, piece, bx, by):
            continue
        if not seen_over(scenario, game, piece, a, b) and not seen_over(scenario, game, piece, b, a):
            return True
    return False


@rule
def blocks_sight(scenario: Scenario, piece: Piece, target_class: int) -> bool:
    """Whether a piece blocks sight: by its type's flag, or under "strict cover" as cover (FM-R28)."""
    ground = scenario.ground[int(piece.ground)]
    if int(scenario.switches) & STRICT_COVER:
        return int(ground.effects[column(target_class)]) & COVER != 0
    return int(ground.blocks) != 0


@rule
def seen_over(scenario: Scenario, game: Game, piece: Piece, high: int, other: int) -> bool:
    """Whether a stand on raised terrain, or an acting hover stand, is nearer to the piece than the other.

    FM-TERR-23, FM-SPEC-13, FM-R29, R30.
    """
    stand = game.stands[high]
    raised = on_raised(scenario, int(stand.x), int(stand.y))
    hovers = int(type_of(scenario, game, high).special) & HOVER != 0 and is_acting(game, high // STANDS)
    if not raised and not hovers:
        return False
    return distance_to(scenario, game, piece, high) < distance_to(scenario, game, piece, other)


@rule
def distance_to(scenario: Scenario, game: Game, piece: Piece, s: int) -> int:
    """Distance of a stand's base from a piece of terrain in hundredths (FM-R04, R105)."""
    x, y = int(game.stands[s].x), int(game.stands[s].y)
    away = distance(scenario.corner_x, scenario.corner_y, int(piece.first), int(piece.last), x, y)
    return max(0, away - radius_of(scenario, game, s))


@rule
def is_acting(game: Game, f: int) -> bool:
    """Whether a formation acts: its activation, snap action, rout move or withdrawal attack (FM-R30)."""
    if f == int(game.active) or f == int(game.snapper) or f == int(game.acting):
        return True
    if int(game.move.formation) != NONE and f == int(game.move.formation):
        return True
    return int(game.attack.stage) != NO_ATTACK and f == int(game.attack.attacker)


@rule
def hidden_by_stands(scenario: Scenario, game: Game, a: int, b: int) -> bool:
    """Whether a structure stand of either side lies between two stands (FM-SPEC-33, FM-R31)."""
    ax, ay = int(game.stands[a].x), int(game.stands[a].y)
    bx, by = int(game.stands[b].x), int(game.stands[b].y)
    for f in range(FORMATIONS):
        for k in range(int(scenario.roster[f].count)):
            s = f * STANDS + k
            if int(game.stands[s].structure) == 0 or s == a or s == b or not on_table(game, s):
                continue
            kind = type_of(scenario, game, s)
            if int(kind.cls) == AIRCRAFT:
                continue
            if passes(ax, ay, bx, by, int(game.stands[s].x), int(game.stands[s].y), int(kind.radius)):
                return True
    return False
