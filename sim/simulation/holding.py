"""Gains that hold a robot where it is, for scenes that give none."""

from __future__ import annotations

import numpy as np

from ..multibody.arrays import Array
from ..multibody.model import JointKind, Model
from ..multibody.plain_kinematics import plain_frame_poses

_FREQUENCY = 3.0  # at which a joint, alone, would come back to its place [Hz]


def holding_gains(model: Model, q: Array) -> tuple[Array, Array]:
    """Stiffness and damping (nv,) of a critically damped joint of 3 Hz, from the inertia it moves at q.

    With a free-flyer, a joint may have to carry the whole robot at the end of its limb, as legs do: then that counts.
    The free-flyer's six, and joints that move nothing, get zero. Needs no compiled code.
    """
    floating = any(joint.kind is JointKind.FREE_FLYER for joint in model.joints)
    weight = sum(body.mass for body in model.bodies) if floating else 0.0
    stiffness, damping = np.zeros(model.nv), np.zeros(model.nv)
    omega = 2.0 * np.pi * _FREQUENCY
    for name, (_, place) in model.joint_slices().items():
        if place.stop - place.start == 1:
            inertia = _moved_inertia(model, q, name, weight)
            stiffness[place] = inertia * omega**2
            damping[place] = 2.0 * inertia * omega
    return stiffness, damping


def _moved_inertia(model: Model, q: Array, name: str, weight: float) -> float:
    """The diagonal entry of the mass matrix of one joint: the inertia of all it carries, along or about its axis.

    weight : of what the end of its limb may have to carry instead [kg]
    """
    poses = dict(zip(model.frame_names, plain_frame_poses(model, q), strict=True))
    joint = model.joint(name)
    frame = poses[joint.child] @ np.linalg.inv(joint.child_placement)
    axis, origin = frame[:3, :3] @ joint.axis, frame[:3, 3]
    total, reach = joint.armature, 0.0
    for body in model.bodies:
        if body.name not in _carried(model, joint.child):
            continue
        if joint.kind is JointKind.PRISMATIC:
            total += body.mass
            continue
        R = poses[body.name][:3, :3]
        reach = max(reach, float(np.linalg.norm(np.cross(axis, poses[body.name][:3, 3] - origin))))
        arm = np.cross(axis, R @ body.com + poses[body.name][:3, 3] - origin)
        total += body.mass * float(arm @ arm) + float(axis @ (R @ body.inertia @ R.T) @ axis)
    return max(total, weight if joint.kind is JointKind.PRISMATIC else weight * reach**2)


def _carried(model: Model, root: str) -> set[str]:
    """The body `root` and all that hangs on it."""
    found = {root}
    grown = True
    while grown:
        more = {joint.child for joint in model.joints if joint.parent in found} - found
        found |= more
        grown = bool(more)
    return found
