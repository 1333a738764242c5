"""Velocity and force ellipsoids of a frame.

Velocity: what ‖q̇‖ ≤ 1 gives, semi-axes σ_i u_i. Force: what ‖τ‖ ≤ 1 can exert or hold, semi-axes u_i / σ_i, unbounded along a
direction that is lost. Source: THEORY §2; kinematic-model, "Pour aller plus loin : décomposition en valeurs singulières".
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from ..multibody.arrays import Array, frozen


@dataclass(frozen=True, eq=False, slots=True)
class Ellipsoid:
    """An ellipsoid by its semi-axes, longest first. Arrays are read-only."""

    axes: Array  # (3, 3) unit directions as columns, world
    lengths: Array  # (3,) [m/s per unit of q̇, or N per unit of τ]; inf: unbounded; 0: flat

    def semi_axes(self, longest: float) -> tuple[Array, bool]:
        """Semi-axes (3, 3) as columns, none longer than `longest`; and whether one had to be cut."""
        lengths = np.minimum(self.lengths, longest)
        return self.axes * lengths, bool(np.any(self.lengths > longest))


def velocity_ellipsoid(J: Array) -> Ellipsoid:
    """Velocities of the origin that ‖q̇‖ ≤ 1 gives; J (3, n) are the position rows of a Jacobian in world axes."""
    U, sigma = _decomposed(J)
    return Ellipsoid(frozen(U), frozen(sigma))


def force_ellipsoid(J: Array) -> Ellipsoid:
    """Forces at the origin that ‖τ‖ ≤ 1 can exert; J (3, n) are the position rows of a Jacobian in world axes.

    Unbounded along a direction the robot cannot move in: there the structure carries the force.
    """
    U, sigma = _decomposed(J)
    lost = sigma <= rank_tolerance(J, sigma)
    lengths = np.full(3, np.inf)
    lengths[~lost] = 1.0 / sigma[~lost]
    return Ellipsoid(frozen(U[:, ::-1]), frozen(lengths[::-1]))


def rank_tolerance(J: Array, sigma: Array) -> float:
    """Singular values up to this count as zero: max(m, n) ε σ₁ (THEORY §2)."""
    return float(max(J.shape) * np.finfo(float).eps * np.max(sigma, initial=0.0))


def _decomposed(J: Array) -> tuple[Array, Array]:
    """U (3, 3) and three singular values, zeros where J has fewer columns than rows."""
    U, found, _ = np.linalg.svd(J, full_matrices=True)
    sigma = np.zeros(3)
    sigma[: len(found)] = found
    if np.linalg.det(U) < 0:
        U = U * np.array([1.0, 1.0, -1.0])
    return U, sigma
