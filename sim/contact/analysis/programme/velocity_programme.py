"""The contact problem as a programme of the motion: which motion without penetration is nearest to the free one.

min ½ yᵀ H y with Tᵀ y + d ≥ 0 is the dual of min ½ λᵀMλ + λᵀd, λ ≥ 0; here it is solved by itself, as one of least distance,
without M and without the forces, which come out as its multipliers.
Source: contact-dynamics-lecture16, "Converted QP Problem" (≥ where it prints =); Lawson & Hanson 1974, §23.4 (LDP); Gauss 1829.
"""

from __future__ import annotations

import numpy as np

from ....arrays import Array, frozen
from ....errors import ArgumentError
from ...problem.factorising import solve_triangular
from ...problem.moved_numbers import moved_numbers, response_to
from ...problem.problem import ContactProblem
from .values import VelocityProgramme

_HELD = 1e-9  # share of the largest multiplier from which a constraint is one that holds


def velocity_programme(problem: ContactProblem, lam: Array, *, softness: Array | None = None) -> VelocityProgramme:
    """Solve the programme of the motion, and compare it with normal forces λ (n,) that solve that of the forces.

    softness : (n,) what M has on its diagonal beside Tᵀ H⁻¹ T [1/kg]: each is a spring of its own, one more number of the motion
    Raises ArgumentError for a problem without H and T, for sizes that do not fit, and where no motion separates all contacts.
    """
    n = len(problem)
    lam = np.asarray(lam, dtype=np.float64)
    if not len(problem.H):
        raise ArgumentError("the problem has no H and no T: it was given by W and w, and has no motion of its own")
    if lam.shape != (n,):
        raise ArgumentError("lam has shape {shape}; the problem has {n} contacts", shape=lam.shape, n=n)
    soft = np.zeros(n) if softness is None else np.asarray(softness, dtype=np.float64)
    moved = moved_numbers(problem.H, problem.T)
    H, T = problem.H[np.ix_(moved, moved)], problem.T[moved]
    L: Array = np.asarray(np.linalg.cholesky(H), dtype=np.float64)  # not by SciPy: other threads go on meanwhile
    springs = np.flatnonzero(soft > 0.0)
    G = np.hstack([solve_triangular(L, T).T, np.eye(n)[:, springs] * np.sqrt(soft[springs])])
    z, multipliers = _least_distance(G, -problem.d)
    y = np.zeros(len(problem.H))
    y[moved] = solve_triangular(L, z[: len(L)], transposed=True)
    by_forces = response_to(problem.H, problem.T @ lam)
    return VelocityProgramme(
        y=frozen(y),
        separation=frozen(G @ z + problem.d),
        multipliers=frozen(multipliers),
        objective=float(0.5 * z @ z),
        dual=-float(0.5 * lam @ problem.M @ lam + lam @ problem.d),
        force_difference=float(np.max(np.abs(multipliers - lam), initial=0.0)),
        motion_difference=float(np.max(np.abs(y - by_forces), initial=0.0)),
    )


def _least_distance(G: Array, h: Array) -> tuple[Array, Array]:
    """The shortest z with G z ≥ h, and the multipliers of those inequalities."""
    n, freedoms = G.shape
    size = float(np.max(np.abs(h), initial=0.0)) / max(float(np.max(np.abs(G), initial=0.0)), 1e-300)
    if n == 0 or size == 0.0 or np.all(h <= 0.0):
        return np.zeros(freedoms), np.zeros(n)
    from scipy.optimize import nnls  # 15 MB, for a page that few open

    rows = np.vstack([G.T, h[None] / size])
    u, _ = nnls(rows, np.append(np.zeros(freedoms), 1.0))
    room = 1.0 - float(h @ u) / size
    if room <= 1e-12:
        raise ArgumentError("no motion separates all contacts: they hold each other")
    multipliers = size * u / room
    held = u > _HELD * float(u.max(initial=0.0))
    z = np.asarray(np.linalg.lstsq(G[held], h[held], rcond=1e-12)[0])
    return z, multipliers
