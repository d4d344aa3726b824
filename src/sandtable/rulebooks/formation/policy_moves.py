"""The scripted player's moves: where to deploy, to march, to land, to flee; and what an activation is for."""

from __future__ import annotations

from sandtable.core.boards.free import distance2, root
from sandtable.core.compile import rule
from sandtable.core.dice import Dice, roll
from sandtable.rulebooks.formation import actions as verb
from sandtable.rulebooks.formation.actions import Action, Work
from sandtable.rulebooks.formation.activation import has_discipline, must_move
from sandtable.rulebooks.formation.candidates import (
    list_landings,
    list_places,
    list_reactions,
    list_removals,
)
from sandtable.rulebooks.formation.deployment import all_insert, cargo_reason, is_to_be_placed
from sandtable.rulebooks.formation.estimates import fire_gain, points_left, rally_gain, rounds_to_come
from sandtable.rulebooks.formation.lists import clear, copy_action
from sandtable.rulebooks.formation.marches import list_moves
from sandtable.rulebooks.formation.policy_fire import declare_attack
from sandtable.rulebooks.formation.policy_ground import (
    actions_to_come,
    best_fire,
    nearest_enemy,
    run_down_loss,
    stake_of,
    standing,
    take_back,
    touched_by,
    try_on,
    weigh_markers,
)
from sandtable.rulebooks.formation.stands import (
    effective_stress,
    has_special,
    is_aircraft,
    stands_counted,
    whereabouts,
)
from sandtable.rulebooks.formation.state import (
    ASK_REPLAN,
    ASK_ROUT,
    BY_ACTION,
    BY_SNAP,
    EMBARKED,
    NONE,
    PER_SIDE,
    STANDS,
    VETERAN,
    Game,
    Scenario,
)

WORST = -(1 << 28)
VARIETY = 80  # places that differ by less are as good to deploy at


# Placing


@rule
def best_of_list(
    scenario: Scenario, view: Game, actions: int, spread: int, dice: Dice, work: Work
) -> tuple[int, int]:
    """The listed place where a formation stands best, with a look at whom it could attack; its value.

    Of places that differ by less than ``spread``, any.
    """
    best, most = NONE, WORST
    last = NONE
    for i in range(int(work.count)):
        action = work.actions[i]
        f = int(action.formation)
        if int(action.verb) not in (verb.PLACE, verb.INSERT, verb.DROP):
            continue
        if f != last:
            weigh_markers(scenario, view, f, work)
            last = f
        try_on(view, f, action, work)
        value = standing(scenario, view, f, actions, work)
        value += best_fire(scenario, view, f, BY_ACTION, 0)[1] // 4
        if is_aircraft(scenario, f):
            value -= from_the_middle(scenario, view, f)
        take_back(view, f, work)
        value += roll(dice, 0, spread)
        if value > most:
            best, most = i, value
    return best, most


@rule
def from_the_middle(scenario: Scenario, view: Game, f: int) -> int:
    """How far from the middle of the table a formation's first stand is, in centimetres."""
    stand = view.stands[f * STANDS]
    x, y = int(scenario.width) // 2, int(scenario.depth) // 2
    return root(distance2(x, y, int(stand.x), int(stand.y))) // 100


@rule
def deploy(scenario: Scenario, view: Game, seat: int, dice: Dice, work: Work, out: Action) -> None:
    """Transports first, then in the army's order; who can arrive by insertion waits off the board.

    Never twice the same way: of places that are about as good, any.
    """
    chosen = NONE
    for f in range(seat * PER_SIDE, seat * PER_SIDE + PER_SIDE):
        if is_to_be_placed(scenario, view, f):
            if chosen == NONE or (is_aircraft(scenario, f) and not is_aircraft(scenario, chosen)):
                chosen = f
    if all_insert(scenario, chosen):
        clear(out, verb.RESERVE, seat, chosen)
        return
    list_places(scenario, view, seat, chosen, work)
    best, _ = best_of_list(scenario, view, actions_to_come(scenario, view, 2), VARIETY, dice, work)
    copy_action(work.actions[best], out)


@rule
def load_cargo(scenario: Scenario, view: Game, seat: int, f: int, out: Action) -> None:
    """Embark the formation that is worth most, unless it can arrive by itself."""
    clear(out, verb.DONE, seat, NONE)
    most = 0
    for cargo in range(seat * PER_SIDE, seat * PER_SIDE + PER_SIDE):
        if cargo_reason(scenario, view, f, cargo) == 0 and not all_insert(scenario, cargo):
            points = points_left(scenario, view, cargo)
            if points > most:
                most = points
                clear(out, verb.CARGO, seat, f)
                out.target = cargo


@rule
def arrive(scenario: Scenario, view: Game, seat: int, dice: Dice, work: Work, out: Action) -> None:
    """Arrive as soon as a good place is free, at the last moment anywhere."""
    best, most = best_of_list(scenario, view, actions_to_come(scenario, view, 2), 1, dice, work)
    if best != NONE and (most > 0 or rounds_to_come(scenario, view) == 0):
        copy_action(work.actions[best], out)
        return
    for i in range(int(work.count)):
        if int(work.actions[i].verb) == verb.HOLD:
            copy_action(work.actions[i], out)
            return


@rule
def drop_off(scenario: Scenario, view: Game, seat: int, f: int, dice: Dice, work: Work, out: Action) -> None:
    """Put what is aboard down where it stands best."""
    best, _ = best_of_list(scenario, view, actions_to_come(scenario, view, 2), 1, dice, work)
    clear(out, verb.DONE, seat, NONE)
    if best != NONE:
        copy_action(work.actions[best], out)


# Moving


@rule
def cost_of_leaving(scenario: Scenario, view: Game, f: int) -> int:
    """What the withdrawal attacks would cost of all who are in contact."""
    touched = touched_by(scenario, view, f)
    total = 0
    enemies = (1 - f // PER_SIDE) * PER_SIDE
    for e in range(PER_SIDE):
        if touched >> e & 1 and not int(view.formations[enemies + e].routed):
            total += fire_gain(scenario, view, enemies + e, f, BY_ACTION, 0)
    return total


@rule
def best_move(
    scenario: Scenario, view: Game, f: int, actions: int, share: int, work: Work
) -> tuple[int, int, int]:
    """Of the listed moves the best: its place, value with ``share`` percent of the fire that may follow,
    and the best value of any with no fire to follow.
    """
    best, most, quiet = NONE, WORST, WORST
    leaving = cost_of_leaving(scenario, view, f)
    away = nearest_enemy(scenario, view, f)
    for i in range(int(work.count)):
        action = work.actions[i]
        if int(action.verb) != verb.MOVE:
            continue
        try_on(view, f, action, work)
        value = standing(scenario, view, f, actions, work)
        if leaving > 0 and touched_by(scenario, view, f) == 0:
            value -= leaving
        fire = 0
        if int(view.formations[f].routed):
            value -= run_down_loss(scenario, view, f)
        else:
            fire = best_fire(scenario, view, f, BY_ACTION, 0)[1]
            if fire == 0:
                value += (away - nearest_enemy(scenario, view, f)) // 200
        take_back(view, f, work)
        quiet = max(quiet, value + fire // 4)
        if value + fire * share // 100 > most:
            best, most = i, value + fire * share // 100
    return best, most, quiet


@rule
def flee(scenario: Scenario, view: Game, seat: int, question: int, f: int, work: Work, out: Action) -> None:
    """A rout move out of harm's way, or none where that would cost more; or a new plan."""
    weigh_markers(scenario, view, f, work)
    list_reactions(scenario, view, seat, question, f, work)
    actions = actions_to_come(scenario, view, 0)
    if question == ASK_REPLAN and int(work.actions[0].verb) == verb.KEEP:
        copy_action(work.actions[0], out)
        return
    stay = standing(scenario, view, f, actions, work)
    best, most, _ = best_move(scenario, view, f, actions, 25, work)
    if best != NONE and (most > stay or question != ASK_ROUT):
        copy_action(work.actions[best], out)
    else:
        copy_action(work.actions[0], out)


# An activation


@rule
def markers_off(scenario: Scenario, view: Game, f: int) -> int:
    """How many markers a rally would remove (FM-RALLY-01, FM-SPEC-36, FM-AIR-16)."""
    stress = int(view.formations[f].stress)
    if is_aircraft(scenario, f):
        return stress
    more = 1 if has_special(scenario, view, f, VETERAN) else 0
    return min(stress, (stress + 1) // 2 + more)


@rule
def best_attack(scenario: Scenario, view: Game, seat: int, f: int, by: int, work: Work, out: Action) -> int:
    """Declare the attack that takes most, if any can be made; what it is likely to take."""
    barred = 0
    while True:
        target, gain = best_fire(scenario, view, f, by, barred)
        if target == NONE:
            return 0
        if declare_attack(scenario, view, seat, f, target, work, out):
            return gain
        barred |= 1 << target % PER_SIDE


@rule
def take_action(
    scenario: Scenario, view: Game, seat: int, f: int, snapping: bool, work: Work, out: Action
) -> None:
    """The action that promises most: attack, rally, move or land; with one to follow, the two together."""
    stressed = int(view.formations[f].stress) > 0
    clear(out, verb.RALLY if snapping or stressed else verb.STOP, seat, f)
    if whereabouts(view, scenario, f) == EMBARKED:
        return
    compelled = must_move(scenario, view, f)
    left = 0 if snapping else int(view.allowed) - int(view.taken) - 1
    actions = actions_to_come(scenario, view, left)
    weigh_markers(scenario, view, f, work)
    stay = standing(scenario, view, f, actions, work)
    fire, rallied = 0, 0
    if not compelled and not int(view.formations[f].routed):
        fire = best_attack(scenario, view, seat, f, BY_SNAP if snapping else BY_ACTION, work, work.draft[0])
    if not compelled:
        rallied = rally_value(scenario, view, f, work)
    work.count = 0
    list_moves(scenario, view, seat, f, int(view.snap_duty) if snapping else int(view.duty), work)
    best, moved, quiet = best_move(scenario, view, f, actions, 90 if left > 0 else 25, work)
    moved -= stay
    quiet -= stay
    if compelled:
        if best == NONE:
            list_removals(scenario, view, seat, f, int(view.snap_duty) if snapping else int(view.duty), work)
            best = 0
        copy_action(work.actions[best], out)
        return
    most = fire // 4
    if left > 0:
        most = 0
    attack = fire + (max(fire * 3 // 4, max(quiet, rallied)) if left > 0 else fire // 4)
    if fire > 0 and attack > most:
        most = attack
        copy_action(work.draft[0], out)
    calm = rallied + (max(fire, quiet) if left > 0 else fire // 4)
    if rallied > 0 and calm > most:
        most = calm
        clear(out, verb.RALLY, seat, f)
        if markers_off(scenario, view, f) < int(view.formations[f].stress) and has_discipline(
            scenario, view, seat
        ):
            out.amount = 1
    if best != NONE and moved > most and not snapping:
        most = moved
        copy_action(work.actions[best], out)
    if not snapping and is_aircraft(scenario, f) and int(view.taken) > 0:
        land(scenario, view, seat, f, most, work, out)


@rule
def rally_value(scenario: Scenario, view: Game, f: int, work: Work) -> int:
    """What a rally is worth: steadiness and hold; to those who stay routed, less what is run down."""
    removed = markers_off(scenario, view, f)
    if removed == 0:
        return 0
    value = rally_gain(scenario, view, f, removed, stake_of(scenario, view, f, work))
    if int(view.formations[f].routed):
        view.formations[f].stress -= removed
        if effective_stress(scenario, view, f) >= stands_counted(scenario, view, f):
            value -= run_down_loss(scenario, view, f)
        view.formations[f].stress += removed
    return value


@rule
def land(scenario: Scenario, view: Game, seat: int, f: int, most: int, work: Work, out: Action) -> None:
    """Land to drop off, if that is possible here."""
    work.count = 0
    list_landings(scenario, view, seat, f, work)
    for i in range(int(work.count)):
        if int(work.actions[i].target) == NONE and most < 300:
            copy_action(work.actions[i], out)
            return
