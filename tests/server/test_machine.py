"""Bad lines and dying servers, as a state machine: messages are lost, doubled and overtaken, lines are cut,
people have several tabs at two processes on one database, news between these comes late, and processes die
between any two of their steps. Whatever happens, each acknowledged action is applied once and in order, and
every client ends with the table, log and chat that one with an unbroken line has.
"""

from __future__ import annotations

import asyncio
import json
from typing import ClassVar

import pytest
from hypothesis import HealthCheck, Phase, settings
from hypothesis import strategies as st
from hypothesis.stateful import (
    RuleBasedStateMachine,
    initialize,
    precondition,
    rule,
    run_state_machine_as_test,
)
from wire import Line, Process, quiet, ticks

from sandtable.server import matches, questions, rooms, sockets
from sandtable.server.matches import build
from sandtable.server.messages import NewMatch
from sandtable.server.rooms import COME_AGAIN
from sandtable.server.sockets import Socket, encoder
from sandtable.server.store import News, Store
from sandtable.server.workplace import IDLE

WORDS = st.sampled_from(["REST", "REST", "STRIKE 1", "STRIKE 2", "LOOK", "PARRY", "TAKE", "TAKE", "FLY"])
WHICH = st.integers(0, 99)
MOMENTS = st.sampled_from([0, 1, 2, 3, 5, 8, 13, 100])
TABS = 4  # of one seat


class Lines(RuleBasedStateMachine):
    """Two seats and spectators, two processes; a model of what was sent and what was acknowledged."""

    url: ClassVar[str]
    steps_taken: ClassVar[int] = 0

    def __init__(self) -> None:
        super().__init__()
        self.loop = asyncio.new_event_loop()
        asyncio.set_event_loop(self.loop)
        self.bus: list[News] = []
        self.waiting: list[list[News]] = [[], []]  # news on its way to each process
        self.processes = [Process(self.url, self.bus) for _ in range(2)]
        self.tabs: list[Line] = []
        self.sent: dict[str, dict] = {}  # by order
        self.sender: dict[str, int] = {}
        self.acknowledged: dict[str, int] = {}  # order -> sequence
        self.number = 0

    def run(self, work) -> None:
        self.loop.run_until_complete(work)
        for queue in self.waiting:
            queue.extend(self.bus)
        self.bus.clear()

    @initialize(words=st.lists(WORDS, min_size=1, max_size=8))
    def new_match(self, words):
        async def make():
            wish = NewMatch(scenario="toybook/duel", seats=["human", "human"], start_now=True)
            self.links = await self.processes[0].place.create(wish, 0)

        self.run(make())
        for seat in (0, 1):
            self.open(seat, seat)
        self.play(0, words)

    # -- what people do --------------------------------------------------------------------------------

    @rule(seat=st.sampled_from([0, 1, 0, 1, -1]), process=st.integers(0, 1), moments=MOMENTS)
    def open_a_tab(self, seat, process, moments):
        if sum(tab.seat == seat for tab in self.tabs) < TABS:
            self.open(seat, process)
            self.run(ticks(moments))

    def open(self, seat: int, process: int) -> Line:
        tab = Line(self.processes[process], self.links, seat)
        self.tabs.append(tab)
        return tab

    @rule(which=WHICH, words=st.lists(WORDS, min_size=1, max_size=4))
    def play(self, which, words):
        """Look, act when it is one's turn, and wait for what comes of it, as people do most of the time."""
        for text in words:
            self.settle()
            acting = next((tab.table["to_act"] for tab in self.tabs), [0])
            if not acting:
                return
            ready = [tab for tab in self.tabs if tab.seat in acting]
            if not ready:
                ready = [self.open(acting[0], which % 2)]
                self.settle()
            tab = ready[which % len(ready)]
            asked = any(act.get("label") == "Parry" for act in tab.table.get("acts", []))
            text = text if asked == (text in ("TAKE", "PARRY")) else "TAKE" if asked else "REST"
            self.order(tab, {"type": "act", "text": text, "sequence": tab.sequence})
            while tab.up:
                tab.deliver()

    @precondition(lambda self: self.tabs)
    @rule(which=WHICH, words=WORDS)
    def act(self, which, words):
        """Act upon what the tab has seen, which may be old."""
        tab = self.tabs[which % len(self.tabs)]
        if tab.sequence >= 0:
            self.order(tab, {"type": "act", "text": words, "sequence": tab.sequence})

    @precondition(lambda self: self.tabs)
    @rule(which=WHICH, kind=st.sampled_from(["undo", "chat"]))
    def take_back_or_speak(self, which, kind):
        tab = self.tabs[which % len(self.tabs)]
        if tab.sequence >= 0:
            more = {"text": f"line {self.number}"} if kind == "chat" else {"sequence": tab.sequence}
            self.order(tab, {"type": kind, **more})

    def order(self, tab: Line, request: dict) -> None:
        self.number += 1
        order = f"order-{self.number}"
        self.sent[order] = {"id": self.number, "order": order, **request}
        self.sender[order] = tab.seat
        tab.up.append(json.dumps(self.sent[order]))

    @precondition(lambda self: self.sent and self.tabs)
    @rule(which=WHICH, whose=WHICH)
    def send_again(self, which, whose):
        """A message, however old, from any tab of its seat."""
        order = list(self.sent)[which % len(self.sent)]
        tabs = [tab for tab in self.tabs if tab.seat == self.sender[order]]
        if tabs:
            tabs[whose % len(tabs)].up.append(json.dumps(self.sent[order]))

    # -- what the lines do -----------------------------------------------------------------------------

    @precondition(lambda self: any(tab.up for tab in self.tabs))
    @rule(which=WHICH, message=WHICH, copies=st.sampled_from([1, 1, 2]), moments=MOMENTS)
    def deliver(self, which, message, copies, moments):
        """A message arrives, perhaps before earlier ones, perhaps twice."""
        tabs = [tab for tab in self.tabs if tab.up]
        tab = tabs[which % len(tabs)]
        tab.deliver(message % len(tab.up), copies)
        self.run(ticks(moments))

    @precondition(lambda self: any(tab.up for tab in self.tabs))
    @rule(which=WHICH)
    def lose(self, which):
        tabs = [tab for tab in self.tabs if tab.up]
        tabs[which % len(tabs)].up.pop(0)

    @precondition(lambda self: self.tabs)
    @rule(which=WHICH, frames=st.sampled_from([1, 3, 99]))
    def read(self, which, frames):
        tab = self.tabs[which % len(self.tabs)]
        self.hear(tab, frames)

    @precondition(lambda self: self.tabs)
    @rule(which=WHICH, moments=MOMENTS)
    def cut(self, which, moments):
        self.tabs.pop(which % len(self.tabs)).cut()
        self.run(ticks(moments))

    # -- what the servers do ---------------------------------------------------------------------------

    @rule(process=st.integers(0, 1), count=st.sampled_from([1, 2, 99]), moments=MOMENTS)
    def news_arrives(self, process, count, moments):
        for _ in range(min(count, len(self.waiting[process]))):
            self.tell(process)
        self.run(ticks(moments))

    def tell(self, process: int) -> None:
        news = self.waiting[process].pop(0)

        async def hear() -> None:
            self.processes[process].hear(news)

        self.run(hear())

    @rule(moments=MOMENTS)
    def time_passes(self, moments):
        self.run(ticks(moments))

    @rule(process=st.integers(0, 1))
    def kill(self, process):
        """A process dies; another takes its place, and people come back to it."""
        dead = self.processes[process]
        dead.kill()
        cut = [tab for tab in self.tabs if tab.process is dead]
        self.tabs = [tab for tab in self.tabs if tab.process is not dead]
        self.run(dead.ended())
        self.processes[process] = Process(self.url, self.bus)
        self.waiting[process].clear()
        other = self.processes[1 - process].place
        for room in other.rooms.values():
            room.company.forget(dead.place.store.name)
        for tab in cut:
            self.open(tab.seat, process)

    # -- what must hold --------------------------------------------------------------------------------

    def hear(self, tab: Line, frames: int = 999) -> None:
        """Read, and compare answers with what was acknowledged before."""
        for _ in range(min(frames, len(tab.down))):
            frame = tab.read()
            assert frame["type"] != "error", frame
            request = next((one for one in self.sent.values() if one["id"] == frame.get("id")), None)
            if request is None or request["type"] == "chat":
                continue
            order = request["order"]
            if frame["type"] == "accepted":
                first = self.acknowledged.setdefault(order, frame["sequence"])
                assert frame["sequence"] == first, "an order that is repeated gets its first answer"
                assert first > request.get("sequence", -1), "an action comes after what its player had seen"
            else:
                assert frame["type"] == "refused" and frame["reason"], frame
                assert order not in self.acknowledged, "an order that was taken is not refused later"

    def settle(self) -> None:
        """Let all that is under way arrive."""
        self.run(quiet())
        while any(self.waiting):
            for process in (0, 1):
                while self.waiting[process]:
                    self.tell(process)
            self.run(quiet())
        for tab in self.tabs:
            assert not tab.closed, "a line was closed"
            self.hear(tab)

    def teardown(self):
        try:
            if hasattr(self, "links"):
                self.compare()
        finally:
            self.loop.run_until_complete(self.end())
            self.loop.close()

    async def end(self) -> None:
        for process in self.processes:
            process.kill()
        await quiet()

    def compare(self) -> None:
        """The store holds what was acknowledged, and every client what the store says."""
        for tab in self.tabs:
            while tab.up:
                tab.deliver()
        self.settle()
        for process in (0, 1):
            for seat in (0, 1, -1):
                self.open(seat, process)
                self.settle()
        store = self.processes[0].place.store
        row, rows = store.match(self.links.match), store.steps(self.links.match)
        type(self).steps_taken += len(rows)
        assert [one.step.number for one in rows] == list(range(1, len(rows) + 1))
        taken = {one.order.partition(":")[2]: one.step for one in rows}
        assert len(taken) == len(rows)
        for order, step in taken.items():
            assert (step.seat, step.text) == (self.sender[order], self.sent[order].get("text", ""))
        assert {
            order: taken[order].number for order in self.acknowledged if order in taken
        } == self.acknowledged
        lines = store.said(self.links.match)
        assert len({line.text for line in lines}) == len(lines), "a line was said twice"
        sockets = [room.sockets for one in self.processes for room in one.place.rooms.values()]
        assert sum(map(len, sockets)) == len(self.tabs), "somebody is there whose line was cut"
        truth = build(row, rows)
        for tab in self.tabs:
            table = json.loads(encoder.encode(truth.table(tab.seat)))
            assert tab.board == table.pop("board") and tab.table == table
            assert tab.log == json.loads(encoder.encode(truth.logs[tab.seat]))
            assert tab.sequence == len(rows)
            assert [line["text"] for line in tab.chat.values()] == [line.text for line in lines]
            assert all(seat.get("present") and seat.get("joined") for seat in tab.seats)


@pytest.fixture
def machine(quick_databases, monkeypatch):
    """The machine on an empty database."""
    monkeypatch.setattr(sockets, "MESSAGES", 1_000_000)
    monkeypatch.setattr(matches, "new_secret", lambda: bytes(32))  # a run can be repeated: its dice are known
    (Lines.url,) = quick_databases(1)
    Lines.steps_taken = 0
    store = Store(Lines.url)
    store.migrate()
    store.close()
    return Lines


def run(machine, runs: int, steps: int) -> None:
    limits = settings(
        max_examples=runs,
        phases=[Phase.generate],  # a failing run is shown as it was: to shrink it takes minutes
        stateful_step_count=steps,
        deadline=None,
        database=None,
        suppress_health_check=list(HealthCheck),
    )
    run_state_machine_as_test(machine, settings=limits)


def test_what_is_written_while_a_room_is_read_is_not_missed(machine):
    """At whichever moment of its coming a process hears of a step that another has written."""
    for moment in range(0, 24, 2):
        lines = machine()
        lines.new_match(["REST"])
        near = lines.open(1, 0)
        lines.settle()
        lines.kill(1)  # its successor has no room yet, and one tab that wants one
        far = lines.tabs[-1]
        lines.run(ticks(moment))
        lines.order(near, {"type": "act", "text": "REST", "sequence": 1})
        near.deliver()
        while not any(news.kind == "match" for news in lines.waiting[1]):
            lines.run(ticks(1))
        while lines.waiting[1]:
            lines.tell(1)
        lines.run(quiet())
        lines.hear(far)
        assert far.sequence == 2, f"missed at moment {moment}"
        lines.teardown()


def test_a_room_is_let_go_when_nobody_needs_it(machine):
    lines = machine()
    lines.new_match(["REST"])
    place, empty = lines.processes[0].place, {}
    place.let_go(empty, 0.0)
    assert lines.links.match in place.rooms  # somebody sits there
    lines.tabs.pop(0).cut()
    lines.run(quiet())
    place.let_go(empty, 0.0)
    place.let_go(empty, IDLE)
    assert lines.links.match in place.rooms  # they may come back
    old = place.rooms[lines.links.match]
    place.let_go(empty, IDLE + 1)
    assert not place.rooms and not empty
    again = lines.open(0, 0)
    lines.order(again, {"type": "resign"})
    again.deliver()
    lines.settle()
    late = Socket(None, 0)  # had found the old room before it was let go
    lines.run(old.enter(late))
    assert late not in old.sockets and late._closing[0] == COME_AGAIN
    lines.tabs.remove(again)
    again.cut()
    lines.run(quiet())
    place.let_go(empty, 0.0)
    assert not place.rooms  # at once, for the match is over
    lines.run(lines.end())


def test_two_processes_do_not_think_for_one_seat(machine, monkeypatch):
    """The one that took the last step does, and if it dies the other."""
    monkeypatch.setattr(rooms, "LEAD", 0.1)
    lines = machine()
    thoughts = [0, 0]
    for index, process in enumerate(lines.processes):

        async def think(work, *given, index=index):
            thoughts[index] += work is questions.choose
            await ticks(10)
            return work(*given)

        process.place.think = think

    async def make():
        wish = NewMatch(scenario="toybook/duel", seats=["human", "scripted"], start_now=True)
        lines.links = await lines.processes[0].place.create(wish, 0)

    def act(text: str) -> None:
        lines.order(tab, {"type": "act", "text": text, "sequence": tab.sequence})
        tab.deliver()
        while not any(news.kind == "match" for news in lines.waiting[1]):
            lines.run(ticks(1))

    def tell_the_other() -> None:
        while lines.waiting[1]:
            lines.tell(1)

    lines.run(make())
    tab = lines.open(0, 0)
    watching = lines.open(-1, 1)
    lines.settle()
    act("REST")
    tell_the_other()
    lines.settle()
    assert thoughts[0] > 0 and thoughts[1] == 0 and watching.sequence == tab.sequence
    act("TAKE")  # what the script has struck
    lines.settle()
    act("REST")
    lines.processes[0].kill()
    tell_the_other()
    before = watching.sequence
    lines.run(asyncio.sleep(0.3))
    while watching.down:
        watching.read()
    assert thoughts[1] > 0 and watching.sequence == before + 2
    lines.run(lines.end())


def test_each_action_once_and_in_order(machine):
    run(machine, 40, 40)
    assert machine.steps_taken > 60


@pytest.mark.slow
def test_each_action_once_and_in_order_many_times(machine):
    run(machine, 2000, 50)
