"""What the script reckons with: what a formation is worth, and what fire is likely to take of that.

Worth is counted in hundredths of a point. Stands and stress markers that are only expected are counted in
hundredths as well. Estimates are quick, not exact: a stand is taken to fire at the nearest enemy stand.
"""

from __future__ import annotations

from sandtable.core.boards.free import distance2
from sandtable.core.compile import rule
from sandtable.rulebooks.formation.firepower import (
    FULL_LEVEL,
    OPEN_LEVEL,
    PARTIAL_LEVEL,
    dice_for,
    usable,
)
from sandtable.rulebooks.formation.sight import sees
from sandtable.rulebooks.formation.stands import (
    effective_stress,
    far_apart,
    formations_near,
    has_special,
    is_aircraft,
    on_table,
    side_of,
    stands_nearer,
    type_of,
    weight,
)
from sandtable.rulebooks.formation.state import (
    AIRCRAFT,
    BARRAGE,
    BY_SNAP,
    CLOSE,
    CONTACT,
    DISPOSABLE,
    DISRUPT,
    ELITE,
    FEARLESS,
    GONE,
    INDIRECT,
    INFANTRY,
    LONG,
    NEAR,
    NONE,
    PER_SIDE,
    POWER,
    REACT,
    SIEGE,
    STANDARD,
    STANDS,
    TOUCHING,
    Game,
    Scenario,
)
from sandtable.rulebooks.formation.terrain import in_cover

# Worth


@rule
def rounds_to_come(scenario: Scenario, view: Game) -> int:
    """How many rounds follow this one before victory is checked."""
    return max(0, int(scenario.rounds) - max(1, int(view.round)))


@rule
def half_point(scenario: Scenario, view: Game) -> int:
    """What half a point of stands is worth: near the end of a game of markers, little."""
    if int(scenario.mission) != STANDARD:
        return 50
    to_come = rounds_to_come(scenario, view)
    if to_come == 0:
        return 20
    return 35 if to_come == 1 else 45


@rule
def steadiness(stress: int, count: int) -> int:
    """Percent of its worth that a formation keeps with so many markers for so many stands."""
    if count <= 0:
        return 0
    share = 100 * stress // count
    if share <= 50:
        return 100 - share // 4
    if share <= 100:
        return 88 - (share - 50) * 43 // 50
    return max(20, 45 - (share - 100) * 15 // 50)


@rule
def grip(stress: int, count: int) -> int:
    """Percent of its hold on ground that a formation keeps: none once it is surely routed."""
    if count <= 0:
        return 0
    return min(100, max(0, 200 - 100 * stress * 5 // (3 * count)))


@rule
def worth(points: int, stake: int, stress: int, count: int) -> int:
    """Worth of a formation: of its stands, and of the stake that it holds on the table."""
    return (points * steadiness(stress, count) + stake * grip(stress, count)) // 100


@rule
def points_left(scenario: Scenario, view: Game, f: int) -> int:
    """Worth of the stands that are left of a formation, stress apart; structure lost counts."""
    total = 0
    for k in range(int(scenario.roster[f].count)):
        stand = view.stands[f * STANDS + k]
        if int(stand.where) != GONE:
            kind = scenario.type[int(stand.kind)]
            total += int(kind.points) * weight(stand) // max(1, int(kind.structure))
    return total * half_point(scenario, view)


@rule
def strength_left(scenario: Scenario, view: Game, f: int) -> int:
    """As how many stands those of a formation count that are on the table."""
    count = 0
    for k in range(int(scenario.roster[f].count)):
        if on_table(view, f * STANDS + k):
            count += weight(view.stands[f * STANDS + k])
    return count


@rule
def worth_of(scenario: Scenario, view: Game, f: int, stake: int) -> int:
    """Worth of a formation as it stands."""
    stress = 100 * effective_stress(scenario, view, f)
    return worth(points_left(scenario, view, f), stake, stress, 100 * strength_left(scenario, view, f))


@rule
def rally_gain(scenario: Scenario, view: Game, f: int, removed: int, stake: int) -> int:
    """What a formation gains by losing so many markers."""
    stress = int(view.formations[f].stress)
    if has_special(scenario, view, f, ELITE):
        stress, removed = 50 * stress, 50 * min(removed, stress)
    else:
        stress, removed = 100 * stress, 100 * min(removed, stress)
    count = 100 * strength_left(scenario, view, f)
    points = points_left(scenario, view, f)
    return worth(points, stake, stress - removed, count) - worth(points, stake, stress, count)


# Fire


@rule
def band_likely(scenario: Scenario, view: Game, s: int, target: int) -> int:
    """The band that a stand is likely to use against a formation, NONE if it has nobody to fire at."""
    x, y = int(view.stands[s].x), int(view.stands[s].y)
    nearest, farthest = NONE, NONE
    least, most = 0, 0
    for k in range(int(scenario.roster[target].count)):
        t = target * STANDS + k
        if on_table(view, t):
            away = distance2(x, y, int(view.stands[t].x), int(view.stands[t].y))
            if nearest == NONE or away < least:
                nearest, least = t, away
            if farthest == NONE or away > most:
                farthest, most = t, away
    if nearest == NONE:
        return NONE
    kind = type_of(scenario, view, s)
    at_aircraft = is_aircraft(scenario, target)
    if not stands_nearer(scenario, view, s, nearest, max(int(kind.range), CLOSE) + 1):
        return NONE
    band = LONG
    if stands_nearer(scenario, view, s, nearest, CLOSE + 1):
        band = NEAR
        if not at_aircraft and int(kind.cls) != AIRCRAFT:
            if stands_nearer(scenario, view, s, nearest, CONTACT + 1):
                band = TOUCHING
    if not usable(kind, band, at_aircraft):
        return NONE
    if int(kind.weapon[band]) & INDIRECT and not int(view.stands[s].indirect_used):
        return band
    if sees(scenario, view, s, nearest) or (farthest != nearest and sees(scenario, view, s, farthest)):
        return band
    return NONE


@rule
def bands_likely(scenario: Scenario, view: Game, f: int, target: int) -> int:
    """The bands that the stands of a formation are likely to use: for each two bits, 0 or the band + 1."""
    reach = CLOSE
    for k in range(int(scenario.roster[f].count)):
        reach = max(reach, int(type_of(scenario, view, f * STANDS + k).range))
    found = 0
    if not far_apart(scenario, view, f, target, reach):
        for k in range(int(scenario.roster[f].count)):
            if on_table(view, f * STANDS + k):
                found |= (band_likely(scenario, view, f * STANDS + k, target) + 1) << 2 * k
    return found


@rule
def ringed(scenario: Scenario, view: Game, f: int, target: int) -> bool:
    """Whether another unrouted ground formation of the side of ``f`` is within 20 cm of a target."""
    home = side_of(f) * PER_SIDE
    for other in range(home, home + PER_SIDE):
        if other == f or int(scenario.roster[other].count) == 0 or int(view.formations[other].routed):
            continue
        if not is_aircraft(scenario, other) and formations_near(scenario, view, other, target, CLOSE):
            return True
    return False


@rule
def hit_chance(armour: int, power: bool) -> int:
    """Percent of dice that meet an armour; of power dice, 4 and 5 count as 6."""
    faces = 7 - armour
    if power:
        faces = max(3, faces)
    return 100 * faces // 6


@rule
def fire_gain(scenario: Scenario, view: Game, f: int, target: int, by: int, stake: int) -> int:
    """What an attack of one formation is likely to take of the worth of another; 0 if it cannot attack.

    ``stake`` is what the target holds on the table.
    """
    bands = bands_likely(scenario, view, f, target)
    return volley_gain(scenario, view, f, bands, target, by, stake) if bands != 0 else 0


@rule
def volley_gain(scenario: Scenario, view: Game, f: int, bands: int, target: int, by: int, stake: int) -> int:
    """The same, when the ``bands`` that are likely are known, and are some (`bands_likely`)."""
    count, points, covered, normal_chance, power_chance, shields, disposable = 0, 0, 0, 0, 0, 0, 0
    stands = 0
    for k in range(int(scenario.roster[target].count)):
        t = target * STANDS + k
        if not on_table(view, t):
            continue
        stand = view.stands[t]
        kind = scenario.type[int(stand.kind)]
        many = weight(stand)
        armour = int(kind.armour)
        if int(kind.cls) != AIRCRAFT and in_cover(scenario, int(kind.cls), int(stand.x), int(stand.y)):
            covered += 1
            if int(kind.cls) == INFANTRY:
                armour = min(6, armour + 1)
        stands += 1
        count += many
        points += int(kind.points) * many // max(1, int(kind.structure))
        spared = int(kind.save) - 1 if int(kind.save) > 0 else 6
        normal_chance += many * hit_chance(armour, False) * spared // 6
        power_chance += many * hit_chance(armour, True) * spared // 6
        shields += int(stand.shields)
        if int(kind.special) & DISPOSABLE:
            disposable += many
    normal, power, disrupting, able, close = 0, 0, 0, 0, False
    for k in range(int(scenario.roster[f].count)):
        s = f * STANDS + k
        band = (bands >> 2 * k & 3) - 1
        if band == NONE:
            continue
        kind = type_of(scenario, view, s)
        rules = int(kind.weapon[band])
        halves = int(kind.fp[band])
        if rules & REACT and by == BY_SNAP:
            halves += 2
        if rules & SIEGE and covered > 0:
            halves += 2
        if rules & BARRAGE:
            halves *= count
        if rules & DISRUPT:
            disrupting += weight(view.stands[s])
        if rules & POWER:
            power += halves
        else:
            normal += halves
        able += weight(view.stands[s])
        close = close or band != LONG
    free = able - effective_stress(scenario, view, f)
    if free <= 0:
        return 0
    level = OPEN_LEVEL
    if is_aircraft(scenario, target) or covered == stands:
        level = FULL_LEVEL
    elif covered > 0:
        level = PARTIAL_LEVEL
    if int(view.formations[target].routed) and not has_special(scenario, view, target, FEARLESS):
        level -= 1
    if close and not is_aircraft(scenario, target) and not is_aircraft(scenario, f):
        if ringed(scenario, view, f, target):
            level -= 1
    normal_dice = dice_for(normal * free // able, level)
    power_dice = dice_for(power * free // able, level)
    hits = (normal_dice * normal_chance + power_dice * power_chance) // count
    lost = min(max(0, hits - 60 * shields), 100 * count)
    stress = 100 + lost * (count - disposable) // count
    stress += min(100 * disrupting * free // able, 100 * (normal_dice + power_dice) // 6)
    before = 100 * effective_stress(scenario, view, target)
    if has_special(scenario, view, target, ELITE):
        stress //= 2
    points *= half_point(scenario, view)
    left = points * (100 * count - lost) // (100 * count)
    return worth(points, stake, before, 100 * count) - worth(left, stake, before + stress, 100 * count - lost)
