"""The script's instinct, one situation at a time: what it does where a player would have no doubt."""

from typing import Any

import pytest

from sandtable.core.dice import load_fast
from sandtable.core.engine import desk, engine
from sandtable.core.record import raw
from sandtable.rulebooks.formation import RULEBOOK
from sandtable.rulebooks.formation.cases import build
from sandtable.rulebooks.formation.state import Game

DESK = desk(RULEBOOK)


def column(kind: str, x: float, count: int, y: float = 50) -> list[str]:
    """Stands one behind the other, a hand's breadth apart."""
    return [f"{kind} {x},{y + 4 * k}" for k in range(count)]


def chosen(**given: Any) -> str:
    """The script's action in a position, in words; it is legal, and the view is as it was."""
    position = build(given)
    game = position.game
    seat = int(game[0].decisions.items[int(game[0].decisions.depth) - 1].seat)
    load_fast(DESK.dice, 1, 1, 1)
    before = raw(Game, game)
    rules = engine(RULEBOOK)
    rules.policy(position.scenario, game, 0, seat, DESK.dice[1:], DESK.works, DESK.actions, 0)
    assert raw(Game, game) == before
    assert int(rules.is_legal(position.scenario, game, 0, DESK.actions, 0, DESK.works)) == 0
    return RULEBOOK.notation(position.scenario, DESK.actions[0])


def test_it_goes_for_a_marker() -> None:
    words = chosen(
        active="A1",
        markers=["90,60"],
        formations=[
            {"id": "A1", "stands": column("Fire Squad", 55, 4)},
            {"id": "B1", "stands": column("Conscript Squad", 170, 2, y=10)},
        ],
    ).split()
    assert words[0] == "move"
    ends = [float(word[1:].split(">")[-1].split(",")[0]) for word in words[2:]]
    assert max(ends) > 69, "within 20 cm of the marker at 90"


def test_it_breaks_what_is_near_breaking() -> None:
    """Two equal targets: the one that one attack more will rout."""
    words = chosen(
        active="A1",
        formations=[
            {"id": "A1", "stands": column("Fire Squad", 50, 2, y=55)},
            {"id": "B1", "stands": column("Fire Squad", 68, 4, y=40)},
            {"id": "B2", "stress": 2, "stands": column("Fire Squad", 68, 4, y=62)},
        ],
    )
    assert words == "attack A1 B2"


def test_it_spares_its_best_guns_from_suppression() -> None:
    words = chosen(
        active="A1",
        taken=1,
        formations=[
            {"id": "A1", "stress": 1, "stands": ["MBT 50,50", "Conscript Squad 50,54", "MBT 50,58"]},
            {"id": "B1", "stands": column("Fire Squad", 75, 4)},
        ],
    )
    assert words == "attack A1 B1 suppress b1"


def test_it_rallies_before_it_breaks() -> None:
    words = chosen(
        active="A1",
        formations=[
            {"id": "A1", "stress": 3, "stands": column("Fire Squad", 50, 4)},
            {"id": "B1", "stands": column("MBT", 105, 3)},
        ],
    )
    assert words.startswith("rally A1")


def test_who_is_routed_rallies() -> None:
    words = chosen(
        active="A1",
        markers=["50,60"],
        formations=[
            {"id": "A1", "stress": 4, "stands": column("Fire Squad", 50, 4)},
            {"id": "B1", "stands": column("Conscript Squad", 170, 2, y=10)},
        ],
    )
    assert words == "rally A1"


def test_it_charges_when_that_pays() -> None:
    """Reavers are worth 2 in contact and 1 beyond; those they charge are worth a half."""
    words = chosen(
        active="A1",
        formations=[
            {"id": "A1", "stands": column("Reaver Band", 50, 5)},
            {"id": "B1", "stands": column("Fire Squad", 80, 4)},
        ],
    ).split()
    assert words[0] == "move"
    ends = [float(word[1:].split(">")[-1].split(",")[0]) for word in words[2:]]
    assert any(abs(80 - end) <= 2.61 for end in ends), "some stand touches"


def test_who_is_routed_flees() -> None:
    """A rout move leads away from the enemy; where there is none near, none is made (FM-ROUT-02, 05)."""
    routed = {"id": "B1", "stress": 4, "stands": column("Fire Squad", 78, 4), "routed": 0}
    for x, fled in ((60, True), (5, False)):
        position = build(
            {
                "active": "A1",
                "taken": 1,
                "formations": [{"id": "A1", "stands": column("Fire Squad", x, 4)}, routed],
            }
        )
        rules, game = engine(RULEBOOK), position.game
        action = RULEBOOK.parse(position.scenario, 0, "rally A1")
        rules.apply(position.scenario, game, 0, action, 0, DESK.dice, DESK.events, DESK.works)
        rules.policy(position.scenario, game, 0, 1, DESK.dice[1:], DESK.works, DESK.actions, 0)
        words = RULEBOOK.notation(position.scenario, DESK.actions[0]).split()
        assert words[0] == ("move" if fled else "pass")
        ends = [float(word[1:].split(">")[-1].split(",")[0]) for word in words[2:]]
        assert min(ends, default=99) > 78


SNAPS = {
    "a volley that breaks those who would fire next": (
        {
            "active": "B1",
            "formations": [
                {"id": "A1", "stands": column("Fire Squad", 50, 6)},
                {"id": "B1", "stress": 3, "stands": column("Fire Squad", 68, 5)},
            ],
        },
        True,
    ),
    "nobody is in danger, and nothing can be broken": (
        {
            "active": "B1",
            "formations": [
                {"id": "A1", "stands": column("Fire Squad", 50, 4)},
                {"id": "B1", "stands": column("Conscript Squad", 94, 6)},
            ],
        },
        False,
    ),
}


@pytest.mark.parametrize("what", SNAPS)
def test_it_holds_its_snap_action_for_the_moment_that_matters(what: str) -> None:
    given, snaps = SNAPS[what]
    position = build(given | {"turn": "Red"})
    rules, game = engine(RULEBOOK), position.game
    action = RULEBOOK.parse(position.scenario, 1, "rally B1")
    load_fast(DESK.dice, 1, 1)
    rules.apply(position.scenario, game, 0, action, 0, DESK.dice, DESK.events, DESK.works)
    load_fast(DESK.dice, 1, 1, 1)
    rules.policy(position.scenario, game, 0, 0, DESK.dice[1:], DESK.works, DESK.actions, 0)
    words = RULEBOOK.notation(position.scenario, DESK.actions[0])
    assert words == ("snap A1" if snaps else "pass")


def test_the_worth_of_a_position_is_one_sides_gain() -> None:
    """What one side has, the other lacks; a routed formation is worth less."""
    given: dict[str, Any] = {
        "active": "A1",
        "formations": [
            {"id": "A1", "stands": column("Fire Squad", 50, 4)},
            {"id": "B1", "stands": column("Fire Squad", 120, 4)},
        ],
    }
    rules = engine(RULEBOOK)

    def worth(**changes: Any) -> tuple[int, int]:
        given["formations"][1].update(changes)
        position = build(given)
        return tuple(int(rules.value(position.scenario, position.game, 0, seat)) for seat in (0, 1))

    assert worth() == (0, 0)
    ahead, behind = worth(stress=4)
    assert ahead > 0 and behind == -ahead
