"""Energies, momentum and centre of mass.

Source: THEORY §4; newton-euler-inverse-dynamics, "Equations du mouvement spatiales".
"""

from __future__ import annotations

from typing import Any

import numpy as np

from ...arrays import Array
from ...kernel import kernel
from ...native import native, new_array, refuse, scratch, vector, vector_of
from ..algebra.spatial import inertia_times
from ..kinematics.kinematics import velocities_into
from ..kinematics.placements import joint_placements_into, world_placements_into
from ..kinematics.table import placements_scratch, rows
from ..model.checks import checked
from ..model.input_validation import valid_qv
from ..model.model import GRAVITY, Model


def kinetic_energy(model: Model, q: Array, v: Array) -> float:
    """Kinetic energy ½ Σ ξᵀ I ξ over bodies, and ½ armature v² of the rotors [J]. Raises ArgumentError."""
    return float(_evaluate(model, q, v)[0])


def momentum(model: Model, q: Array, v: Array) -> Array:
    """Momentum (6,) of all bodies [linear; angular about the world's origin], world axes [N s, N m s].

    Rotors given only as armature are not in it. Raises ArgumentError.
    """
    return _evaluate(model, q, v)[1:7]


def potential_energy(model: Model, q: Array, gravity: tuple[float, float, float] = GRAVITY) -> float:
    """Potential energy -m g · c of all moving bodies, zero with the centre of mass at the world's origin [J].

    Raises ArgumentError.
    """
    gx, gy, gz = gravity
    _, x, y, z = _evaluate(model, q, np.zeros(model.nv))[7:11]
    return -float(x * gx + y * gy + z * gz)


def elastic_energy(model: Model, q: Array) -> float:
    """Energy of the joints' springs, ½ Σ k (q - rest)² [J]. Raises ArgumentError."""
    return float(_evaluate(model, q, np.zeros(model.nv))[11])


def energies(model: Model, q: Array, v: Array, gravity: tuple[float, float, float] = GRAVITY) -> tuple[float, float]:
    """`kinetic_energy`, and `potential_energy` with `elastic_energy`, at once [J]. Raises ArgumentError."""
    kinetic, *_, x, y, z, elastic = _evaluate(model, q, v).tolist()
    gx, gy, gz = gravity
    return kinetic, elastic - (x * gx + y * gy + z * gz)


def center_of_mass(model: Model, q: Array) -> Array:
    """Centre of mass (3,) of all moving bodies, in the world [m]; NaN if nothing that moves has mass.

    Raises ArgumentError.
    """
    result = _evaluate(model, q, np.zeros(model.nv))
    return result[8:11] / result[7] if result[7] else np.full(3, np.nan)


def _evaluate(model: Model, q: Array, v: Array) -> Array:
    """Kinetic energy, momentum (6), mass, first moment (3), energy of springs."""
    try:
        call = _energy_and_momentum.call
        return call(model.table, model.work, q, v)
    except TypeError:
        pass  # something to convert, or to refuse in words
    return _energy_and_momentum.call(model.table, model.work, *checked(model, q=q, v=v))


@native
def _energy_and_momentum(numpy: int, given: int, count: int) -> int:
    table, q, v = rows(given, 0), vector(numpy, given, 2), vector(numpy, given, 3)
    if not valid_qv(table, q, v):
        return refuse()
    array = new_array(numpy, (12,))
    if array:
        n, result = table.shape[0], vector_of(array, 12)
        X, W, V = placements_scratch(given, n), scratch(given, 1, 12 * n, n, 12), scratch(given, 1, 24 * n, n, 6)
        joint_placements_into(table, q, X)
        world_placements_into(table, X, W)
        velocities_into(table, X, v, V)
        result[0] = kinetic_energy_of(table, v, V)
        momentum_into(table, W, V, result[1:7])
        mass_moment_into(table, W, result[7:11])
        result[11] = elastic_energy_of(table, q)
    return array


@kernel
def kinetic_energy_of(table: Any, v: Array, V: Array) -> float:
    """Kinetic energy from the rows' twists V (n, 6) in their own axes [J]."""
    total = 0.0
    for i in range(1, table.shape[0]):
        row, s = table[i], V[i]
        p = inertia_times(row, s[0], s[1], s[2], s[3], s[4], s[5])
        total += p[0] * s[0] + p[1] * s[1] + p[2] * s[2] + p[3] * s[3] + p[4] * s[4] + p[5] * s[5]
        if row.armature != 0.0:
            for k in range(row.iv, row.iv + max(1, row.nv)):
                rate = row.ratio * v[k]
                total += row.armature * rate * rate
    return 0.5 * total


@kernel
def elastic_energy_of(table: Any, q: Array) -> float:
    """Energy of the joints' springs [J]."""
    total = 0.0
    for i in range(1, table.shape[0]):
        row = table[i]
        if row.stiffness != 0.0:
            stretch = row.ratio * q[row.iq] + row.offset - row.rest
            total += row.stiffness * stretch * stretch
    return 0.5 * total


@kernel
def momentum_into(table: Any, W: Array, V: Array, h: Array) -> None:
    """Write the momentum (6,) about the world's origin, from the rows' placements W and own twists V."""
    for k in range(6):
        h[k] = 0.0
    for i in range(1, table.shape[0]):
        w, s = W[i], V[i]
        p = inertia_times(table[i], s[0], s[1], s[2], s[3], s[4], s[5])
        fx = w[0] * p[0] + w[1] * p[1] + w[2] * p[2]
        fy = w[3] * p[0] + w[4] * p[1] + w[5] * p[2]
        fz = w[6] * p[0] + w[7] * p[1] + w[8] * p[2]
        h[0] += fx
        h[1] += fy
        h[2] += fz
        h[3] += w[0] * p[3] + w[1] * p[4] + w[2] * p[5] + w[10] * fz - w[11] * fy
        h[4] += w[3] * p[3] + w[4] * p[4] + w[5] * p[5] + w[11] * fx - w[9] * fz
        h[5] += w[6] * p[3] + w[7] * p[4] + w[8] * p[5] + w[9] * fy - w[10] * fx


@kernel
def mass_moment_into(table: Any, W: Array, result: Array) -> None:
    """Write total mass and first moment (4,) in the world, from the rows' placements W (n, 12)."""
    for k in range(4):
        result[k] = 0.0
    for i in range(1, table.shape[0]):
        row, w = table[i], W[i]
        h = row.moment
        result[0] += row.mass
        for k in range(3):
            result[1 + k] += row.mass * w[9 + k] + w[3 * k] * h[0] + w[3 * k + 1] * h[1] + w[3 * k + 2] * h[2]
