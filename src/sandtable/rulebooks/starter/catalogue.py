"""The Catalogue: unit types and movement costs from their file (ST-CAMP-13, ST-M03, M04, M11)."""

from __future__ import annotations

import re
from typing import Any

from sandtable.rulebooks.starter.forms import CatalogueForm, Cost, Ground, Move, TypeForm
from sandtable.rulebooks.starter.notation import write_name
from sandtable.rulebooks.starter.sources import Source
from sandtable.rulebooks.starter.state import (
    AIMS,
    ALL,
    BRIDGE,
    CLIMB,
    EXCAVATE,
    LETTERS,
    SWEEP,
    TOW,
    TYPES,
)

GROUNDS: tuple[Ground, ...] = (
    "open",
    "urban",
    "forest",
    "rubble",
    "marsh",
    "rocky",
    "special",
    "water",
    "causeway",
)  # as numbered in `state`
MOVES: tuple[Move, ...] = ("foot", "wheeled", "tracked", "walker", "hover", "towed")
CLASS_NAMES = ("INF", "TEC", "TRK", "SWK", "GUN", "APC", "TNK", "HWK", "SPA", "LAU", "HOV", "ENG")
ABILITIES = {"climb": CLIMB, "tow": TOW, "sweep": SWEEP, "excavate": EXCAVATE, "bridge": BRIDGE}
DICE = (0, 4, 6, 8, 10, 12, 20)
STRONGEST = 20  # Troop Strength; all its dice fall in one event


def slug(name: str) -> str:
    """A unit type's name as the notation writes it."""
    return re.sub(r"[^a-z0-9]+", "-", name.lower()).strip("-")


def read_types(source: Source[CatalogueForm], scenario: Any, wanted: list[str]) -> list[str]:
    """Put the types (those ``wanted``, or all) into a record; their names in its order."""
    names = [type_.name for type_ in source.form.types]
    kept = [i for i, name in enumerate(names) if not wanted or name in wanted]
    if not 1 <= len(kept) <= TYPES:
        source.wrong("types", f"expected 1 to {TYPES} unit types for sale, not {len(kept)}")
        return []
    scenario.types = len(kept)
    for number, i in enumerate(kept):
        if [slug(name) for name in names].count(slug(names[i])) > 1:
            source.wrong(f"types[{i}].name", f"two unit types are called {names[i]!r}")
        _read_type(source, f"types[{i}]", source.form.types[i], scenario.type[number])
    return [names[i] for i in kept]


def _read_type(source: Source[CatalogueForm], place: str, form: TypeForm, type_: Any) -> None:
    try:
        write_name(type_.name, slug(form.name))
    except ValueError:
        source.wrong(f"{place}.name", f"expected a name of 1 to {LETTERS} letters, digits and spaces")
    type_.cls = CLASS_NAMES.index(form.cls)
    type_.move = MOVES.index(form.move)
    type_.speed = source.within(f"{place}.speed", form.speed, 1, 20)
    type_.strength = source.within(f"{place}.strength", form.strength, 1, STRONGEST)
    # A card for 5 would be worth 5 when scrapped (ST-SCRAP-15): it could be bought and scrapped for ever.
    type_.price = source.within(f"{place}.price", form.price, 10, 9995)
    if form.price % 5:
        source.wrong(f"{place}.price", f"expected a multiple of 5 Credits, not {form.price}")
    type_.cargo = source.within(f"{place}.cargo", form.cargo, 0, 40)
    type_.passengers = source.within(f"{place}.passengers", form.passengers, 0, 10)
    type_.observe = source.within(f"{place}.observe", form.observe, 0, 20)
    type_.available = source.within(f"{place}.available", form.available, 0, 100)
    for ability in form.abilities:
        type_.abilities |= ABILITIES[ability]
    type_.fuel_places, type_.fuel_cost = _supply(source, f"{place}.fuel", form.fuel)
    type_.ammo_places, type_.ammo_cost = _supply(source, f"{place}.ammo", form.ammo)
    _read_dice(source, place, form, type_)
    _read_range(source, place, form, type_)


def _supply(source: Source[CatalogueForm], place: str, given: tuple[int, int]) -> tuple[int, int]:
    """Counters and the tokens that refill them: both or neither (ST-MUSTER-12, ST-R25)."""
    if (given[0] == 0) != (given[1] == 0):
        source.wrong(place, "expected [counters, tokens that refill them], both 0 or neither")
        return 0, 0
    return source.within(place, given[0], 0, 20), source.within(place, given[1], 0, 20)


def _read_dice(source: Source[CatalogueForm], place: str, form: TypeForm, type_: Any) -> None:
    for name, sides in (("attack", form.attack), ("artillery", form.artillery), ("defence", form.defence)):
        if sides not in DICE or (name == "defence" and sides == 0):
            source.wrong(f"{place}.{name}", f"expected a die of 4, 6, 8, 10, 12 or 20 sides, not {sides}")
            return
    type_.attack_die, type_.artillery_die, type_.defence_die = form.attack, form.artillery, form.defence
    if form.attack and form.artillery:
        source.wrong(f"{place}.artillery", "an Artillery Die is in place of an Attack Die: give one")
    if (form.attack or form.artillery) and form.ammo[0] == 0:
        source.wrong(f"{place}.ammo", "a unit that attacks has Ammunition Counters")


def _read_range(source: Source[CatalogueForm], place: str, form: TypeForm, type_: Any) -> None:
    """One number, or the least and the most of artillery, which also has shots (ST-ARTY-02, 03)."""
    limits = form.range if isinstance(form.range, tuple) else (0, form.range)
    if form.artillery:
        if not isinstance(form.range, tuple) or limits[0] > limits[1]:
            source.wrong(f"{place}.range", "expected [least, most] for artillery")
            return
        type_.shots = source.within(f"{place}.shots", form.shots, 1, AIMS)
    elif isinstance(form.range, tuple) or form.shots:
        source.wrong(f"{place}.range", "only artillery has a minimum range and shots")
        return
    type_.range_least = source.within(f"{place}.range", limits[0], 0, 40)
    type_.range_most = source.within(f"{place}.range", limits[1], 1 if form.attack else 0, 40)


def read_costs(source: Source[Any], costs: dict[Ground, dict[Move, Cost]], booklet: Any) -> None:
    """Put costs of entering terrain into a booklet's table; what is not given stays as it is (ST-M04)."""
    for ground, row in costs.items():
        for move, cost in row.items():
            number = ALL if cost == "all" else cost
            if not (isinstance(number, int) and (number == ALL or 0 <= number <= 20)):
                source.wrong("costs", f'{ground}.{move}: expected 0 to 20, or "all", not {cost!r}')
                continue
            booklet.costs[GROUNDS.index(ground), MOVES.index(move)] = number
