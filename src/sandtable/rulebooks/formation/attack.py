"""The attack action from its declaration to its stress markers (FM-ATK, FM-DICE, FM-WEAP)."""

from __future__ import annotations

from sandtable.core.compile import rule
from sandtable.core.decisions import ask
from sandtable.core.dice import Dice
from sandtable.core.events import EVERYONE, FALLEN, Events, emit
from sandtable.rulebooks.formation.allocation import (
    armour_now,
    assign_what_is_forced,
    is_there,
    meets_armour,
    one_die,
    room_for_dice,
    take_hit,
    weight_in,
)
from sandtable.rulebooks.formation.firepower import (
    OPEN_LEVEL,
    band_of,
    dice_for,
    disrupting,
    effective_armour,
    eligible_stands,
    level_of,
    pool_shooters,
    relief,
    strength_of,
    with_structure,
)
from sandtable.rulebooks.formation.happenings import DIE_ATTACK, HAS_ATTACKED, HAS_ROLLED, HAS_TAKEN_STRESS
from sandtable.rulebooks.formation.stands import exists, gap_between, side_of, touch, type_of
from sandtable.rulebooks.formation.state import (
    ASK_DIE,
    ASK_POWER,
    ASK_SAVE,
    ASSIGNING,
    BY_WITHDRAWAL,
    CHOOSE,
    DICE,
    HITTING,
    NO_ATTACK,
    NONE,
    POOLING,
    STANDS,
    TAKING_STOCK,
    TOUCHING,
    Attack,
    Game,
    Scenario,
)


@rule
def forget(attack: Attack) -> None:
    """No attack is being resolved; nothing of the last one stays in the record."""
    attack.stage = NO_ATTACK
    attack.attacker = NONE
    attack.target = NONE
    attack.by = 0
    attack.pool = 0
    attack.shooters = 0
    attack.indirect = 0
    attack.structure_only = 0
    attack.target_routed = 0
    attack.stress = 0
    attack.ones = 0
    attack.disrupt = 0
    attack.killed = 0
    for k in range(STANDS):
        attack.band[k] = NONE
    clear_pool(attack)


@rule
def clear_pool(attack: Attack) -> None:
    """Put the dice of a pool away."""
    attack.assigned = 0
    attack.at = 0
    attack.hit = 0
    for face in range(7):
        attack.kept[face] = 0
    for k in range(STANDS):
        attack.gap[k] = NONE
        attack.armour[k] = 0
        attack.weight[k] = 0
        attack.got[k] = 0
        attack.given[k] = 0
    for i in range(DICE):
        attack.stand[i] = 0
        attack.face[i] = 0


@rule
def declare(
    scenario: Scenario, game: Game, events: Events, f: int, target: int, by: int, shooters: int, indirect: int
) -> None:
    """Begin an attack of the given stands of a formation; ``indirect`` are those that use Indirect."""
    attack = game.attack
    attack.stage = POOLING
    attack.attacker = f
    attack.target = target
    attack.by = by
    attack.shooters = shooters
    attack.indirect = indirect & shooters
    attack.structure_only = CHOOSE
    attack.target_routed = int(game.formations[target].routed)
    for k in range(int(scenario.roster[f].count)):
        if shooters >> k & 1:
            uses = indirect >> k & 1 != 0
            attack.band[k] = (
                TOUCHING if by == BY_WITHDRAWAL else band_of(scenario, game, f * STANDS + k, target, uses)
            )
            if uses:
                game.stands[f * STANDS + k].indirect_used = 1
    emit(events, HAS_ATTACKED, EVERYONE, side_of(f), f, target, by)


@rule
def resolve(scenario: Scenario, game: Game, dice: Dice, events: Events) -> None:
    """Go on with the attack until someone must decide or it is over."""
    attack = game.attack
    if int(attack.stage) == POOLING:
        open_pool(scenario, game, dice, events)
    elif int(attack.stage) == ASSIGNING:
        if assign_what_is_forced(scenario, game, attack):
            ask(
                game.decisions,
                ASK_DIE,
                side_of(int(attack.attacker)),
                int(attack.attacker),
                int(attack.target),
            )
        else:
            attack.stage = HITTING
    elif int(attack.stage) == HITTING:
        strike_on(scenario, game, dice, events)
    elif int(attack.stage) == TAKING_STOCK:
        if int(attack.pool) == 0:
            attack.pool = 1
            attack.stage = POOLING
            clear_pool(attack)
        else:
            finish(scenario, game, events)


@rule
def open_pool(scenario: Scenario, game: Game, dice: Dice, events: Events) -> None:
    """Work out a pool and roll it; the attacker first chooses whether power goes at structure only."""
    attack = game.attack
    attack.stage = TAKING_STOCK
    f, target = int(attack.attacker), int(attack.target)
    shooters = pool_shooters(scenario, game, attack)
    if shooters == 0 or not exists(game, scenario, target):
        return
    eligible = eligible_stands(scenario, game, attack, shooters)
    if int(attack.pool) == 1:
        huge = with_structure(scenario, game, target, eligible)
        if int(attack.structure_only) == CHOOSE and huge != 0 and huge != eligible:
            attack.stage = POOLING
            ask(game.decisions, ASK_POWER, side_of(f), f, target)
            return
        if int(attack.structure_only) == 1:
            eligible = huge
    if eligible == 0:
        return
    level = level_of(scenario, game, attack, eligible)
    strength = strength_of(scenario, game, attack, shooters, level > OPEN_LEVEL)
    level -= relief(scenario, game, attack, shooters)
    attack.disrupt += disrupting(scenario, game, attack, shooters)
    lowest = line_up(scenario, game, attack, shooters, eligible)
    throw(attack, dice, events, room_for_dice(attack, dice_for(strength, level)), level, lowest)
    attack.stage = ASSIGNING


@rule
def line_up(scenario: Scenario, game: Game, attack: Attack, shooters: int, eligible: int) -> int:
    """Note gap, armour and weight of each eligible stand; the lowest armour among them (FM-R35, R36)."""
    f, target = int(attack.attacker), int(attack.target)
    lowest = 7
    for k in range(STANDS):
        if not eligible >> k & 1:
            continue
        t = target * STANDS + k
        nearest = NONE
        for j in range(STANDS):
            if shooters >> j & 1:
                away = max(0, gap_between(scenario, game, f * STANDS + j, t))
                if touch(scenario, game, f * STANDS + j, t):
                    away = 0
                if nearest == NONE or away < nearest:
                    nearest = away
        attack.gap[k] = nearest
        attack.armour[k] = effective_armour(scenario, game, attack, t, int(type_of(scenario, game, t).armour))
        attack.weight[k] = weight_in(game, attack, k)
        lowest = min(lowest, armour_now(scenario, game, attack, k))
    return lowest


@rule
def throw(attack: Attack, dice: Dice, events: Events, count: int, level: int, lowest: int) -> None:
    """Roll a pool and discard what is below the lowest armour (FM-DICE-01, 02); power: 4 and 5 are 6s."""
    f = int(attack.attacker)
    at = -1
    for i in range(count):
        if i % FALLEN == 0:
            at = emit(events, HAS_ROLLED, EVERYONE, side_of(f), f, level, min(FALLEN, count - i))
            events.items[at].extra = int(attack.pool)
        face = one_die(dice, events, at, DIE_ATTACK)
        if face == 1:
            attack.ones += 1
        if int(attack.pool) == 1 and face >= 4:
            face = 6
        if face >= lowest:
            attack.kept[face] += 1


@rule
def strike_on(scenario: Scenario, game: Game, dice: Dice, events: Events) -> None:
    """Resolve the assigned dice in their order, each hit with its saves and criticals (FM-R48)."""
    attack = game.attack
    if int(attack.at) >= int(attack.assigned):
        attack.stage = TAKING_STOCK
        return
    k = int(attack.stand[int(attack.at)])
    if not int(attack.hit):
        if is_there(game, attack, k):
            face = int(attack.face[int(attack.at)])
            attack.hit = 1 if meets_armour(scenario, game, attack, events, k, face) else 0
    elif not is_there(game, attack, k):
        attack.hit = 0
    if not int(attack.hit):
        attack.at += 1
        return
    t = int(attack.target) * STANDS + k
    if int(type_of(scenario, game, t).save) > 0:
        ask(game.decisions, ASK_SAVE, side_of(int(attack.target)), int(attack.target), k)
    else:
        suffer(scenario, game, dice, events)


@rule
def suffer(scenario: Scenario, game: Game, dice: Dice, events: Events) -> None:
    """The pending hit takes effect; if no critical follows it, the next die is looked at."""
    attack = game.attack
    k = int(attack.stand[int(attack.at)])
    if not take_hit(scenario, game, attack, dice, events, k):
        spared(attack)


@rule
def spared(attack: Attack) -> None:
    """The pending hit is over."""
    attack.hit = 0
    attack.at += 1


@rule
def finish(scenario: Scenario, game: Game, events: Events) -> None:
    """The attack is over: stress for it, for its losses, and for Disrupt (FM-ATK-32, 33, FM-R46)."""
    attack = game.attack
    target = int(attack.target)
    if exists(game, scenario, target):
        add_stress(
            game,
            events,
            target,
            1 + int(attack.stress) + min(int(attack.ones), int(attack.disrupt)),
        )
    forget(attack)


@rule
def add_stress(game: Game, events: Events, f: int, markers: int) -> None:
    """Put stress markers on a formation (FM-SETUP-06, FM-AIR-08)."""
    if markers > 0:
        game.formations[f].stress += markers
        emit(events, HAS_TAKEN_STRESS, EVERYONE, side_of(f), f, int(game.formations[f].stress), markers)
