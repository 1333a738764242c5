"""Which part of a load the motors feel, and which the structure carries.

Source: kinematic-model, "Environnement → articulations à l'équilibre" and the four subspaces of J; THEORY §3.

F = F_motors + F_structure with Jᵀ F_structure = 0, over the columns of J that a motor drives. That the structure's part lies
in the null space of Jᵀ has no units. That the two parts are orthogonal does: newtons and newton-metres have no common length.
So a force is split by the position rows at its point, over the left singular vectors u_i, and a moment by the rotation rows,
each in its own three dimensions; no length enters, and Jᵀ F_structure = J_vᵀ f + J_ωᵀ n = 0 + 0. What this leaves out are
wrenches whose force and moment load the joints oppositely, such as a force whose line of action meets an axis, written at
another point. They are had with a characteristic length L, which makes ‖[f; n / L]‖ one norm of all six.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from ...arrays import Array, frozen
from ...errors import ArgumentError
from ...multibody.model.checks import checked_number
from ..jacobian.singular_values import left_singular


@dataclass(frozen=True, eq=False, slots=True)
class RowSplit:
    """Some rows of one load, split over the left singular vectors of as many rows of J. Arrays are read-only."""

    load: Array  # (m,) the load [N, N m]
    motors: Array  # (m,) along u_i, i ≤ r
    structure: Array  # (m,) along u_i, i > r
    U: Array  # (m, m) columns u_i, world axes; of all six rows, moments over L
    sigma: Array  # (m,) singular values, zeros where J has fewer columns than rows
    rank: int

    @property
    def structure_share(self) -> float:
        """The structure's share of the square of the load's norm, 0 to 1; 0 for no load. The motors' is the rest."""
        motors = float((self.U.T @ self.motors) @ (self.U.T @ self.motors))
        structure = float((self.U.T @ self.structure) @ (self.U.T @ self.structure))
        return structure / (motors + structure) if motors + structure > 0.0 else 0.0


@dataclass(frozen=True, eq=False, slots=True)
class LoadSplit:
    """One load, split into what loads the motors and what does not. Arrays are read-only, [f; n] at the load's point."""

    motors: Array  # (6,) world axes [N, N m]
    structure: Array  # (6,) world axes [N, N m]
    force: RowSplit  # by the position rows
    moment: RowSplit  # by the rotation rows
    wrench_rank: int  # of all six rows: 6 - rank independent wrenches at the point load no motor
    length: float | None  # [m] of the norm of six rows; None: force and moment each by their own rows
    residual: float  # ‖Jᵀ structure‖∞ over the driven columns [N m | N]
    load_torque: float  # ‖Jᵀ F‖∞ over them [N m | N]: what the residual is to be compared with


def split_load(J: Array, wrench: Array, length: float | None = None) -> LoadSplit:
    """Split a wrench [f; n] (6,) at a point, world axes, over the Jacobian J (6, n) of the point's driven columns.

    length : None, or the L [m] of the norm ‖[f; n / L]‖ in which the parts are orthogonal over all six rows
    Raises ArgumentError for a length that is not positive.
    """
    if length is not None and checked_number("length", length) <= 0.0:
        raise ArgumentError("length must be positive [m], or None; given {length!r}", length=length)
    force, moment = _split(J[:3], wrench[:3]), _split(J[3:], wrench[3:])
    scale = np.repeat([1.0, length or 1.0], 3)
    six = _split(J * scale[:, None], wrench / scale)
    if length is None:
        motors = np.concatenate([force.motors, moment.motors])
        structure = np.concatenate([force.structure, moment.structure])
    else:
        motors, structure = six.motors * scale, six.structure * scale
    return LoadSplit(
        motors=frozen(motors),
        structure=frozen(structure),
        force=force,
        moment=moment,
        wrench_rank=six.rank,
        length=length,
        residual=float(np.abs(J.T @ structure).max(initial=0.0)),
        load_torque=float(np.abs(J.T @ wrench).max(initial=0.0)),
    )


def _split(rows: Array, load: Array) -> RowSplit:
    """Split `load` (m,) over the left singular vectors of rows (m, n)."""
    U, sigma, rank = left_singular(rows)
    null_space = U[:, rank:]
    structure = null_space @ (null_space.T @ load)
    motors = load - structure
    return RowSplit(frozen(load.copy()), frozen(motors), frozen(structure), frozen(U), frozen(sigma), rank)
