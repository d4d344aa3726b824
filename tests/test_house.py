"""The rules of the house: which way imports point, how long a file may be, what no file may hold."""

import re
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent
CODE = {".py", ".ts", ".svelte", ".css"}
LONGEST = 600  # lines of one source file

# Spelled in pieces, so that this file does not hold what it forbids.
FORBIDDEN = {
    "a registry address": re.compile(
        "|".join(["registry" + r"\.npmjs", r"\bpypi" + r"\.org", "python" + "hosted"])
    ),
    "a lock file's download address": re.compile('"resol' + 'ved":'),
    "a path of one machine": re.compile(r"(?<![\w.~-])/(?:ho" + "me|ro" + "ot|wo" + r"rk|Use" + r"rs)/\w"),
}


def tracked(*patterns: str) -> list[Path]:
    """Return the files that git keeps, and those it would keep, by ``patterns``."""
    words = ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard", "--", *patterns]
    listed = subprocess.run(words, cwd=ROOT, capture_output=True, text=True, check=True).stdout
    return [ROOT / name for name in listed.split("\0") if name and (ROOT / name).is_file()]


def text_of(path: Path) -> str:
    """Return the text of ``path``; nothing for pictures and other binary files."""
    content = path.read_bytes()
    return "" if b"\0" in content else content.decode()


def test_imports_point_one_way() -> None:
    linter = Path(sys.executable).with_name("lint-imports")
    done = subprocess.run([linter, "--no-logo"], cwd=ROOT, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr


def test_the_import_rule_knows_every_layer() -> None:
    contracts = tomllib.loads((ROOT / "pyproject.toml").read_text())["tool"]["importlinter"]["contracts"]
    layers = {name for row in contracts[0]["layers"] for name in re.findall(r"\w+", row)}
    packages = {path.parent.name for path in (ROOT / "src/sandtable").glob("*/__init__.py")}
    assert packages <= layers


GENERATED = {"types.ts"}


def test_no_source_file_outgrows_its_room() -> None:
    written = [path for path in tracked() if path.suffix in CODE and path.name not in GENERATED]
    lengths = {path: len(text_of(path).splitlines()) for path in written}
    assert lengths
    assert {str(path.relative_to(ROOT)): n for path, n in lengths.items() if n > LONGEST} == {}


@pytest.mark.parametrize("what", FORBIDDEN)
def test_no_file_holds(what: str) -> None:
    found = [
        f"{path.relative_to(ROOT)}:{number}: {line.strip()[:100]}"
        for path in tracked()
        for number, line in enumerate(text_of(path).splitlines(), 1)
        if FORBIDDEN[what].search(line)
    ]
    assert not found, f"{what} in\n" + "\n".join(found)


@pytest.mark.parametrize(
    ("what", "line"),
    [
        ("a registry address", "index = https://" + "pypi" + ".org/simple"),
        ("a lock file's download address", '  "resol' + 'ved": "x"'),
        ("a path of one machine", "open('/ho" + "me/anna/map.txt')"),
    ],
)
def test_what_is_forbidden_is_found(what: str, line: str) -> None:
    assert FORBIDDEN[what].search(line)


def test_requirements_are_pinned_and_hashed() -> None:
    for name in ("requirements.txt", "requirements-dev.txt"):
        blocks = re.split(r"\n(?=\w)", (ROOT / name).read_text())[1:]
        assert blocks
        bare = [block.split()[0] for block in blocks if "==" not in block or "--hash=sha256:" not in block]
        assert not bare, f"{name}: {bare}"


def test_players_and_developers_run_the_same_versions() -> None:
    def pins(name: str) -> dict[str, str]:
        return dict(re.findall(r"^([\w.\[\]-]+)==([\w.+-]+)", (ROOT / name).read_text(), re.MULTILINE))

    for_players, for_developers = pins("requirements.txt"), pins("requirements-dev.txt")
    assert for_players
    differ = {name for name in for_players if for_players[name] != for_developers.get(name)}
    assert not differ
