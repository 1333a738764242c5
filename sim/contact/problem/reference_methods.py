"""Reference solvers of others behind the same interface: clarabel (second-order cones) and proxqp (quadratic programmes).

What they solve is convex. With friction De Saxcé's shift makes the normal velocity w_n + s, and the law is that s is the shift of
the very slip that the forces leave; here s starts from 0 and is set anew after each convex solve (a fixed point, which
converges for usual friction and need not for large). With s = 0 kept it is the convex relaxation.
Sources: Goulart & Chen 2024 (clarabel); Bambade et al. 2022 (proxqp); Acary, Cadoux, Lemaréchal & Malick 2011 (fixed point).
"""

from __future__ import annotations

from collections.abc import Callable
from importlib import import_module
from typing import Any

import numpy as np
from scipy import sparse

from ...arrays import Array
from ...errors import ArgumentError
from .request import SolverRequest, SolverResult
from .solution import Iterate, corners, natural_residual_of, shifted

_ROUNDS = 200  # of the fixed point
_TIGHT = 1e-13  # what the solvers are asked for, relative to the problem


def by_clarabel(request: SolverRequest) -> SolverResult:
    """Clarabel's interior points: second-order cones, and half-lines where there is no friction."""
    _refuse(request, "clarabel", ("coulomb", "convex", "frictionless"))
    clarabel = _library("clarabel")
    n, mu = len(request.problem), request.friction
    settings = clarabel.DefaultSettings()
    settings.verbose = False
    settings.tol_gap_abs = settings.tol_gap_rel = settings.tol_feas = _TIGHT
    settings.static_regularization_constant = 1e-14  # with its own 1e-8 some problems end at 1e-5
    settings.dynamic_regularization_eps = 1e-16
    rows, cones = [], []
    for c in range(n):
        block = np.zeros((3, 3 * n))
        order = (2, 0, 1) if mu[c] > 0.0 else (0, 1, 2)
        block[np.arange(3), 3 * c + np.array(order)] = -1.0
        block[0] *= mu[c] if mu[c] > 0.0 else 1.0
        rows.append(block)
        half_line = [clarabel.ZeroConeT(2), clarabel.NonnegativeConeT(1)]
        cones += [clarabel.SecondOrderConeT(3)] if mu[c] > 0.0 else half_line
    A = sparse.csc_matrix(np.vstack(rows))
    P = sparse.csc_matrix(np.triu(request.problem.W))

    def solve(q: Array, most: int | None) -> tuple[Array, int]:
        if most is not None:
            settings.max_iter = most
        found = clarabel.DefaultSolver(P, q, A, np.zeros(3 * n), cones, settings).solve()
        return np.array(found.x), int(found.iterations)

    return _fixed_point(request, "clarabel", solve)


def by_proxqp(request: SolverRequest) -> SolverResult:
    """ProxQP's proximal augmented Lagrangian: one inequality for each facet of a pyramid."""
    _refuse(request, "proxqp", ("pyramid", "frictionless"))
    dense = _library("proxsuite").proxqp.dense
    n, mu = len(request.problem), request.friction
    C, A = _facets(mu, request.facets), _no_friction(mu)
    qp = dense.QP(3 * n, len(A), len(C))
    qp.settings.eps_abs, qp.settings.eps_rel = 1e-12 * max(1.0, float(np.max(np.abs(request.problem.w)))), 0.0
    qp.settings.max_iter = 10_000
    qp.init(request.problem.W, request.problem.w, A, np.zeros(len(A)), C, np.full(len(C), -1e20), np.zeros(len(C)))

    def solve(q: Array, most: int | None) -> tuple[Array, int]:
        if most is not None:
            qp.settings.max_iter = most
        qp.update(g=q)
        qp.solve()
        return np.array(qp.results.x), int(qp.results.info.iter)

    return _fixed_point(request, "proxqp", solve)


def _fixed_point(
    request: SolverRequest, method: str, solve: Callable[[Array, int | None], tuple[Array, int]]
) -> SolverResult:
    """Convex problems with the shift of the slip before, until the law holds; the best forces met.

    An iteration limit is one of the solver's own iterations, those of all rounds together.
    """
    problem, mu = request.problem, request.friction
    shift, iterations, least = np.zeros(len(problem)), 0, np.inf
    best, residuals = request.start, []
    moves = request.law in ("coulomb", "pyramid") and bool(np.any(mu > 0.0))
    for _ in range(_ROUNDS if moves else 1):
        left = None if request.limit is None else request.limit - iterations
        if left is not None and left <= 0:
            break
        q = problem.w.copy()
        q[2::3] += shift
        force, steps = solve(q, left)
        iterations += steps
        if not np.all(np.isfinite(force)):
            break
        residual = natural_residual_of(problem, force, request.law, request.facets)
        if request.iterates:
            residuals.append(Iterate(residual, force.reshape(-1, 3)))
        if residual < least:
            best, least = force, residual
        if residual <= request.tolerance:
            break
        u = (problem.W @ force + problem.w).reshape(-1, 3)
        before, shift = shift, shifted(mu, u, request.law, request.facets)[:, 2] - u[:, 2]
        if np.max(np.abs(shift - before)) <= 1e-3 * request.tolerance:
            break
    return SolverResult(best, least, iterations, method, request.law, tuple(residuals))


def _facets(mu: Array, facets: int) -> Array:
    """Rows C with C r ≤ 0: one for each facet of each pyramid, and -r_n for contacts without friction."""
    n, rows = len(mu), []
    for c in range(n):
        if mu[c] == 0.0:
            rows.append(np.zeros((1, 3 * n)))
            rows[-1][0, 3 * c + 2] = -1.0
            continue
        points = corners(facets)
        block = np.zeros((facets, 3 * n))
        block[:, 3 * c : 3 * c + 2] = 0.5 * (points + np.roll(points, -1, axis=0))  # the middles of the polygon's sides
        block[:, 3 * c + 2] = -mu[c] * np.cos(np.pi / facets) ** 2
        rows.append(block)
    return np.vstack(rows)


def _no_friction(mu: Array) -> Array:
    """Rows A with A r = 0: the tangential forces of contacts without friction."""
    free = np.flatnonzero(mu == 0.0)
    rows = np.concatenate([3 * free, 3 * free + 1]) if len(free) else np.zeros(0, dtype=np.int64)
    return np.eye(3 * len(mu))[rows]


def _library(name: str) -> Any:
    try:
        return import_module(name)
    except ImportError:
        raise ArgumentError(
            "{name} is not installed; it comes with the extra: pip install 'torseur[reference]'", name=name
        ) from None


def _refuse(request: SolverRequest, method: str, laws: tuple[str, ...]) -> None:
    if request.law not in laws and np.any(request.friction > 0.0):
        raise ArgumentError(
            "{method} does not solve the law {law!r}; it solves {laws}",
            method=method,
            law=request.law,
            laws=", ".join(laws),
        )
