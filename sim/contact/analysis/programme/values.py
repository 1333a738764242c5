"""What is known of the quadratic programme of a contact problem: passive values.

Units are those of the level of accelerations; at that of velocities forces [N] are impulses [N s], m/s² is m/s, and the objective
[N m/s²] is an energy [J].
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from ....arrays import Array


@dataclass(frozen=True, eq=False, slots=True)
class Programme:
    """min ½ rᵀ W r + rᵀ ŵ over r in the cones of n contacts, and its solution.

    Without friction only the normals count: min ½ λᵀ M λ + λᵀ d, λ ≥ 0. Under the exact laws of friction ŵ contains the shift
    μ ‖u_t‖ of the slip that the solution has: those forces are the least of this programme, though the law is none by itself.
    """

    W: Array  # (3n, 3n) [1/kg]
    w: Array  # (3n,) with the shift [m/s²]
    shift: Array  # (n,) of the normals in w [m/s²]
    friction: Array  # (n,) μ under the law
    law: str
    facets: int  # of the pyramid; 0 for other laws
    force: Array  # (n, 3) the solution along tangent, normal × tangent, normal [N]

    def __len__(self) -> int:
        return len(self.friction)

    def objective(self, force: Array) -> float:
        """½ rᵀ W r + rᵀ ŵ of forces (n, 3) or (3n,) [N m/s²]."""
        r = np.asarray(force, dtype=np.float64).ravel()
        return float(0.5 * r @ self.W @ r + r @ self.w)


@dataclass(frozen=True, eq=False, slots=True)
class Optimality:
    """The conditions of Karush, Kuhn and Tucker of a programme, number by number of its n contacts.

    Without friction: ζ̇ - Mλ - d = 0, λ ≥ 0, ζ̇ ≥ 0, λ ζ̇ = 0: the multiplier of λ ≥ 0 is ζ̇. With friction r in the cone,
    û in its dual, r · û = 0.
    """

    force: Array  # (n, 3) [N]
    gradient: Array  # (n,) of the objective along the normals, Mλ + d [m/s²]
    motion: Array  # (n,) separation acceleration ζ̇ from the motion H⁻¹ T λ; the gradient where H is not known [m/s²]
    inside: Array  # (n,) λ, or how deep friction lies in its cone, μ r_n - ‖r_t‖ where there is friction; ≥ 0 [N]
    dual: Array  # (n,) ζ̇, or û_n - μ ‖u_t‖ where there is friction; ≥ 0 [m/s²]
    product: Array  # (n,) λ ζ̇, or r · û [N m/s²]
    natural_map: Array  # (n,) how far each contact is from its law [m/s²]
    objective: float  # [N m/s²]
    has_motion: bool  # whether H and T are known, so that `motion` is another way to the same number

    @property
    def stationarity(self) -> Array:
        """(n,) Mλ + d - ζ̇ [m/s²]."""
        return np.asarray(self.gradient - self.motion)


@dataclass(frozen=True, eq=False, slots=True)
class ActiveSetStep:
    """One step of the active-set method: the least on the active contacts alone, how far it went, and how the list changed."""

    round: int  # of proximal points, from 1
    active: tuple[int, ...]  # contacts of the list while it was solved
    target: Array  # (n,) the least on that list, signs not asked for [N]
    lam: Array  # (n,) where the step ended [N]
    share: float  # of the way to the target; less than 1 where a contact would have pulled
    leaving: tuple[int, ...]  # contacts that reached zero on the way; the first set the share
    entering: int  # the contact with the most negative ζ̇; -1: none
    zeta_dot: Array  # (n,) Mλ + d where the step ended [m/s²]
    objective: float  # ½ λᵀMλ + λᵀd there [N m/s²]
    residual: float  # natural map there [m/s²]


@dataclass(frozen=True, eq=False, slots=True)
class ActiveSetRun:
    """The steps of the active-set method from a start to its end."""

    steps: tuple[ActiveSetStep, ...]
    lam: Array  # (n,) [N]
    residual: float  # natural map [m/s²]
    epsilon: float  # of the proximal points [1/kg]

    @property
    def active(self) -> tuple[int, ...]:
        """The list at the end."""
        return self.steps[-1].active if self.steps else ()


@dataclass(frozen=True, eq=False, slots=True)
class ContactSet:
    """A set of contacts that may be closed; it holds where none of them pulls, and none of the others goes in."""

    closed: tuple[int, ...]
    force: Array  # (n,) λ, 0 of open ones [N]
    pulling: tuple[int, ...]  # closed ones with λ < 0
    entering: tuple[int, ...]  # open ones with ζ̇ < 0

    @property
    def holds(self) -> bool:
        """Whether it obeys the law of contact."""
        return not self.pulling and not self.entering


@dataclass(frozen=True, eq=False, slots=True)
class MultiplierSection:
    """The objective and the constraints over two of the 3n components of force."""

    first: int  # component: 3 times the contact, + 0, 1 for the tangents, 2 for the normal
    second: int
    others: str  # "held" at the solution, or "minimised" at each point, under their own constraints
    a: Array  # (na,) values of the first [N]
    b: Array  # (nb,) values of the second [N]
    objective: Array  # (na, nb) [N m/s²]
    violation: Array  # (na, nb) how far outside of the constraints; ≤ 0 inside [N]
    place: tuple[float, float]  # of the solution [N]
    least: float  # objective of the solution [N m/s²]


@dataclass(frozen=True, eq=False, slots=True)
class VelocityProgramme:
    """The same problem asked of the motion: min ½ yᵀ H y with Tᵀ y + d ≥ 0, y what contact adds to the free motion.

    With v = v_free + y that is the lecture's ½ vᵀHv - vᵀ H v_free less its constant part ½ v_freeᵀ H v_free, and with
    accelerations Gauss's principle of least constraint. Its multipliers are the contact forces.
    """

    y: Array  # (nv,) what contact adds to q̈ [m/s² | rad/s²]
    separation: Array  # (n,) Tᵀ y + d ≥ 0 [m/s²]
    multipliers: Array  # (n,) of those constraints, λ [N]
    objective: float  # ½ yᵀ H y [N m/s²]
    dual: float  # -(½ λᵀMλ + λᵀd) of the forces that it is compared with [N m/s²]
    force_difference: float  # largest |λ - multiplier|; several λ may belong to one motion [N]
    motion_difference: float  # largest |y - H⁻¹ T λ| [m/s² | rad/s²]

    @property
    def gap(self) -> float:
        """½ yᵀHy + ½ λᵀMλ + λᵀd: zero where both are solved [N m/s²]."""
        return self.objective - self.dual


@dataclass(frozen=True, eq=False, slots=True)
class SolverPath:
    """Where a method went, from its start."""

    method: str
    labels: tuple[str, ...]  # of each place: the iteration, or round, that ended there
    forces: Array  # (k, n, 3) [N]
    residuals: Array  # (k,) natural map [m/s²]
