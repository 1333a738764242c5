"""COLLADA (.dae) files: geometry where the scene places it, in metres, with the colours and pictures of its effects.

`up_axis` is applied only when asked. Robot descriptions rely on that: common exporters write Y_UP into files whose
coordinates are those of the link, and RViz, with which descriptions are checked, leaves them as they are. It is noted.
"""

from __future__ import annotations

import io
from collections.abc import Iterable
from dataclasses import replace
from typing import Any

import numpy as np

from torseur.sim.errors import ModelError
from torseur.sim.multibody.model.shapes import Wrap
from torseur.sim.texts import tr

from .pictures import BLENDED, OPAQUE, MeshPicture
from .triangles import LINES, Triangles, check_count, joined, plain

MAX_NODES = 100_000  # of a scene, each instance counted
_WRAPS: dict[str, Wrap] = {"MIRROR": "mirror", "CLAMP": "clamp", "BORDER": "clamp", "NONE": "clamp"}
_MOST_NOTES = 5  # of what is broken in one file
_NOT_DRAWN = ("light", "camera", "animation", "physics_model", "physics_material", "force_field")  # and need not be whole
_PRIMITIVES = ("triangles", "polylist", "polygons", "trifans", "tristrips", "lines", "linestrips")
# Which way the axes of a file point when its up axis is turned to z: COLLADA 1.4.1, <up_axis>.
_UPRIGHT = {
    "X_UP": np.array([[0.0, -1.0, 0.0], [0.0, 0.0, -1.0], [1.0, 0.0, 0.0]]),
    "Y_UP": np.array([[1.0, 0.0, 0.0], [0.0, 0.0, -1.0], [0.0, 1.0, 0.0]]),
}


class _RootReached(Exception):
    """The root element is reached: what comes before it was seen."""


def read_collada(content: bytes, apply_up_axis: bool, coordinates: bool = False) -> Triangles:
    """Read the triangles of a COLLADA file: what is drawn of it, and notes of what is broken.

    coordinates : keep the texture coordinates of what bears no picture
    """
    _refuse_doctype(content)
    from collada import Collada
    from collada.common import DaeUnsupportedError

    try:
        document = Collada(io.BytesIO(content), ignore=[DaeUnsupportedError])
        broken: tuple[str, ...] = ()
    except Exception:  # it is broken: what of it, is found out by leaving parts out
        document, broken = _mended(content)
    mesh = _read(document, b"<up_axis" in content, apply_up_axis, coordinates)
    return replace(mesh, notes=(*broken, *mesh.notes))


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


def _read(document: Any, says_up: bool, apply_up_axis: bool, coordinates: bool) -> Triangles:
    scene = document.scene or next(iter(document.scenes), None)
    if scene is None:
        raise ModelError("it holds no scene")
    if sum(_unfolded(node, {}) for node in scene.nodes) > MAX_NODES:
        raise ModelError("its scene unfolds to more than {max_nodes} nodes", max_nodes=MAX_NODES)
    parts, count, corners = [], 0, 0
    for geometry in scene.objects("geometry"):
        for primitive in geometry.primitives():
            part = _part(primitive, coordinates)
            parts.append(part)
            check_count(count := count + len(part.triangles), corners := corners + len(part.vertices))
    mesh = joined(parts)
    if not count and document.errors:
        raise ModelError("nothing of it can be read: {msg}", msg=document.errors[0].msg)
    unit = float(document.assetInfo.unitmeter or 1.0)
    up = str(document.assetInfo.upaxis) if says_up else "Z_UP"
    turn = _UPRIGHT.get(up) if apply_up_axis else None
    notes = [*mesh.notes, *_few(tr("a part is left out: {msg}", msg=error.msg) for error in document.errors)]
    if document.scene is None:
        notes.append(tr("it does not say which scene is drawn; its first is"))
    if up in _UPRIGHT:
        how = tr("used as they stand, as RViz does") if turn is None else tr("turned upright")
        notes.append(tr("up_axis is {up}; the coordinates are {how}", up=up, how=how))
    if unit != 1.0:
        notes.append(tr("its unit is {unit:g} m; the coordinates are scaled to metres", unit=unit))
    vertices = unit * (mesh.vertices if turn is None else mesh.vertices @ turn.T)
    return replace(mesh, vertices=vertices, notes=tuple(notes))


def _few(notes: Iterable[str]) -> list[str]:
    """Return the first notes, each once, and how many more there are."""
    distinct = list(dict.fromkeys(notes))
    more = len(distinct) - _MOST_NOTES
    return (
        distinct if more <= 0 else [*distinct[:_MOST_NOTES], tr("{more} more of its parts are left out or broken", more=more)]
    )


def _unfolded(node: Any, known: dict[int, int]) -> int:
    """Return how many nodes there are below and with one, each counted as often as it is instantiated."""
    own = getattr(node, "node", node)  # an instance stands for its node
    if id(own) not in known:
        known[id(own)] = 1
        known[id(own)] += sum(_unfolded(child, known) for child in getattr(own, "children", ()))
    return known[id(own)]


def _mended(content: bytes) -> tuple[Any, tuple[str, ...]]:
    """Return a broken file as far as it can be read, and what is broken.

    Left out are references to what is not there, triangles without corners, and what is not drawn: lights, cameras, animations
    and physics.
    """
    from collada import Collada
    from collada.common import DaeError, DaeUnsupportedError
    from lxml import etree

    parser = etree.XMLParser(resolve_entities=False, no_network=True, load_dtd=False, huge_tree=True)
    root = etree.fromstring(content, parser)
    ids = {element.get("id") for element in root.iter() if element.get("id")}
    lost_parts = [
        (tag, element)
        for tag in (*_NOT_DRAWN, "node")  # pycollada reads nothing of a scene with a node that is not there
        for element in root.iter(f"{{*}}instance_{tag}")
        if (element.get("url") or "").removeprefix("#") not in ids
    ]
    missing = [
        tr("it refers to a {tag} that is not there ({url}); it is drawn without it", tag=tag, url=element.get("url"))
        for tag, element in lost_parts
    ]
    for _, element in lost_parts:
        if (above := element.getparent()) is not None:
            above.remove(element)
    for tag in _NOT_DRAWN:
        _remove(root, f"library_{tag}s", f"instance_{tag}", f"library_{tag}")
    for tag in _PRIMITIVES:
        for element in [one for one in root.iter(f"{{*}}{tag}") if next(one.iter("{*}p"), None) is None]:
            if element.get("count", "0").strip() != "0":
                missing.append(tr("its {tag} name no corners (there is no <p>); they are left out", tag=tag))
            if (above := element.getparent()) is not None:
                above.remove(element)
    first = Collada(io.BytesIO(etree.tostring(root)), ignore=[DaeError])
    faults = _of_materials(root, first)
    second = Collada(io.BytesIO(etree.tostring(root)), ignore=[DaeError])
    messages = {error.msg for error in second.errors}
    lost = [error.msg for error in first.errors if error.msg not in messages and not isinstance(error, DaeUnsupportedError)]
    if faults:
        why = lost[0] if lost else faults[0]
        missing.append(tr("its materials refer to what is not there ({why}); it is drawn in the colour of the visual", why=why))
    return second, tuple(_few(missing))


def _of_materials(root: Any, document: Any) -> list[str]:
    """Take away the images, effects and materials that could not be read, and references to them; return the latter."""
    for tag, read in (("image", document.images), ("effect", document.effects), ("material", document.materials)):
        kept = {each.id for each in read}
        for element in list(root.iter(f"{{*}}{tag}")):
            if element.get("id") is not None and element.get("id") not in kept:
                element.getparent().remove(element)
    kept = {material.id for material in document.materials}
    broken = [
        element for element in root.iter("{*}instance_material") if (element.get("target") or "").removeprefix("#") not in kept
    ]
    for element in broken:
        element.getparent().remove(element)
    return [f"Material {element.get('target')} not found" for element in broken]


def _remove(root: Any, *tags: str) -> None:
    for element in [element for tag in tags for element in root.iter(f"{{*}}{tag}")]:
        element.getparent().remove(element)


def _part(primitive: Any, coordinates: bool) -> Triangles:
    """Return the triangles of one primitive, with the colour or the picture of its material; none, with a note, of lines."""
    if hasattr(primitive, "triangleset"):
        primitive = primitive.triangleset()
    index = getattr(primitive, "vertex_index", None)
    if index is None or getattr(primitive, "vertex", None) is None or np.ndim(index) != 2 or index.shape[1:] != (3,):
        lines = index is not None and np.size(index)
        return Triangles(np.zeros((0, 3)), np.zeros((0, 3), np.int32), None, (tr(LINES),) if lines else ())
    vertices, index = np.asarray(primitive.vertex, dtype=np.float64), np.asarray(index, dtype=np.int64)
    effect = getattr(getattr(primitive, "material", None), "effect", None)
    color = None if effect is None else _color(effect)
    picture, texcoord = (None, "") if effect is None else _picture(effect)
    part = Triangles(vertices, index, None if color is None else plain(color, len(index)))
    if picture is None and not coordinates:
        return part
    places = _places(primitive, texcoord)
    if places is None:
        notes = (tr("it has no texture coordinates; what bears a picture has its plain colour"),) if picture else ()
        return replace(part, notes=notes)
    which = np.full(len(index), -1 if picture is None else 0, np.int16)
    return replace(part, coordinates=places, picture=which, pictures=() if picture is None else (picture,))


def _color(effect: Any) -> tuple[int, int, int, int] | None:
    """Return the diffuse colour of an effect, white where a picture that is seen through bears it, or None."""
    diffuse = effect.diffuse
    if isinstance(diffuse, tuple | list | np.ndarray):
        red, green, blue = (round(255.0 * min(max(float(value), 0.0), 1.0)) for value in diffuse[:3])
        return red, green, blue, _opacity(effect)
    return None if diffuse is None or _opacity(effect) == 255 else (255, 255, 255, _opacity(effect))


def _picture(effect: Any) -> tuple[MeshPicture | None, str]:
    """Return the picture of an effect, and what it calls the texture coordinates that place it."""
    path = _path(effect.diffuse)
    if not path:
        return None, ""
    opacity = BLENDED if _path(effect.transparent) == path else OPAQUE
    return MeshPicture(path, opacity=opacity, wrap=_wrap(effect.diffuse.sampler)), effect.diffuse.texcoord or ""


def _wrap(sampler: Any) -> tuple[Wrap, Wrap]:
    """Return what is beyond the edges of a picture. Source: COLLADA 1.4.1, <wrap_s>; a border is drawn as the edge."""
    found: list[Wrap] = []
    for tag in ("wrap_s", "wrap_t"):
        element = sampler.xmlnode.find(f".//{{*}}{tag}")
        found.append(_WRAPS.get((element.text or "").strip() if element is not None else "", "repeat"))
    return found[0], found[1]


def _path(value: Any) -> str:
    """Return the name of the file of a texture; nothing of what is none."""
    image = getattr(getattr(getattr(value, "sampler", None), "surface", None), "image", None)
    return (getattr(image, "path", None) or "").strip()


def _places(primitive: Any, texcoord: str) -> np.ndarray | None:
    """Return texture coordinates (m, 3, 2) float32 of triangles; None if there are none."""
    sets, indices = primitive.texcoordset, primitive.texcoord_indexset
    if not sets:
        return None
    bound = (getattr(primitive, "inputmap", None) or {}).get(texcoord, ("", None))[1]
    inputs = [str(source[3]) for source in primitive.original.sources.get("TEXCOORD", ())]
    which = inputs.index(str(bound)) if str(bound) in inputs else 0
    points, index = np.asarray(sets[which], np.float32), np.asarray(indices[which])
    if points.ndim != 2 or points.shape[1] < 2 or not len(index) or index.max() >= len(points) or index.min() < 0:
        return None
    return np.stack([points[index, 0], 1.0 - points[index, 1]], axis=-1)


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
