"""The peers that `sandtable bench` measures beside the rules: random legal play, the full list each time."""

from __future__ import annotations

import random
import time
from collections.abc import Callable
from dataclasses import dataclass


@dataclass
class Rate:
    """What a stretch of play came to."""

    decisions: int = 0
    listed: int = 0
    games: int = 0
    seconds: float = 0.0

    @property
    def decisions_a_second(self) -> float:
        """Decisions a second."""
        return self.decisions / self.seconds

    @property
    def listed_a_second(self) -> float:
        """Legal actions listed a second."""
        return self.listed / self.seconds


Stretch = Callable[[float], Rate]


def openspiel_chess() -> Stretch:
    """OpenSpiel's chess (C++), driven from Python. ImportError if it is not installed."""
    import pyspiel

    game = pyspiel.load_game("chess")
    dice = random.Random(1)

    def stretch(seconds: float) -> Rate:
        rate, began = Rate(), time.perf_counter()
        while time.perf_counter() - began < seconds:
            state = game.new_initial_state()
            while not state.is_terminal():
                actions = state.legal_actions()
                state.apply_action(actions[int(dice.random() * len(actions))])
                rate.decisions += 1
                rate.listed += len(actions)
            rate.games += 1
        rate.seconds = time.perf_counter() - began
        return rate

    return stretch


def python_chess() -> Stretch:
    """python-chess; only the ends that cost it little are looked for. ImportError if it is not installed."""
    import chess

    dice = random.Random(1)

    def stretch(seconds: float) -> Rate:
        rate, began = Rate(), time.perf_counter()
        while time.perf_counter() - began < seconds:
            board = chess.Board()
            while board.halfmove_clock < 150 and not board.is_insufficient_material():
                moves = list(board.legal_moves)
                if not moves:
                    break
                board.push(moves[int(dice.random() * len(moves))])
                rate.decisions += 1
                rate.listed += len(moves)
            rate.games += 1
        rate.seconds = time.perf_counter() - began
        return rate

    return stretch


PEERS: dict[str, Callable[[], Stretch]] = {"OpenSpiel chess": openspiel_chess, "python-chess": python_chess}
