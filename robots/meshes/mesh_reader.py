"""From a mesh file to a `TriangleMesh`, through the cache."""

from __future__ import annotations

import hashlib
import re
import warnings
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from weakref import WeakValueDictionary

import numpy as np

from torseur.sim.errors import ModelError
from torseur.sim.multibody.model.shapes import TriangleMesh

from ..faults import fault
from .cache import read_entry, write_entry
from .triangles import Triangles

VERSION = "2"  # of what readers make of a file: raise it when they make something else
MAX_BYTES = 200_000_000
FORMATS = (".stl", ".dae", ".obj", ".glb", ".ply")
_DEFAULT_COLOR = (184, 191, 204, 255)  # of parts without a colour, in meshes that give one to others
_IN_MEMORY: WeakValueDictionary[str, TriangleMesh] = WeakValueDictionary()
"""Meshes that are in use, by what they were read from: equal files are in memory once, whoever reads them."""
_LFS = b"version https://git-lfs"


def read_mesh(
    path: str | Path, *, apply_up_axis: bool = False, folders: Iterable[str | Path] | None = None
) -> tuple[TriangleMesh, tuple[str, ...]]:
    """Read the mesh in a file, in metres, and what there is to say about it.

    Reads STL, COLLADA (.dae), Wavefront (.obj), GLB and PLY. Raises `ModelError` if the file cannot be used.
    apply_up_axis : turn a COLLADA or GLB file so that the axis it calls up is z; RViz does not
    folders       : where files that it names may lie (of Wavefront, its materials); None: in its own folder
    """
    path = Path(path)
    suffix = path.suffix.lower()
    if suffix not in FORMATS:
        formats = ", ".join(FORMATS)
        message = f"meshes of type {path.suffix!r} are not read; {formats} are"
        raise fault("mesh-type", path, message, found=path.suffix, wanted=formats)
    _check_file(path)
    below = [path.parent] if folders is None else list(map(Path, folders))
    key = _key(path, suffix, apply_up_axis, below)
    entry = read_entry(key)
    if entry is None:
        entry = _read_uncached(path, suffix, apply_up_axis, below)
        if key == _key(path, suffix, apply_up_axis, below):  # else the file changed in between
            write_entry(key, entry)
    mesh, notes = entry
    return _IN_MEMORY.setdefault(key, mesh), notes


def _check_file(path: Path) -> None:
    """Raise if the file is not there, is too large, is empty, or stands for one that was not fetched."""
    try:
        size = path.stat().st_size
        if size > MAX_BYTES:
            message = f"the file has {size / 1e6:.0f} MB; meshes of at most {MAX_BYTES / 1e6:.0f} MB are read"
            raise fault("mesh-too-large", path, message, found=f"{size} bytes", wanted=f"at most {MAX_BYTES} bytes")
        with path.open("rb") as file:
            content = file.read(1024)
    except OSError as error:
        raise fault("mesh-missing", path, f"the file cannot be read: {error.strerror}", wanted="a file") from None
    if not content:
        raise fault("mesh-empty", path, "the file is empty", found="0 bytes", wanted="triangles")
    if content.startswith(_LFS):
        true_size = re.search(rb"^size (\d+)", content, re.MULTILINE)
        size_text = f" of {int(true_size[1]) / 1e6:.1f} MB" if true_size else ""
        message = f"the file is a git-LFS pointer, the mesh itself{size_text} was not fetched; run `git lfs pull`"
        raise fault("mesh-lfs-pointer", path, message, found=_LFS.decode(), wanted="a mesh")


def _key(path: Path, suffix: str, apply_up_axis: bool, folders: Sequence[Path]) -> str:
    """Hash of all that the mesh depends on."""
    with path.open("rb") as file:
        digest = hashlib.file_digest(file, "sha256")  # in pieces: the whole file at once takes twice as long
    digest.update(f"\n{VERSION} {suffix} {apply_up_axis}\n".encode())
    if suffix == ".obj":
        from .wavefront import material_files

        for name, material in material_files(path, path.read_bytes(), folders).items():
            digest.update(f"\n{name} {len(material.content)} {material.why}\n".encode("utf-8", "surrogateescape"))
            digest.update(material.content)
    return digest.hexdigest()


def _read_uncached(
    path: Path, suffix: str, apply_up_axis: bool, folders: Sequence[Path]
) -> tuple[TriangleMesh, tuple[str, ...]]:
    from .creases import smooth

    try:
        with _quiet_libraries():
            triangles = _parsed(path, suffix, apply_up_axis, folders)
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
    """Keep to themselves what the parsers warn of: what matters is said by an error or a note."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        yield


def _parsed(path: Path, suffix: str, apply_up_axis: bool, folders: Sequence[Path]) -> Triangles:
    content = path.read_bytes()
    if suffix == ".stl":
        from .stl import read_stl

        return read_stl(content)
    if suffix == ".dae":
        from .collada import read_collada

        return read_collada(content, apply_up_axis)
    if suffix == ".glb":
        from .gltf import read_glb

        return read_glb(content, apply_up_axis)
    if suffix == ".ply":
        from .ply import read_ply

        return read_ply(content)
    from .wavefront import material_files, read_obj

    return read_obj(content, material_files(path, content, folders))
