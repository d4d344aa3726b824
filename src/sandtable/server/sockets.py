"""One socket: what it may send and how often, what waits to be sent to it, what it has been shown."""

from __future__ import annotations

import asyncio
import os
import time
from bisect import bisect_right
from contextlib import suppress
from typing import TYPE_CHECKING

import msgspec
import numpy as np
import structlog
from starlette.websockets import WebSocket, WebSocketDisconnect

from sandtable.core.table import Entry
from sandtable.server.messages import Answer, Failed, Request

if TYPE_CHECKING:
    from sandtable.server.rooms import Room

FRAME = 8 * 1024  # bytes of a message
MESSAGES = int(os.environ.get("SANDTABLE_MESSAGE_RATE", "60"))  # in so many
SECONDS = 20.0
WAIT = 0.5  # seconds until a refused message may come again
IMPATIENT = 180  # refused messages after which the socket is closed
QUEUE = 256 * 1024  # bytes waiting for a slow reader
PATIENCE = 30.0  # seconds in which it must take the next frame
REFUSAL = 1024  # bytes of an answer that refuses

POLICY, TOO_BIG, TRY_LATER = 1008, 1009, 1013

log = structlog.get_logger()

decoder: msgspec.json.Decoder[Request] = msgspec.json.Decoder(Request)


def _plain(value: object) -> object:
    """Numbers of NumPy, which rules' tables may hold, as Python's."""
    if isinstance(value, np.generic):
        return value.item()
    raise TypeError(f"cannot be sent: {type(value).__name__}")


encoder = msgspec.json.Encoder(enc_hook=_plain)


class Allowance:
    """A bucket of `MESSAGES` that fills again in `SECONDS`."""

    def __init__(self) -> None:
        self.credit, self.at, self.refused = float(MESSAGES), time.monotonic(), 0

    def spend(self) -> bool:
        """Take one message from the bucket; False if it is empty."""
        now = time.monotonic()
        self.credit = min(MESSAGES, self.credit + (now - self.at) * MESSAGES / SECONDS)
        self.at = now
        if self.credit < 1:
            self.refused += 1
            return False
        self.credit -= 1
        return True


class Socket:
    """A person at a room, by one socket. ``seat`` -1 watches; ``way_in`` is what this person's link to a
    match ends with.
    """

    def __init__(self, line: WebSocket, seat: int, session: str = "", way_in: str = "") -> None:
        self.line, self.seat, self.session, self.way_in = line, seat, session, way_in
        self.sequence = -1  # of the table as last sent, and its board
        self._board: bytes = b""
        self.told_over = False
        self._queue: asyncio.Queue[bytes | None] = asyncio.Queue()
        self._waiting = 0
        self._closing: tuple[int, str] | None = None

    def send(self, frame: Answer) -> None:
        """Send a frame when the line is free. A reader too slow for it is let go."""
        self._put(encoder.encode(frame))

    def _put(self, data: bytes) -> None:
        self._waiting += len(data)
        if self._waiting > QUEUE:
            self.close(TRY_LATER, "reads too slowly")
        elif self._closing is None:
            self._queue.put_nowait(data)

    def close(self, code: int, reason: str) -> None:
        """Close when what waits is sent; at once if that takes long."""
        if self._closing is None:
            self._closing = code, reason
            self._queue.put_nowait(None)

    def has(self, log: list[Entry], board: bytes) -> tuple[int, bool]:
        """What this socket was sent of a table: so many lines of its log, and whether the same board.
        Lines come in the order of their steps; those that are taken back are never given again.
        """
        start = bisect_right(log, self.sequence, key=lambda entry: entry.step)
        return start, board == self._board

    def show(self, frame: bytes, sequence: int, board: bytes) -> None:
        """Send a table, as an encoded frame that holds what this socket has not."""
        self._put(frame)
        self.sequence, self._board = sequence, board

    async def run(self, room: Room) -> None:
        """Read and answer until the line is cut."""
        writer = asyncio.create_task(self._write())
        reader = asyncio.create_task(self._read(room))
        try:
            await asyncio.wait({writer, reader}, return_when=asyncio.FIRST_COMPLETED)
        finally:
            for task in (reader, writer):
                task.cancel()
                with suppress(asyncio.CancelledError, TimeoutError, WebSocketDisconnect, RuntimeError):
                    await task

    async def _write(self) -> None:
        while True:
            data = await self._queue.get()
            if data is None:
                code, reason = self._closing or (1000, "")
                await self.line.close(code, reason)
                return
            async with asyncio.timeout(PATIENCE):  # `wait_for` may lose a cancellation before Python 3.12
                await self.line.send_text(data.decode())
            self._waiting -= len(data)

    async def _read(self, room: Room) -> None:
        allowance = Allowance()
        while True:
            message = await self.line.receive()
            if message["type"] == "websocket.disconnect":
                return
            data = message.get("text")
            if data is None:
                self.send(Failed(reason="expected a text frame"))
                continue
            if len(data) > FRAME:
                self.close(TOO_BIG, "a message has at most 8 KiB")
                return
            if not allowance.spend():
                self.send(Failed(id=number_in(data), reason="too many messages: wait a little", wait=WAIT))
                if allowance.refused > IMPATIENT:
                    self.close(POLICY, "too many messages")
                    return
                continue
            await self._answer(room, data)

    async def _answer(self, room: Room, data: str) -> None:
        try:
            request = decoder.decode(data)
        except (msgspec.DecodeError, UnicodeError, RecursionError) as error:
            self.send(Failed(id=number_in(data), reason=f"unreadable message: {str(error)[:300]}"))
            return
        try:
            await room.answer(self, request)
        except Exception as error:  # a defect in one answer must not cost the player the line
            room.place.count("errors")
            log.error("request failed", match=room.row.id, request=type(request).__name__, exc_info=error)
            self.send(Failed(id=request.id, reason="the server failed at this request"))


class _Numbered(msgspec.Struct):
    id: int = 0


def number_in(data: str) -> int:
    """The ``id`` of a message that could not be read otherwise, or 0."""
    with suppress(msgspec.DecodeError, UnicodeError, RecursionError):
        return msgspec.json.decode(data, type=_Numbered).id
    return 0
