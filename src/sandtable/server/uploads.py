"""Files from strangers: TOML only, small, shallow, and checked in a process of their own."""

from __future__ import annotations

import os
import re
import subprocess
import sys
import tempfile
from pathlib import Path

import msgspec

from sandtable.core.content import ContentError, parse
from sandtable.core.rulebook import Rulebook, rulebook
from sandtable.server.messages import Problem

MEMORY = 2 << 30  # bytes of address space
SECONDS = 15  # of the processor
PATIENCE = 60  # seconds of the clock
FINDINGS = 50  # shown at most

_PLACE = re.compile(r"^(?P<source>[^,:]{1,200})(?:, line (?P<line>\d+))?(?:, (?P<field>[^:]{1,200}))?: ")


def check_upload(book: Rulebook, data: bytes) -> list[Problem]:
    """What is wrong with a file; empty if it can be used."""
    try:
        parse(data, dict, "upload.toml")
    except ContentError as error:
        return [Problem(error.problem[:300], error.source, error.line, error.field[:100])]
    try:
        done = subprocess.run(
            [sys.executable, "-m", __name__, book.name],
            input=data,
            capture_output=True,
            timeout=PATIENCE,
            env=os.environ | {"SANDTABLE_MODE": "interpreted"},  # starts faster: nothing is played
        )
        found = msgspec.json.decode(done.stdout, type=list[str])
    except subprocess.TimeoutExpired:
        found = ["takes too long to check"]
    except msgspec.DecodeError:
        found = ["is too large to check"]
    return [_problem(text) for text in found[:FINDINGS]]


def _problem(text: str) -> Problem:
    place = _PLACE.match(text)
    if not place:
        return Problem(text[:300])
    return Problem(
        text[place.end() :][:300], place["source"], int(place["line"] or 0), (place["field"] or "")[:100]
    )


def _check(name: str, data: bytes) -> list[str]:
    """In the child: little memory, little time."""
    book = rulebook(name)
    if sys.platform != "win32":
        import resource

        resource.setrlimit(resource.RLIMIT_CPU, (SECONDS, SECONDS))
        resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "upload.toml"
        path.write_bytes(data)
        try:
            return [text.replace(str(path), path.name) for text in book.validate(path)]
        except Exception as error:  # a defect of the checker is not the writer's fault, but must not pass
            return [f"upload.toml: cannot be checked: {type(error).__name__}"]


if __name__ == "__main__":
    sys.stdout.buffer.write(msgspec.json.encode(_check(sys.argv[1], sys.stdin.buffer.read())))
