"""Special Attacks: Recon and Artillery (ST-SPEC, ST-RECON, ST-ARTY).

Naval, air and orbital attacks belong here too (ST-SPEC-04, ST-M13); their rules are not in the source.
"""

from __future__ import annotations

from sandtable.core.compile import rule
from sandtable.core.decisions import answered, ask, pending
from sandtable.core.dice import Dice
from sandtable.core.events import EVERYONE, Events, emit
from sandtable.core.pools import highest
from sandtable.rulebooks.starter import actions as verb
from sandtable.rulebooks.starter import reasons
from sandtable.rulebooks.starter.actions import Action, Work
from sandtable.rulebooks.starter.explosions import defend_cache, explode
from sandtable.rulebooks.starter.happenings import (
    AIMED,
    ARTILLERY,
    ATTACK_ROLLED,
    BARRAGE_CALLED,
    FIRED,
    RECON_ANSWER,
    RECONNED,
    SHOT_LOST,
)
from sandtable.rulebooks.starter.lists import add
from sandtable.rulebooks.starter.losses import defend, lose, roll_into, witnessed
from sandtable.rulebooks.starter.state import (
    AIMS,
    ALLOTTING,
    CARRIED,
    MOVED,
    NONE,
    SHOOTING,
    SIDES,
    SPECIAL_ATTACKS,
    UNITS,
    Aim,
    Game,
    Scenario,
)
from sandtable.rulebooks.starter.targets import (
    any_target,
    attack_modifier,
    away,
    defend_object,
    hit_object,
    is_cache,
    list_squares,
    list_units,
    may_fight,
    wrong_target,
    wrong_unit,
)
from sandtable.rulebooks.starter.units import between, holds_cache, type_of

RECON_PENALTY = -2  # on Defence Dice against Artillery (ST-RECON-11)
HAS_FUEL, HAS_AMMO, HAS_CARGO, HAS_PASSENGERS = 1, 2, 4, 8  # a Recon answer's yes and no, a bit each


@rule
def may(scenario: Scenario, game: Game, action: Action, work: Work) -> int:
    """0, or why a Special Attack, or a step of one, is refused."""
    verb_ = int(action.verb)
    if verb_ == verb.RECON:
        return _may_recon(scenario, game, int(action.seat), int(action.unit), int(action.other))
    if verb_ == verb.BARRAGE:
        return _may_shell(scenario, game, int(action.seat), int(action.unit))
    if pending(game.decisions) != (SHOOTING if verb_ == verb.SHOT else ALLOTTING):
        return reasons.NOT_NOW
    if verb_ == verb.AIM:
        return _may_aim(scenario, game, action)
    if verb_ == verb.FIRE:
        return 0 if game.aim_count > 0 else reasons.NOTHING_AIMED_AT
    at = aim_at(game, int(action.other), int(action.x), int(action.y), int(action.kind))
    return 0 if at != NONE and game.aims[at].shots > 0 else reasons.NOT_AIMED_AT


@rule
def list_of(scenario: Scenario, game: Game, seat: int, unit: int, work: Work) -> None:
    """Add the Special Attacks of a unit; of no unit, the steps of the artillery action in progress."""
    question = pending(game.decisions)
    if question == ALLOTTING and unit == NONE:
        _list_aims(scenario, game, seat, work)
    elif question == SHOOTING and unit == NONE:
        _list_shots(game, seat, work)
    elif question == 0 and unit != NONE and game.step == SPECIAL_ATTACKS and may_fight(game, seat, unit) == 0:
        list_units(scenario, game, seat, unit, verb.RECON, 0, recon_range(scenario, game, unit), work)
        if _may_shell(scenario, game, seat, unit) == 0:
            action = add(work, verb.BARRAGE, seat)
            action.unit = unit


@rule
def do(scenario: Scenario, game: Game, action: Action, dice: Dice, events: Events, work: Work) -> None:
    """Take a legal Special Attack, or a legal step of one."""
    verb_ = int(action.verb)
    if verb_ == verb.RECON:
        _recon(scenario, game, int(action.unit), int(action.other), events)
    elif verb_ == verb.BARRAGE:
        game.units[int(action.unit)].acted = 1
        ask(game.decisions, ALLOTTING, int(action.seat), int(action.unit), NONE)
        emit(events, BARRAGE_CALLED, EVERYONE, int(action.seat), int(action.unit), NONE, 0)
    elif verb_ == verb.AIM:
        _aim(game, action, events)
    elif verb_ == verb.FIRE:
        _fire(scenario, game, dice, events, work)
    else:
        at = aim_at(game, int(action.other), int(action.x), int(action.y), int(action.kind))
        _shoot(scenario, game, at, dice, events, work)
        _go_on(scenario, game, dice, events, work)


@rule
def recon_range(scenario: Scenario, game: Game, u: int) -> int:
    """How far a unit can reconnoitre; -1 if it cannot.

    Its Attack Range and what Observe adds; Artillery up to its minimum range (ST-RECON-01, 03, 04, ST-R71
    to R73, ST-M03).
    """
    type_ = type_of(scenario, game, u)
    if type_.artillery_die > 0:
        return int(type_.range_least)
    if type_.attack_die == 0:
        return -1
    if type_.observe > 0:
        extra = int(scenario.booklet[int(game.booklet)].observe_extra)
        return int(type_.range_most) + int(type_.observe) + extra
    return int(type_.range_most)


@rule
def _may_recon(scenario: Scenario, game: Game, seat: int, u: int, other: int) -> int:
    """ST-RECON-01 to 04; it needs no Ammunition, and artillery that moved may still do it (ST-R72)."""
    reason = may_fight(game, seat, u)
    if reason != 0:
        return reason
    most = recon_range(scenario, game, u)
    if most < 0:
        return reasons.CANNOT_RECON
    reason = wrong_unit(game, seat, other)
    if reason != 0:
        return reason
    return reasons.RECON_RANGE if between(scenario, game, u, other) > most else 0


@rule
def _recon(scenario: Scenario, game: Game, u: int, other: int, events: Events) -> None:
    """Its side alone is answered (ST-RECON-05 to 10, ST-R104); that it asked is public, with the -2."""
    unit, target = game.units[u], game.units[other]
    seat = int(unit.side)
    unit.acted = 1
    target.reconned = 1
    emit(events, RECONNED, EVERYONE, seat, u, other, 0)
    lore = witnessed(game, seat, other)
    lore.kind = target.kind
    lore.fuel = target.fuel > 0
    lore.ammo = target.ammo > 0
    lore.cargo = int(target.cargo_fuel) + int(target.cargo_ammo) > 0
    lore.passengers = _carries_any(game, other)
    at = emit(events, RECON_ANSWER, 1 << seat, seat, u, other, int(target.kind))
    events.items[at].extra = answer(int(lore.strength), lore.fuel, lore.ammo, lore.cargo, lore.passengers)


@rule
def answer(strength: int, fuel: int, ammo: int, cargo: int, passengers: int) -> int:
    """A Recon answer as one number: Troop Strength x 16, and a bit for each yes."""
    yes = HAS_FUEL * int(fuel) + HAS_AMMO * int(ammo) + HAS_CARGO * int(cargo)
    return 16 * strength + yes + HAS_PASSENGERS * int(passengers)


@rule
def _carries_any(game: Game, carrier: int) -> bool:
    for u in range(UNITS):
        unit = game.units[u]
        if unit.side >= 0 and unit.where == CARRIED and unit.carrier == carrier:
            return True
    return False


@rule
def _may_shell(scenario: Scenario, game: Game, seat: int, u: int) -> int:
    """ST-ARTY-01, 04, 05, 07 to 10, 18; ST-R62, R73, R76."""
    reason = may_fight(game, seat, u)
    if reason != 0:
        return reason
    type_ = type_of(scenario, game, u)
    if type_.artillery_die == 0:
        return reasons.NO_ARTILLERY
    if game.units[u].ammo == 0:
        return reasons.NO_AMMO
    if game.units[u].manoeuvre == MOVED:
        return reasons.ARTILLERY_MOVED
    if game.units[u].disembarked != 0:
        return reasons.ARTILLERY_DISEMBARKED
    if not any_target(scenario, game, seat, u, int(type_.range_least), int(type_.range_most)):
        return reasons.NOTHING_TO_SHELL
    return 0


@rule
def gun_at_work(game: Game) -> int:
    """The unit whose artillery action is in progress."""
    return int(game.decisions.items[int(game.decisions.depth) - 1].unit)


@rule
def shots_left(scenario: Scenario, game: Game, u: int) -> int:
    """Shots that are not allotted yet (ST-ARTY-10, ST-R74)."""
    left = int(type_of(scenario, game, u).shots)
    for i in range(int(game.aim_count)):
        left -= int(game.aims[i].shots)
    return left


@rule
def aim_at(game: Game, other: int, x: int, y: int, kind: int) -> int:
    """The aim that names this target; NONE if there is none. A bare square is its Cache before its object."""
    found = NONE
    for i in range(int(game.aim_count)):
        aim = game.aims[i]
        if other != NONE:
            if aim.unit == other:
                return i
        elif aim.unit == NONE and aim.x == x and aim.y == y:
            if aim.kind == (0 if kind == NONE else kind):
                return i
            if kind == NONE:
                found = i
    return found


@rule
def _may_aim(scenario: Scenario, game: Game, action: Action) -> int:
    """ST-ARTY-04, 05, 10, 12; ST-R73 to R75."""
    seat, other, x, y = int(action.seat), int(action.other), int(action.x), int(action.y)
    u = gun_at_work(game)
    type_ = type_of(scenario, game, u)
    reason = wrong_target(scenario, game, seat, other, x, y, int(action.kind))
    if reason != 0:
        return reason
    distance = away(scenario, game, u, other, x, y)
    if distance < type_.range_least:
        return reasons.TOO_CLOSE
    if distance > type_.range_most:
        return reasons.OUT_OF_RANGE
    if action.amount < 1 or action.amount > shots_left(scenario, game, u):
        return reasons.NOT_SO_MANY_SHOTS
    return 0


@rule
def _list_aims(scenario: Scenario, game: Game, seat: int, work: Work) -> None:
    """Each target with each number of shots; FIRE once one is named."""
    u = gun_at_work(game)
    left = shots_left(scenario, game, u)
    type_ = type_of(scenario, game, u)
    least, most = int(type_.range_least), int(type_.range_most)
    for amount in range(1, left + 1):
        first = int(work.count)
        list_units(scenario, game, seat, u, verb.AIM, least, most, work)
        list_squares(scenario, game, seat, u, verb.AIM, least, most, work)
        for i in range(first, int(work.count)):
            work.actions[i].unit = NONE
            work.actions[i].amount = amount
    if game.aim_count > 0:
        add(work, verb.FIRE, seat)


@rule
def _aim(game: Game, action: Action, events: Events) -> None:
    """Name a target, or give one more shots (ST-ARTY-10, 12, 16)."""
    u, other = gun_at_work(game), int(action.other)
    x, y, kind = int(action.x), int(action.y), NONE
    if other == NONE:
        kind = 0 if is_cache(game, x, y, int(action.kind)) else 1
    at = aim_at(game, other, x, y, kind)
    if at == NONE:
        at = int(game.aim_count)
        game.aim_count += 1
        game.aims[at].unit = other
        game.aims[at].kind = kind
        game.aims[at].x = x if other == NONE else NONE
        game.aims[at].y = y if other == NONE else NONE
        game.aims[at].shots = 0
    game.aims[at].shots += action.amount
    named = emit(events, AIMED, EVERYONE, int(action.seat), u, other, int(action.amount))
    _place(events, named, game.aims[at])


@rule
def _place(events: Events, at: int, aim: Aim) -> None:
    """Write into an event what an aim is at."""
    events.items[at].x = aim.x
    events.items[at].y = aim.y
    events.items[at].extra = max(int(aim.kind), 0)


@rule
def _fire(scenario: Scenario, game: Game, dice: Dice, events: Events, work: Work) -> None:
    """One Ammunition Counter for the whole action (ST-ARTY-11); then shot by shot."""
    u = gun_at_work(game)
    type_ = type_of(scenario, game, u)
    seat = int(game.units[u].side)
    shots = int(type_.shots) - shots_left(scenario, game, u)
    game.units[u].ammo -= 1
    for side in range(SIDES):
        if side != seat:
            game.lore[side * UNITS + u].artillery_die = type_.artillery_die
    answered(game.decisions)
    ask(game.decisions, SHOOTING, seat, u, NONE)
    emit(events, FIRED, EVERYONE, seat, u, NONE, shots)
    _go_on(scenario, game, dice, events, work)


@rule
def _go_on(scenario: Scenario, game: Game, dice: Dice, events: Events, work: Work) -> None:
    """Resolve shots while there is no choice; end the action when none is left (ST-R74)."""
    while True:
        waiting = _drop_lost_shots(game, events)
        if waiting == 0:
            _end_action(game)
            return
        if waiting > 1:
            return
        for i in range(int(game.aim_count)):
            if game.aims[i].shots > 0:
                _shoot(scenario, game, i, dice, events, work)
                break


@rule
def _drop_lost_shots(game: Game, events: Events) -> int:
    """Shots at what is gone are lost, and all if the gun itself is; how many targets have shots left."""
    u, waiting = gun_at_work(game), 0
    for i in range(int(game.aim_count)):
        aim = game.aims[i]
        if aim.shots > 0 and (game.units[u].side < 0 or _is_gone(game, aim)):
            side = int(game.decisions.items[int(game.decisions.depth) - 1].seat)
            at = emit(events, SHOT_LOST, EVERYONE, side, u, int(aim.unit), int(aim.shots))
            _place(events, at, aim)
            aim.shots = 0
        waiting += aim.shots > 0
    return waiting


@rule
def _is_gone(game: Game, aim: Aim) -> bool:
    x, y = int(aim.x), int(aim.y)
    if aim.unit != NONE:
        return int(game.units[int(aim.unit)].side) < 0
    if aim.kind == 0:
        return not holds_cache(game, x, y)
    return int(game.object[y, x]) == 0


@rule
def _end_action(game: Game) -> None:
    """Close the artillery action and leave no trace of its aims."""
    answered(game.decisions)
    game.aim_count = 0
    for i in range(AIMS):
        game.aims[i].unit = 0
        game.aims[i].kind = 0
        game.aims[i].x = 0
        game.aims[i].y = 0
        game.aims[i].shots = 0


@rule
def _list_shots(game: Game, seat: int, work: Work) -> None:
    """The targets that still have shots coming, in the order they were named."""
    for i in range(int(game.aim_count)):
        aim = game.aims[i]
        if aim.shots > 0:
            action = add(work, verb.SHOT, seat)
            action.other = aim.unit
            action.x = aim.x
            action.y = aim.y
            if aim.kind == 1 and aim_at(game, NONE, int(aim.x), int(aim.y), NONE) != i:
                action.kind = 1


@rule
def _shoot(scenario: Scenario, game: Game, at: int, dice: Dice, events: Events, work: Work) -> None:
    """One shot: one Artillery Die, which must be higher than all Defence Dice (ST-ARTY-13 to 15, ST-R75)."""
    u, aim = gun_at_work(game), game.aims[at]
    aim.shots -= 1
    by, other, x, y = int(game.units[u].side), int(aim.unit), int(aim.x), int(aim.y)
    if other != NONE:
        x, y = int(game.units[other].x), int(game.units[other].y)
    rolled = emit(events, ATTACK_ROLLED, EVERYONE, by, u, other, 1)
    if other == NONE:
        _place(events, rolled, aim)
    die, modifier = int(type_of(scenario, game, u).artillery_die), attack_modifier(scenario, game, u, x, y)
    roll_into(events, rolled, dice, ARTILLERY, 1, die, modifier, work.attack)
    if other != NONE:
        reconned = game.units[other].reconned != 0
        defend(scenario, game, other, RECON_PENALTY if reconned else 0, dice, events, work)
    elif aim.kind == 0:
        defend_cache(game, x, y, dice, events, work)
    else:
        defend_object(game, x, y, dice, events, work)
    if highest(work.attack) <= highest(work.defence):
        return
    if other != NONE:
        lose(scenario, game, other, 1, by, events)
    elif aim.kind == 0:
        explode(scenario, game, x, y, by, dice, events, work)
    else:
        hit_object(scenario, game, x, y, 1, by, events)
