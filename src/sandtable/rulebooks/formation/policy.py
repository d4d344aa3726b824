"""The scripted player: an instinct, not a search. It reads a view, as any player does.

Every decision is weighed in one currency, hundredths of a point (`estimates`): what a place is worth
(`policy_ground`), what an action would do (`policy_moves`, `policy_fire`), and here whose turn it is to act.
"""

from __future__ import annotations

from sandtable.core.compile import rule
from sandtable.core.decisions import pending
from sandtable.core.dice import Dice, roll
from sandtable.rulebooks.formation import actions as verb
from sandtable.rulebooks.formation import policy_fire, policy_moves
from sandtable.rulebooks.formation.actions import Action, Work
from sandtable.rulebooks.formation.activation import can_be_activated, may_snap
from sandtable.rulebooks.formation.candidates import list_all
from sandtable.rulebooks.formation.estimates import fire_gain, rally_gain, rounds_to_come, worth_of
from sandtable.rulebooks.formation.lists import clear
from sandtable.rulebooks.formation.policy_ground import (
    best_fire,
    danger,
    marker_worth,
    plain_stake,
)
from sandtable.rulebooks.formation.rout import tied
from sandtable.rulebooks.formation.stands import exists, fielded, is_aircraft, whereabouts
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
    BY_ACTION,
    BY_SNAP,
    EMBARKED,
    NONE,
    PER_SIDE,
    Game,
    Scenario,
)

STRIKE = 60  # what an activation must promise, so that it comes before those that can wait
SNAP = 60  # what a snap action must gain beyond what the activation it costs would


@rule
def policy(scenario: Scenario, view: Game, seat: int, dice: Dice, work: Work, out: Action) -> None:
    """The scripted player's next action, from what ``seat`` may know. Always legal."""
    question = pending(view.decisions)
    unit = int(view.decisions.items[int(view.decisions.depth) - 1].unit)
    clear(out, verb.PASS, seat, NONE)
    work.count = 0
    if question == ASK_EDGE:
        out.verb = verb.EDGE
        out.amount = roll(dice, 0, 2) - 1
    elif question == ASK_PLACE:
        policy_moves.deploy(scenario, view, seat, dice, work, out)
    elif question == ASK_CARGO:
        policy_moves.load_cargo(scenario, view, seat, unit, out)
    elif question == ASK_FIRST:
        choose_first(scenario, view, seat, out)
    elif question == ASK_INSERT:
        list_all(scenario, view, seat, work)
        policy_moves.arrive(scenario, view, seat, dice, work, out)
    elif question in (ASK_FORMATION, ASK_COMMANDER):
        activate(scenario, view, seat, question == ASK_COMMANDER, out)
    elif question in (ASK_ACTION, ASK_SNAP_ACTION):
        policy_moves.take_action(scenario, view, seat, unit, question == ASK_SNAP_ACTION, work, out)
    elif question == ASK_SNAP:
        snap(scenario, view, seat, out)
    elif question in (ASK_ROUT, ASK_REPLAN):
        policy_moves.flee(scenario, view, seat, question, unit, work, out)
    elif question == ASK_DROP:
        list_all(scenario, view, seat, work)
        policy_moves.drop_off(scenario, view, seat, unit, dice, work, out)
    else:
        answer(scenario, view, seat, question, out)


@rule
def answer(scenario: Scenario, view: Game, seat: int, question: int, out: Action) -> None:
    """Short answers: dice, saves, withdrawal attacks, the order of rout moves."""
    if question == ASK_DIE:
        policy_fire.choose_die(scenario, view, out)
    elif question == ASK_POWER:
        policy_fire.choose_power(scenario, view, out)
    elif question == ASK_SAVE:
        out.verb = verb.SAVE
    elif question == ASK_WITHDRAWAL:
        policy_fire.strike_back(scenario, view, seat, out)
    elif question == ASK_ROUT_ORDER:
        out.verb = verb.ROUT
        out.formation = view.queue[tied(view) - 1]


# Whose turn


@rule
def urgency(scenario: Scenario, view: Game, f: int) -> int:
    """What a formation would do or lose if it acted now or waited: its best fire, and its danger."""
    if whereabouts(view, scenario, f) == EMBARKED:
        return -1000
    if int(view.formations[f].routed):
        return 0
    if is_aircraft(scenario, f):
        return carries(scenario, view, f)
    gain = best_fire(scenario, view, f, BY_ACTION, 0)[1]
    return gain + danger(scenario, view, f, plain_stake(scenario, view, f)) // 2


@rule
def carries(scenario: Scenario, view: Game, f: int) -> int:
    """Transports with cargo go when most enemies are done, just before what they carry."""
    home = f // PER_SIDE * PER_SIDE
    for cargo in range(home, home + PER_SIDE):
        if int(scenario.roster[cargo].count) > 0 and whereabouts(view, scenario, cargo) == EMBARKED:
            return -500
    return STRIKE


@rule
def activate(scenario: Scenario, view: Game, seat: int, by_commander: bool, out: Action) -> None:
    """The formation for which it is most urgent; if for none, the one that is worth least.

    A commander's effect is used only where it is urgent.
    """
    most, least = -1 << 20, 1 << 20
    urgent, idle = NONE, NONE
    for f in range(seat * PER_SIDE, seat * PER_SIDE + PER_SIDE):
        if not can_be_activated(scenario, view, f):
            continue
        now = urgency(scenario, view, f)
        value = worth_of(scenario, view, f, plain_stake(scenario, view, f)) - min(0, now) * 100
        if now > most:
            urgent, most = f, now
        if value < least:
            idle, least = f, value
    if by_commander and most < 2 * STRIKE:
        return
    clear(out, verb.ACTIVATE, seat, urgent if most >= STRIKE else idle)


@rule
def strike_first(scenario: Scenario, view: Game, seat: int) -> int:
    """What the best first attack of a side would take."""
    most = 0
    for f in range(seat * PER_SIDE, seat * PER_SIDE + PER_SIDE):
        if int(scenario.roster[f].count) > 0 and fielded(view, scenario, f) != 0:
            if not int(view.formations[f].routed):
                most = max(most, best_fire(scenario, view, f, BY_ACTION, 0)[1])
    return most


@rule
def choose_first(scenario: Scenario, view: Game, seat: int, out: Action) -> None:
    """Strike first where there is something to strike; in the last round the last word is worth more."""
    threshold = 2 * STRIKE + (marker_worth(scenario, view) // 3 if rounds_to_come(scenario, view) == 0 else 0)
    first = max(strike_first(scenario, view, seat), strike_first(scenario, view, 1 - seat)) > threshold
    clear(out, verb.FIRST, seat, NONE)
    out.amount = seat if first else 1 - seat


# Snap actions


@rule
def snap(scenario: Scenario, view: Game, seat: int, out: Action) -> None:
    """Hold the snap action for the moment that matters.

    It costs an activation of two actions, so it must stop what the active formation would do next, or save
    one of ours that would not live to act.
    """
    active = int(view.active)
    more = int(view.allowed) > int(view.taken) and not int(view.formations[active].routed)
    menace = 0
    if more and whereabouts(view, scenario, active) != EMBARKED:
        menace = best_fire(scenario, view, active, BY_ACTION, 0)[1]
    most = SNAP
    for f in range(seat * PER_SIDE, seat * PER_SIDE + PER_SIDE):
        if not may_snap(scenario, view, f):
            continue
        gain = snap_gain(scenario, view, f, active, menace)
        if gain > most:
            most = gain
            clear(out, verb.SNAP, seat, f)


@rule
def snap_gain(scenario: Scenario, view: Game, f: int, active: int, menace: int) -> int:
    """What a snap action of a formation gains beyond what its activation would be worth.

    ``menace`` is what the best attack of the active formation would take, 0 if it has no action left.
    """
    stake = plain_stake(scenario, view, f)
    whole = max(1, worth_of(scenario, view, f, stake))
    menaced = fire_gain(scenario, view, active, f, BY_ACTION, stake) if menace > 0 else 0
    risk = min(100, 100 * (danger(scenario, view, f, stake) + menaced) // whole)
    later = best_fire(scenario, view, f, BY_ACTION, 0)[1] * 3 // 2 * (100 - risk) // 100
    target, gain = best_fire(scenario, view, f, BY_SNAP, 0)
    if target == active:
        theirs = max(1, worth_of(scenario, view, active, plain_stake(scenario, view, active)))
        gain += menace * min(100, 150 * gain // theirs) // 100
    if 2 * menaced > whole:
        saved = rally_gain(scenario, view, f, policy_moves.markers_off(scenario, view, f), stake)
        gain = max(gain, 2 * saved)
    return gain - later


# The worth of a position


@rule
def value(scenario: Scenario, view: Game, seat: int) -> int:
    """How good a position looks to a seat, in thousandths of a point: formations and what they hold."""
    total = 0
    for f in range(2 * PER_SIDE):
        if int(scenario.roster[f].count) == 0 or not exists(view, scenario, f):
            continue
        if fielded(view, scenario, f) == 0:
            continue
        mine = worth_of(scenario, view, f, plain_stake(scenario, view, f))
        total += mine if f // PER_SIDE == seat else -mine
    return 10 * total
