"""The free table in a browser: a whole game by mouse, plans that are refused, keys alone, touch, an army."""

from __future__ import annotations

from typing import TYPE_CHECKING

from general import General
from test_table import new_match

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

TOWN = "formation/crossroads-town"


def test_a_whole_formation_game_by_mouse(page: Page, address: str) -> None:
    page.goto(address + new_match(address, TOWN, "human", "scripted")["link"])
    general = General(page, seed=2)
    general.play()
    assert page.get_by_role("dialog", name="Result").is_visible()
    assert {"deploy", "activate", "move", "attack"} <= set(general.done)


def deploy_by_keys(page: Page, general: General) -> None:
    """Put every formation down where the rulebook proposes, without the mouse."""
    while general.await_turn():
        asked, since = page.locator(".prompt").inner_text(), general.sequence()
        if "Deploy" in asked:
            page.keyboard.press("n")
            page.locator(".hand .note, .hand li button").first.wait_for()
            page.keyboard.press("g")
            page.locator(".aim").wait_for()
            page.keyboard.press("Enter")
        elif "edge" in asked or "goes first" in asked:
            page.keyboard.press("/")
            page.keyboard.press("Enter")
            page.locator(".aim").wait_for()
            page.keyboard.press("Enter")
        elif "Activate" not in asked:  # an offer: notation that is spelt in full is sent as it stands
            page.keyboard.press("/")
            page.keyboard.type("pass")
            page.keyboard.press("Enter")
        else:
            return
        general.settled(since)


def test_a_formation_is_deployed_activated_and_led_by_keys_alone(page: Page, address: str) -> None:
    page.goto(address + new_match(address, TOWN, "human", "scripted")["link"])
    page.mouse.move(0, 0)
    general, keys = General(page), page.keyboard
    deploy_by_keys(page, general)
    keys.press("n")
    page.locator(".hand li button", has_text="Activate").wait_for()
    since = general.sequence()
    keys.press("Enter")
    general.settled(since)
    general.await_turn()
    page.locator(".hand li button, .hand .note").first.wait_for()
    name = page.locator(".hand h2").inner_text()
    page.locator(".board").focus()
    keys.press("g")
    for _ in range(4):
        keys.press("ArrowRight")
    assert general.is_legal() or "FM-" in page.locator(".aim .tone-bad").inner_text()
    assert "4.0" in (page.locator(".ghost ~ .label").first.text_content() or "")

    # One stand led away from the others: refused with its clause, and not to be done.
    middle = general.spot(0, 61)[1]
    away = "ArrowDown" if general.middle(page.locator(".ghost .base.lead"))[1] < middle else "ArrowUp"
    for key in ("Escape", "g", "a", *[away] * 14):
        keys.press(key)
    page.locator(".aim .tone-bad", has_text="FM-COH-01").wait_for()
    assert page.locator(".aim .primary").is_disabled()
    assert page.locator(".bond.broken").count() == 1
    keys.press("Escape")
    assert page.locator(".ghost").count() == 0
    assert page.locator(".hand h2").inner_text() == name


def test_a_block_is_put_down_and_led_by_touch(browser: Browser, address: str) -> None:
    context = browser.new_context(viewport={"width": 390, "height": 844}, has_touch=True, is_mobile=True)
    page = context.new_page()
    page.goto(address + new_match(address, TOWN, "human", "scripted")["link"])
    general = General(page)
    general.await_turn()
    page.keyboard.press("Escape")
    while "Deploy" not in page.locator(".prompt").inner_text():
        general.answer()
        general.await_turn()
    page.get_by_role("button", name="Cards").click()
    page.locator(".trays section").first.locator("button").first.tap()
    page.locator(".hand .note").wait_for(state="attached")
    page.touchscreen.tap(*general.spot(60, 61))
    page.locator(".ghost").first.wait_for(state="attached")
    before = page.locator(".ghost .base").first.bounding_box()
    assert before
    x, y = before["x"] + before["width"] / 2, before["y"] + before["height"] / 2
    touch = context.new_cdp_session(page)
    touch.send("Input.dispatchTouchEvent", {"type": "touchStart", "touchPoints": [{"x": x, "y": y}]})
    for step in range(1, 9):
        point = {"x": x + 5 * step, "y": y}
        touch.send("Input.dispatchTouchEvent", {"type": "touchMove", "touchPoints": [point]})
    touch.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})
    after = page.locator(".ghost .base").first.bounding_box()
    assert after
    assert 30 < after["x"] - before["x"] < 50
    context.close()


def test_an_army_is_built_mended_and_taken_home(page: Page, address: str) -> None:
    from playwright.sync_api import expect

    page.goto(f"{address}/#/army/formation")
    page.get_by_label("Begin with").select_option("Kessar War Band")
    page.locator(".total.good", has_text="25 of 25").wait_for()
    page.get_by_role("button", name="Add Hulk").click()
    page.locator(".fault", has_text="27.5 points: the limit is 25").wait_for()
    page.get_by_role("button", name="One Hulk less").first.click()
    page.locator(".total.good").wait_for()
    page.get_by_role("button", name="Add Carrier Manta").click()
    page.locator("article .fault", has_text="aircraft form formations of their own").wait_for()
    page.get_by_role("button", name="One Carrier Manta less").click()
    page.locator(".total.good").wait_for()
    with page.expect_download() as found:
        page.get_by_role("button", name="Download").click()
    assert found.value.suggested_filename == "kessar-war-band.toml"
    text = found.value.path().read_text(encoding="utf-8")
    assert 'army_list = "kessar"' in text
    page.get_by_role("combobox", name="Army list").select_option("meridian")
    page.get_by_label("Open a file").set_input_files(
        {
            "name": "mine.toml",
            "mimeType": "text/plain",
            "buffer": text.replace("War Band", "Home Guard").encode(),
        }
    )
    expect(page.get_by_label("Name", exact=True)).to_have_value("Kessar Home Guard", timeout=20_000)
    page.locator(".total.good").wait_for()
