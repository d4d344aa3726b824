"""Legal actions as a screen offers them: a label, a cost, a place, and amounts gathered into one."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from sandtable.core.table import Act
from sandtable.rulebooks.starter import actions as verb
from sandtable.rulebooks.starter import words
from sandtable.rulebooks.starter.actions import PLACES
from sandtable.rulebooks.starter.boardroom import payout
from sandtable.rulebooks.starter.deployment import deployment_cost
from sandtable.rulebooks.starter.notation import WORDS, notation, square_name
from sandtable.rulebooks.starter.purchases import fuel_price, manpower_price
from sandtable.rulebooks.starter.screen import Screen
from sandtable.rulebooks.starter.state import (
    BOARDROOM,
    FUEL,
    GOING_HOME,
    LIQUIDATING,
    NO_OBJECT,
    ON_MAP,
)
from sandtable.rulebooks.starter.targets import THE_OBJECT

Say = Callable[[Screen, Any], str]

# Verbs whose amounts are free between the least and the most listed.
FREE = frozenset(
    {
        verb.BUY,
        verb.HIRE,
        verb.BUY_FUEL,
        verb.BUY_AMMO,
        verb.LOAD,
        verb.UNLOAD,
        verb.TRANSFER,
        verb.CACHE,
        verb.TAKE_UP,
        verb.GIVE,
        verb.AIM,
        verb.SCRAP_CARD,
    }
)
ENDING = frozenset({verb.DONE, verb.END, verb.WITHDRAW})


def acts_of(screen: Screen, listed: list[Any]) -> list[Act]:
    """Legal actions as acts, in their order; those that differ in a free amount alone are one act."""
    found: dict[Any, Act] = {}
    for action in listed:
        key = _alike(action)
        if key is None:
            found[len(found)] = act_of(screen, action)
        elif key in found:
            _widen(found[key], _amount(action))
        else:
            found[key] = act_of(screen, action)
            _widen(found[key], _amount(action))
    for act in found.values():
        if act.most > act.least:
            act.text = act.text.rpartition(" ")[0] + " {n}"
        else:
            act.least = act.most = 0
    return list(found.values())


def _alike(action: Any) -> Any:
    """What actions have in common that differ in an amount alone; None if there is nothing to gather."""
    if action.verb not in FREE or (action.amount > 0 and action.extra > 0):
        return None
    place = (action.x, action.y, action.place)
    return action.verb, action.unit, action.other, action.kind, place, action.amount > 0


def _amount(action: Any) -> int:
    return int(action.amount or action.extra)


def _widen(act: Act, amount: int) -> None:
    act.least = min(act.least or amount, amount)
    act.most = max(act.most, amount)


def act_of(screen: Screen, action: Any) -> Act:
    """One legal action as it stands."""
    label, cost, group, clause = SAID[action.verb]
    act = Act(
        text=notation(screen.rows[0], action),
        verb=WORDS[action.verb].lower(),
        label=label(screen, action),
        piece=action.unit,
        cost=cost(screen, action),
        group=group,
        ends=action.verb in ENDING,
        warning=WARNINGS[action.verb](screen) if action.verb in WARNINGS else "",
        clause=clause,
    )
    if action.other >= 0 and action.verb in TARGETED and screen.game.units[action.other].where == ON_MAP:
        act.target = action.other
    elif action.verb == verb.REPOSITION:
        unit = screen.game.units[action.unit]
        act.x, act.y = unit.x, unit.y
    elif action.x >= 0:
        act.x, act.y = action.x, action.y
    if action.verb == verb.COUNTERATTACK:
        decisions = screen.game.decisions
        question = decisions.items[decisions.depth - 1]
        act.piece, act.target = question.unit, question.other
    if action.place >= 0:
        act.place = PLACES[action.place]
    if action.verb == verb.MUSTER:
        act.beads = [words.bead(colour) for colour in range(1, len(words.COLOURS))]
    return act


def target_name(screen: Screen, action: Any) -> str:
    """What an action is aimed at: a unit, or what lies on a square."""
    if action.other >= 0:
        return screen.flagged(action.other)
    x, y = action.x, action.y
    lies = screen.game.cache_fuel[y, x] + screen.game.cache_ammo[y, x]
    built = screen.game.object[y, x]
    if built != NO_OBJECT and (action.kind == THE_OBJECT or not lies):
        return f"the {words.OBJECTS[built][1]}"
    return f"the Cache at {square_name(x, y)}"


def tokens(action: Any) -> str:
    """``Fuel``, ``Ammunition``, or both with their amounts."""
    if action.amount > 0 and action.extra > 0:
        return words.supplies(action.amount, action.extra)
    return "Ammunition" if action.extra > 0 else "Fuel"


def _type(screen: Screen, action: Any) -> str:
    return screen.type_name(action.kind)


def _nothing(screen: Screen, action: Any) -> str:
    return ""


def _always(text: str) -> Say:
    return lambda screen, action: text


def _credits(amount: int, each: bool = False) -> str:
    return f"{words.count(amount, 'Credit')}{' each' if each else ''}"


def _type_price(screen: Screen, action: Any) -> str:
    return _credits(screen.scenario.type[action.kind].price, True)


def _hire_price(screen: Screen, action: Any) -> str:
    """The price of the next token; a large purchase runs into dearer bands (ST-R13)."""
    scenario, game = screen.scenario, screen.game
    band = next((i for i in range(4) if game.pool > scenario.bands[i]), 3)
    return f"from {_credits(int(manpower_price(screen.rows[0][0], screen.rows[1][0], band)))} each"


def _fuel_price(screen: Screen, action: Any) -> str:
    return _credits(int(fuel_price(screen.rows[0][0], screen.rows[1][0])), True)


def _ammo_price(screen: Screen, action: Any) -> str:
    return _credits(screen.scenario.ammo_price, True)


def _muster_cost(screen: Screen, action: Any) -> str:
    kind = screen.scenario.type[action.kind]
    parts = [f"{kind.strength} Personnel"]
    parts += [f"{kind.fuel_cost} Fuel"] * (kind.fuel_cost > 0)
    parts += [f"{kind.ammo_cost} Ammunition"] * (kind.ammo_cost > 0)
    return ", ".join(parts)


def _deployment_cost(screen: Screen, action: Any) -> str:
    return _credits(int(deployment_cost(screen.rows[0][0], screen.rows[1][0], action.unit)))


def _extraction_cost(screen: Screen, action: Any) -> str:
    return _credits(screen.booklet.extraction_cost)


def _resupply_cost(screen: Screen, action: Any) -> str:
    kind = screen.type_of(action.unit)
    return words.count(kind.fuel_cost if action.kind == FUEL else kind.ammo_cost, "token")


def _payout(screen: Screen, action: Any) -> str:
    unit, kind = screen.game.units[action.unit], screen.type_of(action.unit)
    return f"+{_credits(int(payout(kind.price, unit.strength, kind.strength)))}"


def _scrap_payout(screen: Screen, action: Any) -> str:
    """Of a Reorganization: the other unit is scrapped."""
    unit, kind = screen.game.units[action.other], screen.type_of(action.other)
    return f"+{_credits(int(payout(kind.price, unit.strength, kind.strength)))}"


def _card_payout(screen: Screen, action: Any) -> str:
    return f"+{_credits(int(payout(screen.scenario.type[action.kind].price, 1, 1)), True)}"


def _end_label(screen: Screen, action: Any) -> str:
    step = screen.game.step
    if step == BOARDROOM:
        return "End the turn"
    if step == GOING_HOME:
        return "Leave the others behind to be scrapped"
    if step == LIQUIDATING:
        return "Nothing more to sell"
    return f"End {words.step_names(step)[step]}"


def _done_label(screen: Screen, action: Any) -> str:
    """Done is final for mustering too: cards left behind are worth a word (ST-R19)."""
    cards = sum(screen.game.company[screen.seat].cards)
    return f"Done: {words.count(cards, 'card stays', 'cards stay')} in Reserve" if cards else "Done"


def _done_warning(screen: Screen) -> str:
    """What is given up by Done (ST-R19)."""
    company = screen.game.company[screen.seat]
    kept = words.count(company.credits, "Credit")
    cards = sum(company.cards)
    lost = (
        f" {words.count(cards, 'card is', 'cards are')} not mustered and would stay in Reserve."
        if cards
        else ""
    )
    return f"Nothing more can be bought or mustered before the game begins; you keep {kept}.{lost}"


def _withdraw_warning(screen: Screen) -> str:
    """What is given up by Withdrawal (ST-END-06)."""
    there = sum(screen.is_own(u) and screen.game.units[u].where == ON_MAP for u in screen.units)
    lost = (
        f" {words.count(there, 'unit')} on the map would be scrapped for the others' profit." if there else ""
    )
    return f"You would take no further part in this scenario.{lost}"


def _entrench_label(screen: Screen, action: Any) -> str:
    layers = screen.game.units[action.unit].layers
    return f"Entrench: layer {layers + 1}" if layers else "Entrench"


def _booklet_label(screen: Screen, action: Any) -> str:
    texts = screen.texts.booklets[action.kind]
    return f"Next: {texts.name} {texts.title}"


def _remove_label(screen: Screen, action: Any) -> str:
    return f"Remove the {words.OBJECTS[screen.game.object[action.y, action.x]][1]}"


# Verb: label, cost, group, clause.
SAID: dict[int, tuple[Say, Say, str, str]] = {
    verb.READY: (_always("We have read it all: begin"), _nothing, "Set-up", "ST-SETUP-04"),
    verb.TURN_DIE: (lambda s, a: f"Roll a d{a.amount} for turn order", _nothing, "Set-up", "ST-SETUP-09"),
    verb.TAKE_ZONE: (lambda s, a: f"Take {s.zone_name(a.kind)}", _nothing, "Set-up", "ST-M14"),
    verb.BUY: (_type, _type_price, "Buy units", "ST-SETUP-15"),
    verb.HIRE: (_always("Hire Personnel"), _hire_price, "Hire and supply", "ST-SETUP-16"),
    verb.BUY_FUEL: (_always("Buy Fuel tokens"), _fuel_price, "Hire and supply", "ST-SETUP-17"),
    verb.BUY_AMMO: (_always("Buy Ammunition tokens"), _ammo_price, "Hire and supply", "ST-SETUP-17"),
    verb.END_GO: (_always("End this go"), _nothing, "Set-up", "ST-SETUP-13"),
    verb.DONE: (_done_label, _nothing, "Set-up", "ST-R19"),
    verb.MUSTER: (lambda s, a: f"Muster {_type(s, a)}", _muster_cost, "Muster", "ST-MUSTER-02"),
    verb.LOAD: (lambda s, a: f"Load {tokens(a)}", _nothing, "Cargo", "ST-MUSTER-16"),
    verb.UNLOAD: (lambda s, a: f"Unload {tokens(a)}", _nothing, "Cargo", "ST-BOARD-06"),
    verb.GET_ON: (lambda s, a: f"Get on {s.flagged(a.other)}", _nothing, "Passengers", "ST-BOARD-05"),
    verb.GET_OFF: (_always("Get off"), _nothing, "Passengers", "ST-BOARD-05"),
    verb.MOVE: (_always("Move"), _nothing, "Movement", "ST-MOV-03"),
    verb.REPOSITION: (_always("Reposition"), _nothing, "Movement", "ST-POS-14"),
    verb.ENTRENCH: (_entrench_label, _nothing, "Movement", "ST-ENTR-01"),
    verb.DIG_OUT: (_always("Dig out"), _nothing, "Movement", "ST-ENTR-08"),
    verb.EXTRACT: (_always("Extract"), _extraction_cost, "Deployment", "ST-DEPLOY-05"),
    verb.DEPLOY: (_always("Deploy"), _deployment_cost, "Deployment", "ST-DEPLOY-08"),
    verb.TRANSFER: (lambda s, a: f"Transfer {tokens(a)}", _nothing, "Logistics", "ST-LOG-05"),
    verb.CACHE: (lambda s, a: f"Cache {tokens(a)}", _nothing, "Logistics", "ST-CACHE-01"),
    verb.TAKE_UP: (lambda s, a: f"Take up {tokens(a)}", _nothing, "Logistics", "ST-R54"),
    verb.RESUPPLY: (
        lambda s, a: f"Resupply {'Fuel' if a.kind == FUEL else 'Ammunition'}",
        _resupply_cost,
        "Logistics",
        "ST-LOG-10",
    ),
    verb.GIVE: (lambda s, a: f"Give tokens from {target_name(s, a)}", _nothing, "Logistics", "ST-LOG-13"),
    verb.ENOUGH: (_always("Enough: refill a part"), _nothing, "Logistics", "ST-M23"),
    verb.EMBARK: (lambda s, a: f"Embark on {s.flagged(a.other)}", _nothing, "Passengers", "ST-R59"),
    verb.DISEMBARK: (_always("Disembark"), _nothing, "Passengers", "ST-R59"),
    verb.SWEEP_MINES: (_always("Clear the minefield"), _always("1 Fuel Counter"), "Engineering", "ST-M06"),
    verb.BUILD_BARRICADE: (_always("Build a Barricade"), _always("1 Fuel Counter"), "Engineering", "ST-M07"),
    verb.BUILD_EARTHWORK: (_always("Build an Earthwork"), _always("1 Fuel Counter"), "Engineering", "ST-M07"),
    verb.REMOVE_OBJECT: (_remove_label, _always("1 Fuel Counter"), "Engineering", "ST-M07"),
    verb.OPEN_BRIDGE: (
        lambda s, a: f"Open the bridge over {words.count(a.amount, 'square')}",
        _always("1 Fuel Counter"),
        "Engineering",
        "ST-M08",
    ),
    verb.CLOSE_BRIDGE: (_always("Close the bridge"), _always("1 Fuel Counter"), "Engineering", "ST-M08"),
    verb.RECON: (lambda s, a: f"Reconnoitre {target_name(s, a)}", _nothing, "Combat", "ST-RECON-01"),
    verb.BARRAGE: (
        _always("Artillery attack: name targets"),
        _always("1 Ammunition"),
        "Combat",
        "ST-ARTY-10",
    ),
    verb.AIM: (lambda s, a: f"Shots at {target_name(s, a)}", _nothing, "Artillery", "ST-ARTY-12"),
    verb.FIRE: (_always("Fire"), _always("1 Ammunition"), "Artillery", "ST-ARTY-11"),
    verb.SHOT: (lambda s, a: f"Next shot at {target_name(s, a)}", _nothing, "Artillery", "ST-ARTY-13"),
    verb.ATTACK: (lambda s, a: f"Attack {target_name(s, a)}", _always("1 Ammunition"), "Combat", "ST-ATK-03"),
    verb.COUNTERATTACK: (_always("Counterattack"), _always("1 Ammunition"), "Answer", "ST-COUNTER-02"),
    verb.DECLINE: (_always("No Counterattack"), _nothing, "Answer", "ST-COUNTER-02"),
    verb.REORGANIZE: (
        lambda s, a: f"Take over the crew of {s.flagged(a.other)} and scrap it",
        _scrap_payout,
        "Reorganize",
        "ST-REORG-04",
    ),
    verb.DISBAND: (_always("Disband: card and Personnel to Reserve"), _nothing, "Disband", "ST-SCRAP-02"),
    verb.SCRAP: (_always("Scrap"), _payout, "Scrap", "ST-SCRAP-08"),
    verb.SCRAP_CARD: (_type, _card_payout, "Scrap cards", "ST-SCRAP-06"),
    verb.END: (_end_label, _nothing, "Phase", "ST-CAMP-26"),
    verb.WITHDRAW: (_always("Withdraw from the scenario"), _nothing, "Leave", "ST-END-05"),
    verb.TAKE_HOME: (_always("Take home"), _extraction_cost, "Going home", "ST-R92"),
    verb.STAY: (_always("Stay in the campaign"), _nothing, "Campaign", "ST-R10"),
    verb.LEAVE: (_always("Leave the campaign"), _nothing, "Campaign", "ST-END-20"),
    verb.CHOOSE: (_booklet_label, _nothing, "Campaign", "ST-END-17"),
    verb.ATTACH: (
        lambda s, a: f"Become a subsidiary of {s.side_name(a.other)}",
        _nothing,
        "Campaign",
        "ST-M24",
    ),
}
# What cannot be mended afterwards.
WARNINGS: dict[int, Callable[[Screen], str]] = {
    verb.DONE: _done_warning,
    verb.WITHDRAW: _withdraw_warning,
}
TARGETED = frozenset({verb.TRANSFER, verb.GIVE, verb.EMBARK, verb.RECON, verb.AIM, verb.SHOT, verb.ATTACK})
