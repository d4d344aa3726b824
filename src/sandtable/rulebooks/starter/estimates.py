"""What the scripted player reckons: losses, worth, and what an unknown unit probably is.

Rough on purpose, integers only; exact odds for people are in `preview`.
"""

from __future__ import annotations

from sandtable.core.compile import rule
from sandtable.rulebooks.starter.state import (
    EARTHWORK,
    INF,
    ON_MAP,
    ROCKY,
    SPECIAL,
    UNITS,
    UNKNOWN,
    URBAN,
    Game,
    Scenario,
)
from sandtable.rulebooks.starter.units import terrain_at


@rule
def root(number: int) -> int:
    """Integer square root."""
    guess = 0
    while (guess + 1) * (guess + 1) <= number:
        guess += 1
    return guess


@rule
def expected_losses(attack: int, attack_die: int, defence: int, defence_die: int, bonus: int) -> int:
    """About how many attack dice stay unpaired, in hundredths.

    The unpaired dice are the largest surplus of attack over defence dice at or above any face; the
    mean of each surplus plus six tenths of its spread comes close to the mean of the largest.
    """
    if attack_die == 0:
        return 0
    best = 0
    for face in range(1, attack_die + 1):
        over = 1000 * (attack_die - face + 1) // attack_die
        needed = face - bonus
        under = 0
        if needed <= 1:
            under = 1000
        elif needed <= defence_die:
            under = 1000 * (defence_die - needed + 1) // defence_die
        surplus = (attack * over - defence * under) // 10
        spread = (attack * over * (1000 - over) + defence * under * (1000 - under)) // 100
        best = max(best, surplus + 6 * root(spread) // 10)
    return best


@rule
def hit_chance(die: int, defence: int, defence_die: int, bonus: int) -> int:
    """Chance in hundredths that one artillery die beats all defence dice (ST-ARTY-14)."""
    total = 0
    for face in range(1, die + 1):
        below = min(max(face - 1 - bonus, 0), defence_die)
        chance = 10000
        for _ in range(defence):
            chance = chance * below // defence_die
        total += chance
    return total // die // 100


@rule
def ground_bonus(scenario: Scenario, game: Game, x: int, y: int) -> int:
    """Defence bonus of a square itself (ST-TERR-06, 09, 12; ST-M07)."""
    terrain = terrain_at(scenario, game, x, y)
    bonus = 0
    if terrain in (URBAN, ROCKY):
        bonus = 1
    elif terrain == SPECIAL:
        bonus = 2
    if game.object[y, x] == EARTHWORK:
        bonus += 1
    return bonus


@rule
def bonus_of(scenario: Scenario, game: Game, u: int) -> int:
    """Defence bonus of a unit where it stands."""
    unit = game.units[u]
    return ground_bonus(scenario, game, int(unit.x), int(unit.y)) + int(unit.layers)


@rule
def likely_kind(scenario: Scenario, game: Game, seat: int, u: int) -> int:
    """The type of a unit as far as ``seat`` knows: its own, told by Recon, or the commonest of the class."""
    unit = game.units[u]
    if unit.side == seat:
        return int(unit.kind)
    told = int(game.lore[seat * UNITS + u].kind)
    if told >= 0:
        return told
    for kind in range(int(scenario.types)):
        candidate = scenario.type[kind]
        if candidate.cls == unit.cls and candidate.attack_die + candidate.artillery_die > 0:
            return kind
    for kind in range(int(scenario.types)):
        if scenario.type[kind].cls == unit.cls:
            return kind
    return 0


@rule
def likely_strength(scenario: Scenario, game: Game, seat: int, u: int) -> int:
    """Troop Strength as far as ``seat`` knows: full if it was told nothing."""
    if game.units[u].side == seat:
        return int(game.units[u].strength)
    told = int(game.lore[seat * UNITS + u].strength)
    if told != UNKNOWN and told > 0:
        return told
    return int(scenario.type[likely_kind(scenario, game, seat, u)].strength)


@rule
def worth(scenario: Scenario, kind: int) -> int:
    """Credits that one point of Troop Strength of a type stands for, its share of the card included."""
    type_ = scenario.type[kind]
    return 10 + int(type_.price) // max(int(type_.strength), 1)


@rule
def is_infantry(scenario: Scenario, kind: int) -> bool:
    """Whether a type is of the Infantry class."""
    return int(scenario.type[kind].cls) == INF


@rule
def attack_value(scenario: Scenario, game: Game, seat: int, u: int, target: int, distance: int) -> int:
    """What a direct attack is worth in Credits: the enemy's expected loss less half of the answer's."""
    kind = int(game.units[u].kind)
    type_ = scenario.type[kind]
    strength = int(game.units[u].strength)
    enemy_kind = likely_kind(scenario, game, seat, target)
    enemy = scenario.type[enemy_kind]
    enemy_strength = likely_strength(scenario, game, seat, target)
    attack_die = int(type_.attack_die)
    hurt = expected_losses(
        strength, attack_die, enemy_strength, int(enemy.defence_die), bonus_of(scenario, game, target)
    )
    hurt = min(hurt, 100 * enemy_strength)
    gain = hurt * worth(scenario, enemy_kind)
    if hurt >= 90 * enemy_strength:
        gain += 4000
    left = enemy_strength - hurt // 100
    if left > 0 and enemy.attack_die > 0 and distance <= enemy.range_most:
        answer = expected_losses(
            left, int(enemy.attack_die), strength, int(type_.defence_die), bonus_of(scenario, game, u)
        )
        gain -= min(answer, 100 * strength) * worth(scenario, kind) * 2 // 3
    return gain // 100


@rule
def nearest_enemy(scenario: Scenario, game: Game, seat: int, x: int, y: int) -> int:
    """Squares to the nearest enemy on the map; 99 if there is none."""
    best = 99
    for v in range(UNITS):
        unit = game.units[v]
        if unit.side >= 0 and unit.side != seat and unit.where == ON_MAP:
            best = min(best, abs(int(unit.x) - x) + abs(int(unit.y) - y))
    return best
