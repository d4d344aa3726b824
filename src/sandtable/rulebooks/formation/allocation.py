"""Attack action, second half: dice are discarded, assigned nearest first, and hit."""

from __future__ import annotations

from sandtable.core.compile import rule
from sandtable.core.dice import Dice, roll
from sandtable.core.events import EVERYONE, FALLEN, Events, emit
from sandtable.rulebooks.formation.firepower import effective_armour
from sandtable.rulebooks.formation.happenings import (
    DIE_CRITICAL,
    DIE_SAVE,
    HAS_DIED,
    HAS_SAVED,
    HAS_SHIELDED,
    HAS_STRUCTURE_LOST,
)
from sandtable.rulebooks.formation.stands import destroy, on_table, side_of, type_of, weight
from sandtable.rulebooks.formation.state import (
    DICE,
    DISPOSABLE,
    NONE,
    STANDS,
    Attack,
    Game,
    Scenario,
)

SHIELDED = 4  # armour while a shield is left (FM-SPEC-23)


@rule
def kept_dice(attack: Attack) -> int:
    """How many dice wait to be assigned."""
    count = 0
    for face in range(1, 7):
        count += int(attack.kept[face])
    return count


@rule
def armour_now(scenario: Scenario, game: Game, attack: Attack, k: int) -> int:
    """Armour that the next die on a target stand meets: 4+ while it has shields (FM-SPEC-23, FM-R52)."""
    t = int(attack.target) * STANDS + k
    if int(game.stands[t].shields) > int(attack.given[k]):
        return effective_armour(scenario, game, attack, t, SHIELDED)
    return int(attack.armour[k])


@rule
def takes_dice(attack: Attack, k: int) -> bool:
    """Whether a target stand has still to get dice in this pass; structure gets several (FM-SPEC-30)."""
    return int(attack.gap[k]) != NONE and int(attack.got[k]) < int(attack.weight[k])


@rule
def next_stands(attack: Attack) -> int:
    """The stands that may get the next die: the closest that still take dice (FM-DICE-04, 05); a bit each.

    Of equidistant stands, one that has begun to get its dice gets them all first.
    """
    nearest = NONE
    for k in range(STANDS):
        if takes_dice(attack, k) and (nearest == NONE or int(attack.gap[k]) < nearest):
            nearest = int(attack.gap[k])
    found = 0
    for k in range(STANDS):
        if takes_dice(attack, k) and int(attack.gap[k]) == nearest:
            if int(attack.got[k]) > 0:
                return 1 << k
            found |= 1 << k
    return found


@rule
def next_faces(scenario: Scenario, game: Game, attack: Attack, k: int) -> int:
    """The faces of which one must be assigned to a stand: those that equal its armour, else any kept.

    FM-DICE-06, 07; bit n for a die that shows n.
    """
    armour = armour_now(scenario, game, attack, k)
    good, any_face = 0, 0
    for face in range(1, 7):
        if int(attack.kept[face]) > 0:
            any_face |= 1 << face
            if face >= armour:
                good |= 1 << face
    return good if good != 0 else any_face


@rule
def assign(attack: Attack, k: int, face: int) -> None:
    """Assign a kept die to a stand; when all have theirs, begin again from the closest (FM-DICE-08)."""
    attack.kept[face] -= 1
    n = int(attack.assigned)
    attack.stand[n] = k
    attack.face[n] = face
    attack.assigned += 1
    attack.got[k] += 1
    attack.given[k] += 1
    for j in range(STANDS):
        if takes_dice(attack, j):
            return
    for j in range(STANDS):
        attack.got[j] = 0


@rule
def assign_what_is_forced(scenario: Scenario, game: Game, attack: Attack) -> bool:
    """Assign dice as long as there is no choice; whether the attacker must choose now."""
    while kept_dice(attack) > 0:
        stands = next_stands(attack)
        if stands & (stands - 1) != 0:
            return True
        k = 0
        while not stands >> k & 1:
            k += 1
        faces = next_faces(scenario, game, attack, k)
        if faces & (faces - 1) != 0:
            return True
        face = 1
        while not faces >> face & 1:
            face += 1
        assign(attack, k, face)
    return False


@rule
def meets_armour(scenario: Scenario, game: Game, attack: Attack, events: Events, k: int, face: int) -> bool:
    """Whether a die hits a stand; a shield stops it and falls (FM-DICE-09, FM-SPEC-22, FM-R51)."""
    stand = game.stands[int(attack.target) * STANDS + k]
    if int(stand.shields) > 0:
        stand.shields -= 1
        emit(
            events,
            HAS_SHIELDED,
            EVERYONE,
            side_of(int(attack.target)),
            int(attack.target) * STANDS + k,
            face,
            int(stand.shields),
        )
        return False
    return face >= int(attack.armour[k])


@rule
def roll_save(scenario: Scenario, game: Game, attack: Attack, dice: Dice, events: Events, k: int) -> bool:
    """A save against the hit that is pending (FM-SPEC-19, 20); whether the stand stays."""
    t = int(attack.target) * STANDS + k
    needed = int(type_of(scenario, game, t).save)
    at = emit(events, HAS_SAVED, EVERYONE, side_of(int(attack.target)), t, needed, 0)
    face = one_die(dice, events, at, DIE_SAVE)
    events.items[at].amount = 1 if face >= needed else 0
    return face >= needed


@rule
def take_hit(scenario: Scenario, game: Game, attack: Attack, dice: Dice, events: Events, k: int) -> bool:
    """A hit takes effect: the stand is removed, or loses structure; whether a critical hits it again.

    FM-DICE-09, FM-SPEC-25 to 27, 31, 32, FM-R48. Stress is gathered (FM-ATK-33, FM-SPEC-06).
    """
    target = int(attack.target)
    t = target * STANDS + k
    kind = type_of(scenario, game, t)
    stand = game.stands[t]
    if int(kind.structure) == 0:
        if not int(kind.special) & DISPOSABLE:
            attack.stress += 1
        die(scenario, game, attack, events, t)
        return False
    stand.structure -= 1
    attack.stress += 1
    at = emit(events, HAS_STRUCTURE_LOST, EVERYONE, side_of(target), t, int(stand.structure), 0)
    if int(stand.structure) == 0:
        die(scenario, game, attack, events, t)
        return False
    face = one_die(dice, events, at, DIE_CRITICAL)
    events.items[at].amount = 1 if face == 6 else 0
    return face == 6


@rule
def die(scenario: Scenario, game: Game, attack: Attack, events: Events, t: int) -> None:
    """A stand is killed by the attack: a casualty."""
    emit(events, HAS_DIED, EVERYONE, side_of(int(attack.target)), t, int(attack.attacker), 1)
    attack.killed += 1
    destroy(scenario, game, t)


@rule
def one_die(dice: Dice, events: Events, at: int, purpose: int) -> int:
    """Roll a d6 and note it in an event."""
    event = events.items[at]
    event.purpose = purpose
    event.sides = 6
    if int(event.fallen) == 0:
        event.first = dice.index
    face = roll(dice, purpose, 6)
    if int(event.fallen) < FALLEN:
        event.dice[int(event.fallen)] = face
        event.fallen += 1
    return face


@rule
def is_there(game: Game, attack: Attack, k: int) -> bool:
    """Whether a target stand is still on the table."""
    return on_table(game, int(attack.target) * STANDS + k)


@rule
def room_for_dice(attack: Attack, dice: int) -> int:
    """The dice of a pool, which are at most as many as can be kept."""
    return min(dice, DICE)


@rule
def weight_in(game: Game, attack: Attack, k: int) -> int:
    """As how many stands a target stand counts at the start of a pool."""
    return weight(game.stands[int(attack.target) * STANDS + k])
