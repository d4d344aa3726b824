"""Case files of the duel: ``health breath courage`` of the two, in order; ``active``, ``round``."""

from __future__ import annotations

import re
from typing import Any

import msgspec
from msgspec import Struct

from sandtable.core.position import Position
from sandtable.core.record import blank

from .state import HEALTH, UNKNOWN, Game, Scenario
from .table import NAMES


class Given(Struct, forbid_unknown_fields=True):
    """The duel's own part of a case."""

    health: tuple[int, int] = (HEALTH, HEALTH)
    breath: tuple[int, int] = (3, 3)
    courage: tuple[int, int] = (3, 3)
    active: str = NAMES[0]
    round: int = 1
    last_round: int = 20


def build(given: dict[str, Any]) -> Position:
    """A position. ValueError (msgspec's says which field) for what is no duel."""
    case = msgspec.convert(given, Given)
    scenario, game = blank(Scenario), blank(Game)
    scenario[0].last_round = case.last_round
    game[0].round = case.round
    game[0].active = NAMES.index(case.active)
    for i in range(2):
        duellist = game[0].duellists[i]
        duellist.health, duellist.breath, duellist.courage = case.health[i], case.breath[i], case.courage[i]
    return Position(scenario, game, {name: i for i, name in enumerate(NAMES)}, {"R": 0, "S": 1})


def read(position: Position, expression: str) -> int | str:
    """``Rapier.health breath courage``, ``round``, ``active``."""
    game = position.game[0]
    if expression == "round":
        return int(game.round)
    if expression == "active":
        return NAMES[int(game.active)]
    found = re.fullmatch(r"(\w+)\.(health|breath|courage)", expression)
    if not found or found[1] not in position.seats:
        raise ValueError(f"{expression!r}: expected round, active, or SIDE.health, breath or courage")
    value = int(getattr(game.duellists[position.seats[found[1]]], found[2]))
    return "?" if found[2] == "courage" and value == UNKNOWN else value
