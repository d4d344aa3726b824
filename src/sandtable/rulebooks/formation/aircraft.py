"""Aircraft: landing, dropping off and picking up (FM-LAND, FM-R84 to R87)."""

from __future__ import annotations

from sandtable.core.boards.free import overlap, within
from sandtable.core.compile import rule
from sandtable.core.dice import Dice
from sandtable.core.events import EVERYONE, Events, emit
from sandtable.rulebooks.formation.actions import Action, Work
from sandtable.rulebooks.formation.deployment import keeps_clear, places_reason, put_down, room
from sandtable.rulebooks.formation.happenings import HAS_DISEMBARKED, HAS_LANDED
from sandtable.rulebooks.formation.movement import roll_difficulty
from sandtable.rulebooks.formation.reasons import (
    AIRCRAFT_MAY_NOT,
    CANNOT_LAND,
    DROPPED_NEAR_ENEMY,
    NO_ROOM_ABOARD,
    NO_SUCH_TARGET,
    NOT_TOUCHING,
    NOTHING_ABOARD,
    OVERLAPS,
)
from sandtable.rulebooks.formation.stands import (
    all_infantry,
    fielded,
    is_aircraft,
    is_ground,
    living,
    on_table,
    radius_of,
    side_of,
    size,
    stands_within,
    type_of,
    weight,
    whereabouts,
)
from sandtable.rulebooks.formation.state import (
    AGILE,
    CONTACT,
    DIFFICULT,
    EMBARKED,
    FORMATIONS,
    HOVER,
    NONE,
    ON_TABLE,
    PER_SIDE,
    STANDS,
    VEHICLE,
    ZONE,
    Game,
    Scenario,
)
from sandtable.rulebooks.formation.terrain import effects_at, leg_is_barred


@rule
def can_land(scenario: Scenario, game: Game, s: int) -> bool:
    """Whether a transport aircraft can land where it is (FM-LAND-12, 13, 15, FM-SPEC-35, FM-R84)."""
    kind = type_of(scenario, game, s)
    if not on_table(game, s) or int(kind.transport) == 0:
        return False
    x, y, r = int(game.stands[s].x), int(game.stands[s].y), int(kind.radius)
    if leg_is_barred(scenario, VEHICLE, r, x, y, x, y):
        return False
    for g in range(FORMATIONS):
        for k in range(int(scenario.roster[g].count)):
            other = g * STANDS + k
            if not is_ground(scenario, game, other):
                continue
            if overlap(
                x,
                y,
                r,
                int(game.stands[other].x),
                int(game.stands[other].y),
                radius_of(scenario, game, other),
            ):
                return False
            if side_of(g) != side_of(s // STANDS) and stands_within(scenario, game, s, other, ZONE):
                return False
    return True


@rule
def landing_reason(scenario: Scenario, game: Game, action: Action) -> int:
    """Why aircraft may not land so; 0 if they may (FM-AIR-15, FM-LAND-05, 07, 11)."""
    f = int(action.formation)
    stands = int(action.stands)
    if not is_aircraft(scenario, f) or int(game.taken) == 0:
        return AIRCRAFT_MAY_NOT
    if stands == 0 or stands & ~fielded(game, scenario, f):
        return CANNOT_LAND
    for k in range(STANDS):
        if stands >> k & 1 and int(type_of(scenario, game, f * STANDS + k).transport) == 0:
            return AIRCRAFT_MAY_NOT
        if stands >> k & 1 and not can_land(scenario, game, f * STANDS + k):
            return CANNOT_LAND
    cargo = int(action.target)
    if cargo == NONE:
        return 0 if anything_aboard(scenario, game, f, stands) else NOTHING_ABOARD
    if side_of(cargo) != side_of(f) or whereabouts(game, scenario, cargo) != ON_TABLE:
        return NO_SUCH_TARGET
    if not all_infantry(scenario, cargo):
        return NO_ROOM_ABOARD
    if size(living(game, scenario, cargo)) > room(scenario, game, f, stands):
        return NO_ROOM_ABOARD
    for k in range(STANDS):
        if stands >> k & 1 and touches_formation(scenario, game, f * STANDS + k, cargo):
            return 0
    return NOT_TOUCHING


@rule
def touches_formation(scenario: Scenario, game: Game, s: int, f: int) -> bool:
    """Whether the base of an aircraft touches one of a formation (FM-LAND-11, FM-R06)."""
    for k in range(int(scenario.roster[f].count)):
        if on_table(game, f * STANDS + k) and stands_within(scenario, game, s, f * STANDS + k, CONTACT):
            return True
    return False


@rule
def is_aboard(scenario: Scenario, game: Game, cargo: int, f: int, aircraft: int) -> bool:
    """Whether a formation is aboard a set of aircraft of formation ``f``, and no others."""
    if int(scenario.roster[cargo].count) == 0 or whereabouts(game, scenario, cargo) != EMBARKED:
        return False
    for k in range(int(scenario.roster[cargo].count)):
        stand = game.stands[cargo * STANDS + k]
        if int(stand.where) == EMBARKED:
            carrier = int(stand.carrier)
            if carrier // STANDS != f or not aircraft >> (carrier % STANDS) & 1:
                return False
    return True


@rule
def anything_aboard(scenario: Scenario, game: Game, f: int, aircraft: int) -> bool:
    """Whether a formation could be dropped off by a set of aircraft."""
    home = side_of(f) * PER_SIDE
    for cargo in range(home, home + PER_SIDE):
        if is_aboard(scenario, game, cargo, f, aircraft):
            return True
    return False


@rule
def land(scenario: Scenario, game: Game, dice: Dice, events: Events, f: int, aircraft: int) -> None:
    """Land: a difficult die for each stand in difficult terrain (FM-LAND-08, 14, FM-R84)."""
    game.landed = aircraft
    emit(events, HAS_LANDED, EVERYONE, side_of(f), f, NONE, 1)
    perils = 0
    for k in range(STANDS):
        if aircraft >> k & 1:
            stand = game.stands[f * STANDS + k]
            steady = int(type_of(scenario, game, f * STANDS + k).special) & (AGILE | HOVER) != 0
            if not steady and effects_at(scenario, VEHICLE, int(stand.x), int(stand.y)) & DIFFICULT:
                perils += weight(stand)
    roll_difficulty(game, dice, events, f, perils)


@rule
def drop_reason(scenario: Scenario, game: Game, action: Action, work: Work) -> int:
    """Why a carried formation may not be dropped off so; 0 if it may (FM-LAND-06, 09, 10, FM-R85)."""
    f, cargo = int(game.active), int(action.formation)
    aircraft = int(game.landed)
    if cargo < 0 or not is_aboard(scenario, game, cargo, f, aircraft):
        return NOTHING_ABOARD
    reason = places_reason(scenario, game, cargo, action, work)
    if reason != 0:
        return reason
    stands = living(game, scenario, cargo)
    for k in range(STANDS):
        if not stands >> k & 1:
            continue
        touching = False
        for j in range(STANDS):
            s = f * STANDS + j
            if not aircraft >> j & 1:
                continue
            x, y, r = int(game.stands[s].x), int(game.stands[s].y), radius_of(scenario, game, s)
            if overlap(int(work.end_x[k]), int(work.end_y[k]), int(work.rs[k]), x, y, r):
                return OVERLAPS
            if within(int(work.end_x[k]), int(work.end_y[k]), int(work.rs[k]), x, y, r, CONTACT):
                touching = True
        if not touching:
            return NOT_TOUCHING
    return 0 if keeps_clear(scenario, game, cargo, work) else DROPPED_NEAR_ENEMY


@rule
def drop_off(scenario: Scenario, game: Game, events: Events, plan: Action) -> None:
    """Put a carried formation down beside its aircraft."""
    cargo = int(plan.formation)
    put_down(game, events, cargo, plan)
    emit(events, HAS_DISEMBARKED, EVERYONE, side_of(cargo), cargo, int(game.active), 1)
