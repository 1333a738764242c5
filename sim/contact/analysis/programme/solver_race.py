"""Methods side by side on one contact problem: how the residual falls with iterations and with time, and where each ends.

A method is asked again and again, from nothing and with more iterations each time, so that every time is one that was measured.
The active-set method has no use for iteration limits: its residuals are those of its own steps, and its time is divided among
them evenly.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from time import perf_counter

import numpy as np

from ....arrays import Array, frozen
from ....errors import ArgumentError
from ....interruption import checkpoint
from ...problem.methods import METHODS, answer_to, solver_request
from ...problem.problem import ContactProblem
from ...problem.solution import ContactSolution, natural_residual_of
from .active_set_steps import active_set_steps
from .values import Race, RaceLane, SolverPath

RACING = ("active_set", "newton", "gauss_seidel", "admm", "clarabel", "proxqp")
"""The methods of `METHODS` that are one method each."""
_REPEATS, _LONG = 3, 0.05  # a time is the least of so many runs, unless one takes so long [s]
_BUDGET = 1.0  # for the shorter runs of one method, after which no more are made [s]
_FULL = 1e-10  # tolerance, relative to the largest |w|, at least to 1 m/s²
_LOOKS = 10  # iterations up to which admm tells each, and then every so many
_SEEN = 40  # iterations of a reference solver that a path shows at most


def solver_race(
    problem: ContactProblem, methods: Sequence[str] = RACING, *, law: str = "coulomb", facets: int = 4
) -> Race:
    """Have methods solve one problem under a law, each from nothing.

    Those that do not solve the law, or are not installed, are listed with the reason.
    Raises UnknownNameError.
    """
    lanes, refused = [], []
    for method in methods:
        try:
            lanes.append(race_lane(problem, method, law=law, facets=facets))
        except ArgumentError as error:
            if method not in METHODS:
                raise
            refused.append((method, str(error)))
    return race_of(lanes, refused)


def race_of(lanes: Sequence[RaceLane], refused: Sequence[tuple[str, str]] = ()) -> Race:
    """Methods beside the best of them."""
    best = min(range(len(lanes)), key=lambda k: lanes[k].residual, default=-1)
    apart = [
        (np.max(np.abs(lane.force - lanes[best].force), initial=0.0), np.max(np.abs(lane.rate - lanes[best].rate), initial=0.0))
        for lane in lanes
    ]  # fmt: skip
    errors = np.array(apart, dtype=np.float64).reshape(-1, 2)
    return Race(tuple(lanes), tuple(refused), best, frozen(errors[:, 0].copy()), frozen(errors[:, 1].copy()))


def race_lane(problem: ContactProblem, method: str, *, law: str = "coulomb", facets: int = 4) -> RaceLane:
    """One method on one problem. Raises UnknownNameError, ArgumentError: also where it does not solve the law."""
    solution, seconds = timed(problem, method, law=law, facets=facets)
    reached = _active_set_places if method == "active_set" else _limited_places
    places = [*reached(problem, method, law, facets, solution, seconds)]
    table = np.array(places, dtype=np.float64).reshape(-1, 3)
    table[:, 1] = np.minimum.accumulate(table[::-1, 1])[::-1]  # fewer iterations take no longer than more did
    return RaceLane(
        method=method, status=solution.status.sentence, solved=solution.status.value == 0,
        iterations=solution.iterations, seconds=seconds, residual=_residual(problem, solution, law, facets),
        force=frozen(solution.force), rate=solution.velocity, at_iteration=frozen(table[:, 0].copy()),
        at_time=frozen(table[:, 1].copy()), residuals=frozen(table[:, 2].copy()),
    )  # fmt: skip


def timed(
    problem: ContactProblem, method: str, *, law: str = "coulomb", facets: int = 4, limit: int | None = None,
    repeats: int = _REPEATS,
) -> tuple[ContactSolution, float]:  # fmt: skip
    """Solve a problem from nothing; with the time of the method alone, the least of several runs [s].

    Raises UnknownNameError, ArgumentError, as `solve_contact_problem`, and where the method would solve another law.
    """
    _refuse_other_laws(problem, method, law)
    request = solver_request(problem, method, law=law, facets=facets, tolerance=_FULL, iteration_limit=limit)
    solution = answer_to(problem, request, method)  # compiles what is to be compiled
    least = np.inf
    for _ in range(repeats if len(problem) else 0):
        checkpoint()
        begin = perf_counter()
        METHODS[method](request)
        least = min(least, perf_counter() - begin)
        if least > _LONG:
            break
    return solution, float(least) if np.isfinite(least) else 0.0


def solver_path(problem: ContactProblem, method: str, *, law: str = "coulomb", facets: int = 4) -> SolverPath:
    """Where a method goes from nothing: steps of active_set, rounds of newton, sweeps of gauss_seidel, iterations of admm
    (after ten of them every tenth), clarabel and proxqp.

    Raises UnknownNameError, ArgumentError: also where it does not solve the law.
    """
    _refuse_other_laws(problem, method, law)
    facets = facets if law == "pyramid" else 0
    start = np.zeros((len(problem), 3))
    if method == "active_set":
        steps = active_set_steps(problem).steps
        forces = [start, *(np.column_stack([start[:, :2], step.lam]) for step in steps)]
    elif method in ("clarabel", "proxqp"):
        forces = [start, *_reference_iterates(problem, method, law, facets)]
    else:
        request = solver_request(problem, method, law=law, facets=facets or 4, tolerance=_FULL, iterates=True)
        solution = answer_to(problem, request, method)
        forces = [start, *(iterate.force for iterate in solution.iterates)]
        forces += [] if len(forces) > 1 and np.array_equal(forces[-1], solution.force) else [solution.force]
    residuals = [natural_residual_of(problem, force.ravel(), law, facets) for force in forces]
    numbers = [k if method != "admm" or k <= _LOOKS else _LOOKS * (k - _LOOKS + 1) for k in range(len(forces))]
    labels = tuple(map(str, numbers))
    return SolverPath(method, labels, frozen(np.array(forces)), frozen(np.array(residuals)))


def _reference_iterates(problem: ContactProblem, method: str, law: str, facets: int) -> Iterator[Array]:
    """Forces after one iteration, after two, … until more make no difference."""
    for limit in range(1, _SEEN + 1):
        checkpoint()
        request = solver_request(problem, method, law=law, facets=facets or 4, tolerance=_FULL, iteration_limit=limit)
        result = METHODS[method](request)
        yield result.force.reshape(-1, 3)
        if result.iterations < limit or result.residual <= request.tolerance:
            return


def _refuse_other_laws(problem: ContactProblem, method: str, law: str) -> None:
    if method == "active_set" and law != "frictionless" and np.any(problem.friction != 0.0):
        raise ArgumentError("active_set leaves friction out: it solves another law, 'frictionless'")
    if method in ("active_set", "clarabel", "proxqp") and np.any(problem.friction < 0.0):
        raise ArgumentError("{method} does not know the dry friction of joints", method=method)


def _residual(problem: ContactProblem, solution: ContactSolution, law: str, facets: int) -> float:
    return natural_residual_of(problem, solution.force.ravel(), law, facets if law == "pyramid" else 0)


_Place = tuple[float, float, float]  # iterations, seconds, residual


def _active_set_places(
    problem: ContactProblem, method: str, law: str, facets: int, solution: ContactSolution, seconds: float
) -> Iterator[_Place]:
    """Those of the method's own steps, its time divided evenly."""
    steps = active_set_steps(problem).steps
    yield 0.0, 0.0, natural_residual_of(problem, np.zeros(3 * len(problem)), law)
    for k, step in enumerate(steps):
        yield k + 1.0, seconds * (k + 1) / len(steps), step.residual


def _limited_places(
    problem: ContactProblem, method: str, law: str, facets: int, solution: ContactSolution, seconds: float
) -> Iterator[_Place]:
    """Those of runs that were stopped earlier and earlier, and of the whole."""
    yield 0.0, 0.0, natural_residual_of(problem, np.zeros(3 * len(problem)), law, facets if law == "pyramid" else 0)
    spent, seen, limit = 0.0, 0, 1
    while limit < solution.iterations and spent < _BUDGET:
        begin = perf_counter()
        partial, took = timed(problem, method, law=law, facets=facets, limit=limit)
        spent += perf_counter() - begin
        if partial.iterations >= solution.iterations:
            break
        if partial.iterations > seen:
            seen = partial.iterations
            yield float(seen), took, _residual(problem, partial, law, facets)
        limit = max(limit + 1, seen + 1, int(1.35 * limit))
    if solution.iterations:
        yield float(solution.iterations), seconds, _residual(problem, solution, law, facets)
