"""What the others could do to a piece in their next turn, from what the seat knows."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from sandtable.core.pools import Pool, mean
from sandtable.core.record import clone
from sandtable.core.table import Preview
from sandtable.rulebooks.starter import odds, words
from sandtable.rulebooks.starter.paths import search
from sandtable.rulebooks.starter.screen import Screen
from sandtable.rulebooks.starter.state import COLUMNS, NONE, ON_MAP, STILL, UNITS, Game
from sandtable.rulebooks.starter.units import distance

MOST_SHOWN = 6


@dataclass(frozen=True)
class Danger:
    """The worst that one enemy unit could do."""

    unit: int
    guess: odds.Guess
    attack: Pool
    fallen: odds.Odds
    shots: int  # 0: a Direct Attack
    moves: bool  # it must move first


def threat(scenario: Any, texts: Any, view: Any, seat: int, piece: int) -> Preview:
    """The enemies that could attack a piece next turn, each as the worst it may be, gravest first.

    They move as the map lies now, other units where they stand; their Fuel is taken as sufficient.
    """
    screen = Screen((scenario, view), texts, seat)
    if not 0 <= piece < UNITS or not screen.is_own(piece) or screen.game.units[piece].where != ON_MAP:
        return Preview(title="Threat", lines=["Only an own unit on the map can be asked about."])
    dangers = [danger for u in screen.units if (danger := _danger(screen, u, piece)) is not None]
    dangers.sort(key=lambda danger: mean(danger.fallen), reverse=True)
    shown = Preview(title=f"What could attack {screen.flagged(piece)} next turn")
    (own, *_) = odds.guesses(screen, piece)
    for danger in dangers[:MOST_SHOWN]:
        shown.chances.append(odds.chance(_name(screen, danger), danger.fallen, own.strength))
    shown.sources = [danger.unit for danger in dangers]
    shown.lines = _lines(screen, dangers)
    return shown


def _danger(screen: Screen, u: int, piece: int) -> Danger | None:
    """The worst of what an enemy unit may be and could do."""
    unit = screen.game.units[u]
    if unit.side == screen.seat or unit.where != ON_MAP:
        return None
    found = [danger for guess in odds.guesses(screen, u) if (danger := _as_guessed(screen, u, guess, piece))]
    return max(found, key=lambda danger: mean(danger.fallen), default=None)


def _as_guessed(screen: Screen, u: int, guess: odds.Guess, piece: int) -> Danger | None:
    """What it could do if it is of this type."""
    kind, target = screen.scenario.type[guess.kind], screen.game.units[piece]
    if not guess.armed:
        return None
    (own, *_) = odds.guesses(screen, piece)
    defence = odds.defence_pool(screen, piece, own)
    away = _away(screen, screen.game.units[u].x, screen.game.units[u].y, piece)
    modifier = odds.modifier(screen, u, target.x, target.y)
    if kind.artillery_die:
        if not kind.range_least <= away <= kind.range_most:
            return None
        die = Pool(1, kind.artillery_die, modifier)
        return Danger(u, guess, die, odds.shots(die, defence, kind.shots), kind.shots, False)
    if not kind.attack_die:
        return None
    attack = Pool(guess.strength, kind.attack_die, modifier)
    if away > kind.range_most:
        if not _comes_near(screen, u, guess.kind, piece):
            return None
        attack = Pool(guess.strength, kind.attack_die)
    return Danger(u, guess, attack, odds.losses(attack, defence), 0, away > kind.range_most)


def _comes_near(screen: Screen, u: int, kind: int, piece: int) -> bool:
    """Whether a unit of this type could move to where the piece is in its range (it must not be dug in)."""
    unit, type_ = screen.game.units[u], screen.scenario.type[kind]
    away = _away(screen, unit.x, unit.y, piece)
    if unit.layers or unit.span_x != NONE or away > type_.speed + type_.range_most:
        return False
    supposed = clone(Game, screen.rows[1])
    mover = supposed[0].units[u]
    mover.kind, mover.manoeuvre, mover.spent = kind, STILL, 0
    work = screen.desk.works[0]
    found = int(search(screen.rows[0][0], supposed[0], u, work))
    squares = {int(work.found[i]) // 2 for i in range(found)}
    return any(_away(screen, s % COLUMNS, s // COLUMNS, piece) <= type_.range_most for s in squares)


def _away(screen: Screen, x: int, y: int, piece: int) -> int:
    target = screen.game.units[piece]
    return int(distance(screen.rows[0][0], x, y, target.x, target.y))


def _name(screen: Screen, danger: Danger) -> str:
    alone = len(odds.guesses(screen, danger.unit)) == 1
    known = "" if alone else f", if {screen.type_name(danger.guess.kind)}"
    dice = words.pool(danger.attack.count, danger.attack.sides, danger.attack.modifier)
    how = words.count(danger.shots, "shot") + f" of d{danger.attack.sides}" if danger.shots else dice
    return f"{screen.flagged(danger.unit)}{known}{' after a move' if danger.moves else ''}: {how}"


def _lines(screen: Screen, dangers: list[Danger]) -> list[str]:
    if not dangers:
        return ["No enemy unit on the map could attack it next turn, as far as you know."]
    lines = [f"{words.count(len(dangers), 'enemy unit')} could attack it, each taken as the worst it may be."]
    if len(dangers) > MOST_SHOWN:
        lines.append(f"The {MOST_SHOWN} gravest are shown.")
    lines.append("What is unknown is taken at its worst: full Troop Strength, Fuel and Ammunition.")
    return lines
