"""Matches as the store keeps them: made from a wish, built from their record."""

from __future__ import annotations

import secrets
import time
import unicodedata

from sandtable.core.record import state_hash
from sandtable.core.rulebook import rulebook
from sandtable.core.table import Outline
from sandtable.play.log import unsqueeze
from sandtable.play.match import Match, Player, rules_version
from sandtable.play.proof import commitment, new_secret
from sandtable.play.replay import Diverged, repeat
from sandtable.server.messages import MatchLinks, NewMatch, SeatLink
from sandtable.server.store import Chair, ClockRules, MatchRow, StepRow, hashed, new_token

NAME = 40  # characters
PROGRAMS = {"scripted": "The script", "random": "Chance"}
SHORTEST, LONGEST = 1.0, 60 * 86400.0  # seconds of a clock


class Unfit(ValueError):
    """A wish that cannot be met, and why."""


def outline_of(scenario: str) -> Outline:
    """A shipped scenario's outline. Unfit if there is none."""
    name = scenario.partition("/")[0]
    try:
        outlines = rulebook(name).scenarios()
    except KeyError as error:
        raise Unfit(str(error.args[0])) from error
    for outline in outlines:
        if outline.id == scenario:
            return outline
    raise Unfit(f"no scenario {scenario[:80]!r}; there are {', '.join(one.id for one in outlines)}"[:900])


def clean_name(text: str) -> str:
    """A name that cannot disturb a page: no controls, no marks that turn the writing round."""
    kept = "".join(c for c in text if unicodedata.category(c)[0] not in "CZ" or c == " ")
    return " ".join(kept.split())[:NAME]


def new_match(wish: NewMatch, account: int, position: str = "") -> tuple[MatchRow, list[Chair], MatchLinks]:
    """What to store of a new match, and the links to give away. Unfit says what is wrong with the wish."""
    outline = outline_of(wish.scenario)
    book = rulebook(wish.scenario.partition("/")[0])
    if len(wish.seats) != outline.seats:
        raise Unfit(f"{outline.id} seats {outline.seats} players, not {len(wish.seats)}")
    if wish.pace != "none" and not SHORTEST <= wish.seconds <= LONGEST:
        raise Unfit(f"expected a clock of {SHORTEST:.0f} to {LONGEST:.0f} seconds")
    if not 0 <= wish.increment <= LONGEST:
        raise Unfit("expected an increment of 0 or more seconds")
    scenario, _ = book.load(wish.scenario)
    id, secret, watch, now = secrets.token_urlsafe(9), new_secret(), new_token(), time.time()
    names = [_name(wish, outline, seat) for seat in range(outline.seats)]
    row = MatchRow(
        id=id,
        scenario=wish.scenario,
        content=state_hash(book.Scenario, scenario),
        rules=rules_version(book),
        players=list(wish.seats),
        names=names,
        nonces=[""] * outline.seats,
        secret=secret.hex(),
        position=position,
        clock=ClockRules(wish.pace, wish.seconds, wish.increment),
        watch=hashed(watch),
        begun=now if wish.start_now else 0,
        over=0,
        created=now,
    )
    if wish.start_now and "open" in wish.seats:
        raise Unfit("an open seat must be taken before the match starts")
    chairs, seats = [], []
    for seat, player in enumerate(wish.seats):
        chair, link = _chair(id, seat, player, names[seat], account, _first_human(wish.seats) != seat, now)
        chairs.append(chair)
        seats.append(link)
    mine = "&".join(f"seat={seat.token}" for seat in seats if seat.token)
    links = MatchLinks(
        match=id,
        commitment=commitment(secret),
        seats=seats,
        link=f"/match/{id}#{mine or f'watch={watch}'}",
        watch=watch,
        watch_link=f"/match/{id}#watch={watch}",
    )
    return row, chairs, links


def _first_human(players: list[Player]) -> int:
    return players.index("human") if "human" in players else -1


def _name(wish: NewMatch, outline: Outline, seat: int) -> str:
    given = clean_name(wish.names[seat]) if seat < len(wish.names) else ""
    side = outline.names[seat] if seat < len(outline.names) else f"Seat {seat + 1}"
    return given or PROGRAMS.get(wish.seats[seat], side)


def _chair(
    id: str, seat: int, player: Player, name: str, account: int, sits_along: bool, now: float
) -> tuple[Chair, SeatLink]:
    """A seat to store and its link. One who shares the maker's screen (hot-seat) has come already."""
    if player == "human":
        token = new_token()
        link = SeatLink(seat, name, player, token=token, link=f"/match/{id}#seat={token}")
        return Chair(seat, hashed(token), account=account, joined=now if sits_along else 0), link
    if player == "open":
        invite = secrets.token_urlsafe(18)
        return Chair(seat, invite=hashed(invite)), SeatLink(seat, name, player, invite=f"/join/{invite}")
    return Chair(seat, joined=now), SeatLink(seat, name, player)


def build(row: MatchRow, rows: list[StepRow]) -> Match:
    """A begun match from what is stored of it. Diverged if the rules or the scenario are others now."""
    book = rulebook(row.scenario.partition("/")[0])
    scenario, _ = book.load(row.scenario)
    if row.rules != rules_version(book) or row.content != state_hash(book.Scenario, scenario):
        raise Diverged(0, "it was begun with other rules or another version of its scenario")
    match = Match(
        row.scenario,
        row.players,
        bytes.fromhex(row.secret),
        tuple(bytes.fromhex(nonce) for nonce in row.nonces),
        tuple(row.names),
        position=unsqueeze(book, row.position),
    )
    repeat(match, (stored.step for stored in rows))
    for seat in match.viewers:
        match.table(seat)  # compiles what tables need, in this thread
    return match
