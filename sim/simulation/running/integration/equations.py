"""The equations of motion that an integrator steps, with what drives them, and how often they were asked."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from ....arrays import Array
from ....errors import IntegrationError
from ....interruption import checkpoint
from ....multibody.dynamics.forward_dynamics import forward_dynamics
from ....multibody.dynamics.inverse_dynamics import inverse_dynamics
from ....multibody.dynamics.lagrangian import lagrangian_derivatives
from ....multibody.kinematics.configuration import integrate
from ....multibody.kinematics.exponential import exponential_rate
from ....multibody.kinematics.straight_step import straight_step
from ....multibody.model.checks import checked
from ....multibody.model.model import Model
from ..control.joint_damping import joint_damping

Torque = Callable[[float, Array, Array], Any]
"""A control law: (t [s], q (nq,), v (nv,)) → torques (nv,) [N m | N]. It must not write into q or v."""

LARGEST = 1e100
"""A velocity or displacement beyond this is no motion any more; what is computed from it still is a number."""

Gravity = tuple[float, float, float]


class Equations:
    """q̇ = v, H(q) v̇ + C(q, v) = τ(t, q, v) - d v - k (q - rest).

    Counts its evaluations; raises IntegrationError for what grows without end.
    """

    def __init__(self, model: Model, torque: Torque | Array | None, gravity: Gravity, joint_forces: bool) -> None:
        self.model = model
        self.gravity = gravity
        self.evaluations = 0
        self._d = joint_damping(model) if joint_forces else np.zeros(model.nv)
        self._springs = model.table[model.table["stiffness"] != 0.0] if joint_forces else model.table[:0]
        self._law = torque if callable(torque) else None
        self._constant = np.zeros(model.nv)
        if torque is not None and not callable(torque):
            (self._constant,) = checked(model, torque=torque)
        self._turning = angular_mask(model).astype(np.float64)
        self._flies = bool(self._turning.any())
        self._weight = _largest_weight(model, gravity)

    def torque(self, t: float, q: Array, v: Array) -> Array:
        """Generalised force (nv,) of the control law and the joints' damping and springs."""
        tau = self._constant
        if self._law is not None:
            (tau,) = checked(self.model, **{f"torque(t = {t:g}, q, v)": self._law(t, q, v)})
        return tau - self._d * v - self._spring_torque(q) if len(self._springs) else tau - self._d * v

    def _spring_torque(self, q: Array) -> Array:
        rows, result = self._springs, np.zeros(self.model.nv)
        stretch = rows["ratio"] * q[rows["iq"]] + rows["offset"] - rows["rest"]
        np.add.at(result, rows["iv"], rows["ratio"] * rows["stiffness"] * stretch)
        return result

    def acceleration(self, t: float, q: Array, v: Array) -> Array:
        """The acceleration v̇ (nv,)."""
        self._count()
        self._check_bounded(t, v)
        return forward_dynamics(self.model, q, v, self.torque(t, q, v), gravity=self.gravity)

    def force(self, q: Array, v: Array, a: Array) -> Array:
        """The generalised force H a + C (nv,) that this acceleration takes."""
        self._count()
        return inverse_dynamics(self.model, q, v, a, gravity=self.gravity)

    def momentum(self, q: Array, v: Array) -> Array:
        """The generalised momentum H v (nv,) [N s | N m s]."""
        self._count()
        return inverse_dynamics(self.model, q, np.zeros(self.model.nv), v, gravity=(0.0, 0.0, 0.0))

    def velocity(self, q: Array, p: Array) -> Array:
        """The velocity H⁻¹ p (nv,)."""
        self._count()
        return forward_dynamics(self.model, q, np.zeros(self.model.nv), p, gravity=(0.0, 0.0, 0.0))

    def lagrangian(self, q: Array, v: Array) -> tuple[Array, Array]:
        """∂L/∂v and ∂L/∂q (nv,) each."""
        self._count()
        return lagrangian_derivatives(self.model, q, v, self.gravity)

    def rate(self, t: float, theta: Array, v: Array) -> Array:
        """The rate θ̇ (nv,) of exponential coordinates."""
        self._check_bounded(t, theta)
        self._check_bounded(t, v)
        return exponential_rate(self.model, theta, v)

    def move(self, t: float, q: Array, theta: Array) -> Array:
        """The configuration q · exp(θ) (nq,)."""
        self._check_bounded(t, theta)
        return integrate(self.model, q, theta)

    def move_straight(self, t: float, q: Array, theta: Array) -> Array:
        """The configuration (nq,) that `straight_step` leads to."""
        self._check_bounded(t, theta)
        if not self._flies:
            return integrate(self.model, q, theta)
        return straight_step(self.model, q, theta, self._turning)

    def scale(self, p: Array, h: float, tau: Array) -> float:
        """The size of the terms that balance in a step of h, against which a residual is small [N s | N m s]."""
        return largest(p) + h * (largest(tau) + self._weight)

    def _count(self) -> None:
        """One evaluation more, between which a motion that nobody wants any more is given up."""
        self.evaluations += 1
        checkpoint()

    def _check_bounded(self, t: float, x: Array) -> None:
        if not x @ x <= LARGEST * LARGEST:
            raise IntegrationError(
                "the motion of model {model!r} grew beyond {largest:g} by t = {t:.6g} s; take a smaller dt, or an implicit "
                "integrator if the torque is stiff",
                model=self.model.name,
                largest=LARGEST,
                t=t,
            )


def largest(x: Array) -> float:
    """‖x‖∞, 0 for none."""
    return float(np.abs(x).max()) if len(x) else 0.0


def angular_mask(model: Model) -> np.ndarray:
    """Which numbers of v (nv,) are angular velocities of free-flyers and spherical joints."""
    mask = np.zeros(model.nv, dtype=bool)
    for row in model.table[1:]:
        if row["nv"] > 1:
            mask[row["iv"] + row["nv"] - 3 : row["iv"] + row["nv"]] = True
    return mask


def _largest_weight(model: Model, gravity: Gravity) -> float:
    """What gravity could load one joint with: all the mass, as far out as all links in one line [N | N m]."""
    rows = model.table[1:]
    carrying = rows[rows["mass"] > 0.0]
    reach = float(np.linalg.norm(rows["translation"], axis=1).sum())
    if len(carrying):
        reach += float(np.max(np.linalg.norm(carrying["moment"], axis=1) / carrying["mass"]))
    return float(np.linalg.norm(gravity)) * float(rows["mass"].sum()) * max(1.0, reach)
