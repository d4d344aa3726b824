"""Secrecy: two games that differ only in what a seat may not know are one and the same to that seat.

The pairs are made by construction, by the rulebook's own ``testing.vary``, and not through ``view``: so
a leak in the view, in legality, in a refusal, an event, a table or a preview shows up here.
"""

from __future__ import annotations

import shutil
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import msgspec

from sandtable.core.dice import Dice, load_fast
from sandtable.core.events import Events, known_to
from sandtable.core.record import blank, diff, raw
from sandtable.core.rulebook import Rulebook
from sandtable.testing.conformance import PROBES, near, some
from sandtable.testing.walk import Failure, Walk, helper, row_of

EVERY = 8  # tables and previews are compared for one pair in so many
SPARSE = 0.25  # share of decisions at which a seat is asked
PIECES = 4  # pieces asked about for a table


@dataclass
class Compared:
    """How much a run compared; a run that compared little proves little."""

    pairs: int = 0
    differing: int = 0  # pairs that truly differ
    actions: int = 0  # carried out in both games
    tables: int = 0


def secrecy(book: Rulebook, id: str, pairs: int, seed: int = 0, most: int = 2_000) -> Compared:
    """Compare pairs along walks through the scenario. `Failure` shows what a seat could tell apart."""
    found = Compared()
    while found.pairs < pairs:
        walk = Walk(book, id, seed)
        for _, action in walk.steps(most):
            for seat in walk.players:
                if found.pairs < pairs and walk.chance.random() < SPARSE:
                    compare(walk, seat, action, found)
            if found.pairs >= pairs:
                break
        seed += 1
    return found


def openness(book: Rulebook, id: str, seed: int = 0, most: int = 2_000) -> int:
    """Whether a rulebook that hides nothing shows the whole game to every seat and to spectators.

    Returns the number of positions looked at. `Failure` names the first that is not shown whole.
    """
    walk = Walk(book, id, seed)
    for _ in walk.steps(most):
        for seat in (-1, *walk.players):
            if walk.bytes(walk.view(seat)) != walk.bytes():
                unseen = diff(book.Game, walk.game, walk.view(seat))[0][0]
                raise Failure(f"{walk.where}: nothing is hidden, and yet seat {seat} does not see {unseen}")
    return walk.decisions


def compare(walk: Walk, seat: int, action: Any, found: Compared) -> None:
    """One pair: the walk's game, and another that ``seat`` cannot tell from it."""
    knows = helper(walk.book)
    dice = blank(Dice)
    load_fast(dice, walk.seed, 7_000_000 + walk.decisions)
    other = knows.vary(walk.scenario, walk.game, seat, dice)
    found.pairs += 1
    found.differing += walk.bytes(other) != walk.bytes()
    if flags := walk.check(other):
        raise Failure(f"{walk.where}: vary for seat {seat} breaks the game: {flags:#x}")
    _same_view(walk, seat, walk.game, other, "sees")
    _same_answers(walk, seat, other)
    if found.pairs % EVERY == 0:
        found.tables += 1
        if _screen(walk, seat, walk.game) != _screen(walk, seat, other):
            raise Failure(f"{walk.where}: seat {seat} has another screen in a game it cannot know from this")
    if walk.refusal(action, other) == 0 and knows.silent(walk.scenario, walk.game, action[0], seat):
        found.actions += 1
        _same_outcome(walk, seat, action, other)


def _same_view(walk: Walk, seat: int, one: Any, other: Any, verb: str) -> None:
    left, right = walk.view(seat, one), walk.view(seat, other)
    if walk.bytes(left) != walk.bytes(right):
        paths = ", ".join(path for path, _, _ in diff(walk.book.Game, left, right)[:4])
        raise Failure(f"{walk.where}: seat {seat} {verb} what it may not know: {paths}")


def _same_answers(walk: Walk, seat: int, other: Any) -> None:
    """What is asked of the seat, what it may do, and every refusal."""
    if walk.seats() != walk.seats(other):
        raise Failure(f"{walk.where}: who is to act tells seat {seat} what it may not know")
    listed = walk.legal(seat) if seat in walk.seats() else walk.legal(seat)[:0]
    if seat in walk.seats() and listed.tobytes() != walk.legal(seat, other).tobytes():
        raise Failure(f"{walk.where}: the list of actions tells seat {seat} what it may not know")
    probes = [near(walk, one) for one in some(walk, listed, PROBES)]
    for probe in probes:
        row = row_of(walk.book.Action, probe)
        if walk.refusal(row) != walk.refusal(row, other):
            text = walk.spelt(row)
            raise Failure(f"{walk.where}: the answer to {text} tells seat {seat} what it may not know")


def _screen(walk: Walk, seat: int, game: Any) -> bytes:
    """Everything a client gets of a position, as bytes."""
    book, shown = walk.book, walk.view(seat, game)
    table = book.table(walk.scenario, walk.texts, shown, seat)
    parts: list[Any] = [table]
    for piece in [piece.id for piece in table.pieces][:: max(1, len(table.pieces) // PIECES)]:
        parts.append(book.options(walk.scenario, walk.texts, shown, seat, piece))
        parts.append(book.threat(walk.scenario, walk.texts, shown, seat, piece))
    if seat in walk.seats():
        listed = walk.legal(seat, game)
        for one in listed[:: max(1, len(listed) // PIECES)]:
            action = row_of(book.Action, one)
            parts.append(book.preview(walk.scenario, walk.texts, shown, seat, action))
            parts.append(book.why(walk.scenario, walk.texts, shown, seat, action, -1, -1, -1))
    return msgspec.json.encode(parts)


def _same_outcome(walk: Walk, seat: int, action: Any, other: Any) -> None:
    """An action whose outcome hides nothing new: same events for the seat, same view afterwards."""
    book, text = walk.book, walk.spelt(action)
    ends, heard, logs = [], [], []
    for game in (walk.game, other):
        after = walk.copy()
        after[0] = game[0]
        before = walk.view(seat, game)
        walk.apply(action, after)
        events = known_to(walk.at.events, seat)
        heard.append(raw(Events, events))
        shown = walk.view(seat, after)
        logs.append(msgspec.json.encode(book.narrate(walk.scenario, walk.texts, before, shown, events, seat)))
        ends.append(after)
    if heard[0] != heard[1] or logs[0] != logs[1]:
        raise Failure(f"{walk.where}: the events of {text} tell seat {seat} what it may not know")
    _same_view(walk, seat, ends[0], ends[1], f"learns by {text}")


def plant(book: Rulebook, edits: Iterable[tuple[str, str, str]], folder: Path, name: str) -> Path:
    """A copy of a rulebook as package ``name`` in ``folder``, with edits (file, old text, new text).

    For tests of the tests: plant a leak and see that it is found. ValueError if an edit has no place.
    """
    target = folder / name
    shutil.copytree(book.folder, target, ignore=shutil.ignore_patterns("__pycache__"))
    for path in target.rglob("*.py"):
        path.write_text(path.read_text(encoding="utf-8").replace(book.package, name), encoding="utf-8")
    for file, old, new in edits:
        path = target / file
        text = path.read_text(encoding="utf-8")
        if text.count(old) != 1:
            raise ValueError(f"{file} has {text.count(old)} places like {old!r}, not 1")
        path.write_text(text.replace(old, new), encoding="utf-8")
    return target
