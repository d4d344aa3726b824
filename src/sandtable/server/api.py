"""What is asked over HTTP, in JSON. Bodies and answers are the structs of `sandtable.server.messages`."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Sequence
from typing import Any, TypeVar

import msgspec
from fastapi import APIRouter, FastAPI, Request
from fastapi.openapi.utils import get_openapi
from prometheus_client import CONTENT_TYPE_LATEST, generate_latest
from starlette.exceptions import HTTPException
from starlette.responses import Response

from sandtable import __version__
from sandtable.core.rulebook import Rulebook, rulebooks
from sandtable.play.cases import moments, trials
from sandtable.play.log import dump, squeeze
from sandtable.play.proof import commitment
from sandtable.play.replay import back_to
from sandtable.play.rules import clauses, search
from sandtable.server import accounts
from sandtable.server.guard import Turnstile
from sandtable.server.matches import Unfit, clean_name
from sandtable.server.messages import (
    Account,
    CaseMoment,
    CaseTitle,
    Clause,
    Credentials,
    ForkMatch,
    Health,
    JoinMatch,
    MatchInfo,
    MatchLinks,
    NewMatch,
    NoticeWish,
    Problem,
    RulebookInfo,
    SeatLink,
)
from sandtable.server.rooms import Room
from sandtable.server.sockets import encoder
from sandtable.server.store import hashed, new_token
from sandtable.server.uploads import Readers
from sandtable.server.workplace import Workplace

COOKIE = "sandtable-session"
CLAUSES = 60  # answers of a search
NO_SEAT = "that seat is taken, or the invitation was never made"

Body = TypeVar("Body")
router = APIRouter()
BODIES: dict[str, type] = {}
TOML = {"requestBody": {"content": {"text/plain": {"schema": {"type": "string"}}}}}


def takes(kind: type) -> dict[str, Any]:
    """Describe a route's body for OpenAPI."""
    BODIES[kind.__name__] = kind
    reference = {"$ref": f"#/components/schemas/{kind.__name__}"}
    return {"requestBody": {"required": True, "content": {"application/json": {"schema": reference}}}}


def describe(app: FastAPI) -> None:
    """Put the bodies' schemas into the application's OpenAPI description."""

    def made() -> dict[str, Any]:
        if not app.openapi_schema:
            schema = get_openapi(title=app.title, version=app.version, routes=app.routes)
            _, parts = msgspec.json.schema_components(
                list(BODIES.values()), ref_template="#/components/schemas/{name}"
            )
            schema.setdefault("components", {}).setdefault("schemas", {}).update(parts)
            app.openapi_schema = schema
        return app.openapi_schema

    app.openapi = made  # type: ignore[method-assign]


async def read(request: Request, kind: type[Body]) -> Body:
    """A request's body. 422 says where it is wrong."""
    try:
        return msgspec.json.decode(await request.body(), type=kind, strict=True)
    except (RecursionError, UnicodeError) as error:
        raise Unfit(f"unreadable request: {error}") from error


def answer(value: Any, status: int = 200) -> Response:
    """An answer in JSON."""
    return Response(encoder.encode(value), status, media_type="application/json")


def place_of(request: Request) -> Workplace:
    """The workplace of the application that serves a request."""
    place: Workplace = request.app.state.place
    return place


def readers_of(request: Request) -> Readers:
    """What reads the files of strangers for the application that serves a request."""
    readers: Readers = request.app.state.readers
    return readers


def turn(request: Request, what: str) -> None:
    """Count a request against its address's rate. 429 if it is too many."""
    gate: Turnstile = request.app.state.turnstile
    if not gate.admits(what, request.client.host if request.client else ""):
        raise HTTPException(429, "too many requests: wait a little", {"retry-after": "60"})


def book_of(name: str) -> Rulebook:
    """A rulebook. 404 names those there are."""
    found = rulebooks().get(name)
    if found is None:
        raise HTTPException(404, f"there is no such rulebook; there are {', '.join(rulebooks())}")
    return found


async def room_of(request: Request, id: str) -> Room:
    """A match's room, or 404."""
    room = await place_of(request).room(id[:40])
    if room is None:
        raise HTTPException(404, "there is no such match")
    return room


def token_of(request: Request) -> str:
    """The session token in a request's cookies, or nothing."""
    return request.cookies.get(f"__Host-{COOKIE}") or request.cookies.get(COOKIE, "")


async def account_of(request: Request) -> tuple[int, str, str]:
    """(number, name, e-mail) of who is logged in; number 0: a guest."""
    token, store = token_of(request), place_of(request).store
    found = await store.run(store.session, token, accounts.IDLE, accounts.LONGEST) if token else None
    return found or (0, "", "")


# -- rulebooks ----------------------------------------------------------------------------------------


@router.get("/api/rulebooks")
def list_rulebooks() -> Response:
    """Every rulebook with its scenarios."""
    return answer(
        [
            RulebookInfo(
                book.name,
                book.title,
                book.pitch,
                book.length,
                book.prefix,
                book.seats,
                dict(book.switches),
                book.scenarios(),
                bool(book.armies()),
            )
            for book in rulebooks().values()
        ]
    )


@router.get("/api/scenarios")
def list_scenarios() -> Response:
    """Every scenario."""
    return answer([outline for book in rulebooks().values() for outline in book.scenarios()])


@router.get("/api/rules/{rulebook}")
def list_clauses(rulebook: str, q: str = "") -> Response:
    """The clauses of a rulebook; with ``q`` those that hold its words, the best first."""
    book = book_of(rulebook)
    found = search(book, q[:200])[:CLAUSES] if q else list(clauses(book).values())
    return answer([clause_of(book, one) for one in found])


@router.get("/api/rules/{rulebook}/{clause}")
def one_clause(rulebook: str, clause: str) -> Response:
    """One clause."""
    book = book_of(rulebook)
    found = clauses(book).get(clause)
    if found is None:
        raise HTTPException(404, "there is no such clause")
    return answer(clause_of(book, found))


def clause_of(book: Rulebook, clause: Any) -> Clause:
    """A clause with the cases that prove it."""
    return Clause(clause.id, clause.text, clause.group, clause.mechanical, cases_of(book).get(clause.id, []))


_cases: dict[str, dict[str, list[CaseTitle]]] = {}


def cases_of(book: Rulebook) -> dict[str, list[CaseTitle]]:
    """Clause id -> the cases that prove it, by id (file and number) and title."""
    if book.name not in _cases:
        found: dict[str, list[CaseTitle]] = {}
        for path in sorted((book.folder / "cases").glob("*.toml")):
            for number, case in enumerate(_case_file(book, path.stem), 1):
                for id in case.get("proves", []):
                    found.setdefault(id, []).append(CaseTitle(f"{path.stem}-{number}", case["title"]))
        _cases[book.name] = found
    return _cases[book.name]


def _case_file(book: Rulebook, name: str) -> list[dict[str, Any]]:
    path = book.folder / "cases" / f"{name}.toml"
    try:
        found = tomllib.loads(path.read_text(encoding="utf-8")).get("case", [])
    except (OSError, tomllib.TOMLDecodeError):
        return []
    return found if isinstance(found, list) else []


@router.get("/api/cases/{rulebook}/{case}")
def one_case(rulebook: str, case: str) -> Response:
    """A worked example, as it stands in its file."""
    book = book_of(rulebook)
    name = re.fullmatch(r"([a-z0-9][a-z0-9_-]{0,80})-([0-9]{1,3})", case)
    found = _case_file(book, name[1]) if name else []
    if name is None or not 1 <= int(name[2]) <= len(found):
        raise HTTPException(404, "there is no such case")
    return answer(found[int(name[2]) - 1])


@router.get("/api/cases/{rulebook}/{case}/moments")
async def case_moments(rulebook: str, case: str, request: Request) -> Response:
    """A worked example as positions to look at, one after another."""
    one_case(rulebook, case)
    stem, _, number = case.rpartition("-")
    return answer(await place_of(request).think(moments_of, book_of(rulebook), stem, int(number)))


def moments_of(book: Rulebook, stem: str, number: int) -> list[CaseMoment]:
    """The positions of a case of a file, counted from 1."""
    shown = []
    for moment in moments(trials(book.folder / "cases" / f"{stem}.toml", book)[number - 1]):
        reason, clause = book.reasons.get(moment.code, ("", "")) if moment.code else ("", "")
        step = moment.step
        moment.screen.acts = []
        shown.append(
            CaseMoment(
                moment.screen,
                step.do if step else "",
                step.dice if step else [],
                reason,
                clause,
                step.note if step else "",
            )
        )
    return shown


@router.post("/api/check", openapi_extra=TOML)
async def check(request: Request, rulebook: str = "starter") -> Response:
    """Check a scenario, map, catalogue or campaign of one's own: a list of what is wrong with it."""
    turn(request, "check")
    book = book_of(rulebook)
    findings: Sequence[Problem] = await readers_of(request).check(book, await request.body())
    return answer(findings)


@router.get("/api/armies/{rulebook}")
def list_armies(rulebook: str) -> Response:
    """The army lists of a rulebook whose players build armies, with ready armies; none for others."""
    return answer(book_of(rulebook).armies())


@router.post("/api/armies/{rulebook}", openapi_extra=TOML)
async def review_army(request: Request, rulebook: str, points: float = 25) -> Response:
    """What an army holds and what is wrong with it, for an army builder that asks at each change."""
    turn(request, "army")
    book, data = book_of(rulebook), await request.body()
    return answer(await readers_of(request).review(book, data, points))


# -- matches ------------------------------------------------------------------------------------------


@router.post("/api/matches", openapi_extra=takes(NewMatch), status_code=201)
async def new_match(request: Request) -> Response:
    """A new match."""
    turn(request, "match")
    wish = await read(request, NewMatch)
    account, _, _ = await account_of(request)
    return answer(await place_of(request).create(wish, account), 201)


@router.get("/api/matches/{id}")
async def match_info(request: Request, id: str) -> Response:
    """What anyone may know of a match."""
    return answer(info_of(await room_of(request, id)))


def info_of(room: Room) -> MatchInfo:
    """The public facts of a room."""
    match = room.match
    return MatchInfo(
        match=room.row.id,
        scenario=room.outline,
        rulebook=room.row.scenario.partition("/")[0],
        seats=room.company.seats(),
        begun=match is not None,
        over=match is not None and match.over,
        actions=len(match.acts) if match else 0,
        commitment=commitment(bytes.fromhex(room.row.secret)),
        to_act=match.to_act() if match else [],
    )


@router.get("/api/matches/{id}/file")
async def match_file(request: Request, id: str) -> Response:
    """The file of a match, for `sandtable replay` and `sandtable verify`; after the end, for it tells all."""
    room = await room_of(request, id)
    if room.match is None or not room.match.over:
        raise HTTPException(409, "the file of a match is given out after its end")
    name = f'attachment; filename="{room.row.id}.toml"'
    return Response(dump(room.match), media_type="application/toml", headers={"content-disposition": name})


@router.post("/api/matches/{id}/fork", openapi_extra=takes(ForkMatch), status_code=201)
async def fork(request: Request, id: str) -> Response:
    """A new match from a position of one that is over."""
    turn(request, "match")
    wish = await read(request, ForkMatch)
    room = await room_of(request, id)
    match = room.match
    if match is None or not match.over:
        raise HTTPException(409, "a match can be forked after its end")
    if not 0 <= wish.at <= len(match.acts):
        raise Unfit(f"expected 0 to {len(match.acts)} actions, not {wish.at}")
    place = place_of(request)
    past = await place.think(back_to, match, wish.at)
    past.match.position = past.match.game
    new = NewMatch(scenario=room.row.scenario, seats=wish.seats, start_now="open" not in wish.seats)
    account, _, _ = await account_of(request)
    return answer(await place.create(new, account, squeeze(past.match)), 201)


@router.get("/api/join/{invite}")
async def invitation(invite: str, request: Request) -> Response:
    """The match and the seat that an invitation is for."""
    turn(request, "join")
    place = place_of(request)
    found = await place.store.run(place.store.invited, invite[:80])
    room = await place.room(found[0]) if found else None
    if found is None or room is None:
        raise HTTPException(404, NO_SEAT)
    info = info_of(room)
    info.seat = found[1]
    return answer(info)


@router.post("/api/join", openapi_extra=takes(JoinMatch), status_code=201)
async def join(request: Request) -> Response:
    """Take an open seat."""
    turn(request, "join")
    wish = await read(request, JoinMatch)
    account, called, _ = await account_of(request)
    place, token = place_of(request), new_token()
    name = clean_name(wish.name) or called
    taken = await place.write("take_invite", wish.invite[:80], token, account, name)
    if taken is None:
        raise HTTPException(404, NO_SEAT)
    id, seat = taken
    room = await place.room(id)
    assert room is not None
    await room.catch_up()
    link = SeatLink(seat, room.row.names[seat], "human", token=token, link=f"/match/{id}#seat={token}")
    info = info_of(room)
    return answer(MatchLinks(id, info.commitment, [link], link.link, watch="", watch_link=""), 201)


@router.post("/api/matches/{id}/notices", openapi_extra=takes(NoticeWish), status_code=204)
async def wish_notices(request: Request, id: str) -> Response:
    """Be told by e-mail or webhook when it is one's turn."""
    wish = await read(request, NoticeWish)
    room = await room_of(request, id)
    chair = next((one for one in room.chairs if one.token and one.token == hashed(wish.seat)), None)
    if chair is None:
        raise HTTPException(403, "this link opens no seat here")
    email = accounts.clean_email(wish.email)
    if wish.webhook and not re.fullmatch(r"https?://[!-~]{4,480}", wish.webhook):
        raise Unfit("expected a web address for the webhook")
    await place_of(request).write("wish", id, chair.seat, email, wish.webhook)
    await room.catch_up()
    return Response(status_code=204)


# -- accounts -----------------------------------------------------------------------------------------


@router.post("/api/accounts", openapi_extra=takes(Credentials), status_code=201)
async def new_account(request: Request) -> Response:
    """A new account; it is logged in."""
    turn(request, "account")
    given = await read(request, Credentials)
    place = place_of(request)
    await place.think(accounts.register, place.store, given)
    return await _opened(request, given)


@router.post("/api/sessions", openapi_extra=takes(Credentials), status_code=201)
async def log_in(request: Request) -> Response:
    """Log in: a new session, never one that was there before."""
    turn(request, "login")
    return await _opened(request, await read(request, Credentials))


async def _opened(request: Request, given: Credentials) -> Response:
    place = place_of(request)
    token = await place.think(accounts.log_in, place.store, given)
    if not token:
        raise HTTPException(403, "name and password do not fit")
    made = answer(Account(given.name, given.email), 201)
    secure = request.url.scheme == "https"
    made.set_cookie(
        f"__Host-{COOKIE}" if secure else COOKIE,
        token,
        max_age=int(accounts.LONGEST),
        path="/",
        secure=secure,
        httponly=True,
        samesite="lax",
    )
    return made


@router.delete("/api/sessions", status_code=204)
async def log_out(request: Request, all: bool = False) -> Response:
    """Log out here, or everywhere; open sockets of what ends are closed."""
    place, token = place_of(request), token_of(request)
    if token:
        for session in await place.write("close_sessions", token, all):
            place.cut(session)
    done = Response(status_code=204)
    done.delete_cookie(COOKIE, path="/")
    done.delete_cookie(f"__Host-{COOKIE}", path="/", secure=True)
    return done


@router.get("/api/me")
async def who_am_i(request: Request) -> Response:
    """Who is logged in."""
    _, name, email = await account_of(request)
    return answer(Account(name, email))


@router.get("/api/mine")
async def my_matches(request: Request) -> Response:
    """The matches of who is logged in."""
    account, _, _ = await account_of(request)
    if not account:
        return answer([])
    place, found = place_of(request), {}
    for id, _seat in await place.store.run(place.store.matches_of, account):
        room = await place.room(id)
        if room is not None and id not in found:
            found[id] = info_of(room)
            found[id].link = f"/match/{id}"
    return answer(list(found.values()))


# -- the server ---------------------------------------------------------------------------------------


@router.get("/health")
async def health(request: Request) -> Response:
    """Whether the server can serve, and how far rules are compiled."""
    place = place_of(request)
    try:
        ok, count = await place.store.run(place.store.healthy), await place.store.run(place.store.count)
    except Exception:  # whatever is wrong with the database, the answer is no
        ok, count = False, 0
    warmth = place.warmth
    found = Health(ok, __version__, warmth.ready, warmth.title, warmth.progress, count)
    return answer(found, 200 if ok else 503)


@router.get("/metrics", include_in_schema=False)
async def metrics(request: Request) -> Response:
    """Counters for Prometheus."""
    return Response(generate_latest(place_of(request).registry), media_type=CONTENT_TYPE_LATEST)
