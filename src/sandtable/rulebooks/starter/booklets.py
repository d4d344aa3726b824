"""A Scenario Booklet from its file: map, zones, objectives, Special Circumstances (ST-CAMP-20 to 22)."""

from __future__ import annotations

import re
from typing import Any

from msgspec import Struct

from sandtable.rulebooks.starter.catalogue import read_costs
from sandtable.rulebooks.starter.forms import BookletForm, ObjectiveForm
from sandtable.rulebooks.starter.notation import write_name
from sandtable.rulebooks.starter.sources import Source
from sandtable.rulebooks.starter.state import (
    CAUSEWAY,
    COLUMNS,
    DENIED,
    DEPOT_EMPTY,
    DESTROYED,
    DESTROYED_ARTILLERY,
    EXTRACTED_FIT,
    EXTRACTED_SHARE,
    FAR_UNITS,
    FOREST,
    HOLD_ONE,
    HOLD_TOGETHER,
    MARSH,
    MINES_CLEARED,
    NONE,
    OBJECTIVES,
    OPEN,
    ROCKY,
    ROWS,
    RUBBLE,
    SCENARIO_OBJECT,
    SPECIAL,
    SQUARES,
    URBAN,
    WATER,
)

SYMBOLS = {
    ".": OPEN,
    "U": URBAN,
    "F": FOREST,
    "B": RUBBLE,
    "M": MARSH,
    "R": ROCKY,
    "S": SPECIAL,
    "W": WATER,
    "=": CAUSEWAY,
}  # and x for a minefield, 1 to 4 for Deployment Squares, on open ground
LONGEST_GAME = 100  # game rounds
FULL_SQUARE = 9  # tokens (ST-CACHE-02)

# The kinds of objective: their number in `state`, and the fields that each needs.
KINDS: dict[str, tuple[int, tuple[str, ...]]] = {
    "hold-one": (HOLD_ONE, ("turns", "squares")),
    "hold-together": (HOLD_TOGETHER, ("turns", "at_once", "squares")),
    "extract-fit": (EXTRACTED_FIT, ("units",)),
    "extract-share": (EXTRACTED_SHARE, ("units",)),
    "empty-depot": (DEPOT_EMPTY, ("squares",)),
    "destroy": (DESTROYED, ("units",)),
    "destroy-artillery": (DESTROYED_ARTILLERY, ("units",)),
    "far-units": (FAR_UNITS, ("units",)),
    "deny": (DENIED, ("denies",)),
    "clear-mines": (MINES_CLEARED, ("minefields",)),
}
PARTICULARS = ("turns", "at_once", "units", "minefields", "squares", "denies")


class BookletTexts(Struct):
    """The words of one Scenario Booklet."""

    name: str = ""  # "2A"
    title: str = ""
    situation: str = ""
    circumstances: list[str] = []
    objectives: list[str] = []  # in the order of the record
    squares: list[str] = []  # names of the objective squares, in the order of the record
    zones: list[str] = []  # names of the Deployment zones


def read_booklet(source: Source[BookletForm], booklet: Any, sides: int) -> BookletTexts:
    """Put a booklet for so many sides into a record; its words. The record's costs are set already."""
    form = source.form
    _read_name(source, booklet)
    _read_circumstances(source, booklet)
    if _read_map(source, booklet, sides):  # what stands on a bad map cannot be judged
        _read_zones(source, booklet, sides)
        _read_squares(source, booklet)
        _read_things(source, booklet)
        _read_objectives(source, booklet)
    return BookletTexts(
        name=form.name,
        title=form.title,
        situation=form.situation,
        circumstances=form.circumstances,
        objectives=[objective.text for objective in form.objectives],
        squares=[square.name for square in form.squares],
        zones=[zone.name for zone in form.zones],
    )


def _read_name(source: Source[BookletForm], booklet: Any) -> None:
    """A number and, usually, a letter (ST-CAMP-23)."""
    found = re.fullmatch(r"(\d{1,2})[A-Z]?", source.form.name)
    if not found:
        source.wrong("name", f"expected a number and perhaps a letter, as 2A, not {source.form.name!r}")
        return
    write_name(booklet.name, source.form.name)
    booklet.number = int(found[1])


# The map ----------------------------------------------------------------------------------------------


def _read_map(source: Source[BookletForm], booklet: Any, sides: int) -> bool:
    """Draw the map; whether it is a good one."""
    problems = len(source.problems)
    rows = [row.rstrip() for row in source.form.map.strip("\n").split("\n")]
    if not 2 <= len(rows) <= ROWS or not 2 <= len(rows[0]) <= COLUMNS:
        source.wrong("map", f"expected 2 to {ROWS} rows of 2 to {COLUMNS} squares")
        return False
    booklet.columns, booklet.rows = len(rows[0]), len(rows)
    for y, row in enumerate(rows):
        if len(row) != len(rows[0]):
            source.wrong("map", f"row {y} has {len(row)} squares, row 0 has {len(rows[0])}", y + 1)
            continue
        for x, symbol in enumerate(row):
            if symbol not in SYMBOLS and symbol not in "x1234"[: sides + 1]:
                there = " ".join([*SYMBOLS, *"x1234"[: sides + 1]])
                source.wrong("map", f"row {y}, column {x}: {symbol!r} is none of {there}", y + 1)
                continue
            booklet.terrain[y, x] = SYMBOLS.get(symbol, OPEN)
            booklet.zone[y, x] = int(symbol) if symbol in "1234" else 0
            booklet.mines[y, x] = symbol == "x"
    return len(source.problems) == problems


def _is_on_map(booklet: Any, at: tuple[int, int]) -> bool:
    return 0 <= at[0] < int(booklet.columns) and 0 <= at[1] < int(booklet.rows)


def _read_zones(source: Source[BookletForm], booklet: Any, sides: int) -> None:
    """Deployment Squares of each player (ST-DEPLOY-02, ST-R12), and what is near to them."""
    zones = source.form.zones
    printed = {int(z) for row in booklet.zone for z in row}
    for number in range(sides):
        if number + 1 not in printed:
            source.wrong("map", f"there is no Deployment Square {number + 1}")
        if number >= len(zones):
            source.wrong("zones", f"Deployment Squares {number + 1} have no name")
    for number, zone in enumerate(zones):
        place = f"zones[{number}]"
        if zone.columns is None and zone.rows is None:
            continue
        columns = zone.columns or (0, int(booklet.columns) - 1)
        rows = zone.rows or (0, int(booklet.rows) - 1)
        if columns[0] < 0 or rows[0] < 0 or not _is_on_map(booklet, (columns[1], rows[1])):
            source.wrong(place, "expected columns = [first, last] and rows = [first, last] on the map")
            continue
        for y in range(rows[0], rows[1] + 1):
            for x in range(columns[0], columns[1] + 1):
                booklet.side_of[y, x] = number + 1


def _read_squares(source: Source[BookletForm], booklet: Any) -> None:
    squares = source.form.squares
    if len(squares) > SQUARES:
        source.wrong("squares", f"expected at most {SQUARES} objective squares, not {len(squares)}")
        return
    for number, square in enumerate(squares):
        if not _is_on_map(booklet, square.at):
            source.wrong(f"squares[{number}].at", f"there is no square {list(square.at)} on the map")
            continue
        if [s.name for s in squares].count(square.name) > 1:
            source.wrong(f"squares[{number}].name", f"two squares are called {square.name!r}")
        booklet.square_x[number], booklet.square_y[number] = square.at
    booklet.square_count = len(squares)


def _read_things(source: Source[BookletForm], booklet: Any) -> None:
    """Depots and scenario objects: on ground that nothing else takes."""
    for number, depot in enumerate(source.form.depots):
        place = f"depots[{number}]"
        if not _is_on_map(booklet, depot.at):
            source.wrong(f"{place}.at", f"there is no square {list(depot.at)} on the map")
            continue
        x, y = depot.at
        if booklet.terrain[y, x] == WATER or booklet.mines[y, x] != 0 or booklet.zone[y, x] != 0:
            source.wrong(f"{place}.at", "no depot can lie on Water, a minefield or a Deployment Square")
        if depot.fuel < 0 or depot.ammo < 0 or not 1 <= depot.fuel + depot.ammo <= FULL_SQUARE:
            source.wrong(place, f"expected 1 to {FULL_SQUARE} tokens in all")
            continue
        if _tokens(booklet, x, y) > 0:
            source.wrong(f"{place}.at", "another depot lies there")
        booklet.depot_fuel[y, x], booklet.depot_ammo[y, x] = depot.fuel, depot.ammo
    for number, at in enumerate(source.form.objects):
        if not _is_on_map(booklet, at) or booklet.zone[at[1], at[0]] != 0 or _tokens(booklet, *at) > 0:
            source.wrong("objects", f"object {number + 1}: no place for one at {list(at)}")
            continue
        booklet.object[at[1], at[0]] = SCENARIO_OBJECT


def _tokens(booklet: Any, x: int, y: int) -> int:
    """Tokens of a depot on a square."""
    return int(booklet.depot_fuel[y, x]) + int(booklet.depot_ammo[y, x])


# Circumstances ----------------------------------------------------------------------------------------


def _read_circumstances(source: Source[BookletForm], booklet: Any) -> None:
    """Costs, the Ending Condition and Special Circumstances. A last round there must be: every game ends."""
    form = source.form
    booklet.deployment_cost = source.within("deployment_cost", form.deployment_cost, 0, 1000)
    hover = form.deployment_cost if form.hover_deployment_cost < 0 else form.hover_deployment_cost
    booklet.hover_deployment_cost = source.within("hover_deployment_cost", hover, 0, 1000)
    booklet.extraction_cost = source.within("extraction_cost", form.extraction_cost, 0, 1000)
    booklet.last_round = source.within("last_round", form.last_round, 1, LONGEST_GAME)
    booklet.fuel_price = source.within("fuel_price", form.fuel_price, 0, 1000)
    booklet.manpower_extra = source.within("manpower_extra", form.manpower_extra, 0, 1000)
    booklet.dearest_unit = source.within("dearest_unit", form.dearest_unit, 0, 9995)
    booklet.observe_extra = source.within("observe_extra", form.observe_extra, 0, 20)
    booklet.enough = source.within("enough", form.enough, 0, OBJECTIVES)
    booklet.lull = source.within("lull", form.lull, 0, LONGEST_GAME)
    booklet.no_hover = form.no_hover
    booklet.special_for_all = form.special_for_all
    read_costs(source, form.costs, booklet)


# Objectives -------------------------------------------------------------------------------------------


def _read_objectives(source: Source[BookletForm], booklet: Any) -> None:
    forms = source.form.objectives
    if not 1 <= len(forms) <= OBJECTIVES:
        source.wrong("objectives", f"expected 1 to {OBJECTIVES} objectives, not {len(forms)}")
        return
    booklet.objective_count = len(forms)
    for number, form in enumerate(forms):
        _read_objective(source, number, form, booklet)


def _read_objective(source: Source[BookletForm], number: int, form: ObjectiveForm, booklet: Any) -> None:
    place = f"objectives[{number}]"
    objective = booklet.objectives[number]
    kind, needed = KINDS[form.kind]
    objective.kind = kind
    objective.bonus = source.within(f"{place}.bonus", form.bonus, 0, 3000)
    objective.penalty = source.within(f"{place}.penalty", form.penalty, 0, 3000)
    objective.at_end = form.at_end or kind == DENIED
    objective.far = form.far
    objective.owner = NONE
    objective.squares = form.at_once
    if form.zone:
        zones = {zone.name: i for i, zone in enumerate(source.form.zones)}
        owner = source.one_of(f"{place}.zone", form.zone, zones, "zone")
        objective.owner = NONE if owner is None else owner
    for name in PARTICULARS:
        given = bool(getattr(form, name))
        if given != (name in needed):
            source.wrong(f"{place}.{name}" if given else place, f"{form.kind} needs {', '.join(needed)}")
            return
    _read_numbers(source, place, form, objective)
    _read_objective_squares(source, place, form, booklet, objective)


def _read_numbers(source: Source[BookletForm], place: str, form: ObjectiveForm, objective: Any) -> None:
    if form.denies:
        ids = {other.id: i for i, other in enumerate(source.form.objectives)}
        objective.n = source.one_of(f"{place}.denies", form.denies, ids, "objective") or 0
    for name in ("turns", "units", "minefields"):
        if getattr(form, name):
            objective.n = source.within(f"{place}.{name}", getattr(form, name), 1, 100)
    if form.at_once and not 1 <= form.at_once <= len(form.squares):
        source.wrong(f"{place}.at_once", f"expected 1 to {len(form.squares)}, as many as there are squares")


def _read_objective_squares(
    source: Source[BookletForm], place: str, form: ObjectiveForm, booklet: Any, objective: Any
) -> None:
    """The squares an objective names; those to be held are Special (ST-TERR-11)."""
    squares = {square.name: i for i, square in enumerate(source.form.squares)}
    for name in form.squares:
        s = source.one_of(f"{place}.squares", name, squares, "objective square")
        if s is None or s >= SQUARES:
            continue
        objective.which[s] = 1
        x, y = int(booklet.square_x[s]), int(booklet.square_y[s])
        if form.kind in ("hold-one", "hold-together") and booklet.terrain[y, x] != SPECIAL:
            source.wrong(f"squares[{s}].at", f"{name!r} is to be held and so must be S on the map")
        if form.far and booklet.side_of[y, x] == 0:
            source.wrong(f"{place}.far", f"{name!r} is near to no zone: give the zones their columns or rows")
