"""``sandtable odds``."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import typer

from sandtable.cli.common import Wrong, console, interpreted

if TYPE_CHECKING:
    from fractions import Fraction

    from sandtable.core.pools import Pool

MOST_DICE, MOST_SIDES, MOST_MODIFIER = 40, 40, 23
BAR = 40


def odds(
    attack: str = typer.Argument(help="The attack dice, such as 10d8; d12 for one artillery die."),
    defence: str = typer.Argument(help="The defence dice, such as 10d6+1."),
    strength: int = typer.Option(0, help="No more losses than this (the defender's strength)."),
) -> None:
    """Show exact odds of one pool of dice against another.

    Each defence die cancels one attack die that is equal or lower; every attack die left is a loss. One
    attack die alone (d12) is artillery: it hits if it is higher than all defence dice.

    Example: `sandtable odds 10d8 10d6+1`
    """
    interpreted()
    from fractions import Fraction

    from sandtable.core.pools import beats_all_odds, capped, mean, unpaired_odds

    a, d = pool(attack), pool(defence)
    out = console()
    if a.count == 1 and re.match(r"d", attack.strip().lower()):
        hit = beats_all_odds(a, d)
        out.print(f"{attack} against {defence}: hits with {percent(hit)} ({short(hit)})")
        chart([1 - hit, hit], ["miss", "hit"])
        return
    chances = unpaired_odds(a, d)
    if strength > 0:
        chances = capped(chances, strength)
    out.print(f"{attack} against {defence}: {float(mean(chances)):.4f} losses on average")
    chart(list(chances), [str(n) for n in range(len(chances))])
    at_least = Fraction(1) - chances[0]
    out.print(f"at least one: {percent(at_least)}")


def pool(text: str) -> Pool:
    """``10d6+1`` as a pool."""
    from sandtable.core.pools import Pool

    found = re.fullmatch(r"(\d{0,3})d(\d{1,3})([+-]\d{1,3})?", text.strip().lower().replace(" ", ""))
    if not found:
        raise Wrong(f"{text!r}: expected dice such as 10d8, 10d6+1 or d12")
    count, sides, modifier = int(found[1] or 1), int(found[2]), int(found[3] or 0)
    if count > MOST_DICE or not 1 <= sides <= MOST_SIDES or abs(modifier) > MOST_MODIFIER:
        raise Wrong(
            f"{text!r}: at most {MOST_DICE} dice of 1 to {MOST_SIDES} sides, modified by {MOST_MODIFIER}"
        )
    return Pool(count, sides, modifier)


def percent(chance: Fraction) -> str:
    """A chance for people."""
    return f"{float(chance):.2%}"


def short(chance: Fraction) -> str:
    """The exact fraction where it is short enough to be read."""
    text = str(chance)
    return text if len(text) <= 24 else f"about 1 in {float(1 / chance):.3g}" if chance else "0"


def chart(chances: list[Fraction], names: list[str]) -> None:
    """One bar a row."""
    out = console()
    widest = max(chances)
    for name, chance in zip(names, chances, strict=True):
        bar = "█" * round(float(chance / widest) * BAR) if widest else ""
        out.print(f"{name:>5} {percent(chance):>8} [cyan]{bar}[/cyan]")
