"""The table: a seat's whole screen."""

from __future__ import annotations

from typing import Any

from sandtable.core.screen import plain
from sandtable.core.standing import Standing
from sandtable.core.table import Act, Area, Board, Fact, Mark, Result, Side, Table, Terrain
from sandtable.rulebooks.formation import actions as verb
from sandtable.rulebooks.formation.acts import act_of
from sandtable.rulebooks.formation.firepower import can_attack
from sandtable.rulebooks.formation.mission import holder, markers_held
from sandtable.rulebooks.formation.pieces import card, groups, pieces, trays
from sandtable.rulebooks.formation.screen import PHASES, Screen
from sandtable.rulebooks.formation.state import (
    ACTIVATING,
    ASK_ACTION,
    ASK_CARGO,
    ASK_COMMANDER,
    ASK_DIE,
    ASK_DROP,
    ASK_EDGE,
    ASK_FIRST,
    ASK_FORMATION,
    ASK_INSERT,
    ASK_PLACE,
    ASK_POWER,
    ASK_REPLAN,
    ASK_ROUT,
    ASK_ROUT_ORDER,
    ASK_SAVE,
    ASK_SNAP,
    ASK_SNAP_ACTION,
    ASK_WITHDRAWAL,
    ATTRITION,
    BREAKTHROUGH,
    BY_CONCESSION,
    BY_MARKERS,
    BY_POINTS,
    BY_STANDS,
    CHOOSING_EDGE,
    CHOOSING_FIRST,
    CLOSE,
    DEPLOYING,
    DEPTH_ALL,
    DEPTH_INFANTRY,
    ENDED,
    FORMATIONS,
    INSERTING,
    MARKERS,
    NONE,
    OFF_BOARD,
    PER_SIDE,
    SIDES,
    STANDS,
    UNPLACED,
)

SHIELDED_AT_MOST = 5  # armour of a stand with a shield left, in cover (FM-SPEC-23, FM-DICE-10)
BEFORE, IN_ROUND = (CHOOSING_EDGE, DEPLOYING), (CHOOSING_FIRST, INSERTING, ACTIVATING)

# What is asked of the viewer; {0} is the formation asked about, {1} the one concerned.
PROMPTS = {
    ASK_EDGE: "Take a long table edge.",
    ASK_PLACE: "Deploy a formation.",
    ASK_CARGO: "Choose what begins aboard {0}.",
    ASK_FIRST: "Who goes first this round?",
    ASK_INSERT: "Bring a formation in, or let it wait.",
    ASK_FORMATION: "Activate a formation.",
    ASK_ACTION: "{0}: choose an action, {2}.",
    ASK_SNAP: "{0} just acted. Take a snap action, or none.",
    ASK_SNAP_ACTION: "{0}: choose its snap action.",
    ASK_COMMANDER: "The commander of {0} may call on another formation.",
    ASK_ROUT: "{0} routed: lead it away, or let it stand.",
    ASK_ROUT_ORDER: "Several formations are routed. Which one moves first?",
    ASK_WITHDRAWAL: "Attack {0} as it withdraws from contact?",
    ASK_REPLAN: "{0} was attacked as it withdraws: keep its move, or plan another.",
    ASK_POWER: "What do the power dice go at?",
    ASK_DIE: "Give your dice to stands of {1}.",
    ASK_SAVE: "A stand of {0} is hit. Save it?",
    ASK_DROP: "{0} landed: drop off what it carries.",
}
OF_ONE = (ASK_PLACE, ASK_INSERT, ASK_ACTION, ASK_SNAP_ACTION)  # every answer names a formation
OF_UNIT = (ASK_ACTION, ASK_SNAP_ACTION, ASK_ROUT, ASK_REPLAN)
OF_MANY = (ASK_FORMATION, ASK_COMMANDER, ASK_SNAP, ASK_ROUT_ORDER, ASK_WITHDRAWAL, ASK_CARGO, ASK_DROP)

ENDINGS = {
    BY_MARKERS: "by objective markers",
    BY_CONCESSION: "by concession",
    BY_STANDS: "by breakthrough",
    BY_POINTS: "by points of stands destroyed",
}


def table(scenario: Any, texts: Any, view: Any, seat: int) -> Table:
    """What a seat's screen shows; nothing is hidden (FM-M10), so seats differ in what they may do."""
    screen = Screen((scenario, view), texts, seat)
    decline, matters = easy_answer(screen)
    return Table(
        rulebook="formation",
        scenario=texts.id,
        title=texts.title,
        seat=seat,
        round=f"Round {screen.game.round} of {screen.scenario.rounds}" if screen.game.round else "",
        phase=PHASES[int(screen.game.step)],
        phases=[PHASES[step] for step in (BEFORE if screen.game.step in BEFORE else IN_ROUND)],
        prompt=prompt(screen),
        to_act=[side for side in range(SIDES) if screen.to_act >> side & 1],
        sides=[_side(screen, side) for side in range(SIDES)],
        board=_board(screen),
        marks=_zones(screen) + _markers(screen),
        pieces=pieces(screen, ready(screen)),
        groups=groups(screen, ready(screen)),
        cards=[card(screen, s) for s in screen.stands],
        trays=trays(screen),
        acts=_acts(screen),
        decline=decline,
        matters=matters,
        briefing=texts.briefing,
        result=_result(screen),
    )


def prompt(screen: Screen) -> str:
    """What is asked of the viewer now, or for whom they wait."""
    question = screen.question
    if question is None:
        return "The game is over."
    if not screen.acts:
        return f"Waiting for {screen.side_name(int(question.seat))}."
    about = [screen.formation(f) if 0 <= f < FORMATIONS else "" for f in (question.unit, question.other)]
    return PROMPTS[int(question.kind)].format(*about, which_action(screen))


def which_action(screen: Screen) -> str:
    """Which of its actions the active formation takes next (FM-ACT-02, 04)."""
    if screen.game.allowed < 2:
        return "the only one"
    return "the second of two" if screen.game.taken else "the first of two"


def ready(screen: Screen) -> set[int]:
    """The formations that the viewer can do something with now."""
    if not screen.acts:
        return set()
    if screen.asked in (ASK_PLACE, ASK_INSERT):
        where = UNPLACED if screen.asked == ASK_PLACE else OFF_BOARD
        home = range(screen.seat * PER_SIDE, screen.seat * PER_SIDE + PER_SIDE)
        return {f for f in home if screen.where(f) == where}
    if screen.asked in OF_MANY:
        return {int(action.formation) for action in screen.all_listed} - {NONE}
    unit = int(screen.question.unit) if screen.asked in OF_UNIT else NONE
    return {unit} if 0 <= unit < FORMATIONS and unit // PER_SIDE == screen.seat else set()


def _acts(screen: Screen) -> list[Act]:
    """Answers that belong to no formation, and the end of an activation. To give up, players leave."""
    if not screen.acts:
        return []
    found = []
    if screen.asked not in OF_ONE:
        found = [act_of(screen, action) for action in screen.all_listed if action.formation == NONE]
    if screen.asked == ASK_ACTION:
        unit = int(screen.question.unit)
        row = verb.parse(screen.rows[0], screen.seat, f"stop {verb.formation_name(unit)}")
        if screen.refusal(row) == 0:
            found.append(act_of(screen, plain(verb.Action, row)))
    return found


def easy_answer(screen: Screen) -> tuple[str, bool]:
    """An answer that may be given for a player who likes not to be asked, and whether the question matters.

    No snap action; a save, which costs nothing (FM-SPEC-19); the lowest die, where all do the same.
    """
    if screen.acts and screen.asked == ASK_SNAP:
        return "pass", snap_matters(screen)
    if screen.acts and screen.asked == ASK_SAVE:
        return "save", False
    if screen.acts and screen.asked == ASK_DIE:
        return any_die(screen), False
    return "", True


def any_die(screen: Screen) -> str:
    """The lowest die for the one stand that is next, if every die hits every stand; else nothing."""
    attack, listed = screen.game.attack, screen.all_listed
    first = int(attack.target) * STANDS
    hardest = max(
        SHIELDED_AT_MOST if screen.game.stands[first + k].shields else int(attack.armour[k])
        for k in range(STANDS)
        if attack.gap[k] != NONE
    )
    lowest = min(face for face in range(1, 7) if attack.kept[face])
    if lowest < hardest or len({int(action.stand) for action in listed}) > 1:
        return ""
    return verb.notation(screen.rows[0], min(listed, key=lambda action: int(action.amount)))


def snap_matters(screen: Screen) -> bool:
    """Whether a snap action could tell now: fire on who has just acted, or a rally before its next blow.

    Fire could tell if some formation that may snap can attack the one that acts (FM-SNAP-03); a rally if
    that one can attack it as it stands, and it has stress.
    """
    active = int(screen.game.active)
    if not screen.acts or active == NONE:
        return False
    scenario, game = screen.records
    for f in sorted(ready(screen)):
        if any(can_attack(scenario, game, f, active, indirect) for indirect in (False, True)):
            return True
        if screen.game.formations[f].stress and can_attack(scenario, game, active, f, False):
            return True
    return False


def _result(screen: Screen) -> Result | None:
    """Who won, and how (FM-MISSION-04)."""
    if screen.game.step != ENDED:
        return None
    screen.engine.score(*screen.rows, 0, screen.desk.standing, 0)
    standing = plain(Standing, screen.desk.standing)
    ranks = [int(standing.rank[side]) for side in range(SIDES)]
    points = [int(standing.points[side]) for side in range(SIDES)]
    winner = int(screen.game.winner)
    if winner == NONE:
        title = "A draw"
    else:
        title = f"{screen.side_name(winner)}: victory {ENDINGS.get(int(screen.game.ended_by), '')}".strip()
    lines = []
    for side in range(SIDES):
        there, began = left(screen, side)
        lines.append(
            f"{screen.side_name(side)}: {_counted(screen, points[side])}, {there} of {began} stands left."
        )
    return Result(title, lines, ranks, points)


def left(screen: Screen, side: int) -> tuple[int, int]:
    """How many stands a side has left, and how many it began with."""
    home = range(side * PER_SIDE, side * PER_SIDE + PER_SIDE)
    began = sum(int(screen.scenario.roster[f].count) for f in home)
    return sum(len(screen.members(f)) for f in home), began


def _counted(screen: Screen, points: int) -> str:
    """A score in what its mission counts."""
    if screen.scenario.mission == ATTRITION:
        return f"{points / 4:g} points"
    if screen.scenario.mission == BREAKTHROUGH:
        return f"{points} stands through"
    return f"{points} marker{'' if points == 1 else 's'}"


# Sides ------------------------------------------------------------------------------------------------


def _side(screen: Screen, side: int) -> Side:
    """An army: what is left of it, what it holds."""
    name = screen.side_name(side)
    home = range(side * PER_SIDE, side * PER_SIDE + PER_SIDE)
    there = [f for f in home if screen.members(f)]
    routed = sum(1 for f in there if screen.game.formations[f].routed)
    waiting = sum(1 for f in there if not screen.game.formations[f].activated)
    there_are, began = left(screen, side)
    facts = [
        Fact("Markers held", str(int(markers_held(*screen.records, side))), clause="FM-MISSION-02"),
        Fact("Stands left", f"{there_are} of {began}", began, there_are),
        Fact("Formations routed", f"{routed} of {len(there)}", clause="FM-ROUT-01"),
        Fact("Formations still to activate", str(waiting), clause="FM-ROUND-04"),
        Fact("Points lost", f"{screen.game.destroyed[side] / 2:g}", clause="FM-M08"),
    ]
    return Side(
        seat=side,
        name=name,
        colours=screen.texts.colours[side],
        letter="AB"[side],
        to_act=bool(screen.to_act >> side & 1),
        facts=facts,
    )


# The board --------------------------------------------------------------------------------------------


def _board(screen: Screen) -> Board:
    """The table in centimetres, its terrain as polygons."""
    scenario, lines = screen.scenario, screen.texts.grounds
    areas = [_area(screen, piece) for piece in scenario.piece[: scenario.pieces]]
    there = {area.key for area in areas}
    legend = [
        Terrain(line.key, line.name, line.look, terrain_note(line), line.clause)
        for line in lines
        if line.key in there
    ]
    width, depth = scenario.width / 100, scenario.depth / 100
    return Board("free", width, depth, legend, areas=areas, name=screen.texts.battlefield.name)


def _area(screen: Screen, piece: Any) -> Area:
    """One piece of terrain."""
    line, scenario = screen.texts.grounds[piece.ground], screen.scenario
    corners = range(piece.first, piece.last)
    points = [(scenario.corner_x[i] / 100, scenario.corner_y[i] / 100) for i in corners]
    return Area(line.key, line.name, points, terrain_note(line))


EFFECTS = {"C": "cover", "D": "difficult", "S": "slow", "I": "impassable"}


def terrain_note(line: Any) -> str:
    """What a type of terrain does, by class (FM-TERR-01)."""
    found = []
    for who, letters in (("infantry", line.infantry), ("vehicles", line.vehicles)):
        if letters:
            found.append(f"{who}: {', '.join(EFFECTS[letter] for letter in letters)}")
    found += ["blocks line of sight"] * line.blocks + ["raised"] * line.raised + ["road"] * line.road
    return "; ".join(found)


def _markers(screen: Screen) -> list[Mark]:
    """Objective markers, in the colours of the side that controls them (FM-MISSION-02)."""
    marks = []
    for i in range(MARKERS):
        if screen.scenario.marker_x[i] < 0:  # a worked case may have fewer
            continue
        owner = int(holder(*screen.records, i))
        x, y = screen.scenario.marker_x[i] / 100 - 0.5, screen.scenario.marker_y[i] / 100 - 0.5
        held = f", held by {screen.side_name(owner)}" if owner >= 0 else ""
        name = f"Objective marker {i + 1}{held}"
        number, reach = str(i + 1), CLOSE / 100
        marks.append(Mark("objective", x, y, name, owner, number, reach=reach, clause="FM-MISSION-02"))
    return marks


def _zones(screen: Screen) -> list[Mark]:
    """Deployment zones while armies are placed: 30 cm deep, 50 for formations of infantry only."""
    if screen.game.step != DEPLOYING:
        return []
    marks = []
    for side in range(SIDES):
        if screen.game.edge[side] == NONE:
            continue
        for depth, who in ((DEPTH_INFANTRY, "infantry only"), (DEPTH_ALL, "all formations")):
            low = 0 if screen.game.edge[side] == 0 else screen.scenario.depth - depth
            name = f"Deployment zone of {screen.side_name(side)}, {who}"
            width = screen.scenario.width / 100
            marks.append(
                Mark("deployment", 0, low / 100, name, side, who, width, depth / 100, clause="FM-DEPLOY-02")
            )
    return marks
