"""Computing the report of a frame."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from ..errors import UnknownNameError
from ..multibody.arrays import Array, frozen
from ..multibody.jacobian import jacobian
from ..multibody.kinematics import frame_pose
from ..multibody.model import JointKind, Model
from .ellipsoid import force_ellipsoid, rank_tolerance, velocity_ellipsoid
from .report import FrameReport


def frame_report(model: Model, q: Array, frame: str, joints: Sequence[str] | None = None) -> FrameReport:
    """Pose, Jacobian, singular values and ellipsoids of a frame at q (nq,).

    joints : which joints count, by name; None: all of one degree of freedom that can move the frame
    Raises UnknownNameError for an unknown frame or joint, ArgumentError for a bad q.
    """
    pose = frame_pose(model, q, frame)
    slices = model.joint_slices()
    joints = movers(model, frame) if joints is None else tuple(joints)
    unknown = [name for name in joints if name not in slices]
    if unknown:
        raise UnknownNameError("joint", unknown[0], slices, f"model {model.name!r}")
    J = jacobian(model, q, frame)[:, [slices[name][1].start for name in joints]]
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


def movers(model: Model, frame: str) -> tuple[str, ...]:
    """The one-degree joints on the way from the world to a frame, in the order of q; a mimic counts as its leader."""
    index = model.frame_index(frame)
    row = int(model.frame_row[index])
    velocities: set[int] = set()
    while row > 0:
        velocities.add(int(model.table["iv"][row]))
        row = int(model.table["parent"][row])
    return tuple(
        name
        for name, (_, place) in model.joint_slices().items()
        if place.stop - place.start == 1 and place.start in velocities
    )
