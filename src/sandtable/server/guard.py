"""The guard at the door: sizes, origins and the headers that tell browsers what to distrust."""

from __future__ import annotations

import os
from urllib.parse import urlsplit

import msgspec
from limits import parse
from limits.storage import MemoryStorage
from limits.strategies import MovingWindowRateLimiter
from starlette.datastructures import Headers, MutableHeaders
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from sandtable.server.messages import Problem

BODY = 64 * 1024  # bytes
UPLOAD = 5 * 1024 * 1024  # bytes, to the paths in UPLOADS
UPLOADS = ("/api/check",)
DRAIN = 8 * 1024 * 1024  # bytes that are read and forgotten, so that the sender hears the refusal
SAFE = ("GET", "HEAD", "OPTIONS")

HEADERS = {
    "content-security-policy": (
        "default-src 'self'; script-src 'self'; style-src 'self' 'unsafe-inline'; "
        "img-src 'self' data: blob:; connect-src 'self'; object-src 'none'; base-uri 'none'; "
        "form-action 'self'; frame-ancestors 'none'"
    ),
    "x-content-type-options": "nosniff",
    "x-frame-options": "DENY",
    "referrer-policy": "no-referrer",
    "permissions-policy": "camera=(), microphone=(), geolocation=()",
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
}


class TooLarge(Exception):
    """A body larger than it may be."""


def trusted(headers: Headers) -> bool:
    """Whether a request comes from our own page, or from no page at all. ``SANDTABLE_ORIGINS`` names
    other origins whose pages may call, separated by blanks.
    """
    origin = headers.get("origin")
    if origin is None:
        return True
    if origin in os.environ.get("SANDTABLE_ORIGINS", "").split():
        return True
    return bool(origin) and urlsplit(origin).netloc == headers.get("host", "")


def problem(reason: str, **more: object) -> bytes:
    """A refusal as JSON, at most 1 KiB."""
    found = Problem(reason=reason[:400])
    for name, value in more.items():
        setattr(found, name, value)
    data = msgspec.json.encode(found)
    return data if len(data) <= 1024 else msgspec.json.encode(Problem(reason=reason[:80]))


async def refuse(send: Send, status: int, reason: str) -> None:
    """Answer with a refusal."""
    body = problem(reason)
    headers = [(b"content-type", b"application/json"), (b"content-length", str(len(body)).encode())]
    await send({"type": "http.response.start", "status": status, "headers": headers})
    await send({"type": "http.response.body", "body": body})


async def _drain(receive: Receive) -> None:
    taken = 0
    while taken <= DRAIN:
        message = await receive()
        taken += len(message.get("body", b""))
        if message["type"] != "http.request" or not message.get("more_body"):
            return


class Guard:
    """ASGI middleware: refuses large bodies and strange origins, sets the security headers."""

    def __init__(self, app: ASGIApp) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass on what may pass."""
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return
        headers = Headers(scope=scope)
        started = False

        async def marked(message: Message) -> None:
            nonlocal started
            if message["type"] == "http.response.start":
                started = True
                given = MutableHeaders(scope=message)
                for name, value in HEADERS.items():
                    given.setdefault(name, value)
                if scope["path"].startswith("/api/"):
                    given.setdefault("cache-control", "no-store")
            await send(message)

        most = UPLOAD if scope["path"] in UPLOADS else BODY
        length = headers.get("content-length", "0")
        if not length.isdigit() or int(length) > most:
            await _drain(receive)
            await refuse(marked, 413, f"a request has at most {most} bytes")
            return
        if scope["method"] not in SAFE and not trusted(headers):
            await refuse(marked, 403, "requests from other sites are refused")
            return
        taken = 0

        async def measured() -> Message:
            nonlocal taken
            message = await receive()
            taken += len(message.get("body", b""))
            if taken > most:
                raise TooLarge
            return message

        try:
            await self.app(scope, measured, marked)
        except TooLarge:
            if not started:
                await refuse(marked, 413, f"a request has at most {most} bytes")


class Turnstile:
    """So many requests in so much time from one address."""

    def __init__(self) -> None:
        self._limiter = MovingWindowRateLimiter(MemoryStorage())
        self.rates = {
            "login": parse("10 per 15 minutes"),
            "account": parse("10 per hour"),
            "match": parse(os.environ.get("SANDTABLE_MATCH_RATE", "120 per minute")),
            "join": parse("30 per minute"),
            "check": parse("30 per minute"),
            "army": parse("240 per minute"),
        }

    def admits(self, what: str, who: str) -> bool:
        """Whether ``who`` may do one more ``what`` now; it counts as done."""
        return bool(self._limiter.hit(self.rates[what], what, who))
