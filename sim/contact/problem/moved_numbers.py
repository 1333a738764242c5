"""Which numbers of the velocities the forces of some contacts move at all: of a heap of hundreds, those of a few bodies."""

from __future__ import annotations

import numpy as np

from ...arrays import Array
from .problem import Indices


def moved_numbers(H: Array, directions: Array) -> Indices:
    """The rising places in v (k,) that forces along directions (nv,) or (nv, n) accelerate: all of each tree that one pushes.

    Between trees H (nv, nv) is zero, so what is asked about these alone is answered as about all.
    """
    moved = directions != 0.0 if directions.ndim == 1 else np.any(directions != 0.0, axis=1)
    while (more := moved | np.any(H[moved] != 0.0, axis=0)).sum() > moved.sum():
        moved = more
    return np.flatnonzero(moved)


def response_to(H: Array, force: Array) -> Array:
    """H⁻¹ f for generalised forces f (nv,) or (nv, n), by the rows and columns of H alone that they move."""
    moved = moved_numbers(H, force)
    response = np.zeros(force.shape)
    if len(moved):
        response[moved] = np.linalg.solve(H[np.ix_(moved, moved)], force[moved])
    return response
