"""Where a twist is taken, and along which axes it is written."""

from __future__ import annotations

import numpy as np

from ...arrays import Array
from ...errors import UnknownNameError
from ...multibody.algebra.plain_spatial import motion_at
from ...multibody.kinematics.jacobian import REFERENCES


def change_reference(J: Array, pose: Array, reference: str) -> Array:
    """A world-aligned Jacobian (6, n) of the frame at `pose` (4, 4) in another of `REFERENCES`. Raises UnknownNameError."""
    if reference == "world_aligned":
        return J
    if reference == "local":
        R = pose[:3, :3]
        return np.vstack([R.T @ J[:3], R.T @ J[3:]])
    if reference == "world":
        return motion_at(-pose[:3, 3], J)
    raise UnknownNameError("reference", str(reference), REFERENCES)
