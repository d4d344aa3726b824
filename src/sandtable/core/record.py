"""Records: flat data that costs one memory copy to clone.

A class whose annotations give the fields becomes a NumPy record type::

    class Unit(Record):
        kind: i16
        beads: Annotated[Ints, i8, 4]

    class Game(Record):
        terrain: Annotated[Ints, i8, (ROWS, COLUMNS)]
        units: Annotated[Rows[Unit], 64]

`blank(Game, n)` makes ``n`` of them in a row. Rules read and write ``game.units[3].kind`` whether the
row is a NumPy array (compiled) or a row of slotted mirrors (interpreted); ``row[i] = row[j]`` copies.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterator
from typing import (
    TYPE_CHECKING,
    Annotated,
    Any,
    ClassVar,
    Generic,
    Protocol,
    TypeVar,
    get_args,
    get_origin,
    get_type_hints,
)

import numpy as np

from sandtable.core.compile import INTERPRETED

i8 = Annotated[int, np.int8]
i16 = Annotated[int, np.int16]
i32 = Annotated[int, np.int32]
i64 = Annotated[int, np.int64]

R = TypeVar("R")

if TYPE_CHECKING:

    class Ints(Protocol):
        """An array of integers; ``Annotated[Ints, i16, 4]`` or ``Annotated[Ints, i8, (rows, columns)]``."""

        def __getitem__(self, at: Any) -> Any: ...
        def __setitem__(self, at: Any, value: Any) -> None: ...
        def __len__(self) -> int: ...
        def __iter__(self) -> Iterator[int]: ...

    class Rows(Protocol[R]):
        """A row of records; as a field ``Annotated[Rows[Unit], 64]``."""

        def __getitem__(self, at: int) -> R: ...
        def __setitem__(self, at: int, value: R) -> None: ...
        def __len__(self) -> int: ...
        def __iter__(self) -> Iterator[R]: ...
else:

    class Ints:
        """An array of integers; ``Annotated[Ints, i16, 4]`` or ``Annotated[Ints, i8, (rows, columns)]``."""

    class Rows(Generic[R]):
        """A row of records; as a field ``Annotated[Rows[Unit], 64]``."""


class Record:
    """Base of all record types. Subclasses hold annotations only; see the module's text."""

    dtype: ClassVar[np.dtype[Any]]
    mirror: ClassVar[type[Mirror]]

    def __init_subclass__(cls) -> None:
        fields = {
            name: _field(annotation)
            for name, annotation in get_type_hints(cls, include_extras=True).items()
            if name not in ("dtype", "mirror")
        }
        packed = np.dtype([(name, kind, shape) for name, (kind, shape, _) in fields.items()])
        cls.dtype = np.dtype((np.record, packed))
        inner = {name: (record, shape) for name, (_, shape, record) in fields.items()}
        cls.mirror = type(
            cls.__name__, (Mirror,), {"__slots__": tuple(fields), "fields": inner, "record": cls}
        )


def _field(annotation: Any) -> tuple[Any, tuple[int, ...], type[Record] | None]:
    """NumPy type, shape and record class (or None) of one annotation."""
    if isinstance(annotation, type) and issubclass(annotation, Record):
        return annotation.dtype, (), annotation
    kind, *rest = get_args(annotation) or (None,)
    if kind is int:
        return rest[0], (), None
    if kind is Ints:
        shape = rest[1] if isinstance(rest[1], tuple) else (rest[1],)
        return get_args(rest[0])[1], shape, None
    if get_origin(kind) is Rows:
        (record,) = get_args(kind)
        return record.dtype, (rest[0],), record
    raise TypeError(f"not a record field: {annotation!r}")


class Mirror:
    """A record as a plain Python object: same attributes, Python integers, copies on assignment."""

    __slots__ = ()
    fields: ClassVar[dict[str, tuple[type[Record] | None, tuple[int, ...]]]]
    record: ClassVar[type[Record]]

    def fill(self, values: Any) -> Mirror:
        """Take all fields from nested tuples and lists (as NumPy's ``tolist`` gives them)."""
        for (name, (record, shape)), given in zip(self.fields.items(), values, strict=True):
            value = given.tolist() if isinstance(given, np.ndarray) else given
            if record is None:
                setattr(self, name, Cells(value) if shape else value)
            elif shape:
                setattr(self, name, MirrorRow(record, [_mirror(record, item) for item in value]))
            else:
                setattr(self, name, _mirror(record, value))
        return self

    def tuple(self) -> tuple[Any, ...]:
        """All fields as nested tuples and lists, the inverse of `fill`."""
        return tuple(_plain(getattr(self, name)) for name in self.fields)

    def __repr__(self) -> str:
        return f"{type(self).__name__}({', '.join(f'{n}={getattr(self, n)!r}' for n in self.fields)})"


def _mirror(record: type[Record], values: Any) -> Mirror:
    return record.mirror().fill(values)


def _plain(value: Any) -> Any:
    if isinstance(value, Mirror):
        return value.tuple()
    if isinstance(value, (list, tuple)):
        return [_plain(item) for item in value]
    return int(value)


class Cells(list[Any]):
    """An integer array of a mirror: a list that also takes ``[row, column]`` and slices of one number."""

    def __init__(self, values: Any) -> None:
        super().__init__(Cells(v) if isinstance(v, list) else v for v in values)

    def __getitem__(self, at: Any) -> Any:
        if isinstance(at, tuple):
            inner: Any = self
            for index in at:
                inner = list.__getitem__(inner, _inside(index))
            return inner
        return super().__getitem__(at if isinstance(at, slice) else _inside(at))

    def __setitem__(self, at: Any, value: Any) -> None:
        if isinstance(at, tuple):
            self[at[:-1]][at[-1]] = value
        elif isinstance(at, slice):
            indices = range(*at.indices(len(self)))
            values = [value] * len(indices) if isinstance(value, int) else list(value)
            for index, item in zip(indices, values, strict=True):
                self[index] = item
        elif isinstance(inner := super().__getitem__(_inside(at)), Cells):
            inner[:] = value
        else:
            super().__setitem__(at, int(value))


def _inside(index: int) -> int:
    """Refuse the wrapped negatives that compiled code would take from elsewhere."""
    if index < 0:
        raise IndexError(f"index {index} is negative")
    return index


class MirrorRow(list[Any]):
    """A row of mirrors; assigning copies, as it does in NumPy."""

    def __init__(self, record: type[Record], items: list[Mirror]) -> None:
        super().__init__(items)
        self.record = record

    def __getitem__(self, at: Any) -> Any:
        return super().__getitem__(at if isinstance(at, slice) else _inside(at))

    def __setitem__(self, at: Any, value: Any) -> None:
        self[at].fill(value.tuple())


def blank(record: type[Record], n: int = 1) -> Any:
    """``n`` zeroed records in a row: a NumPy array, or mirrors when rules are interpreted."""
    array = np.zeros(n, record.dtype)
    return mirrors(record, array) if INTERPRETED else array


def mirrors(record: type[Record], array: Any) -> MirrorRow:
    """Slotted mirrors of a NumPy array of ``record``."""
    return MirrorRow(record, [_mirror(record, values) for values in array.tolist()])


def mirror(record: type[Record], row: Any, at: int = 0) -> Any:
    """One record of a row as plain Python, cheap to read field by field; a copy."""
    if isinstance(row, MirrorRow):
        return _mirror(record, row[at].tuple())
    return _mirror(record, row[at].tolist())


def array_of(record: type[Record], row: Any) -> np.ndarray[Any, Any]:
    """A row as a NumPy array, whichever kind it was."""
    if isinstance(row, MirrorRow):
        return np.array([item.tuple() for item in row], record.dtype)
    return np.asarray(row)


def clone(record: type[Record], row: Any) -> Any:
    """A row of its own with the same contents."""
    if isinstance(row, MirrorRow):
        return MirrorRow(record, [_mirror(record, item.tuple()) for item in row])
    return row.copy()


def raw(record: type[Record], row: Any, at: int = 0) -> bytes:
    """The bytes of one record; equal records have equal bytes (records have no padding)."""
    return array_of(record, row)[at : at + 1].tobytes()


def state_hash(record: type[Record], row: Any, at: int = 0) -> str:
    """SHA-256 of a record's bytes, in hexadecimal."""
    return hashlib.sha256(raw(record, row, at)).hexdigest()


def layout(record: type[Record]) -> bytes:
    """Eight bytes that change whenever a field of ``record`` changes name, type, shape or place."""
    return hashlib.sha256(repr(_describe(record.dtype)).encode()).digest()[:8]


def _describe(dtype: np.dtype[Any]) -> Any:
    if dtype.subdtype:
        return (_describe(dtype.subdtype[0]), dtype.subdtype[1])
    if dtype.fields:
        return [(name, _describe(dtype.fields[name][0])) for name in dtype.names or ()]
    return dtype.str


def pack(record: type[Record], row: Any, at: int = 0) -> bytes:
    """One record as bytes that say which layout they have."""
    return layout(record) + raw(record, row, at)


def unpack(record: type[Record], data: bytes) -> Any:
    """A row of one record from `pack`'s bytes. ValueError if they are of another layout or length."""
    if data[:8] != layout(record):
        raise ValueError(f"these bytes hold no {record.__name__} of this version")
    if len(data) != 8 + record.dtype.itemsize:
        raise ValueError(f"a {record.__name__} has {record.dtype.itemsize} bytes, not {len(data) - 8}")
    array = np.frombuffer(data[8:], record.dtype).copy()
    return mirrors(record, array) if INTERPRETED else array


def diff(record: type[Record], a: Any, b: Any, at_a: int = 0, at_b: int = 0) -> list[tuple[str, int, int]]:
    """Where two records differ: (path, value in a, value in b), in field order."""
    found: list[tuple[str, int, int]] = []
    _differences("", mirror(record, a, at_a), mirror(record, b, at_b), found)
    return found


def _differences(path: str, a: Any, b: Any, found: list[tuple[str, int, int]]) -> None:
    if isinstance(a, Mirror):
        for name in a.fields:
            _differences(f"{path}.{name}" if path else name, getattr(a, name), getattr(b, name), found)
    elif isinstance(a, list):
        for index, (left, right) in enumerate(zip(a, b, strict=True)):
            _differences(f"{path}[{index}]", left, right, found)
    elif a != b:
        found.append((path, a, b))
