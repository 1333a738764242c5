"""The recursive Newton-Euler algorithm written out, to be stepped through, and an oracle for the compiled one.

Source: newton-euler-inverse-dynamics, "Algorithme de Newton-Euler" and "Résumé", as THEORY §4 corrects it: over the bodies
and joints of the definition, fixed ones too, along world axes, with all moments at the world's origin, or each at the
origin of its own body, to which what the parent and the children give is then transported. (The source has the angular part
first; here the linear one is.)
"""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

import numpy as np

from ...arrays import Array, frozen
from ...errors import ArgumentError
from ..algebra.plain_spatial import (
    body_inertia,
    cross_force_matrix,
    cross_motion_matrix,
    force_at,
    motion_at,
    motion_to_world,
    skew,
)
from ..dynamics.inverse_dynamics import inverse_dynamics
from ..dynamics.wrenches import Wrenches, checked_wrenches
from ..kinematics.plain_kinematics import place_in_v, plain_frame_poses
from ..model.checks import checked, checked_gravity
from ..model.joint_rows import plane_axes
from ..model.model import GRAVITY, Joint, JointKind, Model
from .newton_euler_steps import InwardStep, NewtonEulerTrace, OutwardStep


def newton_euler_trace(
    model: Model,
    q: Array,
    v: Array,
    a: Array,
    wrenches: Wrenches | None = None,
    gravity: tuple[float, float, float] = GRAVITY,
    reference: str = "world",
) -> NewtonEulerTrace:
    """Each step of the recursive Newton-Euler algorithm for acceleration a (nv,) at q (nq,), v (nv,), and τ (nv,) [N m | N].

    wrenches : wrenches [f; n] of the environment on frames, by frame name, in world axes at the frame's origin [N, N m];
               one on a frame of the world loads no joint, and is in no step.
    gravity  : in the world [m/s²].
    reference: where v and n of each step are taken: "world", at the world's origin, as the source does, or "body", at the
               origin of the step's body. The τ are the same but for rounding.
    Damping, dry friction and springs of joints are not part of τ; armature is.
    Raises ArgumentError for another reference, for sizes or numbers that cannot be used, UnknownNameError for an unknown frame.
    """
    q, v, a = checked(model, q=q, v=v, a=a)
    g = checked_gravity(gravity)
    if reference not in REFERENCES:
        raise ArgumentError(f"reference must be one of {', '.join(REFERENCES)}; given {reference!r}")
    all_poses = plain_frame_poses(model, q)
    poses = dict(zip(model.body_names, all_poses[: len(model.bodies)], strict=True))
    external = _external(model, all_poses, wrenches)
    base = frozen(np.array([-g[0], -g[1], -g[2], 0.0, 0.0, 0.0]))

    ordered = parents_first(model.joints)
    motions: dict[str, OutwardStep] = {}
    for joint in ordered:
        point = frozen(poses[joint.child][:3, 3].copy()) if reference == "body" else WORLD
        motions[joint.child] = _outward(model, joint, poses, motions, point, base, v, a)
    forces: dict[str, InwardStep] = {}
    tau = np.zeros(model.nv)
    for joint in reversed(ordered):
        step = _inward(model, joint, poses, motions, forces, external[joint.child])
        forces[joint.child] = step
        tau[step.in_v] += step.generalized_force

    other = inverse_dynamics(model, q, v, a, wrenches, (g[0], g[1], g[2]))
    return NewtonEulerTrace(
        outward=tuple(motions.values()),
        inward=tuple(forces.values()),
        reference=reference,
        base_acceleration=base,
        reaction=frozen(
            sum((force_at(-step.point, step.force) for step in forces.values() if step.parent is None), np.zeros(6))
        ),
        tau=frozen(tau),
        residual=float(np.abs(tau - other).max(initial=0.0)),
    )


REFERENCES = ("world", "body")
"""Where a trace takes velocities and moments."""
WORLD = frozen(
    np.zeros(3)
)  # its origin; the same object in all steps, so that nothing is transported from it to itself


class Subspace(NamedTuple):
    """The directions in which a joint lets its child move."""

    S: Array  # (6, nv of the joint) at the world's origin, world axes
    in_parent: int = 0  # how many columns, the first ones, move with the parent rather than with the child


def joint_subspace(joint: Joint, before: Array, after: Array) -> Subspace:
    """The columns S (6, nv of the joint) of a joint, at the world's origin along its axes.

    before : (4, 4) pose in the world of the joint frame, as the parent holds it
    after  : (4, 4) the same frame moved by q
    """
    return _SUBSPACES[joint.kind](joint, before, after)


def _turning(joint: Joint, before: Array, after: Array) -> Subspace:
    u, p = after[:3, :3] @ joint.axis, after[:3, 3]
    return Subspace(np.concatenate([skew(p) @ u, u])[:, None])


def _sliding(joint: Joint, before: Array, after: Array) -> Subspace:
    return Subspace(np.concatenate([after[:3, :3] @ joint.axis, np.zeros(3)])[:, None])


def _screwing(joint: Joint, before: Array, after: Array) -> Subspace:
    return Subspace(_turning(joint, before, after).S + joint.pitch * _sliding(joint, before, after).S)


def _in_plane(joint: Joint, before: Array, after: Array) -> Subspace:
    slides = np.concatenate([before[:3, :3] @ plane_axes(joint.axis)[:, :2], np.zeros((3, 2))])
    return Subspace(np.hstack([slides, _turning(joint, before, after).S]), in_parent=2)


def _swivelling(joint: Joint, before: Array, after: Array) -> Subspace:
    return Subspace(motion_to_world(after)[:, 3:])


def _free(joint: Joint, before: Array, after: Array) -> Subspace:
    return Subspace(motion_to_world(after))


def _none(joint: Joint, before: Array, after: Array) -> Subspace:
    return Subspace(np.zeros((6, 0)))


_SUBSPACES: dict[JointKind, Callable[[Joint, Array, Array], Subspace]] = {
    JointKind.FIXED: _none,
    JointKind.REVOLUTE: _turning,
    JointKind.CONTINUOUS: _turning,
    JointKind.PRISMATIC: _sliding,
    JointKind.HELICAL: _screwing,
    JointKind.PLANAR: _in_plane,
    JointKind.SPHERICAL: _swivelling,
    JointKind.FREE_FLYER: _free,
}


def _outward(
    model: Model,
    joint: Joint,
    poses: dict[str, Array],
    motions: dict[str, OutwardStep],
    point: Array,
    base: Array,
    v: Array,
    a: Array,
) -> OutwardStep:
    """The motion of a joint's child from that of its parent, v at a point (3,) of the world."""
    above = np.eye(4) if joint.parent is None else poses[joint.parent]
    after = poses[joint.child] @ np.linalg.inv(joint.child_placement)
    S, in_parent = joint_subspace(joint, above @ joint.placement, after)
    S = S if point is WORLD else motion_at(point, S)
    _, ratio, in_v = place_in_v(model, joint)
    rate, rate_dot = ratio * v[in_v], ratio * a[in_v]
    xi_parent, xi_dot_parent = np.zeros(6), base
    if joint.parent is not None:
        parent = motions[joint.parent]
        xi_parent, xi_dot_parent = parent.twist, parent.acceleration
        if point is not WORLD:
            r = point - parent.point
            xi_parent, xi_dot_parent = motion_at(r, xi_parent), motion_at(r, xi_dot_parent)

    xi = xi_parent + S @ rate
    S_dot = cross_motion_matrix(xi) @ S
    S_dot[:, :in_parent] = cross_motion_matrix(xi_parent) @ S[:, :in_parent]
    xi_dot = xi_dot_parent + S @ rate_dot + S_dot @ rate
    return OutwardStep(
        body=joint.child,
        joint=joint.name,
        parent=joint.parent,
        pose=frozen(poses[joint.child].copy()),
        axis_point=frozen(after[:3, 3].copy()),
        point=point,
        S=frozen(S),
        S_dot=frozen(S_dot),
        joint_velocity=frozen(rate),
        joint_acceleration=frozen(rate_dot),
        parent_twist=frozen(xi_parent),
        twist=frozen(xi),
        parent_acceleration=frozen(xi_dot_parent),
        acceleration=frozen(xi_dot),
    )


def _inward(
    model: Model,
    joint: Joint,
    poses: dict[str, Array],
    motions: dict[str, OutwardStep],
    forces: dict[str, InwardStep],
    external: Array,
) -> InwardStep:
    """The force through a joint from those through the joints its child carries."""
    motion = motions[joint.child]
    body, pose = model.bodies[model.frame_index(joint.child)], poses[joint.child]
    seen = pose.copy()
    seen[:3, 3] -= motion.point
    inertia = body_inertia(body, seen)
    momentum = inertia @ motion.twist
    inertial = inertia @ motion.acceleration
    gyroscopic = cross_force_matrix(motion.twist) @ momentum
    children = tuple(other.child for other in model.joints if other.parent == joint.child)
    carried = [forces[child] for child in children]
    if motion.point is WORLD:
        from_children = sum((step.force for step in carried), np.zeros(6))
    else:
        from_children = sum((force_at(motion.point - step.point, step.force) for step in carried), np.zeros(6))
        external = force_at(motion.point, external)
    force = inertial + gyroscopic - external + from_children

    leader, ratio, in_v = place_in_v(model, joint)
    rotor = 0.0 if joint.kind is JointKind.FREE_FLYER else joint.armature
    armature_torque = rotor * motion.joint_acceleration
    return InwardStep(
        body=joint.child,
        joint=joint.name,
        parent=joint.parent,
        children=children,
        origin=motion.origin,
        point=motion.point,
        S=motion.S,
        mass=float(body.mass),
        center=frozen(pose[:3, :3] @ body.com + pose[:3, 3]),
        inertia=frozen(inertia),
        momentum=frozen(momentum),
        inertial=frozen(inertial),
        gyroscopic=frozen(gyroscopic),
        net=frozen(inertial + gyroscopic),
        external=frozen(external),
        from_children=frozen(from_children),
        force=frozen(force),
        armature_torque=frozen(armature_torque),
        torque=frozen(motion.S.T @ force + armature_torque),
        leader=leader,
        ratio=ratio,
        in_v=in_v,
    )


def _external(model: Model, poses: Array, wrenches: Wrenches | None) -> dict[str, Array]:
    """The wrench (6,) of the environment on each body, at the world's origin."""
    total = {name: np.zeros(6) for name in model.body_names}
    for name, wrench in checked_wrenches(wrenches or {}).items():
        index = model.frame_index(name)
        count = len(model.bodies)
        body = name if index < count else model.frames[index - count].body
        if body is not None:
            total[body] += force_at(-poses[index, :3, 3], wrench)
    return total


def parents_first(joints: tuple[Joint, ...]) -> list[Joint]:
    """The joints, depth first: each after that of its parent, and what it carries right after it."""
    joints_on: dict[str | None, list[Joint]] = {}
    for joint in joints:
        joints_on.setdefault(joint.parent, []).append(joint)
    ordered: list[Joint] = []
    waiting = joints_on.get(None, [])[::-1]
    while waiting:
        joint = waiting.pop()
        ordered.append(joint)
        waiting += joints_on.get(joint.child, [])[::-1]
    return ordered
