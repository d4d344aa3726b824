"""What is at stake is worth fighting for: hoarding the Budget does not win."""

from typing import Any

import pytest

from sandtable.core.engine import Desk, desk, engine
from sandtable.core.record import blank
from sandtable.core.rulebook import Rulebook, rulebook
from sandtable.opponents import OPPONENTS
from sandtable.opponents.arena import contest
from sandtable.rulebooks.starter import actions as verb

STARTER = rulebook("starter")
AT = desk(STARTER)
IDS = [outline.id for outline in STARTER.scenarios() if outline.seats == 2]


class Hoarder:
    """Buys nothing, fields nothing, and waits."""

    name = "hoarder"
    code = -1
    habits = (
        verb.READY,
        verb.TURN_DIE,
        verb.TAKE_ZONE,
        verb.DONE,
        verb.END,
        verb.STAY,
        verb.CHOOSE,
    )

    def choose(self, rulebook: Rulebook, scenario: Any, views: Any, seat: int, seed: int, at: Desk) -> Any:
        listed = int(engine(rulebook).legal(scenario, views, 0, seat, at.works))
        offers = {int(at.works[0].actions[i].verb): i for i in range(listed)}
        at.actions[0] = at.works[0].actions[next(offers[habit] for habit in self.habits if habit in offers)]
        return at.actions[:1]


@pytest.mark.parametrize("id", IDS)
def test_who_buys_nothing_loses_to_who_fights(id: str) -> None:
    scenario, _ = STARTER.load(id)
    script, hoarder = OPPONENTS["scripted"], Hoarder()
    for seed in range(3):
        for seating in ([script, hoarder], [hoarder, script]):
            (played,) = contest(STARTER, scenario, blank(STARTER.Game), [seating], [seed], AT)
            script_at = seating.index(script)
            assert played.ranks[script_at] < played.ranks[1 - script_at], f"seed {seed}: {played.points}"
