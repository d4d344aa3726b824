"""What another side's unit might be: the types, crews and supplies that fit what a seat knows of it."""

from __future__ import annotations

from sandtable.core.compile import rule
from sandtable.core.dice import Dice, roll
from sandtable.rulebooks.starter.ground import ground_at
from sandtable.rulebooks.starter.happenings import GUESSING
from sandtable.rulebooks.starter.state import (
    ALLOTTING,
    BRIDGE,
    CARRIED,
    CLIMB,
    COUNTER,
    GUN,
    NONE,
    ON_MAP,
    ROCKY,
    SHOOTING,
    SPECIAL,
    TOW,
    UNITS,
    UNKNOWN,
    Game,
    Lore,
    Scenario,
    Type,
)
from sandtable.rulebooks.starter.targets import any_target, away
from sandtable.rulebooks.starter.units import between, places_aboard


@rule
def guess_kind(scenario: Scenario, game: Game, seat: int, u: int, dice: Dice) -> int:
    """A type for a unit, any that fits with equal chance; of its class alone if none fits."""
    for strict in (True, False):
        count = 0
        for kind in range(int(scenario.types)):
            count += fits(scenario, game, seat, u, kind, strict)
        if count > 0:
            chosen = roll(dice, GUESSING, count)
            for kind in range(int(scenario.types)):
                chosen -= fits(scenario, game, seat, u, kind, strict)
                if chosen == 0:
                    return kind
    return 0


@rule
def fits(scenario: Scenario, game: Game, seat: int, u: int, kind: int, strict: bool) -> bool:
    """Whether a unit could be of a type: class, lore, where it stands, what it is doing."""
    unit, type_ = game.units[u], scenario.type[kind]
    if type_.cls != unit.cls:
        return False
    if not strict:
        return True
    if seat != NONE and not _fits_lore(type_, game.lore[seat * UNITS + u], kind):
        return False
    if unit.span_x >= 0 and int(type_.abilities) & BRIDGE == 0:
        return False
    return _fits_ground(scenario, game, u, type_) and _fits_question(scenario, game, u, type_)


@rule
def _fits_lore(type_: Type, lore: Lore, kind: int) -> bool:
    """Whether a type agrees with what Recon told and with the dice that fell."""
    if lore.kind != UNKNOWN and lore.kind != kind:
        return False
    if lore.strength > type_.strength:
        return False
    if lore.attack_die != UNKNOWN and lore.attack_die != type_.attack_die:
        return False
    if lore.artillery_die != UNKNOWN and lore.artillery_die != type_.artillery_die:
        return False
    return bool(lore.defence_die == UNKNOWN or lore.defence_die == type_.defence_die)


@rule
def _fits_ground(scenario: Scenario, game: Game, u: int, type_: Type) -> bool:
    """Whether a type could have entered the square on which a unit stands (ST-TERR-05, ST-M04)."""
    unit = game.units[u]
    if unit.where != ON_MAP:
        return True
    terrain = ground_at(scenario, game, int(unit.x), int(unit.y))
    if terrain == SPECIAL:  # open to classes, not to types
        return True
    if terrain == ROCKY and int(type_.abilities) & CLIMB == 0:
        return False
    return int(scenario.booklet[int(game.booklet)].costs[terrain, int(type_.move)]) != 0


@rule
def _fits_question(scenario: Scenario, game: Game, u: int, type_: Type) -> bool:
    """Whether a type could do what an open question shows its unit doing."""
    if game.decisions.depth == 0:
        return True
    question = game.decisions.items[int(game.decisions.depth) - 1]
    if question.unit != u:
        return True
    if question.kind == COUNTER:
        range_ = between(scenario, game, u, int(question.other))
        return bool(type_.attack_die > 0 and range_ <= type_.range_most)
    if question.kind in (ALLOTTING, SHOOTING):
        return _fits_aims(scenario, game, u, type_)
    return True


@rule
def _fits_aims(scenario: Scenario, game: Game, u: int, type_: Type) -> bool:
    """Whether a type could shell the targets that have been named, or any if none has."""
    least, most = int(type_.range_least), int(type_.range_most)
    if type_.artillery_die == 0:
        return False
    shots = 0
    for i in range(int(game.aim_count)):
        aim = game.aims[i]
        shots += int(aim.shots)
        if aim.unit == NONE or game.units[int(aim.unit)].side >= 0:
            range_ = away(scenario, game, u, int(aim.unit), int(aim.x), int(aim.y))
            if range_ < least or range_ > most:
                return False
    if game.aim_count == 0:
        return any_target(scenario, game, int(game.units[u].side), u, least, most)
    return bool(shots <= type_.shots)


@rule
def guess_carriers(scenario: Scenario, game: Game, seat: int, side: int) -> None:
    """Put a side's Passengers aboard units that could carry them, guns first, and type those (ST-M12)."""
    for guns in (True, False):
        for p in range(UNITS):
            unit = game.units[p]
            if unit.side == side and unit.where == CARRIED and (unit.cls == GUN) == guns:
                unit.carrier = _carrier_for(scenario, game, seat, side, p)


@rule
def _carrier_for(scenario: Scenario, game: Game, seat: int, side: int, p: int) -> int:
    """A unit that can take a Passenger: one already typed, or one that is then typed; NONE if none can."""
    for u in range(UNITS):
        unit = game.units[u]
        if unit.side == side and unit.where != CARRIED and unit.kind != UNKNOWN:
            if _takes(scenario, game, u, int(unit.kind), int(game.units[p].cls)):
                return u
    for u in range(UNITS):
        unit = game.units[u]
        if unit.side == side and unit.where != CARRIED and unit.kind == UNKNOWN:
            kind = _roomiest(scenario, game, seat, u, int(game.units[p].cls))
            if kind != NONE:
                unit.kind = kind
                return u
    return NONE


@rule
def _takes(scenario: Scenario, game: Game, u: int, kind: int, cls: int) -> bool:
    """Whether a unit of this type has places left for a Passenger of a class."""
    if cls == GUN and int(scenario.type[kind].abilities) & TOW == 0:
        return False
    need = int(scenario.carries[cls])
    return places_aboard(scenario, game, u) + need <= scenario.type[kind].passengers


@rule
def _roomiest(scenario: Scenario, game: Game, seat: int, u: int, cls: int) -> int:
    """The type with most Passenger places that a unit could be and that takes a class; NONE if none."""
    best = NONE
    for kind in range(int(scenario.types)):
        if fits(scenario, game, seat, u, kind, True) and _takes(scenario, game, u, kind, cls):
            if best == NONE or scenario.type[kind].passengers > scenario.type[best].passengers:
                best = kind
    return best


@rule
def guess_card(scenario: Scenario, game: Game, seat: int, u: int, dice: Dice) -> None:
    """Crew and supplies for a unit whose type is set.

    Dice that fell told its Troop Strength; a unit nobody saw lose any has it all.
    """
    unit = game.units[u]
    type_ = scenario.type[int(unit.kind)]
    strength, fuel, ammo, cargo = UNKNOWN, UNKNOWN, UNKNOWN, UNKNOWN
    if seat != NONE:
        lore = game.lore[seat * UNITS + u]
        strength, fuel, ammo, cargo = int(lore.strength), int(lore.fuel), int(lore.ammo), int(lore.cargo)
    unit.strength = min(strength, int(type_.strength)) if strength > 0 else int(type_.strength)
    unit.fuel = _guess_counters(int(type_.fuel_places), fuel, dice)
    unit.ammo = _guess_counters(int(type_.ammo_places), ammo, dice)
    if _must_shoot(game, u):
        unit.ammo = max(1, int(unit.ammo))
    unit.cargo_fuel = 0
    unit.cargo_ammo = 0
    if cargo != 0 and type_.cargo > 0:
        load = roll(dice, GUESSING, int(type_.cargo))
        unit.cargo_fuel = roll(dice, GUESSING, load + 1) - 1
        unit.cargo_ammo = load - int(unit.cargo_fuel)


@rule
def _guess_counters(places: int, told: int, dice: Dice) -> int:
    """Counters of one supply, more likely many than few; ``told`` whether there were any."""
    if places == 0 or told == 0:
        return 0
    return max(roll(dice, GUESSING, places), roll(dice, GUESSING, places))


@rule
def _must_shoot(game: Game, u: int) -> bool:
    """Whether an open question says that a unit has Ammunition."""
    if game.decisions.depth == 0:
        return False
    question = game.decisions.items[int(game.decisions.depth) - 1]
    return bool(question.unit == u and question.kind in (COUNTER, ALLOTTING))
