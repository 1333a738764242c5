"""How far the motion strays from the truth between knots: each interval integrated from its first knot with the plan's input.

RK4 in equal steps, of all intervals at once, their number doubled until what comes out changes by less than TOLERANCE.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from ...arrays import Array
from ..system.system import Function, SystemMode
from .layout import PhaseLayout
from .transcription import Transcription

TOLERANCE = 1e-10
"""In the units of the state, where these are of the size of 1; relative to it, where it is greater."""
FEWEST, MOST = 16, 1024  # steps in an interval


def errors_between(made: Transcription, x: Array, theta: Array) -> list[Array]:
    """Of each phase (intervals,): greatest difference of state between the knot and where the integration from the last ends."""
    return [_errors(phase, made.integrators, x, theta) for phase in made.layout.phases]


def _errors(phase: PhaseLayout, integrators: dict[tuple[str, int], Function], x: Array, theta: Array) -> Array:
    n, knots = phase.intervals, x[phase.x[phase.knot]].T
    u = x[phase.u].T
    u0, u1 = (u[:, :-1], u[:, 1:]) if phase.collocated else (u, u)
    p, parameters = np.tile(x[phase.p], (n, 1)).T, np.tile(theta, (n, 1)).T
    z = x[phase.z[phase.knot]].T[:, :-1]
    h = np.full((1, n), x[phase.duration] / n)

    def ends(steps: int) -> Array:
        key = (phase.mode.name, steps)
        if key not in integrators:
            integrators[key] = interval_end(rate_along(phase.mode), steps)
        return np.asarray(integrators[key].map(n)(knots[:, :-1], z, u0, u1, p, parameters, h))

    steps, reached = FEWEST, ends(FEWEST)
    change = np.inf
    while change > TOLERANCE and steps < MOST:
        steps, before = 2 * steps, reached
        reached = ends(steps)
        change = float(np.max(np.abs(reached - before) / np.maximum(1.0, np.abs(reached)), initial=0.0))
    return np.abs(reached - knots[:, 1:]).max(axis=0)


def interval_end(rate: Function, steps: int) -> Function:
    """(x, z near, u at its beginning, u at its end, p, θ, h) -> x at its end; the input is linear between."""
    import casadi as ca

    x, u0, z, p, theta = (ca.MX.sym("a", rate.size1_in(k)) for k in range(5))
    u1, h, s = ca.MX.sym("u1", u0.numel()), ca.MX.sym("h"), ca.MX.sym("s")
    step = h / steps

    def at(state: Any, s: Any, z: Any) -> Any:
        return rate(state, u0 + s * (u1 - u0), z, p, theta)

    k1, z1 = at(x, s, z)
    k2, z2 = at(x + step / 2 * k1, s + 0.5 / steps, z1)
    k3, z3 = at(x + step / 2 * k2, s + 0.5 / steps, z2)
    k4, z4 = at(x + step * k3, s + 1.0 / steps, z3)
    whole, after = ca.vertcat(x, z, s), ca.vertcat(x + step / 6 * (k1 + 2 * k2 + 2 * k3 + k4), z4, s + 1.0 / steps)
    split = ca.Function("step", [x, z, s, u0, u1, p, theta, h], [after])
    known = [ca.MX.sym("b", symbol.numel()) for symbol in (u0, u1, p, theta, h)]
    state = ca.MX.sym("state", whole.numel())
    parts = ca.vertsplit(state, [0, x.numel(), x.numel() + z.numel(), whole.numel()])
    one = ca.Function("step", [state, *known], [split(*parts, *known)])
    end = one.fold(steps)(ca.vertcat(x, z, 0), *(ca.repmat(value, 1, steps) for value in (u0, u1, p, theta, h)))
    return ca.Function("interval", [x, z, u0, u1, p, theta, h], [end[: x.numel()]])


def rate_along(mode: SystemMode) -> Function:
    """(x, u, z near, p, θ) -> ẋ, z: the algebraic unknowns are solved for, by Newton from those near."""
    import casadi as ca

    sizes = [mode.rate.size1_in(k) for k in range(5)]
    if mode.residual is None:
        symbols = [ca.SX.sym("a", size) for size in sizes]
        return ca.Function("rate", symbols, [mode.rate(*symbols), symbols[2]])
    arguments = [ca.MX.sym("a", size) for size in sizes]
    symbols = [ca.SX.sym("a", size) for size in sizes]
    known = [*symbols[:2], *symbols[3:]]
    problem = {"x": symbols[2], "p": ca.vertcat(*known), "g": mode.residual(*symbols)}
    z = ca.rootfinder("z", "newton", problem)(arguments[2], ca.vertcat(*arguments[:2], *arguments[3:]))
    return ca.Function("rate", arguments, [mode.rate(*arguments[:2], z, *arguments[3:]), z])
