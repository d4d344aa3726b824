"""The scripted player's fire: whom to reconnoitre, shell, attack, and when to strike back."""

from __future__ import annotations

from sandtable.core.compile import rule
from sandtable.core.decisions import pending
from sandtable.rulebooks.starter import actions as verb
from sandtable.rulebooks.starter.actions import Action, Work
from sandtable.rulebooks.starter.estimates import (
    attack_value,
    bonus_of,
    expected_losses,
    hit_chance,
    likely_kind,
    likely_strength,
    worth,
)
from sandtable.rulebooks.starter.state import (
    ALLOTTING,
    MOVED,
    NONE,
    ON_MAP,
    UNITS,
    Game,
    Scenario,
    Unit,
)
from sandtable.rulebooks.starter.units import between

FLOOR = 15  # Credits that a direct attack must promise


@rule
def is_enemy_on_map(view: Game, seat: int, v: int) -> bool:
    """Whether ``v`` is another side's unit that stands on the map."""
    return view.units[v].side >= 0 and view.units[v].side != seat and view.units[v].where == ON_MAP


@rule
def can_fight(unit: Unit, seat: int) -> bool:
    """Whether an own unit still has its combat action."""
    return unit.side == seat and unit.where == ON_MAP and unit.frozen == 0 and unit.acted == 0


@rule
def can_shell(scenario: Scenario, unit: Unit, seat: int) -> bool:
    """Whether an own artillery unit may fire this turn (ST-ARTY-07, 08, 18)."""
    if not can_fight(unit, seat) or scenario.type[int(unit.kind)].artillery_die == 0:
        return False
    return unit.ammo > 0 and unit.manoeuvre != MOVED and unit.disembarked == 0


@rule
def shell_value(scenario: Scenario, view: Game, seat: int, u: int, v: int, recon: int) -> int:
    """Credits that one shot of ``u`` at ``v`` is worth, in hundredths; 0 out of range."""
    type_ = scenario.type[int(view.units[u].kind)]
    away = between(scenario, view, u, v)
    if away < type_.range_least or away > type_.range_most:
        return 0
    kind = likely_kind(scenario, view, seat, v)
    bonus = bonus_of(scenario, view, v) - 2 * max(recon, int(view.units[v].reconned))
    strength = likely_strength(scenario, view, seat, v)
    return hit_chance(
        int(type_.artillery_die), strength, int(scenario.type[kind].defence_die), bonus
    ) * worth(scenario, kind)


@rule
def best_target(scenario: Scenario, view: Game, seat: int, u: int, recon: int) -> int:
    """The enemy that a shot of ``u`` hurts most; NONE if there is none in range."""
    best, most = NONE, 0
    for v in range(UNITS):
        if is_enemy_on_map(view, seat, v):
            value = shell_value(scenario, view, seat, u, v, recon)
            if value > most:
                best, most = v, value
    return best


@rule
def special(scenario: Scenario, view: Game, seat: int, work: Work, out: Action) -> None:
    """Recon of what the guns will shell, by who is needed least; then the guns; then on to direct attacks."""
    for u in range(UNITS):
        if not can_shell(scenario, view.units[u], seat):
            continue
        target = best_target(scenario, view, seat, u, 1)
        if target == NONE:
            continue
        if view.units[target].reconned == 0:
            scout = _scout_for(scenario, view, seat, target)
            gain = shell_value(scenario, view, seat, u, target, 1) - shell_value(
                scenario, view, seat, u, target, 0
            )
            shots = int(scenario.type[int(view.units[u].kind)].shots)
            if scout != NONE and gain * shots > 100 * _direct_value(scenario, view, seat, scout):
                out.verb = verb.RECON
                out.unit = scout
                out.other = target
                return
        if best_target(scenario, view, seat, u, 0) != NONE:
            out.verb = verb.BARRAGE
            out.unit = u
            return


@rule
def _scout_for(scenario: Scenario, view: Game, seat: int, target: int) -> int:
    """The unit in Recon range whose own attack is worth least; NONE if there is none."""
    best, least = NONE, 1 << 30
    extra = int(scenario.booklet[int(view.booklet)].observe_extra)
    for u in range(UNITS):
        unit = view.units[u]
        if not can_fight(unit, seat):
            continue
        type_ = scenario.type[int(unit.kind)]
        reach = int(type_.range_least) if type_.artillery_die > 0 else int(type_.range_most)
        if type_.attack_die + type_.artillery_die == 0 or can_shell(scenario, unit, seat):
            continue
        if type_.observe > 0:
            reach += int(type_.observe) + extra
        if between(scenario, view, u, target) <= reach:
            value = _direct_value(scenario, view, seat, u)
            if value < least:
                best, least = u, value
    return best


@rule
def _direct_value(scenario: Scenario, view: Game, seat: int, u: int) -> int:
    """What the best direct attack of a unit is worth; 0 if it has none."""
    best = 0
    type_ = scenario.type[int(view.units[u].kind)]
    if type_.attack_die == 0 or view.units[u].ammo == 0:
        return 0
    for v in range(UNITS):
        if is_enemy_on_map(view, seat, v):
            away = between(scenario, view, u, v)
            if away <= type_.range_most:
                best = max(best, attack_value(scenario, view, seat, u, v, away))
    return best


@rule
def direct(scenario: Scenario, view: Game, seat: int, out: Action) -> None:
    """The direct attack that promises most; none if all promise too little."""
    most = FLOOR
    for u in range(UNITS):
        unit = view.units[u]
        if not can_fight(unit, seat) or unit.ammo == 0:
            continue
        type_ = scenario.type[int(unit.kind)]
        if type_.attack_die == 0:
            continue
        for v in range(UNITS):
            if not is_enemy_on_map(view, seat, v):
                continue
            away = between(scenario, view, u, v)
            if away > type_.range_most:
                continue
            value = attack_value(scenario, view, seat, u, v, away)
            if value > most:
                most = value
                out.verb = verb.ATTACK
                out.unit = u
                out.other = v


@rule
def counter(scenario: Scenario, view: Game, seat: int, out: Action) -> None:
    """Strike back if it is likely to hurt, and the last round is kept for worse (ST-COUNTER-02)."""
    question = view.decisions.items[int(view.decisions.depth) - 1]
    unit = view.units[int(question.unit)]
    attacker = int(question.other)
    kind = likely_kind(scenario, view, seat, attacker)
    hurt = expected_losses(
        int(unit.strength),
        int(scenario.type[int(unit.kind)].attack_die),
        likely_strength(scenario, view, seat, attacker),
        int(scenario.type[kind].defence_die),
        bonus_of(scenario, view, attacker),
    )
    out.verb = verb.COUNTERATTACK if hurt >= (30 if unit.ammo > 1 else 80) else verb.DECLINE
    out.unit = question.unit


@rule
def shoot(scenario: Scenario, view: Game, seat: int, work: Work, out: Action) -> None:
    """All shots at the best target; then one after another."""
    question = view.decisions.items[int(view.decisions.depth) - 1]
    gun = int(question.unit)
    if pending(view.decisions) != ALLOTTING:
        out.verb = verb.SHOT
        for i in range(int(view.aim_count)):
            if view.aims[i].shots > 0:
                out.other = view.aims[i].unit
                out.x = view.aims[i].x if view.aims[i].unit == NONE else NONE
                out.y = view.aims[i].y if view.aims[i].unit == NONE else NONE
                return
        return
    if view.aim_count > 0:
        out.verb = verb.FIRE
        return
    out.verb = verb.AIM
    out.other = best_target(scenario, view, seat, gun, 0)
    out.amount = int(scenario.type[int(view.units[gun].kind)].shots)
