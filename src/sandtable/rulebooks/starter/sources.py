"""A content file while it is being read: its text, so that every problem can name its line."""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Generic, TypeVar

from sandtable.core.content import ContentError, line_of, load

T = TypeVar("T")


@dataclass
class Source(Generic[T]):
    """A file read as a form. Problems of meaning are gathered, so that all can be told at once."""

    path: Path
    form: T
    problems: list[ContentError] = field(default_factory=list)

    @classmethod
    def read(cls, path: Path, kind: type[T]) -> Source[T]:
        """Read a file. ContentError if it is not of this form at all."""
        return cls(path, load(path, kind))

    def wrong(self, place: str, problem: str, below: int = 0) -> None:
        """Note a problem of a field (``types[2].price``), ``below`` lines under the one that names it."""
        line = line_of(self.path.read_text(encoding="utf-8"), place)
        self.problems.append(ContentError(self.path.name, problem, line + below if line else 0, place))

    def within(self, place: str, value: int, least: int, most: int) -> int:
        """A number that must lie between two; ``least`` if it does not."""
        if least <= value <= most:
            return value
        self.wrong(place, f"expected {least} to {most}, not {value}")
        return least

    def one_of(self, place: str, name: str, names: dict[str, Any], what: str) -> Any:
        """What a name stands for; None if it is not known."""
        if name not in names:
            there = ", ".join(names) or "none"
            self.wrong(place, f"no {what} {name!r}; there are {there}")
        return names.get(name)

    def beside(self, place: str, name: str) -> Path | None:
        """The file that a path in this one means. It must be relative, and TOML."""
        if Path(name).is_absolute() or Path(name).suffix != ".toml":
            self.wrong(place, f"expected a relative path to a .toml file, not {name!r}")
            return None
        path = (self.path.parent / name).resolve()
        if not path.is_file():
            self.wrong(place, f"there is no file {name!r} beside this one")
            return None
        return path
