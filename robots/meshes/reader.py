"""From a mesh file to a `TriangleMesh`, through the cache."""

from __future__ import annotations

import hashlib
import logging
import re
import warnings
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import numpy as np

from sim.errors import ModelError
from sim.multibody.shapes import TriangleMesh

from ..faults import fault
from .cache import read_entry, write_entry
from .triangles import Triangles

VERSION = "1"  # of what readers make of a file: raise it when they make something else
MAX_BYTES = 200_000_000
FORMATS = (".stl", ".dae", ".obj")
_DEFAULT_COLOR = (184, 191, 204, 255)  # of parts without a colour, in meshes that give one to others
_LFS = b"version https://git-lfs"


def read_mesh(path: str | Path, *, apply_up_axis: bool = False) -> tuple[TriangleMesh, tuple[str, ...]]:
    """Read the mesh in a file, in metres, and what there is to say about it.

    Reads STL, COLLADA (.dae) and Wavefront (.obj). Raises `ModelError` if the file cannot be used.
    apply_up_axis : turn a COLLADA file so that the axis it calls up is z; RViz does not
    """
    path = Path(path)
    suffix = path.suffix.lower()
    if suffix not in FORMATS:
        listed = ", ".join(FORMATS)
        message = f"meshes of type {path.suffix!r} are not read; {listed} are"
        raise fault("mesh-type", path, message, found=path.suffix, wanted=listed)
    content = _content(path)
    key = _key(path, suffix, content, apply_up_axis)
    entry = read_entry(key)
    if entry is None:
        entry = _fresh(path, suffix, content, apply_up_axis)
        write_entry(key, entry)
    return entry


def _content(path: Path) -> bytes:
    try:
        size = path.stat().st_size
        if size > MAX_BYTES:
            message = f"the file has {size / 1e6:.0f} MB; meshes of at most {MAX_BYTES / 1e6:.0f} MB are read"
            raise fault("mesh-too-large", path, message, found=f"{size} bytes", wanted=f"at most {MAX_BYTES} bytes")
        content = path.read_bytes()
    except OSError as error:
        raise fault("mesh-missing", path, f"the file cannot be read: {error.strerror}", wanted="a file") from None
    if not content:
        raise fault("mesh-empty", path, "the file is empty", found="0 bytes", wanted="triangles")
    if content.startswith(_LFS):
        real = re.search(rb"^size (\d+)", content, re.MULTILINE)
        size_text = f" of {int(real[1]) / 1e6:.1f} MB" if real else ""
        message = f"the file is a git-LFS pointer, the mesh itself{size_text} was not fetched; run `git lfs pull`"
        raise fault("mesh-lfs-pointer", path, message, found=_LFS.decode(), wanted="a mesh")
    return content


def _key(path: Path, suffix: str, content: bytes, apply_up_axis: bool) -> str:
    """Hash of all that the mesh depends on."""
    digest = hashlib.sha256(f"{VERSION} {suffix} {apply_up_axis}\n".encode())
    digest.update(content)
    if suffix == ".obj":
        from .wavefront import material_files

        for name, material in material_files(path, content).items():
            digest.update(f"\n{name} {len(material)}\n".encode())
            digest.update(material)
    return digest.hexdigest()


def _fresh(path: Path, suffix: str, content: bytes, apply_up_axis: bool) -> tuple[TriangleMesh, tuple[str, ...]]:
    from .creases import smooth

    try:
        with _quiet_libraries():
            triangles = _parsed(path, suffix, content, apply_up_axis)
    except ModelError as error:
        raise fault("mesh-damaged", path, error.message, wanted=f"a valid {suffix} file") from None
    except Exception as error:  # the libraries' parsers raise anything on a damaged file
        rule = "mesh-index" if isinstance(error, IndexError) else "mesh-damaged"
        message = f"it is no valid {suffix} file: {error}"
        raise fault(rule, path, message, wanted=f"a valid {suffix} file") from error
    _check(triangles, path)
    mesh = smooth(triangles, _DEFAULT_COLOR)
    if not len(mesh.triangles):
        raise fault("mesh-empty", path, "none of its triangles has an area", wanted="triangles")
    return mesh, triangles.notes


def _check(triangles: Triangles, path: Path) -> None:
    """Raise if the triangles cannot be drawn."""
    if not len(triangles.triangles):
        raise fault("mesh-empty", path, "it holds no triangles", wanted="triangles")
    first, last, count = int(triangles.triangles.min()), int(triangles.triangles.max()), len(triangles.vertices)
    if first < 0 or last >= count:
        message = f"a triangle names vertex {last if last >= count else first}; there are {count}"
        raise fault("mesh-index", path, message, found=f"{first} to {last}", wanted=f"0 to {count - 1}")
    if not np.all(np.abs(triangles.vertices) < 1e30):
        message = "it has vertices that are not finite numbers"
        raise fault("mesh-not-finite", path, message, wanted="finite numbers")


@contextmanager
def _quiet_libraries() -> Iterator[None]:
    """Keep to themselves what the parsers warn and log: what matters is said by an error or a note."""
    log = logging.getLogger("trimesh")
    level = log.level
    log.setLevel(logging.CRITICAL)
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            yield
    finally:
        log.setLevel(level)


def _parsed(path: Path, suffix: str, content: bytes, apply_up_axis: bool) -> Triangles:
    if suffix == ".stl":
        from .stl import read_stl

        return read_stl(content)
    if suffix == ".dae":
        from .collada import read_collada

        return read_collada(content, apply_up_axis)
    from .wavefront import read_obj

    return read_obj(path, content)
