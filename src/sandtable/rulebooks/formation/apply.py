"""The only writer of a game: takes an action, then goes on by the rules until someone must decide."""

from __future__ import annotations

from sandtable.core.compile import rule
from sandtable.core.decisions import answered, ask
from sandtable.core.dice import Dice
from sandtable.core.events import EVERYONE, Events, emit
from sandtable.rulebooks.formation import actions as verb
from sandtable.rulebooks.formation.actions import Action, Work
from sandtable.rulebooks.formation.activation import (
    activate,
    begin_round,
    end_activation,
    end_snap,
    go_on,
    goes_first,
    next_insertion,
    next_turn,
    rally,
    snap,
    snap_window,
)
from sandtable.rulebooks.formation.aircraft import anything_aboard, drop_off, land
from sandtable.rulebooks.formation.allocation import assign, roll_save
from sandtable.rulebooks.formation.attack import declare, resolve, spared, suffer
from sandtable.rulebooks.formation.coherency import is_split
from sandtable.rulebooks.formation.deployment import (
    arrive,
    ask_cargo,
    embark,
    next_placing,
    pick_edge,
    place,
    stay_off,
)
from sandtable.rulebooks.formation.firepower import attackers_of
from sandtable.rulebooks.formation.happenings import HAS_DECLINED_ROUT, HAS_FIRST_TURN
from sandtable.rulebooks.formation.mission import concede, end_round
from sandtable.rulebooks.formation.movement import begin_move, execute, forget_move, lay_plan, take_off, trim
from sandtable.rulebooks.formation.rout import dequeue, settle, take_stock, tied
from sandtable.rulebooks.formation.stands import fielded, side_of
from sandtable.rulebooks.formation.state import (
    ACTIVATING,
    ASK_COMMANDER,
    ASK_DROP,
    ASK_REPLAN,
    ASK_ROUT,
    ASK_ROUT_ORDER,
    ASK_SAVE,
    ASK_SNAP,
    ASK_SNAP_ACTION,
    ASK_WITHDRAWAL,
    BY_ACTION,
    BY_LANDING,
    BY_ROUT,
    BY_SNAP,
    DEPLOYING,
    ENDED,
    INSERTING,
    NO_ATTACK,
    NONE,
    Game,
    Scenario,
)
from sandtable.rulebooks.formation.withdrawal import any_strikers, forgo, strike


@rule
def apply(scenario: Scenario, game: Game, action: Action, dice: Dice, events: Events, work: Work) -> None:
    """Carry out a legal action and everything that follows from it without a further decision."""
    asked = game.decisions.items[int(game.decisions.depth) - 1]
    question, unit = int(asked.kind), int(asked.unit)
    answered(game.decisions)
    chosen = int(action.verb)
    if chosen == verb.CONCEDE:
        concede(game, events, int(action.seat))
    elif chosen <= verb.HOLD or chosen == verb.DONE:
        prepare(scenario, game, action, events, question, unit)
    elif chosen == verb.PASS:
        decline(scenario, game, dice, events, question, unit)
    elif chosen in (verb.ACTIVATE, verb.SNAP, verb.STOP):
        choose(scenario, game, action, events, question, work)
    elif chosen in (verb.RALLY, verb.ATTACK, verb.MOVE, verb.LAND):
        act(scenario, game, action, dice, events, question)
    else:
        answer(scenario, game, action, dice, events, unit)
    while int(game.decisions.depth) == 0 and int(game.step) != ENDED:
        proceed(scenario, game, dice, events, work)


@rule
def prepare(scenario: Scenario, game: Game, action: Action, events: Events, question: int, unit: int) -> None:
    """Edges, deployment, first turns, arrivals; and the end of a landing."""
    chosen = int(action.verb)
    f = int(action.formation)
    if chosen == verb.EDGE:
        pick_edge(game, events, int(action.seat), int(action.amount))
    elif chosen == verb.PLACE:
        place(scenario, game, events, action)
    elif chosen == verb.CARGO:
        embark(scenario, game, events, unit, fielded(game, scenario, unit), int(action.target))
        ask_cargo(scenario, game, unit)
    elif chosen == verb.RESERVE:
        stay_off(scenario, game, events, f)
    elif chosen == verb.FIRST:
        emit(events, HAS_FIRST_TURN, EVERYONE, int(action.amount), NONE, NONE, 0)
        goes_first(game, int(action.amount))
    elif chosen == verb.INSERT:
        game.formations[f].asked = 1
        arrive(scenario, game, events, action)
        game.acting = f
    elif chosen == verb.HOLD:
        game.formations[f].asked = 1
    elif question == ASK_DROP:
        game.landed = 0
    else:
        game.turn = 1 - int(action.seat)


@rule
def decline(scenario: Scenario, game: Game, dice: Dice, events: Events, question: int, unit: int) -> None:
    """An offer is not taken (FM-R64)."""
    if question == ASK_SNAP:
        go_on(scenario, game, events)
    elif question == ASK_WITHDRAWAL:
        forgo(scenario, game)
    elif question == ASK_SAVE:
        suffer(scenario, game, dice, events)
    elif question == ASK_ROUT:
        emit(events, HAS_DECLINED_ROUT, EVERYONE, side_of(unit), unit, NONE, 1)


@rule
def choose(scenario: Scenario, game: Game, action: Action, events: Events, question: int, work: Work) -> None:
    """A formation is activated, snaps, or takes no more actions."""
    f = int(action.formation)
    if int(action.verb) == verb.ACTIVATE:
        activate(scenario, game, events, f, 1 if question == ASK_COMMANDER else 0, work)
    elif int(action.verb) == verb.SNAP:
        snap(scenario, game, events, f, work)
    else:
        end_activation(scenario, game, events)


@rule
def act(scenario: Scenario, game: Game, action: Action, dice: Dice, events: Events, question: int) -> None:
    """An action of a formation: its activation's, a snap action, a rout move, or a new plan for a move."""
    f = int(action.formation)
    if question == ASK_REPLAN:
        lay_plan(game, action)
        take_off(scenario, game, events, action, f)
        game.move.replan = 0
        return
    by, duty = BY_ACTION, int(game.duty)
    if question == ASK_SNAP_ACTION:
        by, duty = BY_SNAP, int(game.snap_duty)
    elif question == ASK_ROUT:
        by, duty = BY_ROUT, 0
    if by != BY_ROUT:
        game.after = by
    if by == BY_ACTION:
        game.taken += 1
    game.acting = f
    game.began_routed = game.formations[f].routed
    if int(action.verb) == verb.RALLY:
        rally(scenario, game, events, f, int(action.amount))
    elif int(action.verb) == verb.ATTACK:
        shooters = attackers_of(scenario, game, f, action)
        declare(scenario, game, events, f, int(action.target), by, shooters, int(action.stands))
    elif int(action.verb) == verb.MOVE:
        begin_move(scenario, game, events, action, f, by, duty, int(action.amount))
    else:
        land(scenario, game, dice, events, f, int(action.stands))
        if int(action.target) != NONE:
            pick_up(scenario, game, int(action.target))


@rule
def pick_up(scenario: Scenario, game: Game, cargo: int) -> None:
    """Landed aircraft pick up a formation, which leaves whatever it touches (FM-LAND-07, FM-R86)."""
    forget_move(game)
    game.move.formation = cargo
    game.move.by = BY_LANDING
    for s in range(len(game.stands)):
        game.stands[s].struck = 0


@rule
def answer(scenario: Scenario, game: Game, action: Action, dice: Dice, events: Events, unit: int) -> None:
    """An answer to a question that an attack, a move, a rout or a landing has raised."""
    chosen = int(action.verb)
    if chosen == verb.ROUT:
        for i in range(tied(game)):
            if int(game.queue[i]) == int(action.formation):
                f = dequeue(game, i)
                ask(game.decisions, ASK_ROUT, side_of(f), f, NONE)
                return
    elif chosen == verb.STRIKE:
        strike(scenario, game, events, int(action.formation))
    elif chosen == verb.KEEP:
        game.move.replan = 0
    elif chosen == verb.POWERED:
        game.attack.structure_only = int(action.amount)
    elif chosen == verb.DIE:
        assign(game.attack, int(action.stand), int(action.amount))
    elif chosen == verb.SAVE:
        if roll_save(scenario, game, game.attack, dice, events, int(game.attack.stand[int(game.attack.at)])):
            spared(game.attack)
        else:
            suffer(scenario, game, dice, events)
    else:
        drop_off(scenario, game, events, action)


@rule
def proceed(scenario: Scenario, game: Game, dice: Dice, events: Events, work: Work) -> None:
    """One step that needs no decision, in the order of precedence of the rules (FM-R57)."""
    if int(game.attack.stage) != NO_ATTACK:
        resolve(scenario, game, dice, events)
        if int(game.attack.stage) == NO_ATTACK and int(game.move.formation) != NONE:
            take_stock(scenario, game, events)
            trim(game)
    elif int(game.move.formation) != NONE:
        go_on_moving(scenario, game, dice, events, work)
    elif int(game.landed) != 0:
        go_on_landing(scenario, game)
    elif int(game.acting) != NONE:
        settle(scenario, game, events)
    elif int(game.queued) > 0:
        offer_rout(scenario, game)
    elif int(game.after) == BY_ACTION:
        game.after = 0
        snap_window(scenario, game, events)
    elif int(game.after) == BY_SNAP:
        game.after = 0
        end_snap(scenario, game, events)
    elif int(game.step) == DEPLOYING:
        if not next_placing(scenario, game):
            begin_round(game, dice, events)
    elif int(game.step) == INSERTING:
        next_insertion(scenario, game, events)
    elif int(game.step) == ACTIVATING:
        if not next_turn(scenario, game):
            end_round(scenario, game, events)
            if int(game.step) != ENDED:
                begin_round(game, dice, events)


@rule
def go_on_moving(scenario: Scenario, game: Game, dice: Dice, events: Events, work: Work) -> None:
    """Withdrawal attacks first, then a new plan if there were any, then the stands move (FM-R61)."""
    plan = game.move
    f = int(plan.formation)
    if fielded(game, scenario, f) == 0:
        game.landed = 0  # who came to pick it up drops nobody off (FM-LAND-05)
        forget_move(game)
    elif any_strikers(scenario, game):
        ask(game.decisions, ASK_WITHDRAWAL, 1 - side_of(f), f, NONE)
    elif int(plan.by) == BY_LANDING:
        embark(scenario, game, events, int(game.active), int(game.landed), f)
        game.landed = 0
        forget_move(game)
    elif int(plan.replan):
        ask(game.decisions, ASK_REPLAN, side_of(f), f, NONE)
    else:
        execute(scenario, game, dice, events, work)
        forget_move(game)
        if f == int(game.active) and int(game.duty):
            game.duty = 1 if is_split(scenario, game, f, work) else 0


@rule
def go_on_landing(scenario: Scenario, game: Game) -> None:
    """Ask for formations to drop off while there are any; then the aircraft take off (FM-LAND-06, 16)."""
    f = int(game.active)
    if anything_aboard(scenario, game, f, int(game.landed)):
        ask(game.decisions, ASK_DROP, side_of(f), f, NONE)
    else:
        game.landed = 0


@rule
def offer_rout(scenario: Scenario, game: Game) -> None:
    """Offer the next routed formation its free move; of several at once the active player orders them."""
    if tied(game) > 1:
        seat = int(game.first) if int(game.active) == NONE else side_of(int(game.active))
        ask(game.decisions, ASK_ROUT_ORDER, seat, NONE, NONE)
        return
    f = dequeue(game, 0)
    if fielded(game, scenario, f) != 0:
        ask(game.decisions, ASK_ROUT, side_of(f), f, NONE)
