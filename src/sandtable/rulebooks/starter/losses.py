"""Dice against units, Losses and destruction (ST-ATK-06 to 14, ST-R63 to R66, ST-R36, R37).

What combat, explosions and minefields have in common. All dice fall in the open: each side learns the
Troop Strength and the dice of a unit that rolled (ST-R103).
"""

from __future__ import annotations

from sandtable.core.boards.square import step_x, step_y
from sandtable.core.compile import rule
from sandtable.core.dice import Dice
from sandtable.core.events import EVERYONE, Events, emit, emit_at
from sandtable.core.pools import throw, unpaired
from sandtable.core.record import Ints
from sandtable.rulebooks.starter.actions import Work
from sandtable.rulebooks.starter.happenings import (
    ATTACK_ROLLED,
    CACHE_LOST,
    DEFENCE_ROLLED,
    DEFENDING,
    DESTROYED_UNIT,
    LOST,
    LOST_ABOARD,
    OBJECT_DESTROYED,
)
from sandtable.rulebooks.starter.objectives import note_destroyed
from sandtable.rulebooks.starter.state import (
    CARRIED,
    EARTHWORK,
    HOVER,
    NO_OBJECT,
    NONE,
    ON_MAP,
    ROCKY,
    SIDES,
    SPAN,
    SPECIAL,
    UNITS,
    URBAN,
    WATER,
    Game,
    Lore,
    Scenario,
)
from sandtable.rulebooks.starter.units import clear_unit, terrain_at, type_of


@rule
def defence_bonus(scenario: Scenario, game: Game, u: int) -> int:
    """What every Defence Die of a unit gains where it stands: terrain, layers, earthwork.

    Rocky and Urban +1, Special +2 (ST-TERR-06, 09, 12), +1 a layer (ST-ENTR-05, 12), +1 for an Earthwork
    (ST-M07). They add, without limit (ST-R36). The -2 of Recon is artillery's alone and not in it.
    """
    unit = game.units[u]
    x, y = int(unit.x), int(unit.y)
    bonus = terrain_bonus(terrain_at(scenario, game, x, y)) + int(unit.layers)
    if game.object[y, x] == EARTHWORK:
        bonus += 1
    return bonus


@rule
def terrain_bonus(terrain: int) -> int:
    """What terrain adds to the Defence Rolls of any unit on it (ST-TERR-02, 06, 09, 12)."""
    if terrain in (ROCKY, URBAN):
        return 1
    if terrain == SPECIAL:
        return 2
    return 0


@rule
def attacked(
    scenario: Scenario,
    game: Game,
    u: int,
    count: int,
    sides: int,
    purpose: int,
    modifier: int,
    by: int,
    dice: Dice,
    events: Events,
    work: Work,
) -> int:
    """Roll ``count`` dice against a unit, which defends with its Troop Strength; the Losses it took.

    Each Attack Die that no Defence Die cancels is one Loss, up to the unit's strength (ST-ATK-09 to 14,
    ST-R63 to R65). ``by`` is the side that caused it, NONE for nobody. The unit may be gone afterwards.
    """
    at = emit(events, ATTACK_ROLLED, EVERYONE, by, NONE, u, count)
    roll_into(events, at, dice, purpose, count, sides, modifier, work.attack)
    defend(scenario, game, u, 0, dice, events, work)
    losses = min(unpaired(work.attack, work.defence), int(game.units[u].strength))
    if losses > 0:
        lose(scenario, game, u, losses, by, events)
    return losses


@rule
def defend(
    scenario: Scenario, game: Game, u: int, modifier: int, dice: Dice, events: Events, work: Work
) -> None:
    """Roll a unit's Defence Dice, one a token of Troop Strength, into ``work.defence`` (ST-ATK-08, 09).

    ``modifier`` is what counts beside its bonus. Everybody sees how many dice of which kind (ST-R103).
    """
    unit = game.units[u]
    count, sides = int(unit.strength), int(type_of(scenario, game, u).defence_die)
    at = emit(events, DEFENCE_ROLLED, EVERYONE, int(unit.side), u, NONE, count)
    bonus = defence_bonus(scenario, game, u) + modifier
    roll_into(events, at, dice, DEFENDING, count, sides, bonus, work.defence)
    for side in range(SIDES):
        if side != unit.side:
            lore = witnessed(game, side, u)
            lore.defence_die = sides


@rule
def roll_into(
    events: Events, at: int, dice: Dice, purpose: int, count: int, sides: int, modifier: int, tally: Ints
) -> None:
    """Throw a pool into a tally and write it down in event ``at``."""
    event = events.items[at]
    event.purpose = purpose
    event.sides = sides
    event.modifier = modifier
    event.fallen = count
    event.first = dice.index
    throw(dice, purpose, count, sides, modifier, tally, event.dice)


@rule
def witnessed(game: Game, side: int, u: int) -> Lore:
    """A side's lore of a unit that rolled in the open, with its Troop Strength as of now (ST-R103)."""
    lore = game.lore[side * UNITS + u]
    lore.round = game.round
    lore.strength = game.units[u].strength
    return lore


@rule
def lose(scenario: Scenario, game: Game, u: int, losses: int, by: int, events: Events) -> None:
    """Take Personnel off a unit's card to the Game Box (ST-ATK-14, ST-R65); at 0 it is destroyed (ST-R66)."""
    unit = game.units[u]
    taken = min(losses, int(unit.strength))
    unit.strength -= taken
    game.personnel -= taken
    game.quiet = NONE if taken > 0 else game.quiet
    emit(events, LOST, EVERYONE, int(unit.side), u, NONE, taken)
    if unit.strength == 0:
        destroy(scenario, game, u, by, events)
        return
    for side in range(SIDES):
        if side != unit.side:
            witnessed(game, side, u)


@rule
def destroy(scenario: Scenario, game: Game, u: int, by: int, events: Events) -> None:
    """A unit leaves play: mini to the Game Box, card to the binder, all aboard lost (ST-R66, R60).

    If it had laid a bridge, that goes too, with what stood on it (ST-M08).
    """
    _remove(scenario, game, u, by, events)
    drown(scenario, game, by, events)


@rule
def _remove(scenario: Scenario, game: Game, u: int, by: int, events: Events) -> None:
    emit(events, DESTROYED_UNIT, EVERYONE, int(game.units[u].side), u, NONE, int(game.units[u].cls))
    for p in range(UNITS):
        passenger = game.units[p]
        if passenger.side >= 0 and passenger.where == CARRIED and passenger.carrier == u:
            emit(events, LOST_ABOARD, EVERYONE, int(passenger.side), p, u, int(passenger.cls))
            _scratch(scenario, game, p)
    if game.units[u].span_x >= 0:
        break_span(game, u, events)
    _scratch(scenario, game, u)


@rule
def _scratch(scenario: Scenario, game: Game, u: int) -> None:
    """Count a destroyed unit for the objectives, its Personnel as lost, and free its slot and flag."""
    note_destroyed(scenario, game, u)
    game.personnel -= game.units[u].strength
    clear_unit(game, u)


@rule
def break_span(game: Game, u: int, events: Events) -> None:
    """Take a deployed bridge off the map; Caches on it are lost (ST-M08). `drown` must follow."""
    unit = game.units[u]
    for i in range(int(unit.span_length)):
        x, y = span_square(game, u, i)
        break_square(game, int(unit.side), u, x, y, events)
    unit.span_x = NONE
    unit.span_y = NONE
    unit.span_way = 0
    unit.span_length = 0


@rule
def break_square(game: Game, side: int, u: int, x: int, y: int, events: Events) -> None:
    """Take one square of a bridge away with the Cache on it."""
    emit_at(events, OBJECT_DESTROYED, EVERYONE, side, u, x, y, SPAN)
    game.object[y, x] = NO_OBJECT
    game.structure[y, x] = 0
    tokens = take_tokens(game, x, y)
    if tokens > 0:
        emit_at(events, CACHE_LOST, EVERYONE, NONE, NONE, x, y, tokens)


@rule
def span_square(game: Game, u: int, i: int) -> tuple[int, int]:
    """Square ``i`` of the bridge that a unit has laid, counted from its own end."""
    unit = game.units[u]
    x = int(unit.span_x) + i * step_x(int(unit.span_way))
    return x, int(unit.span_y) + i * step_y(int(unit.span_way))


@rule
def span_owner(game: Game, x: int, y: int) -> int:
    """The unit whose bridge lies on a square; NONE if there is none."""
    for u in range(UNITS):
        if game.units[u].side >= 0 and game.units[u].span_x >= 0:
            for i in range(int(game.units[u].span_length)):
                sx, sy = span_square(game, u, i)
                if sx == x and sy == y:
                    return u
    return NONE


@rule
def take_tokens(game: Game, x: int, y: int) -> int:
    """Take all loose tokens of a square to the Game Box; how many there were."""
    tokens = int(game.cache_fuel[y, x]) + int(game.cache_ammo[y, x])
    game.cache_fuel[y, x] = 0
    game.cache_ammo[y, x] = 0
    game.fresh_fuel[y, x] = 0
    game.fresh_ammo[y, x] = 0
    return tokens


@rule
def drown(scenario: Scenario, game: Game, by: int, events: Events) -> None:
    """Destroy units that a broken bridge has left on Water (ST-M08), and those on bridges they had laid."""
    again = True
    while again:
        again = False
        for u in range(UNITS):
            if _in_water(scenario, game, u):
                _remove(scenario, game, u, by, events)
                again = True


@rule
def _in_water(scenario: Scenario, game: Game, u: int) -> bool:
    unit = game.units[u]
    if unit.side < 0 or unit.where != ON_MAP:
        return False
    x, y = int(unit.x), int(unit.y)
    if terrain_at(scenario, game, x, y) != WATER or game.object[y, x] == SPAN:
        return False
    return type_of(scenario, game, u).move != HOVER
