"""On which line of a TOML text a key stands."""

from __future__ import annotations

import re
from functools import lru_cache

KeyPath = tuple[str | int, ...]

_TABLE = re.compile(r"^\s*(\[{1,2})\s*([\w.-]+)\s*\]{1,2}")
_KEY = re.compile(r"""^\s*([\w-]+|"[^"]*"|'[^']*')\s*=\s*(\[?)""")
_ITEM = re.compile(r"^\s*\[?\s*\{")


def line_of(text: str, path: KeyPath) -> int | None:
    """Line, from 1, of the key at `path`, or of the nearest thing around it that has a line of its own.

    Reads the layout that people write: tables, arrays of tables, `key = value`, and arrays of inline tables with one
    table a line. Good enough to point at a mistake; the value itself is read by a real TOML parser.
    """
    lines = _lines(text)
    for end in range(len(path), 0, -1):
        if path[:end] in lines:
            return lines[path[:end]]
    return None


@lru_cache(maxsize=2)
def _lines(text: str) -> dict[KeyPath, int]:
    lines: dict[KeyPath, int] = {}
    counts: dict[KeyPath, int] = {}
    table: KeyPath = ()
    array: KeyPath = ()  # array of inline tables being read
    for number, line in enumerate(text.splitlines(), start=1):
        if header := _TABLE.match(line):
            table = _header_path(header[2].split("."), counts)
            if header[1] == "[[":
                counts[table] = counts.get(table, -1) + 1
                table = (*table, counts[table])
            lines.setdefault(table, number)
            array = ()
        elif key := _KEY.match(line):
            array = (*table, key[1].strip("\"'"))
            lines.setdefault(array, number)
            if key[2] and _ITEM.match(line[key.end() :]):
                lines[(*array, 0)] = number
                counts[array] = 0
        elif array and _ITEM.match(line):
            counts[array] = counts.get(array, -1) + 1
            lines[(*array, counts[array])] = number
    return lines


def _header_path(names: list[str], counts: dict[KeyPath, int]) -> KeyPath:
    """Return the path of a header, with the index of the last element of each array of tables above it."""
    path: KeyPath = ()
    for i, name in enumerate(names):
        path = (*path, name)
        if i + 1 < len(names) and path in counts:
            path = (*path, counts[path])
    return path
