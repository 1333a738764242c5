"""Our own solvers of one contact problem, called with its dense Delassus matrix."""

from __future__ import annotations

from typing import Any

import numpy as np

from ...arrays import Array
from ...kernel import allocating, compile_entry, entry, f8, i8, i_out, m_in, m_out, v_in, v_out
from ..dense.active_set import active_set
from ..dense.dense_admm import dense_admm
from ..dense.dense_newton import dense_contact, dense_room
from ..dense.dense_sweep import dense_residual, dense_sweep, own_inverses_into
from ..law.painleve import INCONSISTENT, INDETERMINATE, sliding_status
from ..status import Status
from .request import SolverRequest, SolverResult, iterates_of
from .solution import Iterate

_VERDICTS = {INCONSISTENT: Status.INCONSISTENT, INDETERMINATE: Status.INDETERMINATE}
_MOST_TRACED = 1000  # rows of iterates
RESIDUAL, ITERATIONS, VERDICT = range(3)  # places in what the kernels below report


def by_active_set(request: SolverRequest) -> SolverResult:
    """The quadratic programme of the normals: friction is left out, whatever the law. Its only iterate is its last."""
    problem, report = request.problem, np.zeros(2)
    n = len(problem)
    lam = np.zeros(n)
    active = (request.start[2::3] > 0.0).astype(np.int64)
    compile_entry(_active_set)
    _active_set(problem.M, problem.d, request.tolerance, lam, active, report)
    force = np.zeros(3 * n)
    force[2::3] = lam
    last = (Iterate(float(report[RESIDUAL]), force.reshape(-1, 3)),) if request.iterates else ()
    return SolverResult(force, float(report[RESIDUAL]), int(report[ITERATIONS]), "active_set", "frictionless", last)


def by_newton(request: SolverRequest) -> SolverResult:
    """Newton on the forces, `dense_contact`; iterates are those of its proximal rounds. Knows contacts that slide."""
    return _run("newton", _newton, request, 300)


def by_gauss_seidel(request: SolverRequest) -> SolverResult:
    """Sweeps over the contacts, each solved exactly. Knows contacts that slide."""
    return _run("gauss_seidel", _gauss_seidel, request, 2000)


def by_admm(request: SolverRequest) -> SolverResult:
    """The alternating direction method of multipliers, `dense_admm`; every tenth iterate."""
    return _run("admm", _admm, request, 5000)


def _run(method: str, function: Any, request: SolverRequest, limit: int) -> SolverResult:
    problem, report, force = request.problem, np.zeros(3), request.start.copy()
    limit = limit if request.limit is None else request.limit
    trace = request.trace(min(limit, _MOST_TRACED))
    compile_entry(function)
    function(
        problem.W, problem.w, request.friction, request.cone, request.slide, request.tolerance, limit, force, trace, report
    )
    verdict = _VERDICTS.get(int(report[VERDICT]))
    return SolverResult(
        force, float(report[RESIDUAL]), int(report[ITERATIONS]), method, request.law, iterates_of(trace), verdict
    )


@entry(m_in, v_in, f8, v_out, i_out, v_out, allocates=True)
def _active_set(M: Array, d: Array, tolerance: float, lam: Array, active: Any, report: Array) -> int:
    n = d.shape[0]
    report[RESIDUAL], report[ITERATIONS] = active_set(M, d, tolerance, lam, active, np.empty((n, n)), np.empty((3, n)))
    return 0


_ARGUMENTS = (m_in, v_in, v_in, i8, m_in, f8, i8, v_out, m_out, v_out)


@entry(*_ARGUMENTS, allocates=True)
def _newton(
    W: Array, w: Array, mu: Array, cone: int, slide: Array, tolerance: float, limit: int, r: Array, trace: Array, report: Array
) -> int:
    n = mu.shape[0]
    room, wide = np.empty(dense_room(n)), np.full(n, 3)
    report[RESIDUAL], report[ITERATIONS] = dense_contact(
        W, w, mu, cone, slide, wide, tolerance, tolerance, limit, r, trace, room, False
    )
    report[VERDICT] = sliding_status(W, w, mu, slide, report[RESIDUAL], 10.0 * tolerance, np.zeros(n, np.int64))
    if report[VERDICT] == INCONSISTENT:
        for k in range(r.shape[0]):
            r[k] = 0.0
        report[RESIDUAL], _ = dense_contact(W, w, mu, cone, slide, wide, 1e300, 1e300, limit, r, trace[:0], room, False)
    return 0


@entry(*_ARGUMENTS, allocates=True)
def _gauss_seidel(
    W: Array, w: Array, mu: Array, cone: int, slide: Array, tolerance: float, limit: int, r: Array, trace: Array, report: Array
) -> int:
    report[RESIDUAL], report[ITERATIONS] = _swept(W, w, mu, cone, slide, tolerance, limit, r, trace)
    return 0


@allocating
def _swept(
    W: Array, w: Array, mu: Array, cone: int, slide: Array, tolerance: float, limit: int, r: Array, trace: Array
) -> tuple[float, int]:
    """Sweep until the residual is small; the best r met is kept."""
    rho, best, wide = np.empty(mu.shape[0]), r.copy(), np.full(mu.shape[0], 3)
    own_inverses_into(W, wide, rho)
    least = dense_residual(W, w, mu, cone, slide, rho, r)
    iterations = 0
    while iterations < limit and not least <= tolerance:
        dense_sweep(W, w, mu, cone, slide, wide, r)
        residual = dense_residual(W, w, mu, cone, slide, rho, r)
        if iterations < trace.shape[0]:
            trace[iterations, 0] = residual
            trace[iterations, 1:] = r
        iterations += 1
        if residual < least:
            least = residual
            best[:] = r
    r[:] = best
    return least, iterations


@entry(*_ARGUMENTS, allocates=True)
def _admm(
    W: Array, w: Array, mu: Array, cone: int, slide: Array, tolerance: float, limit: int, r: Array, trace: Array, report: Array
) -> int:
    report[RESIDUAL], report[ITERATIONS] = dense_admm(W, w, mu, cone, tolerance, limit, r, trace)
    return 0
