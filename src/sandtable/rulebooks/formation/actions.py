"""Actions of `formation`: verbs, the record, and its notation.

A formation is written by its side and number (``A1`` to ``A10``, ``B1`` to ``B10``), a stand by a letter
after that (``A1c``), a place by its centimetres (``45.20,60.00``), a path by places joined with ``>``::

    edge low                          pick the long edge at y = 0 (``edge high``: the other)
    place A1 a45.00,20.00 b49.00,20.00
    cargo A2 A5                       A5 begins embarked in the aircraft formation A2
    reserve A4                        A4 begins off-board
    first A                           seat A goes first this round
    insert A4 a60.00,70.00            A4 arrives; ``hold A4``: it waits
    activate A1   snap A3             choose a formation; ``stop``: no more actions; ``pass``: decline
    rally A1   rally A1 disciplined
    attack A1 B2                      all markers forced; ``suppress c2 d1`` places stress markers,
                                      ``indirect a`` uses Indirect
    move A1 a45.00,30.00 b45.00,25.00>49.00,30.00 drop d cry
    rout B2 / strike B2 / keep        order of rout moves; withdrawal attack; keep the plan
    power all / power structure       targets of the power pool
    die B2c 5                         assign a die that shows 5
    save / pass
    land A2 ab drop / land A2 a pick A5
    drop A5 a45.00,30.00 b48.00,30.00 / done
    concede
"""

from __future__ import annotations

import re
from typing import Annotated, Any

from sandtable.core.record import Ints, Record, Rows, blank, i8, i16, i32
from sandtable.rulebooks.formation.state import ALL_STANDS, FORMATIONS, LEGS, MARKERS, NONE, PER_SIDE, STANDS

EDGE, PLACE, CARGO, RESERVE, FIRST, INSERT, HOLD = 1, 2, 3, 4, 5, 6, 7
ACTIVATE, SNAP, STOP, PASS = 8, 9, 10, 11
RALLY, ATTACK, MOVE, LAND = 12, 13, 14, 15
ROUT, STRIKE, KEEP, POWERED, DIE, SAVE, DROP, DONE, CONCEDE = 16, 17, 18, 19, 20, 21, 22, 23, 24

VERBS = {
    EDGE: "edge",
    PLACE: "place",
    CARGO: "cargo",
    RESERVE: "reserve",
    FIRST: "first",
    INSERT: "insert",
    HOLD: "hold",
    ACTIVATE: "activate",
    SNAP: "snap",
    STOP: "stop",
    PASS: "pass",
    RALLY: "rally",
    ATTACK: "attack",
    MOVE: "move",
    LAND: "land",
    ROUT: "rout",
    STRIKE: "strike",
    KEEP: "keep",
    POWERED: "power",
    DIE: "die",
    SAVE: "save",
    DROP: "drop",
    DONE: "done",
    CONCEDE: "concede",
}
NUMBERS = {name: verb for verb, name in VERBS.items()}
NAMELESS = (PASS, KEEP, SAVE, DONE, CONCEDE)  # of no formation
AIMED = (CARGO, ATTACK)  # at or with another formation
PATHS = (PLACE, INSERT, MOVE, DROP)
ACTIONS = 256  # room for a list of legal actions


class Action(Record):
    """One decision. Unused fields are 0, formations and stands NONE.

    ``stands`` is a set of the formation's stands (a bit each): those removed by a move, using Indirect in
    an attack, or landing. ``marks`` are the stress markers put on each stand in an attack. ``legs`` is the
    number of points of each stand's path (1 for a place, 0: it stays where it is).
    """

    verb: i8
    seat: i8
    formation: i8
    target: i8
    stand: i8
    amount: i8  # edge, seat, face, or 1 for the special form of the verb
    stands: i16
    marks: Annotated[Ints, i8, STANDS]
    legs: Annotated[Ints, i8, STANDS]
    x: Annotated[Ints, i16, (STANDS, LEGS)]
    y: Annotated[Ints, i16, (STANDS, LEGS)]


class Work(Record):
    """Scratch memory of one thread: the list of actions and what measuring needs."""

    count: i16
    actions: Annotated[Rows[Action], ACTIONS]
    xs: Annotated[Ints, i32, STANDS]  # where the stands of a formation are
    ys: Annotated[Ints, i32, STANDS]
    end_x: Annotated[Ints, i32, STANDS]  # and where they will be
    end_y: Annotated[Ints, i32, STANDS]
    rs: Annotated[Ints, i32, STANDS]
    links: Annotated[Ints, i32, STANDS]
    bases: i16  # those around the formation that it may not overlap, enemies on the ground first
    foes: i16  # how many of them are such enemies
    base_x: Annotated[Ints, i32, ALL_STANDS]
    base_y: Annotated[Ints, i32, ALL_STANDS]
    base_r: Annotated[Ints, i32, ALL_STANDS]
    path_x: Annotated[Ints, i32, LEGS + 1]
    path_y: Annotated[Ints, i32, LEGS + 1]
    group: Annotated[Ints, i32, STANDS]  # groups of a split formation, a bit for each stand
    need: Annotated[Ints, i32, STANDS]  # speed that a stand needs lent, 0 if none
    lent: Annotated[Ints, i32, STANDS]  # how many stands a transport lends its speed to
    draft: Annotated[Rows[Action], 2]  # moves being made up
    score: Annotated[Ints, i32, ACTIONS]
    was_x: Annotated[Ints, i32, STANDS]  # where stands were on which the script tries a place
    was_y: Annotated[Ints, i32, STANDS]
    was_where: Annotated[Ints, i32, STANDS]
    stake: Annotated[Ints, i32, MARKERS]  # what each marker would be worth to a formation


def formation_name(f: int) -> str:
    """``A1`` to ``B10``."""
    return f"{'AB'[f // PER_SIDE]}{f % PER_SIDE + 1}"


def notation(_: Any, action: Any) -> str:
    """The action as text; `parse` reads it back."""
    verb = int(action.verb)
    words = [VERBS[verb]]
    if verb == EDGE:
        return f"edge {'high' if action.amount else 'low'}"
    if verb == FIRST:
        return f"first {'AB'[int(action.amount)]}"
    if verb == POWERED:
        return f"power {'structure' if action.amount else 'all'}"
    if verb == DIE:
        return f"die {formation_name(int(action.target))}{_letter(int(action.stand))} {int(action.amount)}"
    if verb not in NAMELESS and action.formation != NONE:
        words.append(formation_name(int(action.formation)))
    if verb == LAND:
        words.append(_letters(int(action.stands)))
        words += ["pick", formation_name(int(action.target))] if action.target != NONE else ["drop"]
    if verb in AIMED and action.target != NONE:
        words.append(formation_name(int(action.target)))
    if verb in PATHS:
        words += [_path(action, k) for k in range(STANDS) if action.legs[k] > 0]
    if verb == ATTACK and any(action.marks[k] for k in range(STANDS)):
        words.append("suppress")
        words += [f"{_letter(k)}{int(action.marks[k])}" for k in range(STANDS) if action.marks[k]]
    if verb in (ATTACK, MOVE) and action.stands:
        words += ["indirect" if verb == ATTACK else "drop", _letters(int(action.stands))]
    if action.amount and verb == RALLY:
        words.append("disciplined")
    if action.amount and verb == MOVE:
        words.append("cry")
    return " ".join(words)


def _letter(k: int) -> str:
    return "abcdefghij"[k]


def _letters(stands: int) -> str:
    return "".join(_letter(k) for k in range(STANDS) if stands >> k & 1)


def _path(action: Any, k: int) -> str:
    points = (f"{_cm(int(action.x[k, i]))},{_cm(int(action.y[k, i]))}" for i in range(int(action.legs[k])))
    return _letter(k) + ">".join(points)


def _cm(hundredths: int) -> str:
    return f"{hundredths // 100}.{hundredths % 100:02d}"


def parse(_: Any, seat: int, text: str) -> Any:
    """One action of ``seat`` from its text. ValueError says which word is not understood."""
    words = text.split()
    if not words or words[0] not in NUMBERS:
        raise ValueError(f"{text!r}: begins with one of {', '.join(NUMBERS)}")
    row = blank(Action)
    action = row[0]
    verb = NUMBERS[words[0]]
    action.verb, action.seat = verb, seat
    action.formation = action.target = action.stand = NONE
    rest = words[1:]
    if verb in (EDGE, FIRST, POWERED):
        choices = {EDGE: ("low", "high"), FIRST: ("A", "B"), POWERED: ("all", "structure")}[verb]
        if len(rest) != 1 or rest[0] not in choices:
            raise ValueError(f"{words[0]}: expects {' or '.join(choices)}")
        action.amount = choices.index(rest[0])
    elif verb == DIE:
        named = re.fullmatch(r"([AB]\d+)([a-j])", rest[0]) if len(rest) == 2 else None
        if named is None or rest[1] not in "123456":
            raise ValueError("die: expects a stand and a face, as in 'die B2c 5'")
        action.target, action.stand, action.amount = _formation(named[1]), _number(named[2]), int(rest[1])
    else:
        _parse_words(action, verb, rest)
    return row


def _parse_words(action: Any, verb: int, words: list[str]) -> None:
    """Formations, paths, markers and sets of stands, in that order."""
    mode = ""
    for word in words:
        if word in ("suppress", "indirect", "drop", "pick", "disciplined", "cry"):
            mode = word
            if word in ("disciplined", "cry"):
                action.amount = 1
        elif re.fullmatch(r"[AB]\d+", word):
            if action.formation == NONE:
                action.formation = _formation(word)
            else:
                action.target = _formation(word)
        elif mode == "suppress" and re.fullmatch(r"[a-j]\d", word):
            action.marks[_number(word[0])] = int(word[1])
        elif re.fullmatch(r"[a-j]+", word) and (mode in ("indirect", "drop") or verb == LAND):
            for letter in word:
                action.stands |= 1 << _number(letter)
        elif re.fullmatch(r"[a-j]\d.*", word):
            _parse_path(action, word)
        else:
            raise ValueError(f"{word!r} is not understood after {VERBS[verb]!r}")


def _parse_path(action: Any, word: str) -> None:
    k = _number(word[0])
    points = word[1:].split(">")
    if len(points) > LEGS:
        raise ValueError(f"{word!r}: a path has at most {LEGS} legs")
    action.legs[k] = len(points)
    for i, point in enumerate(points):
        found = re.fullmatch(r"(\d{1,3})(?:\.(\d{1,2}))?,(\d{1,3})(?:\.(\d{1,2}))?", point)
        if found is None:
            raise ValueError(f"{point!r}: expects centimetres, as in 45.20,60.00")
        place = [int(found[n]) * 100 + int((found[n + 1] or "0").ljust(2, "0")) for n in (1, 3)]
        if max(place) > 32_000:
            raise ValueError(f"{point!r} lies off every table")
        action.x[k, i], action.y[k, i] = place


def _formation(word: str) -> int:
    number = int(word[1:])
    f = "AB".index(word[0]) * PER_SIDE + number - 1
    if not 1 <= number <= PER_SIDE or f >= FORMATIONS:
        raise ValueError(f"{word!r}: formations have numbers 1 to {PER_SIDE}")
    return f


def _number(letter: str) -> int:
    return "abcdefghij".index(letter)
