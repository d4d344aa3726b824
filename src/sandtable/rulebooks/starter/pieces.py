"""Pieces and cards: a seat's units as counters, its screen's cards, and what it was told of others."""

from __future__ import annotations

from sandtable.core.table import Badge, Card, Fact, Piece, Tone
from sandtable.rulebooks.starter import words
from sandtable.rulebooks.starter.losses import terrain_bonus
from sandtable.rulebooks.starter.notation import flag_name
from sandtable.rulebooks.starter.screen import Screen
from sandtable.rulebooks.starter.state import (
    BRIDGE,
    CARRIED,
    CLIMB,
    CORNER_SIZE,
    EARTHWORK,
    EXCAVATE,
    FULL_SIZE,
    MOVED,
    MOVING,
    ON_MAP,
    SWEEP,
    TOW,
    UNITS,
    UNKNOWN,
    E,
    Lore,
    Type,
    W,
)

READY_TRAY, RESERVE_TRAY, ABOARD_TRAY = "Pre-Deployment Area", "Reserve", "Aboard"
CATALOGUE_TRAY = "Catalogue"

# Where the middle of a piece lies in its square, by position, in quarters of a square from its middle.
OFFSETS = ((0, 0), (-1, -1), (1, -1), (1, 1), (-1, 1), (0, -1), (1, 0), (0, 1), (-1, 0))

ABILITIES = {
    CLIMB: "Climb: may enter Rocky terrain.",
    TOW: "Tow: may also carry Towed Guns.",
    SWEEP: "Sweep: clears a minefield in its own or an adjacent square.",
    EXCAVATE: "Excavate: builds and removes Barricades and Earthworks.",
    BRIDGE: "Bridge: spans 1 or 2 squares of Water.",
}


def spot(footprint: int, x: int, y: int, place: int) -> tuple[float, float, float, float]:
    """Middle and size of a unit that stands on a square in a position (ST-POS-04 to 10), in squares."""
    dx, dy = OFFSETS[place]
    if footprint == FULL_SIZE:
        w, h = 1.0, 1.0
    elif footprint == CORNER_SIZE:
        w, h = 0.5, 0.5
    else:
        w, h = (0.5, 1.0) if place in (E, W) else (1.0, 0.5)
    return x + 0.5 + dx / 4, y + 0.5 + dy / 4, w, h


def trays(screen: Screen) -> list[str]:
    """The places beside the board, in order: the seat's own first."""
    own = screen.seat
    order = [own] * (own >= 0) + [side for side in range(screen.scenario.sides) if side != own]
    carried = {screen.game.units[u].side for u in screen.units if screen.game.units[u].where == CARRIED}
    found = []
    for side in order:
        found.append(_tray_name(screen, READY_TRAY, side))
        if side == own:
            found.append(RESERVE_TRAY)
        if side in carried:
            found.append(_tray_name(screen, ABOARD_TRAY, side))
    return found + ([CATALOGUE_TRAY] if screen.game.step in words.SET_UP else [])


def _tray_name(screen: Screen, name: str, side: int) -> str:
    return name if side == screen.seat else f"{name}: {screen.side_name(side)}"


def tray(screen: Screen, u: int) -> str:
    """The place beside the board where a unit is; empty if it is on the map (ST-R102)."""
    unit = screen.game.units[u]
    if unit.where == ON_MAP:
        return ""
    return _tray_name(screen, ABOARD_TRAY if unit.where == CARRIED else READY_TRAY, unit.side)


def pieces(screen: Screen, ready: set[int]) -> list[Piece]:
    """Every unit the seat knows to be in play; ``ready`` are those that can still do something."""
    return [piece(screen, u, u in ready) for u in screen.units]


def piece(screen: Screen, u: int, ready: bool) -> Piece:
    """One unit as a counter (ST-INFO-04, 07; ST-R102)."""
    unit = screen.game.units[u]
    footprint = screen.scenario.footprint[unit.cls]
    shown = Piece(
        id=u,
        owner=unit.side,
        name=screen.name(u),
        symbol=words.CLASSES[unit.cls][2],
        letters=letters(screen, u),
        flag=[words.bead(colour) for colour in unit.beads if colour > 0],
        badges=badges(screen, u),
        ready=ready,
        note=note(screen, u),
    )
    shown.x, shown.y, shown.w, shown.h = spot(footprint, unit.x, unit.y, unit.place)
    if unit.where != ON_MAP:
        shown.x = shown.y = -1
        shown.tray = tray(screen, u)
    return shown


def letters(screen: Screen, u: int) -> str:
    """Two or three letters: of the type where the seat knows it, else of the Class."""
    unit = screen.game.units[u]
    kind = unit.kind if screen.knows_card(u) else UNKNOWN
    if kind < 0:
        return words.CLASSES[unit.cls][1]
    return words.letters_of(tuple(screen.texts.types))[kind]


def badges(screen: Screen, u: int) -> list[Badge]:
    """Small marks: strength and low supplies of own units, what was told of others, and what all can see."""
    of_card = _card_badges(screen, u) if screen.knows_card(u) else _lore_badges(screen, u)
    return of_card + _open_badges(screen, u)


def _open_badges(screen: Screen, u: int) -> list[Badge]:
    """What everyone sees of a unit (ST-R42, ST-DEPLOY-10, ST-R104)."""
    unit = screen.game.units[u]
    found = []
    if unit.layers > 0:
        found.append(Badge(f"E{unit.layers}", f"Entrenched: {words.signed(unit.layers)} Defence", "good"))
    if unit.frozen:
        found.append(Badge("Fz", "Frozen: deployed or extracted this turn, may not act", "plain"))
    if unit.reconned:
        found.append(Badge("Rc", "Reconnoitred: -2 Defence against artillery in this Combat Phase", "warn"))
    if unit.span_x >= 0:
        found.append(Badge("Br", "Its bridge is open", "plain"))
    return found


def _card_badges(screen: Screen, u: int) -> list[Badge]:
    unit, kind = screen.game.units[u], screen.type_of(u)
    strong = f"Troop Strength {unit.strength} of {kind.strength}"
    tone: Tone = (
        "bad" if 3 * unit.strength <= kind.strength else "warn" if unit.strength < kind.strength else "own"
    )
    found = [Badge(str(unit.strength), strong, tone)]
    for letter, what, now, most in (
        ("F", "Fuel", unit.fuel, kind.fuel_places),
        ("A", "Ammunition", unit.ammo, kind.ammo_places),
    ):
        if most > 0 and now <= 1:
            left = f"No {what}" if now == 0 else f"1 {what} Counter left"
            found.append(Badge(letter, left, "bad" if now == 0 else "warn"))
    return found


def _lore_badges(screen: Screen, u: int) -> list[Badge]:
    lore = lore_of(screen, u)
    if lore is None or lore.strength < 0:
        return []
    told = f"Troop Strength {lore.strength} when last known, in game round {lore.round}"
    return [Badge(str(lore.strength), told, "enemy")]


def lore_of(screen: Screen, u: int) -> Lore | None:
    """What the seat was told of another's unit; None if nothing."""
    if screen.seat < 0 or screen.is_own(u):
        return None
    lore: Lore = screen.game.lore[screen.seat * UNITS + u]
    return lore if lore.round >= 0 else None


def note(screen: Screen, u: int) -> str:
    """One line for tooltips and screen readers."""
    unit = screen.game.units[u]
    flag = flag_name(unit.beads).upper()
    parts = [f"{screen.name(u)}, flag {flag}, {screen.side_name(unit.side)}", screen.where(u)]
    if screen.knows_card(u):
        kind = screen.type_of(u)
        parts.append(f"Troop Strength {unit.strength} of {kind.strength}")
        parts.append(f"Fuel {unit.fuel} of {kind.fuel_places}")
        if kind.ammo_places:
            parts.append(f"Ammunition {unit.ammo} of {kind.ammo_places}")
    return "; ".join([*parts, *(badge.title for badge in _open_badges(screen, u))])


# Cards -----------------------------------------------------------------------------------------------


def cards(screen: Screen) -> list[Card]:
    """The cards before the seat: its units', what it knows of others', and its Reserve."""
    shown = []
    for u in screen.units:
        shown.append(own_card(screen, u) if screen.knows_card(u) else other_card(screen, u))
    if screen.seat >= 0:
        shown += reserve(screen)
    if screen.game.step in words.SET_UP:
        shown += catalogue(screen)
    return shown


def own_card(screen: Screen, u: int) -> Card:
    """A unit's card: what it has now, what it can do (ST-MUSTER-05 to 16)."""
    unit, kind = screen.game.units[u], screen.type_of(u)
    facts = [gauge("Troop Strength", unit.strength, kind.strength, "ST-MUSTER-07")]
    facts.append(gauge("Fuel", unit.fuel, kind.fuel_places, "ST-MUSTER-12"))
    if kind.ammo_places:
        facts.append(gauge("Ammunition", unit.ammo, kind.ammo_places, "ST-MUSTER-12"))
    if kind.cargo:
        carried = unit.cargo_fuel + unit.cargo_ammo
        value = f"{words.supplies(unit.cargo_fuel, unit.cargo_ammo)}, {carried} of {kind.cargo}"
        facts.append(Fact("Cargo", value, kind.cargo, carried, "ST-MUSTER-15"))
    if kind.passengers:
        facts.append(Fact("Passengers", _passengers(screen, u), clause="ST-M12"))
    if screen.game.step == MOVING and unit.manoeuvre == MOVED and unit.where == ON_MAP:
        left = max(0, kind.speed - unit.spent)
        facts.append(Fact("Movement left", f"{left} of {kind.speed}", kind.speed, left, "ST-MOV-14"))
    facts += [*type_facts(kind), *_standing_facts(screen, u)]
    return Card(
        piece=u,
        title=screen.name(u),
        subtitle=f"{words.CLASSES[unit.cls][0]} · {screen.where(u)}",
        facts=facts,
        texts=abilities(kind),
        tray=tray(screen, u),
    )


def gauge(label: str, now: int, most: int, clause: str) -> Fact:
    """A fact with a gauge, its tone by how much is left."""
    tone: Tone = "bad" if 3 * now <= most else "warn" if 2 * now <= most else "plain"
    return Fact(label, f"{now} of {most}", most, now, clause, "plain" if most == 0 else tone)


def _passengers(screen: Screen, u: int) -> str:
    aboard = [
        p for p in screen.units if screen.game.units[p].where == CARRIED and screen.game.units[p].carrier == u
    ]
    names = ", ".join(screen.flagged(p) for p in aboard)
    places = screen.type_of(u).passengers
    return f"{names or 'none'}; {words.count(places, 'place')}"


def _standing_facts(screen: Screen, u: int) -> list[Fact]:
    """What its place does for a unit's Defence, line by line."""
    if screen.game.units[u].where != ON_MAP:
        return []
    return [Fact(name, size, clause=clause) for name, size, clause in defence_reasons(screen, u)]


def defence_reasons(screen: Screen, u: int) -> list[tuple[str, str, str]]:
    """Why a unit's Defence Dice are modified where it stands: words, size, clause (ST-R36, R37)."""
    unit = screen.game.units[u]
    terrain = screen.booklet.terrain[unit.y, unit.x]
    found = []
    if bonus := int(terrain_bonus(terrain)):
        name, clause = words.TERRAINS[terrain][1], words.TERRAINS[terrain][4]
        found.append((name, f"{words.signed(bonus)} Defence", "ST-TERR-06" if name == "Rocky" else clause))
    if unit.layers:
        found.append(
            (
                f"Entrenched, {words.count(unit.layers, 'layer')}",
                f"{words.signed(unit.layers)} Defence",
                "ST-ENTR-05",
            )
        )
    if screen.game.object[unit.y, unit.x] == EARTHWORK:
        found.append(("Earthwork", "+1 Defence", "ST-M07"))
    return found


def type_facts(kind: Type) -> list[Fact]:
    """What every unit of a type can do."""
    facts = [Fact("Movement", f"{kind.speed}, {words.MOVES[kind.move]}", clause="ST-MOV-03")]
    if kind.attack_die:
        facts.append(Fact("Attack", f"d{kind.attack_die}, range {kind.range_most}", clause="ST-ATK-06"))
    if kind.artillery_die:
        reach = f"range {kind.range_least} to {kind.range_most}, {words.count(kind.shots, 'shot')}"
        facts.append(Fact("Artillery", f"d{kind.artillery_die}, {reach}", clause="ST-ARTY-01"))
    facts.append(Fact("Defence", f"d{kind.defence_die}", clause="ST-ATK-08"))
    facts.append(Fact("Unit Cost", f"{kind.price} Credits", clause="ST-CAMP-13"))
    return facts


def needs(kind: Type) -> list[Fact]:
    """What mustering a type takes from Reserve (ST-MUSTER-06 to 09)."""
    return [
        Fact("Personnel to muster", str(kind.strength), clause="ST-MUSTER-06"),
        Fact("Fuel to muster", f"{kind.fuel_cost} for {kind.fuel_places} Counters", clause="ST-MUSTER-08"),
        Fact(
            "Ammunition to muster", f"{kind.ammo_cost} for {kind.ammo_places} Counters", clause="ST-MUSTER-09"
        ),
    ]


def abilities(kind: Type) -> list[str]:
    """A type's special capabilities in words (ST-M03)."""
    found = [text for bit, text in ABILITIES.items() if kind.abilities & bit]
    if kind.observe:
        found.append(f"Observe: reconnoitres {words.count(kind.observe, 'square')} beyond its Attack Range.")
    if kind.attack_die == 0 and kind.artillery_die == 0:
        found.append("Support Unit: it cannot attack.")
    return found


def other_card(screen: Screen, u: int) -> Card:
    """Another side's unit: what its miniature shows, and what the seat was told, as last known."""
    unit, lore = screen.game.units[u], lore_of(screen, u)
    facts = []
    if lore is not None:
        known = "last known" if lore.round == screen.game.round else f"last known, game round {lore.round}"
        for label, value, clause in _lore_lines(screen, lore):
            facts.append(Fact(f"{label} ({known})", value, clause=clause, tone="enemy"))
    texts = []
    if lore is None or lore.kind < 0:
        types = possible_types(screen, u)
        may = "May be" if len(types) > 1 else "Can only be"
        texts.append(f"{may}: {', '.join(screen.type_name(k) for k in types)}.")
    return Card(
        piece=u,
        title=f"{words.CLASSES[unit.cls][0]} {flag_name(unit.beads).upper()}",
        subtitle=f"{screen.side_name(unit.side)} · {screen.where(u)}",
        facts=facts + (_standing_facts(screen, u)),
        texts=texts,
        tray=tray(screen, u),
    )


def _lore_lines(screen: Screen, lore: Lore) -> list[tuple[str, str, str]]:
    """Label, value and clause of each thing told."""
    lines = []
    if lore.kind >= 0:
        lines.append(("Type", screen.type_name(lore.kind), "ST-RECON-05"))
    if lore.strength >= 0:
        lines.append(("Troop Strength", str(lore.strength), "ST-RECON-06"))
    for label, value, clause in (
        ("Fuel", lore.fuel, "ST-RECON-07"),
        ("Ammunition", lore.ammo, "ST-RECON-08"),
        ("Cargo", lore.cargo, "ST-RECON-09"),
        ("Passengers", lore.passengers, "ST-RECON-10"),
    ):
        if value >= 0:
            lines.append((label, "yes" if value else "no", clause))
    for label, die in (
        ("Attack Die", lore.attack_die),
        ("Artillery Die", lore.artillery_die),
        ("Defence Die", lore.defence_die),
    ):
        if die > 0 and lore.kind < 0:
            lines.append((label, f"d{die}", "ST-R103"))
    return lines


def possible_types(screen: Screen, u: int) -> list[int]:
    """The types that another's unit may be of, as far as the seat can tell from its Class and its dice."""
    unit, lore = screen.game.units[u], lore_of(screen, u)
    if lore is not None and lore.kind >= 0:
        return [lore.kind]
    found = []
    for k in range(screen.scenario.types):
        kind = screen.scenario.type[k]
        if kind.cls == unit.cls and (lore is None or _fits_lore(kind, lore)):
            found.append(k)
    return found


def _fits_lore(kind: Type, lore: Lore) -> bool:
    return (
        lore.strength <= kind.strength
        and (lore.attack_die <= 0 or lore.attack_die == kind.attack_die)
        and (lore.artillery_die <= 0 or lore.artillery_die == kind.artillery_die)
        and (lore.defence_die <= 0 or lore.defence_die == kind.defence_die)
    )


def reserve(screen: Screen) -> list[Card]:
    """The seat's Reserve: unit cards by type, and loose tokens (ST-SETUP-15 to 17)."""
    company = screen.game.company[screen.seat]
    found = [
        _type_card(screen, k, RESERVE_TRAY, company.cards[k])
        for k in range(screen.scenario.types)
        if company.cards[k] > 0
    ]
    for title, tokens in (
        ("Personnel", company.personnel),
        ("Fuel", company.fuel),
        ("Ammunition", company.ammo),
    ):
        if tokens > 0:
            found.append(Card(piece=-1, title=title, subtitle="Tokens", tray=RESERVE_TRAY, count=tokens))
    return found


def _type_card(screen: Screen, k: int, tray: str, number: int = 1) -> Card:
    kind = screen.scenario.type[k]
    return Card(
        piece=-1,
        title=screen.type_name(k),
        subtitle=words.CLASSES[kind.cls][0],
        facts=[*type_facts(kind), *needs(kind)],
        texts=abilities(kind),
        tray=tray,
        count=number,
    )


def catalogue(screen: Screen) -> list[Card]:
    """What is for sale, for everyone to read (ST-CAMP-13, 14; ST-SETUP-01, 04)."""
    types = [_type_card(screen, k, CATALOGUE_TRAY) for k in range(screen.scenario.types)]
    return [_prices(screen), *types]


def _prices(screen: Screen) -> Card:
    """What Personnel, Fuel and Ammunition cost in the scenario at hand (ST-CAMP-14 to 19)."""
    scenario, booklet = screen.scenario, screen.booklet
    facts = []
    for band in range(4):
        label = f"Personnel, while more than {scenario.bands[band]} are left in the pool"
        price = scenario.manpower[band] + booklet.manpower_extra
        facts.append(Fact(label, f"{price} Credits", clause="ST-R13"))
    fuel = booklet.fuel_price or scenario.fuel_price
    facts.append(Fact("Fuel token", f"{fuel} Credits", clause="ST-CAMP-18"))
    facts.append(Fact("Ammunition token", f"{scenario.ammo_price} Credits", clause="ST-CAMP-18"))
    facts.append(Fact("Deployment, a unit", f"{booklet.deployment_cost} Credits", clause="ST-DEPLOY-04"))
    facts.append(Fact("Extraction, a unit", f"{booklet.extraction_cost} Credits", clause="ST-DEPLOY-04"))
    return Card(
        piece=-1, title="Prices", subtitle="What everything else costs", facts=facts, tray=CATALOGUE_TRAY
    )
