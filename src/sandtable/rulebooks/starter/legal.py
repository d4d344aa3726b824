"""What may be done: who decides, why an action is refused, and the list of all that is legal.

Each chapter answers for its own verbs with three functions::

    may(scenario, game, action, work) -> reason            0, or why not
    list_of(scenario, game, seat, unit, work)              adds legal actions: of a unit, or of none (NONE)
    do(scenario, game, action, dice, events, work)         see `apply`

Whose turn it is and whether the phase allows the verb is asked here, once (ST-CAMP-27).
"""

from __future__ import annotations

import numpy as np

from sandtable.core.compile import rule
from sandtable.core.decisions import pending
from sandtable.rulebooks.starter import actions as verb
from sandtable.rulebooks.starter import (
    boardroom,
    combat,
    deployment,
    ending,
    engineering,
    logistics,
    movement,
    mustering,
    purchases,
    reasons,
    special,
)
from sandtable.rulebooks.starter.actions import Action, Work
from sandtable.rulebooks.starter.lists import add
from sandtable.rulebooks.starter.state import (
    BOARDROOM,
    BUYING,
    CAMPAIGN_OVER,
    CHOOSING,
    COUNTER,
    DEPLOYING,
    DIRECT_ATTACKS,
    GOING_HOME,
    LEAVING,
    LIQUIDATING,
    LOGISTICS,
    MOVING,
    NONE,
    READING,
    SPECIAL_ATTACKS,
    SUPPLYING,
    TURN_DICE,
    UNITS,
    ZONES,
    Game,
    Scenario,
)

VERBS = 90
TURN = (1 << MOVING) | (1 << DEPLOYING) | (1 << LOGISTICS) | (1 << SPECIAL_ATTACKS) | (1 << DIRECT_ATTACKS)
TURN |= 1 << BOARDROOM

# The steps in which each verb is allowed, a bit each (the register's state machine; ST-CAMP-26 to 29).
STEPS = np.zeros(VERBS, np.int64)
for _verbs, _steps in (
    ((verb.READY,), 1 << READING),
    ((verb.TURN_DIE,), 1 << TURN_DICE),
    ((verb.TAKE_ZONE,), 1 << ZONES),
    ((verb.BUY, verb.HIRE, verb.BUY_FUEL, verb.BUY_AMMO), 1 << BUYING | 1 << BOARDROOM),
    ((verb.END_GO, verb.DONE), 1 << BUYING),
    ((verb.MUSTER, verb.LOAD, verb.UNLOAD, verb.GET_ON, verb.GET_OFF), 1 << BUYING | 1 << BOARDROOM),
    ((verb.MOVE, verb.REPOSITION, verb.ENTRENCH, verb.DIG_OUT), 1 << MOVING),
    ((verb.EXTRACT, verb.DEPLOY), 1 << DEPLOYING),
    (range(verb.TRANSFER, verb.DISEMBARK + 1), 1 << LOGISTICS),
    (range(verb.SWEEP_MINES, verb.CLOSE_BRIDGE + 1), 1 << LOGISTICS),
    (range(verb.RECON, verb.SHOT + 1), 1 << SPECIAL_ATTACKS),
    ((verb.ATTACK,), 1 << SPECIAL_ATTACKS | 1 << DIRECT_ATTACKS),
    ((verb.COUNTERATTACK, verb.DECLINE), 1 << DIRECT_ATTACKS),
    ((verb.REORGANIZE,), 1 << BOARDROOM),
    ((verb.DISBAND, verb.SCRAP, verb.SCRAP_CARD), 1 << BOARDROOM | 1 << LIQUIDATING),
    ((verb.END,), TURN | 1 << GOING_HOME | 1 << LIQUIDATING),
    ((verb.WITHDRAW,), TURN),
    ((verb.TAKE_HOME,), 1 << GOING_HOME),
    ((verb.STAY, verb.LEAVE, verb.ATTACH), 1 << LEAVING),
    ((verb.CHOOSE,), 1 << CHOOSING),
):
    for _verb in _verbs:
        STEPS[_verb] = _steps


@rule
def to_act(scenario: Scenario, game: Game) -> int:
    """The seats whose decision play waits for, a bit each; 0 when the campaign is over.

    Mustering in another player's set-up go (ST-R21) is legal without being waited for.
    """
    if game.step == CAMPAIGN_OVER:
        return 0
    if game.decisions.depth > 0:
        return 1 << int(game.decisions.items[int(game.decisions.depth) - 1].seat)
    if game.step == READING or game.step == TURN_DICE:
        return purchases.waiting(scenario, game)
    return 1 << int(game.active)


@rule
def is_legal(scenario: Scenario, game: Game, action: Action, work: Work) -> int:
    """0, or the code (`reasons`) of the first reason why the action is refused."""
    verb_ = int(action.verb)
    if verb_ < 0 or verb_ >= VERBS or STEPS[verb_] == 0:
        return reasons.NO_SUCH_VERB
    if STEPS[verb_] >> int(game.step) & 1 == 0:
        return reasons.NOT_NOW
    if action.seat < 0 or action.seat >= scenario.sides:
        return reasons.NOT_YOUR_TURN
    if game.decisions.depth > 0:
        return _may_answer(scenario, game, action, work)
    if _is_answer(verb_):
        return reasons.NOT_NOW
    interrupts = game.step == BUYING and _is_mustering(verb_)
    if to_act(scenario, game) >> int(action.seat) & 1 == 0 and not interrupts:
        return reasons.NOT_YOUR_TURN
    return _may(scenario, game, action, work)


@rule
def _is_answer(verb_: int) -> bool:
    return verb_ in (
        verb.GIVE,
        verb.ENOUGH,
        verb.AIM,
        verb.FIRE,
        verb.SHOT,
        verb.COUNTERATTACK,
        verb.DECLINE,
    )


@rule
def _is_mustering(verb_: int) -> bool:
    return verb.MUSTER <= verb_ <= verb.GET_OFF


@rule
def _may_answer(scenario: Scenario, game: Game, action: Action, work: Work) -> int:
    if not _is_answer(int(action.verb)):
        return reasons.ANSWER_FIRST
    if game.decisions.items[int(game.decisions.depth) - 1].seat != action.seat:
        return reasons.NOT_YOUR_TURN
    return _may(scenario, game, action, work)


@rule
def _may(scenario: Scenario, game: Game, action: Action, work: Work) -> int:
    verb_ = int(action.verb)
    if verb_ in (verb.END, verb.WITHDRAW):
        return 0
    if verb_ <= verb.DONE:
        return purchases.may(scenario, game, action, work)
    if verb_ <= verb.GET_OFF:
        return mustering.may(scenario, game, action, work)
    if verb_ <= verb.DIG_OUT:
        return movement.may(scenario, game, action, work)
    if verb_ <= verb.DEPLOY:
        return deployment.may(scenario, game, action, work)
    if verb_ <= verb.DISEMBARK:
        return logistics.may(scenario, game, action, work)
    if verb_ <= verb.CLOSE_BRIDGE:
        return engineering.may(scenario, game, action, work)
    if verb_ <= verb.SHOT:
        return special.may(scenario, game, action, work)
    if verb_ <= verb.DECLINE:
        return combat.may(scenario, game, action, work)
    if verb_ <= verb.SCRAP_CARD:
        return boardroom.may(scenario, game, action, work)
    return ending.may(scenario, game, action, work)


@rule
def legal(scenario: Scenario, game: Game, seat: int, work: Work) -> int:
    """Every legal action of a seat, into ``work.actions``; how many.

    Where an amount is free (purchases, tokens) a few are listed, the most among them; where a flag is
    free one is. Every other amount or flag up to those is legal too.
    """
    work.count = 0
    _list(scenario, game, seat, NONE, work)
    for u in range(UNITS):
        if game.units[u].side == seat:
            _list(scenario, game, seat, u, work)
    return int(work.count)


@rule
def legal_of(scenario: Scenario, game: Game, seat: int, unit: int, work: Work) -> int:
    """The legal actions of one own unit; of no unit in particular if ``unit`` is NONE."""
    work.count = 0
    if unit == NONE or (0 <= unit < UNITS and game.units[unit].side == seat):
        _list(scenario, game, seat, unit, work)
    return int(work.count)


@rule
def _list(scenario: Scenario, game: Game, seat: int, unit: int, work: Work) -> None:
    step = int(game.step)
    if game.decisions.depth > 0:
        if game.decisions.items[int(game.decisions.depth) - 1].seat == seat:
            _list_answers(scenario, game, seat, unit, work)
        return
    if step == BUYING:
        mustering.list_of(scenario, game, seat, unit, work)
    if to_act(scenario, game) >> seat & 1 == 0:
        return
    if step <= BUYING:
        purchases.list_of(scenario, game, seat, unit, work)
    elif step == MOVING:
        movement.list_of(scenario, game, seat, unit, work)
    elif step == DEPLOYING:
        deployment.list_of(scenario, game, seat, unit, work)
    elif step == LOGISTICS:
        logistics.list_of(scenario, game, seat, unit, work)
        engineering.list_of(scenario, game, seat, unit, work)
    elif step in (SPECIAL_ATTACKS, DIRECT_ATTACKS):
        special.list_of(scenario, game, seat, unit, work)
        combat.list_of(scenario, game, seat, unit, work)
    elif step == BOARDROOM:
        purchases.list_of(scenario, game, seat, unit, work)
        mustering.list_of(scenario, game, seat, unit, work)
        boardroom.list_of(scenario, game, seat, unit, work)
    elif step == LIQUIDATING:
        boardroom.list_of(scenario, game, seat, unit, work)
    else:
        ending.list_of(scenario, game, seat, unit, work)
    if unit == NONE:
        for closing in (verb.END, verb.WITHDRAW):
            if STEPS[closing] >> step & 1:
                add(work, closing, seat)


@rule
def _list_answers(scenario: Scenario, game: Game, seat: int, unit: int, work: Work) -> None:
    question = pending(game.decisions)
    if question == COUNTER:
        combat.list_of(scenario, game, seat, unit, work)
    elif question == SUPPLYING:
        logistics.list_of(scenario, game, seat, unit, work)
    else:
        special.list_of(scenario, game, seat, unit, work)
