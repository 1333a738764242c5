"""The impulses of least norm with a given Jᵀ r, each in a given face of its cone, by Newton's method on the dual problem.

The dual function of min ½ Σ w_c ‖r_c‖² with Σ Jᵀ r = f and r_c in its face,
    θ(y) = Σ w_c (½‖x_c‖² - ½ dist²(x_c, face)) - fᵀy  with  x_c = J_c y / w_c,
is convex and smooth, y as long as the velocities; Newton's method with a line search minimises it in a few factorisations of
Σ Jᵀ P' J / w, and r_c = P(x_c). Where Σ Jᵀ P' J has as much rank as the faces have directions, there is but one r.
Source: Rockafellar 1974 (conjugate duality); Malick 2004, Qi & Sun 2006 (projection onto a cone cut by a plane, by its dual).
"""

from __future__ import annotations

from typing import Any

from ...arrays import Array
from ...kernel import kernel
from ..law.face import KIND, STAYS, face_derivative, face_span, project_on_face
from ..linear_solvers import cholesky_from_end, matrix, solve_from_end
from .factor.newton_matrix import add_congruence, subtract_impulse
from .gauss_seidel import largest_of

NOT_FOUND, FOUND, ONLY, NONE = 0, 1, 2, 3
"""What `minimise_norm` says; ONLY: there are no others than those given; NONE: there are none, or none but far larger ones."""

_ITERATIONS, _HALVINGS = 40, 30
_DAMPING, _MOST_DAMPING = 1e-12, 1e-3  # of the largest of the diagonal, for what no contact holds; of each, while far away,
_LEAST_OWN = 1e-3  # and of so much of the largest at least
_SLOW, _LESS = 0.5, 0.01  # where a whole step leaves more of the gradient, it is damped so much less from then on
_FAR = 1e4  # Σ w ‖r‖², times that of the impulses given, from which none are looked for
_RANK = 1e-9  # of the largest of the diagonal, above which a pivot is one
_NEAR = 1e-6  # part of what was left before, up to which the faces' derivatives can be taken for the same
_EDGE = 1e-6  # part of a force within which it is at an edge of its cone
_FORETOLD = 1e-3  # part of f that the step to such a guess may leave
_ENOUGH, _BALANCED = 1e-14, 1e-7  # parts of f that may be left: where Newton's method ends, and to be an answer


@kernel
def faces_place(m: int, n: int) -> int:
    """Where the faces of m contacts are in the scratch, n the island's degrees of freedom.

    Before them are what `minimise_norm` needs, and from n² on the 3 m impulses that its caller may want back.
    """
    return n * n + 7 * m + 4 * n


@kernel
def minimise_norm(arrays: Any, members: Any, faces: Array, n: int) -> int:
    """Write the impulses of least norm in the given faces (m, FACE_NUMBERS) that have the Jᵀ r of those in arrays.r there.

    n : the island's degrees of freedom, numbered. Returns FOUND, or ONLY, NONE or NOT_FOUND: arrays.r is then no answer.
    Impulses given need not be in the faces. Any r that is has ½ Σ w ‖r‖² ≥ -θ(y) for every y (weak duality): if that is beyond
    all bounds, there is none.
    """
    m, room = members.shape[0], arrays.room
    first = arrays.places[:n]
    A, o = matrix(room, 0, n, n), n * n + 3 * m
    inverse_weight, points = room[o : o + m], matrix(room, o + m, m, 3)
    o += 4 * m
    y, g, f, x = room[o : o + n], room[o + n : o + 2 * n], room[o + 2 * n : o + 3 * n], room[o + 3 * n : o + 4 * n]
    inverse_weights_into(arrays, members, inverse_weight)
    for i in range(n):
        y[i] = g[i] = 0.0
    directions, given, is_foretold, is_pressed = 0.0, 0.0, False, False
    for k in range(m):
        is_pressed = is_pressed or (faces[k, KIND] != STAYS and arrays.contacts[members[k]].impulse[2] > 0.0)
    for k in range(m):
        if faces[k, KIND] != STAYS:
            c = members[k]
            r, contact = arrays.r[c], arrays.contacts[c]
            subtract_impulse(arrays.segments, c, arrays.J, arrays.number, r[0], r[1], r[2], g)
            xx, _, _, yy, _, zz = face_span(faces[k], contact.friction, contact.cone)
            given += (r[0] * r[0] + r[1] * r[1] + r[2] * r[2]) / inverse_weight[k]
            p = points[k]
            goes_on = is_pressed and contact.before >= 0 and contact.struck == 0
            _foretell(contact.friction, contact.impulse if goes_on else r, p)
            px, _, _, py, _, pz = face_derivative(faces[k], contact.friction, contact.cone, p[0], p[1], p[2])
            is_foretold = is_foretold or px + py + pz < xx + yy + zz - _EDGE
            own = arrays.G[c]
            directions += (xx if own[0] > 0.0 else 0.0) + (yy if own[3] > 0.0 else 0.0) + zz
    for i in range(n):
        f[i] = -g[i]
    size = _largest(f)
    if size == 0.0:
        return NOT_FOUND
    _first_columns_into(arrays, members, faces, first)
    value, balanced, largest, is_kept, is_first = 0.0, 1.0, 0.0, False, True
    most_damping = _MOST_DAMPING
    for _ in range(_ITERATIONS):
        # The first step with the derivatives at the forces that the step before has left, or at those given, where some are at
        # the edges of their cones; then, and where that leads nowhere, as if all faces were as wide as their spans: the answer,
        # if none is.
        if not is_kept:
            spans = is_first and not is_foretold
            largest = _hessian_into(arrays, members, faces, inverse_weight, points, spans, A)
            damping = 0.0 if is_first else min(most_damping, balanced)
            for i in range(n):
                A[i, i] += damping * max(A[i, i], _LEAST_OWN * largest) + _DAMPING * largest
            if not cholesky_from_end(A, first):
                return NOT_FOUND
        for i in range(n):
            x[i] = g[i]
        if is_first and not is_foretold and _rank(A, _RANK * largest) > directions - 0.5:
            return ONLY
        solve_from_end(A, first, x)
        slope = 0.0
        for i in range(n):
            slope -= g[i] * x[i]
        step, before = 1.0, value
        for _ in range(_HALVINGS):
            for i in range(n):
                y[i] -= step * x[i]
            value = _gradient_into(arrays, members, faces, inverse_weight, points, y, f, g)
            if is_foretold or value <= before + 1e-4 * step * slope + 1e-14 * abs(before):
                break
            for i in range(n):
                y[i] += step * x[i]
            step *= 0.5
        last, balanced = balanced, _largest(g) / size
        if is_foretold and not balanced < _FORETOLD:
            is_foretold, value, balanced = False, 0.0, 1.0
            for i in range(n):
                y[i], g[i] = 0.0, -f[i]
            continue
        is_foretold = is_first = False
        if -2.0 * value > _FAR * given:
            return NONE
        # Along what no contact holds yet the gradient stays: it is far to the next.
        if step == 1.0 and balanced > _SLOW * last:
            most_damping *= _LESS
        if balanced <= _ENOUGH or (not is_kept and balanced <= _BALANCED and not balanced < 0.1 * last):
            break
        is_kept = balanced <= _NEAR * last
    return FOUND if balanced <= _BALANCED else NOT_FOUND


@kernel
def _foretell(mu: float, r: Array, point: Array) -> None:
    """Write a point near which the projection is r: beyond an edge of the cone if r is at it."""
    if mu >= 0.0 and r[2] == 0.0:
        point[0], point[1], point[2] = 0.0, 0.0, -1.0
        return
    beyond = 1.0 + _EDGE
    point[0], point[1], point[2] = beyond * r[0], beyond * r[1], r[2] if mu >= 0.0 else beyond * r[2]


@kernel
def inverse_weights_into(arrays: Any, members: Any, inverse_weight: Array) -> None:
    """Write 1 / w_c (m,)."""
    contacts, mean = 0, 0.0
    for k in range(members.shape[0]):
        inverse_weight[k] = 1.0
        if arrays.contacts[members[k]].a >= 0:
            contacts += 1
            mean += largest_of(arrays.G[members[k]])
    for k in range(members.shape[0]):
        if arrays.contacts[members[k]].a < 0:
            own = largest_of(arrays.G[members[k]])
            inverse_weight[k] = mean / (contacts * own) if contacts > 0 else 1.0 / own


@kernel
def _first_columns_into(arrays: Any, members: Any, faces: Array, first: Any) -> None:
    """Write the leftmost column (n,) of each row of the Hessian."""
    for i in range(first.shape[0]):
        first[i] = i
    for k in range(members.shape[0]):
        if faces[k, KIND] == STAYS:
            continue
        low = first.shape[0]
        for fill in range(2):
            for q in range(2):
                s = arrays.segments[members[k], q]
                if s.n == 0:
                    continue
                begin = arrays.number[s.tree]
                if fill == 0 and s.last[0] > s.first[0]:
                    low = min(low, begin + s.first[0])
                for e in range(2 if fill == 1 else 0):
                    for j in range(begin + s.first[e], begin + s.last[e]):
                        first[j] = min(first[j], low)


@kernel
def _gradient_into(
    arrays: Any, members: Any, faces: Array, inverse_weight: Array, points: Array, y: Array, f: Array, g: Array
) -> float:
    """Write the gradient Σ Jᵀ P(x_c) - f of θ into g, the x_c into points (m, 3), and P(x_c) into arrays.r; returns θ."""
    segments, J, start = arrays.segments, arrays.J, arrays.number
    value = 0.0
    for i in range(y.shape[0]):
        g[i] = f[i]
        value -= f[i] * y[i]
    for k in range(members.shape[0]):
        face, c = faces[k], members[k]
        if face[KIND] == STAYS:
            continue
        contact = arrays.contacts[c]
        a = b = d = 0.0
        for q in range(2):
            s = segments[c, q]
            if s.n > 0:
                n, o, own = s.n, s.o, y[start[s.tree] : start[s.tree] + s.n]
                for e in range(2):
                    for j in range(s.first[e], s.last[e]):
                        a += J[o + j] * own[j]
                        b += J[o + n + j] * own[j]
                        d += J[o + 2 * n + j] * own[j]
        a, b, d = inverse_weight[k] * a, inverse_weight[k] * b, inverse_weight[k] * d
        points[k, 0], points[k, 1], points[k, 2] = a, b, d
        px, py, pz = project_on_face(face, contact.friction, contact.cone, a, b, d)
        value += 0.5 * (px * (2.0 * a - px) + py * (2.0 * b - py) + pz * (2.0 * d - pz)) / inverse_weight[k]
        arrays.r[c, 0], arrays.r[c, 1], arrays.r[c, 2] = px, py, pz
        subtract_impulse(segments, c, J, start, px, py, pz, g)
    for i in range(y.shape[0]):
        g[i] = -g[i]
    return value


@kernel
def _hessian_into(
    arrays: Any, members: Any, faces: Array, inverse_weight: Array, points: Array, spans: bool, A: Array
) -> float:
    """Write the lower half of Σ Jᵀ P' J / w into A, where the scratch begins, P' at the points or onto the spans of faces.

    Returns its largest diagonal.
    """
    n = A.shape[0]
    for i in range(n):
        row = A[i]
        for j in range(i + 1):
            row[j] = 0.0
    for k in range(members.shape[0]):
        face, c, p = faces[k], members[k], points[k]
        if face[KIND] == STAYS:
            continue
        contact = arrays.contacts[c]
        if spans:
            xx, xy, xz, yy, yz, zz = face_span(face, contact.friction, contact.cone)
        else:
            xx, xy, xz, yy, yz, zz = face_derivative(face, contact.friction, contact.cone, p[0], p[1], p[2])
        add_congruence(arrays, c, n, inverse_weight[k], xx, xy, xz, yy, yz, zz, arrays.room[: n * n])
    largest = 1e-300
    for i in range(n):
        largest = max(largest, A[i, i])
    return largest


@kernel
def _rank(L: Array, least: float) -> int:
    """How many pivots of a factor L are above `least`."""
    count = 0
    for i in range(L.shape[0]):
        if L[i, i] * L[i, i] > least:
            count += 1
    return count


@kernel
def _largest(g: Array) -> float:
    largest = 0.0
    for i in range(g.shape[0]):
        if largest == largest and not abs(g[i]) <= largest:  # what is no number stays
            largest = abs(g[i])
    return largest
