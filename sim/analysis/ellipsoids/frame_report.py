"""Computing the report of a frame."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from ...arrays import Array, frozen
from ...multibody.kinematics.jacobian import jacobian
from ...multibody.kinematics.kinematics import frame_pose
from ...multibody.model.model import JointKind, Model
from ...multibody.model.movers import movers, one_degree_columns
from ..jacobian.singular_values import rank_tolerance
from .ellipsoids import force_ellipsoid, velocity_ellipsoid
from .values import FrameReport


def frame_report(model: Model, q: Array, frame: str, joints: Sequence[str] | None = None) -> FrameReport:
    """Pose, Jacobian, singular values and ellipsoids of a frame at q (nq,).

    joints : which joints count, by name; None: all of one degree of freedom that can move the frame
    Raises UnknownNameError for an unknown frame or joint, ArgumentError for a bad q or a joint of several degrees.
    """
    pose = frame_pose(model, q, frame)
    joints = movers(model, frame) if joints is None else tuple(joints)
    J = jacobian(model, q, frame)[:, one_degree_columns(model, joints)]
    sigma = np.asarray(np.linalg.svd(J[:3], compute_uv=False) if joints else np.zeros(0), dtype=np.float64)
    return FrameReport(
        frame=frame,
        pose=frozen(pose),
        joints=joints,
        prismatic=tuple(model.joint(name).kind is JointKind.PRISMATIC for name in joints),
        J=frozen(J),
        sigma=frozen(sigma),
        rank=int(np.sum(sigma > rank_tolerance(J[:3], sigma))),
        velocity=velocity_ellipsoid(J[:3]),
        force=force_ellipsoid(J[:3]),
    )
