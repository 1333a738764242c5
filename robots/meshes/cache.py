"""Meshes and pictures that were read before, as arrays on disk: how they are written and read."""

from __future__ import annotations

import json
import struct
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import TypeVar

import numpy as np

from torseur.sim.mesh_cache import content, log_ignored, read_entry, read_start, remove_entry, write_entry
from torseur.sim.multibody.model.shapes import TriangleMesh
from torseur.sim.texts import ENGLISH, language, tr

_HEADER = struct.Struct("<IIIIQ")  # vertices, triangles, bytes of notes, _COLORED and _TEXTURED, 0
_COLORED, _TEXTURED = 1, 2
_PIXELS = struct.Struct("<IIB7x")  # width, height, least opacity


@dataclass(frozen=True, slots=True)
class Entry:
    """What is kept of a mesh file."""

    mesh: TriangleMesh  # without its textures, which are kept by themselves
    notes: tuple[str, ...]  # what its reader has to say
    textures: tuple[str, ...] = ()  # the keys of its textures
    named: dict[str, tuple[int, str]] = field(default_factory=dict)  # the files it names, as `NamedFiles.asked`


def read_mesh_entry(key: str) -> Entry | None:
    """Read the mesh kept under this key; None if there is none that is whole."""
    return _read(key, _unpacked)


def write_mesh_entry(key: str, entry: Entry) -> None:
    """Keep a mesh under this key, if the folder can be written."""
    write_entry(key, _packed(entry))


def kept_size(key: str) -> tuple[int, int, int] | None:
    """Width, height and least opacity of the pixels kept under this key; None if there are none, or some are missing."""
    head = read_start(key, _PIXELS.size)
    if head is None:
        return None
    start, size = head
    width, height, opacity = _PIXELS.unpack(start)
    return (width, height, opacity) if size == _PIXELS.size + 4 * width * height else None


def read_pixels(key: str) -> np.ndarray:
    """Read the pixels (height, width, 4) uint8 kept under this key. Raises OSError if they are not as they were written."""
    pixels = _read(key, _unpacked_pixels)
    if pixels is None:
        remove_entry(key)  # so that they are made anew the next time
        raise OSError(tr("what was kept of a picture on disk is gone or damaged"))
    return pixels


def write_pixels(key: str, pixels: np.ndarray, opacity: int) -> None:
    """Keep pixels (height, width, 4) uint8, whose least opacity is given, under this key, if the folder can be written."""
    height, width, _ = pixels.shape
    write_entry(key, [_PIXELS.pack(width, height, opacity), content(pixels)])


_Kept = TypeVar("_Kept")


def _read(key: str, unpacked: Callable[[memoryview], _Kept]) -> _Kept | None:
    body = read_entry(key)
    if body is None:
        return None
    try:
        return unpacked(body)
    except (ValueError, TypeError, KeyError, struct.error) as error:
        log_ignored(key, error)
        return None


def _packed(entry: Entry) -> list[bytes | memoryview]:
    mesh = entry.mesh
    text = json.dumps({"notes": entry.notes, "language": language(), "textures": entry.textures, "named": entry.named}).encode()
    text += b" " * (-len(text) % 8)
    arrays = [mesh.vertices, mesh.normals, mesh.colors, mesh.triangles, mesh.coordinates, mesh.texture]
    flags = _COLORED * (mesh.colors is not None) + _TEXTURED * (mesh.coordinates is not None)
    header = _HEADER.pack(len(mesh.vertices), len(mesh.triangles), len(text), flags, 0)
    return [header, text, *(content(array) for array in arrays if array is not None)]


def _unpacked(body: memoryview) -> Entry:
    vertices, triangles, notes, flags, _ = _HEADER.unpack_from(body)
    colored, textured = bool(flags & _COLORED), bool(flags & _TEXTURED)
    sizes = [_HEADER.size, notes, 12 * vertices, 12 * vertices, 4 * vertices * colored, 12 * triangles]
    sizes += [8 * vertices * textured, 2 * vertices * textured]
    starts = np.cumsum(sizes).tolist()
    if starts[-1] != len(body):
        raise ValueError(tr("it has {count} bytes and not {starts}", count=len(body), starts=starts[-1]))

    def array(part: int, dtype: type, columns: int) -> np.ndarray:
        count = (starts[part + 1] - starts[part]) // np.dtype(dtype).itemsize
        return np.frombuffer(body, dtype, count, starts[part]).reshape(-1, columns)

    mesh = TriangleMesh(
        vertices=array(1, np.float32, 3),
        normals=array(2, np.float32, 3),
        colors=array(3, np.uint8, 4) if colored else None,
        triangles=array(4, np.uint32, 3),
        coordinates=array(5, np.float32, 2) if textured else None,
        texture=array(6, np.int16, 1)[:, 0] if textured else None,
    )
    words = json.loads(bytes(body[_HEADER.size : starts[1]]))
    if words["notes"] and words.get("language", ENGLISH) != language():
        raise ValueError(tr("its notes are in another language"))
    named = {name: (most, digest) for name, (most, digest) in words["named"].items()}
    return Entry(mesh, tuple(words["notes"]), tuple(words["textures"]), named)


def _unpacked_pixels(body: memoryview) -> np.ndarray:
    width, height, _ = _PIXELS.unpack_from(body)
    return np.frombuffer(body, np.uint8, -1, _PIXELS.size).reshape(height, width, 4)
