"""Contacts of a large island that sweeps do not settle: clusters of them are solved by Newton's method, all others held.

Where a few bodies jam, sweeps go round in circles: what one contact gives, the next takes. The worst contact and its neighbours
that are unsolved too make a cluster; its impulses are solved for at once, then those of the next cluster.
Source: Acary & Brogliato 2008, §13.7 (block splitting).
"""

from __future__ import annotations

from typing import Any

from ...kernel import kernel
from .gauss_seidel import residual_of, velocities_from
from .newton_convex import newton_convex
from .newton_coulomb import newton_coulomb
from .solver_arrays import DENSE_FREEDOMS

_CLUSTERS = 20  # solved one after the other, at most
_TREES, _SHARE = 8, 0.1  # of a cluster, at most; of the worst residual, from which a contact is unsolved too


@kernel
def solve_clusters(arrays: Any, members: Any, trees_in: Any, coulomb: bool, tolerance: float) -> int:
    """Improve impulses r and velocities v of one island; returns the number of Newton steps.

    members, trees_in : the island's contacts and trees
    coulomb : whether the law of friction is Coulomb's, and not the convex one or a pyramid
    """
    iterations = 0
    for _ in range(_CLUSTERS):
        worst, seed = _worst_of(arrays, members)
        if worst <= tolerance:
            break
        size = _cluster_into(arrays, members, seed, max(tolerance, _SHARE * worst))
        if size == 0:
            break
        iterations += _solve_cluster(arrays, members, arrays.root[:size], coulomb, tolerance)
        velocities_from(arrays, members, trees_in)
    return iterations


@kernel
def _worst_of(arrays: Any, members: Any) -> tuple[float, int]:
    """The largest residual of a contact, and where in members that is."""
    worst, seed = 0.0, 0
    for m in range(members.shape[0]):
        e = residual_of(arrays, members[m : m + 1])
        if not e <= worst:
            worst, seed = e, m
    return worst, seed


@kernel
def _cluster_into(arrays: Any, members: Any, seed: int, unsolved: float) -> int:
    """Write the trees around a contact that unsolved contacts reach into arrays.root; their number, 0 if they are too large."""
    trees, size = arrays.root, 0
    freedoms = 0
    for k in range(2):
        t = arrays.segments[members[seed], k].tree
        if t >= 0:
            trees[size] = t
            size += 1
            freedoms += arrays.trees[t].nv
    if freedoms > DENSE_FREEDOMS:
        return 0
    grown = True
    while grown:
        grown = False
        for m in range(members.shape[0]):
            a, b = arrays.segments[members[m], 0].tree, arrays.segments[members[m], 1].tree
            if a < 0 or b < 0 or _has(trees, size, a) == _has(trees, size, b):
                continue
            if residual_of(arrays, members[m : m + 1]) <= unsolved:
                continue
            t = b if _has(trees, size, a) else a
            freedoms += arrays.trees[t].nv
            if size == _TREES or freedoms > DENSE_FREEDOMS:
                return size
            trees[size] = t
            size += 1
            grown = True
    return size


@kernel
def _has(trees: Any, size: int, t: int) -> bool:
    for k in range(size):
        if trees[k] == t:
            return True
    return False


@kernel
def _solve_cluster(arrays: Any, members: Any, cluster: Any, coulomb: bool, tolerance: float) -> int:
    """Solve the contacts of which both trees are in the cluster; the number of Newton steps."""
    size, count, last = cluster.shape[0], 0, arrays.room.shape[0]
    inside, saved = arrays.active, last
    for k in range(size):
        tree = arrays.trees[cluster[k]]
        for j in range(tree.v0, tree.v0 + tree.nv):
            saved -= 1
            arrays.room[saved] = arrays.free[j]
    for m in range(members.shape[0]):
        c = members[m]
        a, b = arrays.segments[c, 0].tree, arrays.segments[c, 1].tree
        in_a, in_b = _has(cluster, size, a), _has(cluster, size, b)
        if (in_a or a < 0) and (in_b or b < 0):
            inside[count] = c
            count += 1
        elif in_a or in_b:
            _add_fixed_impulse(arrays, c, 0 if in_a else 1)
    if coulomb:
        _, iterations = newton_coulomb(arrays, inside[:count], cluster, 0.1 * tolerance)
    else:
        _, iterations = newton_convex(arrays, inside[:count], cluster, 0.1 * tolerance)
    saved = last
    for k in range(size):
        tree = arrays.trees[cluster[k]]
        for j in range(tree.v0, tree.v0 + tree.nv):
            saved -= 1
            arrays.free[j] = arrays.room[saved]
    return iterations


@kernel
def _add_fixed_impulse(arrays: Any, c: int, k: int) -> None:
    """Count the impulse of a contact, which stays as it is, as part of the velocity without contact of one of its trees."""
    s, r = arrays.segments[c, k], arrays.r
    n, o = s.n, s.o
    for j in range(n):
        arrays.free[s.v0 + j] += (
            arrays.Y[o + j] * r[c, 0] + arrays.Y[o + n + j] * r[c, 1] + arrays.Y[o + 2 * n + j] * r[c, 2]
        )
