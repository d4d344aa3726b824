"""Candidate moves in a crowd: what is made up of parts that were checked one by one is legal as a whole."""

import random
from collections.abc import Iterator
from typing import Any

from sandtable.core.engine import desk, engine
from sandtable.core.record import mirror
from sandtable.rulebooks.formation import RULEBOOK
from sandtable.rulebooks.formation.actions import MOVE
from sandtable.rulebooks.formation.cases import build
from sandtable.rulebooks.formation.stands import formations_near
from sandtable.rulebooks.formation.state import FORMATIONS, STANDS, Game, Scenario

DESK = desk(RULEBOOK)
KINDS = ("Fire Squad", "Recon Team", "IFV")
FEW = 6  # formations of a crowd


def crowd(seed: int) -> Any:
    """A position of a few formations close together, some split, with A1 to act."""
    chance = random.Random(seed)
    taken: list[tuple[int, int]] = []
    formations = []
    for n in range(FEW):
        stands: list[str] = []
        x, y = chance.randrange(30, 70), chance.randrange(30, 70)
        while len(stands) < 4:
            place = x + chance.randrange(-9, 10), y + chance.randrange(-9, 10)
            if all((place[0] - x) ** 2 + (place[1] - y) ** 2 >= 16 for x, y in taken):
                taken.append(place)
                stands.append(f"{chance.choice(KINDS)} {place[0]},{place[1]}")
        formations.append({"id": f"{'AB'[n % 2]}{n // 2 + 1}", "stands": stands})
    return build({"active": "A1", "formations": formations})


def moves(position: Any) -> Iterator[int]:
    """Places on the list where moves are; the list is in ``DESK.works``."""
    count = int(engine(RULEBOOK).legal(position.scenario, position.game, 0, 0, DESK.works))
    yield from (i for i in range(count) if DESK.works[0].actions[i].verb == MOVE)


def test_every_candidate_is_legal() -> None:
    """FM-MOVE-03, FM-R07: enemies, zones and bases near enough to matter are never left out."""
    found = 0
    for seed in range(80):
        position = crowd(seed)
        listed = list(moves(position))
        actions = DESK.works[0].actions.copy()
        for i in listed:
            assert (
                int(engine(RULEBOOK).is_legal(position.scenario, position.game, 0, actions, i, DESK.works))
                == 0
            )
        found += len(listed)
    assert found > 400


def test_near_is_near() -> None:
    """The boxes round formations leave out none whose stands are within reach, and let none in (FM-R04)."""
    answers = set()
    for seed in range(30):
        position = crowd(seed)
        scenario, game = mirror(Scenario, position.scenario), mirror(Game, position.game)
        there = [s for s in range(FORMATIONS * STANDS) if game.stands[s].where == 1]
        for f, other in ((0, 10), (1, 11), (12, 2)):
            for reach in (10, 500, 2000):
                near = any(
                    (a.x - b.x) ** 2 + (a.y - b.y) ** 2
                    <= (reach + scenario.type[a.kind].radius + scenario.type[b.kind].radius) ** 2
                    for a in (game.stands[s] for s in there if s // STANDS == f)
                    for b in (game.stands[s] for s in there if s // STANDS == other)
                )
                asked = formations_near(position.scenario[0], position.game[0], f, other, reach)
                assert bool(asked) == near
                answers.add((reach, near))
    assert len(answers) >= 5
