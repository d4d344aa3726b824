"""What must hold in every game that play can reach. A broken invariant is a defect of the rules."""

from __future__ import annotations

import numpy as np

from sandtable.core.compile import rule
from sandtable.core.decisions import DEPTH, Decision
from sandtable.rulebooks.starter.engineering import (
    BARRICADE_STRUCTURE,
    EARTHWORK_STRUCTURE,
    SPAN_STRUCTURE,
)
from sandtable.rulebooks.starter.ground import ground_at, is_filled
from sandtable.rulebooks.starter.positions import QUARTERS, fits, footprint_of
from sandtable.rulebooks.starter.setup import OBJECT_STRUCTURE
from sandtable.rulebooks.starter.state import (
    ALLOTTING,
    CAMPAIGN_OVER,
    CARRIED,
    COLUMNS,
    COUNTER,
    DIRECT_ATTACKS,
    HOVER,
    INF,
    LOGISTICS,
    NO_OBJECT,
    NONE,
    NOWHERE,
    ON_MAP,
    READING,
    ROWS,
    SHOOTING,
    SIDES,
    SPAN,
    SPECIAL_ATTACKS,
    SUPPLYING,
    TYPES,
    UNITS,
    WATER,
    WITHDRAWN,
    Game,
    Scenario,
    Unit,
)
from sandtable.rulebooks.starter.units import on_board, places_aboard, type_of
from sandtable.rulebooks.starter.view import personnel_in_play

QUARTERS_WRONG = 1  # ``taken`` is not what the units take, or two units take the same quarter
PERSONNEL_WRONG = 2  # tokens have come from or gone to nowhere
NEGATIVE = 4  # money, tokens or counts below 0
FLAGS_WRONG = 8  # a unit without a flag, or two with the same
PLACE_WRONG = 16  # a unit where it cannot stand
ABOARD_WRONG = 32  # a Passenger that its carrier cannot carry
CARD_WRONG = 64  # more on a Unit Card than its type has places for, or an impossible type
CACHE_WRONG = 128  # tokens where none can lie, or too many
QUESTION_WRONG = 256  # an open question that makes no sense
OBJECT_WRONG = 512  # an object without Structure, or a bridge without its vehicle
COURSE_WRONG = 1024  # step, turn or turn order that cannot be
SLOT_DIRTY = 2048  # a free slot that is not blank

STRUCTURE = np.array(
    [0, BARRICADE_STRUCTURE, EARTHWORK_STRUCTURE, SPAN_STRUCTURE, OBJECT_STRUCTURE], np.int64
)
MOST_CACHED, MOST_BESIDE_A_UNIT = 9, 4  # ST-CACHE-02, 03
LAYERS, INFANTRY_LAYERS = 1, 4  # ST-ENTR-09, 11


@rule
def check(scenario: Scenario, game: Game) -> int:
    """Broken invariants, a bit each (the constants above); 0 if all hold."""
    flags = _course(scenario, game) | _reserves(scenario, game) | _squares(scenario, game)
    for u in range(UNITS):
        if game.units[u].side == NONE:
            flags |= _slot(game, u)
        else:
            flags |= _unit(scenario, game, u)
    if personnel_in_play(game) != game.personnel:
        flags |= PERSONNEL_WRONG
    return flags | _questions(scenario, game)


@rule
def _course(scenario: Scenario, game: Game) -> int:
    good = READING <= game.step <= CAMPAIGN_OVER and 0 <= game.booklet < scenario.booklets
    good = good and 0 <= game.active < scenario.sides and (game.over != 0) == (game.step == CAMPAIGN_OVER)
    seen = 0
    for i in range(int(scenario.sides)):
        if 0 <= game.turn_order[i] < scenario.sides:
            seen |= 1 << int(game.turn_order[i])
    return 0 if good and seen == (1 << int(scenario.sides)) - 1 else COURSE_WRONG


@rule
def _reserves(scenario: Scenario, game: Game) -> int:
    """Nothing below 0 (ST-R15), no more cards than the Catalogue allows (ST-R14)."""
    worst = min(0, int(game.pool))
    flags = 0
    for side in range(int(scenario.sides)):
        company = game.company[side]
        worst = min(worst, int(company.credits), int(company.personnel), int(company.fuel))
        worst = min(worst, int(company.ammo), int(company.salvage), int(company.assets))
        for kind in range(TYPES):
            worst = min(worst, int(company.cards[kind]), int(company.bought[kind]))
            most = int(scenario.type[kind].available) if kind < scenario.types else 0
            if most > 0 and company.bought[kind] > most:
                flags |= CARD_WRONG
    return flags | (NEGATIVE if worst < 0 else 0)


@rule
def _squares(scenario: Scenario, game: Game) -> int:
    """Quarters, Caches and objects, square by square."""
    flags = 0
    for y in range(ROWS):
        for x in range(COLUMNS):
            flags |= _quarters(game, x, y) if game.taken[y, x] != 0 else 0
            fuel, ammo = int(game.cache_fuel[y, x]), int(game.cache_ammo[y, x])
            if fuel != 0 or ammo != 0 or game.fresh_fuel[y, x] != 0 or game.fresh_ammo[y, x] != 0:
                flags |= _cache(scenario, game, x, y, fuel, ammo)
            if game.object[y, x] != NO_OBJECT or game.structure[y, x] != 0:
                flags |= _object(scenario, game, x, y)
    return flags


@rule
def _quarters(game: Game, x: int, y: int) -> int:
    """Whether the quarters that are taken are those that units on the square take, each once."""
    taken = 0
    for u in range(UNITS):
        unit = game.units[u]
        if unit.side != NONE and unit.where == ON_MAP and unit.x == x and unit.y == y:
            if taken & int(QUARTERS[int(unit.place)]):
                return QUARTERS_WRONG
            taken |= int(QUARTERS[int(unit.place)])
    return 0 if taken == game.taken[y, x] else QUARTERS_WRONG


@rule
def _cache(scenario: Scenario, game: Game, x: int, y: int, fuel: int, ammo: int) -> int:
    """ST-CACHE-02, 03; ST-R55, R110."""
    if (
        fuel < 0
        or ammo < 0
        or not 0 <= game.fresh_fuel[y, x] <= fuel
        or not 0 <= game.fresh_ammo[y, x] <= ammo
    ):
        return CACHE_WRONG
    most = MOST_CACHED if game.taken[y, x] == 0 else MOST_BESIDE_A_UNIT
    if fuel + ammo > most or not on_board(scenario, game, x, y):
        return CACHE_WRONG
    if is_filled(game, x, y) or ground_at(scenario, game, x, y) == WATER:
        return CACHE_WRONG
    return 0


@rule
def _object(scenario: Scenario, game: Game, x: int, y: int) -> int:
    """Structure within its bounds, a bridge over Water; nobody inside what fills the square."""
    built = int(game.object[y, x])
    if built < 0 or built >= len(STRUCTURE) or not 1 <= game.structure[y, x] <= STRUCTURE[built]:
        return OBJECT_WRONG
    if is_filled(game, x, y) and game.taken[y, x] != 0:
        return OBJECT_WRONG
    return OBJECT_WRONG if built == SPAN and not _has_owner(game, x, y) else 0


@rule
def _has_owner(game: Game, x: int, y: int) -> bool:
    """Whether a bridge has its vehicle; a withdrawn player's may have left it behind (ST-R90)."""
    for side in range(SIDES):
        if game.company[side].state == WITHDRAWN:
            return True
    for u in range(UNITS):
        unit = game.units[u]
        if unit.side != NONE and unit.span_x != NONE:
            across, down = x - int(unit.x), y - int(unit.y)
            if min(abs(across), abs(down)) == 0 and 1 <= abs(across) + abs(down) <= unit.span_length:
                return True
    return False


@rule
def _slot(game: Game, u: int) -> int:
    """A free slot looks alike whoever used it before."""
    unit = game.units[u]
    dirty = int(unit.kind) | int(unit.cls) | int(unit.where) | int(unit.x) | int(unit.y) | int(unit.place)
    dirty |= (
        int(unit.strength) | int(unit.fuel) | int(unit.ammo) | int(unit.cargo_fuel) | int(unit.cargo_ammo)
    )
    dirty |= int(unit.layers) | int(unit.frozen) | int(unit.reconned) | int(unit.acted) | int(unit.loads)
    for i in range(4):
        dirty |= int(unit.beads[i])
    for side in range(SIDES):
        lore = game.lore[side * UNITS + u]
        if max(int(lore.kind), int(lore.strength), int(lore.fuel), int(lore.ammo)) >= 0:
            return SLOT_DIRTY
    return SLOT_DIRTY if dirty or unit.carrier != NONE or unit.span_x != NONE else 0


@rule
def _unit(scenario: Scenario, game: Game, u: int) -> int:
    unit = game.units[u]
    if not 0 <= unit.side < scenario.sides or not 0 <= unit.kind < scenario.types:
        return CARD_WRONG
    flags = _card(scenario, game, u) | _flag(game, u)
    if unit.where == ON_MAP:
        return flags | _standing(scenario, game, u)
    if unit.x != 0 or unit.y != 0 or unit.place != 0 or unit.layers != 0 or unit.span_x != NONE:
        flags |= PLACE_WRONG
    if unit.where == CARRIED:
        return flags | _aboard(scenario, game, u)
    return flags | (PLACE_WRONG if unit.where == NOWHERE else 0)


@rule
def _card(scenario: Scenario, game: Game, u: int) -> int:
    """Personnel, counters, Cargo and layers within what the type has places for (ST-R25, ST-R39)."""
    unit, type_ = game.units[u], type_of(scenario, game, u)
    good = unit.cls == type_.cls and 1 <= unit.strength <= type_.strength
    good = good and 0 <= unit.fuel <= type_.fuel_places and 0 <= unit.ammo <= type_.ammo_places
    good = good and unit.cargo_fuel >= 0 and unit.cargo_ammo >= 0
    good = good and int(unit.cargo_fuel) + int(unit.cargo_ammo) <= type_.cargo
    good = good and 0 <= unit.layers <= (INFANTRY_LAYERS if unit.cls == INF else LAYERS)
    good = good and (unit.where == CARRIED) == (unit.carrier != NONE)
    return 0 if good else CARD_WRONG


@rule
def _flag(game: Game, u: int) -> int:
    """1 to 4 beads that no other unit has (ST-MUSTER-21, ST-R24)."""
    if game.units[u].beads[0] == 0:
        return FLAGS_WRONG
    for other in range(u):
        if game.units[other].side != NONE and _same_flag(game.units[u], game.units[other]):
            return FLAGS_WRONG
    return 0


@rule
def _same_flag(unit: Unit, other: Unit) -> bool:
    differing = 0
    for i in range(4):
        differing += unit.beads[i] != other.beads[i]
    return differing == 0


@rule
def _standing(scenario: Scenario, game: Game, u: int) -> int:
    """On the board, in a position of its footprint that it takes, not in Water (ST-POS-09, 10, ST-M04)."""
    unit = game.units[u]
    x, y, place = int(unit.x), int(unit.y), int(unit.place)
    if not on_board(scenario, game, x, y) or not fits(footprint_of(scenario, game, u), place):
        return PLACE_WRONG
    if ground_at(scenario, game, x, y) == WATER and type_of(scenario, game, u).move != HOVER:
        return PLACE_WRONG
    taken = int(game.taken[y, x]) & int(QUARTERS[place])
    return 0 if taken == QUARTERS[place] else QUARTERS_WRONG


@rule
def _aboard(scenario: Scenario, game: Game, u: int) -> int:
    """A Passenger's carrier is its own side's, is not itself carried, and has room (ST-R59, ST-M12)."""
    carrier = int(game.units[u].carrier)
    if carrier < 0 or carrier >= UNITS or game.units[carrier].side != game.units[u].side:
        return ABOARD_WRONG
    if game.units[carrier].where == CARRIED or scenario.carries[int(game.units[u].cls)] == 0:
        return ABOARD_WRONG
    room = int(type_of(scenario, game, carrier).passengers)
    return ABOARD_WRONG if places_aboard(scenario, game, carrier) > room else 0


@rule
def _questions(scenario: Scenario, game: Game) -> int:
    """At most one open question, about units in play, in the step that asks it; no aims without artillery."""
    depth = int(game.decisions.depth)
    for i in range(max(depth, 0), DEPTH):
        if game.decisions.items[i].kind != 0:
            return QUESTION_WRONG
    if depth == 0:
        return 0 if game.aim_count == 0 else QUESTION_WRONG
    if depth != 1:
        return QUESTION_WRONG
    return 0 if _makes_sense(game, game.decisions.items[0]) else QUESTION_WRONG


@rule
def _makes_sense(game: Game, question: Decision) -> bool:
    if not 0 <= question.unit < UNITS or game.units[int(question.unit)].side != question.seat:
        return False
    if question.kind == COUNTER:
        return bool(game.step == DIRECT_ATTACKS and game.units[int(question.other)].side == game.active)
    if question.kind == SUPPLYING:
        return bool(game.step == LOGISTICS and question.seat == game.active and question.amount > 0)
    if question.kind == ALLOTTING:
        return bool(game.step == SPECIAL_ATTACKS and question.seat == game.active)
    return bool(question.kind == SHOOTING and game.step == SPECIAL_ATTACKS and game.aim_count > 1)
