"""What the functions of this folder give, as plain values."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from ....arrays import Array


@dataclass(frozen=True, eq=False, slots=True)
class DelassusKernel:
    """The eigenvectors of a Delassus matrix, and the normal forces that make no motion."""

    eigenvalues: Array  # (n,) of M, rising [1/kg]
    eigenvectors: Array  # (n, n) its columns, of length 1, in that order
    rank: int
    directions: Array  # (n, k) columns z with M z = 0, the largest number of each 1; k = n - rank


@dataclass(frozen=True, slots=True)
class ShiftBounds:
    """Between which s forces r + s z obey λ ≥ 0 and the cone of friction, and what stops them there."""

    lower: float  # infinite: nothing stops them
    upper: float
    lower_contact: int  # which of the contacts stops them there; -1: none
    upper_contact: int
    lower_slips: bool  # whether its friction reaches its bound there, and not its normal force zero
    upper_slips: bool


@dataclass(frozen=True, eq=False, slots=True)
class RegularisedForces:
    """The forces of W + ε 1 beside those of W of least norm, and by how much they may differ and do; levels of accelerations."""

    epsilon: float  # ε [1/kg]
    force: Array  # (n, 3) r(ε) along tangent, normal × tangent, normal [N]
    least: Array  # (n, 3) those without ε, of least norm
    rate: Array  # (n, 3) W r(ε) + w, without ε r(ε) [m/s²]
    # ε max‖r(ε)‖ of a contact: how far W r(ε) + w may be from the law, which it obeys with ε r(ε) [m/s²]
    violation_bound: float
    violation: float  # how far it is: natural map of the law without ε [m/s²]
    residual: float  # natural map of the law asked of W r(ε) + w + ε r(ε) [m/s²]
    energy_bound: float  # ½ √ε ‖r‖ ≥ ‖q̈(ε) - q̈‖_H = √(δᵀ W δ), of any ε; nan where the law is not monotone [kg^½ m/s²]
    linear_bound: float  # ε ‖r‖/√σ, the same while the same contacts press and stick; nan where others do
    energy_change: float  # √(δᵀ W δ), δ = r(ε) - r
    rate_bound: float  # the smaller of those times √max W_ii: no separation acceleration changes by more [m/s²]
    rate_change: float  # the largest change of W r + w [m/s²]

    @property
    def force_change(self) -> float:
        """The largest change of a force [N]."""
        return float(np.max(np.abs(self.force - self.least), initial=0.0))


@dataclass(frozen=True, eq=False, slots=True)
class ContactDirection:
    """t = (J_s - J_p)ᵀ n of one contact; linear parts first, along the world's axes, about one point."""

    successor: str  # s, the body that the normal points into
    predecessor: str  # p, the body that it points out of
    about: Array  # (3,) the point that moments and twists are taken at, in the world [m]
    normal: Array  # (6,) n = [n; (P - about) × n]  [1, m]
    J_s: Array  # (6, nv) twist of the successor there, per unit of q̇; zeros for one that stands still
    J_p: Array  # (6, nv) of the predecessor

    @property
    def difference(self) -> Array:
        """J_s - J_p (6, nv)."""
        return np.asarray(self.J_s - self.J_p)

    @property
    def t(self) -> Array:
        """(nv,) ζ = tᵀ q̇ is the separation velocity, and t λ what the contact does to the joints [1, m]."""
        return np.asarray(self.difference.T @ self.normal)

    @property
    def fixed(self) -> str:
        """Which of the two bodies stands still whatever the joints do; empty: both move, it is a force between bodies."""
        if not np.any(self.J_p):
            return self.predecessor
        return self.successor if not np.any(self.J_s) else ""


@dataclass(frozen=True, eq=False, slots=True)
class BodyContacts:
    """The contacts of one free body: f + N λ = I ξ̇ + ξ ×* I ξ about its centre of mass, along the world's axes."""

    body: str
    contacts: tuple[int, ...]  # those of the problem that it has
    center: Array  # (3,) its centre of mass, about which moments are taken [m]
    N: Array  # (6, n) a column a contact: [n; (P - c) × n], n into the body [1, m]
    inertia: Array  # (6, 6) I [kg, kg m²]
    force: Array  # (6,) f, without contacts: weight and what its joint is given [N, N m]
    gyroscopic: Array  # (6,) ξ ×* I ξ [N, N m]

    @property
    def M(self) -> Array:
        """Nᵀ I⁻¹ N (n, n) [1/kg]."""
        return np.asarray(self.N.T @ np.linalg.solve(self.inertia, self.N))

    @property
    def of_force(self) -> Array:
        """Nᵀ I⁻¹ f (n,), of d [m/s²]."""
        return np.asarray(self.N.T @ np.linalg.solve(self.inertia, self.force))

    @property
    def of_gyroscopic(self) -> Array:
        """-Nᵀ I⁻¹ (ξ ×* I ξ) (n,), of d [m/s²]."""
        return np.asarray(-self.N.T @ np.linalg.solve(self.inertia, self.gyroscopic))


@dataclass(frozen=True, eq=False, slots=True)
class DriftParts:
    """The d = Tᵀ H⁻¹ (τ - C) + Ṫᵀ q̇ of n contacts, part by part [m/s²]."""

    of_tau: Array  # (n,) Tᵀ H⁻¹ τ_m, of the controller
    of_passive: Array  # (n,) Tᵀ H⁻¹ τ_p, of damping, springs, dry friction and limits of joints
    of_coriolis: Array  # (n,) -Tᵀ H⁻¹ C q̇
    of_gravity: Array  # (n,) -Tᵀ H⁻¹ g
    of_motion: Array  # (n,) Ṫᵀ q̇
    d: Array  # (n,) as the contact problem has it, computed in one piece

    @property
    def sum(self) -> Array:
        """Of the parts (n,)."""
        return np.asarray(self.of_tau + self.of_passive + self.of_coriolis + self.of_gravity + self.of_motion)

    @property
    def residual(self) -> float:
        """Largest difference of d and the sum of its parts [m/s²]."""
        return float(np.max(np.abs(self.d - self.sum), initial=0.0))


@dataclass(frozen=True, eq=False, slots=True)
class JointEquation:
    """H q̈ + C = τ + T λ joint by joint, C = C(q, q̇) q̇ + g. Torques (nv,) in [N m | N], as each joint turns or slides."""

    acceleration: Array  # (nv,) q̈ = H⁻¹ (τ + τ_p + T λ + friction - C) [rad/s² | m/s²]
    inertial: Array  # (nv,) H q̈
    coriolis: Array  # (nv,) C(q, q̇) q̇
    gravity: Array  # (nv,) g(q)
    tau: Array  # (nv,) of the controller
    passive: Array  # (nv,) τ_p of the joints themselves
    normal: Array  # (nv,) T λ
    friction: Array  # (nv,) of the forces along the tangents
    by_contact: Array  # (n, nv) T λ, a row a contact

    @property
    def contact(self) -> Array:
        """τ_c (nv,): T λ and friction."""
        return np.asarray(self.normal + self.friction)

    @property
    def residual(self) -> Array:
        """H q̈ + C - τ - τ_p - τ_c (nv,)."""
        return np.asarray(self.inertial + self.coriolis + self.gravity - self.tau - self.passive - self.contact)
