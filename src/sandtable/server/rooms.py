"""Rooms: live matches and who sits at them. A step is acknowledged when it is in the store, not before."""

from __future__ import annotations

import asyncio
import re
import time
from collections import deque
from collections.abc import Awaitable, Callable, Coroutine
from typing import Any

import msgspec
import structlog

from sandtable.core.table import Outline, Table
from sandtable.play.match import Match, Refusal, Step
from sandtable.play.proof import commitment
from sandtable.play.replay import Diverged, checked
from sandtable.server import questions
from sandtable.server.clocks import Clocks
from sandtable.server.company import Company
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
    Refused,
    Request,
    Resign,
    Say,
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
LEAD = 2.0  # seconds that the process which took the last step is left to take a program's next
COME_AGAIN = 1012  # as a server that restarts closes a socket
LINES = 200  # of chat that a newcomer is told
STALE = "the table has moved on: look again"
ORDER = re.compile(r"[0-9A-Za-z-]{1,64}")
UNORDERED = "expected an order of 1 to 64 letters, digits and -"

log = structlog.get_logger()


class Room:
    """A match with its sockets. All changes are made under ``lock``, one at a time."""

    def __init__(self, place: Workplace, row: MatchRow, chairs: list[Chair]) -> None:
        self.place, self.row, self.chairs = place, row, chairs
        self.outline: Outline = outline_of(row.scenario)
        self.lock = asyncio.Lock()
        self.sockets: set[Socket] = set()  # those that were welcomed
        self.match: Match | None = None
        self.clocks = Clocks.start(row.clock, len(row.players), [], 0)
        self.orders: dict[str, int] = {}
        self.company = Company(self)
        self.offers = Offers(self)
        self.lines: deque[ChatFrame] = deque(maxlen=LINES)  # the last of the chat
        self.said = 0  # number of the last of them
        self.broken = ""  # why the match cannot be gone on with
        self.dirty = False  # another process changed it
        self.led_elsewhere = False  # another process took the last step
        self._tables: dict[int, tuple[Table, bytes]] = {}  # of the last step, by seat
        self._frames: dict[tuple[int, int, bool], bytes] = {}  # the same, by seat and by what a socket lacks
        self._tasks: set[asyncio.Task[None]] = set()
        self._programs: asyncio.Task[None] | None = None
        self._timer: asyncio.TimerHandle | None = None

    # -- loading -------------------------------------------------------------------------------------

    async def load(self) -> None:
        """Build the match from its record, if it has begun."""
        await self._hear_chat()
        if self.row.begun:
            await self._rebuild()
            self._after_change()

    async def _rebuild(self) -> None:
        rows = await self.place.read(self.row.id, "steps")
        try:
            match = await self.place.think(build, self.row, rows)
        except (Diverged, ValueError, KeyError) as error:
            self._break(error)
            return
        self.match = match
        self._changed()
        self.orders = {row.order: row.step.number for row in rows}
        self.clocks = questions.clocks_of(match, self.row, rows)

    def _break(self, error: Exception) -> None:
        self.broken = f"this match cannot be gone on with: {error}"
        log.error("match broken", match=self.row.id, problem=str(error))

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
        await self._hear_chat()
        if row.begun and self.match is None and not self.broken:
            await self._rebuild()
            self._welcome_all()
        elif self.match is not None:
            await self._take_over(self.match)
        self.company.show()
        self.offers.show_all()
        self._after_change()
        self.publish()

    async def _take_over(self, match: Match) -> None:
        for new in await self.place.read(self.row.id, "steps", match.sequence):
            try:
                match.add(await self.place.think(checked, match, new.step))
            except (Diverged, ValueError) as error:
                self._break(error)
                return
            self._changed()
            self.led_elsewhere = True
            self.orders[new.order] = new.step.number
            self.clocks.step(new.step.seat, match.to_act(), new.at)

    # -- coming and going ----------------------------------------------------------------------------

    async def enter(self, socket: Socket) -> None:
        """Seat a new socket: welcome, chat, table."""
        await self._join(socket.seat)
        if self.row.begun and self.match is None and not self.broken:
            await self.catch_up()
        await self._take_seat_again(socket.seat)
        # Nothing is awaited from here on: nothing comes before the welcome, and nothing is missed after it.
        if self.place.rooms.setdefault(self.row.id, self) is not self:
            socket.close(COME_AGAIN, "the room was let go meanwhile")
            return
        self.sockets.add(socket)
        socket.send(self.welcome(socket))
        if self.broken:
            socket.send(Failed(reason=self.broken[:900]))
        for line in self.lines:
            socket.send(line)
        self.company.moved(socket)
        if self.match is None:
            self._later(0 if self._nonce_given(socket.seat) else GRACE, self.begin)
        else:
            self.show(socket)
            if self.row.clock.pace != "none":
                socket.send(ClockFrame(clock=self.clocks.frame(time.time())))
        self.offers.show(socket)

    async def _join(self, seat: int) -> None:
        if seat >= 0 and not self.chairs[seat].joined:
            now = time.time()
            await self.place.write("join", self.row.id, seat, now)
            self.chairs[seat] = msgspec.structs.replace(self.chairs[seat], joined=now)

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
        if socket in self.sockets:
            self.sockets.remove(socket)
            self.company.moved()

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
            seats=self.company.seats(),
            commitment=commitment(bytes.fromhex(self.row.secret)),
            begun=match is not None,
            nonce_wanted=match is None and socket.seat >= 0 and not self.row.nonces[socket.seat],
            hotseat=people > 1 and not invited,
            pace=self.row.clock.pace,
            sequence=match.sequence if match else 0,
            actions=len(match.acts) if match else 0,
            notices=self.place.notices.means,
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
            begun = await self.place.write("begin", self.row.id, time.time())
            await self._catch_up()
            if begun:
                self._call_absent()

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
        if socket.seat < 0:
            self.refuse(socket, request.id, Refusal("a spectator takes no actions"), request.text)
            return
        if not ORDER.fullmatch(request.order):
            socket.send(Refused(id=request.id, reason=UNORDERED))
            return
        began = time.perf_counter()

        async def proposed(match: Match) -> Step | Refusal:
            if not match.fits(socket.seat, request.sequence):
                return Refusal(STALE)
            if self.clocks.fallen(time.time()) is not None:
                self._later(0, self._time_over)
                return Refusal("time is up")
            return await self.place.think(match.propose, socket.seat, request.text)

        done = await self._take(socket, request, proposed, request.text)
        if isinstance(done, Step):
            self.place.count("actions", time.perf_counter() - began)

    async def _take_back(self, socket: Socket, request: TakeBack) -> None:
        async def proposed(match: Match) -> Step | Refusal:
            if not match.fits(socket.seat, request.sequence):
                return Refusal(STALE)
            return match.take_back(socket.seat)

        await self._take(socket, request, proposed)

    async def _resign(self, socket: Socket, request: Resign) -> None:
        async def proposed(match: Match) -> Step | Refusal:
            two = len(match.players) == 2
            return match.close(*(("resign", socket.seat, "") if two else ("seat", socket.seat, "scripted")))

        if socket.seat < 0:
            self.refuse(socket, request.id, Refusal("a spectator cannot resign"), "")
        else:
            await self._take(socket, request, proposed)

    async def _take(
        self,
        socket: Socket,
        request: TakeAction | TakeBack | Resign,
        proposed: Callable[[Match], Awaitable[Step | Refusal]],
        text: str = "",
    ) -> Step | Refusal | None:
        """Take the step that a request comes to and acknowledge it, once for each order; None for one that
        was taken before. A step that another process was quicker than is no step.
        """
        assert self.match is not None
        async with self.lock:
            if self._repeated(socket, request.id, request.order):
                return None
            done = await proposed(self.match)
            if isinstance(done, Step) and not await self._write(
                done, self._order(socket.seat, request.order)
            ):
                if self._repeated(socket, request.id, request.order):
                    return None
                done = Refusal(STALE)
        self.acknowledge(socket, request.id, done, text)
        return done

    def acknowledge(self, socket: Socket, id: int, done: Step | Refusal, text: str = "") -> None:
        """Tell a socket that a step was taken, and everyone what came of it; or why it was not."""
        if isinstance(done, Refusal):
            self.refuse(socket, id, done, text)
            if done.reason == STALE:
                self.show(socket)
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
        if match.over:
            self.offers.end()
        self._changed()
        self.led_elsewhere = False
        self.orders[order or f"-{step.number}"] = step.number
        self.clocks.step(step.seat, match.to_act(), now)
        self._after_change()
        self._call_absent()
        return True

    async def close(self, kind: Any, seat: int, text: str, order: str) -> Step | Refusal:
        """Take a step that is no action; the lock must be held."""
        assert self.match is not None
        step = self.match.close(kind, seat, text)
        if isinstance(step, Refusal):
            return step
        return step if await self._write(step, order) else Refusal(STALE)

    def _after_change(self) -> None:
        """Let programs play and clocks run."""
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

    def _call_absent(self) -> None:
        """Let people who are to act and are not here know it."""
        match = self.match
        if match is None or match.over:
            return
        for seat in match.to_act():
            if match.players[seat] == "human" and not self.company.present(seat):
                self.place.notices.turn(self.row, self.chairs[seat], match.sequence)

    async def _play(self) -> None:
        """Take the actions of programs until a person is to act. Tables are shown now and then."""
        shown = time.monotonic()
        while (match := self.match) is not None and not match.over and not self.broken:
            if self.led_elsewhere and await self._is_led_elsewhere(match):
                continue
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

    async def _is_led_elsewhere(self, match: Match) -> bool:
        """Whether another process goes on with the programs: two need not think for one seat."""
        sequence = match.sequence
        await asyncio.sleep(LEAD)
        self.led_elsewhere = match.sequence != sequence
        return self.led_elsewhere

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
        """Show the table to everyone who has not seen it as it is."""
        match = self.match
        if match is None:
            return
        for socket in list(self.sockets):
            if socket.sequence != match.sequence:
                self.show(socket)
        if self.row.clock.pace != "none":
            self.send_all(ClockFrame(clock=self.clocks.frame(time.time())))

    def show(self, socket: Socket) -> None:
        """Show one socket the table, and the end if it came."""
        match = self.match
        if match is None:
            return
        table, board = self._table(match, socket.seat)
        start, same = socket.has(match.logs[socket.seat], board)
        key = socket.seat, start, same
        if key not in self._frames:
            frame = TableFrame(
                sequence=match.sequence,
                table=msgspec.structs.replace(table, board=None) if same else table,
                log=match.logs[socket.seat][start:],
                log_from=start,
                can_undo=socket.seat >= 0 and match.can_undo(socket.seat),
                actions=len(match.acts),
            )
            self._frames[key] = encoder.encode(frame)
        socket.show(self._frames[key], match.sequence, board)
        if match.over and not socket.told_over:
            socket.told_over = True
            result = match.result()
            if result is not None:
                nonces = [nonce.hex() for nonce in match.nonces]
                socket.send(Over(result=result, secret=match.secret.hex(), nonces=nonces))

    def _table(self, match: Match, seat: int) -> tuple[Table, bytes]:
        if seat not in self._tables:
            table = match.table(seat)
            self._tables[seat] = table, encoder.encode(table.board)
        return self._tables[seat]

    def _changed(self) -> None:
        """What was worked out of the last step holds no more."""
        self._tables.clear()
        self._frames.clear()

    def send_all(self, frame: Any) -> None:
        """Send a frame to everyone here."""
        for socket in list(self.sockets):
            socket.send(frame)

    async def _say(self, socket: Socket, request: Say) -> None:
        words = "".join(c for c in request.text if c.isprintable()).strip()[:500]
        if not words:
            socket.send(Refused(id=request.id, reason="expected something to say"))
            return
        if request.order and not ORDER.fullmatch(request.order):
            socket.send(Refused(id=request.id, reason=UNORDERED))
            return
        order = self._order(socket.seat, request.order)
        await self.place.write("say", self.row.id, socket.seat, words, order, time.time())
        await self._hear_chat()
        socket.send(Accepted(id=request.id, sequence=self.match.sequence if self.match else 0))

    async def _hear_chat(self) -> None:
        """Send what was said since the last line that was sent."""
        for line in await self.place.read(self.row.id, "said", self.said):
            if line.number > self.said:
                self.said = line.number
                self.lines.append(ChatFrame(seat=line.seat, text=line.text, at=line.at, number=line.number))
                self.send_all(self.lines[-1])

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
