"""Mustering, and loading in the Pre-Deployment Area (ST-MUSTER, ST-BOARD-03, 05, 06).

Both belong to the Set-up Phase, at any moment until a player is done (ST-MUSTER-01, ST-R21, R22), and to the
Boardroom. Of flags the first free one that begins with the livery is listed, any other free one is legal
too; of tokens to load or unload, amounts of one kind as in `purchases`; both kinds at once are legal too.
"""

from __future__ import annotations

from sandtable.core.compile import rule
from sandtable.core.dice import Dice
from sandtable.core.events import EVERYONE, Events, emit
from sandtable.rulebooks.starter import actions as verb
from sandtable.rulebooks.starter import reasons
from sandtable.rulebooks.starter.actions import Action, Work
from sandtable.rulebooks.starter.happenings import GOT_OFF, GOT_ON, LOADED, MUSTERED
from sandtable.rulebooks.starter.lists import LISTED, add, amount_listed
from sandtable.rulebooks.starter.state import (
    AMMO_IN,
    AMMO_OUT,
    BUYING,
    CARRIED,
    FUEL_IN,
    FUEL_OUT,
    NONE,
    PLAYING_ON,
    READY_AREA,
    UNITS,
    WENT_OFF,
    WENT_ON,
    Company,
    Game,
    Scenario,
    Type,
    Unit,
)
from sandtable.rulebooks.starter.units import (
    can_carry,
    cargo_space,
    free_slot,
    is_own,
    is_own_in_reserve_area,
)

COLOURS = 10  # of beads (ST-M22)


@rule
def may(scenario: Scenario, game: Game, action: Action, work: Work) -> int:
    """0, or why the action is refused."""
    verb_, seat, u = int(action.verb), int(action.seat), int(action.unit)
    if not may_muster_now(game, seat):
        return reasons.IS_DONE
    if verb_ == verb.MUSTER:
        return _may_muster(scenario, game, action)
    if not is_own(game, seat, u):
        return reasons.NOT_YOUR_UNIT
    if verb_ == verb.GET_OFF:
        return _may_get_off(game, u)
    if game.units[u].where != READY_AREA:
        return reasons.NOT_IN_READY_AREA
    if verb_ == verb.GET_ON:
        return _may_get_on(scenario, game, seat, u, int(action.other))
    if verb_ == verb.LOAD:
        return _may_load(scenario, game, u, int(action.amount), int(action.extra))
    return _may_unload(game, u, int(action.amount), int(action.extra))


@rule
def may_muster_now(game: Game, seat: int) -> bool:
    """Done is final for mustering too (ST-R19)."""
    if game.step == BUYING:
        return game.company[seat].done == 0 and game.company[seat].state == PLAYING_ON
    return True


# Mustering --------------------------------------------------------------------------------------------


@rule
def _may_muster(scenario: Scenario, game: Game, action: Action) -> int:
    """Every resource must be there (ST-MUSTER-02), and the flag be unique (ST-MUSTER-19 to 21, ST-R24)."""
    seat, kind = int(action.seat), int(action.kind)
    if kind < 0 or kind >= scenario.types:
        return reasons.NO_SUCH_TYPE
    lacking = _lacks(game.company[seat], scenario.type[kind], kind)
    if lacking != 0:
        return lacking
    if units_of(game, seat) >= most_units(scenario):
        return reasons.TOO_MANY_UNITS
    flag = _flag_of_action(action)
    if flag == NONE:
        return reasons.BAD_FLAG
    return reasons.FLAG_IS_TAKEN if _is_flown(game, flag) else 0


@rule
def _lacks(company: Company, type_: Type, kind: int) -> int:
    """The first resource that is missing: full Troop Strength, full costs, always (ST-R25)."""
    if company.cards[kind] < 1:
        return reasons.NO_CARD
    if company.personnel < type_.strength:
        return reasons.LACKS_PERSONNEL
    if company.fuel < type_.fuel_cost:
        return reasons.LACKS_FUEL
    if company.ammo < type_.ammo_cost:
        return reasons.LACKS_AMMO
    return 0


@rule
def units_of(game: Game, seat: int) -> int:
    """How many mustered units a side has in play."""
    count = 0
    for u in range(UNITS):
        count += game.units[u].side == seat
    return count


@rule
def most_units(scenario: Scenario) -> int:
    """How many mustered units a side may have at a time, so that none takes another's room in the record."""
    return UNITS // int(scenario.sides)


@rule
def _flag_of_action(action: Action) -> int:
    """A flag as one number, NONE if it is not 1 to 4 beads without a gap (ST-R24)."""
    flag, ended = 0, False
    for i in range(4):
        bead = int(action.beads[i])
        if bead < 0 or bead > COLOURS or (bead > 0 and ended):
            return NONE
        ended = bead == 0
        flag = flag << 4 | bead
    return flag if flag > 0 else NONE


@rule
def _flag_of(unit: Unit) -> int:
    flag = 0
    for i in range(4):
        flag = flag << 4 | int(unit.beads[i])
    return flag


@rule
def _is_flown(game: Game, flag: int) -> bool:
    """Whether any unit in play has a flag, wherever it is and whose ever (ST-R24)."""
    for u in range(UNITS):
        if game.units[u].side >= 0 and _flag_of(game.units[u]) == flag:
            return True
    return False


@rule
def _first_flag(scenario: Scenario, game: Game, seat: int) -> int:
    """The first free flag of the livery and none to two beads more (ST-MUSTER-24)."""
    livery = scenario.livery[seat]
    start = int(livery[0]) << 12 | int(livery[1]) << 8
    flag = start
    for third in range(COLOURS + 1):
        for fourth in range((COLOURS if third > 0 else 0) + 1):
            flag = start | third << 4 | fourth
            if not _is_flown(game, flag):
                return flag
    return flag


@rule
def _list_musters(scenario: Scenario, game: Game, seat: int, work: Work) -> None:
    company = game.company[seat]
    flag = NONE
    for kind in range(int(scenario.types)):
        if company.cards[kind] < 1 or _lacks(company, scenario.type[kind], kind) != 0:
            continue
        if flag == NONE:
            if units_of(game, seat) >= most_units(scenario):
                return
            flag = _first_flag(scenario, game, seat)
        action = add(work, verb.MUSTER, seat)
        action.kind = kind
        for i in range(4):
            action.beads[i] = flag >> (12 - 4 * i) & 15


@rule
def _muster(scenario: Scenario, game: Game, action: Action, events: Events) -> None:
    """Staff, fuel, arm, and raise the flag: the mini joins the Pre-Deployment Area (ST-MUSTER-05 to 26)."""
    seat, kind = int(action.seat), int(action.kind)
    company, type_ = game.company[seat], scenario.type[kind]
    company.cards[kind] -= 1
    company.personnel -= type_.strength
    company.fuel -= type_.fuel_cost
    company.ammo -= type_.ammo_cost
    u = free_slot(game)
    unit = game.units[u]
    unit.side = seat
    unit.kind = kind
    unit.cls = type_.cls
    unit.where = READY_AREA
    unit.strength = type_.strength
    unit.fuel = type_.fuel_places
    unit.ammo = type_.ammo_places
    unit.mustered_now = 1
    for i in range(4):
        unit.beads[i] = action.beads[i]
    emit(events, MUSTERED, EVERYONE, seat, u, NONE, int(type_.cls))


# Cargo ------------------------------------------------------------------------------------------------


@rule
def _may_load(scenario: Scenario, game: Game, u: int, fuel: int, ammo: int) -> int:
    """One token a Cargo square, from Reserve (ST-MUSTER-14 to 16); one way a phase (ST-R111)."""
    unit = game.units[u]
    company = game.company[int(unit.side)]
    if fuel < 0 or ammo < 0 or fuel + ammo < 1 or fuel > company.fuel or ammo > company.ammo:
        return reasons.NO_SUCH_TOKENS
    if fuel + ammo > cargo_space(scenario, game, u):
        return reasons.NO_CARGO_SPACE
    if (fuel > 0 and unit.loads & FUEL_OUT) or (ammo > 0 and unit.loads & AMMO_OUT):
        return reasons.TO_AND_FRO
    return 0


@rule
def _may_unload(game: Game, u: int, fuel: int, ammo: int) -> int:
    """To Reserve (ST-BOARD-06)."""
    unit = game.units[u]
    if fuel < 0 or ammo < 0 or fuel + ammo < 1 or fuel > unit.cargo_fuel or ammo > unit.cargo_ammo:
        return reasons.NO_SUCH_TOKENS
    if (fuel > 0 and unit.loads & FUEL_IN) or (ammo > 0 and unit.loads & AMMO_IN):
        return reasons.TO_AND_FRO
    return 0


@rule
def _list_cargo(scenario: Scenario, game: Game, u: int, work: Work) -> None:
    unit = game.units[u]
    seat = int(unit.side)
    room = cargo_space(scenario, game, u)
    if room > 0 and unit.loads & FUEL_OUT == 0:
        _list_amounts(work, verb.LOAD, seat, u, min(room, int(game.company[seat].fuel)), 0)
    if room > 0 and unit.loads & AMMO_OUT == 0:
        _list_amounts(work, verb.LOAD, seat, u, 0, min(room, int(game.company[seat].ammo)))
    if unit.cargo_fuel > 0 and unit.loads & FUEL_IN == 0:
        _list_amounts(work, verb.UNLOAD, seat, u, int(unit.cargo_fuel), 0)
    if unit.cargo_ammo > 0 and unit.loads & AMMO_IN == 0:
        _list_amounts(work, verb.UNLOAD, seat, u, 0, int(unit.cargo_ammo))


@rule
def _list_amounts(work: Work, verb_: int, seat: int, u: int, fuel: int, ammo: int) -> None:
    """Tokens of one kind (the other is 0), up to so many."""
    for i in range(LISTED):
        amount = amount_listed(i, fuel + ammo)
        if amount > 0:
            action = add(work, verb_, seat)
            action.unit = u
            action.amount = amount if fuel > 0 else 0
            action.extra = amount if ammo > 0 else 0


@rule
def _move_cargo(game: Game, u: int, fuel: int, ammo: int, events: Events) -> None:
    """Between Reserve and Cargo; negative numbers unload."""
    unit = game.units[u]
    company = game.company[int(unit.side)]
    unit.cargo_fuel += fuel
    unit.cargo_ammo += ammo
    company.fuel -= fuel
    company.ammo -= ammo
    if fuel != 0:
        unit.loads |= FUEL_IN if fuel > 0 else FUEL_OUT
    if ammo != 0:
        unit.loads |= AMMO_IN if ammo > 0 else AMMO_OUT
    at = emit(events, LOADED, 1 << int(unit.side), int(unit.side), u, NONE, fuel)
    events.items[at].extra = ammo


# Passengers -------------------------------------------------------------------------------------------


@rule
def _may_get_on(scenario: Scenario, game: Game, seat: int, u: int, carrier: int) -> int:
    """On at most once a phase (ST-R111)."""
    if not is_own_in_reserve_area(game, seat, carrier):
        return reasons.NOT_IN_READY_AREA
    reason = can_carry(scenario, game, carrier, u)
    if reason != 0:
        return reason
    return reasons.TO_AND_FRO if game.units[u].loads & WENT_ON else 0


@rule
def _may_get_off(game: Game, u: int) -> int:
    """Off at most once a phase (ST-R111)."""
    unit = game.units[u]
    if unit.where != CARRIED or game.units[int(unit.carrier)].where != READY_AREA:
        return reasons.NOT_ABOARD
    return reasons.TO_AND_FRO if unit.loads & WENT_OFF else 0


@rule
def _list_passengers(scenario: Scenario, game: Game, u: int, work: Work) -> None:
    unit = game.units[u]
    seat = int(unit.side)
    if unit.where == CARRIED:
        if _may_get_off(game, u) == 0:
            add(work, verb.GET_OFF, seat).unit = u
        return
    if unit.where != READY_AREA or unit.loads & WENT_ON or scenario.carries[int(unit.cls)] == 0:
        return
    for carrier in range(UNITS):
        if _may_get_on(scenario, game, seat, u, carrier) == 0:
            action = add(work, verb.GET_ON, seat)
            action.unit = u
            action.other = carrier


@rule
def get_off(game: Game, u: int, events: Events) -> None:
    """A Passenger leaves its carrier in the Pre-Deployment Area."""
    unit = game.units[u]
    unit.where = READY_AREA
    unit.carrier = NONE
    unit.loads |= WENT_OFF
    emit(events, GOT_OFF, EVERYONE, int(unit.side), u, NONE, 0)


@rule
def _get_on(game: Game, u: int, carrier: int, events: Events) -> None:
    unit = game.units[u]
    unit.where = CARRIED
    unit.carrier = carrier
    unit.loads |= WENT_ON
    emit(events, GOT_ON, EVERYONE, int(unit.side), u, NONE, 0)


# The chapter ------------------------------------------------------------------------------------------


@rule
def list_of(scenario: Scenario, game: Game, seat: int, unit: int, work: Work) -> None:
    """Add the legal actions of a unit, or (NONE) the musters."""
    if not may_muster_now(game, seat):
        return
    if unit == NONE:
        _list_musters(scenario, game, seat, work)
        return
    if game.units[unit].where == READY_AREA:
        _list_cargo(scenario, game, unit, work)
    _list_passengers(scenario, game, unit, work)


@rule
def do(scenario: Scenario, game: Game, action: Action, dice: Dice, events: Events, work: Work) -> None:
    """Take a legal action."""
    verb_, u = int(action.verb), int(action.unit)
    if verb_ == verb.MUSTER:
        _muster(scenario, game, action, events)
    elif verb_ == verb.LOAD:
        _move_cargo(game, u, int(action.amount), int(action.extra), events)
    elif verb_ == verb.UNLOAD:
        _move_cargo(game, u, -int(action.amount), -int(action.extra), events)
    elif verb_ == verb.GET_ON:
        _get_on(game, u, int(action.other), events)
    else:
        get_off(game, u, events)
