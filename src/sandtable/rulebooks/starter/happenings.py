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
# The end of a scenario: 90 to 119.
