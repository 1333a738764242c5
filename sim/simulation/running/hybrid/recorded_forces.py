"""The forces that a state of the hybrid scheme is recorded with: of all that make its motion, those of least norm.

The scheme itself goes on with the forces it found, so that the instants of recording change nothing.
"""

from __future__ import annotations

from typing import Any

from ....arrays import Array
from ....contact.island.assembly import add_scaled, velocity_of
from ....contact.island.gauss_seidel import largest_of, restore_impulses, rounding_of, save_impulses, velocities_from
from ....contact.island.islands import islands_into, number_freedoms
from ....contact.island.least_norm_newton import FOUND, faces_place, minimise_norm
from ....contact.island.solver_arrays import DENSE_FREEDOMS, SolverArrays
from ....contact.law.contact_laws import COULOMB
from ....contact.law.face import FACE_NUMBERS, face_into
from ....contact.law.friction_cone import natural_map
from ....contact.linear_solvers import matrix
from ....kernel import kernel
from .hybrid_work import ACTIVE_COUNT, FORCE_RESIDUAL


@kernel
def spread_forces(system: Any, work: Any, hybrid: Any, passive: Array) -> float:
    """Replace the forces in hybrid.force by those of least norm, and bring `passive` (nv,) up to date with them.

    They were the last that were found; work.saved keeps them for `take_back`. Returns their residual, as a share of the
    accelerations at play.
    """
    count = hybrid.counts[ACTIVE_COUNT]
    force, largest = matrix(hybrid.force, 0, count, 3), 1.0
    for c in range(count):
        for k in range(3):
            work.saved[c, k] = force[c, k]
            largest = max(largest, abs(hybrid.free[c, k]))
    if count < 2:
        return float(hybrid.numbers[FORCE_RESIDUAL])
    arrays = SolverArrays(
        system.trees,
        hybrid.contacts,
        work.segments,
        work.H,
        work.J,
        work.Y,
        work.G,
        work.zero,
        force,
        work.scratch_a,
        work.order,
        work.tree_order,
        work.root,
        work.number,
        work.starts,
        work.places,
        work.plan,
        work.diagonal_blocks,
        work.block,
        work.active,
        work.room,
    )
    worst = 0.0
    found = islands_into(count, arrays)
    for e in range(found):
        members = arrays.order[arrays.starts[e, 0] : arrays.starts[e + 1, 0]]
        trees_in = arrays.tree_order[arrays.starts[e, 1] : arrays.starts[e + 1, 1]]
        worst = max(worst, _spread_island(arrays, members, trees_in, hybrid))
    for c in range(count):
        if hybrid.contacts[c].a < 0:
            old = work.saved[c]
            add_scaled(work.segments, c, work.J, force[c, 0] - old[0], force[c, 1] - old[1], force[c, 2] - old[2], passive)
    return worst / largest


@kernel
def take_back(work: Any, hybrid: Any) -> None:
    """Put the forces back that `spread_forces` has replaced."""
    for c in range(hybrid.counts[ACTIVE_COUNT]):
        for k in range(3):
            hybrid.force[3 * c + k] = work.saved[c, k]


@kernel
def _spread_island(arrays: Any, members: Any, trees_in: Any, hybrid: Any) -> float:
    """As `least_norm.spread`, for forces; arrays.v is what they make of the accelerations. Returns the residual [m/s²]."""
    m, n, room = members.shape[0], number_freedoms(arrays, trees_in), arrays.room
    velocities_from(arrays, members, trees_in)
    residual = _residual_of(arrays, members, hybrid)
    if m < 2 or n > DENSE_FREEDOMS:
        return residual
    faces, before = matrix(room, faces_place(m, n), m, FACE_NUMBERS), matrix(room, n * n, m, 3)
    fair = residual + rounding_of(arrays, members)
    for k in range(m):
        c = members[k]
        r, s = arrays.r[c], hybrid.slide[c]
        x, y, z = _acceleration_of(arrays, c, hybrid)
        face_into(hybrid.contacts[c].friction, COULOMB, 0.0, 2.0 * fair, s[0], s[1], x, y, z, r[0], r[1], r[2], faces[k])
    save_impulses(arrays, members, before)
    found = minimise_norm(arrays, members, faces, n)
    if found == FOUND:
        velocities_from(arrays, members, trees_in)
        after = _residual_of(arrays, members, hybrid)
        if after <= fair:
            return after
    restore_impulses(arrays, members, before)
    return residual


@kernel
def _acceleration_of(arrays: Any, c: int, hybrid: Any) -> tuple[float, float, float]:
    x, y, z = velocity_of(arrays.segments, c, arrays.J, arrays.v)
    free = hybrid.free[c]
    return x + free[0], y + free[1], z + free[2]


@kernel
def _residual_of(arrays: Any, members: Any, hybrid: Any) -> float:
    """The largest residual of the contacts `members`, as `dense_sweep.dense_residual` has it [m/s²]."""
    worst = 0.0
    for k in range(members.shape[0]):
        c = members[k]
        mu, r, s, own = hybrid.contacts[c].friction, arrays.r[c], hybrid.slide[c], largest_of(arrays.G[c])
        x, y, z = _acceleration_of(arrays, c, hybrid)
        if s[0] != 0.0 or s[1] != 0.0:
            e = natural_map(0.0, COULOMB, 1.0 / own, 0.0, 0.0, 0.0, z, 0.0, 0.0, r[2])
            e = max(e, max(abs(r[0] + mu * r[2] * s[0]), abs(r[1] + mu * r[2] * s[1])) * own)
        else:
            e = natural_map(mu, COULOMB, 1.0 / own, 0.0, x, y, z, r[0], r[1], r[2])
        if not e <= worst:
            worst = e
    return worst
