"""What recordings and plans hold for other programs alone: where the bodies are, and arrows of forces, at an instant."""

from __future__ import annotations

from typing import Any

import numpy as np

from ...arrays import Array
from ...definition.placement_rows import pose_numbers
from ...multibody.kinematics.kinematics import frame_poses
from ...multibody.model.model import Model
from .recording_schemas import OTHER_PRIMITIVES

_METRES_PER_NEWTON = 0.005
_FORCE_COLOR = {"r": 0.835, "g": 0.369, "b": 0.0, "a": 1.0}


def stamp(t: float) -> dict[str, int]:
    """A time [s] as other programs have it."""
    nanoseconds = max(0, round(t * 1e9))
    return {"sec": nanoseconds // 10**9, "nsec": nanoseconds % 10**9}


def shown_transforms(model: Model, t: float, q: Array) -> dict[str, Any]:
    """Where the bodies are at q: foxglove.FrameTransforms."""
    transforms = []
    for name, pose in zip(model.body_names, frame_poses(model, q), strict=False):
        x, y, z, qx, qy, qz, qw = pose_numbers(pose).tolist()
        transforms.append(
            {
                "timestamp": stamp(t),
                "parent_frame_id": "world",
                "child_frame_id": name,
                "translation": {"x": x, "y": y, "z": z},
                "rotation": {"x": qx, "y": qy, "z": qz, "w": qw},
            }
        )
    return {"transforms": transforms}


def shown_forces(t: float, points: Array, forces: Array) -> dict[str, Any]:
    """Arrows at points (k, 3) [m] of forces (k, 3) [N]: foxglove.SceneUpdate; none of a force that is 0."""
    size = np.sqrt(np.einsum("ij,ij->i", forces, forces))
    points, forces, size = points[size > 0.0], forces[size > 0.0], size[size > 0.0]
    arrows = []
    for point, turn, length in zip(
        points.tolist(), _turns(forces / size[:, None]).tolist(), size.tolist(), strict=True
    ):
        arrows.append(
            {
                "pose": {
                    "position": dict(zip("xyz", point, strict=True)),
                    "orientation": dict(zip("wxyz", turn, strict=True)),
                },
                "shaft_length": 0.8 * length * _METRES_PER_NEWTON,
                "shaft_diameter": 0.01,
                "head_length": 0.2 * length * _METRES_PER_NEWTON,
                "head_diameter": 0.02,
                "color": _FORCE_COLOR,
            }
        )
    entity = {
        "timestamp": stamp(t),
        "frame_id": "world",
        "id": "forces",
        "lifetime": {"sec": 0, "nsec": 0},
        "frame_locked": False,
        "metadata": [],
        "arrows": arrows,
        **{name: [] for name in OTHER_PRIMITIVES},
    }
    return {"deletions": [], "entities": [entity]}


def _turns(directions: Array) -> Array:
    """Quaternions (k, 4), w x y z, that turn the x axis onto unit vectors (k, 3)."""
    half = np.zeros((len(directions), 4))
    half[:, 0], half[:, 2], half[:, 3] = 1.0 + directions[:, 0], -directions[:, 2], directions[:, 1]
    norm = np.sqrt(np.einsum("ij,ij->i", half, half))
    half[norm < 1e-9], norm[norm < 1e-9] = (0.0, 0.0, 0.0, 1.0), 1.0
    return half / norm[:, None]
