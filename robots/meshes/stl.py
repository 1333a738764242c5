"""STL files, binary and ascii."""

from __future__ import annotations

import io
import struct

import numpy as np

from sim.errors import ModelError

from .triangles import Triangles

_HEADER, _FACET = 84, 50  # bytes


def read_stl(content: bytes) -> Triangles:
    """Read the triangles of an STL file; its unit is the metre, as everywhere in robot descriptions."""
    from trimesh.exchange.stl import load_stl

    loaded = load_stl(io.BytesIO(_checked(content)))
    parts = list(loaded["geometry"].values()) if "geometry" in loaded else [loaded]
    corners = [np.asarray(part["vertices"], dtype=np.float64)[np.asarray(part["faces"])] for part in parts]
    vertices = np.concatenate([np.zeros((0, 3, 3)), *corners]).reshape(-1, 3)
    return Triangles(vertices, np.arange(len(vertices)).reshape(-1, 3), None)


def _checked(content: bytes) -> bytes:
    """Return the content without anything after the last facet; an error if facets are missing."""
    ascii_text = content[:512].lstrip().startswith(b"solid") and b"facet" in content[:4096]
    if len(content) >= _HEADER:
        (count,) = struct.unpack("<I", content[80:_HEADER])
        size = _HEADER + _FACET * count
        if len(content) == size or (len(content) > size and count and not ascii_text):
            return content[:size]
        if not ascii_text:
            raise ModelError(f"it is cut short: {count} triangles take {size} bytes, the file has {len(content)}")
    if not ascii_text:
        raise ModelError(f"{len(content)} bytes are too few for an STL file")
    if b"endsolid" not in content:
        raise ModelError("it is cut short: the last line of an ascii STL file, 'endsolid', is missing")
    return content
