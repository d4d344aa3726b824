"""A server of its own for the browser tests, and a person who plays at its tables."""

from __future__ import annotations

import os
import socket
import subprocess
import sys
import time
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

ROOT = Path(__file__).resolve().parent.parent.parent
START = 400  # seconds; a cold start compiles


def free_port() -> int:
    with socket.socket() as found:
        found.bind(("127.0.0.1", 0))
        return int(found.getsockname()[1])


def answers(address: str) -> bool:
    try:
        with urllib.request.urlopen(f"{address}/health", timeout=2) as reply:
            return b'"ready":false' not in reply.read()
    except OSError:
        return False


@contextmanager
def serving(folder: Path, rulebooks: str = "toybook") -> Iterator[str]:
    """Serve with an empty store in ``folder``, and these ``rulebooks`` beside the shipped ones; the address.
    RuntimeError if the server does not start.
    """
    port = free_port()
    environment = os.environ | {
        "SANDTABLE_DATABASE": f"sqlite:///{folder / 'matches.sqlite3'}",
        "SANDTABLE_RULEBOOKS": rulebooks,
        "PYTHONPATH": str(ROOT / "tests"),
        "SANDTABLE_MATCH_RATE": "1000 per minute",
        "SANDTABLE_MESSAGE_RATE": "1000000",  # a robot is faster than people are
    }
    words = [str(Path(sys.executable).with_name("sandtable")), "play", "--no-browser", "--port", str(port)]
    with (folder / "server.log").open("w") as log:
        server = subprocess.Popen(words, env=environment, stdout=log, stderr=subprocess.STDOUT)
        address = f"http://127.0.0.1:{port}"
        deadline = time.monotonic() + START
        try:
            while not answers(address):
                if server.poll() is not None or time.monotonic() > deadline:
                    said = (folder / "server.log").read_text()[-2000:]
                    raise RuntimeError(f"the server did not start: {said}")
                time.sleep(0.2)
            yield address
        finally:
            server.terminate()
            server.wait(20)


@pytest.fixture(scope="session")
def address(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The address of a server with an empty store; SANDTABLE_TEST_ADDRESS names one that runs already."""
    if running := os.environ.get("SANDTABLE_TEST_ADDRESS"):
        yield running
        return
    with serving(tmp_path_factory.mktemp("server")) as address:
        yield address


@pytest.fixture
def page(browser: Browser) -> Iterator[Page]:
    """A page of its own; any error in it fails the test."""
    opened = browser.new_page(viewport={"width": 1360, "height": 900}, reduced_motion="reduce")
    errors: list[str] = []
    opened.on("pageerror", lambda error: errors.append(str(error)))
    yield opened
    opened.close()
    assert errors == []
