"""Kinds of event of `starter`, and what its dice are rolled for.

Each chapter names what its events' ``unit other amount extra x y`` hold. An event carries what all its
``seats`` may know; where others may know less, a second event says so.
"""

from __future__ import annotations

# What dice are rolled for (``purpose``).
TURN_ORDER, ATTACKING, DEFENDING, ARTILLERY, EXPLODING, MINED, CHOICE_TIE = range(1, 8)

# General.
PHASE_BEGAN, TURN_BEGAN, SCENARIO_BEGAN = 1, 2, 3

# Set-up, mustering, boardroom: 10 to 29.
# Movement, deployment: 30 to 44.
# Logistics, caches, engineering: 45 to 64.
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
