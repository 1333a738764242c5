"""Of all impulses that give an island the same motion and obey the contact law, those of least norm.

Where contacts are redundant (a brick on four corners) impulses are one of many: those with the same Jᵀ r, each in the face of its
cone that belongs to the velocity found (see `face`). This set is convex, so the one of least norm is unique:
    min ½ Σ w_c ‖r_c‖²  with  Σ Jᵀ r = f,  r_c in its face.
The norm is Euclidean over the contacts, in N s (w_c = 1); what a joint's limit or dry friction has, in other units, counts
w_c = (its own inverse inertia) / (the contacts' mean). The dual function θ(y) = Σ w_c (½‖x_c‖² - ½ dist²(x_c, face)) - fᵀy with
x_c = J_c y / w_c is convex and smooth, y as long as the velocities; Newton's method with a line search minimises it in a few
factorisations of Σ Jᵀ P' J, and r_c = P(x_c). Nothing is asked of H, of penalties or of the start.
Source: Rockafellar 1974 (conjugate duality); Malick 2004, Qi & Sun 2006 (projection onto a cone cut by a plane, by its dual).
"""

from __future__ import annotations

from typing import Any

from ...arrays import Array
from ...kernel import kernel
from ..law.face import FACE_NUMBERS, KIND, STAYS, face_derivative, face_into, face_span, project_on_face
from ..law.friction_cone import Three
from ..linear_solvers import envelope_cholesky, envelope_solve, matrix
from .assembly import velocity_of
from .gauss_seidel import largest_of, residual_of, restore_impulses, rounding_of, save_impulses, velocities_from
from .islands import number_freedoms
from .solver_arrays import AWAKE, DENSE_FREEDOMS

_ITERATIONS, _HALVINGS = 40, 30
_DAMPING, _MOST_DAMPING = (
    1e-12,
    1e-3,
)  # of the largest number of the diagonal: for what no contact holds, and while far away
_ROUND = 1e-6  # of the cube of its mean axis, the volume that an ellipsoid is not flat with
_ENOUGH, _BALANCED = 1e-14, 1e-7  # parts of f that may be left: where Newton's method ends, and to be an answer


@kernel
def spread(arrays: Any, members: Any, trees_in: Any, tolerance: float, residual: float) -> float:
    """Replace the impulses r of an island by those of least norm; returns the residual [m/s].

    members, trees_in : the island's contacts and trees; v and r are a solution, whose residual is given
    The residual stays below the tolerance, or where it was to within rounding; what the island had is kept where it would not,
    and in islands of more than DENSE_FREEDOMS degrees of freedom, whose forces stay one of many.
    """
    m, room = members.shape[0], arrays.room
    n = number_freedoms(arrays, trees_in)
    if m < 2 or n > DENSE_FREEDOMS:
        return residual
    before = matrix(room, n * n, m, 3)
    save_impulses(arrays, members, before)
    fair = max(AWAKE * tolerance, residual + rounding_of(arrays, members))
    # What creeps, slower than a solve may leave, is taken for resting; where that is not so, only what does not move at all is.
    for attempt in range(2):
        slack, bound = (max(10.0 * fair, tolerance), max(fair, tolerance)) if attempt == 0 else (2.0 * fair, fair)
        if not _faces_into(arrays, members, n, slack):
            return residual
        found = minimise_norm(arrays, members, matrix(room, faces_place(m, n), m, FACE_NUMBERS), n)
        if found:
            velocities_from(arrays, members, trees_in)
            after = residual_of(arrays, members)
            if after <= bound:
                return after
        restore_impulses(arrays, members, before)
        velocities_from(arrays, members, trees_in)
    return residual


@kernel
def _faces_into(arrays: Any, members: Any, n: int, slack: float) -> bool:
    """Write the faces of the contacts to where they belong in the scratch; False if no two may share what they bear."""
    m = members.shape[0]
    faces, free = matrix(arrays.room, faces_place(m, n), m, FACE_NUMBERS), 0
    for k in range(m):
        c = members[k]
        contact, r = arrays.contacts[c], arrays.r[c]
        x, y, z = velocity_of(arrays.segments, c, arrays.J, arrays.v)
        z += contact.softness * r[2] - contact.target
        face_into(
            contact.friction, contact.cone, contact.softness, slack, 0.0, 0.0, x, y, z, r[0], r[1], r[2], faces[k]
        )
        if faces[k, KIND] != STAYS:
            free += 1
    return free >= 2 and free > _hold_determined(arrays, members, faces, arrays.places[:n])


@kernel
def _hold_determined(arrays: Any, members: Any, faces: Array, touches: Any) -> int:
    """Let contacts stay whose force alone moves some degrees of freedom, which then tell it: feet on legs of their own. How many.

    touches : (n,) scratch, how many contacts move a degree of freedom
    """
    J = arrays.J
    for i in range(touches.shape[0]):
        touches[i] = 0
    for k in range(members.shape[0]):
        if faces[k, KIND] != STAYS:
            _count_touched(arrays, members[k], touches, 1)
    held, before = 0, -1
    while held != before:
        before = held
        for k in range(members.shape[0]):
            if faces[k, KIND] == STAYS:
                continue
            xx = xy = xz = yy = yz = zz = 0.0
            for q in range(2):
                s = arrays.segments[members[k], q]
                if s.n == 0:
                    continue
                for j in range(s.n):
                    if touches[arrays.number[s.tree] + j] == 1:
                        x, y, z = J[s.o + j], J[s.o + s.n + j], J[s.o + 2 * s.n + j]
                        xx, xy, xz, yy, yz, zz = xx + x * x, xy + x * y, xz + x * z, yy + y * y, yz + y * z, zz + z * z
            size = (xx + yy + zz) / 3.0
            volume = xx * (yy * zz - yz * yz) - xy * (xy * zz - yz * xz) + xz * (xy * yz - yy * xz)
            if volume > _ROUND * size * size * size:
                faces[k, KIND] = STAYS
                _count_touched(arrays, members[k], touches, -1)
                held += 1
    return held


@kernel
def _count_touched(arrays: Any, c: int, touches: Any, change: int) -> None:
    J = arrays.J
    for q in range(2):
        s = arrays.segments[c, q]
        if s.n == 0:
            continue
        for j in range(s.n):
            if J[s.o + j] != 0.0 or J[s.o + s.n + j] != 0.0 or J[s.o + 2 * s.n + j] != 0.0:
                touches[arrays.number[s.tree] + j] += change


@kernel
def faces_place(m: int, n: int) -> int:
    """Where the faces of m contacts are in the scratch, n the island's degrees of freedom.

    Before them are what `minimise_norm` needs, and from n² on the 3 m impulses that its caller may want back.
    """
    return n * n + 3 * m + m + 5 * n


@kernel
def minimise_norm(arrays: Any, members: Any, faces: Array, n: int) -> bool:
    """Write the impulses of least norm in the given faces (m, FACE_NUMBERS) that have the Jᵀ r of those in arrays.r there.

    n : the island's degrees of freedom, numbered. False if they were not found; arrays.r is then no answer.
    """
    m, room = members.shape[0], arrays.room
    half = arrays.places.shape[0] // 2
    column, first = arrays.places[:n], arrays.places[half : half + n]
    p = _number_touched(arrays, members, faces, column, first)
    first = first[:p]
    A, o = matrix(room, 0, p, p), n * n + 3 * m
    inverse_weight, columns = room[o : o + m], room[o + m : o + m + n]
    o += m + n
    y, g, f, x = room[o : o + p], room[o + p : o + 2 * p], room[o + 2 * p : o + 3 * p], room[o + 3 * p : o + 4 * p]
    _inverse_weights_into(arrays, members, inverse_weight)
    for i in range(p):
        y[i] = f[i] = 0.0
    for k in range(m):
        if faces[k, KIND] != STAYS:
            r = arrays.r[members[k]]
            _add_at_freedoms(arrays, members[k], column, r[0], r[1], r[2], f)
    size = _largest(f)
    if size == 0.0:
        return False
    for i in range(p):
        g[i] = -f[i]
    value, balanced = 0.0, 1.0
    for iteration in range(_ITERATIONS):
        # The first step as if all faces were as wide as their span: the answer, where no force is at the edge of its cone.
        largest = _hessian_into(arrays, members, faces, inverse_weight, column, columns, y, iteration == 0, A)
        damping = _DAMPING if iteration == 0 else max(_DAMPING, min(_MOST_DAMPING, balanced))
        for i in range(p):
            A[i, i] += damping * largest
            x[i] = g[i]
        if not envelope_cholesky(A, first):
            return False
        envelope_solve(A, first, x)
        slope = 0.0
        for i in range(p):
            slope -= g[i] * x[i]
        step, before = 1.0, value
        for _ in range(_HALVINGS):
            for i in range(p):
                y[i] -= step * x[i]
            value = _gradient_into(arrays, members, faces, inverse_weight, column, y, f, g)
            if value <= before + 1e-4 * step * slope + 1e-14 * abs(before):
                break
            for i in range(p):
                y[i] += step * x[i]
            step *= 0.5
        last, balanced = balanced, _largest(g) / size
        if balanced <= _ENOUGH or (balanced <= _BALANCED and not balanced < 0.1 * last):
            break
    return balanced <= _BALANCED


@kernel
def _number_touched(arrays: Any, members: Any, faces: Array, column: Any, first: Any) -> int:
    """Number those degrees of freedom that a contact moves, -1 for others, into column (n,); the envelope into first.

    Returns how many those are.
    """
    J, n = arrays.J, column.shape[0]
    for i in range(n):
        column[i] = -1
    for k in range(members.shape[0]):
        for q in range(2):
            s = arrays.segments[members[k], q]
            if s.n > 0 and faces[k, KIND] != STAYS:
                for j in range(s.n):
                    if J[s.o + j] != 0.0 or J[s.o + s.n + j] != 0.0 or J[s.o + 2 * s.n + j] != 0.0:
                        column[arrays.number[s.tree] + j] = 0
    touched = 0
    for i in range(n):
        if column[i] == 0:
            column[i] = first[touched] = touched
            touched += 1
    for k in range(members.shape[0]):
        if faces[k, KIND] == STAYS:
            continue
        low = touched
        for fill in range(2):
            for q in range(2):
                s = arrays.segments[members[k], q]
                if s.n == 0:
                    continue
                for j in range(s.n):
                    i = column[arrays.number[s.tree] + j]
                    if i >= 0 and (J[s.o + j] != 0.0 or J[s.o + s.n + j] != 0.0 or J[s.o + 2 * s.n + j] != 0.0):
                        if fill == 1:
                            first[i] = min(first[i], low)
                        else:
                            low = min(low, i)
    return touched


@kernel
def _inverse_weights_into(arrays: Any, members: Any, inverse_weight: Array) -> None:
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
def _point(arrays: Any, c: int, column: Any, inverse_weight: float, y: Array) -> Three:
    """The x_c of the module's head."""
    J = arrays.J
    a = b = d = 0.0
    for k in range(2):
        s = arrays.segments[c, k]
        if s.n == 0:
            continue
        begin = arrays.number[s.tree]
        for j in range(s.n):
            i = column[begin + j]
            if i >= 0:
                z = inverse_weight * y[i]
                a += J[s.o + j] * z
                b += J[s.o + s.n + j] * z
                d += J[s.o + 2 * s.n + j] * z
    return a, b, d


@kernel
def _add_at_freedoms(arrays: Any, c: int, column: Any, x: float, y: float, z: float, g: Array) -> None:
    """Add Jᵀ r of contact c, with the impulse r = (x, y, z), to g."""
    J = arrays.J
    for k in range(2):
        s = arrays.segments[c, k]
        if s.n == 0:
            continue
        begin = arrays.number[s.tree]
        for j in range(s.n):
            i = column[begin + j]
            if i >= 0:
                g[i] += J[s.o + j] * x + J[s.o + s.n + j] * y + J[s.o + 2 * s.n + j] * z


@kernel
def _gradient_into(
    arrays: Any, members: Any, faces: Array, inverse_weight: Array, column: Any, y: Array, f: Array, g: Array
) -> float:
    """Write the gradient Σ Jᵀ P(x_c) - f of θ into g, and P(x_c) into arrays.r; returns θ."""
    value = 0.0
    for i in range(y.shape[0]):
        g[i] = -f[i]
        value -= f[i] * y[i]
    for k in range(members.shape[0]):
        face, c = faces[k], members[k]
        if face[KIND] == STAYS:
            continue
        contact = arrays.contacts[c]
        a, b, d = _point(arrays, c, column, inverse_weight[k], y)
        px, py, pz = project_on_face(face, contact.friction, contact.cone, a, b, d)
        value += 0.5 * (px * (2.0 * a - px) + py * (2.0 * b - py) + pz * (2.0 * d - pz)) / inverse_weight[k]
        arrays.r[c, 0], arrays.r[c, 1], arrays.r[c, 2] = px, py, pz
        _add_at_freedoms(arrays, c, column, px, py, pz, g)
    return value


@kernel
def _hessian_into(
    arrays: Any, members: Any, faces: Array, inverse_weight: Array, column: Any, columns: Array, y: Array, spans: bool,
    A: Array,
) -> float:  # fmt: skip
    """Write the lower half of Σ Jᵀ P' J / w into A, P' at y or onto the spans of the faces; returns its largest diagonal.

    columns : scratch, for the columns of J that are not zero
    """
    J, n = arrays.J, A.shape[0]
    for i in range(n):
        for j in range(i + 1):
            A[i, j] = 0.0
    for k in range(members.shape[0]):
        face, c = faces[k], members[k]
        if face[KIND] == STAYS:
            continue
        contact = arrays.contacts[c]
        if spans:
            d00, d01, d02, d11, d12, d22 = face_span(face, contact.friction, contact.cone)
        else:
            a, b, d = _point(arrays, c, column, inverse_weight[k], y)
            d00, d01, d02, d11, d12, d22 = face_derivative(face, contact.friction, contact.cone, a, b, d)
        iw = inverse_weight[k]
        for q in range(2):
            t = arrays.segments[c, q]
            if t.n == 0:
                continue
            start, used = arrays.number[t.tree], 0
            for j in range(t.n):
                if J[t.o + j] != 0.0 or J[t.o + t.n + j] != 0.0 or J[t.o + 2 * t.n + j] != 0.0:
                    columns[used] = j
                    used += 1
            for p in range(2):
                s = arrays.segments[c, p]
                if s.n == 0 or arrays.number[s.tree] < start:
                    continue
                begin = arrays.number[s.tree]
                for i in range(s.n):
                    u, v, w = J[s.o + i], J[s.o + s.n + i], J[s.o + 2 * s.n + i]
                    if u == 0.0 and v == 0.0 and w == 0.0:
                        continue
                    row = column[begin + i]
                    ex = iw * (d00 * u + d01 * v + d02 * w)
                    ey = iw * (d01 * u + d11 * v + d12 * w)
                    ew = iw * (d02 * u + d12 * v + d22 * w)
                    for e in range(used):
                        j = int(columns[e])
                        if s.tree == t.tree and j > i:
                            break
                        A[row, column[start + j]] += ex * J[t.o + j] + ey * J[t.o + t.n + j] + ew * J[t.o + 2 * t.n + j]
    largest = 0.0
    for i in range(n):
        largest = max(largest, A[i, i])
    return max(largest, 1e-300)


@kernel
def _largest(g: Array) -> float:
    largest = 0.0
    for i in range(g.shape[0]):
        largest = max(largest, abs(g[i]))
    return largest
