"""Projected Gauss-Seidel with the exact Coulomb solve of one contact at a time.

Source: Jourdan, Alart & Jean 1998; Acary & Brogliato 2008, §13.7.
"""

from __future__ import annotations

from typing import Any

from ..kernel import kernel
from ..multibody.arrays import Array
from .assembly import add_scaled, velocity_of
from .friction_cone import natural_map, solve_one


@kernel
def sweep(contacts: Any, members: Any, segments: Any, J: Array, Y: Array, G: Array, r: Array, v: Array) -> None:
    """One pass over the contacts `members`: impulses r (nc, 3) and velocities v (nv,) are brought up to date together."""
    for m in range(members.shape[0]):
        c = members[m]
        g = G[c]
        ux, uy, uz = velocity_of(segments, c, J, v)
        x, y, z = r[c, 0], r[c, 1], r[c, 2]
        bx = ux - g[0] * x - g[1] * y - g[2] * z
        by = uy - g[1] * x - g[3] * y - g[4] * z
        bz = uz - g[2] * x - g[4] * y - g[5] * z - contacts[c].target
        nx, ny, nz = solve_one(contacts[c].friction, g[0], g[1], g[2], g[3], g[4], g[5], bx, by, bz)
        if nx != x or ny != y or nz != z:
            add_scaled(segments, c, Y, nx - x, ny - y, nz - z, v)
            r[c, 0], r[c, 1], r[c, 2] = nx, ny, nz


@kernel
def residual_of(contacts: Any, members: Any, segments: Any, J: Array, G: Array, r: Array, v: Array) -> float:
    """The largest natural-map residual of the contacts `members` [m/s]."""
    worst = 0.0
    for m in range(members.shape[0]):
        c = members[m]
        ux, uy, uz = velocity_of(segments, c, J, v)
        rho = 1.0 / max(G[c, 0], max(G[c, 3], G[c, 5]))
        e = natural_map(contacts[c].friction, rho, contacts[c].target, ux, uy, uz, r[c, 0], r[c, 1], r[c, 2])
        if not e <= worst:  # NaN counts as the worst
            worst = e
    return worst


@kernel
def velocities_from(
    members: Any, trees_in: Any, trees: Any, segments: Any, Y: Array, free: Array, r: Array, v: Array
) -> None:
    """V = free + Σ Y r for the trees `trees_in`, exactly: without what sweeps have let accumulate."""
    for k in range(trees_in.shape[0]):
        tree = trees[trees_in[k]]
        for j in range(tree.v0, tree.v0 + tree.nv):
            v[j] = free[j]
    for m in range(members.shape[0]):
        c = members[m]
        add_scaled(segments, c, Y, r[c, 0], r[c, 1], r[c, 2], v)
