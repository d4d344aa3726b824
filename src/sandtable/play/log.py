"""The file of a match: a TOML text anyone can read, one step a line, closed by a digest.

::

    sandtable = "0.1.0"
    rulebook = "starter"
    scenario = "starter/first-contact"
    content = "..."      # SHA-256 of the scenario's record
    rules = "..."        # changes when a record of the rulebook changes its layout
    players = ["human", "scripted"]
    names = ["Ada", "The script"]
    commitment = "..."   # SHA-256 of the secret
    secret = "..."
    nonces = ["", ""]
    start = ["...", ""]  # state hash after set-up, and its dice
    record = [
    [1, 0, "act", "MOVE #3 c4", "", "9f86d081884c7d65..."],
    [2, 0, "act", "ATTACK #3 #7", "1:0 d10 4 7 9", "60303ae22b998861..."],
    ]
    digest = "..."       # SHA-256 of every byte above this line

A step holds its number, seat, kind (see `sandtable.play.match.Step`), notation, dice (purpose, index of
the first, kind of die, faces) and the first digits of the state hash after it. A fork has a ``position``
too: its first game, compressed.
"""

from __future__ import annotations

import base64
import hashlib
import json
import re
import zlib
from pathlib import Path
from typing import Any

import msgspec

from sandtable import __version__
from sandtable.core.content import ContentError, parse
from sandtable.core.record import pack, state_hash, unpack
from sandtable.core.rulebook import rulebook
from sandtable.play.match import HASH, LONGEST, Kind, Match, Player, Step, rules_version
from sandtable.play.proof import SECRET, Fallen, commitment, read_fallen

STEPS = 100_000  # in one file
POSITION = 1 << 24  # bytes of a position, unpacked
DIGEST = re.compile(r'digest = "([0-9a-f]{64})"\n')

Line = tuple[int, int, Kind, str, str, str]


class Saved(msgspec.Struct, forbid_unknown_fields=True, kw_only=True):
    """A file's contents: types and lengths hold, nothing is played yet."""

    sandtable: str
    rulebook: str
    scenario: str
    content: str
    rules: str
    players: list[Player]
    names: list[str]
    commitment: str
    secret: str
    nonces: list[str]
    start: tuple[str, str]
    position: str = ""
    record: list[Line]
    digest: str

    def steps(self) -> list[Step]:
        """The record as steps. ContentError names the first line that is none."""
        found = []
        for at, (number, seat, kind, text, dice, state) in enumerate(self.record):
            try:
                if number != at + 1:
                    raise ValueError(f"expected step {at + 1}, not {number}")
                if len(text) > LONGEST or not re.fullmatch(rf"[0-9a-f]{{{HASH}}}", state):
                    raise ValueError(f"expected notation and a state hash of {HASH} digits")
                found.append(Step(number, kind, seat, text, state, read_fallen(dice)))
            except ValueError as error:
                raise ContentError("record", str(error), field=f"step {at + 1}") from error
        return found


def dump(match: Match) -> str:
    """The file of a match. It holds the secret: give it to nobody before the match is over."""
    header: dict[str, Any] = {
        "sandtable": __version__,
        "rulebook": match.book.name,
        "scenario": match.scenario_id,
        "content": state_hash(match.book.Scenario, match.scenario),
        "rules": rules_version(match.book),
        "players": list(match.first_players),
        "names": list(match.names),
        "commitment": commitment(match.secret),
        "secret": match.secret.hex(),
        "nonces": [nonce.hex() for nonce in match.nonces],
        "start": [match.first_state, _dice(match.first_dice)],
    }
    if match.position is not None:
        header["position"] = squeeze(match)
    lines = [f"{key} = {json.dumps(value, ensure_ascii=False)}" for key, value in header.items()]
    lines.append("record = [")
    for step in match.steps:
        values = [step.number, step.seat, step.kind, step.text, _dice(step.dice), step.state]
        lines.append(f"{json.dumps(values, ensure_ascii=False)},")
    lines.append("]\n")
    text = "\n".join(lines)
    return f'{text}digest = "{_digest(text)}"\n'


def _dice(dice: tuple[Fallen, ...]) -> str:
    return ", ".join(map(str, dice))


def _digest(text: str) -> str:
    return hashlib.sha256(text.encode()).hexdigest()


def squeeze(match: Match) -> str:
    """The position a fork begins from, as text."""
    return base64.b85encode(zlib.compress(pack(match.book.Game, match.position))).decode()


def unsqueeze(book: Any, text: str) -> Any:
    """The inverse of `squeeze`: a row of one Game, or None for an empty text. ValueError if it is none."""
    if not text:
        return None
    try:
        reader = zlib.decompressobj()
        data = reader.decompress(base64.b85decode(text), POSITION)
    except zlib.error as error:
        raise ValueError(f"no position: {error}") from error
    return unpack(book.Game, data)


def read(path: Path) -> Saved:
    """A saved match from a file. ContentError names the line and what was expected there."""
    try:
        data = path.read_bytes()
    except OSError as error:
        raise ContentError(str(path), f"cannot be read: {error.strerror}") from error
    return loads(data, path.name)


def loads(data: bytes, source: str) -> Saved:
    """The same from bytes; ``source`` names them in errors."""
    saved = parse(data, Saved, source)
    text = data.decode()
    end = DIGEST.search(text, text.rfind("\ndigest") + 1)
    if not end or end.end() != len(text):
        raise ContentError(source, "expected the digest as the last line", text.count("\n"), "digest")
    if end[1] != _digest(text[: end.start()]):
        raise ContentError(
            source, "the digest does not fit: the file was changed", text.count("\n"), "digest"
        )
    _check(saved, text, source)
    return saved


def _check(saved: Saved, text: str, source: str) -> None:
    """What types cannot say."""
    try:
        book = rulebook(saved.rulebook)
    except KeyError as error:
        raise ContentError(source, str(error.args[0]), field="rulebook") from error
    if saved.rules != rules_version(book):
        raise ContentError(
            source,
            f"played with other rules (Sandtable {saved.sandtable}, this is {__version__})",
            field="rules",
        )
    try:
        scenario, _ = book.load(saved.scenario)
    except (KeyError, ContentError) as error:
        raise ContentError(source, str(error.args[0]), field="scenario") from error
    if saved.content != state_hash(book.Scenario, scenario):
        raise ContentError(source, f"{saved.scenario} was another scenario then", field="content")
    if not book.seats[0] <= len(saved.players) <= book.seats[1]:
        raise ContentError(source, f"expected {book.seats[0]} to {book.seats[1]} players", field="players")
    if not re.fullmatch(rf"[0-9a-f]{{{2 * SECRET}}}", saved.secret):
        raise ContentError(source, f"expected {2 * SECRET} hexadecimal digits", field="secret")
    if commitment(bytes.fromhex(saved.secret)) != saved.commitment:
        raise ContentError(source, "the secret is not the one promised by the commitment", field="secret")
    if len(saved.record) > STEPS:
        raise ContentError(source, f"more than {STEPS} steps", field="record")
    try:
        saved.steps()
    except ContentError as error:
        at = int(error.field.removeprefix("step "))
        line = text[: text.find("\nrecord = [")].count("\n") + 2 + at
        raise ContentError(source, error.problem, line, error.field) from error
