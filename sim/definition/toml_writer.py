"""Values as the text of a TOML file."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from ..errors import ArgumentError


def toml_text(document: Mapping[str, Any]) -> str:
    """Return the text of a TOML file. Raises ArgumentError for a half of a surrogate pair.

    The text has plain keys first, then a [table] a mapping, and [[table]]s for a list of mappings.

    What is in those stands in them as inline tables, in lists one a line. Numbers that are whole by their type have no point.
    """
    plain = {name: value for name, value in document.items() if not isinstance(value, Mapping) and not _is_rows(value)}
    parts = [_lines(plain)] if plain else []
    for name, value in document.items():
        if isinstance(value, Mapping):
            parts.append([f"[{key_text(name)}]", *_lines(value)])
        elif _is_rows(value):
            parts += [[f"[[{key_text(name)}]]", *_lines(row)] for row in value]
    return "\n\n".join("\n".join(part) for part in parts) + "\n"


def _is_rows(value: Any) -> bool:
    return isinstance(value, Sequence) and bool(value) and all(isinstance(row, Mapping) for row in value)


def _lines(table: Mapping[str, Any]) -> list[str]:
    lines = []
    for name, value in table.items():
        if _is_rows(value):
            lines += [f"{key_text(name)} = [", *(f"    {value_text(row)}," for row in value), "]"]
        else:
            lines.append(f"{key_text(name)} = {value_text(value)}")
    return lines


def key_text(text: str) -> str:
    """Return a name as a key: bare if it can be."""
    return text if text.replace("-", "").replace("_", "").isalnum() and text.isascii() else value_text(text)


def value_text(value: Any) -> str:
    """Return a value as it stands in a line; mappings as inline tables."""
    match value:
        case str():
            return '"' + "".join(map(_character, value)) + '"'
        case bool():
            return "true" if value else "false"
        case int():
            return str(value)
        case float():
            return repr(float(value))
        case Mapping():
            return "{ " + ", ".join(f"{key_text(name)} = {value_text(item)}" for name, item in value.items()) + " }"
    return "[" + ", ".join(map(value_text, value)) + "]"


def _character(c: str) -> str:
    if "\ud800" <= c <= "\udfff":
        raise ArgumentError(
            "a text has the character {c!r}, which no file of text has: a name of a file that is not UTF-8?", c=c
        )
    return c if c.isprintable() and c not in '"\\' else f"\\U{ord(c):08x}"
