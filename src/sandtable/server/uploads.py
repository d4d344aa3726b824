"""Files from strangers: TOML only, small, shallow, and read in a process of their own."""

from __future__ import annotations

import multiprocessing
import re
import sys
import tempfile
from multiprocessing.connection import Connection
from pathlib import Path

from sandtable.core.content import ContentError, parse
from sandtable.core.rulebook import Rulebook, rulebook
from sandtable.server.messages import Problem

MEMORY = 2 << 30  # bytes of address space
SECONDS = 5
FINDINGS = 50  # shown at most

_PLACE = re.compile(r"^(?P<source>[^,:]{1,200})(?:, line (?P<line>\d+))?(?:, (?P<field>[^:]{1,200}))?: ")


def check_upload(book: Rulebook, data: bytes) -> list[Problem]:
    """What is wrong with a file; empty if it can be used."""
    try:
        parse(data, dict, "upload.toml")
    except ContentError as error:
        return [Problem(error.problem[:300], error.source, error.line, error.field[:100])]
    ours, theirs = multiprocessing.get_context("spawn").Pipe(duplex=False)
    child = multiprocessing.get_context("spawn").Process(target=_check, args=(book.name, data, theirs))
    child.start()
    theirs.close()
    try:
        found: list[str] = ours.recv() if ours.poll(SECONDS * 4) else ["takes too long to check"]
    except EOFError:
        found = ["is too large to check"]
    finally:
        ours.close()
        child.kill()
        child.join()
    return [_problem(text) for text in found[:FINDINGS]]


def _problem(text: str) -> Problem:
    place = _PLACE.match(text)
    if not place:
        return Problem(text[:300])
    return Problem(
        text[place.end() :][:300], place["source"], int(place["line"] or 0), (place["field"] or "")[:100]
    )


def _check(name: str, data: bytes, line: Connection) -> None:
    """In the child: little memory, little time."""
    book = rulebook(name)
    if sys.platform != "win32":
        import resource

        resource.setrlimit(resource.RLIMIT_CPU, (SECONDS * 3, SECONDS * 3))
        resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "upload.toml"
        path.write_bytes(data)
        try:
            found = [text.replace(str(path), path.name) for text in book.validate(path)]
        except Exception as error:  # a defect of the checker is not the writer's fault, but must not pass
            found = [f"upload.toml: cannot be checked: {type(error).__name__}"]
    line.send(found)
    line.close()
