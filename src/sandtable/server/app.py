"""The application: its addresses, and what may come through each."""

from __future__ import annotations

import os
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress

import msgspec
import structlog
from fastapi import FastAPI, Request, WebSocket
from fastapi.exceptions import RequestValidationError
from starlette.exceptions import HTTPException
from starlette.responses import Response
from starlette.routing import WebSocketRoute

from sandtable import __version__
from sandtable.core.rulebook import rulebooks
from sandtable.server import api, pages
from sandtable.server.accounts import IDLE, LONGEST
from sandtable.server.guard import Guard, Turnstile, problem, trusted
from sandtable.server.matches import Unfit
from sandtable.server.rooms import Room
from sandtable.server.sockets import POLICY, Socket
from sandtable.server.store import hashed
from sandtable.server.uploads import Readers
from sandtable.server.workplace import PER_USER, Workplace

COOKIE = "sandtable-session"

log = structlog.get_logger()


def create_app(database: str = "", address: str = "", warm: list[str] | None = None) -> FastAPI:
    """The application on a database (see `sandtable.server.store.default_url`).

    ``address`` is where others reach it, for links in notices; ``warm`` names the rulebooks to compile
    at once (None: all).
    """
    place = Workplace(database, address)

    @asynccontextmanager
    async def life(app: FastAPI) -> AsyncIterator[None]:
        await place.open(list(rulebooks()) if warm is None else warm)
        yield
        app.state.readers.close()
        await place.close()

    app = FastAPI(
        title="Sandtable",
        version=__version__,
        lifespan=life,
        docs_url=None,
        redoc_url=None,
        openapi_url="/api/openapi.json",
        exception_handlers={
            HTTPException: _refused,
            Unfit: _unfit,
            RequestValidationError: _unreadable,
            msgspec.MsgspecError: _unreadable,
            Exception: _failed,
        },
    )
    app.state.place = place
    app.state.readers = Readers()
    app.state.turnstile = Turnstile()
    app.include_router(api.router)
    app.router.routes.append(WebSocketRoute("/match/{id}/socket", table_socket))
    app.include_router(pages.router)
    api.describe(app)
    app.add_middleware(Guard)
    return app


async def _refused(_: Request, error: Exception) -> Response:
    assert isinstance(error, HTTPException)
    return Response(
        problem(str(error.detail)), error.status_code, error.headers, media_type="application/json"
    )


async def _unfit(_: Request, error: Exception) -> Response:
    return Response(problem(str(error)), 422, media_type="application/json")


async def _unreadable(_: Request, error: Exception) -> Response:
    return Response(problem(f"unreadable request: {error}"), 422, media_type="application/json")


async def _failed(request: Request, error: Exception) -> Response:
    request.app.state.place.count("errors")
    log.error("request failed", path=request.url.path, exc_info=error)
    return Response(problem("the server failed at this request"), 500, media_type="application/json")


def session_of(cookies: dict[str, str]) -> str:
    """The session token in a request's cookies, or nothing."""
    return cookies.get(f"__Host-{COOKIE}") or cookies.get(COOKIE, "")


async def table_socket(line: WebSocket) -> None:
    """``/match/ID/socket?seat=TOKEN``: play. Closed with 4404 (no match), 4403 (no such seat) or 1008."""
    place: Workplace = line.app.state.place
    if not trusted(line.headers):
        await line.close(POLICY, "requests from other sites are refused")
        return
    await line.accept()
    room = await place.room(line.path_params["id"][:40])
    if room is None:
        await line.close(4404, "there is no such match")
        return
    token = session_of(line.cookies)
    found = await place.store.run(place.store.session, token, IDLE, LONGEST) if token else None
    account = found[0] if found else 0
    seat = seat_of(room, line.query_params.get("seat", ""), account)
    if seat is None:
        await line.close(4403, "this link opens no seat here")
        return
    user = f"account {account}" if account else f"{room.row.id} {seat} {_host(line) if seat < 0 else ''}"
    if place.users.get(user, 0) >= PER_USER:
        await line.close(POLICY, f"at most {PER_USER} connections")
        return
    place.users[user] = place.users.get(user, 0) + 1
    given = line.query_params.get("seat", "")
    way_in = f"#{'seat' if seat >= 0 else 'watch'}={given}" if given else ""
    socket = Socket(line, seat, hashed(token) if found else "", way_in)
    try:
        await room.enter(socket)
        await socket.run(room)
    except Exception as error:
        place.count("errors")
        log.error("socket failed", match=room.row.id, exc_info=error)
        with suppress(RuntimeError):
            await line.close(1011, "the server failed")
    finally:
        room.leave(socket)
        place.users[user] -= 1
        if not place.users[user]:
            del place.users[user]


def _host(line: WebSocket) -> str:
    return line.client.host if line.client else ""


def seat_of(room: Room, token: str, account: int) -> int | None:
    """The seat that a token opens (-1: to watch), or an account's own; None if neither."""
    if token:
        wanted = hashed(token)
        if wanted == room.row.watch:
            return -1
        for chair in room.chairs:
            if chair.token == wanted:
                return chair.seat
        return None
    for chair in room.chairs:
        if account and chair.account == account and chair.token:
            return chair.seat
    return None


def from_environment() -> FastAPI:
    """For a server of several processes: ``uvicorn --factory sandtable.server.app:from_environment``."""
    return create_app(address=os.environ.get("SANDTABLE_ADDRESS", ""))
