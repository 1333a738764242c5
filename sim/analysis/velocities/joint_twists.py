"""The twist ("torseur cinématique") of every joint at one point, and their sum."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np

from ...arrays import Array, frozen
from ...multibody.algebra.plain_spatial import motion_at
from ...multibody.kinematics.jacobian import jacobian
from ...multibody.kinematics.kinematics import frame_poses
from ...multibody.kinematics.plain_kinematics import joints_to, place_in_v
from ...multibody.model.checks import checked, checked_point
from ...multibody.model.coordinate_names import joint_numbers
from ...multibody.model.model import Joint, JointKind, Model
from ..jacobian.joint_axes import axes_of, joint_frames
from ..jacobian.reference import axes_of_basis, turned_into
from .values import JointTwist, JointTwists

SIGMA = {JointKind.REVOLUTE: 0.0, JointKind.CONTINUOUS: 0.0, JointKind.PRISMATIC: 1.0}


def joint_twists(
    model: Model, q: Array, v: Array, frame: str, point: Array | None = None, basis: str | None = None
) -> JointTwists:
    """The twists {v_i/i-1}_C of the joints from the base to a frame at q (nq,) and v (nv,), and their sum {v_n/0}_C.

    v(C) = σ q̇ z + (1 - σ) q̇ z × (C - O_i) and ω = (1 - σ) q̇ z of a joint that turns (σ = 0) or slides (σ = 1); of others
    what their degrees add up to. Source: direct-kinematic-model, eq. (4.3) to (4.9), and (4.10) for the basis.

    point : (3,) C, along the axes of the frame from its origin [m]; None: the origin itself
    basis : frame in whose axes all vectors are written, b_k of (4.10); None: the world's
    Raises UnknownNameError for an unknown frame or basis, ArgumentError for q, v or a point of wrong size or not finite.
    """
    q, v = checked(model, q=q, v=v)
    all_poses = frame_poses(model, q)
    poses = dict(zip((None, *model.body_names), (np.eye(4), *all_poses), strict=False))
    pose = all_poses[model.frame_index(frame)]
    arm = pose[:3, :3] @ (np.zeros(3) if point is None else checked_point(point))
    C = pose[:3, 3] + arm
    R = axes_of_basis(model, all_poses, basis)
    joints = [joint for joint in joints_to(model, frame) if joint.kind is not JointKind.FIXED]
    numbers = [0, *(joint_numbers(model)[joint.name] for joint in joints)]
    found = tuple(
        _joint_twist(model, joint, i, before, poses, v, C, R)
        for joint, i, before in zip(joints, numbers[1:], numbers, strict=False)
    )
    total = np.sum([one.twist for one in found], axis=0) if found else np.zeros(6)
    expected = turned_into(R, motion_at(arm, jacobian(model, q, frame) @ v))
    return JointTwists(frame, frozen(C), basis, frozen(np.array(R)), found, frozen(total), frozen(expected))


def _joint_twist(
    model: Model, joint: Joint, i: int, before: int, poses: Mapping[str | None, Array], v: Array, C: Array, R: Array
) -> JointTwist:
    """One of them, along the axes R (3, 3)."""
    axes = axes_of(model, joint, *joint_frames(joint, poses))
    _, ratio, place = place_in_v(model, joint)
    o = axes[0].o  # all degrees of a joint share it
    linear = sum((v[axis.column] * axis.slide * axis.z for axis in axes), np.zeros(3))
    at_joint = np.concatenate([linear, sum((v[axis.column] * axis.angular() for axis in axes), np.zeros(3))])
    return JointTwist(
        joint=joint.name,
        body=joint.child,
        parent=joint.parent,
        number=i,
        before=before,
        sigma=SIGMA.get(joint.kind),
        rate=frozen(ratio * v[place]),
        turns=tuple(axis.turn != 0.0 for axis in axes),
        z=frozen(np.array([axis.z @ R for axis in axes])),
        lever=frozen((C - o) @ R),
        at_joint=frozen(turned_into(R, at_joint)),
        twist=frozen(turned_into(R, motion_at(C - o, at_joint))),
    )
