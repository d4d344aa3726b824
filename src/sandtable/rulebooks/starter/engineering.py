"""Engineering Vehicles and minefields (ST-ENG, ST-M05 to M08), in the Logistics Phase.

One engineering action a vehicle and phase, for one Fuel Counter, by a vehicle that did not leave its square.
"""

from __future__ import annotations

from sandtable.core.boards.square import NORTH, step_x, step_y
from sandtable.core.compile import rule
from sandtable.core.dice import Dice
from sandtable.core.events import EVERYONE, Events, emit_at
from sandtable.rulebooks.starter import actions as verb
from sandtable.rulebooks.starter import happenings, reasons
from sandtable.rulebooks.starter.actions import Action, Work
from sandtable.rulebooks.starter.lists import add
from sandtable.rulebooks.starter.losses import attacked, span_square
from sandtable.rulebooks.starter.objectives import note_cleared
from sandtable.rulebooks.starter.paths import is_mined_for
from sandtable.rulebooks.starter.state import (
    BARRICADE,
    BRIDGE,
    COLUMNS,
    EARTHWORK,
    EXCAVATE,
    MOVED,
    NO_OBJECT,
    NONE,
    OPEN,
    SPAN,
    SPECIAL,
    SWEEP,
    URBAN,
    WATER,
    Game,
    Scenario,
)
from sandtable.rulebooks.starter.units import (
    distance,
    holds_cache,
    is_own,
    is_own_on_map,
    on_board,
    terrain_at,
    type_of,
)

MINE_STRENGTH, MINE_DIE = 5, 8
BARRICADE_STRUCTURE, EARTHWORK_STRUCTURE, SPAN_STRUCTURE = 8, 6, 6
LONGEST_SPAN = 2


@rule
def enter_mines(scenario: Scenario, game: Game, u: int, dice: Dice, events: Events, work: Work) -> bool:
    """A unit has entered its square: a minefield attacks it at once with 5d8 (ST-M06).

    True if it took a Loss, which ends its movement; it may be gone. The minefield stays.
    """
    unit = game.units[u]
    x, y = int(unit.x), int(unit.y)
    if not is_mined_for(scenario, game, u, y * COLUMNS + x):
        return False
    emit_at(events, happenings.MINES_ENTERED, EVERYONE, int(unit.side), u, x, y, MINE_STRENGTH)
    losses = attacked(
        scenario, game, u, MINE_STRENGTH, MINE_DIE, happenings.MINED, 0, NONE, dice, events, work
    )
    return losses > 0


@rule
def may(scenario: Scenario, game: Game, action: Action, work: Work) -> int:
    """0, or why an engineering action is refused."""
    u, x, y = int(action.unit), int(action.x), int(action.y)
    if not is_own(game, int(action.seat), u):
        return reasons.NOT_YOUR_UNIT
    if not is_own_on_map(game, int(action.seat), u):
        return reasons.NOT_ON_MAP
    reason = _may_engineer(scenario, game, u)
    if reason:
        return reason
    if int(type_of(scenario, game, u).abilities) & ability_for(int(action.verb)) == 0:
        return reasons.NO_ENGINEER
    if action.verb == verb.CLOSE_BRIDGE:
        return _may_close(game, u)
    if not on_board(scenario, game, x, y):
        return reasons.NOT_ON_BOARD
    if distance(scenario, int(game.units[u].x), int(game.units[u].y), x, y) > 1:
        return reasons.NOT_NEXT_TO
    if action.verb == verb.SWEEP_MINES:
        return 0 if game.mines[y, x] else reasons.NO_MINES
    if action.verb == verb.BUILD_BARRICADE:
        return _may_bar(scenario, game, x, y)
    if action.verb == verb.BUILD_EARTHWORK:
        return _may_dig(scenario, game, x, y)
    if action.verb == verb.REMOVE_OBJECT:
        removable = game.object[y, x] == BARRICADE or game.object[y, x] == EARTHWORK
        return 0 if removable else reasons.NOTHING_TO_REMOVE
    return _may_open(scenario, game, u, x, y, int(action.amount))


@rule
def _may_engineer(scenario: Scenario, game: Game, u: int) -> int:
    """Whether a vehicle can do any engineering in this phase (ST-M05)."""
    unit = game.units[u]
    if unit.frozen:
        return reasons.FROZEN
    if int(type_of(scenario, game, u).abilities) & (SWEEP | EXCAVATE | BRIDGE) == 0:
        return reasons.NO_ENGINEER
    if unit.engineered:
        return reasons.ENGINEERED_ALREADY
    if unit.manoeuvre == MOVED:
        return reasons.ENGINEER_MOVED
    return 0 if unit.fuel > 0 else reasons.NO_FUEL


@rule
def ability_for(verb_: int) -> int:
    """The ability that an engineering verb needs (ST-ENG-02 to 05)."""
    if verb_ == verb.SWEEP_MINES:
        return SWEEP
    return BRIDGE if verb_ == verb.OPEN_BRIDGE or verb_ == verb.CLOSE_BRIDGE else EXCAVATE


@rule
def _may_bar(scenario: Scenario, game: Game, x: int, y: int) -> int:
    """A Barricade: open or urban ground with nothing on it, no Deployment Square (ST-M07)."""
    terrain = terrain_at(scenario, game, x, y)
    if terrain != OPEN and terrain != URBAN:
        return reasons.CANNOT_BUILD_THERE
    if game.taken[y, x] or holds_cache(game, x, y) or game.mines[y, x]:
        return reasons.CANNOT_BUILD_THERE
    return _is_building_ground(scenario, game, x, y)


@rule
def _may_dig(scenario: Scenario, game: Game, x: int, y: int) -> int:
    """An Earthwork: any ground but Water, Special and Deployment Squares; units may be there (ST-M07)."""
    terrain = terrain_at(scenario, game, x, y)
    if terrain in (WATER, SPECIAL):
        return reasons.CANNOT_BUILD_THERE
    return _is_building_ground(scenario, game, x, y)


@rule
def _is_building_ground(scenario: Scenario, game: Game, x: int, y: int) -> int:
    is_door = scenario.booklet[int(game.booklet)].zone[y, x] != 0
    return reasons.CANNOT_BUILD_THERE if is_door or game.object[y, x] != NO_OBJECT else 0


@rule
def _may_open(scenario: Scenario, game: Game, u: int, x: int, y: int, length: int) -> int:
    """A bridge over 1 or 2 Water squares in a straight line from the vehicle (ST-M08)."""
    if game.units[u].span_x != NONE:
        return reasons.BRIDGE_OPEN
    if length < 1 or length > LONGEST_SPAN:
        return reasons.BRIDGE_LENGTH
    way_x, way_y = x - int(game.units[u].x), y - int(game.units[u].y)
    if abs(way_x) + abs(way_y) != 1:
        return reasons.NO_WATER_TO_SPAN
    for i in range(length):
        if not _can_be_spanned(scenario, game, x + i * way_x, y + i * way_y):
            return reasons.NO_WATER_TO_SPAN
    return 0


@rule
def _can_be_spanned(scenario: Scenario, game: Game, x: int, y: int) -> bool:
    if not on_board(scenario, game, x, y) or game.object[y, x] != NO_OBJECT:
        return False
    return terrain_at(scenario, game, x, y) == WATER


@rule
def _may_close(game: Game, u: int) -> int:
    """Only when no unit or Cache is on the span (ST-M08)."""
    unit = game.units[u]
    if unit.span_x == NONE:
        return reasons.BRIDGE_CLOSED
    for i in range(int(unit.span_length)):
        x, y = span_square(game, u, i)
        if game.taken[y, x] or holds_cache(game, x, y):
            return reasons.SPAN_IN_USE
    return 0


@rule
def list_of(scenario: Scenario, game: Game, seat: int, unit: int, work: Work) -> None:
    """All that an Engineering Vehicle can do."""
    if unit == NONE or not is_own_on_map(game, seat, unit) or _may_engineer(scenario, game, unit):
        return
    abilities = int(type_of(scenario, game, unit).abilities)
    if abilities & BRIDGE and _may_close(game, unit) == 0:
        add(work, verb.CLOSE_BRIDGE, seat).unit = unit
    left, top = int(game.units[unit].x), int(game.units[unit].y)
    for y in range(top - 1, top + 2):
        for x in range(left - 1, left + 2):
            if on_board(scenario, game, x, y) and distance(scenario, left, top, x, y) <= 1:
                _list_work(scenario, game, seat, unit, abilities, x, y, work)


@rule
def _list_work(
    scenario: Scenario, game: Game, seat: int, u: int, abilities: int, x: int, y: int, work: Work
) -> None:
    if abilities & SWEEP and game.mines[y, x]:
        _list(work, verb.SWEEP_MINES, seat, u, x, y, 0)
    if abilities & EXCAVATE:
        if _may_bar(scenario, game, x, y) == 0:
            _list(work, verb.BUILD_BARRICADE, seat, u, x, y, 0)
        if _may_dig(scenario, game, x, y) == 0:
            _list(work, verb.BUILD_EARTHWORK, seat, u, x, y, 0)
        if game.object[y, x] == BARRICADE or game.object[y, x] == EARTHWORK:
            _list(work, verb.REMOVE_OBJECT, seat, u, x, y, 0)
    if abilities & BRIDGE:
        for length in range(1, LONGEST_SPAN + 1):
            if _may_open(scenario, game, u, x, y, length) == 0:
                _list(work, verb.OPEN_BRIDGE, seat, u, x, y, length)


@rule
def _list(work: Work, verb_: int, seat: int, u: int, x: int, y: int, amount: int) -> None:
    action = add(work, verb_, seat)
    action.unit = u
    action.x = x
    action.y = y
    action.amount = amount


@rule
def do(scenario: Scenario, game: Game, action: Action, dice: Dice, events: Events, work: Work) -> None:
    """Take an engineering action; it costs one Fuel Counter (ST-M05)."""
    u, x, y = int(action.unit), int(action.x), int(action.y)
    unit = game.units[u]
    unit.engineered = 1
    unit.fuel -= 1
    if action.verb == verb.SWEEP_MINES:
        game.mines[y, x] = 0
        note_cleared(game, int(action.seat))
        emit_at(events, happenings.MINES_CLEARED, EVERYONE, int(action.seat), u, x, y, 1)
    elif action.verb == verb.BUILD_BARRICADE:
        _build(game, u, x, y, BARRICADE, BARRICADE_STRUCTURE, events)
    elif action.verb == verb.BUILD_EARTHWORK:
        _build(game, u, x, y, EARTHWORK, EARTHWORK_STRUCTURE, events)
    elif action.verb == verb.REMOVE_OBJECT:
        _remove(game, u, x, y, events)
    elif action.verb == verb.OPEN_BRIDGE:
        _open(game, u, x, y, int(action.amount), events)
    else:
        _close(game, u, events)


@rule
def _build(game: Game, u: int, x: int, y: int, kind: int, structure: int, events: Events) -> None:
    game.object[y, x] = kind
    game.structure[y, x] = structure
    emit_at(events, happenings.OBJECT_BUILT, EVERYONE, int(game.units[u].side), u, x, y, kind)


@rule
def _remove(game: Game, u: int, x: int, y: int, events: Events) -> None:
    kind = int(game.object[y, x])
    emit_at(events, happenings.OBJECT_REMOVED, EVERYONE, int(game.units[u].side), u, x, y, kind)
    clear_object(game, x, y)


@rule
def clear_object(game: Game, x: int, y: int) -> None:
    """Nothing is built on a square any more."""
    game.object[y, x] = NO_OBJECT
    game.structure[y, x] = 0


@rule
def _open(game: Game, u: int, x: int, y: int, length: int, events: Events) -> None:
    """The spanned squares become causeway for all; the vehicle stays (ST-M08)."""
    unit = game.units[u]
    unit.span_x = x
    unit.span_y = y
    unit.span_length = length
    unit.span_way = NORTH
    while unit.x + step_x(int(unit.span_way)) != x or unit.y + step_y(int(unit.span_way)) != y:
        unit.span_way += 1
    for i in range(length):
        at_x, at_y = span_square(game, u, i)
        game.object[at_y, at_x] = SPAN
        game.structure[at_y, at_x] = SPAN_STRUCTURE
    emit_at(events, happenings.BRIDGE_OPENED, EVERYONE, int(unit.side), u, x, y, length)


@rule
def _close(game: Game, u: int, events: Events) -> None:
    unit = game.units[u]
    for i in range(int(unit.span_length)):
        x, y = span_square(game, u, i)
        clear_object(game, x, y)
    emit_at(
        events, happenings.BRIDGE_CLOSED, EVERYONE, int(unit.side), u, int(unit.span_x), int(unit.span_y), 0
    )
    unit.span_x = NONE
    unit.span_y = NONE
    unit.span_way = 0
    unit.span_length = 0
