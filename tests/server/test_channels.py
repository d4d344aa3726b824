"""Nothing hidden leaves through any door: two matches that differ in no more than what a seat may not know
sound alike to it.

The pairs are made by the rulebook's own ``testing.vary``, not through `view`. All that the seat's line is
sent is compared byte for byte (table, log, answers, refusals, odds, why-not, threats, replay, chat, offers,
presence), and so are the bodies of HTTP and the notices that others are sent.
"""

from __future__ import annotations

import asyncio
import re
import time
from itertools import zip_longest
from types import SimpleNamespace
from typing import Any

import httpx
import msgspec
import pytest
from wire import Line, Process, quiet

from sandtable.core.dice import Dice, load_fast
from sandtable.core.record import blank, state_hash
from sandtable.core.rulebook import rulebook
from sandtable.play.log import squeeze
from sandtable.play.match import SPECTATOR, Match, rules_version
from sandtable.server import sockets
from sandtable.server.app import create_app
from sandtable.server.store import Chair, ClockRules, MatchRow, Store, hashed
from sandtable.testing.walk import Walk, helper

TIMES = re.compile(r'"at":[0-9.]+')
ASKED = 3  # pieces, places and actions asked about of each kind
DOORS = ("/api/matches/{}", "/api/matches/{}/file", "/api/mine", "/health")


def at_once(work: Any, *given: Any) -> None:
    """In place of a thread."""
    work(*given)


class Two:
    """Two servers that hold the same matches but for what is hidden."""

    def __init__(self, urls: list[str], monkeypatch: pytest.MonkeyPatch) -> None:
        self.loop = asyncio.new_event_loop()
        asyncio.set_event_loop(self.loop)
        self.processes = [Process(url, []) for url in urls]
        self.doors = []
        monkeypatch.setenv("SANDTABLE_MATCH_RATE", "1000000 per minute")  # forks of all pairs
        self.mails: list[list[str]] = [[], []]
        for process, mails in zip(self.processes, self.mails, strict=True):
            app = create_app(process.place.store.url)
            app.state.place = process.place
            transport = httpx.ASGITransport(app=app)
            self.doors.append(httpx.AsyncClient(transport=transport, base_url="http://table"))
            process.place.notices.smtp = "smtp://nowhere"
            monkeypatch.setattr(process.place.notices, "_thread", SimpleNamespace(submit=at_once))
            monkeypatch.setattr(process.place.notices, "_send", self.mailer(process, mails))
        self.pairs = self.frames = 0

    def mailer(self, process: Process, mails: list[str]) -> Any:
        """Writes a notice down in place of sending it."""

        def send(row: MatchRow, chair: Chair) -> None:
            process.place.notices._waiting -= 1
            mails.append(repr((row.id, row.scenario, chair.seat)))

        return send

    def close(self) -> None:
        for process in self.processes:
            process.kill()
        self.loop.run_until_complete(quiet())
        self.loop.close()

    def compare(self, walk: Walk, seat: int, action: Any) -> None:
        """One pair, and all that ``seat`` hears of it while ``action`` is taken if it tells nothing new."""
        knows, dice = helper(walk.book), blank(Dice)
        load_fast(dice, walk.seed, 9_000_000 + walk.decisions)
        other = knows.vary(walk.scenario, walk.game, seat, dice)
        may = walk.refusal(action, other) == 0 and knows.silent(walk.scenario, walk.game, action[0], seat)
        self.pairs += 1
        heard = []
        for process, door, mails, game in zip(
            self.processes, self.doors, self.mails, (walk.game, other), strict=True
        ):
            mails.clear()
            pair = Pair(f"pair-{self.pairs}", walk, seat)
            work = pair.listen(process, door, game, walk.spelt(action) if may else "", int(action[0].seat))
            heard.append([*self.loop.run_until_complete(work), *mails])
        self.frames += len(heard[0])
        for one, two in zip_longest(*heard, fillvalue="silence"):
            assert one == two, f"{walk.where}: seat {seat} can tell two games apart"


class Pair:
    """A match of a pair, and what one seat hears of it."""

    def __init__(self, id: str, walk: Walk, seat: int) -> None:
        self.id, self.walk, self.seat = id, walk, seat
        tokens = [SimpleNamespace(token=f"token-{one}") for one in walk.players]
        self.links: Any = SimpleNamespace(match=id, seats=tokens, watch="watch")

    def row(self, game: Any) -> MatchRow:
        book, now = self.walk.book, time.time()
        players = len(self.walk.players)
        return MatchRow(
            id=self.id,
            scenario=self.walk.id,
            content=state_hash(book.Scenario, self.walk.scenario),
            rules=rules_version(book),
            players=["human"] * players,
            names=[f"Player {seat}" for seat in range(players)],
            nonces=[""] * players,
            secret=bytes(32).hex(),
            position=squeeze(SimpleNamespace(book=book, position=game)),
            clock=ClockRules(),
            watch=hashed("watch"),
            begun=now,
            over=0.0,
            created=now,
        )

    async def listen(
        self, process: Process, door: httpx.AsyncClient, game: Any, text: str, actor: int
    ) -> list:
        """Sit down, ask all that can be asked, see another's action and ask again."""
        chairs = [
            Chair(one, hashed(f"token-{one}"), joined=1.0, email=f"seat-{one}@example.org")
            for one in self.walk.players
        ]
        process.place.store.create(self.row(game), chairs)
        line = Line(process, self.links, self.seat)
        await quiet()
        await self.ask(line)
        other = Line(process, self.links, actor)
        await quiet()
        if text:
            other.up.append(request(type="act", id=1, text=text, sequence=0, order="an-order"))
            other.deliver()
            await quiet()
            assert any('"accepted"' in frame for frame in other.down), text
            await self.ask(line)
        doors = [await door.get(path.format(self.id)) for path in DOORS]
        doors.append(await door.post(f"/api/matches/{self.id}/fork", json={"at": 0}))
        heard = [TIMES.sub('"at":0', frame) for frame in line.down]
        for one in (other, line):
            one.cut()
        await quiet()
        return [*heard, *(f"{one.status_code} {one.headers} {one.text}" for one in doors)]

    async def ask(self, line: Line) -> None:
        """Everything that can be asked, of some of everything there is."""
        screen = next(frame for frame in reversed(line.down) if '"type":"table"' in frame)
        table = msgspec.json.decode(screen)["table"]
        pieces = [piece["id"] for piece in table.get("pieces", [])]
        acts = [act["text"].replace("{n}", str(act.get("least", 1))) for act in table.get("acts", [])]
        asked = [{"type": "luck"}, {"type": "undo", "sequence": 0}, {"type": "chat", "text": "hello"}]
        asked += [{"type": "offer", "what": what, "seat": 0} for what in ("draw", "decline", "takeover")]
        asked += [{"type": "replay", "at": at, "seat": seat} for at in (0, 1) for seat in (-2, 0)]
        asked += [{"type": "replay", "step": step} for step in (0, 1)]
        for piece in [-1, *pieces[:: max(1, len(pieces) // ASKED)]]:
            asked += [{"type": kind, "piece": piece} for kind in ("options", "threat", "why")]
        for x, y in ((0.5, 0.5), (3.5, 2.5)):
            asked.append({"type": "why", "piece": -1, "x": x, "y": y})
        for text in [*acts[:: max(1, len(acts) // ASKED)], *PROBES]:
            asked += [{"type": "preview", "text": text}, {"type": "why", "text": text}]
        for number, text in enumerate(PROBES):
            asked.append({"type": "act", "text": text, "sequence": 99, "order": f"probe-{number}"})
        for number, one in enumerate(asked, 1):
            line.up.append(request(id=number, **one))
            line.deliver()
            await quiet()
        assert not line.closed


# Guesses at what others have, spoken in any seat's name.
PROBES = (
    "MOVE #3 c4",
    "MUSTER light-tank a0",
    "ATTACK #1 #9",
    "RECON #2 #8",
    "BUY heavy-tank 1",
    "LOOK",
    "END",
)


def request(**fields: Any) -> str:
    return msgspec.json.encode(fields).decode()


@pytest.fixture
def two(quick_databases, monkeypatch):
    """Two servers in this process, each with a database of its own."""
    monkeypatch.setattr(sockets, "MESSAGES", 1_000_000)
    urls = quick_databases(2)
    for url in urls:
        store = Store(url)
        store.migrate()
        store.close()
    two = Two(urls, monkeypatch)
    yield two
    two.close()


def compare(two: Two, pairs: int, share: float) -> None:
    """Pairs along walks through every scenario of the starter rules, for every seat and for spectators."""
    book, seed = rulebook("starter"), 0
    while two.pairs < pairs:
        for outline in book.scenarios():
            walk = Walk(book, outline.id, seed)
            for _, action in walk.steps(400):
                if two.pairs < pairs and walk.chance.random() < share:
                    seat = walk.chance.choice([SPECTATOR, *walk.players])
                    two.compare(walk, seat, action)
        seed += 1


def test_matches_that_differ_in_what_is_hidden_sound_alike(two):
    compare(two, 24, share=0.02)
    assert two.frames > 24 * 50


def test_the_comparison_hears_a_leak(two, monkeypatch):
    """Seats that are shown the game in place of their view."""
    monkeypatch.setattr(Match, "view", lambda self, seat, game=None: self.game if game is None else game)
    with pytest.raises(AssertionError, match="can tell two games apart"):
        compare(two, 24, share=0.02)


@pytest.mark.slow
def test_many_matches_that_differ_in_what_is_hidden_sound_alike(two):
    compare(two, 2000, share=0.05)
