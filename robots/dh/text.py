"""From a definition to the text of a DH file."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import msgspec
from msgspec import structs

from .definition import Base, Definition, JointRow, Placement

_LISTS = ("visuals", "collisions")


def text_of(definition: Definition) -> str:
    """Return the text of a DH file that is read as this definition. What is as it would be without a word is left out."""
    head = ["name", "title", "convention", "angle_unit"]
    parts = [_keys(definition, head, always=("angle_unit",))]
    for table, values in (("colors", definition.colors), ("poses", definition.poses)):
        if values:
            parts.append([f"[{table}]", *(f"{_key(name)} = {_value(value)}" for name, value in values.items())])
    if definition.base != Base():
        parts.append(["[base]", *_keys(definition.base, _names(definition.base))])
    if definition.tool != Placement():
        parts.append(["[tool]", *_keys(definition.tool, _names(definition.tool))])
    for row in definition.joints:
        parts.append(["[[joints]]", *_row(row)])
    return "\n\n".join("\n".join(part) for part in parts) + "\n"


def _row(row: JointRow) -> list[str]:
    always = ("theta", "d", "a", "alpha")
    return _keys(row, _names(row), always=always)


def _names(value: msgspec.Struct) -> list[str]:
    return [field.name for field in structs.fields(type(value))]


def _keys(value: msgspec.Struct, names: Iterable[str], always: Iterable[str] = ()) -> list[str]:
    """Return a line for each of these keys that is not as it is without a word."""
    defaults = {field.name: field.default for field in structs.fields(type(value))}
    lines = []
    for name in names:
        item = getattr(value, name)
        if name in always or item != defaults[name]:
            lines += _lines(name, item)
    return lines


def _lines(name: str, item: Any) -> list[str]:
    if name not in _LISTS:
        return [f"{name} = {_value(item)}"]
    return [f"{name} = [", *(f"    {_value(row)}," for row in item), "]"]


def _key(text: str) -> str:
    """Return a name as a key: bare if it can be."""
    return text if text.replace("-", "").replace("_", "").isalnum() and text.isascii() else _value(text)


def _value(value: Any) -> str:
    match value:
        case str():
            return '"' + "".join(_character(c) for c in value) + '"'
        case float() | int():
            return repr(float(value))
        case msgspec.Struct():
            config = value.__struct_config__
            tag = [f"{config.tag_field} = {_value(config.tag)}"] if config.tag_field else []
            required = [field.name for field in structs.fields(type(value)) if field.required]
            return "{ " + ", ".join([*tag, *_keys(value, _ordered(value, required), required)]) + " }"
    return "[" + ", ".join(map(_value, value)) + "]"


def _ordered(value: msgspec.Struct, required: list[str]) -> list[str]:
    """What a shape is first, then where it is."""
    return [*required, *(name for name in _names(value) if name not in required)]


def _character(c: str) -> str:
    return c if c.isprintable() and c not in '"\\' else f"\\U{ord(c):08x}"
