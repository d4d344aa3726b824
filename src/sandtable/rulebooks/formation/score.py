"""How the sides stand, and what no game may look like."""

from __future__ import annotations

from sandtable.core.boards.free import on_table as inside
from sandtable.core.boards.free import overlap
from sandtable.core.compile import rule
from sandtable.core.standing import BY_RULES, PLAYING, SEATS, Standing
from sandtable.rulebooks.formation.mission import points_of
from sandtable.rulebooks.formation.stands import is_aircraft, on_table, radius_of, type_of
from sandtable.rulebooks.formation.state import (
    ALL_STANDS,
    EMBARKED,
    ENDED,
    FORMATIONS,
    NONE,
    ON_TABLE,
    SIDES,
    STANDS,
    Game,
    Scenario,
)

OFF_THE_TABLE, OVERLAPPING, BAD_COUNT, BAD_CARGO, BAD_QUESTION, LOOSE_END = 1, 2, 4, 8, 16, 32


@rule
def score(scenario: Scenario, game: Game, standing: Standing) -> None:
    """Running or final standing: markers held, or what else the mission counts (FM-MISSION-04)."""
    for seat in range(SEATS):
        standing.points[seat] = 0
        standing.rank[seat] = 0
    over = int(game.step) == ENDED
    standing.over = BY_RULES if over else PLAYING
    standing.reason = game.ended_by
    for seat in range(SIDES):
        standing.points[seat] = points_of(scenario, game, seat)
    for seat in range(SIDES):
        ahead = int(standing.points[1 - seat]) > int(standing.points[seat])
        if over:
            ahead = int(game.winner) == 1 - seat
        standing.rank[seat] = 2 if ahead else 1


@rule
def check(scenario: Scenario, game: Game) -> int:
    """Broken invariants as flags; 0 in any game that play can reach.

    Bases lie on the table and do not overlap, numbers stay within their limits, cargo is aboard an aircraft
    that flies, exactly one question is open until the game is over, and nothing is left half done.
    """
    flags = 0
    for s in range(ALL_STANDS):
        if s % STANDS < int(scenario.roster[s // STANDS].count):
            flags |= check_stand(scenario, game, s)
    for f in range(FORMATIONS):
        if int(game.formations[f].stress) < 0:
            flags |= BAD_COUNT
    if int(game.step) == ENDED:
        if int(game.decisions.depth) != 0 or int(game.queued) != 0:
            flags |= BAD_QUESTION if int(game.ended_by) != 2 else 0
    elif int(game.decisions.depth) != 1:
        flags |= BAD_QUESTION
    return flags


@rule
def check_stand(scenario: Scenario, game: Game, s: int) -> int:
    """Broken invariants of one stand."""
    stand = game.stands[s]
    kind = type_of(scenario, game, s)
    flags = 0
    if int(stand.shields) < 0 or int(stand.shields) > int(kind.shield):
        flags |= BAD_COUNT
    if int(stand.structure) < 0 or int(stand.structure) > int(kind.structure):
        flags |= BAD_COUNT
    if int(stand.where) == EMBARKED:
        carrier = int(stand.carrier)
        if carrier == NONE or not on_table(game, carrier):
            flags |= BAD_CARGO
    elif int(stand.carrier) != NONE:
        flags |= LOOSE_END
    if int(stand.where) != ON_TABLE:
        return flags if int(stand.x) == 0 and int(stand.y) == 0 else flags | LOOSE_END
    x, y, r = int(stand.x), int(stand.y), int(kind.radius)
    if not inside(x, y, r, int(scenario.width), int(scenario.depth)):
        flags |= OFF_THE_TABLE
    for t in range(s):
        if not on_table(game, t) or is_aircraft(scenario, t // STANDS) != is_aircraft(scenario, s // STANDS):
            continue
        other = game.stands[t]
        if overlap(x, y, r, int(other.x), int(other.y), radius_of(scenario, game, t)):
            flags |= OVERLAPPING
    return flags
