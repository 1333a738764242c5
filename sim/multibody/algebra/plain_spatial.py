"""Spatial algebra in plain NumPy: matrices to be looked at, and an independent check of the kernels of `spatial`.

Motions are [v; ω], forces [f; n], linear part first, along world axes; a point is where v and n are taken.
Source: newton-euler-inverse-dynamics, "Equations du mouvement spatiales" (with the blocks in our order); Featherstone 2008,
chapter 2.
"""

from __future__ import annotations

import numpy as np

from ...arrays import Array
from ..model.model import Body


def skew(u: Array) -> Array:
    """S(u) (3, 3) with S(u) b = u × b."""
    return np.array([[0.0, -u[2], u[1]], [u[2], 0.0, -u[0]], [-u[1], u[0], 0.0]])


def motion_to_world(pose: Array) -> Array:
    """Matrix (6, 6) from a motion at a frame's origin along its axes to the world's; `pose` (4, 4) is the frame's."""
    R, p = pose[:3, :3], pose[:3, 3]
    return np.block([[R, skew(p) @ R], [np.zeros((3, 3)), R]])


def motion_at(r: Array, motion: Array) -> Array:
    """A motion (6,), or one in each column (6, k), taken at a point that is r (3,) away: v + ω × r."""
    return np.concatenate([motion[:3] - skew(r) @ motion[3:], motion[3:]])


def force_at(r: Array, force: Array) -> Array:
    """A force (6,), or one in each column (6, k), taken at a point that is r (3,) away: n - r × f."""
    return np.concatenate([force[:3], force[3:] - skew(r) @ force[:3]])


def inertia_at(r: Array, inertia: Array) -> Array:
    """A spatial inertia (6, 6) taken at a point that is r (3,) away."""
    halfway = force_at(r, inertia).T
    return force_at(r, halfway)


def cross_motion_matrix(xi: Array) -> Array:
    """ξ × (6, 6): times a motion, the rate of change of that motion when it is carried along by ξ (6,)."""
    matrix = np.zeros((6, 6))  # filled piece by piece, which takes a tenth of the time of np.block
    matrix[:3, :3] = matrix[3:, 3:] = skew(xi[3:])
    matrix[:3, 3:] = skew(xi[:3])
    return matrix


def cross_force_matrix(xi: Array) -> Array:
    """ξ ×* (6, 6): times a force, the rate of change of that force when it is carried along by ξ (6,)."""
    matrix = np.zeros((6, 6))
    matrix[:3, :3] = matrix[3:, 3:] = skew(xi[3:])
    matrix[3:, :3] = skew(xi[:3])
    return matrix


def body_inertia(body: Body, pose: Array) -> Array:
    """Spatial inertia (6, 6) of a body at `pose` (4, 4), at the world's origin along its axes.

    [[m 1, -m ĉ], [m ĉ, I - m ĉ ĉ]], with I about the centre of mass c [kg, kg m, kg m²].
    """
    R = pose[:3, :3]
    c = skew(R @ body.com + pose[:3, 3])
    matrix = np.zeros((6, 6))
    matrix[:3, :3] = body.mass * np.eye(3)
    matrix[:3, 3:], matrix[3:, :3] = -body.mass * c, body.mass * c
    matrix[3:, 3:] = R @ body.inertia @ R.T - body.mass * c @ c
    return matrix
