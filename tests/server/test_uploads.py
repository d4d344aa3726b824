"""Files from strangers: whatever they hold, an answer, in time, and the server goes on."""

import asyncio
import time

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from sandtable.core.rulebook import rulebook
from sandtable.server import uploads
from sandtable.server.uploads import ARMY, REVIEWING, Readers

HEAD = b'name = "x"\narmy_list = "kessar"\n'
SLOW = b'a = "' + b'\\"' * (ARMY // 2 - 8)  # takes most of a second
PARTS = [
    b'name = "x"\n',
    b'army_list = "kessar"\n',
    b"[[formation]]\n",
    b"[formation]\n",
    b'stands = ["3 Hulk", "1 Guard"]\n',
    b"stands = [",
    b'"' * 3,
    b"\\u0000",
    b'"-1 Hulk"',
    b"9" * 400,
    b"1e999",
    b"nan",
    b"{a = 1}",
    b"]]",
    b"\n",
    b"#",
    b"\xff",
]


@pytest.fixture(scope="module")
def desk():
    """Readers in an event loop of their own, a way to ask them, and the loop."""
    with pytest.MonkeyPatch.context() as patch, asyncio.Runner() as runner:
        patch.setenv("SANDTABLE_RULEBOOKS", "")
        readers = Readers()
        yield readers, lambda data: runner.run(readers.review(rulebook("formation"), data, 25.0)), runner
        readers.close()
        runner.run(asyncio.sleep(0.05))  # the loop hears of the end of the processes


def test_an_army_is_reviewed(desk):
    _, review, _ = desk
    found = review(HEAD + b'[[formation]]\nname = "One"\nstands = ["2 Hulk"]\n')
    assert found.name == "x" and found.parts[0].stands == [(2, "Hulk")]
    assert any("3 to 10" in fault.text for fault in found.faults)


@settings(max_examples=60, deadline=None)
@given(st.lists(st.sampled_from(PARTS), max_size=30).map(b"".join) | st.binary(max_size=400))
def test_any_bytes_get_an_answer(desk, data):
    _, review, _ = desk
    found = review(data)
    assert found.faults and all(len(fault.text) < 2000 for fault in found.faults)
    assert not any(fault.text.startswith(uploads.TOO_LONG) for fault in found.faults)


@pytest.mark.parametrize("name", ["../forces/kessar", "../../battlefields/town", "a" * 9000, "\\u0000"])
def test_the_name_of_an_army_list_is_no_path(desk, name):
    _, review, _ = desk
    data = HEAD.replace(b"kessar", name.encode()) + b'[[formation]]\nname = ""\nstands = []\n'
    (fault,) = review(data).faults
    assert "there is no such army list; there are kessar, meridian" in fault.text
    assert fault.line == 2 and len(fault.text) < 200


@pytest.mark.parametrize(
    "data",
    [
        SLOW,
        HEAD + b'[[formation]]\nname = ""\nstands = []\n' * (ARMY // 40),
        b'"' * ARMY,
        b"[" * ARMY,
        b"a." * (ARMY // 2),
        b"x" * (ARMY + 1),
    ],
    ids=["quotes", "formations", "strings", "nesting", "dots", "size"],
)
def test_the_worst_file_takes_no_longer_than_it_may(desk, data):
    _, review, _ = desk
    began = time.monotonic()
    assert review(data).faults
    assert time.monotonic() - began < REVIEWING + 60  # a reader that was ended starts anew


def test_what_takes_too_long_or_too_much_is_ended_and_the_next_file_is_read(desk, monkeypatch):
    readers, review, runner = desk
    good = HEAD + b'[[formation]]\nname = "One"\nstands = ["2 Hulk"]\n'
    review(good)
    first = readers.armies._process.pid
    monkeypatch.setattr(uploads, "REVIEWING", 0.0)
    assert review(good).faults[0].text == uploads.TOO_LONG
    monkeypatch.undo()
    assert review(good).parts and readers.armies._process.pid != first

    async def killed():
        asking = asyncio.create_task(readers.review(rulebook("formation"), SLOW, 25.0))
        await asyncio.sleep(0.1)
        readers.armies._process.kill()  # as the system does with one that takes too much memory
        return await asking

    assert runner.run(killed()).faults[0].text == uploads.TOO_LARGE
    assert review(good).parts
