"""Routed formations: becoming routed, free moves in order, being run down (FM-ROUT, FM-R56 to R60)."""

from __future__ import annotations

from sandtable.core.compile import rule
from sandtable.core.events import EVERYONE, Events, emit
from sandtable.rulebooks.formation.attack import add_stress
from sandtable.rulebooks.formation.happenings import HAS_BEEN_RUN_DOWN, HAS_RECOVERED, HAS_ROUTED
from sandtable.rulebooks.formation.stands import (
    destroy,
    exists,
    fielded,
    is_ground,
    on_table,
    side_of,
    stands_within,
    type_of,
    weight,
    would_be_routed,
)
from sandtable.rulebooks.formation.state import (
    DISPOSABLE,
    FEARLESS,
    FORMATIONS,
    LETHAL,
    NONE,
    PER_SIDE,
    STANDS,
    Game,
    Scenario,
)


@rule
def take_stock(scenario: Scenario, game: Game, events: Events) -> None:
    """Test every formation: those that have become routed wait for their free move (FM-ROUT-01, 02, R56)."""
    waiting = int(game.queued)
    wave = int(game.wave[waiting - 1]) + 1 if waiting > 0 else 0
    for f in range(FORMATIONS):
        formation = game.formations[f]
        if int(scenario.roster[f].count) == 0:
            continue
        if not exists(game, scenario, f):
            formation.stress = 0
            formation.routed = 0
            continue
        routed = would_be_routed(scenario, game, f)
        if routed and not int(formation.routed):
            emit(events, HAS_ROUTED, EVERYONE, side_of(f), f, NONE, 1)
            if fielded(game, scenario, f) != 0:
                enqueue(game, f, wave)
        elif not routed and int(formation.routed):
            emit(events, HAS_RECOVERED, EVERYONE, side_of(f), f, NONE, 1)
        formation.routed = 1 if routed else 0


@rule
def enqueue(game: Game, f: int, wave: int) -> None:
    """A formation waits for its rout move, behind those that became routed before it (FM-R57)."""
    game.queue[int(game.queued)] = f
    game.wave[int(game.queued)] = wave
    game.queued += 1


@rule
def tied(game: Game) -> int:
    """How many at the head of the queue became routed together, so that someone orders them (FM-R57, R97)."""
    count = 0
    while count < int(game.queued) and int(game.wave[count]) == int(game.wave[0]):
        count += 1
    return count


@rule
def run_down(scenario: Scenario, game: Game, events: Events, f: int) -> None:
    """Stands of a routed formation within 10 cm of an unrouted enemy are killed (FM-ROUT-05, 06, R60)."""
    markers = 0
    doomed = 0
    for k in range(int(scenario.roster[f].count)):
        s = f * STANDS + k
        if on_table(game, s) and not int(type_of(scenario, game, s).special) & FEARLESS:
            if near_unrouted_enemy(scenario, game, s):
                doomed |= 1 << k
    for k in range(STANDS):
        s = f * STANDS + k
        if doomed >> k & 1:
            if not int(type_of(scenario, game, s).special) & DISPOSABLE:
                markers += weight(game.stands[s])
            emit(events, HAS_BEEN_RUN_DOWN, EVERYONE, side_of(f), s, NONE, 1)
            destroy(scenario, game, s)
    if exists(game, scenario, f):
        add_stress(game, events, f, markers)


@rule
def near_unrouted_enemy(scenario: Scenario, game: Game, s: int) -> bool:
    """Whether an unrouted enemy stand, no aircraft, is within 10 cm of a stand."""
    enemies = (1 - side_of(s // STANDS)) * PER_SIDE
    for g in range(enemies, enemies + PER_SIDE):
        if int(game.formations[g].routed):
            continue
        for j in range(int(scenario.roster[g].count)):
            e = g * STANDS + j
            if is_ground(scenario, game, e) and stands_within(scenario, game, s, e, LETHAL):
                return True
    return False


@rule
def settle(scenario: Scenario, game: Game, events: Events) -> None:
    """An action is over: test for rout, and run down those who were routed all the while (FM-R57)."""
    f = int(game.acting)
    game.acting = NONE
    take_stock(scenario, game, events)
    if int(game.began_routed) and int(game.formations[f].routed) and fielded(game, scenario, f) != 0:
        run_down(scenario, game, events, f)
        take_stock(scenario, game, events)
    game.began_routed = 0


@rule
def dequeue(game: Game, at: int) -> int:
    """Take one formation out of the queue of rout moves."""
    f = int(game.queue[at])
    for i in range(at, int(game.queued) - 1):
        game.queue[i] = game.queue[i + 1]
        game.wave[i] = game.wave[i + 1]
    game.queued -= 1
    game.queue[int(game.queued)] = 0
    game.wave[int(game.queued)] = 0
    return f
