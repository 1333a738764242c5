"""Torques of a tracked motion kept such that the forces on what it stands by stay inside their friction cones.

While the contacts stick, their forces are affine in the torques: λ = -W⁻¹(d + J H⁻¹ Δτ). What lies outside the cone is projected
onto it, and the least Δτ that brings that about is added. Several contacts are projected one by one: where that cannot be had of
the torques exactly, it is the least-squares answer.
"""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from ....arrays import Array
from ....contact.contacts import Mode
from ....contact.linear_solvers import pivoted_solve
from ....kernel import allocating, kernel
from ..control.tracking import CONE, PHASE, add_torque
from .hybrid_work import ACTIVE_COUNT

_STICK = int(Mode.STICK)
_OUTSIDE = 1e-9  # of a force, by which it must be outside the cone to be moved into it
_LEAST = 1e-12  # share of the mean diagonal that makes matrices regular: planar robots have no motion across their plane


@allocating
def keep_in_cone(system: Any, control: Any, work: Any, hybrid: Any, W: Array, d: Array, a: Array) -> bool:
    """Change work.torque, and the free accelerations a (nv,), by what keeps held contacts in the cone. Whether it did.

    W (3c, 3c), d (3c,) : Delassus matrix and free accelerations of all held contacts, at a
    """
    which = np.empty(hybrid.counts[ACTIVE_COUNT], np.int64)
    m = _standing_contacts(system, control, hybrid, which)
    if m == 0:
        return False
    n = 3 * m
    asked, force, change = np.empty((n, n)), np.empty(n), np.zeros(n)
    if not _sticking_forces(W, d, which[:m], asked, force):
        return False
    if not _project(hybrid, control.track_numbers[CONE], which[:m], force, change):
        return False
    wanted = np.zeros(n)
    for i in range(n):
        for j in range(n):
            wanted[i] -= asked[i, j] * change[j]
    rows = np.zeros((n, a.shape[0]))
    _responses_of_torques(control, work, which[:m], rows)
    B = np.empty((n, n))
    for i in range(n):
        for j in range(n):
            B[i, j] = 0.0
            for k in range(a.shape[0]):
                B[i, j] += rows[i, k] * rows[j, k]
    _make_regular(B)
    if not pivoted_solve(B, wanted, n):
        return False
    torque = np.zeros(a.shape[0])
    for k in range(a.shape[0]):
        for i in range(n):
            torque[k] += rows[i, k] * wanted[i]
    add_torque(system.trees, work.F, control, torque, work.torque, a, np.empty(a.shape[0]))
    return True


@allocating
def start_standing(system: Any, control: Any, hybrid: Any, W: Array, d: Array, force: Array) -> None:
    """Where contacts that the motion stands by have no forces yet, begin to seek them at those that let all of them stick.

    Friction may be such that a foot at rest may stand or leave, both by the contact law, as in Painlevé's problems. Then it does
    what was planned. force (3c,) is written where forces that let it stand are inside the cones.
    """
    which = np.empty(hybrid.counts[ACTIVE_COUNT], np.int64)
    m = _standing_contacts(system, control, hybrid, which)
    for k in range(m):
        if force[3 * which[k] + 2] != 0.0:
            return
    if m == 0:
        return
    n = 3 * m
    found, change = np.empty(n), np.zeros(n)
    if not _sticking_forces(W, d, which[:m], np.empty((n, n)), found):
        return
    if _project(hybrid, 1.0, which[:m], found, change):
        return
    for i in range(n):
        force[3 * which[i // 3] + i % 3] = found[i]


@allocating
def _sticking_forces(W: Array, d: Array, which: Array, asked: Array, force: Array) -> bool:
    """Write the Delassus matrix (3m, 3m) of some contacts, and the forces (3m,) by which none of them moves; False: none are."""
    n = force.shape[0]
    for i in range(n):
        force[i] = -d[3 * which[i // 3] + i % 3]
        for j in range(n):
            asked[i, j] = W[3 * which[i // 3] + i % 3, 3 * which[j // 3] + j % 3]
    A = asked.copy()
    _make_regular(A)
    return pivoted_solve(A, force, n)


@kernel
def _standing_contacts(system: Any, control: Any, hybrid: Any, which: Array) -> int:
    """Write which held contacts stick and are of bodies that the motion stands by; their number."""
    m, p = 0, control.track_now[PHASE]
    for c in range(hybrid.counts[ACTIVE_COUNT]):
        contact = hybrid.contacts[c]
        if contact.a < 0 or contact.friction <= 0.0 or hybrid.active[c].mode != _STICK:
            continue
        a, b = system.shapes[contact.a].row, system.shapes[contact.b].row
        if control.track_held[p, a] != 0 or control.track_held[p, b] != 0:
            which[m] = c
            m += 1
    return m


@kernel
def _make_regular(A: Array) -> None:
    n = A.shape[0]
    mean = 0.0
    for i in range(n):
        mean += A[i, i] / n
    for i in range(n):
        A[i, i] += _LEAST * mean


@kernel
def _project(hybrid: Any, share: float, which: Array, force: Array, change: Array) -> bool:
    """Write what is to be added to forces (3m,) that are outside `share` of their cones; False if none is."""
    outside = False
    for k in range(which.shape[0]):
        x, y, z = force[3 * k], force[3 * k + 1], force[3 * k + 2]
        mu = share * hybrid.contacts[which[k]].friction
        t = math.sqrt(x * x + y * y)
        if t <= mu * z + _OUTSIDE * (t + abs(z)):
            continue
        outside = True
        if mu * t <= -z:
            change[3 * k], change[3 * k + 1], change[3 * k + 2] = -x, -y, -z
            continue
        normal = (z + mu * t) / (1.0 + mu * mu)
        change[3 * k], change[3 * k + 1] = (mu * normal / t - 1.0) * x, (mu * normal / t - 1.0) * y
        change[3 * k + 2] = normal - z
    return outside


@kernel
def _responses_of_torques(control: Any, work: Any, which: Array, rows: Array) -> None:
    """Write the accelerations (3m, nv) of the contacts for a unit of each torque that there is."""
    for k in range(which.shape[0]):
        for side in range(2):
            s = work.segments[which[k], side]
            for e in range(3):
                for j in range(s.n):
                    rows[3 * k + e, s.v0 + j] += control.track_driven[s.v0 + j] * work.Y[s.o + e * s.n + j]
