"""Solving the contacts of one instant, island by island, with the solver that the settings name.

The unknowns are impulses r (tangent 1, tangent 2, normal) a contact, the data velocities without contact `free`.
"""

from __future__ import annotations

from typing import Any

from ...kernel import copy_into, kernel
from ..dense.active_set import active_set, normal_delassus_into
from ..dense.dense_newton import delassus_into, dense_contact
from ..law.contact_laws import COULOMB
from ..linear import matrix
from ..status import ACTIVE_SET, ADMM, GAUSS_SEIDEL
from .accelerated import accelerated
from .admm import admm
from .assembly import velocity_of
from .clusters import solve_clusters
from .gauss_seidel import residual_of, restore_impulses, rounding_of, save_impulses, sweep, velocities_from
from .islands import islands_into
from .newton_convex import newton
from .newton_coulomb import newton_coulomb
from .terms import ASLEEP, AWAKE, DENSE_CONTACTS, DENSE_FREEDOMS

_FEW = 12  # contacts up to which Newton on the forces is tried first
_MOST_ITERATIONS, _FEW_ITERATIONS = 1000, 10  # of Newton on the forces; where little is left to do
_MANY_TREES = 16  # from which sweeps are tried before Newton
_SWEEPS, _TURN = 100, 60  # of such a trial, and between two looks for clusters
_GAIN, _IDLE, _PLAIN = 0.3, 4, 250  # see `_in_turns`
_LITTLE = 100.0  # times the tolerance, up to which no more is tried after two of Newton's methods
_TURNS = 5  # that Newton's methods take while more than that is left, each from what the one before found
_REDUNDANT = 4  # contacts a tree from which forces are hardly unique


@kernel
def solve_contacts(
    terms: Any, count: int, solver: int, tolerance: float, sweeps: int, asleep: bool
) -> tuple[float, int]:
    """Write impulses into terms.r, which holds the warm start, and velocities into terms.v.

    Returns the worst residual of any contact [m/s] and the largest number of iterations an island took: 0 when the warm
    start was the answer.

    asleep : whether the warm start was the answer the last time
    """
    enough = (ASLEEP if asleep else AWAKE) * tolerance
    copy_into(terms.free, terms.v)
    if count == 0:
        return 0.0, 0
    found = islands_into(count, terms)
    worst, most = 0.0, 0
    for e in range(found):
        members = terms.order[terms.starts[e, 0] : terms.starts[e + 1, 0]]
        trees_in = terms.tree_order[terms.starts[e, 1] : terms.starts[e + 1, 1]]
        velocities_from(terms, members, trees_in)
        residual = residual_of(terms, members)
        iterations = 0
        rounding = min(tolerance, rounding_of(terms, members))
        # A single contact costs nothing to solve, and what rolls or slides is not to drift by what a step leaves.
        if not residual <= (rounding if members.shape[0] == 1 else max(enough, rounding)):
            if solver == ACTIVE_SET and 2 * members.shape[0] * (members.shape[0] + 3) <= terms.room.shape[0]:
                residual, iterations = _frictionless(terms, members, trees_in, tolerance)
            elif solver == ADMM and _size(terms, trees_in) <= DENSE_FREEDOMS:
                residual, iterations = admm(terms, members, trees_in, tolerance)
            elif solver == GAUSS_SEIDEL or members.shape[0] == 1:
                residual, iterations = swept(terms, members, trees_in, tolerance, sweeps)
            elif _size(terms, trees_in) > DENSE_FREEDOMS:
                residual, iterations = _in_turns(terms, members, trees_in, tolerance, 25 * sweeps, True)
            else:
                # Sweeps do well on heaps. Where flat patches make contacts redundant they would invent forces against each other.
                many = trees_in.shape[0] > _MANY_TREES and members.shape[0] <= _REDUNDANT * trees_in.shape[0]
                if many:
                    residual, iterations = accelerated(terms, members, trees_in, tolerance, _SWEEPS)
                if not (many and residual <= tolerance):
                    residual, more = _direct(terms, members, trees_in, tolerance)
                    iterations += more
                if residual > _LITTLE * tolerance and trees_in.shape[0] > 1:
                    residual, more = _in_turns(terms, members, trees_in, tolerance, 10 * sweeps, False)
                    iterations += more
        most = max(most, iterations)
        if not residual <= worst:
            worst = residual
    return worst, most


@kernel
def _direct(terms: Any, members: Any, trees_in: Any, tolerance: float) -> tuple[float, int]:
    """Newton on the forces where contacts are few, in velocities where they are many, and each as the other's second try."""
    n = members.shape[0]
    iterations = 0
    residual = 1e300
    few = n <= (DENSE_CONTACTS if trees_in.shape[0] == 1 else _FEW)
    if few:
        residual, iterations = _on_forces(terms, members, trees_in, tolerance, _MOST_ITERATIONS)
    if not residual <= tolerance and trees_in.shape[0] == 1:
        residual, more = accelerated(terms, members, trees_in, tolerance, _SWEEPS)
        iterations += more
    coulomb = _cone_of(terms, members) == COULOMB
    for _ in range(_TURNS):
        if residual <= tolerance:
            break
        if coulomb:
            residual, more = newton_coulomb(terms, members, trees_in, tolerance)
            iterations += more
        if not residual <= tolerance and n <= DENSE_CONTACTS and not few:
            most = _FEW_ITERATIONS if residual <= _LITTLE * tolerance else _MOST_ITERATIONS
            residual, more = _on_forces(terms, members, trees_in, tolerance, most)
            iterations += more
        if residual <= _LITTLE * tolerance:
            break
        residual, more = newton(terms, members, trees_in, tolerance)
        iterations += more
    return residual, iterations


@kernel
def _in_turns(terms: Any, members: Any, trees_in: Any, tolerance: float, most: int, heap: bool) -> tuple[float, int]:
    """Accelerated sweeps, and after each turn of them Newton's method on the clusters that they did not settle.

    In a heap, where a turn gains little, plain sweeps instead, more each time: some impulses get worse before they get better.
    """
    coulomb = _cone_of(terms, members) == COULOMB
    best = matrix(terms.room, terms.room.shape[0] - DENSE_FREEDOMS - 3 * terms.r.shape[0], members.shape[0], 3)
    residual, sweeps = accelerated(terms, members, trees_in, tolerance, _TURN)
    newton_steps, plain, idle, before, least = 0, 0, 0, 1e300, residual
    save_impulses(terms, members, best)
    while least > tolerance and sweeps < most and (least > _LITTLE * tolerance or idle < _IDLE):
        if residual <= _GAIN * before or not heap:
            newton_steps += solve_clusters(terms, members, trees_in, coulomb, tolerance)
        else:
            plain += _PLAIN
            for k in range(plain):
                sweep(terms, members, k % 2 == 1)
            velocities_from(terms, members, trees_in)
            sweeps += plain
        before = residual
        residual, more = accelerated(terms, members, trees_in, tolerance, _TURN)
        sweeps += more
        idle = 0 if residual < _GAIN * least else idle + 1
        if residual < least:
            least = residual
            save_impulses(terms, members, best)
    restore_impulses(terms, members, best)
    velocities_from(terms, members, trees_in)
    return least, sweeps + newton_steps


@kernel
def _on_forces(terms: Any, members: Any, trees_in: Any, tolerance: float, most: int) -> tuple[float, int]:
    """Newton on the impulses with the dense Delassus matrix, started from r; the better of both is kept."""
    n, room = members.shape[0], terms.room
    W = matrix(room, 0, 3 * n, 3 * n)
    o = 9 * n * n
    d, mu, x = room[o : o + 3 * n], room[o + 3 * n : o + 4 * n], room[o + 4 * n : o + 7 * n]
    before, slide = matrix(room, o + 7 * n, n, 3), matrix(room, o + 10 * n, n, 2)
    delassus_into(members, terms.segments, terms.J, terms.Y, W)
    for m in range(n):
        c = members[m]
        contact = terms.contacts[c]
        mu[m] = contact.friction
        d[3 * m], d[3 * m + 1], d[3 * m + 2] = velocity_of(terms.segments, c, terms.J, terms.free)
        d[3 * m + 2] -= contact.target
        W[3 * m + 2, 3 * m + 2] += contact.softness
        slide[m, 0] = slide[m, 1] = 0.0
        for k in range(3):
            x[3 * m + k] = terms.r[c, k]
    save_impulses(terms, members, before)
    velocities_from(terms, members, trees_in)
    least = residual_of(terms, members)
    cone = _cone_of(terms, members)
    _, iterations = dense_contact(
        W, d, mu, cone, slide, 0.1 * tolerance, 0.0, most, x, matrix(room, 0, 0, 1), room[o + 12 * n :]
    )
    for m in range(n):
        for k in range(3):
            terms.r[members[m], k] = x[3 * m + k]
    velocities_from(terms, members, trees_in)
    residual = residual_of(terms, members)
    if residual <= least:
        return residual, iterations
    restore_impulses(terms, members, before)
    velocities_from(terms, members, trees_in)
    return least, iterations


@kernel
def _cone_of(terms: Any, members: Any) -> int:
    """The law of friction of an island: that of its first contact that is not a joint's."""
    for m in range(members.shape[0]):
        if terms.contacts[members[m]].friction > 0.0:
            return int(terms.contacts[members[m]].cone)
    return 0


@kernel
def _size(terms: Any, trees_in: Any) -> int:
    total = 0
    for k in range(trees_in.shape[0]):
        total += terms.trees[trees_in[k]].nv
    return total


@kernel
def swept(terms: Any, members: Any, trees_in: Any, tolerance: float, sweeps: int) -> tuple[float, int]:
    """Gauss-Seidel sweeps until the residual is small; the best impulses met are kept."""
    best = matrix(terms.room, 0, members.shape[0], 3)
    least = residual_of(terms, members)
    save_impulses(terms, members, best)
    iterations = 0
    for _ in range(sweeps):
        sweep(terms, members, False)
        iterations += 1
        residual = residual_of(terms, members)
        if residual < least:
            least = residual
            save_impulses(terms, members, best)
        if residual <= tolerance:
            break
    restore_impulses(terms, members, best)
    velocities_from(terms, members, trees_in)
    return residual_of(terms, members), iterations


@kernel
def _frictionless(terms: Any, members: Any, trees_in: Any, tolerance: float) -> tuple[float, int]:
    """The quadratic programme of the normal impulses, with the active list of the warm start."""
    n, room, r = members.shape[0], terms.room, terms.r
    M, L = matrix(room, 0, n, n), matrix(room, n * n, n, n)
    o = 2 * n * n
    d, lam, scratch = room[o : o + n], room[o + n : o + 2 * n], matrix(room, o + 2 * n, 3, n)
    active = terms.active[:n]
    normal_delassus_into(members, terms.segments, terms.J, terms.Y, M)
    for i in range(n):
        c = members[i]
        active[i] = 1 if r[c, 2] > 0.0 else 0
        M[i, i] += terms.contacts[c].softness
        _, _, z = velocity_of(terms.segments, c, terms.J, terms.free)
        d[i] = z - terms.contacts[c].target
    _, iterations = active_set(M, d, 1e-3 * tolerance, lam, active, L, scratch)
    for i in range(n):
        r[members[i], 0], r[members[i], 1], r[members[i], 2] = 0.0, 0.0, lam[i]
    velocities_from(terms, members, trees_in)
    return residual_of(terms, members), iterations
