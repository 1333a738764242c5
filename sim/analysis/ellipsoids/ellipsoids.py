"""Velocity, force and acceleration ellipsoids of a frame.

Velocity: what ‖q̇‖ ≤ 1 gives, semi-axes σ_i u_i. Force: what ‖τ‖ ≤ 1 can exert or hold, semi-axes u_i / σ_i, unbounded along a
direction that is lost. With limits the joints are scaled by them: J diag(q̇max), J diag(1/τmax).
Source: THEORY §2; kinematic-model, "Pour aller plus loin : décomposition en valeurs singulières".
Acceleration (dynamic manipulability): J H⁻¹; Yoshikawa 1985, "Dynamic manipulability of robot manipulators".

Each takes three rows of a Jacobian: the position rows for m/s, N, m/s², the orientation rows for rad/s, N·m, rad/s².
"""

from __future__ import annotations

import numpy as np

from ...arrays import Array, as_floats, frozen
from ...errors import ArgumentError
from ..jacobian.singular_values import left_singular
from .values import Ellipsoid


def velocity_ellipsoid(J: Array, speed: Array | None = None) -> Ellipsoid:
    """Velocities of the frame that ‖q̇‖ ≤ 1 gives; with limits, those that ‖q̇ / q̇max‖ ≤ 1 gives.

    J     : (3, n) position or orientation rows of a Jacobian in world axes
    speed : (n,) q̇max, above 0 [rad/s | m/s]
    """
    U, sigma, _ = left_singular(J if speed is None else J * checked_limits("speed", speed, J))
    return Ellipsoid(frozen(_right_handed(U)), frozen(sigma))


def force_ellipsoid(J: Array, effort: Array | None = None) -> Ellipsoid:
    """Forces at the frame that ‖τ‖ ≤ 1 can exert; with limits, those that ‖τ / τmax‖ ≤ 1 can.

    Unbounded along a direction the robot cannot move in: there the structure carries the force.

    J      : (3, n) position or orientation rows of a Jacobian in world axes
    effort : (n,) τmax, above 0 [N·m | N]
    """
    U, sigma, rank = left_singular(J if effort is None else J / checked_limits("effort", effort, J))
    lengths = np.full(3, np.inf)
    lengths[:rank] = 1.0 / sigma[:rank]
    return Ellipsoid(frozen(_right_handed(U)[:, ::-1]), frozen(lengths[::-1]))


def dynamic_ellipsoid(J: Array, H: Array, effort: Array | None = None, actuated: Array | None = None) -> Ellipsoid:
    """Accelerations of the frame that ‖τ‖ ≤ 1 gives from rest, gravity balanced; with limits, that ‖τ / τmax‖ ≤ 1 gives.

    J        : (3, n) position or orientation rows of a Jacobian in world axes, all columns
    H        : (n, n) mass matrix
    effort   : (n,) τmax, above 0 where actuated [N·m | N]
    actuated : (n,) bool: which numbers of q̇ have a motor; None: all
    Source: Yoshikawa 1985. Raises ArgumentError.
    """
    H = as_floats("H", H)
    if H.shape != (J.shape[1], J.shape[1]):
        raise ArgumentError(
            "H has shape {shape}; J has {j_shape} columns and wants as many rows and columns", shape=H.shape, j_shape=J.shape[1]
        )
    try:
        response = as_floats("J H⁻¹", np.linalg.solve(H, np.transpose(J)).T)
    except np.linalg.LinAlgError:
        raise ArgumentError("H is singular: some joint moves no inertia") from None
    driven = np.ones(J.shape[1], dtype=bool) if actuated is None else np.asarray(actuated, dtype=bool)
    if driven.shape != (J.shape[1],):
        raise ArgumentError(
            "actuated has shape {shape}; wanted ({j_shape},), one a column of J", shape=driven.shape, j_shape=J.shape[1]
        )
    driven_effort = None if effort is None else np.asarray(effort)[driven]
    return velocity_ellipsoid(response[:, driven], driven_effort)


def checked_limits(name: str, limits: Array, J: Array) -> Array:
    """Limits (n,) of the columns of J (3, n), all finite and above 0; ArgumentError otherwise."""
    values = as_floats(name, limits)
    if values.shape != (J.shape[1],):
        raise ArgumentError(
            "{name} has shape {shape}; wanted ({j_shape},), one a column of J",
            name=name,
            shape=values.shape,
            j_shape=J.shape[1],
        )
    unusable = np.flatnonzero(~(np.isfinite(values) & (values > 0.0)))
    if len(unusable):
        raise ArgumentError(
            "{name}[{unusable}] is {values:g}; a limit is finite and above 0",
            name=name,
            unusable=unusable[0],
            values=values[unusable[0]],
        )
    return values


def _right_handed(U: Array) -> Array:
    """The same directions (3, 3), the last turned round where they were left-handed."""
    return U * np.array([1.0, 1.0, np.sign(np.linalg.det(U))])
