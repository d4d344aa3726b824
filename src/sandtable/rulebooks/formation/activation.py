"""Rounds, turns, activations, rallies, snap actions and commanders (FM-ROUND, FM-ACT, FM-RALLY, FM-SNAP)."""

from __future__ import annotations

from sandtable.core.compile import rule
from sandtable.core.decisions import ask
from sandtable.core.dice import Dice
from sandtable.core.events import EVERYONE, Events, emit
from sandtable.rulebooks.formation.actions import Work
from sandtable.rulebooks.formation.allocation import one_die
from sandtable.rulebooks.formation.coherency import is_split
from sandtable.rulebooks.formation.happenings import (
    DIE_FIRST,
    HAS_ACTIVATED,
    HAS_BEGUN_ROUND,
    HAS_ENDED_ACTIVATION,
    HAS_FINISHED,
    HAS_FIRST_TURN,
    HAS_RALLIED,
    HAS_SNAPPED,
)
from sandtable.rulebooks.formation.stands import (
    exists,
    fielded,
    has_special,
    is_aircraft,
    living,
    on_table,
    side_of,
    type_of,
    whereabouts,
)
from sandtable.rulebooks.formation.state import (
    ACTIVATING,
    ASK_ACTION,
    ASK_COMMANDER,
    ASK_FIRST,
    ASK_FORMATION,
    ASK_INSERT,
    ASK_SNAP,
    ASK_SNAP_ACTION,
    CHOOSING_FIRST,
    COMMANDER,
    EMBARKED,
    FIRE_DISCIPLINE,
    FORMATIONS,
    INSERTING,
    NONE,
    OFF_BOARD,
    ON_TABLE,
    PER_SIDE,
    SIDES,
    STANDS,
    VETERAN,
    WAR_CRY,
    Game,
    Scenario,
)

# Rounds


@rule
def begin_round(game: Game, dice: Dice, events: Events) -> None:
    """A new round: in the first the players roll off, later the one who finished first chooses.

    FM-ROUND-01, 05, 06, FM-R70.
    """
    game.round += 1
    emit(events, HAS_BEGUN_ROUND, EVERYONE, NONE, NONE, NONE, int(game.round))
    for f in range(FORMATIONS):
        game.formations[f].activated = 0
        game.formations[f].asked = 0
    chooser = int(game.finished)
    game.finished = NONE
    if int(game.round) == 1:
        goes_first(game, roll_off(dice, events))
    else:
        game.step = CHOOSING_FIRST
        ask(game.decisions, ASK_FIRST, chooser, NONE, NONE)


@rule
def roll_off(dice: Dice, events: Events) -> int:
    """Both players roll a d6, again while equal; the higher wins (FM-ROUND-05, FM-R70)."""
    while True:
        at = emit(events, HAS_FIRST_TURN, EVERYONE, NONE, NONE, NONE, 0)
        one = one_die(dice, events, at, DIE_FIRST)
        other = one_die(dice, events, at, DIE_FIRST)
        if one != other:
            events.items[at].seat = 0 if one > other else 1
            return 0 if one > other else 1


@rule
def goes_first(game: Game, seat: int) -> None:
    """A seat has the first turn of the round; before it, formations may arrive by insertion (FM-R88)."""
    game.first = seat
    game.turn = seat
    game.step = INSERTING


@rule
def next_insertion(scenario: Scenario, game: Game, events: Events) -> None:
    """Offer an insertion, first player first, alternating; then the turns begin (FM-SPEC-15, FM-R88)."""
    for _ in range(SIDES):
        seat = int(game.turn)
        game.turn = 1 - seat
        for f in range(seat * PER_SIDE, seat * PER_SIDE + PER_SIDE):
            if may_arrive(scenario, game, f):
                ask(game.decisions, ASK_INSERT, seat, NONE, NONE)
                return
    game.step = ACTIVATING
    game.turn = game.first
    other = 1 - int(game.first)
    if left_to_activate(scenario, game, other) == 0:  # who has none has finished at once (FM-R70)
        has_finished(game, events, other)
    elif left_to_activate(scenario, game, int(game.first)) == 0:
        has_finished(game, events, int(game.first))


@rule
def may_arrive(scenario: Scenario, game: Game, f: int) -> bool:
    """Whether a formation waits off-board and was not yet offered to arrive this round."""
    if int(scenario.roster[f].count) == 0 or int(game.formations[f].asked):
        return False
    return whereabouts(game, scenario, f) == OFF_BOARD


# Turns


@rule
def can_be_activated(scenario: Scenario, game: Game, f: int) -> bool:
    """Whether a formation has not activated and is on the table or embarked (FM-ROUND-04, FM-R87, R88)."""
    if int(game.formations[f].activated) or int(scenario.roster[f].count) == 0:
        return False
    where = whereabouts(game, scenario, f)
    return where == ON_TABLE or where == EMBARKED


@rule
def left_to_activate(scenario: Scenario, game: Game, seat: int) -> int:
    """How many formations of a side have still to activate."""
    count = 0
    for f in range(seat * PER_SIDE, seat * PER_SIDE + PER_SIDE):
        if can_be_activated(scenario, game, f):
            count += 1
    return count


@rule
def has_finished(game: Game, events: Events, seat: int) -> None:
    """A seat has none left to activate, before the other (FM-ROUND-06, FM-R66)."""
    game.finished = seat
    emit(events, HAS_FINISHED, EVERYONE, seat, NONE, NONE, 1)


@rule
def note_finished(scenario: Scenario, game: Game, events: Events) -> None:
    """See whether a player has just run out of formations to activate; destroyed ones count as done."""
    if int(game.finished) != NONE:
        return
    other = 1 - int(game.turn)
    if left_to_activate(scenario, game, other) == 0:
        has_finished(game, events, other)
    elif left_to_activate(scenario, game, int(game.turn)) == 0:
        has_finished(game, events, int(game.turn))


@rule
def next_turn(scenario: Scenario, game: Game) -> bool:
    """Ask the player whose turn it is for a formation; a player with none left is skipped (FM-ROUND-02, R66).

    Returns whether anyone was asked: if not, the round is over (FM-ROUND-03).
    """
    if left_to_activate(scenario, game, int(game.turn)) == 0:
        game.turn = 1 - int(game.turn)
    if left_to_activate(scenario, game, int(game.turn)) == 0:
        return False
    ask(game.decisions, ASK_FORMATION, int(game.turn), NONE, NONE)
    return True


# Activation


@rule
def activate(scenario: Scenario, game: Game, events: Events, f: int, by_commander: int, work: Work) -> None:
    """Begin a formation's activation: 2 actions, or 1 if it is routed (FM-ACT-02, 04)."""
    game.active = f
    game.taken = 0
    game.allowed = 1 if int(game.formations[f].routed) else 2
    game.by_commander = by_commander
    game.duty = 1 if fielded(game, scenario, f) != 0 and is_split(scenario, game, f, work) else 0
    refresh_indirect(game, f)
    emit(events, HAS_ACTIVATED, EVERYONE, side_of(f), f, NONE, 1)
    ask(game.decisions, ASK_ACTION, side_of(f), f, NONE)


@rule
def refresh_indirect(game: Game, f: int) -> None:
    """Indirect may be used once in each activation, a snap action included (FM-WEAP-08, FM-R43)."""
    for k in range(STANDS):
        game.stands[f * STANDS + k].indirect_used = 0


@rule
def must_move(scenario: Scenario, game: Game, f: int) -> bool:
    """Whether the next action must be a move: an aircraft's or a split formation's first.

    FM-AIR-13, FM-COH-02, FM-R11, R12.
    """
    if whereabouts(game, scenario, f) != ON_TABLE:
        return False
    if f == int(game.snapper):
        return int(game.snap_duty) != 0
    return int(game.taken) == 0 and (int(game.duty) != 0 or is_aircraft(scenario, f))


@rule
def go_on(scenario: Scenario, game: Game, events: Events) -> None:
    """After an action and the snap window: the next action, or the end of the activation (FM-ACT-06, R58)."""
    f = int(game.active)
    over = int(game.taken) >= int(game.allowed) or int(game.formations[f].routed)
    if over or not exists(game, scenario, f):
        end_activation(scenario, game, events)
    else:
        ask(game.decisions, ASK_ACTION, side_of(f), f, NONE)


@rule
def end_activation(scenario: Scenario, game: Game, events: Events) -> None:
    """The activation is over; a commander may call on another formation (FM-SPEC-03 to 05, FM-R68)."""
    f = int(game.active)
    seat = side_of(f)
    game.formations[f].activated = 1
    by_commander = int(game.by_commander)
    game.active = NONE
    game.duty = 0
    game.taken = 0
    game.allowed = 0
    game.by_commander = 0
    emit(events, HAS_ENDED_ACTIVATION, EVERYONE, seat, f, NONE, 1)
    note_finished(scenario, game, events)
    game.turn = 1 - seat
    if commands(scenario, game, f) and not by_commander and left_to_activate(scenario, game, seat) > 0:
        ask(game.decisions, ASK_COMMANDER, seat, f, NONE)


@rule
def commands(scenario: Scenario, game: Game, f: int) -> bool:
    """Whether a formation has a living commander stand on the table."""
    for k in range(int(scenario.roster[f].count)):
        s = f * STANDS + k
        if on_table(game, s) and int(type_of(scenario, game, s).special) & COMMANDER:
            return True
    return False


# Rally


@rule
def rally(scenario: Scenario, game: Game, events: Events, f: int, disciplined: int) -> None:
    """Remove half the markers, rounded up, of aircraft all; shields come back one by one.

    FM-RALLY-01, FM-SPEC-24, 36, FM-AIR-16, FM-R53.
    """
    formation = game.formations[f]
    stress = int(formation.stress)
    removed = (stress + 1) // 2
    if has_special(scenario, game, f, VETERAN):
        removed += 1
    if disciplined:
        removed += 1
        game.discipline_used[side_of(f)] = 1
    removed = stress if is_aircraft(scenario, f) else min(removed, stress)
    formation.stress -= removed
    stands = living(game, scenario, f)
    for k in range(STANDS):
        stand = game.stands[f * STANDS + k]
        if stands >> k & 1 and int(stand.shields) < int(scenario.type[int(stand.kind)].shield):
            stand.shields += 1
    emit(events, HAS_RALLIED, EVERYONE, side_of(f), f, int(formation.stress), removed)


@rule
def has_discipline(scenario: Scenario, game: Game, seat: int) -> bool:
    """Whether an army may still use Fire Discipline (FM-M09)."""
    if not int(scenario.switches) & FIRE_DISCIPLINE or not int(scenario.discipline[seat]):
        return False
    return not int(game.discipline_used[seat])


@rule
def has_war_cry(scenario: Scenario, game: Game, seat: int) -> bool:
    """Whether an army may still use its War Cry (FM-M09)."""
    if not int(scenario.switches) & WAR_CRY or not int(scenario.war_cry[seat]):
        return False
    return not int(game.war_cry_used[seat])


# Snap actions


@rule
def may_snap(scenario: Scenario, game: Game, f: int) -> bool:
    """Whether a formation may take a snap action: unrouted, not activated, on the ground.

    FM-SNAP-03, 04, FM-AIR-12, FM-R67.
    """
    if int(scenario.roster[f].count) == 0 or is_aircraft(scenario, f):
        return False
    formation = game.formations[f]
    if int(formation.activated) or int(formation.routed):
        return False
    return whereabouts(game, scenario, f) == ON_TABLE


@rule
def snap_window(scenario: Scenario, game: Game, events: Events) -> None:
    """After a completed action the other player may make one snap action (FM-SNAP-01, 02, FM-R65, R103)."""
    f = int(game.active)
    note_finished(scenario, game, events)
    if exists(game, scenario, f):
        other = 1 - side_of(f)
        for g in range(other * PER_SIDE, other * PER_SIDE + PER_SIDE):
            if may_snap(scenario, game, g):
                ask(game.decisions, ASK_SNAP, other, f, NONE)
                return
    go_on(scenario, game, events)


@rule
def snap(scenario: Scenario, game: Game, events: Events, f: int, work: Work) -> None:
    """A formation takes a snap action, which is its activation (FM-SNAP-05, 06)."""
    game.snapper = f
    game.snap_duty = 1 if is_split(scenario, game, f, work) else 0
    refresh_indirect(game, f)
    emit(events, HAS_SNAPPED, EVERYONE, side_of(f), f, int(game.active), 1)
    ask(game.decisions, ASK_SNAP_ACTION, side_of(f), f, NONE)


@rule
def end_snap(scenario: Scenario, game: Game, events: Events) -> None:
    """The snap action is over; the interrupted player goes on (FM-SNAP-07)."""
    game.formations[int(game.snapper)].activated = 1
    game.snapper = NONE
    game.snap_duty = 0
    note_finished(scenario, game, events)
    go_on(scenario, game, events)
