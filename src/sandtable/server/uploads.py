"""Files from strangers: TOML only, small, shallow, and read by a process of its own that can be ended."""

from __future__ import annotations

import asyncio
import os
import re
import struct
import sys
import tempfile
from asyncio.subprocess import PIPE, Process
from contextlib import suppress
from pathlib import Path
from typing import Literal, TypeVar

import msgspec

from sandtable.core.army import Fault, Review
from sandtable.core.rulebook import Rulebook, rulebook
from sandtable.server.messages import Problem

ARMY = 16 * 1024  # bytes; a large army takes a fifth of it
MEMORY = 2 << 30  # bytes of address space
CHECKING = 15.0  # seconds for a file of content
REVIEWING = 4.0  # seconds for an army
STARTING = 60.0  # seconds for the reader's own start
IDLE = 300.0  # seconds after which a reader is let go
FINDINGS = 50  # shown at most
TOO_LONG = "takes too long to read"
TOO_LARGE = "is too large to read"

_LENGTH = struct.Struct(">I")
_PLACE = re.compile(r"^(?P<source>[^,:]{1,200})(?:, line (?P<line>\d+))?(?:, (?P<field>[^:]{1,200}))?: ")

T = TypeVar("T")


class Errand(msgspec.Struct):
    """What a reader is asked: to validate a file of a rulebook, or to review an army of so many points."""

    what: Literal["check", "review"]
    book: str
    data: bytes
    points: float = 0


class Reader:
    """A process that reads files, one after another. One that takes too long is ended; the next file gets a
    new one.
    """

    def __init__(self) -> None:
        self._turn = asyncio.Lock()
        self._process: Process | None = None
        self._knows: set[tuple[str, str]] = set()  # what it has been asked already, of which rulebook
        self._leaving: asyncio.TimerHandle | None = None

    async def run(self, errand: Errand, kind: type[T], seconds: float) -> T:
        """The answer to an errand. ValueError says why there is none: the file takes too much."""
        async with self._turn:
            try:
                async with asyncio.timeout(STARTING):
                    process = await self._ready(errand)
                async with asyncio.timeout(seconds):
                    answer = await self._ask(process, errand)
                return msgspec.msgpack.decode(answer, type=kind)
            except TimeoutError:
                self.close()
                raise ValueError(TOO_LONG) from None
            except (EOFError, ConnectionError):  # it ran out of memory
                self.close()
                raise ValueError(TOO_LARGE) from None
            except asyncio.CancelledError:
                self.close()
                raise

    async def _ready(self, errand: Errand) -> Process:
        """The process, started and with the rulebook at hand: that takes longer than most files."""
        if self._leaving:
            self._leaving.cancel()
        if self._process is None or self._process.returncode is not None:
            self._process = await asyncio.create_subprocess_exec(
                *(sys.executable, "-m", __name__),
                stdin=PIPE,
                stdout=PIPE,
                env=os.environ | {"SANDTABLE_MODE": "interpreted"},  # starts faster: nothing is played
            )
            self._knows = set()
        if (errand.what, errand.book) not in self._knows:
            await self._ask(self._process, Errand(errand.what, errand.book, b""))
            self._knows.add((errand.what, errand.book))
        return self._process

    async def _ask(self, process: Process, errand: Errand) -> bytes:
        assert process.stdin and process.stdout
        data = msgspec.msgpack.encode(errand)
        process.stdin.write(_LENGTH.pack(len(data)) + data)
        await process.stdin.drain()
        (length,) = _LENGTH.unpack(await process.stdout.readexactly(_LENGTH.size))
        answer = await process.stdout.readexactly(length)
        self._leaving = asyncio.get_running_loop().call_later(IDLE, self.close)
        return answer

    def close(self) -> None:
        """End the process."""
        if self._process is not None:
            with suppress(ProcessLookupError):
                self._process.kill()
            self._process = None


class Readers:
    """The readers of a server: armies, asked for at each change, do not wait behind large files."""

    def __init__(self) -> None:
        self.files, self.armies = Reader(), Reader()

    def close(self) -> None:
        """End their processes."""
        self.files.close()
        self.armies.close()

    async def check(self, book: Rulebook, data: bytes) -> list[Problem]:
        """What is wrong with a file of content; empty if it can be used."""
        try:
            found = await self.files.run(Errand("check", book.name, data), list[str], CHECKING)
        except ValueError as error:
            found = [str(error)]
        return [_problem(text) for text in found[:FINDINGS]]

    async def review(self, book: Rulebook, data: bytes, points: float) -> Review:
        """What an army holds and what is wrong with it."""
        if len(data) > ARMY:
            return Review(faults=[Fault(f"larger than {ARMY} bytes")])
        try:
            found = await self.armies.run(Errand("review", book.name, data, points), Review, REVIEWING)
        except ValueError as error:
            return Review(faults=[Fault(str(error))])
        found.faults = found.faults[:FINDINGS]
        return found


def _problem(text: str) -> Problem:
    place = _PLACE.match(text)
    if not place:
        return Problem(text[:300])
    return Problem(
        text[place.end() :][:300], place["source"], int(place["line"] or 0), (place["field"] or "")[:100]
    )


# In the reader's process -----------------------------------------------------------------------------


def serve() -> None:
    """Answer errands from standard input until it ends."""
    if sys.platform != "win32":
        import resource

        resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
    take, give = sys.stdin.buffer, sys.stdout.buffer
    while head := take.read(_LENGTH.size):
        (length,) = _LENGTH.unpack(head)
        answer = msgspec.msgpack.encode(done(msgspec.msgpack.decode(take.read(length), type=Errand)))
        give.write(_LENGTH.pack(len(answer)) + answer)
        give.flush()


def done(errand: Errand) -> list[str] | Review:
    """The answer to one errand. A defect of the rulebook is not the writer's fault, but must not pass."""
    book = rulebook(errand.book)
    try:
        if errand.what == "review":
            return book.review(errand.data, "army.toml", errand.points)
        with tempfile.TemporaryDirectory() as folder:
            path = Path(folder) / "upload.toml"
            path.write_bytes(errand.data)
            return [text.replace(str(path), path.name) for text in book.validate(path)]
    except MemoryError:
        raise
    except Exception as error:
        words = f"cannot be read: {type(error).__name__}"
        return Review(faults=[Fault(words)]) if errand.what == "review" else [f"upload.toml: {words}"]


if __name__ == "__main__":
    serve()
