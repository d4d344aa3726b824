"""Take the pictures of README and docs: ``python scripts/screenshots.py [--address RUNNING-SERVER]``.

Two scripted players fight a whole game; the pictures show a match that goes on from the middle of it.
"""

from __future__ import annotations

import argparse
import shutil
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import Any

from playwright.sync_api import Browser, Page, sync_playwright

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT / "tests/browser"))

from general import General  # noqa: E402
from player import Player  # noqa: E402
from test_table import new_match, post  # noqa: E402

from conftest import serving  # noqa: E402

IMAGES = ROOT / "docs/images"
SCENARIO = "starter/survey-line"
FREE = "formation/crossroads-town"
TRIES = 90  # positions looked at for one that makes a picture


@contextmanager
def desk(browser: Browser, light: str = "light", size: tuple[int, int] = (1440, 900)) -> Iterator[Page]:
    """A browser page of a size, by day or by night."""
    context = browser.new_context(
        viewport={"width": size[0], "height": size[1]}, color_scheme=light, reduced_motion="reduce"
    )
    yield context.new_page()
    context.close()


def take(page: Page, name: str) -> None:
    """Keep what the page shows."""
    page.wait_for_timeout(600)
    page.screenshot(path=IMAGES / f"{name}.png")
    print(f"docs/images/{name}.png")


def finished(browser: Browser, address: str, scenario: str) -> tuple[str, int, str]:
    """A match that two scripts have played to its end: its id, its actions, the spectators' link."""
    made = new_match(address, scenario, "scripted", "scripted")
    with desk(browser) as page:
        page.goto(address + made["watch_link"])
        page.get_by_role("tab", name="Match").wait_for()
        deadline = time.monotonic() + 300
        while True:
            info: Any = page.evaluate(f"fetch('/api/matches/{made['match']}').then(reply => reply.json())")
            if info.get("over") or time.monotonic() > deadline:
                return made["match"], int(info["actions"]), made["watch_link"]
            time.sleep(1)


def position(page: Page, address: str, match: str, start: int, phase: str, shows: str) -> None:
    """Sit down at the match as it was in the first ``phase`` from action ``start`` on in which a ready
    piece, once in hand, ``shows`` something on the board.
    """
    player = Player(page)
    for at in range(start, start + TRIES):
        made = post(address, f"/api/matches/{match}/fork", {"at": at, "seats": ["human", "scripted"]})
        page.goto(address + made["link"])
        page.locator(".prompt").wait_for()
        if not player.decides or page.locator(".phases .now").inner_text() != phase:
            continue
        page.keyboard.press("Escape")  # the briefing
        for _ in range(player.ready().count()):
            page.keyboard.press("n")
            page.locator(".hand").wait_for()
            page.wait_for_timeout(300)
            if page.locator(shows).count():
                page.mouse.click(5, 400)  # no outline around the board
                return
    raise RuntimeError(f"no {phase} of the first seat that shows {shows} from action {start} on")


def tables(browser: Browser, address: str) -> None:
    """The table in the middle of a match: by day, by night, on a phone, with odds, with threats."""
    match, actions, watch = finished(browser, address, SCENARIO)
    early = actions // 3
    with desk(browser) as page:
        position(page, address, match, early, "Movement", ".board .cost")
        take(page, "table")
        position(page, address, match, early, "Direct attacks", ".board .target")
        page.keyboard.press("t")
        page.locator(".hand .bars").first.wait_for()
        take(page, "threat")
        page.keyboard.press("t")
        page.locator(".board .target").first.click(force=True)
        page.locator(".aim .bars").first.wait_for()
        take(page, "odds")
        fight = page.url
        meanwhile(page)
        page.goto(f"{address}{watch}")
        page.get_by_role("dialog", name="Result").wait_for()
        take(page, "result")
    for name, light, size in (("night", "dark", (1440, 900)), ("phone", "light", (390, 844))):
        with desk(browser, light, size) as page:
            page.goto(fight)
            page.locator(".prompt").wait_for()
            page.keyboard.press("Escape")
            page.keyboard.press("n")
            page.locator(".hand").wait_for()
            take(page, name)


def meanwhile(page: Page) -> None:
    """What the script has done in its turn, shown again on return."""
    player = Player(page, seed=2)
    player.decide_by_mouse()
    while player.await_turn() and player.phase != "Movement":
        player.decide_by_mouse()
    page.emulate_media(reduced_motion="no-preference")
    page.reload()
    told = page.get_by_role("region", name="What happened meanwhile")
    told.get_by_role("button", name="Pause").click()
    told.get_by_role("button", name="One on").click()
    page.mouse.move(5, 400)
    take(page, "meanwhile")
    page.emulate_media(reduced_motion="reduce")


def free_table(browser: Browser, address: str) -> None:
    """A formation about to fire, in the middle of a match on the free table."""
    match, actions, _ = finished(browser, address, FREE)
    with desk(browser) as page:
        general = General(page)
        for at in range(actions // 2, min(actions // 2 + TRIES, actions)):
            made = post(address, f"/api/matches/{match}/fork", {"at": at, "seats": ["human", "scripted"]})
            page.goto(address + made["link"])
            page.locator(".prompt").wait_for()
            if not general.decides or "choose an action" not in page.locator(".prompt").inner_text():
                continue
            page.keyboard.press("Escape")  # the briefing
            page.wait_for_timeout(500)
            if page.locator(".target").count():
                page.mouse.click(*general.middle(page.locator(".target").first))
                if general.is_legal():
                    take(page, "formation")
                    return
    raise RuntimeError("no formation of the first seat can fire in the second half of the match")


def pages(browser: Browser, address: str) -> None:
    """The pages around the table, and the first steps of the guided game."""
    with desk(browser, size=(1280, 1000)) as page:
        page.goto(address)
        page.get_by_role("heading", name="Play now").wait_for()
        take(page, "start")
        page.goto(f"{address}/#/rules/starter/ST-CACHE-10")
        page.locator(".opened .case [role=application]").wait_for()
        page.get_by_role("button", name="One on").click()
        take(page, "rules")
        page.goto(address + new_match(address, "starter/first-contact", "human", "human")["link"])
        page.get_by_text("Hand the table over to").wait_for()
        take(page, "handover")
    with desk(browser) as page:
        page.goto(address + new_match(address, "starter/first-contact", "human", "scripted")["link"])
        player = Player(page)
        player.take("We have read it all")
        player.await_turn()
        take(page, "guide")


def main() -> None:
    """Start a server if none is named, and take every picture."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--address", help="of a server that runs already")
    named = parser.parse_args().address
    IMAGES.mkdir(parents=True, exist_ok=True)
    path = next(filter(None, map(shutil.which, ("chromium", "chromium-browser", "google-chrome"))))
    with ExitStack() as stack:
        address = named
        if not address:
            folder = stack.enter_context(tempfile.TemporaryDirectory())
            address = stack.enter_context(serving(Path(folder), rulebooks=""))
        playwright = stack.enter_context(sync_playwright())
        browser = playwright.chromium.launch(executable_path=path, args=["--no-sandbox"])
        pages(browser, address)
        tables(browser, address)
        free_table(browser, address)
        browser.close()


if __name__ == "__main__":
    main()
