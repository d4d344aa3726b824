"""Bad lines: drops, duplicates, reorders, reconnects, two tabs, restarts. Orders apply once, in order."""

from __future__ import annotations

import tempfile
import time
import uuid
from contextlib import suppress
from pathlib import Path

import pytest
from house import House, Player
from hypothesis import HealthCheck, Phase, settings
from hypothesis import strategies as st
from hypothesis.stateful import (
    Bundle,
    RuleBasedStateMachine,
    consumes,
    initialize,
    invariant,
    multiple,
    precondition,
    rule,
    run_state_machine_as_test,
)
from websockets.exceptions import ConnectionClosed

WORDS = st.sampled_from(["REST", "STRIKE 1", "STRIKE 2", "LOOK", "PARRY", "TAKE", "FLY"])
SEATS = st.sampled_from([0, 1])
RESTARTS = 1  # at most in one run: they take longest


class Lines(RuleBasedStateMachine):
    """Two seats, any number of tabs, a server that may be killed; a model of what was acknowledged."""

    tabs, orders = Bundle("tabs"), Bundle("orders")
    house: House

    @initialize()
    def new_match(self):
        self.links = self.house.new_match()
        self.acknowledged: dict[int, tuple[int, str]] = {}  # sequence -> (seat, order)
        self.first_answer: dict[tuple[int, str], int] = {}
        self.open: list[tuple[int, Player]] = []
        self.restarts = 0
        self.sequence = 0  # at least this many steps are done

    def alive(self, tab):
        """Whether a tab of the bundle has a line: those from before a restart have none."""
        return any(player is tab[1] for _, player in self.open)

    # -- what people do --------------------------------------------------------------------------------

    @rule(target=tabs, seat=SEATS)
    def open_tab(self, seat):
        if len([one for one in self.open if one[0] == seat]) >= 6:
            return multiple()
        player = self.house.sit(self.links, seat)
        player.see(self.sequence)
        self.open.append((seat, player))
        return seat, player

    @rule(tab=consumes(tabs))
    def close_tab(self, tab):
        if not self.alive(tab):
            return
        tab[1].close()
        self.open.remove(tab)

    @rule(target=orders, tab=tabs, words=WORDS)
    def act(self, tab, words):
        """Act upon what the tab has seen, which may be old."""
        if not self.alive(tab):
            return multiple()
        seat, player = tab
        order = str(uuid.uuid4())
        request = words, player.sequence, order
        self.judge(seat, player, request, player.act(words, player.sequence, order))
        return seat, request

    @rule(target=orders, tab=tabs, words=WORDS)
    def see_and_act(self, tab, words):
        if not self.alive(tab):
            return multiple()
        tab[1].see(self.sequence)
        return self.act(tab, words)

    @rule(target=orders, tab=consumes(tabs), words=WORDS)
    def act_and_lose_the_line(self, tab, words):
        """The order is sent; nobody hears the answer."""
        if not self.alive(tab):
            return multiple()
        seat, player = tab
        order = str(uuid.uuid4())
        request = words, player.sequence, order
        player.say({"type": "act", "id": 1, "text": words, "sequence": request[1], "order": order})
        player.close()
        self.open.remove(tab)
        return seat, request

    @rule(order=orders, tab=tabs)
    def send_again(self, order, tab):
        """A duplicate, however old, from any tab of the seat."""
        seat, request = order
        if tab[0] == seat and self.alive(tab):
            self.judge(seat, tab[1], request, tab[1].act(*request))

    @rule(target=orders, one=tabs, two=tabs, words=WORDS, more=WORDS)
    def act_at_once(self, one, two, words, more):
        """Two tabs act on the same sequence before either hears: at most one is taken."""
        if one[1] is two[1] or one[0] != two[0] or not (self.alive(one) and self.alive(two)):
            return multiple()
        seat = one[0]
        sent = []
        for (_, player), text in ((one, words), (two, more)):
            request = text, self.sequence, str(uuid.uuid4())
            player.number += 1
            player.say(
                {
                    "type": "act",
                    "id": player.number,
                    "text": text,
                    "sequence": request[1],
                    "order": request[2],
                }
            )
            sent.append((player, request))
        taken = 0
        for player, request in sent:
            answer = {"id": 0}
            while answer.get("id") != player.number:
                answer = player.hear()
            self.judge(seat, player, request, answer)
            taken += answer["type"] == "accepted"
        assert taken <= 1
        return multiple(*[(seat, request) for _, request in sent])

    @rule(tab=tabs)
    def take_back(self, tab):
        if not self.alive(tab):
            return
        _, player = tab
        order = str(uuid.uuid4())
        answer = player.ask("undo", sequence=player.sequence, order=order)
        assert answer["type"] == "refused"  # each action of the duel passes the turn

    @precondition(lambda self: self.restarts < RESTARTS)
    @rule(target=tabs)
    def kill_and_restart(self):
        self.restarts += 1
        self.house.kill()
        self.house.start()
        seats = [seat for seat, _ in self.open]
        for _, player in self.open:
            with suppress(ConnectionClosed, EOFError):
                player.line.close()
        self.open = []
        back = []
        for seat in seats:
            player = self.house.sit(self.links, seat)
            player.see(self.sequence)
            self.open.append((seat, player))
            back.append((seat, player))
        return multiple(*back)

    # -- what must hold --------------------------------------------------------------------------------

    def judge(self, seat, player, request, answer):
        """An answer must fit what was acknowledged before."""
        _, sequence, order = request
        first = self.first_answer.get((seat, order))
        if first is not None:
            assert (answer["type"], answer["sequence"]) == ("accepted", first), (
                "a duplicate gets its first answer"
            )
        elif answer["type"] == "accepted":
            number = answer["sequence"]
            assert number == sequence + 1, "an action is taken at the sequence it was made for, or not at all"
            assert number not in self.acknowledged, "one sequence was acknowledged twice"
            self.acknowledged[number] = seat, order
            self.first_answer[seat, order] = number
            self.sequence = max(self.sequence, number)
        else:
            assert answer["type"] == "refused" and answer["reason"], answer

    @invariant()
    def acknowledged_actions_stand(self):
        """No sequence that was acknowledged is ever missing."""
        if getattr(self, "links", None):
            info = self.house.get(f"/api/matches/{self.links['match']}")
            assert info["actions"] >= self.sequence
            self.sequence = info["actions"]

    def settle(self, players):
        """Read until all have seen all, and orders whose line was cut have arrived too."""
        quiet = 0
        while quiet < 3:
            done = self.house.get(f"/api/matches/{self.links['match']}")["actions"]
            for player in players:
                player.see(done)
            quiet = quiet + 1 if all(player.sequence == done for player in players) else 0
            time.sleep(0.02)

    def teardown(self):
        """Every tab that lived through it ends with the table and the log of one just opened."""
        if not getattr(self, "links", None):
            return
        fresh = {seat: self.house.sit(self.links, seat) for seat in (0, 1)}
        self.settle([*fresh.values(), *(player for _, player in self.open)])
        for seat, player in self.open:
            assert player.table == fresh[seat].table
            assert player.board == fresh[seat].board
            assert player.log == fresh[seat].log
        for player in [*fresh.values(), *(player for _, player in self.open)]:
            player.close()


def test_orders_apply_once_and_in_order(house):
    """A moderate number of runs; `make fuzz` makes the many."""
    _run(house, 12, 30)


@pytest.mark.slow
def test_orders_apply_once_and_in_order_many_times(preforker):
    with tempfile.TemporaryDirectory() as folder:
        house = House(preforker, f"sqlite:///{folder}/m.sqlite3", Path(folder))
        _run(house, 2000, 50)
        house.stop()


def _run(house, runs, steps):
    class Here(Lines):
        pass

    Here.house = house
    checks = list(HealthCheck)
    run_state_machine_as_test(
        Here,
        settings=settings(
            max_examples=runs,
            phases=[Phase.generate],  # a failing run is shown as it was: to shrink it would take too long
            stateful_step_count=steps,
            deadline=None,
            database=None,
            suppress_health_check=checks,
        ),
    )
