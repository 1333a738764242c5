"""One step of the explicit integrators: (t, q, v, h) → (q, v).

Stages live in the exponential coordinates of the step's start, which is a vector space, and keep the order that a method has
there: Munthe-Kaas 1999; Iserles, Munthe-Kaas, Nørsett & Zanna 2000.
"""

from __future__ import annotations

import math

import numpy as np

from ....arrays import Array
from ....errors import IntegrationError
from .equations import Equations, angular_mask, largest
from .integrators import Tableau


def semi_implicit_euler_step(equations: Equations, t: float, q: Array, v: Array, h: float) -> tuple[Array, Array]:
    """The velocity first, then the position with the new velocity."""
    v = v + h * equations.acceleration(t, q, v)
    return equations.move(t, q, h * v), v


def runge_kutta_step(equations: Equations, tableau: Tableau, t: float, q: Array, v: Array, h: float) -> tuple[Array, Array]:
    """A Runge-Kutta-Munthe-Kaas step."""
    s, nv = len(tableau.b), len(v)
    rates = np.zeros((s, 2, nv))  # θ̇ and v̇ of each stage
    for i, (row, c) in enumerate(zip(tableau.A, tableau.c, strict=True)):
        theta, change = h * np.tensordot(row, rates[:i], 1) if i else np.zeros((2, nv))
        w = v + change
        q_stage = equations.move(t, q, theta)
        rates[i] = equations.rate(t, theta, w), equations.acceleration(t + c * h, q_stage, w)
    theta, change = h * np.tensordot(tableau.b, rates, 1)
    return equations.move(t, q, theta), v + change


class Dop853:
    """Adaptive steps by SciPy's DOP853; every one starts from fresh exponential coordinates, θ = 0.

    The error of a step is held below atol + rtol · (|θ| of that step, or |v|), component by component.
    """

    def __init__(self, equations: Equations, rtol: float, atol: float) -> None:
        self._equations = equations
        self._rtol, self._atol = rtol, atol
        self._next = math.inf  # step to try [s]
        self._turning = angular_mask(equations.model)
        self.steps = 0

    def advance(self, t: float, q: Array, v: Array, h: float) -> tuple[Array, Array]:
        """From t to t + h, in as many steps as it takes."""
        from scipy.integrate import DOP853

        end, nv = t + h, len(v)
        while t < end:
            start = q

            def rate(time: float, y: Array, start: Array = start) -> Array:
                theta, w = y[:nv].copy(), y[nv:].copy()
                q_stage = self._equations.move(time, start, theta)
                v_dot = self._equations.acceleration(time, q_stage, w)
                return np.concatenate([self._equations.rate(time, theta, w), v_dot])

            spin = largest(v[self._turning])
            longest = min(end - t, 1.0 / spin if spin else math.inf)  # one radian, far from where coordinates end
            first = None if math.isinf(self._next) else min(self._next, longest)
            solver = DOP853(rate, t, np.concatenate([np.zeros(nv), v]), end, longest, self._rtol, self._atol, first_step=first)
            message = solver.step()
            if solver.status == "failed":
                raise IntegrationError(
                    "dop853 stopped at t = {t:.6g} s of model {model!r}: {message}",
                    t=t,
                    model=self._equations.model.name,
                    message=message,
                )
            # A step cut short by `end` says nothing about the next.
            if solver.t < end or math.isinf(self._next):
                self._next = float(solver.h_abs)
            t = float(solver.t)
            q, v = self._equations.move(t, q, solver.y[:nv].copy()), solver.y[nv:].copy()
            self.steps += 1
        return q, v
