"""The table: how a view is shown. Every client draws this and knows no rules.

Lengths and places are in the board's own units: squares on a square board (a piece in the middle of
square (3, 4) has its centre at 3.5, 4.5), centimetres on a free table. Texts are for people; ``text`` of
an action is its notation, and sending that back is how it is taken. ``clause`` is a clause or ruling id.
"""

from __future__ import annotations

from typing import Literal

from msgspec import Struct

Tone = Literal["plain", "good", "bad", "warn", "own", "enemy"]


class Lesson(Struct, omit_defaults=True):
    """One step of a guided game. It is shown to a seat that may act while all holds that it names: the
    table's phase, an act of a verb on offer (by the table or the piece in hand), a ready piece or none.
    """

    text: str
    title: str = ""
    phase: str = ""
    offers: str = ""
    ready: bool | None = None
    clause: str = ""
    x: float = -1  # a place of the board that it speaks of
    y: float = -1


class Outline(Struct, omit_defaults=True):
    """A scenario before it is set up: for the start page and for lists."""

    id: str  # "starter/first-contact"
    title: str
    seats: int
    pitch: str = ""  # one paragraph
    length: str = ""  # "15 minutes"
    briefing: list[str] = []
    names: list[str] = []  # of the sides
    tutorial: bool = False
    guide: list[Lesson] = []  # in the order of play
    even: bool = True  # whether all sides are meant to have the same chances


class Fact(Struct, omit_defaults=True):
    """One line of a card or a side: a label, a value, maybe a gauge, maybe the clause behind it."""

    label: str
    value: str
    most: int = 0  # with now: draw a gauge now/most
    now: int = 0
    clause: str = ""
    tone: Tone = "plain"


class Badge(Struct, omit_defaults=True):
    """A small mark on a piece: at most two letters, and what they mean."""

    text: str
    title: str
    tone: Tone = "plain"


class Bead(Struct, omit_defaults=True):
    """One bead of a flag: colour (CSS) and a letter, so that colour alone never carries meaning."""

    colour: str
    letter: str


class Side(Struct, omit_defaults=True):
    """A party: its seat, name, two livery colours, and what the viewer may know of it."""

    seat: int
    name: str
    colours: tuple[str, str]
    letter: str
    state: str = ""  # "withdrawn", "eliminated", ...
    to_act: bool = False
    facts: list[Fact] = []


class Terrain(Struct, omit_defaults=True):
    """One entry of the legend. ``look`` names the client's texture: open forest rubble marsh rocky urban
    special water causeway mines hill building road crater ..., unknown ones are drawn plain.
    """

    key: str
    name: str
    look: str
    note: str = ""
    clause: str = ""


class Mark(Struct, omit_defaults=True):
    """Something on the board that is no piece: deployment zone, objective, cache, object, minefield."""

    kind: str  # deployment objective cache mines barricade earthwork bridge object marker zone
    x: float
    y: float
    name: str
    owner: int = -1
    text: str = ""  # short, drawn on the board
    w: float = 1
    h: float = 1
    shape: str = "square"  # square circle
    reach: float = 0  # how far from its middle it counts, drawn while pieces are led over a free table
    clause: str = ""


class Area(Struct, omit_defaults=True):
    """A polygon of terrain on a free table (points in cm); ``key`` is in the legend."""

    key: str
    name: str
    points: list[tuple[float, float]]
    note: str = ""


class Board(Struct, omit_defaults=True):
    """Size and ground. ``cells``: one string a row, one terrain key a square (square and hex boards)."""

    kind: Literal["square", "hex", "free"]
    columns: float
    rows: float
    legend: list[Terrain] = []
    cells: list[str] = []
    areas: list[Area] = []
    name: str = ""


class Piece(Struct, omit_defaults=True):
    """One counter. ``id`` is the number to use in messages. A piece with ``x`` < 0 is not on the board
    but in the tray named by ``tray``.
    """

    id: int
    owner: int
    name: str
    symbol: str  # the miniature's class: infantry technical truck tank ... ; the client's symbol for it
    letters: str  # two or three letters for it
    x: float = -1
    y: float = -1
    w: float = 1
    h: float = 1
    shape: str = "square"  # square circle
    flag: list[Bead] = []
    badges: list[Badge] = []
    group: int = -1  # formation
    tray: str = ""
    ready: bool = False  # it can still do something in this step
    note: str = ""  # one line for a tooltip and screen readers


class Group(Struct, omit_defaults=True):
    """Pieces that act together (`Piece.group`): how they are called, and marks of them all."""

    id: int
    owner: int
    name: str
    short: str = ""  # "A1"
    badges: list[Badge] = []
    ready: bool = False
    note: str = ""


class Card(Struct, omit_defaults=True):
    """What the viewer knows of a piece, beyond what everyone sees; shown when it is selected."""

    piece: int  # -1: belongs to no piece (a card in reserve)
    title: str
    subtitle: str = ""
    facts: list[Fact] = []
    texts: list[str] = []  # special rules in words
    tray: str = ""
    count: int = 1


class Portion(Struct, omit_defaults=True):
    """What of a `Share` falls to one piece: at most ``most``, at first ``now``."""

    piece: int
    key: str  # the piece in the notation
    most: int = 1
    now: int = 0


class Share(Struct, omit_defaults=True):
    """Something that an action deals out among pieces: ``total`` in all, or (-1) any of the pieces.

    In the notation it is ``word`` and each piece that has a part: its key and how much (``suppress c2 d1``);
    where there is no total, the keys alone in one word (``indirect ab``).
    """

    word: str
    label: str
    portions: list[Portion]
    total: int = -1
    clause: str = ""


class Act(Struct, omit_defaults=True):
    """One legal action (or, with ``most``, one for each amount from ``least`` to ``most``).

    ``text`` is its notation; where ``most`` is given it holds ``{n}`` in place of the amount. With ``shares``
    it stands for every way to deal them out: ``stem`` and the words of the shares, in order.
    """

    text: str
    verb: str
    label: str
    piece: int = -1
    target: int = -1  # piece
    x: float = -1  # place on the board it is about: the square's column and row, or cm
    y: float = -1
    place: str = ""  # position inside the square: c nw ne sw se n e s w
    cost: str = ""  # "2 of 3 squares", "10 Credits"
    least: int = 0
    most: int = 0
    path: list[tuple[float, float]] = []
    group: str = ""  # heading in menus
    ends: bool = False  # ends a phase: warn if pieces are still ready
    warning: str = ""  # what cannot be mended afterwards: said before it is done
    beads: list[Bead] = []  # the last word of ``text`` is a flag; another of 1 to 4 of these is as good
    stem: str = ""
    shares: list[Share] = []
    clause: str = ""


class Mover(Struct, omit_defaults=True):
    """A piece that can be led by hand: from where it is, or, off the table, to a place in a block."""

    piece: int
    key: str  # the piece in the notation
    dx: float = 0  # its place in the block, in cm from the middle
    dy: float = 0
    reach: float = -1  # the longest path in cm that may be legal; -1: any
    pace: float = -1  # the part of it that always is, as far as length goes
    least: float = 0  # it must end at least so many cm from where it is
    range: float = 0  # how far in cm from its edge it can attack
    link: float = 0  # a gap in cm to another of the group up to which they hold together


class Drag(Struct, omit_defaults=True):
    """An action of pieces that go wherever they are led on a free table; the rulebook judges each plan.

    Its notation is ``text`` and, for each piece that goes, its key and the places of its path in cm, joined
    by ``>``: ``move A1 a45.20,60.00 b49.00,58.50>52.00,60.00``.
    """

    text: str
    verb: str
    label: str
    movers: list[Mover]
    legs: int = 1  # most places of one path
    all: bool = False  # every piece must have a place
    tail: str = ""  # put at the end of the notation
    off: str = ""  # the word before the keys of pieces that are taken off instead; empty: none can be
    wary: list[int] = []  # pieces to keep away from
    zone: float = 0  # the gap in cm to keep from them
    touch: float = 0  # the gap in cm at which bases are in contact
    clause: str = ""


class Result(Struct, omit_defaults=True):
    """The end: who stands where, and why."""

    title: str
    lines: list[str] = []
    ranks: list[int] = []
    points: list[int] = []


class Table(Struct, omit_defaults=True):
    """All that one seat's screen shows, but for the options of single pieces (`Options`)."""

    rulebook: str = ""
    scenario: str = ""
    title: str = ""
    seat: int = -1
    round: str = ""  # "Game round 3 of 12"
    phase: str = ""  # "Movement"
    phases: list[str] = []
    prompt: str = ""  # what is asked of the viewer now, or for whom they wait
    to_act: list[int] = []
    sides: list[Side] = []
    board: Board | None = None
    marks: list[Mark] = []
    pieces: list[Piece] = []
    groups: list[Group] = []
    cards: list[Card] = []
    trays: list[str] = []  # names of the places beside the board, in order
    acts: list[Act] = []  # actions that belong to no single piece: purchases, end of phase, answers
    decline: str = ""  # an answer for who likes not to be asked: it lets an offer go by, or changes nothing
    matters: bool = True  # whether taking that offer could matter now
    idle: str = ""  # the action that ends a phase in which the seat can do nothing else
    briefing: list[str] = []  # paragraphs: situation, special circumstances, objectives
    result: Result | None = None


class Withheld(Struct, omit_defaults=True):
    """Something a piece might be expected to do now, and why it cannot."""

    label: str
    reason: str
    clause: str = ""


class Options(Struct, omit_defaults=True):
    """What one piece can do now, and what it cannot."""

    piece: int = -1
    acts: list[Act] = []
    withheld: list[Withheld] = []
    drags: list[Drag] = []
    note: str = ""  # why it can do nothing, if so
    clause: str = ""


class Chance(Struct, omit_defaults=True):
    """A distribution: exact chances of 0, 1, 2, ... as numbers and as fractions."""

    name: str
    chances: list[float]
    exact: list[str] = []
    mean: float = 0
    destroyed: float = -1  # chance that the target is destroyed, -1 if it has no sense


class Modifier(Struct, omit_defaults=True):
    """One reason for a number: words, size, clause."""

    name: str
    size: str
    clause: str


class Spot(Struct, omit_defaults=True):
    """A word shown at a piece while something is previewed: its order, that it is suppressed, ..."""

    piece: int
    text: str
    title: str = ""
    tone: Tone = "plain"


class Ray(Struct, omit_defaults=True):
    """A line shown on the board while something is previewed: a line of sight, a threat."""

    start: tuple[float, float]
    end: tuple[float, float]
    text: str = ""
    tone: Tone = "plain"


class Preview(Struct, omit_defaults=True):
    """What an action would do, as far as the viewer may know."""

    title: str = ""
    lines: list[str] = []
    modifiers: list[Modifier] = []
    chances: list[Chance] = []
    sources: list[int] = []  # pieces that it comes from, where they are not the one that acts
    spots: list[Spot] = []
    rays: list[Ray] = []
    legal: bool = True
    reason: str = ""
    clause: str = ""


class Why(Struct, omit_defaults=True):
    """Why an action is not possible (or that it is)."""

    possible: bool = True
    reason: str = ""
    clause: str = ""
    text: str = ""  # the clause in full


class Entry(Struct, omit_defaults=True):
    """One line of the log: words, the dice as they fell, whose doing, which clause."""

    text: str
    seat: int = -1
    kind: str = ""
    rolls: list[Roll] = []
    clause: str = ""
    x: float = -1
    y: float = -1
    pieces: list[int] = []
    step: int = 0  # of the match: the number that its dice were made with


class Roll(Struct, omit_defaults=True):
    """Dice as they fell. ``first`` and ``purpose`` let anyone check them when the secret is shown."""

    name: str
    sides: int
    faces: list[int]
    modifier: int = 0
    seat: int = -1
    purpose: int = 0
    first: int = 0
