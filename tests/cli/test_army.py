"""`sandtable army`: what can be taken, what is wrong with an army and where."""

from pathlib import Path

import pytest
from typer.testing import CliRunner

from sandtable.cli import app
from sandtable.rulebooks.formation.armies import CONTENT

BROKEN = """name = "Broken"
army_list = "kessar"

[[formation]]
name = "Mixed"
stands = ["3 Thrall Pack", "1 Carrier Manta"]
"""


def run(*words: str) -> tuple[int, str]:
    done = CliRunner().invoke(app, ["army", *words], env={"COLUMNS": "200"})
    return done.exit_code, done.output


@pytest.mark.parametrize("path", sorted((CONTENT / "forces").glob("*.toml")), ids=lambda path: path.stem)
def test_ready_armies_may_be_played(path: Path) -> None:
    code, said = run("formation", str(path))
    assert code == 0
    assert "of 25" in said


def test_what_is_wrong_names_file_line_field_and_clause(tmp_path: Path) -> None:
    path = tmp_path / "mine.toml"
    path.write_text(BROKEN, encoding="utf-8")
    code, said = run("formation", str(path))
    assert code == 1
    assert (
        "mine.toml, line 6, formation[0].stands (Mixed): aircraft form formations of their own (FM-R77)"
        in said
    )


def test_fewer_points_are_a_limit_too() -> None:
    code, said = run("formation", str(CONTENT / "forces" / "kessar-war-band.toml"), "--points", "20")
    assert code == 1
    assert "the limit is 20 (FM-SETUP-07)" in said


def test_without_a_file_it_lists_what_can_be_taken() -> None:
    code, said = run("formation")
    assert code == 0
    assert "Thrall Pack" in said and "Fire Squad" in said
