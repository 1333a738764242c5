"""Changing values in a TOML text: all else stays as it was written, comments and order too.

A text is changed where its statements are found to stand, and read again. Where that is not what was wanted, as the layout was
none that is known here, the whole text is written anew, without its comments.
"""

from __future__ import annotations

import copy
import re
import tomllib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from .toml_lines import KeyPath
from .toml_writer import key_text, toml_text, value_text

_BLANK = re.compile(r"(?:[ \t\r\n]|#[^\n]*)*")
_SPACE = re.compile(r"[ \t]*")
_STRING = re.compile(r'"""(?:\\.|[^\\])*?"""+|\'\'\'.*?\'\'\'+|"(?:\\.|[^"\\\n])*"|\'[^\'\n]*\'', re.DOTALL)
_PLAIN = re.compile(r"[^,\]}#\n]*[^,\]}#\s]")
_KEY = re.compile(r"""[ \t]*([\w-]+|"[^"\n]*"|'[^'\n]*')[ \t]*""")
_HEADER = re.compile(r"^[ \t]*(\[{1,2})([^\[\]\n]+)\]{1,2}[ \t]*(?:#[^\n]*)?$", re.MULTILINE)


@dataclass(slots=True)
class _Node:
    """A value in the text: what it takes, and what is in it."""

    start: int
    end: int
    items: list[_Node] | None = None  # of an array
    fields: dict[str, _Node] | None = None  # of an inline table


@dataclass(slots=True)
class _Section:
    """A header and what is below it, up to the next; the first has none."""

    path: KeyPath
    start: int  # of its header's line
    after: int  # where its next statement would begin: after the last one, or the header
    keys: dict[tuple[str, ...], tuple[int, int, _Node]] = field(
        default_factory=dict
    )  # line's start and end, and the value


def with_value(text: str, path: KeyPath, value: Any) -> str:
    """The text with this value at a path of keys; it may be new there. Raises tomllib.TOMLDecodeError for what is no TOML."""
    wanted = tomllib.loads(text)
    inside = wanted
    for step in path[:-1]:
        inside = inside[step] if isinstance(step, int) else inside.setdefault(step, {})
    inside[path[-1]] = value
    return _checked(text, lambda: _set(text, path, value), wanted)


def without(text: str, path: KeyPath) -> str:
    """The text without what is at a path: a key, a table, one of several. What is not there is left out already."""
    wanted = tomllib.loads(text)
    inside: Any = wanted
    for step in path[:-1]:
        inside = inside[step] if isinstance(step, int) else inside.get(step, {})
    if isinstance(inside, dict) and path[-1] not in inside:
        return text
    del inside[path[-1]]
    if isinstance(inside, list) and not inside and len(path) == 2:
        del wanted[path[0]]
    return _checked(text, lambda: _cut(text, path), wanted)


def with_row(text: str, name: str, row: Mapping[str, Any]) -> str:
    """The text with one more [[name]], after those there are."""
    wanted = tomllib.loads(text)
    wanted.setdefault(name, []).append(copy.deepcopy(dict(row)))
    return _checked(text, lambda: _append(text, name, row), wanted)


def _checked(text: str, edit: Any, wanted: dict[str, Any]) -> str:
    try:
        changed: str = edit()
        if tomllib.loads(changed) == wanted:
            return changed
    except (_Unknown, tomllib.TOMLDecodeError):
        pass
    return toml_text(wanted)


class _Unknown(Exception):
    """The layout of the text is none that is known here."""


def _set(text: str, path: KeyPath, value: Any) -> str:
    sections = _sections(text)
    found = _found(sections, path)
    if isinstance(found, _Node):
        return text[: found.start] + value_text(value) + text[found.end :]
    if found is not None:
        raise _Unknown
    parent, key = _found(sections, path[:-1]) if len(path) > 1 else sections[0], path[-1]
    if not isinstance(key, str):
        raise _Unknown
    if isinstance(parent, _Section):
        return _with_lines(text, parent, f"{key_text(key)} = {value_text(value)}\n")
    if parent is not None and parent.fields is not None:
        end = text.rindex("}", 0, parent.end)
        body = text[parent.start + 1 : end].rstrip()
        comma = ", " if parent.fields else " "
        return text[: parent.start + 1] + body + f"{comma}{key_text(key)} = {value_text(value)} " + text[end:]
    names = [step for step in path if isinstance(step, str)]
    if parent is not None or len(names) < len(path):
        raise _Unknown
    if isinstance(value, Mapping):
        lines = [f"[{'.'.join(map(key_text, names))}]", *(f"{key_text(k)} = {value_text(v)}" for k, v in value.items())]
    else:
        lines = [f"[{'.'.join(map(key_text, names[:-1]))}]", f"{key_text(names[-1])} = {value_text(value)}"]
    return _with_block(text, _end_of(sections, names[0]), "\n".join(lines) + "\n")


def _cut(text: str, path: KeyPath) -> str:
    sections = _sections(text)
    found = _found(sections, path)
    if isinstance(found, _Section):
        own = [k for k, section in enumerate(sections) if section.path[: len(path)] == path]
        start = _with_comment(text, sections[own[0]].start)
        after = sections[own[-1] + 1 :]
        end = _with_comment(text, after[0].start) if after else len(text)
        if own != list(range(own[0], own[-1] + 1)):
            raise _Unknown
        return text[:start] + text[end:] if after else text[:start].rstrip("\n") + "\n"
    if found is None:
        raise _Unknown
    for section in sections:
        for keys, (start, end, node) in section.keys.items():
            if (*section.path, *keys) == path:
                return text[:start] + text[end:]
            if node.start <= found.start and found.end <= node.end:
                return _without_item(text, node, found)
    raise _Unknown


def _without_item(text: str, node: _Node, found: _Node) -> str:
    """Without one entry of an array, and the comma of it."""
    for inner in (node.items or []) if node.items is not None else (node.fields or {}).values():
        if inner is not found and inner.start <= found.start and found.end <= inner.end:
            return _without_item(text, inner, found)
    if node.items is None:
        raise _Unknown
    start, end = found.start, found.end
    later = _BLANK.match(text, end)
    if later is not None and text[later.end()] == ",":
        end = _SPACE.match(text, later.end() + 1).end()  # type: ignore[union-attr]
        if text[end] == "\n":  # a row of its own
            start = len(text[:start].rstrip(" \t"))
            return text[: start - 1] + text[end:] if text[start - 1] == "\n" else text[:start] + text[end:]
        return text[:start] + text[end:]
    before = text[:start].rstrip()
    return (before[:-1] if before.endswith(",") else text[:start]) + text[end:]


def _append(text: str, name: str, row: Mapping[str, Any]) -> str:
    sections = _sections(text)
    found = _found(sections, (name,))
    if isinstance(found, _Node):
        if found.items is None:
            raise _Unknown
        if not found.items:
            return text[: found.start] + f"[{value_text(row)}]" + text[found.end :]
        last = found.items[-1]
        line = text[text.rfind("\n", 0, last.start) + 1 : last.start]
        gap = f"\n{line}" if not line.strip() else " "
        return text[: last.end] + f",{gap}{value_text(row)}" + text[last.end :]
    lines = [f"[[{key_text(name)}]]", *(f"{key_text(key)} = {value_text(value)}" for key, value in row.items())]
    return _with_block(text, _end_of(sections, name), "\n".join(lines) + "\n")


def _end_of(sections: Sequence[_Section], name: str) -> int | None:
    """Where the last section of this name ends; None: there is none."""
    own = [section for section in sections if section.path[:1] == (name,)]
    return own[-1].after if own else None


def _with_block(text: str, place: int | None, block: str) -> str:
    """The text with a section more, after the one that ends at `place`, or at its end."""
    if place is None:
        return (text.rstrip("\n") + "\n\n" if text.strip() else "") + block
    ended = text[:place] if text[:place].endswith("\n") else text[:place] + "\n"
    return ended + "\n" + block + text[place:]


def _with_lines(text: str, section: _Section, lines: str) -> str:
    before = text[: section.after]
    if before and not before.endswith("\n"):
        before += "\n"
    return before + lines + text[section.after :]


def _with_comment(text: str, start: int) -> int:
    """Where the comment begins that stands right above a line; one at the beginning of the text is about all of it."""
    line = start
    while start:
        above = text.rfind("\n", 0, start - 1) + 1
        if not text[above:start].lstrip().startswith("#"):
            return start
        start = above
    return line


def _found(sections: Sequence[_Section], path: KeyPath) -> _Node | _Section | None:
    """What is at a path: a value, or the section that its header begins."""
    for section in sections:
        if section.path == path and (path or section is sections[0]):
            return section
        for keys, (_, _, node) in section.keys.items():
            whole = (*section.path, *keys)
            if path[: len(whole)] == whole:
                return _inside(node, path[len(whole) :])
    return None


def _inside(node: _Node, path: KeyPath) -> _Node | None:
    for step in path:
        if isinstance(step, int):
            if node.items is None or step >= len(node.items):
                return None
            node = node.items[step]
        else:
            if node.fields is None or step not in node.fields:
                return None
            node = node.fields[step]
    return node


def _sections(text: str) -> list[_Section]:
    """The headers of a text, each with its statements."""
    sections, counts, place = [_Section((), 0, 0)], dict[KeyPath, int](), 0
    while True:
        place = _BLANK.match(text, place).end()  # type: ignore[union-attr]
        if place >= len(text):
            return sections
        start = text.rfind("\n", 0, place) + 1
        header = _HEADER.match(text, start)
        if header:
            names = [_bare(name) for name in _KEY.findall(header[2])]
            path: KeyPath = ()
            for k, name in enumerate(names):
                path = (*path, name)
                if k + 1 == len(names) and header[1] == "[[":
                    counts[path] = counts.get(path, -1) + 1
                if path in counts:
                    path = (*path, counts[path])
            place = min(header.end() + 1, len(text))
            sections.append(_Section(path, start, place))
            continue
        keys, place = _keys(text, place)
        node = _value(text, place)
        end = text.find("\n", node.end)
        place = len(text) if end < 0 else end + 1
        sections[-1].keys[keys] = start, place, node
        sections[-1].after = place


def _keys(text: str, place: int) -> tuple[tuple[str, ...], int]:
    """The dotted key that stands at a place, and where its value begins."""
    keys: list[str] = []
    while True:
        match = _KEY.match(text, place)
        if match is None:
            raise _Unknown
        keys.append(_bare(match[1]))
        place = match.end()
        if text[place : place + 1] == "=":
            return tuple(keys), _SPACE.match(text, place + 1).end()  # type: ignore[union-attr]
        if text[place : place + 1] != ".":
            raise _Unknown
        place += 1


def _value(text: str, place: int) -> _Node:
    """The value that begins at a place."""
    first = text[place : place + 1]
    if first not in ("[", "{"):
        match = _STRING.match(text, place) or _PLAIN.match(text, place)
        if match is None:
            raise _Unknown
        return _Node(place, match.end())
    node, close = _Node(place, place), "]" if first == "[" else "}"
    items: list[_Node] = []
    fields: dict[str, _Node] = {}
    place += 1
    while True:
        place = _BLANK.match(text, place).end()  # type: ignore[union-attr]
        if text[place : place + 1] == close:
            break
        if close == "}":
            keys, place = _keys(text, place)
            if len(keys) > 1:
                raise _Unknown
            item = fields[keys[0]] = _value(text, place)
        else:
            item = _value(text, place)
            items.append(item)
        place = _BLANK.match(text, item.end).end()  # type: ignore[union-attr]
        if text[place : place + 1] == ",":
            place += 1
        elif text[place : place + 1] != close:
            raise _Unknown
    node.end = place + 1
    node.items, node.fields = (items, None) if close == "]" else (None, fields)
    return node


def _bare(key: str) -> str:
    return str(tomllib.loads(f"x = {key}")["x"]) if key[:1] in "\"'" else key
