"""Scenario and Game records of `starter`, and the numbers they are written in.

A **Scenario** is the whole binder: campaign brief, catalogue and booklets. A **Game** is a campaign in
progress: the sides, the units, the map of the booklet being played. Squares are (x, y) = (column, row)
from 0; arrays are indexed ``[y, x]``. Units that are not mustered have no slot: cards in Reserve are
counted by type, so that a slot's number tells an opponent nothing.
"""

from __future__ import annotations

from typing import Annotated

from sandtable.core.decisions import Decisions
from sandtable.core.record import Ints, Record, Rows, i8, i16, i32

COLUMNS, ROWS = 24, 16  # largest map
SIDES = 4
UNITS = 80  # mustered units of all sides at one time
TYPES = 48
BOOKLETS = 8
OBJECTIVES = 6  # of one booklet
SQUARES = 8  # objective squares of one booklet
AIMS = 8
LETTERS = 32  # longest name in a notation
NONE = -1
UNKNOWN = -2  # in a view: a number that the seat may not know
CALM = -120  # ``Game.quiet`` before anything has happened: more rounds below 0 than a scenario has

# Terrain (ST-TERR, ST-M04); the index of the cost table's rows.
OPEN, URBAN, FOREST, RUBBLE, MARSH, ROCKY, SPECIAL, WATER, CAUSEWAY = range(9)
TERRAINS = 9
ALL = 99  # takes the entire movement (ST-R29)

# How a unit moves (ST-M03); the columns of the cost table.
FOOT, WHEELED, TRACKED, WALKER, HOVER, TOWED = range(6)
MOVES = 6

# Miniature classes (ST-M10).
INF, TEC, TRK, SWK, GUN, APC, TNK, HWK, SPA, LAU, HOV, ENG = range(12)
CLASSES = 12

# Footprints (ST-POS-04 to 06).
CORNER_SIZE, SIDE_SIZE, FULL_SIZE = 0, 1, 2  # 1/2 x 1/2, 1 x 1/2, 1 x 1 inch

# Positions inside a square (ST-POS-09, 10). A full-size unit is always CENTRE.
CENTRE, NW, NE, SE, SW, N, E, S, W = range(9)

# Abilities of a type, a bit each (ST-M03).
CLIMB, TOW, SWEEP, EXCAVATE, BRIDGE = 1, 2, 4, 8, 16

# Where a unit is.
NOWHERE, READY_AREA, ON_MAP, CARRIED = 0, 1, 2, 3  # READY_AREA: Pre-Deployment Area

# What a unit did in its Movement Phase (ST-R26).
STILL, MOVED, REPOSITIONED, ENTRENCHED, DUG_OUT = 0, 1, 2, 3, 4

# What was moved in the Pre-Deployment Area (ST-R111), a bit each.
FUEL_IN, FUEL_OUT, AMMO_IN, AMMO_OUT, WENT_ON, WENT_OFF = 1, 2, 4, 8, 16, 32

# Objects on a square (ST-M07 to M09).
NO_OBJECT, BARRICADE, EARTHWORK, SPAN, SCENARIO_OBJECT = 0, 1, 2, 3, 4

# Resources and supplies.
UNITS_RESOURCE, PERSONNEL, FUEL, AMMO = 0, 1, 2, 3

# Steps, in the order of play (the register's state machine; U1-U4, T1a-T4, E1-E8).
READING, TURN_DICE, ZONES, BUYING = 1, 2, 3, 4
MOVING, DEPLOYING, LOGISTICS, SPECIAL_ATTACKS, DIRECT_ATTACKS, BOARDROOM = 5, 6, 7, 8, 9, 10
GOING_HOME, LIQUIDATING, LEAVING, CHOOSING, CAMPAIGN_OVER = 11, 12, 13, 14, 15

# Questions on the decision stack.
COUNTER, ALLOTTING, SHOOTING, SUPPLYING = 1, 2, 3, 4

# Kinds of objective (``Objective.kind``); ``n`` is how many or how long, see `ending`.
HOLD_ONE, HOLD_TOGETHER, EXTRACTED_FIT, DEPOT_EMPTY, DESTROYED = range(1, 6)
FAR_UNITS, DENIED, DESTROYED_ARTILLERY, EXTRACTED_SHARE, MINES_CLEARED = range(6, 11)

# How a scenario, and so perhaps the campaign, came to its end (``Game.ended_by``).
BY_LAST_ROUND, BY_OBJECTIVES, BY_WITHDRAWAL, BY_ELIMINATION, BY_LEAVING, BY_LULL = range(1, 7)

# Who chooses the next scenario (ST-CAMP-08, 09).
VICTOR, POOREST, RICHEST, LOSER = 0, 1, 2, 3

# Switches: rulings worth arguing about, a bit each in ``Scenario.switches``.
REPOSITION_WITH_MOVE = 1  # ST-R26
ROCKY_HURTS_ATTACKERS = 2  # ST-R35
DIAGONALS_COUNT_ONE = 4  # ST-R50
NO_LIQUIDATION = 8  # ST-R09
OBJECTIVES_STICK = 16  # ST-R94
PARTIAL_RESUPPLY = 32  # ST-M23


class Type(Record):
    """One line of the Catalogue: a unit type (ST-CAMP-13). Dice are numbers of sides, 0 for none."""

    name: Annotated[Ints, i8, LETTERS]  # ASCII, as the notation writes it; see `notation.write_name`
    cls: i8
    move: i8
    speed: i8
    attack_die: i8  # ATK
    artillery_die: i8  # ARTY
    defence_die: i8  # DEF
    strength: i8  # Troop Strength spaces
    range_least: i8  # 0 but for Artillery
    range_most: i8
    shots: i8
    fuel_places: i8
    fuel_cost: i8
    ammo_places: i8
    ammo_cost: i8
    cargo: i8
    passengers: i8
    abilities: i16
    observe: i8
    price: i16
    available: i8  # most that one side may buy, 0 for no maximum


class Objective(Record):
    """A Mission Objective, on the list of every player (ST-CAMP-21)."""

    kind: i8
    n: i8
    squares: i8  # how many of them at once, for HOLD_TOGETHER
    bonus: i16
    penalty: i16
    at_end: i8  # judged at the end of the scenario only
    owner: i8  # index of the only zone that has it, NONE for all
    which: Annotated[Ints, i8, SQUARES]  # 1 where the objective square counts; for all zones
    far: i8  # 1: only squares on the far side count


class Booklet(Record):
    """One Scenario Booklet with its map (ST-CAMP-20 to 22)."""

    name: Annotated[Ints, i8, LETTERS]  # "2A", ASCII
    number: i8  # campaign round
    columns: i8
    rows: i8
    terrain: Annotated[Ints, i8, (ROWS, COLUMNS)]
    zone: Annotated[Ints, i8, (ROWS, COLUMNS)]  # deployment square of zone n: n + 1; else 0
    side_of: Annotated[Ints, i8, (ROWS, COLUMNS)]  # which zone's near side a square is on: n + 1; 0 neither
    mines: Annotated[Ints, i8, (ROWS, COLUMNS)]
    depot_fuel: Annotated[Ints, i8, (ROWS, COLUMNS)]
    depot_ammo: Annotated[Ints, i8, (ROWS, COLUMNS)]
    object: Annotated[Ints, i8, (ROWS, COLUMNS)]
    costs: Annotated[Ints, i8, (TERRAINS, MOVES)]  # movement to enter; 0 no entry, ALL entire movement
    objective_count: i8
    objectives: Annotated[Rows[Objective], OBJECTIVES]
    square_count: i8
    square_x: Annotated[Ints, i8, SQUARES]
    square_y: Annotated[Ints, i8, SQUARES]
    deployment_cost: i16
    hover_deployment_cost: i16
    extraction_cost: i16
    last_round: i8  # Ending Condition: after this game round; 0 for none
    pool_refill: i16
    fuel_price: i16  # 0: as in the catalogue
    manpower_extra: i16
    dearest_unit: i16  # units that cost more cannot be deployed; 0 for none
    no_hover: i8  # hover units cannot be deployed
    observe_extra: i8
    special_for_all: i8  # 1: anyone on foot or tracks may enter Special squares, not Infantry alone
    closed_zones: i8  # nobody enters another side's Deployment Squares (ST-M14)
    enough: i8  # Ending Condition: a player has completed this many objectives; 0 for none
    lull: i8  # Ending Condition: this many quiet game rounds (ST-M28); 0 for none
    chooser: i8
    next: Annotated[Ints, i8, BOOKLETS]  # 1 where that booklet may follow


class Scenario(Record):
    """The binder: everything fixed before play."""

    sides: i8
    budget: i32
    pool: i16
    bands: Annotated[Ints, i16, 4]  # a price holds while more than this many tokens are left
    manpower: Annotated[Ints, i16, 4]  # the price of each band
    fuel_price: i16
    ammo_price: i16
    switches: i32
    types: i8
    type: Annotated[Rows[Type], TYPES]
    footprint: Annotated[Ints, i8, CLASSES]
    carries: Annotated[Ints, i8, CLASSES]  # places a carried unit of a class takes: 0 cannot be carried
    booklets: i8
    booklet: Annotated[Rows[Booklet], BOOKLETS]
    livery: Annotated[Ints, i8, (SIDES, 2)]  # bead colours of each company


class Unit(Record):
    """One mustered unit: miniature and card. A free slot has ``side`` NONE and is blank otherwise.

    Public: side, cls, where (but a carried unit is off the map), x, y, place, beads, layers, frozen,
    reconned, span. The rest lies on the card behind the screen.
    """

    side: i8
    kind: i8  # index of its type
    cls: i8
    where: i8
    x: i8
    y: i8
    place: i8
    carrier: i8
    beads: Annotated[Ints, i8, 4]  # colours 1 to 10 from the base upwards, 0 for none
    strength: i8
    fuel: i8
    ammo: i8
    cargo_fuel: i8
    cargo_ammo: i8
    layers: i8
    frozen: i8
    reconned: i8
    span_x: i8  # first square of a deployed bridge, NONE if closed
    span_y: i8
    span_way: i8
    span_length: i8
    manoeuvre: i8  # STILL to DUG_OUT, this Movement Phase
    repositioned: i8  # this Movement Phase
    spent: i8  # squares of movement used; ALL if nothing is left
    at_door: i8  # stood on an own Deployment Square at the end of movement
    extracted_now: i8
    boarded: i8  # embarked or disembarked this phase
    disembarked: i8  # this turn
    partner: i8  # transfer partner this phase, NONE
    transfers: i8  # bits: 1 it has given, 2 it has received
    engineered: i8
    acted: i8  # combat action used
    loads: i8  # this phase (ST-R111), a bit each: FUEL_IN to WENT_OFF
    mustered_now: i8
    been_out: i8  # this scenario: 4 or more from every own Deployment Square
    extracted: i8  # this scenario, counted for objectives: 1 extracted, 2 at half Troop Strength or more
    deployed: i8  # this scenario


class Lore(Record):
    """What one side was told about a unit: a Recon answer, or dice that fell. UNKNOWN where nothing."""

    round: i8
    kind: i8
    strength: i8
    fuel: i8
    ammo: i8
    cargo: i8
    passengers: i8
    attack_die: i8  # dice that fell
    artillery_die: i8
    defence_die: i8


class Company(Record):
    """One side. Hidden from others: credits, personnel, fuel, ammo, cards."""

    state: i8  # PLAYING_ON, WITHDRAWN, ELIMINATED, LEFT
    zone: i8
    ready: i8
    done: i8
    turn_die: i8  # 6 or 8, 0 not chosen
    may_take_d8: i8
    answered: i8  # this step of the scenario's end
    credits: i32
    assets: i32  # Credits as shown to all when the last scenario was settled (ST-R100)
    personnel: i16
    fuel: i16
    ammo: i16
    cards: Annotated[Ints, i16, TYPES]
    bought: Annotated[Ints, i16, TYPES]  # this campaign, against the Catalogue's maximum
    salvage: i32
    destroyed: i8  # enemy units, this scenario
    destroyed_artillery: i8
    cleared: i8  # minefields
    extracted: i8  # own units extracted that had been out
    extracted_fit: i8  # of them, those at half Troop Strength or more
    deployed: i8
    hold: Annotated[Ints, i8, (OBJECTIVES, SQUARES)]  # consecutive own turns; HOLD_TOGETHER uses [.., 0]
    completed: Annotated[Ints, i8, OBJECTIVES]
    held_with: Annotated[Ints, i16, OBJECTIVES]  # squares it was completed with, a bit each
    completed_before: i8  # objectives of earlier scenarios
    fell_in: i8  # scenario number of elimination, 0
    rank: i8


class Aim(Record):
    """A named target of artillery, a unit or what stands on a square, and the shots still allotted to it."""

    unit: i8  # NONE for a square
    kind: i8  # 1: the object on the square, though a Cache lies there too; else NONE
    x: i8
    y: i8
    shots: i8


PLAYING_ON, WITHDRAWN, ELIMINATED, LEFT = 0, 1, 2, 3


class Game(Record):
    """A campaign in progress."""

    step: i8
    booklet: i8
    scenario_number: i8  # how many have been begun
    round: i8
    quiet: i8  # game rounds since the last in which anything happened (ST-M28), or `CALM` and up
    active: i8  # side whose turn, or go, it is
    bought_resource: i8  # in this go: NONE, or the resource
    pool: i16
    personnel: i16  # all in the campaign: in the pool, in Reserves, on cards; hidden, see `check`
    over: i8
    ended_by: i8
    turn_order: Annotated[Ints, i8, SIDES]
    decisions: Decisions
    company: Annotated[Rows[Company], SIDES]
    units: Annotated[Rows[Unit], UNITS]
    lore: Annotated[Rows[Lore], SIDES * UNITS]  # [side * UNITS + unit]
    taken: Annotated[Ints, i8, (ROWS, COLUMNS)]  # quarters that units take: NW 1, NE 2, SE 4, SW 8
    cache_fuel: Annotated[Ints, i8, (ROWS, COLUMNS)]
    cache_ammo: Annotated[Ints, i8, (ROWS, COLUMNS)]
    fresh_fuel: Annotated[Ints, i8, (ROWS, COLUMNS)]  # cached in this phase (ST-R110)
    fresh_ammo: Annotated[Ints, i8, (ROWS, COLUMNS)]
    mines: Annotated[Ints, i8, (ROWS, COLUMNS)]
    object: Annotated[Ints, i8, (ROWS, COLUMNS)]
    structure: Annotated[Ints, i8, (ROWS, COLUMNS)]
    aim_count: i8
    aims: Annotated[Rows[Aim], AIMS]  # the artillery action in progress
