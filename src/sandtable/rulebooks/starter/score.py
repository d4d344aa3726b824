"""The standing of the sides, and what must hold in every game."""

from __future__ import annotations

from sandtable.core.compile import rule
from sandtable.core.standing import BY_RULES, PLAYING, SEATS, TURN_LIMIT, Standing
from sandtable.rulebooks.starter.boardroom import card_payout, unit_payout
from sandtable.rulebooks.starter.check import check as check
from sandtable.rulebooks.starter.state import BY_LAST_ROUND, UNITS, Game, Scenario


@rule
def score(scenario: Scenario, game: Game, standing: Standing) -> None:
    """Running or final standing (ST-R08, ST-R09).

    Points are Credits, and while play goes on what scrapping everything would pay besides. ``over`` is
    TURN_LIMIT if the Campaign's last scenario ended with its last game round; ``reason`` says how it ended
    (`state.BY_LAST_ROUND` and so on).
    """
    standing.over = PLAYING
    standing.reason = game.ended_by
    if game.over != 0:
        standing.over = TURN_LIMIT if game.ended_by == BY_LAST_ROUND else BY_RULES
    for side in range(SEATS):
        standing.points[side] = worth(scenario, game, side) if side < scenario.sides else 0
    for side in range(SEATS):
        standing.rank[side] = 0
        if side < scenario.sides:
            standing.rank[side] = (
                game.company[side].rank if game.over != 0 else _place(scenario, standing, side)
            )


@rule
def worth(scenario: Scenario, game: Game, side: int) -> int:
    """Credits of a side, and what it would get for all its units and cards; in a view, for those known."""
    total = int(game.company[side].credits)
    for kind in range(int(scenario.types)):
        cards = int(game.company[side].cards[kind])
        if cards > 0:
            total += cards * card_payout(scenario, kind)
    for u in range(UNITS):
        if game.units[u].side == side and game.units[u].kind >= 0:
            total += unit_payout(scenario, game, u)
    return total


@rule
def _place(scenario: Scenario, standing: Standing, side: int) -> int:
    place = 1
    for other in range(int(scenario.sides)):
        place += standing.points[other] > standing.points[side]
    return place
