"""Painlevé's regions of a contact that slides, over the angle of its lever to the surface and μ.

Friction of a contact that slides along s is -μ λ s, so ζ̇ = (W_nn - μ W_nt·s) λ + d. Where the coefficient is negative, friction
drives the body into the surface faster than the normal force lifts it: with d < 0 no force does (inconsistent), with d > 0 the
contact may open or be pressed (indeterminate).
The block of W in the plane of s and n, at a point fixed in one body, turns with the body: it is (1/m)(1 + κ q qᵀ), q the unit
vector across the lever, in the plane. With θ from the surface behind the slip to the lever, the coefficient is
    (1 + κ cos²θ - μ κ sin θ cos θ) / m,
for a thin rod on its end, κ = 3, the one of the books. Of d the part that the motion makes, ω² times the lever's height, goes as
sin θ; the part at rest stays.
Source: Painlevé 1895; Génot & Brogliato 1999; Stewart 2000, §4.
"""

from __future__ import annotations

import math

import numpy as np
from numpy.typing import ArrayLike

from ....arrays import Array, frozen
from ....errors import ArgumentError
from ...problem.problem import ContactProblem
from .values import PainleveMap, Region

_SQUARE = 1e-12  # share of 1/m by which the block must differ from it to have a lever
_FLAT = 1e-9  # sine of θ up to which nothing is known of how d goes with it
MOST_MU = 4.0  # of a map, unless the contact's is larger


def painleve_map(
    problem: ContactProblem, contact: int, direction: ArrayLike, drift: float, *, drift_at_rest: float | None = None,
    angles: int = 181, coefficients: int = 161, most: float | None = None,
) -> PainleveMap:  # fmt: skip
    """Which motions a contact has that slides along a direction, over θ and μ.

    direction     : (2,) s of the slip, along tangent and normal × tangent, any length but 0
    drift         : d now, the separation acceleration that it has without its own force, the others' as they are [m/s²]
    drift_at_rest : d at the same pose without velocity; None: all of d stays as θ changes
    angles, coefficients : how many θ from 0 to π, and μ from 0 to `most`; None: to what shows the regions and μ of now
    Exact at the present θ; at others for a free body that turns about a point fixed in it, on what does not move. A round end
    touches elsewhere once it has turned (0.01/kg off for the rod of painleve_rod turned by 0.3 rad); for what is not free W is
    taken to turn as such a body's does. Where the inertia is alike in all directions of the plane there is no lever; θ is then
    π/2, and no μ has other regions. Raises ArgumentError.
    """
    n = len(problem)
    if not 0 <= contact < n:
        raise ArgumentError("contacts are numbered from 0 to {n}; asked for {contact}", n=n - 1, contact=contact)
    s, mu = np.asarray(direction, dtype=np.float64), float(problem.friction[contact])
    if s.shape != (2,) or not np.any(s != 0.0) or not np.all(np.isfinite(s)):
        raise ArgumentError(
            "a direction of slip is two finite numbers, not both 0; given {direction!r}", direction=direction
        )
    if angles < 2 or coefficients < 2:
        raise ArgumentError(
            "a map has at least two angles and two coefficients; given {angles} and {coefficients}",
            angles=angles,
            coefficients=coefficients,
        )
    if mu < 0.0:
        raise ArgumentError("entry {contact} is the dry friction of a joint, which has no normal", contact=contact)
    along, kappa, theta = _lever(plane_block(problem, contact, s))
    angle = np.linspace(0.0, math.pi, angles)
    found = PainleveMap(
        angle=frozen(angle), mu=frozen(np.zeros(0)), coefficient=frozen(np.zeros((0, 0))), drift=frozen(np.zeros(0)),
        region=np.zeros((0, 0)), present=(theta, mu), present_coefficient=float(_coefficient(along, kappa, theta, mu)),
        present_drift=float(drift), inertia=(along, kappa),
    )  # fmt: skip
    if most is None:
        most = max(1.25 * mu, min(1.5 * found.least_mu, MOST_MU))
    axis = np.linspace(0.0, most, coefficients)
    values = _coefficient(along, kappa, angle[:, None], axis[None, :])
    d = _drifts(angle, theta, float(drift), float(drift if drift_at_rest is None else drift_at_rest))
    return PainleveMap(
        angle=found.angle, mu=frozen(axis), coefficient=frozen(values), drift=frozen(d),
        region=frozen(_regions(values, d[:, None])), present=found.present,
        present_coefficient=found.present_coefficient, present_drift=found.present_drift, inertia=found.inertia,
    )  # fmt: skip


def plane_block(problem: ContactProblem, contact: int, direction: ArrayLike) -> Array:
    """W of one contact in the plane of its slip and its normal (2, 2): W_ss, W_sn; W_sn, W_nn [1/kg]."""
    s = np.asarray(direction, dtype=np.float64)
    axes = np.zeros((3, 2))
    axes[:2, 0], axes[2, 1] = s / np.linalg.norm(s), 1.0
    own = problem.W[3 * contact : 3 * contact + 3, 3 * contact : 3 * contact + 3]
    return np.asarray(axes.T @ own @ axes)


def held_drift(problem: ContactProblem, contact: int, force: Array) -> float:
    """D of one contact where the forces (nc, 3) of the others stay as they are: w_n + Σ W_nj r_j [m/s²]."""
    row = 3 * contact + 2
    others = np.array(force, dtype=np.float64)
    others[contact] = 0.0
    return float(problem.w[row] + problem.W[row] @ others.ravel())


def _lever(block: Array) -> tuple[float, float, float]:
    """1/m along the lever, κ, and θ in [0, π)."""
    values, vectors = np.linalg.eigh(block)
    along, across = float(values[0]), float(values[1])
    if across - along <= _SQUARE * across or along <= 0.0:
        return along, 0.0, 0.5 * math.pi
    s, n = vectors[:, 0]
    return along, across / along - 1.0, math.atan2(n, -s) % math.pi


def _coefficient(along: float, kappa: float, theta: Array | float, mu: Array | float) -> Array:
    c, s = np.cos(theta), np.sin(theta)
    return np.asarray(along * (1.0 + kappa * c * c - mu * kappa * s * c))


def _drifts(angle: Array, theta: float, drift: float, at_rest: float) -> Array:
    """D (na,) over θ: the part at rest, and that of the motion as sin θ."""
    sine = math.sin(theta)
    moving = (drift - at_rest) / sine if abs(sine) > _FLAT else 0.0
    return np.asarray(at_rest + moving * np.sin(angle))


def _regions(coefficient: Array, drift: Array) -> np.ndarray:
    up, pressed = coefficient > 0.0, drift < 0.0
    closed = np.where(pressed, Region.PRESSED, Region.LEAVES)
    return np.where(up, closed, np.where(pressed, Region.INCONSISTENT, Region.INDETERMINATE)).astype(np.int8)
