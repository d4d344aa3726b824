"""Every case of every rulebook holds; and a case that does not hold says where and how."""

import re
from pathlib import Path

import pytest

from sandtable.core.content import ContentError
from sandtable.core.engine import Desk, desk
from sandtable.core.rulebook import rulebook, rulebooks
from sandtable.play.cases import Trial, holds, own_trials, run, trials
from sandtable.play.rules import clauses, coverage, kind_of, parse_rules, search
from toybook import RULEBOOK as TOY

ROOT = Path(__file__).parent.parent.parent
DESKS: dict[str, Desk] = {}


def played(trial: Trial) -> list[str]:
    book = trial.rulebook
    if book.name not in DESKS:
        DESKS[book.name] = desk(book)
    return [f"line {problem.line}: {problem.text}" for problem in run(trial, DESKS[book.name])]


TRIALS = [trial for book in rulebooks().values() for trial in own_trials(book)]


@pytest.mark.parametrize("trial", TRIALS, ids=lambda trial: f"{trial.rulebook.name}/{trial.name}")
def test_a_case_holds(trial: Trial) -> None:
    assert played(trial) == []


@pytest.mark.parametrize("trial", TRIALS, ids=lambda trial: f"{trial.rulebook.name}/{trial.name}")
def test_a_case_proves_entries_that_there_are(trial: Trial) -> None:
    known = clauses(trial.rulebook)
    assert trial.case.proves, "a case proves something"
    assert [id for id in trial.case.proves if id not in known] == []


# What the runner finds ------------------------------------------------------------------------------

HEAD = '[[case]]\ntitle = "t"\nproves = ["TB-TURN-02"]\ncourage = [3, 4]\n'

WRONG = {
    "a value that differs": ('do = "REST"\nexpect = ["Rapier.breath = 5"]', "Rapier.breath = 5: it is 4"),
    "too few dice": ('do = "STRIKE 3"\ndice = [1, 2]', "more dice than were given"),
    "too many dice": ('do = "STRIKE 2"\ndice = [1, 2, 3]', "rolls 2 dice, not the 3 given"),
    "no dice": ('do = "STRIKE 2"', "rolls 2 dice; give their faces"),
    "dice for what rolls none": ('do = "REST"\ndice = [4]', "rolls 0 dice, not the 1 given"),
    "a face that its die has not": ('do = "STRIKE 1"\ndice = [7]', "no such face"),
    "a refusal that does not come": ('do = "REST"\nrefused = "TB-TURN-07"', "is allowed; expected a refusal"),
    "a refusal that was not expected": ('do = "PARRY"', "is refused: there are no hits"),
    "another refusal": ('do = "PARRY"\nrefused = "TB-TURN-05"', "TB-TURN-04); expected TB-TURN-05"),
    "an event that is not there": ('do = "REST"\nevents = ["dances"]', "the log lacks 'dances'"),
    "an event that a seat sees": (
        'do = "LOOK"\nevents = ["Sabre does not see: looks"]',
        "the log has 'looks'",
    ),
    "an event that a seat does not see": (
        'do = "LOOK"\nevents = ["Sabre sees: courage is 4"]',
        "the log lacks",
    ),
    "a secret that is kept": ('expect = ["Rapier sees Sabre.courage = 4"]', "it is ?"),
    "an action that is not offered": ('offered = ["PARRY"]', "'PARRY' is not offered"),
    "an action that is offered": ('withheld = ["REST"]', "'REST' is offered"),
    "a verb there is not": ('do = "DANCE"', "begins with no verb"),
    "a piece there is not": ('do = "STRIKE #X"', "no piece 'X'"),
    "a side there is not": ('do = "REST"\nby = "Blue"', "no side 'Blue'; there are Rapier, Sabre"),
    "an expression there is not": ('expect = ["Rapier.hat = 1"]', "expected round, active"),
    "an expectation without a value": ('expect = ["Rapier.breath"]', "expected EXPRESSION = VALUE"),
    "dice without an action": ("dice = [3]", "need an action"),
}


def write(tmp_path: Path, text: str) -> Path:
    path = tmp_path / "wrong.toml"
    path.write_text(f'rulebook = "toybook"\n{text}\n')
    return path


@pytest.mark.parametrize("what", WRONG)
def test_the_runner_finds(what: str, tmp_path: Path) -> None:
    step, words = WRONG[what]
    text = f'{HEAD}[[case.steps]]\nnote = "before"\n\n[[case.steps]]\n{step}\n'
    (trial,) = trials(write(tmp_path, text))
    (problem,) = run(trial)
    assert words in problem.text
    assert (problem.step, problem.line) == (2, 9)


def test_a_step_that_breaks_the_game_is_found(tmp_path: Path) -> None:
    """The duel cannot break its invariants, so the position is made one step from breaking."""
    (trial,) = trials(write(tmp_path, HEAD.replace("[3, 4]", "[3, 4]\nhealth = [6, 3]")))
    assert run(trial) == []
    (trial,) = trials(write(tmp_path, f'{HEAD}health = [6, 99]\n[[case.steps]]\ndo = "REST"'))
    assert run(trial) == [], "what is broken already may stay broken"


@pytest.mark.parametrize(
    ("text", "place"),
    [
        ("[[case]]\nproves = []\n", "line 2, case[0]: Object missing required field `title`"),
        (f"{HEAD}[[case.steps]]\nroll = [1]\n", "line 7, case[0].steps[0].roll"),
        (f'{HEAD}[[case.steps]]\ndice = ["six"]\n', "line 7, case[0].steps[0].dice"),
        ("cases = 3\n", "line 2, cases"),
    ],
)
def test_a_file_of_another_form_is_refused(text: str, place: str, tmp_path: Path) -> None:
    with pytest.raises(ContentError) as caught:
        trials(write(tmp_path, text))
    assert place in str(caught.value)


def test_a_case_that_is_no_position_says_so(tmp_path: Path) -> None:
    (trial,) = trials(write(tmp_path, f"{HEAD}colour = 3\n"))
    (problem,) = run(trial)
    assert problem.step == 0 and problem.line == 2
    assert "colour" in problem.text


def test_a_file_must_say_whose_it_is(tmp_path: Path) -> None:
    path = tmp_path / "orphan.toml"
    path.write_text(HEAD)
    with pytest.raises(ContentError, match="must say which rulebook"):
        trials(path)


@pytest.mark.parametrize(
    ("value", "sign", "wanted", "result"),
    [
        (3, "=", "3", True),
        (3, "=", "4", False),
        (3, "!=", "4", True),
        (-3, "<", "-2", True),
        (3, ">=", "4", False),
        (1, "=", "yes", True),
        (0, "=", "no", True),
        ("Blue", "=", "blue", True),
        ("Blue", "!=", "Red", True),
        (3, "=", "?", False),
        ("?", "=", "3", False),
    ],
)
def test_values_compare(value: int | str, sign: str, wanted: str, result: bool) -> None:
    assert holds(value, sign, wanted) is result


# The rules in words ---------------------------------------------------------------------------------


def test_rules_are_read() -> None:
    found = clauses(TOY)
    assert found["TB-TURN-03"].text == "Each die that is at least the other's courage is a hit."
    assert found["TB-TURN-03"].group == "TURN"
    assert (found["TB-R01"].kind, found["TB-EX-01"].kind) == ("ruling", "example")
    assert found["TB-SETUP-03"].flavour == "scenery" and not found["TB-SETUP-03"].mechanical
    assert "{" not in found["TB-SETUP-03"].text


@pytest.mark.parametrize(
    ("id", "kind"),
    [
        ("ST-MOV-03", "clause"),
        ("ST-R07", "ruling"),
        ("ST-EX-S01", "example"),
        ("ST-EX-09", "example"),
        ("ST-M11", "proposal"),
        ("RG-P04", "proposal"),
        ("RG-E01", "example"),
        ("ST-RECON-01", "clause"),
        ("ST-MUSTER-01", "clause"),
        ("ST-ENTR-01", "clause"),
        ("ST-SPEC-01", "clause"),
    ],
)
def test_an_id_says_its_kind(id: str, kind: str) -> None:
    assert kind_of(id) == kind


def test_rules_are_found_by_id_and_by_words() -> None:
    assert [clause.id for clause in search(TOY, "tb-turn-05")] == ["TB-TURN-05"]
    assert [clause.id for clause in search(TOY, "TURN-05")] == ["TB-TURN-05"]
    assert [clause.id for clause in search(TOY, "parry breath")] == ["TB-TURN-05"]
    assert search(TOY, "dragon") == []


def test_an_id_given_twice_is_an_error(tmp_path: Path) -> None:
    path = tmp_path / "RULES.md"
    path.write_text("- **TB-X-01** a\n  goes on\n- **TB-X-01** b\n")
    with pytest.raises(ContentError, match=r"line 3.*line 1"):
        parse_rules(path)


def test_coverage_counts_cases_and_the_docstrings_of_tests(tmp_path: Path) -> None:
    nothing = coverage(TOY)
    assert {clause.id for clause in nothing.missing} == {"TB-SETUP-01", "TB-END-03"}
    (tmp_path / "test_more.py").write_text(
        'def test_it():\n    """TB-SETUP-01."""\n\n'
        'def helper():\n    """TB-END-03 in what is no test."""\n\n'
        '@pytest.mark.clause("TB-NO-99")\ndef test_other():\n    "TB-END-03" in comments\n'
    )
    more = coverage(TOY, tmp_path)
    assert {clause.id for clause in more.missing} == {"TB-END-03"}
    assert set(more.unknown) == {"TB-NO-99"}


# The documentation ----------------------------------------------------------------------------------


def test_the_example_in_the_documentation_runs(tmp_path: Path) -> None:
    text = (ROOT / "docs/cases.md").read_text()
    example = re.search(r"```toml\n(.*?)```", text, re.DOTALL)
    assert example
    path = tmp_path / "docs.toml"
    path.write_text(example[1])
    (trial,) = trials(path, rulebook("starter"))
    assert played(trial) == []
