"""Contacts of a large island that sweeps do not settle: clusters of them are solved by Newton's method, all others held.

Where a few bodies jam, sweeps go round in circles: what one contact gives, the next takes. The worst contact and its neighbours
that are unsolved too make a cluster; its impulses are solved for at once, then those of the next cluster.
Source: Acary & Brogliato 2008, §13.7 (block splitting).
"""

from __future__ import annotations

from typing import Any

from ...kernel import kernel
from .gauss_seidel import residual_of, velocities_from
from .newton_convex import newton
from .newton_coulomb import newton_coulomb
from .terms import DENSE_FREEDOMS

_CLUSTERS = 20  # solved one after the other, at most
_TREES, _SHARE = 8, 0.1  # of a cluster, at most; of the worst residual, from which a contact is unsolved too


@kernel
def solve_clusters(terms: Any, members: Any, trees_in: Any, coulomb: bool, tolerance: float) -> int:
    """Improve impulses r and velocities v of one island; returns the number of Newton steps.

    members, trees_in : the island's contacts and trees
    coulomb : whether the law of friction is Coulomb's, and not the convex one or a pyramid
    """
    iterations = 0
    for _ in range(_CLUSTERS):
        worst, seed = _worst_of(terms, members)
        if worst <= tolerance:
            break
        size = _cluster_into(terms, members, seed, max(tolerance, _SHARE * worst))
        if size == 0:
            break
        iterations += _solve_cluster(terms, members, terms.root[:size], coulomb, tolerance)
        velocities_from(terms, members, trees_in)
    return iterations


@kernel
def _worst_of(terms: Any, members: Any) -> tuple[float, int]:
    """The largest residual of a contact, and where in members that is."""
    worst, seed = 0.0, 0
    for m in range(members.shape[0]):
        e = residual_of(terms, members[m : m + 1])
        if not e <= worst:
            worst, seed = e, m
    return worst, seed


@kernel
def _cluster_into(terms: Any, members: Any, seed: int, unsolved: float) -> int:
    """Write the trees around a contact that unsolved contacts reach into terms.root; their number, 0 if they are too large."""
    trees, size = terms.root, 0
    freedoms = 0
    for k in range(2):
        t = terms.segments[members[seed], k].tree
        if t >= 0:
            trees[size] = t
            size += 1
            freedoms += terms.trees[t].nv
    if freedoms > DENSE_FREEDOMS:
        return 0
    grew = True
    while grew:
        grew = False
        for m in range(members.shape[0]):
            a, b = terms.segments[members[m], 0].tree, terms.segments[members[m], 1].tree
            if a < 0 or b < 0 or _has(trees, size, a) == _has(trees, size, b):
                continue
            if residual_of(terms, members[m : m + 1]) <= unsolved:
                continue
            t = b if _has(trees, size, a) else a
            freedoms += terms.trees[t].nv
            if size == _TREES or freedoms > DENSE_FREEDOMS:
                return size
            trees[size] = t
            size += 1
            grew = True
    return size


@kernel
def _has(trees: Any, size: int, t: int) -> bool:
    for k in range(size):
        if trees[k] == t:
            return True
    return False


@kernel
def _solve_cluster(terms: Any, members: Any, cluster: Any, coulomb: bool, tolerance: float) -> int:
    """Solve the contacts of which both trees are in the cluster; the number of Newton steps."""
    size, count, last = cluster.shape[0], 0, terms.room.shape[0]
    inside, saved = terms.active, last
    for k in range(size):
        tree = terms.trees[cluster[k]]
        for j in range(tree.v0, tree.v0 + tree.nv):
            saved -= 1
            terms.room[saved] = terms.free[j]
    for m in range(members.shape[0]):
        c = members[m]
        a, b = terms.segments[c, 0].tree, terms.segments[c, 1].tree
        in_a, in_b = _has(cluster, size, a), _has(cluster, size, b)
        if (in_a or a < 0) and (in_b or b < 0):
            inside[count] = c
            count += 1
        elif in_a or in_b:
            _hold(terms, c, 0 if in_a else 1)
    if coulomb:
        _, iterations = newton_coulomb(terms, inside[:count], cluster, 0.1 * tolerance)
    else:
        _, iterations = newton(terms, inside[:count], cluster, 0.1 * tolerance)
    saved = last
    for k in range(size):
        tree = terms.trees[cluster[k]]
        for j in range(tree.v0, tree.v0 + tree.nv):
            saved -= 1
            terms.free[j] = terms.room[saved]
    return iterations


@kernel
def _hold(terms: Any, c: int, k: int) -> None:
    """Count the impulse of a contact, which stays as it is, as part of the velocity without contact of one of its trees."""
    s, r = terms.segments[c, k], terms.r
    n, o = s.n, s.o
    for j in range(n):
        terms.free[s.v0 + j] += (
            terms.Y[o + j] * r[c, 0] + terms.Y[o + n + j] * r[c, 1] + terms.Y[o + 2 * n + j] * r[c, 2]
        )
