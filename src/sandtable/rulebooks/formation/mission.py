"""The mission: markers, and how a game ends (FM-MISSION, FM-M08, FM-M10)."""

from __future__ import annotations

from sandtable.core.boards.free import within
from sandtable.core.compile import rule
from sandtable.core.events import EVERYONE, Events, emit
from sandtable.rulebooks.formation.happenings import HAS_COUNTED_MARKERS, HAS_DRAWN, HAS_WON
from sandtable.rulebooks.formation.stands import is_ground, radius_of, side_of, type_of, weight
from sandtable.rulebooks.formation.state import (
    ATTRITION,
    BREAKTHROUGH,
    BY_CONCESSION,
    BY_MARKERS,
    BY_POINTS,
    BY_STANDS,
    CLOSE,
    DEPTH_ALL,
    ENDED,
    FORMATIONS,
    GONE,
    MARKERS,
    NONE,
    PER_SIDE,
    SIDES,
    STANDARD,
    STANDS,
    Game,
    Scenario,
)


@rule
def claims(scenario: Scenario, game: Game, seat: int, marker: int) -> bool:
    """Whether a side has a stand of an unrouted ground formation within 20 cm of a marker (FM-AIR-07)."""
    x, y = int(scenario.marker_x[marker]), int(scenario.marker_y[marker])
    for f in range(seat * PER_SIDE, seat * PER_SIDE + PER_SIDE):
        if int(game.formations[f].routed):
            continue
        for k in range(int(scenario.roster[f].count)):
            s = f * STANDS + k
            if is_ground(scenario, game, s) and within(
                int(game.stands[s].x), int(game.stands[s].y), radius_of(scenario, game, s), x, y, 0, CLOSE
            ):
                return True
    return False


@rule
def holder(scenario: Scenario, game: Game, marker: int) -> int:
    """The seat that controls a marker, NONE if nobody or both claim it (FM-MISSION-02, 03)."""
    one, other = claims(scenario, game, 0, marker), claims(scenario, game, 1, marker)
    if one == other:
        return NONE
    return 0 if one else 1


@rule
def markers_held(scenario: Scenario, game: Game, seat: int) -> int:
    """How many markers a side controls."""
    count = 0
    for marker in range(MARKERS):
        if holder(scenario, game, marker) == seat:
            count += 1
    return count


@rule
def broken_through(scenario: Scenario, game: Game) -> int:
    """Attackers wholly within 30 cm of the defender's edge, structure as remaining (FM-M08)."""
    attacker = 1 - int(game.layout)
    low = int(game.edge[int(game.layout)]) == 0
    count = 0
    for f in range(attacker * PER_SIDE, attacker * PER_SIDE + PER_SIDE):
        for k in range(int(scenario.roster[f].count)):
            s = f * STANDS + k
            if not is_ground(scenario, game, s) or int(game.formations[f].routed):
                continue
            y, r = int(game.stands[s].y), radius_of(scenario, game, s)
            if (low and y + r <= DEPTH_ALL) or (not low and y - r >= int(scenario.depth) - DEPTH_ALL):
                count += weight(game.stands[s])
    return count


@rule
def army_size(scenario: Scenario, seat: int) -> int:
    """As how many stands an army counted when the game began."""
    count = 0
    for f in range(seat * PER_SIDE, seat * PER_SIDE + PER_SIDE):
        for k in range(int(scenario.roster[f].count)):
            count += max(1, int(scenario.type[int(scenario.roster[f].kinds[k])].structure))
    return count


@rule
def attrition(scenario: Scenario, game: Game, seat: int) -> int:
    """Quarter points a side has scored: enemy stands destroyed, half for routed formations (FM-M08)."""
    score = 2 * int(game.destroyed[1 - seat])
    for f in range(FORMATIONS):
        if side_of(f) != seat and int(game.formations[f].routed):
            for k in range(int(scenario.roster[f].count)):
                s = f * STANDS + k
                if int(game.stands[s].where) != GONE:
                    score += int(type_of(scenario, game, s).points)
    return score


@rule
def points_of(scenario: Scenario, game: Game, seat: int) -> int:
    """A side's score as its mission counts it."""
    if int(scenario.mission) == STANDARD:
        return markers_held(scenario, game, seat)
    if int(scenario.mission) == ATTRITION:
        return attrition(scenario, game, seat)
    attacker = 1 - int(game.layout)
    through = 4 * broken_through(scenario, game)
    wins = through > 0 and through >= army_size(scenario, attacker)
    return 1 if wins == (seat == attacker) else 0


@rule
def end_round(scenario: Scenario, game: Game, events: Events) -> None:
    """Check for victory after the last round; tied markers give one more (FM-MISSION-01 to 06)."""
    if int(game.round) < int(scenario.rounds):
        return
    one, other = points_of(scenario, game, 0), points_of(scenario, game, 1)
    for seat in range(SIDES):
        emit(events, HAS_COUNTED_MARKERS, EVERYONE, seat, NONE, NONE, other if seat else one)
    if one == other and int(scenario.mission) == STANDARD and int(game.round) == int(scenario.rounds):
        return
    how = BY_MARKERS
    if int(scenario.mission) == BREAKTHROUGH:
        how = BY_STANDS
    elif int(scenario.mission) == ATTRITION:
        how = BY_POINTS
    winner = NONE
    if one != other:
        winner = 0 if one > other else 1
    end(game, events, winner, how)


@rule
def end(game: Game, events: Events, winner: int, how: int) -> None:
    """The game is over."""
    game.step = ENDED
    game.winner = winner
    game.ended_by = how
    if winner == NONE:
        emit(events, HAS_DRAWN, EVERYONE, NONE, NONE, NONE, how)
    else:
        emit(events, HAS_WON, EVERYONE, winner, NONE, NONE, how)


@rule
def concede(game: Game, events: Events, seat: int) -> None:
    """A player gives the game up (FM-M10)."""
    end(game, events, 1 - seat, BY_CONCESSION)
