"""One interval: the cost that it adds and the rows that tie its nodes together, as one function of its variables.

Hermite-Simpson in separated form with inputs linear between knots: Betts, Practical Methods for Optimal Control, 2010, §4.6;
Kelly, An Introduction to Trajectory Optimization, SIAM Review 2017, §4. The midpoint's state is a variable:
x_m = (x_0 + x_1)/2 + h/8 (f_0 - f_1), x_1 = x_0 + h/6 (f_0 + 4 f_m + f_1). For comparison, and as the lecture does,
RK4 with the input held.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from ..system.system import Function, SystemMode

Running = Callable[[Any, Any, Any, Any, Any, Any], Any]
"""(x, u, z, p, θ, reference) -> (terms,) of the cost, by time."""


@dataclass(frozen=True, eq=False)
class IntervalFunctions:
    """(w, q) -> cost, rows; and (w, q) -> the cost's terms without their weights."""

    cost_and_rows: Function
    terms: Function


def hermite_simpson(mode: SystemMode, running: Running, sizes: dict[str, int], summed: Sequence[int] = ()) -> IntervalFunctions:
    """W = [x0, z0, u0, x_m, z_m, x1, z1, u1, p, T], q = [θ, weights, tracking, references at 0, m, 1, N].

    summed : terms that count at the interval's first knot as they are
    """
    import casadi as ca

    names = (("x", mode.nx), ("z", mode.nz), ("u", mode.nu))
    x0, z0, u0 = (ca.SX.sym(name + "0", size) for name, size in names)
    x1, z1, u1 = (ca.SX.sym(name + "1", size) for name, size in names)
    xm, zm = ca.SX.sym("xm", mode.nx), ca.SX.sym("zm", mode.nz)
    p, duration = ca.SX.sym("p", mode.np), ca.SX.sym("T")
    theta, weights, tracking, count = _parameters(sizes)
    references = [ca.SX.sym("r", sizes["reference"]) for _ in range(3)]
    h = duration / count
    nodes = ((x0, u0, z0), (xm, (u0 + u1) / 2, zm), (x1, u1, z1))
    f0, fm, f1 = (mode.rate(*node, p, theta) for node in nodes)
    rows = ca.vertcat(xm - (x0 + x1) / 2 - h / 8 * (f0 - f1), x1 - x0 - h / 6 * (f0 + 4 * fm + f1))
    parts = [running(*node, p, theta, (reference, tracking)) for node, reference in zip(nodes, references, strict=True)]
    terms = h / 6 * (parts[0] + 4 * parts[1] + parts[2])
    for row in summed:
        terms[row] = parts[0][row]
    w = ca.vertcat(x0, z0, u0, xm, zm, x1, z1, u1, p, duration)
    q = ca.vertcat(theta, weights, tracking, *references, count)
    return _functions(w, q, weights, terms, rows)


def rk4(
    mode: SystemMode, running: Running, sizes: dict[str, int], summed: Sequence[int] = (), substeps: int = 1
) -> IntervalFunctions:
    """As above. W = [x0, u, x1, p, T], q = [θ, weights, tracking, references at 0, 1, N]. The dynamics are explicit."""
    import casadi as ca

    x0, x1, u = ca.SX.sym("x0", mode.nx), ca.SX.sym("x1", mode.nx), ca.SX.sym("u", mode.nu)
    z, p, duration = ca.SX(0, 1), ca.SX.sym("p", mode.np), ca.SX.sym("T")
    theta, weights, tracking, count = _parameters(sizes)
    r0, r1 = (ca.SX.sym("r", sizes["reference"]) for _ in range(2))
    h = duration / count / substeps

    def rates(x: Any, s: float) -> tuple[Any, Any]:
        return mode.rate(x, u, z, p, theta), running(x, u, z, p, theta, (r0 + s / substeps * (r1 - r0), tracking))

    x, terms = x0, ca.SX(0)
    for step in range(substeps):
        k1, c1 = rates(x, step)
        k2, c2 = rates(x + h / 2 * k1, step + 0.5)
        k3, c3 = rates(x + h / 2 * k2, step + 0.5)
        k4, c4 = rates(x + h * k3, step + 1.0)
        x += h / 6 * (k1 + 2 * k2 + 2 * k3 + k4)
        terms += h / 6 * (c1 + 2 * c2 + 2 * c3 + c4)
    for row in summed:
        terms[row] = rates(x0, 0.0)[1][row]
    return _functions(
        ca.vertcat(x0, u, x1, p, duration), ca.vertcat(theta, weights, tracking, r0, r1, count), weights, terms, x1 - x
    )


def _parameters(sizes: dict[str, int]) -> tuple[Any, Any, Any, Any]:
    import casadi as ca

    theta, weights, tracking = (ca.SX.sym(name, sizes[name]) for name in ("theta", "weights", "tracking"))
    return theta, weights, tracking, ca.SX.sym("N")


def _functions(w: Any, q: Any, weights: Any, terms: Any, rows: Any) -> IntervalFunctions:
    import casadi as ca

    cost = ca.dot(weights, terms) if terms.numel() else ca.SX(0)
    return IntervalFunctions(ca.Function("interval", [w, q], [cost, rows]), ca.Function("terms", [w, q], [terms]))
