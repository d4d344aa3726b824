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
    # Mustering, loading in the Pre-Deployment Area: 50 to 79.
    # Movement, positions, entrenching: 100 to 149.
    # Deployment: 150 to 169.
    # Logistics, caches: 200 to 249.
    # Engineering: 250 to 279.
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
    # The end of a scenario: 450 to 479.
}
