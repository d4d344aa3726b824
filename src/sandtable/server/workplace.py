"""The workplace: what all rooms share. Store, threads, counters, notices, and the rooms themselves."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable, Coroutine
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from typing import TYPE_CHECKING, Any, TypeVar

import msgspec
import structlog
from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram

from sandtable.core.rulebook import Rulebook, rulebook
from sandtable.play.match import Match
from sandtable.server.company import PULSE, SILENCE
from sandtable.server.messages import MatchLinks, NewMatch
from sandtable.server.notices import Notices
from sandtable.server.store import Chair, MatchRow, News, Store
from sandtable.server.warmth import Warmth

if TYPE_CHECKING:
    from sandtable.server.rooms import Room

THINKERS = 4  # threads for rules and programs; compiled rules run side by side
IDLE = 600.0  # seconds after which a room without sockets is let go
PER_USER = 8  # sockets

T = TypeVar("T")

log = structlog.get_logger()


class Workplace:
    """Made once a process. `open` before use, `close` after."""

    def __init__(self, database: str = "", address: str = "") -> None:
        self.store = Store(database)
        self.notices = Notices(address)
        self.warmth = Warmth()
        self.rooms: dict[str, Room] = {}
        self.users: dict[str, int] = {}  # sockets by user
        self._finding: dict[str, asyncio.Lock] = {}
        self._threads = ThreadPoolExecutor(THINKERS, thread_name_prefix="rules")
        self._chores: set[asyncio.Task[Any]] = set()
        self._closing = False
        self._alive: dict[str, float] = {}  # when each other process was last heard
        self.registry = CollectorRegistry()
        self.counters = {
            name: Counter(f"sandtable_{name}", words, registry=self.registry)
            for name, words in (
                ("actions", "Actions taken by people, acknowledged"),
                ("refusals", "Requests refused"),
                ("errors", "Requests that failed by a defect"),
            )
        }
        self.seconds = Histogram(
            "sandtable_action_seconds", "From an action's arrival to its frames", registry=self.registry
        )
        gauge = Gauge("sandtable_sockets", "Open sockets", registry=self.registry)
        gauge.set_function(lambda: sum(len(room.sockets) for room in self.rooms.values()))
        Gauge("sandtable_rooms", "Matches in memory", registry=self.registry).set_function(
            lambda: len(self.rooms)
        )

    async def open(self, warm: list[str]) -> None:
        """Make the tables, listen to other processes, begin to warm up the rules of ``warm``."""
        await self.store.run(self.store.migrate)
        loop = asyncio.get_running_loop()

        def heard(news: News) -> None:
            with suppress(RuntimeError):  # the loop may be closed already
                loop.call_soon_threadsafe(self._heard, news)

        self.store.listen(heard)
        self._chore(self._sweep())
        if self.store.shared:
            self._chore(self._pulse())
        self.warmth.start(warm)

    async def close(self) -> None:
        """Let go of everything; what was acknowledged is in the store."""
        self._closing = True
        for chore in self._chores:
            chore.cancel()
        for room in list(self.rooms.values()):
            room.stop()
        await asyncio.sleep(0)
        self._threads.shutdown(wait=False, cancel_futures=True)
        self.notices.close()
        await asyncio.to_thread(self.store.close)

    # -- for rooms -----------------------------------------------------------------------------------

    async def read(self, id: str, what: str, *given: Any) -> Any:
        """Ask the store about a match: ``steps``, ``said`` or ``chairs``."""
        return await self.store.run(getattr(self.store, what), id, *given)

    async def write(self, what: str, *given: Any) -> Any:
        """Write to the store; done when this returns."""
        return await self.store.run(getattr(self.store, what), *given)

    async def row(self, id: str) -> MatchRow | None:
        """A match as stored."""
        return await self.store.run(self.store.match, id)

    async def think(self, work: Callable[..., T], *given: Any) -> T:
        """Do work that takes a processor, in a thread."""
        return await asyncio.get_running_loop().run_in_executor(self._threads, work, *given)

    @staticmethod
    def book(scenario: str) -> Rulebook:
        """The rulebook of a scenario."""
        return rulebook(scenario.partition("/")[0])

    def count(self, what: str, seconds: float | None = None) -> None:
        """Count something for ``/metrics``."""
        self.counters[what].inc()
        if seconds is not None:
            self.seconds.observe(seconds)

    async def create(self, wish: NewMatch, account: int, position: str = "") -> MatchLinks:
        """A new match in the store. Unfit says what is wrong with the wish."""
        from sandtable.server.matches import new_match

        row, chairs, links = await self.think(new_match, wish, account, position)
        await self.write("create", row, chairs)
        return links

    async def rematch(self, row: MatchRow, chairs: list[Chair], match: Match) -> str:
        """The same again, with new dice: its id. Seats and spectators keep their tokens."""
        from sandtable.server.matches import new_match

        wish = NewMatch(
            scenario=row.scenario,
            seats=list(match.first_players),
            names=row.names,
            pace=row.clock.pace,
            seconds=row.clock.seconds,
            increment=row.clock.increment,
        )
        new, seats, _ = await self.think(new_match, wish, 0, row.position)
        new.watch = row.watch
        kept = [
            msgspec.structs.replace(old, joined=0) if old.token else fresh
            for old, fresh in zip(chairs, seats, strict=True)
        ]
        await self.write("create", new, kept)
        return new.id

    # -- rooms ---------------------------------------------------------------------------------------

    async def room(self, id: str) -> Room | None:
        """The room of a match, built from the store if need be; None if there is no such match."""
        from sandtable.server.rooms import Room

        if id in self.rooms:
            return self.rooms[id]
        lock = self._finding.setdefault(id, asyncio.Lock())
        async with lock:
            if id in self.rooms:
                return self.rooms[id]
            row = await self.row(id)
            if row is not None:
                room = Room(self, row, await self.read(id, "chairs"))
                await room.load()
                self.rooms[id] = room
                if self.store.shared:
                    room.hear()  # of what was written while it was read
                    self.announce("who", id)
        self._finding.pop(id, None)
        return self.rooms.get(id)

    def announce(self, kind: str, what: str = "-", *words: str) -> None:
        """Tell the other processes, if there can be any."""
        if self.store.shared and not self._closing:
            self._chore(self.store.run(self.store.announce, kind, what, *words))

    def _heard(self, news: News) -> None:
        """News of another process."""
        if news.author:
            self._alive[news.author] = time.monotonic()
        rooms = list(self.rooms.values()) if news.kind == "all" else [self.rooms.get(news.what)]
        for room in filter(None, rooms):
            if news.kind == "here":
                room.company.hear(news.author, news.words)
                continue
            if news.kind in ("who", "all"):
                room.company.tell()
            if news.kind in ("match", "all"):
                room.hear()
            if news.kind == "all":
                self.announce("who", room.row.id)
        if news.kind == "session":
            self.cut(news.what)

    def cut(self, session: str) -> None:
        """Close the sockets of a session that has ended (``session`` is its token's hash)."""
        for room in self.rooms.values():
            for socket in list(room.sockets):
                if socket.session == session:
                    socket.close(1008, "logged out")

    async def _sweep(self) -> None:
        """Let go of rooms now and then."""
        empty: dict[str, float] = {}
        while True:
            await asyncio.sleep(30)
            self.let_go(empty, time.monotonic())

    def let_go(self, empty: dict[str, float], now: float) -> None:
        """Let go of rooms that nobody has been in for a while; at once where the match is over. ``empty``
        keeps since when each has been empty.
        """
        for id, room in list(self.rooms.items()):
            if room.sockets or room.busy():
                empty.pop(id, None)
            elif now - empty.setdefault(id, now) > IDLE or (room.match and room.match.over):
                room.stop()
                self.notices.forget(room.row)
                del self.rooms[id], empty[id]

    async def _pulse(self) -> None:
        """Say now and then that this process is alive, and forget those that say so no more."""
        while True:
            self.announce("alive")
            await asyncio.sleep(PULSE)
            silent = [who for who, at in self._alive.items() if time.monotonic() - at > SILENCE]
            for who in silent:
                del self._alive[who]
                for room in self.rooms.values():
                    room.company.forget(who)

    def _chore(self, work: Coroutine[Any, Any, Any]) -> None:
        """Do something beside the rest; what fails is logged."""

        def done(task: asyncio.Task[Any]) -> None:
            self._chores.discard(task)
            if not task.cancelled() and task.exception() is not None:
                log.error("chore failed", exc_info=task.exception())

        task = asyncio.get_running_loop().create_task(work)
        self._chores.add(task)
        task.add_done_callback(done)
