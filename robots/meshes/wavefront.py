"""Wavefront OBJ files, with the colours of the MTL files they name."""

from __future__ import annotations

import io
from pathlib import Path
from typing import Any

import numpy as np

from .triangles import Triangles, joined

MAX_BYTES = 10_000_000  # of an MTL file


def material_files(path: Path, content: bytes) -> dict[str, bytes]:
    """Read the MTL files that an OBJ file names; nothing for one that is missing, or too large to be one."""
    lines = (line.strip() for line in content.splitlines() if line.lstrip().startswith(b"mtllib"))
    names = dict.fromkeys(line[6:].strip().decode("utf-8", "replace") for line in lines)
    return {name: _small_file(path.parent / name) for name in names if name}


def _small_file(path: Path) -> bytes:
    try:
        return path.read_bytes() if path.is_file() and path.stat().st_size <= MAX_BYTES else b""
    except (OSError, ValueError):
        return b""


def read_obj(path: Path, content: bytes) -> Triangles:
    """Read the triangles of an OBJ file; its unit is the metre, its axes those of the link."""
    from trimesh.exchange.obj import load_obj

    materials: Any = material_files(path, content)
    loaded = load_obj(io.BytesIO(content), resolver=materials, maintain_order=False)
    whole = joined([_part(geometry) for geometry in loaded.get("geometry", {}).values()])
    notes = list(whole.notes)
    if not all(materials.values()):
        notes.append("its material file (.mtl) is missing; it is drawn in the colour of the visual")
    if any(b"map_Kd" in material for material in materials.values()):
        notes.append("textures are left out; what bears them is drawn in its plain colour")
    return Triangles(whole.vertices, whole.triangles, whole.colors, tuple(notes))


def _part(geometry: Any) -> Triangles:
    """One of trimesh's parts: the faces of one material."""
    triangles = _fans(np.asarray(geometry["faces"], dtype=np.int64))
    color = _color(getattr(geometry.get("visual"), "material", None))
    colors = None if color is None else np.tile(color, (len(triangles), 1))
    notes = ("the colours of its vertices are left out",) if geometry.get("vertex_colors") is not None else ()
    return Triangles(np.asarray(geometry["vertices"], dtype=np.float64), triangles, colors, notes)


def _fans(faces: np.ndarray) -> np.ndarray:
    """Polygons (m, k) as triangles (m (k-2), 3)."""
    return np.concatenate([faces[:, [0, i, i + 1]] for i in range(1, faces.shape[1] - 1)])


def _color(material: Any) -> np.ndarray | None:
    """Diffuse colour (4,) uint8; None if the MTL file gives none."""
    given = getattr(material, "kwargs", {})
    if "kd" not in given:
        return None
    color = np.array(material.diffuse, dtype=np.uint8)
    opacity = float(given["d"][0]) if isinstance(given.get("d"), list) else 1.0
    color[3] = round(255.0 * opacity) if 0.02 < opacity < 1.0 else 255
    return color
