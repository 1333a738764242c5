"""Contact of a large island: symmetric Gauss-Seidel sweeps, their fixed point extrapolated by Anderson's method.

A sweep forwards and one backwards take impulses r to g(r). From the last few steps the combination is taken whose f = g(r) - r is
smallest, as if the map were straight there; where f then grows, the memory is emptied and the best impulses are taken again.
A resting pile asks for some tens of sweeps instead of thousands.
Source: Walker & Ni 2011 (Anderson acceleration); Acary & Brogliato 2008, §13.7 (Gauss-Seidel).
"""

from __future__ import annotations

from typing import Any

from ...arrays import Array
from ...kernel import f8, i8, kernel, late, tuple_of
from ..law.friction_cone import project
from ..linear_solvers import matrix, pivoted_solve
from .gauss_seidel import largest_of, residual_of, restore_impulses, save_impulses, sweep, velocities_from
from .solver_arrays import MEMORY

_WORSE = 3.0  # times the smallest f since the memory was emptied, beyond which it is emptied again


@late(tuple_of(f8, i8), "accelerated sweeps")
def accelerated_sweeps(arrays: Any, members: Any, trees_in: Any, tolerance: float, sweeps: int) -> tuple[float, int]:
    """Improve impulses r and velocities v of one island; returns the residual [m/s] and the number of sweeps.

    r is the start; on return the best found.
    """
    n, room, r = members.shape[0], arrays.room, arrays.r
    first = _first_axis(arrays, members)  # 2 if only normals count
    width = 3 - first
    m = width * n
    best, x, f = matrix(room, 0, n, 3), room[3 * n : 3 * n + m], room[3 * n + m : 3 * n + 2 * m]
    o = 3 * n + 2 * m
    moves, changes = matrix(room, o, MEMORY, m), matrix(room, o + MEMORY * m, MEMORY, m)
    o += 2 * MEMORY * m
    products, copy = matrix(room, o, MEMORY, MEMORY), matrix(room, o + MEMORY * MEMORY, MEMORY, MEMORY)
    share = room[o + 2 * MEMORY * MEMORY : o + 2 * MEMORY * MEMORY + MEMORY]
    velocities_from(arrays, members, trees_in)
    save_impulses(arrays, members, best)
    known, newest, done = 0, -1, 0
    least = lowest = 1e300  # sizes of f [m/s]: ever, and since the memory was emptied
    while done < sweeps:
        for i in range(n):
            for k in range(width):
                j, value = width * i + k, r[members[i], first + k]
                if newest >= 0:
                    moves[newest, j] = value - x[j]
                x[j] = value
        sweep(arrays, members, False)
        sweep(arrays, members, True)
        done += 2
        size = 0.0
        for i in range(n):
            g = largest_of(arrays.G[members[i]])
            for k in range(width):
                j = width * i + k
                value = r[members[i], first + k] - x[j]
                if newest >= 0:
                    changes[newest, j] = value - f[j]
                f[j] = value
                size = max(size, abs(value) * g)
        if size < least:
            least = size
            save_impulses(arrays, members, best)
            if size <= 2.0 * tolerance and residual_of(arrays, members) <= tolerance:
                break
        if not size <= _WORSE * lowest:
            restore_impulses(arrays, members, best)
            velocities_from(arrays, members, trees_in)
            known, newest, lowest = 0, -1, 1e300
            continue
        lowest = min(lowest, size)
        if newest >= 0:
            known = min(known + 1, MEMORY)
            for a in range(known):
                products[newest, a] = products[a, newest] = _product(arrays, members, width, changes[newest], changes[a])
                share[a] = _product(arrays, members, width, f, changes[a])
            if not shares_into(products, known, copy, share):
                known, newest = 0, -1
                continue
            _extrapolate(arrays, members, width, moves, changes, known, share)
            velocities_from(arrays, members, trees_in)
        newest = (newest + 1) % MEMORY
    restore_impulses(arrays, members, best)
    velocities_from(arrays, members, trees_in)
    return residual_of(arrays, members), done


@kernel
def _first_axis(arrays: Any, members: Any) -> int:
    """Write zero tangential impulses and return 2 if no contact has friction; else 0."""
    for i in range(members.shape[0]):
        if arrays.contacts[members[i]].friction != 0.0:
            return 0
    for i in range(members.shape[0]):
        arrays.r[members[i], 0] = arrays.r[members[i], 1] = 0.0
    return 2


@kernel
def _product(arrays: Any, members: Any, width: int, a: Array, b: Array) -> float:
    total = 0.0
    for i in range(members.shape[0]):
        part = 0.0
        for j in range(width * i, width * i + width):
            part += a[j] * b[j]
        g = largest_of(arrays.G[members[i]])
        total += part * g * g
    return total


@kernel
def shares_into(products: Array, known: int, copy: Array, share: Array) -> bool:
    """Write which combination of changes is nearest to f into share; False if they are not independent.

    products : of the changes with each other; share : (known,) those with f, then the result; copy : scratch
    """
    largest = 0.0
    for a in range(known):
        largest = max(largest, products[a, a])
        for b in range(known):
            copy[a, b] = products[a, b]
    for a in range(known):
        copy[a, a] *= 1.0 + 1e-12
        copy[a, a] += 1e-16 * largest
    return pivoted_solve(copy, share, known)


@kernel
def _extrapolate(arrays: Any, members: Any, width: int, moves: Array, changes: Array, known: int, share: Array) -> None:
    """R = P_K(g - Σ share (move + change)): from the last result of the sweeps, which r holds."""
    r = arrays.r
    for i in range(members.shape[0]):
        c = members[i]
        if width == 1:
            z = r[c, 2]
            for a in range(known):
                z -= share[a] * (moves[a, i] + changes[a, i])
            r[c, 2] = max(z, 0.0)
            continue
        x, y, z = r[c, 0], r[c, 1], r[c, 2]
        for a in range(known):
            x -= share[a] * (moves[a, 3 * i] + changes[a, 3 * i])
            y -= share[a] * (moves[a, 3 * i + 1] + changes[a, 3 * i + 1])
            z -= share[a] * (moves[a, 3 * i + 2] + changes[a, 3 * i + 2])
        contact = arrays.contacts[c]
        r[c, 0], r[c, 1], r[c, 2] = project(contact.friction, contact.cone, 1.0, x, y, z)
