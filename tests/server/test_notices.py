"""Notices reach a real mail server and a real webhook, once a turn, and hold public facts only."""

import http.server
import json
import socketserver
import threading

import pytest

from sandtable.server.notices import Notices, call
from sandtable.server.store import Chair, ClockRules, MatchRow


class Mailbox(socketserver.StreamRequestHandler):
    """Enough SMTP to receive a mail."""

    def handle(self):
        self.wfile.write(b"220 here\r\n")
        reading = False
        for line in self.rfile:
            if reading:
                if line == b".\r\n":
                    reading = False
                    self.server.heard.append(b"".join(self.server.lines).decode())
                    self.server.came.set()
                    self.wfile.write(b"250 kept\r\n")
                else:
                    self.server.lines.append(line)
                continue
            word = line[:4].upper()
            reading = word == b"DATA"
            if reading:
                self.server.lines = []
            self.wfile.write(
                b"354 go on\r\n" if reading else b"221 bye\r\n" if word == b"QUIT" else b"250 ok\r\n"
            )


class Hook(http.server.BaseHTTPRequestHandler):
    def do_POST(self):
        self.server.heard.append(self.rfile.read(int(self.headers["content-length"])).decode())
        self.server.came.set()
        self.send_response(302 if self.path == "/away" else 204)
        self.send_header("location", "/elsewhere")
        self.end_headers()

    def log_message(self, *_):
        """Say nothing."""


@pytest.fixture(params=[Mailbox, Hook])
def listener(request):
    kind = socketserver.ThreadingTCPServer if request.param is Mailbox else http.server.ThreadingHTTPServer
    server = kind(("127.0.0.1", 0), request.param)
    server.heard, server.lines, server.came = [], [], threading.Event()
    threading.Thread(target=server.serve_forever, daemon=True).start()
    yield server, request.param is Mailbox
    server.shutdown()
    server.server_close()


def match_row():
    names = ["Ada", "Bob"]
    return MatchRow(
        "m1",
        "toybook/duel",
        "c",
        "r",
        ["human"] * 2,
        names,
        [""] * 2,
        "5e" * 32,
        "",
        ClockRules(),
        "w",
        1,
        0,
        1,
    )


def test_a_turn_is_told_once(listener, monkeypatch):
    server, mail = listener
    port = server.server_address[1]
    monkeypatch.setenv("SANDTABLE_SMTP", f"smtp://127.0.0.1:{port}?from=table@example.org" if mail else "")
    monkeypatch.setenv("SANDTABLE_WEBHOOKS", "1")
    notices = Notices("https://table.example.org")
    email, webhook = ("ada@example.org", "") if mail else ("", f"http://127.0.0.1:{port}/hook")
    chair = Chair(0, token="hash", email=email, webhook=webhook)
    notices.turn(match_row(), chair, 5)
    assert server.came.wait(20)
    server.came.clear()
    notices.turn(match_row(), chair, 5)
    notices.turn(match_row(), chair, 6)  # still its turn: the other has not acted in between
    assert not server.came.wait(0.3)
    notices.turn(match_row(), chair, 9)
    assert server.came.wait(20)
    notices.close()
    assert notices.means == (["email", "webhook"] if mail else ["webhook"])
    assert len(server.heard) == 2
    for text in server.heard:
        assert "toybook/duel" in text and "https://table.example.org/match/m1" in text
        assert "5e5e" not in text and "hash" not in text
    if mail:
        assert "To: ada@example.org" in server.heard[0] and "table@example.org" in server.heard[0]
    else:
        assert json.loads(server.heard[0])["seat"] == 0


def test_nobody_is_told_who_did_not_ask(listener, monkeypatch):
    server, _ = listener
    monkeypatch.setenv("SANDTABLE_SMTP", f"smtp://127.0.0.1:{server.server_address[1]}")
    monkeypatch.delenv("SANDTABLE_WEBHOOKS", raising=False)
    notices = Notices()
    notices.turn(match_row(), Chair(0), 1)
    notices.turn(match_row(), Chair(1, webhook=f"http://127.0.0.1:{server.server_address[1]}/hook"), 1)
    assert not server.came.wait(0.3)
    notices.close()


def test_webhooks_do_not_lead_elsewhere():
    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Hook)
    server.heard, server.came = [], threading.Event()
    threading.Thread(target=server.serve_forever, daemon=True).start()
    with pytest.raises(OSError):
        call(f"http://127.0.0.1:{server.server_address[1]}/away", {"text": "x"})
    with pytest.raises(ValueError, match="http or https"):
        call("file:///etc/passwd", {})
    assert len(server.heard) == 1
    server.shutdown()
    server.server_close()
