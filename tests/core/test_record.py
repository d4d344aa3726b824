"""Records: clone, bytes, hash, diff; a NumPy row and a row of mirrors are the same thing."""

from typing import Annotated

import numpy as np
import pytest

from sandtable.core.record import (
    Ints,
    Record,
    Rows,
    array_of,
    blank,
    clone,
    diff,
    i8,
    i16,
    i64,
    layout,
    mirror,
    mirrors,
    pack,
    raw,
    state_hash,
    unpack,
)


class Bead(Record):
    colour: i8


class Piece(Record):
    kind: i16
    beads: Annotated[Rows[Bead], 3]
    grid: Annotated[Ints, i8, (2, 3)]


class Whole(Record):
    money: i64
    first: Piece
    pieces: Annotated[Rows[Piece], 4]


def sample() -> np.ndarray:
    row = np.zeros(1, Whole.dtype)
    row[0].money = 1 << 40
    row[0].first.kind = -7
    row[0].pieces[2].beads[1].colour = 9
    row[0].pieces[3].grid[1, 2] = -3
    return row


def test_a_record_has_no_padding() -> None:
    assert Whole.dtype.itemsize == 8 + 5 * (2 + 3 + 6)


def test_a_mirror_holds_the_same_and_comes_back_byte_for_byte() -> None:
    row = sample()
    twin = mirrors(Whole, row)
    assert twin[0].pieces[3].grid[1, 2] == -3
    assert twin[0].pieces[2].beads[1].colour == 9
    assert array_of(Whole, twin).tobytes() == row.tobytes()
    assert mirror(Whole, row).tuple() == twin[0].tuple()


def test_assigning_a_row_copies_in_both_kinds() -> None:
    for row in (sample(), mirrors(Whole, sample())):
        row[0].pieces[0] = row[0].pieces[3]
        row[0].pieces[3].grid[1, 2] = 5
        assert row[0].pieces[0].grid[1, 2] == -3


def test_a_clone_is_its_own() -> None:
    for row in (sample(), mirrors(Whole, sample())):
        other = clone(Whole, row)
        other[0].pieces[0].kind = 3
        assert row[0].pieces[0].kind == 0
        assert diff(Whole, row, other) == [("pieces[0].kind", 0, 3)]


def test_mirrors_refuse_what_compiled_code_would_take_from_elsewhere() -> None:
    twin = mirrors(Whole, sample())
    with pytest.raises(IndexError, match="negative"):
        twin[0].pieces[-1]
    with pytest.raises(IndexError):
        twin[0].pieces[4]
    with pytest.raises(IndexError):
        twin[0].first.grid[2, 0]


def test_slices_of_mirrors_take_a_number_or_as_many_values() -> None:
    twin = mirrors(Whole, sample())
    twin[0].first.grid[0][:] = 4
    assert list(twin[0].first.grid[0]) == [4, 4, 4]
    twin[0].first.grid[1][:] = [1, 2, 3]
    assert list(twin[0].first.grid[1]) == [1, 2, 3]


def test_bytes_bring_a_record_back() -> None:
    data = pack(Whole, sample())
    assert raw(Whole, unpack(Whole, data)) == sample().tobytes()
    assert len(data) == 8 + Whole.dtype.itemsize


@pytest.mark.parametrize("data", [b"", b"12345678", pack(Whole, sample())[:-1], pack(Whole, sample()) + b"x"])
def test_bytes_of_another_length_or_layout_are_refused(data: bytes) -> None:
    with pytest.raises(ValueError, match="Whole"):
        unpack(Whole, data)


def test_the_layout_changes_with_any_field() -> None:
    class Renamed(Record):
        tint: i8

    class Wider(Record):
        colour: i16

    assert len({layout(record) for record in (Bead, Renamed, Wider)}) == 3


def test_equal_records_have_equal_hashes_and_others_do_not() -> None:
    other = sample()
    assert state_hash(Whole, other) == state_hash(Whole, mirrors(Whole, sample()))
    other[0].pieces[3].beads[2].colour = 1
    assert state_hash(Whole, other) != state_hash(Whole, sample())


def test_a_field_that_is_no_record_field_is_refused() -> None:
    with pytest.raises(TypeError, match="not a record field"):

        class Wrong(Record):
            name: str


def test_blank_is_zero() -> None:
    assert raw(Whole, blank(Whole, 2), 1) == bytes(Whole.dtype.itemsize)
