"""What can be attacked, from where, and what attack dice gain or lose (ST-R50, R68 to R71, R35, ST-M09)."""

from __future__ import annotations

import numpy as np

from sandtable.core.compile import rule
from sandtable.core.dice import Dice
from sandtable.core.events import EVERYONE, Events, emit_at
from sandtable.core.pools import unpaired
from sandtable.rulebooks.starter import reasons
from sandtable.rulebooks.starter.actions import Work
from sandtable.rulebooks.starter.explosions import attack_cache
from sandtable.rulebooks.starter.happenings import (
    ATTACK_ROLLED,
    DEFENCE_ROLLED,
    DEFENDING,
    OBJECT_DESTROYED,
    OBJECT_HIT,
)
from sandtable.rulebooks.starter.lists import add
from sandtable.rulebooks.starter.losses import (
    break_span,
    break_square,
    drown,
    roll_into,
    span_owner,
    span_square,
)
from sandtable.rulebooks.starter.state import (
    NO_OBJECT,
    NONE,
    ON_MAP,
    ROCKY,
    ROCKY_HURTS_ATTACKERS,
    SPAN,
    UNITS,
    Game,
    Scenario,
)
from sandtable.rulebooks.starter.units import between, distance, holds_cache, on_board, terrain_at

THE_OBJECT = 1  # ``kind`` of an action or aim: the object on a square on which a Cache lies too

# Defence Die by object: none, Barricade, Earthwork, bridge, scenario object (ST-M07 to M09).
OBJECT_DIE = np.array([0, 8, 10, 8, 8], np.int64)


@rule
def may_fight(game: Game, seat: int, u: int) -> int:
    """0, or why a unit has no combat action now (ST-R62, ST-DEPLOY-12, ST-R43, R46)."""
    if u < 0 or u >= UNITS or game.units[u].side != seat:
        return reasons.NOT_YOUR_UNIT
    if game.units[u].where != ON_MAP:
        return reasons.NOT_ON_MAP
    if game.units[u].frozen != 0:
        return reasons.FROZEN
    if game.units[u].acted != 0:
        return reasons.HAS_ACTED
    return 0


@rule
def wrong_target(scenario: Scenario, game: Game, seat: int, other: int, x: int, y: int, kind: int) -> int:
    """0, or why this can be no target of an attack, wherever it comes from.

    Enemy units on the map; Caches and objects, own ones too (ST-R69, R70). One thing is named: on a
    square with a Cache and an object the Cache, or with ``kind`` `THE_OBJECT` the object.
    """
    if other != NONE:
        return wrong_unit(game, seat, other)
    if not on_board(scenario, game, x, y):
        return reasons.NOT_ON_BOARD
    cache, built = holds_cache(game, x, y), game.object[y, x] != NO_OBJECT
    if not cache and not built:
        return reasons.NO_TARGET_THERE
    if kind != NONE and (kind != THE_OBJECT or not cache or not built):
        return reasons.ONE_THING_THERE
    return 0


@rule
def wrong_unit(game: Game, seat: int, other: int) -> int:
    """0, or why this is no enemy unit on the map (ST-R69, R59)."""
    if other < 0 or other >= UNITS or game.units[other].side < 0:
        return reasons.NO_TARGET_THERE
    if game.units[other].side == seat:
        return reasons.OWN_TARGET
    if game.units[other].where != ON_MAP:
        return reasons.TARGET_NOT_ON_MAP
    return 0


@rule
def is_enemy_on_map(game: Game, seat: int, u: int) -> bool:
    """Whether ``u`` is another side's unit that stands on the map."""
    return game.units[u].side >= 0 and game.units[u].side != seat and game.units[u].where == ON_MAP


@rule
def away(scenario: Scenario, game: Game, u: int, other: int, x: int, y: int) -> int:
    """Distance from a unit to a target, whatever lies between (ST-R50, R68)."""
    if other != NONE:
        return between(scenario, game, u, other)
    return distance(scenario, int(game.units[u].x), int(game.units[u].y), x, y)


@rule
def attack_modifier(scenario: Scenario, game: Game, u: int, x: int, y: int) -> int:
    """What a unit's own attack dice gain against a target on (x, y): -1 from Rocky (ST-TERR-07, ST-R35)."""
    unit = game.units[u]
    if scenario.switches & ROCKY_HURTS_ATTACKERS:
        rocky = terrain_at(scenario, game, x, y) == ROCKY
    else:
        rocky = terrain_at(scenario, game, int(unit.x), int(unit.y)) == ROCKY
    return -1 if rocky else 0


@rule
def is_cache(game: Game, x: int, y: int, kind: int) -> bool:
    """Whether a target on a square is its Cache, not its object."""
    return kind != THE_OBJECT and holds_cache(game, x, y)


@rule
def attack_square(
    scenario: Scenario,
    game: Game,
    x: int,
    y: int,
    kind: int,
    count: int,
    sides: int,
    purpose: int,
    modifier: int,
    by: int,
    dice: Dice,
    events: Events,
    work: Work,
) -> None:
    """Roll ``count`` dice against a Cache, or against an object as against a unit (ST-R70, ST-M09)."""
    if is_cache(game, x, y, kind):
        attack_cache(scenario, game, x, y, count, sides, purpose, modifier, by, dice, events, work)
        return
    at = emit_at(events, ATTACK_ROLLED, EVERYONE, by, NONE, x, y, count)
    roll_into(events, at, dice, purpose, count, sides, modifier, work.attack)
    defend_object(game, x, y, dice, events, work)
    hit_object(scenario, game, x, y, unpaired(work.attack, work.defence), by, events)


@rule
def defend_object(game: Game, x: int, y: int, dice: Dice, events: Events, work: Work) -> None:
    """Roll an object's dice, one a point of Structure, with no bonus (ST-R37, R70, ST-M09)."""
    structure, sides = int(game.structure[y, x]), int(OBJECT_DIE[int(game.object[y, x])])
    at = emit_at(events, DEFENCE_ROLLED, EVERYONE, NONE, NONE, x, y, structure)
    roll_into(events, at, dice, DEFENDING, structure, sides, 0, work.defence)


@rule
def hit_object(scenario: Scenario, game: Game, x: int, y: int, losses: int, by: int, events: Events) -> None:
    """Lower an object's Structure; at 0 it is removed (ST-R70). A bridge is one object on all its squares."""
    lost = min(losses, int(game.structure[y, x]))
    if lost == 0:
        return
    built = int(game.object[y, x])
    at = emit_at(events, OBJECT_HIT, EVERYONE, by, NONE, x, y, lost)
    events.items[at].extra = built
    left = int(game.structure[y, x]) - lost
    game.structure[y, x] = left
    if built == SPAN:
        _hit_span(scenario, game, x, y, left, by, events)
    elif left == 0:
        game.object[y, x] = NO_OBJECT
        emit_at(events, OBJECT_DESTROYED, EVERYONE, by, NONE, x, y, built)


@rule
def _hit_span(scenario: Scenario, game: Game, x: int, y: int, left: int, by: int, events: Events) -> None:
    """Both squares of a bridge share one Structure; when it is gone the bridge falls (ST-M08).

    Squares of a bridge whose vehicle was withdrawn are on their own (ST-R90).
    """
    u = span_owner(game, x, y)
    if u == NONE:
        if left == 0:
            break_square(game, NONE, NONE, x, y, events)
            drown(scenario, game, by, events)
        return
    if left == 0:
        break_span(game, u, events)
        drown(scenario, game, by, events)
        return
    for i in range(int(game.units[u].span_length)):
        sx, sy = span_square(game, u, i)
        game.structure[sy, sx] = left


@rule
def list_units(
    scenario: Scenario, game: Game, seat: int, u: int, verb: int, least: int, most: int, work: Work
) -> None:
    """List an action of ``u`` on each enemy unit between two distances, both inclusive (ST-R73)."""
    for other in range(UNITS):
        if is_enemy_on_map(game, seat, other) and least <= between(scenario, game, u, other) <= most:
            action = add(work, verb, seat)
            action.unit = u
            action.other = other


@rule
def list_squares(
    scenario: Scenario, game: Game, seat: int, u: int, verb: int, least: int, most: int, work: Work
) -> None:
    """List an action of ``u`` on each Cache and each object between two distances."""
    booklet = scenario.booklet[int(game.booklet)]
    ux, uy = int(game.units[u].x), int(game.units[u].y)
    for y in range(max(0, uy - most), min(int(booklet.rows), uy + most + 1)):
        for x in range(max(0, ux - most), min(int(booklet.columns), ux + most + 1)):
            cache, built = holds_cache(game, x, y), game.object[y, x] != NO_OBJECT
            if (cache or built) and least <= distance(scenario, ux, uy, x, y) <= most:
                _list_square(work, verb, seat, u, x, y, NONE)
                if cache and built:
                    _list_square(work, verb, seat, u, x, y, THE_OBJECT)


@rule
def _list_square(work: Work, verb: int, seat: int, u: int, x: int, y: int, kind: int) -> None:
    action = add(work, verb, seat)
    action.unit = u
    action.x = x
    action.y = y
    action.kind = kind


@rule
def any_target(scenario: Scenario, game: Game, seat: int, u: int, least: int, most: int) -> bool:
    """Whether any enemy unit, Cache or object lies between two distances of a unit."""
    for other in range(UNITS):
        if is_enemy_on_map(game, seat, other) and least <= between(scenario, game, u, other) <= most:
            return True
    booklet = scenario.booklet[int(game.booklet)]
    ux, uy = int(game.units[u].x), int(game.units[u].y)
    for y in range(max(0, uy - most), min(int(booklet.rows), uy + most + 1)):
        for x in range(max(0, ux - most), min(int(booklet.columns), ux + most + 1)):
            if holds_cache(game, x, y) or game.object[y, x] != NO_OBJECT:
                if least <= distance(scenario, ux, uy, x, y) <= most:
                    return True
    return False
