"""Checks that every rulebook must pass, one promise each. A `Failure` says what was not kept, and where."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import msgspec
import numpy as np

from sandtable.core.dice import load_fast
from sandtable.core.engine import DECISIONS, desk, play
from sandtable.core.events import EVERYONE, known_to
from sandtable.core.record import blank, mirrors, pack, raw, unpack
from sandtable.core.rulebook import Rulebook
from sandtable.testing.walk import Failure, Walk, helper, row_of

MOST = 400  # decisions of one walk
PROBES = 12  # near-legal actions tried at a decision
LISTED = 40  # listed actions looked at one by one at a decision


def clones(book: Rulebook, id: str, seed: int, most: int) -> None:
    """A clone is a game of its own; bytes bring it back; other bytes are refused."""
    walk = Walk(book, id, seed)
    for _, action in walk.steps(most):
        before = walk.bytes()
        other = walk.copy()
        walk.apply(action, other)
        if walk.bytes() != before:
            raise Failure(f"{walk.where}: an action on a clone changed the original")
        packed = pack(book.Game, walk.game)
        if raw(book.Game, unpack(book.Game, packed)) != before:
            raise Failure(f"{walk.where}: bytes do not bring the game back")
    for wrong in (packed[:-1], packed + b"\0", bytes([packed[0] ^ 1]) + packed[1:]):
        try:
            unpack(book.Game, wrong)
        except ValueError:
            continue
        raise Failure("bytes of another layout or length are taken for a game")


def determinism(book: Rulebook, id: str, seed: int, most: int) -> None:
    """Equal dice give an equal game and equal events, whatever scratch memory held before."""
    walk = Walk(book, id, seed)
    dirty = desk(book)
    _soil(book, dirty)
    for seat, action in walk.steps(most):
        listed = walk.legal(seat)
        first, second = walk.copy(), walk.copy()
        walk.apply(action, first)
        events = _known(walk.at.events)
        scenario = raw(book.Scenario, walk.scenario)
        load_fast(dirty.dice, seed, walk.decisions + 1)
        walk.engine.apply(walk.scenario, second, 0, action, 0, dirty.dice, dirty.events, dirty.works)
        if walk.bytes(first) != walk.bytes(second) or _known(dirty.events) != events:
            raise Failure(f"{walk.where}: {walk.spelt(action)} depends on what scratch memory held")
        if raw(book.Scenario, walk.scenario) != scenario:
            raise Failure(f"{walk.where}: {walk.spelt(action)} writes into the scenario")
        clean = walk.at
        walk.at = dirty
        if walk.legal(seat).tobytes() != listed.tobytes():
            raise Failure(f"{walk.where}: the list of actions depends on what scratch memory held")
        walk.at = clean


def _soil(book: Rulebook, at: Any) -> None:
    """Fill scratch memory with rubbish: small numbers that a forgotten index might be read from."""
    size = book.Work.dtype.itemsize
    chance = np.random.default_rng(1)
    rubbish = np.frombuffer(chance.integers(0, 3, size, dtype=np.uint8).tobytes(), book.Work.dtype).copy()
    at.works[0] = rubbish[0] if isinstance(at.works, np.ndarray) else mirrors(book.Work, rubbish)[0]


def _known(events: Any) -> list[Any]:
    """The events of an action as plain values."""
    items = events[0].items[: int(events[0].count)]
    return [item.tobytes() if isinstance(item, np.void) else item.tuple() for item in items]


def legality(book: Rulebook, id: str, seed: int, most: int) -> None:
    """Every listed action is legal and can be written and read; every legal action near them is listed."""
    walk = Walk(book, id, seed)
    unlisted = getattr(helper(book), "unlisted", lambda *_: False)
    for seat, _ in walk.steps(most):
        listed = walk.legal(seat)
        words = {book.notation(walk.scenario, row_of(book.Action, one)[0]) for one in listed}
        if len(words) != len(listed):
            raise Failure(f"{walk.where}: {len(listed)} actions are listed, but only {len(words)} differ")
        for one in some(walk, listed, LISTED):
            action = row_of(book.Action, one)
            if int(action[0].seat) != seat or walk.refusal(action):
                raise Failure(f"{walk.where}: {walk.spelt(action)} is listed for seat {seat}, and not legal")
            _read_back(walk, seat, action)
        for one in some(walk, listed, PROBES):
            close = row_of(book.Action, near(walk, one))
            if walk.refusal(close) == 0 and int(close[0].seat) == seat:
                if walk.spelt(close) not in words and not unlisted(walk.scenario, walk.game, close[0]):
                    raise Failure(f"{walk.where}: {walk.spelt(close)} is legal, and not listed")


def _read_back(walk: Walk, seat: int, action: Any) -> None:
    text = walk.spelt(action)
    read = walk.book.parse(walk.scenario, seat, text)
    if raw(walk.book.Action, read) != raw(walk.book.Action, action):
        raise Failure(f"{walk.where}: {text!r} does not read back as the action it was written from")


def some(walk: Walk, listed: np.ndarray[Any, Any], most: int) -> list[Any]:
    """All of a list, or ``most`` of them by chance."""
    if len(listed) <= most:
        return list(listed)
    return [listed[walk.chance.randrange(len(listed))] for _ in range(most)]


def near(walk: Walk, action: Any) -> Any:
    """An action with one number changed."""
    changed = np.array(action, walk.book.Action.dtype)
    names = [name for name in walk.book.Action.dtype.names or () if name != "seat"]
    name = walk.chance.choice(names)
    change = walk.chance.choice((-2, -1, 1, 2, 5))
    if changed[name].shape:
        changed[name].flat[walk.chance.randrange(changed[name].size)] += change
    else:
        changed[name] += change
    return changed


def refusals(book: Rulebook, id: str, seed: int, most: int) -> None:
    """Whatever a message may hold, a refusal has words and an existing clause, and nothing breaks."""
    from sandtable.play.rules import clauses

    ids = clauses(book)
    for code, (words, clause) in book.reasons.items():
        if not words or clause not in ids:
            raise Failure(f"reason {code} names {clause!r}, which is not in RULES.md, or has no words")
    walk = Walk(book, id, seed)
    size = book.Action.dtype.itemsize
    for _ in walk.steps(most):
        for _ in range(PROBES):
            noise = np.frombuffer(walk.chance.randbytes(size), book.Action.dtype).copy()[0]
            noise["seat"] = walk.chance.choice(walk.players)  # a seat is given by the server
            code = walk.refusal(row_of(book.Action, noise))
            if code != 0 and code not in book.reasons:
                raise Failure(f"{walk.where}: refusal {code} has no words in Rulebook.reasons")
        for seat in set(walk.players) - set(walk.seats()):
            _waits(walk, seat)


def _waits(walk: Walk, seat: int) -> None:
    """A seat that play does not wait for can do nothing but what the rulebook says it may do meanwhile."""
    meanwhile = getattr(helper(walk.book), "meanwhile", lambda *_: False)
    others = [one for other in walk.seats() for one in some(walk, walk.legal(other), PROBES)]
    for one in (*walk.legal(seat), *others):
        action = row_of(walk.book.Action, one)
        action[0].seat = seat
        if walk.refusal(action) == 0 and not meanwhile(walk.scenario, walk.game, action[0]):
            raise Failure(f"{walk.where}: seat {seat} may {walk.spelt(action)} out of turn")


def views(book: Rulebook, id: str, seed: int, most: int) -> None:
    """A seat decides from its view as from the game; a view of a view is the same view."""
    walk = Walk(book, id, seed)
    for seat, _ in walk.steps(most):
        shown = walk.view(seat)
        if walk.legal(seat, shown).tobytes() != walk.legal(seat).tobytes():
            raise Failure(f"{walk.where}: the list of seat {seat} is another in its view")
        if walk.seats(shown) != walk.seats():
            raise Failure(f"{walk.where}: who is to act is another in the view of seat {seat}")
        for one in some(walk, walk.legal(seat), PROBES):
            close = row_of(book.Action, near(walk, one))
            if walk.refusal(close) != walk.refusal(close, shown):
                raise Failure(f"{walk.where}: {walk.spelt(close)} is refused otherwise in the view")
        for viewer in (-1, *walk.players):
            once = walk.view(viewer)
            if walk.bytes(walk.view(viewer, once)) != walk.bytes(once):
                raise Failure(f"{walk.where}: the view of seat {viewer}'s view is another")


def resampling(book: Rulebook, id: str, seed: int, most: int) -> None:
    """A resampled game is whole, fits what the seat knows, and can be played on."""
    walk = Walk(book, id, seed)
    for seat, _ in walk.steps(most):
        for viewer in walk.players:
            shown, full = walk.view(viewer), blank(book.Game)
            load_fast(walk.at.dice, seed, 9_000_000 + walk.decisions, 1)
            walk.engine.resample(walk.scenario, shown, 0, viewer, walk.at.dice[1:], full, 0)
            if walk.bytes(walk.view(viewer, full)) != walk.bytes(shown):
                raise Failure(f"{walk.where}: a game resampled for seat {viewer} does not fit its view")
            if flags := walk.check(full):
                raise Failure(f"{walk.where}: a game resampled for seat {viewer} is broken: {flags:#x}")
            if viewer == seat and walk.legal(seat, full).tobytes() != walk.legal(seat).tobytes():
                raise Failure(f"{walk.where}: a resampled game gives seat {seat} another list")


def wholeness(book: Rulebook, id: str, seed: int, most: int) -> None:
    """No action breaks an invariant or loses an event; events name seats there are."""
    walk = Walk(book, id, seed)
    if flags := walk.check():
        raise Failure(f"{walk.where}: the game is broken after set-up: {flags:#x}")
    for _, action in walk.steps(most):
        other = walk.copy()
        walk.apply(action, other)
        if flags := walk.check(other):
            raise Failure(f"{walk.where}: {walk.spelt(action)} breaks the game: {flags:#x}")
        if int(walk.at.events[0].lost):
            raise Failure(f"{walk.where}: {walk.spelt(action)} has more events than there is room for")
        for event in walk.at.events[0].items[: int(walk.at.events[0].count)]:
            if int(event.seats) & ~EVERYONE or not -1 <= int(event.seat) < book.seats[1]:
                raise Failure(f"{walk.where}: {walk.spelt(action)} has an event for no seat there is")


def termination(book: Rulebook, id: str, seed: int, most: int) -> None:
    """Random play comes to an end, with ranks; nobody may act then; the script never chooses illegally."""
    seats = next(outline.seats for outline in book.scenarios() if outline.id == id)
    row, _ = book.load(id)
    at = desk(book)
    for code in (0, 1):
        game = blank(book.Game)
        (played,) = play(book, row, game, [[code] * seats], [seed], at)
        who = ("random", "scripted")[code]
        if played.decisions < 0:
            raise Failure(f"{id}, seed {seed}: a {who} game did not end within {DECISIONS} decisions")
        if played.over == 0 or min(played.ranks) != 1 or max(played.ranks) > seats:
            raise Failure(f"{id}, seed {seed}: a {who} game ended with ranks {played.ranks}")
        if played.faults:
            raise Failure(f"{id}, seed {seed}: the script chose illegally {played.faults} times")
        walk = Walk(book, id, seed, at)
        if flags := walk.check(game):
            raise Failure(f"{id}, seed {seed}: a {who} game ended broken: {flags:#x}")


def tables(book: Rulebook, id: str, seed: int, most: int) -> None:
    """All that clients draw can be made for every seat, and what it offers is legal."""
    walk = Walk(book, id, seed)
    for seat, action in walk.steps(min(most, 40)):
        before = {viewer: walk.view(viewer) for viewer in (-1, *walk.players)}
        after_game = walk.copy()
        walk.apply(action, after_game)
        for viewer, shown in before.items():
            table = book.table(walk.scenario, walk.texts, shown, viewer)
            msgspec.json.encode(table)
            for act in table.acts:
                _offered(walk, viewer, act)
            for piece in table.pieces[:: max(1, len(table.pieces) // 8)]:
                options = book.options(walk.scenario, walk.texts, shown, viewer, piece.id)
                for act in options.acts[:: max(1, len(options.acts) // 8)]:
                    _offered(walk, viewer, act)
            events = known_to(walk.at.events, viewer)
            entries = book.narrate(
                walk.scenario, walk.texts, shown, walk.view(viewer, after_game), events, viewer
            )
            msgspec.json.encode(entries)
        preview = book.preview(walk.scenario, walk.texts, before[seat], seat, action)
        if not preview.legal:
            raise Failure(f"{walk.where}: the preview calls {walk.spelt(action)} illegal")


def _offered(walk: Walk, seat: int, act: Any) -> None:
    for amount in {act.least, act.most} if act.most else {0}:
        text = act.text.replace("{n}", str(amount))
        action = walk.book.parse(walk.scenario, seat, text)
        if walk.refusal(action):
            raise Failure(f"{walk.where}: seat {seat} is offered {text!r}, which is not legal")


def pieces(book: Rulebook, id: str, seed: int, most: int) -> None:
    """The actions of single pieces, and those of none, make up the whole list."""
    walk = Walk(book, id, seed)
    for seat, _ in walk.steps(min(most, 40)):
        whole = {one.tobytes() for one in walk.legal(seat)}
        table = book.table(walk.scenario, walk.texts, walk.view(seat), seat)
        staged: set[bytes] = set()
        for piece in [-1, *(piece.id for piece in table.pieces)]:
            count = int(walk.engine.legal_of(walk.scenario, walk.game, 0, seat, piece, walk.at.works))
            staged |= {raw(book.Action, walk.at.works[0].actions, i) for i in range(count)}
        if staged != whole:
            raise Failure(f"{walk.where}: the pieces have {len(staged)} actions, the list {len(whole)}")


CHECKS: dict[str, Callable[[Rulebook, str, int, int], None]] = {
    check.__name__: check
    for check in (
        clones,
        determinism,
        legality,
        refusals,
        views,
        resampling,
        wholeness,
        termination,
        tables,
        pieces,
    )
}
