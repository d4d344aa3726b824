"""Withdrawal attacks: who leaves base contact is attacked by those it leaves (FM-WITHDRAW, FM-R61 to R64)."""

from __future__ import annotations

from sandtable.core.boards.free import within
from sandtable.core.compile import rule
from sandtable.core.events import Events
from sandtable.rulebooks.formation.attack import declare
from sandtable.rulebooks.formation.firepower import usable
from sandtable.rulebooks.formation.stands import is_ground, on_table, radius_of, side_of, touch, type_of
from sandtable.rulebooks.formation.state import (
    BY_LANDING,
    BY_WITHDRAWAL,
    CONTACT,
    PER_SIDE,
    STANDS,
    TOUCHING,
    Game,
    Scenario,
)


@rule
def breaks_contact(scenario: Scenario, game: Game, s: int, e: int) -> bool:
    """Whether a stand in contact with ``e`` is out of it at the end of the planned move (FM-R62)."""
    plan = game.move
    if not touch(scenario, game, s, e):
        return False
    if int(plan.by) == BY_LANDING:
        return True
    n = int(plan.legs[s % STANDS])
    if n == 0:
        return False
    return not within(
        int(plan.x[s % STANDS, n - 1]),
        int(plan.y[s % STANDS, n - 1]),
        radius_of(scenario, game, s),
        int(game.stands[e].x),
        int(game.stands[e].y),
        radius_of(scenario, game, e),
        CONTACT,
    )


@rule
def strikers(scenario: Scenario, game: Game, g: int) -> int:
    """The stands of formation ``g`` that may attack the move being made; a bit each.

    FM-WITHDRAW-01, 04 to 07: bases withdrawn from, with 0cm firepower, of an unrouted formation.
    """
    if int(game.formations[g].routed):
        return 0
    f = int(game.move.formation)
    found = 0
    for j in range(int(scenario.roster[g].count)):
        e = g * STANDS + j
        if not is_ground(scenario, game, e) or int(game.stands[e].struck):
            continue
        if not usable(type_of(scenario, game, e), TOUCHING, False):
            continue
        for k in range(int(scenario.roster[f].count)):
            s = f * STANDS + k
            if on_table(game, s) and breaks_contact(scenario, game, s, e):
                found |= 1 << j
    return found


@rule
def any_strikers(scenario: Scenario, game: Game) -> bool:
    """Whether any enemy formation may make a withdrawal attack now."""
    enemies = (1 - side_of(int(game.move.formation))) * PER_SIDE
    for g in range(enemies, enemies + PER_SIDE):
        if strikers(scenario, game, g) != 0:
            return True
    return False


@rule
def strike(scenario: Scenario, game: Game, events: Events, g: int) -> None:
    """Formation ``g`` makes its withdrawal attack; stress does not hinder it (FM-WITHDRAW-02, 03, 08)."""
    stands = strikers(scenario, game, g)
    struck(game, g, stands)
    game.move.replan = 1
    declare(scenario, game, events, g, int(game.move.formation), BY_WITHDRAWAL, stands, 0)


@rule
def forgo(scenario: Scenario, game: Game) -> None:
    """All who could still attack let the move pass (FM-R64)."""
    enemies = (1 - side_of(int(game.move.formation))) * PER_SIDE
    for g in range(enemies, enemies + PER_SIDE):
        struck(game, g, strikers(scenario, game, g))


@rule
def struck(game: Game, g: int, stands: int) -> None:
    """Note that stands have had their attack on this move (FM-R61)."""
    for j in range(STANDS):
        if stands >> j & 1:
            game.stands[g * STANDS + j].struck = 1
