"""The contact problem of one instant as a value: T, M, d of THEORY §5, and its solution with how far it is from optimal.

ζ̇ = M λ + d with 0 ≤ λ ⟂ ζ̇ ≥ 0, M = Tᵀ H⁻¹ T (the Delassus matrix), d = Tᵀ H⁻¹ (τ - C) + Ṫᵀ q̇; with friction the same along
three axes a contact, ‖λ_t‖ ≤ μ λ_n. This is the form to look at and hand to other solvers; simulations work contact by contact.
Source: contact-management, "Espace cartésien → espace articulaire" and "Résolution".
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from ..errors import ArgumentError, UnknownNameError
from ..kernel import compile_entry, entry, f8, i_out, m_in, v_in, v_out
from ..multibody.arrays import Array, frozen
from .active_set import active_set
from .dense import dense_coulomb
from .sliding import INCONSISTENT, INDETERMINATE, sliding_status
from .status import Status

METHODS = ("active_set", "coulomb")
"""active_set: frictionless, the quadratic programme; coulomb: the exact friction cone, by Newton on the forces, and against
the slip where a contact slides."""


@dataclass(frozen=True, eq=False, slots=True)
class ContactProblem:
    """One contact problem at the level of accelerations. Arrays are read-only."""

    bodies: tuple[tuple[str, str], ...]  # of each contact: the normal points from the first into the second
    point: Array  # (nc, 3) [m]
    normal: Array  # (nc, 3) unit, world
    tangent: Array  # (nc, 3) unit, world: the first friction direction; the second is normal × tangent
    gap: Array  # (nc,) [m]
    friction: Array  # (nc,) μ
    H: Array  # (nv, nv) mass matrix
    T: Array  # (nv, nc) generalised directions of the normals
    M: Array  # (nc, nc) Delassus matrix of the normals [1/kg]
    d: Array  # (nc,) [m/s²]
    W: Array  # (3nc, 3nc) Delassus matrix along tangent, normal × tangent, normal of each contact [1/kg]
    w: Array  # (3nc,) what W adds to, [m/s²]
    slide: Array | None = (
        None  # (nc, 2) unit direction of slip along the tangents, zeros where nothing slides; None: all zeros
    )

    def __len__(self) -> int:
        return len(self.gap)

    @property
    def rank(self) -> int:
        """Rank of M; less than the number of contacts where they are redundant."""
        return int(np.linalg.matrix_rank(self.M, hermitian=True)) if len(self) else 0


@dataclass(frozen=True, eq=False, slots=True)
class ContactSolution:
    """Multipliers of one contact problem, and how far they are from optimal."""

    lam: Array  # (nc,) normal forces [N]
    tangential: Array  # (nc, 2) friction forces along tangent and normal × tangent [N]
    zeta_dot: Array  # (nc,) separation accelerations [m/s²]
    residual: float  # natural map of what was solved [m/s²]
    status: Status
    iterations: int
    method: str

    @property
    def complementarity(self) -> float:
        """|ζ̇ᵀ λ| [N m/s²]."""
        return float(abs(self.zeta_dot @ self.lam))

    def cone_violation(self, problem: ContactProblem) -> float:
        """Largest ‖λ_t‖ - μ λ_n over the contacts, 0 if none is positive [N]."""
        excess = np.linalg.norm(self.tangential, axis=1) - problem.friction * self.lam
        return float(np.max(excess, initial=0.0))

    def natural_map(self, problem: ContactProblem) -> float:
        """‖m λ - max(0, m λ - (M λ + d))‖∞ with m the diagonal of M: zero exactly at a frictionless solution [m/s²]."""
        scaled = np.diag(problem.M) * self.lam
        gradient = problem.M @ self.lam + problem.d
        return float(np.max(np.abs(scaled - np.maximum(0.0, scaled - gradient)), initial=0.0))


def solve_contact_problem(
    problem: ContactProblem, method: str = "active_set", *, start: Array | None = None, tolerance: float = 1e-10
) -> ContactSolution:
    """Solve a contact problem by one of `METHODS`.

    start     : (nc,) normal forces to start from; for active_set, the contacts it pushes are the active list
    tolerance : of the residual, relative to the largest |d| [m/s²]
    Redundant contacts get the forces of least norm. Where sliding contacts have no answer (INCONSISTENT) the forces are zero and
    the residual is theirs; where they have several motions (INDETERMINATE) one of them is given. See `sliding_status`.
    Raises UnknownNameError, ArgumentError.
    """
    if method not in METHODS:
        raise UnknownNameError("method", method, METHODS)
    n = len(problem)
    if start is not None and np.shape(start) != (n,):
        raise ArgumentError(f"start has shape {np.shape(start)}; the problem has {n} contacts")
    tolerance *= max(1.0, float(np.max(np.abs(problem.w), initial=0.0)))
    numbers = np.zeros(3)
    if n == 0:
        lam, tangential = np.zeros(0), np.zeros((0, 2))
    elif method == "active_set":
        lam, tangential = np.zeros(n), np.zeros((n, 2))
        active = np.zeros(n, dtype=np.int64) if start is None else (np.asarray(start) > 0).astype(np.int64)
        compile_entry(_active_set)
        _active_set(problem.M, problem.d, tolerance, lam, active, numbers)
    else:
        r = np.zeros(3 * n)
        if start is not None:
            r[2::3] = start
        compile_entry(_coulomb)
        slide = np.zeros((n, 2)) if problem.slide is None else problem.slide
        _coulomb(problem.W, problem.w, problem.friction, slide, tolerance, r, numbers)
        lam, tangential = r[2::3].copy(), r.reshape(n, 3)[:, :2].copy()
    force = np.column_stack([tangential, lam]).ravel()
    return ContactSolution(
        lam=frozen(lam),
        tangential=frozen(tangential),
        zeta_dot=frozen((problem.W @ force + problem.w)[2::3]),
        residual=float(numbers[0]),
        status=_status_of(numbers, tolerance),
        iterations=int(numbers[1]),
        method=method,
    )


def _status_of(numbers: Array, tolerance: float) -> Status:
    if numbers[2] == INCONSISTENT:
        return Status.INCONSISTENT
    if numbers[2] == INDETERMINATE:
        return Status.INDETERMINATE
    return Status.SOLVED if numbers[0] <= tolerance else Status.ITERATION_LIMIT


@entry(m_in, v_in, f8, v_out, i_out, v_out, allocates=True)
def _active_set(M: Array, d: Array, tolerance: float, lam: Array, active: Any, numbers: Array) -> int:
    n = d.shape[0]
    numbers[0], numbers[1] = active_set(M, d, tolerance, lam, active, np.empty((n, n)), np.empty((3, n)))
    return 0


@entry(m_in, v_in, v_in, m_in, f8, v_out, v_out, allocates=True)
def _coulomb(W: Array, w: Array, mu: Array, slide: Array, tolerance: float, r: Array, numbers: Array) -> int:
    numbers[0], numbers[1] = dense_coulomb(W, w, mu, slide, tolerance, r)
    numbers[2] = sliding_status(W, w, mu, slide, numbers[0], 10.0 * tolerance, np.zeros(mu.shape[0], np.int64))
    if numbers[2] == INCONSISTENT:
        for k in range(r.shape[0]):
            r[k] = 0.0
        numbers[0], _ = dense_coulomb(W, w, mu, slide, 1e300, r)
    return 0
