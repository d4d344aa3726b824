"""A person at a table in the browser, who plays by mouse or by keyboard alone, at random but to the end."""

from __future__ import annotations

import random
import re
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from playwright.sync_api import Locator, Page

PATIENCE = 30_000  # milliseconds for anything to happen
SQUARE = re.compile(r"M(\d+) (\d+)h")
FORCE = [
    ("Regular Infantry", 2),
    ("Gun Technical", 1),
    ("End this go", 0),
    ("Hire Personnel", 28),
    ("Buy Fuel", 3),
    ("Buy Ammunition", 3),
    ("Regular Infantry", 0),
    ("Regular Infantry", 0),
    ("Gun Technical", 0),
]  # what is bought, and at the end mustered, for the first scenario
EAGERNESS = 0.8  # how often the player acts with a piece rather than ending the phase


class Player:
    """Plays the table that ``page`` shows. Each kind of decision taken is noted in ``done``."""

    def __init__(self, page: Page, seed: int = 1) -> None:
        self.page = page
        self.dice = random.Random(seed)
        self.done: list[str] = []

    # What the page shows ------------------------------------------------------------------------------

    @property
    def over(self) -> bool:
        """Whether the result is shown."""
        return self.page.get_by_role("dialog", name="Result").is_visible()

    @property
    def decides(self) -> bool:
        """Whether this seat is asked."""
        return self.page.locator(".prompt.mine").is_visible()

    def await_turn(self) -> bool:
        """Wait until this seat decides (true) or the match is over (false)."""
        ready = self.page.locator(".prompt.mine, [role=dialog][aria-label=Result]")
        ready.first.wait_for(timeout=PATIENCE)
        if self.page.get_by_role("dialog", name="Briefing").is_visible():
            self.page.keyboard.press("Escape")
        return not self.over

    def sequence(self) -> int:
        """How many things were done in the match, as far as this page knows."""
        return int(self.page.locator(".table").get_attribute("data-sequence") or 0)

    def settled(self, since: int) -> None:
        """Wait until the table has been laid anew, or the act refused."""
        self.page.wait_for_function(
            """since => Number(document.querySelector(".table")?.dataset.sequence ?? 1e9) > since
                || document.querySelector(".notice.bad, [role=alertdialog]")
                || !document.querySelector(".table")""",
            arg=since,
            timeout=PATIENCE,
        )

    def squares(self) -> list[tuple[int, int]]:
        """The squares marked as within reach."""
        drawn = self.page.locator(".board .field").get_attribute("d") or ""
        return [(int(x) // 100, int(y) // 100) for x, y in SQUARE.findall(drawn)]

    def spot(self, x: float, y: float) -> tuple[float, float]:
        """Where on the screen a place of the board is."""
        return self.page.evaluate(
            """([x, y]) => {
              const stage = document.querySelector(".board svg > g");
              const at = new DOMPoint(x * 100, y * 100).matrixTransform(stage.getScreenCTM());
              return [at.x, at.y];
            }""",
            [x, y],
        )

    def ready(self) -> Locator:
        """Own counters that can still act."""
        return self.page.locator(".board [data-piece]:has(.ready), .trays button:has(.ready)")

    @property
    def phase(self) -> str:
        """The phase that the strip shows as the present one."""
        return self.page.locator(".phases .now").inner_text()

    def begin(self, by: str) -> None:
        """Begin First Contact: read, take a side; now it is time to buy."""
        self.page.locator(".prompt").wait_for(timeout=PATIENCE)
        take = self.take if by == "mouse" else self.take_by_keys
        take("We have read it all")
        self.await_turn()
        if self.phase == "Sides of the map":
            take("Take West")
            self.await_turn()

    def end_phases(self, until: str) -> None:
        """End one phase after another, pieces ready or not, until this one is this seat's."""
        while self.await_turn() and self.phase != until:
            since = self.sequence()
            self.page.keyboard.press("e")
            if self.page.get_by_role("alertdialog").is_visible():
                self.page.keyboard.press("Enter")
            self.settled(since)

    def set_up(self, by: str) -> None:
        """Begin First Contact, buy and muster two squads and a technical."""
        self.begin(by)
        take = self.take if by == "mouse" else self.take_by_keys
        for label, amount in FORCE:
            musters = by == "keys" and not amount and label != "End this go"
            take(f"muster {label}" if musters else label, amount)
        while self.await_turn() and self.phase == "Purchases":
            since = self.sequence()
            if by == "mouse":
                self.page.locator(".side footer .primary").click()
                self.page.locator("[role=alertdialog] .primary").click()
            else:
                self.page.keyboard.press("e")
                self.page.get_by_role("alertdialog").wait_for()
                self.page.keyboard.press("Enter")
            self.settled(since)

    # By mouse -----------------------------------------------------------------------------------------

    def decide_by_mouse(self) -> None:
        """Take one decision: act with a piece, answer what is asked, or end what can be ended."""
        page, since = self.page, self.sequence()
        warning = page.get_by_role("alertdialog")
        if warning.is_visible():
            warning.locator(".primary").click()
            warning.wait_for(state="detached")
            self.settled(since)
            self.done.append("end with pieces ready")
            return
        if self.dice.random() < EAGERNESS and self.ready().count() and self.act_with_piece():
            return
        self.put_down()
        since = self.sequence()
        end = page.locator(".side footer .primary")
        if end.count() and self.dice.random() < 0.9:
            end.click()
            self.settled(since)
            self.done.append("end")
            return
        buttons = page.locator(".side details[open] li button:visible, .side footer .primary:visible")
        if not buttons.count():
            return
        buttons.nth(self.dice.randrange(buttons.count())).click()
        if page.locator(".aim").count():
            self.done.append("answer")
            page.locator(".aim .primary").click()
            self.settled(since)

    def put_down(self) -> None:
        """Let go of what is aimed at and in hand."""
        self.page.keyboard.press("Escape")
        self.page.keyboard.press("Escape")

    def act_with_piece(self) -> bool:
        """Take a ready counter in hand and do something with it; false if it can do nothing after all."""
        page, since = self.page, self.sequence()
        self.put_down()  # or a click on a counter could mean what is in hand
        counters = self.ready()
        counters.nth(self.dice.randrange(counters.count())).click(force=True)
        page.locator(".hand[data-known=true]").wait_for(timeout=PATIENCE)
        squares = self.squares()
        targets = page.locator(".board .target")
        if targets.count() and self.dice.random() < 0.7:
            box = targets.nth(self.dice.randrange(targets.count())).bounding_box()
            assert box
            at = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
            self.done.append("target")
        elif squares:
            x, y = self.dice.choice(squares)
            at = self.spot(x + 0.5, y + 0.5)
            self.done.append("square")
        else:
            buttons = page.locator(".hand li button:visible")
            if not buttons.count():
                return False
            buttons.nth(self.dice.randrange(buttons.count())).click()
            page.locator(".aim .primary").click()
            self.done.append("button")
            self.settled(since)
            return True
        page.mouse.click(*at)
        if not page.locator(".aim").count():  # the square holds another counter, now in hand
            return False
        page.mouse.click(*at)
        self.settled(since)
        return True

    def take(self, label: str, amount: int = 0) -> None:
        """Take the action of the panel that is called ``label``."""
        page = self.page
        self.await_turn()
        since = self.sequence()
        page.locator(".side li button").filter(has_text=label).first.click()
        if amount:
            page.locator(".amount input").fill(str(amount))
            page.locator(".amount input").press("Tab")
        page.locator(".aim .primary").click()
        self.settled(since)

    # By keyboard --------------------------------------------------------------------------------------

    def take_by_keys(self, label: str, amount: int = 0) -> None:
        """Take the action of the table that is called ``label``, through the command palette."""
        keys = self.page.keyboard
        self.await_turn()
        since = self.sequence()
        keys.press("Escape")
        keys.press("/")
        keys.type(label)
        keys.press("Enter")
        self.page.locator(".aim").wait_for(timeout=PATIENCE)
        if amount:
            for _ in range(40):
                if self.page.evaluate("document.activeElement?.matches('.amount input')"):
                    break
                keys.press("Tab")
            keys.press("Control+a")
            keys.type(str(amount))
        keys.press("Enter")
        self.settled(since)

    def decide_by_keys(self) -> None:
        """Take one decision without touching the mouse."""
        page, keys, since = self.page, self.page.keyboard, self.sequence()
        if page.get_by_role("alertdialog").is_visible():
            keys.press("Enter")
            page.get_by_role("alertdialog").wait_for(state="detached")
            self.settled(since)
            self.done.append("end with pieces ready")
            return
        if self.dice.random() < EAGERNESS and self.ready().count():
            keys.press("n")
            page.locator(".hand[data-known=true]").wait_for(timeout=PATIENCE)
            if self.squares() or page.locator(".board .target").count():
                for _ in range(self.dice.randint(1, 9)):
                    keys.press("]")
                keys.press("Enter")
                page.locator(".aim").wait_for(timeout=PATIENCE)
                keys.press("Enter")
                self.settled(since)
                self.done.append("square or target")
                return
        keys.press("Escape")
        keys.press("Escape")
        if page.locator(".side footer .primary").count() and self.dice.random() < 0.9:
            keys.press("e")
            self.settled(since)
            self.done.append("end")
            return
        keys.press("/")
        for _ in range(self.dice.randrange(8)):
            keys.press("ArrowDown")
        keys.press("Enter")
        page.locator(".aim").wait_for(timeout=PATIENCE)
        keys.press("Enter")
        self.settled(since)
        self.done.append("palette")

    def play_by_keys(self, most: int = 600) -> None:
        """Play until the match is over; AssertionError if it is not after ``most`` decisions."""
        for _ in range(most):
            if not self.await_turn():
                return
            self.decide_by_keys()
        raise AssertionError(f"the match is not over after {most} decisions: {self.done[-20:]}")

    def play_by_mouse(self, most: int = 600) -> None:
        """Play until the match is over; AssertionError if it is not after ``most`` decisions."""
        for _ in range(most):
            if not self.await_turn():
                return
            self.decide_by_mouse()
        raise AssertionError(f"the match is not over after {most} decisions: {self.done[-20:]}")
