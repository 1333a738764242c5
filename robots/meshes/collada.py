"""COLLADA (.dae) files: geometry where the scene places it, in metres, with the colours of its effects.

`up_axis` is applied only when asked. Robot descriptions rely on that: common exporters write Y_UP into files whose
coordinates are those of the link, and RViz, with which descriptions are checked, leaves them as they are. It is noted.
"""

from __future__ import annotations

import io
from typing import Any

import numpy as np

from torseur.sim.errors import ModelError

from .triangles import LINES, Triangles, check_count, joined, plain

MAX_NODES = 100_000  # of a scene, each instance counted
TEXTURED = "textures are left out; what bears them is drawn in the colour of the visual"
# Which way the axes of a file point when its up axis is turned to z: COLLADA 1.4.1, <up_axis>.
_UPRIGHT = {
    "X_UP": np.array([[0.0, -1.0, 0.0], [0.0, 0.0, -1.0], [1.0, 0.0, 0.0]]),
    "Y_UP": np.array([[1.0, 0.0, 0.0], [0.0, 0.0, -1.0], [0.0, 1.0, 0.0]]),
}


class _RootReached(Exception):
    """The root element is reached: what comes before it was seen."""


def read_collada(content: bytes, apply_up_axis: bool) -> Triangles:
    """Read the triangles of a COLLADA file."""
    _refuse_doctype(content)
    from collada.common import DaeBrokenRefError

    try:
        return _read(content, apply_up_axis)
    except DaeBrokenRefError as error:
        mesh = _read(_without_materials(content), apply_up_axis)
        note = f"its materials refer to what is not there ({error.msg}); it is drawn in the colour of the visual"
        return Triangles(mesh.vertices, mesh.triangles, None, (note, *mesh.notes))


def _refuse_doctype(content: bytes) -> None:
    """Raise if there is a DOCTYPE before the root element, whatever the encoding, or no root element at all."""
    from xml.parsers import expat

    def doctype(*given: object) -> None:
        raise ModelError("a DOCTYPE is not allowed")

    def root(*given: object) -> None:
        raise _RootReached

    parser = expat.ParserCreate()
    parser.StartDoctypeDeclHandler, parser.StartElementHandler = doctype, root
    try:
        parser.Parse(content, True)
    except _RootReached:
        return


def _read(content: bytes, apply_up_axis: bool) -> Triangles:
    from collada import Collada
    from collada.common import DaeUnsupportedError

    document = Collada(io.BytesIO(content), ignore=[DaeUnsupportedError])
    if document.scene is None:
        raise ModelError("it holds no scene")
    if sum(_unfolded(node, {}) for node in document.scene.nodes) > MAX_NODES:
        raise ModelError(f"its scene unfolds to more than {MAX_NODES} nodes")
    parts, count = [], 0
    for geometry in document.scene.objects("geometry"):
        for primitive in geometry.primitives():
            part = _part(primitive)
            parts.append(part)
            check_count(count := count + len(part.triangles))
    mesh = joined(parts)
    unit = float(document.assetInfo.unitmeter or 1.0)
    up = str(document.assetInfo.upaxis) if b"<up_axis" in content else "Z_UP"
    turn = _UPRIGHT.get(up) if apply_up_axis else None
    notes = [*mesh.notes, *dict.fromkeys(f"a part is left out: {error.msg}" for error in document.errors)]
    if up in _UPRIGHT:
        how = "used as they stand, as RViz does" if turn is None else "turned upright"
        notes.append(f"up_axis is {up}; the coordinates are {how}")
    if unit != 1.0:
        notes.append(f"its unit is {unit:g} m; the coordinates are scaled to metres")
    vertices = unit * (mesh.vertices if turn is None else mesh.vertices @ turn.T)
    return Triangles(vertices, mesh.triangles, mesh.colors, tuple(notes))


def _unfolded(node: Any, known: dict[int, int]) -> int:
    """Return how many nodes there are below and with one, each counted as often as it is instantiated."""
    own = getattr(node, "node", node)  # an instance stands for its node
    if id(own) not in known:
        known[id(own)] = 1
        known[id(own)] += sum(_unfolded(child, known) for child in getattr(own, "children", ()))
    return known[id(own)]


def _without_materials(content: bytes) -> bytes:
    """Return the same file with geometry alone."""
    from lxml import etree

    parser = etree.XMLParser(resolve_entities=False, no_network=True, load_dtd=False, huge_tree=True)
    root = etree.fromstring(content, parser)
    for tag in ("library_images", "library_effects", "library_materials", "bind_material"):
        for element in list(root.iter(f"{{*}}{tag}")):
            element.getparent().remove(element)
    text: bytes = etree.tostring(root)
    return text


def _part(primitive: Any) -> Triangles:
    """Return the triangles of one primitive, with the colour of its material; none, with a note, of lines."""
    if hasattr(primitive, "triangleset"):
        primitive = primitive.triangleset()
    index = getattr(primitive, "vertex_index", None)
    if index is None or getattr(primitive, "vertex", None) is None or np.ndim(index) != 2 or index.shape[1:] != (3,):
        lines = index is not None and np.size(index)
        return Triangles(np.zeros((0, 3)), np.zeros((0, 3), np.int32), None, (LINES,) if lines else ())
    vertices = np.asarray(primitive.vertex, dtype=np.float64)
    color, notes = _color(getattr(primitive, "material", None))
    colors = None if color is None else plain(color, len(index))
    return Triangles(vertices, np.asarray(index, dtype=np.int64), colors, notes)


def _color(material: Any) -> tuple[tuple[int, int, int, int] | None, tuple[str, ...]]:
    """Return the diffuse colour of a material, or None, and what there is to say about it."""
    effect = getattr(material, "effect", None)
    diffuse = getattr(effect, "diffuse", None)
    if diffuse is None:
        return None, ()
    if not isinstance(diffuse, tuple | list | np.ndarray):
        return None, (TEXTURED,)
    red, green, blue = (round(255.0 * min(max(float(value), 0.0), 1.0)) for value in diffuse[:3])
    return (red, green, blue, _opacity(effect)), ()


def _opacity(effect: Any) -> int:
    """Opacity, 1 to 255.

    COLLADA 1.4.1, chapter 7, "Determining transparency", with one exception: many exporters write a transparency
    of 0 or 1 without regard to it, which would make the part vanish, so what would be invisible is taken as opaque.
    """
    transparent, transparency = effect.transparent, effect.transparency
    if not isinstance(transparent, tuple | list | np.ndarray):
        return 255
    factor = float(transparency) if isinstance(transparency, int | float) else 1.0
    alpha = float(transparent[3]) * factor if len(transparent) > 3 else factor
    if effect.opaque_mode == "RGB_ZERO":
        alpha = 1.0 - factor * float(np.dot(transparent[:3], (0.212671, 0.715160, 0.072169)))
    return round(255.0 * alpha) if 0.02 < alpha < 1.0 else 255
