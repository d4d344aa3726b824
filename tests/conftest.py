"""Fixtures that every test may use."""

import os
import shutil
from collections.abc import Iterator
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from playwright.sync_api import Browser

os.environ["SANDTABLE_RULEBOOKS"] = "toybook"  # a small game for tests of what knows no game

BROWSERS = ("chromium", "chromium-browser", "google-chrome")
BROWSER_FLAGS = [
    "--headless",
    "--no-sandbox",
    "--disable-gpu",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--no-first-run",
]


@pytest.fixture(scope="module")
def browser() -> Iterator["Browser"]:
    """Drive the machine's Chromium; a missing one is an error unless SANDTABLE_NO_BROWSER=1 leaves it out.

    One browser a module, not a session: Playwright keeps an event loop running in the test's thread,
    and tests elsewhere have loops of their own.
    """
    if os.environ.get("SANDTABLE_NO_BROWSER") == "1":
        pytest.skip("SANDTABLE_NO_BROWSER=1")
    path = next(filter(None, map(shutil.which, BROWSERS)), None)
    if path is None:
        pytest.fail("no Chromium on this machine: install it, or set SANDTABLE_NO_BROWSER=1")

    from playwright.sync_api import sync_playwright

    with sync_playwright() as playwright:
        chromium = playwright.chromium.launch(executable_path=path, args=BROWSER_FLAGS)
        yield chromium
        chromium.close()
