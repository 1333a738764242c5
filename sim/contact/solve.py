"""Solving the contacts of one instant, island by island, with the solver that the settings name.

The unknowns are impulses r (tangent 1, tangent 2, normal) a contact, the data velocities without contact `free`.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from ..kernel import copy_into, kernel
from ..multibody.arrays import Array
from .active_set import active_set, normal_delassus_into
from .assembly import velocity_of
from .dense import delassus_into, dense_coulomb
from .gauss_seidel import residual_of, sweep, velocities_from
from .islands import islands_into
from .newton import newton
from .status import ACTIVE_SET, GAUSS_SEIDEL

_DIRECT_LIMIT = 400  # degrees of freedom of the largest island that is solved directly
_FEW, _MANY = 12, 64  # contacts up to which Newton on the forces is tried first, or at all


@kernel
def solve_contacts(
    trees: Any, contacts: Any, count: int, segments: Any, H: Array, J: Array, Y: Array, G: Array, free: Array,
    solver: int, tolerance: float, sweeps: int, island: Any, root: Any, number: Any, r: Array, v: Array,
) -> tuple[float, int]:  # fmt: skip
    """Write impulses into r (nc, 3), which holds the warm start, and velocities into v (nv,).

    Returns the worst residual of any contact [m/s] and the largest number of iterations an island took: 0 when the warm
    start was the answer. island (nc,), root and number (trees,) : int64 scratch.
    """
    copy_into(free, v)
    if count == 0:
        return 0.0, 0
    found = islands_into(count, segments, root, number, island)
    worst, most = 0.0, 0
    for e in range(found):
        members, trees_in = _members(e, count, island, trees.shape[0], root, number)
        velocities_from(members, trees_in, trees, segments, Y, free, r, v)
        residual = residual_of(contacts, members, segments, J, G, r, v)
        iterations = 0
        if not residual <= tolerance:
            if solver == ACTIVE_SET:
                residual, iterations = _frictionless(
                    contacts, members, trees_in, trees, segments, J, Y, G, free, tolerance, r, v
                )
            elif members.shape[0] == 1 or solver == GAUSS_SEIDEL or _size(trees, trees_in) > _DIRECT_LIMIT:
                residual, iterations = _swept(
                    contacts, members, trees_in, trees, segments, J, Y, G, free, tolerance, sweeps, r, v
                )
            else:
                residual, iterations = _direct(
                    contacts, members, trees_in, trees, segments, H, J, Y, G, free, tolerance, r, v
                )
        most = max(most, iterations)
        if not residual <= worst:
            worst = residual
    return worst, most


@kernel
def _direct(
    contacts: Any, members: Any, trees_in: Any, trees: Any, segments: Any, H: Array, J: Array, Y: Array, G: Array,
    free: Array, tolerance: float, r: Array, v: Array,
) -> tuple[float, int]:  # fmt: skip
    """Newton on the forces where contacts are few, in velocities where they are many, and each as the other's second try."""
    n = members.shape[0]
    iterations = 0
    residual = 1e300
    if n <= _FEW:
        residual, iterations = _on_forces(contacts, members, trees_in, trees, segments, J, Y, G, free, tolerance, r, v)
    if not residual <= tolerance:
        residual, more = newton(trees, contacts, members, trees_in, segments, H, J, Y, G, free, tolerance, r, v)
        iterations += more
    if not residual <= tolerance and n <= _MANY:
        residual, more = _on_forces(contacts, members, trees_in, trees, segments, J, Y, G, free, tolerance, r, v)
        iterations += more
    return residual, iterations


@kernel
def _on_forces(
    contacts: Any, members: Any, trees_in: Any, trees: Any, segments: Any, J: Array, Y: Array, G: Array,
    free: Array, tolerance: float, r: Array, v: Array,
) -> tuple[float, int]:  # fmt: skip
    """Newton on the impulses with the dense Delassus matrix, started from r; the better of both is kept."""
    n = members.shape[0]
    W = np.empty((3 * n, 3 * n))
    d = np.empty(3 * n)
    mu = np.empty(n)
    x = np.empty(3 * n)
    before = np.empty((n, 3))
    delassus_into(members, segments, J, Y, W)
    for m in range(n):
        c = members[m]
        mu[m] = contacts[c].friction
        d[3 * m], d[3 * m + 1], d[3 * m + 2] = velocity_of(segments, c, J, free)
        d[3 * m + 2] -= contacts[c].target
        for k in range(3):
            x[3 * m + k] = before[m, k] = r[c, k]
    velocities_from(members, trees_in, trees, segments, Y, free, r, v)
    least = residual_of(contacts, members, segments, J, G, r, v)
    _, iterations = dense_coulomb(W, d, mu, np.zeros((n, 2)), 0.1 * tolerance, x)
    for m in range(n):
        for k in range(3):
            r[members[m], k] = x[3 * m + k]
    velocities_from(members, trees_in, trees, segments, Y, free, r, v)
    residual = residual_of(contacts, members, segments, J, G, r, v)
    if residual <= least:
        return residual, iterations
    for m in range(n):
        for k in range(3):
            r[members[m], k] = before[m, k]
    velocities_from(members, trees_in, trees, segments, Y, free, r, v)
    return least, iterations


@kernel
def _size(trees: Any, trees_in: Any) -> int:
    total = 0
    for k in range(trees_in.shape[0]):
        total += trees[trees_in[k]].nv
    return total


@kernel
def _members(e: int, count: int, island: Any, tree_count: int, root: Any, number: Any) -> tuple[Any, Any]:
    """The contacts and the trees of island e."""
    members = np.empty(count, np.int64)
    m = 0
    for c in range(count):
        if island[c] == e:
            members[m] = c
            m += 1
    trees_in = np.empty(tree_count, np.int64)
    k = 0
    for t in range(tree_count):
        if number[root[t]] == e:
            trees_in[k] = t
            k += 1
    return members[:m], trees_in[:k]


@kernel
def _swept(
    contacts: Any, members: Any, trees_in: Any, trees: Any, segments: Any, J: Array, Y: Array, G: Array, free: Array,
    tolerance: float, sweeps: int, r: Array, v: Array,
) -> tuple[float, int]:  # fmt: skip
    """Gauss-Seidel sweeps until the residual is small; the best impulses met are kept."""
    best = np.empty((members.shape[0], 3))
    least = residual_of(contacts, members, segments, J, G, r, v)
    for m in range(members.shape[0]):
        for k in range(3):
            best[m, k] = r[members[m], k]
    iterations = 0
    for _ in range(sweeps):
        sweep(contacts, members, segments, J, Y, G, r, v)
        iterations += 1
        residual = residual_of(contacts, members, segments, J, G, r, v)
        if residual < least:
            least = residual
            for m in range(members.shape[0]):
                for k in range(3):
                    best[m, k] = r[members[m], k]
        if residual <= tolerance:
            break
    for m in range(members.shape[0]):
        for k in range(3):
            r[members[m], k] = best[m, k]
    velocities_from(members, trees_in, trees, segments, Y, free, r, v)
    return residual_of(contacts, members, segments, J, G, r, v), iterations


@kernel
def _frictionless(
    contacts: Any, members: Any, trees_in: Any, trees: Any, segments: Any, J: Array, Y: Array, G: Array, free: Array,
    tolerance: float, r: Array, v: Array,
) -> tuple[float, int]:  # fmt: skip
    """The quadratic programme of the normal impulses, with the active list of the warm start."""
    n = members.shape[0]
    M = np.empty((n, n))
    L = np.empty((n, n))
    d = np.empty(n)
    lam = np.empty(n)
    active = np.empty(n, np.int64)
    scratch = np.empty((3, n))
    normal_delassus_into(members, segments, J, Y, M)
    for i in range(n):
        c = members[i]
        active[i] = 1 if r[c, 2] > 0.0 else 0
        total = 0.0
        for k in range(2):
            s = segments[c, k]
            for j in range(s.n):
                total += J[s.o + 2 * s.n + j] * free[s.v0 + j]
        d[i] = total - contacts[c].target
    _, iterations = active_set(M, d, 0.1 * tolerance, lam, active, L, scratch)
    for i in range(n):
        r[members[i], 0], r[members[i], 1], r[members[i], 2] = 0.0, 0.0, lam[i]
    velocities_from(members, trees_in, trees, segments, Y, free, r, v)
    return residual_of(contacts, members, segments, J, G, r, v), iterations
