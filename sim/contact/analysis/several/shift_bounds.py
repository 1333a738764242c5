"""How far forces may go along one direction before a contact would pull, or friction leave its cone."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from ....arrays import Array
from ....errors import ArgumentError
from ...problem.solution import corners
from .values import ShiftBounds

_NONE = 1e-9  # share of the largest number of a direction up to which a contact is none of it
_SLIGHT = 1e-6  # share of the way up to which friction that stops it is too slight to be told from a normal force of zero
_ON_EDGE = 1e-9  # share of a cone's radius within which friction is at its bound


def shift_bounds(
    force: Array, direction: Array, friction: Array, facets: int = 0, held: NDArray[np.bool_] | None = None
) -> ShiftBounds:
    """Between which s forces r + s z keep λ ≥ 0 and friction in its cone or pyramid; s = 0 is within them.

    force, direction : (n, 3) r [N] and z along tangent, normal × tangent, normal
    friction         : (n,) μ; minus the largest dry friction where an entry is a joint's
    facets           : of the pyramid, an even number from 4 on; 0 for the cone
    held             : (n,) contacts whose force may not change at all: those that leave, whose λ is 0; None: there are none
    Raises ArgumentError where sizes do not fit.
    """
    r, z, mu = (np.asarray(x, dtype=np.float64) for x in (force, direction, friction))
    n = len(mu)
    if r.shape != (n, 3) or z.shape != (n, 3):
        raise ArgumentError(
            "force has shape {shape} and direction {z_shape}; {n} coefficients of friction want ({n}, 3)",
            shape=r.shape,
            z_shape=z.shape,
            n=n,
        )
    touched = np.abs(z).max(axis=1, initial=0.0) > _NONE * float(np.abs(z).max(initial=0.0))
    fixed = np.zeros(n, dtype=np.bool_) if held is None else touched & held
    upper, lower = (
        [(0.0, False) if fixed[c] else _room(r[c], s * z[c], float(mu[c]), facets) for c in range(n)] for s in (1.0, -1.0)
    )
    (up, up_at), (down, down_at) = (_first(rooms) for rooms in (upper, lower))
    return ShiftBounds(
        -down[0], up[0], down_at if np.isfinite(down[0]) else -1, up_at if np.isfinite(up[0]) else -1, down[1], up[1]
    )


def _first(rooms: list[tuple[float, bool]]) -> tuple[tuple[float, bool], int]:
    """The least room, with the contact that has it."""
    if not rooms:
        return (np.inf, False), -1
    at = min(range(len(rooms)), key=lambda c: rooms[c][0])
    return (float(rooms[at][0]), rooms[at][1]), at


def _room(r: Array, z: Array, mu: float, facets: int) -> tuple[float, bool]:
    """The largest s ≥ 0 with r + s z in the cone of one contact, and whether friction is what stops it."""
    if mu < 0.0:
        return _within_disc(r, z, -mu), True
    room = max(0.0, float(r[2] / -z[2])) if z[2] < 0.0 else np.inf
    slips = np.inf
    if mu > 0.0 and (np.any(z[:2]) or np.any(r[:2])):
        slips = _within_pyramid(r, z, mu, facets) if facets else _within_cone(r, z, mu)
    return min(slips, room), slips < room * (1.0 - _SLIGHT)


def _within_cone(r: Array, z: Array, mu: float) -> float:
    """Where ‖r_t + s z_t‖ = μ (r_n + s z_n) first: the least positive root of a s² + 2 b s + c."""
    reach, grows = mu * r[2], mu * z[2]
    across, along = float(z[:2] @ z[:2]), grows * grows
    a, b, c = across - along, float(r[:2] @ z[:2]) - reach * grows, float(r[:2] @ r[:2]) - reach * reach
    size = max(across, along)
    if abs(a) <= _ON_EDGE * size:
        a = 0.0
    if abs(b) <= _ON_EDGE * np.sqrt(size) * reach:
        b = 0.0
    if c >= -_ON_EDGE * reach * reach:  # at its bound
        return 0.0 if b > 0.0 or b == 0.0 < a else np.inf if a <= 0.0 else -2.0 * b / a
    if a == 0.0:
        return -c / (2.0 * b) if b > 0.0 else np.inf
    root = b * b - a * c
    if root < 0.0:
        return np.inf
    s = -c / (b + np.sqrt(root)) if b + np.sqrt(root) > 0.0 else np.inf  # the root of a s² + 2 b s + c that loses no digits
    return float(s)


def _within_pyramid(r: Array, z: Array, mu: float, facets: int) -> float:
    """Where the first face of the pyramid is met."""
    half = np.pi / facets
    middles = corners(facets) @ [[np.cos(half), np.sin(half)], [-np.sin(half), np.cos(half)]] / np.cos(half)
    left = mu * r[2] - middles @ r[:2]
    falls = middles @ z[:2] - mu * z[2]
    meets = falls > _ON_EDGE * max(1e-300, float(np.abs(z).max()))
    return float(np.min(np.maximum(left[meets], 0.0) / falls[meets], initial=np.inf))


def _within_disc(r: Array, z: Array, radius: float) -> float:
    """Where ‖r + s z‖ = radius."""
    a, b, c = float(z @ z), float(r @ z), min(0.0, float(r @ r) - radius * radius)
    return float((-b + np.sqrt(b * b - a * c)) / a) if a > 0.0 else np.inf
