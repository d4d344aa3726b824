"""Rooms: live matches and who sits at them. A step is acknowledged when it is in the store, not before."""

from __future__ import annotations

import asyncio
import re
import time
from collections.abc import Callable, Coroutine
from typing import Any

import msgspec
import structlog

from sandtable.core.table import Outline, Table
from sandtable.play.match import SPECTATOR, Match, Refusal, Step
from sandtable.play.proof import commitment
from sandtable.play.replay import Diverged
from sandtable.server import questions
from sandtable.server.clocks import Clocks
from sandtable.server.matches import build, outline_of
from sandtable.server.messages import (
    Accepted,
    ChatFrame,
    ClockFrame,
    Failed,
    GiveNonce,
    Offer,
    Over,
    Ping,
    Pong,
    Presence,
    Refused,
    Request,
    Resign,
    Say,
    SeatInfo,
    TableFrame,
    TakeAction,
    TakeBack,
    Welcome,
)
from sandtable.server.offers import Offers
from sandtable.server.sockets import Socket, encoder
from sandtable.server.store import Chair, MatchRow, Taken
from sandtable.server.workplace import Workplace

GRACE = 3.0  # seconds that set-up waits for the nonce of someone who is there
BREATH = 0.12  # seconds between two tables while a program plays
STALE = "the table has moved on: look again"
ORDER = re.compile(r"[0-9A-Za-z-]{1,64}")

log = structlog.get_logger()


class Room:
    """A match with its sockets. All changes are made under ``lock``, one at a time."""

    def __init__(self, place: Workplace, row: MatchRow, chairs: list[Chair]) -> None:
        self.place, self.row, self.chairs = place, row, chairs
        self.outline: Outline = outline_of(row.scenario)
        self.lock = asyncio.Lock()
        self.sockets: set[Socket] = set()
        self.match: Match | None = None
        self.clocks = Clocks.start(row.clock, len(row.players), [], 0)
        self.orders: dict[str, int] = {}
        self.offers = Offers(self)
        self.said = 0  # number of the last line of chat that was sent
        self.broken = ""  # why the match cannot be gone on with
        self.dirty = False  # another process changed it
        self.left: dict[int, float] = {}  # when a seat's last socket went
        self._tables: dict[int, tuple[int, Table, bytes]] = {}
        self._tasks: set[asyncio.Task[None]] = set()
        self._programs: asyncio.Task[None] | None = None
        self._timer: asyncio.TimerHandle | None = None

    # -- loading -------------------------------------------------------------------------------------

    async def load(self) -> None:
        """Build the match from its record, if it has begun."""
        self.said = max((line.number for line in await self.place.read(self.row.id, "said")), default=0)
        if self.row.begun:
            await self._rebuild()

    async def _rebuild(self) -> None:
        rows = await self.place.read(self.row.id, "steps")
        try:
            match = await self.place.think(build, self.row, rows)
        except (Diverged, ValueError, KeyError) as error:
            self.broken = f"this match cannot be gone on with: {error}"
            log.error("match broken", match=self.row.id, problem=str(error))
            return
        self.match = match
        self._tables.clear()
        self.orders = {row.order: row.step.number for row in rows}
        self.clocks = questions.clocks_of(match, self.row, rows)
        self._after_change()

    async def catch_up(self) -> None:
        """Take over what another process has written."""
        async with self.lock:
            await self._catch_up()

    async def _catch_up(self) -> None:
        self.dirty = False
        row = await self.place.row(self.row.id)
        if row is None:
            return
        self.row, self.chairs = row, await self.place.read(row.id, "chairs")
        for line in await self.place.read(row.id, "said", self.said):
            self._chat(ChatFrame(seat=line.seat, text=line.text, at=line.at, number=line.number))
        if row.begun and self.match is None and not self.broken:
            await self._rebuild()
            self._welcome_all()
        elif self.match is not None:
            await self._take_over(self.match)
        else:
            self._presence()
        self._after_change()
        self.publish()

    async def _take_over(self, match: Match) -> None:
        for new in await self.place.read(self.row.id, "steps", match.sequence):
            try:
                await self.place.think(questions.take_over, match, new)
            except Diverged as error:
                self.broken = f"this match cannot be gone on with: {error}"
                return
            self.orders[new.order] = new.step.number
            self.clocks.step(new.step.seat, match.to_act(), new.at)

    # -- coming and going ----------------------------------------------------------------------------

    async def enter(self, socket: Socket) -> None:
        """Seat a new socket: welcome, table, chat."""
        self.sockets.add(socket)
        if socket.seat >= 0 and not self.chairs[socket.seat].joined:
            now = time.time()
            await self.place.write("join", self.row.id, socket.seat, now)
            self.chairs[socket.seat] = msgspec.structs.replace(self.chairs[socket.seat], joined=now)
        if self.row.begun and self.match is None and not self.broken:
            await self.catch_up()
        await self._take_seat_again(socket.seat)
        socket.send(self.welcome(socket))
        if self.broken:
            socket.send(Failed(reason=self.broken[:900]))
        for line in await self.place.read(self.row.id, "said"):
            socket.send(ChatFrame(seat=line.seat, text=line.text, at=line.at, number=line.number))
        self._presence()
        if self.match is None:
            self._later(0 if self._nonce_given(socket.seat) else GRACE, self.begin)
        else:
            self.show(socket)
            if self.row.clock.pace != "none":
                socket.send(ClockFrame(clock=self.clocks.frame(time.time())))
        self.offers.show(socket)

    async def _take_seat_again(self, seat: int) -> None:
        """A person who comes back finds the script gone from the chair."""
        match = self.match
        if match and not match.over and seat >= 0 and match.first_players[seat] in ("human", "open"):
            if match.players[seat] != "human":
                async with self.lock:
                    await self.close("seat", seat, "human", "")
                self.publish()

    def leave(self, socket: Socket) -> None:
        """A socket is gone."""
        self.sockets.discard(socket)
        if socket.seat >= 0 and not self._present(socket.seat):
            self.left[socket.seat] = time.monotonic()
        self._presence()

    def stop(self) -> None:
        """End the room's tasks and sockets."""
        for task in self._tasks:
            task.cancel()
        if self._timer:
            self._timer.cancel()
        for socket in self.sockets:
            socket.close(1001, "the server stops")

    def busy(self) -> bool:
        """Whether a program plays or a clock runs."""
        playing = self._programs is not None and not self._programs.done()
        return playing or (self.clocks.next_fall() is not None and not (self.match and self.match.over))

    def hear(self) -> None:
        """Another process, or this one, has written to the match."""
        if not self.dirty:
            self.dirty = True
            self._later(0, self.catch_up)

    def absent(self, seat: int) -> float:
        """For how many seconds nobody has sat in a seat."""
        if self._present(seat):
            return 0.0
        return time.monotonic() - self.left.get(seat, self.place.started)

    def _present(self, seat: int) -> bool:
        return any(socket.seat == seat for socket in self.sockets)

    def seats(self) -> list[SeatInfo]:
        """Who sits where, and who is there."""
        players = self.match.players if self.match else self.row.players
        return [
            SeatInfo(
                seat,
                self.row.names[seat],
                player,
                joined=bool(self.chairs[seat].joined),
                present=self._present(seat),
            )
            for seat, player in enumerate(players)
        ]

    def _presence(self) -> None:
        watching = sum(socket.seat == SPECTATOR for socket in self.sockets)
        self.send_all(Presence(seats=self.seats(), watching=watching))

    def welcome(self, socket: Socket) -> Welcome:
        """The first frame."""
        match = self.match
        people = sum(player == "human" for player in self.row.players)
        invited = any(chair.invite for chair in self.chairs)
        return Welcome(
            match=self.row.id,
            seat=socket.seat,
            rulebook=self.row.scenario.partition("/")[0],
            prefix=self.place.book(self.row.scenario).prefix,
            scenario=self.outline,
            seats=self.seats(),
            commitment=commitment(bytes.fromhex(self.row.secret)),
            begun=match is not None,
            nonce_wanted=match is None and socket.seat >= 0 and not self.row.nonces[socket.seat],
            hotseat=people > 1 and not invited,
            pace=self.row.clock.pace,
            sequence=match.sequence if match else 0,
            actions=len(match.acts) if match else 0,
        )

    def _welcome_all(self) -> None:
        for socket in self.sockets:
            socket.send(self.welcome(socket))

    # -- beginning -----------------------------------------------------------------------------------

    def _nonce_given(self, seat: int) -> bool:
        return seat < 0 or bool(self.row.nonces[seat])

    def _complete(self) -> bool:
        """Whether every seat has someone who has come."""
        return all(
            player != "open" and (player != "human" or chair.joined)
            for player, chair in zip(self.row.players, self.chairs, strict=True)
        )

    async def begin(self) -> None:
        """Set up and begin, if everyone is here."""
        async with self.lock:
            if self.match is not None or self.broken or not self._complete():
                return
            await self.place.write("begin", self.row.id, time.time())
            await self._catch_up()

    async def _nonce(self, socket: Socket, request: GiveNonce) -> None:
        problem = await questions.give_nonce(self.place, self.row, socket.seat, request.hex)
        if problem:
            socket.send(Refused(id=request.id, reason=problem))
            return
        self.row.nonces[socket.seat] = request.hex
        socket.send(Accepted(id=request.id, sequence=0))
        present = {other.seat for other in self.sockets}
        if all(self._nonce_given(seat) for seat in present):
            await self.begin()

    # -- requests ------------------------------------------------------------------------------------

    async def answer(self, socket: Socket, request: Request) -> None:
        """Answer one request of a socket. Nothing it may hold raises an error."""
        if self.dirty:
            await self.catch_up()
        if isinstance(request, Ping):
            socket.send(Pong(id=request.id))
        elif isinstance(request, GiveNonce):
            await self._nonce(socket, request)
        elif isinstance(request, Say):
            await self._say(socket, request)
        elif self.match is None:
            socket.send(Failed(id=request.id, reason=self.broken[:900] or "the match has not begun"))
        elif isinstance(request, TakeAction):
            await self._act(socket, request)
        elif isinstance(request, TakeBack):
            await self._take_back(socket, request)
        elif isinstance(request, Resign):
            await self._resign(socket, request)
        elif isinstance(request, Offer):
            await self.offers.take(socket, request)
        else:
            socket.send(await questions.answer(self.place, self.match, socket.seat, request))

    async def _act(self, socket: Socket, request: TakeAction) -> None:
        match = self.match
        assert match is not None
        if socket.seat < 0:
            self.refuse(socket, request.id, Refusal("a spectator takes no actions"), request.text)
            return
        if not ORDER.fullmatch(request.order):
            socket.send(Refused(id=request.id, reason="expected an order of 1 to 64 letters, digits and -"))
            return
        began = time.perf_counter()
        async with self.lock:
            if self._repeated(socket, request.id, request.order):
                return
            if not match.fits(socket.seat, request.sequence):
                self.refuse(socket, request.id, Refusal(STALE), request.text)
                self.show(socket)
                return
            if self.clocks.fallen(time.time()) is not None:
                self._later(0, self._time_over)
                self.refuse(socket, request.id, Refusal("time is up"), request.text)
                return
            step = await self.place.think(match.propose, socket.seat, request.text)
            if isinstance(step, Refusal):
                self.refuse(socket, request.id, step, request.text)
                return
            if not await self._write(step, self._order(socket.seat, request.order)):
                if not self._repeated(socket, request.id, request.order):
                    self.refuse(socket, request.id, Refusal(STALE), request.text)
                    self.show(socket)
                return
        socket.send(Accepted(id=request.id, sequence=step.number))
        self.publish()
        self.place.count("actions", time.perf_counter() - began)

    async def _take_back(self, socket: Socket, request: TakeBack) -> None:
        match = self.match
        assert match is not None
        async with self.lock:
            if self._repeated(socket, request.id, request.order):
                return
            step = match.take_back(socket.seat)
            if not match.fits(socket.seat, request.sequence):
                step = Refusal(STALE)
            if isinstance(step, Refusal):
                self.refuse(socket, request.id, step, "")
                self.show(socket)
                return
            if not await self._write(step, self._order(socket.seat, request.order)):
                self.refuse(socket, request.id, Refusal(STALE), "")
                return
        socket.send(Accepted(id=request.id, sequence=step.number))
        self.publish()

    async def _resign(self, socket: Socket, request: Resign) -> None:
        match = self.match
        assert match is not None
        if socket.seat < 0:
            self.refuse(socket, request.id, Refusal("a spectator cannot resign"), "")
            return
        async with self.lock:
            if self._repeated(socket, request.id, request.order):
                return
            order = self._order(socket.seat, request.order)
            two = len(match.players) == 2
            done = await self.close(
                *(("resign", socket.seat, "") if two else ("seat", socket.seat, "scripted")), order
            )
        self.acknowledge(socket, request.id, done)

    def acknowledge(self, socket: Socket, id: int, done: Step | Refusal) -> None:
        """Tell a socket that a step was taken, and everyone what came of it."""
        if isinstance(done, Refusal):
            self.refuse(socket, id, done, "")
            return
        socket.send(Accepted(id=id, sequence=done.number))
        self.publish()

    @staticmethod
    def _order(seat: int, order: str) -> str:
        return f"{seat}:{order}" if order else ""

    def _repeated(self, socket: Socket, id: int, order: str) -> bool:
        """Whether the order was carried out before; its first answer is given again."""
        number = self.orders.get(self._order(socket.seat, order)) if order else None
        if number is None:
            return False
        socket.send(Accepted(id=id, sequence=number))
        self.show(socket)
        return True

    def refuse(self, socket: Socket, id: int, refusal: Refusal, text: str) -> None:
        """Tell a socket why something was not done."""
        self.place.count("refusals")
        sequence = self.match.sequence if self.match else 0
        frame = Refused(
            id=id, reason=refusal.reason[:400], clause=refusal.clause, text=text[:80], sequence=sequence
        )
        if len(encoder.encode(frame)) > 1024:  # many bytes a character
            frame = Refused(id=id, reason=refusal.reason[:60], clause=refusal.clause[:20], sequence=sequence)
        socket.send(frame)

    # -- steps ---------------------------------------------------------------------------------------

    async def _write(self, step: Step, order: str) -> bool:
        """Put a step in the store, then make it so. False if another process was first."""
        match = self.match
        assert match is not None
        now = time.time()
        try:
            await self.place.write("append", self.row.id, step, order, now, match.ends(step))
        except Taken:
            await self._catch_up()
            return False
        match.add(step)
        self.orders[order or f"-{step.number}"] = step.number
        self.clocks.step(step.seat, match.to_act(), now)
        self._after_change()
        return True

    async def close(self, kind: Any, seat: int, text: str, order: str) -> Step | Refusal:
        """Take a step that is no action; the lock must be held."""
        assert self.match is not None
        step = self.match.close(kind, seat, text)
        if isinstance(step, Refusal):
            return step
        return step if await self._write(step, order) else Refusal(STALE)

    def _after_change(self) -> None:
        """Let programs play, clocks run and absent players know."""
        match = self.match
        if match is None or self.broken:
            return
        if match.over:
            if self._timer:
                self._timer.cancel()
            return
        acting = match.to_act()
        if any(match.players[seat] in ("scripted", "random") for seat in acting):
            if self._programs is None or self._programs.done():
                self._programs = self._task(self._play())
        self._set_timer()
        for seat in acting:
            if match.players[seat] == "human" and not self._present(seat):
                self.place.notices.turn(self.row, self.chairs[seat], match.sequence)

    async def _play(self) -> None:
        """Take the actions of programs until a person is to act. Tables are shown now and then."""
        shown = time.monotonic()
        while (match := self.match) is not None and not match.over and not self.broken:
            async with self.lock:
                seats = [s for s in match.to_act() if match.players[s] in ("scripted", "random")]
                if not seats:
                    break
                step = await self.place.think(questions.choose, match, seats[0])
                if isinstance(step, Refusal):
                    log.error("program stuck", match=self.row.id, seat=seats[0], reason=step.reason)
                    step = match.close("resign", seats[0])
                    assert isinstance(step, Step)
                await self._write(step, "")
            if time.monotonic() - shown > BREATH:
                self.publish()
                shown = time.monotonic()
                await asyncio.sleep(BREATH / 4)
        self.publish()

    def _set_timer(self) -> None:
        if self._timer:
            self._timer.cancel()
        due = self.clocks.next_fall()
        if due is not None:
            wait = max(0.05, due - time.time() + 0.05)
            self._timer = asyncio.get_running_loop().call_later(
                min(wait, 86400), lambda: self._later(0, self._time_over)
            )

    async def _time_over(self) -> None:
        async with self.lock:
            fallen = self.clocks.fallen(time.time())
            if fallen is None or self.match is None or self.match.over:
                self._after_change()
                return
            await self.close("time", fallen, "", "")
        self.publish()

    # -- showing -------------------------------------------------------------------------------------

    def publish(self) -> None:
        """Show everyone the table."""
        if self.match is None:
            return
        for socket in list(self.sockets):
            self.show(socket)
        if self.row.clock.pace != "none":
            self.send_all(ClockFrame(clock=self.clocks.frame(time.time())))

    def show(self, socket: Socket) -> None:
        """Show one socket the table, and the end if it came."""
        match = self.match
        if match is None:
            return
        table, board = self._table(match, socket.seat)
        frame = TableFrame(
            sequence=match.sequence,
            table=table,
            log=match.logs[socket.seat],
            can_undo=socket.seat >= 0 and match.can_undo(socket.seat),
            actions=len(match.acts),
        )
        socket.show(frame, board)
        if match.over and not socket.told_over:
            socket.told_over = True
            result = match.result()
            if result is not None:
                nonces = [nonce.hex() for nonce in match.nonces]
                socket.send(Over(result=result, secret=match.secret.hex(), nonces=nonces))

    def _table(self, match: Match, seat: int) -> tuple[Table, bytes]:
        kept = self._tables.get(seat)
        if kept is None or kept[0] != match.sequence:
            table = match.table(seat)
            kept = match.sequence, table, encoder.encode(table.board)
            self._tables[seat] = kept
        return kept[1], kept[2]

    def send_all(self, frame: Any) -> None:
        """Send a frame to everyone here."""
        for socket in list(self.sockets):
            socket.send(frame)

    async def _say(self, socket: Socket, request: Say) -> None:
        words = "".join(c for c in request.text if c.isprintable()).strip()[:500]
        if not words:
            socket.send(Refused(id=request.id, reason="expected something to say"))
            return
        now = time.time()
        number = await self.place.write("say", self.row.id, socket.seat, words, now)
        socket.send(Accepted(id=request.id, sequence=self.match.sequence if self.match else 0))
        self._chat(ChatFrame(seat=socket.seat, text=words, at=now, number=number))

    def _chat(self, frame: ChatFrame) -> None:
        if frame.number > self.said:
            self.said = frame.number
            self.send_all(frame)

    def _later(self, wait: float, work: Callable[[], Coroutine[Any, Any, None]]) -> None:
        async def after() -> None:
            await asyncio.sleep(wait)
            await work()

        self._task(after())

    def _task(self, work: Coroutine[Any, Any, None]) -> asyncio.Task[None]:
        """Run beside the rest; an error is logged, and the match goes on."""

        def done(task: asyncio.Task[None]) -> None:
            self._tasks.discard(task)
            if not task.cancelled() and task.exception() is not None:
                log.error("task failed", match=self.row.id, exc_info=task.exception())

        task = asyncio.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(done)
        return task
