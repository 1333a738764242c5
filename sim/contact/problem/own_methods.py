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
from .request import Answer, Asked, iterates_of
from .solution import Iterate

_VERDICTS = {INCONSISTENT: Status.INCONSISTENT, INDETERMINATE: Status.INDETERMINATE}
_MOST_TRACED = 1000  # rows of iterates


def by_active_set(asked: Asked) -> Answer:
    """The quadratic programme of the normals: friction is left out, whatever the law. Its only iterate is its last."""
    problem, numbers = asked.problem, np.zeros(2)
    n = len(problem)
    lam = np.zeros(n)
    active = (asked.start[2::3] > 0.0).astype(np.int64)
    compile_entry(_active_set)
    _active_set(problem.M, problem.d, asked.tolerance, lam, active, numbers)
    force = np.zeros(3 * n)
    force[2::3] = lam
    last = (Iterate(float(numbers[0]), force.reshape(-1, 3)),) if asked.iterates else ()
    return Answer(force, float(numbers[0]), int(numbers[1]), "active_set", "frictionless", last)


def by_newton(asked: Asked) -> Answer:
    """Newton on the forces, `dense_contact`; iterates are those of its proximal rounds. Knows contacts that slide."""
    return _run("newton", _newton, asked, 300)


def by_gauss_seidel(asked: Asked) -> Answer:
    """Sweeps over the contacts, each solved exactly. Knows contacts that slide."""
    return _run("gauss_seidel", _gauss_seidel, asked, 2000)


def by_admm(asked: Asked) -> Answer:
    """The alternating direction method of multipliers, `dense_admm`; every tenth iterate."""
    return _run("admm", _admm, asked, 5000)


def _run(method: str, function: Any, asked: Asked, limit: int) -> Answer:
    problem, numbers, force = asked.problem, np.zeros(3), asked.start.copy()
    limit = limit if asked.limit is None else asked.limit
    trace = asked.trace(min(limit, _MOST_TRACED))
    compile_entry(function)
    function(
        problem.W, problem.w, asked.friction, asked.cone, asked.slide, asked.tolerance, limit, force, trace, numbers
    )
    verdict = _VERDICTS.get(int(numbers[2]))
    return Answer(force, float(numbers[0]), int(numbers[1]), method, asked.law, iterates_of(trace), verdict)


@entry(m_in, v_in, f8, v_out, i_out, v_out, allocates=True)
def _active_set(M: Array, d: Array, tolerance: float, lam: Array, active: Any, numbers: Array) -> int:
    n = d.shape[0]
    numbers[0], numbers[1] = active_set(M, d, tolerance, lam, active, np.empty((n, n)), np.empty((3, n)))
    return 0


_ARGUMENTS = (m_in, v_in, v_in, i8, m_in, f8, i8, v_out, m_out, v_out)


@entry(*_ARGUMENTS, allocates=True)
def _newton(
    W: Array, w: Array, mu: Array, cone: int, slide: Array, tolerance: float, limit: int, r: Array, trace: Array,
    numbers: Array,
) -> int:  # fmt: skip
    n = mu.shape[0]
    room = np.empty(dense_room(n))
    numbers[0], numbers[1] = dense_contact(W, w, mu, cone, slide, tolerance, tolerance, limit, r, trace, room)
    numbers[2] = sliding_status(W, w, mu, slide, numbers[0], 10.0 * tolerance, np.zeros(n, np.int64))
    if numbers[2] == INCONSISTENT:
        for k in range(r.shape[0]):
            r[k] = 0.0
        numbers[0], _ = dense_contact(W, w, mu, cone, slide, 1e300, 1e300, limit, r, trace[:0], room)
    return 0


@entry(*_ARGUMENTS, allocates=True)
def _gauss_seidel(
    W: Array, w: Array, mu: Array, cone: int, slide: Array, tolerance: float, limit: int, r: Array, trace: Array,
    numbers: Array,
) -> int:  # fmt: skip
    numbers[0], numbers[1] = _swept(W, w, mu, cone, slide, tolerance, limit, r, trace)
    return 0


@allocating
def _swept(
    W: Array, w: Array, mu: Array, cone: int, slide: Array, tolerance: float, limit: int, r: Array, trace: Array
) -> tuple[float, int]:
    """Sweep until the residual is small; the best r met is kept."""
    rho, best = np.empty(mu.shape[0]), r.copy()
    own_inverses_into(W, rho)
    least = dense_residual(W, w, mu, cone, slide, rho, r)
    iterations = 0
    while iterations < limit and not least <= tolerance:
        dense_sweep(W, w, mu, cone, slide, r)
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
    W: Array, w: Array, mu: Array, cone: int, slide: Array, tolerance: float, limit: int, r: Array, trace: Array,
    numbers: Array,
) -> int:  # fmt: skip
    numbers[0], numbers[1] = dense_admm(W, w, mu, cone, tolerance, limit, r, trace)
    return 0
