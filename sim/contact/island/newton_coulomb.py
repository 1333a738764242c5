"""Coulomb's contact of one island by Newton's method on its impulses, with a matrix as small as its velocities.

The equations are those of `dense_newton`: F(r, u) = 0 a contact, with v = v_free + H⁻¹ Jᵀ r and
u = J v + lean - target n + ε (r - z); then z = r, and so on (proximal points): redundant contacts and mass ratios are no trouble,
and sticking and sliding are found together. With R and U the derivatives of F a step is
    R δr + U (J δv + ε δr) = -F,  H δv = Jᵀ δr,
so with B = (R + ε U)⁻¹, three numbers a contact, and C = B U
    (H + Jᵀ C J) δv = -Jᵀ B F,  δr = -B F - C J δv.
ε is small where the start is near. From farther off it begins large, where Newton's method is sure, and shrinks as long as Newton
follows. Found from nothing, impulses are of least norm.
Source: Alart & Curnier 1991 (generalised Newton); Rockafellar 1976; Acary & Brogliato 2008, §13.4.
"""

from __future__ import annotations

from typing import Any

from ...arrays import Array
from ...kernel import f8, i8, kernel, late, small, tuple_of
from ..dense.dense_law import derivative_into, law_residual
from ..law.contact_laws import COULOMB
from ..linear_solvers import matrix
from .assembly import law_velocity_of, velocity_of
from .factor.matrix import clear_pivoted, factorise, pivoted_solve, prepare, solve
from .factor.newton_matrix import add_product, inertia_into, subtract_impulse
from .gauss_seidel import largest_of, residual_of, restore_impulses, save_impulses, velocities_from
from .islands import number_freedoms
from .solver_arrays import AWAKE

_SOFT, _MIDDLE, _STIFF, _STIFFEST = (1.0, 10.0, 1e6, 1e9)  # 1 / ε, in inverses of a contact's own entry of the Delassus matrix
_GROWTH, _LEAST_GROWTH = 10.0, 1.3
_ROUNDS, _STEPS, _PATIENCE = 60, 40, 16
_SHARE = 0.1  # of the tolerance, to which each round is solved,
_ROUNDING = 1e-15  # or of the velocities,
_LOOSE = 1e-2  # or of the square of what its proximal term makes
_ROUGHLY = 0.01  # of the residual before, to which a round that is not begun near is solved, where that is more
_SLOW = 0.3  # of the residual before, from which on a round is slow; a smaller ε is taken,
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
    z, best, F = matrix(room, o, m, 3), matrix(room, o + 3 * m, m, 3), matrix(room, o + 6 * m, m, 3)
    C = matrix(room, o + 9 * m, 3 * m + 6, 3)  # and scratch
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
            save_impulses(arrays, members, z)
            share = max(_SHARE * tolerance, _ROUGHLY * last if attempt > 0 else 0.0)
            tolerance_squared = max(share, _ROUNDING * fastest) ** 2
            steps, size = _round(
                arrays, members, trees_in, 1.0 / penalty, tolerance_squared, min(limit, _STEPS), z, F, C, reach, A, x
            )
            iterations += steps
            if not size <= tolerance_squared:
                if attempt == 0 or penalty <= _SOFT or slow >= _SLOW_ROUNDS:
                    break
                if penalty > _STIFF:
                    largest = penalty / _GROWTH
                restore_impulses(arrays, members, z)
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
                # What creeps turns its friction by ‖u‖ / ε ‖r‖ a round; what sticks against itself gains ‖u‖ / ε until it slides.
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
    epsilon: float,
    tolerance_squared: float,
    limit: int,
    z: Array,
    F: Array,
    C: Array,
    reach: Array,
    A: Array,
    x: Array,
) -> tuple[int, float]:
    """Newton on r near z, v with it, in place. The number of steps, and what is left, squared [m²/s²]: 0 where that is enough.

    Full steps, for as long as one of the next few is better: where a contact must open or begin to slide, what is left grows
    before it falls.
    """
    least, since = 1e300, 0
    for step in range(limit):
        size, proximal = _faults_into(arrays, members, epsilon, z, F, C)
        if size <= max(tolerance_squared, _LOOSE * proximal):
            return step, 0.0
        if size < 0.25 * least:
            least, since = size, 0
        since += 1
        if since > _PATIENCE or not size < 1e300:
            return step, size
        slides = _system_into(arrays, members, trees_in, epsilon, F, C, reach, A, x)
        if slides:
            if not pivoted_solve(arrays, trees_in, reach, A, x):
                return step, size
        else:
            if not factorise(arrays, trees_in, x.shape[0], A):
                return step, size
            solve(arrays, trees_in, A, x)
        for k in range(trees_in.shape[0]):
            tree, first = arrays.trees[trees_in[k]], arrays.number[trees_in[k]]
            for j in range(tree.nv):
                arrays.v[tree.v0 + j] = x[first + j]
        for k in range(members.shape[0]):
            a, b, d = velocity_of(arrays.segments, members[k], arrays.J, arrays.v)
            for e in range(3):
                row = C[3 * k + e]
                arrays.r[members[k], e] -= F[k, e] + row[0] * a + row[1] * b + row[2] * d
        velocities_from(arrays, members, trees_in)
    return limit, 1e300


@kernel
def _faults_into(arrays: Any, members: Any, epsilon: float, z: Array, F: Array, u: Array) -> tuple[float, float]:
    """Write F (m, 3), and the velocities u into every third row of u (3 m, 3); ‖F/ρ‖² and the proximal term's square [m²/s²]."""
    total = proximal = 0.0
    for k in range(members.shape[0]):
        c = members[k]
        r, contact, own = arrays.r[c], arrays.contacts[c], largest_of(arrays.G[c])
        ux, uy, uz = law_velocity_of(contact, arrays.segments, c, arrays.J, arrays.v)
        a, b, d = epsilon * own * (r[0] - z[k, 0]), epsilon * own * (r[1] - z[k, 1]), epsilon * own * (r[2] - z[k, 2])
        ux, uy, uz = ux + a, uy + b, uz + d - contact.target + contact.softness * r[2]
        x, y, n = law_residual(contact.friction, COULOMB, 0.0, 0.0, 1.0 / own, r[0], r[1], r[2], ux, uy, uz)
        F[k, 0], F[k, 1], F[k, 2], u[3 * k, 0], u[3 * k, 1], u[3 * k, 2] = x, y, n, ux, uy, uz
        total += (x * x + y * y + n * n) * own * own
        proximal += a * a + b * b + d * d
    return total, proximal


@kernel
def _system_into(
    arrays: Any, members: Any, trees_in: Any, epsilon: float, F: Array, C: Array, reach: Array, A: Array, g: Array
) -> bool:
    """Write H + Jᵀ C J into A, -Jᵀ B F into g (n,), C over the velocities and B F over F; whether A is not symmetric."""
    n = g.shape[0]
    clear_pivoted(arrays, n, reach, A)
    inertia_into(arrays, trees_in, A, g)
    for i in range(n):
        g[i] = 0.0
    slides, m = False, 3 * members.shape[0]
    R, U = C[m : m + 3], C[m + 3 : m + 6]
    for k in range(members.shape[0]):
        c = members[k]
        r, contact, own = arrays.r[c], arrays.contacts[c], largest_of(arrays.G[c])
        f, D = F[k], C[3 * k : 3 * k + 3]
        u = D[0]
        rest = derivative_into(contact.friction, COULOMB, 0.0, 0.0, 1.0 / own, r[0], r[1], r[2], u[0], u[1], u[2], R, U)
        for e in range(3):
            D[e, 0], D[e, 1], D[e, 2] = 0.0, 0.0, 0.0
        if rest < 3:
            for e in range(3):
                R[e, 0] += epsilon * own * U[e, 0]
                R[e, 1] += epsilon * own * U[e, 1]
                R[e, 2] += (epsilon * own + contact.softness) * U[e, 2]
            _divide(R, U, D, f)
            slides = slides or D[0, 2] != D[2, 0] or D[1, 2] != D[2, 1] or D[0, 1] != D[1, 0]
            add_product(arrays, c, n, D[0, 0], D[0, 1], D[0, 2], D[1, 0], D[1, 1], D[1, 2], D[2, 0], D[2, 1], D[2, 2], A)
        if f[0] != 0.0 or f[1] != 0.0 or f[2] != 0.0:
            subtract_impulse(arrays.segments, c, arrays.J, arrays.number, f[0], f[1], f[2], g)
    return slides


@small
def _divide(A: Array, U: Array, C: Array, f: Array) -> None:
    """Write A⁻¹ U into C, all (3, 3), and A⁻¹ f over f (3,)."""
    a, b, c, d, e, g, h, i, j = A[0, 0], A[0, 1], A[0, 2], A[1, 0], A[1, 1], A[1, 2], A[2, 0], A[2, 1], A[2, 2]
    p, q, s = e * j - g * i, g * h - d * j, d * i - e * h
    own = 1.0 / (a * p + b * q + c * s)
    p, q, s = own * p, own * q, own * s
    t, u, v = own * (c * i - b * j), own * (a * j - c * h), own * (b * h - a * i)
    w, x, y = own * (b * g - c * e), own * (c * d - a * g), own * (a * e - b * d)
    for k in range(4):
        m, n, o = (f[0], f[1], f[2]) if k == 3 else (U[0, k], U[1, k], U[2, k])
        m, n, o = p * m + t * n + w * o, q * m + u * n + x * o, s * m + v * n + y * o
        if k == 3:
            f[0], f[1], f[2] = m, n, o
        else:
            C[0, k], C[1, k], C[2, k] = m, n, o
