"""Attack action, first half: who can attack, who is suppressed, attack strength, cover level, dice."""

from __future__ import annotations

from sandtable.core.compile import rule
from sandtable.rulebooks.formation.actions import Action
from sandtable.rulebooks.formation.reasons import (
    ALL_SUPPRESSED,
    MUST_TARGET_CONTACT,
    NO_STAND_CAN,
    NO_SUCH_TARGET,
    NOT_INDIRECT,
    WRONG_MARKERS,
)
from sandtable.rulebooks.formation.sight import sees
from sandtable.rulebooks.formation.stands import (
    effective_stress,
    fielded,
    formations_near,
    has_special,
    in_contact,
    is_aircraft,
    on_table,
    side_of,
    size,
    stands_within,
    touch,
    type_of,
    weight,
)
from sandtable.rulebooks.formation.state import (
    BARRAGE,
    BY_SNAP,
    CLOSE,
    CONTACT,
    DISRUPT,
    FEARLESS,
    FLAK,
    INDIRECT,
    INFANTRY,
    LONG,
    NEAR,
    NONE,
    PER_SIDE,
    POWER,
    REACT,
    SIDES,
    SIEGE,
    STANDS,
    TOUCHING,
    Attack,
    Game,
    Scenario,
    Type,
)
from sandtable.rulebooks.formation.terrain import in_cover

OPEN_LEVEL, PARTIAL_LEVEL, FULL_LEVEL = 2, 3, 4


@rule
def usable(kind: Type, band: int, at_aircraft: bool) -> bool:
    """Whether a stand has firepower at a band, against aircraft only with Flak (FM-R21, FM-AIR-11)."""
    return int(kind.fp[band]) > 0 and (not at_aircraft or int(kind.weapon[band]) & FLAK != 0)


@rule
def reach(kind: Type, at_aircraft: bool) -> int:
    """Outer limit of a stand's longest band with firepower (FM-R20); NONE if it has none at all."""
    if usable(kind, LONG, at_aircraft):
        return int(kind.range)
    if usable(kind, NEAR, at_aircraft):
        return CLOSE
    return CONTACT if usable(kind, TOUCHING, at_aircraft) else NONE


@rule
def reckons_with(scenario: Scenario, game: Game, s: int, t: int, indirect: bool) -> bool:
    """Whether an attacking stand may reckon with a target stand: it sees it or fires Indirect."""
    return indirect or sees(scenario, game, s, t)


@rule
def band_of(scenario: Scenario, game: Game, s: int, target: int, indirect: bool) -> int:
    """The band whose firepower a stand uses against a formation, NONE if it cannot attack it.

    FM-ATK-07 to 11, FM-R19: that of the nearest target stand it sees, or of the nearest of all with
    Indirect, whose firepower must then have that rule, unused in this activation (FM-WEAP-07, 08).
    """
    at_aircraft = is_aircraft(scenario, target)
    kind = type_of(scenario, game, s)
    far = max(int(kind.range), CLOSE)
    band = NONE
    for k in range(int(scenario.roster[target].count)):
        t = target * STANDS + k
        if not on_table(game, t) or not stands_within(scenario, game, s, t, far):
            continue
        at = LONG
        if touch(scenario, game, s, t):
            at = TOUCHING
        elif stands_within(scenario, game, s, t, CLOSE):
            at = NEAR
        elif not stands_within(scenario, game, s, t, int(kind.range)):
            continue
        if at > band and reckons_with(scenario, game, s, t, indirect):
            band = at
    if band == NONE or not usable(kind, band, at_aircraft):
        return NONE
    if indirect and (int(kind.weapon[band]) & INDIRECT == 0 or int(game.stands[s].indirect_used)):
        return NONE
    return band


@rule
def can_attack(scenario: Scenario, game: Game, f: int, target: int, indirect: bool) -> int:
    """The stands of a formation that could attack another, all by sight or all by Indirect; a bit each."""
    found = 0
    for k in range(int(scenario.roster[f].count)):
        if on_table(game, f * STANDS + k):
            if band_of(scenario, game, f * STANDS + k, target, indirect) != NONE:
                found |= 1 << k
    return found


@rule
def may_target(scenario: Scenario, game: Game, f: int, target: int) -> bool:
    """Whether a target is allowed: an enemy on the table, in contact if any is (FM-ATK-01, 02)."""
    if side_of(f) == side_of(target) or fielded(game, scenario, target) == 0:
        return False
    enemies = (1 - side_of(f)) * PER_SIDE
    for other in range(enemies, enemies + PER_SIDE):
        if in_contact(scenario, game, f, other):
            return in_contact(scenario, game, f, target)
    return True


# Suppression


@rule
def markers_to_place(scenario: Scenario, game: Game, f: int, able: int) -> int:
    """How many stress markers must be put on the stands that could attack (FM-ATK-12, FM-R24)."""
    room = 0
    for k in range(int(scenario.roster[f].count)):
        if able >> k & 1:
            room += weight(game.stands[f * STANDS + k])
    return min(effective_stress(scenario, game, f), room)


# Strength


@rule
def in_reach(scenario: Scenario, game: Game, s: int, target: int) -> int:
    """As how many stands those of the target count that are within a stand's reach, seen or not (FM-R40)."""
    count = 0
    far = reach(type_of(scenario, game, s), is_aircraft(scenario, target))
    for k in range(int(scenario.roster[target].count)):
        t = target * STANDS + k
        if on_table(game, t) and stands_within(scenario, game, s, t, far):
            count += weight(game.stands[t])
    return count


@rule
def firepower(
    scenario: Scenario, game: Game, s: int, band: int, target: int, by: int, in_any_cover: bool
) -> int:
    """Halves of firepower that a stand adds: React and Siege, then Barrage (FM-WEAP-02, 12, 13, FM-R41)."""
    kind = type_of(scenario, game, s)
    rules = int(kind.weapon[band])
    halves = int(kind.fp[band])
    if rules & REACT and by == BY_SNAP:
        halves += 2
    if rules & SIEGE and in_any_cover:
        halves += 2
    if rules & BARRAGE:
        halves *= in_reach(scenario, game, s, target)
    return halves


@rule
def cover_level(open_stands: int, covered_stands: int) -> int:
    """Cover level of the eligible target stands (FM-ATK-19 to 21)."""
    if covered_stands == 0:
        return OPEN_LEVEL
    return PARTIAL_LEVEL if open_stands > 0 else FULL_LEVEL


@rule
def dice_for(halves: int, level: int) -> int:
    """Number of dice: strength divided by the level, doubled at level 0, rounded up (FM-ATK-26 to 28)."""
    if level == 0:
        return halves
    return (halves + 2 * level - 1) // (2 * level)


@rule
def surrounded(scenario: Scenario, game: Game, f: int, shooters: int, target: int) -> bool:
    """Whether the target is surrounded by attacking stands and another formation (FM-ATK-24, FM-R32)."""
    if is_aircraft(scenario, target) or is_aircraft(scenario, f):
        return False
    close = False
    for k in range(STANDS):
        if shooters >> k & 1 and not close:
            for j in range(int(scenario.roster[target].count)):
                t = target * STANDS + j
                if on_table(game, t) and stands_within(scenario, game, f * STANDS + k, t, CLOSE):
                    close = True
    if not close:
        return False
    home = side_of(f) * PER_SIDE
    for other in range(home, home + PER_SIDE):
        if other == f or int(scenario.roster[other].count) == 0 or is_aircraft(scenario, other):
            continue
        if not int(game.formations[other].routed) and formations_near(scenario, game, other, target, CLOSE):
            return True
    return False


# The state of an attack's pool, worked out in ``attack``.


@rule
def pool_shooters(scenario: Scenario, game: Game, attack: Attack) -> int:
    """The attacking stands of the pool being resolved (FM-ATK-17, FM-R25): a bit each."""
    found = 0
    for k in range(STANDS):
        if int(attack.shooters) >> k & 1:
            rules = int(
                type_of(scenario, game, int(attack.attacker) * STANDS + k).weapon[int(attack.band[k])]
            )
            if (rules & POWER != 0) == (int(attack.pool) == 1):
                found |= 1 << k
    return found


@rule
def is_eligible(scenario: Scenario, game: Game, attack: Attack, shooters: int, t: int) -> bool:
    """Whether some attacking stand of the pool has a target stand in reach and sight (FM-ATK-18, FM-R20)."""
    f = int(attack.attacker)
    at_aircraft = is_aircraft(scenario, int(attack.target))
    for k in range(STANDS):
        if shooters >> k & 1:
            far = reach(type_of(scenario, game, f * STANDS + k), at_aircraft)
            if stands_within(scenario, game, f * STANDS + k, t, far):
                indirect = int(attack.indirect) >> k & 1 != 0
                if reckons_with(scenario, game, f * STANDS + k, t, indirect):
                    return True
    return False


@rule
def eligible_stands(scenario: Scenario, game: Game, attack: Attack, shooters: int) -> int:
    """The eligible target stands of the pool, whatever their structure; a bit each."""
    found = 0
    for k in range(int(scenario.roster[int(attack.target)].count)):
        t = int(attack.target) * STANDS + k
        if on_table(game, t) and is_eligible(scenario, game, attack, shooters, t):
            found |= 1 << k
    return found


@rule
def with_structure(scenario: Scenario, game: Game, f: int, stands: int) -> int:
    """Those of a set of stands that have Structure."""
    found = 0
    for k in range(STANDS):
        if stands >> k & 1 and int(game.stands[f * STANDS + k].structure) > 0:
            found |= 1 << k
    return found


@rule
def level_of(scenario: Scenario, game: Game, attack: Attack, eligible: int) -> int:
    """Cover level of a pool before the -1s (FM-ATK-19 to 21); aircraft count as in cover (FM-R45)."""
    target = int(attack.target)
    if is_aircraft(scenario, target):
        return FULL_LEVEL
    covered = 0
    for k in range(STANDS):
        if eligible >> k & 1:
            stand = game.stands[target * STANDS + k]
            if in_cover(
                scenario,
                int(type_of(scenario, game, target * STANDS + k).cls),
                int(stand.x),
                int(stand.y),
            ):
                covered += 1
    return cover_level(size(eligible) - covered, covered)


@rule
def relief(scenario: Scenario, game: Game, attack: Attack, shooters: int) -> int:
    """What comes off the cover level: 1 for routed, 1 for surrounded (FM-ATK-22, 23, FM-SPEC-08)."""
    target = int(attack.target)
    off = 0
    if int(attack.target_routed) and not has_special(scenario, game, target, FEARLESS):
        off += 1
    if surrounded(scenario, game, int(attack.attacker), shooters, target):
        off += 1
    return off


@rule
def strength_of(scenario: Scenario, game: Game, attack: Attack, shooters: int, in_any_cover: bool) -> int:
    """Attack strength of a pool in halves (FM-ATK-16)."""
    total = 0
    for k in range(STANDS):
        if shooters >> k & 1:
            total += firepower(
                scenario,
                game,
                int(attack.attacker) * STANDS + k,
                int(attack.band[k]),
                int(attack.target),
                int(attack.by),
                in_any_cover,
            )
    return total


@rule
def disrupting(scenario: Scenario, game: Game, attack: Attack, shooters: int) -> int:
    """As how many stands those of a pool count whose firepower has Disrupt (FM-WEAP-04, FM-R42)."""
    count = 0
    for k in range(STANDS):
        s = int(attack.attacker) * STANDS + k
        if shooters >> k & 1:
            if int(type_of(scenario, game, s).weapon[int(attack.band[k])]) & DISRUPT:
                count += weight(game.stands[s])
    return count


@rule
def effective_armour(scenario: Scenario, game: Game, attack: Attack, t: int, printed: int) -> int:
    """Armour with the bonus of infantry in cover out of contact with the attackers (FM-DICE-10 to 12)."""
    kind = type_of(scenario, game, t)
    stand = game.stands[t]
    if int(kind.cls) != INFANTRY or not in_cover(scenario, INFANTRY, int(stand.x), int(stand.y)):
        return printed
    f = int(attack.attacker)
    for k in range(int(scenario.roster[f].count)):
        if touch(scenario, game, f * STANDS + k, t):
            return printed
    return min(6, printed + 1)


# The declaration


@rule
def is_suppressed(game: Game, f: int, k: int, markers: int) -> bool:
    """Whether a stand with so many markers put on it is suppressed (FM-ATK-12, FM-SPEC-29)."""
    return markers >= weight(game.stands[f * STANDS + k])


@rule
def attackers_of(scenario: Scenario, game: Game, f: int, action: Action) -> int:
    """The stands that attack as declared: able by sight, or by the Indirect declared, and not suppressed."""
    target = int(action.target)
    found = 0
    for k in range(int(scenario.roster[f].count)):
        s = f * STANDS + k
        if on_table(game, s) and not is_suppressed(game, f, k, int(action.marks[k])):
            if band_of(scenario, game, s, target, int(action.stands) >> k & 1 != 0) != NONE:
                found |= 1 << k
    return found


@rule
def attack_reason(scenario: Scenario, game: Game, f: int, action: Action) -> int:
    """Why a formation may not attack as declared, 0 if it may (FM-ATK-01 to 15, FM-R24)."""
    target = int(action.target)
    if target < 0 or target >= SIDES * PER_SIDE or side_of(target) == side_of(f):
        return NO_SUCH_TARGET
    if fielded(game, scenario, target) == 0:
        return NO_SUCH_TARGET
    if not may_target(scenario, game, f, target):
        return MUST_TARGET_CONTACT
    blind = can_attack(scenario, game, f, target, True)
    able = can_attack(scenario, game, f, target, False) | blind
    if able == 0:
        return NO_STAND_CAN
    if int(action.stands) & ~blind:
        return NOT_INDIRECT
    placed = 0
    for k in range(STANDS):
        markers = int(action.marks[k])
        if markers < 0 or (markers > 0 and not able >> k & 1):
            return WRONG_MARKERS
        if markers > 0 and markers > weight(game.stands[f * STANDS + k]):
            return WRONG_MARKERS
        placed += markers
    if placed != markers_to_place(scenario, game, f, able):
        return WRONG_MARKERS
    return 0 if attackers_of(scenario, game, f, action) != 0 else ALL_SUPPRESSED
