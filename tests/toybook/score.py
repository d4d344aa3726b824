"""How the duellists stand, and what must never break."""

from __future__ import annotations

from sandtable.core.compile import rule
from sandtable.core.standing import BY_RULES, PLAYING, TURN_LIMIT, Standing

from .legal import over
from .state import HEALTH, MOST_BREATH, Game, Scenario

STRUCK_DOWN, GAVE_UP, TIME = 1, 2, 3
BAD_HEALTH, BAD_BREATH, BAD_COURAGE, BAD_QUESTION = 1, 2, 4, 8


@rule
def score(scenario: Scenario, game: Game, standing: Standing) -> None:
    """Health counts; who yields counts nothing (TB-END-01 to 03)."""
    standing.over = PLAYING
    standing.reason = 0
    for seat in range(2):
        yielded = game.duellists[seat].yielded != 0
        standing.points[seat] = -1 if yielded else int(game.duellists[seat].health)
        if yielded:
            standing.reason = GAVE_UP
        elif game.duellists[seat].health == 0:
            standing.reason = STRUCK_DOWN
    for seat in range(2):
        standing.rank[seat] = 1 + (standing.points[1 - seat] > standing.points[seat])
    if standing.reason != 0:
        standing.over = BY_RULES
    elif over(scenario, game):
        standing.over = TURN_LIMIT
        standing.reason = TIME


@rule
def check(scenario: Scenario, game: Game) -> int:
    """Broken invariants, a bit each."""
    flags = 0
    for seat in range(2):
        duellist = game.duellists[seat]
        if duellist.health < 0 or duellist.health > HEALTH:
            flags |= BAD_HEALTH
        if duellist.breath < 0 or duellist.breath > MOST_BREATH:
            flags |= BAD_BREATH
        if duellist.courage < 1 or duellist.courage > 6:
            flags |= BAD_COURAGE
    if game.decisions.depth < 0 or game.decisions.depth > 1:
        flags |= BAD_QUESTION
    return flags
