"""Coulomb's contact of one island by Newton's method on velocities, with an augmented Lagrangian.

For impulses z the velocities v of an island solve H (v - v_free) = Jᵀ r(v), r(v) being z - ρ (J v - target n) brought into the
half-line of pushes along the normal, and along the tangents into the disc that this normal impulse allows. Then z = r(v), and so
on: redundant contacts and mass ratios are no trouble, and sticking and sliding are found together. ρ is large where the start is
near. From farther off it begins small, where Newton's method is sure, and grows as long as Newton follows. Found from nothing,
impulses are of least norm.
Source: Alart & Curnier 1991 (quasi augmented Lagrangian, generalised Newton); Acary & Brogliato 2008, §13.4.
"""

from __future__ import annotations

import math
from typing import Any

from ...arrays import Array
from ...kernel import f8, i8, kernel, late, tuple_of
from ..law.dry_friction import ball_derivative, project_into_ball
from ..law.friction_cone import Three
from ..linear_solvers import matrix
from .assembly import law_velocity_of
from .factor.matrix import clear_pivoted, factorise, pivoted_solve, prepare, solve
from .factor.newton_matrix import add_product, inertia_into, subtract_impulse
from .gauss_seidel import largest_of, residual_of, restore_impulses, save_impulses, velocities_from
from .islands import number_freedoms
from .solver_arrays import AWAKE

_SOFT, _MIDDLE, _STIFF, _STIFFEST = (1.0, 10.0, 1e5, 1e9)  # ρ, in inverses of a contact's own entry of the Delassus matrix
_GROWTH, _LEAST_GROWTH = 10.0, 1.3
_ROUNDS, _STEPS, _PATIENCE = 60, 40, 6
_SHARE = 0.1  # of the tolerance, to which each round is solved,
_ROUNDING = 1e-15  # or of ρ times the velocities
_ROUGHLY = 0.01  # of the residual before, to which a round that is not begun near is solved, where that is more
_SLOW = 0.7  # of the residual before, from which on a round is slow; a larger ρ is taken,
_WAIT, _SLOW_ROUNDS, _FEW = 3, 24, 5  # after so many if not begun near; so many are taken; where little is left
_FROM_NOTHING = 3  # attempts are: from the start, the step before, the best so far, nothing, and the best once more
ATTEMPTS, NO_LIMIT = _FROM_NOTHING + 2, 1000  # all of these; more rounds and steps than are ever taken
_LITTLE = 100.0  # times the tolerance, up to which no other start is tried
_EXTRA = 1  # rounds in which what is below the tolerance is brought down to where what rests sleeps


@late(tuple_of(f8, i8), "Newton's method of Coulomb's law")
def newton_coulomb(arrays: Any, members: Any, trees_in: Any, tolerance: float, attempts: int, limit: int) -> tuple[float, int]:
    """Improve impulses r and velocities v of one island; returns the residual [m/s] and the number of Newton steps.

    members, trees_in : the island's contacts and trees
    attempts, limit : starts that are tried; rounds of each, and steps of a round, at most
    r is the start; on return the best found, never worse than the start.
    """
    m, n = members.shape[0], number_freedoms(arrays, trees_in)
    room, o = arrays.room, prepare(arrays, members, trees_in, n, True)
    A, reach, x = room[:o], room[o : o + n], room[o + n : o + 2 * n]
    o += 2 * n
    z, best, before = matrix(room, o, m, 3), matrix(room, o + 3 * m, m, 3), matrix(room, o + 6 * m, m, 3)
    save_impulses(arrays, members, best)
    velocities_from(arrays, members, trees_in)
    least = residual_of(arrays, members)
    fastest = 0.0
    for k in range(trees_in.shape[0]):
        tree = arrays.trees[trees_in[k]]
        for j in range(tree.v0, tree.v0 + tree.nv):
            fastest = max(fastest, abs(arrays.free[j]))
    iterations = 0
    for attempt in range(attempts):
        penalty = _STIFF
        if attempt > 0:
            penalty = _SOFT if attempt == _FROM_NOTHING else _MIDDLE
            _start_into(arrays, members, attempt, best)
            velocities_from(arrays, members, trees_in)
        last, largest, growth, extra, slow = residual_of(arrays, members), _STIFF, _GROWTH, 0, 0
        for _ in range(min(limit, _ROUNDS)):
            save_impulses(arrays, members, before)
            share = max(_SHARE * tolerance, _ROUGHLY * last if attempt > 0 else 0.0)
            tolerance_squared = max(share, _ROUNDING * penalty * fastest) ** 2
            steps, size = _round(arrays, members, trees_in, penalty, tolerance_squared, min(limit, _STEPS), z, reach, A, x)
            iterations += steps
            if not size <= tolerance_squared:
                if attempt == 0 or penalty <= _SOFT or slow >= _SLOW_ROUNDS:
                    break
                if penalty > _STIFF:
                    largest = penalty / _GROWTH
                restore_impulses(arrays, members, before)
                velocities_from(arrays, members, trees_in)
                penalty /= growth  # back to where Newton followed, and on in smaller strides
                growth = growth**0.5
                if growth < _LEAST_GROWTH:
                    largest = penalty
                    growth = _GROWTH
                continue
            velocities_from(arrays, members, trees_in)
            residual = residual_of(arrays, members)
            if residual < least:
                least = residual
                save_impulses(arrays, members, best)
            if residual <= tolerance:
                if residual <= AWAKE * tolerance or extra >= _EXTRA:
                    break
                extra += 1
            if penalty < largest:
                penalty = min(penalty * growth, largest)
                growth = min(growth**1.25, _GROWTH)
            elif not residual < _SLOW * last:
                slow += 1
                if slow > _SLOW_ROUNDS or (attempt > 0 and slow >= _FEW and least <= _LITTLE * tolerance):
                    break
                # What creeps turns its friction by ρ ‖u‖ / ‖r‖ a round; what sticks against itself gains ρ ‖u‖ until it slides.
                if attempt == 0 or slow % (_WAIT + 1) == 0:
                    if penalty >= _STIFFEST:
                        break
                    largest = penalty = penalty * _GROWTH
            last = residual
        if least <= (tolerance if attempt == 0 else _LITTLE * tolerance):
            break
    restore_impulses(arrays, members, best)
    velocities_from(arrays, members, trees_in)
    return least, iterations


@kernel
def _start_into(arrays: Any, members: Any, attempt: int, best: Array) -> None:
    """Write the impulses of the step before (attempt 1), nothing, or the best so far into r."""
    if attempt != 1 and attempt != _FROM_NOTHING:
        restore_impulses(arrays, members, best)
        return
    for k in range(members.shape[0]):
        for e in range(3):
            arrays.r[members[k], e] = arrays.contacts[members[k]].impulse[e] if attempt == 1 else 0.0


@kernel
def _round(
    arrays: Any,
    members: Any,
    trees_in: Any,
    penalty: float,
    tolerance_squared: float,
    limit: int,
    z: Array,
    reach: Array,
    A: Array,
    x: Array,
) -> tuple[int, float]:
    """Newton on v with the impulses r for z; r of the last step in place. The number of steps, and what is left, squared [m²/s²].

    Full steps, for as long as one of the next few is better: where a contact must open or begin to slide, what is left grows
    before it falls.
    """
    for k in range(members.shape[0]):
        c = members[k]
        z[k, 0], z[k, 1] = arrays.r[c, 0], arrays.r[c, 1]
        z[k, 2] = arrays.r[c, 2] + penalty / largest_of(arrays.G[c]) * arrays.contacts[c].target
    least, since = 1e300, 0
    for step in range(limit):
        size, slides = _system_into(arrays, members, trees_in, penalty, z, reach, A, x)
        if size <= tolerance_squared:
            return step, size
        if size < 0.25 * least:
            least, since = size, 0
        since += 1
        if since > _PATIENCE or not size < 1e300:
            return step, size
        if slides:
            if not pivoted_solve(arrays, trees_in, reach, A, x):
                return step, size
        else:
            if not factorise(arrays, trees_in, x.shape[0], A):
                return step, size
            solve(arrays, trees_in, A, x)
        for k in range(trees_in.shape[0]):
            tree, b = arrays.trees[trees_in[k]], arrays.number[trees_in[k]]
            for j in range(tree.nv):
                arrays.v[tree.v0 + j] -= x[b + j]
    return limit, 1e300


@kernel
def _system_into(
    arrays: Any, members: Any, trees_in: Any, penalty: float, z: Array, reach: Array, A: Array, g: Array
) -> tuple[float, bool]:
    """Write the impulses into r, H (v - v_free) - Jᵀ r into g (n,), and its derivative into A.

    Returns Σ g²/H_ii [m²/s²], and whether a contact slides: only then A is not symmetric.
    """
    H, v, J, start, r = arrays.H, arrays.v, arrays.J, arrays.number, arrays.r
    n = g.shape[0]
    clear_pivoted(arrays, n, reach, A)
    inertia_into(arrays, trees_in, A, g)
    slides = False
    for m in range(members.shape[0]):
        c = members[m]
        contact = arrays.contacts[c]
        mu, rho = contact.friction, penalty / largest_of(arrays.G[c])
        weight = 1.0 + rho * contact.softness
        ux, uy, uz = law_velocity_of(contact, arrays.segments, c, J, v)
        zx, zy, zz = z[m, 0] - rho * ux, z[m, 1] - rho * uy, z[m, 2] - rho * uz
        px, py, pz = impulse_for(mu, weight, zx, zy, zz)
        r[c, 0], r[c, 1], r[c, 2] = px, py, pz
        if pz == 0.0 and mu >= 0.0:
            continue
        d00, d01, d02, d10, d11, d12, d20, d21, d22 = impulse_derivative(mu, weight, zx, zy, zz)
        slides = slides or d02 != 0.0 or d12 != 0.0
        subtract_impulse(arrays.segments, c, J, start, px, py, pz, g)
        add_product(arrays, c, n, rho, d00, d01, d02, d10, d11, d12, d20, d21, d22, A)
    size = 0.0
    for k in range(trees_in.shape[0]):
        tree = arrays.trees[trees_in[k]]
        n, b = tree.nv, start[trees_in[k]]
        for i in range(n):
            size += g[b + i] * g[b + i] / H[tree.h0 + i * n + i]
    return size, slides


@kernel
def impulse_for(mu: float, weight: float, x: float, y: float, z: float) -> Three:
    """The impulse for (x, y, z): a push z / weight, and the nearest friction that it allows; for a joint see `dry_friction`."""
    if mu < 0.0:
        return project_into_ball(-mu, x, y, z)
    z = max(z / weight, 0.0)
    if mu == 0.0 or z == 0.0:
        return 0.0, 0.0, z
    t = math.sqrt(x * x + y * y)
    if t > mu * z:
        x, y = mu * z * x / t, mu * z * y / t
    return x, y, z


@kernel
def impulse_derivative(
    mu: float, weight: float, x: float, y: float, z: float
) -> tuple[float, float, float, float, float, float, float, float, float]:
    """The derivative of `impulse_for` where it pushes, row by row."""
    if mu < 0.0:
        xx, xy, xz, yy, yz, zz = ball_derivative(-mu, x, y, z)
        return xx, xy, xz, xy, yy, yz, xz, yz, zz
    own = 1.0 / weight
    if mu == 0.0:
        return 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, own
    t = math.sqrt(x * x + y * y)
    if t <= mu * z * own:
        return 1.0, 0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0, own
    x, y, k = x / t, y / t, mu * z * own / t
    return k * y * y, -k * x * y, mu * own * x, -k * x * y, k * x * x, mu * own * y, 0.0, 0.0, own
