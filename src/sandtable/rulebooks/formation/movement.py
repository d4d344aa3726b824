"""Move action: paths, enemy zones, speed, terrain, coherency, and its execution (FM-MOVE, FM-TERR)."""

from __future__ import annotations

from typing import Any

from sandtable.core.boards.free import FINE, coherent, distance2, group_of, length, overlap
from sandtable.core.boards.free import on_table as inside
from sandtable.core.compile import rule
from sandtable.core.dice import Dice
from sandtable.core.events import EVERYONE, Events, emit, emit_at
from sandtable.rulebooks.formation.actions import Work
from sandtable.rulebooks.formation.allocation import one_die
from sandtable.rulebooks.formation.attack import add_stress
from sandtable.rulebooks.formation.coherency import (
    comes_nearer,
    ends_together,
    list_groups,
    measure,
    no_wider,
    regroups,
)
from sandtable.rulebooks.formation.happenings import (
    DIE_DIFFICULT,
    HAS_DROPPED_STANDS,
    HAS_MET_DIFFICULTY,
    HAS_MOVED,
)
from sandtable.rulebooks.formation.obstacles import ANYWHERE, enemy_reason, is_free, survey, touches_enemy
from sandtable.rulebooks.formation.reasons import (
    IN_IMPASSABLE,
    LEAVES_SLOW,
    NOT_COHERENT,
    NOT_ITS_STANDS,
    OFF_TABLE,
    OVERLAPS,
    TOO_FAR,
    TOO_SHORT,
)
from sandtable.rulebooks.formation.stands import (
    fielded,
    is_aircraft,
    on_table,
    remove,
    side_of,
    size,
    type_of,
    weight,
)
from sandtable.rulebooks.formation.state import (
    AGILE,
    AIRCRAFT,
    ALL_STANDS,
    BONUS,
    FRENZIED,
    HOVER,
    IMPASSABLE,
    INFANTRY,
    LEGS,
    NONE,
    SLOW,
    STANDS,
    Game,
    Scenario,
)
from sandtable.rulebooks.formation.terrain import (
    leg_is_barred,
    path_is_barred,
    path_is_difficult,
    path_is_road,
)

# Directions of the 1 cm shifts that excuse a group (FM-R11): 16 equal parts of a turn, in hundredths.
SHIFT_X = (100, 92, 71, 38, 0, -38, -71, -92, -100, -92, -71, -38, 0, 38, 71, 92)
SHIFT_Y = (0, 38, 71, 92, 100, 92, 71, 38, 0, -38, -71, -92, -100, -92, -71, -38)


@rule
def lay_path(game: Game, f: int, k: int, plan: Any, work: Work) -> int:
    """Write the path of one stand, from where it is, to ``work.path``; its number of points."""
    work.path_x[0] = int(game.stands[f * STANDS + k].x)
    work.path_y[0] = int(game.stands[f * STANDS + k].y)
    n = int(plan.legs[k])
    for i in range(n):
        work.path_x[i + 1] = int(plan.x[k, i])
        work.path_y[i + 1] = int(plan.y[k, i])
    return n + 1


@rule
def lay_ends(game: Game, f: int, stands: int, plan: Any, work: Work) -> None:
    """Write where the stands end to ``work.end``."""
    for k in range(STANDS):
        n = int(plan.legs[k])
        if stands >> k & 1 and n > 0:
            work.end_x[k] = int(plan.x[k, n - 1])
            work.end_y[k] = int(plan.y[k, n - 1])
        else:
            work.end_x[k] = int(game.stands[f * STANDS + k].x)
            work.end_y[k] = int(game.stands[f * STANDS + k].y)


@rule
def path_reason(scenario: Scenario, game: Game, s: int, n: int, work: Work) -> int:
    """Why a stand may not go along ``work.path`` (``n`` points), whatever its speed; 0 if it may."""
    kind = type_of(scenario, game, s)
    r = int(kind.radius)
    for i in range(1, n):
        if not inside(int(work.path_x[i]), int(work.path_y[i]), r, int(scenario.width), int(scenario.depth)):
            return OFF_TABLE
    if int(kind.cls) == AIRCRAFT or n == 1:
        return 0
    reason = enemy_reason(r, n, work)
    if reason != 0:
        return reason
    x, y = int(work.path_x[n - 1]), int(work.path_y[n - 1])
    if int(kind.special) & HOVER:
        return IN_IMPASSABLE if leg_is_barred(scenario, int(kind.cls), r, x, y, x, y) else 0
    barring = path_is_barred(scenario, int(kind.cls), r, work.path_x, work.path_y, n)
    if barring == IMPASSABLE:
        return IN_IMPASSABLE
    return LEAVES_SLOW if barring == SLOW else 0


@rule
def ends_reason(stands: int, work: Work) -> int:
    """Why the bases of a formation may not be where its paths end: an overlap."""
    for k in range(STANDS):
        if not stands >> k & 1:
            continue
        x, y = int(work.end_x[k]), int(work.end_y[k])
        if not is_free(x, y, int(work.rs[k]), work):
            return OVERLAPS
        for j in range(k):
            if stands >> j & 1 and overlap(
                x, y, int(work.rs[k]), int(work.end_x[j]), int(work.end_y[j]), int(work.rs[j])
            ):
                return OVERLAPS
    return 0


# Speed


@rule
def bonus_of(scenario: Scenario, game: Game, s: int, n: int, cry: int, work: Work) -> int:
    """What a stand may add to its speed on ``work.path``: road and frenzy (FM-TERR-24 to 26, FM-SPEC-10)."""
    kind = type_of(scenario, game, s)
    if int(kind.cls) == AIRCRAFT:
        return 0
    bonus = 0
    frenzied = int(kind.special) & FRENZIED != 0 or (cry and int(kind.cls) == INFANTRY)
    x, y = int(work.path_x[n - 1]), int(work.path_y[n - 1])
    if frenzied and touches_enemy(x, y, int(kind.radius), work):
        bonus += BONUS
    if not int(kind.special) & HOVER and path_is_road(scenario, work.path_x, work.path_y, n):
        bonus += BONUS
    return bonus


@rule
def fine(speed: int) -> int:
    """The longest path of a speed, in 1/FINE of a hundredth: half a hundredth is granted for rounding."""
    return speed * FINE + FINE // 2


@rule
def speed_needed(scenario: Scenario, game: Game, s: int, n: int, cry: int, work: Work) -> int:
    """The speed a stand must have lent to go along ``work.path``; 0 if its own will do."""
    own = int(type_of(scenario, game, s).speed)
    if n == 2:  # of one leg no root need be taken to see that it is short enough
        square = distance2(int(work.path_x[0]), int(work.path_y[0]), int(work.path_x[1]), int(work.path_y[1]))
        if square <= own * own:
            return 0
    long = length(work.path_x, work.path_y, n)
    if long <= fine(own):
        return 0
    bonus = bonus_of(scenario, game, s, n, cry, work)
    if long <= fine(own + bonus):
        return 0
    return (long - FINE // 2 + FINE - 1) // FINE - bonus


@rule
def is_lent(scenario: Scenario, game: Game, f: int, stands: int, work: Work) -> bool:
    """Whether transports lend enough speed to all stands that need it (FM-SPEC-34, FM-R81).

    The neediest are served first, each by any transport in its group that is fast enough.
    """
    for k in range(STANDS):
        work.lent[k] = 0
    while True:
        neediest, most = NONE, 0
        for k in range(STANDS):
            if stands >> k & 1 and int(work.need[k]) > most:
                neediest, most = k, int(work.need[k])
        if neediest == NONE:
            return True
        if int(type_of(scenario, game, f * STANDS + neediest).cls) != INFANTRY:
            return False
        group = group_of(work.xs, work.ys, work.rs, work.links, neediest, stands)
        lender = -1
        for k in range(STANDS):
            if group >> k & 1 and lender == -1:
                kind = type_of(scenario, game, f * STANDS + k)
                if int(work.lent[k]) < int(kind.transport) and int(kind.speed) >= most:
                    lender = k
        if lender == -1:
            return False
        work.lent[lender] += 1
        work.need[neediest] = 0


# The whole move


@rule
def move_reason(
    scenario: Scenario, game: Game, f: int, plan: Any, removed: int, duty: int, cry: int, work: Work
) -> int:
    """Why a formation may not make a move, 0 if it may.

    ``plan`` has ``legs, x, y`` of each stand (an `Action` or a `Move`), ``removed`` are the stands that its
    owner takes off first (FM-MOVE-04), ``duty`` says whether a split formation must come together.
    """
    before = fielded(game, scenario, f)
    if removed & ~before:
        return NOT_ITS_STANDS
    stands = before & ~removed
    measure(scenario, game, f, work)
    survey(scenario, game, f, ANYWHERE, work)
    for k in range(STANDS):
        work.need[k] = 0
        if int(plan.legs[k]) == 0:
            continue
        if not stands >> k & 1 or int(plan.legs[k]) > LEGS or int(plan.legs[k]) < 0:
            return NOT_ITS_STANDS
        s = f * STANDS + k
        n = lay_path(game, f, k, plan, work)
        for i in range(1, n):
            if work.path_x[i] < 0 or work.path_y[i] < 0:
                return OFF_TABLE
        work.need[k] = speed_needed(scenario, game, s, n, cry, work)
        reason = path_reason(scenario, game, s, n, work)
        if reason != 0:
            return reason
    lay_ends(game, f, stands, plan, work)
    return together_reason(scenario, game, f, before, stands, duty, work)


@rule
def together_reason(
    scenario: Scenario, game: Game, f: int, before: int, stands: int, duty: int, work: Work
) -> int:
    """Why a formation may not move as its stands' paths allow one by one, 0 if it may.

    Of each of ``stands``, those it keeps of ``before``, ``work`` holds the end and the speed it needs lent.
    """
    if not is_lent(scenario, game, f, stands, work):
        return TOO_FAR
    reason = ends_reason(stands, work)
    if reason != 0:
        return reason
    if is_aircraft(scenario, f) and not flies_far_enough(scenario, f, stands, work):
        return TOO_SHORT
    return coherency_reason(scenario, game, f, before, stands, duty, work)


@rule
def flies_far_enough(scenario: Scenario, f: int, stands: int, work: Work) -> bool:
    """Whether each aircraft ends at least its least move from where it began (FM-AIR-14, FM-R78)."""
    for k in range(STANDS):
        if stands >> k & 1:
            least = int(scenario.type[int(scenario.roster[f].kinds[k])].least_move)
            moved = distance2(int(work.xs[k]), int(work.ys[k]), int(work.end_x[k]), int(work.end_y[k]))
            if moved < least * least:
                return False
    return True


@rule
def coherency_reason(
    scenario: Scenario, game: Game, f: int, before: int, stands: int, duty: int, work: Work
) -> int:
    """Why a formation may not end as in ``work.end``: split, or not regrouped (FM-COH, FM-R10 to R12)."""
    if ends_together(work, stands):
        return 0
    if coherent(work.xs, work.ys, work.rs, work.links, before):
        return NOT_COHERENT
    if not duty:
        return no_wider(work, stands)
    reason = regroups(work, stands, 0)
    if reason == 0:
        return 0
    excused = excused_stands(scenario, game, f, stands, work)
    if excused == 0:
        return reason
    return regroups(work, stands, excused)


@rule
def excused_stands(scenario: Scenario, game: Game, f: int, stands: int, work: Work) -> int:
    """The stands of ground groups that stand still because no 1 cm shift would bring them nearer (FM-R11)."""
    if is_aircraft(scenario, f):
        return 0
    for k in range(STANDS):  # keep the ends: shifts are tried in their place
        work.need[k] = work.end_x[k]
        work.lent[k] = work.end_y[k]
    count = list_groups(work, stands)
    found = 0
    for i in range(count):
        group = int(work.group[i])
        stays = True
        for k in range(STANDS):
            if group >> k & 1 and (work.need[k] != work.xs[k] or work.lent[k] != work.ys[k]):
                stays = False
        if stays and not can_shift(scenario, game, f, stands, group, count, work):
            found |= group
    for k in range(STANDS):
        work.end_x[k] = work.need[k]
        work.end_y[k] = work.lent[k]
    return found


@rule
def can_shift(
    scenario: Scenario, game: Game, f: int, stands: int, group: int, count: int, work: Work
) -> bool:
    """Whether some legal shift of a group by 1 cm brings it nearer to a largest group."""
    largest = 0
    for i in range(count):
        other = int(work.group[i])
        if other != group and size(other) > largest:
            largest = size(other)
    for way in range(16):
        for k in range(STANDS):
            moves = group >> k & 1
            work.end_x[k] = int(work.xs[k]) + (SHIFT_X[way] if moves else 0)
            work.end_y[k] = int(work.ys[k]) + (SHIFT_Y[way] if moves else 0)
        legal = ends_reason(stands, work) == 0
        for k in range(STANDS):
            if group >> k & 1 and legal:
                work.path_x[0], work.path_y[0] = work.xs[k], work.ys[k]
                work.path_x[1], work.path_y[1] = work.end_x[k], work.end_y[k]
                legal = path_reason(scenario, game, f * STANDS + k, 2, work) == 0
        if legal:
            for i in range(count):
                other = int(work.group[i])
                if other != group and size(other) == largest and comes_nearer(work, group, other):
                    return True
    return False


# Execution


@rule
def execute(scenario: Scenario, game: Game, dice: Dice, events: Events, work: Work) -> None:
    """Move the stands as planned and roll for difficult terrain (FM-MOVE-01, FM-TERR-06, 07, FM-R89)."""
    plan = game.move
    f = int(plan.formation)
    perils = 0
    for k in range(int(scenario.roster[f].count)):
        s = f * STANDS + k
        if int(plan.legs[k]) == 0 or not on_table(game, s):
            continue
        n = lay_path(game, f, k, plan, work)
        if braves_difficulty(scenario, game, s, n, work):
            perils += weight(game.stands[s])
        game.stands[s].x = work.path_x[n - 1]
        game.stands[s].y = work.path_y[n - 1]
        emit_at(
            events,
            HAS_MOVED,
            EVERYONE,
            side_of(f),
            s,
            int(work.path_x[n - 1]),
            int(work.path_y[n - 1]),
            int(plan.by),
        )
    roll_difficulty(game, dice, events, f, perils)


@rule
def braves_difficulty(scenario: Scenario, game: Game, s: int, n: int, work: Work) -> bool:
    """Whether a stand must roll for its path: neither aircraft, agile nor hover (FM-SPEC-02, 11)."""
    kind = type_of(scenario, game, s)
    if int(kind.cls) == AIRCRAFT or int(kind.special) & (AGILE | HOVER):
        return False
    return path_is_difficult(scenario, int(kind.cls), work.path_x, work.path_y, n)


@rule
def roll_difficulty(game: Game, dice: Dice, events: Events, f: int, count: int) -> None:
    """Roll a d6 for each stand in difficult terrain; each 1 is a stress marker (FM-TERR-06, 07)."""
    if count == 0:
        return
    at = emit(events, HAS_MET_DIFFICULTY, EVERYONE, side_of(f), f, count, 0)
    ones = 0
    for _ in range(count):
        if one_die(dice, events, at, DIE_DIFFICULT) == 1:
            ones += 1
    events.items[at].amount = ones
    add_stress(game, events, f, ones)


# A move being made


@rule
def forget_move(game: Game) -> None:
    """No move is being made; nothing of the last one stays in the record."""
    plan = game.move
    plan.formation = NONE
    plan.by = 0
    plan.cry = 0
    plan.duty = 0
    plan.replan = 0
    for k in range(STANDS):
        drop_path(game, k)


@rule
def drop_path(game: Game, k: int) -> None:
    """Stand ``k`` stays where it is in the move being made."""
    game.move.legs[k] = 0
    for i in range(LEGS):
        game.move.x[k, i] = 0
        game.move.y[k, i] = 0


@rule
def lay_plan(game: Game, plan: Any) -> None:
    """Take the paths of an action for the move being made."""
    for k in range(STANDS):
        drop_path(game, k)
        game.move.legs[k] = plan.legs[k]
        for i in range(int(plan.legs[k])):
            game.move.x[k, i] = plan.x[k, i]
            game.move.y[k, i] = plan.y[k, i]


@rule
def begin_move(
    scenario: Scenario, game: Game, events: Events, plan: Any, f: int, by: int, duty: int, cry: int
) -> None:
    """Declare a move: first its owner takes stands off, without penalty (FM-MOVE-04, FM-R13)."""
    forget_struck(game)
    game.move.formation = f
    game.move.by = by
    game.move.duty = duty
    game.move.cry = cry
    if cry:
        game.war_cry_used[side_of(f)] = 1
    lay_plan(game, plan)
    take_off(scenario, game, events, plan, f)


@rule
def take_off(scenario: Scenario, game: Game, events: Events, plan: Any, f: int) -> None:
    """The owner removes stands from a formation, without stress or casualty (FM-MOVE-04)."""
    for k in range(STANDS):
        if int(plan.stands) >> k & 1:
            emit(events, HAS_DROPPED_STANDS, EVERYONE, side_of(f), f * STANDS + k, NONE, 1)
            remove(scenario, game, f * STANDS + k)


@rule
def forget_struck(game: Game) -> None:
    """No withdrawal attack has been made on the move that begins (FM-R61)."""
    for s in range(ALL_STANDS):
        game.stands[s].struck = 0


@rule
def trim(game: Game) -> None:
    """Stands that fell to a withdrawal attack have no path any more."""
    for k in range(STANDS):
        if not on_table(game, int(game.move.formation) * STANDS + k):
            drop_path(game, k)
