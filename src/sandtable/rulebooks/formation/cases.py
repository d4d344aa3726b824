"""Cases of `formation`: a position from the words of a case file, and its facts as words (docs/cases.md).

A stand is written as its type, its place in centimetres, and what is not as on the army list::

    "Fire Squad 50,60"    "Hulk 70,60 structure 2"    "Blade Kin off-board"    "Fire Squad in A2a"

Without a place it waits to be deployed. Formations are called A1 to A10 and B1 to B10, their stands A1a,
A1b and so on, as in the game's notation. Terrain is written as its type and its corners.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from typing import Any

import msgspec
import numpy as np
from msgspec import Struct

from sandtable.core.boards import polygons
from sandtable.core.decisions import ask
from sandtable.core.dice import Dice
from sandtable.core.engine import engine
from sandtable.core.events import Events
from sandtable.core.position import Position
from sandtable.core.record import Record, blank, clone
from sandtable.core.screen import plain
from sandtable.rulebooks.formation import loading, state
from sandtable.rulebooks.formation.actions import Work, formation_name, parse
from sandtable.rulebooks.formation.activation import next_insertion
from sandtable.rulebooks.formation.armies import CONTENT, StandLine, army_list, fill_type
from sandtable.rulebooks.formation.attack import declare, line_up
from sandtable.rulebooks.formation.battlefields import EFFECTS, fill_grounds, fill_piece, grounds
from sandtable.rulebooks.formation.coherency import is_split
from sandtable.rulebooks.formation.deployment import next_placing
from sandtable.rulebooks.formation.firepower import (
    OPEN_LEVEL,
    attack_reason,
    attackers_of,
    cover_level,
    dice_for,
    eligible_stands,
    level_of,
    pool_shooters,
    relief,
    strength_of,
)
from sandtable.rulebooks.formation.mission import broken_through, holder, markers_held, points_of
from sandtable.rulebooks.formation.reasons import REASONS
from sandtable.rulebooks.formation.setup import setup
from sandtable.rulebooks.formation.sight import sees
from sandtable.rulebooks.formation.stands import living, size, touch, whereabouts, would_be_routed
from sandtable.rulebooks.formation.state import (
    ACTIVATING,
    BY_ACTION,
    BY_SNAP,
    CHOOSING_EDGE,
    CHOOSING_FIRST,
    DEPLOYING,
    EMBARKED,
    ENDED,
    GONE,
    INSERTING,
    NONE,
    OFF_BOARD,
    ON_TABLE,
    PER_SIDE,
    STANDS,
    UNPLACED,
    Formation,
    Game,
    Scenario,
    Stand,
)

SEATS = {"Blue": 0, "Red": 1}
LISTS = ("meridian", "kessar")  # whose stands a case may use
AWAY = -10_000  # where a marker lies that a case does not give: nowhere
PHASES = {
    "edge": CHOOSING_EDGE,
    "deploying": DEPLOYING,
    "first": CHOOSING_FIRST,
    "inserting": INSERTING,
    "activating": ACTIVATING,
    "over": ENDED,
}
QUESTIONS = {
    getattr(state, name): name[4:].lower().replace("_", " ") for name in dir(state) if name.startswith("ASK_")
}
PLACES = {UNPLACED: "unplaced", OFF_BOARD: "off-board", EMBARKED: "embarked", GONE: "gone"}
STATES = r"off-board|gone|in [AB]\d+[a-j]|(?:structure|shields|indirect_used) \d+"
STAND = re.compile(
    rf"(?P<type>[A-Za-z][\w ()-]*?)(?: (?P<x>[\d.]+),(?P<y>[\d.]+))?(?P<rest>(?: (?:{STATES}))*)"
)
NAME = re.compile(r"([AB])(10|[1-9])([a-j]?)")
Number = int | list[int]


class FormationGiven(Struct, forbid_unknown_fields=True):
    """A formation of a case. ``routed`` is left out where it follows from the stress (-1)."""

    id: str
    stands: list[str]
    stress: int = 0
    routed: int = -1
    activated: bool = False


class Given(Struct, forbid_unknown_fields=True):
    """The part of a case that sets its position up."""

    formations: list[FormationGiven] = []
    types: list[dict[str, Any]] = []  # stands that no army list has, written as in one
    terrain: list[str] = []  # "forest 60,55 70,55 70,65 60,65"
    markers: list[str] = []  # "91.5,61"
    phase: str = "activating"
    turn: str = "Blue"
    active: str = ""  # the formation that is being activated
    taken: int = 0  # actions it has taken
    round: int = -1  # left out: 0 before the first round begins, else 1
    rounds: int = 3
    mission: str = "standard"
    edge: str = "low"  # Blue's
    finished: str = ""  # who finished its activations first
    switches: list[str] = []
    state: dict[str, Number] = {}


# Building --------------------------------------------------------------------------------------------


def build(given: dict[str, Any]) -> Position:
    """A position from a case. ValueError names what cannot be understood."""
    try:
        wanted = msgspec.convert(given, Given)
    except msgspec.ValidationError as error:
        raise ValueError(str(error)) from error
    scenario = blank(Scenario)
    lines = _set_types(scenario[0], wanted.types)
    _set_scenario(scenario[0], wanted)
    _set_rosters(scenario[0], wanted, lines)
    position = Position(scenario, blank(Game), SEATS, {}, _texts(lines))
    _set_game(position, wanted)
    for formation in wanted.formations:
        _set_formation(position, formation)
    _set_status(position, wanted)
    _open_question(position, wanted)
    return position


def _set_types(scenario: Any, own: list[dict[str, Any]]) -> list[StandLine]:
    """Every stand of the army lists and those of the case."""
    lines: list[StandLine] = []
    for name in LISTS:
        found = army_list(name).stand
        for at, line in enumerate(found):
            fill_type(scenario.type[len(lines)], line, CONTENT / "lists" / f"{name}.toml", at)
            lines.append(line)
    for at, table in enumerate(own):
        try:
            line = msgspec.convert({"points": 1, **table}, StandLine)
        except msgspec.ValidationError as error:
            raise ValueError(f"types[{at}]: {error}") from error
        fill_type(scenario.type[len(lines)], line, CONTENT / "lists" / f"{LISTS[0]}.toml", 0)
        lines.append(line)
    scenario.types = len(lines)
    return lines


def _set_scenario(scenario: Any, wanted: Given) -> None:
    scenario.width, scenario.depth = 18_300, 12_200
    scenario.mission = _named(wanted.mission, loading.MISSIONS, "mission")
    scenario.rounds = wanted.rounds
    for name in wanted.switches:
        scenario.switches |= _named(name.replace(" ", "-"), loading.SWITCHES, "switch")
    for seat, name in enumerate(LISTS):
        scenario.discipline[seat] = "Fire Discipline" in army_list(name).rules
        scenario.war_cry[seat] = "War Cry" in army_list(name).rules
    fill_grounds(scenario)
    corner = 0
    for at, text in enumerate(wanted.terrain):
        corner = _set_piece(scenario, at, text, corner)
    scenario.pieces = len(wanted.terrain)
    for marker in range(state.MARKERS):
        given = marker < len(wanted.markers)
        scenario.marker_x[marker], scenario.marker_y[marker] = (
            _place(wanted.markers[marker]) if given else (AWAY, AWAY)
        )


def _set_piece(scenario: Any, at: int, text: str, corner: int) -> int:
    """Lay one piece of terrain; the number of the next free corner."""
    words = text.split()
    count = next((i for i, word in enumerate(words) if word[0].isdigit()), len(words))
    keys = {line.key: number for number, line in enumerate(grounds())}
    ground = _named(" ".join(words[:count]), keys, "terrain")
    points = [_place(word) for word in words[count:]]
    xs, ys = np.array([x for x, _ in points]), np.array([y for _, y in points])
    if not polygons.simple(xs, ys, 0, len(points)):
        raise ValueError(f"terrain {text!r}: expected three corners or more of a simple polygon")
    if polygons.area2(xs, ys, 0, len(points)) < 0:
        points.reverse()
    fill_piece(scenario, at, ground, corner, points)
    return corner + len(points)


def _set_rosters(scenario: Any, wanted: Given, lines: list[StandLine]) -> None:
    kinds = {line.name.lower(): number for number, line in enumerate(lines)}
    for formation in wanted.formations:
        roster = scenario.roster[_formation(formation.id)]
        if not 1 <= len(formation.stands) <= STANDS:
            raise ValueError(f"{formation.id}: expected 1 to {STANDS} stands")
        roster.count = len(formation.stands)
        for k, text in enumerate(formation.stands):
            roster.kinds[k] = _named(_stand(text)["type"].lower(), kinds, "stand")


def _texts(lines: list[StandLine]) -> Any:
    """The texts of a shipped scenario, with the case's names; formations have their tags alone."""
    _, texts = loading.load("formation/crossroads-town")
    nameless = [""] * state.FORMATIONS
    return msgspec.structs.replace(texts, names=list(SEATS), stands=lines, formations=nameless)


def _set_game(position: Position, wanted: Given) -> None:
    scenario, game = position.scenario[0], position.game[0]
    scenario.layout = 0  # nobody rolls for it
    setup(scenario, game, blank(Dice)[0], blank(Events)[0])
    game.decisions.depth = 0
    game.step = _named(wanted.phase, PHASES, "phase")
    begun = wanted.phase not in ("edge", "deploying")
    game.round = int(begun) if wanted.round < 0 else wanted.round
    game.turn = game.first = _named(wanted.turn, SEATS, "side")
    if wanted.finished:
        game.finished = _named(wanted.finished, SEATS, "side")
    low = {"low": 0, "high": 1}
    if wanted.phase != "edge":
        game.edge[0] = _named(wanted.edge, low, "edge")
        game.edge[1] = 1 - game.edge[0]
    for name, value in wanted.state.items():
        if name not in (Game.dtype.names or ()):
            raise ValueError(f"state: a Game has no {name!r}")
        if isinstance(value, list):
            for i, item in enumerate(value):
                getattr(game, name)[i] = item
        else:
            setattr(game, name, value)


def _set_formation(position: Position, given: FormationGiven) -> None:
    game, f = position.game[0], _formation(given.id)
    for k, text in enumerate(given.stands):
        found = _stand(text)
        stand = game.stands[f * STANDS + k]
        if found["x"]:
            stand.where = ON_TABLE
            stand.x, stand.y = _place(f"{found['x']},{found['y']}")
        for given_state in re.findall(STATES, found["rest"]):
            word, _, value = given_state.partition(" ")
            if word == "off-board":
                stand.where = OFF_BOARD
            elif word == "gone":
                stand.where, stand.structure, stand.shields = GONE, 0, 0
            elif word == "in":
                stand.where, stand.carrier = EMBARKED, _stand_number(value)
            else:
                setattr(stand, word, int(value))
    formation = game.formations[f]
    formation.stress = given.stress
    formation.activated = given.activated
    formation.deployed = whereabouts(game, position.scenario[0], f) != UNPLACED


def _set_status(position: Position, wanted: Given) -> None:
    scenario, game = position.scenario[0], position.game[0]
    for given in wanted.formations:
        f = _formation(given.id)
        routed = would_be_routed(scenario, game, f) if given.routed < 0 else given.routed
        game.formations[f].routed = routed
    if wanted.active:
        f = _formation(wanted.active)
        game.active, game.taken = f, wanted.taken
        game.turn = f // PER_SIDE
        game.allowed = 1 if game.formations[f].routed else 2
        table = whereabouts(game, scenario, f) == ON_TABLE
        game.duty = table and is_split(scenario, game, f, blank(Work)[0])


def _open_question(position: Position, wanted: Given) -> None:
    """Whoever must decide in this phase is asked."""
    scenario, game = position.scenario[0], position.game[0]
    turn = int(game.turn)
    if wanted.active:
        ask(game.decisions, state.ASK_ACTION, turn, int(game.active), NONE)
    elif wanted.phase == "edge":
        ask(game.decisions, state.ASK_EDGE, turn, NONE, NONE)
        game.layout = 1 - turn
    elif wanted.phase == "deploying":
        next_placing(scenario, game)
    elif wanted.phase == "inserting":
        next_insertion(scenario, game, blank(Events)[0])
        if int(game.decisions.depth) == 0:
            raise ValueError("no formation waits off-board")
    elif wanted.phase == "first":
        ask(game.decisions, state.ASK_FIRST, turn, NONE, NONE)
    elif wanted.phase == "activating":
        ask(game.decisions, state.ASK_FORMATION, turn, NONE, NONE)


def _stand(text: str) -> dict[str, str]:
    found = STAND.fullmatch(text)
    if found is None:
        raise ValueError(f"stand {text!r}: expected a type, a place such as 50,60, and its state")
    return found.groupdict("")


def _place(text: str) -> tuple[int, int]:
    found = re.fullmatch(r"(\d+)(?:\.(\d{1,2}))?,(\d+)(?:\.(\d{1,2}))?", text)
    if found is None:
        raise ValueError(f"{text!r}: expected centimetres, as in 45.20,60")
    x, y = (int(found[i]) * 100 + int((found[i + 1] or "0").ljust(2, "0")) for i in (1, 3))
    return x, y


def _named(name: str, names: Mapping[str, int], what: str) -> int:
    if name not in names:
        raise ValueError(f"no {what} {name!r}; there are {', '.join(names)}")
    return names[name]


def _formation(name: str) -> int:
    found = NAME.fullmatch(name)
    if found is None or found[3]:
        raise ValueError(f"no formation {name!r}: they are called A1 to A10, B1 to B10")
    return "AB".index(found[1]) * PER_SIDE + int(found[2]) - 1


def _stand_number(name: str) -> int:
    found = NAME.fullmatch(name)
    if found is None or not found[3]:
        raise ValueError(f"no stand {name!r}: they are called A1a and so on")
    return _formation(found[1] + found[2]) * STANDS + "abcdefghij".index(found[3])


# Reading ---------------------------------------------------------------------------------------------


def read(position: Position, expression: str) -> int | str:
    """What an expression of a case is worth now. ValueError if it means nothing.

    ``A1.stress``, ``A1.stands``, ``A1a.at``, ``A1a.structure``; ``may move A1 a50,60``: yes or the clause
    that forbids it; ``dice attack A1 B1``, ``strength ...``, ``level ...``, with ``power`` or ``snap`` first;
    ``sees A1a B1a``; ``held 1``; ``asked``; any number of the game as ``game.taken``.
    """
    head, _, rest = expression.partition(" ")
    subject, dot, what = head.partition(".")
    if dot and subject == "game":
        return _number(position.game[0], what, rest.split(), Game)
    if dot and (found := NAME.fullmatch(subject)):
        if found[3]:
            return _read_stand(position, _stand_number(subject), what)
        return _read_formation(position, _formation(subject), what)
    if head in READINGS:
        try:
            return READINGS[head](position, rest.split())
        except (IndexError, KeyError) as error:
            raise ValueError(f"{expression!r} cannot be read: see docs/cases.md") from error
    there = ", ".join(READINGS)
    raise ValueError(f"{expression!r} means nothing here; there are A1.stress, A1a.at, game.taken, {there}")


def _read_formation(position: Position, f: int, what: str) -> int | str:
    scenario, game = position.scenario[0], position.game[0]
    if what == "stands":
        return int(size(living(game, scenario, f)))
    if what == "coherent":
        return int(not is_split(scenario, game, f, blank(Work)[0]))
    if what == "where":
        return {ON_TABLE: "table", **PLACES}[int(whereabouts(game, scenario, f))]
    return _number(game.formations[f], what, [], Formation)


def _read_stand(position: Position, s: int, what: str) -> int | str:
    stand = position.game[0].stands[s]
    if what == "at":
        if int(stand.where) != ON_TABLE:
            return PLACES[int(stand.where)]
        return f"{_cm(int(stand.x))},{_cm(int(stand.y))}"
    if what == "gone":
        return int(int(stand.where) == GONE)
    return _number(stand, what, [], Stand)


def _cm(hundredths: int) -> str:
    whole, part = divmod(hundredths, 100)
    return f"{whole}.{part:02d}".rstrip("0").rstrip(".")


def _number(record: Any, name: str, indices: list[str], kind: type[Record]) -> int:
    if name not in (kind.dtype.names or ()):
        raise ValueError(f"a {kind.__name__} has no {name!r}; it has {', '.join(kind.dtype.names or ())}")
    value = getattr(record, name)
    for index in indices:
        value = value[int(index)]
    return int(value)


def _side(seat: int) -> str:
    return "nobody" if seat == NONE else list(SEATS)[seat]


def _read_may(position: Position, words: list[str]) -> int | str:
    """``may ACTION``: 1, or the clause that the refusal names."""
    from sandtable.rulebooks.formation import RULEBOOK

    game = position.game[0]
    seat = int(game.decisions.items[int(game.decisions.depth) - 1].seat)
    action = parse(position.scenario, seat, " ".join(words))
    code = int(engine(RULEBOOK).is_legal(position.scenario, position.game, 0, action, 0, blank(Work)))
    return REASONS[code][1] if code else 1


def _read_attack(position: Position, words: list[str], what: str) -> int | str:
    """Of an attack as it would be declared: dice, strength, level of a pool, or who may be hit."""
    snapped = "snap" in words
    powered = "power" in words
    text = [word for word in words if word not in ("snap", "power")]
    scenario, game = position.scenario[0], clone(Game, position.game)[0]
    action = parse(position.scenario, 0, " ".join(text))[0]
    f, target = int(action.formation), int(action.target)
    if code := int(attack_reason(scenario, game, f, action)):
        return REASONS[code][1]
    shooters = attackers_of(scenario, game, f, action)
    by = BY_SNAP if snapped else BY_ACTION
    declare(scenario, game, blank(Events)[0], f, target, by, shooters, int(action.stands))
    attack = game.attack
    attack.pool = int(powered)
    pool = pool_shooters(scenario, game, attack)
    eligible = eligible_stands(scenario, game, attack, pool)
    if what == "shooters":
        return _letters(pool) or "nobody"
    if what == "eligible":
        return _letters(eligible) or "nobody"
    if pool == 0 or eligible == 0:
        return 0
    level = int(level_of(scenario, game, attack, eligible))
    halves = int(strength_of(scenario, game, attack, pool, level > OPEN_LEVEL))
    level -= int(relief(scenario, game, attack, pool))
    if what == "armour":
        line_up(scenario, game, attack, pool, eligible)
        return " ".join(str(int(attack.armour[k])) for k in range(STANDS) if eligible >> k & 1)
    if what == "strength":
        return _halves(halves)
    return level if what == "level" else int(dice_for(halves, level))


def _letters(stands: int) -> str:
    return "".join("abcdefghij"[k] for k in range(STANDS) if stands >> k & 1)


def _halves(halves: int) -> int | str:
    return f"{halves // 2}.5" if halves % 2 else halves // 2


def _read_sum(position: Position, words: list[str]) -> int:
    """``sum 3.5 / 2``: dice of a strength at a level."""
    whole, _, part = words[0].partition(".")
    return int(dice_for(2 * int(whole) + (1 if part == "5" else 0), int(words[2])))


def _read_cover(position: Position, words: list[str]) -> int:
    """``cover OOC``: the level of so many stands in the open and in cover."""
    return int(cover_level(words[0].count("O"), words[0].count("C")))


def _read_terrain(position: Position, words: list[str]) -> str:
    """``terrain barbed wire infantry``: its letters, O for none."""
    keys = {line.key: number for number, line in enumerate(grounds())}
    ground = position.scenario[0].ground[_named(" ".join(words[:-1]), keys, "terrain")]
    if words[-1] in ("blocks", "raised", "road"):
        return "yes" if getattr(ground, words[-1]) else "no"
    effects = int(ground.effects[{"infantry": 0, "vehicles": 1}[words[-1]]])
    return "".join(letter for letter, bit in EFFECTS.items() if effects & bit) or "O"


def _read_asked(position: Position, words: list[str]) -> str:
    """Who must decide, and what about: ``Red snap``; ``nobody``."""
    decisions = position.game[0].decisions
    if int(decisions.depth) == 0:
        return "nobody"
    question = decisions.items[int(decisions.depth) - 1]
    about = f" {formation_name(int(question.unit))}" if int(question.kind) in ABOUT else ""
    return f"{_side(int(question.seat))} {QUESTIONS[int(question.kind)]}{about}"


ABOUT = (state.ASK_ACTION, state.ASK_SNAP_ACTION, state.ASK_ROUT)  # questions about one formation

READINGS: dict[str, Callable[[Position, list[str]], int | str]] = {
    "may": _read_may,
    "dice": lambda position, words: _read_attack(position, words, "dice"),
    "strength": lambda position, words: _read_attack(position, words, "strength"),
    "level": lambda position, words: _read_attack(position, words, "level"),
    "armour": lambda position, words: _read_attack(position, words, "armour"),
    "shooters": lambda position, words: _read_attack(position, words, "shooters"),
    "eligible": lambda position, words: _read_attack(position, words, "eligible"),
    "sum": _read_sum,
    "cover": _read_cover,
    "terrain": _read_terrain,
    "sees": lambda position, words: int(
        sees(position.scenario[0], position.game[0], *map(_stand_number, words))
    ),
    "touches": lambda position, words: int(
        touch(position.scenario[0], position.game[0], *map(_stand_number, words))
    ),
    "held": lambda position, words: _side(
        int(holder(position.scenario[0], position.game[0], int(words[0]) - 1))
    ),
    "markers": lambda position, words: int(
        markers_held(position.scenario[0], position.game[0], SEATS[words[0]])
    ),
    "points": lambda position, words: int(points_of(position.scenario[0], position.game[0], SEATS[words[0]])),
    "through": lambda position, words: int(broken_through(position.scenario[0], position.game[0])),
    "asked": _read_asked,
    "phase": lambda position, words: next(
        name for name, step in PHASES.items() if step == int(position.game[0].step)
    ),
    "round": lambda position, words: int(plain(Game, position.game).round),
    "turn": lambda position, words: _side(int(position.game[0].turn)),
    "finished": lambda position, words: _side(int(position.game[0].finished)),
    "winner": lambda position, words: _side(int(position.game[0].winner)),
    "edge": lambda position, words: ("low", "high")[int(position.game[0].edge[SEATS[words[0]]])],
}
