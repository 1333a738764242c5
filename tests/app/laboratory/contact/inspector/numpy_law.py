"""The laws of contact in plain NumPy, from what the panel shows alone: nothing of the solvers is used."""

from __future__ import annotations

import numpy as np


def natural_map(problem):
    """How far each contact or joint of a problem is from its law (n,), in the units of its rates."""
    own = np.diag(problem.problem.W).reshape(-1, 3).copy()
    own[:, 2] -= problem.softness
    return np.array([one_of(problem, k, float(np.max(own[k]))) for k in range(len(problem))])


def one_of(problem, k, own):
    """‖r - P(r - û / own)‖ own of one."""
    r, u, mu = problem.force[k] - problem.given[k], problem.rate[k], float(problem.friction[k])
    if mu < 0.0:  # dry friction: a ball
        x = r - u / own
        return own * np.linalg.norm(r - x * min(1.0, -mu / max(np.linalg.norm(x), 1e-300)))
    pushes = min(r[2], u[2] / own)
    if mu == 0.0:
        return own * np.linalg.norm([*r[:2], r[2] - max(problem.least[k], r[2] - u[2] / own)])
    if np.any(problem.problem.sliding[k] != 0.0):  # opposite to a slip that is known
        return own * np.linalg.norm([*(r[:2] + mu * r[2] * problem.problem.sliding[k]), pushes])
    asked = u.copy()
    if problem.law == "coulomb":
        asked[2] += mu * np.linalg.norm(u[:2])
    elif problem.law == "pyramid":
        asked[2] += mu * np.max(-corners(problem.facets) @ u[:2])
    x = r - asked / own
    nearest = on_pyramid(mu, problem.facets, x) if problem.law == "pyramid" else on_cone(mu, x)
    if nearest[2] < problem.least[k]:  # Poisson's expansion gives back a part at least
        bound, length = mu * problem.least[k], np.linalg.norm(x[:2])
        nearest = np.array([*(x[:2] * min(1.0, bound / max(length, 1e-300))), problem.least[k]])
    return own * np.linalg.norm(r - nearest)


def on_cone(mu, x):
    """The nearest point of ‖r_t‖ ≤ μ r_n."""
    t = float(np.linalg.norm(x[:2]))
    if t <= mu * x[2]:
        return x
    along = np.array([*(mu * x[:2] / t), 1.0]) if t > 0.0 else np.array([0.0, 0.0, 1.0])
    return max(0.0, float(along @ x)) / float(along @ along) * along


def corners(facets):
    """Of the section of the unit pyramid, the first on tangent 1."""
    angle = 2.0 * np.pi * np.arange(facets) / facets
    return np.column_stack([np.cos(angle), np.sin(angle)])


def on_pyramid(mu, facets, x):
    """The nearest point of the pyramid over `corners`: of the faces, edges and the apex that may be nearest, the best."""
    edges = np.column_stack([mu * corners(facets), np.ones(facets)])
    outward = np.cross(np.roll(edges, -1, axis=0), edges)
    if np.all(outward @ x <= 0.0):
        return x
    found = [np.zeros(3)]
    for k in range(facets):
        a, n = edges[k], outward[k]
        found.append(max(0.0, float(a @ x)) / float(a @ a) * a)
        found.append(x - max(0.0, float(n @ x)) / float(n @ n) * n)
    inside = [p for p in found if np.all(outward @ p <= 1e-12 * np.linalg.norm(outward, axis=1) * (1.0 + np.linalg.norm(p)))]
    return min(inside, key=lambda p: float(np.linalg.norm(p - x)))
