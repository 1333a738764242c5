"""Finding the axes of joints where they are now."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np

from ...arrays import Array, frozen
from ...multibody.kinematics.plain_kinematics import joints_to, place_in_v
from ...multibody.model.joint_rows import plane_axes
from ...multibody.model.model import Joint, JointKind, Model
from .values import JointAxis

_ROUND = (JointKind.REVOLUTE, JointKind.CONTINUOUS, JointKind.HELICAL)


def joint_frames(joint: Joint, poses: Mapping[str | None, Array]) -> tuple[Array, Array]:
    """The pose (4, 4) of a joint's frame as its parent holds it, and as q moved it, from the poses of the bodies."""
    return poses[joint.parent] @ joint.placement, poses[joint.child] @ _inverse(joint.child_placement)


def axes_to(model: Model, poses: Mapping[str | None, Array], frame: str) -> list[JointAxis]:
    """The axes that move a frame, from the base on; `poses` (4, 4) of the bodies in the world, None is the world itself."""
    return [axis for joint in joints_to(model, frame) for axis in axes_of(model, joint, *joint_frames(joint, poses))]


def axes_of(model: Model, joint: Joint, before: Array, after: Array) -> list[JointAxis]:
    """The axes of one joint, one for each of its numbers in v.

    before, after : (4, 4) pose of the joint's frame, as the parent holds it and as q moved it; axes come out in the same world
    """
    _, ratio, place = place_in_v(model, joint)
    kind, R, o = joint.kind, after[:3, :3], after[:3, 3]
    moves: list[tuple[Array, float, float]] = []  # direction, turn, slide
    if kind in _ROUND:
        moves = [(R @ joint.axis, ratio, ratio * joint.pitch if kind is JointKind.HELICAL else 0.0)]
    elif kind is JointKind.PRISMATIC:
        moves = [(R @ joint.axis, 0.0, ratio)]
    elif kind is JointKind.PLANAR:
        x, y, _ = (before[:3, :3] @ plane_axes(joint.axis)).T
        moves = [(x, 0.0, 1.0), (y, 0.0, 1.0), (R @ joint.axis, 1.0, 0.0)]
    elif kind.has_quaternion:
        moves = [(u, 0.0, 1.0) for u in R.T[: kind.slides]] + [(u, 1.0, 0.0) for u in R.T]
    return [
        JointAxis(joint.name, place.start + k, frozen(np.array(z)), frozen(np.array(o)), turn, slide)
        for k, (z, turn, slide) in enumerate(moves)
    ]


def _inverse(pose: Array) -> Array:
    inverse = np.eye(4)
    inverse[:3, :3] = pose[:3, :3].T
    inverse[:3, 3] = -pose[:3, :3].T @ pose[:3, 3]
    return inverse
