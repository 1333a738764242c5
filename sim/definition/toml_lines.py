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


def table_lines(text: str, path: KeyPath) -> tuple[int, int] | None:
    """Lines of the table at `path`, with those within it and the comment right above it: from the first to before the second.

    Counted from 0. A comment below it that a blank line parts from it, or that is right above the next table, is not of it; the
    first comment of a text is about the whole. None: it has no header of its own in a layout that is known.
    """
    lines = text.splitlines()
    headers, counts = list[tuple[int, KeyPath]](), dict[KeyPath, int]()
    for number, line in enumerate(lines):
        if header := _TABLE.match(line):
            headers.append((number, _table_of(header, counts)))
    own = [k for k, (_, table) in enumerate(headers) if table[: len(path)] == path]
    if not own or headers[own[0]][1] != path or own != list(range(own[0], own[-1] + 1)):
        return None
    first = headers[own[0]][0]
    following = headers[own[-1] + 1][0] if own[-1] + 1 < len(headers) else len(lines)
    last = following
    while not _says(lines[last - 1]):
        last -= 1
    below = last
    while below < following and lines[below].strip():
        below += 1
    if below < following or following == len(lines):
        last = below
    above = first
    while above > 0 and lines[above - 1].lstrip().startswith("#"):
        above -= 1
    return (above or first), last


def _says(line: str) -> bool:
    """Whether there is more on a line than a comment."""
    return bool(line.strip()) and not line.lstrip().startswith("#")


@lru_cache(maxsize=2)
def _lines(text: str) -> dict[KeyPath, int]:
    lines: dict[KeyPath, int] = {}
    counts: dict[KeyPath, int] = {}
    table: KeyPath = ()
    array: KeyPath = ()  # array of inline tables being read
    for number, line in enumerate(text.splitlines(), start=1):
        if header := _TABLE.match(line):
            table = _table_of(header, counts)
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


def _table_of(header: re.Match[str], counts: dict[KeyPath, int]) -> KeyPath:
    """Return the path of the table that a header begins, which is counted if it is one of several."""
    table = _header_path(header[2].split("."), counts)
    if header[1] != "[[":
        return table
    counts[table] = counts.get(table, -1) + 1
    return (*table, counts[table])


def _header_path(names: list[str], counts: dict[KeyPath, int]) -> KeyPath:
    """Return the path of a header, with the index of the last element of each array of tables above it."""
    path: KeyPath = ()
    for i, name in enumerate(names):
        path = (*path, name)
        if i + 1 < len(names) and path in counts:
            path = (*path, counts[path])
    return path
