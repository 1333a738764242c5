"""Solving an island of few contacts by its Delassus matrix: Newton's method on impulses, and the programme without friction."""

from __future__ import annotations

from typing import Any

from ...arrays import Array
from ...kernel import kernel
from ..dense.active_set import active_set
from ..dense.delassus import narrow_delassus_into, normal_delassus_into
from ..dense.dense_newton import dense_contact, is_only
from ..linear_solvers import matrix
from .assembly import law_velocity_of
from .gauss_seidel import residual_of, restore_impulses, save_impulses, velocities_from


@kernel
def newton_on_impulses(
    arrays: Any, members: Any, trees_in: Any, tolerance: float, iteration_limit: int
) -> tuple[float, int, bool]:
    """Newton on the impulses with the dense Delassus matrix, started from r; the better of both is kept.

    Returns the residual, how many iterations it took, and whether impulses are known to be the only ones.
    """
    n, room = members.shape[0], arrays.room
    wide, size = arrays.active[:n], 0
    for m in range(n):
        own = arrays.G[members[m]]
        has_tangents = own[0] != 0.0 or own[3] != 0.0  # not what is of a joint of one degree of freedom
        friction = arrays.contacts[members[m]].friction
        wide[m] = 3 if friction > 0.0 or (friction < 0.0 and has_tangents) else 1
        size += wide[m]
    W = matrix(room, 0, size, size)
    o = 9 * n * n
    d, mu, x = room[o : o + size], room[o + 3 * n : o + 4 * n], room[o + 4 * n : o + 4 * n + size]
    before, slide = matrix(room, o + 7 * n, n, 3), matrix(room, o + 10 * n, n, 2)
    narrow_delassus_into(members, wide, arrays.segments, arrays.J, arrays.Y, W)
    soft, i = False, 0
    for m in range(n):
        c = members[m]
        contact = arrays.contacts[c]
        mu[m] = contact.friction
        a, b, z = law_velocity_of(contact, arrays.segments, c, arrays.J, arrays.free)
        if wide[m] == 3:
            d[i], d[i + 1], x[i], x[i + 1] = a, b, arrays.r[c, 0], arrays.r[c, 1]
        i += wide[m]
        d[i - 1], x[i - 1] = z - contact.target, arrays.r[c, 2]
        W[i - 1, i - 1] += contact.softness
        soft = soft or contact.softness > 0.0
        slide[m, 0] = slide[m, 1] = 0.0
    save_impulses(arrays, members, before)
    cone = cone_of(arrays, members)
    left, iterations = dense_contact(
        W,
        d,
        mu,
        cone,
        slide,
        wide,
        0.1 * tolerance,
        0.0,
        iteration_limit,
        x,
        matrix(room, 0, 0, 1),
        room[o + 12 * n :],
        trees_in.shape[0] == 1,
    )
    is_only_one = iterations > 0 and left <= 0.1 * tolerance and not soft
    is_only_one = is_only_one and is_only(mu, cone, wide, 10.0 * tolerance, x, room[o + 12 * n :])
    residual = _take(arrays, members, trees_in, wide, x)
    if residual <= tolerance:
        return residual, iterations, is_only_one
    restore_impulses(arrays, members, before)
    velocities_from(arrays, members, trees_in)
    least = residual_of(arrays, members)
    if residual <= least:
        return _take(arrays, members, trees_in, wide, x), iterations, is_only_one
    return least, iterations, False


@kernel
def _take(arrays: Any, members: Any, trees_in: Any, wide: Any, x: Array) -> float:
    """Take the impulses x (N,), and the velocities with them; returns the residual [m/s]."""
    i = 0
    for m in range(members.shape[0]):
        c = members[m]
        arrays.r[c, 0], arrays.r[c, 1] = (x[i], x[i + 1]) if wide[m] == 3 else (0.0, 0.0)
        i += wide[m]
        arrays.r[c, 2] = x[i - 1]
    velocities_from(arrays, members, trees_in)
    return residual_of(arrays, members)


@kernel
def frictionless(arrays: Any, members: Any, trees_in: Any, tolerance: float) -> tuple[float, int]:
    """The quadratic programme of the normal impulses, begun with those active that press in the warm start, or without impulses
    would be crossed.
    """
    n, room, r = members.shape[0], arrays.room, arrays.r
    M, L = matrix(room, 0, n, n), matrix(room, n * n, n, n)
    o = 2 * n * n
    d, lam, scratch = room[o : o + n], room[o + n : o + 2 * n], matrix(room, o + 2 * n, 3, n)
    active, presses = arrays.active[:n], False
    normal_delassus_into(members, arrays.segments, arrays.J, arrays.Y, M)
    for i in range(n):
        c = members[i]
        presses = presses or r[c, 2] > 0.0
        M[i, i] += arrays.contacts[c].softness
        _, _, z = law_velocity_of(arrays.contacts[c], arrays.segments, c, arrays.J, arrays.free)
        d[i] = z - arrays.contacts[c].target
    for i in range(n):
        active[i] = 1 if (r[members[i], 2] > 0.0 if presses else d[i] < 0.0) else 0
    _, iterations = active_set(M, d, 1e-3 * tolerance, lam, active, L, scratch)
    for i in range(n):
        r[members[i], 0], r[members[i], 1], r[members[i], 2] = 0.0, 0.0, lam[i]
    velocities_from(arrays, members, trees_in)
    return residual_of(arrays, members), iterations


@kernel
def cone_of(arrays: Any, members: Any) -> int:
    """The law of friction of an island: that of its first contact that is not a joint's."""
    for m in range(members.shape[0]):
        if arrays.contacts[members[m]].friction > 0.0:
            return int(arrays.contacts[members[m]].cone)
    return 0
