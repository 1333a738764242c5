"""What a planned motion asks of the motors: inverse dynamics along it, at equal instants, against the limits.

Source: newton-euler-inverse-dynamics, "Algorithme de Newton-Euler"; THEORY §4.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from ...arrays import Array, frozen
from ...multibody.algebra.rotations import checked_pose
from ...multibody.dynamics.batch import inverse_dynamics_batch
from ...multibody.dynamics.passive_torques import passive_torques
from ...multibody.model.checks import checked_gravity
from ...multibody.model.model import GRAVITY, Model
from .joint_trajectory import JointTrajectory


@dataclass(frozen=True, eq=False, slots=True)
class MotionTask:
    """A motion at n instants and the torques that it takes; torques are in [N m | N]. Arrays are read-only.

    Of a floating base they are the wrench [f; n] at its origin, in its own axes, that it takes beside the motors: nothing of the
    robot gives it, the ground or a hand would have to.
    """

    model: Model
    gravity: tuple[float, float, float]  # in the world [m/s²]
    placement: Array  # (4, 4) of the robot's base in the world
    t: Array  # (n,) [s]
    q: Array  # (n, nq)
    v: Array  # (n, nv) [rad/s | m/s]
    a: Array  # (n, nv) [rad/s² | m/s²]
    inverse: Array  # (n, nv) H q̈ + C q̇ + g
    passive: Array  # (n, nv) what the joints' own damping, springs and dry friction take of it: their torque, with its sign
    tau: Array  # (n, nv) τ_m of the motors: inverse less passive

    @property
    def power(self) -> Array:
        """τ_mᵀ q̇ (n,) [W]."""
        return np.asarray(np.einsum("ij,ij->i", self.tau, self.v))

    @property
    def largest(self) -> Array:
        """Largest |τ_m| of each joint (nv,)."""
        return np.asarray(np.abs(self.tau).max(axis=0))

    @property
    def share(self) -> Array:
        """`largest` by the effort limit (nv,): above 1 the motor cannot; 0 without a limit, inf for a limit of 0."""
        return _share(self.largest, self.model.effort_limit)

    @property
    def speed_share(self) -> Array:
        """Largest |q̇| by the limit of speed (nv,), as `share`."""
        return _share(np.abs(self.v).max(axis=0), self.model.velocity_limit)

    @property
    def beyond(self) -> tuple[str, ...]:
        """The joints that leave their limits of position on the way."""
        found = []
        for name, (in_q, _) in self.model.joint_slices().items():
            joint, values = self.model.joint(name), self.q[:, in_q]
            if values.shape[1] == 1 and not (joint.lower - 1e-9 <= values.min() and values.max() <= joint.upper + 1e-9):
                found.append(name)
        return tuple(found)


def motion_task(
    trajectory: JointTrajectory, gravity: tuple[float, float, float] = GRAVITY, dt: float = 1e-3, placement: Array | None = None
) -> MotionTask:
    """Inverse dynamics along a trajectory every dt [s], in gravity [m/s²]; contacts are none of it. Raises ArgumentError.

    placement : (4, 4) pose of the robot's base in the world, along which gravity is; None: the world's origin
    """
    model = trajectory.model
    x, y, z = checked_gravity(gravity)
    placed = frozen(np.eye(4) if placement is None else checked_pose("placement", placement))
    t, q, v, a = trajectory.sampled(dt)
    gx, gy, gz = (float(g) for g in placed[:3, :3].T @ (x, y, z))
    inverse, passive = inverse_dynamics_batch(model, q, v, a, (gx, gy, gz)), passive_torques(model, q, v)
    columns = (t, q, v, a, inverse, passive, inverse - passive)
    return MotionTask(model, (x, y, z), placed, *(frozen(column) for column in columns))


def _share(values: Array, limits: Array) -> Array:
    with np.errstate(divide="ignore", invalid="ignore"):
        return np.asarray(np.where(values == 0.0, 0.0, values / limits))
