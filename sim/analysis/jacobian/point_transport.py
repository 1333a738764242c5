"""A point that is fixed to a link: where it is, and how it moves by the Jacobian of the link's origin."""

from __future__ import annotations

import numpy as np

from ...arrays import Array, frozen
from ...multibody.algebra.plain_spatial import motion_at, skew
from ...multibody.kinematics.jacobian import jacobian
from ...multibody.kinematics.kinematics import frame_pose
from ...multibody.model.checks import checked_point
from ...multibody.model.model import Model
from .values import PointTransport


def point_transport(model: Model, q: Array, frame: str, point: Array) -> PointTransport:
    """The Jacobian at a point P of a link out of that at the origin O of its frame: J(P) = [1, -S(OP); 0, 1] J(O).

    q     : (nq,) [rad | m]
    frame : a body, or a frame fixed to one
    point : (3,) P along the axes of the frame, from its origin [m]
    World axes. Source: kinematic-model, "Jacobienne d'une articulation en un point", v(P) = v(O) + ω × OP;
    direct-kinematic-model, eq. (4.5); THEORY §1.
    Raises UnknownNameError for an unknown frame, ArgumentError for a bad q or point.
    """
    J = jacobian(model, q, frame)
    pose = frame_pose(model, q, frame)
    r = pose[:3, :3] @ checked_point(point)
    matrix = np.eye(6)
    matrix[:3, 3:] = -skew(r)
    return PointTransport(
        frame=frame,
        origin=frozen(pose[:3, 3].copy()),
        point=frozen(pose[:3, 3] + r),
        r=frozen(r),
        matrix=frozen(matrix),
        J_origin=frozen(J),
        J_point=frozen(motion_at(r, J)),
    )


def pose_at(pose: Array, point: Array) -> Array:
    """The pose (4, 4) with its axes at a point (3,) of it [m]."""
    moved = np.array(pose)
    moved[:3, 3] += pose[:3, :3] @ point
    return moved
