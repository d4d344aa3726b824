"""The screen of a seat: what it offers may be done, what it foretells comes true, refusals have words."""

from __future__ import annotations

import random
import re
from collections import Counter
from collections.abc import Iterator
from fractions import Fraction
from functools import cache
from itertools import product, zip_longest
from typing import Any

import msgspec
import pytest

from sandtable.core.compile import INTERPRETED
from sandtable.core.dice import load_fast, load_tape
from sandtable.core.engine import desk, engine
from sandtable.core.events import known_to
from sandtable.core.position import Position
from sandtable.core.record import blank, clone
from sandtable.core.rulebook import rulebook
from sandtable.core.table import Act, Drag, Options, Preview, Table
from sandtable.core.warm import compile_screens, screen_rules
from sandtable.rulebooks.formation import cases, happenings
from sandtable.rulebooks.formation.odds import toll
from sandtable.rulebooks.formation.screen import Screen
from sandtable.rulebooks.formation.stands import would_be_routed
from sandtable.rulebooks.formation.state import ASK_ACTION, ASK_POWER, BY_ACTION, ON_TABLE, STANDS
from sandtable.rulebooks.formation.suppose import declared
from sandtable.testing.walk import Walk

FORMATION = rulebook("formation")
ENGINE = engine(FORMATION)
AT = desk(FORMATION)
TOWN = "formation/crossroads-town"
ROLLS = 1500


def view(position: Position, seat: int) -> Any:
    out = blank(FORMATION.Game)
    ENGINE.view(position.scenario, position.game, 0, seat, out, 0)
    return out


def table(position: Position, seat: int = 0) -> Table:
    return FORMATION.table(position.scenario, position.texts, view(position, seat), seat)


def options(position: Position, piece: int, seat: int = 0) -> Options:
    return FORMATION.options(position.scenario, position.texts, view(position, seat), seat, piece)


def parse(position: Position, text: str, seat: int = 0) -> Any:
    return FORMATION.parse(position.scenario, seat, text)


def preview(position: Position, text: str, seat: int = 0) -> Preview:
    row = parse(position, text, seat)
    return FORMATION.preview(position.scenario, position.texts, view(position, seat), seat, row)


def code(position: Position, text: str, seat: int = 0) -> int:
    row = parse(position, text, seat)
    return int(ENGINE.is_legal(position.scenario, position.game, 0, row, 0, AT.works))


def act(position: Position, text: str, seed: int = 0, seat: int = 0) -> Any:
    """Take an action with dice of a seed; its events."""
    row = parse(position, text, seat)
    load_fast(AT.dice, seed, 1)
    ENGINE.apply(position.scenario, position.game, 0, row, 0, AT.dice, AT.events, AT.works)
    return known_to(AT.events, seat)


@cache
def positions() -> list[tuple[Position, int]]:
    """Positions of a game, some of each question, with the seat that decides; to be read only."""
    walk, found, seen = Walk(FORMATION, TOWN, 3), [], Counter[int]()
    for seat, _ in walk.steps(160):
        decisions = walk.game[0].decisions
        asked = int(decisions.items[int(decisions.depth) - 1].kind)
        seen[asked] += 1
        if seen[asked] in (1, 4, 9) or (asked == ASK_ACTION and seen[asked] in (2, 6, 12)):
            found.append((Position(walk.scenario, walk.copy(), {}, {}, walk.texts), seat))
    return found


def facing(**more: Any) -> Position:
    """A platoon, and three enemy stands in the open in front of it."""
    squads = ["Fire Squad 50,60", "Fire Squad 50,63", "Fire Squad 50,66", "Fire Squad 46.5,60"]
    enemies = ["Fire Squad 68,60", "Fire Squad 68,63", "Fire Squad 71.5,60"]
    formations = [
        {"id": "A1", "stands": squads, "stress": more.pop("stress", 0)},
        {"id": "B1", "stands": enemies},
    ]
    return cases.build({"formations": formations, "active": "A1", "taken": 0, **more})


# What can be done -------------------------------------------------------------------------------------


def test_the_screen_offers_what_is_listed_and_nothing_that_is_refused() -> None:
    for position, seat in positions():
        count = int(ENGINE.legal(position.scenario, position.game, 0, seat, AT.works))
        actions = AT.works[0].actions
        listed = {FORMATION.notation(position.scenario, actions[i]) for i in range(count)}
        shown = table(position, seat)
        acts = list(shown.acts)
        for group in [one for one in shown.groups if one.owner == seat]:
            piece = next(one for one in shown.pieces if one.group == group.id)
            acts += options(position, piece.id, seat).acts
        offered = {one.text for one in acts}
        stems = {one.stem for one in acts if one.stem}
        missing = {text for text in listed - offered if not any(text.startswith(stem) for stem in stems)}
        assert not missing
        for text in offered:
            assert code(position, text, seat) == 0, text


def led(drag: Drag, shift: tuple[float, float], shown: Table) -> str:
    """The notation of a whole group led by so much, or put down round a place."""
    pieces = {piece.id: piece for piece in shown.pieces}
    words = []
    for mover in drag.movers:
        piece = pieces[mover.piece]
        x, y = (mover.dx, mover.dy) if piece.x < 0 else (piece.x, piece.y)
        words.append(f"{mover.key}{max(0.0, x + shift[0]):.2f},{max(0.0, y + shift[1]):.2f}")
    return " ".join([drag.text, *words, *([drag.tail] if drag.tail else [])])


def test_a_group_led_by_hand_is_one_legal_plan_or_gets_a_reason() -> None:
    """FM-MOVE-01, FM-DEPLOY-01: some way in every direction goes, and nothing is lost in the notation."""
    chance, done = random.Random(4), 0
    for position, seat in positions():
        shown = table(position, seat)
        for group in {piece.group for piece in shown.pieces if piece.ready and piece.owner == seat}:
            piece = next(one.id for one in shown.pieces if one.group == group)
            for drag in options(position, piece, seat).drags:
                for _ in range(12):
                    far = chance.uniform(0, 40) if not drag.all else chance.uniform(20, 90)
                    shift = (chance.uniform(-far, far), chance.uniform(-far, far))
                    if drag.all:
                        shift = (
                            chance.uniform(5, 175),
                            chance.choice([chance.uniform(6, 24), chance.uniform(98, 116)]),
                        )
                    text = led(drag, shift, shown)
                    found = preview(position, text, seat)
                    why = FORMATION.reasons.get(code(position, text, seat), ("", ""))
                    assert (found.reason, found.clause) == why
                    done += found.legal
    assert done > 20


def test_who_cannot_go_farther_says_so_on_the_screen() -> None:
    """FM-MOVE-01: the reach of a mover is where the rules draw the line."""
    position = facing()
    (drag,) = options(position, 0).drags
    squad = drag.movers[0]
    assert (squad.key, squad.reach, squad.pace, squad.link) == ("a", 20, 20, 5)
    others = "b50.00,63.00"
    assert preview(position, f"move A1 a50.00,{60 - squad.reach:.2f} {others}").clause != "FM-MOVE-01"
    assert preview(position, f"move A1 a50.00,{60 - squad.reach - 0.02:.2f} {others}").clause == "FM-MOVE-01"


def test_of_a_refused_plan_the_stands_at_fault_are_pointed_at() -> None:
    """FM-MOVE-03: only the one that comes too near is marked."""
    found = preview(facing(), "move A1 a62.00,60.00 b57.00,63.00 c57.00,66.00 d57.00,57.00")
    assert found.clause == "FM-MOVE-03"
    assert [spot.piece for spot in found.spots if spot.tone == "bad"] == [0]


def test_an_attack_leaves_to_choose_whom_stress_suppresses() -> None:
    """FM-ATK-12: every way to deal the markers out is legal, each other number is refused."""
    position = facing(stress=2)
    attack = next(one for one in options(position, 0).acts if one.verb == "attack")
    (share,) = attack.shares
    assert (share.word, share.total, [one.key for one in share.portions]) == ("suppress", 2, list("abcd"))
    for first in share.portions:
        for second in share.portions:
            if first.key < second.key:
                assert code(position, f"{attack.stem} suppress {first.key}1 {second.key}1") == 0
        assert code(position, f"{attack.stem} suppress {first.key}1") != 0


def test_indirect_fire_is_chosen_stand_by_stand() -> None:
    """FM-WEAP-07: mortars that see nothing may still fire."""
    forest = ["forest 58,50 62,50 62,75 58,75"]
    stands = ["Mortar Team 50,60", "Mortar Team 50,63"]
    position = cases.build(
        {
            "formations": [{"id": "A1", "stands": stands}, {"id": "B1", "stands": ["Fire Squad 90,60"]}],
            "terrain": forest,
            "active": "A1",
        }
    )
    attack = next(one for one in options(position, 0).acts if one.verb == "attack")
    (share,) = attack.shares
    assert (share.word, share.total) == ("indirect", -1)
    assert code(position, f"{attack.stem} indirect ab") == code(position, f"{attack.stem} indirect b") == 0
    assert code(position, attack.stem) != 0


def test_what_cannot_be_done_is_refused_by_the_rules_too() -> None:
    """Nothing that is greyed is on the list; every reason has its clause."""
    seen = Counter[str]()
    for position, seat in positions():
        shown = table(position, seat)
        for group in [one for one in shown.groups if one.owner == seat]:
            found = options(position, next(one.id for one in shown.pieces if one.group == group.id), seat)
            for one in found.withheld:
                seen[one.label.split()[0]] += 1
                assert one.clause.startswith("FM-") and one.reason
                names = {act.label for act in found.acts}
                assert one.label not in names
    assert {"Attack", "Charge", "Keep"} <= set(seen)


@pytest.mark.parametrize(
    ("target", "more", "label", "words"),
    [
        ("Fire Squad 140,60", {}, "Attack B1", "87.5 cm away, and the reach is 50 cm"),
        ("Fire Squad 80,60", {"terrain": ["forest 60,50 64,50 64,75 60,75"]}, "Attack B1", "sees"),
        ("Talon 70,60", {}, "Attack B1", "Flak"),
        ("Fire Squad 100,60", {}, "Charge", "47.5 cm away, and it goes 20 cm"),
    ],
)
def test_what_cannot_be_done_says_why_in_numbers(
    target: str, more: dict[str, Any], label: str, words: str
) -> None:
    """FM-ATK-03, 11, FM-AIR-11, FM-MOVE-01."""
    formations = [{"id": "A1", "stands": SQUADS}, {"id": "B1", "stands": [target]}]
    position = cases.build({"formations": formations, "active": "A1", "taken": 0, **more})
    (found,) = [one for one in options(position, 0).withheld if one.label.startswith(label)]
    assert words in found.reason


def test_a_snap_action_matters_when_fire_or_a_rally_could_tell() -> None:
    """FM-SNAP-01: the enemy has moved far away, or into reach."""
    for far, matters in ((70, False), (18, True)):
        formations = [
            {"id": "A1", "stands": ["Fire Squad 20,60"]},
            {"id": "B1", "stands": [f"Fire Squad {20 + far},60"]},
        ]
        position = cases.build({"formations": formations, "active": "A1"})
        act(position, "rally A1")
        shown = table(position, 1)
        assert (shown.decline, shown.matters) == ("pass", matters)
        assert table(position, 0).decline == ""


def test_dice_that_all_do_the_same_need_not_be_given_one_by_one() -> None:
    """FM-DICE-04 to 07: who likes not to be asked is asked where a die makes a difference, and only there."""
    formations = [
        {"id": "A1", "stands": [*SQUADS, "Fire Squad 46.5,63"]},
        {"id": "B1", "stands": ["Fire Squad 66,60", "Fire Squad 68,63", "Fire Squad 71,66"]},
    ]
    mixed = [formations[0], {"id": "B1", "stands": ["Fire Squad 66,60", "IFV 68,63", "Fire Squad 71,66"]}]
    for armies, eased in ((formations, "die B1a 3"), (mixed, "")):
        position = cases.build({"formations": armies, "active": "A1", "taken": 0})
        load_tape(AT.dice, [3, 3, 5, 6, 6])
        rows = (position.scenario, position.game, 0)
        ENGINE.apply(*rows, parse(position, "attack A1 B1"), 0, AT.dice, AT.events, AT.works)
        shown = table(position)
        assert (shown.decline, shown.matters) == (eased, False)
        assert not eased or code(position, eased) == 0


def test_groups_carry_the_marks_of_their_formation() -> None:
    shown = table(facing(stress=3))
    group = next(one for one in shown.groups if one.short == "A1")
    assert [(badge.text, badge.tone) for badge in group.badges] == [("3", "bad"), ("▶", "good")]
    assert group.ready
    assert "stress 3" in group.note


# What is foretold -------------------------------------------------------------------------------------


SQUADS = ["Fire Squad 50,60", "Fire Squad 50,63", "Fire Squad 50,66", "Fire Squad 46.5,60"]
TANKS = ["MBT 44,60", "MBT 44,64"]
CASTERS = ["Storm Casters 50,60", "Storm Casters 50,63", "Storm Casters 50,66"]
COLUMN = ["MBT 66,60", "IFV 70,60", "Fire Squad 70,64", "Conscript Squad 70,67"]
GUARD = ["Blade Kin 66,60", "Blade Kin 66,63", "Seer Circle 66,66", "Oath Guard 69,63"]
FORTRESS = ["Bastion Crawler 70,64", "Fire Squad 66,70"]
# Attackers, targets with their stress, dice that are counted: mixed armour and both pools; saves, elite and
# Disrupt; shields, structure and criticals; equidistant huge stands.
BATTLES = [
    (SQUADS[:3] + TANKS, COLUMN, 1),
    ([*CASTERS, "Dominion Idol 44,60"], [*GUARD, "Lancer Grav-tank 70,60"], 3),
    (SQUADS[2:] + TANKS, FORTRESS, 0),
    ([*SQUADS[1:], "Dominion Idol 44,70"], ["Hulk 66,60", "Hulk 66,68"], 0),
]


def resolved(position: Position, text: str, seed: int) -> Any:
    """The target's formation after an attack with real dice, both sides choosing as the script does."""
    game, step = clone(FORMATION.Game, position.game), 1
    rows = (position.scenario, game, 0)
    load_fast(AT.dice, seed, step)
    ENGINE.apply(*rows, parse(position, text), 0, AT.dice, AT.events, AT.works)
    while int(game[0].attack.stage):
        decisions, step = game[0].decisions, step + 1
        asked, seat = decisions.items[int(decisions.depth) - 1].kind, int(ENGINE.to_act(*rows)) >> 1
        action = parse(position, "power all", seat)
        if asked != ASK_POWER:
            ENGINE.policy(*rows, seat, AT.dice[1:], AT.works, AT.actions, 0)
            action = AT.actions
        load_fast(AT.dice, seed, step)
        ENGINE.apply(*rows, action, 0, AT.dice, AT.events, AT.works)
    return game[0]


def near(counts: list[int], odds: tuple[Fraction, ...]) -> bool:
    """Whether counts are what such odds give in so many trials."""
    return len(counts) <= len(odds) and all(
        abs(count - ROLLS * share) < 4.5 * float(ROLLS * share * (1 - share)) ** 0.5 + 1
        for count, share in zip_longest(counts, odds, fillvalue=0)
    )


@pytest.mark.parametrize(("attackers", "targets", "stress"), BATTLES)
def test_the_toll_of_an_attack_is_that_of_a_long_run(
    attackers: list[str], targets: list[str], stress: int
) -> None:
    """FM-DICE-01 to 12, FM-ATK-29, 33, FM-ROUT-01: losses, stress and rout over many attacks."""
    formations = [
        {"id": "A1", "stands": attackers},
        {"id": "B1", "stands": targets, "stress": stress},
    ]
    position = cases.build({"formations": formations, "active": "A1", "taken": 0})
    screen = Screen((position.scenario, position.game), position.texts, 0)
    shooters = (1 << len(attackers)) - 1
    cost = toll(screen, declared(screen, 0, 10, BY_ACTION, shooters, 0))
    assert cost is not None
    assert sum(cost.stands) == sum(cost.stress) + cost.destroyed == 1
    (shown, *_) = preview(position, "attack A1 B1").chances
    assert shown.chances == [float(share) for share in cost.stands]
    lost, taken, routed = [0] * 12, [0] * 40, 0
    for seed in range(ROLLS):
        game = resolved(position, "attack A1 B1", seed)
        left = [game.stands[100 + k] for k in range(len(targets)) if game.stands[100 + k].where == ON_TABLE]
        lost[len(targets) - len(left)] += 1
        taken[int(game.formations[10].stress) - stress] += bool(left)
        routed += bool(left) and bool(would_be_routed(position.scenario[0], game, 10))
    assert near(cut(lost), cost.stands)
    assert near(cut(taken), cost.stress)
    assert near([ROLLS - routed, routed], (1 - cost.routed, cost.routed))


def cut(counts: list[int]) -> list[int]:
    """Without noughts at the end."""
    return counts[: max(n for n, count in enumerate(counts) if count) + 1]


def test_the_toll_counts_every_way_the_dice_can_fall() -> None:
    """FM-DICE-04 to 08: exactly, with each of the 216 throws of three dice at mixed armour."""
    formations = [
        {"id": "A1", "stands": SQUADS[:3]},
        {"id": "B1", "stands": ["MBT 66,63", "IFV 70,60", "Fire Squad 72,66"]},
    ]
    position = cases.build({"formations": formations, "active": "A1", "taken": 0})
    (chance, *_) = preview(position, "attack A1 B1").chances
    counts = [0] * len(chance.chances)
    for throw in product(range(1, 7), repeat=3):
        game = clone(FORMATION.Game, position.game)
        rows = (position.scenario, game, 0)
        load_tape(AT.dice, list(throw))
        ENGINE.apply(*rows, parse(position, "attack A1 B1"), 0, AT.dice, AT.events, AT.works)
        while int(game[0].attack.stage):
            ENGINE.policy(*rows, 0, AT.dice[1:], AT.works, AT.actions, 0)
            ENGINE.apply(*rows, AT.actions, 0, AT.dice, AT.events, AT.works)
        counts[sum(int(game[0].stands[100 + k].where) != ON_TABLE for k in range(3))] += 1
    assert [str(Fraction(count, 216)) for count in counts] == chance.exact


def test_the_toll_counts_criticals_one_after_another() -> None:
    """FM-SPEC-25 to 32, FM-WEAP-10: one power die at a Hulk, 5+, structure 3; a 6 hits it again."""
    formations = [{"id": "A1", "stands": ["MBT 50,60"]}, {"id": "B1", "stands": ["Hulk 90,60"]}]
    position = cases.build({"formations": formations, "active": "A1", "taken": 0})
    (chance,) = preview(position, "attack A1 B1").chances
    assert (chance.name, chance.exact) == ("Structure lost", ["1/2", "5/12", "5/72", "1/72"])
    assert chance.destroyed == 1 / 72


def test_a_preview_says_what_makes_up_its_dice() -> None:
    """FM-ATK-12 to 28, FM-DICE-10, FM-WEAP-12: each reason with its clause; the last number is rolled."""
    position = facing(stress=2, terrain=["forest 66,58 70,58 70,67 66,67"])
    found = preview(position, "attack A1 B1 suppress c1 d1")
    said = {modifier.clause: modifier.size for modifier in found.modifiers}
    assert said["FM-ATK-12"] == "2 of 4 stands"
    assert (said["FM-ATK-09"], said["FM-ATK-16"]) == ("2 x 2", "4")
    assert (said["FM-ATK-21"], said["FM-DICE-10"]) == ("cover level 4", "armour +1 for 2")
    events = act(position, "attack A1 B1 suppress c1 d1")
    rolled = [one for one in events[0].items if int(one.kind) == happenings.HAS_ROLLED]
    assert f"{int(rolled[0].amount)} die" == said["FM-ATK-28"]


def test_the_dice_come_to_the_stands_in_the_order_that_is_shown() -> None:
    """FM-DICE-04: nearest first."""
    found = preview(facing(), "attack A1 B1")
    order = {spot.piece: spot.text for spot in found.spots if spot.piece >= 100}
    assert order == {100: "1", 101: "1", 102: "2"}
    assert len(found.rays) == 4


def test_whom_a_move_brings_into_reach_can_then_be_attacked() -> None:
    """FM-ATK-07: the lines that are drawn while stands are led come true."""
    formations = [
        {"id": "A1", "stands": ["Fire Squad 50,60", "Fire Squad 50,63"]},
        {"id": "B1", "stands": ["Fire Squad 113,60"]},
        {"id": "B2", "stands": ["Fire Squad 150,60"]},
    ]
    position = cases.build({"formations": formations, "active": "A1", "taken": 0})
    found = preview(position, "move A1 a65.00,60.00 b65.00,63.00")
    assert [ray.tone for ray in found.rays] == ["good"]
    assert "B1" in found.lines[-1] and "B2" not in found.lines[-1]
    act(position, "move A1 a65.00,60.00 b65.00,63.00")
    act(position, "pass", seat=1)
    assert {one.stem for one in options(position, 0).acts if one.verb == "attack"} == {"attack A1 B1"}


def test_a_threat_without_a_move_is_the_enemys_own_preview() -> None:
    position = facing()
    found = FORMATION.threat(position.scenario, position.texts, view(position, 0), 0, 0)
    turned = facing(turn="Red", active="B1")
    own = preview(turned, "attack B1 A1", seat=1)
    assert max(chance.mean for chance in found.chances) >= own.chances[0].mean
    assert found.sources == [100, 101, 102]


def test_nobody_threatens_from_beyond_a_move_and_its_range() -> None:
    formations = [{"id": "A1", "stands": ["Fire Squad 20,60"]}, {"id": "B1", "stands": ["Fire Squad 160,60"]}]
    position = cases.build({"formations": formations, "active": "A1"})
    found = FORMATION.threat(position.scenario, position.texts, view(position, 0), 0, 0)
    assert (found.chances, found.rays) == ([], [])


@pytest.mark.skipif(INTERPRETED, reason="nothing is compiled")
def test_what_a_preview_calls_can_be_compiled_before_it_is_needed() -> None:
    """A rule that a screen calls has been compiled with the types it is called with, and no others."""
    position = facing(stress=1)
    screens = screen_rules(FORMATION)
    compile_screens(FORMATION)
    for text in ("attack A1 B1 suppress a1", "rally A1", "move A1 a50.00,57.00"):
        preview(position, text)
    FORMATION.threat(position.scenario, position.texts, view(position, 0), 0, 0)
    options(position, 0)
    compiled = {one.py_func.__name__ for one in screens if one.signatures}
    assert {"can_attack", "line_up", "eligible_stands", "armour_now", "sees"} <= compiled
    assert [one.py_func.__name__ for one in screens if len(one.signatures) > 1] == []


# What is said -----------------------------------------------------------------------------------------


def texts_of(value: Any) -> Iterator[str]:
    """Every text for people in a struct: not ids, notation or keys."""
    silent = {
        "id",
        "key",
        "look",
        "verb",
        "text",
        "stem",
        "word",
        "off",
        "tail",
        "kind",
        "symbol",
        "scenario",
    }
    if isinstance(value, msgspec.Struct):
        for name in value.__struct_fields__:
            if name not in silent or (name == "text" and not isinstance(value, (Act, Drag))):
                yield from texts_of(getattr(value, name))
    elif isinstance(value, (list, tuple)):
        for one in value:
            yield from texts_of(one)
    elif isinstance(value, str):
        yield value


RAW = re.compile(r"[a-z]_[a-z]|None|NONE|\bHAS_|\bASK_|\{\d*\}|\d\.\d{3,}|  ")


def test_nothing_is_said_in_raw_codes() -> None:
    for position, seat in positions():
        shown = table(position, seat)
        said = list(texts_of(shown))
        for piece in [one for one in shown.pieces if one.ready][:3]:
            found = options(position, piece.id, seat)
            said += texts_of(found)
            for one in found.acts[:3]:
                said += texts_of(preview(position, one.text, seat))
        assert [text for text in said if RAW.search(text)] == []


def test_the_log_of_a_whole_game_says_everything_in_words() -> None:
    walk = Walk(FORMATION, TOWN, 5)
    lines = []
    before = clone(FORMATION.Game, walk.game)
    for _ in walk.steps(200):
        events = known_to(walk.at.events, 0)
        lines += FORMATION.narrate(walk.scenario, walk.texts, before, walk.game, events, 0)
        before = clone(FORMATION.Game, walk.game)
    assert len(lines) > 100
    assert [line.text for line in lines if RAW.search(line.text) or not line.text] == []
    deployed = [at for at, line in enumerate(lines) if line.text.endswith("deployed")]
    assert len(deployed) == 10
    assert all(len(lines[at].pieces) > 0 and not lines[at - 1].text.endswith("moved") for at in deployed)
    assert {"round", "turn"} <= {line.kind for line in lines}


def test_a_refusal_is_the_same_in_every_answer() -> None:
    """Near-legal plans: `is_legal`, the preview and why-not name one reason."""
    chance, refused = random.Random(9), 0
    for position, seat in positions():
        shown, seen = table(position, seat), view(position, seat)
        for group in {piece.group: piece for piece in shown.pieces if piece.ready}.values():
            for drag in options(position, group.id, seat).drags:
                for _ in range(6):
                    text = led(drag, (chance.uniform(-60, 60), chance.uniform(-60, 60)), shown)
                    row = parse(position, text, seat)
                    answer = FORMATION.why(position.scenario, position.texts, seen, seat, row, -1, -1, -1)
                    found = preview(position, text, seat)
                    assert answer.possible == found.legal == (code(position, text, seat) == 0)
                    assert not found.reason or (answer.reason, answer.clause) == (found.reason, found.clause)
                    refused += not found.legal
    assert refused > 10


def test_a_formation_that_is_not_asked_says_why() -> None:
    position = facing()
    assert options(position, 100).clause == "FM-SETUP-05"
    assert options(position, 0, seat=1).clause == "FM-ROUND-02"


def test_spectators_see_all_and_can_do_nothing() -> None:
    shown = table(facing(), -1)
    on_table = sum(1 for piece in shown.pieces if piece.x >= 0)
    assert (on_table, shown.acts, shown.decline) == (7, [], "")
    assert len(shown.groups) == 2
    assert all(int(stand.where) in (0, ON_TABLE, 4) for stand in facing().game[0].stands[:STANDS])
