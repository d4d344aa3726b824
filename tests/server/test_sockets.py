"""A socket by itself: readers who are too slow, writers who are too quick."""

from __future__ import annotations

import asyncio
from types import SimpleNamespace
from typing import Any

from sandtable.server import sockets
from sandtable.server.messages import Failed
from sandtable.server.sockets import QUEUE, TRY_LATER, Allowance, Socket


class Stuck:
    """A line whose reader has stopped reading."""

    def __init__(self) -> None:
        self.sent, self.code = 0, 0

    async def receive(self) -> dict[str, Any]:
        return await asyncio.Event().wait()  # type: ignore[return-value]

    async def send_text(self, _: str) -> None:
        self.sent += 1
        await asyncio.Event().wait()

    async def close(self, code: int, _: str = "") -> None:
        self.code = code


def test_a_reader_who_stops_is_let_go(monkeypatch):
    """What waits for it is bounded, and no longer than `PATIENCE` is anything tried."""
    monkeypatch.setattr(sockets, "PATIENCE", 0.05)

    async def play() -> None:
        line = Stuck()
        socket = Socket(line, 0)  # type: ignore[arg-type]
        work = asyncio.create_task(socket.run(SimpleNamespace()))  # type: ignore[arg-type]
        frame = Failed(reason="x" * 1000)
        for _ in range(10 * QUEUE // 1000):
            socket.send(frame)
        assert socket._queue.qsize() * 1000 <= QUEUE + 2000
        assert socket._closing == (TRY_LATER, "reads too slowly")
        await asyncio.wait_for(work, 5)
        assert line.sent == 1

    asyncio.run(play())


def test_an_allowance_fills_again(monkeypatch):
    now = [100.0]
    monkeypatch.setattr(sockets.time, "monotonic", lambda: now[0])
    allowance = Allowance()
    assert all(allowance.spend() for _ in range(sockets.MESSAGES)) and not allowance.spend()
    now[0] += 1.5 * sockets.SECONDS / sockets.MESSAGES
    assert allowance.spend() and not allowance.spend() and allowance.refused == 2
