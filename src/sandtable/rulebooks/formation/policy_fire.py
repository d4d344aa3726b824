"""The scripted player's fire: how an attack is declared, which dice go where, and when to strike back."""

from __future__ import annotations

from sandtable.core.compile import rule
from sandtable.rulebooks.formation import actions as verb
from sandtable.rulebooks.formation.actions import Action, Work
from sandtable.rulebooks.formation.allocation import next_faces, next_stands
from sandtable.rulebooks.formation.candidates import list_attacks_on, worth
from sandtable.rulebooks.formation.firepower import attackers_of
from sandtable.rulebooks.formation.lists import clear, copy_action
from sandtable.rulebooks.formation.stands import on_table, type_of, weight
from sandtable.rulebooks.formation.state import COMMANDER, NONE, PER_SIDE, STANDS, Game, Scenario
from sandtable.rulebooks.formation.withdrawal import strikers


@rule
def declare_attack(
    scenario: Scenario, view: Game, seat: int, f: int, target: int, work: Work, out: Action
) -> bool:
    """Attack a target with as much firepower as suppression leaves; False if that cannot be."""
    work.count = 0
    list_attacks_on(scenario, view, seat, f, target, work)
    best, most = NONE, 0
    for i in range(int(work.count)):
        action = work.actions[i]
        stands = attackers_of(scenario, view, f, action)
        halves = 0
        for k in range(STANDS):
            if stands >> k & 1:
                halves += worth(scenario, view, f * STANDS + k, target, int(action.stands) >> k & 1 != 0)
        if halves > most:
            best, most = i, halves
    if best == NONE:
        return False
    copy_action(work.actions[best], out)
    return True


@rule
def worth_killing(scenario: Scenario, view: Game, t: int) -> int:
    """What one hit on a stand is worth, in eighths of a point; a commander half a point more."""
    kind = type_of(scenario, view, t)
    more = 4 if int(kind.special) & COMMANDER else 0
    return int(kind.points) * 4 // max(1, int(kind.structure)) + more


@rule
def choose_die(scenario: Scenario, view: Game, out: Action) -> None:
    """Kill what is worth most with the lowest die that does it; waste the lowest where none does."""
    attack = view.attack
    out.verb = verb.DIE
    out.target = attack.target
    stands = next_stands(attack)
    most = NONE
    for k in range(STANDS):
        if not stands >> k & 1:
            continue
        faces = next_faces(scenario, view, attack, k)
        face = 1
        while not faces >> face & 1:
            face += 1
        value = 0
        if face >= int(attack.armour[k]):
            value = 1 + worth_killing(scenario, view, int(attack.target) * STANDS + k)
        if value > most:
            most = value
            out.stand = k
            out.amount = face


@rule
def choose_power(scenario: Scenario, view: Game, out: Action) -> None:
    """Aim power at structure alone if a hit there is worth more than one on whatever is nearest."""
    target = int(view.attack.target)
    huge, other, small = 0, 0, 0
    for k in range(int(scenario.roster[target].count)):
        t = target * STANDS + k
        if not on_table(view, t):
            continue
        if int(view.stands[t].structure) > 0:
            huge = max(huge, worth_killing(scenario, view, t))
        else:
            other += worth_killing(scenario, view, t)
            small += weight(view.stands[t])
    out.verb = verb.POWERED
    out.amount = 1 if huge * small >= other else 0


@rule
def strike_back(scenario: Scenario, view: Game, seat: int, out: Action) -> None:
    """Every withdrawal attack that is to be had: it costs nothing (FM-WITHDRAW-03)."""
    for g in range(seat * PER_SIDE, seat * PER_SIDE + PER_SIDE):
        if strikers(scenario, view, g) != 0:
            out.verb = verb.STRIKE
            out.formation = g
            return
    clear(out, verb.PASS, seat, NONE)
