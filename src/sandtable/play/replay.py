"""A match played again from its record: every state hash and every die must come out as written."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

from sandtable.core.rulebook import rulebook
from sandtable.core.table import Entry
from sandtable.play.log import Saved, read, unsqueeze
from sandtable.play.match import Match, Refusal, Step
from sandtable.play.proof import check, match_key


class Diverged(ValueError):
    """A record that cannot have been played: at which step, and what differs."""

    def __init__(self, step: int, problem: str) -> None:
        self.step, self.problem = step, problem
        super().__init__(f"step {step}: {problem}")


@dataclass(frozen=True)
class Verified:
    """What was checked of a file."""

    steps: int
    dice: int
    ranks: tuple[int, ...]
    over: bool


def repeat(match: Match, steps: Iterable[Step]) -> Match:
    """Take recorded steps in a match. Diverged if one cannot be taken or does not come out as recorded."""
    for recorded in steps:
        step = checked(match, recorded)
        try:
            match.add(step)
        except ValueError as error:
            raise Diverged(recorded.number, str(error)) from error
    return match


def checked(match: Match, recorded: Step) -> Step:
    """A recorded step as it comes out now; the match is left as it is. Diverged if it comes out otherwise."""
    step = again(match, recorded)
    if isinstance(step, Refusal):
        raise Diverged(recorded.number, f"{recorded.text or recorded.kind}: {step.reason}")
    if step.state != recorded.state:
        raise Diverged(recorded.number, f"the state hash is {step.state}, not {recorded.state}")
    if step.dice != recorded.dice:
        raise Diverged(recorded.number, f"the dice are {_shown(step)}, not {_shown(recorded)}")
    if step.text != recorded.text:
        raise Diverged(recorded.number, f"the action is {step.text!r}, not {recorded.text!r}")
    return step


def again(match: Match, recorded: Step) -> Step | Refusal:
    """What a recorded step comes to now."""
    if recorded.kind == "act":
        return match.propose(recorded.seat, recorded.text)
    if not -1 <= recorded.seat < len(match.players):
        return Refusal(f"there is no seat {recorded.seat}")
    if recorded.kind == "undo":
        return match.take_back(recorded.seat)
    return match.close(recorded.kind, recorded.seat, recorded.text)


def _shown(step: Step) -> str:
    return ", ".join(map(str, step.dice)) or "none"


def open_match(saved: Saved, quiet: bool = False) -> Match:
    """A saved match at its beginning, no step taken. Diverged if set-up comes out otherwise."""
    match = Match(
        saved.scenario,
        saved.players,
        bytes.fromhex(saved.secret),
        tuple(bytes.fromhex(nonce) for nonce in saved.nonces),
        tuple(saved.names),
        position=unsqueeze(rulebook(saved.rulebook), saved.position),
        quiet=quiet,
    )
    if match.first_state != saved.start[0]:
        raise Diverged(0, f"the state hash is {match.first_state}, not {saved.start[0]}")
    if ", ".join(map(str, match.first_dice)) != saved.start[1]:
        raise Diverged(0, "the dice of set-up differ")
    return match


def replay(saved: Saved) -> Match:
    """A saved match, played to the end of its record."""
    return repeat(open_match(saved), saved.steps())


def verify(path: Path) -> Verified:
    """Check a file wholly: digest, commitment, every state hash, and every die by its own computation.

    ContentError for a file that is none; Diverged for one that cannot have been played.
    """
    saved = read(path)
    match = repeat(open_match(saved, quiet=True), saved.steps())
    thrown = [(0, match.first_dice)] + [(step.number, step.dice) for step in match.steps]
    key = match_key(match.secret, match.nonces)
    for number, dice in thrown:
        for problem in check(key, number, dice):
            raise Diverged(number, problem)
    count = sum(len(fallen.faces) for _, dice in thrown for fallen in dice)
    return Verified(len(match.steps), count, tuple(match.ranks()), match.over)


@dataclass(frozen=True)
class Past:
    """A match as it was: after ``at`` of ``of`` actions that stand."""

    match: Match
    at: int
    of: int
    last: Step | None  # the action before it
    log: dict[int, list[Entry]]  # of that action, by seat


def back_to(match: Match, at: int) -> Past:
    """A match after its first ``at`` actions that stand. ValueError unless there are as many."""
    if not 0 <= at <= len(match.acts):
        raise ValueError(f"expected 0 to {len(match.acts)} actions, not {at}")
    past = Match(
        match.scenario_id,
        list(match.first_players),
        match.secret,
        match.nonces,
        match.names,
        match.position,
        quiet=True,
    )
    for step in match.acts[:at]:
        past.quiet = step is not match.acts[at - 1]
        past.retake(step)
    return Past(past, at, len(match.acts), match.acts[at - 1] if at else None, past.logs)
