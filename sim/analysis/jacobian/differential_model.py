"""Small displacements: δX = J δq."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

import numpy as np

from ...arrays import Array, frozen
from ...multibody.algebra.plain_spatial import motion_at
from ...multibody.algebra.rotations import rotation_vector
from ...multibody.kinematics.configuration import integrate
from ...multibody.kinematics.jacobian import jacobian
from ...multibody.kinematics.kinematics import frame_pose
from ...multibody.model.checks import checked, checked_point
from ...multibody.model.model import Model
from .point_transport import pose_at
from .values import SmallDisplacement

ROUNDING = 1e-9  # [rad | m] out of a limit that counts as at it


def small_displacement(model: Model, q: Array, frame: str, dq: Array, *, point: Array | None = None) -> SmallDisplacement:
    """The displacement [δP; δu] of a frame for small joint displacements dq (nv,) at q (nq,), and the exact one.

    δX = J δq, with J world-aligned at P: the frame's origin, or `point` (3,) of it, along its axes [m].
    Source: kinematic-model, "déplacement virtuel en fonction de la jacobienne"; direct-kinematic-model, "modèle différentiel
    direct"; THEORY §1.
    Raises UnknownNameError for an unknown frame, ArgumentError for q or dq of wrong size or not finite.
    """
    (dq,) = checked(model, dq=dq)
    before = frame_pose(model, q, frame)
    q_after = integrate(model, q, dq)
    after = frame_pose(model, q_after, frame)
    J = jacobian(model, q, frame)
    if point is not None:
        place = checked_point(point)
        J = motion_at(before[:3, :3] @ place, J)
        before, after = pose_at(before, place), pose_at(after, place)
    exact = np.concatenate([after[:3, 3] - before[:3, 3], rotation_vector(after[:3, :3] @ before[:3, :3].T)])
    linear = J @ dq
    return SmallDisplacement(
        frame, frozen(dq), frozen(before), frozen(after), frozen(linear), frozen(exact), _beyond(model, q_after)
    )


def _beyond(model: Model, q: Array) -> Mapping[int, tuple[float, float]]:
    """Joints of one degree that are out of their limits at q (nq,), by their place in v: where, and the limit [rad | m]."""
    found = {}
    for name, (in_q, in_v) in model.joint_slices().items():
        value, joint = float(q[in_q.start]), model.joint(name)
        if in_q.stop - in_q.start == 1 and not joint.lower - ROUNDING <= value <= joint.upper + ROUNDING:
            found[in_v.start] = value, joint.upper if value > joint.upper else joint.lower
    return MappingProxyType(found)
