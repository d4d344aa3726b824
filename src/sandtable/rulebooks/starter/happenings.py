"""Kinds of event of `starter`, and what its dice are rolled for.

Each chapter names what its events' ``unit other amount extra x y`` hold. An event carries what all its
``seats`` may know; where others may know less, a second event says so.
"""

from __future__ import annotations

# What dice are rolled for (``purpose``).
TURN_ORDER, ATTACKING, DEFENDING, ARTILLERY, EXPLODING, MINED, CHOICE_TIE, GUESSING = range(1, 9)

# General.
PHASE_BEGAN, TURN_BEGAN, SCENARIO_BEGAN = 1, 2, 3

# Set-up, mustering, boardroom: 10 to 29.
READ = 10  # seat has read the brief
DIE_CHOSEN = 11  # seat rolls a die of ``amount`` sides for turn order
ORDER_ROLLED = 12  # seat's die for turn order; amount: its face
ORDER_SET = 13  # seat takes its turns as number ``amount``
ZONE_TAKEN = 14  # seat deploys in zone ``amount``
RESOURCE_SEEN = 15  # seat bought of resource ``amount``: all that the others see of a purchase (ST-R101)
BOUGHT = 16  # told to seat: resource ``other``, of type ``unit``; amount: Credits paid; extra: how many
POOL_CHANGED = 17  # the Personnel Pool changed by ``amount``; extra: to what
DECLARED_DONE = 18  # seat is done with this Set-up Phase
MUSTERED = 19  # seat's unit joins its Pre-Deployment Area; amount: its class
LOADED = 20  # told to seat: unit took amount fuel and extra ammo from Reserves; negative: gave
GOT_ON = 21  # seat's unit has gone behind the screen, aboard another
GOT_OFF = 22  # seat's unit is back in its Pre-Deployment Area
AREA_LEFT = 23  # seat's unit has left its Pre-Deployment Area and play; amount: its class
REORGANIZED = 24  # told to seat: unit took over what other had; amount: Personnel to Reserve
DISBANDED = 25  # told to seat: unit went to Reserve as a card of type other; amount: Personnel
SCRAPPED = 26  # told to seat: unit (NONE: a card), of type other; amount: Credits paid; extra: how many
BUDGETED = 27  # seat starts with ``amount`` Credits
# Movement, deployment: 30 to 44.
MOVED = 30  # unit now stands on (x, y) in position ``amount``; extra: the square it left, y * COLUMNS + x
REPOSITIONED = 31  # unit shifts to position ``amount`` on (x, y)
ENTRENCHED = 32  # unit on (x, y) now has ``amount`` layers
DUG_OUT = 33  # unit on (x, y) has none left
EXTRACTED = 34  # unit leaves the map by (x, y) for ``amount`` Credits
DEPLOYED = 35  # unit comes onto (x, y), position ``extra``, for ``amount`` Credits
# Logistics, caches, engineering: 45 to 64.
TRANSFERRED = 45  # unit gave other ``amount`` Fuel and ``extra`` Ammunition tokens; told to its owner alone
CACHED = 46  # unit put ``amount`` Fuel and ``extra`` Ammunition tokens on (x, y)
TAKEN_UP = 47  # unit took them from (x, y)
GIVEN = 48  # other's Cargo gave unit ``amount`` tokens of kind ``extra`` for a Resupply; to its owner alone
GIVEN_FROM_CACHE = 49  # ``amount`` tokens of kind ``extra`` on (x, y) were used up for a Resupply
RESUPPLIED = 50  # unit now has ``amount`` counters of kind ``extra``; told to its owner alone
EMBARKED = 51  # unit is off the map, carried
BOARDED = 52  # unit is carried by other; told to its owner alone
DISEMBARKED = 53  # unit stands on (x, y) in position ``amount``
MINES_ENTERED = 54  # unit is attacked by the minefield on (x, y)
MINES_CLEARED = 55  # unit removed the minefield on (x, y)
OBJECT_BUILT = 56  # unit built object ``amount`` on (x, y)
OBJECT_REMOVED = 57  # unit removed it
BRIDGE_OPENED = 58  # unit spans ``amount`` squares from (x, y) on
BRIDGE_CLOSED = 59
# Combat: 65 to 89.
ATTACK_DECLARED = 65  # unit attacks other, or what lies on (x, y): extra 1 for the object, 0 for the Cache
ATTACK_ROLLED = 66  # dice against unit ``other``, or (x, y); amount: how many
DEFENCE_ROLLED = 67  # dice of unit, or of what lies on (x, y); amount: how many
LOST = 68  # seat's unit lost ``amount`` Personnel
DESTROYED_UNIT = 69  # seat's unit; amount: its class
LOST_ABOARD = 70  # seat's unit was lost with ``other`` that carried it; amount: its class
COUNTER_ASKED = 71  # seat may let unit strike back at other
COUNTER_DECLINED = 72  # seat's unit does not strike back at other
COUNTERED = 73  # unit strikes back at other
RECONNED = 74  # seat's unit has reconnoitred other
RECON_ANSWER = 75  # told to seat alone: other is of type ``amount``; extra: see `special.answer`
BARRAGE_CALLED = 76  # seat's artillery unit begins to name targets
AIMED = 77  # unit names other, or (x, y), extra as above; amount: shots
FIRED = 78  # unit fires; amount: shots in all
SHOT_LOST = 79  # amount shots of unit have lost their target other, or (x, y)
CACHE_EXPLODED = 80  # amount tokens on (x, y)
OBJECT_HIT = 81  # the object on (x, y) lost amount Structure; extra: which object
OBJECT_DESTROYED = 82  # the object on (x, y), amount: which
CACHE_LOST = 83  # amount tokens on (x, y) went down with a bridge
# The end of a scenario: 90 to 119.
WITHDREW = 90  # seat has left the scenario
UNIT_LEFT = 91  # seat's unit is taken off the map and scrapped; amount: its class
SALVAGE_SHARED = 92  # told to seat: amount will be paid to it as Battlefield Salvage (ST-R91)
SCENARIO_ENDED = 93  # amount: how, see `state.BY_LAST_ROUND`
TAKEN_HOME = 94  # seat's unit is brought home (ST-R92, R93); amount: Credits
COUNTED = 95  # seat has held objective ``other`` for amount turns on (x, y); x NONE: several squares
COMPLETED = 96  # seat has completed objective ``other``; extra 1: presumed
REOPENED = 97  # seat's objective ``other`` is open again
BONUS_PAID = 98  # to seat, for objective ``other``
PENALTY_PAID = 99  # by seat, for objective ``other``
SALVAGE_PAID = 100  # told to seat: Battlefield Salvage
TOTAL_SHOWN = 101  # seat has ``amount`` Credits (ST-R100)
FELL = 102  # seat is eliminated
STAYED = 103  # seat goes on
LEFT_CAMPAIGN = 104  # seat has left the campaign
CHOICE_ROLLED = 105  # seat's die for the choice of the next scenario; amount: its face
CHOSEN = 106  # seat has chosen booklet ``amount``
CAMPAIGN_ENDED = 107  # amount: how, see `state.BY_LAST_ROUND`
PLACED = 108  # seat ends as number ``amount``; extra: its Credits
