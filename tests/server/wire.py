"""Server processes and their lines inside this one: each message and each piece of news moves when it is told
to, and a process can be killed between any two of its steps.
"""

from __future__ import annotations

import asyncio
import json
from collections import deque
from types import SimpleNamespace
from typing import Any

from house import Screen
from starlette.websockets import WebSocket

from sandtable.server.app import table_socket
from sandtable.server.messages import MatchLinks
from sandtable.server.store import News, Store
from sandtable.server.workplace import Workplace


class SharedStore(Store):
    """An SQLite file that several processes share; their news waits in ``bus`` to be delivered."""

    def __init__(self, url: str, bus: list[News]) -> None:
        super().__init__(url)
        self.bus, self.shared = bus, True

    def _notify(self, connection: Any, kind: str, what: str, *words: str) -> None:
        self.bus.append(News(kind, what, self.name, list(words)))

    async def run(self, work: Any, *given: Any) -> Any:
        """In this thread, with a moment before and after in which others run, or the process dies."""
        await asyncio.sleep(0)
        done = work(*given)
        await asyncio.sleep(0)
        return done


class Process:
    """One server process."""

    def __init__(self, url: str, bus: list[News]) -> None:
        self.place = Workplace(url)
        self.place.store = SharedStore(url, bus)
        self.place.think = self._think  # type: ignore[method-assign]
        self.tasks: list[asyncio.Task[None]] = []
        self.lines: list[Line] = []
        self.dead = False

    async def _think(self, work: Any, *given: Any) -> Any:
        """Longer than the store takes."""
        await ticks(5)
        done = work(*given)
        await ticks(5)
        return done

    def hear(self, news: News) -> None:
        """News of another process has arrived."""
        if news.author != self.place.store.name:
            self.place._heard(news)

    def kill(self) -> None:
        """No word of this process is heard any more, and nothing that it had begun goes on."""
        self.dead = True
        self.place.announce = lambda *_: None  # type: ignore[method-assign]
        for room in self.place.rooms.values():
            room.stop()
        for task in [*self.tasks, *self.place._chores]:
            task.cancel()
        self.place.store.engine.dispose()

    async def ended(self) -> None:
        """Wait until its tasks have ended."""
        await asyncio.gather(*self.tasks, return_exceptions=True)


class Line(Screen):
    """A client and its line. ``up`` was sent and has not arrived; ``down`` has not been read."""

    def __init__(self, process: Process, links: MatchLinks, seat: int) -> None:
        super().__init__()
        self.process, self.seat = process, seat
        self.token = links.watch if seat < 0 else links.seats[seat].token
        self.up: list[str] = []
        self.down: deque[str] = deque()
        self.closed = 0
        self.inbox: asyncio.Queue[dict[str, Any]] = asyncio.Queue()
        self.inbox.put_nowait({"type": "websocket.connect"})
        scope = {
            "type": "websocket",
            "path": f"/match/{links.match}/socket",
            "path_params": {"id": links.match},
            "query_string": f"seat={self.token}".encode(),
            "headers": [],
            "app": SimpleNamespace(state=SimpleNamespace(place=process.place)),
        }
        work = table_socket(WebSocket(scope, self.inbox.get, self._sent))
        self.task = asyncio.get_event_loop().create_task(work)
        process.tasks.append(self.task)
        process.lines.append(self)

    async def _sent(self, message: dict[str, Any]) -> None:
        if message["type"] == "websocket.close":
            self.closed = message["code"]
        if message["type"] == "websocket.send" and not self.process.dead:
            self.down.append(message["text"])

    def deliver(self, index: int = 0, copies: int = 1) -> None:
        """Let a message arrive, the first or a later one, once or more often."""
        text = self.up.pop(index)
        for _ in range(copies):
            self.inbox.put_nowait({"type": "websocket.receive", "text": text})

    def read(self) -> dict[str, Any]:
        """The next frame, drawn."""
        frame = json.loads(self.down.popleft())
        self.take(frame)
        return frame

    def cut(self) -> None:
        """What is under way is lost, both ways."""
        self.up.clear()
        self.down.clear()
        self.inbox.put_nowait({"type": "websocket.disconnect", "code": 1006})
        if self in self.process.lines:
            self.process.lines.remove(self)


async def quiet(most: int = 100_000) -> None:
    """Let everything run until nothing can without being told."""
    loop: Any = asyncio.get_running_loop()
    for _ in range(most):
        await asyncio.sleep(0)
        if not loop._ready:
            return
    raise AssertionError("the server does not come to rest")


async def ticks(count: int) -> None:
    """Let everything run for so many steps of the loop."""
    for _ in range(count):
        await asyncio.sleep(0)
