"""A task Jacobian as a value: which rows, in which axes, weighted how, in which units."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from ...arrays import Array, frozen
from ..ellipsoids.values import Polytope


@dataclass(frozen=True, eq=False, slots=True)
class TaskJacobian:
    """J of a task, as asked for: rows chosen and turned, then scaled by L, columns weighted. Arrays are read-only.

    It maps y to the task's velocity, with q̇ = diag(weights) y; its rows have one unit, so that its SVD means something.
    """

    frame: str
    axes: str  # "world_aligned", "local", "world", or the frame whose axes the rows are along
    rows: str  # "position", "orientation" or "both"
    row_names: tuple[str, ...]  # of m rows: vx vy vz, wx wy wz
    row_unit: str  # of the task's velocity: "m/s" or "rad/s"
    joints: tuple[str, ...]  # of n columns
    column_units: tuple[str, ...]  # of y: "rad/s" or "m/s"; "1" with speed limits; "W" with torque limits
    weighting: str  # "none", "speed", "torque" or "given"
    weights: Array  # (n,) what each column was multiplied by: 1; q̇max [rad/s | m/s]; 1/τmax [1/(N·m) | 1/N]
    length: float | None  # L [m] that the orientation rows were multiplied by, where there are both; else None
    length_source: str  # "given", "mean link" (the default, see `mean_link_length`), or "" where there is none
    J: Array  # (m, n) [`unit`]
    rotation: Array  # (3, 3) the axes of the rows in the world
    point: Array  # (3,) the point whose velocity is meant, in the world [m]

    @property
    def unit(self) -> str:
        """Of J and of its singular values, for y of 1 (rad/s or m/s, as its joints turn or slide): that of the task's velocity.

        With torque limits y is a power: the unit is that of the velocity for a watt.
        """
        return _PER_WATT[self.row_unit] if "W" in self.column_units else self.row_unit

    def joint_velocity(self, y: Array) -> Array:
        """The joint velocities q̇ (n,) [rad/s | m/s] of a vector y (n,) in the space of the columns: diag(weights) y."""
        return frozen(self.weights * y)

    def twist(self, u: Array) -> Array:
        """The twist (6,) [v; ω] at `point` in world axes [m/s, rad/s] of a vector u (m,) in the space of the rows.

        Rows that were not asked for are zero.
        """
        twist = np.zeros(6)
        if self.rows != "orientation":
            twist[:3] = self.rotation @ u[:3]
        if self.rows != "position":
            twist[3:] = self.rotation @ u[-3:] / (self.length or 1.0)
        return frozen(twist)


_PER_WATT = {"m/s": "1/N", "rad/s": "1/(N·m)"}


@dataclass(frozen=True, eq=False, slots=True)
class TaskSVD:
    """J = U Σ Vᵀ of a task (m, n), largest σ first, k = min(m, n) of them. Arrays are read-only."""

    task: TaskJacobian
    U: Array  # (m, m) unit directions of the task as columns, along the rows of J
    sigma: Array  # (k,) [task.unit]
    V: Array  # (n, n) unit directions of the joints as columns, in the space of the columns of J
    rank: int  # r: how many σ lie above the tolerance
    tolerance: float  # [task.unit]
    tolerance_source: str  # "given", or "machine": max(m, n) ε σ₁
    residual: float  # ‖J − U Σ Vᵀ‖, the largest entry [task.unit]
    orthogonality: float  # the largest entry of UᵀU − 1 and VᵀV − 1
    continues: tuple[int, ...]  # (k,) which σ of the decomposition before each goes on from; its own where there is none

    @property
    def image(self) -> Array:
        """u_1 … u_r (m, r): directions the task can move in."""
        return self.U[:, : self.rank]

    @property
    def unreachable(self) -> Array:
        """u_r+1 … u_m (m, m - r): directions no joint velocity gives; forces along them load no joint."""
        return self.U[:, self.rank :]

    @property
    def effective(self) -> Array:
        """v_1 … v_r (n, r): joint directions that move the task."""
        return self.V[:, : self.rank]

    @property
    def self_motion(self) -> Array:
        """v_r+1 … v_n (n, n - r): joint directions that leave the task still, J v = 0."""
        return self.V[:, self.rank :]

    @property
    def manipulability(self) -> float:
        """Yoshikawa's w: the product of the k singular values; 0 without joints."""
        return float(np.prod(self.sigma)) if len(self.sigma) else 0.0

    @property
    def sigma_min(self) -> float:
        """The smallest of the k singular values [task.unit]; 0 without joints."""
        return float(self.sigma[-1]) if len(self.sigma) else 0.0

    @property
    def inverse_condition(self) -> float:
        """σ_min / σ_1, between 0 (a direction is lost) and 1 (alike in all directions); 0 without joints."""
        return self.sigma_min / float(self.sigma[0]) if len(self.sigma) and self.sigma[0] > 0.0 else 0.0


@dataclass(frozen=True, eq=False, slots=True)
class VelocitySplit:
    """A velocity as the sum of the part that J takes or gives and the part that it does not. Arrays are read-only.

    Of the task: rows v [m/s], ω [rad/s]; of joints: q̇ [rad/s | m/s].
    """

    given: Array  # (k,)
    kept: Array  # (k,) in Im J; of joints in (Ker J)⊥
    lost: Array  # (k,) in (Im J)⊥; of joints in Ker J
    projector: Array  # (k, k) U_r U_rᵀ, V_r V_rᵀ: in the norm of the rows, or of the columns, of J
    share: float  # of the square of the norm that is lost, 0 to 1; 0 of no velocity
    residual: float  # ‖Jᵀ lost‖∞, or ‖J lost‖∞: zero but for rounding


@dataclass(frozen=True, eq=False, slots=True)
class Repeatability:
    """How far a point may be from where its joints are read to have it, to first order. Arrays are read-only, world axes."""

    frame: str
    point: Array  # (3,) the frame's origin [m]
    joints: tuple[str, ...]  # (n,)
    steps: Array  # (n,) of their encoders [rad | m]
    axes: Array  # (3, 3) unit directions u_i as columns, the largest deviation first
    deviations: Array  # (3,) standard deviation along each [m]: semi-axes of the error ellipsoid
    shares: Array  # (n,) standard deviation of the point by each joint alone [m]
    bounds: Polytope  # all errors that half a step a joint allows [m]
    farthest: Array  # (3,) its vertex that is farthest away [m]

    @property
    def rms(self) -> float:
        """Root of the mean square of the distance [m]: √(Σ σ_i²)."""
        return float(np.linalg.norm(self.deviations))

    @property
    def worst(self) -> float:
        """The largest distance that half a step a joint allows [m]."""
        return float(np.linalg.norm(self.farthest))
