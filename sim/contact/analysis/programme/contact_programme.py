"""A contact problem as a quadratic programme, with its solution and the conditions that make it the contact law.

The Lagrange function of min ½ λᵀMλ + λᵀd, λ ≥ 0 is ½ λᵀMλ + λᵀd - νᵀλ; it is stationary where ν = Mλ + d, which is ζ̇, and the
conditions ν ≥ 0, λ ≥ 0, νᵀλ = 0 are those of contact. That is why contact is a quadratic programme.
Source: contact-management, "Résolution"; contact-dynamics-lecture16, "Why is this a QP problem?"; THEORY §5.
"""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from ....arrays import Array, frozen
from ....errors import ArgumentError
from ...law.contact_laws import LAWS
from ...problem.methods import solve_contact_problem
from ...problem.moved_numbers import response_to
from ...problem.problem import ContactProblem
from ...problem.redundant_forces import least_norm_forces
from ...problem.solution import farthest, friction_under, gauge, law_error, shifted
from .values import Optimality, Programme


def contact_programme(problem: ContactProblem, law: str = "frictionless", facets: int = 4) -> Programme:
    """The programme of a problem under one of `LAWS`, with the forces of least norm that solve it.

    Raises UnknownNameError, ArgumentError: also where contacts already slide under a law with friction, or joints have dry
    friction, whose bounds are no cones.
    """
    if law != "frictionless" and np.any(problem.sliding != 0.0):
        raise ArgumentError("Contacts already slide: their friction is fixed by the slip, and no programme has it.")
    if np.any(problem.friction < 0.0):
        raise ArgumentError("Joints have dry friction, which is bounded by torques and not by cones; leave it out.")
    if law == "frictionless" and problem.slide is not None:
        problem = replace(problem, slide=None)
    facets = LAWS[law].facets_of(facets)
    solution = least_norm_forces(problem, solve_contact_problem(problem, law=law, facets=facets or 4))
    mu = friction_under(law, problem.friction)
    W, w = problem.W, problem.w.copy()
    shift = shifted(mu, solution.velocity, law, facets)[:, 2] - solution.velocity[:, 2]
    w[2::3] += shift
    return Programme(
        W=W,
        w=frozen(w),
        shift=frozen(shift),
        friction=frozen(np.array(mu)),
        law=law,
        facets=facets,
        force=frozen(solution.force),
    )


def optimality(
    problem: ContactProblem, force: Array, law: str = "frictionless", facets: int = 4, *, softness: Array | None = None
) -> Optimality:
    """How far forces (n,) of the normals, or (n, 3), meet the conditions of the programme.

    softness : (n,) what M has on its diagonal beside Tᵀ H⁻¹ T [1/kg], for the motion
    Raises ArgumentError for sizes that do not fit.
    """
    n, facets = len(problem), LAWS[law].facets_of(facets)
    r = _forces(force, n)
    u = (problem.W @ r.ravel() + problem.w).reshape(-1, 3)
    mu = np.maximum(friction_under(law, problem.friction), 0.0)
    gradient, has_motion = u[:, 2], law == "frictionless" and len(problem.H) > 0
    motion = gradient
    if has_motion:
        motion = problem.d + problem.T.T @ response_to(problem.H, problem.T @ r[:, 2])
        motion = motion if softness is None else motion + np.asarray(softness) * r[:, 2]
    hat, rubs = shifted(mu, u, law, facets), mu > 0.0
    slip = farthest(u[:, :2], facets)
    own = np.max(np.diag(problem.W).reshape(-1, 3), axis=1, initial=0.0)
    plain = replace(problem, slide=None) if law == "frictionless" else problem
    error = own * np.linalg.norm(law_error(plain, r.ravel(), 1.0 / own, law, facets), axis=1)
    w = problem.w.copy()
    w[2::3] += hat[:, 2] - u[:, 2]
    flat = r.ravel()
    return Optimality(
        force=frozen(r),
        gradient=frozen(gradient.copy()),
        motion=frozen(np.array(motion)),
        inside=frozen(np.where(rubs, mu * r[:, 2] - gauge(r[:, :2], facets), r[:, 2])),
        dual=frozen(np.where(rubs, hat[:, 2] - mu * slip, hat[:, 2])),
        product=frozen(np.where(rubs, np.sum(r * hat, axis=1), r[:, 2] * hat[:, 2])),
        natural_map=frozen(error),
        objective=float(0.5 * flat @ problem.W @ flat + flat @ w),
        has_motion=has_motion,
    )


def _forces(force: Array, n: int) -> Array:
    """Forces (n, 3) from those of the normals, or of all directions."""
    given = np.asarray(force, dtype=np.float64)
    if given.shape not in ((n,), (n, 3)):
        raise ArgumentError(
            "forces have shape {shape}; the problem has {n} contacts: ({n},) or ({n}, 3)", shape=given.shape, n=n
        )
    r = np.zeros((n, 3))
    r[:, 2 if given.ndim == 1 else slice(None)] = given
    return r
