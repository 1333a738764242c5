"""Changing values in a TOML text: all else stays as it was written, comments and order too."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping, Sequence
from typing import Any

import tomlkit
from tomlkit.exceptions import TOMLKitError
from tomlkit.items import AoT, Array, Table

from .toml_lines import KeyPath, table_lines
from .toml_writer import toml_text, value_text


def with_value(text: str, path: KeyPath, value: Any) -> str:
    """The text with this value at a path of keys; it may be new there. Raises tomllib.TOMLDecodeError for what is no TOML."""
    return with_values(text, {path: value})


def with_values(text: str, values: Mapping[KeyPath, Any], gone: Sequence[KeyPath] = ()) -> str:
    """The text with all of these values at their paths, and without what is at the paths of `gone`: read and written once.

    Raises tomllib.TOMLDecodeError for what is no TOML.
    """

    def edit(document: Any) -> None:
        for path in gone:
            _cut(document, path)
        for path, value in values.items():
            _set(document, path, value)

    return _edited(text, edit) if values or gone else text


def without(text: str, path: KeyPath) -> str:
    """The text without what is at a path: a key, a table, one of several. What is not there is left out already.

    The comment right above a table goes with it; one above the next stays. Raises tomllib.TOMLDecodeError for what is no TOML.
    """
    wanted = tomllib.loads(text)
    _cut(wanted, path)
    shorter = _without_lines(text, path)
    try:
        if shorter and tomllib.loads(shorter) == wanted:
            return shorter
    except tomllib.TOMLDecodeError:
        pass
    return _edited(text, lambda document: _cut(document, path))


def with_row(text: str, name: str, row: Mapping[str, Any]) -> str:
    """The text with one more [[name]], after those there are. Raises tomllib.TOMLDecodeError for what is no TOML."""
    return _edited(text, lambda document: _append(document, name, row))


def is_written_anew(before: str, after: str) -> bool:
    """Whether nothing of the layout of a text was kept in the text after an edit: neither its comments."""
    return before != after and after == toml_text(tomllib.loads(after)) and before != toml_text(tomllib.loads(before))


def _without_lines(text: str, path: KeyPath) -> str:
    """The text without the lines of a table; empty where these are not known."""
    found = table_lines(text, path)
    if found is None:
        return ""
    lines = text.splitlines(keepends=True)
    first, last = found
    if last == len(lines):
        while first > 0 and not lines[first - 1].strip():
            first -= 1
    while last < len(lines) and not lines[last].strip():
        last += 1
    return "".join(lines[:first] + lines[last:])


def _edited(text: str, edit: Any) -> str:
    """The text after an edit of what was read of it, which is done to plain values too.

    Where the two are not the same, as tomlkit has faults with some layouts, the whole text is written anew, without its comments.
    """
    wanted = tomllib.loads(text)
    edit(wanted)
    try:
        document = tomlkit.parse(text)
        edit(document)
        changed = tomlkit.dumps(document)
        if tomllib.loads(changed) == wanted:
            return changed
    except (TOMLKitError, tomllib.TOMLDecodeError):
        pass
    return toml_text(wanted)


def _set(document: Any, path: KeyPath, value: Any) -> None:
    for step in path[:-1]:
        document = document[step] if isinstance(step, int) else document.setdefault(step, {})
    if isinstance(value, Mapping) and isinstance(document, dict) and isinstance(document.get(path[-1]), Table):
        table = document[path[-1]]  # it stays where it stands
        for key in [key for key in table if key not in value]:
            del table[key]
        for key, item in value.items():
            _set(table, (key,), item)
        return
    below = _taken_from_end(document) if isinstance(document, Table) and path[-1] not in document else []
    document[path[-1]] = _written(document, value)
    if below:
        document.value.body.extend(below)


def _taken_from_end(table: Table) -> list[Any]:
    """Take away the blank lines and comments at the end of a table, which are about what follows it in the text."""
    body, taken = table.value.body, list[Any]()
    while body and body[-1][0] is None:
        taken.insert(0, body.pop())
    return taken


def _cut(document: Any, path: KeyPath) -> None:
    above, inside = document, document
    for step in path[:-1]:
        if isinstance(step, str) and step not in inside:
            return
        above, inside = inside, inside[step]
    if isinstance(path[-1], int) or path[-1] in inside:
        del inside[path[-1]]
    if isinstance(inside, list) and not inside and len(path) == 2:
        del above[path[0]]


def _append(document: Any, name: str, row: Mapping[str, Any]) -> None:
    rows = document.setdefault(name, tomlkit.aot() if isinstance(document, tomlkit.TOMLDocument) else [])
    if isinstance(rows, AoT):
        if len(rows) and not rows[-1].as_string().endswith("\n\n"):
            rows[-1].add(tomlkit.nl())
        rows.append(_row(row))
        return
    rows.append(_written(rows, row))
    if isinstance(rows, Array):
        rows.multiline(True)


def _row(row: Mapping[str, Any]) -> Any:
    table = tomlkit.table()
    for key, value in row.items():
        table[key] = _written(table, value)
    return table


def _written(inside: Any, value: Any) -> Any:
    """A value as the house writes it, for a place in a document of tomlkit; itself for plain values."""
    plain = isinstance(inside, (dict, list)) and not hasattr(inside, "as_string")
    return value if plain else tomlkit.value(value_text(value))
