"""What client and server say to each other: the one definition. TypeScript's types are made from it.

Play goes over a socket, ``/match/ID/socket?seat=TOKEN``, in JSON text frames whose ``type`` is the tag
below. ``TOKEN`` is a seat's secret, or the match's ``watch`` token, which shows what everyone may know.
Links to people are pages, ``/match/ID#seat=TOKEN`` (hot-seat: ``#seat=TOKEN&seat=TOKEN``), so that no
token reaches a log; an open seat is taken at ``/join/CODE``.

``sequence`` counts everything that was done in the match, taken-back actions too; it never falls. An
action names the sequence its client has seen and an order (a UUID): a repeated order gets its first
answer, an order made for another sequence is refused and the table is sent again. Fields left out hold
their default. Every request may carry ``id``, a number that comes back in its answer.

A match that waits for players or nonces has no table: `Welcome.begun` is false, and the client answers
with `GiveNonce`. It begins when every person's seat has been opened once.
"""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta, Struct, field

from sandtable.core.table import Entry, Options, Outline, Preview, Result, Table, Why

Whole = Annotated[int, Meta(ge=-(2**53), le=2**53)]  # what JavaScript can hold
Player = Literal["human", "scripted", "random", "open"]
Pace = Literal["none", "live", "correspondence"]

# From the client, by socket ------------------------------------------------------------------------


class Ask(Struct, tag_field="type", forbid_unknown_fields=True, frozen=True, kw_only=True):
    """What every request has: a number for its answer."""

    id: Whole = 0


class TakeAction(Ask, tag="act", frozen=True):
    """Take an action, in notation. Answer: `Accepted` or `Refused`; then a `TableFrame` to everyone."""

    text: str
    sequence: Whole
    order: str


class AskOptions(Ask, tag="options", frozen=True):
    """Ask what a piece can do."""

    piece: Whole


class AskPreview(Ask, tag="preview", frozen=True):
    """What would this action do? Exact odds, from what the seat knows."""

    text: str


class AskWhy(Ask, tag="why", frozen=True):
    """Why not? Of an action by its notation, or of a piece, or (piece -1) of a place on the board."""

    text: str = ""
    piece: Whole = -1
    x: float = -1
    y: float = -1


class AskThreat(Ask, tag="threat", frozen=True):
    """Ask what the others could do to a piece next, as far as the seat knows."""

    piece: Whole


class TakeBack(Ask, tag="undo", frozen=True):
    """Undo the seat's last action, if no die, reveal or change of seat came since."""

    sequence: Whole
    order: str = ""


class Resign(Ask, tag="resign", frozen=True):
    """Give up. A match of two ends; in a larger one the script plays on for the seat."""

    order: str = ""


class Offer(Ask, tag="offer", frozen=True):
    """Offer a draw or a rematch; accept or decline what stands offered; call the script to an absent seat."""

    what: Literal["draw", "rematch", "accept", "decline", "takeover"]
    seat: Whole = -1  # takeover: the absent seat


class Say(Ask, tag="chat", frozen=True):
    """Say something to everyone at the match, spectators too; once, if said again under the same order."""

    text: str
    order: str = ""


class AskReplay(Ask, tag="replay", frozen=True):
    """The table as it was after the first ``at`` actions that stand, or after the last of them up to
    ``step``, the number that log lines carry; from another seat only after the end (``seat`` -2: one's own).
    """

    at: Whole = 0
    seat: Whole = -2
    step: Whole = -1


class AskLuck(Ask, tag="luck", frozen=True):
    """Dice statistics of every seat, from the dice that the asker has seen."""


class GiveNonce(Ask, tag="nonce", frozen=True):
    """The player's share of the dice: 1 to 32 bytes in hexadecimal, given after the commitment was shown."""

    hex: str


class Ping(Ask, tag="ping", frozen=True):
    """Ask whether the server is there."""


Request = (
    TakeAction | AskOptions | AskPreview | AskWhy | AskThreat | TakeBack | Resign | Offer | Say
    | AskReplay | AskLuck | GiveNonce | Ping
)  # fmt: skip

# From the server, by socket ------------------------------------------------------------------------


class Frame(Struct, tag_field="type", omit_defaults=True, kw_only=True):
    """What every frame of the server has."""

    id: int = 0


class SeatInfo(Struct, omit_defaults=True):
    """Who sits where. ``joined``: the seat was opened once; ``present``: it is open now."""

    seat: int
    name: str
    player: Player
    joined: bool = False
    present: bool = False


class Clock(Struct, omit_defaults=True):
    """Time left, in seconds, one a seat; those in ``running`` are losing it since the frame was sent."""

    pace: Pace = "none"
    left: list[float] = []
    running: list[int] = []


class Welcome(Frame, tag="welcome"):
    """The first frame of a socket."""

    match: str
    seat: int  # -1: a spectator
    rulebook: str
    prefix: str  # of clause ids
    scenario: Outline
    seats: list[SeatInfo]
    commitment: str  # SHA-256 of the secret that makes the dice
    begun: bool
    nonce_wanted: bool = False
    hotseat: bool = False
    pace: Pace = "none"
    sequence: int = 0
    actions: int = 0
    notices: list[str] = []  # how this server can call who is not here: email, webhook


class TableFrame(Frame, tag="table"):
    """The seat's screen. ``table.board`` is absent where it is as last sent on this socket.

    ``log`` replaces the client's log from line ``log_from`` on (0: all of it). ``actions`` is the number
    of actions that stand, what `AskReplay` counts.
    """

    sequence: int
    table: Table
    log: list[Entry] = []
    log_from: int = 0
    can_undo: bool = False
    actions: int = 0


class Accepted(Frame, tag="accepted"):
    """The action is done and on disk; ``sequence`` counts it."""

    sequence: int


class Refused(Frame, tag="refused"):
    """It was not done, and why: ``reason`` in words, the ``clause`` behind it, the ``text`` refused."""

    reason: str
    clause: str = ""
    text: str = ""
    sequence: int = 0


class OptionsFrame(Frame, tag="options"):
    """Answer to `AskOptions`."""

    options: Options


class PreviewFrame(Frame, tag="preview"):
    """Answer to `AskPreview`."""

    preview: Preview


class ThreatFrame(Frame, tag="threat"):
    """Answer to `AskThreat`."""

    preview: Preview


class WhyFrame(Frame, tag="why"):
    """Answer to `AskWhy`."""

    why: Why


class ReplayFrame(Frame, tag="replay"):
    """Answer to `AskReplay`: a past table (with its board) and the log lines of the action before it."""

    at: int
    of: int
    seat: int
    table: Table
    log: list[Entry] = []
    text: str = ""  # notation of that action, where the viewer may know it
    step: int = 0  # its number in the match's record


class SeatLuck(Struct, omit_defaults=True):
    """Dice of one seat: how many, their mean face as a share of what is expected (1 is even), how unusual
    that is in standard deviations, and faces counted by kind of die.
    """

    seat: int
    dice: int
    share: float
    sigma: float
    faces: dict[str, list[int]] = {}


class LuckFrame(Frame, tag="luck"):
    """Answer to `AskLuck`."""

    seats: list[SeatLuck]


class ChatFrame(Frame, tag="chat"):
    """Something said; ``seat`` -1 is a spectator, -2 the house. ``at``: seconds since 1970."""

    seat: int
    text: str
    at: float
    number: int = 0


class Presence(Frame, tag="presence"):
    """Who is at the table now, and how many watch."""

    seats: list[SeatInfo]
    watching: int = 0


class ClockFrame(Frame, tag="clock"):
    """The clocks, whenever they change hands."""

    clock: Clock


class Offered(Frame, tag="offered"):
    """A draw or rematch stands offered by ``seat``; ``what`` empty: nothing does any more. ``match`` and
    ``link``: the rematch is ready, and this is the receiver's seat in it.
    """

    what: str
    seat: int = -1
    match: str = ""
    link: str = ""


class Over(Frame, tag="over"):
    """The match is over. Its secret is shown, so that every die can be checked."""

    result: Result
    secret: str
    nonces: list[str]


class Failed(Frame, tag="error"):
    """The frame could not be read or answered. ``wait``: seconds after which the same may be asked again."""

    reason: str
    wait: float = 0


class Pong(Frame, tag="pong"):
    """Answer to `Ping`."""


Answer = (
    Welcome | TableFrame | Accepted | Refused | OptionsFrame | PreviewFrame | ThreatFrame | WhyFrame
    | ReplayFrame | LuckFrame | ChatFrame | Presence | ClockFrame | Offered | Over | Failed | Pong
)  # fmt: skip

# HTTP ------------------------------------------------------------------------------------------------


class RulebookInfo(Struct, omit_defaults=True):
    """``GET /api/rulebooks``: a list of these."""

    name: str
    title: str
    pitch: str
    length: str
    prefix: str
    seats: tuple[int, int]
    switches: dict[str, str] = {}
    scenarios: list[Outline] = []
    armies: bool = False  # whether its players build armies (``GET /api/armies/{rulebook}``)


class NewMatch(Struct, forbid_unknown_fields=True):
    """``POST /api/matches``. ``pace`` live: ``seconds`` for the match and ``increment`` an action;
    correspondence: ``seconds`` an action. Answer: `MatchLinks`.
    """

    scenario: str
    seats: list[Player] = field(default_factory=lambda: ["human", "scripted"])
    names: list[str] = []
    pace: Pace = "none"
    seconds: float = 0
    increment: float = 0
    start_now: bool = False  # wait for nobody: no nonces, for scripts and tests


class SeatLink(Struct, omit_defaults=True):
    """A seat of a match: ``link`` (path and secret token) for a person's, ``invite`` for an open one."""

    seat: int
    name: str
    player: Player
    token: str = ""
    link: str = ""
    invite: str = ""


class MatchLinks(Struct, omit_defaults=True):
    """A match and the ways into it. ``link`` is the maker's: all human seats, for hot-seat play."""

    match: str
    commitment: str
    seats: list[SeatLink]
    link: str
    watch: str  # token
    watch_link: str


class ForkMatch(Struct, forbid_unknown_fields=True):
    """``POST /api/matches/ID/fork`` after the end: a new match from the position after ``at`` actions."""

    at: int
    seats: list[Player] = field(default_factory=lambda: ["human", "scripted"])


class JoinMatch(Struct, forbid_unknown_fields=True):
    """``POST /api/join``: take the open seat of an invite (once). Answer: `MatchLinks` with that seat."""

    invite: str
    name: str = ""


class MatchInfo(Struct, omit_defaults=True):
    """``GET /api/matches/ID``: what anyone may know. ``GET /api/mine``: those of an account.
    ``GET /api/join/CODE``: the match of an invitation, with its ``seat``.
    """

    match: str
    scenario: Outline
    rulebook: str
    seats: list[SeatInfo]
    begun: bool
    over: bool
    actions: int
    commitment: str
    to_act: list[int] = []
    link: str = ""  # the account's own way in
    seat: int = -1  # that an invitation is for


class CaseTitle(Struct):
    """A worked case: its id for ``GET /api/cases/RULEBOOK/CASE``, and what it is called."""

    id: str
    title: str


class Clause(Struct, omit_defaults=True):
    """``GET /api/rules/RULEBOOK[?q=words]`` and ``/api/rules/RULEBOOK/CLAUSE``: one clause or ruling.

    ``cases``: the worked examples that cite it.
    """

    id: str
    text: str
    chapter: str = ""
    mechanical: bool = True
    cases: list[CaseTitle] = []


class CaseMoment(Struct, omit_defaults=True):
    """``GET /api/cases/RULEBOOK/CASE/moments``: a list of the positions of a case, before its first step
    and after each, as the seat that acts sees them. ``clause``, ``reason``: why the step was refused.
    """

    table: Table
    text: str = ""
    dice: list[int] = []
    reason: str = ""
    clause: str = ""
    note: str = ""


class Problem(Struct, omit_defaults=True):
    """Any refusal over HTTP (at most 1 KiB), and each finding of ``POST /api/check``."""

    reason: str
    source: str = ""
    line: int = 0
    field: str = ""


class Credentials(Struct, forbid_unknown_fields=True):
    """``POST /api/accounts`` (new) and ``POST /api/sessions`` (log in); ``DELETE /api/sessions``: log out,
    which closes every socket of the session; ``?all=1`` all sessions.
    """

    name: str
    password: str
    email: str = ""


class Account(Struct, omit_defaults=True):
    """``GET /api/me``: who is logged in; name empty: a guest."""

    name: str = ""
    email: str = ""


class NoticeWish(Struct, forbid_unknown_fields=True):
    """``POST /api/matches/ID/notices`` (with the seat's token in ``seat``): tell me when it is my turn."""

    seat: str
    email: str = ""
    webhook: str = ""


class Health(Struct, omit_defaults=True):
    """``GET /health``. ``warming``: rules being compiled, with how far that is, 0 to 1."""

    ok: bool
    version: str
    ready: bool = True
    warming: str = ""
    progress: float = 1
    matches: int = 0
