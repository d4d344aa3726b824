"""Candidate moves of a formation: where it might go, and how its stands get there.

Directions: 16 bearings at full and half speed; to each objective marker; to just inside 20 cm and just inside
range of each enemy formation; into each near piece of cover; back together if it is split; and charges into
contact. For each, the stands are placed one after the other, those in front first: straight, round an
obstacle, or less far, near a stand that is placed already. Only what the exact checker accepts is kept.
"""

from __future__ import annotations

from sandtable.core.boards.free import distance2, overlap, root, within
from sandtable.core.compile import rule
from sandtable.rulebooks.formation import actions as verb
from sandtable.rulebooks.formation.actions import Action, Work
from sandtable.rulebooks.formation.coherency import measure
from sandtable.rulebooks.formation.lists import draft, has_room, keep, no_path, waypoint
from sandtable.rulebooks.formation.movement import lay_path, path_reason, speed_needed, together_reason
from sandtable.rulebooks.formation.obstacles import is_free, survey
from sandtable.rulebooks.formation.stands import (
    fielded,
    gap_between,
    is_aircraft,
    is_ground,
    on_table,
    radius_of,
    stands_nearer,
    type_of,
)
from sandtable.rulebooks.formation.state import (
    BONUS,
    CLOSE,
    COVER,
    FRENZIED,
    INFANTRY,
    LONG,
    MARKERS,
    NONE,
    PER_SIDE,
    STANDS,
    VEHICLE,
    Game,
    Scenario,
)

# 16 bearings of length 1000.
WAY_X = (1000, 923, 707, 382, 0, -382, -707, -923, -1000, -923, -707, -382, 0, 382, 707, 923)
WAY_Y = (0, 382, 707, 923, 1000, 923, 707, 382, 0, -382, -707, -923, -1000, -923, -707, -382)
FLIGHT = 2010  # just more than the least move of most aircraft


@rule
def pace(scenario: Scenario, game: Game, f: int) -> int:
    """The speed at which a whole formation can march: that of its slowest stand that no transport carries."""
    count = int(scenario.roster[f].count)
    room = 0
    fast = 0
    for s in range(f * STANDS, f * STANDS + count):
        kind = type_of(scenario, game, s)
        if int(kind.transport) > 0 and on_table(game, s):
            room += int(kind.transport)
            fast = max(fast, int(kind.speed))
    slowest = 1 << 14
    for s in range(f * STANDS, f * STANDS + count):
        if on_table(game, s):
            kind = type_of(scenario, game, s)
            speed = int(kind.speed)
            if int(kind.cls) == INFANTRY and room > 0 and speed < fast:
                room -= 1
                speed = fast
            slowest = min(slowest, speed)
    return slowest


@rule
def list_moves(scenario: Scenario, game: Game, seat: int, f: int, duty: int, work: Work) -> None:
    """Add candidate moves of a formation."""
    if fielded(game, scenario, f) == 0:
        return
    speed = pace(scenario, game, f)
    measure(scenario, game, f, work)
    survey(scenario, game, f, farthest(scenario, game, f), work)
    for way in range(16):
        march(scenario, game, seat, f, WAY_X[way], WAY_Y[way], speed, duty, work)
        march(scenario, game, seat, f, WAY_X[way], WAY_Y[way], max(speed // 2, 1), duty, work)
    if is_aircraft(scenario, f):
        for way in range(16):
            march(scenario, game, seat, f, WAY_X[way], WAY_Y[way], FLIGHT, duty, work)
    lead = front_stand(scenario, game, f)
    for marker in range(MARKERS):
        march_to(
            scenario,
            game,
            seat,
            f,
            lead,
            int(scenario.marker_x[marker]),
            int(scenario.marker_y[marker]),
            0,
            speed,
            duty,
            work,
        )
    march_at_enemies(scenario, game, seat, f, speed, duty, work)
    march_to_cover(scenario, game, seat, f, lead, speed, duty, work)
    if duty:
        close_up(scenario, game, seat, f, duty, work)


@rule
def farthest(scenario: Scenario, game: Game, f: int) -> int:
    """A distance that no stand of a formation goes in any candidate: at most its speed, and in a charge the
    bonus and the way round a base.
    """
    fastest = FLIGHT
    for k in range(int(scenario.roster[f].count)):
        fastest = max(fastest, int(type_of(scenario, game, f * STANDS + k).speed))
    return fastest + 2 * BONUS


@rule
def front_stand(scenario: Scenario, game: Game, f: int) -> int:
    """A stand to measure from: the first that is on the table."""
    for k in range(int(scenario.roster[f].count)):
        if on_table(game, f * STANDS + k):
            return f * STANDS + k
    return f * STANDS


@rule
def march_to(
    scenario: Scenario,
    game: Game,
    seat: int,
    f: int,
    lead: int,
    x: int,
    y: int,
    short: int,
    speed: int,
    duty: int,
    work: Work,
) -> None:
    """March so that ``lead`` comes to a point, ``short`` before it, or as near as speed allows."""
    dx, dy = x - int(game.stands[lead].x), y - int(game.stands[lead].y)
    away = root(dx * dx + dy * dy)
    far = min(speed, away - short)
    if away > 0 and far > 20:
        march(scenario, game, seat, f, dx * 1000 // away, dy * 1000 // away, far, duty, work)


@rule
def march_at_enemies(
    scenario: Scenario, game: Game, seat: int, f: int, speed: int, duty: int, work: Work
) -> None:
    """To just inside 20 cm and just inside range of each enemy formation; and charge it."""
    enemies = (1 - seat) * PER_SIDE
    for g in range(enemies, enemies + PER_SIDE):
        if int(scenario.roster[g].count) == 0 or fielded(game, scenario, g) == 0:
            continue
        s, e, away = nearest_pair(scenario, game, f, g)
        kind = type_of(scenario, game, s)
        apart = radius_of(scenario, game, s) + radius_of(scenario, game, e)
        x, y = int(game.stands[e].x), int(game.stands[e].y)
        if away > CLOSE:
            march_to(scenario, game, seat, f, s, x, y, CLOSE - 30 + apart, speed, duty, work)
        if int(kind.fp[LONG]) > 0 and away > int(kind.range):
            march_to(scenario, game, seat, f, s, x, y, int(kind.range) - 30 + apart, speed, duty, work)
        if not is_aircraft(scenario, f) and not is_aircraft(scenario, g):
            if away <= speed + BONUS:
                charge(scenario, game, seat, f, g, duty, work)


@rule
def nearest_pair(scenario: Scenario, game: Game, f: int, g: int) -> tuple[int, int, int]:
    """The nearest stands of two formations on the table, and their gap."""
    best, one, other = 1 << 30, f * STANDS, g * STANDS
    for k in range(int(scenario.roster[f].count)):
        for j in range(int(scenario.roster[g].count)):
            if on_table(game, f * STANDS + k) and on_table(game, g * STANDS + j):
                if stands_nearer(scenario, game, f * STANDS + k, g * STANDS + j, best):
                    one, other = f * STANDS + k, g * STANDS + j
                    best = gap_between(scenario, game, one, other)
    return one, other, best


@rule
def march_to_cover(
    scenario: Scenario, game: Game, seat: int, f: int, lead: int, speed: int, duty: int, work: Work
) -> None:
    """Into the middle of each piece of cover that can be reached."""
    cls = min(int(type_of(scenario, game, lead).cls), VEHICLE)
    if is_aircraft(scenario, f):
        return
    x, y = int(game.stands[lead].x), int(game.stands[lead].y)
    for p in range(int(scenario.pieces)):
        piece = scenario.piece[p]
        if int(scenario.ground[int(piece.ground)].effects[cls]) & COVER:
            to_x = (int(piece.left) + int(piece.right)) // 2
            to_y = (int(piece.low) + int(piece.high)) // 2
            if distance2(x, y, to_x, to_y) < (speed + 600) * (speed + 600):
                march_to(scenario, game, seat, f, lead, to_x, to_y, 0, speed, duty, work)


@rule
def march(
    scenario: Scenario, game: Game, seat: int, f: int, dx: int, dy: int, far: int, duty: int, work: Work
) -> None:
    """March in a direction (length 1000), those in front first; keep the move if it is legal."""
    if not has_room(work):
        return
    action = draft(work, verb.MOVE, seat, f)
    stands = fielded(game, scenario, f)
    count = int(scenario.roster[f].count)
    waiting = stands
    placed = 0
    moved = False
    while waiting != 0:
        ahead = NONE
        most = 0
        for k in range(count):
            if waiting >> k & 1:
                along = dx * int(work.xs[k]) + dy * int(work.ys[k])
                if ahead == NONE or along > most:
                    ahead, most = k, along
        waiting &= ~(1 << ahead)
        if step_out(scenario, game, f, ahead, placed, dx, dy, far, action, work):
            moved = True
        placed |= 1 << ahead
    if moved and together_reason(scenario, game, f, stands, stands, duty, work) == 0:
        keep(work)


@rule
def step_out(
    scenario: Scenario,
    game: Game,
    f: int,
    k: int,
    placed: int,
    dx: int,
    dy: int,
    far: int,
    action: Action,
    work: Work,
) -> bool:
    """Find a path for one stand in a direction; whether it moves. Its end is noted in ``work.end``."""
    x, y = int(work.xs[k]), int(work.ys[k])
    for part in (4, 3, 2, 1):
        long = far * part // 4
        to_x, to_y = x + dx * long // 1000, y + dy * long // 1000
        waypoint(action, k, to_x, to_y)
        if fits(scenario, game, f, k, placed, action, work):
            return True
        no_path(action, k)
        if part == 3 and not is_aircraft(scenario, f):
            for side in (1, -1):
                waypoint(
                    action,
                    k,
                    x + (dx * 2 - side * dy) * long // 4000,
                    y + (dy * 2 + side * dx) * long // 4000,
                )
                waypoint(action, k, to_x, to_y)
                if fits(scenario, game, f, k, placed, action, work):
                    return True
                no_path(action, k)
    stay(k, work)
    return False


@rule
def stay(k: int, work: Work) -> None:
    """A stand ends where it is."""
    work.end_x[k] = work.xs[k]
    work.end_y[k] = work.ys[k]
    work.need[k] = 0


@rule
def fits(scenario: Scenario, game: Game, f: int, k: int, placed: int, action: Action, work: Work) -> bool:
    """Whether a stand may go its drafted path and end near those placed, overlapping none."""
    n = int(action.legs[k])
    x, y = int(action.x[k, n - 1]), int(action.y[k, n - 1])
    r = int(work.rs[k])
    if x < r or y < r or x + r > int(scenario.width) or y + r > int(scenario.depth):
        return False
    near = placed == 0
    for j in range(int(scenario.roster[f].count)):
        if placed >> j & 1:
            if overlap(x, y, r, int(work.end_x[j]), int(work.end_y[j]), int(work.rs[j])):
                return False
            link = max(int(work.links[k]), int(work.links[j])) - 20
            if not near and within(x, y, r, int(work.end_x[j]), int(work.end_y[j]), int(work.rs[j]), link):
                near = True
    if not near or not is_free(x, y, r, work):
        return False
    return goes(scenario, game, f, k, action, work)


@rule
def goes(scenario: Scenario, game: Game, f: int, k: int, action: Action, work: Work) -> bool:
    """Whether nothing bars a stand's drafted path; if so, its end and the speed it needs lent are noted."""
    s = f * STANDS + k
    n = lay_path(game, f, k, action, work)
    if path_reason(scenario, game, s, n, work) != 0:
        return False
    work.need[k] = speed_needed(scenario, game, s, n, 0, work)
    work.end_x[k] = work.path_x[n - 1]
    work.end_y[k] = work.path_y[n - 1]
    return True


# Charges


@rule
def charge(scenario: Scenario, game: Game, seat: int, f: int, g: int, duty: int, work: Work) -> None:
    """As many stands as can go into base contact with a formation, the others as near as they can."""
    if not has_room(work):
        return
    action = draft(work, verb.MOVE, seat, f)
    stands = fielded(game, scenario, f)
    waiting = stands
    placed = 0
    charged = False
    while waiting != 0:
        first = NONE
        best = 0
        for k in range(STANDS):
            if waiting >> k & 1:
                away = gap_to(scenario, game, f * STANDS + k, g)
                if first == NONE or away < best:
                    first, best = k, away
        waiting &= ~(1 << first)
        if charge_with(scenario, game, f, first, g, placed, action, work):
            charged = True
        else:
            follow(scenario, game, f, first, g, placed, action, work)
        placed |= 1 << first
    if charged and together_reason(scenario, game, f, stands, stands, duty, work) == 0:
        keep(work)


@rule
def gap_to(scenario: Scenario, game: Game, s: int, g: int) -> int:
    """Gap of a stand to the nearest stand of a formation on the table."""
    best = 1 << 30
    for j in range(int(scenario.roster[g].count)):
        e = g * STANDS + j
        if on_table(game, e) and stands_nearer(scenario, game, s, e, best):
            best = gap_between(scenario, game, s, e)
    return best


@rule
def charge_with(
    scenario: Scenario, game: Game, f: int, k: int, g: int, placed: int, action: Action, work: Work
) -> bool:
    """Bring one stand into contact with any of a formation, from the side it comes from or near it."""
    s = f * STANDS + k
    x, y, r = int(work.xs[k]), int(work.ys[k]), int(work.rs[k])
    kind = type_of(scenario, game, s)
    speed = int(kind.speed) + (BONUS if int(kind.special) & FRENZIED else 0)
    for j in range(int(scenario.roster[g].count)):
        e = g * STANDS + j
        if not is_ground(scenario, game, e):
            continue
        ex, ey = int(game.stands[e].x), int(game.stands[e].y)
        near = r + radius_of(scenario, game, e) + 5
        away = root(distance2(x, y, ex, ey))
        if away - near > speed or away == 0:
            continue
        ux, uy = (x - ex) * 1000 // away, (y - ey) * 1000 // away
        for turn in (0, 1, -1, 2, -2, 3, -3):
            vx, vy = turned(ux, uy, turn)
            waypoint(action, k, ex + vx * near // 1000, ey + vy * near // 1000)
            if fits(scenario, game, f, k, placed, action, work) and int(work.need[k]) == 0:
                return True
            no_path(action, k)
    return False


@rule
def turned(x: int, y: int, eighths: int) -> tuple[int, int]:
    """A vector turned by multiples of 45 degrees."""
    for _ in range(eighths % 8):
        x, y = (x - y) * 707 // 1000, (x + y) * 707 // 1000
    return x, y


@rule
def follow(
    scenario: Scenario, game: Game, f: int, k: int, g: int, placed: int, action: Action, work: Work
) -> None:
    """Bring one stand as near to those placed as it can go."""
    s = f * STANDS + k
    speed = int(type_of(scenario, game, s).speed)
    x, y = int(work.xs[k]), int(work.ys[k])
    goal_x, goal_y = 0, 0
    nearest = 1 << 30
    for j in range(STANDS):
        if placed >> j & 1:
            away = root(distance2(x, y, int(work.end_x[j]), int(work.end_y[j])))
            if away < nearest:
                nearest = away
                goal_x, goal_y = int(work.end_x[j]), int(work.end_y[j])
    stay(k, work)
    if nearest == 1 << 30 or nearest == 0:
        return
    dx, dy = (goal_x - x) * 1000 // nearest, (goal_y - y) * 1000 // nearest
    far = min(speed, max(0, nearest - 2 * int(work.rs[k]) - 100))
    if far > 0:
        step_out(scenario, game, f, k, placed, dx, dy, far, action, work)


# Split formations


@rule
def close_up(scenario: Scenario, game: Game, seat: int, f: int, duty: int, work: Work) -> None:
    """Bring a split formation together: each stand towards those placed, begun with each stand in turn."""
    stands = fielded(game, scenario, f)
    for start in range(STANDS):
        if not stands >> start & 1 or not has_room(work):
            continue
        action = draft(work, verb.MOVE, seat, f)
        stay(start, work)
        placed = 1 << start
        waiting = stands & ~placed
        while waiting != 0:
            nearest, best = NONE, 0
            for k in range(STANDS):
                if waiting >> k & 1:
                    away = distance2(
                        int(work.xs[k]), int(work.ys[k]), int(work.end_x[start]), int(work.end_y[start])
                    )
                    if nearest == NONE or away < best:
                        nearest, best = k, away
            waiting &= ~(1 << nearest)
            gather_in(scenario, game, f, nearest, placed, action, work)
            placed |= 1 << nearest
        if together_reason(scenario, game, f, stands, stands, duty, work) == 0:
            keep(work)


@rule
def gather_in(
    scenario: Scenario, game: Game, f: int, k: int, placed: int, action: Action, work: Work
) -> None:
    """Stay if that is near enough to those placed, else go to the nearest of them, or towards it."""
    x, y, r = int(work.xs[k]), int(work.ys[k]), int(work.rs[k])
    speed = int(type_of(scenario, game, f * STANDS + k).speed)
    goal_x, goal_y, goal_r = 0, 0, 0
    nearest = 1 << 30
    for j in range(STANDS):
        if placed >> j & 1:
            away = root(distance2(x, y, int(work.end_x[j]), int(work.end_y[j])))
            if away < nearest:
                nearest = away
                goal_x, goal_y, goal_r = int(work.end_x[j]), int(work.end_y[j]), int(work.rs[j])
    stay(k, work)
    if nearest - r - goal_r <= 400 or nearest == 0:
        return
    dx, dy = (goal_x - x) * 1000 // nearest, (goal_y - y) * 1000 // nearest
    far = min(speed, nearest - r - goal_r - 150)
    if far <= 0:
        return
    for part in (4, 3, 2, 1):
        waypoint(action, k, x + dx * far * part // 4000, y + dy * far * part // 4000)
        free = is_free(int(action.x[k, 0]), int(action.y[k, 0]), r, work)
        if free and goes(scenario, game, f, k, action, work):
            return
        no_path(action, k)
