"""Parabellum Starter Rules: a campaign of small battles, fought with what the company can pay for."""

from __future__ import annotations

from sandtable.core.rulebook import Rulebook, later
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
    load=later(__name__, "loading", "load"),
    scenarios=later(__name__, "loading", "scenarios"),
    validate=later(__name__, "loading", "validate"),
    notation=later(__name__, "notation", "notation"),
    parse=later(__name__, "notation", "parse"),
    table=later(__name__, "table", "table"),
    options=later(__name__, "options", "options"),
    preview=later(__name__, "preview", "preview"),
    why=later(__name__, "why", "why"),
    threat=later(__name__, "threat", "threat"),
    narrate=later(__name__, "narrate", "narrate"),
)
