"""Small steps that several answers share."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

import numpy as np

from torseur import sim
from torseur.sim.arrays import Array

from .case import Case
from .question import Numbers, QuestionArrow

if TYPE_CHECKING:
    from torseur.sim.analysis.inverse_kinematics.values import VelocitySolution
    from torseur.sim.analysis.svd.values import TaskSVD


def motion(case: Case, v: Sequence[float] | Array) -> VelocitySolution:
    """Joint rates for a velocity v (3,) of the tool [m/s]; raises LinAlgError where these would not be the only ones."""
    found = sim.inverse_velocity(case.model, case.q, case.frame, np.asarray(v, dtype=np.float64), rows="position")
    if found.rank < len(found.speeds):
        raise np.linalg.LinAlgError("J has lost a direction")
    return found


def lost(case: Case) -> Array:
    """The directions (3, k), as columns, in which the tool cannot move."""
    found = decomposed(case)
    return found.U[:, found.rank :]


def lost_one(case: Case) -> Array:
    """The one of these (3,); raises LinAlgError unless there is just one."""
    found = lost(case)
    if found.shape[1] != 1:
        raise np.linalg.LinAlgError("J loses no direction, or several")
    return found[:, 0]


def decomposed(case: Case) -> TaskSVD:
    """The singular value decomposition of the position rows of J."""
    return sim.task_svd(sim.task_jacobian(case.model, case.q, case.frame))


def position_rows(case: Case) -> Array:
    """The rows (3, n) of J for the tool's position."""
    return case.J[:3]


def determinant(case: Case) -> Array:
    """Of these, where the robot has three joints [m to the power of the joints that turn]."""
    return np.asarray(np.linalg.det(position_rows(case)))


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


def at_tool(case: Case, kind: str, vector: Sequence[float] | Array, label: str) -> tuple[QuestionArrow, ...]:
    """One arrow at the tool."""
    return (QuestionArrow(kind, case.position, np.asarray(vector, dtype=np.float64), label),)
