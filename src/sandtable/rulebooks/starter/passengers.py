"""Passengers get on and off carriers on the map (ST-LOG-02, ST-R43, ST-R59, ST-M12)."""

from __future__ import annotations

from sandtable.core.compile import rule
from sandtable.core.dice import Dice
from sandtable.core.events import EVERYONE, Events, emit, emit_at
from sandtable.rulebooks.starter import actions as verb
from sandtable.rulebooks.starter import happenings, reasons
from sandtable.rulebooks.starter.actions import Action, Work
from sandtable.rulebooks.starter.engineering import enter_mines
from sandtable.rulebooks.starter.ground import standable
from sandtable.rulebooks.starter.lists import add
from sandtable.rulebooks.starter.positions import put_on_map, take_off_map
from sandtable.rulebooks.starter.state import (
    CARRIED,
    NONE,
    ON_MAP,
    UNITS,
    Game,
    Scenario,
)
from sandtable.rulebooks.starter.units import (
    between,
    can_carry,
    in_or_next_to,
    is_own,
    is_own_on_map,
    on_board,
    type_of,
)


@rule
def may_embark(scenario: Scenario, game: Game, seat: int, u: int, carrier: int) -> int:
    """0, or why a unit on the map cannot get on a carrier there (ST-R41, R59, R61)."""
    if not is_own(game, seat, carrier):
        return reasons.NOT_YOUR_UNIT
    if carrier == u:
        return reasons.ITSELF
    if not is_own_on_map(game, seat, carrier):
        return reasons.CARRIER_NOT_ON_MAP
    if game.units[carrier].frozen:
        return reasons.FROZEN
    if between(scenario, game, u, carrier) > 1:
        return reasons.NOT_NEXT_TO
    if game.units[u].layers > 0:
        return reasons.DUG_IN
    if game.units[u].boarded:
        return reasons.BOARDED_ALREADY
    return can_carry(scenario, game, carrier, u)


@rule
def may_disembark(scenario: Scenario, game: Game, action: Action) -> int:
    """0, or why a Passenger cannot get off there (ST-R59, R61)."""
    u = int(action.unit)
    reason = _may_get_off(game, u)
    if reason:
        return reason
    x, y = int(action.x), int(action.y)
    if not on_board(scenario, game, x, y):
        return reasons.NOT_ON_BOARD
    if not in_or_next_to(scenario, game, int(game.units[u].carrier), x, y):
        return reasons.NOT_NEXT_TO
    return standable(scenario, game, u, x, y, int(action.place))


@rule
def _may_get_off(game: Game, u: int) -> int:
    unit = game.units[u]
    if unit.where != CARRIED:
        return reasons.NOT_CARRIED
    carrier = game.units[int(unit.carrier)]
    if carrier.where != ON_MAP:
        return reasons.CARRIER_NOT_ON_MAP
    if carrier.frozen:
        return reasons.FROZEN
    return reasons.BOARDED_ALREADY if unit.boarded else 0


@rule
def list_embark(scenario: Scenario, game: Game, seat: int, u: int, work: Work) -> None:
    """Every carrier that a unit can get on."""
    unit = game.units[u]
    if scenario.carries[int(unit.cls)] == 0 or unit.layers > 0 or unit.boarded:
        return
    for carrier in range(UNITS):
        if game.units[carrier].side == seat and type_of(scenario, game, carrier).passengers > 0:
            if may_embark(scenario, game, seat, u, carrier) == 0:
                action = add(work, verb.EMBARK, seat)
                action.unit = u
                action.other = carrier


@rule
def list_disembark(scenario: Scenario, game: Game, seat: int, u: int, work: Work) -> None:
    """Every position in and next to its carrier's square that a Passenger can take."""
    if _may_get_off(game, u):
        return
    carrier = int(game.units[u].carrier)
    left, top = int(game.units[carrier].x), int(game.units[carrier].y)
    for y in range(top - 1, top + 2):
        for x in range(left - 1, left + 2):
            if not on_board(scenario, game, x, y) or not in_or_next_to(scenario, game, carrier, x, y):
                continue
            for place in range(9):
                if standable(scenario, game, u, x, y, place) == 0:
                    action = add(work, verb.DISEMBARK, seat)
                    action.unit = u
                    action.x = x
                    action.y = y
                    action.place = place


@rule
def embark(game: Game, u: int, carrier: int, events: Events) -> None:
    """Off the map, behind the screen; all see that it got on, its owner alone on which carrier (ST-R102)."""
    unit = game.units[u]
    side = int(unit.side)
    emit_at(events, happenings.EMBARKED, EVERYONE, side, u, int(unit.x), int(unit.y), 0)
    emit(events, happenings.BOARDED, 1 << side, side, u, carrier, 0)
    take_off_map(game, u)
    unit.where = CARRIED
    unit.carrier = carrier
    unit.boarded = 1


@rule
def disembark(scenario: Scenario, game: Game, action: Action, dice: Dice, events: Events, work: Work) -> None:
    """Onto the map, without Fuel or movement; a minefield there attacks at once (ST-R59, ST-M06)."""
    u, x, y, place = int(action.unit), int(action.x), int(action.y), int(action.place)
    unit = game.units[u]
    put_on_map(game, u, x, y, place)
    unit.carrier = NONE
    unit.boarded = 1
    unit.disembarked = 1
    emit_at(events, happenings.DISEMBARKED, EVERYONE, int(unit.side), u, x, y, place)
    enter_mines(scenario, game, u, dice, events, work)
