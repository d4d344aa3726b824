"""The free table in a browser: a whole game by mouse, plans that are refused, keys alone, offers that do not ask."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from general import General
from test_table import new_match

if TYPE_CHECKING:
    from collections.abc import Iterator

    from playwright.sync_api import Browser, Page

TOWN = "formation/crossroads-town"


@pytest.fixture
def page(browser: Browser) -> Iterator[Page]:
    """A page of its own; any error in it fails the test."""
    opened = browser.new_page(viewport={"width": 1360, "height": 900}, reduced_motion="reduce")
    errors: list[str] = []
    opened.on("pageerror", lambda error: errors.append(str(error)))
    yield opened
    opened.close()
    assert errors == []


def test_a_whole_formation_game_by_mouse(page: Page, address: str) -> None:
    page.goto(address + new_match(address, TOWN, "human", "scripted")["link"])
    general = General(page, seed=2)
    general.play()
    assert page.get_by_role("dialog", name="Result").is_visible()
    assert {"deploy", "activate", "move", "attack"} <= set(general.done)
