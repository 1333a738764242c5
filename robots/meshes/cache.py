"""Meshes that were read before, as arrays on disk, so that a robot opens at once the second time.

An entry is one file, named by a hash of what was read and of the version of the readers. It holds a header, a check
sum, and the arrays as they are in memory. An entry that cannot be read is as good as none, and a folder that cannot
be written only means that meshes are read again.
"""

from __future__ import annotations

import json
import logging
import os
import struct
import zlib
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import TypeVar

import numpy as np

from torseur.sim.errors import SaveError
from torseur.sim.multibody.model.shapes import TriangleMesh
from torseur.sim.safe_write import safe_write

_HEADER = struct.Struct("<8sIIIIQ")  # mark, check sum, vertices, triangles, bytes of notes, _COLORED and _TEXTURED
_MARK = b"torseur2"
_COLORED, _TEXTURED = 1, 2
_PIXELS = struct.Struct("<8sIII4x")  # mark, check sum, width, height
_log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Entry:
    """What is kept of a mesh file."""

    mesh: TriangleMesh  # without its textures, which are kept by themselves
    notes: tuple[str, ...]  # what its reader has to say
    textures: tuple[str, ...] = ()  # the keys of its textures
    named: dict[str, tuple[int, str]] = field(default_factory=dict)  # the files it names, as `NamedFiles.asked`


def cache_folder() -> Path:
    """Where entries are kept: under TORSEUR_CACHE_DIR if it is set, else under the user's cache folder."""
    from platformdirs import user_cache_path

    return Path(os.environ.get("TORSEUR_CACHE_DIR") or user_cache_path("torseur", appauthor=False)) / "meshes"


def read_entry(key: str) -> Entry | None:
    """Read the mesh kept under this key; None if there is none that is whole."""
    return _read(key, _unpacked)


def write_entry(key: str, entry: Entry) -> None:
    """Keep a mesh under this key, if the folder can be written."""
    _write(key, _packed(entry))


def read_pixels(key: str) -> np.ndarray | None:
    """Read the pixels (height, width, 4) uint8 kept under this key; None if there are none that are whole."""
    return _read(key, _unpacked_pixels)


def write_pixels(key: str, pixels: np.ndarray) -> None:
    """Keep pixels (height, width, 4) uint8 under this key, if the folder can be written."""
    height, width, _ = pixels.shape
    content = np.ascontiguousarray(pixels).tobytes()
    _write(key, [_PIXELS.pack(_MARK, zlib.crc32(content), width, height), content])


_Kept = TypeVar("_Kept")


def _read(key: str, unpacked: Callable[[bytes], _Kept]) -> _Kept | None:
    try:
        content = (cache_folder() / key).read_bytes()
    except OSError:
        return None
    try:
        return unpacked(content)
    except (ValueError, TypeError, KeyError, struct.error) as error:
        _log.info("mesh cache: entry %s is ignored: %s", key, error)
        return None


def _write(key: str, parts: Sequence[bytes | memoryview]) -> None:
    folder = cache_folder()
    try:
        folder.mkdir(parents=True, exist_ok=True)
        with safe_write(folder / key, "mesh", durable=False) as stream:
            stream.writelines(parts)
    except (OSError, SaveError) as error:
        _log.info("mesh cache: %s cannot be written: %s", folder, error)


def _packed(entry: Entry) -> list[bytes | memoryview]:
    mesh = entry.mesh
    text = json.dumps({"notes": entry.notes, "textures": entry.textures, "named": entry.named}).encode()
    text += b" " * (-len(text) % 8)
    arrays = [mesh.vertices, mesh.normals, mesh.colors, mesh.triangles, mesh.coordinates, mesh.texture]
    parts: list[bytes | memoryview] = [text, *(_content(array) for array in arrays if array is not None)]
    check = 0
    for part in parts:
        check = zlib.crc32(part, check)
    flags = _COLORED * (mesh.colors is not None) + _TEXTURED * (mesh.coordinates is not None)
    return [_HEADER.pack(_MARK, check, len(mesh.vertices), len(mesh.triangles), len(text), flags), *parts]


def _content(array: np.ndarray) -> bytes | memoryview:
    """Return the bytes of an array, without another copy of them."""
    flat = np.ascontiguousarray(array).reshape(-1)
    return flat.data.cast("B") if len(flat) else b""


def _unpacked(content: bytes) -> Entry:
    mark, check, vertices, triangles, notes, flags = _HEADER.unpack_from(content)
    colored, textured = bool(flags & _COLORED), bool(flags & _TEXTURED)
    sizes = [_HEADER.size, notes, 12 * vertices, 12 * vertices, 4 * vertices * colored, 12 * triangles]
    sizes += [8 * vertices * textured, 2 * vertices * textured]
    starts = np.cumsum(sizes).tolist()
    if mark != _MARK or starts[-1] != len(content) or zlib.crc32(memoryview(content)[_HEADER.size :]) != check:
        raise ValueError("its content is not what was written")

    def array(part: int, dtype: type, columns: int) -> np.ndarray:
        count = (starts[part + 1] - starts[part]) // np.dtype(dtype).itemsize
        return np.frombuffer(content, dtype, count, starts[part]).reshape(-1, columns)

    mesh = TriangleMesh(
        vertices=array(1, np.float32, 3),
        normals=array(2, np.float32, 3),
        colors=array(3, np.uint8, 4) if colored else None,
        triangles=array(4, np.uint32, 3),
        coordinates=array(5, np.float32, 2) if textured else None,
        texture=array(6, np.int16, 1)[:, 0] if textured else None,
    )
    words = json.loads(content[_HEADER.size : starts[1]])
    named = {name: (most, digest) for name, (most, digest) in words["named"].items()}
    return Entry(mesh, tuple(words["notes"]), tuple(words["textures"]), named)


def _unpacked_pixels(content: bytes) -> np.ndarray:
    mark, check, width, height = _PIXELS.unpack_from(content)
    body = memoryview(content)[_PIXELS.size :]
    if mark != _MARK or len(body) != 4 * width * height or zlib.crc32(body) != check:
        raise ValueError("its content is not what was written")
    return np.frombuffer(body, np.uint8).reshape(height, width, 4)
