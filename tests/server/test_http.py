"""The HTTP side: answers, refusals, limits, headers, accounts."""

import contextlib
import json
import time

import pytest
import schemathesis
from house import Player
from hypothesis import HealthCheck, given, settings

COOKIE = "sandtable-session"


def log_in(house, name, path="/api/sessions", password="correct horse"):
    status, answer, headers = house.request("POST", path, {"name": name, "password": password})
    return status, answer, headers.get("set-cookie", "").partition(";")[0]


def test_rulebooks_scenarios_and_rules(house):
    books = {book["name"]: book for book in house.get("/api/rulebooks")}
    assert books["toybook"]["scenarios"][0]["id"] == "toybook/duel"
    assert "toybook/duel" in [outline["id"] for outline in house.get("/api/scenarios")]
    every = house.get("/api/rules/toybook")
    found = house.get("/api/rules/toybook?q=breath")
    assert 0 < len(found) < len(every)
    clause = house.get("/api/rules/toybook/TB-TURN-02")
    assert clause["text"] and clause["cases"]
    named = clause["cases"][0]
    case = house.get(f"/api/cases/toybook/{named['id']}")
    assert "TB-TURN-02" in case["proves"] and named["title"] == case["title"]


@pytest.mark.parametrize(
    "path",
    [
        "/api/rules/chess",
        "/api/rules/toybook/TB-NONE-01",
        "/api/cases/toybook/none-1",
        "/api/cases/toybook/duel-999",
        "/api/cases/toybook/..%2Fduel-1",
        "/api/matches/none",
        "/api/none",
        "/assets/none.js",
        "/assets/..%2f..%2fapp.py.js",
        "/..%2f..%2fschema.json",
    ],
)
def test_what_is_not_there(house, path):
    status, answer, _ = house.request("GET", path)
    assert status == 404
    if path.startswith("/api"):
        assert answer["reason"]


@pytest.mark.parametrize(
    ("body", "words"),
    [
        ({"scenario": "toybook/none"}, "there are toybook/duel"),
        ({"scenario": "chess/one"}, "no rulebook"),
        ({"scenario": "toybook/duel", "seats": ["human"]}, "seats 2 players"),
        ({"scenario": "toybook/duel", "seats": ["human", "wizard"]}, "wizard"),
        ({"scenario": "toybook/duel", "pace": "live"}, "clock"),
        ({"scenario": "toybook/duel", "pace": "live", "seconds": 1e300}, "clock"),
        ({"scenario": "toybook/duel", "seats": ["human", "open"], "start_now": True}, "taken"),
        ({"scenario": "toybook/duel", "colour": "red"}, "colour"),
        ({}, "scenario"),
        (b"", "unreadable"),
        (b"[" * 20000, "unreadable"),
        (b'{"scenario": NaN}', "unreadable"),
        (b"\xff", "unreadable"),
    ],
)
def test_a_wish_that_cannot_be_met(house, body, words):
    status, answer, _ = house.request("POST", "/api/matches", body)
    assert status == 422 and words in answer["reason"]
    assert len(json.dumps(answer)) <= 1024


def test_the_page_and_its_headers(house):
    for path in ("/", "/match/abc", "/join/abc"):
        status, text, headers = house.request("GET", path)
        assert status == 200 and b"<!doctype html>" in text.lower()
        assert "script-src 'self';" in headers["content-security-policy"]
        assert "frame-ancestors 'none'" in headers["content-security-policy"]
        assert headers["x-content-type-options"] == "nosniff"
        assert headers["referrer-policy"] == "no-referrer"
    _, _, headers = house.request("GET", "/api/rulebooks")
    assert headers["cache-control"] == "no-store"


def test_bodies_are_limited(house):
    status, answer, _ = house.request("POST", "/api/matches", b"x" * (64 * 1024 + 1))
    assert status == 413 and "65536" in answer["reason"]
    small = b"title = 'x'\n" + b"#" * (64 * 1024)
    assert house.request("POST", "/api/check?rulebook=toybook", small)[0] == 200
    assert house.request("POST", "/api/check", b"x" * (5 * 1024 * 1024 + 1))[0] == 413


def test_uploads_are_checked(house):
    path = "/api/check?rulebook=toybook"
    assert house.request("POST", path, b"title = 'Mine'\n")[1] == []
    (found,) = house.request("POST", path, b"title = 'x'\nlast_round = 'many'\n")[1]
    assert found["line"] == 2 and found["field"] == "last_round"
    (found,) = house.request("POST", path, b"title = " + b"[" * 5000)[1]
    assert "nested" in found["reason"] and found["line"] == 1
    (found,) = house.request("POST", path, b"!!python/object: x")[1]
    assert "TOML" in found["reason"]


def test_health_and_metrics(house):
    assert house.get("/health")["ok"] is True
    status, text, _ = house.request("GET", "/metrics")
    assert status == 200 and b"sandtable_actions_total" in text and b"sandtable_sockets" in text


@pytest.mark.parametrize("invite", ["", " ", "x" * 5000, "\0"])
def test_a_seat_is_joined_by_its_invitation_only(house, invite):
    links = house.new_match()
    before = house.get(f"/api/matches/{links['match']}")
    status, answer, _ = house.request("POST", "/api/join", {"invite": invite, "name": "Eve"})
    assert status == 404 and "invitation" in answer["reason"]
    assert house.get(f"/api/matches/{links['match']}") == before
    assert house.sit(links, 0).until("welcome")["seat"] == 0


class TestAccounts:
    def test_one_registers_plays_and_finds_the_match_again(self, house):
        status, _, cookie = log_in(house, "Ada", "/api/accounts")
        assert status == 201
        headers = {"Cookie": cookie}
        assert house.request("GET", "/api/me", headers=headers)[1]["name"] == "Ada"
        wish = {"scenario": "toybook/duel", "start_now": True}
        links = house.request("POST", "/api/matches", wish, headers)[1]
        (mine,) = house.request("GET", "/api/mine", headers=headers)[1]
        assert mine["match"] == links["match"]
        player = Player(house.base, links["match"], "", headers=headers)
        assert player.until("welcome")["seat"] == 0
        assert house.get("/api/mine") == [] and house.get("/api/me") == {}

    def test_the_password_is_checked_and_kept_as_argon2(self, house, tmp_path):
        log_in(house, "Bob", "/api/accounts")
        assert log_in(house, "Bob", password="wrong horse")[0] == 403
        assert log_in(house, "Nobody")[0] == 403
        assert log_in(house, "Bob")[0] == 201
        assert house.request("POST", "/api/accounts", {"name": "Bob", "password": "other horse"})[0] == 422

    @pytest.mark.parametrize("password", ["short", "password123", "x" * 200])
    def test_poor_passwords_are_refused(self, house, password):
        assert log_in(house, f"Cyd{len(password)}", "/api/accounts", password)[0] == 422

    def test_each_log_in_is_another_session(self, house):
        log_in(house, "Dot", "/api/accounts")
        assert log_in(house, "Dot")[2] != log_in(house, "Dot")[2]

    def test_logging_out_closes_open_sockets(self, house):
        headers = {"Cookie": log_in(house, "Eve", "/api/accounts")[2]}
        elsewhere = {"Cookie": log_in(house, "Eve")[2]}
        wish = {"scenario": "toybook/duel", "start_now": True}
        links = house.request("POST", "/api/matches", wish, headers)[1]
        here, there = (Player(house.base, links["match"], "", headers=h) for h in (headers, elsewhere))
        here.see()
        there.see()
        began = time.monotonic()
        assert house.request("DELETE", "/api/sessions", headers=headers)[0] == 204
        assert here.closed() == 1008 and time.monotonic() - began < 1
        assert house.request("GET", "/api/me", headers=headers)[1] == {}
        assert there.ask("ping")["type"] == "pong"
        assert house.request("DELETE", "/api/sessions?all=true", headers=elsewhere)[0] == 204
        assert there.closed() == 1008
        assert Player(house.base, links["match"], "", headers=headers).closed() == 4403

    def test_the_cookie_is_out_of_scripts_reach(self, house):
        _, _, headers = house.request("POST", "/api/accounts", {"name": "Fay", "password": "correct horse"})
        cookie = headers["set-cookie"].lower()
        assert "httponly" in cookie and "samesite=lax" in cookie

    def test_notices_are_for_who_holds_the_seat(self, house):
        links = house.new_match()
        path = f"/api/matches/{links['match']}/notices"
        token = links["seats"][0]["token"]
        assert house.request("POST", path, {"seat": token, "email": "ada@example.org"})[0] == 204
        assert house.request("POST", path, {"seat": "x", "email": "ada@example.org"})[0] == 403
        assert house.request("POST", path, {"seat": links["watch"], "email": "a@b"})[0] == 403
        assert house.request("POST", path, {"seat": token, "email": "a@b\nBcc: all@example.org"})[0] == 422
        assert house.request("POST", path, {"seat": token, "webhook": "file:///etc/passwd"})[0] == 422


def test_limits_of_a_guarded_house(guarded_house):
    house = guarded_house
    links = house.new_match()
    sockets = [house.sit(links, 0) for _ in range(8)]
    for player in sockets:
        assert player.until("welcome")
    assert house.sit(links, 0).closed() == 1008
    ada = sockets[0]
    for number in range(70):
        ada.say({"type": "ping", "id": number + 1})
    answers = []
    while len(answers) < 70:
        frame = ada.hear()
        answers += [frame] if frame["type"] in ("pong", "error") else []
    refused = [f for f in answers if f["type"] == "error"]
    assert 1 <= len(refused) <= 10 and "too many" in refused[0]["reason"] and refused[0]["id"] > 60
    with contextlib.suppress(Exception):
        for _ in range(400):
            ada.say({"type": "ping"})
    assert ada.closed() == 1008
    sockets[1].say("x" * (8 * 1024 + 1))
    assert sockets[1].closed() == 1009
    tries = [log_in(house, "Nobody")[0] for _ in range(11)]
    assert tries[:10] == [403] * 10 and tries[10] == 429
    assert sockets[2].ask("ping")["type"] == "pong"


def _operations(house):
    schema = schemathesis.openapi.from_url(f"http://{house.base}/api/openapi.json")
    return [one.ok() for one in schema.get_all_operations()]


def poke(house, examples):
    """Ask every operation for everything, whatever fails on the way. No answer is a failure of the server's,
    no refusal is long, and a match that nobody named is as it was.
    """
    links = house.new_match()
    ada = house.sit(links, 0)
    ada.see()
    before, failures, count = house.get(f"/api/matches/{links['match']}"), [], 0
    for operation in _operations(house):
        strategy = operation.as_strategy()
        slow = operation.path == "/api/check"  # which starts a process for each

        @settings(
            max_examples=examples // 10 + 1 if slow else examples,
            deadline=None,
            database=None,
            suppress_health_check=list(HealthCheck),
        )
        @given(case=strategy)
        def ask(case):
            nonlocal count
            count += 1
            answer = case.call(base_url=f"http://{house.base}", timeout=120)
            if answer.status_code >= 500 or (answer.status_code >= 400 and len(answer.content) > 1024):
                failures.append((case.as_curl_command(), answer.status_code, answer.text[:300]))

        ask()
    assert not failures, failures[:5]
    assert house.get(f"/api/matches/{links['match']}") == before
    assert ada.sequence == 0 and ada.act("REST")["type"] == "accepted"
    assert "sandtable_errors_total 0.0" in house.request("GET", "/metrics")[1].decode()
    return count


def test_malformed_requests(house):
    assert poke(house, 12) > 100


@pytest.mark.slow
def test_many_malformed_requests(house):
    assert poke(house, 1500) > 10_000
