"""Gains that hold a robot where it is, for scenes that give none."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from ...arrays import Array
from ...multibody.kinematics.plain_kinematics import plain_frame_poses
from ...multibody.model.model import Joint, JointKind, Model

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
    moving = _Moving.of(model, q)
    for name, (_, place) in model.joint_slices().items():
        if place.stop - place.start == 1:
            inertia = moving.inertia(model.joint(name), weight)
            stiffness[place] = inertia * omega**2
            damping[place] = 2.0 * inertia * omega
    return stiffness, damping


@dataclass(frozen=True, eq=False, slots=True)
class _Moving:
    """The bodies in the world at one configuration, ordered so that what a body carries stands right after it."""

    place: dict[str, tuple[int, int]]  # of each body: its own index, and the one after all that hangs on it
    poses: Array  # (n, 4, 4)
    masses: Array  # (n,) [kg]
    coms: Array  # (n, 3) [m]
    inertias: Array  # (n, 3, 3) about the centres of mass [kg m²]

    @classmethod
    def of(cls, model: Model, q: Array) -> _Moving:
        place = _subtrees(model)
        by_name = {body.name: body for body in model.bodies}
        frames = plain_frame_poses(model, q)
        bodies = [by_name[name] for name in place]
        poses = np.array([frames[model.frame_index(name)] for name in place]).reshape(-1, 4, 4)
        rotations = poses[:, :3, :3]
        coms = np.array([body.com for body in bodies]).reshape(-1, 3)
        inertias = np.array([body.inertia for body in bodies]).reshape(-1, 3, 3)
        return cls(
            place,
            poses,
            np.array([body.mass for body in bodies]),
            (rotations @ coms[:, :, None])[:, :, 0] + poses[:, :3, 3],
            rotations @ inertias @ rotations.transpose(0, 2, 1),
        )

    def inertia(self, joint: Joint, weight: float) -> float:
        """The diagonal entry of the mass matrix of one joint: the inertia of all it carries, along or about its axis.

        weight : of what the end of its limb may have to carry instead [kg]
        """
        first, end = self.place[joint.child]
        masses = self.masses[first:end]
        if joint.kind is JointKind.PRISMATIC:
            return float(max(joint.armature + masses.sum(), weight))
        frame = self.poses[first] @ np.linalg.inv(joint.child_placement)
        axis, origin = frame[:3, :3] @ joint.axis, frame[:3, 3]
        reach = _squares_across(axis, self.poses[first:end, :3, 3] - origin).max() if weight > 0.0 else 0.0
        squares = _squares_across(axis, self.coms[first:end] - origin)
        total = joint.armature + masses @ squares + axis @ self.inertias[first:end].sum(axis=0) @ axis
        return float(max(total, weight * reach))


def _squares_across(axis: Array, points: Array) -> Array:
    """Squared distances (n,) of points (n, 3) from a line through the origin along a unit vector."""
    x, y, z = points.T
    squares: Array = (
        (axis[1] * z - axis[2] * y) ** 2 + (axis[2] * x - axis[0] * z) ** 2 + (axis[0] * y - axis[1] * x) ** 2
    )
    return squares


def _subtrees(model: Model) -> dict[str, tuple[int, int]]:
    """For each body, parents first, its index and the one after all that hangs on it."""
    children: dict[str | None, list[str]] = {}
    above: dict[str, str | None] = {}
    for joint in model.joints:
        children.setdefault(joint.parent, []).append(joint.child)
        above[joint.child] = joint.parent
    ordered: list[str] = []
    waiting = list(reversed(children.get(None, [])))
    while waiting:
        ordered.append(waiting.pop())
        waiting += reversed(children.get(ordered[-1], []))
    count = dict.fromkeys(ordered, 1)
    for name in reversed(ordered):
        parent = above[name]
        if parent is not None:
            count[parent] += count[name]
    return {name: (i, i + count[name]) for i, name in enumerate(ordered)}
