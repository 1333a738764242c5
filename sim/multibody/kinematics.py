"""Forward kinematics: where frames are and how they move.

Source: kinematic-model, "Vitesse de l'articulation i d'un robot"; Siciliano et al. 2009, §2.8 and §3.1.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from ..kernel import entry, i8, i_in, kernel, m_out, prepare, t_in, t_out, v_in
from .arrays import Array
from .checks import bad_argument, check_configuration, check_qv
from .model import PRISMATIC, REVOLUTE, Model
from .placements import joint_placement_into, joint_placements_into, world_placements_into
from .spatial import compose_into, motion_to_child
from .table import table_in


def frame_pose(model: Model, q: Array, frame: str) -> Array:
    """Pose (4, 4) of a frame in the world at configuration q (nq,).

    Raises UnknownNameError for an unknown frame, ArgumentError for a q of wrong size or not finite.
    """
    index = model.frame_index(frame)
    pose = np.empty((4, 4))
    try:
        status = _frame_pose(model.table, q, model.frame_row, model.frame_placement, index, pose)
    except TypeError:
        (q,) = prepare(_frame_pose, q=q)
        status = _frame_pose(model.table, q, model.frame_row, model.frame_placement, index, pose)
    if status:
        raise bad_argument(status, model, q=q)
    return pose


def frame_poses(model: Model, q: Array) -> Array:
    """Poses (len(frame_names), 4, 4) of all frames in the world, bodies first. Raises ArgumentError."""
    poses = np.empty((len(model.frame_names), 4, 4))
    try:
        status = _frame_poses(model.table, q, model.frame_row, model.frame_placement, poses)
    except TypeError:
        (q,) = prepare(_frame_poses, q=q)
        status = _frame_poses(model.table, q, model.frame_row, model.frame_placement, poses)
    if status:
        raise bad_argument(status, model, q=q)
    return poses


def frame_twists(model: Model, q: Array, v: Array) -> Array:
    """Twists (len(frame_names), 6) [v; ω] of all frames, each at its own origin, in world axes [m/s, rad/s].

    Raises ArgumentError for q or v of wrong size or not finite.
    """
    twists = np.empty((len(model.frame_names), 6))
    try:
        status = _frame_twists(model.table, q, v, model.frame_row, model.frame_placement, twists)
    except TypeError:
        q, v = prepare(_frame_twists, q=q, v=v)
        status = _frame_twists(model.table, q, v, model.frame_row, model.frame_placement, twists)
    if status:
        raise bad_argument(status, model, q=q, v=v)
    return twists


@entry(table_in, v_in, i_in, t_in, i8, m_out)
def _frame_pose(table: Any, q: Array, frame_row: Any, placement: Array, index: int, pose: Array) -> int:
    status = check_configuration(table, q)
    if status:
        return status
    scratch = np.empty((3, 12))
    A, B, X = scratch[0], scratch[1], scratch[2]
    for i in range(3):
        A[9 + i] = placement[index, i, 3]
        for j in range(3):
            A[3 * i + j] = placement[index, i, j]
    i = frame_row[index]
    while i > 0:
        joint_placement_into(table[i], q, X)
        compose_into(X, A, B)
        A, B = B, A
        i = table[i].parent
    _write_pose(A, pose)
    return 0


@entry(table_in, v_in, i_in, t_in, t_out)
def _frame_poses(table: Any, q: Array, frame_row: Any, placement: Array, poses: Array) -> int:
    status = check_configuration(table, q)
    if status:
        return status
    X = np.empty((table.shape[0], 12))
    W = np.empty((table.shape[0], 12))
    joint_placements_into(table, q, X)
    world_placements_into(table, X, W)
    frame_poses_into(W, frame_row, placement, poses)
    return 0


@entry(table_in, v_in, v_in, i_in, t_in, m_out)
def _frame_twists(table: Any, q: Array, v: Array, frame_row: Any, placement: Array, twists: Array) -> int:
    status = check_qv(table, q, v)
    if status:
        return status
    n = table.shape[0]
    X = np.empty((n, 12))
    W = np.empty((n, 12))
    V = np.empty((n, 6))
    joint_placements_into(table, q, X)
    world_placements_into(table, X, W)
    velocities_into(table, X, v, V)
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
    return 0


@kernel
def frame_poses_into(W: Array, frame_row: Any, placement: Array, poses: Array) -> None:
    """Write the poses (nf, 4, 4) of frames carried by rows whose world placements are W (n, 12)."""
    for f in range(frame_row.shape[0]):
        w = W[frame_row[f]]
        for i in range(3):
            a, b, c = w[3 * i], w[3 * i + 1], w[3 * i + 2]
            for j in range(4):
                poses[f, i, j] = a * placement[f, 0, j] + b * placement[f, 1, j] + c * placement[f, 2, j]
            poses[f, i, 3] += w[9 + i]
            poses[f, 3, i] = 0.0
        poses[f, 3, 3] = 1.0


@kernel
def velocities_into(table: Any, X: Array, v: Array, V: Array) -> None:
    """Write the twist of every row at its own origin, along its own axes, into V (n, 6).

    Source: newton-euler-inverse-dynamics, "mise à jour de la vitesse spatiale"; Featherstone 2008, table 5.1.
    """
    for k in range(6):
        V[0, k] = 0.0
    for i in range(1, table.shape[0]):
        row, s = table[i], V[i]
        p = V[row.parent]
        vx, vy, vz, wx, wy, wz = motion_to_child(X[i], p[0], p[1], p[2], p[3], p[4], p[5])
        if row.kind == REVOLUTE:
            wz += row.ratio * v[row.iv]
        elif row.kind == PRISMATIC:
            vz += row.ratio * v[row.iv]
        else:
            k = row.iv
            vx, vy, vz = vx + v[k], vy + v[k + 1], vz + v[k + 2]
            wx, wy, wz = wx + v[k + 3], wy + v[k + 4], wz + v[k + 5]
        s[0], s[1], s[2], s[3], s[4], s[5] = vx, vy, vz, wx, wy, wz


@kernel
def _write_pose(A: Array, pose: Array) -> None:
    for i in range(3):
        for j in range(3):
            pose[i, j] = A[3 * i + j]
        pose[i, 3] = A[9 + i]
        pose[3, i] = 0.0
    pose[3, 3] = 1.0
