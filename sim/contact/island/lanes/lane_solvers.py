"""Sweeps of a heap's contacts in groups of four, a given number of them or accelerated: as `solve` and `anderson` one by one.

In lanes Anderson's vectors are velocities g r, see `lane_groups`, so that their products need no weights; and what a step of the
map g(r) changed, moves and changes together, is the difference of two results of the sweeps.
Source: as of `anderson` and `gauss_seidel`.
"""

from __future__ import annotations

from typing import Any

from ....arrays import Array
from ....kernel import copy_into, f8, i8, kernel, late, tuple_of
from ....simd import WIDTH, each, pick, read_four, write_four
from ...law.contacts_in_lanes import larger, project_four, size_of
from ...linear_solvers import matrix
from ..anderson import accelerated_sweeps, shares_into
from ..assembly import normal_velocity_of
from ..gauss_seidel import is_smooth, residual_of, sweep, velocities_from
from ..solver_arrays import BODY, MEMORY
from .lane_groups import (
    FRICTION,
    NUMBERS,
    SMOOTH_NUMBERS,
    groups_into,
    has_groups,
    impulses_from_lanes,
    impulses_to_lanes,
    lay_out,
    velocities_to_lanes,
)
from .lane_sweeps import add_groups, residual_of_groups, sweep_groups

_WORSE = 3.0  # as in `anderson`
_FIRST = 4  # sweeps of all contacts of a heap, before those of what presses


@late(tuple_of(f8, i8), "sweeps of heaps")
def sweeps_of_groups(
    arrays: Any, members: Any, trees_in: Any, tolerance: float, sweeps: int, is_watched: bool
) -> tuple[float, int]:
    """Gauss-Seidel sweeps until the residual is small; the best impulses met are kept.

    is_watched : else there are so many sweeps, by turns forwards and backwards, and the last impulses are kept
    Returns the residual [m/s] and the number of sweeps, -1 where the contacts do not go into groups.
    """
    groups, smooth = groups_into(arrays, members, trees_in), is_smooth(arrays, members)
    if groups == 0:
        return 1e300, -1
    numbers, m = (SMOOTH_NUMBERS, WIDTH * groups) if smooth else (NUMBERS, 3 * WIDTH * groups)
    room, at, o = arrays.room, arrays.active, WIDTH * numbers * groups
    P, x, best = room[:o], room[o : o + m], room[o + m : o + 2 * m]
    w = room[o + 2 * m : o + 2 * m + BODY * (trees_in.shape[0] + 1)]
    lay_out(arrays, groups, smooth, P)
    impulses_to_lanes(arrays, groups, smooth, x)
    velocities_to_lanes(arrays, trees_in, arrays.v, w)
    copy_into(x, best)
    least = residual_of_groups(P, at, groups, w, x, smooth)
    done, residual = 0, least
    while done < sweeps and not residual <= tolerance:
        sweep_groups(P, at, groups, w, x, smooth, not is_watched and done % 2 == 1)
        done += 1
        if is_watched:
            residual = residual_of_groups(P, at, groups, w, x, smooth)
        if residual < least or not is_watched:
            least = residual
            copy_into(x, best)
    impulses_from_lanes(arrays, groups, smooth, best)
    velocities_from(arrays, members, trees_in)
    return residual_of(arrays, members), done


@kernel
def plain_sweeps(arrays: Any, members: Any, trees_in: Any, sweeps: int) -> int:
    """So many Gauss-Seidel sweeps, by turns forwards and backwards, four contacts at once where they can be; their number."""
    done = -1
    if has_groups(arrays, members, trees_in):
        _, done = sweeps_of_groups(arrays, members, trees_in, -1.0, sweeps, False)
    if done < 0:
        for k in range(sweeps):
            sweep(arrays, members, k % 2 == 1)
        velocities_from(arrays, members, trees_in)
    return sweeps


@kernel
def accelerated(arrays: Any, members: Any, trees_in: Any, tolerance: float, sweeps: int) -> tuple[float, int]:
    """`accelerated_sweeps`, four contacts at once where they can be; with friction then `accelerated_pressing` as well."""
    residual, done = 1e300, -1
    if has_groups(arrays, members, trees_in) and is_smooth(arrays, members):
        residual, done = _accelerated_groups(arrays, members, trees_in, tolerance, sweeps)
    elif has_groups(arrays, members, trees_in):
        residual, done = accelerated_pressing(arrays, members, trees_in, tolerance, sweeps)
    if done < 0:
        residual, done = accelerated_sweeps(arrays, members, trees_in, tolerance, sweeps)
    return residual, done


@kernel
def accelerated_pressing(arrays: Any, members: Any, trees_in: Any, tolerance: float, sweeps: int) -> tuple[float, int]:
    """Accelerated sweeps in groups, after a few only of contacts that press, or nearly do, until none is crossed.

    It puts those first among `members`.
    """
    residual, done = _accelerated_groups(arrays, members, trees_in, tolerance, _FIRST)
    while 0 <= done < sweeps and not residual <= tolerance:
        pressing = _pressing_first(arrays, members, residual)
        left, more = _accelerated_groups(arrays, members[:pressing], trees_in, tolerance, sweeps - done)
        if more < 0:
            break
        done += more
        residual = residual_of(arrays, members)
        if not left <= tolerance:
            break
    return residual, done


@kernel
def _pressing_first(arrays: Any, members: Any, near: float) -> int:
    """Put contacts that press, or part by less than `near` [m/s], first among members; how many they are."""
    count = 0
    for m in range(members.shape[0]):
        c = members[m]
        contact = arrays.contacts[c]
        parting = normal_velocity_of(arrays.segments, c, arrays.J, arrays.v) + contact.lean[2] - contact.target
        if arrays.r[c, 2] > 0.0 or parting < near:
            members[m] = members[count]
            members[count] = c
            count += 1
    return count


@late(tuple_of(f8, i8), "accelerated sweeps of heaps")
def _accelerated_groups(arrays: Any, members: Any, trees_in: Any, tolerance: float, sweeps: int) -> tuple[float, int]:
    """`accelerated_sweeps`; the number of sweeps is -1 where the contacts do not go into groups."""
    groups, smooth = groups_into(arrays, members, trees_in), is_smooth(arrays, members)
    if groups == 0:
        return 1e300, -1
    numbers, m = (SMOOTH_NUMBERS, WIDTH * groups) if smooth else (NUMBERS, 3 * WIDTH * groups)
    room, at, o = arrays.room, arrays.active, WIDTH * numbers * groups
    bodies = BODY * (trees_in.shape[0] + 1)
    P, w, free = room[:o], room[o : o + bodies], room[o + bodies : o + 2 * bodies]
    o += 2 * bodies
    r, best, x = room[o : o + m], room[o + m : o + 2 * m], room[o + 2 * m : o + 3 * m]
    f, swept = room[o + 3 * m : o + 4 * m], room[o + 4 * m : o + 5 * m]
    o += 5 * m
    changes, results = matrix(room, o, MEMORY, m), matrix(room, o + MEMORY * m, MEMORY, m)
    o += 2 * MEMORY * m
    products, copy = matrix(room, o, MEMORY, MEMORY), matrix(room, o + MEMORY * MEMORY, MEMORY, MEMORY)
    share = room[o + 2 * MEMORY * MEMORY : o + 2 * MEMORY * MEMORY + MEMORY]
    lay_out(arrays, groups, smooth, P)
    impulses_to_lanes(arrays, groups, smooth, r)
    copy_into(r, best)
    velocities_to_lanes(arrays, trees_in, arrays.free, free)
    copy_into(free, w)
    add_groups(P, at, groups, w, r, smooth)
    known, newest, done = 0, -1, 0
    least = lowest = 1e300
    while done < sweeps:
        copy_into(r, x)
        sweep_groups(P, at, groups, w, r, smooth, False)
        sweep_groups(P, at, groups, w, r, smooth, True)
        done += 2
        size = _changes_into(r, x, f, swept, changes, results, newest)
        if size < least:
            least = size
            copy_into(r, best)
            if size <= 2.0 * tolerance and residual_of_groups(P, at, groups, w, r, smooth) <= tolerance:
                break
        if not size <= _WORSE * lowest:
            copy_into(best, r)
            copy_into(free, w)
            add_groups(P, at, groups, w, r, smooth)
            known, newest, lowest = 0, -1, 1e300
            continue
        lowest = min(lowest, size)
        if newest >= 0:
            known = min(known + 1, MEMORY)
            for a in range(known):
                products[newest, a] = products[a, newest] = _product(changes[newest], changes[a])
                share[a] = _product(f, changes[a])
            if not shares_into(products, known, copy, share):
                known, newest = 0, -1
                continue
            _extrapolate(P, groups, smooth, results, known, share, r)
            copy_into(free, w)
            add_groups(P, at, groups, w, r, smooth)
        newest = (newest + 1) % MEMORY
    impulses_from_lanes(arrays, groups, smooth, best)
    velocities_from(arrays, members, trees_in)
    return residual_of(arrays, members), done


@kernel
def _changes_into(r: Array, x: Array, f: Array, swept: Array, changes: Array, results: Array, newest: int) -> float:
    """Bring f = g(x) - x and g(x) up to date, and what both changed by into a row of changes and results; the largest of f."""
    largest = pick(0.0, 0.0, 0.0, 0.0)
    for j in range(0, r.shape[0], WIDTH):
        now = read_four(r, j)
        own = now - read_four(x, j)
        if newest >= 0:
            write_four(changes[newest], j, own - read_four(f, j))
            write_four(results[newest], j, now - read_four(swept, j))
        write_four(f, j, own)
        write_four(swept, j, now)
        largest = larger(largest, size_of(own))
    a, b, c, d = each(largest)
    return max(max(a, b), max(c, d))


@kernel
def _product(a: Array, b: Array) -> float:
    p = q = s = t = pick(0.0, 0.0, 0.0, 0.0)  # each waits for itself alone
    whole = a.shape[0] - a.shape[0] % (4 * WIDTH)
    for j in range(0, whole, 4 * WIDTH):
        p += read_four(a, j) * read_four(b, j)
        q += read_four(a, j + WIDTH) * read_four(b, j + WIDTH)
        s += read_four(a, j + 2 * WIDTH) * read_four(b, j + 2 * WIDTH)
        t += read_four(a, j + 3 * WIDTH) * read_four(b, j + 3 * WIDTH)
    for j in range(whole, a.shape[0], WIDTH):
        p += read_four(a, j) * read_four(b, j)
    k, m, n, o = each((p + q) + (s + t))
    return (k + m) + (n + o)


@kernel
def _extrapolate(P: Array, groups: int, is_smooth: bool, results: Array, known: int, share: Array, r: Array) -> None:
    """R = P_K(g - Σ share (change of g)): from the last result of the sweeps, which r holds."""
    for a in range(known):
        own, row = share[a], results[a]
        for j in range(r.shape[0]):
            r[j] -= own * row[j]
    for g in range(groups):
        if is_smooth:
            z = read_four(r, WIDTH * g)
            write_four(r, WIDTH * g, pick(z, 0.0, 0.0, z))
            continue
        i = 3 * WIDTH * g
        mu = read_four(P, WIDTH * (NUMBERS * g + FRICTION))
        x, y, z = project_four(mu, read_four(r, i), read_four(r, i + WIDTH), read_four(r, i + 2 * WIDTH))
        write_four(r, i, x)
        write_four(r, i + WIDTH, y)
        write_four(r, i + 2 * WIDTH, z)
