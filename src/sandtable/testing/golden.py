"""Golden playthroughs: games written down once, action by action, that must come out equal for ever.

A file is text: the scenario and the seed, the state after set-up, then a line for each decision: its
number, the seat, how many actions were legal, the first digits of the state hash afterwards, and the
action. Lines ``perft N D C`` say that C games of D decisions follow the position after decision N.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

from sandtable.core.dice import load_fast
from sandtable.core.record import clone, state_hash
from sandtable.core.rulebook import Rulebook
from sandtable.testing.walk import Failure, Walk, row_of

DIGITS = 12
MOST = 400
WIDEST = 50  # positions with at most as many actions get a perft count
DEPTH = 2
COUNTS = 8  # perft counts in a file
EVERY = 5  # decisions between them


def perft(walk: Walk, game: Any, depth: int) -> int:
    """How many sequences of ``depth`` decisions follow; the dice are those of the decision's number."""
    seats = walk.seats(game)
    if depth == 0 or not seats:
        return 1
    total = 0
    for seat in seats:
        listed = walk.legal(seat, game)
        if depth == 1:
            total += len(listed)
            continue
        for one in listed:
            after = clone(walk.book.Game, game)
            load_fast(walk.at.dice, walk.seed, 8_000_000 + depth)
            action = row_of(walk.book.Action, one)
            walk.engine.apply(walk.scenario, after, 0, action, 0, walk.at.dice, walk.at.events, walk.at.works)
            total += perft(walk, after, depth - 1)
    return total


def lines_of(book: Rulebook, id: str, seed: int, most: int = MOST) -> Iterator[str]:
    """A playthrough, written down."""
    walk = Walk(book, id, seed)
    yield f"scenario {id}"
    yield f"seed {seed}"
    yield f"start {_hash(walk)}"
    counts = 0
    for seat, action in walk.steps(most):
        listed = len(walk.legal(seat))
        if listed <= WIDEST and counts < COUNTS and walk.decisions % EVERY == 0:
            counts += 1
            yield f"perft {walk.decisions} {DEPTH} {perft(walk, walk.game, DEPTH)}"
        number, text = walk.decisions + 1, walk.spelt(action)
        yield from _after(walk, number, seat, listed, action, text)
    yield f"over {'no' if walk.seats() else 'yes'}"


def _after(walk: Walk, number: int, seat: int, listed: int, action: Any, text: str) -> Iterator[str]:
    after = walk.copy()
    walk.apply(action, after)
    yield f"{number} {seat} {listed} {state_hash(walk.book.Game, after)[:DIGITS]} {text}"


def _hash(walk: Walk) -> str:
    return state_hash(walk.book.Game, walk.game)[:DIGITS]


def write(book: Rulebook, id: str, seed: int, path: Path, most: int = MOST) -> None:
    """Write a playthrough to a file."""
    path.write_text("\n".join(lines_of(book, id, seed, most)) + "\n", encoding="utf-8")


def check(book: Rulebook, path: Path) -> int:
    """Play a file again; the number of decisions. `Failure` names the first line that came out otherwise."""
    lines = path.read_text(encoding="utf-8").splitlines()
    facts = dict(line.split(" ", 1) for line in lines[:3])
    walk = Walk(book, facts["scenario"], int(facts["seed"]))
    _same(path, 3, facts["start"], _hash(walk))
    for number, line in enumerate(lines[3:], 4):
        words = line.split(" ", 4)
        if words[0] == "perft":
            _same(path, number, words[3], str(perft(walk, walk.game, int(words[2]))))
        elif words[0] == "over":
            _same(path, number, words[1], "no" if walk.seats() else "yes")
        else:
            seat, text = int(words[1]), words[4]
            _same(path, number, words[2], str(len(walk.legal(seat))))
            action = book.parse(walk.scenario, seat, text)
            if code := walk.refusal(action):
                raise Failure(f"{path.name}, line {number}: {text} is refused: {book.reasons[code][0]}")
            walk.apply(action)
            walk.decisions += 1
            _same(path, number, words[3], _hash(walk))
    return walk.decisions


def _same(path: Path, line: int, written: str, found: str) -> None:
    if written != found:
        raise Failure(f"{path.name}, line {line}: {found}, written {written}")
