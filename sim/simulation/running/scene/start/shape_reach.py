"""How far the bodies of a model reach: what a robot stands on, and what a body is put above."""

from __future__ import annotations

import numpy as np

from .....arrays import Array
from .....multibody.model.model import Collision, Model, Visual
from .....multibody.model.shapes import Box, Capsule, Cylinder, Mesh, Shape, SolidEllipsoid, Sphere


def lowest_point(model: Model, q: Array, *, fixed: bool = False) -> float:
    """Least z of what the bodies of a model touch with, at q (nq,), in the frame of its base [m]; inf if there is nothing.

    fixed : with the bodies that are fixed to the base, which touch no floor of theirs
    """
    return float(reach(model, q, fixed=fixed)[0][2])


def reach(model: Model, q: Array, *, fixed: bool = True, visual: bool = False) -> tuple[Array, Array]:
    """Least and greatest x, y, z (3,) each of all shapes at q (nq,), in the frame of the model's base [m].

    visual : of what is seen, not of what touches
    Planes and height fields are left out; (inf, -inf) where nothing is left.
    """
    least, most = shape_boxes(model, q, fixed=fixed, visual=visual)
    return np.min(least, axis=0, initial=np.inf), np.max(most, axis=0, initial=-np.inf)


def shape_boxes(model: Model, q: Array, *, fixed: bool = True, visual: bool = False) -> tuple[Array, Array]:
    """Least and greatest x, y, z (n, 3) of all shapes at q (nq,), in the frame of the model's base [m]; planes have none."""
    from .....multibody.kinematics.plain_kinematics import plain_frame_poses

    carrying = [i for i, row in enumerate(model.frame_row[: len(model.bodies)].tolist()) if fixed or row]
    parts: list[tuple[int, Visual | Collision]] = []
    for i in carrying:
        body = model.bodies[i]
        parts += [(i, one) for one in (body.visuals if visual else body.collisions)]
    if not parts:
        return np.empty((0, 3)), np.empty((0, 3))
    placed = plain_frame_poses(model, q)[[i for i, _ in parts]] @ np.array([one.placement for _, one in parts])
    rotation, origin = placed[:, :3, :3], placed[:, :3, 3]
    down = np.stack([rotation, -rotation], axis=1)
    alike: dict[object, list[int]] = {}
    for i, (_, one) in enumerate(parts):
        alike.setdefault(i if isinstance(one.shape, Mesh) else one.shape, []).append(i)  # vertices of one are enough
    far = np.empty((len(parts), 2, 3))
    for places in alike.values():
        far[places] = depth(parts[places[0]][1].shape, down[places])
    ends = np.isfinite(far).all(axis=(1, 2))
    return (origin - far[:, 0])[ends], (origin + far[:, 1])[ends]


def depth(shape: Shape, down: Array) -> Array:
    """How far (…) a shape reaches beyond its origin, against unit vectors `down` (…, 3) in its axes [m]; inf: it never ends."""
    match shape:
        case Sphere():
            return np.full(down.shape[:-1], shape.radius)
        case SolidEllipsoid():
            return np.asarray(np.linalg.norm(down * np.array(shape.radii), axis=-1))
        case Box():
            return np.asarray(0.5 * (np.abs(down) @ np.array(shape.size)))
        case Cylinder():
            return np.asarray(shape.radius * np.hypot(down[..., 0], down[..., 1]) + 0.5 * shape.length * np.abs(down[..., 2]))
        case Capsule():
            return np.asarray(shape.radius + 0.5 * shape.length * np.abs(down[..., 2]))
        case Mesh() if shape.data is not None and len(shape.data.vertices):
            return np.asarray(np.max(-down @ shape.data.vertices.T, axis=-1))
        case Mesh():
            return np.zeros(down.shape[:-1])
    return np.full(down.shape[:-1], np.inf)
