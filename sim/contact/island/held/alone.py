"""Islands whose contacts hold, and of which few press: the Delassus matrix W of those is small.

Those that press have W r = b - J v_free, b what their law asks. Where no pivot of W vanishes, r is the only answer.
Source: Acary & Brogliato 2008, §4.1.
"""

from __future__ import annotations

from typing import Any

from ....arrays import Array
from ....kernel import kernel, small
from ...dense.delassus import narrow_delassus_into
from ...linear_solvers import cholesky_from_end, matrix, solve_from_end
from ..assembly import law_velocity_of
from ..gauss_seidel import residual_of, velocities_from

_ROUNDS = 3
_REGULAR = 1e-6  # of the largest of W's diagonal of its kind, above which all squared pivots are where W is regular


@kernel
def asked_of(arrays: Any, members: Any) -> int:
    """How many velocities those that press ask for; -1 if two of a pair rub, which ask twice for that along their line."""
    count, pair = 0, -1
    for k in range(members.shape[0]):
        if arrays.active[k] != 0:
            contact, rows = arrays.contacts[members[k]], 3 - _first_of(arrays, members[k])
            if rows == 3 and contact.pair == pair:
                return -1
            if rows == 3:
                pair = contact.pair
            count += rows
    return count


@small
def _first_of(arrays: Any, c: int) -> int:
    """The first direction that contact c asks for: 2, its normal, without friction or of a joint with one; or 0."""
    return 2 if arrays.contacts[c].friction == 0.0 or arrays.G[c, 0] == 0.0 else 0


@kernel
def solve_alone(arrays: Any, members: Any, trees_in: Any, tolerance: float, guesses: int) -> tuple[float, int, bool]:
    """Solve an island of which arrays.active says what presses, in place; the residual [m/s], how many factors it took, and
    False if impulses may be many, or what presses was not found.
    """
    for guess in range(1, guesses + 1):
        if not _forces_into(arrays, members, trees_in, tolerance):
            return 1e300, guess, False
        is_right = True
        for k in range(members.shape[0]):
            c = members[k]
            contact = arrays.contacts[c]
            if contact.friction < 0.0:
                continue
            if arrays.active[k] != 0:
                if arrays.r[c, 2] < 0.0:
                    arrays.active[k], is_right = 0, False
                continue
            _, _, z = law_velocity_of(contact, arrays.segments, c, arrays.J, arrays.v)
            if z - contact.target < -tolerance:
                arrays.active[k], is_right = 1, False
            elif z - contact.target <= tolerance:
                return 1e300, guess, False  # it touches, and might bear a part
        if is_right:
            return residual_of(arrays, members), guess, True
    return 1e300, guesses, False


@kernel
def _forces_into(arrays: Any, members: Any, trees_in: Any, tolerance: float) -> bool:
    """Find the impulses r with which those that press have what they ask, and v with them; False if W is singular."""
    m, room, r = members.shape[0], arrays.room, arrays.r
    pressing, wide, count, size = arrays.active[m : 2 * m], room[:m], 0, 0
    for k in range(m):
        c = members[k]
        r[c, 0] = r[c, 1] = r[c, 2] = 0.0
        if arrays.active[k] != 0:
            pressing[count] = c
            wide[count] = 3 - _first_of(arrays, c)
            size += int(wide[count])
            count += 1
    if size >= arrays.places.shape[0]:
        return False
    W, x, first = matrix(room, m, size, size), room[m + size * size : m + size * size + size], arrays.places[:size]
    narrow_delassus_into(pressing[:count], wide, arrays.segments, arrays.J, arrays.Y, W)
    if not _factorised(arrays, pressing[:count], first, W):
        return False
    for _ in range(_ROUNDS):
        velocities_from(arrays, members, trees_in)
        worst = _asked_into(arrays, pressing[:count], x)
        if worst <= 1e-3 * tolerance:
            return True
        solve_from_end(W, first, x)
        i = 0
        for k in range(count):
            c = pressing[k]
            for e in range(_first_of(arrays, c), 3):
                r[c, e] += x[i]
                i += 1
    velocities_from(arrays, members, trees_in)
    return bool(_asked_into(arrays, pressing[:count], x) <= tolerance)


@kernel
def _factorised(arrays: Any, pressing: Any, first: Any, W: Array) -> bool:
    """Factorise W (n, n) in place; False if it is not regular."""
    for i in range(first.shape[0]):
        first[i] = 0
    if not cholesky_from_end(W, first):
        return False
    i = 0
    for a in range(pressing.shape[0]):
        own = arrays.G[pressing[a]]
        largest = max(own[0], max(own[3], own[5]))
        for _ in range(_first_of(arrays, pressing[a]), 3):
            if not W[i, i] * W[i, i] > _REGULAR * largest:
                return False
            i += 1
    return True


@kernel
def _asked_into(arrays: Any, pressing: Any, x: Array) -> float:
    """Write what those that press still ask of their velocities into x; the largest [m/s]."""
    i, worst = 0, 0.0
    for k in range(pressing.shape[0]):
        c = pressing[k]
        contact = arrays.contacts[c]
        a, b, d = law_velocity_of(contact, arrays.segments, c, arrays.J, arrays.v)
        d -= contact.target
        if _first_of(arrays, c) == 0:
            x[i], x[i + 1] = -a, -b
            worst = max(worst, max(abs(a), abs(b)))
            i += 2
        x[i] = -d
        worst = max(worst, abs(d))
        i += 1
    return worst
