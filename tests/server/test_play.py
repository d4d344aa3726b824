"""Play over the socket: what people send and see."""

import json
import time

import pytest
from house import House
from websockets.exceptions import ConnectionClosed, InvalidStatus

from sandtable.play import log
from sandtable.play.replay import verify


def other(house, links, seat=1):
    player = house.sit(links, seat)
    player.see()
    return player


def test_an_action_reaches_both_players_and_the_spectators(house):
    links = house.new_match()
    ada, bob, watcher = (house.sit(links, seat) for seat in (0, 1, -1))
    for player in (ada, bob, watcher):
        player.see()
    assert ada.act("LOOK")["type"] == "accepted"
    for player in (ada, bob, watcher):
        player.see(1)
        assert any("looks the other" in line["text"] for line in player.log)
    assert any("courage is" in line["text"] for line in ada.log)
    for player in (bob, watcher):
        assert "courage is" not in json.dumps(player.frames)
    assert bob.table["acts"] and not ada.table.get("acts") and not watcher.table.get("acts")
    assert watcher.act("REST")["type"] == "refused"


def test_a_match_against_the_script_goes_to_its_end_and_proves_its_dice(house, tmp_path):
    links = house.new_match(("human", "scripted"), start_now=False)
    ada = house.sit(links, 0)
    ada.see()
    while ada.over is None:
        if 0 in ada.table.get("to_act", []):
            options = ada.ask("options", piece=0)["options"]
            if options.get("acts"):  # or the script was quicker
                answer = ada.act(options["acts"][0]["text"])
                assert answer["type"] == "accepted" or "moved on" in answer["reason"]
        else:
            ada.hear()
    status, text, _ = house.request("GET", f"/api/matches/{links['match']}/file")
    assert status == 200
    path = tmp_path / "match.toml"
    path.write_bytes(text)
    found = verify(path)
    assert found.over and found.dice > 0
    saved = log.read(path)
    assert saved.nonces == ["00ff", ""] and saved.commitment == links["commitment"]
    assert ada.over["secret"] == saved.secret
    assert ada.table["result"]["title"]


def test_the_file_is_given_out_after_the_end_only(house):
    links = house.new_match()
    assert house.request("GET", f"/api/matches/{links['match']}/file")[0] == 409
    assert house.request("POST", f"/api/matches/{links['match']}/fork", {"at": 0})[0] == 409


@pytest.mark.parametrize(
    ("text", "clause"), [("STRIKE 9", "TB-TURN-02"), ("PARRY", "TB-TURN-04"), ("FLY", ""), ("", "")]
)
def test_a_refusal_names_its_clause(house, text, clause):
    player = other(house, house.new_match(), 0)
    answer = player.act(text)
    assert answer["type"] == "refused" and answer.get("clause", "") == clause and answer["reason"]
    assert player.sequence == 0


def test_an_order_is_carried_out_once(house):
    links = house.new_match()
    ada = other(house, links, 0)
    first = ada.act("REST", sequence=0, order="one")
    again = ada.act("REST", sequence=0, order="one")
    assert first["sequence"] == again["sequence"] == 1 and again["type"] == "accepted"
    bob = other(house, links)
    assert bob.act("REST", order="one")["sequence"] == 2  # another seat's order is another order
    assert ada.act("REST", sequence=0, order="one")["sequence"] == 1
    assert house.get(f"/api/matches/{links['match']}")["actions"] == 2


def test_a_stale_action_is_refused_with_a_fresh_table(house):
    links = house.new_match()
    ada, tab = other(house, links, 0), other(house, links, 0)
    ada.act("REST")
    answer = tab.act("REST", sequence=0)
    assert answer["type"] == "refused" and "moved on" in answer["reason"] and answer["sequence"] == 1
    tab.see(1)
    assert tab.table["to_act"] == [1]


def test_the_board_is_sent_once(house):
    links = house.new_match()
    ada = other(house, links, 0)
    ada.act("REST")
    ada.see(1)
    tables = [frame for frame in ada.frames if frame["type"] == "table"]
    assert tables[0]["table"]["board"]["cells"] and "board" not in tables[1]["table"]
    assert tables[1].get("log_from", 0) == len(tables[0].get("log", []))


def test_questions_are_answered_from_the_seat(house):
    links = house.new_match()
    ada = other(house, links, 0)
    assert ada.ask("options", piece=0)["options"]["acts"]
    assert "turn" in ada.ask("options", piece=1)["options"]["note"]
    assert ada.ask("preview", text="STRIKE 2")["preview"]["title"] == "STRIKE 2"
    assert ada.ask("why", text="PARRY")["why"]["clause"] == "TB-TURN-04"
    assert ada.ask("why", piece=-1, x=0, y=0)["type"] == "why"
    assert ada.ask("threat", piece=0)["preview"]["lines"]
    assert ada.ask("ping")["type"] == "pong"
    assert ada.ask("luck")["seats"][0] == {"seat": 0, "dice": 0, "share": 1.0, "sigma": 0}
    assert ada.ask("options", piece=10**9)["type"] == "error"
    assert ada.ask("why", piece=-1, x=1e300)["type"] == "error"
    assert ada.ask("undo", sequence=0)["type"] == "refused"


def test_the_past_is_shown_from_ones_own_seat(house):
    links = house.new_match()
    ada, bob = other(house, links, 0), other(house, links)
    ada.act("LOOK")
    bob.see(1)
    bob.act("REST")
    past = bob.ask("replay", at=1)
    assert (past["at"], past["of"], past["seat"]) == (1, 2, 1)
    assert past["table"]["board"] and past.get("text", "") == ""
    assert not any("courage is" in line["text"] for line in past["log"])
    assert bob.ask("replay", at=1, seat=0)["type"] == "error"
    assert bob.ask("replay", at=9)["type"] == "error"
    told = bob.log[-1]  # a line of the log names the action it is of
    assert told["step"] == 2 and bob.ask("replay", step=2)["log"][-1] == told
    assert bob.ask("replay", step=1)["at"] == 1
    assert ada.ask("replay", at=1)["text"] == "LOOK"
    ada.ask("resign")
    bob.until("over")
    assert any("courage is" in line["text"] for line in bob.ask("replay", at=1, seat=0)["log"])


def test_resigning_ends_the_match_for_all(house):
    links = house.new_match()
    ada, bob = other(house, links, 0), other(house, links)
    assert ada.ask("resign", order="give-up")["type"] == "accepted"
    assert bob.until("over")["result"]["ranks"] == [2, 1]
    assert bob.act("REST")["reason"]
    assert house.get(f"/api/matches/{links['match']}")["over"]


def test_a_draw_is_agreed(house):
    links = house.new_match()
    ada, bob = other(house, links, 0), other(house, links)
    assert ada.ask("offer", what="accept")["type"] == "refused"
    ada.ask("offer", what="draw")
    bob.until("offered", what="draw")
    bob.ask("offer", what="decline")
    ada.until("offered", what="")
    bob.ask("offer", what="draw")
    ada.until("offered", what="draw")
    ada.ask("offer", what="accept")
    assert bob.until("over")["result"]["ranks"] == [1, 1]


def test_an_offer_of_a_draw_ends_with_the_match(house):
    links = house.new_match()
    ada, bob = other(house, links, 0), other(house, links)
    ada.ask("offer", what="draw")
    bob.until("offered", what="draw")
    bob.ask("resign")
    ada.until("over")
    assert bob.ask("offer", what="accept")["reason"] == "nothing stands offered"
    late = house.sit(links, 0)
    assert late.until("offered")["what"] == ""


def test_a_rematch_gives_each_seat_its_own_link(house):
    links = house.new_match()
    ada, bob = other(house, links, 0), other(house, links)
    assert ada.ask("offer", what="rematch")["type"] == "refused"
    ada.ask("resign")
    bob.until("over")
    ada.ask("offer", what="rematch")
    bob.until("offered", what="rematch")
    bob.ask("offer", what="accept")
    one = next(f for f in iter(ada.hear, None) if f["type"] == "offered" and f.get("link"))
    two = next(f for f in iter(bob.hear, None) if f["type"] == "offered" and f.get("link"))
    assert one["match"] == two["match"] != links["match"] and one["link"] != two["link"]
    assert house.get(f"/api/matches/{one['match']}")["begun"] is False


def test_chat_is_kept_and_cleaned(house):
    links = house.new_match()
    ada, bob = other(house, links, 0), other(house, links)
    ada.say({"type": "chat", "text": "  hello\u202e\x00 there "})
    line = bob.until("chat")
    assert (line["seat"], line["text"]) == (0, "hello there")
    late = house.sit(links, -1)
    assert late.until("chat")["text"] == "hello there"
    assert ada.ask("chat", text=" \n ")["type"] == "refused"


def test_an_open_seat_is_taken_once_and_then_the_match_begins(house):
    links = house.new_match(("human", "open"), start_now=False)
    ada = house.sit(links, 0)
    ada.until("presence")
    assert ada.ask("options", piece=0)["type"] == "error"
    assert house.get(f"/api/matches/{links['match']}")["begun"] is False
    code = links["seats"][1]["invite"].removeprefix("/join/")
    asked = house.get(f"/api/join/{code}")
    assert (asked["match"], asked["seat"], asked["scenario"]["id"]) == (links["match"], 1, "toybook/duel")
    status, mine, _ = house.request("POST", "/api/join", {"invite": code, "name": "Bob\u202e"})
    assert status == 201 and mine["seats"][0]["name"] == "Bob"
    assert house.request("POST", "/api/join", {"invite": code})[0] == 404
    assert house.request("GET", f"/api/join/{code}")[0] == 404
    bob = house.sit({"match": mine["match"], "seats": [None, mine["seats"][0]]}, 1)
    bob.see()
    ada.see()
    assert ada.act("REST")["type"] == "accepted"
    assert "Bob" in json.dumps([frame for frame in ada.frames if frame["type"] == "presence"])


def test_nobody_waits_for_ever_for_a_nonce(house):
    links = house.new_match(("human", "scripted"), start_now=False)
    ada = house.sit(links, 0, nonce="")
    began = time.monotonic()
    ada.see()
    assert time.monotonic() - began < 8
    assert ada.ask("nonce", hex="00")["type"] == "refused"


def test_a_bad_nonce_is_refused(house):
    ada = house.sit(house.new_match(("human", "scripted"), start_now=False), 0, nonce="")
    ada.until("welcome")
    assert "hexadecimal" in ada.ask("nonce", hex="xyz")["reason"]


def test_the_commitment_comes_before_set_up(house):
    links = house.new_match(("human", "scripted"), start_now=False)
    ada = house.sit(links, 0)
    welcome = ada.until("welcome")
    assert welcome["commitment"] == links["commitment"] and not welcome["begun"]
    assert links["commitment"] not in json.dumps([links["seats"], links["link"]])


def test_hotseat_needs_one_of_the_two_to_come(house):
    links = house.new_match(start_now=False)
    ada = house.sit(links, 0)
    assert ada.until("welcome")["hotseat"]
    ada.see()
    assert links["link"].count("seat=") == 2


def test_a_fork_starts_from_its_position_with_fresh_dice(house):
    links = house.new_match()
    ada, bob = other(house, links, 0), other(house, links)
    ada.act("REST")
    bob.see(1)
    bob.ask("resign")
    status, fork, _ = house.request(
        "POST", f"/api/matches/{links['match']}/fork", {"at": 1, "seats": ["human", "human"]}
    )
    assert status == 201 and fork["commitment"] != links["commitment"]
    cyd = other(house, fork)
    assert cyd.table["to_act"] == [1] and cyd.act("REST")["type"] == "accepted"
    assert house.request("POST", f"/api/matches/{links['match']}/fork", {"at": 7})[0] == 422


def test_clocks_run_out(house):
    links = house.new_match(pace="live", seconds=1.5)
    ada, bob = other(house, links, 0), other(house, links)
    assert bob.until("clock")["clock"]["running"] == [0]
    ada.act("REST")
    clock = bob.until("clock")["clock"]
    assert clock["running"] == [1] and clock["left"][0] <= 1.5
    assert bob.until("over", timeout=5)["result"]["ranks"] == [1, 2]


def test_correspondence_clocks_start_anew_with_each_turn(house):
    links = house.new_match(pace="correspondence", seconds=100)
    ada, bob = other(house, links, 0), other(house, links)
    ada.act("REST")
    bob.see(1)
    assert bob.act("REST")["type"] == "accepted"
    assert ada.until("clock", timeout=5)["clock"]["left"] != []


@pytest.mark.parametrize(
    ("match", "token", "code"), [("none", "x", 4404), (None, "x", 4403), (None, "", 4403)]
)
def test_no_seat_without_its_link(house, match, token, code):
    links = house.new_match()
    seat = {"match": match or links["match"], "seats": [{"token": token}]}
    assert house.sit(seat, 0).closed() == code


def test_a_script_can_be_called_to_an_empty_seat_only(house):
    links = house.new_match()
    ada, bob = other(house, links, 0), other(house, links)
    assert "empty for" in ada.ask("offer", what="takeover", seat=1)["reason"]
    assert ada.ask("offer", what="takeover", seat=9)["type"] == "refused"
    assert bob.ask("ping")["type"] == "pong"


def test_everything_is_there_after_a_restart(preforker, tmp_path):
    house = House(preforker, f"sqlite:///{tmp_path}/m.sqlite3", tmp_path)
    links = house.new_match()
    ada = other(house, links, 0)
    ada.act("LOOK", order="look")
    ada.see(1)
    ada.ask("chat", text="brb")
    before = ada.table, ada.board, ada.log
    house.kill()
    with pytest.raises(ConnectionClosed):
        while True:
            ada.hear()
    house.start()
    again = other(house, links, 0)
    assert (again.table, again.board, again.log) == before
    assert again.act("LOOK", sequence=0, order="look")["sequence"] == 1
    assert any(frame["type"] == "chat" and frame["text"] == "brb" for frame in again.frames)
    house.stop()


def test_other_sites_are_refused(house):
    links = house.new_match()
    with pytest.raises((InvalidStatus, ConnectionClosed)):
        house.sit(links, 0, headers={"Origin": "https://evil.example"}).hear()
    own = house.sit(links, 0, headers={"Origin": f"http://{house.base}"})
    assert own.hear()["type"] == "welcome"
    body = {"scenario": "toybook/duel"}
    evil = {"Origin": "https://evil.example", "content-type": "application/json"}
    assert house.request("POST", "/api/matches", body, evil)[0] == 403
