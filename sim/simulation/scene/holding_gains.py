"""Gains that hold a robot where it is, for scenes that give none."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from ...arrays import Array
from ...multibody.kinematics.plain_kinematics import plain_frame_poses
from ...multibody.model.joint_rows import plane_axes
from ...multibody.model.model import Joint, JointKind, Model

_FREQUENCY = 3.0  # at which a joint, alone, would come back to its place [Hz]


def holding_gains(model: Model, q: Array) -> tuple[Array, Array]:
    """Stiffness and damping (nv,) of a critically damped joint of 3 Hz, from the inertia it moves at q.

    With a free-flyer, a joint may have to carry the whole robot at the end of its limb, as legs do: then that counts.
    The free-flyer's six, and joints that move nothing, get zero. Needs no compiled code.
    """
    floating = any(joint.kind is JointKind.FREE_FLYER for joint in model.joints)
    weight = sum(body.mass for body in model.bodies) if floating else 0.0
    held = [(model.joint(name), v) for name, (_, v) in model.joint_slices().items() if v.stop - v.start == 1]
    inertia = _moved_inertias(model, q, [joint for joint, _ in held], weight)
    stiffness, damping = np.zeros(model.nv), np.zeros(model.nv)
    omega, places = 2.0 * np.pi * _FREQUENCY, [v.start for _, v in held]
    stiffness[places], damping[places] = inertia * omega**2, 2.0 * inertia * omega
    return stiffness, damping


def _moved_inertias(model: Model, q: Array, joints: Sequence[Joint], weight: float) -> Array:
    """The diagonal entries (n,) of the mass matrix of joints of one degree: of all each carries, along or about its axis.

    weight : of what the end of its limb may have to carry instead [kg]
    """
    moving = _Moving.of(model, q)
    carried = [moving.place[joint.child] for joint in joints]
    children = np.linalg.inv(np.array([joint.child_placement for joint in joints]).reshape(-1, 4, 4))
    frames = moving.poses[[first for first, _ in carried]] @ children
    axes = frames[:, :3, :3] @ np.array([plane_axes(joint.axis) for joint in joints]).reshape(-1, 3, 3)
    along = zip(joints, carried, axes, frames[:, :3, 3:], strict=True)
    return np.array([moving.inertia(joint, slice(*own), R, p, weight) for joint, own, R, p in along])


@dataclass(frozen=True, eq=False, slots=True)
class _Moving:
    """The bodies in the world at one configuration, ordered so that what a body carries stands right after it."""

    place: dict[str, tuple[int, int]]  # of each body: its own index, and the one after all that hangs on it
    poses: Array  # (n, 4, 4)
    masses: Array  # (n,) [kg]
    coms: Array  # (3, n) [m]
    inertias: Array  # (n, 3, 3) sums over each body and all that hangs on it, of each about its centre of mass [kg m²]

    @classmethod
    def of(cls, model: Model, q: Array) -> _Moving:
        place = _subtrees(model)
        by_name = {body.name: body for body in model.bodies}
        frames = plain_frame_poses(model, q)
        bodies = [by_name[name] for name in place]
        poses = frames[[model.frame_index(name) for name in place]]
        rotations = poses[:, :3, :3]
        coms = np.array([body.com for body in bodies]).reshape(-1, 3)
        inertias = np.array([body.inertia for body in bodies]).reshape(-1, 3, 3)
        inertias = rotations @ inertias @ rotations.transpose(0, 2, 1)
        for joint in sorted(model.joints, key=lambda joint: -place[joint.child][0]):  # what hangs on a body comes first
            if joint.parent is not None:
                inertias[place[joint.parent][0]] += inertias[place[joint.child][0]]
        return cls(
            place,
            poses,
            np.array([body.mass for body in bodies]),
            np.ascontiguousarray(((rotations @ coms[:, :, None])[:, :, 0] + poses[:, :3, 3]).T),
            inertias,
        )

    def inertia(self, joint: Joint, carried: slice, axes: Array, origin: Array, weight: float) -> float:
        """An entry of `_moved_inertias`.

        axes   : (3, 3) two columns across the joint's axis, and that axis, in the world
        origin : (3, 1) of the joint in the world [m]
        """
        masses = self.masses[carried]
        if joint.kind is JointKind.PRISMATIC:
            return float(max(joint.armature + masses.sum(), weight))
        across, axis = axes[:, :2].T, axes[:, 2]
        reach = ((across @ (self.poses[carried, :3, 3].T - origin)) ** 2).sum(axis=0).max() if weight > 0.0 else 0.0
        spread = ((across @ (self.coms[:, carried] - origin)) ** 2 @ masses).sum()
        total = joint.armature + spread + axis @ self.inertias[carried.start] @ axis
        return float(max(total, weight * reach))


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
