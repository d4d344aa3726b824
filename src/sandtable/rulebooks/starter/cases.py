"""Cases of `starter`: a position from the words of a case file, and its facts as words (docs/cases.md)."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from typing import Any

import msgspec
import numpy as np
from msgspec import Struct, field

from sandtable.core import pools
from sandtable.core.boards.square import EAST, NORTH, SOUTH, WEST
from sandtable.core.position import Position
from sandtable.core.record import Record, blank, clone
from sandtable.rulebooks.starter import loading
from sandtable.rulebooks.starter.actions import BEADS, PLACES
from sandtable.rulebooks.starter.boardroom import payout
from sandtable.rulebooks.starter.notation import (
    booklet_names,
    flag_name,
    read_name,
    read_square,
    square_name,
    type_names,
)
from sandtable.rulebooks.starter.positions import put_on_map
from sandtable.rulebooks.starter.state import (
    ALLOTTING,
    BOARDROOM,
    BUYING,
    CAMPAIGN_OVER,
    CARRIED,
    CHOOSING,
    COLUMNS,
    COUNTER,
    DEPLOYING,
    DIRECT_ATTACKS,
    GOING_HOME,
    LEAVING,
    LIQUIDATING,
    LOGISTICS,
    MOVING,
    NONE,
    ON_MAP,
    PLAYING_ON,
    READING,
    READY_AREA,
    ROWS,
    SHOOTING,
    SIDES,
    SPAN,
    SPECIAL_ATTACKS,
    SUPPLYING,
    TURN_DICE,
    UNITS,
    UNKNOWN,
    ZONES,
    Booklet,
    Company,
    Game,
    Lore,
    Scenario,
    Unit,
)
from sandtable.rulebooks.starter.units import blank_unit, forget
from sandtable.rulebooks.starter.view import personnel_in_play

DEFAULT = "starter/tarn-valley"  # whose catalogue and prices a case with a map has
SPAN_STRUCTURE = 6  # ST-M08
GROUND = ".UFBMRSW="  # by terrain; x is a minefield, 1 to 4 are Deployment Squares, on open ground
OBJECTS = ("none", "barricade", "earthwork", "span", "object")
PHASES = {
    "reading": READING,
    "turn dice": TURN_DICE,
    "zones": ZONES,
    "set-up": BUYING,
    "movement": MOVING,
    "deployment": DEPLOYING,
    "logistics": LOGISTICS,
    "special attacks": SPECIAL_ATTACKS,
    "direct attacks": DIRECT_ATTACKS,
    "boardroom": BOARDROOM,
    "going home": GOING_HOME,
    "liquidating": LIQUIDATING,
    "leaving": LEAVING,
    "choosing": CHOOSING,
    "over": CAMPAIGN_OVER,
}
QUESTIONS = {
    0: "none",
    COUNTER: "counterattack",
    ALLOTTING: "targets",
    SHOOTING: "shots",
    SUPPLYING: "supply",
}
STATES = ("playing", "withdrawn", "eliminated", "left")
Number = int | list[int | list[int]]  # of a record's field: one, a row of them, or rows


class SideGiven(Struct, forbid_unknown_fields=True):
    """A side of a case. ``state``: any other number of its record (`Company`), by name."""

    name: str
    credits: int = 0
    personnel: int = 0
    fuel: int = 0
    ammo: int = 0
    cards: list[str] = []
    state: dict[str, Number] = {}


class UnitGiven(Struct, forbid_unknown_fields=True):
    """A unit of a case. ``state``: any other number of its record (`Unit`), by name."""

    name: str
    side: str
    type: str
    at: str = ""
    place: str = "c"
    ready: bool = False
    aboard: str = ""
    ts: int = -1
    fuel: int = -1
    ammo: int = -1
    cargo_fuel: int = 0
    cargo_ammo: int = 0
    layers: int = 0
    frozen: bool = False
    flag: str = ""
    bridge: list[str] = []  # squares that its deployed bridge spans
    state: dict[str, int] = {}


class CacheGiven(Struct, forbid_unknown_fields=True):
    """Loose tokens on a square."""

    at: str
    fuel: int = 0
    ammo: int = 0


class ObjectGiven(Struct, forbid_unknown_fields=True):
    """An object on a square."""

    at: str
    kind: str
    structure: int


class Given(Struct, forbid_unknown_fields=True):
    """The part of a case that sets its position up."""

    map: str = ""
    scenario: str = ""
    sides: list[SideGiven] = field(default_factory=lambda: [SideGiven("Blue"), SideGiven("Red")])
    units: list[UnitGiven] = []
    caches: list[CacheGiven] = []
    objects: list[ObjectGiven] = []
    phase: str = "movement"
    active: str = ""
    round: int = 1
    pool: int = -1
    switches: list[str] = []
    booklet: str = ""  # "2A": that booklet of the scenario's campaign
    state: dict[str, Number] = {}  # any other number of the Game
    rules: dict[str, Number] = {}  # any other number of the booklet in play


def build(given: dict[str, Any]) -> Position:
    """A position from a case. ValueError names what cannot be understood."""
    try:
        wanted = msgspec.convert(given, Given)
    except msgspec.ValidationError as error:
        raise ValueError(str(error)) from error
    if not 2 <= len(wanted.sides) <= SIDES:
        raise ValueError(f"expected 2 to {SIDES} sides, not {len(wanted.sides)}")
    scenario, texts = loading.load(wanted.scenario or DEFAULT)
    scenario = clone(Scenario, scenario)
    seats = {side.name: number for number, side in enumerate(wanted.sides)}
    position = Position(scenario, blank(Game), seats, {}, texts)
    _set_scenario(scenario[0], wanted)
    _set_game(position, wanted)
    _set_ground(position, wanted)
    for number, side in enumerate(wanted.sides):
        _set_side(position, number, side)
    for number, unit in enumerate(wanted.units):
        _set_unit(position, number, unit)
    for unit in wanted.units:
        _set_aboard(position, unit)
    position.game[0].personnel = personnel_in_play(position.game[0])
    return position


def _set_scenario(scenario: Any, wanted: Given) -> None:
    scenario.sides = len(wanted.sides)
    for name in wanted.switches:
        scenario.switches |= _named(name.replace(" ", "-"), loading.SWITCHES, "switch")
    if wanted.map:
        _draw_map(scenario.booklet[0], wanted.map)


def _draw_map(booklet: Any, text: str) -> None:
    """Make a booklet of a drawing: no objectives, and what the drawing does not say left as it is."""
    rows = [line.strip() for line in text.strip().splitlines()]
    if len({len(row) for row in rows}) != 1 or len(rows) > ROWS or len(rows[0]) > COLUMNS:
        raise ValueError(f"map: expected up to {ROWS} rows of one length, up to {COLUMNS} squares")
    booklet.columns, booklet.rows = len(rows[0]), len(rows)
    booklet.objective_count = 0
    booklet.square_count = 0
    for y, row in enumerate(rows):
        for x, sign in enumerate(row):
            if sign not in GROUND + "x1234":
                raise ValueError(f"map: {sign!r} at {square_name(x, y)} is none of {GROUND}x1234")
            booklet.terrain[y, x] = max(GROUND.find(sign), 0)
            booklet.zone[y, x] = int(sign) if sign in "1234" else 0
            booklet.mines[y, x] = sign == "x"
            for layer in (booklet.side_of, booklet.depot_fuel, booklet.depot_ammo, booklet.object):
                layer[y, x] = 0


def _set_game(position: Position, wanted: Given) -> None:
    game, scenario = position.game[0], position.scenario[0]
    names = [name.upper() for name in booklet_names(scenario)]
    game.booklet = _named(wanted.booklet.upper() or names[0], {n: i for i, n in enumerate(names)}, "booklet")
    game.step = _named(wanted.phase, PHASES, "phase")
    game.active = _side(position, wanted.active) if wanted.active else 0
    game.round = wanted.round
    game.pool = wanted.pool if wanted.pool >= 0 else int(scenario.pool)
    game.scenario_number = 1
    game.bought_resource = NONE
    for u in range(UNITS):
        blank_unit(game.units[u])
        for side in range(SIDES):
            forget(game, side, u)
    for side in range(len(wanted.sides)):
        game.turn_order[side] = side
    _set_numbers(game, wanted.state, Game)
    _set_numbers(scenario.booklet[int(game.booklet)], wanted.rules, Booklet)


def _set_ground(position: Position, wanted: Given) -> None:
    game = position.game[0]
    booklet = position.scenario[0].booklet[int(game.booklet)]
    for y in range(int(booklet.rows)):
        for x in range(int(booklet.columns)):
            game.mines[y, x] = int(booklet.mines[y, x])
    for cache in wanted.caches:
        x, y = _square(cache.at)
        game.cache_fuel[y, x] = cache.fuel
        game.cache_ammo[y, x] = cache.ammo
    for thing in wanted.objects:
        x, y = _square(thing.at)
        game.object[y, x] = _named(thing.kind, {kind: i for i, kind in enumerate(OBJECTS)}, "kind of object")
        game.structure[y, x] = thing.structure


def _set_side(position: Position, number: int, side: SideGiven) -> None:
    company = position.game[0].company[number]
    company.state = PLAYING_ON
    company.zone = number
    company.credits, company.personnel = side.credits, side.personnel
    company.fuel, company.ammo = side.fuel, side.ammo
    for name in side.cards:
        company.cards[_type(position, name)] += 1
    _set_numbers(company, side.state, Company)


def _set_unit(position: Position, u: int, given: UnitGiven) -> None:
    scenario, game = position.scenario[0], position.game[0]
    if u >= UNITS:
        raise ValueError(f"more than {UNITS} units")
    if given.name in position.pieces:
        raise ValueError(f"two units are called {given.name!r}")
    if (given.at != "") + given.ready + (given.aboard != "") != 1:
        raise ValueError(f"unit {given.name}: expected one of at, ready, aboard")
    position.pieces = {**position.pieces, given.name: u}
    unit = game.units[u]
    unit.side, unit.kind = _side(position, given.side), _type(position, given.type)
    kind = scenario.type[int(unit.kind)]
    unit.cls = int(kind.cls)
    unit.where = READY_AREA
    unit.strength = int(kind.strength) if given.ts < 0 else given.ts
    unit.fuel = int(kind.fuel_places) if given.fuel < 0 else given.fuel
    unit.ammo = int(kind.ammo_places) if given.ammo < 0 else given.ammo
    unit.cargo_fuel, unit.cargo_ammo = given.cargo_fuel, given.cargo_ammo
    unit.layers, unit.frozen = given.layers, given.frozen
    _set_flag(position, u, given)
    if given.at:
        x, y = _square(given.at)
        put_on_map(game, u, x, y, _named(given.place, {p: i for i, p in enumerate(PLACES)}, "place"))
    if given.bridge:
        _set_bridge(position, unit, given)
    _set_numbers(unit, given.state, Unit)


def _set_flag(position: Position, u: int, given: UnitGiven) -> None:
    """The flag of the case, or the livery and two beads that no other unit of the case has."""
    unit = position.game[0].units[u]
    livery = position.scenario[0].livery[int(unit.side)]
    beads = [int(livery[0]), int(livery[1]), u // 10 + 1, u % 10 + 1]
    if given.flag:
        if len(given.flag) > 4 or any(letter not in BEADS[1:] for letter in given.flag.lower()):
            raise ValueError(f"unit {given.name}: flag {given.flag!r} is not 1 to 4 letters of {BEADS[1:]}")
        beads = [BEADS.index(letter) for letter in given.flag.lower()]
    for i, bead in enumerate(beads):
        unit.beads[i] = bead


def _set_bridge(position: Position, unit: Any, given: UnitGiven) -> None:
    """A deployed bridge: its span lies over the water squares given, nearest first (ST-M08)."""
    game = position.game[0]
    squares = [_square(name) for name in given.bridge]
    unit.span_x, unit.span_y = squares[0]
    unit.span_length = len(squares)
    unit.span_way = _way(squares[0][0] - int(unit.x), squares[0][1] - int(unit.y))
    for x, y in squares:
        game.object[y, x] = SPAN
        game.structure[y, x] = SPAN_STRUCTURE


def _way(dx: int, dy: int) -> int:
    return {(0, -1): NORTH, (1, 0): EAST, (0, 1): SOUTH, (-1, 0): WEST}[dx, dy]


def _set_aboard(position: Position, given: UnitGiven) -> None:
    if given.aboard:
        unit = position.game[0].units[position.pieces[given.name]]
        unit.where = CARRIED
        unit.carrier = _named(given.aboard, position.pieces, "unit")


def _set_numbers(record: Any, values: Mapping[str, Number], kind: type[Record]) -> None:
    """Set further fields of a record by their names."""
    for name, value in values.items():
        if name not in (kind.dtype.names or ()):
            raise ValueError(f"state: a {kind.__name__} has no {name!r}")
        if isinstance(value, list):
            for i, row in enumerate(value):
                if isinstance(row, list):
                    for j, item in enumerate(row):
                        getattr(record, name)[i, j] = item
                else:
                    getattr(record, name)[i] = row
        else:
            setattr(record, name, value)


def _named(name: str, names: Mapping[str, int], what: str) -> int:
    if name not in names:
        raise ValueError(f"no {what} {name!r}; there are {', '.join(names)}")
    return names[name]


def _side(position: Position, name: str) -> int:
    return _named(name, position.seats, "side")


def _type(position: Position, name: str) -> int:
    names = {word: k for k, word in enumerate(type_names(position.scenario[0]))}
    return _named(name.lower().replace(" ", "-"), names, "unit type")


def _square(name: str) -> tuple[int, int]:
    return read_square(name)


# Reading ---------------------------------------------------------------------------------------------


def read(position: Position, expression: str) -> int | str:
    """What an expression of a case is worth now. ValueError if it means nothing.

    ``A.ts``, ``A.at``, ``#3.fuel``; ``Blue.credits``, ``Blue.cards Main Battle Tank``; ``cache c4 fuel``;
    ``object c4``; ``pool``; of sums ``losses 6 5 v 5 5``, ``payout 95 7/10``. Any other number of a record by
    its field's name: ``A.spent``, ``Blue.hold 0 1``, ``game.over``. ``?`` where a view does not say.
    """
    head, _, rest = expression.partition(" ")
    subject, dot, what = head.partition(".")
    words = rest.split()
    if dot and subject in position.seats:
        return _read_side(position, position.seats[subject], what, rest)
    if dot and (subject in position.pieces or re.fullmatch(r"#\d+", subject)):
        u = position.pieces[subject] if subject in position.pieces else int(subject[1:])
        return _read_unit(position, u, what, words)
    if dot and subject == "game":
        return _read_number(position.game[0], what, words, Game)
    if head in READINGS:
        try:
            return READINGS[head](position, words)
        except (IndexError, KeyError) as error:
            raise ValueError(f"{expression!r} cannot be read: see docs/cases.md") from error
    raise ValueError(
        f"{expression!r} means nothing here; there are {', '.join([*position.pieces, *position.seats])}, "
        f"game and {', '.join(READINGS)}"
    )


def _shown(value: int) -> int | str:
    return "?" if value == UNKNOWN else value


def _read_side(position: Position, side: int, what: str, rest: str) -> int | str:
    company = position.game[0].company[side]
    if what == "cards":
        return _shown(int(company.cards[_type(position, rest)]))
    if what == "state":
        return STATES[int(company.state)]
    return _read_number(company, what, rest.split(), Company)


def _read_unit(position: Position, u: int, what: str, words: list[str]) -> int | str:
    unit = position.game[0].units[u]
    if what == "gone":
        return int(unit.side < 0)
    if what == "type":
        return "?" if unit.kind < 0 else str(position.texts.types[int(unit.kind)])
    if what == "flag":
        return flag_name(unit.beads)
    if what == "at":
        places = {ON_MAP: square_name(int(unit.x), int(unit.y)), READY_AREA: "ready", CARRIED: "aboard"}
        return places.get(int(unit.where), "gone")
    if what == "place":
        return PLACES[int(unit.place)]
    if what == "aboard":
        names = {number: name for name, number in position.pieces.items()}
        return names.get(int(unit.carrier), "nothing")
    return _read_number(unit, {"ts": "strength"}.get(what, what), words, Unit)


def _read_number(record: Any, name: str, indices: list[str], kind: type[Record]) -> int | str:
    if name not in (kind.dtype.names or ()):
        raise ValueError(f"a {kind.__name__} has no {name!r}; it has {', '.join(kind.dtype.names or ())}")
    # A NumPy record has methods, too, and one of them is called round.
    value = record[name] if isinstance(record, np.void) else getattr(record, name)
    for index in indices:
        value = value[int(index)]
    return _shown(int(value))


def _read_cache(position: Position, words: list[str]) -> int | str:
    x, y = _square(words[0])
    game = position.game[0]
    return int({"fuel": game.cache_fuel, "ammo": game.cache_ammo}[words[1]][y, x])


def _read_object(position: Position, words: list[str]) -> int | str:
    x, y = _square(words[0])
    return OBJECTS[int(position.game[0].object[y, x])]


def _read_structure(position: Position, words: list[str]) -> int | str:
    x, y = _square(words[0])
    return int(position.game[0].structure[y, x])


def _read_lore(position: Position, words: list[str]) -> int | str:
    """``lore Blue B kind``: what a side was told of a unit, by Recon or by dice that fell."""
    at = position.seats[words[0]] * UNITS + position.pieces[words[1]]
    value = _read_number(position.game[0].lore[at], words[2], [], Lore)
    if words[2] == "kind" and isinstance(value, int):
        return type_names(position.scenario[0])[value].replace("-", " ")
    return value


def _read_mines(position: Position, words: list[str]) -> int | str:
    x, y = _square(words[0])
    return int(position.game[0].mines[y, x])


def _read_phase(position: Position, words: list[str]) -> int | str:
    return {step: name for name, step in PHASES.items()}[int(position.game[0].step)]


def _read_active(position: Position, words: list[str]) -> int | str:
    return list(position.seats)[int(position.game[0].active)]


def _read_asked(position: Position, words: list[str]) -> int | str:
    """Whose answer play waits for, and about what: ``Red counterattack``; ``nobody``."""
    decisions = position.game[0].decisions
    if decisions.depth == 0:
        return "nobody"
    question = decisions.items[int(decisions.depth) - 1]
    return f"{list(position.seats)[int(question.seat)]} {QUESTIONS[int(question.kind)]}"


def _read_booklet(position: Position, words: list[str]) -> int | str:
    return read_name(position.scenario[0].booklet[int(position.game[0].booklet)].name)


def _read_losses(position: Position, words: list[str]) -> int | str:
    """``losses 6 6 5 v 6 5``: attack dice that no defence die cancels (ST-R63)."""
    middle = words.index("v")
    tallies = []
    for faces in (words[:middle], words[middle + 1 :]):
        tally = [0] * pools.FACES
        for face in faces:
            tally[pools.LOWEST + int(face)] += 1
        tallies.append(np.array(tally))
    return int(pools.unpaired(*tallies))


def _read_payout(position: Position, words: list[str]) -> int | str:
    """``payout 95 7/10``: what scrapping pays for price, Troop Strength, maximum (ST-SCRAP-13 to 15)."""
    strength, _, most = words[1].partition("/")
    return int(payout(int(words[0]), int(strength), int(most)))


READINGS: dict[str, Callable[[Position, list[str]], int | str]] = {
    "cache": _read_cache,
    "object": _read_object,
    "structure": _read_structure,
    "lore": _read_lore,
    "mines": _read_mines,
    "pool": lambda position, words: int(position.game[0].pool),
    "round": lambda position, words: _read_number(position.game[0], "round", words, Game),
    "phase": _read_phase,
    "active": _read_active,
    "asked": _read_asked,
    "booklet": _read_booklet,
    "losses": _read_losses,
    "payout": _read_payout,
}
