"""The friction cone of one contact cut across at its normal force, and b = D d in the course's notation.

eᵀd ≤ μ n, d ≥ 0, b = [I -I] d say that b lies in the square with the corners ± μ n along both tangents; with more columns, the
unit vectors to k corners, in the polygon of k corners. Several d give one b where they are larger than they need be: the one of
least sum uses the two corners on either side of b, and eᵀd ≤ μ n holds for some d if and only if it holds for this one.
Source: contact-dynamics-lecture16, "Linearizing the Friction Constraints"; Stewart & Trinkle 1996.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import ArrayLike

from ....arrays import Array, frozen
from ....errors import ArgumentError
from ...problem.solution import corners
from .values import FrictionInPlane

_LEAST_FACETS = 4


def friction_section(mu: float, force: ArrayLike, slip: ArrayLike = (0.0, 0.0), facets: int = 4) -> FrictionInPlane:
    """The section of a contact's cone at its normal force, with b and d.

    mu     : coefficient of friction, at least 0
    force  : (3,) along tangent, normal × tangent, normal [N | N s]
    slip   : (2,) velocity of the second body on the first along both tangents [m/s]
    facets : corners of the polygon, an even number from 4 on
    Raises ArgumentError.
    """
    force, slip = np.asarray(force, dtype=np.float64), np.asarray(slip, dtype=np.float64)
    if force.shape != (3,) or slip.shape != (2,):
        raise ArgumentError(
            "force has shape {shape} and slip {slip_shape}; a contact has three forces and two slips",
            shape=force.shape,
            slip_shape=slip.shape,
        )
    if not mu >= 0.0:
        raise ArgumentError("a coefficient of friction is at least 0; given {mu:g}", mu=mu)
    directions = corner_directions(facets)
    return FrictionInPlane(
        mu=float(mu),
        load=float(force[2]),
        friction=frozen(force[:2].copy()),
        slip=frozen(slip.copy()),
        directions=frozen(directions),
        weights=frozen(least_weights(force[:2], facets)),
    )


def corner_directions(facets: int) -> Array:
    """D (2, k): unit vectors to the corners of the pyramid's section; [I -I] for 4. Raises ArgumentError for odd or few."""
    if facets < _LEAST_FACETS or facets % 2:
        raise ArgumentError(
            "a pyramid has an even number of facets, at least {least_facets}; given {facets}",
            least_facets=_LEAST_FACETS,
            facets=facets,
        )
    if facets == _LEAST_FACETS:
        return np.array([[1.0, 0.0, -1.0, 0.0], [0.0, 1.0, 0.0, -1.0]])
    return np.ascontiguousarray(corners(facets).T)


def least_weights(friction: Array, facets: int) -> Array:
    """D (k,) ≥ 0 of least sum with D d = b (2,): zero but for the two corners on either side of b."""
    directions, step = corner_directions(facets), 2.0 * np.pi / facets
    d = np.zeros(facets)
    if not np.any(friction != 0.0):
        return d
    first = int(np.floor(np.arctan2(friction[1], friction[0]) / step)) % facets
    second = (first + 1) % facets
    a, b = directions[:, first], directions[:, second]
    area = a[0] * b[1] - a[1] * b[0]
    d[first] = max(0.0, (friction[0] * b[1] - friction[1] * b[0]) / area)
    d[second] = max(0.0, (a[0] * friction[1] - a[1] * friction[0]) / area)
    return d
