"""Direct Attacks, on units and on what else can be destroyed, and Counterattacks (ST-ATK, ST-COUNTER)."""

from __future__ import annotations

from sandtable.core.compile import rule
from sandtable.core.decisions import answered, ask, pending
from sandtable.core.dice import Dice
from sandtable.core.events import EVERYONE, Events, emit
from sandtable.rulebooks.starter import actions as verb
from sandtable.rulebooks.starter import reasons
from sandtable.rulebooks.starter.actions import Action, Work
from sandtable.rulebooks.starter.happenings import (
    ATTACK_DECLARED,
    ATTACKING,
    COUNTER_ASKED,
    COUNTER_DECLINED,
    COUNTERED,
    PHASE_BEGAN,
)
from sandtable.rulebooks.starter.lists import add
from sandtable.rulebooks.starter.losses import attacked, witnessed
from sandtable.rulebooks.starter.state import COUNTER, DIRECT_ATTACKS, NONE, SIDES, Game, Scenario
from sandtable.rulebooks.starter.targets import (
    attack_modifier,
    attack_square,
    away,
    list_squares,
    list_units,
    may_fight,
    wrong_target,
)
from sandtable.rulebooks.starter.units import between, type_of


@rule
def may(scenario: Scenario, game: Game, action: Action, work: Work) -> int:
    """0, or why an attack, or an answer to one, is refused."""
    if action.verb == verb.ATTACK:
        return _may_attack(scenario, game, action)
    if pending(game.decisions) != COUNTER:
        return reasons.NO_COUNTERATTACK
    return 0


@rule
def _may_attack(scenario: Scenario, game: Game, action: Action) -> int:
    """ST-ATK-03, 04; ST-R62, R69, R71; ST-DEPLOY-12."""
    seat, u, other = int(action.seat), int(action.unit), int(action.other)
    x, y, kind = int(action.x), int(action.y), int(action.kind)
    reason = may_fight(game, seat, u)
    if reason != 0:
        return reason
    type_ = type_of(scenario, game, u)
    if type_.attack_die == 0:
        return reasons.NO_DIRECT_ATTACK
    if game.units[u].ammo == 0:
        return reasons.NO_AMMO
    reason = wrong_target(scenario, game, seat, other, x, y, kind)
    if reason != 0:
        return reason
    if away(scenario, game, u, other, x, y) > type_.range_most:
        return reasons.OUT_OF_RANGE
    return 0


@rule
def list_of(scenario: Scenario, game: Game, seat: int, unit: int, work: Work) -> None:
    """Add the Direct Attacks of a unit; of no unit, the answers to an attack."""
    if unit == NONE:
        if pending(game.decisions) == COUNTER:
            add(work, verb.COUNTERATTACK, seat)
            add(work, verb.DECLINE, seat)
        return
    if pending(game.decisions) != 0 or may_fight(game, seat, unit) != 0 or game.units[unit].ammo == 0:
        return
    type_ = type_of(scenario, game, unit)
    if type_.attack_die > 0:
        list_units(scenario, game, seat, unit, verb.ATTACK, 0, int(type_.range_most), work)
        list_squares(scenario, game, seat, unit, verb.ATTACK, 0, int(type_.range_most), work)


@rule
def do(scenario: Scenario, game: Game, action: Action, dice: Dice, events: Events, work: Work) -> None:
    """Take a legal attack, or a legal answer to one."""
    if action.verb == verb.ATTACK:
        _attack(scenario, game, action, dice, events, work)
    elif action.verb == verb.COUNTERATTACK:
        _counterattack(scenario, game, dice, events, work)
    else:
        question = game.decisions.items[int(game.decisions.depth) - 1]
        emit(events, COUNTER_DECLINED, EVERYONE, int(action.seat), int(question.unit), int(question.other), 0)
        answered(game.decisions)


@rule
def _attack(scenario: Scenario, game: Game, action: Action, dice: Dice, events: Events, work: Work) -> None:
    """ST-ATK-05 to 14. The first Direct Attack ends the Special part (ST-R79)."""
    seat, u, other = int(action.seat), int(action.unit), int(action.other)
    if game.step != DIRECT_ATTACKS:
        game.step = DIRECT_ATTACKS
        emit(events, PHASE_BEGAN, EVERYONE, seat, NONE, NONE, DIRECT_ATTACKS)
    game.units[u].acted = 1
    game.units[u].ammo -= 1
    at = emit(events, ATTACK_DECLARED, EVERYONE, seat, u, other, 0)
    if other != NONE:
        _strike(scenario, game, u, other, dice, events, work)
        _offer_counterattack(scenario, game, u, other, events)
        return
    x, y, kind = int(action.x), int(action.y), int(action.kind)
    events.items[at].x = x
    events.items[at].y = y
    events.items[at].extra = max(kind, 0)
    unit, die = game.units[u], _show_attack(scenario, game, u)
    modifier = attack_modifier(scenario, game, u, x, y)
    count = int(unit.strength)
    attack_square(scenario, game, x, y, kind, count, die, ATTACKING, modifier, seat, dice, events, work)


@rule
def _strike(
    scenario: Scenario, game: Game, u: int, other: int, dice: Dice, events: Events, work: Work
) -> None:
    """One unit's Attack Dice against another's Defence Dice (ST-ATK-06 to 14, ST-COUNTER-05 to 07)."""
    unit, target = game.units[u], game.units[other]
    die = _show_attack(scenario, game, u)
    modifier = attack_modifier(scenario, game, u, int(target.x), int(target.y))
    count, by = int(unit.strength), int(unit.side)
    attacked(scenario, game, other, count, die, ATTACKING, modifier, by, dice, events, work)


@rule
def _show_attack(scenario: Scenario, game: Game, u: int) -> int:
    """The sides of a unit's Attack Die, which everyone sees as it is rolled (ST-R103)."""
    die = int(type_of(scenario, game, u).attack_die)
    for side in range(SIDES):
        if side != game.units[u].side:
            lore = witnessed(game, side, u)
            lore.attack_die = die
    return die


@rule
def _offer_counterattack(scenario: Scenario, game: Game, u: int, other: int, events: Events) -> None:
    """Ask the defender, if there is anything to ask; if not, nobody is told why (ST-COUNTER-02, ST-R103)."""
    if may_counterattack(scenario, game, u, other):
        seat = int(game.units[other].side)
        ask(game.decisions, COUNTER, seat, other, u)
        emit(events, COUNTER_ASKED, EVERYONE, seat, other, u, 0)


@rule
def may_counterattack(scenario: Scenario, game: Game, u: int, other: int) -> bool:
    """Whether ``other`` can strike back at its attacker ``u`` (ST-COUNTER-03, ST-DEPLOY-13, ST-R67)."""
    unit = game.units[other]
    if unit.side < 0 or unit.ammo == 0 or unit.frozen != 0:
        return False
    type_ = type_of(scenario, game, other)
    return type_.attack_die > 0 and between(scenario, game, u, other) <= type_.range_most


@rule
def _counterattack(scenario: Scenario, game: Game, dice: Dice, events: Events, work: Work) -> None:
    """The defender attacks back with what it has left; nobody answers that (ST-COUNTER-04 to 07, ST-R67)."""
    question = game.decisions.items[int(game.decisions.depth) - 1]
    u, target = int(question.unit), int(question.other)
    answered(game.decisions)
    game.units[u].ammo -= 1
    emit(events, COUNTERED, EVERYONE, int(game.units[u].side), u, target, 0)
    _strike(scenario, game, u, target, dice, events, work)
