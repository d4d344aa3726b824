"""Words, letters and looks: what the numbers of the records are called, and how clients draw them."""

from __future__ import annotations

from functools import lru_cache

from sandtable.core.table import Bead
from sandtable.rulebooks.starter.actions import BEADS
from sandtable.rulebooks.starter.state import (
    BARRICADE,
    BOARDROOM,
    BUYING,
    CAMPAIGN_OVER,
    CAUSEWAY,
    CHOOSING,
    DEPLOYING,
    DIRECT_ATTACKS,
    EARTHWORK,
    FOREST,
    GOING_HOME,
    LEAVING,
    LIQUIDATING,
    LOGISTICS,
    MARSH,
    MOVING,
    OPEN,
    READING,
    ROCKY,
    RUBBLE,
    SCENARIO_OBJECT,
    SPAN,
    SPECIAL,
    SPECIAL_ATTACKS,
    TURN_DICE,
    URBAN,
    WATER,
    ZONES,
)

# Miniature Classes, by number (ST-M10): name, letters, and the client's symbol.
CLASSES = (
    ("Infantry", "In", "infantry"),
    ("Technical", "Te", "technical"),
    ("Truck", "Tr", "truck"),
    ("Small Walker", "SW", "small-walker"),
    ("Towed Gun", "TG", "gun"),
    ("Carrier", "Ca", "carrier"),
    ("Tank", "Ta", "tank"),
    ("Heavy Walker", "HW", "heavy-walker"),
    ("Self-Propelled Artillery", "SP", "artillery"),
    ("Launcher Vehicle", "La", "launcher"),
    ("Hovercraft", "Ho", "hovercraft"),
    ("Engineering Vehicle", "En", "engineer"),
)

MOVES = ("foot", "wheeled", "tracked", "walker", "hover", "towed")

# Terrain, by number: key in the board's rows, name, look, what it does beside its costs, clause.
TERRAINS = {
    OPEN: (".", "Open", "open", "", "ST-TERR-02"),
    URBAN: ("U", "Urban", "urban", "+1 Defence", "ST-TERR-09"),
    FOREST: ("F", "Forest", "forest", "", "ST-MOV-09"),
    RUBBLE: ("B", "Rubble", "rubble", "", "ST-MOV-09"),
    MARSH: ("M", "Marsh", "marsh", "", "ST-MOV-09"),
    ROCKY: ("R", "Rocky", "rocky", "only units that climb; +1 Defence, own attack dice -1", "ST-TERR-05"),
    SPECIAL: ("S", "Special", "special", "+2 Defence", "ST-TERR-12"),
    WATER: ("W", "Water", "water", "", "ST-M04"),
    CAUSEWAY: ("=", "Causeway", "causeway", "", "ST-M04"),
}

OBJECTS = {
    BARRICADE: ("barricade", "Barricade"),
    EARTHWORK: ("earthwork", "Earthwork"),
    SPAN: ("bridge", "Bridge"),
    SCENARIO_OBJECT: ("object", "Structure"),
}

PLACES = (
    "centre",
    "north-west corner",
    "north-east corner",
    "south-east corner",
    "south-west corner",
    "north side",
    "east side",
    "south side",
    "west side",
)

# Steps: the name on the strip of phases, by what the strip shows.
SET_UP = {READING: "Reading", TURN_DICE: "Turn order", ZONES: "Sides of the map", BUYING: "Purchases"}
TURN = {
    MOVING: "Movement",
    DEPLOYING: "Deployment",
    LOGISTICS: "Logistics",
    SPECIAL_ATTACKS: "Special attacks",
    DIRECT_ATTACKS: "Direct attacks",
    BOARDROOM: "Boardroom",
}
ENDING = {
    GOING_HOME: "Going home",
    LIQUIDATING: "Liquidation",
    LEAVING: "Staying or leaving",
    CHOOSING: "Next scenario",
    CAMPAIGN_OVER: "The end",
}

# Bead colours, by number: name and CSS colour (ST-M22).
COLOURS = (
    ("none", "transparent"),
    ("black", "#1d1d1f"),
    ("white", "#f7f5ef"),
    ("red", "#c8322c"),
    ("orange", "#ef7d1a"),
    ("yellow", "#f2c230"),
    ("green", "#2f8f4a"),
    ("blue", "#2c62c8"),
    ("purple", "#7c3fa0"),
    ("brown", "#7a4a24"),
    ("grey", "#8b8d91"),
)


def bead(colour: int) -> Bead:
    """A bead of a flag, with a letter so that colour alone never carries meaning (ST-M22)."""
    return Bead(COLOURS[colour][1], BEADS[colour].upper())


def step_names(step: int) -> dict[int, str]:
    """The strip of phases that a step belongs to."""
    return SET_UP if step in SET_UP else TURN if step in TURN else ENDING


def count(number: int, one: str, many: str = "") -> str:
    """``1 loss``, ``3 losses``."""
    return f"{number} {one if number == 1 else many or one + 's'}"


def listed(parts: list[str]) -> str:
    """``1 Fuel, 2 Ammunition and 3 Personnel``."""
    return " and ".join([", ".join(parts[:-1])] * (len(parts) > 1) + parts[-1:])


def supplies(fuel: int, ammo: int) -> str:
    """``2 Fuel and 1 Ammunition``."""
    parts = [f"{fuel} Fuel"] * (fuel > 0) + [f"{ammo} Ammunition"] * (ammo > 0)
    return listed(parts) or "nothing"


def signed(number: int) -> str:
    """``+1``, ``-2``; empty for 0."""
    return f"{number:+d}" if number else ""


def pool(dice: int, sides: int, modifier: int = 0) -> str:
    """``8d6+1``."""
    return f"{dice}d{sides}{signed(modifier)}"


@lru_cache(16)
def letters_of(titles: tuple[str, ...]) -> tuple[str, ...]:
    """Two or three letters for each unit type, all different: its initials if they are free."""
    given: list[str] = []
    for title in titles:
        words = title.replace("-", " ").split()
        first = words[0]
        initials = "".join(word[0] for word in words).upper()[:3]
        tries = [initials] * (len(words) > 1) + [first[0].upper() + letter.lower() for letter in first[1:]]
        tries += [f"{first[0].upper()}{digit}" for digit in range(1, 100)]
        given.append(next(letters for letters in tries if letters not in given))
    return tuple(given)
