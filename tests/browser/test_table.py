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
    page.get_by_label("Seen by").select_option(label="Sabre")
    page.locator(".replay[data-seat='1']").wait_for()
    page.get_by_role("button", name="To the beginning").click()
    page.locator(".replay output", has_text="0 of").wait_for()
    page.get_by_role("button", name="Play on from here").click()
    page.locator(".table .prompt").wait_for()
    assert page.get_by_role("dialog", name="Result").count() == 0


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

    page.goto(address + new_match(address, FIRST, "human", "scripted")["link"])
    player.await_turn()
    x, y = player.spot(2.5, 2.5)
    finger = {"pointerType": "touch", "isPrimary": True, "clientX": x, "clientY": y, "bubbles": True}
    page.locator(".board svg").first.dispatch_event("pointerdown", finger)
    page.locator(".notice[role=status]").wait_for()  # a long press asks
    phone.close()


def test_the_first_game_is_guided_by_what_the_table_tells(page: Page, address: str) -> None:
    page.goto(address + new_match(address, FIRST, "human", "scripted")["link"])
    player, guide = Player(page), page.get_by_role("region", name="Guide")
    player.await_turn()
    assert "Welcome to the valley" in guide.inner_text()
    player.take("We have read it all")
    player.await_turn()
    if player.phase == "Sides of the map":
        assert "Choose your side" in guide.inner_text()
        player.take("Take West")
        player.await_turn()
    assert "Buy units" in guide.inner_text()
    player.take("Regular Infantry", 2)
    player.await_turn()
    assert "More, or on to the next?" in guide.inner_text()
    page.reload()
    player.await_turn()
    assert "More, or on to the next?" in guide.inner_text()  # and what was learnt before is not told again
    player.take("End this go")
    player.await_turn()
    assert "A crew, fuel and shells" in guide.inner_text()
    guide.get_by_role("button", name="No more of this").click()
    assert guide.count() == 0
    page.get_by_role("tab", name="Match").click()
    page.get_by_role("button", name="Show the guide again").click()
    guide.wait_for()


def test_what_cannot_be_mended_is_said_first(page: Page, address: str) -> None:
    page.goto(address + new_match(address, FIRST, "human", "scripted")["link"])
    player, warning = Player(page), page.get_by_role("alertdialog")
    player.begin("mouse")
    player.take("Regular Infantry", 2)
    player.take("End this go")
    player.await_turn()
    page.keyboard.press("e")
    assert "2 cards are not mustered" in warning.inner_text()
    page.keyboard.press("Escape")
    assert warning.count() == 0
    assert player.phase == "Purchases"


def test_undo_the_enemys_turn_and_reasons(page: Page, address: str) -> None:
    page.add_init_script("""localStorage["sandtable.settings"] = '{"passEmpty": false}'""")
    page.goto(address + new_match(address, FIRST, "human", "scripted")["link"])
    player = Player(page)
    player.set_up("mouse")
    player.end_phases("Deployment")
    page.keyboard.press("n")
    page.locator(".hand[data-known=true]").wait_for()
    x, y = player.spot(*(at + 0.5 for at in player.squares()[0]))
    page.mouse.click(x, y)
    since = player.sequence()
    page.mouse.click(x, y)
    player.settled(since)
    deployed = page.locator(".board [data-piece]:has(.own)")
    assert deployed.count() == 1
    since = player.sequence()
    page.keyboard.press("u")
    player.settled(since)
    assert deployed.count() == 0
    page.mouse.click(x, y)
    since = player.sequence()
    page.mouse.click(x, y)
    player.settled(since)
    assert deployed.count() == 1

    page.keyboard.press("Escape")
    player.end_phases("Movement")
    since_then = page.get_by_role("region", name="Since your last turn")
    since_then.get_by_role("button", name="Show me").click()
    page.get_by_role("region", name="What happened meanwhile").wait_for()
    assert page.locator(".board .spotlight").count() <= 1  # marks on the present board: no motion is wanted
    since_then.get_by_role("button", name="Seen").click()
    assert since_then.count() == 0

    player.end_phases("Direct attacks")
    deployed.click()
    page.locator(".hand[data-known=true]").wait_for()
    page.get_by_role("list", name="Not possible now").get_by_role("button", name="Attack").click()
    clause = page.locator(".notice .clause").inner_text()
    page.locator(f"#clause-{clause}.opened").wait_for()
    page.get_by_role("button", name="What could they do to it next?").click()
    assert "could attack" in page.locator(".hand .preview").inner_text()

    page.keyboard.press("Escape")
    page.keyboard.press("Escape")
    page.mouse.click(x, y, button="right")
    page.locator(".notice[role=status]").wait_for()


def test_on_return_what_the_others_did_is_shown_again(browser: Browser, address: str) -> None:
    page = browser.new_page(viewport={"width": 1360, "height": 900}, bypass_csp=True)
    page.goto(address + new_match(address, DUEL, "human", "human")["link"])
    told = page.get_by_role("region", name="What happened meanwhile")
    player = Player(page, seed=6)
    for _ in range(3):
        page.get_by_text("Hand the table over to").wait_for()
        assert told.count() == 0
        page.keyboard.press("Enter")
        player.await_turn()
        if told.count():
            break
        while player.decides:
            since = player.sequence()
            player.decide_by_mouse()
            player.settled(since)
    told.locator("p", has_text=re.compile(r"\w+ \w+")).first.wait_for()
    told.get_by_role("button", name="Pause").click()
    assert player.decides  # the table that asks is there all the while
    assert serious(page) == []
    page.keyboard.press("Escape")
    told.wait_for(state="detached")
    assert page.locator(".board:focus").count() == 1
    page.close()


def test_offers_spectators_and_the_next_match(browser: Browser, address: str) -> None:
    made = new_match(address, DUEL, "human", "open")
    invite = next(seat["invite"] for seat in made["seats"] if seat.get("invite"))
    host, guest, watcher = (browser.new_context().new_page() for _ in range(3))
    host.goto(address + made["link"])
    guest.goto(address + invite)
    guest.get_by_label("Your name").fill("Bea")
    guest.get_by_role("button", name="Take the seat").click()
    watcher.goto(address + made["watch_link"])
    for page in (host, guest, watcher):
        page.locator(".prompt").wait_for()
        page.keyboard.press("Escape")
    assert watcher.locator(".prompt.mine, .side footer").count() == 0
    host.get_by_role("tab", name="Match").click()
    host.get_by_role("button", name="Offer a draw").click()
    guest.get_by_role("button", name="Decline").click()
    host.get_by_text("You offer a draw").wait_for(state="detached")
    host.get_by_role("button", name="Resign…").click()
    host.get_by_role("button", name="Yes, resign").click()
    for page in (host, guest, watcher):
        page.get_by_role("dialog", name="Result").wait_for()
        assert "Bea" in page.get_by_role("dialog", name="Result").inner_text()
    guest.get_by_role("button", name="Rematch").click()
    host.get_by_role("dialog").get_by_role("button", name="Accept").click()
    for page in (host, guest):
        page.get_by_role("dialog").get_by_role("link", name="take your seat").click()
    for page in (host, guest):
        page.locator(".prompt").wait_for()
        assert made["match"] not in page.url
    for page in (host, guest, watcher):
        page.context.close()


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
        ("/#/rules/starter/ST-CACHE-10", "An explosion and a chain"),
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
    player.begin("mouse")
    assert serious(page) == []
    page.keyboard.press("e")
    page.get_by_role("alertdialog").wait_for()
    assert serious(page) == []
    page.keyboard.press("Escape")
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

    page.goto(address + new_match(address, DUEL, "human", "open")["link"])
    page.get_by_text("Waiting for the others").wait_for()
    assert serious(page) == []
    page.goto(address + new_match(address, DUEL, "human", "scripted")["link"])
    player.play_by_mouse()
    assert serious(page) == []
    page.get_by_role("button", name="Watch the replay").click()
    page.locator(".replay output", has_text="0 of").wait_for()
    assert serious(page) == []
    context.close()
