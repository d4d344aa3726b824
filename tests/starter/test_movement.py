"""Moves against a second, slow reading of ST-R30, R33 and R34, quarter by quarter."""

import heapq
from typing import Any

import pytest

from sandtable.core.engine import desk, engine
from sandtable.core.rulebook import rulebook
from sandtable.rulebooks.starter import actions as verb
from sandtable.rulebooks.starter.state import UNITS
from starter import positions

STARTER = rulebook("starter")
ENGINE = engine(STARTER)
AT = desk(STARTER)

NONE, ALL = 0, 99
# ST-M04, by terrain as `state` numbers it: foot, wheeled, tracked, walker, hover, towed.
COSTS = (
    (1, 1, 1, 1, 1, 1),  # open
    (1, 1, 2, 1, 2, 1),  # urban
    (2, 3, 2, 2, NONE, NONE),  # forest
    (2, 3, 2, 2, 2, NONE),  # rubble
    (2, ALL, 3, 2, 1, NONE),  # marsh
    (2, NONE, NONE, 2, NONE, NONE),  # Rocky, for those who climb
    (1, NONE, NONE, NONE, NONE, NONE),  # Special, for Infantry
    (NONE, NONE, NONE, NONE, 1, NONE),  # Water
    (1, 1, 1, 1, 1, 1),  # causeway
)
ROCKY, SPAN_GROUND, CLIMB, SWEEP, HOVER = 5, 8, 1, 4, 4
SPANS, FILLED = 3, (1, 4)

NW, NE, SE, SW = range(4)
CENTRE = 0
CORNERS = {1: {NW}, 2: {NE}, 3: {SE}, 4: {SW}}
SIDES = {5: {NW, NE}, 6: {NE, SE}, 7: {SE, SW}, 8: {SW, NW}}
QUARTERS = {CENTRE: {NW, NE, SE, SW}, **CORNERS, **SIDES}
NORTH, EAST, SOUTH, WEST = range(4)
STEPS = {NORTH: (0, -1), EAST: (1, 0), SOUTH: (0, 1), WEST: (-1, 0)}
ACROSS = {NORTH: {NW: SW, NE: SE}, EAST: {NE: NW, SE: SW}, SOUTH: {SE: NE, SW: NW}, WEST: {NW: NE, SW: SE}}
LANES = {NORTH: (6, 8), SOUTH: (6, 8), EAST: (5, 7), WEST: (5, 7)}
WHOLE = "the square"

Place = tuple[int, int, int]


class Ground:
    """What one unit finds in the way."""

    def __init__(self, scenario: Any, game: Any, u: int) -> None:
        self.game, self.unit = game, game.units[u]
        self.booklet = scenario.booklet[int(game.booklet)]
        self.type = scenario.type[int(self.unit.kind)]
        self.size = ("corner", "side", "full")[int(scenario.footprint[int(self.unit.cls)])]
        self.home = (int(self.unit.x), int(self.unit.y))
        self.left = int(self.type.speed) - int(self.unit.spent)
        self.occupied: dict[tuple[int, int], set[int]] = {}
        for v in range(UNITS):
            other = game.units[v]
            if v != u and other.side >= 0 and other.where == 2:
                self.occupied.setdefault((int(other.x), int(other.y)), set()).update(
                    QUARTERS[int(other.place)]
                )

    def free(self, square: tuple[int, int]) -> set[int]:
        return {NW, NE, SE, SW} - self.occupied.get(square, set())

    def cost(self, square: tuple[int, int]) -> int:
        """Squares of movement to enter; 0 if that is impossible."""
        x, y = square
        if not (0 <= x < self.booklet.columns and 0 <= y < self.booklet.rows):
            return 0
        if self.game.cache_fuel[y, x] or self.game.cache_ammo[y, x] or self.game.object[y, x] in FILLED:
            return 0
        zone = int(self.booklet.zone[y, x])
        if zone and self.booklet.closed_zones and zone != self.game.company[int(self.unit.side)].zone + 1:
            return 0
        terrain = SPAN_GROUND if self.game.object[y, x] == SPANS else int(self.booklet.terrain[y, x])
        if terrain == ROCKY and not int(self.type.abilities) & CLIMB:
            return 0
        return COSTS[terrain][int(self.type.move)]

    def stops(self, square: tuple[int, int]) -> bool:
        """A minefield in which the dice decide whether the unit goes on."""
        hurt = self.type.move != HOVER and not int(self.type.abilities) & SWEEP
        return square != self.home and hurt and self.game.mines[square[1], square[0]] > 0

    def starts(self) -> list[Any]:
        place = int(self.unit.place)
        if self.size == "full":
            return [WHOLE]
        if self.size == "corner":
            return list(QUARTERS[place])
        return [place] if place else list(SIDES)

    def shifts(self, square: tuple[int, int], at: Any) -> list[Any]:
        """Where a unit gets inside a square, for nothing."""
        if self.size == "corner":
            return [q for q in ((at + 1) % 4, (at - 1) % 4) if q in self.free(square)]
        if self.size == "side":
            return [side for side in SIDES if SIDES[at] | SIDES[side] <= self.free(square)]
        return []

    def crosses(self, to: tuple[int, int], way: int, at: Any) -> list[Any]:
        """Where it comes to across a border."""
        if self.size == "full":
            return [WHOLE] if len(self.free(to)) == 4 else []
        if self.size == "corner":
            return [ACROSS[way][at]] if ACROSS[way].get(at) in self.free(to) else []
        return [at] if at in LANES[way] and SIDES[at] <= self.free(to) else []

    def places(self, square: tuple[int, int], at: Any) -> list[int]:
        """The positions it can stop in, having come that far."""
        centre = [CENTRE] if len(self.free(square)) == 4 else []
        if self.size == "full":
            return centre
        return [*centre, at + 1 if self.size == "corner" else at]


def moves(scenario: Any, game: Any, u: int) -> dict[Place, int]:
    """Every position that one part of a move can end in, with the least movement that takes."""
    ground = Ground(scenario, game, u)
    waiting = [(0, n, ground.home, at) for n, at in enumerate(ground.starts())]
    done: dict[Any, int] = {}
    number = len(waiting)
    while waiting:
        spent, _, square, at = heapq.heappop(waiting)
        if (square, at) in done:
            continue
        done[square, at] = spent
        ways = [(spent, square, to) for to in ground.shifts(square, at)]
        for way, (dx, dy) in STEPS.items():
            to = (square[0] + dx, square[1] + dy)
            cost = 0 if to == ground.home or ground.stops(square) else ground.cost(to)
            if cost == ALL:
                cost = ground.left if spent == 0 and ground.unit.spent == 0 else 0
            if cost and spent + cost <= ground.left:
                ways += [(spent + cost, to, where) for where in ground.crosses(to, way, at)]
        for total, to, where in ways:
            number += 1
            heapq.heappush(waiting, (total, number, to, where))
    found: dict[Place, int] = {}
    for (square, at), spent in done.items():
        for place in ground.places(square, at) if square != ground.home else []:
            found[*square, place] = min(spent, found.get((*square, place), ALL))
    return found


def can_move(game: Any, u: int, seat: int) -> bool:
    unit = game.units[u]
    if unit.side != seat or unit.where != 2 or unit.frozen or unit.layers:
        return False
    return bool(unit.manoeuvre == 1 or (unit.manoeuvre == 0 and unit.fuel > 0))


@pytest.mark.parametrize("seed", range(40))
def test_a_unit_can_go_where_free_quarters_lead(seed: int) -> None:
    """ST-MOV-03 to 05, 09 to 13; ST-POS-02, 09 to 13; ST-TERR-05, 14; ST-R28 to R34, R38, R56."""
    position = positions.draw(seed)
    scenario, game = position.scenario[0], position.game[0]
    for u in range(len(position.pieces)):
        wanted = moves(scenario, game, u) if can_move(game, u, 0) else {}
        count = ENGINE.legal_of(position.scenario, position.game, 0, 0, u, AT.works)
        listed = [AT.works[0].actions[i] for i in range(count)]
        offered = [(int(a.x), int(a.y), int(a.place)) for a in listed if a.verb == verb.MOVE]
        assert len(offered) == len(set(offered))
        assert set(offered) == set(wanted)
