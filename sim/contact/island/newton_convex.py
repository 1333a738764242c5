"""Contact of one island by an augmented Lagrangian in velocities, each step a Newton method.

For impulses r_k and the De Saxcé shift s frozen, the velocities of an island minimise the strictly convex
    ½ (v - v_free)ᵀ H (v - v_free) + Σ_c φ(r_k - ρ (J_c v - target n + s n)) / ρ,   φ(y) = max over p in K of yᵀp - ½ ‖p‖²,
(the norm with 1 + ρ softness along the normal; the set B of a joint's dry friction in place of K) whose
Hessian H + Σ ρ Jᵀ P'_K J is positive definite whatever the contacts: redundant contacts (a brick on four corners)
and mass ratios are no trouble. Then r_{k+1} is the projection, s follows, and ρ grows while the residual does not fall.
Started from r = 0 it gives redundant contacts the impulses of least norm: none is invented against another.
Source: Alart & Curnier 1991; Acary, Cadoux, Lemaréchal & Malick 2011 (the convex problem inside a fixed point on s).
"""

from __future__ import annotations

from typing import Any

from ...arrays import Array
from ...kernel import f8, i8, kernel, late, tuple_of
from ..law.friction_cone import project, projection_derivative, shift_of
from ..linear_solvers import matrix
from .assembly import law_velocity_of
from .factor.matrix import clear, factorise, prepare, solve
from .factor.newton_matrix import add_congruence, inertia_into, subtract_impulse
from .gauss_seidel import largest_of, residual_of, restore_impulses, save_impulses, velocities_from
from .islands import number_freedoms
from .solver_arrays import AWAKE

_PENALTY, _PENALTY_GROWTH, _PENALTY_CAP = 1e5, 30.0, 1e9
_OUTER, _INNER = 16, 40
_EXTRA = 1  # rounds in which a start below the tolerance is brought down to where what rests sleeps


@late(tuple_of(f8, i8), "Newton's method of the convex law")
def newton_convex(arrays: Any, members: Any, trees_in: Any, tolerance: float) -> tuple[float, int]:
    """Improve impulses r and velocities v of one island; returns the residual [m/s] and Newton iterations.

    members, trees_in : the island's contacts and trees
    r is the start; on return the best found, never worse than the start.
    """
    m, n = members.shape[0], number_freedoms(arrays, trees_in)
    room, o = arrays.room, prepare(arrays, members, trees_in, n, False)
    A, x, g = room[:o], room[o : o + n], room[o + n : o + 2 * n]
    o += 2 * n
    z = matrix(room, o, m, 3)  # centre of the projection, without -ρ J v
    best = matrix(room, o + 3 * m, m, 3)
    save_impulses(arrays, members, best)
    velocities_from(arrays, members, trees_in)
    least = residual_of(arrays, members)
    last, penalty, iterations = least, _PENALTY, 0
    for outer in range(_OUTER):
        if least <= (1.0 if outer > _EXTRA else AWAKE) * tolerance:
            break
        _shifted_into(arrays, members, penalty, z)
        iterations += _minimise(arrays, members, trees_in, penalty, tolerance, z, A, x, g)
        _project_into(arrays, members, penalty, z)
        velocities_from(arrays, members, trees_in)
        residual = residual_of(arrays, members)
        if residual < least:
            least = residual
            save_impulses(arrays, members, best)
        if least <= tolerance:
            last = residual
            continue
        if residual > 0.2 * last:
            penalty = min(penalty * _PENALTY_GROWTH, _PENALTY_CAP)
        last = residual
    restore_impulses(arrays, members, best)
    velocities_from(arrays, members, trees_in)
    return least, iterations


@kernel
def _shifted_into(arrays: Any, members: Any, penalty: float, z: Array) -> None:
    """Z = r - ρ (shift - target) n, with the shift of the velocities v."""
    r = arrays.r
    for m in range(members.shape[0]):
        c = members[m]
        contact = arrays.contacts[c]
        x, y, _ = law_velocity_of(contact, arrays.segments, c, arrays.J, arrays.v)
        shift = shift_of(contact.friction, contact.cone, x, y) - contact.target
        z[m, 0], z[m, 1], z[m, 2] = r[c, 0], r[c, 1], r[c, 2] - penalty / largest_of(arrays.G[c]) * shift


@kernel
def _project_into(arrays: Any, members: Any, penalty: float, z: Array) -> None:
    """R = P_K(z - ρ J v)."""
    r = arrays.r
    for m in range(members.shape[0]):
        c = members[m]
        contact = arrays.contacts[c]
        rho = penalty / largest_of(arrays.G[c])
        x, y, w = law_velocity_of(contact, arrays.segments, c, arrays.J, arrays.v)
        r[c, 0], r[c, 1], r[c, 2] = project(
            contact.friction,
            contact.cone,
            1.0 + rho * contact.softness,
            z[m, 0] - rho * x,
            z[m, 1] - rho * y,
            z[m, 2] - rho * w,
        )


@kernel
def _minimise(
    arrays: Any, members: Any, trees_in: Any, penalty: float, tolerance: float, z: Array, A: Array, x: Array, g: Array
) -> int:
    """Newton with a line search on the convex function; v in place. Returns the number of factorisations."""
    n = x.shape[0]
    for iteration in range(_INNER):
        _newton_system_into(arrays, members, trees_in, penalty, z, A, x)
        slope = 0.0
        for i in range(n):
            slope += x[i] * x[i]
        if slope == 0.0 or not factorise(arrays, trees_in, n, A):
            return iteration + 1
        # x holds the gradient; the step is -A⁻¹ x.
        quadratic = _value(arrays, members, trees_in, penalty, z)
        for i in range(n):
            g[i] = x[i]
        solve(arrays, trees_in, A, x)
        slope = 0.0
        for i in range(n):
            x[i] = -x[i]
            slope += g[i] * x[i]
        step, change = 1.0, 0.0
        for _ in range(30):
            _move(arrays, trees_in, x, step)
            if _value(arrays, members, trees_in, penalty, z) <= quadratic + 1e-4 * step * slope + 1e-13 * abs(quadratic):
                break
            _move(arrays, trees_in, x, -step)
            step *= 0.5
        for k in range(members.shape[0]):
            change = max(change, _velocity_change(arrays, members[k], x))
        if step * change <= 1e-3 * tolerance:
            return iteration + 1
    return _INNER


@kernel
def _velocity_change(arrays: Any, c: int, x: Array) -> float:
    """Size of the change of contact c's velocity under the island step x."""
    J = arrays.J
    a = b = d = 0.0
    for k in range(2):
        s = arrays.segments[c, k]
        if s.n == 0:
            continue
        first = arrays.number[s.tree]
        for j in range(s.n):
            xj = x[first + j]
            a += J[s.o + j] * xj
            b += J[s.o + s.n + j] * xj
            d += J[s.o + 2 * s.n + j] * xj
    return max(abs(a), max(abs(b), abs(d)))


@kernel
def _move(arrays: Any, trees_in: Any, x: Array, step: float) -> None:
    for k in range(trees_in.shape[0]):
        tree, first = arrays.trees[trees_in[k]], arrays.number[trees_in[k]]
        for j in range(tree.nv):
            arrays.v[tree.v0 + j] += step * x[first + j]


@kernel
def _value(arrays: Any, members: Any, trees_in: Any, penalty: float, z: Array) -> float:
    """The convex function of the module's head."""
    H, v, free = arrays.H, arrays.v, arrays.free
    total = 0.0
    for k in range(trees_in.shape[0]):
        tree = arrays.trees[trees_in[k]]
        n, v0 = tree.nv, tree.v0
        for i in range(n):
            s = 0.0
            for j in range(n):
                s += H[tree.h0 + i * n + j] * (v[v0 + j] - free[v0 + j])
            total += 0.5 * s * (v[v0 + i] - free[v0 + i])
    for m in range(members.shape[0]):
        c = members[m]
        contact = arrays.contacts[c]
        rho = penalty / largest_of(arrays.G[c])
        weight = 1.0 + rho * contact.softness
        x, y, w = law_velocity_of(contact, arrays.segments, c, arrays.J, v)
        x, y, w = z[m, 0] - rho * x, z[m, 1] - rho * y, z[m, 2] - rho * w
        px, py, pw = project(contact.friction, contact.cone, weight, x, y, w)
        total += 0.5 * (px * (2.0 * x - px) + py * (2.0 * y - py) + pw * (2.0 * w - weight * pw)) / rho
    return total


@kernel
def _newton_system_into(arrays: Any, members: Any, trees_in: Any, penalty: float, z: Array, A: Array, g: Array) -> None:
    """Write the gradient H (v - v_free) - Σ Jᵀ P_K(z - ρ J v) into g (n,), and the lower half of its derivative into A."""
    v, J, start = arrays.v, arrays.J, arrays.number
    clear(arrays, g.shape[0], A)
    inertia_into(arrays, trees_in, A, g)
    for m in range(members.shape[0]):
        c = members[m]
        contact = arrays.contacts[c]
        mu, cone, rho = contact.friction, contact.cone, penalty / largest_of(arrays.G[c])
        weight = 1.0 + rho * contact.softness
        ux, uy, uz = law_velocity_of(contact, arrays.segments, c, J, v)
        zx, zy, zz = z[m, 0] - rho * ux, z[m, 1] - rho * uy, z[m, 2] - rho * uz
        px, py, pz = project(mu, cone, weight, zx, zy, zz)
        subtract_impulse(arrays.segments, c, J, start, px, py, pz, g)
        if pz == 0.0 and mu >= 0.0:
            continue
        d00, d01, d02, d11, d12, d22 = projection_derivative(mu, cone, weight, zx, zy, zz)
        add_congruence(arrays, c, g.shape[0], rho, d00, d01, d02, d11, d12, d22, A)
