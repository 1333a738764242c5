"""What linearised friction costs in a plan: a body pushed by the ground alone, inside a cone or a pyramid.

A body of 6 kg goes 1 m along the ground in 1 s, from rest to rest, its height as at the start and the end and free between; what
pushes it is the ground's force f, held over each of 40 intervals, at the least ∫ ‖f − m g‖² dt. The cone is ‖b‖₂ ≤ μ n. A pyramid
of k facets inside it has its edges on the cone, the first along x: with k = 4 it is the lecture's eᵀd ≤ μ n, b = [I −I] d, d ≥ 0,
that is ‖b‖₁ ≤ μ n. One about it touches the cone with its facets. In the plane a cone has two edges, and the pyramid is the cone.

Source: contact-dynamics-lecture16, "Reasoning about Frictions"; THEORY §6.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from torseur.sim.arrays import Array

MASS, DISTANCE, DURATION = 6.0, 1.0, 1.0  # [kg], [m], [s]
GRAVITY = 9.81  # [m/s²]
FRICTION = 0.5
INTERVALS = 40
TIP = 1e-3  # [N] by which the cone's tip is rounded, where it has no derivative


@dataclass(frozen=True, eq=False, slots=True)
class PushPlan:
    """The best push: of what it costs, and how far it goes towards slipping."""

    cost: float  # ∫ ‖f − m g‖² dt [N² s]
    force: Array  # (40, 3) [N]

    @property
    def friction_used(self) -> float:
        """Greatest ‖b‖/n: above μ the body would slip."""
        return float(np.max(np.hypot(self.force[:, 0], self.force[:, 1]) / self.force[:, 2]))


def push_plan(direction: float, facets: int | None = None, *, outside: bool = False) -> PushPlan:
    """Along a direction from x [rad]; `facets` of a pyramid inside the cone, or about it (`outside`); None: the cone itself."""
    import casadi as ca

    f = ca.SX.sym("f", 3, INTERVALS)
    h = DURATION / INTERVALS
    weight = MASS * GRAVITY
    place, velocity = ca.SX.zeros(3), ca.SX.zeros(3)
    cost: Any = 0.0
    for k in range(INTERVALS):
        push = f[:, k] - ca.vertcat(0.0, 0.0, weight)
        place = place + h * velocity + 0.5 * h**2 * push / MASS
        velocity = velocity + h * push / MASS
        cost += h * ca.sumsqr(push)
    goal = DISTANCE * np.array([np.cos(direction), np.sin(direction), 0.0])
    inside = [row for k in range(INTERVALS) for row in friction_rows(f[:, k], facets, outside=outside)]
    rows = ca.vertcat(place - goal, velocity, *inside, f[2, :].T)
    options: dict[str, Any] = {
        "print_time": False,
        "ipopt": {"print_level": 0, "sb": "yes", "tol": 1e-9, "bound_relax_factor": 0.0},
    }
    solver = ca.nlpsol("push", "ipopt", {"x": ca.vec(f), "f": cost, "g": rows}, options)
    start = np.tile([0.0, 0.0, weight], INTERVALS)
    lower = np.zeros(rows.numel())
    upper = np.concatenate([np.zeros(6), np.full(rows.numel() - 6, np.inf)])
    found = solver(x0=start, lbg=lower, ubg=upper)
    force = np.array(found["x"]).reshape(INTERVALS, 3)
    assert solver.stats()["success"]
    return PushPlan(float(found["f"]), force)


def friction_rows(f: Any, facets: int | None, *, outside: bool = False) -> list[Any]:
    """Rows of a force (3,), each to be ≥ 0."""
    if facets is None:
        return [FRICTION * f[2] - (f[0] ** 2 + f[1] ** 2 + TIP**2) ** 0.5]
    angles = (2.0 * np.arange(facets) + 1.0) * np.pi / facets  # of the facets' middles: the first edge is along x
    reach = 1.0 if outside else np.cos(np.pi / facets)
    return [FRICTION * reach * f[2] - np.cos(angle) * f[0] - np.sin(angle) * f[1] for angle in angles]
