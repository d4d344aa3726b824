"""The screen of a seat: what it shows is there, can be done, and has the right odds."""

from collections.abc import Iterator
from fractions import Fraction
from itertools import product
from typing import Any

import msgspec
import pytest

from sandtable.core.dice import load_tape
from sandtable.core.engine import desk, engine
from sandtable.core.events import known_to
from sandtable.core.pools import Pool
from sandtable.core.position import Position
from sandtable.core.record import blank
from sandtable.core.rulebook import rulebook
from sandtable.core.table import Act, Entry, Options, Preview, Table
from sandtable.rulebooks.starter import cases, happenings, narrate, odds
from sandtable.rulebooks.starter.pieces import spot
from sandtable.rulebooks.starter.words import letters_of
from starter import positions

STARTER = rulebook("starter")
ENGINE = engine(STARTER)
AT = desk(STARTER)
PHASES = ["movement", "deployment", "logistics", "special attacks", "direct attacks", "boardroom"]


def view(position: Position, seat: int) -> Any:
    out = blank(STARTER.Game)
    ENGINE.view(position.scenario, position.game, 0, seat, out, 0)
    return out


def table(position: Position, seat: int = 0) -> Table:
    return STARTER.table(position.scenario, position.texts, view(position, seat), seat)


def options(position: Position, piece: int, seat: int = 0) -> Options:
    return STARTER.options(position.scenario, position.texts, view(position, seat), seat, piece)


def named(position: Position, text: str) -> str:
    for name, number in position.pieces.items():
        text = text.replace(f"#{name}", f"#{number}")
    return text


def preview(position: Position, text: str, seat: int = 0) -> Preview:
    row = STARTER.parse(position.scenario, seat, named(position, text))
    return STARTER.preview(position.scenario, position.texts, view(position, seat), seat, row)


def act(position: Position, text: str, dice: list[int], seat: int = 0) -> list[Entry]:
    """Take an action with forced dice; the log as the acting seat gets it."""
    row = STARTER.parse(position.scenario, seat, named(position, text))
    assert not ENGINE.is_legal(position.scenario, position.game, 0, row, 0, AT.works)
    before = view(position, seat)
    load_tape(AT.dice, dice)
    ENGINE.apply(position.scenario, position.game, 0, row, 0, AT.dice, AT.events, AT.works)
    known = known_to(AT.events, seat)
    return STARTER.narrate(position.scenario, position.texts, before, view(position, seat), known, seat)


def spelt(acts: list[Act]) -> Iterator[str]:
    """Every action that acts stand for."""
    for one in acts:
        yield from (one.text.replace("{n}", str(n)) for n in range(one.least, one.most + 1))


def fight(**more: Any) -> Position:
    units = [
        {"name": "A", "side": "Blue", "type": "Regular Infantry", "at": "a0", "ts": 2},
        {"name": "G", "side": "Blue", "type": "Field Gun", "at": "a1", "ts": 2},
        {"name": "T", "side": "Red", "type": "Light Tank", "at": "b0", "ts": 2},
        {"name": "I", "side": "Red", "type": "Mortar Team", "at": "d1", "place": "nw", "layers": 1},
    ]
    given = {"map": ".U..\n....", "phase": "special attacks", "units": units}
    return cases.build({**given, **more})


# What can be done -------------------------------------------------------------------------------------


@pytest.mark.parametrize("phase", PHASES)
def test_the_screen_offers_what_is_legal_and_nothing_else(phase: str) -> None:
    for seed in range(5):
        position = positions.draw(seed, phase)
        count = int(ENGINE.legal(position.scenario, position.game, 0, 0, AT.works))
        listed = [STARTER.notation(position.scenario, AT.works[0].actions[i]) for i in range(count)]
        shown = table(position)
        acts = list(shown.acts)
        for piece in shown.pieces:
            if piece.owner == 0:
                acts += options(position, piece.id).acts
        offered = set(spelt(acts))
        assert set(listed) <= offered
        for text in offered:
            row = STARTER.parse(position.scenario, 0, text)
            assert not ENGINE.is_legal(position.scenario, position.game, 0, row, 0, AT.works), text
        others = {text.split()[0] for text in listed} - {"END", "DONE", "WITHDRAW"}
        assert not (shown.idle and others), others


def test_a_phase_in_which_nothing_can_be_done_says_how_to_end_it() -> None:
    assert table(fight(phase="special attacks")).idle == ""
    alone = {"map": "....", "units": [{"name": "A", "side": "Blue", "type": "Regular Infantry", "at": "b0"}]}
    assert table(cases.build({**alone, "phase": "direct attacks"})).idle == "END"
    assert table(cases.build({**alone, "phase": "logistics"})).idle == "END"
    assert table(cases.build({**alone, "phase": "movement"})).idle == ""
    alone["units"][0]["layers"] = 1
    dug_in = table(cases.build({**alone, "phase": "movement"}))
    assert dug_in.idle == "" and not dug_in.pieces[0].ready  # but it could go, or dig deeper


def test_a_move_shows_its_cost_and_its_way() -> None:
    """ST-MOV-09: forest takes two squares of movement."""
    position = cases.build(
        {"map": ".F..", "units": [{"name": "A", "side": "Blue", "type": "Regular Infantry", "at": "a0"}]}
    )
    ways = {one.text: one for one in options(position, 0).acts if one.verb == "move" and one.place == "c"}
    assert ways["MOVE #0 b0"].cost == "2 of 3 squares"
    assert ways["MOVE #0 c0"].cost == "3 of 3 squares"
    assert ways["MOVE #0 c0"].path == [(0.5, 0.5), (1.5, 0.5), (2.5, 0.5)]


def test_a_piece_without_actions_says_why() -> None:
    position = fight()
    assert options(position, 2).clause == "ST-CAMP-30"
    assert options(position, 0, seat=1).note
    position.game[0].units[0].frozen = 1
    assert options(position, 0).clause == "ST-DEPLOY-10"


def test_what_a_piece_cannot_do_has_its_reason() -> None:
    """ST-ATK-04: without Ammunition the attack is named, greyed, with the clause that forbids it."""
    position = fight(phase="direct attacks")
    assert not options(position, 0).withheld
    position.game[0].units[0].ammo = 0
    assert [(one.label, one.clause) for one in options(position, 0).withheld] == [("Attack", "ST-ATK-04")]


def test_what_cannot_be_mended_is_said_before_it_is_done() -> None:
    """ST-R19, ST-END-06: Done and Withdrawal say what they cost; the end of a phase costs nothing."""
    position = fight()
    warnings = {one.verb: one.warning for one in table(position).acts if one.ends}
    assert "2 units on the map" in warnings["withdraw"]
    assert warnings["end"] == ""


def test_the_answers_to_a_question_belong_to_the_piece_that_is_asked_about() -> None:
    """ST-ARTY-12: the shots of a gun are given out with the gun in hand."""
    position = fight()
    act(position, "BARRAGE #G", [])
    assert [one.text for one in options(position, 1).acts] == ["AIM #3 {n}"]
    assert table(position).acts[0].target == 3


def test_a_counterattack_points_at_the_attacker() -> None:
    """ST-COUNTER-02: the defender sees who struck, and strikes back with a click on it."""
    position = fight(phase="direct attacks")
    act(position, "ATTACK #A #T", [1, 1, 8, 8])
    answer = next(one for one in table(position, 1).acts if one.verb == "counterattack")
    assert (answer.piece, answer.target) == (2, 0)


def test_amounts_are_one_act_from_the_least_to_the_most() -> None:
    given = {"map": "..", "phase": "boardroom", "sides": [{"name": "Blue", "credits": 95}, {"name": "Red"}]}
    fuel = next(one for one in table(cases.build(given)).acts if one.verb == "buy-fuel")
    assert (fuel.text, fuel.least, fuel.most) == ("BUY-FUEL {n}", 1, 9)


def test_spectators_see_everything_public_and_have_nothing_to_do() -> None:
    shown = table(fight(), -1)
    assert len(shown.pieces) == 4
    assert shown.acts == []
    assert {piece.name for piece in shown.pieces} == {"Infantry", "Towed Gun", "Tank"}


# What is shown ----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("footprint", "place", "expected"),
    [
        (0, 0, (3.5, 4.5, 0.5, 0.5)),
        (0, 1, (3.25, 4.25, 0.5, 0.5)),
        (0, 3, (3.75, 4.75, 0.5, 0.5)),
        (1, 0, (3.5, 4.5, 1, 0.5)),
        (1, 5, (3.5, 4.25, 1, 0.5)),
        (1, 6, (3.75, 4.5, 0.5, 1)),
        (2, 0, (3.5, 4.5, 1, 1)),
    ],
)
def test_pieces_lie_where_they_stand(footprint: int, place: int, expected: tuple[float, ...]) -> None:
    """ST-POS-04 to 06, 09, 10."""
    assert spot(footprint, 3, 4, place) == expected


def test_a_card_is_shown_to_its_owner_alone() -> None:
    """ST-INFO-03, 04, 06: the others see Class, place and flag."""
    position = fight()
    own = next(card for card in table(position, 1).cards if card.piece == 2)
    other = next(card for card in table(position, 0).cards if card.piece == 2)
    assert own.title == "Light Tank"
    assert "Light Tank" not in other.title
    assert other.facts == [fact for fact in own.facts if fact.label == "Urban"]
    assert other.texts == ["May be: Light Tank, Main Battle Tank, Heavy Tank."]


def test_what_was_told_is_shown_as_last_known() -> None:
    """ST-INFO-09, 10."""
    position = fight()
    entries = act(position, "RECON #A #T", [])
    assert entries[-1].text.endswith(
        "Light Tank, Troop Strength 2, Fuel yes, Ammunition yes, Cargo no, Passengers no"
    )
    facts = next(card for card in table(position).cards if card.piece == 2).facts
    assert [(fact.label, fact.value) for fact in facts[:2]] == [
        ("Type (last known)", "Light Tank"),
        ("Troop Strength (last known)", "2"),
    ]
    assert next(piece for piece in table(position).pieces if piece.id == 2).badges[0].text == "2"


def test_marks_say_what_lies_on_the_board() -> None:
    position = cases.build(
        {
            "map": "1.x.",
            "caches": [{"at": "b0", "fuel": 2, "ammo": 1}],
            "objects": [{"at": "d0", "kind": "barricade", "structure": 8}],
        }
    )
    marks = {mark.kind: mark for mark in table(position).marks}
    assert (marks["cache"].x, marks["cache"].text) == (1, "2F 1A")
    assert (marks["mines"].x, marks["barricade"].text) == (2, "8")
    assert marks["deployment"].owner == 0


def test_every_type_has_letters_of_its_own() -> None:
    titles = tuple(cases.build({"map": ".."}).texts.types)
    letters = letters_of(titles)
    assert len(set(letters)) == len(titles)
    assert letters[titles.index("Main Battle Tank")] == "MBT"


@pytest.mark.parametrize("phase", PHASES)
def test_screens_are_plain_data(phase: str) -> None:
    for seed in range(5):
        for seat in (-1, 0, 1):
            shown = table(positions.draw(seed, phase), seat)
            assert msgspec.json.decode(msgspec.json.encode(shown), type=Table) == shown


# Odds -------------------------------------------------------------------------------------------------


def faces(pool: Pool) -> list[tuple[int, ...]]:
    return list(product(range(1 + pool.modifier, pool.sides + pool.modifier + 1), repeat=pool.count))


def open_dice(attack: tuple[int, ...], defence: tuple[int, ...]) -> int:
    """Pair by hand: each defence die takes the highest attack die that is not higher (ST-R63)."""
    left = sorted(attack, reverse=True)
    for die in sorted(defence, reverse=True):
        for other in left:
            if other <= die:
                left.remove(other)
                break
    return len(left)


def test_a_counterattack_is_reckoned_through_every_fall_of_the_dice() -> None:
    """ST-COUNTER-05: with what the defender has left."""
    first, defence, back, own = Pool(2, 4), Pool(2, 4, 1), Pool(2, 6), Pool(2, 4)
    counted = [Fraction(0)] * 3
    for attack, defend in product(faces(first), faces(defence)):
        left = 2 - min(2, open_dice(attack, defend))
        falls = list(product(faces(Pool(left, 6)), faces(own)))
        for strike, guard in falls:
            lost = min(2, open_dice(strike, guard)) if left else 0
            counted[lost] += Fraction(1, 4**4 * len(falls))
    assert odds.counter_losses(odds.losses(first, defence), 2, back, own) == tuple(counted)


def test_shots_are_reckoned_against_the_dice_that_are_left() -> None:
    """ST-ARTY-14, ST-R74: one loss a hit, the target rolling its current dice anew."""
    die, defence = Pool(1, 6), Pool(2, 4, 1)
    hit = [Fraction(0)] * 3
    for left in (1, 2):
        falls = list(product(faces(die), faces(Pool(left, 4, 1))))
        hit[left] = Fraction(sum(shot[0] > max(guard) for shot, guard in falls), len(falls))
    miss_both = (1 - hit[2]) ** 2
    both = hit[2] * hit[1]
    assert odds.shots(die, defence, 2) == (miss_both, 1 - miss_both - both, both)
    assert sum(odds.shots(die, defence, 5)) == 1


def test_a_preview_has_a_row_for_each_type_a_target_may_be() -> None:
    """ST-INFO-05: nothing hidden is used."""
    position = fight()
    shown = preview(position, "ATTACK #A #T")
    assert [chance.name.partition(": ")[2] for chance in shown.chances[:3]] == [
        "2d6 against 10d8+1",
        "2d6 against 10d10+1",
        "2d6 against 10d12+1",
    ]
    assert shown.modifiers[0].clause == "ST-TERR-09"
    act(position, "RECON #A #T", [])
    known = preview(position, "ATTACK #G #T")
    assert not known.legal
    position.game[0].units[0].acted = 0
    known = preview(position, "ATTACK #A #T")
    assert [chance.name.partition(": ")[2] for chance in known.chances[:1]] == ["2d6 against 2d8+1"]
    assert known.chances[1].name.startswith("Counterattack")


def test_recon_and_layers_count_in_an_artillery_preview() -> None:
    """ST-EX-16: -2 from Recon, +1 for each layer."""
    position = fight()
    position.game[0].units[3].reconned = 1
    act(position, "BARRAGE #G", [])
    shown = preview(position, "AIM #I 2")
    assert {(one.clause, one.size) for one in shown.modifiers} == {
        ("ST-ENTR-05", "+1 Defence"),
        ("ST-RECON-11", "-2 Defence"),
    }
    assert "1d10 against 5d6-1" in " ".join(chance.name for chance in shown.chances)


def test_a_refused_action_has_its_reason_in_the_preview() -> None:
    shown = preview(fight(), "ATTACK #A #I")
    assert (shown.legal, shown.clause) == (False, "ST-ATK-03")


def test_threats_reach_as_far_as_the_enemy_can_come() -> None:
    """A Light Tank moves 5 and shoots 3: eight squares on open ground, none when it is dug in."""
    units = [
        {"name": "A", "side": "Blue", "type": "Regular Infantry", "at": "a0"},
        {"name": "T", "side": "Red", "type": "Light Tank", "at": "i0"},
    ]
    position = cases.build({"map": "..........", "units": units})
    threat = STARTER.threat(position.scenario, position.texts, view(position, 0), 0, 0)
    assert len(threat.chances) == 1
    assert threat.sources == [1]
    assert "after a move" in threat.chances[0].name
    position.game[0].units[1].layers = 1
    assert not STARTER.threat(position.scenario, position.texts, view(position, 0), 0, 0).chances


# The log ----------------------------------------------------------------------------------------------


def test_every_happening_has_words() -> None:
    told = set(narrate.TOLD) | {happenings.ATTACK_ROLLED, happenings.DEFENCE_ROLLED}
    assert {number for number in narrate.KINDS if number >= 10} <= told


def test_an_attack_is_one_line_with_its_dice_and_its_outcome() -> None:
    position = fight(phase="direct attacks")
    entries = act(position, "ATTACK #A #T", [6, 5, 3, 3])
    assert entries[0].text.endswith(": 2 losses")
    assert [(roll.name, roll.faces, roll.modifier) for roll in entries[0].rolls] == [
        ("Attack", [6, 5], 0),
        ("Defence", [3, 3], 1),
    ]
    assert entries[1].text.endswith("is destroyed")


def test_dice_without_effect_say_so() -> None:
    position = fight(phase="direct attacks")
    assert act(position, "ATTACK #A #T", [1, 1, 8, 8])[0].text.endswith(": no losses")


def test_why_names_the_clause() -> None:
    position = fight(phase="direct attacks")
    seen = view(position, 0)
    answer = STARTER.why(position.scenario, position.texts, seen, 0, None, 0, 3, 1)
    assert (answer.possible, answer.clause) == (False, "ST-ATK-03")
    answer = STARTER.why(position.scenario, position.texts, seen, 0, None, 0, 1, 0)
    assert answer.possible
    answer = STARTER.why(position.scenario, position.texts, seen, 0, None, -1, 1, 0)
    assert "Urban" in answer.reason


def test_a_passenger_lies_with_its_owner_and_nobody_else_knows_where() -> None:
    """ST-R102: that it got on was seen; the mini then lies behind the screen."""
    units = [
        {"name": "T", "side": "Red", "type": "Troop Truck", "at": "a0"},
        {"name": "P", "side": "Red", "type": "Regular Infantry", "aboard": "T"},
    ]
    position = cases.build({"map": "..", "units": units})
    own = next(piece for piece in table(position, 1).pieces if piece.id == 1)
    other = next(piece for piece in table(position, 0).pieces if piece.id == 1)
    assert (own.tray, "aboard Troop Truck" in own.note) == ("Aboard", True)
    assert (other.tray, "aboard another unit" in other.note) == ("Aboard: Halcyon Meridian Holdings", True)
    assert other.tray in table(position, 0).trays
