"""Solving one contact problem by a method chosen by name, under a law of friction chosen by name."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import numpy as np
from scipy.sparse import csr_array
from scipy.sparse.csgraph import reverse_cuthill_mckee

from ...arrays import Array, frozen
from ...errors import ArgumentError, UnknownNameError
from ...interruption import checkpoint
from ..law.contact_laws import LAW_WORDS, LAWS
from ..status import Status
from .own_methods import by_active_set, by_admm, by_gauss_seidel, by_newton
from .problem import ContactProblem, Indices
from .request import SolverRequest, SolverResult
from .solution import ContactSolution, solution_of

NEWTON_CONTACTS, ACTIVE_SET_CONTACTS = 32, 100
"""Contacts of an island up to which `auto` asks newton first, and where there is no friction active_set [-]."""


def by_best(request: SolverRequest) -> SolverResult:
    """Each island by the method that suits its size; while its residual is too large, others go on from the best forces."""
    force = np.zeros(3 * len(request.problem))
    residual, iterations, names, verdict = 0.0, 0, [], None
    islands = request.problem.islands
    result = None
    for island in islands:
        checkpoint()
        order = np.arange(len(island))
        problem = request.problem.part(island)
        if len(island) > NEWTON_CONTACTS:
            problem = _without_traces(problem)
            order = order if request.iterates else _narrow_order(problem)
        rows = (3 * island[order][:, None] + np.arange(3)).ravel()
        result = _first_that_solves(replace(request, problem=problem.part(order), start=request.start[rows]))
        force[rows] = result.force
        residual, iterations = max(residual, result.residual), iterations + result.iterations
        names.append(result.method)
        if verdict is not Status.INCONSISTENT:
            verdict = result.verdict or verdict
    method = ", ".join(dict.fromkeys(names)) or "newton"
    iterates = result.iterates if result is not None and len(islands) == 1 else ()
    return SolverResult(force, residual, iterations, method, request.law, iterates, verdict)


def _without_traces(problem: ContactProblem) -> ContactProblem:
    """The problem with zeros where contacts do not feel each other: what rounding leaves there would fill all factors."""
    n = len(problem)
    W = np.where(problem.felt[:, None, :, None], problem.W.reshape(n, 3, n, 3), 0.0).reshape(3 * n, 3 * n)
    return replace(problem, W=frozen(W), M=frozen(np.ascontiguousarray(W[2::3, 2::3])))


def _narrow_order(problem: ContactProblem) -> Indices:
    """An order of the contacts in which those that feel each other are near each other, so that factors of W fill in little.

    Source: Cuthill & McKee 1969, reversed (George 1971). Where that makes the profile no smaller they stay as they are.
    """
    felt = problem.felt
    order = reverse_cuthill_mckee(csr_array(felt), symmetric_mode=True).astype(np.int64)
    return order if _profile(felt[np.ix_(order, order)]) < _profile(felt) else np.arange(len(problem))


def _profile(felt: Any) -> int:
    """How many places a factor may fill, row by row from the first that is felt."""
    return int(np.sum(np.arange(len(felt)) - np.argmax(felt, axis=1)))


_Stage = tuple[Callable[[SolverRequest], SolverResult], int | None, bool]  # method, most iterations, from the best so far

_IN_TURNS: tuple[_Stage, ...] = (
    (by_admm, 300, True),
    (by_newton, 60, True),
    (by_newton, None, False),
    (by_admm, 2000, True),
    (by_newton, 100, True),
    (by_admm, 3000, True),
    (by_newton, None, True),
    (by_gauss_seidel, None, True),
)
"""Newton's method needs to begin near and is then exact; admm comes near, slowly, whatever the problem."""
_MANY: tuple[_Stage, ...] = (
    (by_admm, 300, True),
    (by_newton, 30, True),
    (by_admm, 2000, True),
    (by_newton, 100, True),
    (by_admm, 3000, True),
    (by_newton, None, True),
    (by_newton, None, False),
    (by_gauss_seidel, None, True),
)
_FEW: tuple[_Stage, ...] = ((by_newton, None, True), *_IN_TURNS)
_FRICTIONLESS: tuple[_Stage, ...] = ((by_active_set, None, True), *_FEW)
_SLIDING: tuple[_Stage, ...] = ((by_newton, None, True), (by_gauss_seidel, None, False))
_POLISH, _EXACT = (3, 1e-5)  # iterations of Newton's method after it is solved; share of the tolerance that they aim at


def _first_that_solves(request: SolverRequest) -> SolverResult:
    """The stages one after another, each from the best forces so far, until the residual is small."""
    n = len(request.problem)
    if np.any(request.slide != 0.0):
        stages = _SLIDING
    elif not np.any(request.friction != 0.0) and n <= ACTIVE_SET_CONTACTS:
        stages = _FRICTIONLESS
    else:
        stages = _FEW if n <= NEWTON_CONTACTS else _MANY
    best = SolverResult(request.start, np.inf, 0, "", request.law)
    iterations, iterates = 0, best.iterates
    for method, most, continues in stages:
        checkpoint()
        result = method(_stage_of(request, best.force if continues else request.start, most))
        iterations, iterates = iterations + result.iterations, iterates + result.iterates
        if result.residual < best.residual or result.verdict is not None:
            best = result
        if best.verdict is not None or best.residual <= request.tolerance:
            break
    exact = _EXACT * max(1.0, float(np.max(np.abs(request.problem.w))))
    if best.verdict is None and exact < best.residual <= request.tolerance:
        polished = by_newton(replace(_stage_of(request, best.force, _POLISH), tolerance=exact))
        iterations, iterates = iterations + polished.iterations, iterates + polished.iterates
        if polished.residual < best.residual:
            best = best._replace(force=polished.force, residual=polished.residual)
    return best._replace(iterations=iterations, iterates=iterates)


def _stage_of(request: SolverRequest, start: Array, most: int | None) -> SolverRequest:
    """The request of one stage: from these forces, with no more iterations than the user wants."""
    limits = [limit for limit in (most, request.limit) if limit is not None]
    return replace(request, start=start, limit=min(limits) if limits else None)


METHODS: dict[str, Callable[[SolverRequest], SolverResult]] = {
    "auto": by_best,
    "active_set": by_active_set,
    "newton": by_newton,
    "gauss_seidel": by_gauss_seidel,
    "admm": by_admm,
}
"""auto: island by island, by size, with admm and newton in turns where the first fails; active_set: the quadratic programme
without friction; newton: on the forces; gauss_seidel: contact by contact; admm: slow and sure."""

_KNOW_SLIDING = ("auto", "newton", "gauss_seidel")  # and active_set, to which friction is nothing


def solve_contact_problem(
    problem: ContactProblem,
    method: str = "auto",
    *,
    law: str = "coulomb",
    facets: int = 4,
    start: Array | None = None,
    tolerance: float = 1e-10,
    regularisation: float = 0.0,
    iterates: bool = False,
    iteration_limit: int | None = None,
) -> ContactSolution:
    """Solve a contact problem by one of `METHODS` under one of `LAWS`.

    facets    : corners of the pyramid's section, an even number from 4 on; the first lies on tangent 1
    start     : (nc,) normal forces to start from, or (nc, 3) along tangent, normal × tangent, normal
    tolerance : of the residual, relative to the largest |w|, at least to 1 m/s²
    regularisation  : ε, added to the diagonal of W [1/kg]; what that changes is stated, `regularisation_bound`
    iterates        : whether to keep what a method went through, in so far as it tells
    iteration_limit : None leaves it to the method
    active_set leaves friction out, whatever the law. Redundant contacts get the forces of least norm by active_set, and by newton
    from nothing. Where sliding contacts have no answer (INCONSISTENT) the forces are zero and the residual is theirs; where they
    have several motions (INDETERMINATE) one of them is given. See `sliding_status`; newton and auto tell.
    Raises UnknownNameError, ArgumentError.
    """
    request = solver_request(
        problem,
        method,
        law=law,
        facets=facets,
        start=start,
        tolerance=tolerance,
        regularisation=regularisation,
        iterates=iterates,
        iteration_limit=iteration_limit,
    )
    return answer_to(problem, request, method, regularisation)


def solver_request(
    problem: ContactProblem,
    method: str = "auto",
    *,
    law: str = "coulomb",
    facets: int = 4,
    start: Array | None = None,
    tolerance: float = 1e-10,
    regularisation: float = 0.0,
    iterates: bool = False,
    iteration_limit: int | None = None,
) -> SolverRequest:
    """What a method is asked for, with the arguments of `solve_contact_problem`, and the errors that it raises."""
    if method not in METHODS:
        raise UnknownNameError("method", method, METHODS)
    if law not in LAWS:
        raise UnknownNameError("law", law, LAWS, words=LAW_WORDS)
    if LAWS[law].has_facets and (facets < 4 or facets % 2):
        raise ArgumentError("a pyramid has an even number of facets, at least 4; given {facets}", facets=facets)
    _check_sliding(problem, method, law)
    if not tolerance > 0.0 or not np.isfinite(regularisation) or regularisation < 0.0:
        raise ArgumentError(
            "tolerance {tolerance:g} is to be positive, and regularisation {regularisation:g} not negative",
            tolerance=tolerance,
            regularisation=regularisation,
        )
    if iteration_limit is not None and iteration_limit < 1:
        raise ArgumentError("iteration_limit is at least 1; given {iteration_limit}", iteration_limit=iteration_limit)
    facets = LAWS[law].facets_of(facets)
    first = _start(problem, start)
    tolerance *= max(1.0, float(np.max(np.abs(problem.w), initial=0.0)))
    return SolverRequest(_regularised(problem, regularisation), law, facets, first, tolerance, iteration_limit, iterates)


def answer_to(problem: ContactProblem, request: SolverRequest, method: str, regularisation: float = 0.0) -> ContactSolution:
    """Have a method do what it is asked for; `problem` without the regularisation that the request has."""
    checkpoint()
    result = METHODS[method](request) if len(problem) else SolverResult(request.start, 0.0, 0, method, request.law)
    solved = Status.SOLVED if result.residual <= request.tolerance else Status.ITERATION_LIMIT
    return solution_of(
        problem,
        result.force,
        result.law,
        LAWS[result.law].facets_of(request.facets),
        status=result.verdict if result.verdict is not None else solved,
        iterations=result.iterations,
        method=result.method,
        regularisation=regularisation,
        iterates=result.iterates,
    )


def _check_sliding(problem: ContactProblem, method: str, law: str) -> None:
    if problem.slide is None or not np.any(problem.slide != 0.0) or not LAWS[law].rubs:
        return
    if method == "active_set":
        return
    if method not in _KNOW_SLIDING:
        raise ArgumentError(
            "{method} knows no contacts that already slide, as the hybrid scheme has them: their friction is no "
            "unknown of its. {know_sliding} know them under Coulomb's law; without friction (law 'frictionless') all "
            "solvers do",
            method=method,
            know_sliding=", ".join(_KNOW_SLIDING),
        )
    if law != "coulomb":
        raise ArgumentError("the friction of contacts that already slide is Coulomb's; the law given is {law!r}", law=law)


def _start(problem: ContactProblem, start: Array | None) -> Array:
    n, force = len(problem), np.zeros((len(problem), 3))
    if start is not None:
        start = np.asarray(start, dtype=np.float64)
        if start.shape not in ((n,), (n, 3)) or not np.all(np.isfinite(start)):
            raise ArgumentError(
                "start has shape {shape}; the problem has {n} contacts, and finite forces", shape=start.shape, n=n
            )
        force[:, 2 if start.ndim == 1 else slice(None)] = start
    return force.ravel()


def _regularised(problem: ContactProblem, epsilon: float) -> ContactProblem:
    if epsilon == 0.0:
        return problem
    n = len(problem)
    W, M = problem.W + epsilon * np.eye(3 * n), problem.M + epsilon * np.eye(n)
    return replace(problem, W=frozen(W), M=frozen(M))
