"""Actions of `starter`: verbs, the record, and its notation.

One action is one line: the verb, then what it names. Units are named by their number with ``#``, squares
by column letter and row number counted from 0 (``c4``), positions in a square by ``c nw ne se sw n e s w``,
unit types by their short name from the catalogue, flags by bead letters (``koRB``)::

    MOVE #3 c4 nw        ATTACK #3 #7        CACHE #5 c4 fuel 2 ammo 1        MUSTER regular-infantry koR
"""

from __future__ import annotations

from typing import Annotated

from sandtable.core.record import Ints, Record, Rows, i8, i16, i32
from sandtable.rulebooks.starter.state import COLUMNS, ROWS, TERRAINS

# Set-up (U1 to U4).
READY, TURN_DIE, TAKE_ZONE, BUY, HIRE, BUY_FUEL, BUY_AMMO, END_GO, DONE = range(1, 10)
# Set-up and Boardroom: the Pre-Deployment Area.
MUSTER, LOAD, UNLOAD, GET_ON, GET_OFF = range(10, 15)
# Movement.
MOVE, REPOSITION, ENTRENCH, DIG_OUT, EXTRACT, DEPLOY = range(20, 26)
# Logistics.
TRANSFER, CACHE, TAKE_UP, RESUPPLY, GIVE, ENOUGH, EMBARK, DISEMBARK = range(30, 38)
SWEEP_MINES, BUILD_BARRICADE, BUILD_EARTHWORK, REMOVE_OBJECT, OPEN_BRIDGE, CLOSE_BRIDGE = range(40, 46)
# Combat.
RECON, BARRAGE, AIM, FIRE, SHOT, ATTACK, COUNTERATTACK, DECLINE = range(50, 58)
# Boardroom.
REORGANIZE, DISBAND, SCRAP, SCRAP_CARD = range(60, 64)
# Any step of a turn: END closes it for good.
END, WITHDRAW = 70, 71
# The end of a scenario.
TAKE_HOME, STAY, LEAVE, CHOOSE, ATTACH = range(80, 85)

ACTIONS = 6000  # longest list of legal actions; beyond it a list is cut, see legal
NODES = 2 * ROWS * COLUMNS  # squares and the parts of their free quarters, see `paths`


class Action(Record):
    """One decision. What a verb does not use is NONE (or 0 for amounts).

    ==============================  =======================================================
    BUY kind amount                 unit cards; HIRE, BUY_FUEL, BUY_AMMO amount
    TURN_DIE amount                 6 or 8;  TAKE_ZONE kind
    MUSTER kind beads               LOAD, UNLOAD unit, amount fuel, extra ammo
    GET_ON unit other               onto the carrier ``other``;  GET_OFF unit
    MOVE unit x y place             REPOSITION unit place;  DEPLOY unit x y place;  EXTRACT unit
    TRANSFER unit other             amount fuel and extra ammo, from ``unit`` to ``other``
    CACHE, TAKE_UP unit x y         amount fuel and extra ammo
    RESUPPLY unit kind              kind FUEL or AMMO: opens the question who gives
    GIVE other amount               from a unit's cargo; GIVE x y amount: from a Cache; ENOUGH
    EMBARK unit other               DISEMBARK unit x y place
    SWEEP_MINES, BUILD_*, REMOVE_OBJECT unit x y;  OPEN_BRIDGE unit x y amount: first square, length
    RECON, ATTACK unit other        ATTACK unit x y: a Cache or an object (other NONE); kind 1: the
                                    object where a Cache lies too. So too AIM and SHOT
    BARRAGE unit                    opens AIM other amount | AIM x y amount; FIRE; then SHOT other | x y
    REORGANIZE unit other           ``unit`` survives;  SCRAP_CARD kind amount
    CHOOSE kind                     the next booklet;  ATTACH other: become a subsidiary of a side
    ==============================  =======================================================
    """

    verb: i8
    seat: i8
    unit: i8
    other: i8
    kind: i8
    x: i8
    y: i8
    place: i8
    amount: i16
    extra: i16
    beads: Annotated[Ints, i8, 4]


class Work(Record):
    """Working memory of the rules: the list of actions, and the searches of movement."""

    count: i32
    actions: Annotated[Rows[Action], ACTIONS + 1]
    spent: Annotated[Ints, i16, NODES]  # the search of movement, see `paths`
    came: Annotated[Ints, i16, NODES]
    found: Annotated[Ints, i16, NODES]
    path: Annotated[Ints, i16, ROWS * COLUMNS]
    costs: Annotated[Ints, i8, TERRAINS]
    entries: i16
    node: Annotated[Ints, i16, 4 * NODES + 1]  # each border is crossed once each way
    following: Annotated[Ints, i16, 4 * NODES + 1]
    bucket: Annotated[Ints, i16, 128]
    attack: Annotated[Ints, i8, 64]  # tallies of dice, see core.pools
    defence: Annotated[Ints, i8, 64]
    wave: Annotated[Ints, i8, (ROWS, COLUMNS)]  # Caches that explode in this wave and the next


PLACES = ("c", "nw", "ne", "se", "sw", "n", "e", "s", "w")
BEADS = ".kwroygbpnz"  # black white red orange yellow green blue purple browN greyZ
