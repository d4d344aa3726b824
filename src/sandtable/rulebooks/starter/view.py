"""What a seat may know, and a full game that fits it (ST-INFO, ST-R100 to R107).

A view is a `Game` into which only what the seat may know is copied. In it a number on another side's
Unit Card, behind another side's screen or in another side's memory is UNKNOWN; what only serves to count
another side's doings this turn is as in a unit at rest. Nothing is erased: what is not copied is blank.

Seat NONE is a spectator, who knows what everyone may know.
"""

from __future__ import annotations

from sandtable.core.compile import rule
from sandtable.core.decisions import DEPTH
from sandtable.core.dice import Dice, roll
from sandtable.rulebooks.starter.guesses import guess_card, guess_carriers, guess_kind
from sandtable.rulebooks.starter.happenings import GUESSING
from sandtable.rulebooks.starter.objectives import is_secret
from sandtable.rulebooks.starter.state import (
    AIMS,
    BUYING,
    CARRIED,
    COLUMNS,
    GOING_HOME,
    MOVING,
    NONE,
    OBJECTIVES,
    ON_MAP,
    ROWS,
    SIDES,
    SQUARES,
    SUPPLYING,
    TYPES,
    UNITS,
    UNKNOWN,
    Company,
    Game,
    Scenario,
    Unit,
)
from sandtable.rulebooks.starter.units import blank_unit, forget


@rule
def view(scenario: Scenario, game: Game, seat: int, out: Game) -> None:
    """Fill ``out`` with what a seat may know of a game. An allow-list: all of ``out`` is written anew."""
    copy_table(game, out)
    _show_course(game, out)
    _show_question(game, seat, out)
    for side in range(SIDES):
        if side == seat:
            out.company[side] = game.company[side]
        else:
            _show_company(scenario, game, side, out.company[side])
    for u in range(UNITS):
        if game.units[u].side == seat:
            out.units[u] = game.units[u]
        else:
            blank_unit(out.units[u])
            if game.units[u].side != NONE:
                _show_miniature(game.units[u], out.units[u])
    for side in range(SIDES):
        for u in range(UNITS):
            if side == seat:
                out.lore[side * UNITS + u] = game.lore[side * UNITS + u]
            else:
                forget(out, side, u)


@rule
def copy_table(game: Game, out: Game) -> None:
    """What lies on the table in the open: squares, Caches, objects, named targets, the turn order."""
    for y in range(ROWS):
        for x in range(COLUMNS):
            out.taken[y, x] = game.taken[y, x]
            out.cache_fuel[y, x] = game.cache_fuel[y, x]  # ST-INFO-13
            out.cache_ammo[y, x] = game.cache_ammo[y, x]
            out.fresh_fuel[y, x] = game.fresh_fuel[y, x]  # ST-R105
            out.fresh_ammo[y, x] = game.fresh_ammo[y, x]
            out.mines[y, x] = game.mines[y, x]  # ST-M05
            out.object[y, x] = game.object[y, x]
            out.structure[y, x] = game.structure[y, x]
    out.aim_count = game.aim_count
    for i in range(AIMS):
        out.aims[i] = game.aims[i]
    for i in range(SIDES):
        out.turn_order[i] = game.turn_order[i]


@rule
def _show_course(game: Game, out: Game) -> None:
    """Where play stands, and the Personnel Pool (ST-INFO-08)."""
    out.step = game.step
    out.booklet = game.booklet
    out.scenario_number = game.scenario_number
    out.round = game.round
    out.quiet = game.quiet
    out.active = game.active
    out.pool = game.pool
    out.personnel = UNKNOWN
    out.over = game.over
    out.ended_by = game.ended_by
    out.bought_resource = NONE
    if game.step == BUYING:  # the kind of resource of each set-up go is seen (ST-R101)
        out.bought_resource = game.bought_resource


@rule
def _show_question(game: Game, seat: int, out: Game) -> None:
    """Open questions, but for a Resupply in another's hands, which nobody else sees at all (ST-R105)."""
    depth = 0
    for i in range(int(game.decisions.depth)):
        question = game.decisions.items[i]
        if question.kind != SUPPLYING or question.seat == seat:
            out.decisions.items[depth] = question
            depth += 1
    out.decisions.depth = depth
    for i in range(depth, DEPTH):
        question = out.decisions.items[i]
        question.kind = 0
        question.seat = 0
        question.unit = 0
        question.other = 0
        question.x = 0
        question.y = 0
        question.amount = 0
        question.extra = 0


@rule
def _show_miniature(unit: Unit, out: Unit) -> None:
    """A miniature and what was seen of it this turn (ST-INFO-04, 07; ST-R42, R102). ``out`` is blank.

    With whom a Passenger came or went is not seen: only what stands on the map shows that it is frozen.
    """
    out.side = unit.side
    out.cls = unit.cls
    out.where = unit.where
    out.x = unit.x
    out.y = unit.y
    out.place = unit.place
    for i in range(4):
        out.beads[i] = unit.beads[i]
    out.layers = unit.layers
    out.frozen = unit.frozen if unit.where == ON_MAP else 0
    out.reconned = unit.reconned
    out.span_x = unit.span_x
    out.span_y = unit.span_y
    out.span_way = unit.span_way
    out.span_length = unit.span_length
    out.manoeuvre = unit.manoeuvre
    out.repositioned = unit.repositioned
    out.at_door = unit.at_door
    out.boarded = unit.boarded
    out.disembarked = unit.disembarked
    out.engineered = unit.engineered
    out.acted = unit.acted
    out.mustered_now = unit.mustered_now
    out.been_out = unit.been_out
    _hide_card(unit, out)


@rule
def _hide_card(unit: Unit, out: Unit) -> None:
    """What its Unit Card says (ST-INFO-03, 05, 06)."""
    out.kind = UNKNOWN
    out.strength = UNKNOWN
    out.fuel = UNKNOWN
    out.ammo = UNKNOWN
    out.cargo_fuel = UNKNOWN
    out.cargo_ammo = UNKNOWN
    out.carrier = UNKNOWN


@rule
def _show_company(scenario: Scenario, game: Game, side: int, out: Company) -> None:
    """What anyone knows of a side: its standing and deeds, not what is behind its screen (ST-INFO-02)."""
    company = game.company[side]
    out.state = company.state
    out.zone = company.zone
    out.ready = company.ready
    out.done = company.done
    out.turn_die = company.turn_die
    out.may_take_d8 = company.may_take_d8
    out.answered = company.answered
    out.assets = company.assets  # ST-R100
    out.destroyed = company.destroyed
    out.destroyed_artillery = company.destroyed_artillery
    out.cleared = company.cleared
    for i in range(OBJECTIVES):
        out.completed[i] = 0
        if not _is_secret_deed(scenario, game, i):
            out.completed[i] = company.completed[i]
        out.held_with[i] = company.held_with[i]
        for square in range(SQUARES):
            out.hold[i, square] = company.hold[i, square]
    out.completed_before = company.completed_before
    out.fell_in = company.fell_in
    out.rank = company.rank
    _hide_reserves(out)


@rule
def _hide_reserves(out: Company) -> None:
    """Credits, Reserves, shares to come; how many came and went, aboard too (ST-INFO-02, 10, ST-R100)."""
    out.credits = UNKNOWN
    out.personnel = UNKNOWN
    out.fuel = UNKNOWN
    out.ammo = UNKNOWN
    out.salvage = UNKNOWN
    out.extracted = UNKNOWN
    out.extracted_fit = UNKNOWN
    out.deployed = UNKNOWN
    for kind in range(TYPES):
        out.cards[kind] = UNKNOWN
        out.bought[kind] = UNKNOWN


@rule
def _is_secret_deed(scenario: Scenario, game: Game, i: int) -> bool:
    """Whether completing an objective would tell of Unit Cards before the scenario is settled."""
    if game.step < MOVING or game.step > GOING_HOME:
        return False
    booklet = scenario.booklet[int(game.booklet)]
    return i < booklet.objective_count and is_secret(int(booklet.objectives[i].kind))


@rule
def resample(scenario: Scenario, view: Game, seat: int, dice: Dice, out: Game) -> None:
    """One full game that a seat with this view might be in: ``view(resample(v)) == v``.

    Units of others get types that fit their class, what was learnt of them and what they are seen to do;
    screens hide modest Reserves.
    """
    copy_table(view, out)
    _show_course(view, out)
    _show_question(view, seat, out)
    for side in range(SIDES):
        out.company[side] = view.company[side]
    for u in range(UNITS):
        out.units[u] = view.units[u]
    for i in range(SIDES * UNITS):
        out.lore[i] = view.lore[i]
    for side in range(int(scenario.sides)):
        if side != seat:
            _guess_units(scenario, out, seat, side, dice)
            _guess_reserves(scenario, out, side, dice)
    for side in range(int(scenario.sides), SIDES):
        if side != seat:
            _no_reserves(out.company[side])
    out.personnel = personnel_in_play(out)


@rule
def _guess_units(scenario: Scenario, out: Game, seat: int, side: int, dice: Dice) -> None:
    guess_carriers(scenario, out, seat, side)
    for u in range(UNITS):
        if out.units[u].side == side:
            if out.units[u].kind == UNKNOWN:
                out.units[u].kind = guess_kind(scenario, out, seat, u, dice)
            if out.units[u].where != CARRIED:
                out.units[u].carrier = NONE
            guess_card(scenario, out, seat, u, dice)


@rule
def _guess_reserves(scenario: Scenario, out: Game, side: int, dice: Dice) -> None:
    """A few tokens, a card or two, and money: most of the Budget before the first purchases, less later."""
    company = out.company[side]
    _no_reserves(company)
    share = 2 if out.step <= BUYING else 8
    company.credits = 5 * (roll(dice, GUESSING, int(scenario.budget) // (5 * share) + 1) - 1)
    company.personnel = roll(dice, GUESSING, 11) - 1
    company.fuel = roll(dice, GUESSING, 6) - 1
    company.ammo = roll(dice, GUESSING, 6) - 1
    for u in range(UNITS):
        if out.units[u].side == side:
            company.bought[int(out.units[u].kind)] += 1
    for _ in range(roll(dice, GUESSING, 3) - 1):
        kind = roll(dice, GUESSING, int(scenario.types)) - 1
        available = int(scenario.type[kind].available)
        if available == 0 or company.bought[kind] < available:
            company.cards[kind] += 1
            company.bought[kind] += 1


@rule
def _no_reserves(company: Company) -> None:
    company.credits = 0
    company.personnel = 0
    company.fuel = 0
    company.ammo = 0
    company.salvage = 0
    company.extracted = 0
    company.extracted_fit = 0
    company.deployed = 0
    for kind in range(TYPES):
        company.cards[kind] = 0
        company.bought[kind] = 0


@rule
def personnel_in_play(game: Game) -> int:
    """All Personnel tokens that are not in the Game Box: in the pool, in Reserves, on cards."""
    total = int(game.pool)
    for side in range(SIDES):
        total += int(game.company[side].personnel)
    for u in range(UNITS):
        total += int(game.units[u].strength)
    return total
