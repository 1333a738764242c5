"""Small steps that several answers share."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import numpy as np

import sim
from sim.multibody.arrays import Array

from .case import Case
from .question import Arrow, Numbers


def solved(J: Array, v: Array) -> Array:
    """Joint rates q̇ (n,) with J q̇ = v, of a square J; raises LinAlgError where J is singular (THEORY §2, tolerance)."""
    if rank(J) < len(J):
        raise np.linalg.LinAlgError("J is singular")
    return np.asarray(np.linalg.solve(J, v))


def rank(J: Array) -> int:
    """How many directions J (m, n) reaches, by the tolerance of THEORY §2."""
    return int(np.linalg.matrix_rank(J, tol=max(J.shape) * np.finfo(float).eps * np.linalg.norm(J, 2)))


def lost(J: Array) -> Array:
    """The unit direction (m,) that J (m, n) does not reach; raises LinAlgError unless there is just one."""
    if rank(J) != len(J) - 1:
        raise np.linalg.LinAlgError("J loses no direction, or several")
    u = np.linalg.svd(J)[0][:, -1]
    return np.asarray(u * np.sign(u[np.argmax(np.abs(u))]))


def vanishing(case: Case, determinant: Numbers, places: Mapping[str, Sequence[Sequence[float]]]) -> str:
    """The one key at all of whose configurations, and not by chance, a determinant is 0."""
    zero = {
        key: all(abs(float(determinant(case.at(np.array(q))))) < 1e-12 for q in configurations)
        for key, configurations in places.items()
    }
    (found,) = [key for key, is_zero in zero.items() if is_zero] or ["never"]
    return found


def origin(case: Case, body: str) -> Array:
    """Where the origin of a body is (3,), by its name without the robot's [m]."""
    name = next(name for name in case.model.frame_names if name.split("/")[-1] == body)
    return sim.frame_pose(case.model, case.q, name)[:3, 3]


def lever(case: Case, joint: int) -> Array:
    """From the axis of a revolute joint to the tool, at right angles to the axis (3,) [m]."""
    J = case.J
    return np.asarray(np.cross(J[:3, joint], J[3:, joint]))


def at_tool(case: Case, kind: str, vector: Sequence[float] | Array, label: str) -> tuple[Arrow, ...]:
    """One arrow at the tool."""
    return (Arrow(kind, case.position, np.asarray(vector, dtype=np.float64), label),)
