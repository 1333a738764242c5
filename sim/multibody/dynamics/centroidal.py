"""The centre of mass and the momentum about it, as linear functions of the velocity.

Source: Orin, Goswami & Lee 2013, "Centroidal dynamics of a humanoid robot".
"""

from __future__ import annotations

from typing import Any

import numpy as np

from ...arrays import Array
from ...kernel import kernel
from ...native import matrix_of, native, new_array, refuse, scratch, vector
from ..kinematics.columns import columns, columns_into, inertia_times_into, inertias_into
from ..kinematics.placements import joint_placements_into, world_placements_into
from ..kinematics.table import placements_scratch, rows
from ..model.checks import checked
from ..model.input_validation import valid_q
from ..model.model import Model
from .energy import momentum


def centroidal_momentum_matrix(model: Model, q: Array) -> Array:
    """A (6, nv): momentum [linear; angular about the centre of mass] = A v, world axes [N s, N m s per unit of v].

    Rotors given only as armature are not in it. Without mass, angular is about the world's origin. Raises ArgumentError.
    """
    return _evaluate(model, q)[:6]


def centroidal_momentum(model: Model, q: Array, v: Array) -> Array:
    """Momentum (6,) of all bodies [linear; angular about the centre of mass], world axes [N s, N m s]. Raises ArgumentError."""
    (v,) = checked(model, v=v)
    return centroidal_momentum_matrix(model, q) @ v


def center_of_mass_jacobian(model: Model, q: Array) -> Array:
    """Jacobian (3, nv) of the centre of mass: its velocity = J v [m/s per unit of v]; NaN if nothing that moves has mass.

    Raises ArgumentError.
    """
    return _evaluate(model, q)[6:]


def center_of_mass_velocity(model: Model, q: Array, v: Array) -> Array:
    """Velocity (3,) of the centre of mass, world axes [m/s]; NaN if nothing that moves has mass. Raises ArgumentError."""
    mass = float(model.table["mass"][1:].sum())
    return momentum(model, q, v)[:3] / mass if mass else np.full(3, np.nan)


def _evaluate(model: Model, q: Array) -> Array:
    """Centroidal momentum matrix (6, nv) over the centre of mass's Jacobian (3, nv)."""
    try:
        call = _centroidal.call
        return call(model.table, model.work, model.columns, q)
    except TypeError:
        pass  # something to convert, or to refuse in words
    return _centroidal.call(model.table, model.work, model.columns, *checked(model, q=q))


@native
def _centroidal(numpy: int, given: int, count: int) -> int:
    table, cols, q = rows(given, 0), columns(given, 2), vector(numpy, given, 3)
    if not valid_q(table, q):
        return refuse()
    n, m, nv = table.shape[0], cols.shape[0], table[0].iv
    result = new_array(numpy, (9, nv))
    if result:
        X, W, K = placements_scratch(given, n), scratch(given, 1, 12 * n, n, 12), scratch(given, 1, 24 * n, n, 10)
        S, work = scratch(given, 1, 34 * n, m, 6), scratch(given, 1, 70 * n, 2, 6)
        joint_placements_into(table, q, X)
        world_placements_into(table, X, W)
        columns_into(table, cols, W, S)
        centroidal_into(table, cols, W, S, K, work, matrix_of(result, 9, nv))
    return result


@kernel
def centroidal_into(table: Any, columns: Any, W: Array, S: Array, K: Array, work: Array, result: Array) -> None:
    """Write the centroidal momentum matrix and the centre of mass's Jacobian into `result` (9, nv).

    W (n, 12) poses of rows in the world, S (m, 6) columns; K (n, 10), work (2, 6) scratch.
    """
    inertias_into(table, W, K)
    for i in range(table.shape[0] - 1, 0, -1):
        parent = table[i].parent
        if parent > 0:
            for k in range(10):
                K[parent, k] += K[i, k]
    mass, x, y, z = 0.0, 0.0, 0.0, 0.0
    for i in range(1, table.shape[0]):
        if table[i].parent == 0:
            mass += K[i, 0]
            x += K[i, 1] + K[i, 0] * W[i, 9]
            y += K[i, 2] + K[i, 0] * W[i, 10]
            z += K[i, 3] + K[i, 0] * W[i, 11]
    scale = 1.0 / mass if mass > 0.0 else np.nan
    x, y, z = (x / mass, y / mass, z / mass) if mass > 0.0 else (0.0, 0.0, 0.0)
    result[:, :] = 0.0
    f = work[0]
    for c in range(columns.shape[0]):
        i, j = columns[c].row, columns[c].iv
        root = W[table[i].tree]
        px, py, pz = root[9] - x, root[10] - y, root[11] - z
        inertia_times_into(K[i], S[c], f)
        result[0, j] += f[0]
        result[1, j] += f[1]
        result[2, j] += f[2]
        result[3, j] += f[3] + py * f[2] - pz * f[1]
        result[4, j] += f[4] + pz * f[0] - px * f[2]
        result[5, j] += f[5] + px * f[1] - py * f[0]
    for k in range(3):
        for j in range(result.shape[1]):
            result[6 + k, j] = scale * result[k, j]
