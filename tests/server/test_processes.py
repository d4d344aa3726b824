"""Several server processes on one PostgreSQL are one table: people of either play, talk, offer and leave
as if they sat side by side.
"""

from __future__ import annotations

import time

import pytest
from house import House, Player


@pytest.fixture(scope="module")
def two(preforker, tmp_path_factory, postgres):
    """Two servers on one database."""
    folder = tmp_path_factory.mktemp("two")
    houses = [House(preforker, postgres, folder) for _ in range(2)]
    yield houses
    for house in houses:
        house.stop()
    assert "Traceback" not in houses[0].log.read_text()


@pytest.fixture
def table(two):
    """Ada at one server, Bob at the other, and their match's links."""
    links = two[0].new_match()
    ada, bob = two[0].sit(links, 0), two[1].sit(links, 1)
    ada.see()
    bob.see()
    await_seat(ada, 1, present=True)
    await_seat(bob, 0, present=True)
    yield ada, bob, links
    ada.close()
    bob.close()


def await_seat(player: Player, seat: int, **wanted) -> None:
    """Read until a seat is as it should be."""
    while any(player.seats[seat].get(name, False) != value for name, value in wanted.items()):
        player.hear()


def await_offer(player: Player, **wanted) -> dict:
    return player.until("offered", **wanted)


def test_actions_cross(table):
    ada, bob, _ = table
    for turn in range(6):
        mover, other = (ada, bob) if turn % 2 == 0 else (bob, ada)
        assert mover.act("REST")["type"] == "accepted"
        other.see(turn + 1)
    ada.see(6)
    bob.see(6)
    assert ada.log == bob.log


def test_one_order_is_taken_once_whichever_process_hears_it(two, table):
    ada, _, links = table
    tab = two[1].sit(links, 0)
    tab.see()
    answers = [p.act("REST", sequence=0, order=order) for p, order in ((ada, "a"), (tab, "b"))]
    assert [answer["type"] for answer in answers] == ["accepted", "refused"]
    assert tab.act("REST", sequence=0, order="a")["sequence"] == 1
    tab.see(1)
    ada.see(1)
    assert tab.table == ada.table and tab.log == ada.log


def test_an_invitation_is_taken_at_the_other_process(two):
    links = two[0].new_match(("human", "open"), start_now=False)
    cyd = two[0].sit(links, 0)
    code = links["seats"][1]["invite"].removeprefix("/join/")
    mine = two[1].request("POST", "/api/join", {"invite": code, "name": "Dot"})[1]
    dot = two[1].sit({"match": mine["match"], "seats": [None, mine["seats"][0]]}, 1)
    dot.see()
    cyd.see()
    await_seat(cyd, 1, name="Dot", joined=True, present=True)


def test_who_is_there_is_known_at_both(two, table):
    ada, bob, links = table
    watcher = two[1].sit(links, -1)
    while not any(f["type"] == "presence" and f.get("watching") == 1 for f in ada.frames):
        ada.hear()
    watcher.close()
    bob.close()
    await_seat(ada, 1, present=False)
    again = two[1].sit(links, 1)
    await_seat(ada, 1, present=True)
    assert again.until("welcome")["seats"][0]["present"]


def test_chat_crosses_in_order_and_is_said_once(table):
    ada, bob, _ = table
    for number in range(6):
        speaker = (ada, bob)[number % 2]
        for _ in range(2):  # as a client does whose line broke
            assert speaker.ask("chat", text=f"line {number}", order=str(number))["type"] == "accepted"
    for player in (ada, bob):
        while len(player.chat) < 6:
            player.hear()
        assert [line["text"] for line in player.chat.values()] == [f"line {number}" for number in range(6)]
        assert "clause" not in player.ask("ping") and len(player.chat) == 6
    assert ada.ask("chat", text="x", order="?")["type"] == "refused"


def test_a_draw_is_agreed_between_processes(table):
    ada, bob, _ = table
    ada.ask("offer", what="draw")
    await_offer(bob, what="draw", seat=0)
    bob.ask("offer", what="decline")
    await_offer(ada, what="")
    assert ada.ask("offer", what="accept")["type"] == "refused"
    bob.ask("offer", what="draw")
    await_offer(ada, what="draw", seat=1)
    ada.ask("offer", what="accept")
    for player in (ada, bob):
        assert player.until("over")["result"]["ranks"] == [1, 1]


def test_who_offers_what_the_other_has_offered_agrees(table):
    ada, bob, _ = table
    for number, player in enumerate((ada, bob)):
        player.say({"type": "offer", "id": 7, "what": "draw"})
        assert number == 1 or player.until("accepted", id=7)
    assert bob.until("over")["result"]["ranks"] == ada.until("over")["result"]["ranks"] == [1, 1]


def test_an_offer_outlives_the_line_of_who_hears_it(two, table):
    ada, bob, links = table
    ada.ask("offer", what="draw")
    bob.close()
    again = two[1].sit(links, 1)
    assert await_offer(again, what="draw")["seat"] == 0


def test_a_rematch_is_for_the_same_people(two, table):
    ada, bob, links = table
    assert ada.ask("offer", what="rematch")["type"] == "refused"
    ada.ask("resign")
    bob.until("over")
    ada.ask("offer", what="rematch")
    await_offer(bob, what="rematch")
    bob.ask("offer", what="accept")
    found = []
    for player in (ada, bob):
        while not player.frames[-1].get("link"):
            player.hear()
        found.append(player.frames[-1])
    assert found[0]["match"] == found[1]["match"] != links["match"]
    for seat, frame in enumerate(found):
        assert frame["link"] == f"/match/{frame['match']}#seat={links['seats'][seat]['token']}"
    late = two[0].sit(links, 1)  # who was away is told as well
    assert await_offer(late, match=found[1]["match"])["link"] == found[1]["link"]
    assert two[0].get(f"/api/matches/{found[0]['match']}")["begun"] is False
    new = {**links, "match": found[0]["match"]}
    again = [two[1].sit(new, 0), two[0].sit(new, 1)]
    for player in again:
        player.see()
    assert again[0].act("REST")["type"] == "accepted"
    assert again[1].see(1)["to_act"] == [1]


def test_the_script_plays_for_who_has_left_until_they_return(two, table):
    ada, bob, links = table
    assert "empty for" in ada.ask("offer", what="takeover", seat=1)["reason"]  # Bob sits at the other process
    bob.close()
    await_seat(ada, 1, present=False)
    time.sleep(0.6)
    assert ada.ask("offer", what="takeover", seat=1)["type"] == "accepted"
    assert any("takes the seat" in line["text"] for line in ada.log) or ada.see(1)
    if 0 in ada.table["to_act"]:
        assert ada.act("REST")["type"] == "accepted"
    while ada.sequence < 3:  # the script has acted
        ada.hear()
    back = two[1].sit(links, 1)
    back.see()
    assert back.seats[1]["player"] == "human"
    assert "human player takes the seat" in " ".join(line["text"] for line in back.log)
    ada.see(back.sequence)
    assert ada.log == back.log


def test_a_flag_falls_once_for_both(two):
    links = two[0].new_match(pace="live", seconds=1.2)
    ada, bob = two[0].sit(links, 0), two[1].sit(links, 1)
    bob.see()
    assert ada.until("clock")["clock"]["running"] == [0]
    ada.act("REST")
    for player in (ada, bob):
        assert player.until("over", timeout=20)["result"]["ranks"] == [1, 2]
        player.see(2)
        assert sum("no time left" in line["text"] for line in player.log) == 1


def test_logging_out_closes_sockets_at_the_other_process(two):
    given = {"name": "Gus", "password": "correct horse"}
    cookie = two[0].request("POST", "/api/accounts", given)[2]["set-cookie"].partition(";")[0]
    headers = {"Cookie": cookie}
    wish = {"scenario": "toybook/duel", "start_now": True}
    links = two[0].request("POST", "/api/matches", wish, headers)[1]
    gus = Player(two[1].base, links["match"], "", headers=headers)
    gus.see()
    began = time.monotonic()
    assert two[0].request("DELETE", "/api/sessions", headers=headers)[0] == 204
    assert gus.closed() == 1008 and time.monotonic() - began < 1
