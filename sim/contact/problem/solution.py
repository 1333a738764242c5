"""The solution of a contact problem as a value, with how far it is from optimal, for the law of friction it was asked for.

The reports are computed from W, w and the forces alone, in plain NumPy, and not taken from the solver.
Source: Acary & Brogliato 2008, §13 (natural map); Acary, Brémond & Huber 2018 (relative residual, as Siconos has it).
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

import numpy as np

from ...arrays import Array, frozen
from ..law.contact_laws import LAWS
from ..status import Status
from .problem import ContactProblem


class Iterate(NamedTuple):
    """One iteration of a solver: where it was, and how far that is from the law."""

    residual: float  # of the natural map [m/s²]
    force: Array  # (nc, 3) tangent, normal × tangent, normal [N]


@dataclass(frozen=True, eq=False, slots=True)
class ContactSolution:
    """Forces of one contact problem, and how far they are from optimal; units are those of the level of accelerations."""

    lam: Array  # (nc,) normal forces [N]
    tangential: Array  # (nc, 2) friction forces along tangent and normal × tangent [N]
    velocity: Array  # (nc, 3) W r + w along tangent, normal × tangent, normal [m/s²]
    residual: float  # natural map of the law, the largest of any contact [m/s²]
    relative_residual: float  # Siconos': ‖r - P(r - û)‖ over the largest of ‖w‖, ‖r‖, ‖u‖ [-]
    cone_violation: float  # how far friction leaves its cone, or pyramid, at most [N]
    status: Status
    iterations: int
    method: str  # which one answered
    law: str  # of `LAWS`
    facets: int  # of the pyramid; 0 for others
    regularisation_bound: float  # ε max|r|: ζ̇ + ε λ obeys the law in place of ζ̇; 0 without regularisation [m/s²]
    iterates: tuple[Iterate, ...] = ()  # if asked for

    @property
    def force(self) -> Array:
        """(nc, 3) along tangent, normal × tangent, normal [N]."""
        return np.column_stack([self.tangential, self.lam])

    @property
    def zeta_dot(self) -> Array:
        """(nc,) separation accelerations [m/s²]."""
        return self.velocity[:, 2]

    @property
    def complementarity(self) -> float:
        """|ζ̇ᵀ λ| [N m/s²]; in the convex relaxation, where what slides lifts, it is not zero."""
        return float(abs(self.zeta_dot @ self.lam))


def solution_of(
    problem: ContactProblem,
    force: Array,
    law: str,
    facets: int,
    *,
    status: Status,
    iterations: int,
    method: str,
    regularisation: float,
    iterates: tuple[Iterate, ...] = (),
) -> ContactSolution:
    """A solution with its reports, from forces (3nc,)."""
    r = force.reshape(-1, 3)
    u = (problem.W @ force + problem.w).reshape(-1, 3)
    mu = friction_under(law, problem.friction)
    return ContactSolution(
        lam=frozen(r[:, 2].copy()),
        tangential=frozen(r[:, :2].copy()),
        velocity=frozen(u),
        residual=natural_residual_of(problem, force, law, facets),
        relative_residual=_relative(problem, force, u, law, facets),
        cone_violation=float(np.max((gauge(r[:, :2], facets) - mu * r[:, 2])[mu >= 0.0], initial=0.0)),
        status=status,
        iterations=iterations,
        method=method,
        law=law,
        facets=facets,
        regularisation_bound=float(regularisation * np.max(np.abs(force), initial=0.0)),
        iterates=iterates,
    )


def natural_residual_of(problem: ContactProblem, force: Array, law: str, facets: int = 0) -> float:
    """The largest ‖r - P_K(r - ρ û)‖/ρ of any contact, ρ the inverse of its largest own entry of W [m/s²].

    A contact that slides along s is held to r_t = -μ r_n s, and to complementarity.
    """
    own = np.max(np.diag(problem.W).reshape(-1, 3), axis=1, initial=0.0)
    error = law_error(problem, force, 1.0 / own, law, facets)
    return float(np.max(own * np.linalg.norm(error, axis=1), initial=0.0))


def law_error(problem: ContactProblem, force: Array, rho: Array, law: str, facets: int = 0) -> Array:
    """Return r - P_K(r - ρ û) of each contact (nc, 3) for ρ (nc,) [N]; of one that slides, r_t + μ r_n s and min(r_n, ρ u_n)."""
    r, u = force.reshape(-1, 3), (problem.W @ force + problem.w).reshape(-1, 3)
    mu = friction_under(law, problem.friction)
    error = r - project(mu, r - rho[:, None] * shifted(mu, u, law, facets), facets)
    if LAWS[law].rubs and problem.slide is not None:
        known = np.column_stack([r[:, :2] + (mu * r[:, 2])[:, None] * problem.slide, np.minimum(r[:, 2], rho * u[:, 2])])
        error = np.where(np.any(problem.slide != 0.0, axis=1)[:, None], known, error)
    return error


def friction_under(law: str, friction: Array) -> Array:
    """(nc,) μ under a law; what stands for the dry friction of joints, negative, is that under all of them."""
    return friction if LAWS[law].rubs else np.minimum(friction, 0.0)


def _relative(problem: ContactProblem, force: Array, u: Array, law: str, facets: int) -> float:
    error = np.linalg.norm(law_error(problem, force, np.ones(len(problem)), law, facets))
    largest = max(np.linalg.norm(problem.w), np.linalg.norm(force), np.linalg.norm(u))
    return float(error / largest) if largest > 0.0 else 0.0


def shifted(mu: Array, u: Array, law: str, facets: int) -> Array:
    """û (nc, 3): u with μ max over the section of the cone of -d·u_t added to its normal; u itself for the convex relaxation.

    Without friction the tangential part of û counts for nothing, and is zero. The dry friction of a joint, μ < 0, has û = u.
    """
    out = np.where(mu[:, None] != 0.0, u, u * [0.0, 0.0, 1.0])
    mu = np.maximum(mu, 0.0)
    if LAWS[law].shifts:
        out[:, 2] += mu * farthest(u[:, :2], facets)
    return out


def farthest(slip: Array, facets: int) -> Array:
    """Max of -s·t over the unit section, disc or polygon: ‖t‖, or what its corners reach of it."""
    if facets == 0:
        return np.asarray(np.linalg.norm(slip, axis=1))
    return np.asarray(np.max(-slip @ corners(facets).T, axis=1, initial=0.0))


def corners(facets: int) -> Array:
    """(facets, 2) of the unit pyramid's section; the first lies on tangent 1."""
    angle = 2.0 * np.pi * np.arange(facets) / facets
    return np.column_stack([np.cos(angle), np.sin(angle)])


def gauge(t: Array, facets: int) -> Array:
    """How many times the unit section, disc or polygon (facets > 0), must grow to hold t (nc, 2)."""
    if facets == 0:
        return np.linalg.norm(t, axis=1)
    half = np.pi / facets
    middles = corners(facets) @ [[np.cos(half), np.sin(half)], [-np.sin(half), np.cos(half)]]
    return np.max(t @ middles.T, axis=1, initial=0.0) / np.cos(half)


def project(mu: Array, x: Array, facets: int) -> Array:
    """The nearest points (nc, 3) of the cones r_t ∈ μ r_n D, D the unit disc, or the polygon of `facets` corners.

    Where μ < 0 of the ball of radius -μ: the dry friction of a joint.
    """
    if np.any(mu < 0.0):
        length = np.linalg.norm(x, axis=1, keepdims=True)
        inside = x * np.minimum(1.0, -mu[:, None] / np.where(length > 0.0, length, 1.0))
        return np.where(mu[:, None] < 0.0, inside, project(np.maximum(mu, 0.0), x, facets))
    if facets == 0:
        return _project_on_cone(mu, x)
    return _project_on_pyramid(mu, x, facets)


def _project_on_cone(mu: Array, x: Array) -> Array:
    t, z = np.linalg.norm(x[:, :2], axis=1), x[:, 2]
    n = np.where(t <= mu * z, z, np.where(mu * t <= -z, 0.0, (mu * t + z) / (1.0 + mu * mu)))
    n = np.maximum(n, 0.0)
    share = np.minimum(1.0, mu * n / np.where(t > 0.0, t, 1.0))
    return np.column_stack([share[:, None] * x[:, :2], n])


def _project_on_pyramid(mu: Array, x: Array, facets: int) -> Array:
    """The nearest of the points on the facet over which each x (nc, 3) lies, on its two edges, and the apex.

    A pyramid is its own mirror image in the planes through its edges, so that no other facet is nearer.
    """
    step = 2.0 * np.pi / facets
    k = np.floor(np.arctan2(x[:, 1], x[:, 0]) / step)
    edges = [np.column_stack([mu * np.cos(c * step), mu * np.sin(c * step), np.ones(len(mu))]) for c in (k, k + 1.0)]
    a, b = edges
    along = [np.maximum(0.0, _dots(e, x) / _dots(e, e))[:, None] * e for e in edges]
    nearest = np.where((_squares(x - along[0]) <= _squares(x - along[1]))[:, None], *along)
    normal = np.cross(a, b)
    area = np.where(mu > 0.0, _dots(normal, normal), 1.0)
    p = x - (_dots(normal, x) / area)[:, None] * normal
    over = (_dots(normal, np.cross(p, b)) >= 0.0) & (_dots(normal, np.cross(a, p)) >= 0.0)
    nearest = np.where(over[:, None], p, nearest)
    nearest = np.where((gauge(x[:, :2], facets) <= mu * x[:, 2])[:, None], x, nearest)
    return np.where((mu == 0.0)[:, None], np.maximum(x, 0.0) * [0.0, 0.0, 1.0], nearest)


def _dots(a: Array, b: Array) -> Array:
    return np.asarray(np.einsum("ka,ka->k", a, b))


def _squares(a: Array) -> Array:
    return _dots(a, a)
