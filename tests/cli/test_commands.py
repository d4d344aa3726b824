"""The command line: each command, its help with an example, and one clear line for bad input."""

import contextlib
import io
import json
import os
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path
from unittest.mock import patch

import pytest

from sandtable.cli import main

ROOT = Path(__file__).parent.parent.parent
TESTS = ROOT / "tests"
COMMANDS = (
    "play",
    "scenarios",
    "replay",
    "verify",
    "rules",
    "odds",
    "case",
    "check",
    "army",
    "simulate",
    "balance",
    "bench",
)


ENVIRONMENT = {"SANDTABLE_RULEBOOKS": "toybook", "COLUMNS": "110", "NO_COLOR": "1"}


@dataclass
class Done:
    """How a command ended."""

    returncode: int
    stdout: str
    stderr: str


def run(*words: str) -> Done:
    """A command, in this process."""
    out, err = io.StringIO(), io.StringIO()
    with (
        patch.dict(os.environ, ENVIRONMENT),
        patch.object(sys, "argv", ["sandtable", *words]),
        contextlib.chdir(ROOT),
        contextlib.redirect_stdout(out),
        contextlib.redirect_stderr(err),
    ):
        try:
            main()
            code = 0
        except SystemExit as stopped:
            code = stopped.code if isinstance(stopped.code, int) else int(stopped.code is not None)
    return Done(code, out.getvalue(), err.getvalue())


def program(*words: str, mode: str = "interpreted") -> Done:
    """A command, as a program of its own."""
    environment = os.environ | ENVIRONMENT | {"SANDTABLE_MODE": mode, "PYTHONPATH": str(TESTS)}
    path = str(Path(sys.executable).with_name("sandtable"))
    done = subprocess.run(
        [path, *words], cwd=ROOT, env=environment, capture_output=True, text=True, timeout=300, check=False
    )
    return Done(done.returncode, done.stdout, done.stderr)


def good(*words: str) -> str:
    done = run(*words)
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


def bad(*words: str) -> str:
    """What a command says of bad input: a line, not an exception, and not status 0."""
    done = run(*words)
    assert done.returncode != 0
    return done.stdout + done.stderr


def test_help_comes_at_once_and_names_every_command() -> None:
    done = program("--help")
    assert done.returncode == 0
    assert all(command in done.stdout for command in COMMANDS)


def test_bad_input_is_one_line_and_no_traceback() -> None:
    done = program("scenarios", "chess")
    assert done.returncode == 1 and done.stdout == ""
    assert done.stderr.startswith("sandtable: no rulebook 'chess'") and done.stderr.count("\n") == 1


@pytest.mark.parametrize("command", COMMANDS)
def test_every_command_has_help_with_an_example(command: str) -> None:
    assert f"Example: sandtable {command}" in " ".join(good(command, "--help").replace("`", "").split())


def test_help_imports_neither_numba_nor_rules() -> None:
    words = [sys.executable, "-X", "importtime", "-c", "import sandtable.cli"]
    done = subprocess.run(words, capture_output=True, text=True, check=True, timeout=60)
    assert "numba" not in done.stderr and "sandtable.core" not in done.stderr


def test_scenarios_are_listed() -> None:
    assert json.loads(good("scenarios", "toybook", "--json")) == ["toybook/duel"]
    assert "toybook/duel" in json.loads(good("scenarios", "--json"))
    assert "A duel" in good("scenarios", "toybook")
    assert "no rulebook 'chess'" in bad("scenarios", "chess")


def test_odds_are_exact() -> None:
    text = good("odds", "10d8", "10d6")
    assert "3.3627 losses" in text and "█" in text
    assert "58.68% (169/288)" in good("odds", "d12", "3d6")
    assert "100.00%" in good("odds", "2d6", "3d6", "--strength", "1").replace(" 0  ", "100.00%")


@pytest.mark.parametrize("dice", ["ten", "10d", "d", "99d6", "3d6++1", "3d0", "", "9d9d9"])
def test_odds_of_no_dice(dice: str) -> None:
    assert "expected dice" in bad("odds", dice, "3d6") or "at most" in bad("odds", dice, "3d6")


def test_rules_are_shown_by_id_and_word() -> None:
    assert "costs 1 breath" in good("rules", "toybook", "TB-TURN-05")
    assert "TB-TURN-08" in good("rules", "toybook", "learn", "courage")
    assert "TURN" in good("rules", "toybook")
    assert "no clause 'dragon'" in bad("rules", "toybook", "dragon")


def test_coverage_fails_where_a_clause_is_unproved(tmp_path: Path) -> None:
    done = run("rules", "toybook", "--coverage", "--tests", str(tmp_path))
    assert done.returncode == 1
    assert "unproved TB-SETUP-01" in done.stdout and "TB-TURN-01" not in done.stdout
    (tmp_path / "test_rest.py").write_text('def test_it():\n    """TB-SETUP-01, TB-END-03."""\n')
    assert "13 of 13 proved" in good("rules", "toybook", "--coverage", "--tests", str(tmp_path))


def test_cases_run(tmp_path: Path) -> None:
    assert "4 hold" in good("case", "tests/toybook/cases")
    path = tmp_path / "wrong.toml"
    head = 'rulebook = "toybook"\n[[case]]\ntitle = "wrong"\nproves = ["TB-TURN-07"]\n'
    path.write_text(f'{head}[[case.steps]]\ndo = "REST"\nexpect = ["Rapier.breath = 9"]\n')
    done = run("case", str(path), "tests/toybook/cases")
    assert done.returncode == 1
    assert 'wrong.toml, line 5, case "wrong", step 1: Rapier.breath = 9: it is 4' in done.stdout
    assert "4 hold, 1 do not" in done.stdout
    path.write_text("[[case]\n")
    assert "wrong.toml, line 1" in bad("case", str(path))
    assert "cannot be read" in bad("case", str(tmp_path / "none.toml"))


def test_content_is_checked(tmp_path: Path) -> None:
    assert "good content" in good("check", "tests/toybook/content/duel.toml")
    path = tmp_path / "mine.toml"
    path.write_text('title = "mine"\nlast_round = "many"\n')
    text = bad("check", str(path), "--rulebook", "toybook")
    assert "mine.toml, line 2, last_round" in text and "int" in text
    assert "no such file" in bad("check", str(tmp_path / "none.toml"))


def simulated(tmp_path: Path, *words: str, mode: str = "") -> dict:
    path = tmp_path / "out.json"
    command = ("simulate", "toybook/duel", *words, "--json", str(path))
    done = program(*command, mode=mode) if mode else run(*command)
    assert done.returncode == 0, done.stdout + done.stderr
    return json.loads(path.read_text())


def test_simulation_does_not_depend_on_workers_or_on_compiling(tmp_path: Path) -> None:
    words = ("--games", "60", "--seats", "scripted,random", "--seed", "7")
    one = simulated(tmp_path, *words)
    assert one["games"] == 60 and one["errors"] == 0 and one["faults"] == 0
    assert sum(one["wins"]) + one["draws"] == 60
    assert one["decisions"] > 60 and one["seconds"] > 0 and len(one["state_hash"]) == 64
    two = simulated(tmp_path, *words, "--workers", "2")
    interpreted = simulated(tmp_path, *words, mode="interpreted")
    compiled = simulated(tmp_path, *words, "--workers", "2", mode="compiled")
    other = simulated(tmp_path, *words[:-1], "8")
    for key in ("state_hash", "wins", "draws", "decisions", "turn_limit", "ends"):
        assert one[key] == two[key] == interpreted[key] == compiled[key]
    assert other["state_hash"] != one["state_hash"]


def test_swapping_sides_plays_each_seed_twice(tmp_path: Path) -> None:
    words = ("--games", "25", "--seats", "scripted,random")
    plain, swapped = simulated(tmp_path, *words), simulated(tmp_path, *words, "--swap-sides")
    assert swapped["games"] == 50
    assert sum(swapped["wins"]) == sum(swapped["wins_by_side"]) == 50 - swapped["draws"]
    turned = simulated(tmp_path, "--games", "25", "--seats", "random,scripted")
    assert swapped["wins"][0] == plain["wins"][0] + turned["wins"][1]
    assert swapped["wins_by_side"][0] == plain["wins"][0] + turned["wins"][0]


def test_simulation_says_what_is_wrong() -> None:
    assert "no scenario 'toybook/war'; there are toybook/duel" in bad("simulate", "toybook/war")
    assert "give 2 players" in bad("simulate", "toybook/duel", "--seats", "scripted")
    assert "no opponent 'gandalf'" in bad("simulate", "toybook/duel", "--seats", "scripted,gandalf")
    assert "--games" in bad("simulate", "toybook/duel", "--games", "0")
    assert "cannot be written" in bad("simulate", "toybook", "--games", "1", "--json", "/nowhere/x.json")


def test_balance_judges() -> None:
    done = run("balance", "toybook", "--games", "20", "--workers", "1", "--json", "-")
    assert "toybook/duel: sides win" in done.stdout
    report = json.loads(done.stdout[done.stdout.index("[\n") :])
    assert report[0]["fair"] == (done.returncode == 0)


@pytest.fixture
def saved(tmp_path: Path) -> Path:
    """A finished match in a file."""
    from sandtable.play.log import dump
    from sandtable.play.match import Match

    match = Match("toybook/duel", ["scripted", "scripted"], bytes(range(32)))
    while not match.over:
        seat = match.to_act()[0]
        match.act(seat, match.choose(seat))
    path = tmp_path / "duel.sandtable"
    path.write_text(dump(match))
    return path


def test_a_saved_game_is_replayed_and_verified(saved: Path) -> None:
    assert "as recorded" in good("replay", str(saved), "--verify")
    assert "strikes" in good("replay", str(saved))
    assert "dice fell as the secret says" in good("verify", str(saved))


def test_a_saved_game_with_any_byte_changed_is_rejected(saved: Path) -> None:
    data = saved.read_bytes()
    for at in range(0, len(data), max(1, len(data) // 6)):
        saved.write_bytes(data[:at] + bytes([data[at] ^ 1]) + data[at + 1 :])
        assert bad("replay", str(saved), "--verify")
    assert bad("replay", str(saved.with_name("none")), "--verify")


def test_play_says_what_is_wrong() -> None:
    assert "no rulebook 'chess'" in bad("play", "chess")
    assert "no player 'gandalf'" in bad("play", "toybook", "--seats", "human,gandalf")
