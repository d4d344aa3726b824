"""A new game: the armies off the table, the terrain laid out, the first question asked (FM-SETUP-11, 12)."""

from __future__ import annotations

from sandtable.core.compile import rule
from sandtable.core.decisions import ask
from sandtable.core.dice import Dice
from sandtable.core.events import EVERYONE, Events, emit
from sandtable.rulebooks.formation.allocation import one_die
from sandtable.rulebooks.formation.attack import forget
from sandtable.rulebooks.formation.happenings import DIE_LAYOUT, HAS_LAID_OUT
from sandtable.rulebooks.formation.movement import forget_move
from sandtable.rulebooks.formation.state import (
    ASK_EDGE,
    CHOOSING_EDGE,
    FORMATIONS,
    NONE,
    SIDES,
    STANDS,
    UNPLACED,
    Game,
    Scenario,
)


@rule
def setup(scenario: Scenario, game: Game, dice: Dice, events: Events) -> None:
    """Fill a game: roll off for laying out the terrain, ask the other player for an edge (FM-R71)."""
    blank_counters(game)
    for f in range(FORMATIONS):
        muster(scenario, game, f)
    forget_move(game)
    forget(game.attack)
    game.decisions.depth = 0
    for i in range(len(game.decisions.items)):
        question = game.decisions.items[i]
        question.kind = 0
        question.seat = 0
        question.unit = 0
        question.other = 0
        question.x = 0
        question.y = 0
        question.amount = 0
        question.extra = 0
    game.layout = scenario.layout
    if int(game.layout) == NONE:
        game.layout = roll_for_layout(dice, events)
    emit(events, HAS_LAID_OUT, EVERYONE, int(game.layout), NONE, NONE, 1)
    game.step = CHOOSING_EDGE
    ask(game.decisions, ASK_EDGE, 1 - int(game.layout), NONE, NONE)


@rule
def blank_counters(game: Game) -> None:
    """Everything that is counted begins at nothing."""
    game.round = 0
    game.turn = 0
    game.first = NONE
    game.finished = NONE
    game.active = NONE
    game.taken = 0
    game.allowed = 0
    game.by_commander = 0
    game.duty = 0
    game.snapper = NONE
    game.snap_duty = 0
    game.acting = NONE
    game.began_routed = 0
    game.after = 0
    game.queued = 0
    game.ended_by = 0
    game.winner = NONE
    game.landed = 0
    for f in range(FORMATIONS):
        game.queue[f] = 0
        game.wave[f] = 0
    for seat in range(SIDES):
        game.edge[seat] = NONE
        game.discipline_used[seat] = 0
        game.war_cry_used[seat] = 0
        game.destroyed[seat] = 0


@rule
def muster(scenario: Scenario, game: Game, f: int) -> None:
    """The stands of a formation, fresh and not yet placed."""
    formation = game.formations[f]
    formation.stress = 0
    formation.routed = 0
    formation.activated = 0
    formation.asked = 0
    formation.deployed = 0
    for k in range(STANDS):
        stand = game.stands[f * STANDS + k]
        kind = int(scenario.roster[f].kinds[k]) if k < int(scenario.roster[f].count) else 0
        stand.where = UNPLACED
        stand.kind = kind
        stand.x = 0
        stand.y = 0
        there = k < int(scenario.roster[f].count)
        stand.structure = int(scenario.type[kind].structure) if there else 0
        stand.shields = int(scenario.type[kind].shield) if there else 0
        stand.carrier = NONE
        stand.indirect_used = 0
        stand.struck = 0


@rule
def roll_for_layout(dice: Dice, events: Events) -> int:
    """Both roll a d6, again while equal; the winner lays out the terrain and the markers (FM-R71)."""
    while True:
        at = emit(events, HAS_LAID_OUT, EVERYONE, NONE, NONE, NONE, 0)
        one = one_die(dice, events, at, DIE_LAYOUT)
        other = one_die(dice, events, at, DIE_LAYOUT)
        if one != other:
            return 0 if one > other else 1
