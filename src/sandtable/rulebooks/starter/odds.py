"""Exact chances of attacks, from what one seat may know (core.pools has the sums).

Of another side's unit the card is hidden: what a Recon or open dice have told counts as last known; for the
rest there is one guess for each type that its Class and its dice allow, at full Troop Strength if no other
was told. No hidden number is read.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction

from sandtable.core.pools import Pool, beats_all_odds, capped, mean, unpaired_odds
from sandtable.core.table import Chance
from sandtable.rulebooks.starter import words
from sandtable.rulebooks.starter.losses import defence_bonus
from sandtable.rulebooks.starter.pieces import lore_of, possible_types
from sandtable.rulebooks.starter.screen import Screen
from sandtable.rulebooks.starter.targets import attack_modifier

Odds = tuple[Fraction, ...]  # chance of 0, 1, 2, ... losses


@dataclass(frozen=True)
class Guess:
    """A unit as it may be: its type, Troop Strength, and whether it can shoot."""

    kind: int
    strength: int
    armed: bool
    sure: bool  # the card is before us


def guesses(screen: Screen, u: int) -> list[Guess]:
    """What a unit may be, as far as the seat can tell."""
    unit = screen.game.units[u]
    if screen.knows_card(u):
        return [Guess(unit.kind, unit.strength, unit.ammo > 0, True)]
    lore = lore_of(screen, u)
    found = []
    for kind in possible_types(screen, u):
        full = screen.scenario.type[kind].strength
        told = lore.strength if lore is not None and lore.strength > 0 else full
        armed = screen.scenario.type[kind].ammo_places > 0 and not (lore is not None and lore.ammo == 0)
        found.append(Guess(kind, min(told, full), armed, False))
    return found


def bonus(screen: Screen, u: int) -> int:
    """What each of a unit's Defence Dice gains where it stands; all of it is public."""
    return int(defence_bonus(screen.rows[0][0], screen.rows[1][0], u))


def modifier(screen: Screen, u: int, x: int, y: int) -> int:
    """What each of a unit's attack dice gains against a target on a square."""
    return int(attack_modifier(screen.rows[0][0], screen.rows[1][0], u, x, y))


def attack_pool(screen: Screen, u: int, guess: Guess, x: int, y: int) -> Pool:
    """The dice of a Direct Attack by a unit that is as guessed."""
    return Pool(guess.strength, screen.scenario.type[guess.kind].attack_die, modifier(screen, u, x, y))


def defence_pool(screen: Screen, u: int, guess: Guess, extra: int = 0) -> Pool:
    """The Defence Dice of a unit that is as guessed."""
    return Pool(guess.strength, screen.scenario.type[guess.kind].defence_die, bonus(screen, u) + extra)


def losses(attack: Pool, defence: Pool) -> Odds:
    """Losses of a defender whose Troop Strength is the number of its dice (ST-ATK-10 to 14, ST-R65)."""
    return capped(unpaired_odds(attack, defence), defence.count)


def counter_losses(first: Odds, strength: int, back: Pool, defence: Pool) -> Odds:
    """Losses of the attacker, if a defender that suffered ``first`` strikes back with what it has left.

    ``back`` and ``defence`` are the pools at full count; ST-COUNTER-05: one die for each token left.
    """
    chances = [Fraction(0)] * (defence.count + 1)
    for lost, chance in enumerate(first):
        left = strength - lost
        if left <= 0 or chance == 0:
            chances[0] += chance
            continue
        struck = losses(Pool(left, back.sides, back.modifier), defence)
        for n, further in enumerate(struck):
            chances[n] += chance * further
    return tuple(chances)


def shots(die: Pool, defence: Pool, number: int) -> Odds:
    """Losses from shots one after another, each against the dice that are left (ST-ARTY-13 to 15, ST-R74)."""
    chances = [Fraction(1)] + [Fraction(0)] * min(number, defence.count)
    for _ in range(number):
        after = [Fraction(0)] * len(chances)
        for lost, chance in enumerate(chances):
            left = defence.count - lost
            if left == 0 or chance == 0:
                after[lost] += chance
                continue
            hit = beats_all_odds(die, Pool(left, defence.sides, defence.modifier))
            after[lost] += chance * (1 - hit)
            if hit:
                after[lost + 1] += chance * hit
        chances = after
    return tuple(chances)


def chance(name: str, odds: Odds, strength: int) -> Chance:
    """A distribution for the screen; ``strength``: losses that destroy (0: that has no sense)."""
    return Chance(
        name=name,
        chances=[float(share) for share in odds],
        exact=[str(share) for share in odds],
        mean=float(mean(odds)),
        destroyed=float(sum(odds[strength:], Fraction(0))) if strength else -1,
    )


def yes_or_no(name: str, yes: Fraction) -> Chance:
    """The chance of one thing: that it does not happen, that it does."""
    return Chance(name, [float(1 - yes), float(yes)], [str(1 - yes), str(yes)], float(yes))


def alike(screen: Screen, u: int, extra: int = 0) -> list[tuple[Pool, list[Guess]]]:
    """Guesses of a unit gathered by the Defence Dice they would roll."""
    found: dict[Pool, list[Guess]] = {}
    for guess in guesses(screen, u):
        found.setdefault(defence_pool(screen, u, guess, extra), []).append(guess)
    return list(found.items())


def as_guessed(screen: Screen, u: int, guessed: list[Guess]) -> str:
    """``, if Light Tank or Main Battle Tank``; empty if it can be nothing else."""
    if len(guessed) == len(guesses(screen, u)):
        return ""
    return f", if {' or '.join(screen.type_name(guess.kind) for guess in guessed)}"


def versus(attack: Pool, defence: Pool) -> str:
    """``8d6 against 10d6+1``."""
    return (
        f"{words.pool(attack.count, attack.sides, attack.modifier)} against "
        f"{words.pool(defence.count, defence.sides, defence.modifier)}"
    )
