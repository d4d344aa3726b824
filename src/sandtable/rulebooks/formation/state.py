"""Scenario and Game records of `formation`, and the numbers they are written in.

Lengths and places are whole hundredths of a centimetre (FM-SETUP-03, FM-R02 to R05); firepower and points
are counted in halves, so that ½ is 1. Formations 0 to 9 belong to seat 0, formations 10 to 19 to seat 1;
stand ``k`` of formation ``f`` is always ``stands[f * STANDS + k]``, dead or alive. Nothing is hidden.
"""

from __future__ import annotations

from typing import Annotated

from sandtable.core.decisions import Decisions
from sandtable.core.record import Ints, Record, Rows, i8, i16, i32

SIDES = 2
PER_SIDE = 10  # formations of one side (FM-M03)
FORMATIONS = SIDES * PER_SIDE
STANDS = 10  # of one formation
ALL_STANDS = FORMATIONS * STANDS
LEGS = 4  # straight legs of one stand's move (FM-R104)
TYPES = 48
GROUNDS = 24  # types of terrain
PIECES = 48
CORNERS = 320
MARKERS = 5  # objective markers (FM-SETUP-13)
DICE = 128  # of one pool
NONE = -1

# Distances of the rules.
CONTACT = 10  # a gap up to this is base contact (FM-R06)
COHERENT = 500  # FM-COH-01
SCOUTING = 1000  # FM-SPEC-21
ZONE = 500  # FM-MOVE-03
CLOSE = 2000  # the 20cm band, surrounding, control of a marker
LETHAL = 1000  # rout kill, FM-ROUT-05
BONUS = 1000  # road, frenzied
ARRIVAL = 1000  # insertion, FM-SPEC-16
DEPTH_ALL, DEPTH_INFANTRY = 3000, 5000  # deployment, FM-DEPLOY-02, 03

# Classes of stands; the columns of the terrain table (aircraft do not use it).
INFANTRY, VEHICLE, AIRCRAFT = 0, 1, 2

# Bands: index of a type's firepower (FM-ATK-07).
LONG, NEAR, TOUCHING = 0, 1, 2
BANDS = 3

# Weapon rules of one firepower value, a bit each (FM-WEAP).
BARRAGE, DISRUPT, FLAK, INDIRECT, POWER, REACT, SIEGE = 1, 2, 4, 8, 16, 32, 64

# Special rules of a stand, a bit each (FM-SPEC); those with a number have a field of their own.
AGILE, COMMANDER, DISPOSABLE, ELITE, FEARLESS, FRENZIED = 1, 2, 4, 8, 16, 32
HOVER, INSERTION, SCOUT, VETERAN = 64, 128, 256, 512

# Terrain effects on one class, a bit each (FM-TERR-01).
COVER, DIFFICULT, SLOW, IMPASSABLE = 1, 2, 4, 8

# Where a stand is.
UNPLACED, ON_TABLE, OFF_BOARD, EMBARKED, GONE = 0, 1, 2, 3, 4

# Steps of the game.
CHOOSING_EDGE, DEPLOYING, CHOOSING_FIRST, INSERTING, ACTIVATING, ENDED = 1, 2, 3, 4, 5, 6

# Questions on the decision stack: ``unit`` is the formation asked about, ``other`` the one concerned.
ASK_EDGE, ASK_PLACE, ASK_CARGO, ASK_FIRST, ASK_INSERT = 1, 2, 3, 4, 5
ASK_FORMATION, ASK_ACTION, ASK_SNAP, ASK_SNAP_ACTION, ASK_COMMANDER = 6, 7, 8, 9, 10
ASK_ROUT, ASK_ROUT_ORDER, ASK_WITHDRAWAL, ASK_REPLAN = 11, 12, 13, 14
ASK_POWER, ASK_DIE, ASK_SAVE, ASK_DROP = 15, 16, 17, 18

# Why an attack is made; what a move is part of; what goes on when all routs are settled.
BY_ACTION, BY_SNAP, BY_ROUT, BY_WITHDRAWAL, BY_INSERTION, BY_LANDING = 1, 2, 3, 4, 5, 6

# Stages of an attack.
NO_ATTACK, POOLING, ASSIGNING, HITTING, TAKING_STOCK = 0, 1, 2, 3, 4
CHOOSE = 2

# Missions (FM-MISSION, FM-M08).
STANDARD, BREAKTHROUGH, ATTRITION = 0, 1, 2

# Switches: rulings worth arguing about, a bit each in ``Scenario.switches``.
STRICT_COVER = 1  # FM-R28: whatever is cover for the target's class also blocks sight
FIRE_DISCIPLINE = 2  # FM-M09
WAR_CRY = 4  # FM-M09

# How a game ended (``Game.ended_by``).
BY_MARKERS, BY_CONCESSION, BY_STANDS, BY_POINTS = 1, 2, 3, 4


class Type(Record):
    """One line of an army list: a kind of stand. Armour 5 means 5+."""

    cls: i8
    radius: i16
    speed: i16
    armour: i8
    range: i16
    fp: Annotated[Ints, i8, BANDS]  # in halves; 0 also where the list has none (FM-R21)
    weapon: Annotated[Ints, i8, BANDS]
    special: i16
    save: i8  # 5 for Save (5+), 0 for none
    shield: i8
    structure: i8
    transport: i8
    least_move: i16  # aircraft, FM-R78
    points: i8  # in halves


class Ground(Record):
    """A type of terrain: effects on infantry and on vehicles, and its flags (FM-R28, R29, R92)."""

    effects: Annotated[Ints, i8, 2]
    blocks: i8
    raised: i8
    road: i8


class Piece(Record):
    """One piece of terrain: corners ``first..last - 1``, counter-clockwise, and the box round them."""

    ground: i8
    first: i16
    last: i16
    left: i16
    right: i16
    low: i16
    high: i16


class Roster(Record):
    """One formation as its army list has it: ``count`` stands of types ``kinds``."""

    count: i8
    kinds: Annotated[Ints, i8, STANDS]


class Scenario(Record):
    """Everything fixed before play: the table with its terrain and markers, the lists, the two armies."""

    width: i16
    depth: i16
    mission: i8
    switches: i32
    layout: i8  # seat that laid out the terrain, NONE to roll off for it (FM-R71)
    rounds: i8  # victory is checked at the end of this round (FM-MISSION-01)
    types: i8
    type: Annotated[Rows[Type], TYPES]
    ground: Annotated[Rows[Ground], GROUNDS]
    pieces: i8
    piece: Annotated[Rows[Piece], PIECES]
    corner_x: Annotated[Ints, i16, CORNERS]
    corner_y: Annotated[Ints, i16, CORNERS]
    marker_x: Annotated[Ints, i16, MARKERS]
    marker_y: Annotated[Ints, i16, MARKERS]
    roster: Annotated[Rows[Roster], FORMATIONS]
    discipline: Annotated[Ints, i8, SIDES]  # 1 where the army has Fire Discipline (FM-M09)
    war_cry: Annotated[Ints, i8, SIDES]


class Stand(Record):
    """One stand: where it is and what is left of it."""

    where: i8
    kind: i8
    x: i16
    y: i16
    structure: i8  # points left, 0 without Structure
    shields: i8
    carrier: i16  # the aircraft stand that carries it, NONE
    indirect_used: i8  # in this activation (FM-WEAP-08)
    struck: i8  # has had its withdrawal attack in this move, or declined it (FM-R61)


class Formation(Record):
    """One formation. ``routed`` is its status as last tested (FM-R56)."""

    stress: i16
    routed: i8
    activated: i8  # this round
    asked: i8  # its insertion was offered at the start of this round
    deployed: i8


class Move(Record):
    """A move being made: who, as part of what, and the path of each stand (``legs`` points, 0: it stays)."""

    formation: i8
    by: i8
    legs: Annotated[Ints, i8, STANDS]
    x: Annotated[Ints, i16, (STANDS, LEGS)]
    y: Annotated[Ints, i16, (STANDS, LEGS)]
    cry: i8  # War Cry is used in it
    duty: i8  # the formation was split when the action began, and this move must bring it together (FM-R11)
    replan: i8  # a withdrawal attack was made since the plan (FM-R61)


class Attack(Record):
    """An attack being resolved, pool by pool. Stands are numbered within their formation."""

    stage: i8  # NO_ATTACK when none is being resolved
    attacker: i8
    target: i8
    by: i8
    pool: i8  # 0 normal, 1 power
    shooters: i16  # unsuppressed stands that attack, a bit each
    indirect: i16  # those that use Indirect
    band: Annotated[Ints, i8, STANDS]  # whose firepower each uses in the whole attack (FM-R19)
    structure_only: i8  # of the power pool: CHOOSE, 0 or 1
    target_routed: i8  # as at the start of the action (FM-R38)
    stress: i16  # gathered for the target: casualties and structure lost
    ones: i16
    disrupt: i16  # attacking stands with Disrupt
    killed: i8
    kept: Annotated[Ints, i16, 7]  # dice that wait to be assigned, by face
    gap: Annotated[Ints, i32, STANDS]  # of each target stand to the nearest attacker; NONE: not eligible
    armour: Annotated[Ints, i8, STANDS]  # effective, but for shields
    weight: Annotated[Ints, i8, STANDS]  # as how many stands each counts (FM-SPEC-28)
    got: Annotated[Ints, i8, STANDS]  # dice in this pass
    given: Annotated[Ints, i16, STANDS]  # dice in this pool
    assigned: i16
    at: i16  # the next assigned die to resolve
    hit: i8  # that die, or a critical of it, is a hit that still has to take effect
    stand: Annotated[Ints, i8, DICE]
    face: Annotated[Ints, i8, DICE]


class Game(Record):
    """A game in progress."""

    step: i8
    round: i8
    layout: i8  # the seat that laid out the terrain
    edge: Annotated[Ints, i8, SIDES]  # 0: the long edge at y = 0, 1: the other; NONE before it is picked
    turn: i8  # seat whose turn it is
    first: i8  # seat that had the first turn of this round
    finished: i8  # seat that finished its activations first, NONE
    active: i8  # the formation that is being activated, NONE
    taken: i8  # actions it has taken
    allowed: i8  # actions it may take
    by_commander: i8  # this activation is a commander's effect
    duty: i8  # it was split when it was activated and is still (FM-COH-02)
    snapper: i8  # the formation that takes a snap action, NONE
    snap_duty: i8  # it is split (FM-R12)
    acting: i8  # the formation whose action is being resolved, NONE
    began_routed: i8  # it was routed when it began this action (FM-R60)
    after: i8  # what goes on when all is settled: BY_ACTION, BY_SNAP, BY_INSERTION, 0
    queued: i8  # formations that have become routed and may move, in order
    queue: Annotated[Ints, i8, FORMATIONS]
    wave: Annotated[Ints, i8, FORMATIONS]  # of each of them: equal for those that became routed together
    ended_by: i8
    winner: i8  # NONE for a draw, or while the game goes on
    discipline_used: Annotated[Ints, i8, SIDES]
    war_cry_used: Annotated[Ints, i8, SIDES]
    destroyed: Annotated[Ints, i16, SIDES]  # points in halves of own stands that were destroyed
    landed: i16  # aircraft of the active formation that are landing, a bit each
    decisions: Decisions
    move: Move
    attack: Attack
    formations: Annotated[Rows[Formation], FORMATIONS]
    stands: Annotated[Rows[Stand], ALL_STANDS]
