"""Legal actions as a screen offers them: a label, a place, a path."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from sandtable.core.table import Act, Portion, Share
from sandtable.rulebooks.formation import actions as verb
from sandtable.rulebooks.formation.actions import VERBS, formation_name, notation
from sandtable.rulebooks.formation.firepower import can_attack
from sandtable.rulebooks.formation.screen import Screen
from sandtable.rulebooks.formation.stands import has_special, is_aircraft, weight
from sandtable.rulebooks.formation.state import (
    ASK_COMMANDER,
    ASK_ROUT,
    ASK_SAVE,
    ASK_SNAP,
    ASK_WITHDRAWAL,
    NONE,
    ON_TABLE,
    STANDS,
    VETERAN,
)

Say = Callable[[Screen, Any], str]

# To pass means something else at each question: what it is called in acts, and in words.
PASSING = {
    ASK_SNAP: ("no-snap", "No snap action"),
    ASK_COMMANDER: ("no-call", "Call on nobody"),
    ASK_WITHDRAWAL: ("no-strike", "Let them go"),
    ASK_SAVE: ("no-save", "Make no save"),
    ASK_ROUT: ("stand", "Stand where it is"),
}
LETTERS = "abcdefghij"


def act_of(screen: Screen, action: Any, piece: int = NONE) -> Act:
    """One legal action, as it concerns stand ``piece``: its own end of a move of the whole formation."""
    label, group, clause = SAID[int(action.verb)]
    act = Act(
        text=notation(screen.rows[0], action),
        verb=PASSING[screen.asked][0] if action.verb == verb.PASS else VERBS[int(action.verb)],
        label=label(screen, action),
        piece=piece,
        group=group,
        ends=int(action.verb) == verb.STOP,
        clause=clause,
    )
    if action.verb == verb.DIE:
        act.target = int(action.target) * STANDS + int(action.stand)
    elif action.verb == verb.ATTACK:
        act.target = nearest(screen, piece, int(action.target))
        act.stem = f"attack {formation_name(int(action.formation))} {formation_name(int(action.target))}"
        act.shares = _shares(screen, action)
    elif action.verb == verb.RALLY:
        act.cost = relieved(screen, action)
    elif piece != NONE and piece // STANDS == int(action.formation):
        _lead(screen, action, piece, act)
    return act


def relieved(screen: Screen, action: Any) -> str:
    """What a rally does to a formation's stress (FM-RALLY-01)."""
    f = int(action.formation)
    stress = int(screen.game.formations[f].stress)
    return (
        f"stress {stress} to {max(0, stress - removed(screen, action))}" if stress else "no stress to remove"
    )


def removed(screen: Screen, action: Any) -> int:
    """The most markers that a rally removes (FM-RALLY-01, FM-SPEC-36, FM-AIR-16, FM-M09)."""
    f = int(action.formation)
    stress = int(screen.game.formations[f].stress)
    if is_aircraft(screen.records[0], f):
        return stress
    return (stress + 1) // 2 + int(has_special(*screen.records, f, VETERAN)) + int(action.amount)


def _lead(screen: Screen, action: Any, piece: int, act: Act) -> None:
    """Where the action takes a stand, and on what path (FM-R104)."""
    k = piece % STANDS
    points = [(action.x[k, i] / 100, action.y[k, i] / 100) for i in range(int(action.legs[k]))]
    if not points:
        return
    act.x, act.y = points[-1]
    if screen.game.stands[piece].where == ON_TABLE:
        act.path = [screen.place(piece), *points]


def _shares(screen: Screen, action: Any) -> list[Share]:
    """What an attack leaves to choose: whom stress suppresses, who uses Indirect (FM-ATK-12, FM-WEAP-07)."""
    f, target = int(action.formation), int(action.target)
    blind = int(can_attack(*screen.records, f, target, True))
    able = int(can_attack(*screen.records, f, target, False)) | blind
    markers = sum(int(action.marks[k]) for k in range(STANDS))
    found = []
    if markers:
        stands = screen.records[1].stands
        portions = [
            Portion(f * STANDS + k, LETTERS[k], int(weight(stands[f * STANDS + k])), int(action.marks[k]))
            for k in range(STANDS)
            if able >> k & 1
        ]
        found.append(Share("suppress", "Suppressed by stress", portions, markers, "FM-ATK-12"))
    if blind:
        portions = [
            Portion(f * STANDS + k, LETTERS[k], 1, int(action.stands) >> k & 1)
            for k in range(STANDS)
            if blind >> k & 1
        ]
        found.append(Share("indirect", "Indirect fire", portions, clause="FM-WEAP-07"))
    return found


def nearest(screen: Screen, piece: int, f: int) -> int:
    """The stand of a formation on the table that is nearest to another stand."""
    there = [s for s in screen.members(f) if screen.game.stands[s].where == ON_TABLE]
    if not there or piece == NONE:
        return there[0] if there else NONE
    x, y = screen.place(piece)
    away = {s: (screen.place(s)[0] - x) ** 2 + (screen.place(s)[1] - y) ** 2 for s in there}
    return min(there, key=away.__getitem__)


# What actions are called -----------------------------------------------------------------------------


def _is(text: str) -> Say:
    return lambda screen, action: text


def _of_formation(text: str) -> Say:
    return lambda screen, action: text.format(screen.formation(int(action.formation)))


def _of_target(text: str) -> Say:
    return lambda screen, action: text.format(screen.formation(int(action.target)))


def _edge(screen: Screen, action: Any) -> str:
    return f"Take the {'lower' if action.amount else 'upper'} long edge"


def _first(screen: Screen, action: Any) -> str:
    return f"{screen.side_name(int(action.amount))} goes first"


def _rally(screen: Screen, action: Any) -> str:
    return "Rally with Fire Discipline" if action.amount else "Rally"


def _attack(screen: Screen, action: Any) -> str:
    return f"Attack {screen.formation(int(action.target))}"


def _move(screen: Screen, action: Any) -> str:
    moved = sum(1 for k in range(STANDS) if int(action.legs[k]) > 0)
    if moved == 0:
        return "Stay in place"
    return f"Move {moved} stand{'' if moved == 1 else 's'}" + (" with War Cry" if action.amount else "")


def _land(screen: Screen, action: Any) -> str:
    if action.target == NONE:
        return "Land to drop off"
    return f"Land to pick up {screen.formation(int(action.target))}"


def _power(screen: Screen, action: Any) -> str:
    return "Power dice at stands with Structure only" if action.amount else "Power dice at every stand"


def _die(screen: Screen, action: Any) -> str:
    """A die for a stand, and what it does there (FM-DICE-06, 07, FM-SPEC-22)."""
    attack, k, face = screen.game.attack, int(action.stand), int(action.amount)
    target = int(action.target) * STANDS + k
    if screen.game.stands[target].shields > attack.given[k]:
        effect = "stopped by a shield"
    elif face >= attack.armour[k]:
        effect = f"hits {attack.armour[k]}+"
    else:
        effect = f"too low for {attack.armour[k]}+"
    return f"A {face} to {screen.stand(target)}: {effect}"


def _pass(screen: Screen, action: Any) -> str:
    return PASSING[screen.asked][1]


SAID: dict[int, tuple[Say, str, str]] = {
    verb.EDGE: (_edge, "Deployment", "FM-SETUP-15"),
    verb.PLACE: (_of_formation("Deploy {}"), "Deployment", "FM-DEPLOY-01"),
    verb.CARGO: (_of_target("Take {} aboard"), "Deployment", "FM-LAND-03"),
    verb.RESERVE: (_of_formation("Keep {} off-board"), "Deployment", "FM-DEPLOY-05"),
    verb.FIRST: (_first, "Round", "FM-ROUND-05"),
    verb.INSERT: (_of_formation("{} arrives"), "Insertion", "FM-SPEC-15"),
    verb.HOLD: (_of_formation("{} waits"), "Insertion", "FM-SPEC-15"),
    verb.ACTIVATE: (_of_formation("Activate {}"), "Activation", "FM-ROUND-02"),
    verb.SNAP: (_of_formation("Snap with {}"), "Snap action", "FM-SNAP-01"),
    verb.STOP: (_is("End the activation"), "Actions", "FM-ACT-04"),
    verb.PASS: (_pass, "Answers", "FM-ACT-06"),
    verb.RALLY: (_rally, "Actions", "FM-RALLY-01"),
    verb.ATTACK: (_attack, "Attack", "FM-ATK-01"),
    verb.MOVE: (_move, "Move", "FM-MOVE-01"),
    verb.LAND: (_land, "Actions", "FM-LAND-08"),
    verb.ROUT: (_of_formation("{} first"), "Rout moves", "FM-ROUT-02"),
    verb.STRIKE: (_of_formation("Withdrawal attack by {}"), "Withdrawal", "FM-WITHDRAW-01"),
    verb.KEEP: (_is("Keep to the planned move"), "Move", "FM-R61"),
    verb.POWERED: (_power, "Attack", "FM-WEAP-11"),
    verb.DIE: (_die, "Dice", "FM-DICE-04"),
    verb.SAVE: (_is("Save"), "Answers", "FM-SPEC-19"),
    verb.DROP: (_of_formation("Drop off {}"), "Landing", "FM-LAND-06"),
    verb.DONE: (_is("Done"), "Answers", "FM-LAND-06"),
    verb.CONCEDE: (_is("Concede the game"), "Game", "FM-M10"),
}
