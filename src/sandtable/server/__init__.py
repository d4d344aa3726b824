"""The server: matches over HTTP and sockets, kept in a database. Start it with `serve`."""

from __future__ import annotations

import asyncio
import socket
import time
import webbrowser
from contextlib import suppress
from typing import Any

SOON = 2.0  # seconds in which rules are loaded that were compiled before


def serve(
    host: str = "127.0.0.1",
    port: int = 8000,
    database: str = "",
    scenario: str = "",
    seats: list[str] | None = None,
    browser: bool = True,
    warm: list[str] | None = None,
) -> None:
    """Serve until interrupted. Port 0 takes any free one. ``warm`` names the rulebooks to compile at once
    (None: all, the scenario's first).

    With a scenario, a match of it is made (``seats`` as in `sandtable.server.messages.NewMatch`; none: one
    person against the script) and its link shown; else the start page's. OSError if the port is taken,
    ValueError for seats that do not fit.
    """
    with suppress(KeyboardInterrupt):
        asyncio.run(_serve(host, port, database, scenario, seats or [], browser, warm))


async def _serve(
    host: str,
    port: int,
    database: str,
    scenario: str,
    seats: list[Any],
    browser: bool,
    warm: list[str] | None,
) -> None:
    import structlog
    import uvicorn

    from sandtable.core.rulebook import rulebooks
    from sandtable.server.app import create_app
    from sandtable.server.matches import outline_of
    from sandtable.server.messages import NewMatch
    from sandtable.server.sockets import FRAME

    if scenario:
        wanted = outline_of(scenario).seats
        seats = seats or ["human"] + ["scripted"] * (wanted - 1)
        if len(seats) != wanted:
            raise ValueError(f"{scenario} seats {wanted} players, not {len(seats)}")
    # Tracebacks without the values of variables, for those hold secrets.
    show = structlog.dev.ConsoleRenderer(exception_formatter=structlog.dev.plain_traceback)
    stamp = structlog.processors.TimeStamper("iso")
    level = structlog.make_filtering_bound_logger(30)
    structlog.configure(processors=[structlog.processors.add_log_level, stamp, show], wrapper_class=level)
    listening = socket.create_server((host, port), reuse_port=False)
    address = f"http://{'localhost' if host in ('127.0.0.1', '') else host}:{listening.getsockname()[1]}"
    if warm is None:
        warm = sorted(rulebooks(), key=lambda name: name != scenario.partition("/")[0])
    app = create_app(database, address, warm)
    server = uvicorn.Server(
        uvicorn.Config(
            app,
            log_level="warning",
            access_log=False,
            server_header=False,
            ws="websockets-sansio",
            ws_max_size=FRAME,
            ws_per_message_deflate=False,
            timeout_graceful_shutdown=3,
        )
    )
    serving = asyncio.create_task(server.serve([listening]))
    while not server.started and not serving.done():
        await asyncio.sleep(0.02)
    if server.started:
        link = address
        if scenario:
            links = await app.state.place.create(NewMatch(scenario=scenario, seats=seats), 0)
            link = address + links.link
            for seat in links.seats:
                if seat.invite:
                    print(
                        f"Seat {seat.seat + 1} is open; send this invitation: {address}{seat.invite}",
                        flush=True,
                    )
        print(f"Sandtable is at {link}   (Ctrl-C ends it)", flush=True)
        if browser:
            await asyncio.to_thread(webbrowser.open, link)
        await _tell_warmth(app.state.place.warmth, serving)
    await serving


async def _tell_warmth(warmth: Any, serving: asyncio.Task[None]) -> None:
    """Say in the terminal which rules are being compiled, and when that is done."""
    told = ""
    while not warmth.ready and not serving.done():
        if warmth.title != told and time.monotonic() - warmth.since > SOON:
            told = warmth.title
            if told:
                print(warmth.waiting_for, flush=True)
        await asyncio.sleep(0.2)
    if told and not serving.done():
        print("All rules are ready.", flush=True)
