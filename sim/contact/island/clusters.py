"""Contacts of a large island that sweeps do not settle: clusters of them are solved by Newton's method, all others held.

Where a few bodies jam, sweeps go round in circles: what one contact gives, the next takes. The worst contact and its neighbours
that are unsolved too make a cluster; its impulses are solved for at once, then those of the next cluster.
Source: Acary & Brogliato 2008, §13.7 (block splitting).
"""

from __future__ import annotations

from typing import Any

from ...arrays import Array
from ...kernel import kernel
from .gauss_seidel import residual_of, velocities_from
from .newton_convex import newton_convex
from .newton_coulomb import newton_coulomb
from .solver_arrays import DENSE_FREEDOMS

_CLUSTERS = 20  # solved one after the other, at most
_TREES, _SHARE = 8, 0.1  # of a cluster, at most; of the worst residual, from which a contact is unsolved too
_GAIN = 0.5  # of a contact's residual, above which its cluster is not tried again


@kernel
def solve_clusters(arrays: Any, members: Any, trees_in: Any, coulomb: bool, tolerance: float, attempts: int, limit: int) -> int:
    """Improve impulses r and velocities v of one island; returns the number of Newton steps.

    members, trees_in : the island's contacts and trees
    coulomb : whether the law of friction is Coulomb's, and not the convex one or a pyramid
    attempts, limit : as of `newton_coulomb`
    """
    m, iterations = members.shape[0], 0
    last = arrays.room.shape[0] - DENSE_FREEDOMS - 3 * arrays.r.shape[0]  # after it are the best impulses, see `solve`
    residuals = arrays.room[last - m : last]
    for k in range(m):
        residuals[k] = residual_of(arrays, members[k : k + 1])
    for _ in range(_CLUSTERS):
        worst, seed = 0.0, 0
        for k in range(m):
            if not residuals[k] <= worst:
                worst, seed = residuals[k], k
        unsolved = max(tolerance, _SHARE * worst)
        size = _cluster_into(arrays, members, residuals, seed, unsolved) if worst > tolerance else 0
        if size == 0:
            break
        cluster = arrays.root[:size]
        iterations += _solve_cluster(arrays, members, cluster, coulomb, unsolved, attempts, limit)
        for k in range(m):
            a, b = arrays.segments[members[k], 0].tree, arrays.segments[members[k], 1].tree
            if _has(cluster, size, a) or _has(cluster, size, b):
                residuals[k] = residual_of(arrays, members[k : k + 1])
        if residuals[seed] > _GAIN * worst:
            residuals[seed] = 0.0
    velocities_from(arrays, members, trees_in)
    return iterations


@kernel
def _cluster_into(arrays: Any, members: Any, residuals: Array, seed: int, unsolved: float) -> int:
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
            if residuals[m] <= unsolved:
                continue
            a, b = arrays.segments[members[m], 0].tree, arrays.segments[members[m], 1].tree
            if a < 0 or b < 0 or _has(trees, size, a) == _has(trees, size, b):
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
def _solve_cluster(arrays: Any, members: Any, cluster: Any, coulomb: bool, tolerance: float, attempts: int, limit: int) -> int:
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
        _, iterations = newton_coulomb(arrays, inside[:count], cluster, 0.1 * tolerance, attempts, limit)
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
        arrays.free[s.v0 + j] += arrays.Y[o + j] * r[c, 0] + arrays.Y[o + n + j] * r[c, 1] + arrays.Y[o + 2 * n + j] * r[c, 2]
