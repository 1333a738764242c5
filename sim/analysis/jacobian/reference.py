"""Where a twist is taken, and along which axes it is written."""

from __future__ import annotations

import numpy as np

from ...arrays import Array
from ...errors import UnknownNameError
from ...multibody.algebra.plain_spatial import motion_at
from ...multibody.algebra.rotations import checked_numbers
from ...multibody.kinematics.jacobian import REFERENCES
from ...multibody.kinematics.kinematics import frame_poses
from ...multibody.model.checks import checked
from ...multibody.model.model import Model


def in_basis(model: Model, q: Array, basis: str | None, vectors: Array) -> Array:
    """Vectors along world axes, written along the axes of a frame at q (nq,): the same vectors, at the same point.

    vectors : (3,) a vector, (6,) a twist or wrench, (6, k) a Jacobian or (3, k) its half, one vector in each column
    basis   : the frame whose axes are meant, a body or a frame fixed to one; None: the world
    Source: direct-kinematic-model, eq. (4.10) to (4.12), "projetée dans la base b_k".
    Raises UnknownNameError for an unknown frame, ArgumentError for a bad q, or vectors of another shape or not finite.
    """
    (q,) = checked(model, q=q)
    shape = np.shape(vectors)
    rows = shape if len(shape) in (1, 2) and shape[0] in (3, 6) else (6, *shape[1:2])
    return turned_into(axes_of_basis(model, frame_poses(model, q), basis), checked_numbers("vectors", vectors, rows))


def axes_of_basis(model: Model, poses: Array, basis: str | None) -> Array:
    """The axes (3, 3) of a frame, as columns in the world, out of the poses of all frames; of the world for None."""
    return np.eye(3) if basis is None else np.array(poses[model.frame_index(basis)][:3, :3])


def turned_into(R: Array, vectors: Array) -> Array:
    """Vectors along world axes, (3,), (6,) or in columns, along the axes R (3, 3)."""
    return np.concatenate([R.T @ vectors[k : k + 3] for k in range(0, len(vectors), 3)])


def change_reference(J: Array, pose: Array, reference: str, basis: Array | None = None) -> Array:
    """A world-aligned Jacobian (6, n) of the frame at `pose` (4, 4) in another of `REFERENCES`. Raises UnknownNameError.

    basis : (3, 3) axes in which it is written instead of those of the reference, as columns in the world; the point stays
    """
    if basis is not None:
        return turned_into(basis, change_reference(J, pose, "world" if reference == "world" else "world_aligned"))
    if reference == "world_aligned":
        return J
    if reference == "local":
        return turned_into(pose[:3, :3], J)
    if reference == "world":
        return motion_at(-pose[:3, 3], J)
    raise UnknownNameError("reference", str(reference), REFERENCES)
