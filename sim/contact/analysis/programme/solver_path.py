"""Where a method goes on one contact problem, from nothing to its answer."""

from __future__ import annotations

import numpy as np

from ....arrays import frozen
from ....errors import ArgumentError
from ...law.contact_laws import LAWS
from ...problem.methods import answer_to, solver_request
from ...problem.problem import ContactProblem
from ...problem.solution import natural_residual_of
from .active_set_steps import active_set_steps
from .values import SolverPath

_FULL = 1e-10  # tolerance, relative to the largest |w|, at least to 1 m/s²
_LOOKS = 10  # iterations up to which admm tells each, and then every so many


def solver_path(problem: ContactProblem, method: str, *, law: str = "coulomb", facets: int = 4) -> SolverPath:
    """Where a method goes from nothing: steps of active_set, rounds of newton, sweeps of gauss_seidel, iterations of admm
    (after ten of them every tenth).

    Raises UnknownNameError, ArgumentError: also where it does not solve the law.
    """
    refuse_other_laws(problem, method, law)
    facets = LAWS[law].facets_of(facets)
    start = np.zeros((len(problem), 3))
    if method == "active_set":
        steps = active_set_steps(problem).steps
        forces = [start, *(np.column_stack([start[:, :2], step.lam]) for step in steps)]
    else:
        request = solver_request(problem, method, law=law, facets=facets or 4, tolerance=_FULL, iterates=True)
        solution = answer_to(problem, request, method)
        forces = [start, *(iterate.force for iterate in solution.iterates)]
        forces += [] if len(forces) > 1 and np.array_equal(forces[-1], solution.force) else [solution.force]
    residuals = [natural_residual_of(problem, force.ravel(), law, facets) for force in forces]
    numbers = [k if method != "admm" or k <= _LOOKS else _LOOKS * (k - _LOOKS + 1) for k in range(len(forces))]
    labels = tuple(map(str, numbers))
    return SolverPath(method, labels, frozen(np.array(forces)), frozen(np.array(residuals)))


def refuse_other_laws(problem: ContactProblem, method: str, law: str) -> None:
    """Raise ArgumentError for the method that would solve another law than this, which is active_set with friction."""
    if method == "active_set" and law != "frictionless" and np.any(problem.friction != 0.0):
        raise ArgumentError("active_set leaves friction out: it solves another law, 'frictionless'")
    if method == "active_set" and np.any(problem.friction < 0.0):
        raise ArgumentError("{method} does not know the dry friction of joints", method=method)
