"""The Jacobian of a frame: from velocities v to the frame's twist.

Source: kinematic-model, "Calcul de la jacobienne"; THEORY §1, route 1 (geometric columns).
"""

from __future__ import annotations

from typing import Any

import numpy as np

from ..errors import UnknownNameError
from ..kernel import entry, i8, i_in, kernel, m_out, prepare, t_in, v_in
from .arrays import Array
from .checks import bad_argument, check_configuration
from .model import PRISMATIC, REVOLUTE, Model
from .placements import joint_placement_into
from .spatial import compose_into
from .table import table_in

WORLD_ALIGNED, LOCAL, WORLD = 0, 1, 2

REFERENCES = {"world_aligned": WORLD_ALIGNED, "local": LOCAL, "world": WORLD}
"""Where the twist is taken and along which axes: at the frame's origin in world axes, at the frame's origin in its own
axes, or at the world's origin in world axes."""


def jacobian(model: Model, q: Array, frame: str, reference: str = "world_aligned") -> Array:
    """Jacobian J (6, nv) of a frame: twist [v; ω] = J v, in m/s and rad/s per unit of v.

    reference : "world_aligned", "local" or "world", see `REFERENCES`.
    Raises UnknownNameError for an unknown frame or reference, ArgumentError for a bad q.
    """
    index = model.frame_index(frame)
    code = REFERENCES.get(reference)
    if code is None:
        raise UnknownNameError("reference", str(reference), REFERENCES)
    J = np.empty((6, model.nv))
    try:
        status = _jacobian(model.table, q, model.frame_row, model.frame_placement, index, code, J)
    except TypeError:
        (q,) = prepare(_jacobian, q=q)
        status = _jacobian(model.table, q, model.frame_row, model.frame_placement, index, code, J)
    if status:
        raise bad_argument(status, model, q=q)
    return J


@entry(table_in, v_in, i_in, t_in, i8, i8, m_out)
def _jacobian(table: Any, q: Array, frame_row: Any, placement: Array, index: int, reference: int, J: Array) -> int:
    status = check_configuration(table, q)
    if status:
        return status
    n = table.shape[0]
    W = np.empty((n, 12))
    X = np.empty(12)
    path = np.empty(n, np.int64)
    count = 0
    i = frame_row[index]
    while i > 0:
        path[count] = i
        count += 1
        i = table[i].parent
    for k in range(count - 1, -1, -1):
        i = path[k]
        if k == count - 1:
            joint_placement_into(table[i], q, W[i])
        else:
            joint_placement_into(table[i], q, X)
            compose_into(W[path[k + 1]], X, W[i])

    J[:, :] = 0.0
    F = np.zeros(12)  # pose of the frame in the world
    for i in range(3):
        for j in range(3):
            X[3 * i + j] = placement[index, i, j]
        X[9 + i] = placement[index, i, 3]
    if count > 0:
        compose_into(W[path[0]], X, F)
    else:
        F[:] = X
    if reference == WORLD:
        jacobian_columns_into(table, W, path, count, 0.0, 0.0, 0.0, J)
    else:
        jacobian_columns_into(table, W, path, count, F[9], F[10], F[11], J)
    if reference == LOCAL:
        _rotate_columns(F, J)
    return 0


@kernel
def jacobian_columns_into(table: Any, W: Array, path: Any, count: int, x: float, y: float, z: float, J: Array) -> None:
    """Add the columns of the rows path[:count] to J (6, nv): twist at the point (x, y, z), in world axes."""
    for k in range(count):
        row, w = table[path[k]], W[path[k]]
        iv = row.iv
        rx, ry, rz = x - w[9], y - w[10], z - w[11]
        if row.kind == REVOLUTE:
            ux, uy, uz = row.ratio * w[2], row.ratio * w[5], row.ratio * w[8]
            J[0, iv] += uy * rz - uz * ry
            J[1, iv] += uz * rx - ux * rz
            J[2, iv] += ux * ry - uy * rx
            J[3, iv] += ux
            J[4, iv] += uy
            J[5, iv] += uz
        elif row.kind == PRISMATIC:
            J[0, iv] += row.ratio * w[2]
            J[1, iv] += row.ratio * w[5]
            J[2, iv] += row.ratio * w[8]
        else:
            for j in range(3):
                ux, uy, uz = w[j], w[3 + j], w[6 + j]
                J[0, iv + j], J[1, iv + j], J[2, iv + j] = ux, uy, uz
                J[0, iv + 3 + j] = uy * rz - uz * ry
                J[1, iv + 3 + j] = uz * rx - ux * rz
                J[2, iv + 3 + j] = ux * ry - uy * rx
                J[3, iv + 3 + j], J[4, iv + 3 + j], J[5, iv + 3 + j] = ux, uy, uz


@kernel
def _rotate_columns(F: Array, J: Array) -> None:
    """Turn the columns of J from world axes into those of the frame F (12,)."""
    for c in range(J.shape[1]):
        for b in (0, 3):
            x, y, z = J[b, c], J[b + 1, c], J[b + 2, c]
            J[b, c] = F[0] * x + F[3] * y + F[6] * z
            J[b + 1, c] = F[1] * x + F[4] * y + F[7] * z
            J[b + 2, c] = F[2] * x + F[5] * y + F[8] * z
