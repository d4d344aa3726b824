"""Formation: stands, stress and a free table measured in centimetres."""

from __future__ import annotations

from sandtable.core.rulebook import Rulebook, later
from sandtable.rulebooks.formation import actions, state
from sandtable.rulebooks.formation.happenings import (
    HAS_BEEN_RUN_DOWN,
    HAS_DIED,
    HAS_RALLIED,
    HAS_ROUTED,
    HAS_TAKEN_STRESS,
)
from sandtable.rulebooks.formation.reasons import REASONS

SWITCHES = {
    "strict-cover": "Whatever is cover for the target's class also blocks line of sight (FM-R28).",
    "fire-discipline": "Armies that have it may use Fire Discipline once (FM-M09).",
    "war-cry": "Armies that have it may use War Cry once (FM-M09).",
}


RULEBOOK = Rulebook(
    name="formation",
    title="Formation",
    pitch=(
        "Two armies, five markers, three rounds. No squares: every centimetre counts. Fire suppresses before "
        "it kills, stress breaks what bullets did not, and the moment you strike is the moment your enemy "
        "may snap back."
    ),
    length="20 to 100 minutes",
    package=__name__,
    prefix="FM",
    seats=(2, 2),
    Scenario=state.Scenario,
    Game=state.Game,
    Action=actions.Action,
    Work=actions.Work,
    reasons=REASONS,
    hidden=False,
    switches=SWITCHES,
    ends={
        state.BY_MARKERS: "by objective markers",
        state.BY_CONCESSION: "by concession",
        state.BY_STANDS: "by breakthrough",
        state.BY_POINTS: "by points of stands destroyed",
    },
    tallies={
        "stands lost": (HAS_DIED, HAS_BEEN_RUN_DOWN),
        "stress": (HAS_TAKEN_STRESS,),
        "rallied": (HAS_RALLIED,),
        "routs": (HAS_ROUTED,),
    },
    load=later(__name__, "loading", "load"),
    scenarios=later(__name__, "loading", "scenarios"),
    validate=later(__name__, "loading", "validate"),
    armies=later(__name__, "muster", "armies"),
    review=later(__name__, "muster", "review"),
    notation=actions.notation,
    parse=actions.parse,
    table=later(__name__, "table", "table"),
    options=later(__name__, "options", "options"),
    preview=later(__name__, "preview", "preview"),
    why=later(__name__, "why", "why"),
    threat=later(__name__, "threat", "threat"),
    narrate=later(__name__, "narrate", "narrate"),
)
