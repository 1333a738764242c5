"""What `equation_of_motion` gives."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from ...arrays import Array


@dataclass(frozen=True, eq=False, slots=True)
class EquationOfMotion:
    """The equation of motion at one state, without contacts, springs, damping and dry friction of joints.

    Torques are in [N m | N], accelerations in [rad/s² | m/s²], as each number of v turns or slides.
    """

    v: Array  # (nv,) q̇ [rad/s | m/s]
    a: Array  # (nv,) q̈ that was given
    H: Array  # (nv, nv) mass matrix, by composite inertias
    C: Array  # (nv, nv) Coriolis and centrifugal matrix
    H_rate: Array  # (nv, nv) Ḣ along q̇, from the derivatives of inverse dynamics
    gravity: Array  # (nv,) g(q)
    tau: Array  # (nv,) by recursive Newton-Euler
    by_bodies: (
        Array  # (nv,) q̈ that τ gives, by `forward_dynamics`: articulated bodies, unless joints share a number of q
    )
    by_inverse: Array  # (nv,) q̈ = H⁻¹ (τ - C q̇ - g)
    kinetic: float  # ½ Σ ξᵀ I ξ over bodies [J]
    potential: float  # of gravity, zero with the centre of mass at the world's origin [J]
    status: str  # why there are no accelerations (they are NaN then); empty: there are

    @property
    def inertial(self) -> Array:
        """H q̈ (nv,)."""
        return np.asarray(self.H @ self.a)

    @property
    def coriolis(self) -> Array:
        """C(q, q̇) q̇ (nv,)."""
        return np.asarray(self.C @ self.v)

    @property
    def sum(self) -> Array:
        """H q̈ + C q̇ + g (nv,), which is to be τ."""
        return self.inertial + self.coriolis + self.gravity

    @property
    def residual(self) -> Array:
        """H q̈ + C q̇ + g - τ (nv,)."""
        return self.sum - self.tau

    @property
    def skew(self) -> Array:
        """Ḣ - 2 C (nv, nv), which is to be skew-symmetric."""
        return self.H_rate - 2.0 * self.C

    @property
    def skew_residual(self) -> float:
        """Largest entry of S + Sᵀ, S = Ḣ - 2 C."""
        return float(np.abs(self.skew + self.skew.T).max(initial=0.0))

    @property
    def condition(self) -> float:
        """Condition of H in SI units: the two accelerations may differ by rounding times this; inf without an inverse."""
        return float(np.linalg.cond(self.H)) if len(self.H) else 1.0

    @property
    def rounding(self) -> Array:
        """By how much of each acceleration (nv,) two ways may differ by rounding alone [rad/s² | m/s²].

        ε ‖S (|H q̈| + |C q̇| + |g| + |τ|)‖∞ S / λ, with S making the diagonal of H one and λ the least eigenvalue of S H S.
        """
        scale, least, _ = self._scaled
        terms = np.abs(self.inertial) + np.abs(self.coriolis) + np.abs(self.gravity) + np.abs(self.tau)
        return np.asarray(np.finfo(np.float64).eps * float(np.max(scale * terms, initial=0.0)) / least * scale)

    @property
    def lightest(self) -> Array:
        """The q̇ (nv,), its largest number 1, that moves the least inertia for the size of the joints' own."""
        scale, _, motion = self._scaled
        v = scale * motion
        return np.asarray(v / v[np.argmax(np.abs(v))]) if len(v) else v

    @property
    def _scaled(self) -> tuple[Array, float, Array]:
        """S (nv,), the least eigenvalue of S H S, at least that of rounding, and its eigenvector."""
        n = len(self.H)
        diagonal = np.diag(self.H)
        scale = 1.0 / np.sqrt(np.where(diagonal > 0.0, diagonal, 1.0))
        if n == 0:
            return scale, 1.0, scale
        values, vectors = np.linalg.eigh(self.H * np.outer(scale, scale))
        return scale, max(float(values[0]), np.finfo(np.float64).eps), vectors[:, 0]

    @property
    def power(self) -> float:
        """τᵀ q̇ [W]."""
        return float(self.tau @ self.v)

    @property
    def kinetic_rate(self) -> float:
        """Of ½ q̇ᵀ H q̇: q̇ᵀ H q̈ + ½ q̇ᵀ Ḣ q̇ [W]."""
        return float(self.v @ self.inertial + 0.5 * self.v @ self.H_rate @ self.v)

    @property
    def potential_rate(self) -> float:
        """gᵀ q̇ [W]."""
        return float(self.gravity @ self.v)
