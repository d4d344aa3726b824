"""Coherency: a formation stays together, and a split one comes together again (FM-COH, FM-R08 to R12)."""

from __future__ import annotations

from sandtable.core.boards.free import coherent, gap, group_of, groups
from sandtable.core.compile import rule
from sandtable.core.record import Ints
from sandtable.rulebooks.formation.actions import Work
from sandtable.rulebooks.formation.reasons import GAPS_WIDEN, MUST_REGROUP, NOT_COHERENT, NOT_NEARER
from sandtable.rulebooks.formation.stands import fielded, size
from sandtable.rulebooks.formation.state import COHERENT, SCOUT, SCOUTING, STANDS, Game, Scenario


@rule
def measure(scenario: Scenario, game: Game, f: int, work: Work) -> None:
    """Note where the stands of a formation are, their radii and the length of their links (FM-SPEC-21)."""
    for k in range(int(scenario.roster[f].count)):
        kind = scenario.type[int(scenario.roster[f].kinds[k])]
        work.rs[k] = int(kind.radius)
        work.links[k] = SCOUTING if int(kind.special) & SCOUT else COHERENT
        work.xs[k] = int(game.stands[f * STANDS + k].x)
        work.ys[k] = int(game.stands[f * STANDS + k].y)


@rule
def is_split(scenario: Scenario, game: Game, f: int, work: Work) -> bool:
    """Whether the stands of a formation on the table are out of coherency."""
    measure(scenario, game, f, work)
    return not coherent(work.xs, work.ys, work.rs, work.links, fielded(game, scenario, f))


@rule
def list_groups(work: Work, members: int) -> int:
    """Note the connected groups as they stand; how many there are."""
    count = 0
    k = 0
    while members != 0:
        while not members >> k & 1:
            k += 1
        work.group[count] = group_of(work.xs, work.ys, work.rs, work.links, k, members)
        members &= ~int(work.group[count])
        count += 1
    return count


@rule
def group_gap(xs: Ints, ys: Ints, rs: Ints, one: int, other: int) -> int:
    """The smallest gap between the stands of two groups, in hundredths."""
    nearest = 1 << 30
    for i in range(STANDS):
        if one >> i & 1:
            for j in range(STANDS):
                if other >> j & 1:
                    nearest = min(
                        nearest,
                        gap(int(xs[i]), int(ys[i]), int(rs[i]), int(xs[j]), int(ys[j]), int(rs[j])),
                    )
    return nearest


@rule
def ends_together(work: Work, members: int) -> bool:
    """Whether the formation is coherent at the ends of its paths."""
    return coherent(work.end_x, work.end_y, work.rs, work.links, members)


@rule
def end_groups(work: Work, members: int) -> int:
    """In how many groups the formation ends."""
    return groups(work.end_x, work.end_y, work.rs, work.links, members)


@rule
def comes_nearer(work: Work, one: int, other: int) -> bool:
    """Whether two groups end strictly nearer to each other than they began (FM-R11, R105)."""
    return group_gap(work.end_x, work.end_y, work.rs, one, other) < group_gap(
        work.xs, work.ys, work.rs, one, other
    )


@rule
def no_wider(work: Work, members: int) -> int:
    """0 if no gap between the groups widens and there are no more of them (FM-R12), else why not."""
    count = list_groups(work, members)
    if end_groups(work, members) > count:
        return NOT_COHERENT
    for i in range(count):
        for j in range(i):
            one, other = int(work.group[i]), int(work.group[j])
            if group_gap(work.end_x, work.end_y, work.rs, one, other) > group_gap(
                work.xs, work.ys, work.rs, one, other
            ):
                return GAPS_WIDEN
    return 0


@rule
def regroups(work: Work, members: int, excused: int) -> int:
    """0 if a split formation comes together as it must (FM-COH-02, FM-R11), else why not.

    ``excused`` holds the stands of groups that may stand still, whichever group is the largest.
    """
    count = list_groups(work, members)
    if end_groups(work, members) > count or count == 1:
        return MUST_REGROUP
    largest = 0
    for i in range(count):
        largest = max(largest, size(int(work.group[i])))
    for i in range(count):
        if size(int(work.group[i])) == largest:
            every = True
            for j in range(count):
                if j != i and not int(work.group[j]) & excused:
                    if not comes_nearer(work, int(work.group[j]), int(work.group[i])):
                        every = False
            if every:
                return 0
    return NOT_NEARER
