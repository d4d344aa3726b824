"""Content: TOML files, checked against a type, with errors that name file, line and field."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path
from typing import Any, TypeVar

import msgspec

LARGEST = 1 << 20
DEEPEST = 32
WORDS = re.compile(  # strings and comments, in which brackets mean nothing
    r'"""(?:\\.|[^\\])*?"""' r"|'''.*?'''" r'|"(?:\\.|[^"\\\n])*"' r"|'[^'\n]*'|#[^\n]*", re.DOTALL
)

T = TypeVar("T")


class ContentError(ValueError):
    """A file that cannot be used: ``where`` it is wrong (file, line, field) and what was expected."""

    def __init__(self, source: str, problem: str, line: int = 0, field: str = "") -> None:
        self.source, self.problem, self.line, self.field = source, problem, line, field
        place = source + (f", line {line}" if line else "") + (f", {field}" if field else "")
        super().__init__(f"{place}: {problem}")


def load(path: Path, kind: type[T]) -> T:
    """A TOML file as ``kind`` (a msgspec Struct). ContentError for anything else than a good file."""
    try:
        if path.stat().st_size > LARGEST:
            raise ContentError(str(path), f"larger than {LARGEST} bytes")
        data = path.read_bytes()
    except OSError as error:
        raise ContentError(str(path), f"cannot be read: {error.strerror}") from error
    return parse(data, kind, path.name)


def parse(data: bytes, kind: type[T], source: str) -> T:
    """The same for bytes from elsewhere (an upload); ``source`` names them in errors."""
    if len(data) > LARGEST:
        raise ContentError(source, f"larger than {LARGEST} bytes")
    try:
        text = data.decode("utf-8")
    except UnicodeDecodeError as error:
        raise ContentError(source, "is not UTF-8 text", data[: error.start].count(b"\n") + 1) from error
    _check_depth(text, source)
    try:
        tree = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        found = re.search(r"\(at line (\d+), column \d+\)", str(error))
        problem = re.sub(r" \(at .*\)", "", str(error))
        raise ContentError(
            source, f"is not TOML: {problem}", int(found[1]) if found else text.count("\n") + 1
        ) from error
    except RecursionError as error:
        raise ContentError(source, f"is nested deeper than {DEEPEST}") from error
    try:
        return msgspec.convert(tree, kind)
    except msgspec.ValidationError as error:
        raise misfit(error, text, source) from error


def misfit(error: msgspec.ValidationError, text: str, source: str, within: str = "") -> ContentError:
    """The same error with the line and the field that it is about; ``within`` is the part converted."""
    problem, _, path = str(error).partition(" - at `$")
    field = (within + path.rstrip("`")).lstrip(".")
    if unknown := re.search(r"unknown field `([^`]+)`", problem):
        field = f"{field}.{unknown[1]}" if field else unknown[1]
    return ContentError(source, problem, line_of(text, field), field)


def _check_depth(text: str, source: str) -> None:
    """Refuse deep nesting before a recursive parser meets it."""
    depth = 0
    bare = WORDS.sub(lambda found: "\n" * found[0].count("\n"), text)
    for number, line in enumerate(bare.split("\n"), 1):
        for mark in line:
            depth += (mark in "[{") - (mark in "]}")
            if depth > DEEPEST:
                raise ContentError(source, f"is nested deeper than {DEEPEST}", number)
        if line.count(".") > 1000:
            raise ContentError(source, "has a name with over 1000 parts", number)


def line_of(text: str, field: str) -> int:
    """The line that gives ``field`` (a path such as ``units[2].speed``), or its nearest parent; 0 if none."""
    lines = _lines(text)
    path = field
    while path:
        if path in lines:
            return lines[path]
        path = re.sub(r"(\.[^.\[\]]*|\[[^\]]*\])$", "", path) if re.search(r"[.\[]", path) else ""
    return 0


def _lines(text: str) -> dict[str, int]:
    """Path -> line for every header and key that stands at the beginning of a line."""
    found: dict[str, int] = {}
    counts: dict[str, int] = {}
    table = ""
    for number, line in enumerate(text.split("\n"), 1):
        if header := re.match(r"\s*\[\[\s*([\w.\-\"]+)\s*\]\]", line):
            name = _numbered(header[1], counts)
            counts[name] = counts.get(name, -1) + 1
            table = f"{name}[{counts[name]}]"
            found.setdefault(table, number)
        elif header := re.match(r"\s*\[\s*([\w.\-\"]+)\s*\]", line):
            table = _numbered(header[1], counts)
            found.setdefault(table, number)
        elif key := re.match(r"\s*([\w\-]+|\"[^\"]*\")\s*=", line):
            name = key[1].strip('"')
            found.setdefault(f"{table}.{name}" if table else name, number)
    return found


def _numbered(header: str, counts: dict[str, int]) -> str:
    """A dotted header with the index of the last element of each array of tables on its way."""
    path = ""
    parts = header.replace('"', "").split(".")
    for index, part in enumerate(parts):
        path = f"{path}.{part}" if path else part
        if path in counts and index < len(parts) - 1:
            path = f"{path}[{counts[path]}]"
    return path


def described(problem: Exception) -> dict[str, Any]:
    """An error as plain data for a client: where and what."""
    if isinstance(problem, ContentError):
        return {
            "source": problem.source,
            "line": problem.line,
            "field": problem.field,
            "problem": problem.problem,
        }
    return {"source": "", "line": 0, "field": "", "problem": str(problem)}
