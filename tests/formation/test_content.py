"""What army lists, armies, battlefields and scenarios may be, and what the shipped ones are."""

from pathlib import Path

import pytest

from sandtable.core.content import ContentError
from sandtable.core.record import blank
from sandtable.play.rules import clauses
from sandtable.rulebooks.formation import RULEBOOK
from sandtable.rulebooks.formation import state as s
from sandtable.rulebooks.formation.armies import (
    CONTENT,
    Army,
    FormationLine,
    army,
    army_list,
    points_of,
    problems,
)
from sandtable.rulebooks.formation.battlefields import battlefield_file, fill_battlefield
from sandtable.rulebooks.formation.loading import load, scenarios
from sandtable.rulebooks.formation.muster import armies, review

ARMIES = ("meridian-task-group", "kessar-war-band", "meridian-air-assault", "kessar-idol-host")
FIELDS = {"crossroads": 14, "bridges": 25, "ridge": 21}
MARKERS = "markers = [[91.5, 61], [45, 61], [138, 61], [62, 40], [121, 82]]\n"


def battlefield(tmp_path: Path, pieces: int = 8, markers: str = MARKERS, more: str = "") -> Path:
    path = tmp_path / "field.toml"
    squares = "".join(
        f'[[piece]]\nname = "p{i}"\ntype = "forest"\n'
        f"points = [[{10 + 20 * i}, 10], [{15 + 20 * i}, 10], [{15 + 20 * i}, 15]]\n"
        for i in range(pieces)
    )
    path.write_text(f'name = "Field"\n{markers}{squares}{more}', encoding="utf-8")
    return path


def refusal(path: Path) -> str:
    with pytest.raises(ContentError) as error:
        fill_battlefield(blank(s.Scenario)[0], path)
    return str(error.value)


def test_a_battlefield_is_accepted(tmp_path: Path) -> None:
    """FM-EX-51, FM-SETUP-09, FM-SETUP-10, FM-SETUP-13, FM-SETUP-14, FM-R02: 8 pieces, markers 20 cm apart."""
    near = "markers = [[91.5, 61], [71.5, 61], [138, 61], [62, 40], [121, 82]]\n"
    scenario = blank(s.Scenario)[0]
    fill_battlefield(scenario, battlefield(tmp_path, markers=near))
    assert (scenario.width, scenario.depth, scenario.pieces) == (18_300, 12_200, 8)
    assert (scenario.marker_x[1], scenario.marker_y[1]) == (7150, 6100)


@pytest.mark.parametrize(
    ("markers", "words"),
    [
        ("markers = [[91.5, 61], [71.51, 61], [138, 61], [62, 40], [121, 82]]\n", "FM-SETUP-14"),
        ("markers = [[91.5, 61], [45, 61], [138, 61], [62, 40]]\n", "FM-SETUP-13"),
        ("markers = [[91.5, 61], [45, 61], [138, 61], [62, 40], [121, 82], [20, 20]]\n", "FM-SETUP-13"),
        ("markers = [[9.9, 61], [45, 61], [138, 61], [62, 40], [121, 82]]\n", "FM-R72"),
    ],
)
def test_markers_are_refused(tmp_path: Path, markers: str, words: str) -> None:
    """FM-EX-51, FM-SETUP-13, FM-SETUP-14, FM-R72, FM-M06: five, 20 cm apart, 10 cm from the edge."""
    assert words in refusal(battlefield(tmp_path, markers=markers))


def test_a_marker_lies_where_somebody_can_go(tmp_path: Path) -> None:
    """FM-R72, FM-M06: not in terrain that is impassable to all."""
    cliff = '[[piece]]\nname = "c"\ntype = "cliff"\npoints = [[90, 60], [93, 60], [93, 63], [90, 63]]\n'
    assert "FM-R72" in refusal(battlefield(tmp_path, more=cliff))


def test_seven_pieces_are_too_few(tmp_path: Path) -> None:
    """FM-EX-51, FM-SETUP-10, FM-M05."""
    assert "FM-SETUP-10" in refusal(battlefield(tmp_path, pieces=7))


def test_no_road_lies_over_heavy_terrain(tmp_path: Path) -> None:
    """FM-R107."""
    road = '[[piece]]\nname = "r"\ntype = "road"\npoints = [[0, 11], [60, 11], [60, 14], [0, 14]]\n'
    assert "FM-R107" in refusal(battlefield(tmp_path, more=road))


def of(*formations: list[str]) -> Army:
    lines = [FormationLine(name=f"F{i}", stands=stands) for i, stands in enumerate(formations)]
    return Army(name="Mine", army_list="meridian", formation=lines)


@pytest.mark.parametrize(
    ("force", "words"),
    [
        (of(["Fire Squad"], ["Fire Squad"]), "2 formations"),
        (of(["11 Fire Squad"], ["Fire Squad"], ["Fire Squad"]), "11 stands"),
        (of(["Fire Squad", "Gunship"], ["Fire Squad"], ["Fire Squad"]), "FM-R77"),
        (of(["4 Gunship"], ["Fire Squad"], ["Fire Squad"]), "at most 3 stands"),
        (of(["Bastion Crawler", "5 Fire Squad"], ["Fire Squad"], ["Fire Squad"]), "at most 5 stands"),
        (of(["2 Command Squad"], ["Fire Squad"], ["Fire Squad"]), "at most one commander"),
        (of(["Command Squad"], ["Command Squad"], ["Fire Squad"]), "one for each 10 points"),
    ],
)
def test_armies_are_refused(force: Army, words: str) -> None:
    """FM-M03, FM-R77: how formations and armies are built."""
    assert any(words in problem for problem in problems(force))


def test_infantry_and_vehicles_mix() -> None:
    """FM-R77, FM-M03."""
    assert problems(of(["Fire Squad", "IFV"], ["MBT"], ["3 Gunship"])) == []


def test_an_army_over_the_limit() -> None:
    """FM-EX-51, FM-SETUP-07, FM-SETUP-08: half a point too much is too much."""
    force = of(["10 MBT"], ["Fire Squad"], ["Conscript Squad"])
    assert points_of(force) == 26.5
    assert problems(force, 26.5) == []
    assert any("FM-SETUP-07" in problem for problem in problems(force, 26))


def scenario_of(tmp_path: Path, more: str) -> Path:
    small = 'name = "Small"\narmy_list = "meridian"\n' + "".join(
        f'[[formation]]\nname = "{name}"\nstands = ["{stand}"]\n'
        for name, stand in (("X", "Fire Squad"), ("Y", "Fire Squad"), ("Z", "IFV"))
    )
    (tmp_path / "small.toml").write_text(small, encoding="utf-8")
    (tmp_path / "smaller.toml").write_text(small.replace("IFV", "Fire Squad"), encoding="utf-8")
    path = tmp_path / "mine.toml"
    path.write_text(
        'title = "Mine"\nbattlefield = "crossroads"\nforces = ["small.toml", "smaller.toml"]\n' + more,
        encoding="utf-8",
    )
    return path


def test_armies_are_equal_unless_both_agreed(tmp_path: Path) -> None:
    """FM-EX-51, FM-SETUP-07, FM-R71."""
    with pytest.raises(ContentError, match="FM-SETUP-07"):
        load(scenario_of(tmp_path, ""))
    load(scenario_of(tmp_path, "unequal = true\n"))


@pytest.mark.parametrize("name", ARMIES)
def test_shipped_armies(name: str) -> None:
    """FM-M15, FM-M16, FM-M17, FM-SETUP-08: 25 points, and no breach."""
    assert points_of(army(name)) == 25
    assert problems(army(name), 25) == []


@pytest.mark.parametrize("name", FIELDS)
def test_shipped_battlefields(name: str) -> None:
    """FM-M20, FM-M21, FM-M22, FM-M05, FM-SETUP-09: pieces in pairs, unchanged by a half turn."""
    scenario = blank(s.Scenario)[0]
    field = fill_battlefield(scenario, battlefield_file(name))
    assert len(field.piece) == FIELDS[name]

    def turned(points: list[tuple[float, float]]) -> set[tuple[float, float]]:
        return {(183 - x, 122 - y) for x, y in points}

    shapes = [(piece.type, set(map(tuple, piece.points))) for piece in field.piece]
    for piece in field.piece:
        assert (piece.type, turned(piece.points)) in shapes
    assert turned(field.markers) == set(map(tuple, field.markers))


def test_the_lists() -> None:
    """FM-M13, FM-M14, FM-M07: fifteen stands each; the profiles that the rules' examples name."""
    for name in ("meridian", "kessar"):
        assert len(army_list(name).stand) == 15
    lines = {line.name: line for line in army_list("meridian").stand}
    fire, tank, conscript = lines["Fire Squad"], lines["MBT"], lines["Conscript Squad"]
    assert (fire.armour, fire.range, fire.long, fire.near, fire.contact) == ("3+", 50, "1", "2", "½")
    assert (tank.armour, tank.range, tank.long, tank.contact) == ("6+", 60, "2 Power", "½")
    assert (conscript.armour, conscript.long, conscript.near, conscript.points) == ("3+", "½", "1", 0.5)


def test_bases() -> None:
    """FM-R03, FM-M01, FM-M02: radii by class; every aircraft flies at least 20 cm."""
    row, texts = load("formation/air-assault")
    radii = {"infantry": 125, "vehicle": 150, "aircraft": 200}
    for number, line in enumerate(texts.stands):
        kind = row[0].type[number]
        assert kind.radius == (300 if line.huge else radii[line.cls])
        assert kind.least_move == (2000 if line.cls == "aircraft" else 0)


def test_every_scenario_loads() -> None:
    """FM-SETUP-07, FM-R71: what is shipped is in order."""
    assert len(list((CONTENT / "scenarios").glob("*.toml"))) == len(scenarios())
    for outline in scenarios():
        load(outline.id)


def test_the_first_scenario_is_guided_by_real_rules() -> None:
    """Its steps name clauses that there are, and speak of places on its field; it is not meant to be even."""
    outline = scenarios()[0]
    assert (outline.tutorial, outline.even) == (True, False)
    assert len(outline.guide) > 10
    assert {lesson.clause for lesson in outline.guide} <= set(clauses(RULEBOOK))
    assert all(lesson.offers or lesson.phase for lesson in outline.guide)
    assert [one.even for one in scenarios()[1:]] == [True] * (len(scenarios()) - 1)


def test_a_step_that_can_never_be_shown_is_refused(tmp_path: Path) -> None:
    for line, words in (
        ('phase = "Movement"', "guide[0].phase"),
        ('offers = "fly"', "guide[0].offers"),
    ):
        path = scenario_of(tmp_path, f'unequal = true\n[[guide]]\ntitle = "T"\ntext = "X"\n{line}\n')
        with pytest.raises(ContentError, match="expected one of") as error:
            load(path)
        assert words in str(error.value)


def test_an_army_of_ones_own_is_played_in_a_scenario_of_ones_own(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """FM-SETUP-07: SANDTABLE_CONTENT/NAME/scenario.toml is formation/NAME, with armies beside it."""
    folder = tmp_path / "home-guard"
    folder.mkdir()
    text = (CONTENT / "forces" / "kessar-war-band.toml").read_text(encoding="utf-8")
    (folder / "mine.toml").write_text(text.replace("War Band", "Home Guard"), encoding="utf-8")
    forces = 'forces = ["./mine.toml", "meridian-task-group"]'
    (folder / "scenario.toml").write_text(f'title = "Home Guard"\nbattlefield = "ridge"\n{forces}\n', "utf-8")
    monkeypatch.setenv("SANDTABLE_CONTENT", str(tmp_path))
    assert "formation/home-guard" in [outline.id for outline in scenarios()]
    _, texts = load("formation/home-guard")
    assert (texts.id, texts.names[0]) == ("formation/home-guard", "Kessar Home Guard")


BROKEN = """name = "Broken"
army_list = "kessar"

[[formation]]
name = "Mixed"
stands = ["3 Thrall Pack", "1 Carrier Manta"]

[[formation]]
name = "Strangers"
stands = ["2 Nobody"]
"""


def test_each_fault_of_an_army_file_names_its_line_field_and_clause() -> None:
    """FM-M03, FM-R77."""
    found = review(BROKEN.encode(), "broken.toml", 25)
    assert [(fault.line, fault.field, fault.clause) for fault in found.faults] == [
        (0, "formation", "FM-M03"),
        (6, "formation[0].stands", "FM-R77"),
        (10, "formation[1].stands", ""),
    ]
    assert "Nobody" in found.faults[2].text
    first, second = found.parts
    assert (first.stands, second.stands) == ([(3, "Thrall Pack"), (1, "Carrier Manta")], [(2, "Nobody")])
    assert found.points == first.points > second.points == 0


@pytest.mark.parametrize("text", ["", "name = 3", 'name = "x"\narmy_list = "none"\nformation = []', "[[["])
def test_what_is_no_army_gets_one_reason(text: str) -> None:
    found = review(text.encode(), "x.toml", 25)
    assert len(found.faults) == 1
    assert found.parts == []


def test_the_army_builder_offers_every_stand_and_ready_armies_that_pass() -> None:
    for book in armies():
        assert len(book.choices) == len(army_list(book.id).stand)
        for text in book.ready.values():
            found = review(text.encode(), "ready.toml", book.standard)
            assert (found.points, found.faults) == (25, [])
