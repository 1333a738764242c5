"""From a definition to the text of a DH file."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache
from typing import Any

import msgspec
from msgspec import structs

from torseur.sim.definition.toml_writer import toml_text

from .definition import Base, Definition, Placement

_ALWAYS = ("theta", "d", "a", "alpha")  # of a row
_fields = cache(structs.fields)  # which evaluates all annotations each time: 2 ms


def text_of(definition: Definition) -> str:
    """Return the text of a DH file that is read as this definition. What is as it would be without a word is left out."""
    head = ("name", "title", "convention", "angle_unit")
    document = _table(definition, head, always=("angle_unit",))
    document |= {name: values for name in ("colors", "poses") if (values := getattr(definition, name))}
    if definition.base != Base():
        document["base"] = _table(definition.base, _names(definition.base))
    if definition.tool != Placement():
        document["tool"] = _table(definition.tool, _names(definition.tool))
    document["joints"] = [_table(row, _names(row), _ALWAYS) for row in definition.joints]
    return toml_text(document)


def _names(value: msgspec.Struct) -> list[str]:
    return [field.name for field in _fields(type(value))]


def _table(value: msgspec.Struct, names: Iterable[str], always: Iterable[str] = ()) -> dict[str, Any]:
    """Return these keys that are not as they are without a word."""
    defaults = {field.name: field.default for field in _fields(type(value))}
    items = ((name, getattr(value, name)) for name in names)
    return {name: _plain(item) for name, item in items if name in always or item != defaults[name]}


def _plain(value: Any) -> Any:
    """Return a value as mappings and sequences; of a shape what it is first, then where it is."""
    if isinstance(value, msgspec.Struct):
        config = value.__struct_config__
        tag = {config.tag_field: config.tag} if config.tag_field else {}
        required = [field.name for field in _fields(type(value)) if field.required]
        others = [name for name in _names(value) if name not in required]
        return tag | _table(value, [*required, *others], required)
    return [_plain(item) for item in value] if isinstance(value, tuple) else value
