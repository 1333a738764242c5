"""Forward kinematics in plain NumPy, straight from the joints of the definition.

Slow, and needs nothing compiled: it poses the first frame of the window before the kernels are there, and is an independent
check of them. What follows one frame takes stacks of configurations, and complex ones: a small imaginary part of q comes out
as the derivative along it (see `analysis.differentiated`).
"""

from __future__ import annotations

from typing import Any
from weakref import WeakKeyDictionary

import numpy as np

from ...arrays import Array, frozen
from ..algebra.rotations import turned
from ..model.joint_rows import plane_axes
from ..model.model import Joint, JointKind, Model

_LAST: WeakKeyDictionary[Model, tuple[bytes, Array]] = WeakKeyDictionary()  # where frames were that were asked for last


def plain_frame_poses(model: Model, q: Array) -> Array:
    """Poses (len(frame_names), 4, 4) of all frames in the world at q (nq,), as `frame_poses` gives them; read-only."""
    given = np.asarray(q, dtype=np.float64).tobytes()
    last = _LAST.get(model)
    if last is None or last[0] != given:  # what opens a robot asks several times for its first pose
        last = _LAST[model] = given, frozen(_frame_poses(model, q))
    return last[1]


def _frame_poses(model: Model, q: Array) -> Array:
    poses: dict[str | None, Array] = {None: np.eye(4)}
    waiting = list(zip(model.joints, _child_poses(model, q), strict=True))
    while waiting:
        later = []
        for joint, pose in waiting:
            if joint.parent not in poses:
                later.append((joint, pose))
                continue
            poses[joint.child] = poses[joint.parent] @ pose
        waiting = later
    bodies = [poses[body.name] for body in model.bodies]
    return np.array(bodies + [poses[frame.body] @ frame.placement for frame in model.frames]).reshape(-1, 4, 4)


def _child_poses(model: Model, q: Array) -> Array:
    """Where each joint's child is, in its parent's frame, at q (nq,): (joints, 4, 4)."""
    placements = np.array([joint.placement for joint in model.joints]).reshape(-1, 4, 4)
    children = np.array([joint.child_placement for joint in model.joints]).reshape(-1, 4, 4)
    return placements @ _joint_motions(model, q) @ children


def _joint_motions(model: Model, q: Array) -> Array:
    """What each of the model's joints does at q (nq,), as `joint_motion` gives it: (joints, 4, 4)."""
    alike: dict[tuple[object, ...], list[int]] = {}  # most joints of a robot turn about the same few axes
    for i, joint in enumerate(model.joints):
        alike.setdefault((joint.kind, joint.pitch, *joint.axis.tolist()), []).append(i)
    motions = np.empty((len(model.joints), 4, 4))
    for places in alike.values():
        joints = [model.joints[i] for i in places]
        motions[places] = joint_motion(joints[0], np.array([joint_values(model, joint, q) for joint in joints]))
    return motions


def plain_frame_pose(model: Model, q: Any, frame: str) -> Any:
    """Poses (…, 4, 4) of one frame in the world at configurations q (…, nq), real or complex. Raises UnknownNameError."""
    pose: Any = np.eye(4)
    for joint in joints_to(model, frame):
        motion = joint_motion(joint, joint_values(model, joint, q))
        pose = pose @ joint.placement @ motion @ joint.child_placement
    return pose @ placement_on_body(model, frame)[1]


def joints_to(model: Model, frame: str) -> list[Joint]:
    """The joints from the world to a frame, fixed ones too, that of the base first. Raises UnknownNameError."""
    body, _ = placement_on_body(model, frame)
    carrying = {joint.child: joint for joint in model.joints}
    path = []
    while body is not None:
        path.append(carrying[body])
        body = path[-1].parent
    return path[::-1]


def placement_on_body(model: Model, frame: str) -> tuple[str | None, Array]:
    """The body that a frame is fixed to, None for the world, and its pose (4, 4) there. Raises UnknownNameError."""
    index = model.frame_index(frame)
    if index < len(model.bodies):
        return frame, np.eye(4)
    found = model.frames[index - len(model.bodies)]
    return found.body, found.placement


def joint_values(model: Model, joint: Joint, q: Any) -> Any:
    """The numbers (…, nq of the joint) that a joint moves by at q (…, nq), those of its leader if it follows one."""
    if joint.kind is JointKind.FIXED:
        return q[..., :0]
    if joint.mimic is None:
        return q[..., model.joint_slices()[joint.name][0]]
    return joint.mimic.ratio * q[..., model.joint_slices()[joint.mimic.joint][0]] + joint.mimic.offset


def place_in_v(model: Model, joint: Joint) -> tuple[str | None, float, slice]:
    """The joint that owns the numbers a joint moves by, how many times they are taken, and where they are in v."""
    if joint.kind is JointKind.FIXED:
        return None, 1.0, slice(0, 0)
    leader, ratio = (joint.mimic.joint, joint.mimic.ratio) if joint.mimic else (joint.name, 1.0)
    return leader, ratio, model.joint_slices()[leader][1]


def joint_motion(joint: Joint, values: Any) -> Any:
    """What a joint does at these numbers (…, nq of the joint) of q, as poses (…, 4, 4) of its moved frame in its frame."""
    values = np.asarray(values)
    pose = np.zeros((*values.shape[:-1], 4, 4), np.result_type(values, float))
    pose[..., :, :] = np.eye(4)
    if joint.kind in (JointKind.REVOLUTE, JointKind.CONTINUOUS):
        pose[..., :3, :3] = turned(joint.axis, values[..., 0])
    elif joint.kind is JointKind.PRISMATIC:
        pose[..., :3, 3] = values * joint.axis
    elif joint.kind is JointKind.HELICAL:
        pose[..., :3, :3], pose[..., :3, 3] = turned(joint.axis, values[..., 0]), joint.pitch * values * joint.axis
    elif joint.kind is JointKind.PLANAR:
        pose[..., :3, :3] = turned(joint.axis, values[..., 2])
        pose[..., :3, 3] = values[..., :2] @ plane_axes(joint.axis)[:, :2].T
    elif joint.kind.has_quaternion:
        pose[..., :3, :3] = _of_quaternion(values[..., -4:])
        if joint.kind is JointKind.FREE_FLYER:
            pose[..., :3, 3] = values[..., :3]
    return pose


def _of_quaternion(numbers: Any) -> Any:
    """The rotations (…, 3, 3) of quaternions x y z w (…, 4), of any norm but 0."""
    x, y, z, w = np.moveaxis(numbers, -1, 0)
    s = 2.0 / (x * x + y * y + z * z + w * w)
    rows = (
        (1.0 - s * (y * y + z * z), s * (x * y - z * w), s * (x * z + y * w)),
        (s * (x * y + z * w), 1.0 - s * (x * x + z * z), s * (y * z - x * w)),
        (s * (x * z - y * w), s * (y * z + x * w), 1.0 - s * (x * x + y * y)),
    )
    return np.stack([np.stack(row, -1) for row in rows], -2)
