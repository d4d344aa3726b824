"""Every rulebook keeps to its face; and the suite that says so finds what is planted."""

import os
import subprocess
import sys
from itertools import islice
from pathlib import Path

import pytest

from sandtable.core.rulebook import Rulebook, rulebook, rulebooks
from sandtable.testing import golden
from sandtable.testing.__main__ import walk_log
from sandtable.testing.conformance import CHECKS
from sandtable.testing.secrecy import openness, plant, secrecy
from toybook import RULEBOOK as TOY

TESTS = Path(__file__).parent.parent
GOLDEN = TESTS / "golden"
BOOKS = list(rulebooks().values())
SCENARIOS = [(book, outline.id) for book in BOOKS for outline in book.scenarios()]
SCENARIO_IDS = [id for _, id in SCENARIOS]
FIRST = {book.scenarios()[0].id for book in BOOKS if book.scenarios()}
DECISIONS = 120  # of one walk
PAIRS = 2_000  # of games, for each rulebook


@pytest.mark.parametrize("check", CHECKS.values(), ids=CHECKS)
@pytest.mark.parametrize(("book", "id"), SCENARIOS, ids=SCENARIO_IDS)
def test_a_rulebook_keeps_to_its_face(book: Rulebook, id: str, check) -> None:
    for seed in (1, 2) if id in FIRST else (1,):
        check(book, id, seed, DECISIONS)


@pytest.mark.parametrize("book", BOOKS, ids=rulebooks())
def test_what_is_hidden_stays_hidden(book: Rulebook) -> None:
    ids = [outline.id for outline in book.scenarios()]
    if not book.hidden:
        assert all(openness(book, id, most=DECISIONS) > 0 for id in ids)
        return
    for number, id in enumerate(ids):
        found = secrecy(book, id, -(-PAIRS // len(ids)), seed=number)
        assert found.differing >= found.pairs // 2, "vary changes too little"
        assert found.actions >= found.pairs // 20, "too few outcomes were compared"


# What is planted in a copy of a rulebook, and the command that must find it -------------------------

STARTER_LEAKS = {
    "a view that copies": (
        "view.py",
        "    _hide_reserves(out)\n",
        "    _hide_reserves(out)\n    out.credits = company.credits\n",
        "sees what it may not know",
    ),
    "a list that depends on it": (
        "legal.py",
        "    interrupts = game.step == BUYING and _is_mustering(verb_)\n",
        "    interrupts = game.step == BUYING and _is_mustering(verb_)\n"
        "    if verb_ == verb.HIRE and action.amount * 9 > game.company[1 - int(action.seat)].credits:\n"
        "        return reasons.NOT_NOW\n",
        "tells seat",
    ),
    "an event for everyone": (
        "turns.py",
        "emit(events, TURN_BEGAN, EVERYONE, side, NONE, NONE, int(game.round))",
        "emit(events, TURN_BEGAN, EVERYONE, side, NONE, NONE, int(game.company[side].credits))",
        "the events of",
    ),
}

TOY_LEAKS = {
    "a view that copies": (
        "view.py",
        "shown.courage = UNKNOWN",
        "shown.courage = real.courage",
        "sees what it may not know",
    ),
    "a refusal that depends on it": (
        "legal.py",
        "    breath = game.duellists[int(action.seat)].breath\n",
        "    breath = int(game.duellists[int(action.seat)].breath)\n"
        "    if game.duellists[1 - int(action.seat)].courage > 4:\n        breath -= 1\n",
        "tells seat",
    ),
    "an amount that tells": (
        "apply.py",
        "emit(events, RESTED, EVERYONE, seat, seat, -1, int(me.breath))",
        "emit(events, RESTED, EVERYONE, seat, seat, -1, int(me.courage))",
        "the events of REST tell seat",
    ),
}

TOY_DEFECTS = {
    "an action that is not listed": (
        "legality",
        "legal.py",
        "work) == 0:\n                work.count += 1\n    return",
        "work) == 0 and verb != LOOK:\n                work.count += 1\n    return",
        "LOOK is legal, and not listed",
    ),
    "a listed action that is not legal": (
        "legality",
        "legal.py",
        "work) == 0:\n                work.count += 1\n    return",
        "work) % 6 == 0:\n                work.count += 1\n    return",
        "is listed for seat",
    ),
    "a notation that forgets": (
        "legality",
        "actions.py",
        'return f"STRIKE {int(action.amount)}"',
        'return "STRIKE 1"',
        "differ",
    ),
    "a seat that acts out of turn": (
        "refusals",
        "legal.py",
        " or (seats >> int(action.seat)) & 1 == 0:",
        ":",
        "out of turn",
    ),
    "a refusal without a clause": (
        "refusals",
        "legal.py",
        '"TB-TURN-08"),',
        '"TB-TURN-99"),',
        "TB-TURN-99",
    ),
    "a list that the view changes": (
        "views",
        "legal.py",
        "        return SEEN\n",
        "        return SEEN\n    if verb == LOOK and game.duellists[1 - int(action.seat)].courage > 3:\n"
        "        return SEEN\n",
        "in its view",
    ),
    "a guess that does not fit": (
        "resampling",
        "view.py",
        "out.duellists[i] = view.duellists[i]\n",
        "out.duellists[i] = view.duellists[i]\n        out.duellists[i].breath = 1\n",
        "does not fit",
    ),
    "an action that breaks the game": (
        "wholeness",
        "apply.py",
        "min(int(me.breath) + 2, MOST_BREATH)",
        "int(me.breath) + 2",
        "REST breaks the game",
    ),
    "scratch memory that is remembered": (
        "determinism",
        "apply.py",
        "    seat = int(action.seat)\n    me, foe",
        "    seat = int(action.seat)\n    game.round += int(work.actions[7].amount)\n    me, foe",
        "scratch memory",
    ),
    "a script that cheats": (
        "termination",
        "policy.py",
        "out.amount = min(breath, 3)",
        "out.amount = 4",
        "the script chose illegally",
    ),
    "a piece without its actions": (
        "pieces",
        "legal.py",
        "piece = -1 if work.actions[i].verb == YIELD else seat",
        "piece = -1 if work.actions[i].verb == YIELD else 7",
        "the pieces have",
    ),
}


def run_planted(
    book: Rulebook, edit: tuple[str, str, str], folder: Path, command: str, more: list[str]
) -> str:
    """What the suite says of a copy of a rulebook with one edit; it must not be content."""
    name = f"planted_{book.name}"
    plant(book, [edit], folder, name)
    environment = os.environ | {
        "SANDTABLE_MODE": "interpreted",
        "SANDTABLE_RULEBOOKS": name,
        "SANDTABLE_CACHE": str(folder / "cache"),
        "PYTHONPATH": str(folder),
    }
    what = book.scenarios()[0].id.replace(book.package, name)
    words = [sys.executable, "-m", "sandtable.testing", command, what, *more]
    done = subprocess.run(words, env=environment, capture_output=True, text=True, timeout=300, check=False)
    assert done.returncode == 1, done.stdout + done.stderr
    return done.stdout + done.stderr


LEAKS = [(TOY, name, 400) for name in TOY_LEAKS] + [
    (rulebook("starter"), name, 150) for name in STARTER_LEAKS
]


@pytest.mark.parametrize(("book", "leak", "pairs"), LEAKS, ids=[f"{b.name}: {leak}" for b, leak, _ in LEAKS])
def test_a_planted_leak_is_found(book: Rulebook, leak: str, pairs: int, tmp_path: Path) -> None:
    *edit, found = (TOY_LEAKS if book is TOY else STARTER_LEAKS)[leak]
    assert found in run_planted(book, tuple(edit), tmp_path, "secrecy", ["--pairs", str(pairs)])


@pytest.mark.parametrize("defect", TOY_DEFECTS)
def test_a_planted_defect_is_found(defect: str, tmp_path: Path) -> None:
    check, *edit, found = TOY_DEFECTS[defect]
    more = ["--only", check, "--walks", "8"]
    assert found in run_planted(TOY, tuple(edit), tmp_path, "conform", more)


# One walk, three speeds -----------------------------------------------------------------------------


def in_another_mode(id: str, folder: Path, **mode: str) -> list[str]:
    environment = os.environ | {"PYTHONPATH": str(TESTS)} | mode
    words = [sys.executable, "-m", "sandtable.testing", "log", id, "--seed", "5", "--most", str(DECISIONS)]
    done = subprocess.run(words, env=environment, capture_output=True, text=True, timeout=600, check=False)
    assert done.returncode == 0, done.stderr
    return done.stdout.splitlines()


@pytest.mark.parametrize("book", BOOKS, ids=rulebooks())
def test_interpreted_and_compiled_rules_agree(book: Rulebook, tmp_path: Path) -> None:
    id = book.scenarios()[0].id
    here = list(walk_log(book, id, 5, DECISIONS))
    assert len(here) > 5
    there = in_another_mode(id, tmp_path, SANDTABLE_MODE="interpreted")
    for line, other in zip(here, there, strict=False):
        assert line == other
    assert len(here) == len(there)


@pytest.mark.parametrize("book", BOOKS, ids=rulebooks())
@pytest.mark.slow
def test_rules_stay_inside_their_arrays(book: Rulebook, tmp_path: Path) -> None:
    id = book.scenarios()[0].id
    checked = {"NUMBA_BOUNDSCHECK": "1", "SANDTABLE_CACHE": str(tmp_path), "SANDTABLE_MODE": "compiled"}
    assert in_another_mode(id, tmp_path, **checked) == list(walk_log(book, id, 5, DECISIONS))


# Golden playthroughs --------------------------------------------------------------------------------


@pytest.mark.parametrize(("book", "id"), SCENARIOS, ids=SCENARIO_IDS)
def test_golden_playthroughs_come_out_equal(book: Rulebook, id: str) -> None:
    files = sorted((GOLDEN / book.name).glob(f"{id.partition('/')[2]}*.txt"))
    assert files, f"no golden playthrough of {id}: python -m sandtable.testing golden {id} --out FILE"
    for path in files:
        assert golden.check(book, path) > 0


def test_a_golden_playthrough_notices_a_change(tmp_path: Path) -> None:
    lines = list(golden.lines_of(TOY, "toybook/duel", 0, 30))
    where = next(i for i, line in enumerate(lines) if line.endswith("REST"))
    for old, new in (
        (" REST", " TAKE"),
        (lines[where].split()[3], "0" * 12),
        (lines[where].split()[2] + " ", "99 "),
    ):
        path = tmp_path / "duel.txt"
        path.write_text("\n".join([*lines[:where], lines[where].replace(old, new, 1), *lines[where + 1 :]]))
        with pytest.raises(AssertionError, match=f"line {where + 1}"):
            golden.check(TOY, path)


def test_perft_counts_the_duel() -> None:
    """TB-TURN-02: with 3 breath there are three strikes, a rest, a look and a yield."""
    line = next(line for line in islice(golden.lines_of(TOY, "toybook/duel", 0), 3, 5) if line[0].isdigit())
    assert line.split()[2] == "6"
