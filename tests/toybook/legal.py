"""What is legal. The reasons for a refusal are numbered here."""

from __future__ import annotations

from sandtable.core.compile import rule
from sandtable.core.decisions import pending

from .actions import LOOK, PARRY, STRIKE, TAKE, YIELD, Action, Work
from .state import Game, Scenario

GAME_OVER, NOT_YOUR_TURN, NO_SUCH_VERB, QUESTION_OPEN, NO_QUESTION, NO_BREATH, BAD_AMOUNT, SEEN = range(1, 9)

REASONS = {
    GAME_OVER: ("the duel is over", "TB-END-01"),
    NOT_YOUR_TURN: ("it is not this duellist's turn", "TB-TURN-01"),
    NO_SUCH_VERB: ("there is no such action", "TB-TURN-01"),
    QUESTION_OPEN: ("the hits must be parried or taken first", "TB-TURN-04"),
    NO_QUESTION: ("there are no hits to parry or take", "TB-TURN-04"),
    NO_BREATH: ("there is not enough breath", "TB-TURN-02"),
    BAD_AMOUNT: ("a strike has 1 to 3 dice", "TB-TURN-02"),
    SEEN: ("the courage is known already", "TB-TURN-08"),
}


@rule
def over(scenario: Scenario, game: Game) -> bool:
    """Whether the duel has ended (TB-END-01 to 03)."""
    for seat in range(2):
        if game.duellists[seat].health <= 0 or game.duellists[seat].yielded != 0:
            return True
    return game.round > scenario.last_round


@rule
def to_act(scenario: Scenario, game: Game) -> int:
    """The seat that must decide, as a bit (TB-TURN-01, 04)."""
    if over(scenario, game):
        return 0
    if pending(game.decisions) != 0:
        return 1 << int(game.decisions.items[game.decisions.depth - 1].seat)
    return 1 << int(game.active)


@rule
def is_legal(scenario: Scenario, game: Game, action: Action, work: Work) -> int:
    """0, or the first reason why not."""
    seats = to_act(scenario, game)
    if seats == 0:
        return GAME_OVER
    if action.seat < 0 or action.seat > 1 or (seats >> int(action.seat)) & 1 == 0:
        return NOT_YOUR_TURN
    verb = action.verb
    if verb < STRIKE or verb > TAKE:
        return NO_SUCH_VERB
    asked = pending(game.decisions) != 0
    if asked and verb != PARRY and verb != TAKE:
        return QUESTION_OPEN
    if not asked and verb in (PARRY, TAKE):
        return NO_QUESTION
    breath = game.duellists[int(action.seat)].breath
    if verb == STRIKE:
        if action.amount < 1 or action.amount > 3:
            return BAD_AMOUNT
        return NO_BREATH if breath < action.amount else 0
    if action.amount != 0:
        return BAD_AMOUNT
    if verb == LOOK and (int(game.duellists[1 - int(action.seat)].seen) >> int(action.seat)) & 1 == 1:
        return SEEN
    if verb in (LOOK, PARRY) and breath < 1:
        return NO_BREATH
    return 0


@rule
def legal(scenario: Scenario, game: Game, seat: int, work: Work) -> int:
    """Every legal action of a seat."""
    work.count = 0
    for verb in range(STRIKE, TAKE + 1):
        for amount in range(1 if verb == STRIKE else 0, 4 if verb == STRIKE else 1):
            action = work.actions[int(work.count)]
            action.verb = verb
            action.seat = seat
            action.amount = amount
            if is_legal(scenario, game, action, work) == 0:
                work.count += 1
    return int(work.count)


@rule
def legal_of(scenario: Scenario, game: Game, seat: int, unit: int, work: Work) -> int:
    """Those of one piece: the duellist of the seat strikes, rests, looks, parries; no piece yields."""
    count = legal(scenario, game, seat, work)
    work.count = 0
    for i in range(count):
        piece = -1 if work.actions[i].verb == YIELD else seat
        if piece == unit:
            work.actions[int(work.count)] = work.actions[i]
            work.count += 1
    return int(work.count)
