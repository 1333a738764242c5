"""Babel's way to the texts of TOML files, for `make texts`: of scenes, planning tasks, tables of robots, and exercises."""

from __future__ import annotations

import tomllib
from collections.abc import Iterator
from typing import IO, Any

_KEYS = ("title", "description", "statement", "ask", "explain", "text", "says")  # whose texts people read


def toml_texts(stream: IO[bytes], *_: object, **__: object) -> Iterator[tuple[int, str, str, list[str]]]:
    """Line, function, text and comments of each; a text for each language is in no catalogue."""
    yield from ((1, "", text, []) for text in _found(tomllib.loads(stream.read().decode("utf-8"))))


def _found(value: Any) -> Iterator[str]:
    if isinstance(value, dict):
        for key, part in value.items():
            if isinstance(part, str):
                yield from [part] if key in _KEYS and part else []
            else:
                yield from _found(part)
    elif isinstance(value, list):
        for part in value:
            yield from _found(part)
