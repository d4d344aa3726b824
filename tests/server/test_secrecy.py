"""What a seat may not know never leaves the server: two servers hold matches that differ in nothing else,
and everything that the seat and a spectator receive is the same, byte for byte.
"""

from __future__ import annotations

import json
import re
import time

import pytest
from house import House, Player

from sandtable.core.record import clone, state_hash
from sandtable.core.rulebook import rulebook
from sandtable.play.log import squeeze
from sandtable.play.match import Match, rules_version
from sandtable.server.store import Chair, ClockRules, MatchRow, Store, hashed

SECRET = bytes(range(32))
TIMES = re.compile(r'"at":[0-9.]+')
PAIRS = [(1, 6), (2, 3), (4, 5)]


def match_with_courage(courage: int) -> MatchRow:
    """A match in which only the hidden number of seat 1 is chosen."""
    match = Match("toybook/duel", ["human", "human"], SECRET, (b"", b""))
    position = clone(match.book.Game, match.game)
    position[0].duellists[1].courage = courage
    match.position = position
    book = rulebook("toybook")
    return MatchRow(
        id="secrecy",
        scenario="toybook/duel",
        content=state_hash(book.Scenario, match.scenario),
        rules=rules_version(book),
        players=["human", "human"],
        names=["Ada", "Bob"],
        nonces=["", ""],
        secret=SECRET.hex(),
        position=squeeze(match),
        clock=ClockRules(),
        watch=hashed("watch"),
        begun=time.time(),
        over=0.0,
        created=time.time(),
    )


class Listener(Player):
    """Keeps every byte."""

    def hear(self, timeout: float = 10) -> dict:
        frame = super().hear(timeout)
        self.bytes = [
            *getattr(self, "bytes", []),
            TIMES.sub('"at":0', json.dumps(frame, separators=(",", ":"))),
        ]
        return frame


@pytest.fixture(scope="module")
def servers(preforker, tmp_path_factory):
    """Two servers; each call puts a fresh match with this courage on both."""
    folders = [tmp_path_factory.mktemp(name) for name in ("one", "two")]
    houses = [House(preforker, f"sqlite:///{f}/m.sqlite3", f) for f in folders]
    yield houses
    for house in houses:
        house.stop()


def listen_to(house: House, row: MatchRow, id: str, script) -> list[str]:
    """All that seat 0, a spectator and anyone over HTTP receive while a script is played."""
    store = Store(house.database)
    row.id = id
    now = row.created
    store.create(row, [Chair(0, hashed("ada"), joined=now), Chair(1, hashed("bob"), joined=now)])
    store.close()
    people = []
    for kind, token in ((Player, "bob"), (Listener, "ada"), (Listener, "watch")):
        people.append(kind(house.base, id, token))
        people[-1].until("table")  # one after the other, so that each is greeted by the same company
    bob, ada, watcher = people
    script(ada, bob, watcher)
    status, info, headers = house.request("GET", f"/api/matches/{id}")
    http = json.dumps([status, info, headers["content-length"]])
    refused = json.dumps(house.request("GET", f"/api/matches/{id}/file")[:2])
    sent = [[line for line in p.bytes if '"type":"presence"' not in line] for p in (ada, watcher)]
    for player in people:
        player.close()
    return [*sent[0], *sent[1], http, refused]


def questions(ada: Player, bob: Player, watcher: Player) -> None:
    """Everything that can be asked, and play that reveals nothing."""
    for player in (ada, watcher):
        for piece in (-1, 0, 1, 2):
            player.ask("options", piece=piece)
            player.ask("threat", piece=max(0, min(1, piece)))
            player.ask("why", piece=piece, x=1.5, y=0.5)
        for text in ("REST", "STRIKE 1", "STRIKE 3", "STRIKE 9", "LOOK", "PARRY", "FLY"):
            player.ask("preview", text=text)
            player.ask("why", text=text)
        player.ask("luck")
        player.ask("replay", at=0)
        player.ask("replay", at=0, seat=1)
        player.ask("undo", sequence=0)
        player.ask("chat", text="hello")
    assert ada.act("PARRY", order="a")["type"] == "refused"
    assert ada.act("REST", order="b")["type"] == "accepted"
    bob.see(1)
    bob.ask("undo", sequence=1)
    assert bob.act("LOOK", order="c")["type"] == "accepted"
    for player in (ada, watcher):
        player.see(2)
        for at in range(3):
            player.ask("replay", at=at)
    assert ada.act("REST", sequence=0, order="d")["type"] == "refused"


def looking(ada: Player, bob: Player, watcher: Player) -> None:
    assert ada.act("LOOK", order="a")["type"] == "accepted"
    watcher.see(1)
    ada.see(1)


@pytest.mark.parametrize(("one", "two"), PAIRS)
def test_matches_that_differ_in_a_secret_sound_alike(servers, one, two):
    heard = [
        listen_to(house, match_with_courage(courage), f"pair-{one}-{two}", questions)
        for house, courage in zip(servers, (one, two), strict=True)
    ]
    assert len(heard[0]) > 60
    assert heard[0] == heard[1]


def test_the_comparison_hears_a_secret(servers):
    """Whoever looks is told, and only who looks."""
    heard = [
        listen_to(house, match_with_courage(courage), "look", looking)
        for house, courage in zip(servers, (2, 5), strict=True)
    ]
    differing = [(a, b) for a, b in zip(*heard, strict=True) if a != b]
    assert differing and all('"seat":0' in a or "courage" in a for a, _ in differing)
    assert any("courage is 2" in a and "courage is 5" in b for a, b in differing)
