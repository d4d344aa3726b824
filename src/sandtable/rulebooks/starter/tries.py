"""What a unit would naturally try in each step, and what the rules say to it."""

from __future__ import annotations

from typing import Any

from sandtable.core.screen import plain
from sandtable.core.table import Withheld
from sandtable.rulebooks.starter import actions as verb
from sandtable.rulebooks.starter import reasons
from sandtable.rulebooks.starter.actions import Action
from sandtable.rulebooks.starter.acts import SAID
from sandtable.rulebooks.starter.notation import blank_action
from sandtable.rulebooks.starter.screen import Screen
from sandtable.rulebooks.starter.state import (
    AMMO,
    CENTRE,
    DEPLOYING,
    DIRECT_ATTACKS,
    FUEL,
    LOGISTICS,
    MOVING,
    NONE,
    ON_MAP,
    READY_AREA,
    SPECIAL_ATTACKS,
    E,
    N,
    S,
    W,
)

# At a place, by step: units there are targets of the second list.
AT_SQUARES = {
    MOVING: (verb.MOVE,),
    DEPLOYING: (verb.DEPLOY,),
    LOGISTICS: (verb.DISEMBARK, verb.TAKE_UP, verb.SWEEP_MINES),
    SPECIAL_ATTACKS: (verb.ATTACK,),
    DIRECT_ATTACKS: (verb.ATTACK,),
}
AT_UNITS = {
    LOGISTICS: (verb.EMBARK, verb.TRANSFER),
    SPECIAL_ATTACKS: (verb.ATTACK, verb.RECON),
    DIRECT_ATTACKS: (verb.ATTACK,),
}
# Why a square is not entered says more than that a position in it is not free.
VAGUE = frozenset({reasons.BAD_PLACE, reasons.NO_ROOM})


def reason_of(screen: Screen, action: Any) -> int:
    """Why an action (a row) is refused; 0 if it is not."""
    return int(screen.engine.is_legal(*screen.rows, 0, action, 0, screen.desk.works))


def label_of(screen: Screen, action: Any) -> str:
    """An action (a row) in words."""
    return SAID[int(action[0].verb)][0](screen, plain(Action, action))


def telling(codes: list[int]) -> int:
    """Of several refusals the one that says most."""
    return next((code for code in codes if code not in VAGUE), codes[0])


def stands_on(screen: Screen, piece: int, x: int, y: int) -> bool:
    """Whether a unit is at a square of the map."""
    unit = screen.game.units[piece]
    return bool(unit.where == ON_MAP and (unit.x, unit.y) == (x, y))


def tries_at(screen: Screen, piece: int, x: int, y: int) -> list[Any]:
    """What a unit might do at a square in this step, each a row."""
    step, units = screen.game.step, screen.game.units
    there = [u for u in screen.units if stands_on(screen, u, x, y)]
    found = [
        attempt(screen, number, piece, other=u)
        for number in AT_UNITS.get(step, ())
        for u in there
        if (units[u].side == screen.seat) == (step == LOGISTICS)
    ]
    for number in AT_SQUARES.get(step, ()):
        places = (
            (CENTRE, *range(1, 5), N, E, S, W)
            if number in (verb.MOVE, verb.DEPLOY, verb.DISEMBARK)
            else (NONE,)
        )
        found += [attempt(screen, number, piece, x=x, y=y, place=place) for place in places]
    return found


def attempt(
    screen: Screen,
    number: int,
    piece: int,
    other: int = NONE,
    x: int = NONE,
    y: int = NONE,
    place: int = NONE,
    kind: int = NONE,
) -> Any:
    """A row of one action of the seat."""
    row = blank_action(number, screen.seat)
    action = row[0]
    action.unit, action.other, action.x, action.y, action.place = piece, other, x, y, place
    action.kind = kind
    if number in (verb.TRANSFER, verb.TAKE_UP):
        action.amount = 1
    return row


def withheld(screen: Screen, piece: int, offered: list[Any]) -> list[Withheld]:
    """What one would expect an own unit to do in this step, if it cannot: each with the reason."""
    found = []
    for label, tries in _expected(screen, piece).items():
        if not tries:
            continue
        sample = tries[0][0]
        if any(action.verb == sample.verb and action.kind == sample.kind for action in offered):
            continue
        codes = [reason_of(screen, action) for action in tries]
        if 0 not in codes:
            text, clause = reasons.REASONS[telling(codes)]
            found.append(Withheld(label, text, clause))
    return found


def _expected(screen: Screen, piece: int) -> dict[str, list[Any]]:
    """Attempts by what they are called, the likeliest first."""
    unit, step = screen.game.units[piece], screen.game.step
    if unit.where == READY_AREA and step == DEPLOYING:
        doors = _doors(screen)
        return {"Deploy": [attempt(screen, verb.DEPLOY, piece, x=x, y=y, place=CENTRE) for x, y in doors]}
    if unit.where != ON_MAP:
        return {}
    if step == MOVING:
        around = [(unit.x + dx, unit.y + dy) for dx, dy in ((1, 0), (-1, 0), (0, 1), (0, -1))]
        moves = [attempt(screen, verb.MOVE, piece, x=x, y=y, place=CENTRE) for x, y in around]
        return {"Move": moves, "Entrench": [attempt(screen, verb.ENTRENCH, piece)]}
    if step == LOGISTICS:
        return {
            "Resupply Fuel": [attempt(screen, verb.RESUPPLY, piece, kind=FUEL)],
            "Resupply Ammunition": [attempt(screen, verb.RESUPPLY, piece, kind=AMMO)],
        }
    if step == DIRECT_ATTACKS:
        return _against(screen, piece, "Attack", verb.ATTACK)
    if step == SPECIAL_ATTACKS:
        barrage = {"Artillery attack": [attempt(screen, verb.BARRAGE, piece)]}
        fires = bool(screen.type_of(piece).artillery_die)
        return _against(screen, piece, "Recon", verb.RECON) | (barrage if fires else {})
    return {}


def _doors(screen: Screen) -> list[tuple[int, int]]:
    """The seat's Deployment Squares."""
    booklet, zone = screen.booklet, screen.game.company[screen.seat].zone
    squares = [(x, y) for y in range(booklet.rows) for x in range(booklet.columns)]
    return [(x, y) for x, y in squares if booklet.zone[y, x] == zone + 1]


def _against(screen: Screen, piece: int, label: str, number: int) -> dict[str, list[Any]]:
    """The same against every enemy unit on the map, the nearest first."""
    units = screen.game.units
    own = units[piece]
    enemies = [u for u in screen.units if units[u].side != screen.seat and units[u].where == ON_MAP]
    enemies.sort(key=lambda u: abs(units[u].x - own.x) + abs(units[u].y - own.y))
    return {label: [attempt(screen, number, piece, other=u) for u in enemies]}
