"""Warming up: rules are compiled when they are first used, which takes its time; do it before that."""

from __future__ import annotations

import subprocess
import sys
import threading
import time

import structlog

from sandtable.core.compile import INTERPRETED
from sandtable.core.rulebook import rulebook
from sandtable.core.warm import is_compiled, screens_are_compiled, waiting
from sandtable.core.warm import warm as compile_all

USUAL = 45.0  # seconds a rulebook takes to compile, to show how far it is

log = structlog.get_logger()


class Warmth:
    """Compiles rulebooks in a thread, one after another, and says how far that is."""

    def __init__(self) -> None:
        self.waiting: list[str] = []
        self.title = ""  # of the rulebook being compiled or loaded
        self.waiting_for = ""  # the same in words
        self.since = 0.0
        self.total = 0
        self.done = 0

    @property
    def ready(self) -> bool:
        """Whether everything asked for is compiled."""
        return self.done >= self.total

    @property
    def progress(self) -> float:
        """How far it is, 0 to 1: a guess while a rulebook is being compiled."""
        if self.ready:
            return 1.0
        part = min(0.95, (time.monotonic() - self.since) / USUAL) if self.title else 0.0
        return round((self.done + part) / self.total, 3)

    def start(self, names: list[str]) -> None:
        """Begin with these rulebooks."""
        if INTERPRETED or not names:
            return
        self.waiting, self.total = list(names), len(names)
        threading.Thread(target=self._run, daemon=True, name="warmth").start()

    def _run(self) -> None:
        for name in self.waiting:
            self.since = time.monotonic()
            try:
                book = rulebook(name)
                self.waiting_for, self.title = waiting(book), book.title
                if not is_compiled(book):
                    compile_apart(name)
                warm(name)
                log.info("rules ready", rulebook=name, seconds=round(time.monotonic() - self.since, 1))
            except Exception as error:  # a rulebook that cannot be played yet must not stop the others
                log.warning("rules not ready", rulebook=name, problem=str(error)[:300])
            self.done += 1
        self.title = ""
        for name in self.waiting:  # play can begin meanwhile
            if not screens_are_compiled(rulebook(name)):
                compile_apart(name, "screens")


def compile_apart(name: str, *part: str) -> None:
    """Compile a rulebook, or a part of it, in a process of its own, so that this one goes on answering.
    Whatever is still missing afterwards, `warm` compiles, or whoever needs it.
    """
    quiet = subprocess.DEVNULL
    command = [sys.executable, "-m", "sandtable.core.warm", name, *part]
    subprocess.run(command, stdin=quiet, stdout=quiet, stderr=quiet, check=False)


def warm(name: str) -> None:
    """Take a few actions of a rulebook's first scenario with both kinds of program, looking at each table."""
    from sandtable.play.match import Match, Refusal

    book = rulebook(name)
    compile_all(book)
    outline = book.scenarios()[0]
    match = Match(outline.id, ["human"] * outline.seats, bytes(32))
    for player in ("random", "scripted"):
        for _ in range(4):
            for seat in match.to_act()[:1]:
                match.players[seat] = player
                match.table(seat)
                action = match.choose(seat)
                match.players[seat] = "human"
                if action is not None and not isinstance(match.propose(seat, action), Refusal):
                    match.act(seat, action)
