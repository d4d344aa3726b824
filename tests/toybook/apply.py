"""The only writer of a game in play."""

from __future__ import annotations

from sandtable.core.compile import rule
from sandtable.core.decisions import answered, ask
from sandtable.core.dice import Dice, roll
from sandtable.core.events import EVERYONE, Events, emit

from .actions import LOOK, PARRY, REST, STRIKE, YIELD, Action, Work
from .state import MOST_BREATH, PARRY_ROLL, PARRYING, STRIKE_ROLL, Game, Scenario

STRUCK, HURT, RESTED, LOOKED, LEARNED, YIELDED, PARRIED = range(1, 8)


@rule
def apply(scenario: Scenario, game: Game, action: Action, dice: Dice, events: Events, work: Work) -> None:
    """Carry out a legal action."""
    seat = int(action.seat)
    me, foe = game.duellists[seat], game.duellists[1 - seat]
    if action.verb == STRIKE:
        strike(game, seat, int(action.amount), dice, events)
    elif action.verb == PARRY:
        parry(game, seat, dice, events)
    elif action.verb == REST:
        me.breath = min(int(me.breath) + 2, MOST_BREATH)
        emit(events, RESTED, EVERYONE, seat, seat, -1, int(me.breath))
        next_turn(game)
    elif action.verb == LOOK:
        me.breath -= 1
        foe.seen |= 1 << seat
        emit(events, LOOKED, EVERYONE, seat, seat, 1 - seat, 0)
        emit(events, LEARNED, 1 << seat, seat, seat, 1 - seat, int(foe.courage))
        next_turn(game)
    elif action.verb == YIELD:
        me.yielded = 1
        emit(events, YIELDED, EVERYONE, seat, seat, -1, 0)
    else:
        hurt(game, seat, int(game.decisions.items[game.decisions.depth - 1].amount), events)


@rule
def strike(game: Game, seat: int, count: int, dice: Dice, events: Events) -> None:
    """TB-TURN-02, 03, 04."""
    game.duellists[seat].breath -= count
    hits = 0
    at = emit(events, STRUCK, EVERYONE, seat, seat, 1 - seat, 0)
    event = events.items[at]
    event.purpose = STRIKE_ROLL
    event.sides = 6
    event.first = int(dice.index)
    event.fallen = count
    for i in range(count):
        face = roll(dice, STRIKE_ROLL, 6)
        event.dice[i] = face
        if face >= game.duellists[1 - seat].courage:
            hits += 1
    event.amount = hits
    if hits == 0:
        next_turn(game)
        return
    question = ask(game.decisions, PARRYING, 1 - seat, 1 - seat, seat)
    game.decisions.items[question].amount = hits


@rule
def parry(game: Game, seat: int, dice: Dice, events: Events) -> None:
    """TB-TURN-05."""
    hits = int(game.decisions.items[game.decisions.depth - 1].amount)
    game.duellists[seat].breath -= 1
    at = emit(events, PARRIED, EVERYONE, seat, seat, 1 - seat, 0)
    event = events.items[at]
    event.purpose = PARRY_ROLL
    event.sides = 6
    event.first = int(dice.index)
    event.fallen = 1
    face = roll(dice, PARRY_ROLL, 6)
    event.dice[0] = face
    if face >= 4:
        hits -= 1
        event.amount = 1
    hurt(game, seat, hits, events)


@rule
def hurt(game: Game, seat: int, hits: int, events: Events) -> None:
    """TB-TURN-06; the answer closes the question."""
    answered(game.decisions)
    lost = min(hits, int(game.duellists[seat].health))
    game.duellists[seat].health -= lost
    emit(events, HURT, EVERYONE, seat, seat, -1, lost)
    next_turn(game)


@rule
def next_turn(game: Game) -> None:
    """TB-TURN-01."""
    if game.active == 1:
        game.round += 1
    game.active = 1 - int(game.active)
