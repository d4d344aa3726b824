"""The phases of a turn, in order (ST-CAMP-26 to 29)."""

from __future__ import annotations

from sandtable.core.compile import rule
from sandtable.core.dice import Dice
from sandtable.core.events import EVERYONE, Events, emit
from sandtable.rulebooks.starter import ending, turns
from sandtable.rulebooks.starter.happenings import PHASE_BEGAN
from sandtable.rulebooks.starter.state import (
    BOARDROOM,
    DIRECT_ATTACKS,
    GOING_HOME,
    LIQUIDATING,
    LOGISTICS,
    MOVING,
    NONE,
    ON_MAP,
    UNITS,
    Game,
    Scenario,
)


@rule
def end_step(scenario: Scenario, game: Game, side: int, dice: Dice, events: Events) -> None:
    """Close the step for good and go on to the next (ST-CAMP-26, 29)."""
    step = int(game.step)
    if step == GOING_HOME or step == LIQUIDATING:
        ending.end_answer(scenario, game, side, dice, events)
        return
    if step == BOARDROOM:
        end_turn(scenario, game, side, dice, events)
        return
    if step == MOVING:
        _mark_doors(scenario, game, side)
    elif step == LOGISTICS:
        turns.settle_caches(game)
    elif step == DIRECT_ATTACKS:
        turns.end_recon(game)
    game.step = step + 1
    _begin_phase(game, side)
    emit(events, PHASE_BEGAN, EVERYONE, side, NONE, NONE, int(game.step))


@rule
def end_turn(scenario: Scenario, game: Game, side: int, dice: Dice, events: Events) -> None:
    """T5: holds, conditions and the Ending Condition (ST-R112); then the next player's turn."""
    if not ending.end_of_turn(scenario, game, side, dice, events):
        turns.next_turn(scenario, game, side, events)


@rule
def _mark_doors(scenario: Scenario, game: Game, side: int) -> None:
    """Which units stood on an own Deployment Square when movement ended (ST-DEPLOY-05)."""
    zone = scenario.booklet[int(game.booklet)].zone
    for u in range(UNITS):
        unit = game.units[u]
        if unit.side == side and unit.where == ON_MAP:
            unit.at_door = zone[int(unit.y), int(unit.x)] == game.company[side].zone + 1


@rule
def _begin_phase(game: Game, side: int) -> None:
    """What is counted per phase starts anew (ST-R52, R59, R111)."""
    for u in range(UNITS):
        unit = game.units[u]
        if unit.side == side:
            unit.boarded = 0
            unit.loads = 0
            unit.mustered_now = 0
            if game.step == LOGISTICS:
                unit.partner = NONE
                unit.transfers = 0
