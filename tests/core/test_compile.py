"""The compiler's cache: its key sees an edit anywhere in the sources that a module stands on."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from sandtable.core.inner import callers_first

RUN = """
import sys
from sandtable.core.compile import source_key
print(source_key("thing.upper"))
import thing.upper
print(thing.upper.answer())
"""


def program(folder: Path, lower: str) -> None:
    package = folder / "thing"
    package.mkdir(exist_ok=True)
    (package / "__init__.py").write_text("")
    (package / "lower.py").write_text(
        f"from sandtable.core.compile import rule\n@rule\ndef number():\n    return {lower}\n"
    )
    (package / "upper.py").write_text(
        "from sandtable.core.compile import rule\nfrom .lower import number\n"
        "@rule\ndef answer():\n    return number() + 1\n"
    )


def run(folder: Path, mode: str = "compiled") -> list[str]:
    environment = os.environ | {
        "PYTHONPATH": str(folder),
        "SANDTABLE_CACHE": str(folder / "cache"),
        "SANDTABLE_MODE": mode,
        "PYTHONDONTWRITEBYTECODE": "1",
    }
    done = subprocess.run(
        [sys.executable, "-c", RUN], env=environment, capture_output=True, text=True, timeout=120, check=False
    )
    assert done.returncode == 0, done.stderr
    return done.stdout.split()


def test_an_edit_in_an_imported_file_is_seen(tmp_path: Path) -> None:
    program(tmp_path, "20")
    key, answer = run(tmp_path)
    assert answer == "21"
    assert run(tmp_path) == [key, "21"]
    program(tmp_path, "30")
    other, answer = run(tmp_path)
    assert other != key
    assert answer == "31"


INNER = """
import numpy as np
import thing.upper
from thing.lower import element, number
assert thing.upper.answer() == 21
assert not number.overloads, "a rule that only rules call is no program of its own"
assert number() == 20 and len(number.overloads) == 1, "and Python may call it all the same"
try:
    print(thing.upper.reach(np.arange(3), np.int64(3)))
except IndexError as error:
    print(error)
print(thing.upper.reach(np.arange(3), np.int8(2)) + thing.upper.reach(np.arange(3), 1))
"""


def test_a_rule_called_by_rules_has_one_form_and_no_program(tmp_path: Path) -> None:
    program(tmp_path, "20")
    with (tmp_path / "thing" / "lower.py").open("a") as file:
        file.write("@rule\ndef element(numbers, i):\n    return numbers[i]\n")
    with (tmp_path / "thing" / "upper.py").open("a") as file:
        file.write(
            "from .lower import element\n@rule\ndef reach(numbers, i):\n    return element(numbers, i)\n"
        )
    environment = os.environ | {
        "PYTHONPATH": str(tmp_path),
        "SANDTABLE_CACHE": str(tmp_path / "cache"),
        "SANDTABLE_MODE": "compiled",
        "NUMBA_BOUNDSCHECK": "1",
    }
    for _ in range(2):  # compiled, then from the cache
        done = subprocess.run(
            [sys.executable, "-c", INNER], env=environment, capture_output=True, text=True, check=False
        )
        assert done.returncode == 0, done.stderr
        assert done.stdout.splitlines()[-2:] == ["index is out of bounds", "3"]


def test_rules_can_be_left_as_they_are(tmp_path: Path) -> None:
    program(tmp_path, "20")
    assert run(tmp_path, "interpreted")[1] == "21"
    assert not list(tmp_path.glob("cache/*"))


def test_the_key_of_an_engine_sees_the_rulebook(tmp_path: Path) -> None:
    """The engine's entries are written outside the package, and still stand on all of its rules."""
    from sandtable.core.compile import _sources
    from sandtable.core.engine import entries
    from toybook import RULEBOOK

    found = _sources(entries(RULEBOOK.package).__name__)
    for module in ("toybook.apply", "toybook.state", "sandtable.core.dice", "sandtable.core.sha256"):
        assert module in found


@pytest.mark.parametrize("name", ["setup", "apply", "legal", "playouts"])
def test_a_rulebooks_entries_come_from_the_cache(name: str) -> None:
    from sandtable.core.compile import INTERPRETED
    from sandtable.core.engine import entries
    from toybook import RULEBOOK

    if INTERPRETED:
        pytest.skip("nothing is compiled")
    assert getattr(entries(RULEBOOK.package), name)._cache is not None


def test_what_is_linked_comes_behind_all_that_may_call_it() -> None:
    """LLVM leaves out what nobody has asked for yet: each once, and where it comes last."""
    assert callers_first(["one", "min", "other", "one", "min", "root"]) == ["other", "one", "min", "root"]
