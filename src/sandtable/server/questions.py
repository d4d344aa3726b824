"""Questions to a match that change nothing, answered from what the asker's seat may know."""

from __future__ import annotations

import math

from sandtable.play.luck import luck
from sandtable.play.match import Match, Refusal, Step
from sandtable.play.proof import read_nonce
from sandtable.play.replay import back_to, repeat
from sandtable.server.clocks import Clocks
from sandtable.server.messages import (
    Answer,
    AskLuck,
    AskOptions,
    AskPreview,
    AskReplay,
    AskThreat,
    AskWhy,
    Failed,
    LuckFrame,
    OptionsFrame,
    PreviewFrame,
    Refused,
    ReplayFrame,
    Request,
    SeatLuck,
    ThreatFrame,
    WhyFrame,
)
from sandtable.server.store import MatchRow, StepRow
from sandtable.server.workplace import Workplace

PIECES = 1 << 15  # no board has a piece with a greater number
FAR = 1e6  # nor a place further away
OWN = -2


async def answer(place: Workplace, match: Match, seat: int, request: Request) -> Answer:
    """The answer to a question; whatever it holds, an answer and no error."""
    try:
        if isinstance(request, AskReplay):
            return await place.think(replay, match, seat, request)
        return await place.think(_answer, match, seat, request)
    except (ValueError, IndexError, OverflowError) as error:
        return Failed(id=request.id, reason=str(error)[:400])


def _answer(match: Match, seat: int, request: Request) -> Answer:
    match request:
        case AskOptions(piece=piece):
            return OptionsFrame(id=request.id, options=match.options(seat, _piece(piece)))
        case AskThreat(piece=piece):
            return ThreatFrame(id=request.id, preview=match.threat(seat, _piece(piece)))
        case AskPreview(text=text):
            preview = match.preview(seat, text)
            if isinstance(preview, Refusal):
                return Refused(
                    id=request.id, reason=preview.reason, clause=preview.clause, sequence=match.sequence
                )
            return PreviewFrame(id=request.id, preview=preview)
        case AskWhy(text=text, piece=piece, x=x, y=y):
            if not (math.isfinite(x) and math.isfinite(y) and abs(x) < FAR and abs(y) < FAR):
                raise ValueError("expected a place on the board")
            return WhyFrame(id=request.id, why=match.why(seat, text, _piece(piece), x, y))
        case AskLuck():
            found = luck(match.logs[seat], len(match.players))
            return LuckFrame(
                id=request.id,
                seats=[
                    SeatLuck(
                        one.seat,
                        one.dice,
                        round(one.share, 4),
                        round(one.sigma, 3),
                        {f"d{sides}": faces for sides, faces in sorted(one.faces.items())},
                    )
                    for one in found
                ],
            )
    raise ValueError("that is not a question")


def _piece(piece: int) -> int:
    if not -1 <= piece < PIECES:
        raise ValueError("there is no such piece")
    return piece


def replay(match: Match, seat: int, request: AskReplay) -> Answer:
    """A past table. Before the end everyone sees the past as their own seat saw it."""
    shown = seat if request.seat == OWN else request.seat
    if shown != seat and not match.over:
        raise ValueError("other seats' views are shown after the end")
    if shown not in match.viewers:
        raise ValueError(f"there is no seat {shown}")
    at = request.at
    if request.step >= 0:
        at = sum(step.number <= request.step for step in match.acts)
    past = back_to(match, at)
    own = past.last is not None and (match.over or past.last.seat == shown)
    return ReplayFrame(
        id=request.id,
        at=past.at,
        of=past.of,
        seat=shown,
        table=past.match.table(shown),
        log=past.log[shown],
        text=past.last.text if past.last and own else "",
        step=past.last.number if past.last else 0,
    )


def choose(match: Match, seat: int) -> Step | Refusal:
    """The step that a program in a seat takes."""
    action = match.choose(seat)
    if action is None:
        return Refusal("it finds no action")
    step = match.propose(seat, action)
    if isinstance(step, Refusal):
        return Refusal(f"it chose what is refused: {step.reason}")
    return step


def clocks_of(match: Match, row: MatchRow, rows: list[StepRow]) -> Clocks:
    """The clocks of a match that was built from its record."""
    if row.clock.pace == "none":
        return Clocks.start(row.clock, len(match.players), match.to_act(), row.begun)
    again = _bare(match)
    clocks = Clocks.start(row.clock, len(match.players), again.to_act(), row.begun)
    for stored in rows:
        repeat(again, [stored.step])
        clocks.step(stored.step.seat, again.to_act(), stored.at)
    return clocks


def _bare(match: Match) -> Match:
    """The same match at its beginning, without logs."""
    return Match(
        match.scenario_id,
        list(match.first_players),
        match.secret,
        match.nonces,
        match.names,
        match.position,
        quiet=True,
    )


async def give_nonce(place: Workplace, row: MatchRow, seat: int, text: str) -> str:
    """Store a seat's nonce; what is wrong with it, or nothing."""
    if seat < 0:
        return "a spectator has no share in the dice"
    try:
        read_nonce(text)
    except ValueError as error:
        return str(error)
    done = await place.write("give_nonce", row.id, seat, text.lower())
    return "" if done else "the dice are made already"
