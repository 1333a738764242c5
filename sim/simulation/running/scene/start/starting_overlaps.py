"""Which bodies of a scene begin inside each other, and how deep: found before anything is compiled or simulated.

Boxes are compared along their face normals and the cross products of their edges (Gottschalk, Lin & Manocha 1996), which is
exact; what only has boxes around it that overlap goes to coal, but for planes, into which the farthest point of a body is
exact. Height fields are left out.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from .....arrays import Array
from .....contact.collision.shape_table import BOX, HEIGHT_FIELD, PLANE
from .....multibody.kinematics.plain_kinematics import plain_frame_poses
from ..scene import Scene
from .shape_reach import depth

if TYPE_CHECKING:
    from .....contact.collision.penetration import Penetration

BEGINS_INSIDE = "begins-inside"  # the rule of findings about it
SEEN = 1e-4  # a penetration above is seen [m]
_AT_ONCE = 1_000_000  # pairs that are compared in one go


class Overlap(NamedTuple):
    """Two bodies that are inside each other."""

    depth: float  # by which one would have to be moved [m]
    one: int  # index in the scene's `body_names`
    other: int


class _Boxes(NamedTuple):
    """The boxes around n shapes in the world, along each shape's own axes."""

    rotation: Array  # (n, 3, 3)
    center: Array  # (n, 3) [m]
    half: Array  # (n, 3) [m]; inf for a plane

    def of(self, rows: np.ndarray) -> _Boxes:
        return _Boxes(*(column[rows] for column in self))


def starting_overlaps(scene: Scene, q: Array | None = None) -> tuple[Overlap, ...]:
    """The pairs of bodies that begin more than `SEEN` inside each other and may touch, the deepest first.

    q : (nq,) where a simulation begins; None: where the scene does
    """
    shapes = scene.system.shapes
    if len(shapes) < 2:
        return ()
    poses = _world_poses(scene, scene.initial.q if q is None else q)
    rotation = poses[:, :3, :3]
    center = poses[:, :3, 3] + np.einsum("nij,nj->ni", rotation, shapes["box_center"])
    boxes = _Boxes(rotation, center, shapes["box_half"])
    worst: dict[tuple[int, int], float] = {}
    for a, b, deep in (*_in_planes(scene, boxes, poses), *_in_solids(scene, boxes, poses)):
        pair = min(a, b), max(a, b)
        worst[pair] = max(worst.get(pair, 0.0), deep)
    found = (Overlap(deep, *pair) for pair, deep in worst.items() if deep > SEEN)
    return tuple(sorted(found, key=lambda overlap: (-overlap.depth, overlap.one, overlap.other)))


def _world_poses(scene: Scene, q: Array) -> Array:
    """Poses (n, 4, 4) of all shapes in the world at q (nq,)."""
    shapes, bodies = scene.system.shapes, scene.model.bodies
    own = [
        bodies[body].collisions[k].placement for body, k in zip(shapes["body"].tolist(), shapes["index"].tolist(), strict=True)
    ]
    return np.asarray(plain_frame_poses(scene.model, q)[shapes["body"]] @ np.array(own))


def _may_touch(scene: Scene, a: np.ndarray, b: np.ndarray) -> np.ndarray:
    """Whether shapes a and b (k,) may touch one another (k,)."""
    shapes, listed = scene.system.shapes, scene.system.pairs
    apart = (shapes["assembly"][a] != shapes["assembly"][b]) & (shapes["row"][a] != shapes["row"][b])
    if not len(listed):
        return np.asarray(apart)
    n = len(shapes)
    known = np.minimum(*listed.T) * n + np.maximum(*listed.T)
    return np.asarray(apart | np.isin(np.minimum(a, b) * n + np.maximum(a, b), known))


def _in_planes(scene: Scene, boxes: _Boxes, poses: Array) -> Iterator[tuple[int, int, float]]:
    """Bodies that are below planes, and how deep."""
    shapes, bodies = scene.system.shapes, scene.model.bodies
    solid = np.flatnonzero(shapes["kind"] > HEIGHT_FIELD)
    for plane in np.flatnonzero(shapes["kind"] == PLANE).tolist():
        normal, origin = poses[plane, :3, 2], poses[plane, :3, 3]
        reach = np.einsum("nj,nj->n", np.abs(boxes.rotation[solid].transpose(0, 2, 1) @ normal), boxes.half[solid])
        near = (boxes.center[solid] - origin) @ normal - reach < -SEEN
        near &= _may_touch(scene, np.full(len(solid), plane), solid)
        for k in solid[near].tolist():
            body, index = int(shapes["body"][k]), int(shapes["index"][k])
            below = depth(bodies[body].collisions[index].shape, -(poses[k, :3, :3].T @ normal))
            yield int(shapes["body"][plane]), body, float(below - (poses[k, :3, 3] - origin) @ normal)


def _in_solids(scene: Scene, boxes: _Boxes, poses: Array) -> Iterator[tuple[int, int, float]]:
    """Bodies that are inside one another, and how deep."""
    shapes = scene.system.shapes
    kind, body = shapes["kind"], shapes["body"]
    exact: Penetration | None = None
    solid = np.flatnonzero(kind > HEIGHT_FIELD)
    for first, second in _near(boxes.of(solid)):
        a, b = solid[first], solid[second]
        meet = _may_touch(scene, a, b)
        a, b = a[meet], b[meet]
        deep = box_penetration(boxes.of(a), boxes.of(b))
        for i in np.flatnonzero(deep > SEEN).tolist():
            one, other = int(a[i]), int(b[i])
            value = float(deep[i])
            if not kind[one] == kind[other] == BOX:
                exact = exact or _penetration(scene)
                value = exact.of(one, other, poses[one], poses[other])
            yield int(body[one]), int(body[other]), value


def _penetration(scene: Scene) -> Penetration:
    from .....contact.collision.penetration import Penetration  # what it imports takes long, and few scenes need it

    return Penetration(scene.system.shapes, scene.system.vertices)


def _near(boxes: _Boxes) -> Iterator[tuple[np.ndarray, np.ndarray]]:
    """Pairs whose boxes along the axes of the world overlap: swept along the axis on which they are spread most."""
    if len(boxes.center) < 2:
        return
    half = np.einsum("nij,nj->ni", np.abs(boxes.rotation), boxes.half) - 0.5 * SEEN
    low, high = boxes.center - half, boxes.center + half
    axis = int(np.argmax(np.ptp(boxes.center, axis=0)))
    order = np.argsort(low[:, axis], kind="stable")
    low, high = low[order], high[order]
    ends = np.searchsorted(low[:, axis], high[:, axis])
    counts = np.maximum(ends - np.arange(len(order)) - 1, 0)
    begin = 0
    while begin < len(order):
        stop = begin + max(1, int(np.searchsorted(np.cumsum(counts[begin:]), _AT_ONCE, side="right")))
        rows = np.arange(begin, min(stop, len(order)))
        a = np.repeat(rows, counts[rows])
        ahead = np.arange(len(a)) - np.repeat(np.cumsum(counts[rows]) - counts[rows], counts[rows])
        b = a + 1 + ahead
        meet = ((low[a] < high[b]) & (low[b] < high[a])).all(axis=1)
        yield order[a[meet]], order[b[meet]]
        begin = stop


def box_penetration(a: Any, b: Any) -> Array:
    """How deep boxes a are inside boxes b (k,), along the axis where it is least; below 0 where they are apart [m].

    a, b : rotation (k, 3, 3), center (k, 3) and half lengths (k, 3), all in the world
    """
    between = b.center - a.center
    edges = np.cross(a.rotation.transpose(0, 2, 1)[:, :, None], b.rotation.transpose(0, 2, 1)[:, None, :])
    axes = np.concatenate([a.rotation.transpose(0, 2, 1), b.rotation.transpose(0, 2, 1), edges.reshape(-1, 9, 3)], axis=1)
    length = np.linalg.norm(axes, axis=2)
    distance = np.abs(np.einsum("kij,kj->ki", axes, between))
    reach_a = np.einsum("kij,kj->ki", np.abs(axes @ a.rotation), a.half)
    reach_b = np.einsum("kij,kj->ki", np.abs(axes @ b.rotation), b.half)
    parallel = length < 1e-6  # such edges cross in no direction of their own
    deep = (reach_a + reach_b - distance) / np.where(parallel, 1.0, length)
    return np.asarray(np.where(parallel, np.inf, deep).min(axis=1))
