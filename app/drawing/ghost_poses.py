"""Poses of ghosts: a second picture of the same bodies, without those that never move."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:  # with Numba, which the window's first picture goes without
    from torseur.sim.arrays import Array
    from torseur.sim.multibody.model.model import Model


def ghost_poses(model: Model, q: Array) -> Array:
    """Poses (frames, 4, 4) at q, the bodies that never move shrunk to nothing: they are there already."""
    from torseur.sim.multibody.kinematics.kinematics import frame_poses

    poses = np.array(frame_poses(model, np.ascontiguousarray(q)))
    return without_fixed(model, poses)


def without_fixed(model: Model, poses: Array) -> Array:
    """The same poses (frames, 4, 4), in place, the bodies that never move shrunk to nothing."""
    count = len(model.bodies)
    poses[:count][np.asarray(model.frame_row[:count]) == 0] = np.diag([0.0, 0.0, 0.0, 1.0])
    return poses
