"""What can happen: kinds of events, and what dice are for.

Of an event, ``seat`` is whose doing or whose loss it is, ``unit`` a formation or stand, ``other`` and
``amount`` as the comment says.
"""

from __future__ import annotations

# Purposes of dice, for anyone who checks them.
DIE_FIRST, DIE_LAYOUT, DIE_ATTACK, DIE_SAVE, DIE_CRITICAL, DIE_DIFFICULT = 1, 2, 3, 4, 5, 6

# Kinds of events.
HAS_LAID_OUT = 1  # the seat laid out the terrain
HAS_PICKED_EDGE = 2  # amount: 0 low, 1 high
HAS_DEPLOYED = 3  # unit: formation
HAS_EMBARKED = 4  # unit: formation; other: the aircraft's formation
HAS_STAYED_OFF = 5  # unit: formation
HAS_BEGUN_ROUND = 6  # amount: round
HAS_FIRST_TURN = 7  # the seat goes first
HAS_ARRIVED = 8  # unit: formation, by insertion; amount: stress
HAS_ACTIVATED = 9  # unit: formation
HAS_SNAPPED = 10  # unit: formation
HAS_RALLIED = 11  # unit: formation; other: markers left; amount: markers removed
HAS_ATTACKED = 12  # unit: formation; other: target; amount: BY_...
HAS_ROLLED = 13  # an attack roll. unit: formation; other: cover level; amount: dice; extra: power
HAS_SHIELDED = 14  # unit: stand; other: the die; amount: shields left
HAS_SAVED = 15  # unit: stand; other: needed; amount: 1 saved
HAS_STRUCTURE_LOST = 16  # unit: stand; other: left; amount: 1 for a critical
HAS_DIED = 17  # unit: stand; other: by which formation, NONE
HAS_TAKEN_STRESS = 18  # unit: formation; other: markers now; amount: markers
HAS_MOVED = 19  # unit: stand; x, y: where; amount: BY_...
HAS_DROPPED_STANDS = 20  # unit: stand, removed by its owner
HAS_MET_DIFFICULTY = 21  # unit: formation; amount: ones rolled
HAS_ROUTED = 22  # unit: formation
HAS_RECOVERED = 23  # unit: formation, no longer routed
HAS_BEEN_RUN_DOWN = 24  # unit: stand killed near an enemy while routed
HAS_LANDED = 25  # unit: formation of aircraft
HAS_DISEMBARKED = 26  # unit: formation
HAS_ENDED_ACTIVATION = 27  # unit: formation
HAS_COUNTED_MARKERS = 28  # the seat's markers: amount
HAS_WON = 29  # amount: BY_...
HAS_DRAWN = 30
HAS_FINISHED = 31  # the seat has activated all its formations first
HAS_DECLINED_ROUT = 32  # unit: formation
