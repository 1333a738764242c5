"""Forward kinematics in plain NumPy, straight from the joints of the definition.

Slow, and needs nothing compiled: it poses the first frame of the window before the kernels are there, and is an independent
check of them.
"""

from __future__ import annotations

import numpy as np

from .arrays import Array
from .joint_rows import plane_axes
from .model import Joint, JointKind, Model


def plain_frame_poses(model: Model, q: Array) -> Array:
    """Poses (len(frame_names), 4, 4) of all frames in the world at q (nq,), as `frame_poses` gives them."""
    slices = model.joint_slices()
    poses: dict[str | None, Array] = {None: np.eye(4)}
    waiting = list(model.joints)
    while waiting:
        later = []
        for joint in waiting:
            if joint.parent not in poses:
                later.append(joint)
                continue
            leader = joint.mimic.joint if joint.mimic else joint.name
            values = q[slices[leader][0]] if joint.kind is not JointKind.FIXED else np.zeros(0)
            if joint.mimic:
                values = joint.mimic.ratio * values + joint.mimic.offset
            poses[joint.child] = (
                poses[joint.parent] @ joint.placement @ joint_motion(joint, values) @ joint.child_placement
            )
        waiting = later
    bodies = [poses[body.name] for body in model.bodies]
    return np.array(bodies + [poses[frame.body] @ frame.placement for frame in model.frames]).reshape(-1, 4, 4)


def joint_motion(joint: Joint, values: Array) -> Array:
    """What a joint does at these numbers of q, as the pose (4, 4) of its moved frame in its frame."""
    pose = np.eye(4)
    if joint.kind in (JointKind.REVOLUTE, JointKind.CONTINUOUS):
        pose[:3, :3] = _turned(joint.axis, float(values[0]))
    elif joint.kind is JointKind.PRISMATIC:
        pose[:3, 3] = values[0] * joint.axis
    elif joint.kind is JointKind.HELICAL:
        pose[:3, :3], pose[:3, 3] = _turned(joint.axis, float(values[0])), joint.pitch * values[0] * joint.axis
    elif joint.kind is JointKind.PLANAR:
        pose[:3, :3] = _turned(joint.axis, float(values[2]))
        pose[:3, 3] = plane_axes(joint.axis)[:, :2] @ values[:2]
    elif joint.kind is JointKind.SPHERICAL:
        pose[:3, :3] = _of_quaternion(values)
    elif joint.kind is JointKind.FREE_FLYER:
        pose[:3, :3], pose[:3, 3] = _of_quaternion(values[3:]), values[:3]
    return pose


def _of_quaternion(values: Array) -> Array:
    """The rotation of a quaternion x y z w."""
    half = float(np.linalg.norm(values[:3]))
    axis = values[:3] / half if half > 0 else np.array([0.0, 0.0, 1.0])
    return _turned(axis, 2.0 * float(np.arctan2(half, values[3])))


def _turned(u: Array, angle: float) -> Array:
    """Rodrigues: R(u, θ) = u uᵀ (1 - cos θ) + 1 cos θ + S(u) sin θ (THEORY §1)."""
    S = np.array([[0.0, -u[2], u[1]], [u[2], 0.0, -u[0]], [-u[1], u[0], 0.0]])
    return np.outer(u, u) * (1.0 - np.cos(angle)) + np.eye(3) * np.cos(angle) + S * np.sin(angle)
