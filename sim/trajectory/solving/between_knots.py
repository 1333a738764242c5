"""How far the motion strays from the truth between knots: each interval integrated from its first knot with the plan's input.

RK4 with SUBSTEPS equal steps in each interval, of all intervals at once: for intervals of 0.05 s and motions of 0.1 s its own
error is below 1e-10 of the state.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from ...arrays import Array
from ..transcription.layout import PhaseLayout
from ..transcription.transcription import Transcription

SUBSTEPS = 64


def errors_between(made: Transcription, x: Array, theta: Array) -> list[Array]:
    """Of each phase (intervals,): greatest difference of state between the knot and where the integration from the last ends."""
    return [_errors(phase, x, theta) for phase in made.layout.phases]


def _errors(phase: PhaseLayout, x: Array, theta: Array) -> Array:
    n = phase.intervals
    h = float(x[phase.duration]) / n
    knots = x[phase.x[phase.knot]].T
    u = x[phase.u].T
    u0, u1 = (u[:, :-1], u[:, 1:]) if phase.collocated else (u, u)
    p, parameters = np.tile(x[phase.p], (n, 1)).T, np.tile(theta, (n, 1)).T
    z = x[phase.z[phase.knot]].T[:, :-1]
    rate = rate_along(phase).map(n)
    step, state = h / SUBSTEPS, knots[:, :-1]

    def at(state: Array, s: float, z: Array) -> tuple[Array, Array]:
        f, z = rate(state, u0 + s * (u1 - u0), z, p, parameters)
        return np.asarray(f), np.asarray(z)

    for k in range(SUBSTEPS):
        begin, middle, end = (k / SUBSTEPS, (k + 0.5) / SUBSTEPS, (k + 1) / SUBSTEPS)
        k1, z = at(state, begin, z)
        k2, z = at(state + step / 2 * k1, middle, z)
        k3, z = at(state + step / 2 * k2, middle, z)
        k4, z = at(state + step * k3, end, z)
        state = state + step / 6 * (k1 + 2 * k2 + 2 * k3 + k4)
    return np.abs(state - knots[:, 1:]).max(axis=0)


def rate_along(phase: PhaseLayout) -> Any:
    """(x, u, z near, p, θ) -> ẋ, z: the algebraic unknowns are solved for, by Newton from those near."""
    import casadi as ca

    mode = phase.mode
    sizes = [mode.rate.size1_in(k) for k in range(5)]
    arguments = [ca.MX.sym("a", size) for size in sizes]
    z = arguments[2]
    if mode.residual is not None:
        symbols = [ca.SX.sym("a", size) for size in sizes]
        known = [*symbols[:2], *symbols[3:]]
        problem = {"x": symbols[2], "p": ca.vertcat(*known), "g": mode.residual(*symbols)}
        z = ca.rootfinder("z", "newton", problem)(z, ca.vertcat(*arguments[:2], *arguments[3:]))
    return ca.Function("rate", arguments, [mode.rate(*arguments[:2], z, *arguments[3:]), z])
