"""Opponents: who sits in a seat when nobody does. They see views, never games."""

from __future__ import annotations

from sandtable.opponents.basic import Opponent, Random, Scripted

OPPONENTS: dict[str, Opponent] = {player.name: player for player in (Random(), Scripted())}


def opponent(name: str) -> Opponent:
    """An opponent by name. ValueError names those there are."""
    try:
        return OPPONENTS[name]
    except KeyError:
        raise ValueError(f"no opponent {name!r}; there are {', '.join(OPPONENTS)}") from None
