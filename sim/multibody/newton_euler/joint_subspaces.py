"""The directions in which joints let their children move, one joint at a time, in plain NumPy.

Source: newton-euler-inverse-dynamics, "Algorithme de Newton-Euler": s = [u; p × u], here with the linear part first.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

import numpy as np

from ...arrays import Array
from ..algebra.plain_spatial import motion_to_world, skew
from ..model.joint_rows import plane_axes
from ..model.model import Joint, JointKind


class Subspace(NamedTuple):
    """The directions in which a joint lets its child move."""

    S: Array  # (6, nv of the joint) at the world's origin, world axes
    in_parent: int = 0  # how many columns, the first ones, move with the parent rather than with the child


def joint_subspace(joint: Joint, before: Array, after: Array) -> Subspace:
    """The columns S (6, nv of the joint) of a joint, at the world's origin along its axes.

    before : (4, 4) pose in the world of the joint frame, as the parent holds it
    after  : (4, 4) the same frame moved by q
    """
    return _SUBSPACES.get(joint.kind, _last_of_six)(joint, before, after)


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


def _last_of_six(joint: Joint, before: Array, after: Array) -> Subspace:
    """All six directions, the three of turning, or none."""
    nv = joint.kind.nv
    return Subspace(motion_to_world(after)[:, 6 - nv :] if nv else np.zeros((6, 0)))


_SUBSPACES: dict[JointKind, Callable[[Joint, Array, Array], Subspace]] = {
    JointKind.REVOLUTE: _turning,
    JointKind.CONTINUOUS: _turning,
    JointKind.PRISMATIC: _sliding,
    JointKind.HELICAL: _screwing,
    JointKind.PLANAR: _in_plane,
}
