"""The store: matches, their steps and their people in a database. What it has said yes to is on disk.

SQLite by default, one process and one writer; PostgreSQL where ``SANDTABLE_DATABASE`` names one, shared
by any number of processes, which tell each other of new steps by LISTEN and NOTIFY.
"""

from __future__ import annotations

import asyncio
import hashlib
import json
import os
import secrets
import sys
import threading
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from pathlib import Path
from typing import Any, TypeVar

import msgspec
import platformdirs
from msgspec import Struct
from sqlalchemy import Connection, Engine, create_engine, event, func, insert, inspect, select, text, update
from sqlalchemy.exc import IntegrityError
from sqlalchemy.pool import QueuePool, StaticPool

from sandtable.play.match import Player, Step
from sandtable.play.proof import read_fallen
from sandtable.server import schema
from sandtable.server.messages import Pace

CHANNEL = "sandtable"
LOCK = 0x53414E44  # of PostgreSQL, held while tables are made
WORKERS = 8  # connections to PostgreSQL
MIGRATIONS = Path(__file__).parent / "migrations"
NEWEST = max(path.name[1:4] for path in (MIGRATIONS / "versions").glob("v[0-9]*.py"))

T = TypeVar("T")


class Taken(Exception):
    """Another process wrote this step of the match first."""


class ClockRules(Struct, frozen=True):
    """How time runs: see `sandtable.server.messages.NewMatch`."""

    pace: Pace = "none"
    seconds: float = 0
    increment: float = 0


class Chair(Struct, frozen=True):
    """A seat as stored. Tokens and invites are kept as hashes only."""

    seat: int
    token: str = ""
    invite: str = ""
    account: int = 0
    joined: float = 0
    email: str = ""
    webhook: str = ""


class OfferRow(Struct, frozen=True):
    """What stands offered in a match, by whom, and who agrees; ``match`` is the rematch once it is made."""

    what: str = ""
    seat: int = -1
    agreed: list[int] = []
    match: str = ""


class News(Struct, frozen=True):
    """What one process tells the others. ``match`` ID: it was changed. ``session`` HASH: it has ended.
    ``here`` ID and ``who`` ID: see `sandtable.server.company`. ``alive``: the author is. ``all``: told by
    the store itself when the line was cut, for nobody knows what was missed.
    """

    kind: str
    what: str = "-"
    author: str = ""
    words: list[str] = []


class MatchRow(Struct):
    """A match as stored, without its steps."""

    id: str
    scenario: str
    content: str
    rules: str
    players: list[Player]
    names: list[str]
    nonces: list[str]
    secret: str
    position: str
    clock: ClockRules
    watch: str
    begun: float
    over: float
    created: float
    offer: OfferRow = OfferRow()


class StepRow(Struct, frozen=True):
    """A step as stored, and when it was taken."""

    step: Step
    order: str
    at: float


class ChatRow(Struct, frozen=True):
    """Something said."""

    number: int
    seat: int
    text: str
    at: float


def new_token() -> str:
    """A secret of 256 bits for a link."""
    return secrets.token_urlsafe(32)


def hashed(token: str) -> str:
    """What is stored of a secret."""
    return hashlib.sha256(token.encode()).hexdigest() if token else ""


def default_url() -> str:
    """The database to use: ``SANDTABLE_DATABASE``, or a file in the user's data folder."""
    found = os.environ.get("SANDTABLE_DATABASE")
    if found:
        return found
    folder = Path(platformdirs.user_data_dir("sandtable"))
    return f"sqlite:///{folder / 'matches.sqlite3'}"


def open_engine(url: str) -> Engine:
    """A database. ValueError for a kind that is neither SQLite nor PostgreSQL."""
    if url.startswith("sqlite:///"):
        return _open_sqlite(url)
    for head in ("postgresql://", "postgres://", "postgresql+psycopg://"):
        if url.startswith(head):
            return create_engine(
                "postgresql+psycopg://" + url.removeprefix(head),
                poolclass=QueuePool,
                pool_size=WORKERS,
                max_overflow=2,
                pool_pre_ping=True,
            )
    raise ValueError(f"expected a database sqlite:///FILE or postgresql://..., not {url[:40]!r}")


def _open_sqlite(url: str) -> Engine:
    """One connection for the one writer: each commit is on disk before it returns."""
    path = url.removeprefix("sqlite:///")
    Path(path).parent.mkdir(parents=True, exist_ok=True)
    if sys.platform == "linux":
        import pysqlite3 as sqlite  # newer than Python's own, which can corrupt a WAL
    else:
        import sqlite3 as sqlite
    engine = create_engine(
        url, module=sqlite, poolclass=StaticPool, connect_args={"check_same_thread": False, "timeout": 30}
    )

    @event.listens_for(engine, "connect")
    def _set_up(connection: Any, _: Any) -> None:
        cursor = connection.cursor()
        for pragma in ("journal_mode=WAL", "synchronous=FULL", "foreign_keys=ON", "busy_timeout=30000"):
            cursor.execute(f"PRAGMA {pragma}")
        cursor.close()

    return engine


class Store:
    """Reads and writes in threads of its own; `run` awaits them. All other methods block."""

    def __init__(self, url: str = "") -> None:
        self.url = url or default_url()
        self.engine = open_engine(self.url)
        self.shared = self.engine.dialect.name == "postgresql"  # other processes may write too
        self._threads = ThreadPoolExecutor(WORKERS if self.shared else 1, thread_name_prefix="store")
        self.name = secrets.token_hex(8)  # of this process, to know its own news by
        self._listening: threading.Thread | None = None
        self._stopped = threading.Event()

    async def run(self, work: Callable[..., T], *given: Any) -> T:
        """Call a method of the store in its thread. A caller that is cancelled does not stop it."""
        loop = asyncio.get_running_loop()
        return await asyncio.shield(loop.run_in_executor(self._threads, work, *given))

    def close(self) -> None:
        """Finish what was begun and let go of the database."""
        self._stopped.set()
        self._threads.shutdown(wait=True)
        if self._listening:
            self._listening.join(timeout=5)
        self.engine.dispose()

    def migrate(self, version: str = NEWEST) -> None:
        """Bring the tables to this version. Alembic is loaded only if they are not."""
        if self._version() == version:
            return
        from alembic import command
        from alembic.config import Config

        config = Config()
        config.set_main_option("script_location", str(MIGRATIONS))
        config.set_main_option("path_separator", "os")
        with self.engine.connect() as connection:
            if self.shared:
                connection.execute(text("SELECT pg_advisory_lock(:lock)"), {"lock": LOCK})
                connection.commit()
            config.attributes["connection"] = connection
            command.upgrade(config, version)
            connection.commit()
            if self.shared:
                connection.execute(text("SELECT pg_advisory_unlock(:lock)"), {"lock": LOCK})
                connection.commit()

    def _version(self) -> str:
        """The last change that the tables have had, or nothing."""
        with self.engine.connect() as connection:
            if not inspect(connection).has_table("alembic_version"):
                return ""
            return str(connection.execute(text("SELECT version_num FROM alembic_version")).scalar() or "")

    def healthy(self) -> bool:
        """Whether the database answers."""
        with self.engine.connect() as connection:
            return connection.execute(text("SELECT 1")).scalar() == 1

    # -- matches -------------------------------------------------------------------------------------

    def create(self, row: MatchRow, chairs: list[Chair]) -> None:
        """Write a new match with its seats."""
        values = {
            **{name: getattr(row, name) for name in row.__struct_fields__},
            "players": json.dumps(row.players),
            "names": json.dumps(row.names),
            "nonces": json.dumps(row.nonces),
            "clock": json.dumps([row.clock.pace, row.clock.seconds, row.clock.increment]),
            "offer": _offer_text(row.offer),
        }
        with self.engine.begin() as connection:
            connection.execute(insert(schema.matches).values(values))
            for chair in chairs:
                connection.execute(insert(schema.seats).values(match=row.id, **_fields(chair)))

    def match(self, id: str) -> MatchRow | None:
        """A match, or None."""
        with self.engine.connect() as connection:
            found = connection.execute(select(schema.matches).where(schema.matches.c.id == id)).mappings()
            row = found.first()
        if row is None:
            return None
        values = dict(row)
        for name in ("players", "names", "nonces"):
            values[name] = json.loads(values[name])
        values["clock"] = ClockRules(*json.loads(values["clock"]))
        values["offer"] = _offer(values["offer"])
        return MatchRow(**values)

    def chairs(self, id: str) -> list[Chair]:
        """The seats of a match."""
        with self.engine.connect() as connection:
            return _chairs(connection, id)

    def count(self) -> int:
        """How many matches are begun and not over."""
        table = schema.matches.c
        with self.engine.connect() as connection:
            return int(
                connection.execute(select(func.count()).where(table.begun > 0, table.over == 0)).scalar_one()
            )

    def give_nonce(self, id: str, seat: int, nonce: str) -> bool:
        """Write a seat's nonce, once. False if the match has begun or the seat has given one."""
        table = schema.matches
        with self.engine.begin() as connection:
            found = connection.execute(
                select(table.c.nonces, table.c.begun).where(table.c.id == id).with_for_update()
            ).first()
            nonces = json.loads(found[0]) if found else []
            if found is None or found[1] or nonces[seat]:
                return False
            nonces[seat] = nonce
            connection.execute(update(table).where(table.c.id == id).values(nonces=json.dumps(nonces)))
            self._tell(connection, id)
            return True

    def begin(self, id: str, at: float) -> bool:
        """No more nonces: set-up may be made. False if another process said so first."""
        table = schema.matches
        with self.engine.begin() as connection:
            done = connection.execute(
                update(table).where(table.c.id == id, table.c.begun == 0).values(begun=at)
            )
            self._tell(connection, id)
            return bool(done.rowcount)

    def join(self, id: str, seat: int, at: float) -> None:
        """Note that a seat was opened."""
        with self.engine.begin() as connection:
            connection.execute(
                update(schema.seats).where(_seat(id, seat), schema.seats.c.joined == 0).values(joined=at)
            )
            self._tell(connection, id)

    def invited(self, invite: str) -> tuple[str, int] | None:
        """The seat that an invite is for: (match, seat). None if it was taken or never was."""
        table = schema.seats.c
        with self.engine.connect() as connection:
            found = connection.execute(select(table.match, table.seat).where(table.invite == hashed(invite)))
            row = found.first() if invite else None
        return None if row is None else (row[0], row[1])

    def take_invite(self, invite: str, token: str, account: int, name: str) -> tuple[str, int] | None:
        """Give an invite's seat to who holds it: (match, seat). None if it was taken or never was."""
        table = schema.seats
        if not invite:
            return None  # as is stored of seats without one
        with self.engine.begin() as connection:
            found = connection.execute(
                select(table.c.match, table.c.seat).where(table.c.invite == hashed(invite)).with_for_update()
            ).first()
            if found is None:
                return None
            id, seat = found
            connection.execute(
                update(table).where(_seat(id, seat)).values(invite="", token=hashed(token), account=account)
            )
            names = schema.matches
            row = connection.execute(
                select(names.c.names, names.c.players).where(names.c.id == id).with_for_update()
            ).one()
            called, players = json.loads(row[0]), json.loads(row[1])
            if name:
                called[seat] = name
            players[seat] = "human"
            connection.execute(
                update(names)
                .where(names.c.id == id)
                .values(names=json.dumps(called), players=json.dumps(players))
            )
            self._tell(connection, id)
            return id, seat

    def wish(self, id: str, seat: int, email: str, webhook: str) -> None:
        """Where to tell a seat that it is its turn."""
        with self.engine.begin() as connection:
            connection.execute(
                update(schema.seats).where(_seat(id, seat)).values(email=email, webhook=webhook)
            )

    def offer(self, id: str, change: Callable[[OfferRow], OfferRow]) -> OfferRow:
        """Change what stands offered in a match; changes of several processes come one after another."""
        table = schema.matches
        with self.engine.begin() as connection:
            found = connection.execute(select(table.c.offer).where(table.c.id == id).with_for_update())
            old = _offer(found.scalar_one())
            new = change(old)
            if new != old:
                connection.execute(update(table).where(table.c.id == id).values(offer=_offer_text(new)))
                self._tell(connection, id)
            return new

    # -- steps ---------------------------------------------------------------------------------------

    def append(self, id: str, step: Step, order: str, at: float, over: bool = False) -> None:
        """Write a step; it is on disk when this returns. Taken if the place or the order is not free."""
        values = {
            "match": id,
            "sequence": step.number,
            "seat": step.seat,
            "kind": step.kind,
            "text": step.text,
            "dice": ", ".join(map(str, step.dice)),
            "state": step.state,
            "order": order or f"-{step.number}",
            "at": at,
        }
        try:
            with self.engine.begin() as connection:
                connection.execute(insert(schema.steps).values(values))
                if over:  # what stood offered, stands no more
                    ended = {"over": at, "offer": _offer_text(OfferRow())}
                    connection.execute(update(schema.matches).where(schema.matches.c.id == id).values(ended))
                self._tell(connection, id)
        except IntegrityError as error:
            raise Taken(id) from error

    def steps(self, id: str, after: int = 0) -> list[StepRow]:
        """The steps of a match from number ``after`` + 1 on."""
        table = schema.steps.c
        with self.engine.connect() as connection:
            found = connection.execute(
                select(schema.steps).where(table.match == id, table.sequence > after).order_by(table.sequence)
            ).mappings()
            return [
                StepRow(
                    Step(
                        row["sequence"],
                        row["kind"],
                        row["seat"],
                        row["text"],
                        row["state"],
                        read_fallen(row["dice"]),
                    ),
                    row["order"],
                    row["at"],
                )
                for row in found
            ]

    # -- chat ----------------------------------------------------------------------------------------

    def say(self, id: str, seat: int, words: str, order: str, at: float) -> None:
        """Write something said, once for each order. Lines of a match are written one after another, so
        that who has read one has read all before it.
        """
        values = {"match": id, "seat": seat, "text": words, "order": order or new_token(), "at": at}
        with suppress(IntegrityError), self.engine.begin() as connection:
            connection.execute(select(schema.matches.c.id).where(schema.matches.c.id == id).with_for_update())
            connection.execute(insert(schema.chat).values(values))
            self._tell(connection, id)

    def said(self, id: str, after: int = 0, last: int = 200) -> list[ChatRow]:
        """What was said since line ``after``, at most the ``last`` lines, in order."""
        table = schema.chat.c
        with self.engine.connect() as connection:
            found = connection.execute(
                select(table.number, table.seat, table.text, table.at)
                .where(table.match == id, table.number > after)
                .order_by(table.number.desc())
                .limit(last)
            ).all()
        return [ChatRow(*row) for row in reversed(found)]

    # -- accounts ------------------------------------------------------------------------------------

    def new_account(self, name: str, password: str, email: str) -> int:
        """A new account; 0 if the name is taken. ``password`` is its argon2 hash."""
        try:
            with self.engine.begin() as connection:
                done = connection.execute(
                    insert(schema.accounts)
                    .values(name=name, password=password, email=email, created=time.time())
                    .returning(schema.accounts.c.id)
                )
                return int(done.scalar_one())
        except IntegrityError:
            return 0

    def account(self, name: str) -> tuple[int, str] | None:
        """An account's number and password hash."""
        table = schema.accounts.c
        with self.engine.connect() as connection:
            row = connection.execute(select(table.id, table.password).where(table.name == name)).first()
        return None if row is None else (int(row[0]), str(row[1]))

    def open_session(self, token: str, account: int) -> None:
        """Log in."""
        now = time.time()
        with self.engine.begin() as connection:
            connection.execute(
                insert(schema.sessions).values(token=hashed(token), account=account, created=now, seen=now)
            )

    def session(self, token: str, idle: float, longest: float) -> tuple[int, str, str] | None:
        """Whose session a token is: (account, name, e-mail). None if it is over."""
        table, people, now = schema.sessions, schema.accounts, time.time()
        with self.engine.begin() as connection:
            row = connection.execute(
                select(table.c.created, table.c.seen, people.c.id, people.c.name, people.c.email)
                .join(people, people.c.id == table.c.account)
                .where(table.c.token == hashed(token))
            ).first()
            if row is None:
                return None
            if now - row[0] > longest or now - row[1] > idle:
                connection.execute(table.delete().where(table.c.token == hashed(token)))
                return None
            if now - row[1] > 60:
                connection.execute(update(table).where(table.c.token == hashed(token)).values(seen=now))
            return int(row[2]), str(row[3]), str(row[4])

    def close_sessions(self, token: str, everywhere: bool) -> list[str]:
        """Log out: the hashes of the sessions that ended."""
        table = schema.sessions
        with self.engine.begin() as connection:
            account = connection.execute(
                select(table.c.account).where(table.c.token == hashed(token))
            ).scalar()
            which = table.c.account == account if everywhere else table.c.token == hashed(token)
            ended = [row[0] for row in connection.execute(select(table.c.token).where(which))]
            connection.execute(table.delete().where(which))
            if self.shared:
                for one in ended:
                    self._notify(connection, "session", one)
            return ended

    def matches_of(self, account: int) -> list[tuple[str, int]]:
        """(match, seat) of an account, newest first."""
        table = schema.seats.c
        with self.engine.connect() as connection:
            found = connection.execute(
                select(table.match, table.seat)
                .join(schema.matches, schema.matches.c.id == table.match)
                .where(table.account == account)
                .order_by(schema.matches.c.created.desc())
                .limit(100)
            )
            return [(row[0], row[1]) for row in found]

    # -- other processes -----------------------------------------------------------------------------

    def _tell(self, connection: Connection, id: str) -> None:
        if self.shared:
            self._notify(connection, "match", id)

    def _notify(self, connection: Connection, kind: str, what: str, *words: str) -> None:
        news = " ".join((kind, what, self.name, *words))
        connection.execute(text("SELECT pg_notify(:channel, :news)"), {"channel": CHANNEL, "news": news})

    def announce(self, kind: str, what: str = "-", *words: str) -> None:
        """Tell the other processes something that is stored nowhere."""
        with self.engine.begin() as connection:
            self._notify(connection, kind, what, *words)

    def listen(self, heard: Callable[[News], None]) -> None:
        """Call ``heard`` with the news of other processes, from a thread."""
        if self.shared and self._listening is None:
            self._listening = threading.Thread(target=self._listen, args=(heard,), daemon=True)
            self._listening.start()

    def _listen(self, heard: Callable[[News], None]) -> None:
        import psycopg

        url = self.engine.url.set(drivername="postgresql").render_as_string(hide_password=False)
        while not self._stopped.is_set():
            with suppress(psycopg.Error), psycopg.connect(url, autocommit=True) as connection:
                connection.execute(f"LISTEN {CHANNEL}")
                heard(News("all"))
                while not self._stopped.is_set():
                    for notice in connection.notifies(timeout=0.5):
                        kind, what, author, *words = notice.payload.split()
                        if author != self.name:
                            heard(News(kind, what, author, words))
            self._stopped.wait(0.5)


def _offer(text: str) -> OfferRow:
    return msgspec.json.decode(text, type=OfferRow) if text else OfferRow()


def _offer_text(offer: OfferRow) -> str:
    return msgspec.json.encode(offer).decode()


def _fields(chair: Chair) -> dict[str, Any]:
    return {name: getattr(chair, name) for name in chair.__struct_fields__}


def _chairs(connection: Connection, id: str) -> list[Chair]:
    table = schema.seats.c
    found = connection.execute(select(schema.seats).where(table.match == id).order_by(table.seat)).mappings()
    return [Chair(**{name: row[name] for name in Chair.__struct_fields__}) for row in found]


def _seat(id: str, seat: int) -> Any:
    return (schema.seats.c.match == id) & (schema.seats.c.seat == seat)
