"""One step of the implicit integrators, and Newton's method for their equations.

Both have the mean velocity ξ of the step as unknown.
"""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from ....arrays import Array
from ....errors import IntegrationError
from ....multibody.kinematics.straight_step import straight_momentum
from ....texts import tr
from .equations import Equations, largest

MOST_ITERATIONS = 40  # of one step
_DIFFERENCE = 1.5e-8  # relative; the square root of the rounding of a number


class Newton:
    """Newton's method with a Jacobian by differences, kept from step to step for as long as it gains a digit an iteration.

    Source: Kelley 1995, chapter 5 (chord and Shamanskii methods).
    """

    def __init__(self, tolerance: float) -> None:
        self.tolerance = tolerance
        self.iterations = 0
        self.residual = 0.0  # the largest of any step, relative to the terms of its equations
        self._inverse: Array | None = None

    def solve(self, residual: Callable[[Array], tuple[Array, float]], x: Array, where: str) -> Array:
        """The x (n,) where residual(x) → (r (n,), scale) has ‖r‖∞ ≤ tolerance · scale; IntegrationError if not found."""
        before = np.inf
        for _ in range(MOST_ITERATIONS):
            r, scale = residual(x)
            size = largest(r)
            if not np.isfinite(size):
                break
            if size <= self.tolerance * scale:
                return self._polished(residual, x, r, size)
            if self._inverse is None or size > 0.1 * before:
                self._inverse = _inverse_jacobian(residual, x, r, where)
            before = size
            x = x - self._inverse @ r
            self.iterations += 1
        raise IntegrationError(
            "{where}: its equations are solved to {size:.3g} after {most_iterations} iterations at most, wanted "
            "{tolerance:.3g}; take a smaller dt, or look whether the torque jumps",
            where=where,
            size=size / scale if scale else size,
            most_iterations=MOST_ITERATIONS,
            tolerance=self.tolerance,
        )

    def _polished(self, residual: Callable[[Array], tuple[Array, float]], x: Array, r: Array, size: float) -> Array:
        """The solution x after one iteration more, if that is better: what is left adds up over steps, and drifts."""
        better = x if self._inverse is None or size == 0.0 else x - self._inverse @ r
        r, scale = residual(better)
        if not largest(r) <= size:
            better = x
            r, scale = residual(x)
        self.iterations += 1
        self.residual = max(self.residual, largest(r) / scale if scale else 0.0)
        return better


def _inverse_jacobian(residual: Callable[[Array], tuple[Array, float]], x: Array, r: Array, where: str) -> Array:
    step = _DIFFERENCE * (1.0 + largest(x))
    columns = [(residual(x + step * unit)[0] - r) / step for unit in np.eye(len(x))]
    try:
        inverse = np.linalg.inv(np.array(columns).T)
    except np.linalg.LinAlgError:
        raise IntegrationError("{where}: the Jacobian of its equations is singular; take a smaller dt", where=where) from None
    return np.asarray(inverse, dtype=np.float64)


def implicit_midpoint_step(equations: Equations, newton: Newton, t: float, q: Array, v: Array, h: float) -> tuple[Array, Array]:
    """The implicit midpoint rule on the group: H (v₁ - v₀) = h (τ - C) at q₀ · exp(½ h ξ) and ξ = ½ (v₀ + v₁)."""
    p = equations.momentum(q, v)

    def residual(xi: Array) -> tuple[Array, float]:
        middle = equations.move(t, q, 0.5 * h * xi)
        tau = equations.torque(t + 0.5 * h, middle, xi)
        r = 0.5 * h * (equations.force(middle, xi, (xi - v) * (2.0 / h)) - tau)
        return r, equations.scale(p, h, tau)

    guess = v + 0.5 * h * equations.acceleration(t, q, v)
    xi = newton.solve(residual, guess, tr("implicit_midpoint, the step from t = {t:.6g} s", t=t))
    return equations.move(t, q, h * xi), 2.0 * xi - v


def variational_step(equations: Equations, newton: Newton, t: float, q: Array, v: Array, h: float) -> tuple[Array, Array]:
    """The forced discrete Euler-Lagrange equations, in momentum form, of L_d = ½ h (L(q₀, ξ) + L(q₁, ξ)).

    q₁ is where the `straight_step` h ξ leads. With p̄ the mean of H ξ at both ends, f = ∂L/∂q + τ at an end:

        p₀ = D⁻ᵀ(-h ξ) p̄ - ½ h f₀,    p₁ = D⁻ᵀ(h ξ) p̄ + ½ h f₁,    p = H v at the ends.

    On coordinates without free-flyers this is the Störmer-Verlet scheme for a mass matrix that depends on q. For what leaves L
    unchanged (displacing a free body, turning it about the vertical) the momentum is kept, to the tolerance of the equations.
    """
    p = equations.momentum(q, v)
    p_next = p

    def residual(xi: Array) -> tuple[Array, float]:
        nonlocal p_next
        q_new = equations.move_straight(t, q, h * xi)
        (p0, f0), (p1, f1) = equations.lagrangian(q, xi), equations.lagrangian(q_new, xi)
        tau0, tau1 = equations.torque(t, q, xi), equations.torque(t + h, q_new, xi)
        mean = 0.5 * (p0 + p1)
        p_next = straight_momentum(equations.model, h * xi, mean) + 0.5 * h * (f1 + tau1)
        r = straight_momentum(equations.model, -h * xi, mean) - 0.5 * h * (f0 + tau0) - p
        return r, equations.scale(p, h, tau0)

    guess = v + 0.5 * h * equations.acceleration(t, q, v)
    xi = newton.solve(residual, guess, tr("variational, the step from t = {t:.6g} s", t=t))
    q_new = equations.move_straight(t, q, h * xi)
    return q_new, equations.velocity(q_new, p_next)  # p_next is of the last residual, the one found small
