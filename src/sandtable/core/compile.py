"""The one decorator of the rules: the same source, interpreted or compiled.

``SANDTABLE_MODE=interpreted`` leaves every rule a plain Python function, to debug and to check the
compiler against; otherwise rules are compiled by numba on first call and cached on disk.

numba's own cache does not see an edit in an imported file. The cache folder of a module is therefore
named by a hash of its source and of every sandtable module it imports, however deep.
"""

from __future__ import annotations

import ast
import hashlib
import importlib.util
import os
import platform
import sys
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any, TypeVar, cast

import platformdirs

Function = TypeVar("Function", bound=Callable[..., Any])

INTERPRETED = os.environ.get("SANDTABLE_MODE", "compiled") == "interpreted"


def cache_root() -> Path:
    """The folder that holds compiled rules (``SANDTABLE_CACHE`` overrides the user's cache folder)."""
    return Path(os.environ.get("SANDTABLE_CACHE") or platformdirs.user_cache_dir("sandtable"))


def rule(function: Function) -> Function:
    """Make ``function`` a rule: compiled without the interpreter lock and cached, or left as it is."""
    if INTERPRETED:
        return function
    import numba

    from sandtable.core.inner import OuterCompiler, from_rules

    numba.config.CACHE_DIR = str(cache_root() / source_key(function.__module__))  # type: ignore[attr-defined]
    compiled = numba.njit(cache=True, nogil=True, error_model="numpy", pipeline_class=OuterCompiler)
    return cast(Function, from_rules(compiled(function)))


@cache
def source_key(module: str) -> str:
    """A name for everything the compiled form of ``module`` depends on."""
    import numba

    digest = hashlib.sha256(f"{numba.__version__} {sys.version} {platform.machine()}".encode())
    for name in sorted(_sources(module) | {"sandtable.core.inner"}):
        digest.update(_source_file(name).read_bytes())
    return f"{module.rpartition('.')[2]}-{digest.hexdigest()[:16]}"


def _sources(module: str) -> set[str]:
    """``module`` and every sandtable module that it imports, directly or not."""
    found: set[str] = set()
    waiting = [module]
    while waiting:
        name = waiting.pop()
        if name not in found:
            found.add(name)
            waiting.extend(_imports(name))
    return found


@cache
def _imports(module: str) -> tuple[str, ...]:
    """The modules whose names ``module`` takes at its top. A package that only holds them is not one."""
    top = module.partition(".")[0]
    names: set[str] = set()
    for node in ast.parse(_source_file(module).read_text(encoding="utf-8")).body:
        if isinstance(node, ast.Import):
            names.update(alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            package = _package(module, node.level)
            base = ".".join(part for part in (package, node.module) if part)
            within = (f"{base}.{alias.name}" for alias in node.names)
            names.update(name if _is_module(name) else base for name in within)
    roots = {top, "sandtable"}
    return tuple(sorted(n for n in names if n.partition(".")[0] in roots and _is_module(n)))


def _package(module: str, level: int) -> str:
    if level == 0:
        return ""
    parts = module.split(".")
    if _source_file(module).name != "__init__.py":
        parts = parts[:-1]
    return ".".join(parts[: len(parts) - (level - 1)])


@cache
def _is_module(name: str) -> bool:
    if name in sys.modules:
        return getattr(sys.modules[name], "__file__", None) is not None
    try:
        spec = importlib.util.find_spec(name)
    except (ImportError, AttributeError, ValueError):
        return False
    return spec is not None and spec.origin is not None and spec.origin.endswith(".py")


@cache
def _source_file(name: str) -> Path:
    module = sys.modules.get(name)
    origin = getattr(module, "__file__", None)
    if origin is None:
        spec = importlib.util.find_spec(name)
        origin = spec.origin if spec else None
    if origin is None:
        raise ImportError(f"no source file for module {name}")
    return Path(origin)
