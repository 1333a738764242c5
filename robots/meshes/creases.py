"""Normals that are smooth over curved surfaces and sharp at edges."""

from __future__ import annotations

import numpy as np

from torseur.sim.arrays import frozen
from torseur.sim.multibody.model.shapes import TriangleMesh

from .triangles import Triangles

CREASE = np.radians(35.0)  # two triangles that meet at a smaller angle share their normals
_PLACE = np.dtype([("u", "f4"), ("v", "f4"), ("picture", "i2"), ("pad", "i2")])
_FOLLOWING, _PRECEDING = (np.array([1, 1, -2]), np.array([2, -1, -1]))  # from a corner of a triangle to the next, the last
_BLOCKS = 250  # of points, at most: each is looked for among all corners
_PIECE = 2**19  # corners that are looked through at once
_BLOCK = 2048  # points that are looked at together: what is held of them is small beside the mesh


def smooth(source: Triangles, default_color: tuple[int, int, int, int]) -> TriangleMesh:
    """Return the triangles with a normal at every corner, corners being shared where the surface is smooth.

    A corner's normal is the mean of the normals of the triangles around it, up to the next crease, weighted by their
    angles there (Thürmer & Wüthrich 1998). Triangles without area cannot be seen and are left out.
    default_color : sRGB and opacity of triangles without a colour, in a mesh in which others have one.
    """
    points, corners = _welded(source)
    colors = None if source.colors is None else _filled(source.colors, default_color, source.picture)
    places = None if source.coordinates is None else _places(source)
    del source  # whoever has no use for it any more either need not hold what it takes
    visible = _visible(points, corners)
    if not visible.all():
        corners = corners[visible]
        colors, places = (None if each is None else each[visible] for each in (colors, places))
    del visible
    triangles = np.empty(corners.shape, dtype=np.uint32)
    columns = _columns(len(points) + len(points) // 8, colors is not None, places is not None)
    total, step = 0, max(_BLOCK, -(-len(points) // _BLOCKS))
    block = np.empty(corners.size, np.uint8)  # of each corner: looked through for each block
    for place in range(0, len(block), _PIECE):
        block[place : place + _PIECE] = corners.reshape(-1)[place : place + _PIECE] // step
    for k, first in enumerate(range(0, len(points), step)):
        part = _block(points, corners, (colors, places), first, _all_of(block, k), triangles, total)
        for column, rows in zip(columns, part, strict=True):
            _put(column, total, rows)
        total += len(part[0])
    is_colored, is_placed = colors is not None, places is not None
    del points, corners, block, colors, places
    for column in columns:
        column.resize((min(total, len(column)), *column.shape[1:]), refcheck=False)
    vertices, normals, shades, rows = columns
    return TriangleMesh(
        vertices=frozen(vertices),
        normals=frozen(normals),
        colors=frozen(shades) if is_colored else None,
        triangles=frozen(triangles),
        coordinates=frozen(np.stack([rows["u"], rows["v"]], axis=1)) if is_placed else None,
        texture=frozen(rows["picture"].copy()) if is_placed else None,
    )


def _all_of(block: np.ndarray, k: int) -> np.ndarray:
    """Return where `block` is k, looking at a piece of it at a time: what says so of all of it has a twelfth of the mesh."""
    pieces = range(0, max(1, len(block)), _PIECE)  # one at least, of nothing
    return np.concatenate([np.flatnonzero(block[first : first + _PIECE] == k) + first for first in pieces])


def _columns(count: int, is_colored: bool, is_placed: bool) -> tuple[np.ndarray, ...]:
    """Return room for so many vertices, normals, colours, and places in pictures."""
    return (
        np.empty((count, 3), np.float32),
        np.empty((count, 3), np.float32),
        np.empty((count * is_colored, 4), np.uint8),
        np.empty(count * is_placed, _PLACE),
    )


def _put(column: np.ndarray, start: int, rows: np.ndarray) -> None:
    """Put rows into a column from one on; it grows where it is, as many small pieces would leave holes in memory."""
    end = start + len(rows)
    if len(rows) and end > len(column):
        column.resize((max(end, len(column) * 3 // 2), *column.shape[1:]), refcheck=False)
    column[start:end] = rows


def _places(source: Triangles) -> np.ndarray:
    """Return where each corner (m, 3) is in which picture, as one value."""
    assert source.coordinates is not None
    assert source.picture is not None
    places = np.zeros((len(source.picture), 3), _PLACE)
    places["picture"] = source.picture[:, None]
    bears = source.picture >= 0 if source.pictures else np.ones(len(source.picture), bool)
    numbers = np.nan_to_num(source.coordinates, posinf=0.0, neginf=0.0)
    places["u"], places["v"] = (np.where(bears[:, None], numbers[..., i], 0.0) for i in range(2))
    return places


def _welded(triangles: Triangles) -> tuple[np.ndarray, np.ndarray]:
    """Return the distinct points (n, 3) float32, and for each triangle's corners which they are (m, 3) int32."""
    vertices = np.asarray(triangles.vertices, np.float32)
    order = np.lexsort(vertices.T)  # in which -0 is where 0 is
    vertices = vertices[order]
    vertices += np.float32(0.0)  # -0 becomes 0
    new = np.ones(len(vertices), dtype=bool)
    new[1:] = np.any(vertices[1:] != vertices[:-1], axis=1)
    label = np.empty(len(vertices), dtype=np.int32)
    label[order] = np.cumsum(new, dtype=np.int32) - 1
    del order
    vertices = vertices if new.all() else vertices[new]  # the others are let go of before more is made
    return vertices, label[triangles.triangles]


def _filled(colors: np.ndarray, default: tuple[int, int, int, int], picture: np.ndarray | None) -> np.ndarray:
    """Return the colours (m, 3, 4), of which none is left open: pictures are as they are, all else has the default."""
    filled = np.where(colors[..., 3:] > 0, colors, np.array(default, dtype=np.uint8))
    if picture is not None:
        filled[(colors[..., 3] == 0) & (picture[:, None] >= 0)] = 255
    return filled


def _visible(points: np.ndarray, corners: np.ndarray) -> np.ndarray:
    """Return which triangles (m,) have an area."""
    visible = np.empty(len(corners), dtype=bool)
    for first in range(0, len(corners), _BLOCK):
        some = slice(first, first + _BLOCK)
        visible[some] = _length(_crossed(points.take(corners[some], axis=0).astype(np.float64))) > 1e-30
    return visible


def _crossed(position: np.ndarray) -> np.ndarray:
    """Return the normals (k, 3) of triangles (k, 3, 3), as long as twice their areas."""
    return _cross(position[:, 1] - position[:, 0], position[:, 2] - position[:, 0])


def _cross(one: np.ndarray, other: np.ndarray) -> np.ndarray:
    """Return the vector products (k, 3), in half the time that numpy's takes."""
    (a, b, c), (x, y, z) = one.T, other.T
    return np.stack([b * z - c * y, c * x - a * z, a * y - b * x], axis=1)


def _dot(one: np.ndarray, other: np.ndarray) -> np.ndarray:
    """Return the scalar products (k,) of vectors (k, 3)."""
    (a, b, c), (x, y, z) = one.T, other.T
    product: np.ndarray = a * x + b * y + c * z
    return product


def _length(vectors: np.ndarray) -> np.ndarray:
    """Return the lengths (k,) of vectors (k, 3), in half the time that numpy's norm takes."""
    length: np.ndarray = np.sqrt(_dot(vectors, vectors))
    return length


def _block(
    points: np.ndarray,
    corners: np.ndarray,
    of_corners: tuple[np.ndarray | None, np.ndarray | None],
    first: int,
    inside: np.ndarray,
    triangles: np.ndarray,
    total: int,
) -> tuple[np.ndarray, np.ndarray, np.ndarray, np.ndarray]:
    """Return what there is at a run of points from `first` on, given the corners `inside` that are there.

    These are vertices, normals, colours, and places in pictures.
    of_corners : colours (m, 3, 4), and places (m, 3) of _PLACE, which part vertices but no normals

    Their numbers, which begin with `total`, go into the corners of `triangles` (m, 3).
    """
    flat = corners.ravel()
    face, row = inside // 3, np.arange(len(inside))
    place = inside - 3 * face
    new = np.ones(len(face), bool)
    new[1:] = face[1:] != face[:-1]
    of = corners.take(face[new], axis=0)
    position = points.take(of, axis=0).astype(np.float64)
    normal = _crossed(position)
    normal /= _length(normal)[:, None]
    triangle = np.cumsum(new) - 1  # of each corner, among those here
    normal = normal.take(triangle, axis=0)
    here = 3 * triangle + place  # the corner of each, the one that follows and the one before, among those here
    following, preceding = here + _FOLLOWING[place], here + _PRECEDING[place]
    position = position.reshape(-1, 3)
    at = position.take(here, axis=0)
    angle = _angle(position.take(following, axis=0) - at, position.take(preceding, axis=0) - at)
    shade, where = (None if each is None else each[face, place] for each in of_corners)

    point = (flat.take(inside) - first).astype(np.int64) * len(points)
    edge = np.concatenate([point + of.take(following), point + of.take(preceding)])
    group, count = _groups(edge, normal, shade)
    sums = np.stack([np.bincount(group, angle * normal[:, axis], count) for axis in range(3)], axis=1)
    size = _length(sums)[:, None]
    start = _first(group, count, row)
    sums = np.where(size > 1e-12, sums / np.maximum(size, 1e-12), normal[start])
    vertex = group
    if where is not None:
        vertex, count = _parted(group, where)
        start = _first(vertex, count, row)
    triangles.reshape(-1)[inside] = total + vertex
    none = np.zeros((0, 4), dtype=np.uint8)
    return (
        points[flat[inside[start]]],
        sums[group[start]].astype(np.float32),
        none if shade is None else shade[start],
        np.zeros(0, _PLACE) if where is None else where[start],
    )


def _first(group: np.ndarray, count: int, row: np.ndarray) -> np.ndarray:
    """Return the first corner of each group."""
    start = np.empty(count, dtype=np.int64)
    start[group[::-1]] = row[::-1]
    return start


def _parted(group: np.ndarray, where: np.ndarray) -> tuple[np.ndarray, int]:
    """For each corner, which vertex it is of those that its group becomes for the places in pictures; and how many there are."""
    keys = (where["picture"], where["v"], where["u"], group)
    order = np.lexsort(keys)
    new = np.zeros(len(order), dtype=bool)
    for key in keys:
        new[1:] |= key[order][1:] != key[order][:-1]
    vertex = np.empty(len(order), dtype=np.int64)
    vertex[order] = np.cumsum(new)
    return vertex, int(new.sum()) + min(len(order), 1)


def _angle(one: np.ndarray, other: np.ndarray) -> np.ndarray:
    """Return the angles (k,) between vectors (k, 3) [rad]."""
    angle: np.ndarray = np.arctan2(_length(_cross(one, other)), _dot(one, other))
    return angle


def _groups(edge: np.ndarray, normal: np.ndarray, shade: np.ndarray | None) -> tuple[np.ndarray, int]:
    """For each of k corners, which group it shares its normal with, and how many groups there are.

    edge  : (2 k,) what edge leaves the corner ahead, then back; corners at one point that have one in common are neighbours
    shade : (k, 4) colours, which must be the same in a group
    """
    count = len(normal)
    order = np.argsort(edge, kind="stable")
    edge, corner = edge[order], order % max(count, 1)
    pairs = []
    for step in (1, 2, 3):  # an edge may be shared by more than two triangles
        same = np.flatnonzero(edge[step:] == edge[:-step])
        one, two = corner[same], corner[same + step]
        flat = _dot(normal.take(one, axis=0), normal.take(two, axis=0)) > np.cos(CREASE)
        if shade is not None:
            flat &= np.all(shade[one] == shade[two], axis=1)
        pairs.append(np.stack([one[flat], two[flat]]))
    rows, columns = np.concatenate(pairs, axis=1)
    return _connected(rows, columns, count)


def _connected(one: np.ndarray, two: np.ndarray, count: int) -> tuple[np.ndarray, int]:
    """For each of so many things, which group it is in by the pairs (one, two), and how many groups there are.

    As `scipy.sparse.csgraph.connected_components`, which takes longer to import than most meshes to read.
    """
    label, before = np.arange(count), np.full(count, -1)  # the smallest that each is known to be with
    while not np.array_equal(label, before):
        before = label.copy()
        least = np.minimum(label[one], label[two])
        for side in (one, two):
            np.minimum.at(label, label[side], least)
            np.minimum.at(label, side, least)
        label = label[label]
    smallest, groups = np.unique(label, return_inverse=True)
    return groups, len(smallest)
