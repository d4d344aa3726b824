"""Extraction and Deployment (ST-DEPLOY), last in the Movement Phase."""

from __future__ import annotations

from sandtable.core.compile import rule
from sandtable.core.dice import Dice
from sandtable.core.events import EVERYONE, Events, emit_at
from sandtable.rulebooks.starter import actions as verb
from sandtable.rulebooks.starter import happenings, reasons
from sandtable.rulebooks.starter.actions import Action, Work
from sandtable.rulebooks.starter.ground import standable
from sandtable.rulebooks.starter.lists import add
from sandtable.rulebooks.starter.objectives import note_extracted
from sandtable.rulebooks.starter.positions import fits, footprint_of, put_on_map, take_off_map
from sandtable.rulebooks.starter.state import (
    CARRIED,
    CENTRE,
    HOVER,
    NONE,
    ON_MAP,
    READY_AREA,
    UNITS,
    Game,
    Scenario,
)
from sandtable.rulebooks.starter.units import (
    holds_cache,
    is_own,
    is_own_in_reserve_area,
    is_own_on_map,
    on_board,
    type_of,
)


@rule
def may(scenario: Scenario, game: Game, action: Action, work: Work) -> int:
    """0, or why an EXTRACT or DEPLOY is refused."""
    u, seat = int(action.unit), int(action.seat)
    if not is_own(game, seat, u):
        return reasons.NOT_YOUR_UNIT
    if action.verb == verb.EXTRACT:
        return _may_extract(scenario, game, seat, u)
    reason = _may_deploy(scenario, game, seat, u)
    if reason:
        return reason
    return _may_come_by(scenario, game, seat, u, int(action.x), int(action.y), int(action.place))


@rule
def _may_extract(scenario: Scenario, game: Game, seat: int, u: int) -> int:
    """A unit that stood on an own Deployment Square when movement ended (ST-DEPLOY-03 to 05, ST-R46)."""
    if not is_own_on_map(game, seat, u):
        return reasons.NOT_ON_MAP
    if game.units[u].frozen:
        return reasons.FROZEN
    if not game.units[u].at_door:
        return reasons.NOT_HERE_IN_TIME
    if game.units[u].span_x != NONE:
        return reasons.BRIDGE_OPEN
    cost = int(scenario.booklet[int(game.booklet)].extraction_cost)
    return 0 if game.company[seat].credits >= cost else reasons.NO_MONEY_TO_EXTRACT


@rule
def _may_deploy(scenario: Scenario, game: Game, seat: int, u: int) -> int:
    """Whether a unit may be deployed anywhere (ST-DEPLOY-04, 08; ST-R46; ST-M16, M19)."""
    if not is_own_in_reserve_area(game, seat, u):
        return reasons.NOT_IN_READY_AREA
    if game.units[u].extracted_now:
        return reasons.JUST_EXTRACTED
    reason = _admitted(scenario, game, u)
    for p in range(UNITS):
        if reason == 0 and _is_aboard(game, p, u):
            reason = _admitted(scenario, game, p)
    if reason:
        return reason
    affordable = game.company[seat].credits >= deployment_cost(scenario, game, u)
    return 0 if affordable else reasons.NO_MONEY_TO_DEPLOY


@rule
def _admitted(scenario: Scenario, game: Game, u: int) -> int:
    """Whether the booklet admits a unit of this type to the map."""
    booklet = scenario.booklet[int(game.booklet)]
    type_ = type_of(scenario, game, u)
    if booklet.dearest_unit > 0 and type_.price > booklet.dearest_unit:
        return reasons.TOO_DEAR
    return reasons.NO_HOVER_HERE if booklet.no_hover and type_.move == HOVER else 0


@rule
def deployment_cost(scenario: Scenario, game: Game, u: int) -> int:
    """Credits to bring a unit onto the map; Passengers and Cargo are free (ST-DEPLOY-04, ST-R47)."""
    booklet = scenario.booklet[int(game.booklet)]
    if type_of(scenario, game, u).move == HOVER:
        return int(booklet.hover_deployment_cost)
    return int(booklet.deployment_cost)


@rule
def _may_come_by(scenario: Scenario, game: Game, seat: int, u: int, x: int, y: int, place: int) -> int:
    """An own Deployment Square without units, tokens, mines (ST-DEPLOY-03, 08; ST-R44, R45; ST-M06)."""
    if not on_board(scenario, game, x, y):
        return reasons.NOT_ON_BOARD
    if scenario.booklet[int(game.booklet)].zone[y, x] != game.company[seat].zone + 1:
        return reasons.NOT_YOUR_DOOR
    if game.taken[y, x] or holds_cache(game, x, y):
        return reasons.DOOR_TAKEN
    if game.mines[y, x]:
        return reasons.MINES_THERE
    return standable(scenario, game, u, x, y, place)


@rule
def _is_aboard(game: Game, p: int, carrier: int) -> bool:
    passenger = game.units[p]
    return passenger.side >= 0 and passenger.where == CARRIED and passenger.carrier == carrier


@rule
def list_of(scenario: Scenario, game: Game, seat: int, unit: int, work: Work) -> None:
    """The Extraction of a unit, or every square and position it can be deployed in."""
    if unit == NONE or not is_own(game, seat, unit):
        return
    if game.units[unit].where == ON_MAP:
        if _may_extract(scenario, game, seat, unit) == 0:
            add(work, verb.EXTRACT, seat).unit = unit
    elif game.units[unit].where == READY_AREA and _may_deploy(scenario, game, seat, unit) == 0:
        _list_doors(scenario, game, seat, unit, work)


@rule
def _list_doors(scenario: Scenario, game: Game, seat: int, u: int, work: Work) -> None:
    booklet = scenario.booklet[int(game.booklet)]
    footprint = footprint_of(scenario, game, u)
    own = int(game.company[seat].zone) + 1
    for y in range(int(booklet.rows)):
        for x in range(int(booklet.columns)):
            if booklet.zone[y, x] != own or _may_come_by(scenario, game, seat, u, x, y, CENTRE):
                continue
            for place in range(9):
                if fits(footprint, place):
                    action = add(work, verb.DEPLOY, seat)
                    action.unit = u
                    action.x = x
                    action.y = y
                    action.place = place


@rule
def do(scenario: Scenario, game: Game, action: Action, dice: Dice, events: Events, work: Work) -> None:
    """Take an EXTRACT or DEPLOY; all aboard are frozen with the unit (ST-DEPLOY-10 to 13)."""
    u = int(action.unit)
    if action.verb == verb.EXTRACT:
        _extract(scenario, game, u, events)
    else:
        _deploy(scenario, game, u, int(action.x), int(action.y), int(action.place), events)
    _freeze(game, u)
    for p in range(UNITS):
        if _is_aboard(game, p, u):
            _freeze(game, p)


@rule
def _extract(scenario: Scenario, game: Game, u: int, events: Events) -> None:
    """Into the Pre-Deployment Area, with all aboard; layers are lost (ST-DEPLOY-06, 07; ST-R41)."""
    unit = game.units[u]
    cost = int(scenario.booklet[int(game.booklet)].extraction_cost)
    game.company[int(unit.side)].credits -= cost
    emit_at(events, happenings.EXTRACTED, EVERYONE, int(unit.side), u, int(unit.x), int(unit.y), cost)
    bring_home(scenario, game, u)


@rule
def bring_home(scenario: Scenario, game: Game, u: int) -> None:
    """Lift a unit off the map into its Pre-Deployment Area with all aboard, and count it as extracted."""
    take_off_map(game, u)
    game.units[u].layers = 0
    game.units[u].extracted_now = 1
    note_extracted(scenario, game, u)
    for p in range(UNITS):
        if _is_aboard(game, p, u):
            game.units[p].extracted_now = 1
            note_extracted(scenario, game, p)


@rule
def _deploy(scenario: Scenario, game: Game, u: int, x: int, y: int, place: int, events: Events) -> None:
    unit = game.units[u]
    side = int(unit.side)
    cost = deployment_cost(scenario, game, u)
    game.company[side].credits -= cost
    put_on_map(game, u, x, y, place)
    _count(game, u)
    for p in range(UNITS):
        if _is_aboard(game, p, u):
            _count(game, p)
    at = emit_at(events, happenings.DEPLOYED, EVERYONE, side, u, x, y, cost)
    events.items[at].extra = place


@rule
def _count(game: Game, u: int) -> None:
    """Units deployed in this scenario, each card once (ST-M19)."""
    if game.units[u].deployed == 0:
        game.units[u].deployed = 1
        game.company[int(game.units[u].side)].deployed += 1


@rule
def _freeze(game: Game, u: int) -> None:
    game.units[u].frozen = 1
