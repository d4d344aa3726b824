"""The scripted player on the map: where each unit wants to be, who digs in, who deploys, who goes home."""

from __future__ import annotations

from sandtable.core.compile import rule
from sandtable.core.dice import Dice
from sandtable.rulebooks.starter import actions as verb
from sandtable.rulebooks.starter import deployment, ending, movement
from sandtable.rulebooks.starter.actions import Action, Work
from sandtable.rulebooks.starter.estimates import (
    expected_losses,
    ground_bonus,
    likely_kind,
    likely_strength,
    nearest_enemy,
    worth,
)
from sandtable.rulebooks.starter.lists import copy, write
from sandtable.rulebooks.starter.policy_fire import is_enemy_on_map
from sandtable.rulebooks.starter.policy_money import CARRIERS, GUNS, HOLDERS, STRIKERS, role
from sandtable.rulebooks.starter.policy_supply import hunger
from sandtable.rulebooks.starter.policy_ways import NO_WAY, survey, way_from
from sandtable.rulebooks.starter.state import (
    CENTRE,
    EXTRACTED_FIT,
    EXTRACTED_SHARE,
    FUEL,
    INF,
    NONE,
    ON_MAP,
    READY_AREA,
    STILL,
    UNITS,
    Game,
    Scenario,
)

FAR = 99
UNWANTED = 80  # how much farther an objective square seems that nothing is to be had for
MINES_FEARED = 4  # points that a minefield costs a unit that is strong enough for it


@rule
def steps(x1: int, y1: int, x2: int, y2: int) -> int:
    """Squares between two squares."""
    return abs(x1 - x2) + abs(y1 - y2)


@rule
def goal_square(scenario: Scenario, view: Game, seat: int, u: int) -> int:
    """The objective square this unit goes for: near, wanted, and not yet taken care of by a nearer friend."""
    booklet = scenario.booklet[int(view.booklet)]
    unit = view.units[u]
    best, least = NONE, 1 << 30
    for i in range(int(booklet.square_count)):
        x, y = int(booklet.square_x[i]), int(booklet.square_y[i])
        away = steps(int(unit.x), int(unit.y), x, y)
        wanted = _wanted(scenario, view, seat, i)
        cost = 10 * away - 12 * wanted if wanted > 0 else 10 * away + UNWANTED
        for v in range(UNITS):
            friend = view.units[v]
            if v == u or friend.side != seat or friend.where != ON_MAP or friend.cls != unit.cls:
                continue
            theirs = steps(int(friend.x), int(friend.y), x, y)
            if theirs < away or (theirs == away and v < u):
                cost += 25
        if cost < least:
            best, least = i, cost
    return best


@rule
def _wanted(scenario: Scenario, view: Game, seat: int, square: int) -> int:
    """How many open objectives an objective square counts for."""
    booklet = scenario.booklet[int(view.booklet)]
    wanted = 0
    for o in range(int(booklet.objective_count)):
        objective = booklet.objectives[o]
        if objective.which[square] != 0 and view.company[seat].completed[o] == 0:
            if objective.far == 0 or (
                booklet.side_of[int(booklet.square_y[square]), int(booklet.square_x[square])]
                != view.company[seat].zone + 1
            ):
                wanted += 1
    return wanted


@rule
def wants_home(scenario: Scenario, view: Game, seat: int, u: int) -> bool:
    """Whether a unit should go home: its extraction counts and time is short, or it is spent."""
    booklet = scenario.booklet[int(view.booklet)]
    unit = view.units[u]
    strength = int(scenario.type[int(unit.kind)].strength)
    if unit.strength * 4 <= strength and role(scenario, int(unit.kind)) != HOLDERS:
        return True
    if booklet.last_round == 0 or unit.been_out == 0 or 2 * unit.strength < strength:
        return False
    left = int(booklet.last_round) - int(view.round)
    for o in range(int(booklet.objective_count)):
        kind = booklet.objectives[o].kind
        if kind in (EXTRACTED_FIT, EXTRACTED_SHARE) and view.company[seat].completed[o] == 0:
            speed = max(int(scenario.type[int(unit.kind)].speed), 1)
            return (
                left
                <= 1 + (door_distance(scenario, view, seat, int(unit.x), int(unit.y)) + speed - 1) // speed
            )
    return False


@rule
def door_distance(scenario: Scenario, view: Game, seat: int, x: int, y: int) -> int:
    """Squares to the nearest own Deployment Square."""
    booklet = scenario.booklet[int(view.booklet)]
    mark = int(view.company[seat].zone) + 1
    best = FAR
    for row in range(int(booklet.rows)):
        for column in range(int(booklet.columns)):
            if booklet.zone[row, column] == mark:
                best = min(best, steps(x, y, column, row))
    return best


@rule
def move(scenario: Scenario, view: Game, seat: int, dice: Dice, work: Work, out: Action) -> None:
    """The first unit that gains by moving or digging moves or digs; END when none does."""
    for u in range(UNITS):
        unit = view.units[u]
        if unit.side != seat or unit.where != ON_MAP or unit.frozen != 0 or unit.fuel == 0:
            continue
        if unit.manoeuvre == STILL and _best_manoeuvre(scenario, view, seat, u, work, out):
            return


@rule
def _best_manoeuvre(scenario: Scenario, view: Game, seat: int, u: int, work: Work, out: Action) -> bool:
    unit = view.units[u]
    goal = goal_square(scenario, view, seat, u)
    home = wants_home(scenario, view, seat, u)
    hungry = _hungriest(scenario, view, seat, u) if role(scenario, int(unit.kind)) == CARRIERS else NONE
    work.count = 0
    movement.list_of(scenario, view, seat, u, work)
    if goal != NONE and hungry == NONE and not home and role(scenario, int(unit.kind)) != GUNS:
        booklet = scenario.booklet[int(view.booklet)]
        survey(scenario, view, u, int(booklet.square_x[goal]), int(booklet.square_y[goal]), work)
    x, y = int(unit.x), int(unit.y)
    stay = _square_value(scenario, view, seat, u, x, y, goal, home, hungry, False, work)
    if unit.layers > 0:
        stay += 6 * int(unit.layers)
    best, most = NONE, stay + 3
    dig, out_of_hole = NONE, NONE
    last_x, last_y, last_value = NONE, NONE, 0
    for i in range(int(work.count)):
        action = work.actions[i]
        if action.verb == verb.ENTRENCH:
            dig = i
        elif action.verb == verb.DIG_OUT:
            out_of_hole = i
        elif action.verb == verb.MOVE:
            if action.x != last_x or action.y != last_y:
                last_x, last_y = int(action.x), int(action.y)
                last_value = _square_value(
                    scenario, view, seat, u, last_x, last_y, goal, home, hungry, True, work
                )
            value = last_value + (
                1 if action.place == CENTRE and _is_objective(scenario, view, last_x, last_y) else 0
            )
            if value > most:
                best, most = i, value
    if best != NONE:
        copy(out, work.actions[best])
        return True
    if out_of_hole != NONE and (home or _far_from(scenario, view, u, goal)):
        copy(out, work.actions[out_of_hole])
        return True
    if dig != NONE and not home and _worth_digging(scenario, view, seat, u):
        copy(out, work.actions[dig])
        return True
    return False


@rule
def _is_objective(scenario: Scenario, view: Game, x: int, y: int) -> bool:
    booklet = scenario.booklet[int(view.booklet)]
    for i in range(int(booklet.square_count)):
        if booklet.square_x[i] == x and booklet.square_y[i] == y:
            return True
    return False


@rule
def _far_from(scenario: Scenario, view: Game, u: int, goal: int) -> bool:
    if goal == NONE:
        return False
    booklet = scenario.booklet[int(view.booklet)]
    unit = view.units[u]
    return steps(int(unit.x), int(unit.y), int(booklet.square_x[goal]), int(booklet.square_y[goal])) > 5


@rule
def _worth_digging(scenario: Scenario, view: Game, seat: int, u: int) -> bool:
    """Dig in where the unit holds something or the enemy is near (ST-ENTR-05)."""
    unit = view.units[u]
    if _is_objective(scenario, view, int(unit.x), int(unit.y)):
        return True
    return nearest_enemy(scenario, view, seat, int(unit.x), int(unit.y)) <= 5


@rule
def _hungriest(scenario: Scenario, view: Game, seat: int, u: int) -> int:
    """The friend on the map that needs supply most, for a carrier to follow; NONE without any."""
    best, most = NONE, -1
    for v in range(UNITS):
        friend = view.units[v]
        if v == u or friend.side != seat or friend.where != ON_MAP:
            continue
        if role(scenario, int(friend.kind)) in (CARRIERS, NONE):
            continue
        need = max(hunger(scenario, view, v, FUEL), hunger(scenario, view, v, FUEL + 1))
        if need > most:
            best, most = v, need
    return best


@rule
def _square_value(
    scenario: Scenario,
    view: Game,
    seat: int,
    u: int,
    x: int,
    y: int,
    goal: int,
    home: bool,
    hungry: int,
    moved: bool,
    work: Work,
) -> int:
    """How good it is for a unit to stand on a square at the end of its movement, in points."""
    unit = view.units[u]
    kind = int(unit.kind)
    type_ = scenario.type[kind]
    booklet = scenario.booklet[int(view.booklet)]
    value = 4 * ground_bonus(scenario, view, x, y)
    if booklet.mines[y, x] != 0 and view.mines[y, x] != 0:
        value -= MINES_FEARED if 2 * unit.strength >= type_.strength else 60
    if home:
        return value - 8 * door_distance(scenario, view, seat, x, y) + _danger(scenario, view, seat, u, x, y)
    role_ = role(scenario, kind)
    if hungry != NONE:
        friend = view.units[hungry]
        value -= 6 * abs(steps(x, y, int(friend.x), int(friend.y)) - 1)
        return value + 2 * _danger(scenario, view, seat, u, x, y)
    if goal != NONE:
        away = steps(x, y, int(booklet.square_x[goal]), int(booklet.square_y[goal]))
        if role_ != GUNS and way_from(work, x, y) < NO_WAY:
            away = way_from(work, x, y)
        if role_ == HOLDERS and type_.cls == INF:
            value -= 8 * away
            if away == 0:
                value += 40
        elif role_ == GUNS:
            value -= 5 * max(away - int(type_.range_most) + 1, 0)
        else:
            value -= 7 * abs(away - 1)
    danger = _danger(scenario, view, seat, u, x, y)
    if role_ == GUNS:
        return value + _gun_value(scenario, view, seat, u, x, y, moved) + 2 * danger
    if view.quiet > 0 or view.quiet < NONE:  # somebody must begin
        danger //= 2
    return value + _fight_value(scenario, view, seat, u, x, y) + danger


@rule
def _gun_value(scenario: Scenario, view: Game, seat: int, u: int, x: int, y: int, moved: bool) -> int:
    """Guns want an enemy between their ranges, and must not have moved to fire now (ST-ARTY-07)."""
    type_ = scenario.type[int(view.units[u].kind)]
    if view.units[u].ammo == 0:
        return 0
    best = 0
    for v in range(UNITS):
        if is_enemy_on_map(view, seat, v):
            away = steps(x, y, int(view.units[v].x), int(view.units[v].y))
            if type_.range_least <= away <= type_.range_most:
                best = max(best, 25 if moved else 45)
    return best


@rule
def _fight_value(scenario: Scenario, view: Game, seat: int, u: int, x: int, y: int) -> int:
    """What the best attack from this square would hurt, in points."""
    unit = view.units[u]
    type_ = scenario.type[int(unit.kind)]
    if type_.attack_die == 0 or unit.ammo == 0:
        return 0
    best = 0
    for v in range(UNITS):
        if not is_enemy_on_map(view, seat, v):
            continue
        enemy = view.units[v]
        if steps(x, y, int(enemy.x), int(enemy.y)) > type_.range_most:
            continue
        kind = likely_kind(scenario, view, seat, v)
        strength = likely_strength(scenario, view, seat, v)
        bonus = ground_bonus(scenario, view, int(enemy.x), int(enemy.y)) + int(enemy.layers)
        hurt = expected_losses(
            int(unit.strength), int(type_.attack_die), strength, int(scenario.type[kind].defence_die), bonus
        )
        best = max(best, min(hurt, 100 * strength) * worth(scenario, kind) // 300)
    return min(best, 60)


@rule
def _danger(scenario: Scenario, view: Game, seat: int, u: int, x: int, y: int) -> int:
    """What enemies could do to the unit on this square, in points, not above 0."""
    unit = view.units[u]
    own = scenario.type[int(unit.kind)]
    total = 0
    for v in range(UNITS):
        if not is_enemy_on_map(view, seat, v):
            continue
        enemy = view.units[v]
        kind = likely_kind(scenario, view, seat, v)
        type_ = scenario.type[kind]
        away = steps(x, y, int(enemy.x), int(enemy.y))
        if type_.attack_die == 0 or away > type_.range_most + type_.speed // 2:
            continue
        hurt = expected_losses(
            likely_strength(scenario, view, seat, v),
            int(type_.attack_die),
            int(unit.strength),
            int(own.defence_die),
            ground_bonus(scenario, view, x, y),
        )
        total += min(hurt, 100 * int(unit.strength)) * worth(scenario, int(unit.kind)) // 900
    return -min(total, 40)


@rule
def deploy(scenario: Scenario, view: Game, seat: int, work: Work, out: Action) -> None:
    """Extract who has come home, then deploy: holders and strikers first, on the door nearest to the goal."""
    for u in range(UNITS):
        unit = view.units[u]
        if (
            unit.side == seat
            and unit.where == ON_MAP
            and unit.at_door != 0
            and wants_home(scenario, view, seat, u)
        ):
            work.count = 0
            deployment.list_of(scenario, view, seat, u, work)
            for i in range(int(work.count)):
                if work.actions[i].verb == verb.EXTRACT:
                    copy(out, work.actions[i])
                    return
    if _too_late(scenario, view):
        return
    for role_ in (HOLDERS, STRIKERS, GUNS, CARRIERS):
        for u in range(UNITS):
            unit = view.units[u]
            if unit.side != seat or unit.where != READY_AREA or role(scenario, int(unit.kind)) != role_:
                continue
            if unit.strength * 2 < scenario.type[int(unit.kind)].strength or unit.extracted != 0:
                continue
            if _deploy_one(scenario, view, seat, u, work, out):
                return


@rule
def _too_late(scenario: Scenario, view: Game) -> bool:
    last = int(scenario.booklet[int(view.booklet)].last_round)
    return last > 0 and view.round + 3 > last


@rule
def _deploy_one(scenario: Scenario, view: Game, seat: int, u: int, work: Work, out: Action) -> bool:
    booklet = scenario.booklet[int(view.booklet)]
    work.count = 0
    deployment.list_of(scenario, view, seat, u, work)
    best, least = NONE, 1 << 30
    for i in range(int(work.count)):
        action = work.actions[i]
        if action.verb != verb.DEPLOY:
            continue
        nearest = FAR
        for s in range(int(booklet.square_count)):
            nearest = min(
                nearest,
                steps(int(action.x), int(action.y), int(booklet.square_x[s]), int(booklet.square_y[s])),
            )
        cost = 10 * nearest + (1 if action.place == CENTRE else 0)
        if cost < least:
            best, least = i, cost
    if best == NONE:
        return False
    copy(out, work.actions[best])
    return True


@rule
def go_home(scenario: Scenario, view: Game, seat: int, work: Work, out: Action) -> None:
    """After the last turn: take home what is worth more than its extraction costs (ST-R92, R93)."""
    work.count = 0
    ending.list_of(scenario, view, seat, NONE, work)
    for u in range(UNITS):
        if view.units[u].side == seat and view.units[u].where == ON_MAP:
            ending.list_of(scenario, view, seat, u, work)
    for i in range(int(work.count)):
        if work.actions[i].verb == verb.TAKE_HOME:
            copy(out, work.actions[i])
            return
    write(out, verb.END, seat)
