"""What a regularisation ε does: which of the many forces it picks, and by how much it may change the motion.

r(ε) solves the law with u = (W + ε 1) r + w in place of W r + w. Then
- W r(ε) + w misses the law by ε ‖r(ε)‖ of a contact at most, as that plus ε r(ε) obeys it (under Coulomb's law and the pyramid,
  which ask it of û, by ε μ ‖r_t(ε)‖ more);
- with δ = r(ε) - r for any solution r without ε, the variational inequalities of both, added, give δᵀ W δ ≤ -ε r(ε)ᵀ δ =
  -ε rᵀ δ - ε ‖δ‖² ≤ ¼ ε ‖r‖², and δᵀ W δ is the square of ‖q̈(ε) - q̈‖_H = √((q̈(ε) - q̈)ᵀ H (q̈(ε) - q̈)): hence ½ √ε ‖r‖, smallest
  for r of least norm; and ‖r(ε)‖ ≤ ‖r‖, so r(ε) tends to the r of least norm as ε goes to 0;
- while the same rows press and stick, δ = -ε (W + ε 1)⁻¹ r on them, with r in the range of W: hence ε ‖r‖/√σ, σ the smallest
  eigenvalue of W on those rows that is not 0;
- a row of u changes by √W_ii ‖q̈(ε) - q̈‖_H at most.
The second and third need a monotone law: no friction, the convex relaxation, a pyramid or Coulomb's cone where nothing slides.
Source: Tikhonov & Arsenin 1977; Facchinei & Pang 2003, §12.2 (Tikhonov regularisation of monotone inequalities); THEORY §5.
"""

from __future__ import annotations

import math
from dataclasses import replace

import numpy as np

from ....arrays import Array, frozen
from ....errors import ArgumentError
from ...law.contact_laws import LAWS
from ...problem.methods import solve_contact_problem
from ...problem.problem import ContactProblem
from ...problem.redundant_forces import least_norm_forces
from ...problem.solution import ContactSolution, friction_under, natural_residual_of
from .values import RegularisedForces

_RANK = 1e-12  # share of the largest eigenvalue up to which one is zero
_MONOTONE = 1e-9  # share of the largest |w| up to which forces obey the convex law as well
_PRESSES = 1e-9  # share of the largest force from which a contact presses
_STICKS = 1e-6  # share of the cone's radius that sticking friction is short of its bound by, at least


def regularised_forces(
    problem: ContactProblem,
    epsilon: float,
    law: str = "frictionless",
    *,
    facets: int = 4,
    without: ContactSolution | None = None,
) -> RegularisedForces:
    """The forces that a regularisation ε picks, beside those of least norm without it.

    epsilon : ε > 0, on the diagonal of W [1/kg]
    without : the solution without ε, where it is known; it is brought to its least norm
    Raises ArgumentError, UnknownNameError.
    """
    if not np.isfinite(epsilon) or epsilon <= 0.0:
        raise ArgumentError("epsilon is a positive number; given {epsilon:g}", epsilon=epsilon)
    if without is not None and (len(without.lam) != len(problem) or without.law != law):
        raise ArgumentError(
            "without has {count} contacts, {law!r}; wanted {problem_count}, {law_2!r}",
            count=len(without.lam),
            law=without.law,
            problem_count=len(problem),
            law_2=law,
        )
    plain = without or solve_contact_problem(problem, law=law, facets=facets, tolerance=1e-13)
    plain = least_norm_forces(problem, plain)
    found = solve_contact_problem(problem, law=law, facets=facets, regularisation=epsilon, tolerance=1e-13, start=plain.force)
    r, softened = plain.force, found.force
    change = (softened - r).ravel()
    energy = math.sqrt(max(0.0, float(change @ problem.W @ change)))
    length = float(np.linalg.norm(r))
    always, linear = np.nan, np.nan
    if _is_monotone(problem, plain, 0.0) and _is_monotone(problem, found, epsilon):
        always = 0.5 * np.sqrt(epsilon) * length
        linear = _linear_bound(problem, plain, found, epsilon)
    largest = float(np.sqrt(np.max(np.diag(problem.W), initial=0.0)))
    residual = _softened_residual(problem, found, epsilon)
    return RegularisedForces(
        epsilon=epsilon,
        force=frozen(softened),
        least=frozen(r),
        rate=frozen(found.velocity),
        violation_bound=epsilon * _largest(problem, found) + residual,
        violation=found.residual,
        residual=residual,
        energy_bound=float(always),
        linear_bound=float(linear),
        energy_change=energy,
        rate_bound=largest * float(np.fmin(always, linear)),
        rate_change=float(np.max(np.abs(found.velocity - plain.velocity), initial=0.0)),
    )


def _softened_residual(problem: ContactProblem, solution: ContactSolution, epsilon: float) -> float:
    softened = replace(problem, W=frozen(problem.W + epsilon * np.eye(3 * len(problem))))
    return natural_residual_of(softened, solution.force.ravel(), solution.law, solution.facets)


def _largest(problem: ContactProblem, solution: ContactSolution) -> float:
    """The largest ‖r‖ of a contact, and μ ‖r_t‖ with it where the law adds μ ‖u_t‖ to the normal [N]."""
    shift = np.maximum(0.0, friction_under(solution.law, problem.friction)) * LAWS[solution.law].shifts
    size = np.linalg.norm(solution.force, axis=1) + shift * np.linalg.norm(solution.tangential, axis=1)
    return float(np.max(size, initial=0.0))


def _is_monotone(problem: ContactProblem, solution: ContactSolution, epsilon: float) -> bool:
    """Whether forces obey a variational inequality over one convex cone: Coulomb's law does where nothing slides."""
    if not LAWS[solution.law].shifts or not np.any(problem.friction > 0.0):
        return True
    if problem.slide is not None and np.any(problem.slide != 0.0):
        return False
    sliding = solution.velocity[:, :2] + epsilon * solution.force[:, :2]
    slips = np.linalg.norm(sliding, axis=1) * (problem.friction > 0.0) * (solution.lam > 0.0)
    return bool(np.max(slips, initial=0.0) <= _MONOTONE * max(1.0, float(np.max(np.abs(problem.w), initial=0.0))))


def _linear_bound(problem: ContactProblem, plain: ContactSolution, found: ContactSolution, epsilon: float) -> float:
    """ε ‖r‖/√σ where the same rows press and stick in both; else nan."""
    rows, others = (_free_rows(problem, solution) for solution in (plain, found))
    if rows is None or others is None or not np.array_equal(rows, others):
        return float("nan")
    if not rows.any():
        return 0.0
    values = np.linalg.eigvalsh(problem.W[np.ix_(rows, rows)])
    sigma = float(np.min(values[values > _RANK * values[-1]], initial=np.inf))
    return float(epsilon * np.linalg.norm(plain.force) / np.sqrt(sigma))


def _free_rows(problem: ContactProblem, solution: ContactSolution) -> Array | None:
    """(3n,) bool: rows whose force no bound touches; None where a contact is at its bound of friction."""
    force, mu = solution.force, friction_under(solution.law, problem.friction)
    presses = force[:, 2] > _PRESSES * max(1.0, float(np.max(np.abs(force), initial=0.0)))
    size, reach = np.linalg.norm(force[:, :2], axis=1), mu * force[:, 2]
    if solution.facets:
        reach = reach * np.cos(np.pi / solution.facets)
    rubs = presses & (mu > 0.0)
    if np.any(mu < 0.0) or np.any(rubs & (size > (1.0 - _STICKS) * reach)):
        return None
    return np.asarray(np.column_stack([rubs, rubs, presses]).ravel())
