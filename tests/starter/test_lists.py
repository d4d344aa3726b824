"""The list of legal actions holds exactly what is legal, in the chapters of movement and logistics."""

import itertools
from collections.abc import Iterator
from typing import Any

import pytest

from sandtable.core.engine import desk, engine
from sandtable.core.rulebook import rulebook
from sandtable.rulebooks.starter import actions as verb
from starter import positions

STARTER = rulebook("starter")
ENGINE = engine(STARTER)
AT = desk(STARTER)
NONE = -1

Key = tuple[int, ...]
FIELDS = ("verb", "unit", "other", "kind", "x", "y", "place", "amount", "extra")
AMOUNTS = (verb.TRANSFER, verb.CACHE, verb.TAKE_UP)  # of which a few amounts are listed


def candidates(pieces: int, columns: int, rows: int, phase: str) -> Iterator[dict[str, int]]:
    """Every action of a phase that could be meant, sensible or not."""
    units = range(pieces)
    squares = list(itertools.product(range(columns), range(rows)))
    for u in units:
        if phase == "movement":
            yield from ({"verb": v, "unit": u} for v in (verb.ENTRENCH, verb.DIG_OUT))
            yield from ({"verb": verb.REPOSITION, "unit": u, "place": p} for p in range(9))
            landings = (verb.MOVE,)
        elif phase == "deployment":
            yield {"verb": verb.EXTRACT, "unit": u}
            landings = (verb.DEPLOY,)
        else:
            landings = (verb.DISEMBARK,)
            yield {"verb": verb.CLOSE_BRIDGE, "unit": u}
            yield from ({"verb": verb.RESUPPLY, "unit": u, "kind": kind} for kind in range(4))
            yield from ({"verb": verb.EMBARK, "unit": u, "other": other} for other in units)
            for other, fuel, ammo in itertools.product(units, range(3), range(3)):
                yield {"verb": verb.TRANSFER, "unit": u, "other": other, "amount": fuel, "extra": ammo}
            for (x, y), fuel, ammo in itertools.product(squares, range(4), range(4)):
                for v in (verb.CACHE, verb.TAKE_UP):
                    yield {"verb": v, "unit": u, "x": x, "y": y, "amount": fuel, "extra": ammo}
            for v in range(verb.SWEEP_MINES, verb.REMOVE_OBJECT + 1):
                yield from ({"verb": v, "unit": u, "x": x, "y": y} for x, y in squares)
            for (x, y), length in itertools.product(squares, range(4)):
                yield {"verb": verb.OPEN_BRIDGE, "unit": u, "x": x, "y": y, "amount": length}
        for (x, y), place, v in itertools.product(squares, range(9), landings):
            yield {"verb": v, "unit": u, "x": x, "y": y, "place": place}


def key(fields: dict[str, int]) -> Key:
    return tuple(fields.get(name, 0 if name in ("amount", "extra") else NONE) for name in FIELDS)


def write(action: Any, wanted: Key) -> None:
    action.seat = 0
    for name, value in zip(FIELDS, wanted, strict=True):
        setattr(action, name, value)


@pytest.mark.parametrize("phase", ["movement", "deployment", "logistics"])
@pytest.mark.parametrize("seed", range(12))
def test_what_is_listed_is_what_is_legal(seed: int, phase: str) -> None:
    """ST-CAMP-27, 30: all that is legal is offered, and nothing else."""
    switches = ("reposition with move", "partial resupply", "diagonals count one") if seed % 3 == 0 else ()
    position = positions.draw(seed, phase, switches)
    booklet = position.scenario[0].booklet[0]
    count = ENGINE.legal(position.scenario, position.game, 0, 0, AT.works)
    rows = [AT.works[0].actions[i] for i in range(count)]
    listed = [tuple(int(getattr(row, name)) for name in FIELDS) for row in rows]
    assert len(listed) == len(set(listed))
    legal = set()
    for fields in candidates(len(position.pieces), int(booklet.columns), int(booklet.rows), phase):
        wanted = key(fields)
        write(AT.actions[0], wanted)
        if ENGINE.is_legal(position.scenario, position.game, 0, AT.actions, 0, AT.works) == 0:
            legal.add(wanted)
    closing = {wanted for wanted in listed if wanted[0] in (verb.END, verb.WITHDRAW)}
    assert {w for w in legal if w[0] not in AMOUNTS} == {
        w for w in set(listed) - closing if w[0] not in AMOUNTS
    }
    assert {w[:-2] for w in legal if w[0] in AMOUNTS} == {w[:-2] for w in listed if w[0] in AMOUNTS}
    assert len(closing) == 2


@pytest.mark.parametrize("seed", range(24))
def test_listed_amounts_are_legal(seed: int) -> None:
    """Of the amounts of tokens those that are listed are legal, the most of each among them."""
    position = positions.draw(seed, "logistics")
    count = ENGINE.legal(position.scenario, position.game, 0, 0, AT.works)
    rows = [AT.works[0].actions[i] for i in range(count)]
    wanted = [tuple(int(getattr(row, name)) for name in FIELDS) for row in rows]
    for action in (w for w in wanted if w[0] in AMOUNTS):
        write(AT.actions[0], action)
        assert ENGINE.is_legal(position.scenario, position.game, 0, AT.actions, 0, AT.works) == 0
        more = max(w[7] for w in wanted if w[:-2] == action[:-2]) + 1
        write(AT.actions[0], (*action[:-2], more, 0))
        assert ENGINE.is_legal(position.scenario, position.game, 0, AT.actions, 0, AT.works) != 0
