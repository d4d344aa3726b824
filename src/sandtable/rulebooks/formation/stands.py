"""Basic concepts: stands and formations, who counts, and what stress does to them."""

from __future__ import annotations

from sandtable.core.boards.free import gap, nearer, within
from sandtable.core.compile import rule
from sandtable.rulebooks.formation.state import (
    AIRCRAFT,
    CONTACT,
    DISPOSABLE,
    ELITE,
    EMBARKED,
    GONE,
    INFANTRY,
    NONE,
    ON_TABLE,
    PER_SIDE,
    STANDS,
    Game,
    Scenario,
    Stand,
    Type,
)

FAR_OFF = 1 << 20  # farther than any table is wide


@rule
def side_of(f: int) -> int:
    """The seat that a formation belongs to."""
    return f // PER_SIDE


@rule
def type_of(scenario: Scenario, game: Game, s: int) -> Type:
    """The army list's line of a stand."""
    return scenario.type[int(game.stands[s].kind)]


@rule
def radius_of(scenario: Scenario, game: Game, s: int) -> int:
    """Radius of a stand's base (FM-R03)."""
    return int(scenario.type[int(game.stands[s].kind)].radius)


@rule
def weight(stand: Stand) -> int:
    """As how many stands a stand counts: with Structure, its structure left (FM-SPEC-28, FM-R47)."""
    return max(1, int(stand.structure))


@rule
def on_table(game: Game, s: int) -> bool:
    """Whether a stand is on the table."""
    return int(game.stands[s].where) == ON_TABLE


@rule
def living(game: Game, scenario: Scenario, f: int) -> int:
    """The stands of a formation that are left, wherever they are: a bit each."""
    found = 0
    for k in range(int(scenario.roster[f].count)):
        if int(game.stands[f * STANDS + k].where) != GONE:
            found |= 1 << k
    return found


@rule
def fielded(game: Game, scenario: Scenario, f: int) -> int:
    """The stands of a formation that are on the table: a bit each."""
    found = 0
    for k in range(int(scenario.roster[f].count)):
        if int(game.stands[f * STANDS + k].where) == ON_TABLE:
            found |= 1 << k
    return found


@rule
def size(stands: int) -> int:
    """How many stands a set has."""
    count = 0
    while stands != 0:
        stands &= stands - 1
        count += 1
    return count


@rule
def exists(game: Game, scenario: Scenario, f: int) -> bool:
    """Whether anything is left of a formation."""
    return living(game, scenario, f) != 0


@rule
def whereabouts(game: Game, scenario: Scenario, f: int) -> int:
    """Where a formation is: ON_TABLE, OFF_BOARD, EMBARKED, UNPLACED, or GONE if nothing is left of it."""
    for k in range(int(scenario.roster[f].count)):
        if int(game.stands[f * STANDS + k].where) != GONE:
            return int(game.stands[f * STANDS + k].where)
    return GONE


@rule
def is_aircraft(scenario: Scenario, f: int) -> bool:
    """Whether a formation is one of aircraft; they never mix with others (FM-R77)."""
    roster = scenario.roster[f]
    return int(roster.count) > 0 and int(scenario.type[int(roster.kinds[0])].cls) == AIRCRAFT


@rule
def all_infantry(scenario: Scenario, f: int) -> bool:
    """Whether a formation is made up of infantry only."""
    roster = scenario.roster[f]
    for k in range(int(roster.count)):
        if int(scenario.type[int(roster.kinds[k])].cls) != INFANTRY:
            return False
    return True


@rule
def has_special(scenario: Scenario, game: Game, f: int, special: int) -> bool:
    """Whether a living stand of a formation has a special rule."""
    for k in range(int(scenario.roster[f].count)):
        s = f * STANDS + k
        if int(game.stands[s].where) != GONE and int(type_of(scenario, game, s).special) & special:
            return True
    return False


@rule
def stands_counted(scenario: Scenario, game: Game, f: int) -> int:
    """As how many stands a formation counts (FM-SPEC-28)."""
    count = 0
    for k in range(int(scenario.roster[f].count)):
        stand = game.stands[f * STANDS + k]
        if int(stand.where) != GONE:
            count += weight(stand)
    return count


@rule
def effective_stress(scenario: Scenario, game: Game, f: int) -> int:
    """Stress markers as they count: halved, rounded down, with an elite stand (FM-SPEC-07, FM-R53)."""
    stress = int(game.formations[f].stress)
    if has_special(scenario, game, f, ELITE):
        return stress // 2
    return stress


@rule
def would_be_routed(scenario: Scenario, game: Game, f: int) -> bool:
    """Whether a formation has as many markers as stands (FM-ROUT-01); never aircraft (FM-AIR-10)."""
    if is_aircraft(scenario, f):
        return False
    count = stands_counted(scenario, game, f)
    return count > 0 and effective_stress(scenario, game, f) >= count


@rule
def gap_between(scenario: Scenario, game: Game, a: int, b: int) -> int:
    """Gap of two stands in hundredths, rounded down."""
    one, other = game.stands[a], game.stands[b]
    return gap(
        int(one.x),
        int(one.y),
        radius_of(scenario, game, a),
        int(other.x),
        int(other.y),
        radius_of(scenario, game, b),
    )


@rule
def stands_nearer(scenario: Scenario, game: Game, a: int, b: int, than: int) -> bool:
    """Whether the gap of two stands, rounded down, is below ``than``."""
    one, other = game.stands[a], game.stands[b]
    return nearer(
        int(one.x),
        int(one.y),
        radius_of(scenario, game, a),
        int(other.x),
        int(other.y),
        radius_of(scenario, game, b),
        than,
    )


@rule
def stands_within(scenario: Scenario, game: Game, a: int, b: int, reach: int) -> bool:
    """Whether the gap of two stands is at most ``reach`` (FM-R04, R05)."""
    one, other = game.stands[a], game.stands[b]
    return within(
        int(one.x),
        int(one.y),
        radius_of(scenario, game, a),
        int(other.x),
        int(other.y),
        radius_of(scenario, game, b),
        reach,
    )


@rule
def is_ground(scenario: Scenario, game: Game, s: int) -> bool:
    """Whether a stand is on the table and no aircraft."""
    return on_table(game, s) and int(type_of(scenario, game, s).cls) != AIRCRAFT


@rule
def touch(scenario: Scenario, game: Game, a: int, b: int) -> bool:
    """Whether two stands of different sides are in base contact; aircraft never are (FM-R06, R79)."""
    if a // STANDS // PER_SIDE == b // STANDS // PER_SIDE:
        return False
    if not is_ground(scenario, game, a) or not is_ground(scenario, game, b):
        return False
    return stands_within(scenario, game, a, b, CONTACT)


@rule
def extent(scenario: Scenario, game: Game, f: int) -> tuple[int, int, int, int]:
    """The box round a formation's bases on the table: left, right, low, high (FAR_OFF if none is)."""
    left, right, low, high = FAR_OFF, -FAR_OFF, FAR_OFF, -FAR_OFF
    for k in range(int(scenario.roster[f].count)):
        stand = game.stands[f * STANDS + k]
        if int(stand.where) == ON_TABLE:
            x, y, r = int(stand.x), int(stand.y), int(scenario.type[int(stand.kind)].radius)
            left, right = min(left, x - r), max(right, x + r)
            low, high = min(low, y - r), max(high, y + r)
    return left, right, low, high


@rule
def far_apart(scenario: Scenario, game: Game, f: int, other: int, reach: int) -> bool:
    """Whether no stand of one formation comes within ``reach`` of the box round another: none is so near."""
    left, right, low, high = extent(scenario, game, f)
    left, right, low, high = left - reach, right + reach, low - reach, high + reach
    for k in range(int(scenario.roster[other].count)):
        stand = game.stands[other * STANDS + k]
        if int(stand.where) == ON_TABLE:
            x, y, r = int(stand.x), int(stand.y), int(scenario.type[int(stand.kind)].radius)
            if left <= x + r and x - r <= right and low <= y + r and y - r <= high:
                return False
    return True


@rule
def in_contact(scenario: Scenario, game: Game, f: int, enemy: int) -> bool:
    """Whether any stands of two formations are in base contact."""
    if far_apart(scenario, game, f, enemy, CONTACT):
        return False
    for k in range(int(scenario.roster[f].count)):
        for j in range(int(scenario.roster[enemy].count)):
            if touch(scenario, game, f * STANDS + k, enemy * STANDS + j):
                return True
    return False


@rule
def formations_near(scenario: Scenario, game: Game, f: int, other: int, reach: int) -> bool:
    """Whether any stands of two formations on the table are within ``reach`` of each other."""
    if far_apart(scenario, game, f, other, reach):
        return False
    for k in range(int(scenario.roster[f].count)):
        if not on_table(game, f * STANDS + k):
            continue
        for j in range(int(scenario.roster[other].count)):
            if on_table(game, other * STANDS + j):
                if stands_within(scenario, game, f * STANDS + k, other * STANDS + j, reach):
                    return True
    return False


@rule
def remove(scenario: Scenario, game: Game, s: int) -> None:
    """Take a stand out of the game, and with an aircraft what it carries (FM-LAND-04, FM-R83)."""
    stand = game.stands[s]
    stand.where = GONE
    stand.x = 0
    stand.y = 0
    stand.structure = 0
    stand.shields = 0
    stand.carrier = NONE
    if int(type_of(scenario, game, s).cls) == AIRCRAFT:
        home = side_of(s // STANDS) * PER_SIDE
        for f in range(home, home + PER_SIDE):
            for k in range(int(scenario.roster[f].count)):
                carried = game.stands[f * STANDS + k]
                if int(carried.where) == EMBARKED and int(carried.carrier) == s:
                    carried.where = GONE
                    carried.carrier = NONE
                    game.destroyed[side_of(f)] += int(scenario.type[int(carried.kind)].points)
                    if not int(scenario.type[int(carried.kind)].special) & DISPOSABLE:
                        game.formations[f].stress += 1


@rule
def destroy(scenario: Scenario, game: Game, s: int) -> None:
    """A stand is destroyed: its points count for the enemy (FM-M08)."""
    game.destroyed[side_of(s // STANDS)] += int(type_of(scenario, game, s).points)
    remove(scenario, game, s)
