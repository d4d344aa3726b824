"""The table in a browser: whole games by mouse and by keyboard alone, and what people expect of a table.

One file, so that one worker and one server do it all.
"""

from __future__ import annotations

import json
import re
import urllib.request
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
from player import Player

if TYPE_CHECKING:
    from collections.abc import Iterator

    from playwright.sync_api import Browser, Page

FIRST = "starter/first-contact"
DUEL = "toybook/duel"


def post(address: str, path: str, wish: object) -> Any:
    """Ask the server for something new."""
    data = json.dumps(wish).encode()
    request = urllib.request.Request(address + path, data, {"content-type": "application/json"})
    with urllib.request.urlopen(request) as reply:
        return json.load(reply)


def new_match(address: str, scenario: str, *seats: str) -> Any:
    """Lay a table; the answer names its links."""
    return post(address, "/api/matches", {"scenario": scenario, "seats": seats})


@pytest.fixture
def page(browser: Browser) -> Iterator[Page]:
    """A page of its own; any error in it fails the test."""
    opened = browser.new_page(viewport={"width": 1360, "height": 900}, reduced_motion="reduce")
    errors: list[str] = []
    opened.on("pageerror", lambda error: errors.append(str(error)))
    yield opened
    opened.close()
    assert errors == []


def test_a_whole_game_by_mouse(page: Page, address: str) -> None:
    page.goto(address)
    page.get_by_role("button", name="against the computer").click()
    player = Player(page, seed=4)
    player.set_up("mouse")
    player.play_by_mouse()
    assert page.get_by_role("dialog", name="Result").is_visible()
    assert {"end", "square"} <= set(player.done)


def test_a_whole_game_by_keyboard_alone(page: Page, address: str) -> None:
    page.goto(address + new_match(address, FIRST, "human", "scripted")["link"])
    page.mouse.move(0, 0)
    player = Player(page, seed=5)
    player.set_up("keys")
    player.play_by_keys()
    assert page.get_by_role("dialog", name="Result").is_visible()
    assert {"end", "square or target"} <= set(player.done)


def test_every_die_is_checked_in_the_browser_after_the_end(page: Page, address: str) -> None:
    page.goto(address + new_match(address, DUEL, "human", "scripted")["link"])
    player = Player(page, seed=2)
    player.play_by_mouse()
    page.get_by_role("button", name="Look at the table").click()
    page.get_by_role("tab", name="Dice").click()
    page.get_by_text("Dice you can trust").click()
    page.get_by_role("button", name="Check every die").click()
    page.get_by_text("The secret fits the promise.").wait_for()
    assert page.get_by_text("dice are what it makes.").is_visible()


def test_a_finished_match_is_played_again(page: Page, address: str) -> None:
    page.goto(address + new_match(address, DUEL, "human", "scripted")["link"])
    Player(page, seed=3).play_by_mouse()
    page.get_by_role("button", name="Watch the replay").click()
    page.locator(".replay output", has_text="0 of").wait_for()
    page.get_by_role("button", name="One on").click()
    page.locator(".replay output", has_text="1 of").wait_for()
    page.get_by_role("button", name="To the end").click()
    page.locator(".replay output", has_text=re.compile(r"^(\d+) of \1$")).wait_for()


def test_handing_over_shows_nothing_of_either_seat(page: Page, address: str) -> None:
    page.goto(address + new_match(address, FIRST, "human", "human")["link"])
    page.get_by_text("Hand the table over to").wait_for()
    player = Player(page)
    page.keyboard.press("Enter")
    player.await_turn()
    assert page.get_by_text("Personnel in Reserve").first.is_visible()
    page.get_by_role("button", name="We have read it all").click()
    page.locator(".aim .primary").click()
    page.get_by_text("Hand the table over to").wait_for()
    left = page.locator("body").inner_text()
    assert "Credits" not in left and "Reserve" not in left
    assert page.locator(".board, .log, [data-piece]").count() == 0


def test_two_browsers_online_and_one_comes_back_in_mid_turn(browser: Browser, address: str) -> None:
    made = new_match(address, DUEL, "human", "open")
    invite = next(seat["invite"] for seat in made["seats"] if seat.get("invite"))
    host, guest = (browser.new_context().new_page() for _ in range(2))
    host.goto(address + made["link"])
    host.get_by_text("Waiting for the others").wait_for()
    guest.goto(address + invite)
    guest.get_by_role("button", name="Take the seat").click()
    players = [Player(host, 1), Player(guest, 2)]
    for player in players:
        player.page.locator(".prompt").wait_for()
        player.page.keyboard.press("Escape")  # the briefing
    host.get_by_role("tab", name="Chat").click()
    host.get_by_label("Say something").fill("Good luck!")
    host.get_by_label("Say something").press("Enter")
    guest.get_by_role("tab", name="Chat").click()
    guest.get_by_text("Good luck!").wait_for()

    acting = next(player for player in players if player.decides)
    acting.await_turn()
    acting.ready().first.click()
    acting.page.locator(".hand").wait_for()
    before = acting.sequence()
    acting.page.reload()
    acting.page.locator(".prompt.mine").wait_for()
    assert acting.sequence() == before

    for _ in range(200):
        if all(player.over for player in players):
            break
        for player in players:
            if player.decides and not player.over:
                player.await_turn()
                player.decide_by_mouse()
    assert all(player.over for player in players)
    for player in players:
        player.page.context.close()


def test_a_refusal_says_why_and_opens_the_rulebook_at_its_clause(page: Page, address: str) -> None:
    page.goto(address + new_match(address, FIRST, "human", "scripted")["link"])
    player = Player(page)
    player.set_up("mouse")
    player.await_turn()
    page.keyboard.press("/")
    page.keyboard.type("ATTACK #0 #1")
    page.keyboard.press("Enter")
    refusal = page.locator(".notice.bad")
    refusal.wait_for()
    clause = refusal.locator(".clause").inner_text()
    refusal.locator(".clause").click()
    page.locator(f"#clause-{clause}.opened").wait_for()


def test_a_phone_shows_the_board_and_takes_a_tap(browser: Browser, address: str) -> None:
    phone = browser.new_context(viewport={"width": 390, "height": 844}, has_touch=True, is_mobile=True)
    page = phone.new_page()
    page.goto(address + new_match(address, DUEL, "human", "scripted")["link"])
    player = Player(page)
    player.await_turn()
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    board = page.locator(".board").bounding_box()
    assert board and board["width"] > 300 and board["height"] > 200
    player.ready().first.tap()
    page.locator(".hand").wait_for()
    page.locator(".hand li button").first.tap()
    since = player.sequence()
    page.locator(".aim .primary").tap()
    player.settled(since)
    phone.close()


# Accessibility -----------------------------------------------------------------------------------------

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
def test_pages_have_nothing_serious_against_them(
    browser: Browser, address: str, light: str, size: tuple[int, int]
) -> None:
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
def test_tables_have_nothing_serious_against_them(
    browser: Browser, address: str, light: str, size: tuple[int, int]
) -> None:
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
