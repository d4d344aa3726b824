"""Caches under attack and their explosions, in waves (ST-CACHE-05 to 14, ST-R77, R78)."""

from __future__ import annotations

from sandtable.core.compile import rule
from sandtable.core.dice import Dice
from sandtable.core.events import EVERYONE, Events, emit_at
from sandtable.core.pools import unpaired
from sandtable.rulebooks.starter.actions import Work
from sandtable.rulebooks.starter.happenings import (
    ATTACK_ROLLED,
    CACHE_EXPLODED,
    DEFENCE_ROLLED,
    DEFENDING,
    EXPLODING,
)
from sandtable.rulebooks.starter.losses import attacked, roll_into, take_tokens
from sandtable.rulebooks.starter.positions import QUARTERS
from sandtable.rulebooks.starter.state import COLUMNS, NONE, ON_MAP, ROWS, UNITS, Game, Scenario
from sandtable.rulebooks.starter.units import distance, holds_cache, on_board

CACHE_DIE = 6  # each token's Defence Die (ST-CACHE-06)
EXPLOSION_DIE = 8  # each token's attack (ST-CACHE-09)
WHOLE, DUE, NEXT = 0, 1, 2  # a Cache in ``work.wave``: safe so far, explodes in this wave, in the next

# Quarters of a square in the order in which explosions reach them: NW, NE, SW, SE (ST-R77).
READING_ORDER = (1, 2, 8, 4)


@rule
def attack_cache(
    scenario: Scenario,
    game: Game,
    x: int,
    y: int,
    count: int,
    sides: int,
    purpose: int,
    modifier: int,
    by: int,
    dice: Dice,
    events: Events,
    work: Work,
) -> None:
    """Roll ``count`` dice against the Cache of a square; any loss explodes all of it (ST-CACHE-06 to 08)."""
    at = emit_at(events, ATTACK_ROLLED, EVERYONE, by, NONE, x, y, count)
    roll_into(events, at, dice, purpose, count, sides, modifier, work.attack)
    defend_cache(game, x, y, dice, events, work)
    if unpaired(work.attack, work.defence) > 0:
        explode(scenario, game, x, y, by, dice, events, work)


@rule
def defend_cache(game: Game, x: int, y: int, dice: Dice, events: Events, work: Work) -> None:
    """Roll a d6 for each token of a Cache, with no bonus whatever (ST-CACHE-06, 07, ST-R37)."""
    tokens = int(game.cache_fuel[y, x]) + int(game.cache_ammo[y, x])
    at = emit_at(events, DEFENCE_ROLLED, EVERYONE, NONE, NONE, x, y, tokens)
    roll_into(events, at, dice, DEFENDING, tokens, CACHE_DIE, 0, work.defence)


@rule
def explode(
    scenario: Scenario, game: Game, x: int, y: int, by: int, dice: Dice, events: Events, work: Work
) -> None:
    """The Cache of a square explodes, and wave by wave those that it sets off (ST-CACHE-13, 14, ST-R77)."""
    for row in range(ROWS):
        for column in range(COLUMNS):
            work.wave[row, column] = WHOLE
    work.wave[y, x] = DUE
    while _any_due(work):
        for row in range(ROWS):
            for column in range(COLUMNS):
                if work.wave[row, column] == DUE:
                    _burst(scenario, game, column, row, by, dice, events, work)
        _next_wave(work)


@rule
def _any_due(work: Work) -> bool:
    for row in range(ROWS):
        for column in range(COLUMNS):
            if work.wave[row, column] == DUE:
                return True
    return False


@rule
def _next_wave(work: Work) -> None:
    for row in range(ROWS):
        for column in range(COLUMNS):
            if work.wave[row, column] == NEXT:
                work.wave[row, column] = DUE


@rule
def _burst(
    scenario: Scenario, game: Game, x: int, y: int, by: int, dice: Dice, events: Events, work: Work
) -> None:
    """One Cache goes: its tokens first, then its d8s against all in its square and next to it, row by row."""
    tokens = take_tokens(game, x, y)
    work.wave[y, x] = WHOLE
    if tokens == 0:  # lost with a bridge before its turn came
        return
    emit_at(events, CACHE_EXPLODED, EVERYONE, by, NONE, x, y, tokens)
    for row in range(y - 1, y + 2):
        for column in range(x - 1, x + 2):
            if on_board(scenario, game, column, row) and distance(scenario, x, y, column, row) <= 1:
                _scorch(scenario, game, column, row, tokens, by, dice, events, work)


@rule
def _scorch(
    scenario: Scenario,
    game: Game,
    x: int,
    y: int,
    tokens: int,
    by: int,
    dice: Dice,
    events: Events,
    work: Work,
) -> None:
    """The full number of d8s against each unit of a square, then against its Cache (ST-CACHE-10 to 13)."""
    for quarter in READING_ORDER:
        u = _unit_from(game, x, y, quarter)
        if u != NONE:
            attacked(scenario, game, u, tokens, EXPLOSION_DIE, EXPLODING, 0, by, dice, events, work)
    if holds_cache(game, x, y) and work.wave[y, x] == WHOLE:
        at = emit_at(events, ATTACK_ROLLED, EVERYONE, by, NONE, x, y, tokens)
        roll_into(events, at, dice, EXPLODING, tokens, EXPLOSION_DIE, 0, work.attack)
        defend_cache(game, x, y, dice, events, work)
        if unpaired(work.attack, work.defence) > 0:
            work.wave[y, x] = NEXT


@rule
def _unit_from(game: Game, x: int, y: int, quarter: int) -> int:
    """The unit whose first quarter, in the order NW, NE, SW, SE, is this one; NONE if there is none."""
    if int(game.taken[y, x]) & quarter == 0:
        return NONE
    for u in range(UNITS):
        unit = game.units[u]
        if unit.side >= 0 and unit.where == ON_MAP and unit.x == x and unit.y == y:
            if _first_quarter(int(unit.place)) == quarter:
                return u
    return NONE


@rule
def _first_quarter(place: int) -> int:
    for quarter in READING_ORDER:
        if int(QUARTERS[place]) & quarter:
            return quarter
    return 0
