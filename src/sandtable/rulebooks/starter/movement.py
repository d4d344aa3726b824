"""Movement, positions and entrenching (ST-MOV, ST-TERR, ST-POS, ST-ENTR).

In a Movement Phase each unit does one of four things: it moves (in as many parts as it likes), repositions,
entrenches or digs out (ST-R26).
"""

from __future__ import annotations

from sandtable.core.compile import rule
from sandtable.core.dice import Dice
from sandtable.core.events import EVERYONE, Events, emit_at
from sandtable.rulebooks.starter import actions as verb
from sandtable.rulebooks.starter import ground, happenings, reasons
from sandtable.rulebooks.starter.actions import Action, Work
from sandtable.rulebooks.starter.engineering import enter_mines
from sandtable.rulebooks.starter.lists import add
from sandtable.rulebooks.starter.paths import UNREACHED, search
from sandtable.rulebooks.starter.positions import (
    CORNER_PLACES,
    EVERY_QUARTER,
    PARTS,
    QUARTERS,
    SIDE_PLACES,
    fits,
    footprint_of,
    free_of_others,
    part_of,
    put_on_map,
    take_off_map,
)
from sandtable.rulebooks.starter.state import (
    ALL,
    CENTRE,
    COLUMNS,
    CORNER_SIZE,
    DUG_OUT,
    ENTRENCHED,
    FULL_SIZE,
    INF,
    MOVED,
    NONE,
    REPOSITION_WITH_MOVE,
    REPOSITIONED,
    STILL,
    WATER,
    Game,
    Scenario,
)
from sandtable.rulebooks.starter.units import is_own, is_own_on_map, type_of

MOST_LAYERS, MOST_LAYERS_OF_INFANTRY = 1, 4


@rule
def may(scenario: Scenario, game: Game, action: Action, work: Work) -> int:
    """0, or why a MOVE, REPOSITION, ENTRENCH or DIG_OUT is refused."""
    u, seat = int(action.unit), int(action.seat)
    if not is_own(game, seat, u):
        return reasons.NOT_YOUR_UNIT
    if not is_own_on_map(game, seat, u):
        return reasons.NOT_ON_MAP
    if game.units[u].frozen:
        return reasons.FROZEN
    if action.verb == verb.MOVE:
        return _may_move(scenario, game, action, work)
    if action.verb == verb.REPOSITION:
        reason = _may_shift(scenario, game, u)
        return reason if reason else _may_take(scenario, game, u, int(action.place))
    if action.verb == verb.ENTRENCH:
        return _may_entrench(scenario, game, u)
    return _may_dig_out(game, u)


@rule
def _may_leave(scenario: Scenario, game: Game, u: int) -> int:
    """Whether a unit can move at all: Fuel, not dug in, nothing else done, movement left.

    ST-MOV-02, 03, 15; ST-ENTR-07; ST-R26, R27 (no further Fuel once it has moved); ST-M08.
    """
    unit = game.units[u]
    if unit.span_x != NONE:
        return reasons.BRIDGE_OPEN
    if unit.layers > 0:
        return reasons.DUG_IN
    if unit.manoeuvre != STILL and unit.manoeuvre != MOVED:
        if unit.manoeuvre != REPOSITIONED or scenario.switches & REPOSITION_WITH_MOVE == 0:
            return reasons.OTHER_MANOEUVRE
    if unit.manoeuvre != MOVED and unit.fuel < 1:
        return reasons.NO_FUEL
    return 0 if unit.spent < type_of(scenario, game, u).speed else reasons.NO_MOVEMENT


@rule
def _may_move(scenario: Scenario, game: Game, action: Action, work: Work) -> int:
    """A part of a move: a free way to a position that is free (ST-MOV-03 to 05, 10, 13, 14; ST-R32)."""
    u, x, y, place = int(action.unit), int(action.x), int(action.y), int(action.place)
    reason = _may_leave(scenario, game, u)
    if reason:
        return reason
    if game.units[u].x == x and game.units[u].y == y:
        return reasons.SAME_SQUARE
    reason = ground.standable(scenario, game, u, x, y, place)
    if reason:
        return reason
    left = int(type_of(scenario, game, u).speed) - int(game.units[u].spent)
    if abs(x - int(game.units[u].x)) + abs(y - int(game.units[u].y)) > left:
        return reasons.OUT_OF_REACH
    search(scenario, game, u, work)
    return 0 if work.spent[node_of(scenario, game, u, x, y, place)] != UNREACHED else reasons.OUT_OF_REACH


@rule
def node_of(scenario: Scenario, game: Game, u: int, x: int, y: int, place: int) -> int:
    """The node (see `paths`) that a position on another square belongs to."""
    free = EVERY_QUARTER ^ int(game.taken[y, x])
    return 2 * (y * COLUMNS + x) + part_of(free, footprint_of(scenario, game, u), place)


@rule
def _may_shift(scenario: Scenario, game: Game, u: int) -> int:
    """Whether a unit can reposition at all (ST-POS-14 to 18, ST-ENTR-07, ST-R26 and its switch)."""
    unit = game.units[u]
    if footprint_of(scenario, game, u) == FULL_SIZE:
        return reasons.TOO_LARGE
    if unit.layers > 0:
        return reasons.DUG_IN
    if unit.manoeuvre != STILL or unit.repositioned:
        if unit.repositioned or unit.manoeuvre != MOVED or scenario.switches & REPOSITION_WITH_MOVE == 0:
            return reasons.OTHER_MANOEUVRE
    return 0 if unit.fuel > 0 else reasons.NO_FUEL


@rule
def _may_take(scenario: Scenario, game: Game, u: int, place: int) -> int:
    """Whether a unit can shift to another position in its square, by the steps of a move (ST-R30, R33)."""
    footprint = footprint_of(scenario, game, u)
    if place < 0 or place > 8 or not fits(footprint, place):
        return reasons.BAD_PLACE
    here = int(game.units[u].place)
    if place == here:
        return reasons.SAME_PLACE
    free = free_of_others(game, u)
    if int(QUARTERS[place]) & free != QUARTERS[place]:
        return reasons.NO_ROOM
    if footprint == CORNER_SIZE and part_of(free, footprint, place) != part_of(free, footprint, here):
        return reasons.NO_WAY_INSIDE
    return 0


@rule
def _may_entrench(scenario: Scenario, game: Game, u: int) -> int:
    """ST-ENTR-01 to 04, 09 to 11; ST-R26, R39."""
    unit = game.units[u]
    if unit.manoeuvre != STILL:
        return reasons.OTHER_MANOEUVRE
    if unit.fuel < 1:
        return reasons.NO_FUEL
    if ground.ground_at(scenario, game, int(unit.x), int(unit.y)) == WATER:
        return reasons.ON_WATER
    most = MOST_LAYERS_OF_INFANTRY if unit.cls == INF else MOST_LAYERS
    return 0 if unit.layers < most else reasons.DEEP_ENOUGH


@rule
def _may_dig_out(game: Game, u: int) -> int:
    """ST-ENTR-08, 13; ST-R26, R40."""
    unit = game.units[u]
    if unit.layers == 0:
        return reasons.NOT_DUG_IN
    if unit.manoeuvre != STILL:
        return reasons.OTHER_MANOEUVRE
    return 0 if unit.fuel > 0 else reasons.NO_FUEL


@rule
def list_of(scenario: Scenario, game: Game, seat: int, unit: int, work: Work) -> None:
    """All moves, positions to shift to, and digging of one unit."""
    if unit == NONE or not is_own_on_map(game, seat, unit) or game.units[unit].frozen:
        return
    if _may_leave(scenario, game, unit) == 0:
        _list_moves(scenario, game, seat, unit, work)
    if _may_shift(scenario, game, unit) == 0:
        for place in range(9):
            if _may_take(scenario, game, unit, place) == 0:
                action = add(work, verb.REPOSITION, seat)
                action.unit = unit
                action.place = place
    if _may_entrench(scenario, game, unit) == 0:
        add(work, verb.ENTRENCH, seat).unit = unit
    if _may_dig_out(game, unit) == 0:
        add(work, verb.DIG_OUT, seat).unit = unit


@rule
def _list_moves(scenario: Scenario, game: Game, seat: int, u: int, work: Work) -> None:
    """Every position on every square that can be reached (ST-POS-09, 10)."""
    footprint = footprint_of(scenario, game, u)
    for i in range(1, search(scenario, game, u, work)):
        node = int(work.found[i])
        x, y = node // 2 % COLUMNS, node // 2 // COLUMNS
        free = EVERY_QUARTER ^ int(game.taken[y, x])
        if free == EVERY_QUARTER:
            _list_move(work, seat, u, x, y, CENTRE)
        if footprint == CORNER_SIZE:
            part = int(PARTS[free, node % 2])
            for place in CORNER_PLACES:
                if part & int(QUARTERS[place]):
                    _list_move(work, seat, u, x, y, place)
        elif footprint != FULL_SIZE:
            for place in SIDE_PLACES:
                if free & int(QUARTERS[place]) == QUARTERS[place]:
                    _list_move(work, seat, u, x, y, place)


@rule
def _list_move(work: Work, seat: int, u: int, x: int, y: int, place: int) -> None:
    action = add(work, verb.MOVE, seat)
    action.unit = u
    action.x = x
    action.y = y
    action.place = place


@rule
def do(scenario: Scenario, game: Game, action: Action, dice: Dice, events: Events, work: Work) -> None:
    """Take a MOVE, REPOSITION, ENTRENCH or DIG_OUT."""
    u = int(action.unit)
    unit = game.units[u]
    if action.verb == verb.MOVE:
        _move(scenario, game, action, dice, events, work)
    elif action.verb == verb.REPOSITION:
        _reposition(game, u, int(action.place), events)
    elif action.verb == verb.ENTRENCH:
        unit.manoeuvre = ENTRENCHED
        unit.layers += 1
        _tell(game, happenings.ENTRENCHED, u, int(unit.layers), events)
    else:
        unit.manoeuvre = DUG_OUT
        unit.spent = ALL
        unit.layers = 0
        _tell(game, happenings.DUG_OUT, u, 0, events)


@rule
def _move(scenario: Scenario, game: Game, action: Action, dice: Dice, events: Events, work: Work) -> None:
    """Go to another square; the Fuel Counter comes off with the first part (ST-MOV-06, 07; ST-R27)."""
    u, x, y, place = int(action.unit), int(action.x), int(action.y), int(action.place)
    unit = game.units[u]
    search(scenario, game, u, work)
    spent = int(work.spent[node_of(scenario, game, u, x, y, place)])
    if unit.manoeuvre != MOVED:
        unit.manoeuvre = MOVED
        unit.fuel -= 1
    unit.spent += spent
    origin = int(unit.y) * COLUMNS + int(unit.x)
    take_off_map(game, u)
    put_on_map(game, u, x, y, place)
    at = _tell(game, happenings.MOVED, u, place, events)
    events.items[at].extra = origin
    if enter_mines(scenario, game, u, dice, events, work) and is_own(game, int(action.seat), u):
        unit.spent = ALL


@rule
def _reposition(game: Game, u: int, place: int, events: Events) -> None:
    """Shift inside the square: no Fuel, no movement (ST-POS-17 to 21)."""
    unit = game.units[u]
    if unit.manoeuvre == STILL:
        unit.manoeuvre = REPOSITIONED
    unit.repositioned = 1
    x, y = int(unit.x), int(unit.y)
    take_off_map(game, u)
    put_on_map(game, u, x, y, place)
    _tell(game, happenings.REPOSITIONED, u, place, events)


@rule
def _tell(game: Game, kind: int, u: int, amount: int, events: Events) -> int:
    """All of this is seen by everyone (ST-INFO-04, ST-R42)."""
    unit = game.units[u]
    return emit_at(events, kind, EVERYONE, int(unit.side), u, int(unit.x), int(unit.y), amount)
