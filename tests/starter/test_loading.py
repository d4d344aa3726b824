"""Content: what ships is what the register says, and a bad file is told what is wrong with it, and where."""

import re
import shutil
from pathlib import Path
from typing import Any

import pytest

from sandtable.core.content import ContentError
from sandtable.core.rulebook import rulebook
from sandtable.play.rules import clauses
from sandtable.rulebooks.starter import loading
from sandtable.rulebooks.starter.boardroom import payout
from sandtable.rulebooks.starter.state import CLASSES


@pytest.fixture
def copy(tmp_path: Path) -> Path:
    """A copy of the shipped content to spoil; the path of its campaign file."""
    shutil.copytree(loading.CONTENT, tmp_path / "content")
    return tmp_path / "content" / "campaigns" / "tarn-valley" / "campaign.toml"


def cells(grid: Any, scenario_booklet: Any) -> list[list[int]]:
    columns, rows = int(scenario_booklet.columns), int(scenario_booklet.rows)
    return [[int(grid[y, x]) for x in range(columns)] for y in range(rows)]


# What ships -------------------------------------------------------------------------------------------


def test_everything_shipped_is_sound() -> None:
    """ST-CAMP-11: brief, Catalogue and booklets with their maps are there, and fit together."""
    assert loading.validate(loading.CONTENT) == []


def test_the_first_scenario_comes_first() -> None:
    ids = [outline.id for outline in loading.scenarios()]
    assert ids[:2] == ["starter/first-contact", "starter/tarn-valley"]
    alone = {"survey-line", "refinery-row", "causeway", "breakers-ridge", "head-office"}
    assert {f"starter/{name}" for name in alone} <= set(ids)
    assert all(outline.briefing and outline.pitch and outline.names for outline in loading.scenarios())


def test_the_first_scenario_is_guided_by_real_rules(copy: Path) -> None:
    """Phases and verbs are checked when it is read; its clauses stand in the rulebook."""
    guide = loading.load("starter/first-contact")[1].guide
    assert len(guide) > 10
    assert {lesson.clause for lesson in guide} <= set(clauses(rulebook("starter")))
    file = copy.parent.parent.parent / "scenarios/first-contact/campaign.toml"
    file.write_text(file.read_text().replace('offers = "move"', 'offers = "fly"'))
    assert "no verb 'fly'" in loading.validate(file)[0]


def test_the_catalogue() -> None:
    """ST-CAMP-13, ST-M10, ST-M11: 34 types, at least two of every Class; the source's two Fuel figures."""
    row, texts = loading.load("starter/tarn-valley")
    scenario = row[0]
    assert int(scenario.types) == len(texts.types) == 34
    classes = [int(scenario.type[k].cls) for k in range(34)]
    assert all(classes.count(cls) >= 2 for cls in range(CLASSES))
    for name, fuel in (("Regular Infantry", (6, 1)), ("Main Battle Tank", (5, 3))):
        type_ = scenario.type[texts.types.index(name)]
        assert (int(type_.fuel_places), int(type_.fuel_cost)) == fuel


@pytest.mark.parametrize(
    ("force", "figures"),
    [("Line Contract", (9, 76, 15, 12, 2055)), ("Raider Contract", (12, 95, 16, 12, 2165))],
)
def test_ready_forces(force: str, figures: tuple[int, ...]) -> None:
    """ST-M25: units, Personnel, Fuel, Ammunition and Credits of both contracts."""
    row, texts = loading.load("starter/tarn-valley")
    types = [row[0].type[[loading.slug(t) for t in texts.types].index(name)] for name in texts.forces[force]]
    people, fuel, ammo = (
        sum(int(getattr(t, f)) for t in types) for f in ("strength", "fuel_cost", "ammo_cost")
    )
    cost = sum(int(t.price) for t in types) + 10 * (people + fuel + ammo)
    assert (len(types), people, fuel, ammo, cost) == figures


def test_each_booklet_has_its_own_map_objectives_and_circumstances() -> None:
    """ST-CAMP-12, ST-CAMP-20, ST-CAMP-21, ST-CAMP-22, ST-M15: one booklet a scenario, with its map."""
    row, texts = loading.load("starter/tarn-valley")
    scenario = row[0]
    assert [booklet.name for booklet in texts.booklets] == ["1", "2A", "2B", "3A", "3B"]
    booklets = [scenario.booklet[i] for i in range(5)]
    assert [(int(b.columns), int(b.rows)) for b in booklets] == [
        (14, 10),
        (14, 12),
        (16, 10),
        (16, 12),
        (18, 12),
    ]
    assert [int(b.deployment_cost) for b in booklets] == [10, 15, 15, 20, 25]
    assert [int(b.extraction_cost) for b in booklets] == [5, 10, 10, 15, 15]
    assert [int(b.last_round) for b in booklets] == [12, 14, 14, 20, 20]
    assert all(len(b.objectives) == 3 and b.situation and b.circumstances for b in texts.booklets)
    leads = [[texts.booklets[j].name for j in range(5) if booklets[i].next[j]] for i in range(5)]
    assert leads == [["2A", "2B"], ["3A", "3B"], ["3A", "3B"], [], []]
    assert texts.situation and texts.circumstances and int(scenario.budget) == 3500


@pytest.mark.parametrize("id", [outline.id for outline in loading.scenarios() if outline.seats == 2])
def test_both_sides_of_a_map_are_equal(id: str) -> None:
    """ST-M14: a half turn changes West into East and nothing else; 4 doors each at least (ST-R44)."""
    row, texts = loading.load(id)
    for number in range(len(texts.booklets)):
        booklet = row[0].booklet[number]
        for name in ("terrain", "mines", "depot_fuel", "depot_ammo", "object"):
            grid = cells(getattr(booklet, name), booklet)
            assert grid == [line[::-1] for line in grid[::-1]], f"{id} {texts.booklets[number].name} {name}"
        for name in ("zone", "side_of"):
            grid = cells(getattr(booklet, name), booklet)
            swapped = [[{0: 0, 1: 2, 2: 1}[cell] for cell in line[::-1]] for line in grid[::-1]]
            assert grid == swapped, f"{id} {texts.booklets[number].name} {name}"
        assert sum(cell == 1 for line in cells(booklet.zone, booklet) for cell in line) >= 4


def test_the_same_booklet_alone_and_in_the_campaign() -> None:
    campaign, alone = loading.load("starter/tarn-valley")[0], loading.load("starter/causeway")[0]
    one, other = campaign[0].booklet[2], alone[0].booklet[0]
    assert cells(one.terrain, one) == cells(other.terrain, other)
    assert int(other.objective_count) == 3 and int(alone[0].booklets) == 1


def test_bands_of_the_pool(copy: Path) -> None:
    """ST-M02: quarters of the pool, fractions rounded up."""
    assert [int(b) for b in loading.load(copy)[0][0].bands] == [180, 120, 60, 0]
    copy.write_text(copy.read_text().replace("pool = 240", "pool = 250"))
    assert [int(b) for b in loading.load(copy)[0][0].bands] == [188, 125, 63, 0]


def test_a_load_is_ones_own() -> None:
    first = loading.load("starter/first-contact")[0]
    first[0].budget = 1
    assert int(loading.load("starter/first-contact")[0][0].budget) > 1


def test_own_campaigns_stand_beside_the_shipped_ones(copy: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    copy.write_text(copy.read_text().replace("The Tarn Valley Concession", "Mine"))
    copy.parent.rename(copy.parent.parent / "mine")
    monkeypatch.setenv("SANDTABLE_CONTENT", str(copy.parent.parent))
    assert "Mine" in [outline.title for outline in loading.scenarios()]
    assert loading.load("starter/mine")[1].id == "starter/mine"


def test_no_such_scenario() -> None:
    with pytest.raises(KeyError, match="starter/first-contact"):
        loading.load("starter/nowhere")


# Bad files --------------------------------------------------------------------------------------------

# The file, what is replaced in it, by what; the file, line and field that are named; the words.
SPOILED = {
    "a short row": (
        "1.toml",
        "...FF......R..",
        "...FF......R.",
        "1.toml",
        "map",
        "row 1 has 13 squares, row 0 has 14",
    ),
    "a symbol": (
        "1.toml",
        "1....UU......2",
        "1....UQ......2",
        "1.toml",
        "map",
        "row 3, column 6: 'Q' is none of",
    ),
    "a third zone": (
        "1.toml",
        "1....UU......2",
        "1....UU......3",
        "1.toml",
        "map",
        "column 13: '3' is none of",
    ),
    "no doors": ("1.toml", ".2\n", "..\n", "1.toml", "map", "there is no Deployment Square 2"),
    "a hold on open ground": ("1.toml", "at = [6, 4]", "at = [0, 0]", "1.toml", "squares[0].at", "must be S"),
    "a square off the map": (
        "1.toml",
        "at = [6, 4]",
        "at = [60, 4]",
        "1.toml",
        "squares[0].at",
        "no square [60, 4]",
    ),
    "an unknown square": (
        "1.toml",
        'squares = ["North Station", "South Station"]',
        'squares = ["Nort Station"]',
        "1.toml",
        "objectives[0].squares",
        "no objective square 'Nort Station'",
    ),
    "an objective without its number": (
        "1.toml",
        "turns = 3\n",
        "",
        "1.toml",
        "objectives[0]",
        "needs turns, squares",
    ),
    "a number it has no use for": (
        "1.toml",
        "turns = 3\n",
        "turns = 3\nunits = 2\n",
        "1.toml",
        "objectives[0].units",
        "needs turns, squares",
    ),
    "an unknown kind": (
        "1.toml",
        'kind = "hold-one"',
        'kind = "hold"',
        "1.toml",
        "objectives[0].kind",
        "hold",
    ),
    "too many at once": (
        "1.toml",
        "at_once = 2",
        "at_once = 3",
        "1.toml",
        "objectives[1].at_once",
        "expected 1 to 2",
    ),
    "no end": (
        "1.toml",
        "last_round = 12",
        "last_round = 0",
        "1.toml",
        "last_round",
        "expected 1 to 100, not 0",
    ),
    "an unknown field": ("1.toml", "last_round = 12", "last_round = 12\nrounds = 9", "1.toml", "", "rounds"),
    "a word for a number": (
        "1.toml",
        "last_round = 12",
        'last_round = "12"',
        "1.toml",
        "last_round",
        "Expected `int`",
    ),
    "a name without a number": (
        "1.toml",
        'name = "1"',
        'name = "One"',
        "1.toml",
        "name",
        "expected a number",
    ),
    "denying nothing": (
        "2B.toml",
        'denies = "2B-a"',
        'denies = "2B-x"',
        "2B.toml",
        "objectives[1].denies",
        "no objective '2B-x'",
    ),
    "far from nowhere": ("2B.toml", "columns = [0, 5]", "", "2B.toml", "objectives[0].far", "give the zones"),
    "a depot on a mine": (
        "2A.toml",
        "1..US..U",
        "1..USx.U",
        "2A.toml",
        "depots[0].at",
        "no depot can lie on",
    ),
    "two depots on a square": (
        "2A.toml",
        "at = [8, 6]",
        "at = [5, 5]",
        "2A.toml",
        "depots[1].at",
        "another depot",
    ),
    "an object on a depot": (
        "2A.toml",
        "extraction_cost = 10",
        "extraction_cost = 10\nobjects = [[5, 5]]",
        "2A.toml",
        "objects",
        "no place for one at [5, 5]",
    ),
    "too large a depot": (
        "2A.toml",
        "fuel = 6",
        "fuel = 10",
        "2A.toml",
        "depots[0]",
        "expected 1 to 9 tokens",
    ),
    "not TOML": ("1.toml", "last_round = 12", "last_round = ", "1.toml", "", "is not TOML"),
    "a branch to nowhere": (
        "campaign.toml",
        '"2B"]',
        '"2C"]',
        "campaign.toml",
        "scenarios[0].leads_to",
        "no scenario '2C'",
    ),
    "a way back": (
        "campaign.toml",
        'booklet = "3B.toml"',
        'booklet = "3B.toml"\nleads_to = ["1"]',
        "campaign.toml",
        "scenarios[4].leads_to",
        "higher number",
    ),
    "a scenario nobody reaches": (
        "campaign.toml",
        '["2A", "2B"]',
        '["2A"]',
        "campaign.toml",
        "scenarios[2].booklet",
        "no scenario before it leads to '2B'",
    ),
    "no such file": (
        "campaign.toml",
        '"3B.toml"',
        '"4.toml"',
        "campaign.toml",
        "scenarios[4].booklet",
        "no file '4.toml'",
    ),
    "a path from the root": (
        "campaign.toml",
        '"3B.toml"',
        '"/etc/passwd"',
        "campaign.toml",
        "scenarios[4].booklet",
        "relative path",
    ),
    "free manpower": (
        "campaign.toml",
        "manpower = [10,",
        "manpower = [0,",
        "campaign.toml",
        "manpower",
        "expected 1 to 1000",
    ),
    "three prices": (
        "campaign.toml",
        "manpower = [10, ",
        "manpower = [",
        "campaign.toml",
        "manpower",
        "length 4",
    ),
    "one livery twice": (
        "campaign.toml",
        '["white", "blue"]',
        '["black", "orange"]',
        "campaign.toml",
        "companies[0].livery",
        "another company",
    ),
    "an unknown colour": (
        "campaign.toml",
        '["white", "blue"]',
        '["white", "pink"]',
        "campaign.toml",
        "companies[1].livery[1]",
        "pink",
    ),
    "an odd die": (
        "../../catalogue.toml",
        "attack = 4\n",
        "attack = 5\n",
        "catalogue.toml",
        "types[0].attack",
        "not 5",
    ),
    "a price of 33": (
        "../../catalogue.toml",
        "price = 30\n",
        "price = 33\n",
        "catalogue.toml",
        "types[0].price",
        "multiple of 5",
    ),
    "an army of one card": (
        "../../catalogue.toml",
        "strength = 10\n",
        "strength = 50\n",
        "catalogue.toml",
        "types[0].strength",
        "expected 1 to 20",
    ),
    "a range backwards": (
        "../../catalogue.toml",
        "range = [2, 5]",
        "range = [5, 2]",
        "catalogue.toml",
        "types[6].range",
        "[least, most]",
    ),
    "counters for nothing": (
        "../../catalogue.toml",
        "fuel = [6, 1]",
        "fuel = [6, 0]",
        "catalogue.toml",
        "types[0].fuel",
        "both 0 or neither",
    ),
    "a type twice": (
        "../../catalogue.toml",
        '"Scout Team"\ncls',
        '"Regular Infantry"\ncls',
        "catalogue.toml",
        "types[1].name",
        "two unit types",
    ),
}


@pytest.mark.parametrize(("file", "old", "new", "named", "field", "words"), SPOILED.values(), ids=SPOILED)
def test_a_bad_file_is_told_where(
    copy: Path, file: str, old: str, new: str, named: str, field: str, words: str
) -> None:
    """The error names the file, the line that holds the fault, and the field."""
    path = (copy.parent / file).resolve()
    text = path.read_text()
    assert old in text
    path.write_text(text.replace(old, new))
    with pytest.raises(ContentError) as caught:
        loading.load(copy)
    error = caught.value
    assert (error.source, words in error.problem) == (named, True), str(error)
    if field:
        assert error.field == field, str(error)
        assert error.line > 0, str(error)
    assert any(str(error) == line for line in loading.validate(copy))


def test_the_line_of_a_bad_row_is_its_own(copy: Path) -> None:
    path = copy.parent / "1.toml"
    path.write_text(path.read_text().replace("1..F...SUU...2", "1..F...SUU...2.."))
    (problem,) = loading.validate(path)
    line = int(re.search(r"line (\d+)", problem)[1])  # type: ignore[index]
    assert path.read_text().splitlines()[line - 1] == "1..F...SUU...2.."


def test_everything_wrong_is_told_at_once(copy: Path) -> None:
    path = copy.parent / "1.toml"
    text = (
        path.read_text().replace("last_round = 12", "last_round = 999").replace("at_once = 2", "at_once = 9")
    )
    path.write_text(text.replace("dearest_unit = 250", "dearest_unit = -1"))
    assert len(loading.validate(path)) == len(loading.validate(copy)) == 3


def test_no_card_can_be_bought_and_scrapped_for_ever() -> None:
    """ST-SCRAP-13, ST-SCRAP-15: half of 5, rounded to the nearest 5, is 5; from 10 on scrapping costs."""
    assert payout(5, 1, 1) == 5
    assert all(payout(price, 1, 1) < price for price in range(10, 10000, 5))


def test_a_price_that_scrapping_would_give_back_is_refused(copy: Path) -> None:
    catalogue = copy.parent.parent.parent / "catalogue.toml"
    catalogue.write_text(re.sub(r"^price = \d+", "price = 5", catalogue.read_text(), count=1, flags=re.M))
    assert "types[0].price: expected 10 to 9995" in loading.validate(catalogue)[0]


def test_a_catalogue_and_a_folder_can_be_checked_alone(copy: Path) -> None:
    catalogue = copy.parent.parent.parent / "catalogue.toml"
    assert loading.validate(catalogue) == []
    catalogue.write_text(catalogue.read_text().replace("speed = 3", "speed = 0", 1))
    assert "types[0].speed" in loading.validate(catalogue)[0]
    assert any("types[0].speed" in line for line in loading.validate(copy.parent))
    (copy.parent / "empty").mkdir()
    assert "no .toml file" in loading.validate(copy.parent / "empty")[0]
