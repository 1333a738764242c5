"""Projected Gauss-Seidel with the exact solve of one contact at a time, residuals, and velocities from impulses.

Source: Jourdan, Alart & Jean 1998; Acary & Brogliato 2008, §13.7.
"""

from __future__ import annotations

from typing import Any

from ...kernel import kernel, small
from ..law.friction_cone import natural_map
from ..law.one_contact import solve_one
from ..linear_solvers import matrix
from .assembly import add_scaled, add_scaled_normal, law_velocity_of, normal_velocity_of

_ROUNDING = 1e-14  # of the velocity that a contact's own impulse makes: some units of the last place


@kernel
def sweep(arrays: Any, members: Any, backwards: bool) -> None:
    """One pass over the contacts `members`: impulses r and velocities v are brought up to date together."""
    contacts, segments, J, r, v = arrays.contacts, arrays.segments, arrays.J, arrays.r, arrays.v
    n = members.shape[0]
    for m in range(n):
        c = members[n - 1 - m] if backwards else members[m]
        g = arrays.G[c]
        contact = contacts[c]
        if contact.friction == 0.0:
            own = g[5] + contact.softness
            uz = normal_velocity_of(segments, c, J, v) + contact.lean[2] + contact.softness * r[c, 2]
            z = max(0.0, r[c, 2] - (uz - contact.target) / own)
            if z != r[c, 2]:
                add_scaled_normal(segments, c, arrays.Y, z - r[c, 2], v)
                r[c, 2] = z
            continue
        ux, uy, uz = law_velocity_of(contact, segments, c, J, v)
        x, y, z = r[c, 0], r[c, 1], r[c, 2]
        bx = ux - g[0] * x - g[1] * y - g[2] * z
        by = uy - g[1] * x - g[3] * y - g[4] * z
        bz = uz - g[2] * x - g[4] * y - g[5] * z - contact.target
        nx, ny, nz = solve_one(
            contact.friction, contact.cone, g[0], g[1], g[2], g[3], g[4], g[5] + contact.softness, bx, by, bz
        )
        if nx != x or ny != y or nz != z:
            add_scaled(segments, c, arrays.Y, nx - x, ny - y, nz - z, v)
            r[c, 0], r[c, 1], r[c, 2] = nx, ny, nz


@small
def largest_of(g: Any) -> float:
    """The largest diagonal number of a contact's own block g (6,) [1/kg]."""
    return max(g[0], max(g[3], g[5]))


@kernel
def residual_of(arrays: Any, members: Any) -> float:
    """The largest natural-map residual of the contacts `members` [m/s]."""
    contacts, r, G = arrays.contacts, arrays.r, arrays.G
    worst = 0.0
    for m in range(members.shape[0]):
        c = members[m]
        contact = contacts[c]
        rho = 1.0 / largest_of(G[c])
        if contact.friction == 0.0:
            uz = normal_velocity_of(arrays.segments, c, arrays.J, arrays.v) + contact.lean[2]
            uz += contact.softness * r[c, 2] - contact.target
            e = max(abs(min(uz, r[c, 2] / rho)), max(abs(r[c, 0]), abs(r[c, 1])) / rho)
            if not e <= worst:
                worst = e
            continue
        ux, uy, uz = law_velocity_of(contact, arrays.segments, c, arrays.J, arrays.v)
        uz += contact.softness * r[c, 2]
        e = natural_map(contact.friction, contact.cone, rho, contact.target, ux, uy, uz, r[c, 0], r[c, 1], r[c, 2])
        if not e <= worst:  # NaN counts as the worst
            worst = e
    return worst


@kernel
def rounding_of(arrays: Any, members: Any) -> float:
    """What rounding alone may leave of the velocities of the contacts `members` [m/s]."""
    largest = 0.0
    for m in range(members.shape[0]):
        r = arrays.r[members[m]]
        largest = max(largest, largest_of(arrays.G[members[m]]) * max(abs(r[0]), max(abs(r[1]), abs(r[2]))))
    return _ROUNDING * largest


@kernel
def velocities_from(arrays: Any, members: Any, trees_in: Any) -> None:
    """V = free + Σ Y r for the trees `trees_in`, exactly: without what sweeps have let accumulate."""
    free, v, r = arrays.free, arrays.v, arrays.r
    for k in range(trees_in.shape[0]):
        tree = arrays.trees[trees_in[k]]
        for j in range(tree.v0, tree.v0 + tree.nv):
            v[j] = free[j]
    for m in range(members.shape[0]):
        c = members[m]
        if r[c, 0] == 0.0 and r[c, 1] == 0.0:
            if r[c, 2] != 0.0:
                add_scaled_normal(arrays.segments, c, arrays.Y, r[c, 2], v)
            continue
        add_scaled(arrays.segments, c, arrays.Y, r[c, 0], r[c, 1], r[c, 2], v)


@kernel
def save_impulses(arrays: Any, members: Any, saved: Any) -> None:
    """Copy the impulses of the contacts `members` into kept (n, 3)."""
    for m in range(members.shape[0]):
        for k in range(3):
            saved[m, k] = arrays.r[members[m], k]


@kernel
def restore_impulses(arrays: Any, members: Any, saved: Any) -> None:
    """Take impulses back from kept (n, 3)."""
    for m in range(members.shape[0]):
        for k in range(3):
            arrays.r[members[m], k] = saved[m, k]


@kernel
def is_smooth(arrays: Any, members: Any) -> bool:
    """Whether nothing rubs."""
    for m in range(members.shape[0]):
        if arrays.contacts[members[m]].friction != 0.0:
            return False
    return True


@kernel
def gauss_seidel_sweeps(arrays: Any, members: Any, trees_in: Any, tolerance: float, sweeps: int) -> tuple[float, int]:
    """Gauss-Seidel sweeps until the residual is small; the best impulses met are kept."""
    best = matrix(arrays.room, 0, members.shape[0], 3)
    least = residual_of(arrays, members)
    save_impulses(arrays, members, best)
    iterations = 0
    for _ in range(sweeps):
        sweep(arrays, members, False)
        iterations += 1
        residual = residual_of(arrays, members)
        if residual < least:
            least = residual
            save_impulses(arrays, members, best)
        if residual <= tolerance:
            break
    restore_impulses(arrays, members, best)
    velocities_from(arrays, members, trees_in)
    return residual_of(arrays, members), iterations
