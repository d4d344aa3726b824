"""The table in a browser: whole games by mouse and by keyboard, handover, phone, accessibility."""

from __future__ import annotations

import json
import urllib.request
from typing import TYPE_CHECKING, Any

from player import Player

if TYPE_CHECKING:
    from playwright.sync_api import Browser

DUEL = "toybook/duel"


def new_match(address: str, scenario: str, *seats: str) -> Any:
    """Lay a table; the answer names its links."""
    wish = json.dumps({"scenario": scenario, "seats": seats}).encode()
    request = urllib.request.Request(
        f"{address}/api/matches", wish, {"content-type": "application/json"}
    )
    with urllib.request.urlopen(request) as reply:
        return json.load(reply)


def test_a_whole_game_by_mouse(browser: Browser, address: str) -> None:
    page = browser.new_page(viewport={"width": 1280, "height": 860})
    page.goto(address + new_match(address, DUEL, "human", "scripted")["link"])
    player = Player(page)
    player.play_by_mouse()
    assert page.get_by_role("dialog", name="Result").is_visible()
    assert {"target"} <= set(player.done)
    page.close()
