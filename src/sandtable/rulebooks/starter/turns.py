"""Whose turn it is, and whose comes next (ST-CAMP-25)."""

from __future__ import annotations

from sandtable.core.compile import rule
from sandtable.core.events import EVERYONE, Events, emit
from sandtable.rulebooks.starter.happenings import TURN_BEGAN
from sandtable.rulebooks.starter.state import COLUMNS, MOVING, NONE, PLAYING_ON, ROWS, UNITS, Game, Scenario
from sandtable.rulebooks.starter.units import rest


@rule
def begin_turn(scenario: Scenario, game: Game, side: int, events: Events) -> None:
    """T0: the side's units are free to act again (ST-R109); its Movement Phase begins."""
    game.active = side
    game.step = MOVING
    for u in range(UNITS):
        if game.units[u].side == side:
            rest(game.units[u])
            game.units[u].frozen = 0
    emit(events, TURN_BEGAN, EVERYONE, side, NONE, NONE, int(game.round))


@rule
def next_turn(scenario: Scenario, game: Game, side: int, events: Events) -> None:
    """The next player in turn order who is still in the scenario (ST-CAMP-25, ST-R18)."""
    at = 0
    while game.turn_order[at] != side:
        at += 1
    following = at
    while True:
        following = (following + 1) % int(scenario.sides)
        if following == 0:
            game.round += 1
            game.quiet += 1
        if game.company[int(game.turn_order[following])].state == PLAYING_ON:
            break
    begin_turn(scenario, game, int(game.turn_order[following]), events)


@rule
def is_last_in_round(scenario: Scenario, game: Game, side: int) -> bool:
    """Whether nobody who is still in the scenario comes after this side in turn order."""
    last = side
    for place in range(int(scenario.sides)):
        if game.company[int(game.turn_order[place])].state == PLAYING_ON:
            last = int(game.turn_order[place])
    return last == side


@rule
def end_recon(game: Game) -> None:
    """The -2 of Recon ends with the Combat Phase (ST-RECON-11)."""
    for u in range(UNITS):
        game.units[u].reconned = 0


@rule
def settle_caches(game: Game) -> None:
    """Tokens cached in a Logistics Phase may be used when it is over (ST-R110)."""
    for y in range(ROWS):
        for x in range(COLUMNS):
            game.fresh_fuel[y, x] = 0
            game.fresh_ammo[y, x] = 0
