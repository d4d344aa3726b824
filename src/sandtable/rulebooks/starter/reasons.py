"""Why an action is refused: a code, the words, and the clause. 0 is no refusal.

Codes are grouped as the chapters are; the words are said to the acting player only (ST-R107).
"""

from __future__ import annotations

# General.
NOT_NOW = 1
NOT_YOUR_TURN = 2
NOT_YOUR_UNIT = 3
NOT_ON_MAP = 4
NOT_ON_BOARD = 5
FROZEN = 6
BAD_AMOUNT = 7
NO_SUCH_VERB = 8
NOT_IN_READY_AREA = 9
ANSWER_FIRST = 10

# Movement, positions, entrenching.
NO_FUEL = 100
DUG_IN = 101
OTHER_MANOEUVRE = 102
NO_MOVEMENT = 103
OUT_OF_REACH = 104
NO_ENTRY = 105
ZONE_CLOSED = 106
OBJECT_IN_WAY = 107
CACHE_IN_WAY = 108
NO_ROOM = 109
BAD_PLACE = 110
SAME_SQUARE = 111
SAME_PLACE = 112
TOO_LARGE = 113
NO_WAY_INSIDE = 114
DEEP_ENOUGH = 115
NOT_DUG_IN = 116
ON_WATER = 117
BRIDGE_OPEN = 118

# Deployment.
NOT_HERE_IN_TIME = 150
NO_MONEY_TO_EXTRACT = 151
NO_MONEY_TO_DEPLOY = 152
NOT_YOUR_DOOR = 153
DOOR_TAKEN = 154
JUST_EXTRACTED = 155
TOO_DEAR = 156
NO_HOVER_HERE = 157
MINES_THERE = 158

# Logistics, caches.
NOT_NEXT_TO = 200
NO_CARGO_SPACE = 201
NOT_IN_CARGO = 202
ONE_PARTNER = 203
TRANSFERRED_ALREADY = 204
CACHE_LIMIT = 205
NO_CACHE_THERE = 206
NOT_IN_CACHE = 207
FRESH_TOKENS = 208
NO_SUCH_SUPPLY = 209
SUPPLY_FULL = 210
TOO_FEW_TOKENS = 211
NO_SOURCE = 212
MORE_NEEDED = 213
NO_PASSENGER = 214
NO_SEAT = 215
BOARDED_ALREADY = 216
NOT_CARRIED = 217
CARRIER_NOT_ON_MAP = 218
CARRIES_OTHERS = 219
ITSELF = 220

# Engineering.
NO_ENGINEER = 250
ENGINEERED_ALREADY = 251
ENGINEER_MOVED = 252
NO_MINES = 253
CANNOT_BUILD_THERE = 254
NOTHING_TO_REMOVE = 255
NO_WATER_TO_SPAN = 256
BRIDGE_CLOSED = 257
SPAN_IN_USE = 258
BRIDGE_LENGTH = 259

# Set-up.
NO_SUCH_DIE = 20
NO_SUCH_ZONE = 21
ZONE_IS_TAKEN = 22
NO_SUCH_TYPE = 23
CANNOT_PAY = 24
SOLD_OUT = 25
POOL_TOO_SMALL = 26
ONE_RESOURCE = 27
GO_IS_OPEN = 28
NOTHING_BOUGHT = 29
STORES_FULL = 30

# Mustering, loading in the Pre-Deployment Area.
IS_DONE = 50
NO_CARD = 51
LACKS_PERSONNEL = 52
LACKS_FUEL = 53
LACKS_AMMO = 54
BAD_FLAG = 55
FLAG_IS_TAKEN = 56
TOO_MANY_UNITS = 57
NO_SUCH_TOKENS = 58
TO_AND_FRO = 60
NOT_ABOARD = 63

# Boardroom, scrap.
NOT_TWO = 400
NOT_ONE_CLASS = 401
NOT_PARTIAL = 402
KEEP_THE_CHEAPER = 403
NOT_FULL = 404
JUST_MUSTERED = 405

# The end of a scenario.
NOT_AT_DOOR = 450
NO_SUBSIDIARIES = 453
NO_SUCH_BOOKLET = 454

# Combat.
HAS_ACTED = 300
NO_DIRECT_ATTACK = 301
NO_AMMO = 302
NO_TARGET_THERE = 303
OWN_TARGET = 304
TARGET_NOT_ON_MAP = 305
OUT_OF_RANGE = 306
CANNOT_RECON = 307
RECON_RANGE = 308
NO_ARTILLERY = 309
ARTILLERY_MOVED = 310
ARTILLERY_DISEMBARKED = 311
NOTHING_TO_SHELL = 312
TOO_CLOSE = 313
NOT_SO_MANY_SHOTS = 314
NOTHING_AIMED_AT = 315
NOT_AIMED_AT = 316
NO_COUNTERATTACK = 317
ONE_THING_THERE = 318

REASONS: dict[int, tuple[str, str]] = {
    NOT_NOW: ("This action belongs to another phase.", "ST-CAMP-27"),
    NOT_YOUR_TURN: ("It is another player's turn.", "ST-CAMP-25"),
    NOT_YOUR_UNIT: ("That is no unit of yours in play.", "ST-CAMP-30"),
    NOT_ON_MAP: ("The unit is not on the map.", "ST-R43"),
    NOT_ON_BOARD: ("There is no such square on this map.", "ST-CAMP-21"),
    FROZEN: (
        "The unit was deployed or extracted this turn and may not act before your next.",
        "ST-DEPLOY-10",
    ),
    BAD_AMOUNT: ("The amount must be at least 1 and no more than there is.", "ST-R15"),
    NO_SUCH_VERB: ("There is no such action in this game.", "ST-CAMP-27"),
    NOT_IN_READY_AREA: ("The unit is not in your Pre-Deployment Area.", "ST-BOARD-05"),
    ANSWER_FIRST: ("An open question must be answered first.", "ST-R89"),
    # Set-up: 20 to 49.
    NO_SUCH_DIE: ("Turn order is rolled with a d6, or with a d8 by who has the right to.", "ST-SETUP-09"),
    NO_SUCH_ZONE: ("There are no such Deployment Squares on this map.", "ST-M14"),
    ZONE_IS_TAKEN: ("Those Deployment Squares are another player's.", "ST-M14"),
    NO_SUCH_TYPE: ("The Catalogue has no such unit.", "ST-CAMP-13"),
    CANNOT_PAY: ("You have not the Credits for so many.", "ST-R15"),
    SOLD_OUT: ("The Catalogue does not let one player have so many.", "ST-R14"),
    POOL_TOO_SMALL: ("The Personnel Pool does not hold so many.", "ST-R13"),
    ONE_RESOURCE: ("Only one kind of resource can be bought in a go.", "ST-SETUP-12"),
    GO_IS_OPEN: ("You have bought in this go: end it; you can be done on the next.", "ST-R19"),
    NOTHING_BOUGHT: ("On a go you buy at least one thing, or declare that you are done.", "ST-R19"),
    STORES_FULL: ("Nobody can keep more than 9999 of a kind in Reserve here.", "ST-R15"),
    # Mustering, loading in the Pre-Deployment Area: 50 to 79.
    IS_DONE: ("You have declared that you are done with this Set-up Phase.", "ST-R19"),
    NO_CARD: ("You have no such Unit Card in Reserve.", "ST-MUSTER-03"),
    LACKS_PERSONNEL: ("You have too few Personnel in Reserve to staff it fully.", "ST-MUSTER-06"),
    LACKS_FUEL: ("You have too few Fuel tokens in Reserve for its Fuel Cost.", "ST-MUSTER-08"),
    LACKS_AMMO: ("You have too few Ammunition tokens in Reserve for its Ammunition Cost.", "ST-MUSTER-09"),
    BAD_FLAG: ("A Unit Flag has 1 to 4 beads, without a gap, from the base upwards.", "ST-R24"),
    FLAG_IS_TAKEN: ("Another unit in play has that Unit Flag.", "ST-MUSTER-21"),
    TOO_MANY_UNITS: ("No more units of one player can be in play at a time here.", "ST-R14"),
    NO_SUCH_TOKENS: ("Name at least one token, and no more than there are.", "ST-R15"),
    TO_AND_FRO: (
        "In one phase a unit's cargo goes one way, and a Passenger on once and off once.",
        "ST-R111",
    ),
    NOT_ABOARD: ("The unit is not aboard a carrier in your Pre-Deployment Area.", "ST-BOARD-05"),
    # Movement, positions, entrenching: 100 to 149.
    NO_FUEL: ("The unit has no Fuel.", "ST-MOV-02"),
    DUG_IN: ("The unit is entrenched and must dig out first.", "ST-ENTR-07"),
    OTHER_MANOEUVRE: (
        "In this Movement Phase the unit has already moved, repositioned, entrenched or dug out.",
        "ST-R26",
    ),
    NO_MOVEMENT: ("The unit has no movement left.", "ST-MOV-03"),
    OUT_OF_REACH: ("No free way leads there with the movement that is left.", "ST-MOV-10"),
    NO_ENTRY: ("The unit cannot enter that terrain.", "ST-M04"),
    ZONE_CLOSED: ("That is a Deployment Square of another player, closed to you.", "ST-M14"),
    OBJECT_IN_WAY: ("An object fills that square.", "ST-M07"),
    CACHE_IN_WAY: ("Loose tokens lie on that square; nobody may enter it.", "ST-CACHE-04"),
    NO_ROOM: ("Another unit takes up that space.", "ST-R30"),
    BAD_PLACE: ("A unit of this footprint has no such position in a square.", "ST-R34"),
    SAME_SQUARE: ("A move enters another square; inside its own the unit repositions.", "ST-R32"),
    SAME_PLACE: ("The unit stands there already.", "ST-POS-14"),
    TOO_LARGE: ("Only a unit less than 1 inch wide can reposition.", "ST-POS-15"),
    NO_WAY_INSIDE: ("Other units in the square bar the way to that corner.", "ST-R30"),
    DEEP_ENOUGH: ("The unit has all the layers it may have.", "ST-R39"),
    NOT_DUG_IN: ("The unit is not entrenched.", "ST-ENTR-08"),
    ON_WATER: ("No unit entrenches on Water.", "ST-R39"),
    BRIDGE_OPEN: ("The vehicle's bridge is open: it stays where it is and opens no other.", "ST-M08"),
    # Deployment: 150 to 169.
    NOT_HERE_IN_TIME: (
        "The unit did not stand on a Deployment Square of yours at the end of movement.",
        "ST-DEPLOY-05",
    ),
    NO_MONEY_TO_EXTRACT: ("You have not enough Credits for the Extraction.", "ST-DEPLOY-04"),
    NO_MONEY_TO_DEPLOY: ("You have not enough Credits for the Deployment.", "ST-DEPLOY-04"),
    NOT_YOUR_DOOR: ("That is no Deployment Square of yours.", "ST-DEPLOY-03"),
    DOOR_TAKEN: ("A unit or loose tokens are on that Deployment Square.", "ST-R45"),
    JUST_EXTRACTED: ("The unit was extracted this turn.", "ST-R46"),
    TOO_DEAR: ("This scenario admits no unit of that price.", "ST-M16"),
    NO_HOVER_HERE: ("This scenario admits no hover units.", "ST-M19"),
    MINES_THERE: ("A minefield lies there.", "ST-M06"),
    # Logistics, caches: 200 to 249.
    NOT_NEXT_TO: ("That is too far: it must be in the same square or an adjacent one.", "ST-R50"),
    NO_CARGO_SPACE: ("There are not so many free Cargo squares.", "ST-MUSTER-15"),
    NOT_IN_CARGO: ("There are not so many tokens in the Cargo.", "ST-LOG-05"),
    ONE_PARTNER: ("In one phase a unit makes transfers with one other unit only.", "ST-R52"),
    TRANSFERRED_ALREADY: ("That transfer has been made in this phase already.", "ST-R110"),
    CACHE_LIMIT: (
        "A square holds 9 cached tokens, 4 with a half-width unit, none with more.",
        "ST-R55",
    ),
    NO_CACHE_THERE: ("No tokens can be cached on such a square.", "ST-R55"),
    NOT_IN_CACHE: ("There are not so many loose tokens on that square.", "ST-R54"),
    FRESH_TOKENS: ("Tokens cached in this phase stay where they are until it ends.", "ST-R110"),
    NO_SUCH_SUPPLY: ("The unit has no places for such counters.", "ST-R25"),
    SUPPLY_FULL: ("All those counters are on the card already.", "ST-R57"),
    TOO_FEW_TOKENS: ("There are too few tokens in and next to the unit's square.", "ST-LOG-10"),
    NO_SOURCE: ("That is no source of such tokens for this unit.", "ST-LOG-14"),
    MORE_NEEDED: ("The whole cost must be given.", "ST-R57"),
    NO_PASSENGER: ("That carrier cannot carry units of this Class.", "ST-M12"),
    NO_SEAT: ("There is not enough room for Passengers.", "ST-M12"),
    BOARDED_ALREADY: ("The unit has embarked or disembarked in this phase.", "ST-R59"),
    NOT_CARRIED: ("The unit is not carried.", "ST-R59"),
    CARRIER_NOT_ON_MAP: ("Its carrier is not on the map.", "ST-R59"),
    CARRIES_OTHERS: ("A Passenger cannot carry Passengers.", "ST-R59"),
    ITSELF: ("A unit cannot do that with itself.", "ST-LOG-07"),
    # Engineering: 250 to 279.
    NO_ENGINEER: ("This vehicle is not made for that.", "ST-ENG-01"),
    ENGINEERED_ALREADY: ("The vehicle has done its engineering of this phase.", "ST-M05"),
    ENGINEER_MOVED: ("The vehicle left its square this turn.", "ST-M05"),
    NO_MINES: ("There is no minefield.", "ST-M06"),
    CANNOT_BUILD_THERE: ("That cannot be built on such a square.", "ST-M07"),
    NOTHING_TO_REMOVE: ("There is nothing there that an Excavator removes.", "ST-M07"),
    NO_WATER_TO_SPAN: ("A bridge spans Water squares in a straight line from the vehicle.", "ST-M08"),
    BRIDGE_CLOSED: ("The bridge is not open.", "ST-M08"),
    SPAN_IN_USE: ("A unit or loose tokens are on the bridge.", "ST-M08"),
    BRIDGE_LENGTH: ("A bridge spans 1 or 2 squares.", "ST-M08"),
    # Combat: 300 to 349.
    HAS_ACTED: ("The unit has used its combat action of this turn.", "ST-R62"),
    NO_DIRECT_ATTACK: ("The unit has no Attack Die.", "ST-R71"),
    NO_AMMO: ("The unit has no Ammunition Counter left.", "ST-ATK-04"),
    NO_TARGET_THERE: ("Nothing that can be attacked is there.", "ST-R69"),
    OWN_TARGET: ("Only units of an enemy can be attacked or reconnoitred.", "ST-R69"),
    TARGET_NOT_ON_MAP: ("That unit is not on the map; a Passenger cannot be attacked.", "ST-R59"),
    OUT_OF_RANGE: ("The target is out of range.", "ST-ATK-03"),
    CANNOT_RECON: ("Only a Combat Unit, one with an attack die, can reconnoitre.", "ST-RECON-01"),
    RECON_RANGE: ("The target is out of range for Recon.", "ST-RECON-03"),
    NO_ARTILLERY: ("The unit has no Artillery Die.", "ST-ARTY-01"),
    ARTILLERY_MOVED: ("Artillery that moved this turn cannot fire.", "ST-ARTY-07"),
    ARTILLERY_DISEMBARKED: ("Artillery that disembarked this turn cannot fire.", "ST-ARTY-08"),
    NOTHING_TO_SHELL: ("No target stands between the unit's minimum and maximum range.", "ST-ARTY-10"),
    TOO_CLOSE: ("The target is closer than the minimum range.", "ST-ARTY-05"),
    NOT_SO_MANY_SHOTS: ("That is no number of shots the unit has left this turn.", "ST-ARTY-10"),
    NOTHING_AIMED_AT: ("Name a target first.", "ST-ARTY-10"),
    NOT_AIMED_AT: ("No shot is left for that target.", "ST-R74"),
    NO_COUNTERATTACK: ("No counterattack is being decided.", "ST-COUNTER-01"),
    ONE_THING_THERE: ("Only one thing can be attacked there: name the square alone.", "ST-R69"),
    # Boardroom, scrap: 400 to 429.
    NOT_TWO: ("Reorganizing takes two units.", "ST-REORG-01"),
    NOT_ONE_CLASS: ("The two units are not of one Class.", "ST-REORG-01"),
    NOT_PARTIAL: ("Both units must be below their full Troop Strength.", "ST-REORG-02"),
    KEEP_THE_CHEAPER: ("The more expensive of the two units is the one that goes.", "ST-REORG-05"),
    NOT_FULL: ("A unit below its full Troop Strength cannot be disbanded, only scrapped.", "ST-SCRAP-05"),
    JUST_MUSTERED: ("A unit mustered in this phase cannot be disbanded in it.", "ST-R111"),
    # The end of a scenario: 450 to 479.
    NOT_AT_DOOR: ("Only units on your own Deployment Squares can still be taken home.", "ST-R93"),
    NO_SUBSIDIARIES: ("Becoming a subsidiary is not played here.", "ST-R11"),
    NO_SUCH_BOOKLET: ("The Campaign Brief does not open that scenario now.", "ST-END-17"),
}
