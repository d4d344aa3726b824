"""What happens behind the screen looks alike from before it.

Pairs of games are compared by the conformance suite; here are pairs of secret actions: whichever of the two
a side takes, the others and a spectator get the same events, log and view (ST-R101 to R105).
"""

import msgspec
import pytest

from sandtable.core.dice import load_fast
from sandtable.core.engine import desk, engine
from sandtable.core.events import Events, known_to
from sandtable.core.record import blank, clone, raw
from sandtable.core.rulebook import rulebook
from sandtable.rulebooks.starter.cases import build
from sandtable.rulebooks.starter.state import SIDES, UNITS, UNKNOWN, Game

STARTER = rulebook("starter")
BLUE, RED, SPECTATOR = 0, 1, -1

SCREEN = {
    "map": "...",
    "sides": [
        {"name": "Blue", "credits": 2000, "personnel": 30, "fuel": 9, "ammo": 9, "cards": ["Light Tank"]},
        {"name": "Red", "credits": 100},
    ],
    "units": [
        {"name": "S", "side": "Blue", "type": "Supply Truck", "ready": True, "cargo_fuel": 1},
        {"name": "T", "side": "Blue", "type": "Troop Truck", "ready": True},
        {"name": "U", "side": "Blue", "type": "Troop Truck", "ready": True},
        {"name": "P", "side": "Blue", "type": "Regular Infantry", "ready": True},
        {"name": "Q", "side": "Blue", "type": "Scout Team", "aboard": "T"},
    ],
}
FIELD = {
    "phase": "logistics",
    "map": "....\n....",
    "units": [
        {"name": "A", "side": "Blue", "type": "Supply Truck", "at": "a0", "cargo_fuel": 4, "cargo_ammo": 4},
        {"name": "C", "side": "Blue", "type": "Supply Truck", "at": "a1"},
        {"name": "B", "side": "Blue", "type": "Regular Infantry", "at": "b0", "fuel": 1, "ammo": 1},
        {"name": "D", "side": "Blue", "type": "Regular Infantry", "at": "b1", "fuel": 1, "ammo": 1},
        {"name": "T", "side": "Blue", "type": "Troop Truck", "at": "c0", "place": "s"},
        {"name": "U", "side": "Blue", "type": "Troop Truck", "at": "c1"},
        {"name": "P", "side": "Blue", "type": "Scout Team", "at": "c0", "place": "nw"},
        {"name": "R", "side": "Red", "type": "Light Tank", "at": "d1"},
    ],
}
FIGHT = {
    "phase": "special attacks",
    "map": "....",
    "sides": [{"name": "Blue"}, {"name": "Red"}, {"name": "Green"}],
    "units": [
        {"name": "A", "side": "Blue", "type": "Regular Infantry", "at": "a0"},
        {"name": "B", "side": "Green", "type": "Assault Infantry", "at": "b0", "ammo": 0},
    ],
}
AS_MILITIA = FIGHT | {"units": [FIGHT["units"][0], FIGHT["units"][1] | {"type": "Militia Infantry", "ts": 3}]}
SET_UP = SCREEN | {"phase": "set-up"}
BOARDROOM = SCREEN | {"phase": "boardroom"}

ALIKE = {
    "which Units are bought": (SET_UP, "BUY light-tank 1", "BUY supply-truck 7"),
    "how much Fuel is bought": (SET_UP, "BUY-FUEL 1", "BUY-FUEL 60"),
    "how much Ammunition is bought": (SET_UP, "BUY-AMMO 2", "BUY-AMMO 50"),
    "what is bought in the Boardroom": (BOARDROOM, "BUY heavy-tank 1", "BUY-AMMO 3"),
    "what a card pays": (BOARDROOM, "SCRAP-CARD light-tank 1", "BUY-FUEL 1"),
    "what is loaded": (BOARDROOM, "LOAD #S fuel 2", "LOAD #S ammo 5"),
    "what is unloaded": (BOARDROOM, "UNLOAD #S fuel 1", "LOAD #S ammo 1"),
    "who carries whom": (BOARDROOM, "GET-ON #P #T", "GET-ON #P #U"),
    "whether a unit is disbanded or scrapped": (BOARDROOM, "DISBAND #P", "SCRAP #P"),
    "what is transferred": (FIELD, "TRANSFER #A #C fuel 1", "TRANSFER #A #C ammo 4"),
    "who is supplied with what": (FIELD, "RESUPPLY #B fuel", "RESUPPLY #B ammo"),
    "whose Cargo moves": (FIELD, "TRANSFER #A #C fuel 1", "RESUPPLY #B fuel"),
    "who embarks on which truck": (FIELD, "EMBARK #P #T", "EMBARK #P #U"),
}


def seen(given: dict, text: str, seat: int) -> bytes:
    """All that a seat gets of an action: events, log and the view that it leaves."""
    position = build(given)
    at, rules = desk(STARTER), engine(STARTER)
    words = " ".join(f"#{position.pieces[w[1:]]}" if w.startswith("#") else w for w in text.split())
    action = STARTER.parse(position.scenario, BLUE, words)
    assert rules.is_legal(position.scenario, position.game, 0, action, 0, at.works) == 0, text
    views = []
    for game in (position.game, clone(Game, position.game)):
        if views:
            load_fast(at.dice, 1, 1)
            rules.apply(position.scenario, game, 0, action, 0, at.dice, at.events, at.works)
        views.append(blank(Game))
        rules.view(position.scenario, game, 0, seat, views[-1], 0)
    heard = known_to(at.events, seat)
    log = STARTER.narrate(position.scenario, position.texts, *views, heard, seat)
    return raw(Game, views[1]) + raw(Events, heard) + msgspec.json.encode(log)


@pytest.mark.parametrize(("given", "one", "other"), ALIKE.values(), ids=ALIKE)
def test_what_is_done_behind_the_screen_looks_alike(given: dict, one: str, other: str) -> None:
    for seat in (RED, SPECTATOR):
        assert seen(given, one, seat) == seen(given, other, seat)
    assert seen(given, one, BLUE) != seen(given, other, BLUE)


def test_which_of_two_types_of_a_class_is_mustered_is_not_seen() -> None:
    """ST-INFO-05, 06: the miniature tells the Class, and the Class does not tell the type."""
    regular = SET_UP | {"sides": [SET_UP["sides"][0] | {"cards": ["Regular Infantry"]}, SET_UP["sides"][1]]}
    militia = SET_UP | {"sides": [SET_UP["sides"][0] | {"cards": ["Militia Infantry"]}, SET_UP["sides"][1]]}
    for seat in (RED, SPECTATOR):
        assert seen(regular, "MUSTER regular-infantry ko", seat) == seen(
            militia, "MUSTER militia-infantry ko", seat
        )


def test_a_recon_answer_is_for_the_asker_alone() -> None:
    """ST-R104: that a unit was reconnoitred is public, what it is, is not."""
    for seat in (RED, SPECTATOR):
        assert seen(FIGHT, "RECON #A #B", seat) == seen(AS_MILITIA, "RECON #A #B", seat)
    assert seen(FIGHT, "RECON #A #B", BLUE) != seen(AS_MILITIA, "RECON #A #B", BLUE)


def test_a_spectator_knows_no_card_no_purse_and_no_lore() -> None:
    """ST-INFO-02, 03; ST-R100, R104."""
    position = build(FIELD)
    position.game[0].lore[UNITS].kind = 1
    out = blank(Game)
    engine(STARTER).view(position.scenario, position.game, 0, SPECTATOR, out, 0)
    view = out[0]
    for u in range(len(FIELD["units"])):
        unit = view.units[u]
        hidden = (unit.kind, unit.strength, unit.fuel, unit.ammo, unit.cargo_fuel, unit.carrier)
        assert {int(number) for number in hidden} == {UNKNOWN}
    for side in range(SIDES):
        company = view.company[side]
        assert {int(company.credits), int(company.personnel), int(company.cards[0])} == {UNKNOWN}
        assert int(view.lore[side * UNITS].kind) == UNKNOWN
