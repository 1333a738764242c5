"""What the contacts of recorded states do to the joints, and what moves as a whole: many states in one compiled call."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from ....arrays import Array
from ....kernel import compile_entry, entry, i2_in, i_in, m_in, m_out
from ....multibody.dynamics.energy import mass_moment_into, momentum_into
from ....multibody.kinematics.columns import columns_in, columns_into, dot
from ....multibody.kinematics.kinematics import velocities_into
from ....multibody.kinematics.placements import joint_placements_into, world_placements_into
from ....multibody.kinematics.table import table_in
from ...recording.recorded_contacts import acting_points
from ...step_arrays import IMPULSE, SHAPE_A, SHAPE_B

if TYPE_CHECKING:
    from ....multibody.model.model import Model
    from ...running.scene.scene import Scene

MASS, MOMENT, LINEAR, ANGULAR = 0, 1, 4, 7  # columns of `moving_sums`; a vector begins at its column


def contact_torques(scene: Scene, Q: Array, last: np.ndarray, pairs: np.ndarray, numbers: Array) -> Array:
    """T r (n, nv) of the impulses, or forces, that n states are recorded with, at configurations Q (n, nq).

    last    : (n,) one past the last contact of each state, among the rows of the next two
    pairs   : (contacts, 4) and numbers (contacts, CONTACT_NUMBERS) of `Record`
    Each acts where the simulation has its law.
    """
    model = scene.model
    rows = np.ascontiguousarray(scene.system.shapes["row"].astype(np.int64)[pairs[:, [SHAPE_A, SHAPE_B]]])
    acting = np.ascontiguousarray(np.hstack([*acting_points(numbers), numbers[:, IMPULSE : IMPULSE + 3]]))
    n, result = len(model.table), np.zeros((len(Q), model.nv))
    compile_entry(_contact_torques)
    _contact_torques(
        model.table,
        model.columns,
        np.ascontiguousarray(Q),
        np.ascontiguousarray(last, dtype=np.int64),
        rows,
        acting,
        _placements_of(n),
        np.zeros((n, 12)),
        np.zeros((len(model.columns), 6)),
        np.zeros((n, 6)),
        result,
    )
    return result


def moving_sums(model: Model, Q: Array, V: Array) -> Array:
    """Of n states (n, 10): mass of what moves, mass times its centre, momentum [linear; angular about the world's origin].

    World axes [kg, kg m, N s, N m s]. Rotors given only as armature are in none.
    """
    n, result = len(model.table), np.zeros((len(Q), 10))
    compile_entry(_moving_sums)
    _moving_sums(
        model.table,
        np.ascontiguousarray(Q),
        np.ascontiguousarray(V),
        _placements_of(n),
        np.zeros((n, 12)),
        np.zeros((n, 6)),
        result,
    )
    return result


def _placements_of(rows: int) -> Array:
    """What `joint_placements_into` writes to, for so many rows: see `rows_for_placements`, which only kernels can call."""
    return np.zeros((rows + (rows + 3) // 4, 12))


@entry(table_in, columns_in, m_in, i_in, i2_in, m_in, m_out, m_out, m_out, m_out, m_out)
def _contact_torques(
    table: Any,
    columns: Any,
    Q: Array,
    last: Any,
    rows: Any,
    acting: Array,
    X: Array,
    W: Array,
    S: Array,
    F: Array,
    result: Array,
) -> int:
    """X, W, S, F are scratch: placements, poses, motions of columns, and forces on rows about their tree's point."""
    n = table.shape[0]
    for k in range(Q.shape[0]):
        first = last[k - 1] if k > 0 else 0
        if first == last[k]:
            continue
        joint_placements_into(table, Q[k], X)
        world_placements_into(table, X, W)
        columns_into(table, columns, W, S)
        for i in range(n):
            for j in range(6):
                F[i, j] = 0.0
        for c in range(first, last[k]):
            f = acting[c]
            for side in range(2):
                i = rows[c, side]
                if i <= 0:
                    continue
                root, sign = W[table[i].tree], -1.0 if side == 0 else 1.0
                fx, fy, fz = sign * f[6], sign * f[7], sign * f[8]
                x, y, z = f[3 * side] - root[9], f[3 * side + 1] - root[10], f[3 * side + 2] - root[11]
                F[i, 0] += fx
                F[i, 1] += fy
                F[i, 2] += fz
                F[i, 3] += y * fz - z * fy
                F[i, 4] += z * fx - x * fz
                F[i, 5] += x * fy - y * fx
        for i in range(n - 1, 0, -1):
            parent = table[i].parent
            if parent > 0:
                for j in range(6):
                    F[parent, j] += F[i, j]
        for c in range(columns.shape[0]):
            result[k, columns[c].iv] += dot(S[c], F[columns[c].row])
    return 0


@entry(table_in, m_in, m_in, m_out, m_out, m_out, m_out)
def _moving_sums(table: Any, Q: Array, V: Array, X: Array, W: Array, twists: Array, result: Array) -> int:
    for k in range(Q.shape[0]):
        joint_placements_into(table, Q[k], X)
        world_placements_into(table, X, W)
        velocities_into(table, X, V[k], twists)
        mass_moment_into(table, W, result[k, 0:4])
        momentum_into(table, W, twists, result[k, 4:10])
    return 0
