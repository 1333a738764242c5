"""STL files, binary and ascii; their unit is the metre, as everywhere in robot descriptions."""

from __future__ import annotations

import re
import struct
from codecs import BOM_UTF8
from collections.abc import Iterator

import numpy as np

from torseur.sim.errors import ModelError
from torseur.sim.texts import tr

from .triangles import Triangles

_HEADER = 84  # bytes
_FACET = np.dtype([("normal", "<f4", 3), ("corners", "<f4", (3, 3)), ("attribute", "<u2")])
_NOT_COUNTED = (0, 2**32 - 1)  # by programs that write the head before they know
_CHUNK = 200_000  # characters of an ascii file that are looked at together
_NAME = re.compile(rb"^[ \t]*(end)?solid\b.*$", re.MULTILINE)
_VERTEX = re.compile(rb"vertex\s+(\S+)\s+(\S+)\s+(\S+)")


def read_stl(content: bytes) -> Triangles:
    """Read the triangles of an STL file."""
    count, notes = _binary_count(content)
    if count is None:
        content = content.removeprefix(BOM_UTF8)
        content = content if b"\n" in content else content.replace(b"\r", b"\n")
        corners = np.concatenate([np.zeros((0, 3), np.float32), *map(_vertices, _chunks(content))])
    else:
        corners = np.array(np.frombuffer(content, _FACET, count, _HEADER)["corners"].reshape(-1, 3))  # lets the content go
        notes += (tr("the colours of its triangles are left out"),) if b"COLOR=" in content[:80] else ()
    return Triangles(corners, np.arange(len(corners), dtype=np.int32).reshape(-1, 3), None, notes)


def _binary_count(content: bytes) -> tuple[int | None, tuple[str, ...]]:
    """Return how many triangles a binary file holds, None for an ascii one, and notes; an error if either is cut short."""
    ascii_text = (
        content[:512].removeprefix(BOM_UTF8).lstrip().lower().startswith(b"solid") and b"facet" in content[:4096].lower()
    )
    if len(content) >= _HEADER:
        (count,) = struct.unpack("<I", content[80:_HEADER])
        size = _HEADER + _FACET.itemsize * count
        if len(content) == size or (len(content) > size and count and not ascii_text):
            return int(count), ()
        held, rest = divmod(len(content) - _HEADER, _FACET.itemsize)
        if not ascii_text and count in _NOT_COUNTED and held and not rest:
            return held, (
                tr("its head says that it holds {count} triangles; it holds {held}, which are read", count=count, held=held),
            )
        if not ascii_text:
            raise ModelError(
                "it is cut short: {count} triangles take {size} bytes, the file has {content_count}",
                count=count,
                size=size,
                content_count=len(content),
            )
    if not ascii_text:
        raise ModelError("{count} bytes are too few for an STL file", count=len(content))
    if b"endsolid" in content or b"ENDSOLID" in content:
        return None, ()
    if not content[-64:].rstrip().lower().endswith(b"endfacet"):
        raise ModelError("it is cut short: the last line of an ascii STL file, 'endsolid', is missing")
    return None, (tr("its last line, 'endsolid', is missing; all its facets are whole"),)


def _chunks(content: bytes) -> Iterator[bytes]:
    """Yield the file in pieces that end with a facet, in lower case and without the names of solids."""
    start = 0
    while start < len(content):
        end = re.compile(rb"endfacet", re.IGNORECASE).search(content, start + _CHUNK)
        stop = end.end() if end else len(content)
        yield _NAME.sub(b"", content[start:stop].lower())
        start = stop


def _vertices(chunk: bytes) -> np.ndarray:
    """Corners (3 m, 3) float32 of a piece of an ascii file."""
    found = _VERTEX.findall(chunk)
    facets = chunk.count(b"endfacet")
    if len(found) != 3 * facets:
        raise ModelError(
            "{facets} facets have {count} vertices of three numbers; each has three", facets=facets, count=len(found)
        )
    try:
        return np.array(found, dtype="S").astype(np.float32).reshape(-1, 3)
    except ValueError:
        wrong = next(row for row in found if not all(map(_is_number, row)))
        raise ModelError(
            "a vertex is not three numbers: {wrong!r}", wrong=b" ".join(wrong).decode("ascii", "replace")
        ) from None


def _is_number(word: bytes) -> bool:
    try:
        float(word)
    except ValueError:
        return False
    return True
