"""What may be done: who decides, and why an action is refused. The lists are made in `candidates`."""

from __future__ import annotations

from sandtable.core.compile import rule
from sandtable.core.decisions import pending
from sandtable.rulebooks.formation import actions as verb
from sandtable.rulebooks.formation.actions import Action, Work
from sandtable.rulebooks.formation.activation import (
    can_be_activated,
    has_discipline,
    has_war_cry,
    may_arrive,
    may_snap,
    must_move,
)
from sandtable.rulebooks.formation.aircraft import drop_reason, landing_reason
from sandtable.rulebooks.formation.allocation import next_faces, next_stands
from sandtable.rulebooks.formation.candidates import list_all
from sandtable.rulebooks.formation.deployment import (
    cargo_reason,
    insertion_reason,
    placing_reason,
    reserve_reason,
)
from sandtable.rulebooks.formation.firepower import attack_reason
from sandtable.rulebooks.formation.movement import move_reason
from sandtable.rulebooks.formation.reasons import (
    EMBARKED_MAY_NOT,
    GAME_OVER,
    HAS_ACTIVATED_ALREADY,
    MAY_NOT_SNAP,
    MUST_MOVE_FIRST,
    MUST_REGROUP,
    NO_DISCIPLINE,
    NO_SUCH_DIE,
    NO_WAR_CRY,
    NOT_ASKED,
    NOT_NEAREST,
    NOT_NOW,
    NOT_THAT_DIE,
    NOT_THERE,
    NOT_YOURS,
    PLAN_BROKEN,
    ROUTED_MAY_NOT,
    WRONG_VERB,
)
from sandtable.rulebooks.formation.rout import tied
from sandtable.rulebooks.formation.stands import is_aircraft, side_of, whereabouts
from sandtable.rulebooks.formation.state import (
    ASK_ACTION,
    ASK_CARGO,
    ASK_COMMANDER,
    ASK_DIE,
    ASK_DROP,
    ASK_EDGE,
    ASK_FIRST,
    ASK_FORMATION,
    ASK_INSERT,
    ASK_PLACE,
    ASK_POWER,
    ASK_REPLAN,
    ASK_ROUT,
    ASK_ROUT_ORDER,
    ASK_SAVE,
    ASK_SNAP,
    ASK_SNAP_ACTION,
    ASK_WITHDRAWAL,
    EMBARKED,
    FORMATIONS,
    NONE,
    STANDS,
    Game,
    Scenario,
)
from sandtable.rulebooks.formation.withdrawal import strikers


@rule
def to_act(scenario: Scenario, game: Game) -> int:
    """The seat that must decide now, as a bit; 0 when the game is over."""
    if pending(game.decisions) == 0:
        return 0
    return 1 << int(game.decisions.items[int(game.decisions.depth) - 1].seat)


@rule
def is_legal(scenario: Scenario, game: Game, action: Action, work: Work) -> int:
    """0, or the code of the first reason why not."""
    question = pending(game.decisions)
    if question == 0:
        return GAME_OVER
    asked = game.decisions.items[int(game.decisions.depth) - 1]
    if int(asked.seat) != int(action.seat):
        return NOT_ASKED
    if int(action.verb) == verb.CONCEDE:
        return 0
    if int(action.formation) < NONE or int(action.formation) >= FORMATIONS:
        return NOT_YOURS
    if int(action.target) < NONE or int(action.target) >= FORMATIONS:
        return NOT_YOURS
    if question == ASK_EDGE or question == ASK_FIRST:
        wanted = verb.EDGE if question == ASK_EDGE else verb.FIRST
        return 0 if int(action.verb) == wanted and 0 <= int(action.amount) <= 1 else WRONG_VERB
    if question in (ASK_PLACE, ASK_CARGO, ASK_INSERT):
        return deploying_reason(scenario, game, action, work, question, int(asked.unit))
    if question in (ASK_FORMATION, ASK_COMMANDER):
        return activating_reason(scenario, game, action, question)
    if question == ASK_SNAP:
        return snapping_reason(scenario, game, action)
    if question in (ASK_ACTION, ASK_SNAP_ACTION):
        return acting_reason(scenario, game, action, work, int(asked.unit), question == ASK_SNAP_ACTION)
    if question in (ASK_ROUT, ASK_ROUT_ORDER, ASK_WITHDRAWAL, ASK_REPLAN):
        return routing_reason(scenario, game, action, work, question, int(asked.unit))
    return resolving_reason(scenario, game, action, work, question)


@rule
def deploying_reason(
    scenario: Scenario, game: Game, action: Action, work: Work, question: int, unit: int
) -> int:
    """Refusals while armies are placed: a formation, cargo, an arrival (FM-DEPLOY, FM-SPEC-15)."""
    f = int(action.formation)
    if question == ASK_PLACE:
        if int(action.verb) == verb.RESERVE:
            return reserve_reason(scenario, game, action)
        if int(action.verb) == verb.PLACE:
            return placing_reason(scenario, game, action, work)
        return WRONG_VERB
    if question == ASK_CARGO:
        if int(action.verb) == verb.DONE:
            return 0
        if int(action.verb) != verb.CARGO:
            return WRONG_VERB
        return cargo_reason(scenario, game, unit, int(action.target)) if f == unit else NOT_NOW
    if int(action.verb) != verb.INSERT and int(action.verb) != verb.HOLD:
        return WRONG_VERB
    if f < 0 or side_of(f) != int(action.seat):
        return NOT_YOURS
    if not may_arrive(scenario, game, f):
        return NOT_THERE
    return insertion_reason(scenario, game, action, work) if int(action.verb) == verb.INSERT else 0


@rule
def activating_reason(scenario: Scenario, game: Game, action: Action, question: int) -> int:
    """Refusals of an activation, by turn or by a commander's effect (FM-ROUND-04, FM-SPEC-03)."""
    if question == ASK_COMMANDER and int(action.verb) == verb.PASS:
        return 0
    if int(action.verb) != verb.ACTIVATE:
        return WRONG_VERB
    f = int(action.formation)
    if f < 0 or side_of(f) != int(action.seat) or int(scenario.roster[f].count) == 0:
        return NOT_YOURS
    if int(game.formations[f].activated):
        return HAS_ACTIVATED_ALREADY
    return 0 if can_be_activated(scenario, game, f) else NOT_THERE


@rule
def snapping_reason(scenario: Scenario, game: Game, action: Action) -> int:
    """Refusals of a snap action (FM-SNAP)."""
    if int(action.verb) == verb.PASS:
        return 0
    if int(action.verb) != verb.SNAP:
        return WRONG_VERB
    f = int(action.formation)
    if f < 0 or side_of(f) != int(action.seat) or int(scenario.roster[f].count) == 0:
        return NOT_YOURS
    return 0 if may_snap(scenario, game, f) else MAY_NOT_SNAP


@rule
def acting_reason(scenario: Scenario, game: Game, action: Action, work: Work, f: int, snapping: bool) -> int:
    """Refusals of an action of the formation that acts (FM-ACT)."""
    if int(action.formation) != f:
        return NOT_NOW
    chosen = int(action.verb)
    if chosen == verb.STOP and snapping:
        return WRONG_VERB
    if whereabouts(game, scenario, f) == EMBARKED and chosen != verb.STOP and chosen != verb.RALLY:
        return EMBARKED_MAY_NOT
    if must_move(scenario, game, f) and chosen != verb.MOVE:
        return MUST_MOVE_FIRST if is_aircraft(scenario, f) else MUST_REGROUP
    if chosen == verb.STOP:
        return 0
    if chosen == verb.RALLY:
        if int(action.amount) and not has_discipline(scenario, game, int(action.seat)):
            return NO_DISCIPLINE
        return 0
    if chosen == verb.ATTACK:
        if int(game.formations[f].routed):
            return ROUTED_MAY_NOT
        return attack_reason(scenario, game, f, action)
    if chosen == verb.MOVE:
        duty = int(game.snap_duty) if snapping else int(game.duty)
        return moving_reason(scenario, game, action, work, f, duty)
    if chosen == verb.LAND and not snapping:
        return landing_reason(scenario, game, action)
    return WRONG_VERB


@rule
def moving_reason(scenario: Scenario, game: Game, action: Action, work: Work, f: int, duty: int) -> int:
    """Refusals of a move: a War Cry that is not to be had, and those of the paths."""
    if int(action.amount) and not has_war_cry(scenario, game, int(action.seat)):
        return NO_WAR_CRY
    return move_reason(scenario, game, f, action, int(action.stands), duty, int(action.amount), work)


@rule
def routing_reason(
    scenario: Scenario, game: Game, action: Action, work: Work, question: int, unit: int
) -> int:
    """Refusals around rout moves and withdrawal attacks (FM-ROUT-02, FM-WITHDRAW, FM-R57, R61)."""
    chosen = int(action.verb)
    f = int(action.formation)
    if question == ASK_ROUT_ORDER:
        if chosen != verb.ROUT:
            return WRONG_VERB
        for i in range(tied(game)):
            if int(game.queue[i]) == f:
                return 0
        return NOT_NOW
    if question == ASK_WITHDRAWAL:
        if chosen == verb.PASS:
            return 0
        if chosen != verb.STRIKE:
            return WRONG_VERB
        if f < 0 or side_of(f) != int(action.seat):
            return NOT_YOURS
        return 0 if strikers(scenario, game, f) != 0 else NOT_NOW
    if question == ASK_REPLAN:
        plan = game.move
        if chosen == verb.KEEP:
            broken = move_reason(scenario, game, unit, plan, 0, int(plan.duty), int(plan.cry), work)
            return PLAN_BROKEN if broken != 0 else 0
        if chosen != verb.MOVE:
            return WRONG_VERB
        if f != unit:
            return NOT_NOW
        cry = int(plan.cry)
        return move_reason(scenario, game, unit, action, int(action.stands), int(plan.duty), cry, work)
    if chosen == verb.PASS:
        return 0
    if chosen != verb.MOVE:
        return WRONG_VERB
    return moving_reason(scenario, game, action, work, f, 0) if f == unit else NOT_NOW


@rule
def resolving_reason(scenario: Scenario, game: Game, action: Action, work: Work, question: int) -> int:
    """Refusals while an attack or a landing is resolved (FM-DICE, FM-WEAP-11, FM-SPEC-19, FM-LAND)."""
    chosen = int(action.verb)
    if question == ASK_POWER:
        return 0 if chosen == verb.POWERED and 0 <= int(action.amount) <= 1 else WRONG_VERB
    if question == ASK_SAVE:
        return 0 if chosen == verb.SAVE or chosen == verb.PASS else WRONG_VERB
    if question == ASK_DROP:
        if chosen == verb.DONE:
            return 0
        return drop_reason(scenario, game, action, work) if chosen == verb.DROP else WRONG_VERB
    if question != ASK_DIE or chosen != verb.DIE:
        return WRONG_VERB
    face, k = int(action.amount), int(action.stand)
    if face < 1 or face > 6 or int(game.attack.kept[face]) == 0:
        return NO_SUCH_DIE
    if int(action.target) != int(game.attack.target) or k < 0 or k >= STANDS:
        return NOT_NEAREST
    if not next_stands(game.attack) >> k & 1:
        return NOT_NEAREST
    return 0 if next_faces(scenario, game, game.attack, k) >> face & 1 else NOT_THAT_DIE


@rule
def legal(scenario: Scenario, game: Game, seat: int, work: Work) -> int:
    """The finite set of legal actions that `candidates` documents, into ``work.actions``; how many.

    Where only placing and moving are asked for it is a selection, else it is complete but for conceding.
    """
    work.count = 0
    if to_act(scenario, game) >> seat & 1:
        list_all(scenario, game, seat, work)
    return int(work.count)


@rule
def legal_of(scenario: Scenario, game: Game, seat: int, unit: int, work: Work) -> int:
    """Those of the formation that stand ``unit`` belongs to; with NONE those that belong to no formation."""
    work.count = 0
    f = NONE if unit == NONE else unit // STANDS
    if to_act(scenario, game) >> seat & 1:
        list_all(scenario, game, seat, work)
    kept = 0
    for i in range(int(work.count)):
        if int(work.actions[i].formation) == f:
            if kept != i:
                work.actions[kept] = work.actions[i]
            kept += 1
    work.count = kept
    return kept
