"""Miniatures as every player sees them (ST-POS-07, ST-POS-08, ST-INFO-04, ST-M10, ST-M27)."""

from sandtable.core.engine import engine
from sandtable.core.record import blank
from sandtable.core.rulebook import rulebook
from sandtable.rulebooks.starter import cases, loading
from sandtable.rulebooks.starter.state import CLASSES

STARTER = rulebook("starter")
ENGINE = engine(STARTER)
VIEW = blank(STARTER.Game)


def test_each_class_has_a_symbol_of_its_own_and_shows_its_flag() -> None:
    """ST-POS-07, 08: a stand-in shows the Unit Flag and cannot be taken for another Class, by anyone."""
    scenario, texts = loading.load(cases.DEFAULT)
    of_class = {int(scenario[0].type[k].cls): texts.types[k] for k in range(int(scenario[0].types))}
    assert len(of_class) == CLASSES
    units = [
        {"name": f"U{n}", "side": "Red", "type": name, "at": f"{chr(ord('a') + n)}0"}
        for n, name in enumerate(of_class.values())
    ]
    position = cases.build({"map": "." * CLASSES, "units": units})
    for seat in (0, 1, -1):
        ENGINE.view(position.scenario, position.game, 0, seat, VIEW, 0)
        table = STARTER.table(position.scenario, position.texts, VIEW, seat)
        pieces = [piece for piece in table.pieces if piece.x >= 0]
        assert len({piece.symbol for piece in pieces}) == CLASSES
        assert len({piece.letters for piece in pieces}) == CLASSES
        flags = ["".join(bead.letter for bead in piece.flag) for piece in pieces]
        assert len(set(flags)) == CLASSES
        assert all(bead.colour and bead.letter for piece in pieces for bead in piece.flag)
