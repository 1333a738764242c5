"""The lecture's hopper, as its exercises find it: just landing, the foot ahead of the body."""

from __future__ import annotations

import math

import numpy as np

from torseur import sim
from torseur.sim.arrays import Array

from ...case import Case, frame_of

FILE, NAME, FRAME = "hopper.urdf", "hopper", "foot"
TASK = "lecture_hop"  # whose plan is asked about
LEAN, LENGTH = -math.radians(20.0), 1.2  # [rad], [m]
LANDING = (0.0, LENGTH * math.cos(LEAN), LEAN, LENGTH)  # x, z, lean, length: the foot is on the ground
G = 9.81
_PLANE = [0, 2]  # rows of a Jacobian: x and z


def masses(case: Case) -> tuple[float, float]:
    """Of body and foot [kg]."""
    found = {body.name.split("/")[-1]: body.mass for body in case.model.bodies}
    return found["body"], found["foot"]


def body_jacobian(case: Case) -> Array:
    """Of the body's place (2, 4), along x and z."""
    return sim.jacobian(case.model, case.q, frame_of(case.model, "body"))[_PLANE]


def foot_jacobian(case: Case) -> Array:
    """Of the foot's place (2, 4), along x and z."""
    return case.J[_PLANE]


def leg_length(case: Case) -> float:
    """From body to foot [m]."""
    body = sim.frame_pose(case.model, case.q, frame_of(case.model, "body"))[:3, 3]
    return float(np.linalg.norm(body - case.position))
