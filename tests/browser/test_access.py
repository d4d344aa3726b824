"""axe-core finds nothing serious on any page, by day and by night, on a desk and on a phone."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from player import Player
from test_table import DUEL, FIRST, new_match

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

AXE = Path(__file__).resolve().parent.parent.parent / "client/node_modules/axe-core/axe.min.js"
DESK, PHONE = (1360, 900), (390, 844)


def serious(page: Page) -> list[str]:
    """What axe-core holds to be serious or critical on the page as it is."""
    page.add_script_tag(path=AXE)
    found = page.evaluate("axe.run(document, {resultTypes: ['violations']}).then(run => run.violations)")
    return [
        f"{one['id']}: {one['nodes'][0]['html'][:200]}"
        for one in found
        if one["impact"] in ("serious", "critical")
    ]


@pytest.mark.parametrize("size", [DESK, PHONE], ids=["desk", "phone"])
@pytest.mark.parametrize("light", ["light", "dark"])
def test_pages(browser: Browser, address: str, light: str, size: tuple[int, int]) -> None:
    context = browser.new_context(
        viewport={"width": size[0], "height": size[1]}, color_scheme=light, bypass_csp=True
    )
    page = context.new_page()
    trouble = {}
    for path, landmark in (
        ("/", "Rulebooks"),
        (f"/#/scenario/{FIRST}", "Briefing"),
        ("/#/rules/starter", "ST-CAMP-01"),
        ("/#/settings", "Settings"),
        ("/join/nothing", "You are invited"),
    ):
        page.goto(address + path)
        page.get_by_text(landmark).first.wait_for()
        trouble[path] = serious(page)
    assert {path: found for path, found in trouble.items() if found} == {}
    context.close()


@pytest.mark.parametrize("size", [DESK, PHONE], ids=["desk", "phone"])
@pytest.mark.parametrize("light", ["light", "dark"])
def test_tables(browser: Browser, address: str, light: str, size: tuple[int, int]) -> None:
    context = browser.new_context(
        viewport={"width": size[0], "height": size[1]}, color_scheme=light, bypass_csp=True
    )
    page = context.new_page()
    page.goto(address + new_match(address, FIRST, "human", "scripted")["link"])
    player = Player(page)
    page.get_by_role("dialog", name="Briefing").wait_for()
    assert serious(page) == []
    page.keyboard.press("Escape")
    player.take("We have read it all")
    player.await_turn()
    assert serious(page) == []
    page.keyboard.press("/")
    page.get_by_role("dialog", name="Command palette").wait_for()
    assert serious(page) == []
    page.keyboard.press("Escape")

    page.goto(address + new_match(address, DUEL, "human", "human")["link"])
    page.get_by_text("Hand the table over to").wait_for()
    assert serious(page) == []
    page.keyboard.press("Enter")
    player.await_turn()
    player.ready().first.click()
    page.locator(".hand li button").first.click()
    page.locator(".preview").wait_for()
    assert serious(page) == []
    context.close()
