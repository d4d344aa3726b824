"""The scripted player's logistics: carriers refill who runs low."""

from __future__ import annotations

from sandtable.core.compile import rule
from sandtable.rulebooks.starter import actions as verb
from sandtable.rulebooks.starter import logistics
from sandtable.rulebooks.starter.actions import Action, Work
from sandtable.rulebooks.starter.lists import copy, write
from sandtable.rulebooks.starter.state import FUEL, NONE, ON_MAP, UNITS, Game, Scenario


@rule
def hunger(scenario: Scenario, view: Game, u: int, supply: int) -> int:
    """How badly a unit needs a supply, 0 (full) to 100 (empty); 0 if it has no places for it."""
    type_ = scenario.type[int(view.units[u].kind)]
    places = int(type_.fuel_places) if supply == FUEL else int(type_.ammo_places)
    have = int(view.units[u].fuel) if supply == FUEL else int(view.units[u].ammo)
    if places == 0:
        return 0
    return 100 * (places - have) // places


@rule
def supply(scenario: Scenario, view: Game, seat: int, work: Work, out: Action) -> None:
    """Resupply the hungriest unit that has used up half or more, if the rules allow it here."""
    most = 49
    for u in range(UNITS):
        unit = view.units[u]
        if unit.side != seat or unit.where != ON_MAP or unit.frozen != 0:
            continue
        if max(hunger(scenario, view, u, FUEL), hunger(scenario, view, u, FUEL + 1)) <= most:
            continue
        work.count = 0
        logistics.list_of(scenario, view, seat, u, work)
        for i in range(int(work.count)):
            action = work.actions[i]
            if action.verb == verb.RESUPPLY and hunger(scenario, view, u, int(action.kind)) > most:
                most = hunger(scenario, view, u, int(action.kind))
                copy(out, action)


@rule
def give(scenario: Scenario, view: Game, seat: int, work: Work, out: Action) -> None:
    """Give as much as possible from the first source there is (ST-LOG-13), or say that it is enough."""
    write(out, verb.ENOUGH, seat)
    work.count = 0
    logistics.list_of(scenario, view, seat, NONE, work)
    for u in range(UNITS):
        if view.units[u].side == seat:
            logistics.list_of(scenario, view, seat, u, work)
    most = 0
    for i in range(int(work.count)):
        action = work.actions[i]
        if action.verb == verb.GIVE and action.amount > most:
            most = int(action.amount)
            copy(out, action)
