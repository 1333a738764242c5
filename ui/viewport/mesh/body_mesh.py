"""From the visuals of a model to one array of vertices, each with the index of the body that carries it."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from hashlib import sha256
from itertools import groupby

import numpy as np

from torseur.sim.multibody.model.model import Body, Model, Visual
from torseur.sim.multibody.model.shapes import Color, HeightField, Mapping, Mesh, Plane, Texture, TriangleMesh

from .bounds import body_extents
from .closed import is_closed
from .geometry import Geometry
from .shape_geometry import Geometries
from .skins import skinned

Array = np.ndarray

VERSION = 1  # of how vertices are placed: raise it when they are placed otherwise
_CLEAR = 250  # opacity up to which something is seen through
VERTEX = np.dtype([("position", "f4", 3), ("normal", "f4", 3), ("color", "u1", 4), ("body", "u4")])
"""One vertex, in the frame of its body; the colour is sRGB and opacity."""
_WHOLE = np.dtype([("position", "V12"), ("normal", "V12"), ("color", "u4"), ("body", "u4")])  # copied in half the time


@dataclass(frozen=True, eq=False, slots=True)
class PlaneVisual:
    """A plane that a body carries; drawn as a large checker, or as the floor when it lies on it."""

    body: int
    placement: Array  # (4, 4) in the body frame


@dataclass(frozen=True, eq=False, slots=True)
class TexturedRun:
    """Triangles that follow each other and bear one texture."""

    first: int
    count: int
    texture: Texture


@dataclass(frozen=True, eq=False, slots=True, weakref_slot=True)
class BodyMesh:
    """All that is drawn of a model's bodies."""

    vertices: np.ndarray  # (n,) of VERTEX
    triangles: np.ndarray  # (m, 3) uint32, those of opaque visuals first
    opaque: int  # how many triangles are opaque
    closed: int  # how many of these, the first ones, are of closed surfaces: nobody sees their backs
    spans: tuple[tuple[tuple[int, int], ...], ...]  # for each body: (first, count) of its runs of triangles
    runs: Array  # (k, 4) of all runs in their order: first triangle, count, first vertex, the first run of an equal shape
    planes: tuple[PlaneVisual, ...]
    grounds: tuple[int, ...]  # bodies that carry height fields
    centers: Array  # (bodies, 3) of a ball around what is drawn, in the body frame [m]
    radii: Array  # (bodies,) [m]; negative: nothing is drawn
    corners: Array  # (bodies, 8, 3) of a box around what is drawn, along the axes of the body frame [m]
    coordinates: Array | None = None  # (n, 2) float32 of textures, where any is borne
    textured: tuple[TexturedRun, ...] = ()  # in the order of the triangles; all others are plain
    digest: str = ""  # of where the vertices of opaque visuals are and what `opaque`, `runs` and their triangles say


@lru_cache(maxsize=2)
def body_mesh(model: Model) -> BodyMesh:
    """Triangles of every visual of a model. Meshes whose file was not read are left out.

    Those of the last models are kept: whoever reads a file makes them, in any thread, and the window finds them made.
    """
    return _mesh_of(model, tuple(body.visuals for body in model.bodies))


def collision_mesh(model: Model, color: Color) -> BodyMesh:
    """Triangles of every shape that a model touches with, all of one colour; planes and ground are left out."""
    return _mesh_of(model, tuple(_touching(body, color) for body in model.bodies), own_colors=False)


def _touching(body: Body, color: Color) -> tuple[Visual, ...]:
    parts = (part for part in body.collisions if not isinstance(part.shape, Plane | HeightField))
    return tuple(Visual(part.shape, part.placement, color) for part in parts)


def _mesh_of(model: Model, visuals: tuple[tuple[Visual, ...], ...], own_colors: bool = True) -> BodyMesh:
    opaque: list[_Part] = []
    clear: list[_Part] = []
    planes = []
    geometries = Geometries(visual.shape for parts in visuals for visual in parts)
    for index, parts in enumerate(visuals):
        for visual in parts:
            if isinstance(visual.shape, Plane):
                planes.append(PlaneVisual(index, np.asarray(visual.placement, dtype=float)))
                continue
            for part in _parts(visual, index, own_colors, geometries):
                (opaque if part.is_opaque else clear).append(part)
    opaque, clear = _by_texture(opaque), _by_texture(clear)
    closed = _closed_first(opaque)
    vertices, triangles, spans, runs = _concatenated(opaque + clear, len(model.bodies))
    centers, radii, corners = body_extents(vertices, runs, len(model.bodies))
    coordinates, textured = _textured(opaque + clear)
    return BodyMesh(
        vertices=vertices,
        triangles=triangles,
        opaque=sum(len(part.geometry.triangles) for part in opaque),
        closed=closed,
        spans=spans,
        runs=runs,
        planes=tuple(planes),
        grounds=tuple(
            index for index, parts in enumerate(visuals) if any(isinstance(visual.shape, HeightField) for visual in parts)
        ),
        centers=centers,
        radii=radii,
        corners=corners,
        coordinates=coordinates,
        textured=textured,
        digest=_digest_of(opaque, runs),
    )


@dataclass(frozen=True, eq=False, slots=True)
class _Part:
    """What is drawn of one visual with one texture, or with none."""

    geometry: Geometry
    color: Array  # (4,) or (n, 4) uint8
    body: int
    placement: Array | None = None  # (4, 4) of the geometry in the body frame; None: it is in that
    shape: object = None  # that it is the whole of: parts of equal ones differ in their places alone
    texture: Texture | None = None
    coordinates: Array | None = None  # (n, 2) float32

    @property
    def is_opaque(self) -> bool:
        """Whether nothing is seen through it."""
        least = self.color[..., 3].min()
        return bool(least > _CLEAR and (self.texture is None or self.texture.least_opacity > _CLEAR))


def _write(alike: list[_Part], rows: np.ndarray) -> None:
    """Write the vertices (k n,) of _WHOLE of k parts that share a geometry."""
    geometry, rows = alike[0].geometry, rows.reshape(len(alike), -1)
    vertices, normals = (geometry.vertices.astype(np.float32, copy=False), geometry.normals.astype(np.float32, copy=False))
    if alike[0].placement is not None:
        placements = np.stack([part.placement for part in alike if part.placement is not None])
        rotations = placements[:, :3, :3].transpose(0, 2, 1).astype(np.float32)
        vertices, normals = vertices @ rotations, normals @ rotations
        vertices += placements[:, None, :3, 3].astype(np.float32)
    rows["position"], rows["normal"] = _whole(vertices, "V12"), _whole(normals, "V12")
    for row, part in zip(rows, alike, strict=True):
        row["color"] = _whole(part.color, "u4")
    rows["body"] = np.array([part.body for part in alike], dtype=np.uint32)[:, None]


def _whole(numbers: Array, kind: str) -> Array:
    """Each row (…, k) of float32 or uint8 as one number."""
    return np.ascontiguousarray(numbers).view(kind)[..., 0]


def _placed(geometry: Geometry, placement: Array) -> Geometry:
    rotation = placement[:3, :3].T.astype(np.float32)
    vertices = geometry.vertices @ rotation
    vertices += placement[:3, 3].astype(np.float32)
    return Geometry(vertices, geometry.normals @ rotation, geometry.triangles)


def _by_texture(parts: list[_Part]) -> list[_Part]:
    """Return the parts without a texture, then the others, those that share one together."""
    order = {id(part.texture): i for i, part in reversed(list(enumerate(parts)))}
    order[id(None)] = -1
    return sorted(parts, key=lambda part: order[id(part.texture)])


def _closed_first(parts: list[_Part]) -> int:
    """Put what is closed and has no texture before the rest, and count its triangles."""
    plain = {id(part.geometry): part.geometry for part in parts if part.texture is None}
    closed = {key for key, geometry in plain.items() if is_closed(geometry)}
    parts.sort(key=lambda part: id(part.geometry) not in closed)
    return sum(len(part.geometry.triangles) for part in parts if id(part.geometry) in closed)


def _textured(parts: list[_Part]) -> tuple[Array | None, tuple[TexturedRun, ...]]:
    """Return the texture coordinates of all parts, None if none bears a texture, and which triangles bear one."""
    if all(part.texture is None for part in parts):
        return None, ()
    none = [np.zeros((len(part.geometry.vertices), 2), np.float32) for part in parts]
    coordinates = [zeros if part.coordinates is None else part.coordinates for zeros, part in zip(none, parts, strict=True)]
    runs: list[TexturedRun] = []
    first = 0
    for part in parts:
        if part.texture is not None:
            joins = runs and runs[-1].texture is part.texture and runs[-1].first + runs[-1].count == first
            start = runs.pop().first if joins else first
            runs.append(TexturedRun(start, first + len(part.geometry.triangles) - start, part.texture))
        first += len(part.geometry.triangles)
    return np.concatenate(coordinates).astype(np.float32), tuple(runs)


def _parts(visual: Visual, body: int, own_colors: bool, geometries: Geometries) -> list[_Part]:
    """What is drawn of one visual: a part for each of its textures, and one for what has none."""
    shape = visual.shape.data if isinstance(visual.shape, Mesh) else visual.shape
    geometry = geometries[shape]
    if geometry is None or len(geometry.triangles) == 0:
        return []
    skin = visual.skin if own_colors else None
    laid = None if skin is None or skin.mapping is Mapping.OWN else skinned(geometry, visual.shape, skin)
    geometry = geometry if laid is None else laid.geometry
    placement = np.asarray(visual.placement, dtype=float)
    own = shape if isinstance(shape, TriangleMesh) and own_colors else None
    color = _bytes(visual.color) if own is None or own.colors is None else own.colors
    if skin is not None and laid is not None:
        which, textures, places = laid.picture, skin.textures, laid.coordinates
    elif skin is not None and own is not None and own.coordinates is not None:
        which, textures = np.zeros(len(geometry.triangles), int), skin.textures
        places = own.coordinates * np.array(skin.stretch[:2], np.float32)
    elif own is None or own.texture is None or own.coordinates is None or not own.textures:
        return [_Part(geometry, color, body, placement, shape)]
    else:
        which, textures, places = own.texture[geometry.triangles[:, 0]], own.textures, own.coordinates
    placed = _placed(geometry, placement)
    parts = []
    for index in np.unique(which).tolist():
        used, corners = _used(geometry.triangles[which == index], len(geometry.vertices))
        texture = textures[index] if index >= 0 else None
        coordinates = places[used] if index >= 0 else None
        reduced = Geometry(placed.vertices[used], placed.normals[used], corners)
        of_used = color if color.ndim == 1 else color[used]
        parts.append(_Part(reduced, of_used, body, texture=texture, coordinates=coordinates))
    return parts


def _used(triangles: Array, vertices: int) -> tuple[Array, Array]:
    """Which of so many vertices triangles (m, 3) use, in order, and the triangles by numbers of these; sorts nothing."""
    is_used = np.zeros(vertices, dtype=bool)
    is_used[triangles] = True
    used = np.flatnonzero(is_used)
    number = np.zeros(vertices, dtype=np.uint32)
    number[used] = np.arange(len(used), dtype=np.uint32)
    return used, number[triangles]


@lru_cache(maxsize=64)
def _bytes(color: Color) -> Array:
    return np.round(255 * np.clip(color, 0, 1)).astype(np.uint8)


def _concatenated(
    parts: list[_Part], bodies: int
) -> tuple[np.ndarray, np.ndarray, tuple[tuple[tuple[int, int], ...], ...], Array]:
    """One array of vertices, one of triangles, where each body's triangles are, and `BodyMesh.runs`."""
    sizes = [(len(part.geometry.triangles), len(part.geometry.vertices)) for part in parts]
    counts = np.array(sizes, dtype=int).reshape(-1, 2)
    ends = np.cumsum(counts, axis=0)
    first = (ends - counts).tolist()
    triangle_count, vertex_count = counts.sum(axis=0).tolist()
    vertices, triangles = np.empty(vertex_count, dtype=VERTEX), np.empty((triangle_count, 3), dtype=np.uint32)
    spans: list[list[tuple[int, int]]] = [[] for _ in range(bodies)]
    rows, first_of = vertices.view(_WHOLE), dict[object, int]()
    runs = []
    for k, (part, (triangle, vertex), (count, _)) in enumerate(zip(parts, first, sizes, strict=True)):
        spans[part.body].append((triangle, count))
        same = k if part.shape is None else first_of.setdefault(part.shape, k)
        runs.append((triangle, count, vertex, same))
    k = 0
    for _, group in groupby(parts, key=lambda part: (id(part.geometry), part.placement is None)):
        alike = list(group)
        (triangle, vertex), (triangles_end, vertices_end) = first[k], ends[k + len(alike) - 1].tolist()
        _write(alike, rows[vertex:vertices_end])
        starts = np.array(first[k : k + len(alike)], dtype=np.uint32)[:, 1, None, None]
        np.add(
            alike[0].geometry.triangles,
            starts,
            out=triangles[triangle:triangles_end].reshape(len(alike), -1, 3),
            casting="unsafe",
        )
        k += len(alike)
    joined = tuple(tuple(of_body) for of_body in spans)
    return vertices, triangles, joined, np.array(runs, dtype=np.int64).reshape(-1, 4)


def _digest_of(opaque: list[_Part], runs: Array) -> str:
    """Return `BodyMesh.digest`; what meshes were read from stands for their vertices and triangles."""
    digest = sha256(f"{VERSION} {len(opaque)} ".encode() + runs.tobytes())
    of_geometry: dict[int, bytes] = {}
    for part in opaque:
        own = of_geometry.get(id(part.geometry))
        if own is None:
            own = of_geometry[id(part.geometry)] = _digest_of_geometry(part)
        digest.update(own)
        digest.update(b"-" * 128 if part.placement is None else part.placement.tobytes())
    return digest.hexdigest()


def _digest_of_geometry(part: _Part) -> bytes:
    if isinstance(part.shape, TriangleMesh) and part.shape.digest:
        return bytes.fromhex(part.shape.digest)
    digest = sha256(np.ascontiguousarray(part.geometry.vertices).data)
    digest.update(np.ascontiguousarray(part.geometry.triangles).data)
    return digest.digest()
