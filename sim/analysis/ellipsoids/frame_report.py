"""Computing the report of a frame."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

import numpy as np

from ...arrays import Array, frozen
from ...multibody.kinematics.jacobian import jacobian
from ...multibody.kinematics.kinematics import frame_pose
from ...multibody.model.model import JointKind, Model
from ...multibody.model.movers import movers, one_degree_columns
from ..jacobian.singular_values import rank_tolerance
from ..jacobian.structural_rank import structural_rank
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
    full_rank, all_full_rank = _full_rank(model, frame, joints, 3), _full_rank(model, frame, joints, 6)
    sigma = np.asarray(np.linalg.svd(J[:3], compute_uv=False) if joints else np.zeros(0), dtype=np.float64)
    return FrameReport(
        frame=frame,
        pose=frozen(pose),
        joints=joints,
        prismatic=tuple(model.joint(name).kind is JointKind.PRISMATIC for name in joints),
        J=frozen(J),
        sigma=frozen(sigma),
        rank=int(np.sum(sigma[:full_rank] > rank_tolerance(J[:3], sigma))),
        full_rank=full_rank,
        all_rank=int(np.linalg.matrix_rank(J)) if joints else 0,
        all_full_rank=all_full_rank,
        velocity=velocity_ellipsoid(J[:3]),
        force=force_ellipsoid(J[:3]),
    )


@lru_cache(maxsize=8)
def _full_rank(model: Model, frame: str, joints: tuple[str, ...], rows: int) -> int:
    """Kept for the next configuration: it takes longer than the rest of a report."""
    if not joints:
        return 0
    columns = one_degree_columns(model, joints)
    return structural_rank(model, lambda Q: np.array([jacobian(model, q, frame)[:rows, columns] for q in Q]))
