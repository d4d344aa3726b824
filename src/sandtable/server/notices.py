"""Notices: "it is your turn", by e-mail and webhook, to those who asked and are not there.

``SANDTABLE_SMTP`` names the mail server: ``smtp://user:password@host:587?from=table@example.org``
(``smtps`` for TLS from the start). Webhooks are called only if ``SANDTABLE_WEBHOOKS=1``, for they let
players make this server call others. A notice holds public facts only.
"""

from __future__ import annotations

import json
import os
import smtplib
import urllib.request
from concurrent.futures import ThreadPoolExecutor
from email.message import EmailMessage
from urllib.parse import parse_qs, unquote, urlsplit

import structlog

from sandtable.server.store import Chair, MatchRow

PATIENCE = 10  # seconds for another server to answer
WAITING = 500  # notices at most

log = structlog.get_logger()


class Notices:
    """Sends notices from a thread, each at most once for a seat and sequence."""

    def __init__(self, address: str = "") -> None:
        self.smtp = os.environ.get("SANDTABLE_SMTP", "")
        self.webhooks = os.environ.get("SANDTABLE_WEBHOOKS") == "1"
        self.means = ["email"] * bool(self.smtp) + ["webhook"] * self.webhooks
        self.address = address  # of this server, for links
        self._thread = ThreadPoolExecutor(1, thread_name_prefix="notices")
        self._last: dict[tuple[str, int], int] = {}
        self._waiting = 0

    def turn(self, row: MatchRow, chair: Chair, sequence: int) -> None:
        """Tell a seat that it is its turn, unless it was told since it last acted."""
        key = row.id, chair.seat
        wanted = (chair.email and self.smtp) or (chair.webhook and self.webhooks)
        if not wanted or self._last.get(key, -2) >= sequence - 1 or self._waiting >= WAITING:
            self._last[key] = sequence
            return
        self._last[key] = sequence
        self._waiting += 1
        self._thread.submit(self._send, row, chair)

    def forget(self, row: MatchRow) -> None:
        """Remember no more what was told in a match."""
        for seat in range(len(row.players)):
            self._last.pop((row.id, seat), None)

    def close(self) -> None:
        """Send nothing more."""
        self._thread.shutdown(wait=False, cancel_futures=True)

    def _send(self, row: MatchRow, chair: Chair) -> None:
        self._waiting -= 1
        subject = f"Your turn in {row.scenario}"
        link = f"{self.address}/match/{row.id}"
        try:
            if chair.email and self.smtp:
                send_mail(
                    self.smtp, chair.email, subject, f"{row.names[chair.seat]}, it is your turn.\n\n{link}\n"
                )
            if chair.webhook and self.webhooks:
                call(chair.webhook, {"text": subject, "match": row.id, "seat": chair.seat, "link": link})
        except (OSError, ValueError) as error:
            log.warning("notice not sent", match=row.id, seat=chair.seat, problem=str(error)[:200])


def send_mail(server: str, to: str, subject: str, body: str) -> None:
    """Send one mail. OSError if the server will not take it."""
    parts = urlsplit(server)
    message = EmailMessage()
    message["From"] = parse_qs(parts.query).get("from", ["sandtable@localhost"])[0]
    message["To"] = to
    message["Subject"] = subject
    message.set_content(body)
    kind = smtplib.SMTP_SSL if parts.scheme == "smtps" else smtplib.SMTP
    with kind(parts.hostname or "localhost", parts.port or 0, timeout=PATIENCE) as line:
        if parts.scheme == "smtp" and parts.username:
            line.starttls()
        if parts.username:
            line.login(unquote(parts.username), unquote(parts.password or ""))
        line.send_message(message)


class _NoRedirects(urllib.request.HTTPRedirectHandler):
    def redirect_request(self, *_: object) -> None:
        """Follow nobody elsewhere."""


def call(url: str, news: dict[str, object]) -> None:
    """Post JSON to a webhook. OSError if it does not answer, ValueError if it is no web address."""
    if urlsplit(url).scheme not in ("http", "https"):
        raise ValueError("expected an address of http or https")
    request = urllib.request.Request(
        url, json.dumps(news).encode(), {"content-type": "application/json"}, method="POST"
    )
    with urllib.request.build_opener(_NoRedirects).open(request, timeout=PATIENCE) as answer:
        answer.read(1024)
