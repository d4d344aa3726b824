"""Resupply: tokens in and next to a unit's square refill its counters (ST-LOG-03, 04, 09 to 15; ST-R57, R58).

Where the tokens to spend leave a choice, RESUPPLY opens the question who gives. It is answered by GIVE,
once for each source, until the cost is paid; with partial Resupply (ST-M23) also by ENOUGH.
"""

from __future__ import annotations

from sandtable.core.compile import rule
from sandtable.core.decisions import answered, ask, pending
from sandtable.core.events import EVERYONE, Events, emit, emit_at
from sandtable.rulebooks.starter import actions as verb
from sandtable.rulebooks.starter import happenings, reasons
from sandtable.rulebooks.starter.actions import Action, Work
from sandtable.rulebooks.starter.lists import add
from sandtable.rulebooks.starter.state import (
    AMMO,
    FUEL,
    NONE,
    PARTIAL_RESUPPLY,
    SUPPLYING,
    UNITS,
    Game,
    Scenario,
)
from sandtable.rulebooks.starter.units import (
    between,
    holds_cache,
    in_or_next_to,
    is_own_on_map,
    on_board,
    type_of,
)


@rule
def old_fuel(game: Game, x: int, y: int) -> int:
    """Fuel tokens on a square that were not cached in this phase (ST-R110)."""
    return int(game.cache_fuel[y, x]) - int(game.fresh_fuel[y, x])


@rule
def old_ammo(game: Game, x: int, y: int) -> int:
    """Ammunition tokens on a square that were not cached in this phase (ST-R110)."""
    return int(game.cache_ammo[y, x]) - int(game.fresh_ammo[y, x])


@rule
def counters(game: Game, u: int, kind: int) -> int:
    """Fuel or Ammunition Counters on a unit's card."""
    return int(game.units[u].fuel) if kind == FUEL else int(game.units[u].ammo)


@rule
def counter_places(scenario: Scenario, game: Game, u: int, kind: int) -> int:
    """The most Fuel or Ammunition Counters a unit may have."""
    type_ = type_of(scenario, game, u)
    return int(type_.fuel_places) if kind == FUEL else int(type_.ammo_places)


@rule
def refill_cost(scenario: Scenario, game: Game, u: int, kind: int) -> int:
    """Tokens for a full refill, even of one missing counter (ST-LOG-10, 12; ST-R57)."""
    type_ = type_of(scenario, game, u)
    return int(type_.fuel_cost) if kind == FUEL else int(type_.ammo_cost)


@rule
def may(scenario: Scenario, game: Game, u: int, kind: int) -> int:
    """0, or why a unit on the map cannot be Resupplied (ST-LOG-10 to 15)."""
    if kind != FUEL and kind != AMMO:
        return reasons.NO_SUCH_SUPPLY
    if refill_cost(scenario, game, u, kind) == 0 or counter_places(scenario, game, u, kind) == 0:
        return reasons.NO_SUCH_SUPPLY
    if counters(game, u, kind) >= counter_places(scenario, game, u, kind):
        return reasons.SUPPLY_FULL
    tokens, _ = at_hand(scenario, game, u, kind)
    needed = 1 if scenario.switches & PARTIAL_RESUPPLY else refill_cost(scenario, game, u, kind)
    return 0 if tokens >= needed else reasons.TOO_FEW_TOKENS


@rule
def at_hand(scenario: Scenario, game: Game, u: int, kind: int) -> tuple[int, int]:
    """(tokens, sources): all that could be spent on a unit, Cargo of own units and Caches (ST-LOG-13, 14)."""
    tokens, sources = 0, 0
    for giver in range(UNITS):
        found = from_cargo(scenario, game, u, giver, kind)
        tokens += found
        sources += found > 0
    x, y = int(game.units[u].x), int(game.units[u].y)
    for row in range(y - 1, y + 2):
        for column in range(x - 1, x + 2):
            found = from_cache(scenario, game, u, column, row, kind)
            tokens += found
            sources += found > 0
    return tokens, sources


@rule
def from_cargo(scenario: Scenario, game: Game, u: int, giver: int, kind: int) -> int:
    """Tokens that a unit's Cargo could give to ``u``: own, not frozen, in or next to its square."""
    unit = game.units[giver]
    tokens = int(unit.cargo_fuel) if kind == FUEL else int(unit.cargo_ammo)
    if tokens == 0 or not is_own_on_map(game, int(game.units[u].side), giver):
        return 0
    return tokens if not unit.frozen and between(scenario, game, u, giver) <= 1 else 0


@rule
def from_cache(scenario: Scenario, game: Game, u: int, x: int, y: int, kind: int) -> int:
    """Tokens that a square could give to ``u``: in or next to its own, lying there before this phase."""
    if not on_board(scenario, game, x, y) or not holds_cache(game, x, y):
        return 0
    tokens = old_fuel(game, x, y) if kind == FUEL else old_ammo(game, x, y)
    return tokens if in_or_next_to(scenario, game, u, x, y) else 0


@rule
def may_answer(scenario: Scenario, game: Game, action: Action) -> int:
    """0, or why a GIVE or ENOUGH is refused."""
    if pending(game.decisions) != SUPPLYING:
        return reasons.NOT_NOW
    question = game.decisions.items[int(game.decisions.depth) - 1]
    u, kind = int(question.unit), int(question.other)
    if action.verb == verb.ENOUGH:
        begun = question.amount < refill_cost(scenario, game, u, kind)
        return 0 if scenario.switches & PARTIAL_RESUPPLY and begun else reasons.MORE_NEEDED
    if 0 <= action.other < UNITS:
        tokens = from_cargo(scenario, game, u, int(action.other), kind)
    else:
        tokens = from_cache(scenario, game, u, int(action.x), int(action.y), kind)
    if tokens == 0:
        return reasons.NO_SOURCE
    return 0 if 1 <= action.amount <= min(tokens, int(question.amount)) else reasons.BAD_AMOUNT


@rule
def list_of(scenario: Scenario, game: Game, seat: int, u: int, work: Work) -> None:
    """The supplies that a unit can refill."""
    for kind in (FUEL, AMMO):
        if may(scenario, game, u, kind) == 0:
            action = add(work, verb.RESUPPLY, seat)
            action.unit = u
            action.kind = kind


@rule
def list_answers(scenario: Scenario, game: Game, seat: int, work: Work) -> None:
    """Every amount that every source can give."""
    if pending(game.decisions) != SUPPLYING:
        return
    question = game.decisions.items[int(game.decisions.depth) - 1]
    u, kind, needed = int(question.unit), int(question.other), int(question.amount)
    for giver in range(UNITS):
        tokens = from_cargo(scenario, game, u, giver, kind)
        for amount in range(1, min(tokens, needed) + 1):
            action = add(work, verb.GIVE, seat)
            action.other = giver
            action.amount = amount
    x, y = int(game.units[u].x), int(game.units[u].y)
    for row in range(y - 1, y + 2):
        for column in range(x - 1, x + 2):
            tokens = from_cache(scenario, game, u, column, row, kind)
            for amount in range(1, min(tokens, needed) + 1):
                action = add(work, verb.GIVE, seat)
                action.x = column
                action.y = row
                action.amount = amount
    if scenario.switches & PARTIAL_RESUPPLY and needed < refill_cost(scenario, game, u, kind):
        add(work, verb.ENOUGH, seat)


@rule
def do(scenario: Scenario, game: Game, seat: int, u: int, kind: int, events: Events) -> None:
    """Pay at once where the sources leave no choice, else ask who gives."""
    needed = refill_cost(scenario, game, u, kind)
    if _is_forced(scenario, game, u, kind, needed):
        _take_all(scenario, game, u, kind, needed, events)
        _fill(scenario, game, u, kind, 0, events)
        return
    at = ask(game.decisions, SUPPLYING, seat, u, kind)
    game.decisions.items[at].amount = needed


@rule
def _is_forced(scenario: Scenario, game: Game, u: int, kind: int, needed: int) -> bool:
    """Whether only one way of paying is left."""
    tokens, sources = at_hand(scenario, game, u, kind)
    if scenario.switches & PARTIAL_RESUPPLY:
        return needed == 0
    return sources == 1 or tokens == needed or needed == 0


@rule
def do_answer(scenario: Scenario, game: Game, action: Action, events: Events) -> None:
    """Take a GIVE, and pay the rest where it leaves no choice; or stop at ENOUGH (ST-LOG-11, 13)."""
    question = game.decisions.items[int(game.decisions.depth) - 1]
    u, kind, needed = int(question.unit), int(question.other), int(question.amount)
    if action.verb == verb.GIVE:
        amount = int(action.amount)
        if action.other != NONE:
            _take_from_cargo(game, u, int(action.other), kind, amount, events)
        else:
            _take_from_cache(game, u, int(action.x), int(action.y), kind, amount, events)
        needed -= amount
        question.amount = needed
        if not _is_forced(scenario, game, u, kind, needed):
            return
        _take_all(scenario, game, u, kind, needed, events)
        needed = 0
    answered(game.decisions)
    _fill(scenario, game, u, kind, needed, events)


@rule
def _take_all(scenario: Scenario, game: Game, u: int, kind: int, needed: int, events: Events) -> None:
    """Take tokens from one source after the other until the cost is paid."""
    for giver in range(UNITS):
        amount = min(needed, from_cargo(scenario, game, u, giver, kind))
        if amount > 0:
            _take_from_cargo(game, u, giver, kind, amount, events)
            needed -= amount
    x, y = int(game.units[u].x), int(game.units[u].y)
    for row in range(y - 1, y + 2):
        for column in range(x - 1, x + 2):
            amount = min(needed, from_cache(scenario, game, u, column, row, kind))
            if amount > 0:
                _take_from_cache(game, u, column, row, kind, amount, events)
                needed -= amount


@rule
def _take_from_cargo(game: Game, u: int, giver: int, kind: int, amount: int, events: Events) -> None:
    unit = game.units[giver]
    if kind == FUEL:
        unit.cargo_fuel -= amount
    else:
        unit.cargo_ammo -= amount
    at = emit(events, happenings.GIVEN, 1 << int(unit.side), int(unit.side), u, giver, amount)
    events.items[at].extra = kind


@rule
def _take_from_cache(game: Game, u: int, x: int, y: int, kind: int, amount: int, events: Events) -> None:
    """Tokens leave the map in the open (ST-R105)."""
    if kind == FUEL:
        game.cache_fuel[y, x] -= amount
    else:
        game.cache_ammo[y, x] -= amount
    side = int(game.units[u].side)
    at = emit_at(events, happenings.GIVEN_FROM_CACHE, EVERYONE, side, u, x, y, amount)
    events.items[at].extra = kind


@rule
def _fill(scenario: Scenario, game: Game, u: int, kind: int, unpaid: int, events: Events) -> None:
    """Refill the counters (ST-LOG-12); with part of the cost, that part of them, rounded down (ST-M23)."""
    unit = game.units[u]
    places, cost = counter_places(scenario, game, u, kind), refill_cost(scenario, game, u, kind)
    filled = min(places, counters(game, u, kind) + (cost - unpaid) * places // cost)
    if kind == FUEL:
        unit.fuel = filled
    else:
        unit.ammo = filled
    at = emit(events, happenings.RESUPPLIED, 1 << int(unit.side), int(unit.side), u, NONE, filled)
    events.items[at].extra = kind
