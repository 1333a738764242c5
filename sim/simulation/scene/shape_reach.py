"""How far the bodies of a model reach: what a robot stands on, and what a body is put above."""

from __future__ import annotations

import numpy as np

from ...arrays import Array
from ...multibody.model.model import Model
from ...multibody.model.shapes import Box, Capsule, Cylinder, Mesh, Shape, SolidEllipsoid, Sphere


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
    boxes = shape_boxes(model, q, fixed=fixed, visual=visual)
    least = np.min([low for low, _ in boxes], axis=0, initial=np.inf) if boxes else np.full(3, np.inf)
    most = np.max([high for _, high in boxes], axis=0, initial=-np.inf) if boxes else np.full(3, -np.inf)
    return least, most


def shape_boxes(model: Model, q: Array, *, fixed: bool = True, visual: bool = False) -> list[tuple[Array, Array]]:
    """Least and greatest x, y, z (3,) of each shape at q (nq,), in the frame of the model's base [m]; of planes none."""
    from ...multibody.kinematics.plain_kinematics import plain_frame_poses

    found = []
    for body, pose, row in zip(model.bodies, plain_frame_poses(model, q), model.frame_row, strict=False):
        if row == 0 and not fixed:
            continue
        for one in body.visuals if visual else body.collisions:
            placed = pose @ one.placement
            far = depth(one.shape, np.stack([placed[:3, :3], -placed[:3, :3]]))
            if np.isfinite(far).all():
                found.append((placed[:3, 3] - far[0], placed[:3, 3] + far[1]))
    return found


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
            return np.asarray(
                shape.radius * np.hypot(down[..., 0], down[..., 1]) + 0.5 * shape.length * np.abs(down[..., 2])
            )
        case Capsule():
            return np.asarray(shape.radius + 0.5 * shape.length * np.abs(down[..., 2]))
        case Mesh() if shape.data is not None and len(shape.data.vertices):
            return np.asarray(np.max(-down @ shape.data.vertices.T, axis=-1))
        case Mesh():
            return np.zeros(down.shape[:-1])
    return np.full(down.shape[:-1], np.inf)
