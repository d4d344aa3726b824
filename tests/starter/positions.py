"""Random positions of `starter`, drawn small so that everything touches."""

from random import Random
from typing import Any

from sandtable.core.position import Position
from sandtable.rulebooks.starter import cases

TYPES = {  # of each footprint, way of moving and trade; name: positions in a square
    "Regular Infantry": "c nw ne se sw",
    "Mountain Infantry": "c nw ne se sw",
    "Mortar Team": "c nw ne se sw",
    "Supply Truck": "c n e s w",
    "Troop Truck": "c n e s w",
    "Field Gun": "c n e s w",
    "Patrol Walker": "c n e s w",
    "Light Tank": "c",
    "Armoured Carrier": "c",
    "Hover Transport": "c",
    "Minesweeper": "c",
    "Excavator": "c",
    "Mobile Bridge": "c",
}
QUARTERS = {"c": 15, "nw": 1, "ne": 2, "se": 4, "sw": 8, "n": 3, "e": 6, "s": 12, "w": 9}


def draw(seed: int, phase: str = "movement", switches: tuple[str, ...] = ()) -> Position:
    """A position that could have come up: units side by side, aboard, in reserve; tokens, objects, mines."""
    rng = Random(seed)
    columns, rows = rng.randint(3, 6), rng.randint(3, 5)
    squares = [(x, y) for x in range(columns) for y in range(rows)]
    ground = "\n".join("".join(rng.choice(".......UFBMRSW=x12") for _ in range(columns)) for _ in range(rows))
    given: dict[str, Any] = {
        "phase": phase,
        "map": ground,
        "switches": list(switches),
        "sides": [{"name": "Blue", "credits": rng.choice([4, 12, 500])}, {"name": "Red", "credits": 500}],
        "rules": {"closed_zones": rng.randint(0, 1), "dearest_unit": rng.choice([0, 150])},
        "units": [],
        "caches": [],
        "objects": [],
    }
    taken = dict.fromkeys(squares, 0)
    for number in range(rng.randint(2, 12)):
        _add_unit(rng, given, f"U{number}", squares, taken)
    for x, y in rng.sample(squares, 3):
        kind = rng.choice(["barricade", "earthwork", "object", "cache", "cache"])
        if kind == "cache":
            tokens = {"at": _name(x, y), "fuel": rng.randint(0, 3), "ammo": rng.randint(0, 3)}
            given["caches"].append(tokens)
        elif taken[x, y] == 0 or kind == "earthwork":
            given["objects"].append({"at": _name(x, y), "kind": kind, "structure": 5})
    return cases.build(given)


def _name(x: int, y: int) -> str:
    return f"{chr(ord('a') + x)}{y}"


def _add_unit(
    rng: Random, given: dict[str, Any], name: str, squares: list[tuple[int, int]], taken: dict[Any, int]
) -> None:
    kind = rng.choice(list(TYPES))
    unit: dict[str, Any] = {"name": name, "side": rng.choice(["Blue", "Blue", "Red"]), "type": kind}
    unit["fuel"], unit["layers"] = rng.randint(0, 3), rng.choice([0, 0, 0, 1])
    unit["frozen"] = rng.random() < 0.1
    if kind in ("Supply Truck", "Troop Truck"):
        unit["cargo_fuel"], unit["cargo_ammo"] = rng.randint(0, 2), rng.choice([0, 0, 0, 2])
    if kind in ("Troop Truck", "Armoured Carrier"):
        unit["cargo_ammo"] = 0
    carriers = [
        u["name"]
        for u in given["units"]
        if u["type"] in ("Troop Truck", "Armoured Carrier") and u["side"] == unit["side"]
    ]
    x, y = rng.choice(squares)
    place = rng.choice(TYPES[kind].split())
    if kind == "Regular Infantry" and carriers and rng.random() < 0.5:
        aboard = rng.choice(carriers)
        if not any(u.get("aboard") == aboard for u in given["units"]):
            unit["aboard"], unit["layers"] = aboard, 0
            given["units"].append(unit)
    elif rng.random() < 0.15:
        unit["ready"], unit["layers"] = True, 0
        given["units"].append(unit)
    elif taken[x, y] & QUARTERS[place] == 0:
        taken[x, y] |= QUARTERS[place]
        unit["at"], unit["place"] = _name(x, y), place
        unit["state"] = {"at_door": rng.randint(0, 1), "manoeuvre": rng.choice([0, 0, 0, 1])}
        unit["state"]["spent"] = unit["state"]["manoeuvre"] * rng.randint(1, 3)
        given["units"].append(unit)
