"""The files a designer writes: catalogue, campaign, booklet (docs/designing.md shows one of each).

What is not given has the value written here. Names of unit types are the printed ones ("Main Battle Tank");
squares are [column, row] from 0. All files are TOML; paths in them are relative to the file.
"""

from __future__ import annotations

from typing import Literal

from msgspec import Struct

Ability = Literal["climb", "tow", "sweep", "excavate", "bridge"]
Bead = Literal["black", "white", "red", "orange", "yellow", "green", "blue", "purple", "brown", "grey"]
Class = Literal["INF", "TEC", "TRK", "SWK", "GUN", "APC", "TNK", "HWK", "SPA", "LAU", "HOV", "ENG"]
Move = Literal["foot", "wheeled", "tracked", "walker", "hover", "towed"]
Ground = Literal["open", "urban", "forest", "rubble", "marsh", "rocky", "special", "water", "causeway"]
Cost = int | Literal["all"]  # squares of movement; 0: no entry; "all": the entire movement (ST-R29)
Switch = Literal[
    "reposition-with-move",
    "rocky-hurts-attackers",
    "diagonals-count-one",
    "no-liquidation",
    "objectives-stick",
    "partial-resupply",
]
Chooser = Literal["victor", "poorest", "richest", "loser"]
Kind = Literal[
    "hold-one",
    "hold-together",
    "extract-fit",
    "extract-share",
    "empty-depot",
    "destroy",
    "destroy-artillery",
    "far-units",
    "deny",
    "clear-mines",
]


class TypeForm(Struct, forbid_unknown_fields=True):
    """One unit type (ST-CAMP-13, ST-M11). A die is its number of sides, 0 for none."""

    name: str
    cls: Class
    move: Move
    speed: int
    defence: int
    strength: int
    price: int
    attack: int = 0
    artillery: int = 0
    range: int | tuple[int, int] = 0  # of artillery: [least, most]
    shots: int = 0
    fuel: tuple[int, int] = (0, 0)  # counters and the tokens that refill them all
    ammo: tuple[int, int] = (0, 0)
    cargo: int = 0
    passengers: int = 0
    abilities: list[Ability] = []
    observe: int = 0
    available: int = 0  # most that one player may buy in the Campaign; 0: no maximum


class ForceForm(Struct, forbid_unknown_fields=True):
    """A ready force for a quick start (ST-M25): unit types, each as often as it is wanted."""

    name: str
    units: list[str]


class CatalogueForm(Struct, forbid_unknown_fields=True):
    """What is for sale, and what it costs to move (ST-CAMP-13, ST-M03, M04)."""

    types: list[TypeForm]
    costs: dict[Ground, dict[Move, Cost]]
    forces: list[ForceForm] = []


class CompanyForm(Struct, forbid_unknown_fields=True):
    """A player's company and its two-colour Livery (ST-MUSTER-23)."""

    name: str
    livery: tuple[Bead, Bead]


class BranchForm(Struct, forbid_unknown_fields=True):
    """A booklet's place in the Scenario Tree (ST-CAMP-10)."""

    booklet: str  # its file
    leads_to: list[str] = []  # names of booklets
    chooser: Chooser = "victor"
    pool_refill: int = 0  # Personnel tokens added before its Set-up Phase


class LessonForm(Struct, forbid_unknown_fields=True):
    """One step of a guided game, shown to a player who may act while all holds that it names."""

    title: str
    text: str
    phase: str = ""  # as the strip of phases names it
    offers: str = ""  # a verb of the notation that is on offer, as "buy"
    ready: bool | None = None  # whether an own unit is ready
    clause: str = ""
    at: tuple[int, int] | None = None  # a square that it speaks of


class CampaignForm(Struct, forbid_unknown_fields=True):
    """A Campaign Brief with the prices of the Catalogue (ST-CAMP-12 to 14). The first scenario begins."""

    title: str
    catalogue: str
    budget: int
    pool: int
    companies: list[CompanyForm]
    scenarios: list[BranchForm]
    pitch: str = ""
    length: str = ""
    situation: str = ""
    circumstances: list[str] = []
    manpower: tuple[int, int, int, int] = (10, 15, 20, 30)  # by the quarter of the pool that is left
    fuel_price: int = 10
    ammo_price: int = 10
    closed_zones: bool = False  # nobody enters another player's Deployment Squares
    types: list[str] = []  # which of the Catalogue are for sale; empty: all
    switches: list[Switch] = []
    stakes: int = 1  # Bonuses and Penalties are the booklets' times this
    enough: int = 0  # every scenario is over when a player has completed so many objectives; 0: as it says
    lull: int = 0  # ... or after so many game rounds without a Loss or an objective; 0: as it says
    last_round: int = 0  # every scenario is over after this game round; 0: as it says
    tutorial: bool = False
    guide: list[LessonForm] = []  # a guided first game, in the order of play
    order: int = 100  # in lists of scenarios


class SquareForm(Struct, forbid_unknown_fields=True):
    """An objective square."""

    name: str
    at: tuple[int, int]


class ZoneForm(Struct, forbid_unknown_fields=True):
    """A set of Deployment Squares, by its number on the map, and the columns and rows near to it."""

    name: str
    columns: tuple[int, int] | None = None  # first and last
    rows: tuple[int, int] | None = None


class DepotForm(Struct, forbid_unknown_fields=True):
    """Loose tokens that lie on the map from the beginning."""

    at: tuple[int, int]
    fuel: int = 0
    ammo: int = 0


class ObjectiveForm(Struct, forbid_unknown_fields=True):
    """A Mission Objective (see `objectives` for the kinds)."""

    id: str
    kind: Kind
    text: str
    turns: int = 0  # hold-one, hold-together: own turns in a row
    at_once: int = 0  # hold-together: how many squares
    units: int = 0  # extract-, destroy-, far-units: how many
    minefields: int = 0  # clear-mines: how many
    squares: list[str] = []  # hold-, empty-depot: names of objective squares
    denies: str = ""  # deny: id of an objective
    far: bool = False  # only squares on the far side count
    at_end: bool = False  # judged when the scenario ends, not before
    zone: str = ""  # on the list of this zone's player alone
    bonus: int = 0
    penalty: int = 0


class BookletForm(Struct, forbid_unknown_fields=True):
    """A Scenario Booklet with its map (ST-CAMP-20 to 22)."""

    name: str
    title: str
    map: str
    deployment_cost: int
    extraction_cost: int
    last_round: int
    zones: list[ZoneForm]
    objectives: list[ObjectiveForm]
    situation: str = ""
    circumstances: list[str] = []
    squares: list[SquareForm] = []
    depots: list[DepotForm] = []
    objects: list[tuple[int, int]] = []  # squares filled by a scenario object (ST-M09)
    costs: dict[Ground, dict[Move, Cost]] = {}
    hover_deployment_cost: int = -1  # as for all others
    fuel_price: int = 0  # as in the campaign
    manpower_extra: int = 0
    dearest_unit: int = 0  # dearer units cannot be deployed
    no_hover: bool = False
    observe_extra: int = 0
    special_for_all: bool = False  # all on foot or tracks may enter Special squares
    enough: int = 0  # the scenario is over when a player has completed so many objectives
    lull: int = 0  # ... or after so many game rounds without a Loss or an objective
