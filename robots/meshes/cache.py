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
from pathlib import Path

import numpy as np

from torseur.sim.errors import SaveError
from torseur.sim.multibody.model.shapes import TriangleMesh
from torseur.sim.safe_write import safe_write

_HEADER = struct.Struct("<8sIIIIQ")  # mark, check sum, vertices, triangles, bytes of notes, 1 if there are colours
_MARK = b"torseur1"
_log = logging.getLogger(__name__)

Entry = tuple[TriangleMesh, tuple[str, ...]]  # a mesh, and what its reader noted


def cache_folder() -> Path:
    """Where entries are kept: under TORSEUR_CACHE_DIR if it is set, else under the user's cache folder."""
    from platformdirs import user_cache_path

    return Path(os.environ.get("TORSEUR_CACHE_DIR") or user_cache_path("torseur", appauthor=False)) / "meshes"


def read_entry(key: str) -> Entry | None:
    """Read the mesh kept under this key; None if there is none that is whole."""
    try:
        content = (cache_folder() / key).read_bytes()
    except OSError:
        return None
    try:
        return _unpacked(content)
    except (ValueError, struct.error) as error:
        _log.info("mesh cache: entry %s is ignored: %s", key, error)
        return None


def write_entry(key: str, entry: Entry) -> None:
    """Keep a mesh under this key, if the folder can be written."""
    folder = cache_folder()
    try:
        folder.mkdir(parents=True, exist_ok=True)
        with safe_write(folder / key, "mesh", durable=False) as stream:
            stream.writelines(_packed(entry))
    except (OSError, SaveError) as error:
        _log.info("mesh cache: %s cannot be written: %s", folder, error)


def _packed(entry: Entry) -> list[bytes]:
    mesh, notes = entry
    text = json.dumps(notes).encode()
    text += b" " * (-len(text) % 8)
    colors = b"" if mesh.colors is None else mesh.colors.tobytes()
    parts = [text, mesh.vertices.tobytes(), mesh.normals.tobytes(), colors, mesh.triangles.tobytes()]
    check = 0
    for part in parts:
        check = zlib.crc32(part, check)
    sizes = len(mesh.vertices), len(mesh.triangles), len(text), mesh.colors is not None
    return [_HEADER.pack(_MARK, check, *sizes), *parts]


def _unpacked(content: bytes) -> Entry:
    mark, check, vertices, triangles, notes, colored = _HEADER.unpack_from(content)
    sizes = [_HEADER.size, notes, 12 * vertices, 12 * vertices, 4 * vertices * colored, 12 * triangles]
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
    )
    return mesh, tuple(json.loads(content[_HEADER.size : starts[1]]))
