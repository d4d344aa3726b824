"""Who stands in a formation's way: enemies with their zones, and bases that it may not overlap.

A formation's way is tested at many points, while nobody else moves. So the bases around it are noted once
(`survey`), enemies on the ground first, and every test reads what was noted.
"""

from __future__ import annotations

from sandtable.core.boards.free import box, clear_of, keeps_out, overlap, within
from sandtable.core.compile import rule
from sandtable.rulebooks.formation.actions import Work
from sandtable.rulebooks.formation.reasons import ENEMY_ZONE, THROUGH_ENEMY
from sandtable.rulebooks.formation.stands import FAR_OFF, extent, is_aircraft, on_table, radius_of, side_of
from sandtable.rulebooks.formation.state import CONTACT, PER_SIDE, STANDS, ZONE, Game, Scenario

ANYWHERE = 4 * FAR_OFF  # a reach that leaves nobody out, even for those who are not on the table yet


@rule
def survey(scenario: Scenario, game: Game, f: int, reach: int, work: Work) -> None:
    """Note the bases on the table that a formation may not overlap: ground or aircraft, as it is (FM-R07).

    Those count that it could meet, or whose zones, if no stand goes farther than ``reach``.
    """
    work.bases = 0
    note_bases(scenario, game, f, 1 - side_of(f), reach + ZONE, work)
    work.foes = 0 if is_aircraft(scenario, f) else work.bases
    note_bases(scenario, game, f, side_of(f), reach, work)


@rule
def note_bases(scenario: Scenario, game: Game, f: int, side: int, reach: int, work: Work) -> None:
    """Note those of one side that are not farther than ``reach`` from a formation, by the box round it."""
    flying = is_aircraft(scenario, f)
    left, right, low, high = extent(scenario, game, f)
    left, right, low, high = left - reach, right + reach, low - reach, high + reach
    n = int(work.bases)
    for g in range(side * PER_SIDE, side * PER_SIDE + PER_SIDE):
        if g == f or is_aircraft(scenario, g) != flying:
            continue
        for j in range(int(scenario.roster[g].count)):
            s = g * STANDS + j
            if on_table(game, s):
                x, y, r = int(game.stands[s].x), int(game.stands[s].y), radius_of(scenario, game, s)
                if left <= x + r and x - r <= right and low <= y + r and y - r <= high:
                    work.base_x[n] = x
                    work.base_y[n] = y
                    work.base_r[n] = r
                    n += 1
    work.bases = n


@rule
def is_free(x: int, y: int, r: int, work: Work) -> bool:
    """Whether a base of radius ``r`` at a place overlaps none of the bases around (FM-R07)."""
    for i in range(int(work.bases)):
        if overlap(x, y, r, int(work.base_x[i]), int(work.base_y[i]), int(work.base_r[i])):
            return False
    return True


@rule
def touches_enemy(x: int, y: int, r: int, work: Work) -> bool:
    """Whether a ground stand of radius ``r`` would be in base contact with an enemy at a place (FM-R06)."""
    for i in range(int(work.foes)):
        if within(x, y, r, int(work.base_x[i]), int(work.base_y[i]), int(work.base_r[i]), CONTACT):
            return True
    return False


@rule
def enemy_reason(r: int, n: int, work: Work) -> int:
    """Why enemies forbid ``work.path`` to a ground stand: bases and 5 cm zones (FM-MOVE-03, FM-R15 to R18).

    A stand that ends in base contact may pass through zones.
    """
    left, right, low, high = box(work.path_x, work.path_y, n)
    charging = False
    for i in range(int(work.foes)):
        x, y = int(work.base_x[i]), int(work.base_y[i])
        near = r + int(work.base_r[i])
        far = near + ZONE
        if x < left - far or x > right + far or y < low - far or y > high + far:
            continue
        if not clear_of(work.path_x, work.path_y, n, x, y, near):
            return THROUGH_ENEMY
        if not charging and not keeps_out(work.path_x, work.path_y, n, x, y, far):
            charging = touches_enemy(int(work.path_x[n - 1]), int(work.path_y[n - 1]), r, work)
            if not charging:
                return ENEMY_ZONE
    return 0
