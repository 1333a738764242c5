"""The recursive Newton-Euler algorithm written out, to be stepped through, and an oracle for the compiled one.

Source: newton-euler-inverse-dynamics, "Algorithme de Newton-Euler" and "Résumé", as THEORY §4 corrects it: over the bodies
and joints of the definition, fixed ones too, along world axes, with all moments at the world's origin, or each at the
origin of its own body, to which what the parent and the children give is then transported. (The source has the angular part
first; here the linear one is.) What does not go from link to link is done for all links at once, which is ten times as fast.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from ...arrays import Array, frozen
from ...errors import ArgumentError
from ..algebra.plain_spatial import body_inertias, cross_forces, cross_motions, force_at, motion_shifts, motions_at
from ..dynamics.inverse_dynamics import inverse_dynamics
from ..dynamics.wrenches import Wrenches, checked_wrenches
from ..kinematics.plain_kinematics import joint_motion, joint_values, placement_on_body
from ..model.checks import checked, checked_gravity
from ..model.model import GRAVITY, Model
from .joint_subspaces import joint_subspace
from .newton_euler_steps import InwardStep, NewtonEulerTrace, OutwardStep
from .tree_order import TreeOrder, tree_order

REFERENCES = ("world", "body")
"""Where a trace takes velocities and moments."""


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
    τ is of all that acts along a joint, armature among what is moved: its motor gives τ less damping, dry friction, spring.
    Raises ArgumentError for another reference, for sizes or numbers that cannot be used, UnknownNameError for an unknown frame.
    """
    q, v, a = checked(model, q=q, v=v, a=a)
    g = checked_gravity(gravity)
    if reference not in REFERENCES:
        raise ArgumentError(
            "reference must be one of {references}; given {reference!r}", references=", ".join(REFERENCES), reference=reference
        )
    tree = tree_order(model)
    places = _places(model, tree, q, reference)
    external = _external(model, tree, places, q, wrenches)
    base = frozen(np.array([-g[0], -g[1], -g[2], 0.0, 0.0, 0.0]))
    motions = _outward(tree, places, base, v, a)
    forces = _inward(tree, places, motions, external)
    tau = np.zeros(model.nv)
    np.add.at(tau, tree.in_v[::-1], (tree.ratio * forces.torque)[::-1])  # as they come on the way back
    other = inverse_dynamics(model, q, v, a, wrenches, (g[0], g[1], g[2]))
    roots = [k for k, parent in enumerate(tree.parent) if parent < 0]
    outward = tuple(_outward_step(tree, places, motions, k) for k in range(len(tree.joints)))
    return NewtonEulerTrace(
        outward=outward,
        inward=tuple(_inward_step(tree, places, forces, outward[k]) for k in reversed(range(len(tree.joints)))),
        places=tree.places,
        reference=reference,
        base_acceleration=base,
        reaction=frozen(sum((force_at(-places.point[k], forces.force[k]) for k in roots), np.zeros(6))),
        tau=frozen(tau),
        residual=float(np.abs(tau - other).max(initial=0.0)),
    )


class _Places(NamedTuple):
    """Where everything is: of n joints with their bodies, and m columns of S."""

    poses: Array  # (n, 4, 4) of the bodies
    axis_points: Array  # (n, 3)
    point: Array  # (n, 3) where v and n are taken
    S: Array  # (m, 6) a row a column of S, at those points
    with_parent: np.ndarray  # (m,) whether it moves with the parent rather than with the child
    shifts: Array | None  # (n, 6, 6) from a motion at the parent's point to one at the joint's own; None: the same point


class _Motions(NamedTuple):
    rate: Array  # (m,) q̇ and
    rate_dot: Array  # (m,) q̈ as the joints take them
    S_dot: Array  # (m, 6)
    parent_twist: Array  # (n, 6)
    twist: Array  # (n, 6)
    parent_acceleration: Array  # (n, 6)
    acceleration: Array  # (n, 6)


class _Forces(NamedTuple):
    center: Array  # (n, 3)
    inertia: Array  # (n, 6, 6)
    momentum: Array  # (n, 6)
    inertial: Array  # (n, 6)
    gyroscopic: Array  # (n, 6)
    net: Array  # (n, 6)
    external: Array  # (n, 6)
    from_children: Array  # (n, 6)
    force: Array  # (n, 6)
    armature: Array  # (m,)
    torque: Array  # (m,)


def _places(model: Model, tree: TreeOrder, q: Array, reference: str) -> _Places:
    n, m = len(tree.joints), len(tree.owner)
    moved = tree.placement @ np.array([joint_motion(joint, joint_values(model, joint, q)) for joint in tree.joints]).reshape(
        n, 4, 4
    )
    moved = moved @ tree.child_placement
    poses, above = np.empty((n, 4, 4)), np.empty((n, 4, 4))
    for k, parent in enumerate(tree.parent):
        above[k] = _AT_WORLD if parent < 0 else poses[parent]
        poses[k] = above[k] @ moved[k]
    before, after = above @ tree.placement, poses @ tree.unplaced
    S, with_parent = np.empty((m, 6)), np.zeros(m, dtype=bool)
    for k, joint in enumerate(tree.joints):
        if tree.columns[k].stop > tree.columns[k].start:
            found = joint_subspace(joint, before[k], after[k])
            S[tree.columns[k]] = found.S.T
            with_parent[tree.columns[k].start :][: found.in_parent] = True
    point, shifts = np.zeros((n, 3)), None
    if reference == "body":
        point = poses[:, :3, 3].copy()
        S = motions_at(point[tree.owner], S)
        shifts = motion_shifts(np.array([p - point[up] if up >= 0 else p for p, up in zip(point, tree.parent, strict=True)]))
    return _Places(frozen(poses), frozen(after[:, :3, 3]), frozen(point), frozen(S), with_parent, shifts)


_AT_WORLD = frozen(np.eye(4))


def _outward(tree: TreeOrder, places: _Places, base: Array, v: Array, a: Array) -> _Motions:
    """ξ_i = ξ_λ + S q̇ and ξ̇_i = ξ̇_λ + S q̈ + Ṡ q̇, each link from the one that carries it."""
    S, owner = places.S, tree.owner
    rate, rate_dot = tree.ratio * v[tree.in_v], tree.ratio * a[tree.in_v]
    parent_twist, twist = _carried(tree, places, np.zeros(6), S * rate[:, None])
    carrying = np.where(places.with_parent[:, None], parent_twist[owner], twist[owner])
    S_dot = cross_motions(carrying, S)
    added = S * rate_dot[:, None] + S_dot * rate[:, None]
    return _Motions(*map(frozen, (rate, rate_dot, S_dot, parent_twist, twist, *_carried(tree, places, base, added))))


def _carried(tree: TreeOrder, places: _Places, base: Array, of_columns: Array) -> tuple[Array, Array]:
    """From a motion (6,) of the base: those (n, 6) of the parents, and with what each column (m, 6) adds, of the links."""
    n = len(tree.joints)
    parents, links, added = np.empty((n, 6)), np.empty((n, 6)), np.zeros((n, 6))
    np.add.at(added, tree.owner, of_columns)
    for k, up in enumerate(tree.parent):
        above = base if up < 0 else links[up]
        parents[k] = above if places.shifts is None else places.shifts[k] @ above
        links[k] = parents[k] + added[k]
    return parents, links


def _inward(tree: TreeOrder, places: _Places, motions: _Motions, external: Array) -> _Forces:
    """f_i = I ξ̇ + ξ ×* I ξ - f_ext + Σ f of the children, each link from those that it carries; τ = Sᵀ f."""
    R, origin = places.poses[:, :3, :3], places.poses[:, :3, 3]
    center = (R @ tree.com[:, :, None])[:, :, 0] + origin
    inertia = body_inertias(tree.mass, center - places.point, R @ tree.inertia @ R.transpose(0, 2, 1))
    momentum = (inertia @ motions.twist[:, :, None])[:, :, 0]
    inertial = (inertia @ motions.acceleration[:, :, None])[:, :, 0]
    gyroscopic = cross_forces(motions.twist, momentum)
    net = inertial + gyroscopic
    force, from_children = net - external, np.zeros_like(net)
    for k in reversed(range(len(tree.joints))):
        force[k] += from_children[k]
        if tree.parent[k] >= 0:
            from_children[tree.parent[k]] += force[k] if places.shifts is None else force[k] @ places.shifts[k]
    armature = tree.armature * motions.rate_dot
    linear, angular = tree.flying[:, None] + np.arange(3), tree.flying[:, None] + np.arange(3, 6)
    armature[linear] += tree.armature[linear] * np.cross(motions.rate[angular], motions.rate[linear])
    torque = (places.S * force[tree.owner]).sum(axis=1) + armature
    found = (center, inertia, momentum, inertial, gyroscopic, net, external, from_children, force, armature, torque)
    return _Forces(*map(frozen, found))


def _outward_step(tree: TreeOrder, places: _Places, motions: _Motions, k: int) -> OutwardStep:
    joint, columns = tree.joints[k], tree.columns[k]
    return OutwardStep(
        body=joint.child,
        joint=joint.name,
        parent=joint.parent,
        pose=places.poses[k],
        axis_point=places.axis_points[k],
        point=places.point[k],
        S=places.S[columns].T,
        S_dot=motions.S_dot[columns].T,
        joint_velocity=motions.rate[columns],
        joint_acceleration=motions.rate_dot[columns],
        parent_twist=motions.parent_twist[k],
        twist=motions.twist[k],
        parent_acceleration=motions.parent_acceleration[k],
        acceleration=motions.acceleration[k],
    )


def _inward_step(tree: TreeOrder, places: _Places, forces: _Forces, out: OutwardStep) -> InwardStep:
    k = tree.places[out.body]
    leader, ratio, in_v = tree.leaders[k]
    return InwardStep(
        body=out.body,
        joint=out.joint,
        parent=out.parent,
        children=tree.children[k],
        origin=out.pose[:3, 3],
        point=out.point,
        S=out.S,
        mass=float(tree.mass[k]),
        center=forces.center[k],
        inertia=forces.inertia[k],
        momentum=forces.momentum[k],
        inertial=forces.inertial[k],
        gyroscopic=forces.gyroscopic[k],
        net=forces.net[k],
        external=forces.external[k],
        from_children=forces.from_children[k],
        force=forces.force[k],
        armature_torque=forces.armature[tree.columns[k]],
        torque=forces.torque[tree.columns[k]],
        leader=leader,
        ratio=ratio,
        in_v=in_v,
    )


def _external(model: Model, tree: TreeOrder, places: _Places, q: Array, wrenches: Wrenches | None) -> Array:
    """The wrench (n, 6) of the environment on each body, where its moments are taken."""
    total = np.zeros((len(tree.joints), 6))
    for name, wrench in checked_wrenches(wrenches or {}).items():
        body, placement = placement_on_body(model, name)
        if body is not None:
            k = tree.places[body]
            total[k] += force_at(places.point[k] - (places.poses[k] @ placement)[:3, 3], wrench)
    return total
