"""The tables of the database, as SQLAlchemy Core sees them. Migrations make them; see `migrations`."""

from __future__ import annotations

from sqlalchemy import (
    Column,
    Float,
    ForeignKey,
    Index,
    Integer,
    MetaData,
    String,
    Table,
    Text,
    UniqueConstraint,
)

metadata = MetaData()

matches = Table(
    "matches",
    metadata,
    Column("id", String(32), primary_key=True),
    Column("scenario", String(200), nullable=False),
    Column("content", String(64), nullable=False),  # hash of the scenario's record
    Column("rules", String(64), nullable=False),  # layout of the rulebook's records
    Column("players", Text, nullable=False),  # JSON lists, one item a seat
    Column("names", Text, nullable=False),
    Column("nonces", Text, nullable=False),
    Column("secret", String(64), nullable=False),
    Column("position", Text, nullable=False),  # of a fork; empty otherwise
    Column("clock", Text, nullable=False),  # JSON: pace, seconds, increment
    Column("watch", String(64), nullable=False),  # hash of the watching token
    Column("begun", Float, nullable=False),  # seconds since 1970; 0: waits for players
    Column("over", Float, nullable=False),
    Column("created", Float, nullable=False),
    Column("offer", Text, nullable=False),  # JSON of what stands offered; empty: nothing ever was
)

seats = Table(
    "seats",
    metadata,
    Column("match", ForeignKey("matches.id"), primary_key=True),
    Column("seat", Integer, primary_key=True),
    Column("token", String(64), nullable=False),  # hash; empty: a program's, or open
    Column("invite", String(64), nullable=False),  # hash, until it is taken
    Column("account", Integer, nullable=False),  # 0: a guest
    Column("joined", Float, nullable=False),
    Column("email", String(254), nullable=False),
    Column("webhook", String(500), nullable=False),
    Index("seats_account", "account"),
    Index("seats_invite", "invite"),
)

steps = Table(
    "steps",
    metadata,
    Column("match", ForeignKey("matches.id"), primary_key=True),
    Column("sequence", Integer, primary_key=True),
    Column("seat", Integer, nullable=False),
    Column("kind", String(16), nullable=False),
    Column("text", Text, nullable=False),
    Column("dice", Text, nullable=False),
    Column("state", String(64), nullable=False),
    Column("order", String(80), nullable=False),  # the seat and its client's order; unique in a match
    Column("at", Float, nullable=False),
    UniqueConstraint("match", "order"),
)

chat = Table(
    "chat",
    metadata,
    Column("number", Integer, primary_key=True, autoincrement=True),
    Column("match", ForeignKey("matches.id"), nullable=False),
    Column("seat", Integer, nullable=False),
    Column("text", Text, nullable=False),
    Column("at", Float, nullable=False),
    Column("order", String(80), nullable=False),  # of its author's client
    Index("chat_match", "match"),
    Index("chat_order", "match", "order", unique=True),
)

accounts = Table(
    "accounts",
    metadata,
    Column("id", Integer, primary_key=True, autoincrement=True),
    Column("name", String(40), nullable=False, unique=True),
    Column("password", String(200), nullable=False),  # argon2
    Column("email", String(254), nullable=False),
    Column("created", Float, nullable=False),
)

sessions = Table(
    "sessions",
    metadata,
    Column("token", String(64), primary_key=True),  # hash
    Column("account", ForeignKey("accounts.id"), nullable=False),
    Column("created", Float, nullable=False),
    Column("seen", Float, nullable=False),
    Index("sessions_account", "account"),
)
