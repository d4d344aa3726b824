"""``python -m sandtable.testing COMMAND RULEBOOK[/SCENARIO]``: the conformance suite from a shell.

It obeys SANDTABLE_MODE, so that one walk can be compared interpreted, compiled and bounds-checked.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator
from pathlib import Path

from sandtable.core.events import Events, known_to
from sandtable.core.record import state_hash
from sandtable.core.rulebook import Rulebook, rulebook
from sandtable.testing import golden
from sandtable.testing.conformance import CHECKS
from sandtable.testing.secrecy import openness, secrecy
from sandtable.testing.walk import Failure, Walk


def walk_log(book: Rulebook, id: str, seed: int, most: int) -> Iterator[str]:
    """A line for each decision: the action, the state hash after it, and its events."""
    walk = Walk(book, id, seed)
    yield f"0 {state_hash(book.Game, walk.game)}"
    for seat, action in walk.steps(most):
        after = walk.copy()
        walk.apply(action, after)
        heard = known_to(walk.at.events, seat)
        states = f"{state_hash(book.Game, after)} {state_hash(Events, heard)[:16]}"
        yield f"{walk.decisions + 1} {seat} {walk.spelt(action)} {states}"


def main(words: list[str]) -> int:
    """Run a command; 0 if all is well."""
    parser = argparse.ArgumentParser("python -m sandtable.testing", description=__doc__)
    parser.add_argument("command", choices=("conform", "secrecy", "log", "golden"))
    parser.add_argument("what", metavar="RULEBOOK[/SCENARIO]")
    parser.add_argument("--only", choices=CHECKS, help="one check of conform")
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--walks", type=int, default=3, help="of conform, from the seed on")
    parser.add_argument("--most", type=int, default=200, help="decisions of one walk")
    parser.add_argument("--pairs", type=int, default=200, help="of games, for secrecy")
    parser.add_argument("--out", type=Path, help="where golden playthroughs go: a file, or a folder")
    given = parser.parse_args(words)
    name, _, scenario = given.what.partition("/")
    book = rulebook(name)
    ids = [outline.id for outline in book.scenarios() if not scenario or outline.id == given.what]
    if not ids:
        parser.error(f"no scenario {given.what}")
    try:
        for id in ids:
            run(given, book, id)
    except Failure as failure:
        print(failure)
        return 1
    return 0


def run(given: argparse.Namespace, book: Rulebook, id: str) -> None:
    """One command for one scenario."""
    if given.command == "conform":
        for check in [CHECKS[given.only]] if given.only else CHECKS.values():
            for seed in range(given.seed, given.seed + given.walks):
                check(book, id, seed, given.most)
            print(f"{id}: {check.__name__}")
    elif given.command == "secrecy" and not book.hidden:
        print(f"{id}: nothing is hidden in {openness(book, id, given.seed, given.most)} positions")
    elif given.command == "secrecy":
        print(f"{id}: {secrecy(book, id, given.pairs, given.seed)}")
    elif given.command == "log":
        for line in walk_log(book, id, given.seed, given.most):
            print(line)
    elif given.out:
        file = f"{id.partition('/')[2]}-{given.seed}.txt"
        path = given.out / file if given.out.is_dir() else given.out
        golden.write(book, id, given.seed, path, given.most)
        print(path)
    else:
        print("\n".join(golden.lines_of(book, id, given.seed, given.most)))


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
