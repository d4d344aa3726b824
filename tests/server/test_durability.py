"""``kill -9`` loses no acknowledged action: on SQLite, and on PostgreSQL with two servers at once."""

from __future__ import annotations

import asyncio
import json
import random
import uuid
from contextlib import suppress
from itertools import count

from house import House
from sqlalchemy import text
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed, InvalidMessage

from sandtable.server.matches import build
from sandtable.server.store import Store

KILLS = 50
MATCHES = 4


class Record:
    """What the players know: acknowledged actions, and orders whose answer never came."""

    def __init__(self, matches):
        self.matches = matches
        self.acknowledged: dict[tuple[str, int], tuple[int, str, str]] = {}
        self.sent: set[tuple[str, str]] = set()


async def player(base: str, links: dict, seat: int, record: Record, dice: random.Random) -> None:
    """Act as fast as the server answers, until it dies. Each request has a number of its own."""
    match, token = links["match"], links["seats"][seat]["token"]
    waiting: dict[int, tuple[str, str]] = {}
    words, acting = [""], False
    numbers = count(1)

    async def act(line: ClientConnection, sequence: int) -> None:
        number, order = next(numbers), str(uuid.UUID(int=dice.getrandbits(128)))
        waiting[number] = dice.choice(words), order
        record.sent.add((match, order))
        request = {"type": "act", "id": number, "text": waiting[number][0], "order": order}
        await line.send(json.dumps(request | {"sequence": sequence}))

    with suppress(ConnectionClosed, OSError, InvalidMessage, EOFError):
        async with connect(f"ws://{base}/match/{match}/socket?seat={token}", compression=None) as line:
            async for data in line:
                frame = json.loads(data)
                if frame["type"] == "accepted":
                    text, order = waiting.pop(frame["id"])
                    record.acknowledged[match, frame["sequence"]] = seat, text, order
                if frame["type"] == "table":
                    asked = "Parry" in [act.get("label") for act in frame["table"].get("acts", [])]
                    words = ["TAKE"] if asked else ["REST", "REST", "STRIKE 1", "LOOK", "TAKE"]
                    acting = seat in frame["table"].get("to_act", [])
                if frame["type"] == "refused":
                    waiting.pop(frame["id"])
                stale = frame["type"] == "refused" and "clause" not in frame  # its table follows
                if acting and frame["type"] in ("table", "refused") and not stale:
                    await act(line, frame.get("sequence", 0))


async def life(bases: list[str], record: Record, kill, dice: random.Random) -> None:
    """Everyone plays; a moment after some of it was acknowledged the server is killed."""
    tasks = [
        asyncio.create_task(player(dice.choice(bases), links, seat, record, dice))
        for links in record.matches
        for seat in (0, 1)
    ]
    enough = len(record.acknowledged) + dice.randint(1, 12)
    async with asyncio.timeout(60):
        while len(record.acknowledged) < enough:
            await asyncio.sleep(0.001)
    await asyncio.sleep(dice.uniform(0, 0.02))
    kill()
    for task in tasks:
        task.cancel()
    await asyncio.gather(*tasks, return_exceptions=True)


def compare(store: Store, record: Record) -> None:
    """Every acknowledged action is in the store as it was acknowledged, and the matches replay."""
    stored = {match: store.steps(match) for match in {links["match"] for links in record.matches}}
    found = {
        (match, row.step.number): (row.step.seat, row.step.text, row.order.partition(":")[2])
        for match, rows in stored.items()
        for row in rows
    }
    due = {key: value for key, value in record.acknowledged.items() if key[0] in stored}
    lost = {key: value for key, value in due.items() if found.get(key) != value}
    assert not lost, f"{len(lost)} of {len(due)} acknowledged actions are not in the store"
    for match, rows in stored.items():
        assert [row.step.number for row in rows] == list(range(1, len(rows) + 1))
        assert all((match, row.order.partition(":")[2]) in record.sent for row in rows)
        row = store.match(match)
        assert row is not None
        build(row, rows)  # verifies every state hash and die


def test_fifty_kills_on_sqlite(preforker, tmp_path):
    url = f"sqlite:///{tmp_path}/matches.sqlite3"
    house = House(preforker, url, tmp_path)
    record, dice = Record([]), random.Random(7)
    for kill in range(KILLS):
        if kill:
            house.start()
        record.matches += [house.new_match() for _ in range(MATCHES)]
        asyncio.run(life([house.base], record, house.kill, dice))
        store = Store(url)
        compare(store, record)
        store.close()
        del record.matches[:-MATCHES]  # the last ones are gone on with after the restart
    assert len(record.acknowledged) > 3 * KILLS
    store = Store(url)
    with store.engine.connect() as connection:
        assert connection.execute(text("PRAGMA integrity_check")).scalar() == "ok"
    store.close()
    assert "Traceback" not in house.log.read_text()


def test_fifty_kills_on_postgresql_with_two_servers(preforker, tmp_path, postgres):
    one, two = House(preforker, postgres, tmp_path), House(preforker, postgres, tmp_path)
    record, dice = Record([]), random.Random(8)
    for kill in range(KILLS):
        victim = (one, two)[kill % 2]
        record.matches += [one.new_match() for _ in range(MATCHES)]
        asyncio.run(life([one.base, two.base], record, victim.kill, dice))
        victim.start()
        store = Store(postgres)
        compare(store, record)
        store.close()
        del record.matches[:-MATCHES]
    assert len(record.acknowledged) > 3 * KILLS
    one.stop()
    two.stop()
    assert "Traceback" not in one.log.read_text()
