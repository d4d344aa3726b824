"""The screen of one seat: board, pieces, cards, what is asked, and what can be done (see core.table)."""

from __future__ import annotations

from typing import Any

from sandtable.core.screen import plain
from sandtable.core.standing import TURN_LIMIT, Standing
from sandtable.core.table import Act, Board, Fact, Mark, Result, Side, Table, Terrain
from sandtable.rulebooks.starter import actions as verb
from sandtable.rulebooks.starter import pieces, words
from sandtable.rulebooks.starter.acts import ENDING, acts_of
from sandtable.rulebooks.starter.notation import square_name
from sandtable.rulebooks.starter.screen import Screen
from sandtable.rulebooks.starter.state import (
    ALL,
    BOARDROOM,
    BUYING,
    CAMPAIGN_OVER,
    CHOOSING,
    COUNTER,
    DEPLOYING,
    DIRECT_ATTACKS,
    ELIMINATED,
    GOING_HOME,
    LEAVING,
    LEFT,
    LIQUIDATING,
    LOGISTICS,
    MOVING,
    NO_OBJECT,
    NONE,
    ON_MAP,
    OPEN,
    PLAYING_ON,
    READING,
    READY_AREA,
    SHOOTING,
    SPECIAL,
    SPECIAL_ATTACKS,
    STILL,
    SUPPLYING,
    TURN_DICE,
    WITHDRAWN,
    ZONES,
)

STATES = {PLAYING_ON: "", WITHDRAWN: "withdrawn", ELIMINATED: "eliminated", LEFT: "left the campaign"}

# Verbs for which a piece counts as ready: what most players would not want to forget.
WORTH_IT = frozenset(
    {
        verb.MOVE,
        verb.DEPLOY,
        verb.RESUPPLY,
        verb.DISEMBARK,
        verb.SWEEP_MINES,
        verb.RECON,
        verb.BARRAGE,
        verb.ATTACK,
        verb.TAKE_HOME,
    }
)

PROMPTS = {
    READING: "Read the briefing and the Catalogue as long as you like. Then say that you are ready.",
    TURN_DICE: "You completed an objective: choose the die you roll for turn order.",
    ZONES: "Choose your side of the map.",
    BUYING: "Your go: buy any quantity of one resource, or declare that you are done.",
    MOVING: "Move, reposition or entrench your units. Then end the movement.",
    DEPLOYING: "Extract units that stand on your Deployment Squares; deploy units on empty ones.",
    LOGISTICS: "Resupply, transfer and cache tokens, load and unload, put your engineers to work.",
    SPECIAL_ATTACKS: "Reconnoitre, fire artillery. The first direct attack ends this part.",
    DIRECT_ATTACKS: "Attack with units that have not acted yet.",
    BOARDROOM: "Buy, hire, muster, load, reorganize, disband and scrap. Then end the turn.",
    GOING_HOME: "Pay to take units home; the others are scrapped for your profit.",
    LIQUIDATING: "You have no Credits: sell something now, or you are out of the campaign.",
    LEAVING: "Do you stay in the campaign?",
    CHOOSING: "Choose the next scenario.",
}
QUESTIONS = {
    COUNTER: "Your unit was attacked and may strike back.",
    SHOOTING: "Choose the target of the next shot.",
    SUPPLYING: "Choose whose tokens are used for the Resupply.",
}


def table(scenario: Any, texts: Any, view: Any, seat: int) -> Table:
    """The whole screen of a seat (-1: a spectator) from its view."""
    screen = Screen((scenario, view), texts, seat)
    decides = screen.may_decide
    ready = {u for u in screen.ready(WORTH_IT) if _is_fresh(screen, u)} if decides else set()
    step = screen.game.step
    strip = words.step_names(step)
    acts = acts_of(screen, screen.listed(NONE)) if decides else []
    return Table(
        rulebook="starter",
        scenario=texts.id,
        title=f"{screen.booklet_texts.name} {screen.booklet_texts.title}",
        seat=seat,
        round=_round(screen),
        phase=strip[step],
        phases=list(strip.values()),
        prompt=_prompt(screen),
        to_act=[side for side in range(screen.scenario.sides) if screen.to_act >> side & 1],
        sides=[_side(screen, side) for side in range(screen.scenario.sides)],
        board=_board(screen),
        marks=_marks(screen),
        pieces=pieces.pieces(screen, ready),
        cards=pieces.cards(screen),
        trays=pieces.trays(screen),
        acts=acts,
        idle="" if ready else _idle(screen, acts),
        briefing=_briefing(screen),
        result=_result(screen),
    )


def _is_fresh(screen: Screen, u: int) -> bool:
    """Whether a unit has done nothing yet in this step; one that is dug in is meant to stay."""
    unit = screen.game.units[u]
    return bool(screen.game.step != MOVING or (unit.manoeuvre == STILL and unit.layers == 0))


def _idle(screen: Screen, acts: list[Act]) -> str:
    """How to end a step in which nothing else can be done."""
    ends = [act.text for act in acts if act.ends and not act.warning]
    return ends[0] if ends and screen.can_only(ENDING) else ""


# Words about the moment -------------------------------------------------------------------------------


def _round(screen: Screen) -> str:
    if screen.game.step in words.TURN:
        last = screen.booklet.last_round
        return f"Game round {screen.game.round}" + (f" of {last}" if last else "")
    if screen.game.step in words.SET_UP:
        return "Set-up"
    return "The end of the campaign" if screen.game.step == CAMPAIGN_OVER else "The end of the scenario"


def _prompt(screen: Screen) -> str:
    """What is asked of the viewer now, or for whom they wait."""
    game = screen.game
    if game.step == CAMPAIGN_OVER:
        return "The campaign is over."
    if not screen.acts:
        waited = [side for side in range(screen.scenario.sides) if screen.to_act >> side & 1]
        waiting = f"Waiting for {' and '.join(screen.side_name(side) for side in waited)}."
        if screen.seat >= 0 and game.step == BUYING and screen.may_decide:
            return f"{waiting} You may muster meanwhile."
        return waiting
    if game.decisions.depth > 0:
        return _question(screen)
    if game.step == BUYING:
        go = PROMPTS[BUYING] if game.bought_resource == NONE else "Buy more units, or end this go."
        return f"{go}{_still_needed(screen)}"
    return PROMPTS[game.step]


def _still_needed(screen: Screen) -> str:
    """What is missing to muster all cards: nothing that stays a card can fight (ST-MUSTER-02)."""
    company = screen.game.company[screen.seat]
    kinds = ("Personnel", "Fuel", "Ammunition")
    stocks = (company.personnel, company.fuel, company.ammo)
    short = [
        f"{needed - stock} {kind}"
        for kind, stock, needed in zip(kinds, stocks, _needed(screen, screen.seat), strict=True)
        if needed > stock
    ]
    if short:
        return f" To muster all your cards you still need {words.listed(short)}."
    return " You can muster all your cards." if sum(company.cards) else ""


def _question(screen: Screen) -> str:
    game = screen.game
    question = game.decisions.items[game.decisions.depth - 1]
    if question.kind == COUNTER:
        attacker, defender = screen.flagged(question.other), screen.flagged(question.unit)
        return f"{attacker} has attacked your {defender}. Counterattack?"
    if question.kind == SUPPLYING:
        needed = words.count(question.amount, "token")
        return f"Resupply of {screen.flagged(question.unit)}: {needed} still needed."
    if question.kind in QUESTIONS:
        return QUESTIONS[question.kind]
    gun = screen.flagged(question.unit)
    return f"{gun}: name targets and give each its shots, then fire."


def _briefing(screen: Screen) -> list[str]:
    """Paragraphs: the campaign, the scenario, its circumstances, its objectives."""
    texts, booklet = screen.texts, screen.booklet_texts
    listed = [texts.situation, *texts.circumstances, booklet.situation, *booklet.circumstances]
    objectives = []
    for text, objective in zip(booklet.objectives, screen.booklet.objectives, strict=False):
        money = [f"Bonus {objective.bonus}"] * (objective.bonus > 0)
        money += [f"Penalty {objective.penalty}"] * (objective.penalty > 0)
        objectives.append(
            f"Objective: {text} ({', '.join(money)} Credits)" if money else f"Objective: {text}"
        )
    return [paragraph for paragraph in listed + objectives if paragraph]


def _result(screen: Screen) -> Result | None:
    """The final standing once the campaign is over: Credits are open then (ST-R08, R100)."""
    if screen.game.step != CAMPAIGN_OVER:
        return None
    screen.engine.score(*screen.rows, 0, screen.desk.standing, 0)
    standing = plain(Standing, screen.desk.standing)
    sides = range(screen.scenario.sides)
    credits = [screen.game.company[side].assets for side in sides]
    winners = [screen.side_name(side) for side in sides if standing.rank[side] == 1]
    lines = ["Credits decide, after everything that was left has been sold."]
    if standing.over == TURN_LIMIT:
        lines.append("The scenario ended after its last game round.")
    verb_ = "wins" if len(winners) == 1 else "share the victory"
    ranks = [standing.rank[side] for side in sides]
    return Result(f"{words.listed(winners)} {verb_}", lines, ranks, credits)


# Sides ------------------------------------------------------------------------------------------------


def _side(screen: Screen, side: int) -> Side:
    """A party: public facts, and the viewer's own from behind its screen."""
    company, livery = screen.game.company[side], screen.scenario.livery[side]
    name = screen.side_name(side)
    return Side(
        seat=side,
        name=name,
        colours=(words.COLOURS[livery[0]][1], words.COLOURS[livery[1]][1]),
        letter=name[0].upper(),
        state=STATES[company.state],
        to_act=bool(screen.to_act >> side & 1),
        facts=(_own_facts(screen, side) if side == screen.seat else []) + _open_facts(screen, side),
    )


def _own_facts(screen: Screen, side: int) -> list[Fact]:
    """What lies behind the screen, against what mustering every card in Reserve would take."""
    company = screen.game.company[side]
    crew, fuel, ammo = _needed(screen, side)
    return [
        Fact("Credits", str(company.credits), clause="ST-R03", tone="own"),
        _stock("Personnel in Reserve", company.personnel, crew, "ST-MUSTER-06"),
        _stock("Fuel in Reserve", company.fuel, fuel, "ST-MUSTER-08"),
        _stock("Ammunition in Reserve", company.ammo, ammo, "ST-MUSTER-09"),
    ]


def _needed(screen: Screen, side: int) -> tuple[int, int, int]:
    """Personnel, Fuel and Ammunition tokens that mustering every card in Reserve takes."""
    company = screen.game.company[side]
    cards = [(company.cards[k], screen.scenario.type[k]) for k in range(screen.scenario.types)]
    return (
        sum(number * kind.strength for number, kind in cards),
        sum(number * kind.fuel_cost for number, kind in cards),
        sum(number * kind.ammo_cost for number, kind in cards),
    )


def _stock(label: str, now: int, needed: int, clause: str) -> Fact:
    if needed == 0:
        return Fact(label, str(now), clause=clause)
    value = f"{now}; cards need {needed}"
    return Fact(label, value, needed, min(now, needed), clause, "warn" if now < needed else "good")


def _open_facts(screen: Screen, side: int) -> list[Fact]:
    """What everyone may know of a side (ST-INFO-04 to 08)."""
    game = screen.game
    there = [game.units[u].where for u in screen.units if game.units[u].side == side]
    facts = [
        Fact("Units on the map", str(there.count(ON_MAP)), clause="ST-INFO-04"),
        Fact("Units in Pre-Deployment", str(there.count(READY_AREA)), clause="ST-INFO-07"),
    ]
    if side == max(screen.seat, 0):
        facts.append(Fact("Personnel Pool, for all", str(game.pool), clause="ST-INFO-08"))
    if game.step in words.TURN:
        facts += [fact for i in range(screen.booklet.objective_count) if (fact := _progress(screen, side, i))]
    return facts


def _progress(screen: Screen, side: int, i: int) -> Fact | None:
    """How far a side is with an objective; None if it is not on its list."""
    objective, company = screen.booklet.objectives[i], screen.game.company[side]
    if objective.owner not in (NONE, company.zone):
        return None
    texts = screen.booklet_texts.objectives
    label = texts[i] if i < len(texts) else f"Objective {i + 1}"
    if company.completed[i]:
        return Fact(label, "completed", clause="ST-R94", tone="good")
    held = max(company.hold[i])
    if held > 0:
        return Fact(label, f"{held} of {objective.n} turns", objective.n, held, "ST-R95", "warn")
    return Fact(label, "open", clause="ST-R95")


# The board --------------------------------------------------------------------------------------------


def _board(screen: Screen) -> Board:
    booklet = screen.booklet
    cells = [
        "".join(words.TERRAINS[booklet.terrain[y, x]][0] for x in range(booklet.columns))
        for y in range(booklet.rows)
    ]
    there = {sign for row in cells for sign in row}
    legend = [_terrain(screen, t) for t in words.TERRAINS if words.TERRAINS[t][0] in there]
    texts = screen.booklet_texts
    return Board("square", booklet.columns, booklet.rows, legend, cells, name=f"{texts.name} {texts.title}")


def _terrain(screen: Screen, terrain: int) -> Terrain:
    key, name, look, effect, clause = words.TERRAINS[terrain]
    costs = screen.booklet.costs[terrain]
    entry = [
        f"{words.MOVES[move]} {'all' if cost == ALL else cost}"
        for move, cost in enumerate(costs)
        if cost > 0 and (terrain != SPECIAL or move == 0 or screen.booklet.special_for_all)
    ]
    note = "; ".join(part for part in (effect, f"to enter: {', '.join(entry)}" if entry else "") if part)
    return Terrain(key, name, look, "" if terrain == OPEN else note, clause)


def _marks(screen: Screen) -> list[Mark]:
    """What lies and stands on the board beside units; all of it is public (ST-INFO-13, ST-M05)."""
    game, booklet = screen.game, screen.booklet
    owners = {game.company[side].zone: side for side in range(screen.scenario.sides)}
    zones, things = [], []
    for y in range(booklet.rows):
        zone_row, mines_row, objects = booklet.zone[y], game.mines[y], game.object[y]
        fuel_row, ammo_row = game.cache_fuel[y], game.cache_ammo[y]
        for x in range(booklet.columns):
            if zone_row[x]:
                zones.append(_deployment(screen, x, y, zone_row[x] - 1, owners))
            if mines_row[x]:
                things.append(Mark("mines", x, y, f"Minefield at {square_name(x, y)}", clause="ST-M06"))
            if objects[x] != NO_OBJECT:
                things.append(_object(screen, x, y))
            if fuel_row[x] or ammo_row[x]:
                things.append(_cache(x, y, fuel_row[x], ammo_row[x]))
    return zones + _objectives(screen) + things


def _deployment(screen: Screen, x: int, y: int, zone: int, owners: dict[int, int]) -> Mark:
    taken = screen.game.step > ZONES or screen.game.step in words.ENDING
    owner = owners.get(zone, NONE) if taken else NONE
    name = f"Deployment Square {square_name(x, y)}, {screen.zone_name(zone)}"
    if owner >= 0:
        name += f": {screen.side_name(owner)}"
    return Mark("deployment", x, y, name, owner, str(zone + 1), clause="ST-DEPLOY-02")


def _object(screen: Screen, x: int, y: int) -> Mark:
    kind, name = words.OBJECTS[screen.game.object[y, x]]
    structure = screen.game.structure[y, x]
    return Mark(kind, x, y, f"{name}, Structure {structure}", text=str(structure), clause="ST-M09")


def _cache(x: int, y: int, fuel: int, ammo: int) -> Mark:
    text = " ".join([f"{fuel}F"] * (fuel > 0) + [f"{ammo}A"] * (ammo > 0))
    return Mark("cache", x, y, f"Cache: {words.supplies(fuel, ammo)}", text=text, clause="ST-INFO-13")


def _objectives(screen: Screen) -> list[Mark]:
    """Objective squares, in the colours of the side that alone has units there (ST-R95)."""
    game, booklet = screen.game, screen.booklet
    names = screen.booklet_texts.squares
    marks = []
    for i in range(booklet.square_count):
        x, y = booklet.square_x[i], booklet.square_y[i]
        here = {
            game.units[u].side
            for u in screen.units
            if game.units[u].where == ON_MAP and (game.units[u].x, game.units[u].y) == (x, y)
        }
        owner = here.pop() if len(here) == 1 else NONE
        name = names[i] if i < len(names) else f"Objective {i + 1}"
        marks.append(Mark("objective", x, y, name, owner, str(i + 1), clause="ST-TERR-11"))
    return marks
