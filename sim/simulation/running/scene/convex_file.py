"""The convex hull of what a mesh file holds, as a shape of a scene: what touches, what is heavy, and what is drawn."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from hashlib import sha256
from importlib import import_module
from pathlib import Path

import numpy as np

from ....definition.folders import OutsideError, allowance, is_within, real
from ....definition.shape_rows import UNITS, ConvexRow, shape_of
from ....definition.toml_file import TomlFile
from ....errors import ArgumentError, ModelError, UnknownNameError
from ....multibody.model.convex_mesh import convex_mesh
from ....multibody.model.shapes import Mesh, TriangleMesh
from ....texts import tr
from .known_parts import Known
from .scene_rows import SceneFile

MeshReader = Callable[..., tuple[TriangleMesh, tuple[str, ...]]]  # of a path, with `folders` that it may read from
_SAY_THEIR_UNIT = (".dae", ".gltf", ".glb")
_KEPT = 32
_HULLS: dict[tuple[tuple[Path, ...], tuple[float, float, float], bytes], Mesh] = {}
"""Hulls that were made last, by files, scale and vertices: those of a file may be in another that it names."""


def convex_shape(file: TomlFile[SceneFile], row: ConvexRow, known: Known, *place: str | int) -> Mesh:
    """The convex hull that a row of a scene's file gives, in metres. Raises SceneError with the line of the row's key.

    place : the row's path of keys
    """
    _check_keys(file, row, *place)
    if not row.mesh:
        shape = shape_of(row)
        assert isinstance(shape, Mesh)
        return shape
    given = (*place, "mesh")
    if "\0" in row.mesh:
        raise file.error(tr("no file has a name like {mesh!r}", mesh=row.mesh), *given)
    path, readable = file.path.parent / row.mesh, known.readable()
    if not is_within(path, readable):
        message = tr("the mesh is not read: {allowance}", allowance=allowance(path, readable))
        raise OutsideError(message, file.path, file.line(*given), row.mesh, real(path))
    x, y, z = (UNITS[row.unit or "m"] * factor for factor in row.scale)
    try:
        return _hull(path.absolute(), (x, y, z), readable)
    except OSError as error:
        raise file.error(
            tr("the mesh {mesh!r} cannot be read: {reason}", mesh=row.mesh, reason=error.strerror), *given
        ) from None
    except (ModelError, ArgumentError) as error:
        raise file.error(tr("the mesh {mesh!r} cannot be used: {error}", mesh=row.mesh, error=error), *given) from error


def _check_keys(file: TomlFile[SceneFile], row: ConvexRow, *place: str | int) -> None:
    if bool(row.mesh) == (row.vertices is not None):
        given = "both" if row.mesh else "neither"
        message = tr("a convex shape is the hull of its vertices or of a mesh file; given {given}", given=given)
        raise file.error(message, *place, *(["mesh"] if row.mesh else []))
    if not row.mesh:
        for key, default in (("scale", (1.0, 1.0, 1.0)), ("unit", "")):
            if getattr(row, key) != default:
                raise file.error(tr("{key} is that of a mesh file; vertices are in metres", key=key), *place, key)
        return
    if row.unit and row.unit not in UNITS:
        raise file.error(str(UnknownNameError("unit", row.unit, UNITS)), *place, "unit")
    suffix = Path(row.mesh).suffix.lower()
    if row.unit and suffix in _SAY_THEIR_UNIT:
        raise file.error(
            tr("a file of type {suffix} says its unit itself; use scale for another size", suffix=suffix), *place, "unit"
        )


def _hull(path: Path, scale: tuple[float, float, float], folders: Sequence[Path]) -> Mesh:
    """The hull of what a file, and those that it names, hold now. Raises ModelError, ArgumentError, OSError."""
    path.stat()  # the error that says why there is none
    mesh, _ = _reader()(path, folders=folders)
    files = (path, *mesh.files)
    key = files, scale, sha256(mesh.vertices.tobytes()).digest()
    if key not in _HULLS:
        hull = convex_mesh(np.asarray(mesh.vertices, dtype=np.float64) * np.array(scale))
        assert hull.data is not None
        while len(_HULLS) >= _KEPT:
            del _HULLS[next(iter(_HULLS))]  # the oldest
        _HULLS[key] = replace(hull, data=replace(hull.data, files=files))
    return _HULLS[key]


def _reader() -> MeshReader:
    """What reads meshes: `read_mesh` beside what the installed distribution announces for robots."""
    from importlib.metadata import entry_points  # 13 ms, which a scene without such a file does not need

    for point in entry_points(group="torseur.models"):
        reader: MeshReader = import_module(point.module).read_mesh
        return reader
    raise ModelError("nothing is installed that reads meshes", None)
