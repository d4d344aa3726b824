"""Write client/src/types.ts from the Python structs: what the client draws and what it says to the server.

``--check`` writes nothing and fails if the file on disk differs. Every field is required in TypeScript:
the server leaves out fields that hold their default, and ``fill`` in the client puts them back by the
``SHAPES`` written here.
"""

from __future__ import annotations

import argparse
import importlib
import json
import sys
from pathlib import Path
from types import UnionType
from typing import Any

import msgspec
from msgspec import inspect

TARGET = Path(__file__).resolve().parent.parent / "client/src/types.ts"
MODULES = ("sandtable.core.table", "sandtable.core.army", "sandtable.server.messages")
HEAD = "// Written by scripts/typescript.py from the Python structs. Do not edit: run it again.\n"


def structs() -> list[type[msgspec.Struct]]:
    """Every struct of the modules, in the order of their files, each once."""
    found: dict[type[msgspec.Struct], None] = {}
    for name in MODULES:
        module = importlib.import_module(name)
        for value in vars(module).values():
            if isinstance(value, type) and issubclass(value, msgspec.Struct) and value.__module__ == name:
                found[value] = None
    return list(found)


def unions() -> dict[str, list[str]]:
    """The unions of structs that the modules name, with the names of their members."""
    found = {}
    for name in MODULES:
        for word, value in vars(importlib.import_module(name)).items():
            if isinstance(value, UnionType):
                found[word] = [member.__name__ for member in value.__args__]
    return found


def spelled(kind: inspect.Type) -> str:
    """The TypeScript type for a Python type. TypeError if there is none."""
    match kind:
        case inspect.NoneType():
            return "null"
        case inspect.BoolType():
            return "boolean"
        case inspect.IntType() | inspect.FloatType():
            return "number"
        case inspect.StrType() | inspect.UUIDType() | inspect.DateTimeType():
            return "string"
        case inspect.LiteralType(values=values):
            return " | ".join(json.dumps(value) for value in values)
        case inspect.UnionType(types=types):
            return " | ".join(dict.fromkeys(spelled(one) for one in types))
        case inspect.ListType(item_type=item) | inspect.VarTupleType(item_type=item):
            return f"{bracketed(item)}[]"
        case inspect.TupleType(item_types=items):
            return f"[{', '.join(spelled(item) for item in items)}]"
        case inspect.DictType(key_type=key, value_type=value):
            return f"Record<{spelled(key)}, {spelled(value)}>"
        case inspect.StructType(cls=cls):
            return str(cls.__name__)
        case inspect.AnyType():
            return "unknown"
    raise TypeError(f"no TypeScript for {kind}")


def bracketed(kind: inspect.Type) -> str:
    """A type, in brackets where a union needs them."""
    word = spelled(kind)
    return f"({word})" if "|" in word else word


def inner(kind: inspect.Type) -> str:
    """The one struct that values of this type hold, or nothing."""
    match kind:
        case inspect.StructType(cls=cls):
            return str(cls.__name__)
        case inspect.ListType(item_type=item):
            return inner(item)
        case inspect.UnionType(types=types):
            return next(filter(None, map(inner, types)), "")
    return ""


def default(field: inspect.Field) -> Any:
    """The value of a field that was left out, or NODEFAULT."""
    if field.default_factory is not msgspec.NODEFAULT:
        return field.default_factory()
    return field.default


def described(struct: type[msgspec.Struct]) -> tuple[str, str]:
    """The TypeScript interface of a struct, and its line in SHAPES."""
    info = inspect.type_info(struct)
    assert isinstance(info, inspect.StructType)
    lines, defaults, nested = [], {}, {}
    if info.tag is not None:
        lines.append(f"  {info.tag_field}: {json.dumps(info.tag)};")
    for field in info.fields:
        lines.append(f"  {field.encode_name}: {spelled(field.type)};")
        if (value := default(field)) is not msgspec.NODEFAULT:
            defaults[field.encode_name] = msgspec.to_builtins(value)
        if name := inner(field.type):
            nested[field.encode_name] = name
    interface = "\n".join([f"export interface {struct.__name__} {{", *lines, "}\n"])
    key = info.tag if isinstance(info.tag, str) else ""
    shape = json.dumps({"tag": key, "defaults": defaults, "nested": nested})
    return interface, f"  {struct.__name__}: {shape},"


def written() -> str:
    """The whole file."""
    parts = [described(struct) for struct in structs()]
    shapes = "\n".join(line for _, line in parts)
    return "\n".join(
        [
            HEAD,
            *(interface for interface, _ in parts),
            *(f"export type {name} = {' | '.join(members)};\n" for name, members in unions().items()),
            "export interface Shape {\n  tag: string;\n  defaults: Record<string, unknown>;\n"
            "  nested: Record<string, string>;\n}\n",
            "/** For each struct: its tag, the values of fields left out, and which fields hold structs. */",
            f"export const SHAPES: Record<string, Shape> = {{\n{shapes}\n}};\n",
        ]
    )


def main() -> int:
    """Write or check the file; 1 if it was to be checked and differs."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--check", action="store_true", help="write nothing; fail if the file would change")
    text = written()
    if parser.parse_args().check:
        if TARGET.exists() and TARGET.read_text() == text:
            return 0
        print(f"{TARGET.name} does not fit the Python structs: run scripts/typescript.py", file=sys.stderr)
        return 1
    TARGET.write_text(text)
    return 0


if __name__ == "__main__":
    sys.exit(main())
