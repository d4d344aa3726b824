"""What a seat may know: everything (FM-M10). Nothing is hidden in this game but the dice to come."""

from __future__ import annotations

from sandtable.core.compile import rule
from sandtable.core.dice import Dice
from sandtable.rulebooks.formation.state import (
    ALL_STANDS,
    DICE,
    FORMATIONS,
    LEGS,
    SIDES,
    STANDS,
    Attack,
    Game,
    Move,
    Scenario,
)


@rule
def view(scenario: Scenario, game: Game, seat: int, out: Game) -> None:
    """Fill ``out`` with what a seat may know of a game: all of it. All of ``out`` is written anew."""
    show_course(game, out)
    show_move(game.move, out.move)
    show_attack(game.attack, out.attack)
    out.decisions.depth = game.decisions.depth
    for i in range(len(game.decisions.items)):
        out.decisions.items[i] = game.decisions.items[i]
    for f in range(FORMATIONS):
        out.formations[f] = game.formations[f]
        out.queue[f] = game.queue[f]
        out.wave[f] = game.wave[f]
    for s in range(ALL_STANDS):
        out.stands[s] = game.stands[s]
    for side in range(SIDES):
        out.edge[side] = game.edge[side]
        out.discipline_used[side] = game.discipline_used[side]
        out.war_cry_used[side] = game.war_cry_used[side]
        out.destroyed[side] = game.destroyed[side]


@rule
def show_course(game: Game, out: Game) -> None:
    """Step, round, turn and what is going on."""
    out.step = game.step
    out.round = game.round
    out.layout = game.layout
    out.turn = game.turn
    out.first = game.first
    out.finished = game.finished
    out.active = game.active
    out.taken = game.taken
    out.allowed = game.allowed
    out.by_commander = game.by_commander
    out.duty = game.duty
    out.snapper = game.snapper
    out.snap_duty = game.snap_duty
    out.acting = game.acting
    out.began_routed = game.began_routed
    out.after = game.after
    out.queued = game.queued
    out.ended_by = game.ended_by
    out.winner = game.winner
    out.landed = game.landed


@rule
def show_move(move: Move, out: Move) -> None:
    """The move being made."""
    out.formation = move.formation
    out.by = move.by
    out.cry = move.cry
    out.duty = move.duty
    out.replan = move.replan
    for k in range(STANDS):
        out.legs[k] = move.legs[k]
        for i in range(LEGS):
            out.x[k, i] = move.x[k, i]
            out.y[k, i] = move.y[k, i]


@rule
def show_attack(attack: Attack, out: Attack) -> None:
    """The attack being resolved."""
    out.stage = attack.stage
    out.attacker = attack.attacker
    out.target = attack.target
    out.by = attack.by
    out.pool = attack.pool
    out.shooters = attack.shooters
    out.indirect = attack.indirect
    out.structure_only = attack.structure_only
    out.target_routed = attack.target_routed
    out.stress = attack.stress
    out.ones = attack.ones
    out.disrupt = attack.disrupt
    out.killed = attack.killed
    out.assigned = attack.assigned
    out.at = attack.at
    out.hit = attack.hit
    for face in range(7):
        out.kept[face] = attack.kept[face]
    for k in range(STANDS):
        out.band[k] = attack.band[k]
        out.gap[k] = attack.gap[k]
        out.armour[k] = attack.armour[k]
        out.weight[k] = attack.weight[k]
        out.got[k] = attack.got[k]
        out.given[k] = attack.given[k]
    for i in range(DICE):
        out.stand[i] = attack.stand[i]
        out.face[i] = attack.face[i]


@rule
def resample(scenario: Scenario, view_of: Game, seat: int, dice: Dice, out: Game) -> None:
    """One full game that fits what the seat knows: the only one there is."""
    view(scenario, view_of, seat, out)
