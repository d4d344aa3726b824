"""Attacks that could be made, now or from elsewhere: what previews and threats are reckoned from."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from sandtable.core.record import blank, clone
from sandtable.rulebooks.formation import actions as verb
from sandtable.rulebooks.formation.actions import Action
from sandtable.rulebooks.formation.allocation import room_for_dice
from sandtable.rulebooks.formation.attack import forget, line_up
from sandtable.rulebooks.formation.candidates import suppress
from sandtable.rulebooks.formation.firepower import (
    OPEN_LEVEL,
    attackers_of,
    band_of,
    can_attack,
    dice_for,
    eligible_stands,
    level_of,
    markers_to_place,
    pool_shooters,
    relief,
    strength_of,
)
from sandtable.rulebooks.formation.lists import clear
from sandtable.rulebooks.formation.screen import Screen
from sandtable.rulebooks.formation.stands import side_of
from sandtable.rulebooks.formation.state import BY_WITHDRAWAL, STANDS, TOUCHING, Attack, Game


@dataclass
class Volley:
    """One pool of an attack as it would be rolled."""

    shooters: int  # stands of the attacker, a bit each
    eligible: int  # stands of the target, a bit each
    power: bool
    strength: int  # in halves
    level: int  # of cover, before what comes off it
    off: int
    dice: int
    lowest: int  # armour
    attack: Any  # the record, with gap and armour of the eligible stands

    @property
    def reaching(self) -> Fraction:
        """Chance that a die reaches the lowest armour; of power dice 4 and 5 are 6s (FM-WEAP-10)."""
        return Fraction(7 - (min(self.lowest, 4) if self.power else self.lowest), 6)


def expected(volleys: list[Volley]) -> Fraction:
    """Mean number of dice that reach the lowest armour."""
    return sum((volley.dice * volley.reaching for volley in volleys), Fraction(0))


def elsewhere(screen: Screen, places: dict[int, tuple[int, int]]) -> Screen:
    """The same screen with some stands at other places, in hundredths of a centimetre."""
    game = clone(Game, screen.rows[1])
    for s, (x, y) in places.items():
        game[0].stands[s].x, game[0].stands[s].y = x, y
    return Screen((screen.rows[0], game), screen.texts, screen.seat)


def declared(screen: Screen, f: int, target: int, by: int, shooters: int, indirect: int) -> Any:
    """The attack as `attack.declare` would begin it, beside the game."""
    attack = blank(Attack)[0]
    forget(attack)
    attack.attacker, attack.target, attack.by = f, target, by
    attack.shooters, attack.indirect = shooters, indirect & shooters
    attack.target_routed = screen.game.formations[target].routed
    for k in range(STANDS):
        if shooters >> k & 1:
            uses = bool(indirect >> k & 1)
            contact = by == BY_WITHDRAWAL
            attack.band[k] = TOUCHING if contact else band_of(*screen.records, f * STANDS + k, target, uses)
    return attack


def volleys(screen: Screen, attack: Any) -> list[Volley]:
    """Both pools of a declared attack as they would be rolled now, those without dice left out."""
    found = []
    for pool in (0, 1):
        attack.pool = pool
        volley = volley_of(screen, attack)
        if volley is not None:
            found.append(volley)
    return found


def volley_of(screen: Screen, attack: Any) -> Volley | None:
    """The pool of a declared attack that its record names; None if it has no dice (FM-ATK-12 to 31)."""
    shooters = int(pool_shooters(*screen.records, attack))
    eligible = int(eligible_stands(*screen.records, attack, shooters)) if shooters else 0
    if not eligible:
        return None
    level = int(level_of(*screen.records, attack, eligible))
    strength = int(strength_of(*screen.records, attack, shooters, level > OPEN_LEVEL))
    off = int(relief(*screen.records, attack, shooters))
    row = blank(Attack)
    row[0] = attack  # a copy: the stands of each pool are lined up anew
    lowest = int(line_up(*screen.records, row[0], shooters, eligible))
    dice = int(room_for_dice(attack, dice_for(strength, level - off)))
    return Volley(shooters, eligible, bool(attack.pool), strength, level, off, dice, lowest, row[0])


def best_attack(screen: Screen, f: int, target: int, by: int) -> Any:
    """An attack as strong as stress lets a formation make it: its weakest stands are suppressed.

    As `declared` gives it; None if no stand can attack.
    """
    scenario, game = screen.records
    blind = int(can_attack(scenario, game, f, target, True))
    able = int(can_attack(scenario, game, f, target, False)) | blind
    if not able:
        return None
    row = blank(Action)
    action = row[0]
    clear(action, verb.ATTACK, int(side_of(f)), f)
    action.target, action.stands = target, blind
    suppress(scenario, game, f, target, able, int(markers_to_place(scenario, game, f, able)), 0, action)
    shooters = int(attackers_of(scenario, game, f, action))
    return declared(screen, f, target, by, shooters, blind) if shooters else None
