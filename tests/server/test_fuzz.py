"""Malformed frames: each gets one short answer, nothing changes, nothing fails."""

from __future__ import annotations

import json
import random
import string

import pytest
from house import Player

VALID = [
    {"type": "act", "text": "REST", "sequence": 0, "order": "a"},
    {"type": "options", "piece": 0},
    {"type": "preview", "text": "REST"},
    {"type": "why", "text": "REST", "piece": 0, "x": 0, "y": 0},
    {"type": "threat", "piece": 0},
    {"type": "undo", "sequence": 0, "order": "b"},
    {"type": "resign", "order": "c"},
    {"type": "offer", "what": "draw", "seat": 1},
    {"type": "chat", "text": "hi"},
    {"type": "replay", "at": 0, "seat": 0},
    {"type": "luck"},
    {"type": "nonce", "hex": "00"},
    {"type": "ping"},
]
NUMBERS = [-1, -5, 2**15, 2**31, 2**63, -(2**63), 10**30, 0.5, 1e308, -1e308]
WRONG = [None, [], {}, "x", True, 1.5, 10**30, [[]], {"a": {}}, "NaN"]
BATCH = 100


def malformed(dice: random.Random) -> str | bytes:
    """A frame that is no request."""
    kind = dice.randrange(8)
    if kind == 0:
        return bytes(dice.randrange(256) for _ in range(dice.randrange(200)))
    if kind == 1:
        return "".join(dice.choice(string.printable) for _ in range(dice.randrange(300))) + "{"
    if kind == 2:
        return dice.choice("[{") * dice.randrange(1, 8000)
    if kind == 3:
        text = json.dumps(dice.choice(VALID))
        return text[: dice.randrange(len(text) - 1)]
    if kind == 4:
        return json.dumps(dice.choice(WRONG))
    message = dict(dice.choice(VALID))
    if kind == 5:
        message["type"] = dice.choice(["", "ACT", "table", "accepted", "__init__", "a" * 2000])
    elif kind == 6:
        message["".join(dice.choice(string.ascii_letters) for _ in range(9))] = dice.choice(WRONG)
    else:
        message["id"] = dice.choice([None, "x", [], {}, 1.5, 10**40])
    return json.dumps(message)


def absurd(dice: random.Random) -> str:
    """A request in good form that asks for nonsense; none of these may change anything."""
    number, words = dice.choice(NUMBERS), "§" + "".join(chr(dice.randrange(1, 0x2FF)) for _ in range(40))
    message = dice.choice(
        [
            {"type": "act", "text": words, "sequence": 0, "order": "z"},
            {"type": "act", "text": "REST", "sequence": number, "order": "z"},
            {"type": "act", "text": "REST", "sequence": 0, "order": words},
            {"type": "options", "piece": number},
            {"type": "threat", "piece": number},
            {"type": "preview", "text": words},
            {"type": "why", "text": words},
            {"type": "why", "piece": number, "x": number, "y": dice.choice(NUMBERS)},
            {"type": "replay", "at": number},
            {"type": "replay", "at": 0, "seat": number},
            {"type": "replay", "step": number},
            {"type": "undo", "sequence": number},
            {"type": "offer", "what": "takeover", "seat": number},
            {"type": "offer", "what": "accept"},
            {"type": "nonce", "hex": words},
        ]
    )
    return json.dumps(message)


def fuzz(house, frames: int, seed: int = 1) -> None:
    links = house.new_match()
    dice = random.Random(seed)
    before = house.get(f"/api/matches/{links['match']}")
    sent = 0
    while sent < frames:
        player = house.sit(links, dice.choice([0, 1, -1]))
        player.see()
        for _ in range(20):
            for _ in range(BATCH):
                player.say(malformed(dice) if dice.random() < 0.7 else absurd(dice))
            sent += BATCH
            answers = drained(player)
            assert answers >= BATCH, "a frame got no answer"
        player.close()
    after = house.get(f"/api/matches/{links['match']}")
    assert after["actions"] == 0 and not after.get("over") and after["to_act"] == before["to_act"]
    ada = house.sit(links, 0)
    ada.see()
    assert ada.sequence == 0 and ada.act("REST")["type"] == "accepted"
    metrics = house.request("GET", "/metrics")[1].decode()
    assert "sandtable_errors_total 0.0" in metrics
    assert "Traceback" not in house.log.read_text()


def drained(player: Player) -> int:
    """How many answers came; refusals are short."""
    player.say({"type": "ping", "id": 987654})
    count = 0
    while True:
        data = player.line.recv(timeout=20)
        frame = json.loads(data)
        if frame["type"] in ("error", "refused"):
            assert len(data.encode()) <= 1024
        if frame["type"] == "pong" and frame.get("id") == 987654:
            return count
        count += frame["type"] not in ("presence", "chat", "welcome", "table")


def test_malformed_frames(house):
    fuzz(house, 4000)


@pytest.mark.slow
def test_many_malformed_frames(house):
    fuzz(house, 50_000, seed=2)
