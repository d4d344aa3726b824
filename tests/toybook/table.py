"""How the duel is shown: two duellists face to face on a board of two squares."""

from __future__ import annotations

from typing import Any

from sandtable.core.engine import desk, engine
from sandtable.core.record import mirror
from sandtable.core.table import (
    Act,
    Board,
    Card,
    Chance,
    Entry,
    Fact,
    Modifier,
    Options,
    Piece,
    Preview,
    Result,
    Roll,
    Side,
    Table,
    Terrain,
    Why,
)

from .actions import STRIKE, Action, notation
from .apply import HURT, LEARNED, LOOKED, PARRIED, RESTED, STRUCK, YIELDED
from .legal import REASONS
from .score import GAVE_UP, STRUCK_DOWN
from .state import HEALTH, MOST_BREATH, UNKNOWN, Game

NAMES = ("Rapier", "Sabre")


def _rulebook() -> Any:
    from . import RULEBOOK

    return RULEBOOK


def table(scenario: Any, texts: Any, views: Any, seat: int) -> Table:
    """The whole screen of one seat (-1: a spectator)."""
    e, at = engine(_rulebook()), desk(_rulebook())
    view = mirror(Game, views)
    acting = int(e.to_act(scenario, views, 0))
    e.score(scenario, views, 0, at.standing, 0)
    standing = at.standing[0]
    result = None
    if standing.over:
        reason = {STRUCK_DOWN: "struck down", GAVE_UP: "gave up"}.get(int(standing.reason), "time is up")
        result = Result(
            title="The duel is over",
            lines=[reason],
            ranks=[int(standing.rank[i]) for i in range(2)],
            points=[int(standing.points[i]) for i in range(2)],
        )
    mine = bool(seat >= 0 and acting >> seat & 1)
    return Table(
        rulebook="toybook",
        scenario="duel",
        title="A duel",
        seat=seat,
        round=f"Round {view.round} of {int(scenario[0].last_round)}",
        phase="Duel",
        prompt="Your turn." if mine else "Waiting for the other.",
        to_act=[i for i in range(2) if acting >> i & 1],
        sides=[
            Side(
                i,
                NAMES[i],
                (("#b33", "#fff"), ("#36c", "#fff"))[i],
                NAMES[i][0],
                to_act=bool(acting >> i & 1),
            )
            for i in range(2)
        ],
        board=Board("square", 2, 1, [Terrain(".", "Floor", "open")], [".."], name="Hall"),
        pieces=[
            Piece(
                i,
                i,
                NAMES[i],
                "infantry",
                NAMES[i][:2],
                i + 0.5,
                0.5,
                ready=mine and i == seat,
                note=NAMES[i],
            )
            for i in range(2)
        ],
        cards=[Card(i, NAMES[i], facts=_facts(view.duellists[i])) for i in range(2)],
        acts=_acts(scenario, views, seat, -1) if mine else [],
        briefing=["Two duellists, one hidden number each."],
        result=result,
    )


def _facts(duellist: Any) -> list[Fact]:
    courage = "?" if duellist.courage == UNKNOWN else str(duellist.courage)
    return [
        Fact("Health", str(duellist.health), HEALTH, duellist.health, "TB-SETUP-01"),
        Fact("Breath", str(duellist.breath), MOST_BREATH, duellist.breath, "TB-TURN-07"),
        Fact("Courage", courage, clause="TB-SETUP-02"),
    ]


def _acts(scenario: Any, views: Any, seat: int, piece: int) -> list[Act]:
    e, at = engine(_rulebook()), desk(_rulebook())
    count = int(e.legal_of(scenario, views, 0, seat, piece, at.works))
    acts = []
    for i in range(count):
        text = notation(scenario, at.works[0].actions[i])
        verb = text.split()[0]
        acts.append(Act(text, verb, text.capitalize(), piece=piece, ends=verb == "YIELD"))
    return acts


def options(scenario: Any, texts: Any, views: Any, seat: int, piece: int) -> Options:
    """What one duellist can do now."""
    e = engine(_rulebook())
    if seat < 0 or piece != seat or not int(e.to_act(scenario, views, 0)) >> seat & 1:
        return Options(piece, note="It is not this duellist's turn", clause="TB-TURN-01")
    return Options(piece, _acts(scenario, views, seat, piece))


def why(
    scenario: Any,
    texts: Any,
    views: Any,
    seat: int,
    action: Any,
    piece: int = -1,
    x: float = -1,
    y: float = -1,
) -> Why:
    """Whether an action is legal; of a duellist or a place there is nothing to say."""
    if action is None:
        return Why()
    e, at = engine(_rulebook()), desk(_rulebook())
    code = int(e.is_legal(scenario, views, 0, action, 0, at.works))
    if code == 0:
        return Why()
    words, clause = REASONS[code]
    return Why(possible=False, reason=words, clause=clause)


def preview(scenario: Any, texts: Any, views: Any, seat: int, action: Any) -> Preview:
    """What an action would do, as far as the seat may know."""
    answer = why(scenario, texts, views, seat, action)
    given = mirror(Action, action)
    shown = Preview(
        title=notation(scenario, given), legal=answer.possible, reason=answer.reason, clause=answer.clause
    )
    if given.verb == STRIKE and answer.possible:
        courage = mirror(Game, views).duellists[1 - seat].courage
        shown.modifiers = [Modifier("Dice", str(given.amount), "TB-TURN-02")]
        if courage != UNKNOWN and given.amount == 1:
            hit = (7 - courage) / 6
            shown.chances = [Chance("Hits", [1 - hit, hit], [f"{courage - 1}/6", f"{7 - courage}/6"], hit)]
    return shown


def threat(scenario: Any, texts: Any, views: Any, seat: int, piece: int) -> Preview:
    """How hard the other can strike next."""
    dice = min(3, mirror(Game, views).duellists[1 - piece].breath)
    return Preview(title="Threat", lines=[f"up to {dice} dice"])


def narrate(scenario: Any, texts: Any, before: Any, after: Any, events: Any, seat: int) -> list[Entry]:
    """Events in words; they hold only those that the seat may know."""
    entries = []
    for i in range(int(events[0].count)):
        event = events[0].items[i]
        kind, who = int(event.kind), NAMES[int(event.seat)]
        n = int(event.amount)
        words = {
            STRUCK: f"{who} strikes: {n} hits",
            HURT: f"{who} loses {n} health",
            RESTED: f"{who} rests: {n} breath",
            LOOKED: f"{who} looks the other in the eye",
            LEARNED: f"the other's courage is {n}",
            YIELDED: f"{who} yields",
            PARRIED: f"{who} parries {n} of the hits",
        }[kind]
        fallen = int(event.fallen)
        faces = [int(event.dice[k]) for k in range(fallen)]
        rolls = (
            [Roll(who, int(event.sides), faces, 0, int(event.seat), int(event.purpose), int(event.first))]
            if fallen
            else []
        )
        entries.append(Entry(words, int(event.seat), str(kind), rolls, pieces=[int(event.unit)]))
    return entries
