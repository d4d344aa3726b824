"""The store by itself: migrations, what is unique, what is kept as a hash."""

import sqlite3
import time

import pytest
from sqlalchemy import inspect, text

from sandtable.play.match import Step
from sandtable.play.proof import Fallen
from sandtable.server import schema
from sandtable.server.store import (
    NEWEST,
    Chair,
    ClockRules,
    MatchRow,
    OfferRow,
    Store,
    Taken,
    default_url,
    hashed,
    new_token,
    open_engine,
)


@pytest.fixture
def store(tmp_path):
    store = Store(f"sqlite:///{tmp_path}/deep/er/matches.sqlite3")
    store.migrate()
    yield store
    store.close()


def add_match(store, id="m", **more):
    given = {
        "id": id,
        "scenario": "toybook/duel",
        "content": "c",
        "rules": "r",
        "players": ["human", "open"],
        "names": ["Ada", ""],
        "nonces": ["", ""],
        "secret": "00" * 32,
        "position": "",
        "clock": ClockRules("live", 60, 2),
        "watch": hashed("w"),
        "begun": 0.0,
        "over": 0.0,
        "created": time.time(),
    }
    row = MatchRow(**(given | more))
    store.create(row, [Chair(0, hashed("ada")), Chair(1, invite=hashed("invite"))])
    return row


def test_migrations_make_the_tables_that_the_code_expects(store):
    found = inspect(store.engine)
    for table in schema.metadata.sorted_tables:
        columns = {column["name"] for column in found.get_columns(table.name)}
        assert columns == {column.name for column in table.columns}
    with store.engine.connect() as connection:
        assert connection.execute(text("SELECT version_num FROM alembic_version")).scalar() == NEWEST
    store.migrate()  # again: nothing to do


def test_a_database_of_an_earlier_version_is_brought_up_to_date(tmp_path):
    store = Store(f"sqlite:///{tmp_path}/old.sqlite3")
    store.migrate("001")
    with store.engine.begin() as connection:
        old = {
            "id": "m",
            "players": '["human"]',
            "names": '["Ada"]',
            "nonces": '[""]',
            "clock": '["none", 0, 0]',
        }
        texts = ("scenario", "content", "rules", "secret", "position", "watch")
        old |= dict.fromkeys(texts, "x") | dict.fromkeys(("begun", "over", "created"), 1.0)
        connection.execute(text(f"INSERT INTO matches ({', '.join(old)}) VALUES (:{', :'.join(old)})"), old)
        for words in ("hello", "hello"):
            connection.execute(
                text("INSERT INTO chat (match, seat, text, at) VALUES ('m', 0, :words, 1)"), {"words": words}
            )
    store.migrate()
    assert store.match("m").offer == OfferRow()
    store.say("m", 0, "again", "0:a", 2.0)
    store.say("m", 0, "again", "0:a", 3.0)
    assert [line.text for line in store.said("m")] == ["hello", "hello", "again"]
    store.close()


def test_what_stands_offered_is_changed_under_a_lock(store):
    add_match(store)
    assert store.offer("m", lambda old: OfferRow("draw", 1, [1])) == OfferRow("draw", 1, [1])
    assert store.offer("m", lambda old: OfferRow(old.what, 0, [0, *old.agreed])).agreed == [0, 1]
    assert store.match("m").offer == OfferRow("draw", 0, [0, 1])


def test_what_stands_offered_ends_with_the_match(store):
    add_match(store)
    store.offer("m", lambda old: OfferRow("draw", 1, [1]))
    store.append("m", Step(1, "act", 0, "REST", "00"), "", 1.0)
    assert store.match("m").offer.what == "draw"
    store.append("m", Step(2, "resign", 0, "", "00"), "", 2.0, over=True)
    assert store.match("m").offer == OfferRow()


def test_writes_are_synchronous_and_the_library_is_sound(store):
    with store.engine.connect() as connection:
        assert connection.execute(text("PRAGMA synchronous")).scalar() == 2  # FULL
        assert connection.execute(text("PRAGMA journal_mode")).scalar() == "wal"
        version = connection.execute(text("SELECT sqlite_version()")).scalar()
    assert tuple(map(int, version.split("."))) >= (3, 51, 3) or version == sqlite3.sqlite_version


def test_a_match_comes_back_as_it_was_written(store):
    row = add_match(store)
    assert store.match("m") == row and store.match("none") is None
    assert [chair.seat for chair in store.chairs("m")] == [0, 1]


def test_steps_and_orders_are_unique_in_a_match(store):
    add_match(store)
    step = Step(1, "act", 0, "REST", "ab" * 16, (Fallen(1, 0, 6, (3, 4)),))
    store.append("m", step, "0:one", 5.0)
    with pytest.raises(Taken):
        store.append("m", step, "0:two", 6.0)
    with pytest.raises(Taken):
        store.append("m", Step(2, "act", 0, "REST", "ab" * 16), "0:one", 6.0)
    (found,) = store.steps("m")
    assert (found.step, found.order, found.at) == (step, "0:one", 5.0)
    store.append("m", Step(2, "act", 1, "REST", "ab" * 16), "", 7.0, over=True)
    assert store.match("m").over == 7.0 and [row.step.number for row in store.steps("m", 1)] == [2]


def test_an_invite_is_taken_once_and_names_are_kept(store):
    add_match(store)
    assert store.take_invite("", "token", 0, "Eve") is None  # no seat's invite, though none has one
    assert store.take_invite("invite", "token", 0, "Bob") == ("m", 1)
    assert store.take_invite("invite", "other", 0, "Cyd") is None
    row = store.match("m")
    assert row.names == ["Ada", "Bob"] and row.players == ["human", "human"]
    assert store.chairs("m")[1].token == hashed("token")


def test_nonces_are_given_once_and_before_the_beginning(store):
    add_match(store)
    assert store.give_nonce("m", 0, "aa") and not store.give_nonce("m", 0, "bb")
    assert store.begin("m", 3.0) and not store.begin("m", 4.0)
    assert not store.give_nonce("m", 1, "cc")
    assert store.match("m").nonces == ["aa", ""] and store.match("m").begun == 3.0


def test_no_token_lies_in_the_file(store, tmp_path):
    add_match(store)
    token, session = new_token(), new_token()
    store.take_invite("invite", token, 0, "Bob")
    account = store.new_account("ada", "$argon2id$", "")
    store.open_session(session, account)
    store.close()
    data = b"".join(path.read_bytes() for path in (tmp_path / "deep/er").iterdir())
    assert token.encode() not in data and session.encode() not in data
    assert len(token) >= 43


def test_sessions_end(store):
    account = store.new_account("ada", "x", "a@b")
    one, two, three = new_token(), new_token(), new_token()
    for token in (one, two, three):
        store.open_session(token, account)
    assert store.session(one, 10, 10) == (account, "ada", "a@b")
    assert store.session(one, -1, 10) is None and store.session(one, 10, 10) is None
    assert store.close_sessions(two, everywhere=False) == [hashed(two)]
    assert store.close_sessions(three, everywhere=True) == [hashed(three)]
    assert store.close_sessions(three, everywhere=True) == []
    assert store.session(three, 10, 10) is None


def test_chat_is_kept_in_order(store):
    add_match(store)
    for number in range(5):
        store.say("m", 0, f"line {number}", "", float(number))
    assert [line.text for line in store.said("m", last=2)] == ["line 3", "line 4"]
    assert [line.text for line in store.said("m", after=store.said("m")[2].number)] == ["line 3", "line 4"]


def test_databases_that_are_none(monkeypatch):
    with pytest.raises(ValueError, match="expected a database"):
        open_engine("mysql://x")
    monkeypatch.setenv("SANDTABLE_DATABASE", "sqlite:////x")
    assert default_url() == "sqlite:////x"
