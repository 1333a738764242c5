"""What `equation_of_motion`, `momentum_balance` and `body_dynamics` give."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from ...arrays import Array, leading_entry


@dataclass(frozen=True, eq=False, slots=True)
class EquationOfMotion:
    """The equation of motion at one state, without contacts: H q̈ + C q̇ + g = τ + Σ JᵀF, τ of motors and joints together.

    Torques are in [N m | N], accelerations in [rad/s² | m/s²], as each number of v turns or slides.
    """

    v: Array  # (nv,) q̇ [rad/s | m/s]
    a: Array  # (nv,) q̈ that was given
    H: Array  # (nv, nv) mass matrix, by composite inertias
    C: Array  # (nv, nv) Coriolis and centrifugal matrix
    H_rate: Array  # (nv, nv) Ḣ along q̇, from the derivatives of inverse dynamics
    gravity: Array  # (nv,) g(q)
    external: Array  # (nv,) Σ JᵀF of the environment, by Jacobians
    tau: Array  # (nv,) by recursive Newton-Euler
    by_bodies: Array  # (nv,) q̈ that τ gives, by `forward_dynamics`: articulated bodies, unless joints share a number of q
    by_inverse: Array  # (nv,) q̈ = H⁻¹ (τ + Σ JᵀF - C q̇ - g)
    kinetic: float  # ½ Σ ξᵀ I ξ over bodies [J]
    potential: float  # of gravity, zero with the centre of mass at the world's origin [J]
    status: str  # why there are no accelerations (they are NaN then); empty: there are
    columns: Array  # (nv, nv) H again, column j as the τ of q̈ = e_j at q̇ = 0, g = 0, each by recursive Newton-Euler
    passive: Array  # (nv,) τ_p, what of τ joints give by themselves: damping, springs, dry friction where they move

    @property
    def motors(self) -> Array:
        """τ_m (nv,), what of τ is left to the motors: τ less what the joints give by themselves."""
        return np.asarray(self.tau - self.passive)

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
        """H q̈ + C q̇ + g - Σ JᵀF (nv,), which is to be τ."""
        return self.inertial + self.coriolis + self.gravity - self.external

    @property
    def residual(self) -> Array:
        """H q̈ + C q̇ + g - Σ JᵀF - τ (nv,)."""
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
        return np.asarray(v / leading_entry(v)) if len(v) else v

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
    def passive_power(self) -> float:
        """Of damping, springs and dry friction of the joints [W]."""
        return float(self.passive @ self.v)

    @property
    def external_power(self) -> float:
        """(Σ JᵀF)ᵀ q̇ [W], of the environment."""
        return float(self.external @ self.v)

    @property
    def kinetic_rate(self) -> float:
        """Of ½ q̇ᵀ H q̇: q̇ᵀ H q̈ + ½ q̇ᵀ Ḣ q̇ [W]."""
        return float(self.v @ self.inertial + 0.5 * self.v @ self.H_rate @ self.v)

    @property
    def potential_rate(self) -> float:
        """gᵀ q̇ [W]."""
        return float(self.gravity @ self.v)


@dataclass(frozen=True, eq=False, slots=True)
class MomentumBalance:
    """Momentum of all that moves at one state, and all forces on it, along world axes, linear parts first.

    Momenta are [N s, N m s], wrenches [N, N m]; O is the world's origin, c the centre of mass.
    """

    mass: float  # of all that moves [kg]
    center: Array  # (3,) c in the world [m]; NaN, with all that follows from it, where nothing that moves has mass
    velocity: Array  # (3,) ċ [m/s]
    acceleration: Array  # (3,) c̈ [m/s²]
    momentum: Array  # (6,) about O
    rate: Array  # (6,) of it, body by body: m c̈, and c × m c̈ + I ω̇ + ω × I ω
    weight: Array  # (6,) about O
    external: Array  # (6,) of the environment, about O
    base: Array  # (6,) of what stands still, through the joints on it, about O; of a floating base: of its missing motor

    def about_center(self, vector: Array) -> Array:
        """A momentum or a wrench (6,) about O taken about c."""
        return np.concatenate([vector[:3], vector[3:] - np.cross(self.center, vector[:3])])

    @property
    def centroidal(self) -> Array:
        """The momentum (6,) about c."""
        return self.about_center(self.momentum)

    @property
    def centroidal_rate(self) -> Array:
        """Its rate (6,): that of the momentum about O, taken about c, as ċ × m ċ is 0."""
        return self.about_center(self.rate)

    @property
    def residual(self) -> Array:
        """The rate (6,) less all forces, about O."""
        return np.asarray(self.rate - self.weight - self.external - self.base)


@dataclass(frozen=True, eq=False, slots=True)
class BodyDynamics:
    """One body at one state: the forces on it and its motion, along world axes, linear parts first.

    c is the centre of mass, P the point that was asked for. Twists are [v; ω] in [m/s, rad/s], their rates per second,
    wrenches [f; n] in [N, N m]. Accelerations are true ones: the weight is among the forces.
    """

    body: str
    mass: float  # [kg]
    center: Array  # (3,) c in the world [m]
    point: Array  # (3,) P in the world [m]
    inertia: Array  # (3, 3) I about c, along world axes [kg m²]
    twist: Array  # (6,) [ċ; ω]
    acceleration: Array  # (6,) [c̈; ω̇], of the centre of mass as a point
    weight: Array  # (6,) about c
    external: Array  # (6,) of the environment, about c
    through_joint: Array  # (6,) of its parent, through its joint, about c
    through_children: dict[str, Array]  # of the bodies that it carries on it, each about c: minus what their joints give them
    spatial_inertia: Array  # (6, 6) I^s at P: [[m 1, -m ĉ], [m ĉ, I - m ĉ ĉ]], ĉ from P [kg, kg m, kg m²]
    twist_at_point: Array  # (6,) ξ = [v_P; ω], v_P of the point of the body that is at P
    spatial_acceleration: Array  # (6,) ξ̇ = [v̇_P; ω̇], v̇_P the rate at the fixed point P, past which the body flows
    torque_of_spin: Array  # (3,) I ω̇ [N m]
    gyroscopic_torque: Array  # (3,) ω × I ω [N m]
    torque_at_point: Array  # (3,) n_P = n_c + (c - P) × f [N m]
    inertial: Array  # (6,) I^s ξ̇ at P
    gyroscopic: Array  # (6,) ξ ×* I^s ξ at P
    point_acceleration: Array  # (3,) of the point of the body that is at P: v̇_P + ω × v_P [m/s²]

    @property
    def total(self) -> Array:
        """All forces on it, about c (6,)."""
        return self.weight + self.external + self.through_joint + sum(self.through_children.values(), np.zeros(6))

    @property
    def force(self) -> Array:
        """F = m c̈ (3,) [N]: equation (1) of the source."""
        return self.mass * self.acceleration[:3]

    @property
    def torque_at_center(self) -> Array:
        """n_c = I_c ω̇ + ω × I_c ω (3,) [N m]: equation (2) of the source."""
        return self.torque_of_spin + self.gyroscopic_torque

    @property
    def lever(self) -> Array:
        """P to c (3,) [m]."""
        return self.center - self.point

    @property
    def residual(self) -> float:
        """Largest of what forces and motion differ by: at c, of [m c̈; n_c], and at P, of the spatial equation."""
        at_c = self.total - np.concatenate([self.force, self.torque_at_center])
        at_P = self.inertial + self.gyroscopic - np.concatenate([self.force, self.torque_at_point])
        return float(max(np.abs(at_c).max(), np.abs(at_P).max()))
