"""Compile a rulebook's rules before they are needed, on two cores where there are two.

Nothing is compiled that the cache holds. A child process compiles one half of the entries into the cache
while this one compiles the other half. Screens call single rules beside the entries: these can follow when
play has begun (`compile_screens`).
"""

from __future__ import annotations

import importlib
import importlib.util
import os
import subprocess
import sys
from pathlib import Path
from typing import Any, cast, get_type_hints

import numpy as np

from sandtable.core.compile import INTERPRETED, cache_root, source_key
from sandtable.core.engine import desk, engine, entries
from sandtable.core.record import Record, blank
from sandtable.core.rulebook import Rulebook, rulebook

OURS = ("legal", "legal_of", "is_legal", "playouts")
THEIRS = ("apply", "setup", "view", "resample", "score", "check", "to_act", "policy", "value")
SCREENS = ("table", "options", "preview", "why", "threat", "narrate")  # modules of a rulebook


def is_compiled(book: Rulebook) -> bool:
    """Whether the cache holds a rulebook as it is now, or part of it."""
    folder = cache_root() / source_key(entries(book.package).__name__)
    return any(folder.rglob("*.nbc"))


def waiting(book: Rulebook) -> str:
    """What is waited for while `warm` runs."""
    if is_compiled(book):
        return f"Loading {book.title} ..."
    return f"Compiling {book.title}: this first time it takes a minute ..."


def warm(book: Rulebook) -> None:
    """Have all entries of a rulebook compiled. Returns at once when rules are interpreted."""
    if INTERPRETED:
        return
    shipped = book.package.startswith("sandtable.rulebooks.")
    child = _child(book.name) if shipped and (os.cpu_count() or 1) > 1 else None
    compile_entries(book, OURS)
    if child is not None:
        child.wait()
    compile_entries(book, THEIRS)


def compile_entries(book: Rulebook, names: tuple[str, ...]) -> None:
    """Compile some entries of a rulebook, or load them from the cache."""
    compiled = engine(book)
    for name, arguments in _arguments(book).items():
        if name in names:
            getattr(compiled, name).compile(arguments)


def _child(name: str) -> subprocess.Popen[bytes]:
    """A process that compiles the other half. Should it fail, this process compiles that half itself."""
    quiet = subprocess.DEVNULL
    command = [sys.executable, "-m", "sandtable.core.warm", name, "theirs"]
    return subprocess.Popen(command, stdin=quiet, stdout=quiet, stderr=quiet)


def _arguments(book: Rulebook) -> dict[str, tuple[Any, ...]]:
    """The types each entry is called with."""
    import numba

    int64, typeof = numba.int64, cast(Any, numba.typeof)
    at = desk(book)
    scenario, game = typeof(blank(book.Scenario)), typeof(blank(book.Game))
    actions, dice, events = typeof(at.actions), typeof(at.dice), typeof(at.events)
    works, standing = typeof(at.works), typeof(at.standing)
    players, keys, tallies = (typeof(np.zeros((2,) * n, np.int64)) for n in (2, 3, 3))
    pair, spot = (scenario, game), (scenario, game, int64)
    return {
        "to_act": spot,
        "legal": (*spot, int64, works),
        "legal_of": (*spot, int64, int64, works),
        "is_legal": (*spot, actions, int64, works),
        "setup": (*spot, dice, events),
        "apply": (*spot, actions, int64, dice, events, works),
        "view": (*spot, int64, game, int64),
        "resample": (*spot, int64, dice, game, int64),
        "score": (*spot, standing, int64),
        "check": spot,
        "policy": (*spot, int64, dice, works, actions, int64),
        "value": (*spot, int64),
        "playouts": (*pair, players, keys, dice, events, works, game, int64, standing, players, tallies),
    }


# What screens call --------------------------------------------------------------------------------------


def compile_screens(book: Rulebook) -> None:
    """Compile the rules that a rulebook's screens call one by one."""
    if not INTERPRETED:
        for asked in screen_rules(book):
            signature = _signature(asked)
            if signature is not None:
                asked.compile(signature)


def screens_are_compiled(book: Rulebook) -> bool:
    """Whether the cache holds all of them."""
    return INTERPRETED or all(_is_cached(asked) for asked in screen_rules(book) if _signature(asked))


def screen_rules(book: Rulebook) -> list[Any]:
    """Rules of a rulebook that its plain modules take names of: those its screens are made in."""
    for name in SCREENS:
        if importlib.util.find_spec(f"{book.package}.{name}") is not None:
            importlib.import_module(f"{book.package}.{name}")
    found: dict[tuple[str, str], Any] = {}
    for name in [name for name in sys.modules if name.startswith(f"{book.package}.")]:
        rules = [one for one in vars(sys.modules[name]).values() if hasattr(one, "py_func")]
        if all(one.py_func.__module__ != name for one in rules):
            found |= {(one.py_func.__module__, one.py_func.__name__): one for one in rules}
    return [found[key] for key in sorted(found) if key[0].startswith(f"{book.package}.")]


def _signature(asked: Any) -> tuple[Any, ...] | None:
    """The types of a rule's arguments as its annotations have them; None for rules that take other things."""
    import numba

    hints = get_type_hints(asked.py_func)
    hints.pop("return", None)
    kinds = {int: numba.int64, bool: numba.boolean}
    kinds |= {
        kind: cast(Any, numba.typeof)(blank(kind)[0])
        for kind in hints.values()
        if isinstance(kind, type) and issubclass(kind, Record)
    }
    return tuple(kinds[kind] for kind in hints.values()) if kinds.keys() >= set(hints.values()) else None


def _is_cached(asked: Any) -> bool:
    """Whether the cache holds a rule."""
    function = asked.py_func
    return any(Path(asked.stats.cache_path).glob(f"*.{function.__qualname__}-*.nbi"))


if __name__ == "__main__":  # python -m sandtable.core.warm NAME...
    if sys.argv[2:] == ["theirs"]:
        compile_entries(rulebook(sys.argv[1]), THEIRS)
    elif sys.argv[2:] == ["screens"]:
        compile_screens(rulebook(sys.argv[1]))
    else:
        for named in sys.argv[1:]:
            print(f"Compiling the rules of {named}", flush=True)
            warm(rulebook(named))
