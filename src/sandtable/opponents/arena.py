"""Games between opponents: in a single compiled call where all of them are compiled, else step by step."""

from __future__ import annotations

from typing import Any

import numpy as np

from sandtable.core.dice import load_fast
from sandtable.core.engine import DECISIONS, KINDS, SEATS, Desk, Played, engine, play
from sandtable.core.rulebook import Rulebook
from sandtable.opponents.basic import Opponent


def contest(
    rulebook: Rulebook,
    scenario: Any,
    games: Any,
    seatings: list[list[Opponent]],
    seeds: list[int],
    at: Desk,
) -> list[Played]:
    """Play each of the blank ``games`` from its seed to its end, the players of its seating in its seats.

    Equal for equal seeds and players.
    """
    codes = [[player.code for player in players] for players in seatings]
    if min(map(min, codes)) >= 0:
        return play(rulebook, scenario, games, codes, seeds, at)
    return [
        _step_by_step(rulebook, scenario, games, g, players, seed, at)
        for g, (players, seed) in enumerate(zip(seatings, seeds, strict=True))
    ]


def _step_by_step(
    rulebook: Rulebook, scenario: Any, games: Any, g: int, players: list[Opponent], seed: int, at: Desk
) -> Played:
    e = engine(rulebook)
    tallies = np.zeros((SEATS, KINDS), np.int64)
    load_fast(at.dice, seed, 0, 0)
    e.setup(scenario, games, g, at.dice, at.events)
    decisions = 0
    while (seats := int(e.to_act(scenario, games, g))) and decisions < DECISIONS:
        decisions += 1
        seat = (seats & -seats).bit_length() - 1
        e.view(scenario, games, g, seat, at.views, 0)
        action = players[seat].choose(
            rulebook, scenario, at.views[:1], seat, seed * DECISIONS + decisions, at
        )
        load_fast(at.dice, seed, decisions, 0)
        e.apply(scenario, games, g, action, 0, at.dice, at.events, at.works)
        for event in at.events[0].items[: int(at.events[0].count)]:
            if int(event.seat) >= 0:
                tallies[int(event.seat), int(event.kind)] += int(event.amount)
    e.score(scenario, games, g, at.standing, 0)
    standing = at.standing[0]
    return Played(
        decisions=decisions if seats == 0 else -1,
        over=int(standing.over),
        reason=int(standing.reason),
        ranks=tuple(int(standing.rank[i]) for i in range(len(players))),
        points=tuple(int(standing.points[i]) for i in range(len(players))),
        listed=0,
        faults=0,
        tallies=tallies,
    )
