"""A person at a free table in the browser, who leads stands by mouse and plays to the end."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from player import PATIENCE, Player

if TYPE_CHECKING:
    from playwright.sync_api import Locator, Page

LAID = 4_000  # milliseconds for the server's word on a plan
NEAR = 40  # pixels; no goal for a move
TRIES = 12  # places tried for a formation, or ways for a move


class General(Player):
    """Plays a formation match at the table that ``page`` shows: fires if it can, else goes for markers."""

    def __init__(self, page: Page, seed: int = 1) -> None:
        super().__init__(page, seed)
        self.refused: set[str] = set()  # clauses that plans were refused by

    def spot(self, x: float, y: float) -> tuple[float, float]:
        """Where on the screen a place of the table is (cm)."""
        at: Any = self.page.evaluate(
            """([x, y]) => {
              const ground = document.querySelector(".board svg > g > g");
              const at = new DOMPoint(x * 100, y * 100).matrixTransform(ground.getScreenCTM());
              return [at.x, at.y];
            }""",
            [x, y],
        )
        return at[0], at[1]

    def middle(self, shown: Locator) -> tuple[float, float]:
        """Where on the screen something is."""
        box = shown.bounding_box()
        assert box
        return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2

    def play(self, most: int = 300) -> None:
        """Play until the match is over; AssertionError if it is not after ``most`` decisions."""
        for _ in range(most):
            if not self.await_turn():
                return
            self.decide()
        raise AssertionError(f"the match is not over after {most} decisions: {self.done[-20:]}")

    def decide(self) -> None:
        """Take one decision by what is asked."""
        asked = self.page.locator(".prompt").inner_text()
        if "Deploy" in asked:
            self.deploy()
        elif "Activate" in asked or "may call on" in asked:
            self.activate()
        elif "choose an action" in asked or "choose its snap action" in asked:
            self.act()
        elif "Give your dice" in asked:
            self.give_die()
        else:
            self.answer()

    def did(self, what: str, since: int) -> None:
        """Wait until it is done, and note it."""
        self.settled(since)
        self.done.append(what)

    def answer(self) -> None:
        """Give the last answer of the panel: it declines an offer, or ends a landing."""
        since = self.sequence()
        ready = self.ready_stand()
        buttons = self.page.locator(".answers li button:visible")
        buttons.or_(self.page.locator(".stand.ready, .trays .selected")).first.wait_for(timeout=PATIENCE)
        if not buttons.count() and ready is not None:  # every answer belongs to a formation
            self.page.mouse.click(*ready)
            buttons = self.page.locator(".side li button:visible")
            buttons.first.wait_for(timeout=PATIENCE)
        buttons.last.click()
        self.page.locator(".aim .primary").click()
        self.did("answer", since)

    def deploy(self) -> None:
        """Take a formation from beside the table and put it down where it may stand."""
        page, since = self.page, self.sequence()
        for _ in range(TRIES * 4):
            if not page.locator(".trays .selected").count():  # the last one is in hand by itself
                page.locator(".trays section").first.locator("button").first.click()
            x, y = (
                self.dice.uniform(10, 170),
                self.dice.choice([self.dice.uniform(4, 26), self.dice.uniform(96, 118)]),
            )
            page.mouse.move(*self.spot(x, y))
            page.locator(".carried, .ghost").first.wait_for(state="attached", timeout=PATIENCE)
            if page.locator(".stand:hover").count():
                continue
            page.mouse.click(*self.spot(x, y))
            if self.is_legal():
                page.locator(".aim .primary").click()
                self.did("deploy", since)
                return
        raise AssertionError("no place for a formation was found")

    def is_legal(self) -> bool:
        """Wait for the server's word on the plan; whether it may be done."""
        self.page.locator(".aim").wait_for(timeout=PATIENCE)
        said = self.page.locator(".aim .preview")
        said.wait_for(timeout=LAID)
        self.page.wait_for_timeout(120)
        bad = said.locator(".tone-bad")
        if bad.count():
            self.refused.add(bad.first.inner_text())
        return not bad.count()

    def ready_stand(self) -> tuple[float, float] | None:
        """A stand of a formation that can do something, on the screen."""
        stands = self.page.locator(".stand.ready .base")
        count = stands.count()
        return self.middle(stands.nth(self.dice.randrange(count))) if count else None

    def activate(self) -> None:
        """Take a formation in hand by a click, activate it by another; the last one is in hand by itself."""
        since, stand = self.sequence(), self.ready_stand()
        assert stand is not None
        self.page.mouse.click(*stand)
        self.page.wait_for_function(
            """since => Number(document.querySelector(".table").dataset.sequence) > since
                || /Activate/.test(document.querySelector(".hand ul")?.textContent)""",
            arg=since,
            timeout=PATIENCE,
        )
        if self.sequence() == since:
            self.page.mouse.click(*stand)
        self.did("activate", since)

    def act(self) -> None:
        """Fire at what can be fired at; else lead the formation towards a marker; else end the activation."""
        page, since = self.page, self.sequence()
        page.locator(".hand li button, .hand .note").first.wait_for(timeout=PATIENCE)
        stand = self.ready_stand()
        assert stand is not None
        page.wait_for_timeout(200)
        targets = page.locator(".target")
        if targets.count():
            at = self.middle(targets.nth(self.dice.randrange(targets.count())))
            page.mouse.click(*at)
            if self.is_legal():
                page.mouse.click(*at)
                self.did("attack", since)
                return
            page.keyboard.press("Escape")
        if self.lead(stand):
            self.did("move", since)
            return
        page.keyboard.press("Escape")
        button = page.locator(".side footer .primary, .side li button:visible", has_text="End the activation")
        (button.first if button.count() else page.locator(".side li button:visible").first).click()
        if page.locator(".aim .primary").count():
            page.locator(".aim .primary").click()
        if page.get_by_role("alertdialog").is_visible():
            page.get_by_role("alertdialog").locator(".primary").click()
        self.did("end", since)

    def lead(self, stand: tuple[float, float]) -> bool:
        """Drag the formation towards a marker, or elsewhere if that is refused; whether it may go."""
        page = self.page
        markers = [self.middle(mark) for mark in page.locator(".mark .foot").all()]
        away = [(at[0] - stand[0]) ** 2 + (at[1] - stand[1]) ** 2 for at in markers]
        goals = [at for far, at in sorted(zip(away, markers, strict=True)) if far > NEAR**2][:2]
        for n in range(TRIES):
            goal = goals[n] if n < len(goals) else tuple(at + self.dice.uniform(-160, 160) for at in stand)
            held = stand if n == 0 else self.middle(page.locator(".ghost .base.lead"))
            page.mouse.move(*held)
            page.mouse.down()
            page.mouse.move((held[0] + goal[0]) / 2, (held[1] + goal[1]) / 2, steps=3)
            page.mouse.move(goal[0], goal[1], steps=3)
            page.mouse.up()
            if self.is_legal():
                page.mouse.click(*self.middle(page.locator(".ghost .base.lead")))
                return True
        return False

    def give_die(self) -> None:
        """Click a stand that may get a die, twice."""
        since = self.sequence()
        at = self.middle(self.page.locator(".target").first)
        self.page.mouse.click(*at)
        self.page.locator(".aim").wait_for(timeout=PATIENCE)
        self.page.mouse.click(*at)
        self.did("die", since)
