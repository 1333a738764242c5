"""What recordings and plans hold for other programs alone: where the bodies are, and arrows of forces, at some instants."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from itertools import pairwise
from typing import Any

import msgspec
import numpy as np

from ...arrays import Array
from ...kernel import compile_entry, entry, i_in, kernel, m_in, m_out, t_in, t_out
from ...multibody.kinematics.kinematics import frame_poses_into
from ...multibody.kinematics.placements import joint_placements_into, world_placements_into
from ...multibody.kinematics.table import table_in
from ...multibody.model.model import Model

_METRES_PER_NEWTON = 0.005

# Messages as JSON, into which `%` puts numbers that are JSON: three times as fast as objects made and encoded. \0 is the time.
_TRANSFORM = (
    b'{"timestamp":\0,"parent_frame_id":"world","child_frame_id":NAME,"translation":{"x":%b,"y":%b,"z":%b},'
    b'"rotation":{"x":%b,"y":%b,"z":%b,"w":%b}}'
)
_ARROW = (
    b'{"pose":{"position":{"x":%b,"y":%b,"z":%b},"orientation":{"w":%b,"x":%b,"y":%b,"z":%b}},"shaft_length":%b,'
    b'"shaft_diameter":0.01,"head_length":%b,"head_diameter":0.02,"color":{"r":0.835,"g":0.369,"b":0.0,"a":1.0}}'
)
_FORCES = (
    b'{"deletions":[],"entities":[{"timestamp":\0,"frame_id":"world","id":"forces","lifetime":{"sec":0,"nsec":0},'
    b'"frame_locked":false,"metadata":[],"arrows":[%b],"cubes":[],"spheres":[],"cylinders":[],"lines":[],"triangles":[],'
    b'"texts":[],"models":[]}]}'
)


def shown_transforms(model: Model, t: Array, q: Array) -> list[bytes]:
    """Where the bodies are at times (n,) [s] and configurations (n, nq): a foxglove.FrameTransforms each."""
    template, width = _transforms(model.body_names), 7 * len(model.body_names)
    numbers = _numbers(body_poses(model, q))
    return [_at(now, template, numbers[i * width : (i + 1) * width]) for i, now in enumerate(t.tolist())]


def shown_forces(t: Array, last: np.ndarray, points: Array, forces: Array) -> list[bytes]:
    """Arrows of forces at times (n,) [s]: a foxglove.SceneUpdate each, with none for a force that is 0.

    last   : (n,) one past the last force of each, among the rows of the next two
    points : (k, 3) where they act [m]
    forces : (k, 3) [N]
    """
    size = np.sqrt(np.einsum("ij,ij->i", forces, forces))
    acts = size > 0.0
    lengths = size[acts, None] * _METRES_PER_NEWTON * [0.8, 0.2]
    rows = np.hstack((points[acts], _turns(forces[acts] / size[acts, None]), lengths))
    numbers, width = _numbers(rows), rows.shape[1]
    ends = np.r_[0, np.cumsum(acts)][np.r_[0, last]].tolist()
    return [
        _at(now, _forces(end - begin), numbers[begin * width : end * width])
        for now, (begin, end) in zip(t.tolist(), pairwise(ends), strict=True)
    ]


@lru_cache(maxsize=64)
def _forces(count: int) -> bytes:
    """The message of so many arrows."""
    return _FORCES % b",".join([_ARROW] * count)


@lru_cache(maxsize=4)
def _transforms(names: tuple[str, ...]) -> bytes:
    """The message of the poses of bodies."""
    known = (msgspec.json.encode(name).replace(b"%", b"%%") for name in names)
    return b'{"transforms":[%b]}' % b",".join(_TRANSFORM.replace(b"NAME", name) for name in known)


def _numbers(rows: Array) -> list[bytes]:
    """Each of some numbers as JSON, with nine decimals; what is none is null."""
    with np.errstate(over="ignore"):
        return msgspec.json.encode(rows.round(9).ravel().tolist())[1:-1].split(b",") if rows.size else []


def _at(t: float, template: bytes, numbers: Sequence[bytes]) -> bytes:
    """A message of a time [s]."""
    seconds, rest = divmod(max(0, round(t * 1e9)), 10**9)
    return (template % tuple(numbers)).replace(b"\0", b'{"sec":%d,"nsec":%d}' % (seconds, rest))


def body_poses(model: Model, q: Array) -> Array:
    """Poses (n, bodies, 7) of all bodies in the world at configurations (n, nq): x y z [m], and quaternions x y z w."""
    rows, bodies = len(model.table), len(model.body_names)
    poses = np.zeros((len(q), bodies, 7))
    compile_entry(_body_poses)
    _body_poses(
        model.table,
        model.frame_row[:bodies],
        model.frame_placement[:bodies],
        np.ascontiguousarray(q),
        np.zeros((rows + rows // 4 + 1, 12)),
        np.zeros((rows, 12)),
        np.zeros((bodies, 4, 4)),
        poses,
    )
    return poses


@entry(table_in, i_in, t_in, m_in, m_out, m_out, t_out, t_out)
def _body_poses(table: Any, frame_row: Any, placement: Array, Q: Array, X: Array, W: Array, T: Array, poses: Array) -> int:
    """X, W, T are scratch: placements of rows, and poses (bodies, 4, 4)."""
    for n in range(Q.shape[0]):
        joint_placements_into(table, Q[n], X)
        world_placements_into(table, X, W)
        frame_poses_into(W, frame_row, placement, T)
        for b in range(T.shape[0]):
            _pose_into(T[b], poses[n, b])
    return 0


@kernel
def _pose_into(T: Array, pose: Array) -> None:
    """Write a pose (4, 4) as the (7,) numbers of a free-flyer, as `pose_numbers` does."""
    trace = T[0, 0] + T[1, 1] + T[2, 2]
    largest, most = 3, trace
    for i in range(3):
        pose[i] = T[i, 3]
        if 2.0 * T[i, i] - trace > most:
            largest, most = i, 2.0 * T[i, i] - trace
    i, j, k = largest % 3, (largest + 1) % 3, (largest + 2) % 3
    a, b, c = T[k, j] - T[j, k], T[j, i] + T[i, j], T[k, i] + T[i, k]
    if largest == 3:
        b, c = T[i, k] - T[k, i], T[j, i] - T[i, j]
    norm = np.sqrt((1.0 + most) * (1.0 + most) + a * a + b * b + c * c)
    pose[3 + largest] = (1.0 + most) / norm
    pose[3 + (i if largest == 3 else 3)] = a / norm
    pose[3 + j], pose[3 + k] = b / norm, c / norm


def _turns(directions: Array) -> Array:
    """Quaternions (k, 4), w x y z, that turn the x axis onto unit vectors (k, 3)."""
    half = np.zeros((len(directions), 4))
    half[:, 0], half[:, 2], half[:, 3] = 1.0 + directions[:, 0], -directions[:, 2], directions[:, 1]
    norm = np.sqrt(np.einsum("ij,ij->i", half, half))
    half[norm < 1e-9], norm[norm < 1e-9] = (0.0, 0.0, 0.0, 1.0), 1.0
    return half / norm[:, None]
