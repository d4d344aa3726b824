"""The free table in a browser: a whole game by mouse, plans that are refused, keys alone, touch, an army."""

from __future__ import annotations

from typing import TYPE_CHECKING

from general import General
from test_table import new_match

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

LESSON = "formation/first-orders"
TOWN = "formation/crossroads-town"
STRIDE = 16  # centimetres of a move by keys


def test_a_whole_formation_game_by_mouse(page: Page, address: str) -> None:
    page.goto(address + new_match(address, TOWN, "human", "scripted")["link"])
    general = General(page, seed=2)
    general.play()
    assert page.get_by_role("dialog", name="Result").is_visible()
    assert {"deploy", "activate", "move", "attack"} <= set(general.done)


class Clerk(General):
    """Plays without touching the mouse: fires if it can, else goes straight on."""

    def __init__(self, page: Page, seed: int = 1) -> None:
        super().__init__(page, seed)
        self.lessons: set[str] = set()  # titles of the guide
        page.mouse.move(0, 0)

    def decide(self) -> None:
        """Take one decision by what is asked."""
        page, keys, since = self.page, self.page.keyboard, self.sequence()
        asked = page.locator(".prompt").inner_text()
        self.listen()
        if "Deploy" in asked:
            self.take()
            keys.press("g")
            assert self.is_legal()
            keys.press("Enter")
            self.did("deploy", since)
        elif "Activate" in asked:
            self.take()
            keys.press("Enter")
            self.did("activate", since)
        elif "choose an action" in asked:
            self.act()
        else:
            self.answer()

    def take(self) -> None:
        """Take the next formation in hand, and wait until it is known what it can do."""
        self.page.keyboard.press("n")
        self.page.locator(".hand .note, .hand li button").first.wait_for()
        self.listen()

    def listen(self) -> None:
        """Read what the guide says now."""
        self.page.wait_for_timeout(100)
        self.lessons |= set(self.page.locator(".guide h2").all_inner_texts())

    def act(self) -> None:
        """Attack what the brackets lead to first; else go ahead, or end the activation if that is refused."""
        page, keys, since = self.page, self.page.keyboard, self.sequence()
        page.locator(".hand[data-known=true]").wait_for()
        self.listen()
        page.locator(".board").focus()
        if page.locator(".target").count():
            keys.press("[")
            keys.press("Enter")
            assert self.is_legal()
            keys.press("Enter")
            self.did("attack", since)
            return
        keys.press("g")
        for _ in range(STRIDE):
            keys.press("ArrowUp")
        if self.is_legal():
            keys.press("Enter")
            self.did("move", since)
            return
        keys.press("Escape")
        keys.press("e")
        if page.get_by_role("alertdialog").is_visible():
            keys.press("Enter")
        self.did("end", since)

    def answer(self) -> None:
        """Give the first answer that the palette offers."""
        since = self.sequence()
        self.page.keyboard.press("/")
        self.page.keyboard.press("Enter")
        self.page.locator(".aim").wait_for()
        self.page.keyboard.press("Enter")
        self.did("answer", since)


def test_the_lesson_is_played_to_its_end_by_keys_alone(page: Page, address: str) -> None:
    page.goto(address + new_match(address, LESSON, "human", "scripted")["link"])
    clerk = Clerk(page)
    while clerk.await_turn():
        clerk.decide()
    assert page.get_by_role("dialog", name="Result").is_visible()
    assert {"deploy", "activate", "move"} <= set(clerk.done)
    assert "attack" in clerk.done or "Open fire" not in clerk.lessons
    taught = {"Welcome to Mill Farm", "Put it down", "Your turn", "Two actions", "Lead it"}
    assert taught <= clerk.lessons


def test_a_plan_led_by_keys_that_cannot_be_done_says_why(page: Page, address: str) -> None:
    page.goto(address + new_match(address, LESSON, "human", "scripted")["link"])
    general, keys = Clerk(page), page.keyboard
    while general.await_turn() and "Activate" not in page.locator(".prompt").inner_text():
        general.decide()
    keys.press("n")
    page.locator(".hand li button", has_text="Activate").wait_for()
    since = general.sequence()
    keys.press("Enter")
    general.settled(since)
    general.await_turn()
    page.locator(".hand li button, .hand .note").first.wait_for()
    withheld = page.get_by_role("list", name="Not possible now")
    withheld.wait_for()  # no enemy stands where a charge would reach it
    assert withheld.get_by_role("listitem").count() > 0
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
