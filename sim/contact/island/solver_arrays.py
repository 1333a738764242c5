"""What the contact solvers of one instant work on: one group of arrays, passed as one."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from ...arrays import BLOCK, Array
from ...compiling.marks import by_address

DENSE_CONTACTS = 64
"""Contacts of an island up to which Newton on the forces, with a dense Delassus matrix, is tried [-]."""
DENSE_FREEDOMS = 400
"""Degrees of freedom of an island up to which its matrix in velocities is worked on whole."""
MOST_FREEDOMS = 3000
"""Those of a matrix that has as many numbers as the factor of an island may have: memory is taken for what it has."""
MOST_TREES, ENTRIES = 4096, 64
"""Trees of an island whose matrix is laid out in blocks, and blocks below the diagonal of one on the average, at most [-]."""
HEADER, BITS = 4, 64
"""Numbers at the head of a plan, see `factor.elimination`, and bits of a word of its graph [-]."""
MEMORY = 8
"""Steps that the acceleration of sweeps remembers [-]."""
FINE = 1e-10
"""Tolerance of solves by default: what is found as finely is as good as exact, however loose the one asked for [m/s]."""
FREEDOMS, BODY = 6, 8
"""Degrees of freedom of a free body, and numbers that its velocities take where four contacts are swept at once [-]."""
OPEN_GROUPS = 62
"""Groups of four contacts that may be open at once, one a bit, see `lane_groups` [-]."""
GROUPED_TREES = 16
"""Trees of a scene beyond which its contacts may go into groups of four [-]."""
ASLEEP, AWAKE = 0.1, 1e-3
"""Share of the tolerance that a warm start must meet to be taken as it is: after a step that took its own, and after another.

An impulse also makes good for the velocity that the step before has left. Taken again it leaves as much with the other sign, so
what comes to rest is solved once more; from then on what rounding leaves adds up slowly.
"""


@by_address
class SolverArrays(NamedTuple):
    """The contact problem of all islands, its unknowns, and scratch. Impulses are (tangent 1, tangent 2, normal) a contact."""

    trees: Any  # (trees,) TREE
    contacts: Any  # (capacity,) CONTACT
    segments: Any  # (capacity, 2) SEGMENT
    H: Array  # flat blocks of the mass matrix
    J: Array  # flat, see `assembly`
    Y: Array  # flat: H⁻¹ Jᵀ
    G: Array  # (capacity, 6): each contact's own block of J Y [1/kg]
    free: Array  # (nv,) velocity without contact
    r: Array  # (capacity, 3) impulses: start and result
    v: Array  # (nv,) velocity: result
    order: Any  # (capacity,) int64: contacts, island by island
    tree_order: Any  # (trees,) int64: trees that are touched, island by island
    root: Any  # (trees,) int64
    number: Any  # (trees,) int64: where a tree's numbers begin in its island
    starts: Any  # (trees + 1, 2) int64: where each island begins in order and tree_order
    places: Any  # (nv,) int64 scratch
    plan: Any  # int64: how the matrix of a large island is laid out, see `factor.elimination`; this and the next two
    diagonal: Any  # (trees,) int64: where a tree's own block begins in it
    block: Any  # (capacity,) int64: and the blocks of the trees that a contact joins
    active: Any  # int64 scratch: a number a contact, and where there may be heaps what groups of four take
    room: Array  # flat scratch


def groups_at_most(capacity: int) -> int:
    """Groups of four that so many contacts make."""
    return capacity // 4 + 2 * OPEN_GROUPS


def grouping_size(capacity: int) -> int:
    """Whole numbers that making groups of four needs: twelve a group, and two for each that is open."""
    return 12 * groups_at_most(capacity) + 2 * OPEN_GROUPS


def scratch_size(trees: int, nv: int, capacity: int) -> int:
    """How many numbers of scratch the solvers need at most."""
    n, m = min(nv, MOST_FREEDOMS), 3 * min(capacity, DENSE_CONTACTS)
    accelerated = (9 + 6 * MEMORY) * capacity + MEMORY * (2 * MEMORY + 1)
    grouped = 0
    if trees > GROUPED_TREES:  # see `lane_solvers`
        a_group = 4 * (84 + 3 * (5 + 2 * MEMORY))
        grouped = a_group * groups_at_most(capacity) + 2 * BODY * (trees + 1) + MEMORY * (2 * MEMORY + 1)
    saved = 7 * capacity + DENSE_FREEDOMS  # at the end, see `solve` and `clusters`
    return max(n * n + 18 * capacity + 4 * nv, 2 * m * m + 22 * m + 18, accelerated, grouped, BLOCK * (nv + 1)) + saved


def plan_size(trees: int) -> int:
    """How many whole numbers say how the matrix of an island is laid out."""
    n = min(trees, MOST_TREES)
    return HEADER + n * (7 + 2 * ((n + BITS - 1) // BITS) + 2 * ENTRIES) + 1


def scratch_for(trees: int, nv: int, capacity: int) -> tuple[Any, ...]:
    """The arrays of `SolverArrays` from `order` to `room`."""
    ints = np.int64
    active = grouping_size(capacity) if trees > GROUPED_TREES else capacity
    return (
        np.zeros(capacity, ints),
        np.zeros(trees, ints),
        np.zeros(trees, ints),
        np.zeros(trees, ints),
        np.zeros((trees + 1, 2), ints),
        np.zeros(nv, ints),
        np.zeros(plan_size(trees), ints),
        np.zeros(trees, ints),
        np.zeros(capacity, ints),
        np.zeros(active, ints),
        np.zeros(scratch_size(trees, nv, capacity)),
    )
