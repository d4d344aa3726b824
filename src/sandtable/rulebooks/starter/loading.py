"""Campaigns from files: TOML and text maps to a Scenario and its texts."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from msgspec import Struct

from sandtable.core.content import ContentError
from sandtable.core.record import blank
from sandtable.core.table import Outline
from sandtable.rulebooks.starter.state import Scenario


class BookletTexts(Struct):
    """The words of one Scenario Booklet."""

    name: str = ""  # "2A"
    title: str = ""
    situation: str = ""
    circumstances: list[str] = []
    objectives: list[str] = []  # in the order of the record
    squares: list[str] = []  # names of the objective squares, in the order of the record
    zones: list[str] = []  # names of the Deployment zones


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


def load(name: str | Path) -> tuple[Any, Texts]:
    """A campaign by id or file. ContentError if it cannot be used; KeyError names the shipped ones."""
    raise ContentError(str(name), "not here yet")


def scenarios() -> list[Outline]:
    """The shipped campaigns, the best first one first."""
    return []


def validate(path: Path) -> list[str]:
    """Everything wrong with a file or folder."""
    return []


_ = (blank, Scenario)
