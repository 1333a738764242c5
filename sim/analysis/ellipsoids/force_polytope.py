"""All forces at a frame that joint torque limits allow: exact, a polytope between pairs of planes.

Source: THEORY §2; Chiacchio, Bouffard-Vercelli and Pierrot 1997, "Force polytope and force ellipsoid for redundant manipulators".
"""

from __future__ import annotations

import numpy as np

from ...arrays import Array, as_floats, frozen
from ..jacobian.singular_values import left_singular
from .ellipsoids import checked_limits
from .polytopes import assembled, between_planes
from .values import Polytope


def force_polytope(J: Array, effort: Array) -> Polytope:
    """The forces F with |J_kᵀ F| ≤ τmax_k for every joint k, gravity apart.

    J      : (3, n) position or orientation rows of a Jacobian in world axes
    effort : (n,) τmax, above 0 [N·m | N]
    Where the robot loses directions the structure carries any force along them: these are `unbounded`, and the vertices are
    those of the section across them. `Polytope.cut` gives what can be drawn. Raises ArgumentError.
    """
    J = as_floats("J", J)
    scaled = J / checked_limits("effort", effort, J)
    U, _, rank = left_singular(scaled)
    basis = frozen(U[:, :rank])
    if rank == 0:
        return assembled(np.zeros((1, 0)), np.zeros((0, 0)), np.zeros(0), np.zeros((3, 0)))
    return between_planes(scaled.T @ basis, basis)
