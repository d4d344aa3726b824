"""What an action would do: exact odds with every modifier, and what is left afterwards."""

from __future__ import annotations

from collections.abc import Callable
from operator import ge
from typing import Any, NamedTuple

from sandtable.core.pools import Pool, mean, unpaired_odds
from sandtable.core.screen import plain
from sandtable.core.table import Modifier, Preview
from sandtable.rulebooks.starter import actions as verb
from sandtable.rulebooks.starter import odds, pieces, words
from sandtable.rulebooks.starter.actions import Action
from sandtable.rulebooks.starter.acts import SAID
from sandtable.rulebooks.starter.boardroom import payout
from sandtable.rulebooks.starter.deployment import deployment_cost
from sandtable.rulebooks.starter.engineering import MINE_DIE, MINE_STRENGTH
from sandtable.rulebooks.starter.explosions import CACHE_DIE, EXPLOSION_DIE
from sandtable.rulebooks.starter.losses import terrain_bonus
from sandtable.rulebooks.starter.movement import node_of
from sandtable.rulebooks.starter.paths import is_mined_for, search
from sandtable.rulebooks.starter.purchases import fuel_price, hire_cost
from sandtable.rulebooks.starter.reasons import REASONS
from sandtable.rulebooks.starter.screen import Screen
from sandtable.rulebooks.starter.special import RECON_PENALTY
from sandtable.rulebooks.starter.state import (
    ALL,
    COLUMNS,
    FUEL,
    MOVED,
    ON_MAP,
    ROCKY,
)
from sandtable.rulebooks.starter.targets import OBJECT_DIE, THE_OBJECT
from sandtable.rulebooks.starter.units import distance


def preview(scenario: Any, texts: Any, view: Any, seat: int, action: Any) -> Preview:
    """What an action would do, as far as the seat may know; and why not, if it is not legal."""
    screen = Screen((scenario, view), texts, seat)
    given = plain(Action, action)
    code = int(screen.engine.is_legal(scenario, view, 0, action, 0, screen.desk.works))
    reason, clause = REASONS[code] if code else ("", "")
    shown = Preview(legal=code == 0, reason=reason, clause=clause)
    if code == 0:
        shown.title = SAID[given.verb][0](screen, given)
        if given.verb in SHOWN:
            SHOWN[given.verb](screen, given, shown)
        shown.lines += NOTES.get(given.verb, ())
    return shown


# Combat -----------------------------------------------------------------------------------------------


def _attack(screen: Screen, action: Any, shown: Preview) -> None:
    """A Direct Attack: losses, and those of a Counterattack (ST-ATK, ST-COUNTER)."""
    u = action.unit
    left = screen.game.units[u].ammo - 1
    shown.lines.append(f"Spends 1 Ammunition Counter: {left} left.")
    if action.other < 0:
        _attack_square(screen, action, shown)
        return
    _direct(screen, u, action.other, shown)
    _counterattack(screen, u, action.other, shown)


def _direct(screen: Screen, u: int, target: int, shown: Preview) -> None:
    """The dice of one unit against another's, for each type that the target may be."""
    there, (mine, *_) = screen.game.units[target], odds.guesses(screen, u)
    attack = odds.attack_pool(screen, u, mine, there.x, there.y)
    _attack_reasons(screen, attack, shown)
    _defence_reasons(screen, target, shown)
    for defence, guessed in odds.alike(screen, target):
        name = f"Losses of {screen.name(target)}{odds.as_guessed(screen, target, guessed)}"
        fallen = odds.losses(attack, defence)
        shown.chances.append(odds.chance(f"{name}: {odds.versus(attack, defence)}", fallen, defence.count))
    _say_what_is_unknown(screen, target, shown)


def _counterattack(screen: Screen, u: int, target: int, shown: Preview) -> None:
    """The Counterattack that would hurt most, of all the types that the target may be (ST-R67)."""
    worst, (mine, *_) = None, odds.guesses(screen, u)
    unit, there = screen.game.units[u], screen.game.units[target]
    if there.frozen:
        shown.lines.append("The target is frozen and cannot counterattack (ST-DEPLOY-13).")
        return
    first = odds.attack_pool(screen, u, mine, there.x, there.y)
    own = odds.defence_pool(screen, u, mine)
    able = [guess for guess in odds.guesses(screen, target) if can_reach(screen, target, guess, u)]
    for guess in _worst(screen, able):
        defence = odds.defence_pool(screen, target, guess)
        back = odds.attack_pool(screen, target, guess, unit.x, unit.y)
        struck = odds.counter_losses(odds.losses(first, defence), guess.strength, back, own)
        if worst is None or mean(struck) > mean(worst[0]):
            worst = struck, guess
    if worst is None:
        shown.lines.append("No Counterattack is possible, as far as you know.")
        return
    struck, guess = worst
    alone = len(odds.guesses(screen, target)) == 1
    known = "" if guess.sure else ", at worst" if alone else f", at worst, if {screen.type_name(guess.kind)}"
    shown.chances.append(odds.chance(f"Counterattack{known}: your losses", struck, own.count))


def _worst(screen: Screen, guessed: list[odds.Guess]) -> list[odds.Guess]:
    """The guesses among which the worst must be: no other equals or beats them in every die and number."""
    kinds = screen.scenario.type
    strong = {
        (kinds[guess.kind].attack_die, kinds[guess.kind].defence_die, guess.strength): guess
        for guess in guessed
    }
    return [
        guess
        for key, guess in strong.items()
        if not any(other != key and all(map(ge, other, key)) for other in strong)
    ]


def can_reach(screen: Screen, u: int, guess: odds.Guess, target: int) -> bool:
    """Whether a unit that is as guessed could attack another directly from where it stands."""
    kind = screen.scenario.type[guess.kind]
    away = apart(screen, u, target)
    return bool(kind.attack_die > 0 and guess.armed and away <= kind.range_most)


def apart(screen: Screen, u: int, other: int) -> int:
    """Squares between two units."""
    a, b = screen.game.units[u], screen.game.units[other]
    return int(distance(screen.rows[0][0], a.x, a.y, b.x, b.y))


def _attack_reasons(screen: Screen, attack: Pool, shown: Preview) -> None:
    if attack.modifier:
        name = words.TERRAINS[ROCKY][1]
        shown.modifiers.append(Modifier(name, f"{words.signed(attack.modifier)} Attack", "ST-R35"))


def _defence_reasons(screen: Screen, u: int, shown: Preview) -> None:
    for name, size, clause in pieces.defence_reasons(screen, u):
        shown.modifiers.append(Modifier(name, size, clause))


def _say_what_is_unknown(screen: Screen, u: int, shown: Preview) -> None:
    guessed = odds.guesses(screen, u)
    if guessed[0].sure:
        return
    lore = pieces.lore_of(screen, u)
    if len(odds.alike(screen, u)) > 1:
        shown.lines.append("Its type is unknown: there is a row for each that rolls other dice.")
    if lore is None or lore.strength <= 0:
        shown.lines.append("Its Troop Strength is unknown and taken as full.")
    else:
        when = f"game round {lore.round}"
        shown.lines.append(f"Its Troop Strength is as last known, in {when}: {lore.strength}.")


def _attack_square(screen: Screen, action: Any, shown: Preview) -> None:
    """A Direct Attack on a Cache or an object (ST-CACHE-06 to 08, ST-R70)."""
    (mine, *_) = odds.guesses(screen, action.unit)
    attack = odds.attack_pool(screen, action.unit, mine, action.x, action.y)
    _attack_reasons(screen, attack, shown)
    defence, cache = _square_pool(screen, action.x, action.y, action.kind)
    if cache:
        yes = 1 - unpaired_odds(attack, defence)[0]
        shown.chances.append(odds.yes_or_no(f"The Cache explodes: {odds.versus(attack, defence)}", yes))
        _explosion(screen, action.x, action.y, defence.count, shown)
    else:
        fallen = odds.losses(attack, defence)
        name = f"Structure lost: {odds.versus(attack, defence)}"
        shown.chances.append(odds.chance(name, fallen, defence.count))


def _square_pool(screen: Screen, x: int, y: int, kind: int) -> tuple[Pool, bool]:
    """The dice of what lies on a square, and whether that is a Cache."""
    game = screen.game
    lie = game.cache_fuel[y, x] + game.cache_ammo[y, x]
    if lie and kind != THE_OBJECT:
        return Pool(lie, CACHE_DIE), True
    return Pool(game.structure[y, x], int(OBJECT_DIE[game.object[y, x]])), False


def _explosion(screen: Screen, x: int, y: int, tokens: int, shown: Preview) -> None:
    """What an explosion would do to every unit and Cache in and next to its square (ST-CACHE-09 to 14)."""
    game, blast = screen.game, Pool(tokens, EXPLOSION_DIE)
    for u in screen.units:
        unit = game.units[u]
        if unit.where != ON_MAP or int(distance(screen.rows[0][0], x, y, unit.x, unit.y)) > 1:
            continue
        defence, guessed = max(
            odds.alike(screen, u), key=lambda pair: (mean(odds.losses(blast, pair[0])), pair[0].sides)
        )
        known = "" if guessed[0].sure else ", at most"
        name = f"Explosion{known}: losses of {screen.flagged(u)}"
        shown.chances.append(odds.chance(name, odds.losses(blast, defence), defence.count))
    for dx, dy in ((0, -1), (-1, 0), (1, 0), (0, 1)):
        near_x, near_y = x + dx, y + dy
        if not (0 <= near_x < screen.booklet.columns and 0 <= near_y < screen.booklet.rows):
            continue
        lie = game.cache_fuel[near_y, near_x] + game.cache_ammo[near_y, near_x]
        if lie:
            yes = 1 - unpaired_odds(blast, Pool(lie, CACHE_DIE))[0]
            shown.chances.append(odds.yes_or_no("Explosion: the Cache beside it explodes too", yes))


def _counter(screen: Screen, action: Any, shown: Preview) -> None:
    """A Counterattack that is being asked for."""
    question = screen.game.decisions.items[screen.game.decisions.depth - 1]
    shown.lines.append(f"Spends 1 Ammunition Counter: {screen.game.units[question.unit].ammo - 1} left.")
    _direct(screen, question.unit, question.other, shown)


def _recon(screen: Screen, action: Any, shown: Preview) -> None:
    """ST-RECON-02 to 11."""
    shown.modifiers.append(Modifier("Recon", "-2 Defence against artillery", "ST-RECON-11"))


# Artillery --------------------------------------------------------------------------------------------


def _barrage(screen: Screen, action: Any, shown: Preview) -> None:
    kind = screen.type_of(action.unit)
    shown.lines += [
        f"Up to {words.count(kind.shots, 'shot')} of d{kind.artillery_die}, "
        f"at targets {kind.range_least} to {kind.range_most} squares away.",
    ]


def _aim(screen: Screen, action: Any, shown: Preview) -> None:
    """Shots at one target, with those that it has been given already."""
    target = Target(action.other, action.x, action.y, action.kind)
    given = sum(aim.shots for aim in screen.game.aims[: screen.game.aim_count] if _target_of(aim) == target)
    _shells(screen, target, given + action.amount, shown)


def _fire(screen: Screen, action: Any, shown: Preview) -> None:
    gun = screen.game.units[_gun(screen)]
    shown.lines.append(f"Spends 1 Ammunition Counter: {gun.ammo - 1} left.")
    for aim in screen.game.aims[: screen.game.aim_count]:
        _shells(screen, _target_of(aim), aim.shots, shown)


def _shot(screen: Screen, action: Any, shown: Preview) -> None:
    _shells(screen, Target(action.other, action.x, action.y, action.kind), 1, shown)


class Target(NamedTuple):
    """What shots are aimed at: a unit, or (NONE) what lies on a square; see `targets`."""

    unit: int
    x: int
    y: int
    kind: int


def _target_of(aim: Any) -> Target:
    return Target(aim.unit, aim.x, aim.y, aim.kind)


def _gun(screen: Screen) -> int:
    """The artillery unit at work: the open question is about it."""
    decisions = screen.game.decisions
    return int(decisions.items[decisions.depth - 1].unit)


def _shells(screen: Screen, target: Target, number: int, shown: Preview) -> None:
    """Shots at a unit, a Cache or an object: each by itself, and all together (ST-ARTY-13 to 16, ST-R75)."""
    u = _gun(screen)
    aimed: Any = screen.game.units[target.unit] if target.unit >= 0 else target
    die = Pool(1, screen.type_of(u).artillery_die, odds.modifier(screen, u, aimed.x, aimed.y))
    _attack_reasons(screen, die, shown)
    if target.unit < 0:
        _shells_at_square(*_square_pool(screen, target.x, target.y, target.kind), die, number, shown)
        return
    _defence_reasons(screen, target.unit, shown)
    reconned = int(RECON_PENALTY) if aimed.reconned else 0
    if reconned:
        shown.modifiers.append(Modifier("Recon", f"{words.signed(reconned)} Defence", "ST-RECON-11"))
    for defence, guessed in odds.alike(screen, target.unit, reconned):
        known = odds.as_guessed(screen, target.unit, guessed)
        hits = odds.shots(die, defence, 1)[1]
        if number == 1:
            name = f"The shot hits {screen.name(target.unit)}{known}: {odds.versus(die, defence)}"
            shown.chances.append(odds.yes_or_no(name, hits))
            continue
        each = f"{number} shots, each {odds.versus(die, defence)}, {float(hits):.0%} at first"
        name = f"Losses of {screen.name(target.unit)}{known}: {each}"
        shown.chances.append(odds.chance(name, odds.shots(die, defence, number), defence.count))
    _say_what_is_unknown(screen, target.unit, shown)


def _shells_at_square(defence: Pool, cache: bool, die: Pool, number: int, shown: Preview) -> None:
    if cache:
        miss = 1 - odds.shots(die, defence, 1)[1]
        name = f"The Cache explodes: {odds.versus(die, defence)}"
        shown.chances.append(odds.yes_or_no(name, 1 - miss**number))
        return
    name = f"Structure lost: {odds.versus(die, defence)}"
    shown.chances.append(odds.chance(name, odds.shots(die, defence, number), defence.count))


# Movement ---------------------------------------------------------------------------------------------


def _move(screen: Screen, action: Any, shown: Preview) -> None:
    """Movement and Fuel left, the ground there, and mines."""
    scenario, view, work = screen.rows[0][0], screen.rows[1][0], screen.desk.works[0]
    unit, kind = screen.game.units[action.unit], screen.type_of(action.unit)
    search(scenario, view, action.unit, work)
    node = int(node_of(scenario, view, action.unit, action.x, action.y, action.place))
    spent = unit.spent + int(work.spent[node])
    left = max(kind.speed - spent, 0) if spent < ALL else 0
    shown.lines.append(f"{left} of {words.count(kind.speed, 'square')} of movement left.")
    fuel = unit.fuel - (unit.manoeuvre != MOVED)
    shown.lines.append(f"Fuel afterwards: {fuel} of {kind.fuel_places}.")
    if kind.artillery_die:
        shown.lines.append("It cannot make an artillery attack this turn once it has moved (ST-ARTY-07).")
    terrain = screen.booklet.terrain[action.y, action.x]
    if gain := int(terrain_bonus(terrain)):
        shown.modifiers.append(
            Modifier(
                words.TERRAINS[terrain][1], f"{words.signed(gain)} Defence there", words.TERRAINS[terrain][4]
            )
        )
    _mines(screen, action, gain, shown)


def _mines(screen: Screen, action: Any, gain: int, shown: Preview) -> None:
    """The attack of a minefield on the unit that enters it (ST-M06)."""
    square = action.y * COLUMNS + action.x
    if not is_mined_for(screen.rows[0][0], screen.rows[1][0], action.unit, square):
        return
    unit, kind = screen.game.units[action.unit], screen.type_of(action.unit)
    mines = Pool(int(MINE_STRENGTH), int(MINE_DIE))
    defence = Pool(unit.strength, kind.defence_die, gain)
    shown.lines.append("The minefield attacks at once; a loss ends the unit's movement.")
    name = f"Losses to mines: {odds.versus(mines, defence)}"
    shown.chances.append(odds.chance(name, odds.losses(mines, defence), unit.strength))


def _entrench(screen: Screen, action: Any, shown: Preview) -> None:
    layers = screen.game.units[action.unit].layers + 1
    shown.lines.append(
        "The unit cannot move or reposition before it has dug out, which takes a turn's movement."
    )
    shown.modifiers.append(Modifier("Entrenched", f"{words.signed(layers)} Defence", "ST-ENTR-05"))


def _deploy(screen: Screen, action: Any, shown: Preview) -> None:
    cost = int(deployment_cost(screen.rows[0][0], screen.rows[1][0], action.unit))
    _pay(screen, cost, shown)


def _extract(screen: Screen, action: Any, shown: Preview) -> None:
    _pay(screen, screen.booklet.extraction_cost, shown)
    if screen.game.units[action.unit].layers:
        shown.lines.append("Its layers are lost.")


def _pay(screen: Screen, cost: int, shown: Preview) -> None:
    left = screen.game.company[screen.seat].credits - cost
    shown.lines.append(f"Costs {words.count(cost, 'Credit')}: {left} left.")


# Money and supplies -----------------------------------------------------------------------------------


def _buy(screen: Screen, action: Any, shown: Preview) -> None:
    kind = screen.scenario.type[action.kind]
    _pay(screen, action.amount * kind.price, shown)
    parts = [f"{fact.label}: {fact.value}" for fact in pieces.type_facts(kind)]
    shown.lines += [f"{words.CLASSES[kind.cls][0]}. {'; '.join(parts)}.", *pieces.abilities(kind)]
    needs = f"{kind.strength} Personnel, {kind.fuel_cost} Fuel, {kind.ammo_cost} Ammunition"
    shown.lines.append(
        f"To muster one: {needs}; {_supply_price(screen, kind)} Credits more at today's prices."
    )


def _supply_price(screen: Screen, kind: Any) -> int:
    """What a unit's crew and tokens cost beside its card, bought now."""
    scenario, view = screen.rows[0][0], screen.rows[1][0]
    crew = int(hire_cost(scenario, view, min(kind.strength, screen.game.pool)))
    fuel = kind.fuel_cost * int(fuel_price(scenario, view))
    return int(crew + fuel + kind.ammo_cost * screen.scenario.ammo_price)


def _hire(screen: Screen, action: Any, shown: Preview) -> None:
    _pay(screen, int(hire_cost(screen.rows[0][0], screen.rows[1][0], action.amount)), shown)
    shown.lines.append(f"{screen.game.pool - action.amount} are left in the pool, from which all must draw.")


def _buy_fuel(screen: Screen, action: Any, shown: Preview) -> None:
    _pay(screen, action.amount * int(fuel_price(screen.rows[0][0], screen.rows[1][0])), shown)


def _buy_ammo(screen: Screen, action: Any, shown: Preview) -> None:
    _pay(screen, action.amount * screen.scenario.ammo_price, shown)


def _muster(screen: Screen, action: Any, shown: Preview) -> None:
    company, kind = screen.game.company[screen.seat], screen.scenario.type[action.kind]
    for name, has, takes in (
        ("Personnel", company.personnel, kind.strength),
        ("Fuel", company.fuel, kind.fuel_cost),
        ("Ammunition", company.ammo, kind.ammo_cost),
    ):
        if takes:
            shown.lines.append(f"Takes {takes} of {has} {name} in Reserve.")


def _resupply(screen: Screen, action: Any, shown: Preview) -> None:
    unit, kind = screen.game.units[action.unit], screen.type_of(action.unit)
    fuel = action.kind == FUEL
    name, now = ("Fuel", unit.fuel) if fuel else ("Ammunition", unit.ammo)
    most, cost = (kind.fuel_places, kind.fuel_cost) if fuel else (kind.ammo_places, kind.ammo_cost)
    shown.lines.append(f"{name} {now} to {most} Counters, for {words.count(cost, 'token')}.")


def _scrap(screen: Screen, action: Any, shown: Preview) -> None:
    unit, kind = screen.game.units[action.unit], screen.type_of(action.unit)
    paid = int(payout(kind.price, unit.strength, kind.strength))
    shown.lines.append(f"Pays {words.count(paid, 'Credit')}; {unit.strength} Personnel go to Reserve.")
    _full_supplies(screen, action.unit, shown)


def _disband(screen: Screen, action: Any, shown: Preview) -> None:
    unit = screen.game.units[action.unit]
    shown.lines.append(f"Its card and {unit.strength} Personnel go to Reserve; it can be mustered again.")
    _full_supplies(screen, action.unit, shown)


def _full_supplies(screen: Screen, u: int, shown: Preview) -> None:
    """ST-SCRAP-03, 04, 16: a full supply gives one token back, any other is waste."""
    unit, kind = screen.game.units[u], screen.type_of(u)
    for name, now, most in (
        ("Fuel", unit.fuel, kind.fuel_places),
        ("Ammunition", unit.ammo, kind.ammo_places),
    ):
        if most:
            back = (
                f"{name} is full: 1 token goes to Reserve."
                if now == most
                else f"{name} {now} of {most} is wasted."
            )
            shown.lines.append(back)


def _scrap_card(screen: Screen, action: Any, shown: Preview) -> None:
    paid = action.amount * int(payout(screen.scenario.type[action.kind].price, 1, 1))
    shown.lines.append(f"Pays {words.count(paid, 'Credit')}.")


def _reorganize(screen: Screen, action: Any, shown: Preview) -> None:
    unit, other = screen.game.units[action.unit], screen.game.units[action.other]
    kind, gone = screen.type_of(action.unit), screen.type_of(action.other)
    paid = int(payout(gone.price, other.strength, gone.strength))
    crew = unit.strength + other.strength
    shown.lines += [
        f"{screen.flagged(action.unit)} is kept, at Troop Strength {min(crew, kind.strength)}.",
        f"{screen.flagged(action.other)} is scrapped for {words.count(paid, 'Credit')}.",
    ]
    if crew > kind.strength:
        shown.lines.append(f"{crew - kind.strength} Personnel go to Reserve.")


def _withdraw(screen: Screen, action: Any, shown: Preview) -> None:
    there = [u for u in screen.units if screen.is_own(u) and screen.game.units[u].where == ON_MAP]
    if there:
        paid = sum(
            int(payout(screen.type_of(u).price, screen.game.units[u].strength, screen.type_of(u).strength))
            for u in there
        )
        shown.lines.append(
            f"Your units on the map ({len(there)}) are scrapped: about {paid} Credits go to the others."
        )


SHOWN: dict[int, Callable[[Screen, Any, Preview], None]] = {
    verb.ATTACK: _attack,
    verb.COUNTERATTACK: _counter,
    verb.RECON: _recon,
    verb.BARRAGE: _barrage,
    verb.AIM: _aim,
    verb.FIRE: _fire,
    verb.SHOT: _shot,
    verb.MOVE: _move,
    verb.ENTRENCH: _entrench,
    verb.DEPLOY: _deploy,
    verb.EXTRACT: _extract,
    verb.TAKE_HOME: _extract,
    verb.BUY: _buy,
    verb.HIRE: _hire,
    verb.BUY_FUEL: _buy_fuel,
    verb.BUY_AMMO: _buy_ammo,
    verb.MUSTER: _muster,
    verb.RESUPPLY: _resupply,
    verb.SCRAP: _scrap,
    verb.DISBAND: _disband,
    verb.SCRAP_CARD: _scrap_card,
    verb.REORGANIZE: _reorganize,
    verb.WITHDRAW: _withdraw,
}

# What holds of an action whatever it is aimed at.
ENGINEERED = ("This is the vehicle's engineering action of the phase; it costs 1 Fuel Counter.",)
NOTES: dict[int, tuple[str, ...]] = {
    verb.DONE: ("This is final for buying and for mustering, until the next scenario.",),
    verb.MUSTER: ("It joins your Pre-Deployment Area, where the others see its Class and flag.",),
    verb.REPOSITION: ("It takes no Fuel and no movement.",),
    verb.ENTRENCH: (
        "The unit cannot move or reposition before it has dug out, which takes a turn's movement.",
    ),
    verb.DIG_OUT: ("All layers are gone at once. It takes this turn's movement and no Fuel.",),
    verb.DEPLOY: ("It is frozen until your next turn: it cannot act, but it defends itself.",),
    verb.EXTRACT: ("It cannot be deployed again this turn. Passengers and Cargo come along.",),
    verb.TAKE_HOME: ("Passengers and Cargo come along.",),
    verb.TRANSFER: (
        "In one phase a unit deals with one partner, once each way, any number of tokens at once.",
    ),
    verb.CACHE: (
        "They stay there until the phase ends; then any unit next to them may take them, the enemy's too.",
        "Nobody can enter the square, and the tokens explode if they are hit.",
    ),
    verb.RESUPPLY: ("The tokens come from Cargo and Caches in its square and next to it.",),
    verb.EMBARK: (
        "It leaves the map: it cannot act, be attacked or hold an objective, and is lost if its carrier is.",
    ),
    verb.DISEMBARK: ("It may attack this turn, but not with artillery.",),
    verb.SWEEP_MINES: ENGINEERED,
    verb.BUILD_BARRICADE: ("Nobody may enter a Barricade; Structure 8, d8.", *ENGINEERED),
    verb.BUILD_EARTHWORK: ("Any unit in an Earthwork has +1 Defence; Structure 6, d10.", *ENGINEERED),
    verb.REMOVE_OBJECT: ENGINEERED,
    verb.OPEN_BRIDGE: ("While its bridge is open the vehicle stays where it is.", *ENGINEERED),
    verb.CLOSE_BRIDGE: ENGINEERED,
    verb.RECON: (
        "You alone learn its exact type, its Troop Strength, and whether it has Fuel, Ammunition, Cargo and "
        "Passengers.",
        "Artillery attacks on it have -2 on its Defence Dice until the end of this Combat Phase.",
        "This is the unit's combat action of the turn; no Ammunition is spent.",
    ),
    verb.BARRAGE: (
        "Name the targets and give each its shots; then fire, which spends 1 Ammunition Counter.",
        "There is no Counterattack against artillery.",
    ),
    verb.COUNTERATTACK: ("Nobody answers a Counterattack.",),
    verb.WITHDRAW: (
        "You leave this scenario at once; objectives you have completed are yours for good.",
        "You keep your Credits, your Reserve and the units in your Pre-Deployment Area.",
    ),
    verb.LEAVE: ("You are out of the campaign; all you own goes back to the Game Box.",),
}
