"""Campaigns from files: catalogue, campaign and booklets become a `Scenario` and its texts.

Everything is checked here, once; the rules trust a Scenario. In particular every scenario has a last round,
every price is above 0 and the Scenario Tree leads from lower to higher numbers, so that every game ends.
"""

from __future__ import annotations

import os
from functools import cache
from pathlib import Path
from typing import Any

from msgspec import Struct

from sandtable.core.content import ContentError
from sandtable.core.content import load as load_file
from sandtable.core.record import blank, clone
from sandtable.core.table import Lesson, Outline
from sandtable.rulebooks.starter import words
from sandtable.rulebooks.starter.booklets import LONGEST_GAME, BookletTexts, read_booklet
from sandtable.rulebooks.starter.catalogue import read_costs, read_types, slug
from sandtable.rulebooks.starter.forms import (
    BookletForm,
    BranchForm,
    CampaignForm,
    CatalogueForm,
    ForceForm,
)
from sandtable.rulebooks.starter.notation import VERBS
from sandtable.rulebooks.starter.sources import Source
from sandtable.rulebooks.starter.state import (
    BOOKLETS,
    CLASSES,
    CORNER_SIZE,
    DIAGONALS_COUNT_ONE,
    FULL_SIZE,
    GUN,
    INF,
    LOSER,
    NO_LIQUIDATION,
    OBJECTIVES,
    OBJECTIVES_STICK,
    PARTIAL_RESUPPLY,
    POOREST,
    REPOSITION_WITH_MOVE,
    RICHEST,
    ROCKY_HURTS_ATTACKERS,
    SIDE_SIZE,
    SIDES,
    SWK,
    TEC,
    TRK,
    VICTOR,
    Scenario,
)

CONTENT = Path(__file__).parent / "content"
BEADS = ("black", "white", "red", "orange", "yellow", "green", "blue", "purple", "brown", "grey")  # from 1
SWITCHES = {
    "reposition-with-move": REPOSITION_WITH_MOVE,
    "rocky-hurts-attackers": ROCKY_HURTS_ATTACKERS,
    "diagonals-count-one": DIAGONALS_COUNT_ONE,
    "no-liquidation": NO_LIQUIDATION,
    "objectives-stick": OBJECTIVES_STICK,
    "partial-resupply": PARTIAL_RESUPPLY,
}
CHOOSERS = {"victor": VICTOR, "poorest": POOREST, "richest": RICHEST, "loser": LOSER}


class Texts(Struct):
    """What a campaign says in words: all public."""

    id: str = ""
    title: str = ""
    pitch: str = ""
    length: str = ""
    situation: str = ""
    circumstances: list[str] = []
    companies: list[str] = []
    colours: list[tuple[str, str]] = []  # bead colours of each livery, by name
    types: list[str] = []  # full names, in the order of the record
    forces: dict[str, list[str]] = {}  # ready forces (ST-M25): types as the notation writes them
    booklets: list[BookletTexts] = []
    tutorial: bool = False
    guide: list[Lesson] = []


# The face ---------------------------------------------------------------------------------------------


def load(name: str | Path) -> tuple[Any, Texts]:
    """A campaign by id (``starter/first-contact``) or file, as a row of one Scenario and its texts.

    KeyError names the shipped ones; ContentError says where a file is wrong.
    """
    if isinstance(name, Path) or name.endswith(".toml"):
        return _read(Path(name), Path(name).stem)
    scenario, texts = _shipped(name.removeprefix("starter/"))
    return clone(Scenario, scenario), texts


@cache
def _shipped(name: str) -> tuple[Any, Texts]:
    paths = _shipped_paths()
    if name not in paths:
        raise KeyError(f"no scenario {name!r}; there are {', '.join(f'starter/{n}' for n in paths)}")
    return _read(paths[name], f"starter/{name}")


def _shipped_paths() -> dict[str, Path]:
    """The campaign files by the names of their folders, the best first one first.

    Beside the shipped ones those in folders of the folder that ``SANDTABLE_CONTENT`` names.
    """
    found = sorted(CONTENT.glob("*/*/campaign.toml"))
    if own := os.environ.get("SANDTABLE_CONTENT"):
        found += sorted(Path(own).glob("*/campaign.toml"))
    paths = {path.parent.name: path for path in found}
    order = {name: load_file(path, CampaignForm).order for name, path in paths.items()}
    return {name: paths[name] for name in sorted(paths, key=lambda name: (order[name], name))}


def scenarios() -> list[Outline]:
    """The shipped campaigns, the best first one first."""
    found = []
    for name in _shipped_paths():
        scenario, texts = load(name)
        found.append(
            Outline(
                id=texts.id,
                title=texts.title,
                seats=int(scenario[0].sides),
                pitch=texts.pitch,
                length=texts.length,
                briefing=briefing(texts),
                names=texts.companies,
                tutorial=texts.tutorial,
                guide=texts.guide,
            )
        )
    return found


def briefing(texts: Texts) -> list[str]:
    """The Campaign Brief and the first booklet, a paragraph each."""
    first = texts.booklets[0]
    campaign = [texts.situation, *texts.circumstances]
    return list(filter(None, [*campaign, first.situation, *first.circumstances, *first.objectives]))


def validate(path: Path) -> list[str]:
    """Everything wrong with a catalogue, booklet or campaign file, or with all files of a folder."""
    paths = sorted(path.rglob("*.toml")) if path.is_dir() else [path]
    if not paths:
        return [f"{path}: there is no .toml file"]
    return [str(problem) for each in paths for problem in _problems(each)]


def _problems(path: Path) -> list[ContentError]:
    try:
        keys = load_file(path, dict[str, Any])
        if "scenarios" in keys or "catalogue" in keys:
            return _campaign(path, path.stem)[2]
        if "types" in keys:
            source = Source.read(path, CatalogueForm)
            scenario = blank(Scenario)[0]
            read_types(source, scenario, [])
            return source.problems
        booklet = Source.read(path, BookletForm)
        read_booklet(booklet, blank(Scenario)[0].booklet[0], min(max(len(booklet.form.zones), 2), SIDES))
        return booklet.problems
    except ContentError as error:
        return [error]


def _read(path: Path, id: str) -> tuple[Any, Texts]:
    scenario, texts, problems = _campaign(path, id)
    if problems:
        raise problems[0]
    return scenario, texts


# A campaign -------------------------------------------------------------------------------------------


def _campaign(path: Path, id: str) -> tuple[Any, Texts, list[ContentError]]:
    """A campaign with all its files, and everything wrong with them."""
    source = Source.read(path, CampaignForm)
    form = source.form
    row = blank(Scenario)
    scenario = row[0]
    texts = Texts(
        id=id,
        title=form.title,
        pitch=form.pitch,
        length=form.length,
        situation=form.situation,
        circumstances=form.circumstances,
        companies=[company.name for company in form.companies],
        tutorial=form.tutorial,
    )
    _read_guide(source, texts)
    _read_prices(source, scenario)
    _read_companies(source, scenario, texts)
    _read_classes(scenario)
    problems = _read_catalogue(source, scenario, texts)
    problems += _read_tree(source, scenario, texts)
    return row, texts, source.problems + problems


def _read_guide(source: Source[CampaignForm], texts: Texts) -> None:
    """The steps of a guided game: their phases, verbs and clauses must be real ones."""
    phases = dict.fromkeys([*words.SET_UP.values(), *words.TURN.values(), *words.ENDING.values()], True)
    verbs = {word.lower(): True for word in VERBS}
    for number, lesson in enumerate(source.form.guide):
        place = f"guide[{number}]"
        if lesson.phase:
            source.one_of(f"{place}.phase", lesson.phase, phases, "phase")
        if lesson.offers:
            source.one_of(f"{place}.offers", lesson.offers, verbs, "verb")
        x, y = lesson.at or (-1, -1)
        texts.guide.append(
            Lesson(
                text=lesson.text,
                title=lesson.title,
                phase=lesson.phase,
                offers=lesson.offers,
                ready=lesson.ready,
                clause=lesson.clause,
                x=x,
                y=y,
            )
        )


def _read_prices(source: Source[CampaignForm], scenario: Any) -> None:
    """Budget, pool and prices (ST-M01, M02)."""
    form = source.form
    scenario.budget = source.within("budget", form.budget, 100, 100_000)
    scenario.pool = pool = source.within("pool", form.pool, 0, 5000)
    scenario.fuel_price = source.within("fuel_price", form.fuel_price, 1, 1000)
    scenario.ammo_price = source.within("ammo_price", form.ammo_price, 1, 1000)
    for band, price in enumerate(form.manpower):
        scenario.bands[band] = -(-pool * (3 - band) // 4)
        scenario.manpower[band] = source.within("manpower", price, 1, 1000)
    for switch in form.switches:
        scenario.switches |= SWITCHES[switch]


def _read_companies(source: Source[CampaignForm], scenario: Any, texts: Texts) -> None:
    """The players and their Liveries (ST-MUSTER-23)."""
    form = source.form
    if not 2 <= len(form.companies) <= SIDES:
        source.wrong("companies", f"expected 2 to {SIDES} companies, not {len(form.companies)}")
        return
    scenario.sides = len(form.companies)
    liveries = [company.livery for company in form.companies]
    for side, livery in enumerate(liveries):
        if liveries.count(livery) > 1:
            source.wrong(f"companies[{side}].livery", "another company has this livery")
        texts.colours.append(livery)
        for i, colour in enumerate(livery):
            scenario.livery[side, i] = BEADS.index(colour) + 1


def _read_classes(scenario: Any) -> None:
    """Footprints (ST-M10) and the places that carried units take (ST-M12)."""
    for cls in range(CLASSES):
        scenario.footprint[cls] = FULL_SIZE
    scenario.footprint[INF] = CORNER_SIZE
    for cls in (TEC, TRK, SWK, GUN):
        scenario.footprint[cls] = SIDE_SIZE
    scenario.carries[INF] = 1
    scenario.carries[GUN] = 2


def _read_catalogue(source: Source[CampaignForm], scenario: Any, texts: Texts) -> list[ContentError]:
    path = source.beside("catalogue", source.form.catalogue)
    if path is None:
        return []
    catalogue = Source.read(path, CatalogueForm)
    names = {type_.name for type_ in catalogue.form.types}
    for i, name in enumerate(source.form.types):
        if name not in names:
            source.wrong("types", f"the catalogue has no {name!r} (number {i + 1})")
    texts.types = read_types(catalogue, scenario, source.form.types)
    for force in catalogue.form.forces:
        if set(force.units) <= set(texts.types):
            texts.forces[force.name] = force_of(force)
    for number in range(BOOKLETS):
        read_costs(catalogue, catalogue.form.costs, scenario.booklet[number])
    return catalogue.problems


def force_of(force: ForceForm) -> list[str]:
    """A ready force as the notation writes its types."""
    return [slug(name) for name in force.units]


def _read_tree(source: Source[CampaignForm], scenario: Any, texts: Texts) -> list[ContentError]:
    """The booklets and which may follow which (ST-CAMP-06, 10, 23, 24)."""
    form = source.form
    problems: list[ContentError] = []
    if not 1 <= len(form.scenarios) <= BOOKLETS:
        source.wrong("scenarios", f"expected 1 to {BOOKLETS} scenarios, not {len(form.scenarios)}")
        return problems
    for number, branch in enumerate(form.scenarios):
        path = source.beside(f"scenarios[{number}].booklet", branch.booklet)
        if path is None:
            return problems
        booklet = scenario.booklet[number]
        file = Source.read(path, BookletForm)
        texts.booklets.append(read_booklet(file, booklet, len(form.companies)))
        problems += file.problems
        booklet.closed_zones = form.closed_zones
        booklet.pool_refill = source.within(f"scenarios[{number}].pool_refill", branch.pool_refill, 0, 5000)
        booklet.chooser = CHOOSERS[branch.chooser]
        booklet.enough = source.within("enough", form.enough, 0, OBJECTIVES) or booklet.enough
        booklet.lull = source.within("lull", form.lull, 0, LONGEST_GAME) or booklet.lull
        booklet.last_round = (
            source.within("last_round", form.last_round, 0, LONGEST_GAME) or booklet.last_round
        )
        _raise_stakes(source, booklet)
    scenario.booklets = len(form.scenarios)
    _link(source, scenario, texts)
    return problems


def _raise_stakes(source: Source[CampaignForm], booklet: Any) -> None:
    """A Special Circumstance of the Campaign: Bonuses and Penalties times a number."""
    stakes = source.within("stakes", source.form.stakes, 1, 10)
    for number in range(int(booklet.objective_count)):
        objective = booklet.objectives[number]
        objective.bonus = int(objective.bonus) * stakes
        objective.penalty = int(objective.penalty) * stakes


def _link(source: Source[CampaignForm], scenario: Any, texts: Texts) -> None:
    """Every branch leads to a higher number, and every scenario can be reached from the first."""
    names = {booklet.name: number for number, booklet in enumerate(texts.booklets)}
    if len(names) < len(texts.booklets):
        source.wrong("scenarios", "two booklets have the same name")
    reached = {0}
    for number, branch in enumerate(source.form.scenarios):
        for following in _following(source, number, branch, names):
            if scenario.booklet[following].number <= scenario.booklet[number].number:
                source.wrong(
                    f"scenarios[{number}].leads_to", "a scenario leads to others with a higher number"
                )
                continue
            scenario.booklet[number].next[following] = 1
            if number in reached:
                reached.add(following)
    for number in set(range(len(texts.booklets))) - reached:
        source.wrong(
            f"scenarios[{number}].booklet", f"no scenario before it leads to {texts.booklets[number].name!r}"
        )


def _following(
    source: Source[CampaignForm], number: int, branch: BranchForm, names: dict[str, int]
) -> list[int]:
    found = [
        source.one_of(f"scenarios[{number}].leads_to", name, names, "scenario") for name in branch.leads_to
    ]
    return [following for following in found if following is not None]
