"""The rules in words: clauses, rulings and examples of a rulebook's RULES.md.

An entry is a list item that begins with its id in bold::

    - **ST-MOV-03** It may move up to its movement speed, in squares. (L106)
    - **ST-R07** Q: ...? R: ... Why: ...
    - **ST-CAMP-11** The binder contains ... {not mechanical: a physical component}

The mark in braces at the end says that no program can break the entry, and why. Lines that follow
indented belong to it. Headings give the groups. What is kept is for players: places in the source, (L106),
and the short names of groups are left out.
"""

from __future__ import annotations

import ast
import re
import tomllib
from collections.abc import Iterable
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Literal

from sandtable.core.content import ContentError
from sandtable.core.rulebook import Rulebook

Kind = Literal["clause", "ruling", "example", "proposal"]

ENTRY = re.compile(r"- \*\*([A-Z]{2}-[A-Z0-9]+(?:-[A-Z0-9]+)*)\.?\s*([^*]*)\*\*\s*(.*)")
PLACE = re.compile(r"\s*\(L\d[^()]*\)")
SHORT = re.compile(r"^[A-Z]{2,} - ")
MARK = re.compile(r"\s*\{not mechanical: ([^{}]+)\}\s*$")


@dataclass(frozen=True)
class Clause:
    """One entry of RULES.md."""

    id: str  # "ST-MOV-03"
    kind: Kind
    text: str
    group: str  # the heading it stands under
    line: int
    flavour: str = ""  # why it is not mechanical; empty if it is

    @property
    def mechanical(self) -> bool:
        """Whether a program could break it, so that a case or a test must prove it."""
        return not self.flavour


@cache
def clauses(rulebook: Rulebook) -> dict[str, Clause]:
    """All entries of a rulebook by id, in the order of RULES.md."""
    return parse_rules(rulebook.folder / "RULES.md")


def parse_rules(path: Path) -> dict[str, Clause]:
    """The same for a file. ContentError for an id given twice, or an unreadable file."""
    try:
        text = path.read_text(encoding="utf-8")
    except OSError as error:
        raise ContentError(str(path), f"cannot be read: {error.strerror}") from error
    found: dict[str, Clause] = {}
    group = ""
    lines = text.split("\n")
    for number, line in enumerate(lines, 1):
        if heading := re.match(r"#+\s+(.*)", line):
            group = _group(heading[1].strip())
        elif entry := ENTRY.match(line):
            if entry[1] in found:
                raise ContentError(path.name, f"{entry[1]} was given in line {found[entry[1]].line}", number)
            found[entry[1]] = _clause(entry, _whole(lines, number - 1, entry), group, number)
    return found


def _whole(lines: list[str], at: int, entry: re.Match[str]) -> str:
    """The text of an entry with the indented lines below it."""
    parts = [part for part in (entry[2].strip(), entry[3].strip()) if part]
    for line in lines[at + 1 :]:
        if not re.match(r"\s+\S", line):
            break
        parts.append(line.strip())
    return " ".join(parts)


def _clause(entry: re.Match[str], text: str, group: str, line: int) -> Clause:
    mark = MARK.search(text)
    words = PLACE.sub("", MARK.sub("", text))
    return Clause(entry[1], kind_of(entry[1]), words, group, line, mark[1].strip() if mark else "")


def _group(heading: str) -> str:
    title = SHORT.sub("", heading)
    return title[:1].upper() + title[1:]


def kind_of(id: str) -> Kind:
    """What an id stands for: ``-R07`` a ruling, ``-EX-01 -E01 -S01`` an example, ``-M01 -P01`` a proposal."""
    tail = id.split("-", 1)[1]
    if re.match(r"R\d", tail):
        return "ruling"
    if re.match(r"EX-|[ES]\d", tail):
        return "example"
    if re.match(r"[MP]\d", tail):
        return "proposal"
    return "clause"


def search(rulebook: Rulebook, words: str) -> list[Clause]:
    """The entry with this id; else those that hold all the words, best first: id, group, then text."""
    everything = clauses(rulebook)
    wanted = words.strip().upper()
    for id in (wanted, f"{rulebook.prefix}-{wanted}"):
        if id in everything:
            return [everything[id]]
    parts = words.lower().split()
    hits = []
    for clause in everything.values():
        places = (clause.id.lower(), clause.group.lower(), clause.text.lower())
        if parts and all(any(part in place for place in places) for part in parts):
            rank = min(i for i, place in enumerate(places) if any(part in place for part in parts))
            hits.append((rank, clause))
    return [clause for _, clause in sorted(hits, key=lambda hit: hit[0])]


@dataclass(frozen=True)
class Coverage:
    """Which cases and tests name which entries."""

    named: dict[str, list[str]]  # id -> where
    missing: list[Clause]  # mechanical, and nothing names them
    unknown: dict[str, list[str]]  # ids that cases and tests name and RULES.md has not


def coverage(rulebook: Rulebook, tests: Path | None = None) -> Coverage:
    """Look through the rulebook's cases, and through the Python tests under ``tests`` if given."""
    everything = clauses(rulebook)
    named: dict[str, list[str]] = {}
    for path in sorted((rulebook.folder / "cases").glob("*.toml")):
        for id in _proved(path):
            named.setdefault(id, []).append(f"cases/{path.name}")
    for path in sorted(tests.rglob("test_*.py")) if tests else ():
        for id in _cited(path, rulebook.prefix):
            named.setdefault(id, []).append(path.name)
    return Coverage(
        named={id: places for id, places in named.items() if id in everything},
        missing=[clause for clause in everything.values() if clause.mechanical and clause.id not in named],
        unknown={id: places for id, places in named.items() if id not in everything},
    )


def _proved(path: Path) -> list[str]:
    try:
        tree = tomllib.loads(path.read_text(encoding="utf-8"))
    except (OSError, tomllib.TOMLDecodeError) as error:
        raise ContentError(path.name, f"cannot be read: {error}") from error
    return [id for case in tree.get("case", []) for id in case.get("proves", [])]


def _cited(path: Path, prefix: str) -> set[str]:
    """Ids in the docstrings and decorators of a file's test functions."""
    tree = ast.parse(path.read_text(encoding="utf-8"))
    words: list[str] = []
    for node in ast.walk(tree):
        if isinstance(node, ast.FunctionDef) and node.name.startswith("test"):
            words.append(ast.get_docstring(node) or "")
            words += _strings(node.decorator_list)
    return set(re.findall(rf"\b{prefix}-[A-Z0-9]+(?:-[A-Z0-9]+)*\b", " ".join(words)))


def _strings(nodes: Iterable[ast.AST]) -> list[str]:
    return [
        child.value
        for node in nodes
        for child in ast.walk(node)
        if isinstance(child, ast.Constant) and isinstance(child.value, str)
    ]
