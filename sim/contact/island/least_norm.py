"""Of all impulses that give an island the same motion and obey the contact law, those of least norm.

Where contacts are redundant (a brick on four corners) impulses are one of many: those with the same Jᵀ r, each in the face of its
cone that belongs to the velocity found (see `face`). This set is convex, so the one of least norm is unique:
    min ½ Σ w_c ‖r_c‖²  with  Σ Jᵀ r = f,  r_c in its face.
The norm is Euclidean over the contacts, in N s (w_c = 1); what a joint's limit or dry friction has, in other units, counts
w_c = (its own inverse inertia) / (the contacts' mean). `least_norm_newton` finds it, and asks nothing of H or the start.
Source: Acary & Brogliato 2008, §4.1 (hyperstatic systems); Rockafellar 1970, §23.
"""

from __future__ import annotations

from typing import Any

from ...arrays import Array
from ...kernel import kernel
from ..law.face import FACE_NUMBERS, KIND, STAYS, face_into
from ..linear_solvers import matrix
from .assembly import velocity_of
from .gauss_seidel import residual_of, restore_impulses, rounding_of, save_impulses, velocities_from
from .islands import number_freedoms
from .least_norm_newton import FOUND, NONE, ONLY, faces_place, minimise_norm
from .solver_arrays import AWAKE, DENSE_FREEDOMS

_ROUND = 1e-6  # of the cube of its mean axis, the volume that an ellipsoid is not flat with


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
    bound = tolerance if residual <= tolerance else fair
    # What creeps, slower than a solve may leave, is taken for resting; where that is not so, only what does not move at all is.
    for attempt in range(2):
        slack = max(10.0 * fair, tolerance) if attempt == 0 else 2.0 * fair
        if not _faces_into(arrays, members, n, slack):
            return residual
        found = minimise_norm(arrays, members, matrix(room, faces_place(m, n), m, FACE_NUMBERS), n)
        if found == ONLY or found == NONE:
            restore_impulses(arrays, members, before)  # it may have tried others first
            break
        if found == FOUND:
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
        face_into(contact.friction, contact.cone, contact.softness, slack, 0.0, 0.0, x, y, z, r[0], r[1], r[2], faces[k])
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
                for e in range(2):
                    for j in range(s.first[e], s.last[e]):
                        if touches[arrays.number[s.tree] + j] == 1:
                            x, y, z = J[s.o + j], J[s.o + s.n + j], J[s.o + 2 * s.n + j]
                            xx, xy, xz, yy, yz, zz = (xx + x * x, xy + x * y, xz + x * z, yy + y * y, yz + y * z, zz + z * z)
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
        for e in range(2):
            for j in range(s.first[e], s.last[e]):
                if J[s.o + j] != 0.0 or J[s.o + s.n + j] != 0.0 or J[s.o + 2 * s.n + j] != 0.0:
                    touches[arrays.number[s.tree] + j] += change
