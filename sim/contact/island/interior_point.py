"""Coulomb's contact of one large island by a primal-dual interior-point method, from nothing.

Impulses r are kept inside the friction cone K, and copies y of û = J v - target n + μ ‖u_t‖ n inside K*. Scaled to
x = (μ r_n, r_t) and y = (û_n / μ, u_t) both cones are ‖x_t‖ ≤ x_0, and the law is x ∘ y = 0. Newton's method follows
x ∘ y = ε e as ε falls, with the scaling P y = x and S' the derivative of the scaled û, its shift too:
    (H + Jᵀ Sᵀ P S' J) δv = -H (v - v_free) + Jᵀ (r + Sᵀ (c - P (û - y))).
Contacts begin to stick, slide and part all at once, in some twenty factors, where sets that other methods guess go round in
circles. What is left at the end is for Newton's method, which then has the right ones.
Source: Nesterov & Todd 1998 (the scaling P); Mehrotra 1992 (predictor and corrector); Vandenberghe 2010 (both, of cones); Acary,
Armand, Nguyen & Shpakovych 2023 (for contact).
"""

from __future__ import annotations

import math
from typing import Any

from ...arrays import Array
from ...kernel import f8, i8, kernel, late, small, tuple_of
from ..law.contact_laws import COULOMB
from ..law.friction_cone import Three
from ..linear_solvers import matrix
from .assembly import law_velocity_of
from .factor.block_factor import factor_blocks, solve_blocks
from .factor.matrix import clear, prepare
from .factor.newton_matrix import add_product, inertia_into, subtract_impulse
from .gauss_seidel import largest_of, residual_of, restore_impulses, save_impulses, velocities_from
from .islands import number_freedoms

_ITERATIONS = 50
_NEAR, _LEAST_ROUGH = 100.0, 1e-9  # times the tolerance, that at most [m/s], what ε may leave
# And where it is well told what sticks, slides and parts. Farther on factors may lose all digits, as P is as large as its inverse
# is small, and impulses no longer make the velocities: then those from here are taken.
_CLEAR = 1000.0
_INSIDE = 0.99  # part of the way to the edge of a cone that a step takes
_SHORT, _LONG = 0.1, 0.5  # of a step, after which the next goes to the middle of the cones; from which on all is well
# What the share of the shift that S' takes into account is multiplied by after such steps: with all of it a contact that is to
# part may be kept sliding where its own force would part it, and ε gets stuck.
_LESS, _MORE = 0.5, 1.5
_STUCK, _PATIENCE = 0.01, 6  # of a step, and how many of such end it
_NOT_ASKED = -1e99  # a target below this asks nothing


@late(tuple_of(f8, i8), "many contacts")
def interior_point(arrays: Any, members: Any, trees_in: Any, tolerance: float) -> tuple[float, int]:
    """Find impulses r and velocities v of one island that is laid out in blocks; the residual [m/s] and the number of factors.

    members, trees_in : the island's contacts and trees, of Coulomb's law or without friction, rigid; of others r stays, and no
                        factor is taken
    """
    m, n = members.shape[0], number_freedoms(arrays, trees_in)
    room, o = arrays.room, prepare(arrays, members, trees_in, n, False)
    A, x, inertial = room[:o], room[o : o + n], room[o + n : o + 2 * n]
    o += 2 * n
    y, d, e = matrix(room, o, m, 3), matrix(room, o + 3 * m, m, 3), matrix(room, o + 6 * m, m, 3)
    clear_ones, is_clear = matrix(room, o + 9 * m, m, 3), False
    count, inertia = _begin(arrays, members, trees_in, y)
    if count == 0:
        return 1e300, 0
    rough = min(tolerance, _LEAST_ROUGH)
    enough, step, stuck, iterations = inertia * (_NEAR * rough) ** 2, 1.0, 0, 0
    shift = 1.0
    while iterations < _ITERATIONS and stuck < _PATIENCE:
        clear(arrays, n, A)
        inertia_into(arrays, trees_in, A, inertial)
        for k in range(n):
            x[k] = -inertial[k]
        gap = _system_into(arrays, members, n, shift, y, A, x) / count
        if not is_clear and gap <= inertia * (_CLEAR * rough) ** 2:
            is_clear = True
            save_impulses(arrays, members, clear_ones)
        if gap <= enough or not factor_blocks(arrays, trees_in, A, False):
            break
        iterations += 1
        solve_blocks(arrays, trees_in, A, x)
        _directions_into(arrays, members, shift, x, y, d, e, True)
        length = _longest(arrays, members, y, d, e, 1.0)
        is_central = step < _SHORT
        share = 1.0 if is_central else min(1.0, _product(arrays, members, y, d, e, length) / (count * gap)) ** 3
        for k in range(n):
            x[k] = -inertial[k]
        _corrected_into(arrays, members, share * gap, not is_central, y, d, e, x)
        solve_blocks(arrays, trees_in, A, x)
        _directions_into(arrays, members, shift, x, y, d, e, False)
        step = _longest(arrays, members, y, d, e, _INSIDE)
        if not step > 0.0:
            break
        _move(arrays, members, trees_in, step, x, y, d, e)
        if step < _SHORT:
            shift *= _LESS
        elif step > _LONG:
            shift = min(1.0, _MORE * shift)
        stuck = stuck + 1 if step < _STUCK else 0
    velocities_from(arrays, members, trees_in)
    residual = residual_of(arrays, members)
    if is_clear and not residual <= _CLEAR * rough:
        restore_impulses(arrays, members, clear_ones)
        velocities_from(arrays, members, trees_in)
        residual = residual_of(arrays, members)
    return residual, iterations


@kernel
def _begin(arrays: Any, members: Any, trees_in: Any, y: Array) -> tuple[int, float]:
    """Write v_free into v, and the same y and about as large impulses into all contacts, well inside of their cones.

    Returns how many count, 0 if the law of one is another, and the largest inertia of a contact [kg].
    """
    for k in range(trees_in.shape[0]):
        tree = arrays.trees[trees_in[k]]
        for j in range(tree.v0, tree.v0 + tree.nv):
            arrays.v[j] = arrays.free[j]
    count, fastest, total, largest = 0, 0.0, 0.0, 0.0
    for k in range(members.shape[0]):
        contact = arrays.contacts[members[k]]
        if contact.softness > 0.0 or contact.friction < 0.0 or (contact.friction > 0.0 and contact.cone != COULOMB):
            return 0, 0.0
        if contact.target > _NOT_ASKED:
            a, b, z = law_velocity_of(contact, arrays.segments, members[k], arrays.J, arrays.v)
            inertia = 1.0 / largest_of(arrays.G[members[k]])
            fastest = max(fastest, max(abs(z - contact.target), max(abs(a), abs(b))))
            largest, total = max(largest, inertia), total + inertia
            count += 1
    for k in range(members.shape[0]):
        r, contact = arrays.r[members[k]], arrays.contacts[members[k]]
        r[0] = r[1] = r[2] = y[k, 0] = y[k, 1] = y[k, 2] = 0.0
        if contact.target > _NOT_ASKED:
            r[2], y[k, 0] = fastest * total / _unit(contact), fastest
    return count, largest


@small
def _unit(contact: Any) -> float:
    """By what a normal impulse is multiplied, and a velocity divided, where both cones are the same: μ, or 1 without friction."""
    return float(contact.friction if contact.friction > 0.0 else 1.0)


@kernel
def _scaling(unit: float, r: Array, y: Array) -> tuple[float, float, float, float]:
    """The matrix W = θ (2 q qᵀ - R), R = diag(1, -1, -1), of which W W y = x, for x of the impulse r: θ, q."""
    x0, x1, x2, y0, y1, y2 = unit * r[2], r[0], r[1], y[0], y[1], y[2]
    p, s = math.sqrt(x1 * x1 + x2 * x2), math.sqrt(y1 * y1 + y2 * y2)
    dx, dy = math.sqrt((x0 - p) * (x0 + p)), math.sqrt((y0 - s) * (y0 + s))
    g = math.sqrt(2.0 + 2.0 * (x0 * y0 + x1 * y1 + x2 * y2) / (dx * dy))
    w0, w1, w2 = (x0 / dx + y0 / dy) / g, (x1 / dx - y1 / dy) / g, (x2 / dx - y2 / dy) / g
    f = 1.0 / math.sqrt(2.0 * (w0 + 1.0))
    return math.sqrt(dx / dy), f * (w0 + 1.0), f * w1, f * w2


@small
def _scaled(theta: float, q0: float, q1: float, q2: float, a: float, b: float, c: float) -> Three:
    """θ (2 q qᵀ - R) (a, b, c)."""
    s = 2.0 * (q0 * a + q1 * b + q2 * c)
    return theta * (s * q0 - a), theta * (s * q1 + b), theta * (s * q2 + c)


@kernel
def _law_velocity(arrays: Any, c: int, shift: float) -> tuple[float, float, float, float, float]:
    """The scaled û of contact c, and that share of the direction of its slip: nothing without friction."""
    contact = arrays.contacts[c]
    a, b, z = law_velocity_of(contact, arrays.segments, c, arrays.J, arrays.v)
    if contact.friction == 0.0:
        return z - contact.target, 0.0, 0.0, 0.0, 0.0
    slip = math.sqrt(a * a + b * b)
    along = shift / slip if slip > 0.0 else 0.0
    return (z - contact.target) / contact.friction + slip, a, b, along * a, along * b


@kernel
def _system_into(arrays: Any, members: Any, n: int, shift: float, y: Array, A: Array, g: Array) -> float:
    """Add Jᵀ Sᵀ P S' J of all contacts to A, and -Jᵀ Sᵀ P (û - y) to g (n,); returns Σ xᵀ y [J]."""
    total = 0.0
    for k in range(members.shape[0]):
        c = members[k]
        contact, r = arrays.contacts[c], arrays.r[c]
        if not contact.target > _NOT_ASKED:
            continue
        unit = _unit(contact)
        t, q0, q1, q2 = _scaling(unit, r, y[k])
        u0, u1, u2, ex, ey = _law_velocity(arrays, c, shift)
        a, b, z = _scaled(t, q0, q1, q2, u0 - y[k, 0], u1 - y[k, 1], u2 - y[k, 2])
        a, b, z = _scaled(t, q0, q1, q2, a, b, z)
        subtract_impulse(arrays.segments, c, arrays.J, arrays.number, b, z, a / unit, g)
        total += unit * r[2] * y[k, 0] + r[0] * y[k, 1] + r[1] * y[k, 2]
        w0, w1, w2, tt, s = 2.0 * q0 * q0 - 1.0, 2.0 * q0 * q1, 2.0 * q0 * q2, t * t, 1.0 / unit
        p00, p01, p02 = tt * (2.0 * w0 * w0 - 1.0), tt * 2.0 * w0 * w1, tt * 2.0 * w0 * w2
        p11, p12, p22 = tt * (2.0 * w1 * w1 + 1.0), tt * 2.0 * w1 * w2, tt * (2.0 * w2 * w2 + 1.0)
        if contact.friction == 0.0:
            p11 = p22 = 0.0
        add_product(
            arrays,
            c,
            n,
            p01 * ex + p11,
            p01 * ey + p12,
            s * p01,
            p02 * ex + p12,
            p02 * ey + p22,
            s * p02,
            s * (p00 * ex + p01),
            s * (p00 * ey + p02),
            s * s * p00,
            A,
        )
    return total


@kernel
def _directions_into(arrays: Any, members: Any, shift: float, x: Array, y: Array, d: Array, e: Array, is_first: bool) -> None:
    """Write e = S' J δv + û - y and d = c - P e, where c is in d, or -x at first, with δv of the island in x (n,)."""
    for k in range(members.shape[0]):
        c = members[k]
        contact, r = arrays.contacts[c], arrays.r[c]
        if not contact.target > _NOT_ASKED:
            continue
        unit = _unit(contact)
        u0, u1, u2, ex, ey = _law_velocity(arrays, c, shift)
        a = b = z = 0.0
        for q in range(2):
            s = arrays.segments[c, q]
            if s.n > 0:
                o, at = s.o, arrays.number[s.tree]
                for j in range(s.n):
                    a += arrays.J[o + j] * x[at + j]
                    b += arrays.J[o + s.n + j] * x[at + j]
                    z += arrays.J[o + 2 * s.n + j] * x[at + j]
        if contact.friction == 0.0:
            a = b = 0.0
        e[k, 0], e[k, 1], e[k, 2] = z / unit + ex * a + ey * b + u0 - y[k, 0], a + u1 - y[k, 1], b + u2 - y[k, 2]
        t, q0, q1, q2 = _scaling(unit, r, y[k])
        a, b, z = _scaled(t, q0, q1, q2, e[k, 0], e[k, 1], e[k, 2])
        a, b, z = _scaled(t, q0, q1, q2, a, b, z)
        if is_first:
            d[k, 0], d[k, 1], d[k, 2] = -unit * r[2], -r[0], -r[1]
        d[k, 0] -= a
        d[k, 1] -= b
        d[k, 2] -= z


@kernel
def _corrected_into(
    arrays: Any, members: Any, level: float, with_products: bool, y: Array, d: Array, e: Array, g: Array
) -> None:
    """Write c into d, and add Jᵀ (r + Sᵀ (c - P (û - y))) to g (n,): from the directions d and e that go to x ∘ y = 0.

    level : the ε to which x ∘ y goes; with_products : and takes into account what those directions leave of it
    """
    for k in range(members.shape[0]):
        c = members[k]
        contact, r = arrays.contacts[c], arrays.r[c]
        if not contact.target > _NOT_ASKED:
            continue
        unit = _unit(contact)
        t, q0, q1, q2 = _scaling(unit, r, y[k])
        l0, l1, l2 = _scaled(t, q0, q1, q2, y[k, 0], y[k, 1], y[k, 2])
        z0, z1, z2 = level - (l0 * l0 + l1 * l1 + l2 * l2), -2.0 * l0 * l1, -2.0 * l0 * l2
        if with_products:
            a0, a1, a2 = _scaled(1.0 / t, q0, -q1, -q2, d[k, 0], d[k, 1], d[k, 2])
            b0, b1, b2 = _scaled(t, q0, q1, q2, e[k, 0], e[k, 1], e[k, 2])
            z0 -= a0 * b0 + a1 * b1 + a2 * b2
            z1 -= a0 * b1 + b0 * a1
            z2 -= a0 * b2 + b0 * a2
        s = math.sqrt(l1 * l1 + l2 * l2)
        s0 = (l0 * z0 - l1 * z1 - l2 * z2) / ((l0 - s) * (l0 + s))
        d[k, 0], d[k, 1], d[k, 2] = _scaled(t, q0, q1, q2, s0, (z1 - l1 * s0) / l0, (z2 - l2 * s0) / l0)
        u0, u1, u2, _, _ = _law_velocity(arrays, c, 1.0)
        a0, a1, a2 = _scaled(t, q0, q1, q2, u0 - y[k, 0], u1 - y[k, 1], u2 - y[k, 2])
        a0, a1, a2 = _scaled(t, q0, q1, q2, a0, a1, a2)
        x, w, z = r[0] + d[k, 1] - a1, r[1] + d[k, 2] - a2, r[2] + (d[k, 0] - a0) / unit
        subtract_impulse(arrays.segments, c, arrays.J, arrays.number, -x, -w, -z, g)


@kernel
def _product(arrays: Any, members: Any, y: Array, d: Array, e: Array, step: float) -> float:
    """Σ xᵀ y a step farther [J]."""
    total = 0.0
    for k in range(members.shape[0]):
        contact, r = arrays.contacts[members[k]], arrays.r[members[k]]
        if contact.target > _NOT_ASKED:
            total += (_unit(contact) * r[2] + step * d[k, 0]) * (y[k, 0] + step * e[k, 0])
            total += (r[0] + step * d[k, 1]) * (y[k, 1] + step * e[k, 1])
            total += (r[1] + step * d[k, 2]) * (y[k, 2] + step * e[k, 2])
    return total


@kernel
def _longest(arrays: Any, members: Any, y: Array, d: Array, e: Array, part: float) -> float:
    """The longest step, 1 at most, that takes no more than that part of the way to the edge of any cone."""
    longest = 1.0 / part
    for k in range(members.shape[0]):
        contact, r = arrays.contacts[members[k]], arrays.r[members[k]]
        if contact.target > _NOT_ASKED:
            longest = min(longest, _to_the_edge(_unit(contact) * r[2], r[0], r[1], d[k, 0], d[k, 1], d[k, 2]))
            longest = min(longest, _to_the_edge(y[k, 0], y[k, 1], y[k, 2], e[k, 0], e[k, 1], e[k, 2]))
    return part * longest


@kernel
def _to_the_edge(x: float, y: float, z: float, a: float, b: float, c: float) -> float:
    """How many times (a, b, c) the point (x, y, z) inside of ‖(y, z)‖ < x can take."""
    t = math.sqrt(y * y + z * z)
    inside, half, square = (x - t) * (x + t), x * a - y * b - z * c, a * a - b * b - c * c
    root = half * half - square * inside
    if root < 0.0:
        return math.inf
    most = math.sqrt(root) - half
    return inside / most if most > 0.0 else math.inf


@kernel
def _move(arrays: Any, members: Any, trees_in: Any, step: float, x: Array, y: Array, d: Array, e: Array) -> None:
    """Take a step: v by x (n,), impulses by d, and y by e."""
    for k in range(trees_in.shape[0]):
        tree, first = arrays.trees[trees_in[k]], arrays.number[trees_in[k]]
        for j in range(tree.nv):
            arrays.v[tree.v0 + j] += step * x[first + j]
    for k in range(members.shape[0]):
        contact, r = arrays.contacts[members[k]], arrays.r[members[k]]
        if contact.target > _NOT_ASKED:
            r[0] += step * d[k, 1]
            r[1] += step * d[k, 2]
            r[2] += step * d[k, 0] / _unit(contact)
            for i in range(3):
                y[k, i] += step * e[k, i]
