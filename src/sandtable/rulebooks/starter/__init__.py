"""Parabellum Starter Rules: a campaign of small battles, fought with what the company can pay for."""

from __future__ import annotations

from collections.abc import Callable
from importlib import import_module
from typing import Any

from sandtable.core.rulebook import Rulebook
from sandtable.rulebooks.starter import actions, happenings, state
from sandtable.rulebooks.starter.reasons import REASONS

SWITCHES = {
    "reposition-with-move": "A unit may reposition once before or after it moves (ST-R26).",
    "rocky-hurts-attackers": "Who attacks a unit on Rocky has -1, not that unit when it attacks (ST-R35).",
    "diagonals-count-one": "A diagonal step counts as one square of range (ST-R50).",
    "no-liquidation": "Without Credits at the end of a scenario a player is out, whatever it owns (ST-R09).",
    "objectives-stick": "A completed hold is lost only to an opponent who completes it as well (ST-R94).",
    "partial-resupply": "Fewer tokens than the cost refill a part of the counters (ST-M23).",
}


def _later(module: str, name: str) -> Callable[..., Any]:
    """A function of a module that is imported when it is first called."""

    def call(*given: Any) -> Any:
        return getattr(import_module(f"{__name__}.{module}"), name)(*given)

    return call


RULEBOOK = Rulebook(
    name="starter",
    title="Parabellum Starter Rules",
    pitch=(
        "Two companies, one valley, one budget for the whole war. Buy every unit, every crew and every can "
        "of fuel, hide them behind your screen, take the objectives, bring your people home, and still be "
        "the one with money at the end."
    ),
    length="15 minutes to an evening",
    package=__name__,
    prefix="ST",
    seats=(2, 4),
    Scenario=state.Scenario,
    Game=state.Game,
    Action=actions.Action,
    Work=actions.Work,
    reasons=REASONS,
    switches=SWITCHES,
    ends={
        state.BY_LAST_ROUND: "last game round",
        state.BY_LULL: "lull",
        state.BY_OBJECTIVES: "objectives",
        state.BY_WITHDRAWAL: "withdrawal",
        state.BY_ELIMINATION: "elimination",
        state.BY_LEAVING: "leaving",
    },
    tallies={
        "personnel lost": (happenings.LOST,),
        "credits spent": (happenings.BOUGHT,),
        "bonuses": (happenings.BONUS_PAID,),
    },
    load=_later("loading", "load"),
    scenarios=_later("loading", "scenarios"),
    validate=_later("loading", "validate"),
    notation=_later("notation", "notation"),
    parse=_later("notation", "parse"),
    table=_later("table", "table"),
    options=_later("options", "options"),
    preview=_later("preview", "preview"),
    why=_later("why", "why"),
    threat=_later("threat", "threat"),
    narrate=_later("narrate", "narrate"),
)
