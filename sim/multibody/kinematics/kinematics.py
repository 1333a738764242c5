"""Forward kinematics: where frames are and how they move.

Source: kinematic-model, "Vitesse de l'articulation i d'un robot"; Siciliano et al. 2009, §2.8 and §3.1.
"""

from __future__ import annotations

from typing import Any

from ...arrays import Array
from ...kernel import kernel
from ...native import integer, matrix_of, native, new_array, refuse, scratch, tensor_of, vector
from ...simd import read_four, write_four
from ..algebra.spatial import compose_into, motion_of_several, motion_to_child
from ..model.checks import checked
from ..model.input_validation import valid_q, valid_qv
from ..model.model import PRISMATIC, REVOLUTE, Model
from .placements import joint_placement_into, joint_placements_into, world_placements_into
from .table import placements, placements_scratch, row_numbers, rows


def frame_pose(model: Model, q: Array, frame: str) -> Array:
    """Pose (4, 4) of a frame in the world at configuration q (nq,).

    Raises UnknownNameError for an unknown frame, ArgumentError for a q of wrong size or not finite.
    """
    index = model.frame_index(frame)
    try:
        call = _frame_pose.call
        return call(model.table, model.work, model.frame_row, model.frame_placement, q, index)
    except TypeError:
        pass  # something to convert, or to refuse in words
    (q,) = checked(model, q=q)
    return _frame_pose.call(model.table, model.work, model.frame_row, model.frame_placement, q, index)


def frame_poses(model: Model, q: Array) -> Array:
    """Poses (len(frame_names), 4, 4) of all frames in the world, bodies first. Raises ArgumentError."""
    try:
        call = _frame_poses.call
        return call(model.table, model.work, model.frame_row, model.frame_placement, q)
    except TypeError:
        pass  # something to convert, or to refuse in words
    (q,) = checked(model, q=q)
    return _frame_poses.call(model.table, model.work, model.frame_row, model.frame_placement, q)


def frame_twists(model: Model, q: Array, v: Array) -> Array:
    """Twists (len(frame_names), 6) [v; ω] of all frames, each at its own origin, in world axes [m/s, rad/s].

    Raises ArgumentError for q or v of wrong size or not finite.
    """
    try:
        call = _frame_twists.call
        return call(model.table, model.work, model.frame_row, model.frame_placement, q, v)
    except TypeError:
        pass  # something to convert, or to refuse in words
    q, v = checked(model, q=q, v=v)
    return _frame_twists.call(model.table, model.work, model.frame_row, model.frame_placement, q, v)


@native
def _frame_pose(numpy: int, given: int, count: int) -> int:
    table, q = rows(given, 0), vector(numpy, given, 4)
    if not valid_q(table, q):
        return refuse()
    result = new_array(numpy, (4, 4))
    if result:
        index, work = integer(given, 5), scratch(given, 1, 0, 3, 12)
        frame_pose_into(table, q, row_numbers(given, 2)[index], placements(given, 3)[index], work, matrix_of(result, 4, 4))
    return result


@native
def _frame_poses(numpy: int, given: int, count: int) -> int:
    table, frame_row, q = rows(given, 0), row_numbers(given, 2), vector(numpy, given, 4)
    if not valid_q(table, q):
        return refuse()
    n, frames = table.shape[0], frame_row.shape[0]
    result = new_array(numpy, (frames, 4, 4))
    if result:
        X, W = placements_scratch(given, n), scratch(given, 1, 12 * n, n, 12)
        joint_placements_into(table, q, X)
        world_placements_into(table, X, W)
        frame_poses_into(W, frame_row, placements(given, 3), tensor_of(result, frames, 4, 4))
    return result


@native
def _frame_twists(numpy: int, given: int, count: int) -> int:
    table, frame_row, q, v = rows(given, 0), row_numbers(given, 2), vector(numpy, given, 4), vector(numpy, given, 5)
    if not valid_qv(table, q, v):
        return refuse()
    n, frames = table.shape[0], frame_row.shape[0]
    result = new_array(numpy, (frames, 6))
    if result:
        X, W, V = placements_scratch(given, n), scratch(given, 1, 12 * n, n, 12), scratch(given, 1, 24 * n, n, 6)
        joint_placements_into(table, q, X)
        world_placements_into(table, X, W)
        velocities_into(table, X, v, V)
        frame_twists_into(W, V, frame_row, placements(given, 3), matrix_of(result, frames, 6))
    return result


@kernel
def frame_pose_into(table: Any, q: Array, row: int, placement: Array, work: Array, pose: Array) -> None:
    """Write the pose (4, 4) of a frame carried by a row at `placement` (4, 4) in it; work (3, 12) is scratch."""
    A, B, X = work[0], work[1], work[2]
    for i in range(3):
        A[9 + i] = placement[i, 3]
        for j in range(3):
            A[3 * i + j] = placement[i, j]
    while row > 0:
        joint_placement_into(table[row], q, X)
        compose_into(X, A, B)
        A, B = B, A
        row = table[row].parent
    _write_pose(A, pose)


@kernel
def frame_twists_into(W: Array, V: Array, frame_row: Any, placement: Array, twists: Array) -> None:
    """Write the twists (nf, 6) of frames, each at its own origin in world axes; W, V of the rows that carry them."""
    for f in range(frame_row.shape[0]):
        i = frame_row[f]
        x, y, z = placement[f, 0, 3], placement[f, 1, 3], placement[f, 2, 3]
        w, s = W[i], V[i]
        vx = s[0] + s[4] * z - s[5] * y
        vy = s[1] + s[5] * x - s[3] * z
        vz = s[2] + s[3] * y - s[4] * x
        for k in range(3):
            twists[f, k] = w[3 * k] * vx + w[3 * k + 1] * vy + w[3 * k + 2] * vz
            twists[f, 3 + k] = w[3 * k] * s[3] + w[3 * k + 1] * s[4] + w[3 * k + 2] * s[5]


@kernel
def frame_poses_into(W: Array, frame_row: Any, placement: Array, poses: Array) -> None:
    """Write the poses (nf, 4, 4) of frames carried by rows whose world placements are W (n, 12)."""
    for f in range(frame_row.shape[0]):
        w, p, pose = W[frame_row[f]], placement[f], poses[f]
        p0, p1, p2, p3 = read_four(p[0], 0), read_four(p[1], 0), read_four(p[2], 0), read_four(p[3], 0)
        for i in range(3):
            write_four(pose[i], 0, w[3 * i] * p0 + w[3 * i + 1] * p1 + w[3 * i + 2] * p2 + w[9 + i] * p3)
        write_four(pose[3], 0, p3)


@kernel
def velocities_into(table: Any, X: Array, v: Array, V: Array) -> None:
    """Write the twist of every row at its own origin, along its own axes, into V (n, 6).

    Source: newton-euler-inverse-dynamics, "mise à jour de la vitesse spatiale"; Featherstone 2008, table 5.1.
    """
    for k in range(6):
        V[0, k] = 0.0
    velocities_of_rows_into(table, X, v, V, 1, table.shape[0])


@kernel
def velocities_of_rows_into(table: Any, X: Array, v: Array, V: Array, first: int, last: int) -> None:
    """`velocities_into` for the rows first ≤ i < last, whose parents are among them or known."""
    for i in range(first, last):
        row, s = table[i], V[i]
        p = V[row.parent]
        vx, vy, vz, wx, wy, wz = motion_to_child(X[i], p[0], p[1], p[2], p[3], p[4], p[5])
        if row.kind == REVOLUTE:
            wz += row.ratio * v[row.iv]
        elif row.kind == PRISMATIC:
            vz += row.ratio * v[row.iv]
        else:
            r = motion_of_several(row, v)
            vx, vy, vz, wx, wy, wz = vx + r[0], vy + r[1], vz + r[2], wx + r[3], wy + r[4], wz + r[5]
        s[0], s[1], s[2], s[3], s[4], s[5] = vx, vy, vz, wx, wy, wz


@kernel
def _write_pose(A: Array, pose: Array) -> None:
    for i in range(3):
        for j in range(3):
            pose[i, j] = A[3 * i + j]
        pose[i, 3] = A[9 + i]
        pose[3, i] = 0.0
    pose[3, 3] = 1.0
