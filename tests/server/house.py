"""Real servers in processes of their own, and people who play on them by socket."""

from __future__ import annotations

import json
import os
import signal
import socket
import subprocess
import sys
import time
import urllib.error
import urllib.request
import uuid
from contextlib import suppress
from pathlib import Path

from websockets.exceptions import ConnectionClosed
from websockets.sync.client import connect

TESTS = Path(__file__).parent.parent
NONCE = "00ff"


def free_port() -> int:
    with socket.create_server(("127.0.0.1", 0)) as listening:
        return listening.getsockname()[1]


class Preforker:
    """A process that forks servers."""

    def __init__(self, **environment: str) -> None:
        path = os.pathsep.join(filter(None, [str(TESTS), os.environ.get("PYTHONPATH", "")]))
        given = {
            "SANDTABLE_RULEBOOKS": "toybook",
            "SANDTABLE_MATCH_RATE": "100000 per minute",
            "PYTHONPATH": path,
        }
        self.process = subprocess.Popen(
            [sys.executable, str(Path(__file__).with_name("prefork.py"))],
            env=os.environ | given | environment,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )

    def fork(self, **wish: object) -> int:
        self.process.stdin.write(json.dumps(wish) + "\n")
        self.process.stdin.flush()
        return int(self.process.stdout.readline())

    def close(self) -> None:
        self.process.stdin.close()
        self.process.wait(timeout=60)


class House:
    """One server at a time on one database; it can be killed and started again."""

    def __init__(self, preforker: Preforker, database: str, folder: Path) -> None:
        self.preforker, self.database = preforker, database
        self.log = folder / "server.log"
        self.port, self.pid = 0, 0
        self.start()

    @property
    def base(self) -> str:
        return f"127.0.0.1:{self.port}"

    def start(self) -> None:
        self.port = free_port()
        self.pid = self.preforker.fork(port=self.port, database=self.database, log=str(self.log))
        end = time.monotonic() + 300  # a busy machine is slow, not broken
        while time.monotonic() < end:
            with suppress(OSError):
                if self.get("/health")["ok"]:
                    return
            time.sleep(0.01)
        raise AssertionError(f"the server did not start:\n{self.log.read_text()}")

    def kill(self) -> None:
        """``kill -9``."""
        os.kill(self.pid, signal.SIGKILL)

    def stop(self) -> None:
        with suppress(ProcessLookupError):
            os.kill(self.pid, signal.SIGKILL)

    def request(self, method: str, path: str, body: object = None, headers: dict | None = None):
        """(status, JSON or bytes, headers)."""
        data = None if body is None else body if isinstance(body, bytes) else json.dumps(body).encode()
        request = urllib.request.Request(
            f"http://{self.base}{path}", data, headers=headers or {}, method=method
        )
        try:
            with urllib.request.urlopen(request, timeout=30) as answer:
                status, text, given = answer.status, answer.read(), answer.headers
        except urllib.error.HTTPError as error:
            status, text, given = error.code, error.read(), error.headers
        with suppress(ValueError):
            return status, json.loads(text), given
        return status, text, given

    def get(self, path: str):
        return self.request("GET", path)[1]

    def new_match(self, seats=("human", "human"), start_now=True, **more):
        wish = {"scenario": "toybook/duel", "seats": list(seats), "start_now": start_now, **more}
        status, links, _ = self.request("POST", "/api/matches", wish)
        assert status == 201, links
        return links

    def sit(self, links, seat: int, **more) -> Player:
        token = links["watch"] if seat < 0 else links["seats"][seat]["token"]
        return Player(self.base, links["match"], token, **more)


class Screen:
    """What a client keeps of the frames it is sent: table, log and chat."""

    def __init__(self) -> None:
        self.welcome: dict = {}
        self.table: dict = {}
        self.board: object = None
        self.log: list = []
        self.sequence = -1
        self.can_undo = False
        self.chat: dict[int, dict] = {}
        self.seats: list[dict] = []
        self.over: dict | None = None

    def take(self, frame: dict) -> None:
        """Draw a frame."""
        kind = frame["type"]
        assert self.welcome or kind == "welcome", "the first frame is the welcome"
        if kind == "welcome":
            self.welcome, self.seats = frame, frame["seats"]
        elif kind == "table":
            start = frame.get("log_from", 0)
            assert start <= len(self.log), "the server left out lines of the log"
            assert frame["sequence"] >= self.sequence, "a table is older than the last"
            self.log[start:] = frame.get("log", [])
            self.table = dict(frame["table"])
            self.board = self.table.pop("board", self.board)
            self.sequence = frame["sequence"]
            self.can_undo = frame.get("can_undo", False)
        elif kind == "chat":
            assert not self.chat or frame["number"] > max(self.chat), "chat comes in order, and once"
            self.chat[frame["number"]] = frame
        elif kind == "presence":
            self.seats = frame["seats"]
        elif kind == "over":
            self.over = frame


class Player(Screen):
    """Someone at a socket."""

    def __init__(self, base: str, match: str, token: str, nonce: str = NONCE, headers=None) -> None:
        super().__init__()
        self.line = connect(
            f"ws://{base}/match/{match}/socket?seat={token}",
            max_size=1 << 24,
            compression=None,
            additional_headers=headers,
        ).__enter__()
        self.nonce = nonce
        self.number = 0
        self.frames: list[dict] = []

    def hear(self, timeout: float = 10) -> dict:
        """The next frame."""
        frame = json.loads(self.line.recv(timeout=timeout))
        self.frames.append(frame)
        self.take(frame)
        if frame["type"] == "welcome" and frame.get("nonce_wanted") and self.nonce:
            self.say({"type": "nonce", "hex": self.nonce})
        return frame

    def until(self, kind: str, timeout: float = 10, **wanted) -> dict:
        """The next frame of a kind with these fields."""
        while True:
            frame = self.hear(timeout)
            if frame["type"] == kind and all(frame.get(k) == v for k, v in wanted.items()):
                return frame

    def see(self, sequence: int = 0) -> dict:
        """Read until the table is at least this far."""
        while self.sequence < sequence:
            self.hear()
        return self.table

    def say(self, request: dict | str | bytes) -> None:
        self.line.send(request if isinstance(request, (str, bytes)) else json.dumps(request))

    def ask(self, type: str, timeout: float = 10, **fields) -> dict:
        """A request and its answer."""
        self.number += 1
        self.say({"type": type, "id": self.number, **fields})
        while True:
            frame = self.hear(timeout)
            if frame.get("id") == self.number:
                return frame

    def act(self, text: str, sequence: int | None = None, order: str = "") -> dict:
        return self.ask(
            "act",
            text=text,
            sequence=self.sequence if sequence is None else sequence,
            order=order or str(uuid.uuid4()),
        )

    def closed(self, timeout: float = 10) -> int:
        """The code that the server closes with."""
        with suppress(ConnectionClosed):
            while True:
                self.hear(timeout)
        return self.line.close_code

    def close(self) -> None:
        with suppress(ConnectionClosed):
            self.line.close()
