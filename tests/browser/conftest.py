"""A server of its own for the browser tests, and a person who plays at its tables."""

import os
import socket
import subprocess
import sys
import time
import urllib.request
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent.parent
START = 180  # seconds; a cold start compiles


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


@pytest.fixture(scope="session")
def address(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The address of a server with an empty store."""
    folder = tmp_path_factory.mktemp("server")
    port = free_port()
    environment = os.environ | {
        "SANDTABLE_DATABASE": f"sqlite:///{folder / 'matches.sqlite3'}",
        "SANDTABLE_RULEBOOKS": "toybook",
        "PYTHONPATH": str(ROOT / "tests"),
        "SANDTABLE_MATCH_RATE": "1000 per minute",
    }
    log = (folder / "server.log").open("w")
    words = [str(Path(sys.executable).with_name("sandtable")), "play", "--no-browser", "--port", str(port)]
    server = subprocess.Popen(words, env=environment, stdout=log, stderr=subprocess.STDOUT)
    address = f"http://127.0.0.1:{port}"
    deadline = time.monotonic() + START
    while not answers(address):
        if server.poll() is not None or time.monotonic() > deadline:
            server.kill()
            pytest.fail(f"the server did not start: {(folder / 'server.log').read_text()[-2000:]}")
        time.sleep(0.2)
    yield address
    server.terminate()
    server.wait(20)
    log.close()
