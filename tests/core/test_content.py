"""Content: whatever is wrong with a file, the error names file, line and field."""

from pathlib import Path

import pytest
from msgspec import Struct

from sandtable.core.content import DEEPEST, LARGEST, ContentError, described, line_of, load, parse


class Weapon(Struct, forbid_unknown_fields=True):
    name: str
    sides: int


class Unit(Struct, forbid_unknown_fields=True):
    name: str
    weapons: list[Weapon] = []


class Army(Struct, forbid_unknown_fields=True):
    title: str
    units: list[Unit]


GOOD = """title = "Blue"

[[units]]
name = "Infantry"

[[units]]
name = "Tank"
weapons = [{ name = "Gun", sides = 10 }]

[[units.weapons]]
"""


def wrong(text: str | bytes) -> ContentError:
    data = text if isinstance(text, bytes) else text.encode()
    with pytest.raises(ContentError) as caught:
        parse(data, Army, "army.toml")
    return caught.value


def test_a_good_file_is_its_type(tmp_path: Path) -> None:
    path = tmp_path / "army.toml"
    path.write_text('title = "Blue"\nunits = [{ name = "Tank" }]\n')
    assert load(path, Army) == Army("Blue", [Unit("Tank")])


@pytest.mark.parametrize(
    ("text", "line", "field", "words"),
    [
        ('title = "x"\n[[units]]\nname = 7\n', 3, "units[0].name", "str"),
        ('title = "x"\n[[units]]\nname = "a"\n\n[[units]]\nnam = "b"\n', 6, "units[1].nam", "unknown"),
        (
            'title = "x"\n[[units]]\nname = "a"\n[[units.weapons]]\nname = "g"\nsides = "ten"\n',
            6,
            "units[0].weapons[0].sides",
            "int",
        ),
        ('title = "x"\nunits = 3\n', 2, "units", "array"),
        ('title = "x"\n\nunits = [\n', 4, "", "not TOML"),
        ('title = "x"\ntitle = "y"\n', 2, "", "not TOML"),
    ],
)
def test_an_error_names_line_and_field(text: str, line: int, field: str, words: str) -> None:
    error = wrong(text)
    assert error.source == "army.toml"
    assert words in error.problem
    assert (error.line, error.field) == (line, field)
    assert str(error).startswith("army.toml")
    assert described(error)["line"] == error.line


def test_a_missing_field_is_told_at_its_table() -> None:
    error = wrong('title = "x"\n\n[[units]]\n')
    assert error.line == 3 and "name" in error.problem


@pytest.mark.parametrize(
    ("data", "words"),
    [
        (b"\xff\xfe", "UTF-8"),
        (b'title = "' + b"x" * LARGEST + b'"', "larger"),
        (b"a = " + b"[" * 100_000, "nested"),
        (b"a = " + b"{b=" * 40, "nested"),
        (b".".join([b"a"] * 5_000) + b" = 1", "1000 parts"),
    ],
)
def test_hostile_files_are_refused(data: bytes, words: str) -> None:
    assert words in wrong(data).problem


def test_nesting_is_allowed_up_to_its_limit() -> None:
    text = "a = " + "[" * DEEPEST + "]" * DEEPEST
    assert "nested" not in wrong(text).problem


def test_brackets_in_words_do_not_count_as_nesting() -> None:
    parse(('title = "' + "[" * 100 + '"\nunits = []\n').encode(), Army, "army.toml")


def test_a_file_that_is_not_there_says_so(tmp_path: Path) -> None:
    with pytest.raises(ContentError, match="cannot be read"):
        load(tmp_path / "none.toml", Army)


def test_lines_of_nested_tables() -> None:
    assert line_of(GOOD, "units[1].name") == 7
    assert line_of(GOOD, "units[1].weapons[0].sides") == 10
    assert line_of(GOOD, "units[0].weapons[3].sides") == 3
    assert line_of(GOOD, "nothing") == 0
