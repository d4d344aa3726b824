"""Why an action is refused: a code, the words, and the clause. 0 is no refusal.

Codes are grouped as the chapters are; the words are said to the acting player only (ST-R107).
"""

from __future__ import annotations

# General.
NOT_NOW = 1
NOT_YOUR_TURN = 2
NOT_YOUR_UNIT = 3
NOT_ON_MAP = 4
NOT_ON_BOARD = 5
FROZEN = 6
BAD_AMOUNT = 7
NO_SUCH_VERB = 8
NOT_IN_READY_AREA = 9
ANSWER_FIRST = 10

REASONS: dict[int, tuple[str, str]] = {
    NOT_NOW: ("This action belongs to another phase.", "ST-CAMP-27"),
    NOT_YOUR_TURN: ("It is another player's turn.", "ST-CAMP-25"),
    NOT_YOUR_UNIT: ("That is no unit of yours in play.", "ST-CAMP-30"),
    NOT_ON_MAP: ("The unit is not on the map.", "ST-R43"),
    NOT_ON_BOARD: ("There is no such square on this map.", "ST-CAMP-21"),
    FROZEN: (
        "The unit was deployed or extracted this turn and may not act before your next.",
        "ST-DEPLOY-10",
    ),
    BAD_AMOUNT: ("The amount must be at least 1 and no more than there is.", "ST-R15"),
    NO_SUCH_VERB: ("There is no such action in this game.", "ST-CAMP-27"),
    NOT_IN_READY_AREA: ("The unit is not in your Pre-Deployment Area.", "ST-BOARD-05"),
    ANSWER_FIRST: ("An open question must be answered first.", "ST-R89"),
    # Set-up: 20 to 49.
    # Mustering, loading in the Pre-Deployment Area: 50 to 79.
    # Movement, positions, entrenching: 100 to 149.
    # Deployment: 150 to 169.
    # Logistics, caches: 200 to 249.
    # Engineering: 250 to 279.
    # Combat: 300 to 349.
    # Boardroom, scrap: 400 to 429.
    # The end of a scenario: 450 to 479.
}
