"""Actions as text: every legal action has one, and it reads back as the same action."""

from collections.abc import Iterator
from typing import Any

import pytest

from sandtable.core.engine import desk, engine
from sandtable.core.record import MirrorRow, mirrors
from sandtable.core.rulebook import rulebook
from sandtable.rulebooks.starter import cases
from sandtable.rulebooks.starter.actions import Action
from sandtable.rulebooks.starter.notation import GRAMMAR, notation, parse, usage, write_name
from starter import positions

STARTER = rulebook("starter")
ENGINE = engine(STARTER)
AT = desk(STARTER)
SCENARIO = cases.build({"map": ".."}).scenario

TEXTS = """
READY
TURN-DIE d8
TAKE-ZONE 2
BUY regular-infantry 3
HIRE 20
BUY-FUEL 1
BUY-AMMO 9999
END-GO
DONE
MUSTER main-battle-tank korb
LOAD #5 fuel 2 ammo 1
UNLOAD #5 ammo 1
GET-ON #3 #5
GET-OFF #3
MOVE #3 c4 nw
MOVE #3 c4
REPOSITION #3 c
ENTRENCH #79
DIG-OUT #0
EXTRACT #3
DEPLOY #3 x15 se
TRANSFER #3 #4 fuel 1
CACHE #3 c4 fuel 2 ammo 1
TAKE-UP #3 c4 ammo 2
RESUPPLY #3 fuel
GIVE #4 2
GIVE c4 2
ENOUGH
EMBARK #3 #4
DISEMBARK #3 c4 n
SWEEP-MINES #3 c4
BUILD-BARRICADE #3 c4
BUILD-EARTHWORK #3 c4
REMOVE-OBJECT #3 c4
OPEN-BRIDGE #3 c4 2
CLOSE-BRIDGE #3
RECON #3 #4
BARRAGE #3
AIM #4 2
AIM c4 object 2
FIRE
SHOT #4
ATTACK #3 #4
ATTACK #3 c4
ATTACK #3 c4 object
COUNTERATTACK
DECLINE
REORGANIZE #3 #4
DISBAND #3
SCRAP #3
SCRAP-CARD light-tank 2
END
WITHDRAW
TAKE-HOME #3
STAY
LEAVE
CHOOSE 1
ATTACH 1
"""

WRONG = {
    "": "expected an action",
    "MOV #3": "'MOV' is no verb",
    "MOVE": "expected a unit, such as #3; write MOVE #unit square [place]",
    "MOVE 3 c4": "'3': expected a unit",
    "MOVE #80 c4": "'#80': expected a unit",
    "MOVE #-1 c4": "'#-1': expected a unit",
    "MOVE #٣ c4": "expected a unit",
    "MOVE #3 z4": "'z4' is off the largest map",
    "MOVE #3 c99": "'c99' is off the largest map",
    "MOVE #3 c": "'c': expected a square",
    "MOVE #3 c4 up": "'up': expected a place in the square",
    "MOVE #3 c4 nw 2": "'2' is one word too many",
    "BUY tank 3": "'tank' is no unit type; there are anti-tank-gun, light-tank",
    "BUY light-tank many": "'many': expected a number up to 9999",
    "BUY light-tank 10000": "expected a number up to 9999",
    "MUSTER light-tank korbw": "expected 1 to 4 bead letters",
    "MUSTER light-tank x": "expected 1 to 4 bead letters",
    "CACHE #3 c4": "expected fuel or ammo and a number",
    "CACHE #3 c4 fuel": "'fuel': expected fuel or ammo and a number",
    "RESUPPLY #3 food": "'food': expected fuel or ammo",
    "TAKE-ZONE 0": "expected the number of a zone",
    "TURN-DIE d7": "expected d6 or d8",
    "CHOOSE 9Z": "'9Z' is no scenario of this campaign",
    "ATTACH 9": "expected the number of a side",
}


def fields(row: Any) -> tuple[Any, ...]:
    plain = row if isinstance(row, MirrorRow) else mirrors(Action, row)
    return plain[0].tuple()


@pytest.mark.parametrize("text", TEXTS.strip().splitlines())
def test_a_text_reads_back_as_it_was_written(text: str) -> None:
    assert notation(SCENARIO, parse(SCENARIO, 1, text)[0]) == text


def test_every_verb_has_an_example_here() -> None:
    assert {text.split()[0] for text in TEXTS.strip().splitlines()} == set(GRAMMAR)


@pytest.mark.parametrize(
    ("lenient", "strict"),
    [
        ("move #3 2,4 NW", "MOVE #3 c4 nw"),
        ("Dig_Out #3", "DIG-OUT #3"),
        ("MOVE #3 (2,4) c", "MOVE #3 c4"),
        ("BUY Light_Tank 1", "BUY light-tank 1"),
        ("MUSTER light-tank KORB", "MUSTER light-tank korb"),
        ("CACHE #3 c4 ammo 1 fuel 2", "CACHE #3 c4 fuel 2 ammo 1"),
    ],
)
def test_what_cannot_be_mistaken_is_understood(lenient: str, strict: str) -> None:
    assert fields(parse(SCENARIO, 0, lenient)) == fields(parse(SCENARIO, 0, strict))


@pytest.mark.parametrize("text", WRONG)
def test_an_error_names_the_word_and_what_was_expected(text: str) -> None:
    with pytest.raises(ValueError, match=r"(?s).*") as raised:
        parse(SCENARIO, 0, text)
    assert WRONG[text] in str(raised.value)


def test_usage_shows_what_may_be_missing() -> None:
    assert usage("MOVE") == "write MOVE #unit square [place]"


@pytest.mark.parametrize("name", ["", "zwei zwei", "Größe", "a" * 33, "-a"])
def test_a_name_that_could_not_be_read_back_is_refused(name: str) -> None:
    with pytest.raises(ValueError, match="letters, digits and hyphens"):
        write_name([0] * 32, name)


def legal_actions(seed: int, phase: str) -> Iterator[tuple[Any, Any]]:
    """Every legal action of a random position, with its scenario."""
    position = positions.draw(seed, phase)
    count = int(ENGINE.legal(position.scenario, position.game, 0, 0, AT.works))
    for i in range(count):
        yield position.scenario, AT.works[0].actions[i]


@pytest.mark.parametrize("phase", ["movement", "deployment", "logistics", "special attacks", "boardroom"])
def test_every_legal_action_reads_back(phase: str) -> None:
    seen = 0
    for seed in range(6):
        for scenario, action in legal_actions(seed, phase):
            again = parse(scenario, 0, notation(scenario, action))[0]
            for name in Action.dtype.names or ():
                was, now = getattr(action, name), getattr(again, name)
                assert list(was) == list(now) if name == "beads" else was == now, notation(scenario, action)
            seen += 1
    assert seen > 10
