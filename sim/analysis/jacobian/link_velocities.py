"""The velocities of links, each in its own axes, one after the other from the base."""

from __future__ import annotations

import numpy as np

from ...arrays import Array, frozen
from ...multibody.algebra.plain_spatial import skew
from ...multibody.kinematics.plain_kinematics import joint_motion, joint_values, joints_to, place_in_v
from ...multibody.model.checks import checked
from ...multibody.model.model import Joint, Model
from ...multibody.newton_euler.tree_order import parents_first
from .joint_axes import axes_of
from .values import LinkVelocity


def link_velocities(model: Model, q: Array, v: Array, frame: str | None = None) -> tuple[LinkVelocity, ...]:
    """The velocity of each link at its origin along its own axes at q (nq,) and v (nv,), parents before children.

    ω_i = R (ω_λ + (1 - σ) q̇ z), v_i = R (v_λ + ω_λ × p_i + q̇ ∂p_i/∂q), for joints of every kind; z of a joint turns the
    origin p_i about the joint's place, which in standard Denavit-Hartenberg tables is not p_i itself.
    Source: kinematic-model, "Application, calcul récursif des vitesses"; THEORY §1.

    frame : the links from the base to this frame alone; None: all
    Raises UnknownNameError for an unknown frame, ArgumentError for q or v of wrong size or not finite.
    """
    joints = parents_first(model.joints) if frame is None else joints_to(model, frame)
    q, v = checked(model, q=q, v=v)
    found: dict[str | None, LinkVelocity] = {}
    for joint in joints:
        above = found[joint.parent].twist if joint.parent is not None else np.zeros(6)
        found[joint.child] = _link(model, joint, q, v, above)
    return tuple(found.values())


def _link(model: Model, joint: Joint, q: Array, v: Array, above: Array) -> LinkVelocity:
    """One link, from the twist (6,) of its parent in the parent's axes."""
    after = joint.placement @ joint_motion(joint, joint_values(model, joint, q))
    pose = after @ joint.child_placement
    R, p = pose[:3, :3].T, pose[:3, 3]
    from_parent = np.concatenate([above[:3] + skew(above[3:]) @ p, above[3:]])
    from_joint = np.zeros(6)
    for axis in axes_of(model, joint, joint.placement, after):
        from_joint += v[axis.column] * np.concatenate([axis.linear(p), axis.angular()])
    total = from_parent + from_joint
    _, ratio, place = place_in_v(model, joint)
    return LinkVelocity(
        body=joint.child,
        joint=joint.name,
        parent=joint.parent,
        R=frozen(np.array(R)),
        p=frozen(np.array(p)),
        rate=frozen(ratio * v[place]),
        from_parent=frozen(from_parent),
        from_joint=frozen(from_joint),
        twist=frozen(np.concatenate([R @ total[:3], R @ total[3:]])),
    )
