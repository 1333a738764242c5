"""The planar arm in motion, as the exercises on dynamics ask about it: its numbers, and its Newton-Euler recursion."""

from __future__ import annotations

from collections.abc import Mapping
from math import radians

import numpy as np

from torseur import sim
from torseur.sim.arrays import Array

from ..case import Case

POSE = (radians(20), radians(60))
RATES, ACCELERATIONS = (1.5, -2.0), (3.0, 4.0)  # [rad/s], [rad/s²]
G = 9.81
PLANE = [0, 2]  # of the world: x forward, z up
H_FORMULA = (
    "np.array([[I1 + m1*r1**2 + I2 + m2*(l1**2 + r2**2 + 2*l1*r2*np.cos(q2)), I2 + m2*(r2**2 + l1*r2*np.cos(q2))], "
    "[I2 + m2*(r2**2 + l1*r2*np.cos(q2)), I2 + m2*r2**2]])"
)
C_FORMULA = "m2*l1*r2*np.sin(q2)*np.array([-(2*w1 + w2)*w2, w1**2])"
G_FORMULA = "np.array([(m1*r1 + m2*l1)*g*c1 + m2*r2*g*c12, m2*r2*g*c12])"
"""H, C q̇ and g, of `variables`."""


def body(case: Case, name: str) -> int:
    """Place of a link, by its name without the robot's."""
    return next(k for k, full in enumerate(case.model.body_names) if full.split("/")[-1] == name)


def steps(case: Case, link: str, gravity: float = G, force: Array | None = None) -> tuple[Array, Array]:
    """Of a link in motion, in the plane: acceleration of its centre of mass [m/s²], force of the joint on it [N].

    force : (3,) of the environment on the tool [N]
    """
    wrenches = None if force is None else {case.frame: np.concatenate([force, np.zeros(3)])}
    trace = sim.newton_euler_trace(
        case.model, case.q, np.array(RATES), np.array(ACCELERATIONS), wrenches, gravity=(0.0, 0.0, -gravity)
    )
    outward, inward = trace.of_body(case.model.body_names[body(case, link)])
    proper = outward.at(inward.center).proper_acceleration - [0.0, 0.0, gravity]
    return proper[PLANE], inward.force[PLANE]


def geometry(case: Case) -> Mapping[str, float]:
    """Lengths, masses and inertias about the centres of mass, about the axes."""
    links = [case.model.bodies[body(case, name)] for name in ("link1", "link2")]
    joints = [joint for joint in case.model.joints if joint.kind.nv]
    l1, l2 = (float(np.linalg.norm(joint.child_placement[:2, 3])) for joint in joints)
    r1, r2 = (length + float(link.com[0]) for length, link in zip((l1, l2), links, strict=True))
    return {
        "l1": l1, "l2": l2, "r1": r1, "r2": r2, "m1": links[0].mass, "m2": links[1].mass,
        "I1": float(links[0].inertia[2, 2]), "I2": float(links[1].inertia[2, 2]),
    }  # fmt: skip


def numbers(case: Case) -> Mapping[str, float]:
    """What the texts say."""
    q1, q2 = np.degrees(case.q)
    motion = dict(zip(("w1", "w2", "a1", "a2"), (*RATES, *ACCELERATIONS), strict=True))
    return {**geometry(case), **motion, "t1": float(q1), "t2": float(q2)}


def variables(case: Case) -> Mapping[str, float]:
    """What the formulas are of: w and a are of link 2, c1 to s12 cosines and sines."""
    q1, q12 = float(case.q[0]), float(case.q[0] + case.q[1])
    (w1, w2), (a1, a2) = RATES, ACCELERATIONS
    return {
        **geometry(case), "q1": q1, "q2": float(case.q[1]), "w1": w1, "w2": w2, "a1": a1, "a2": a2, "w": w1 + w2, "a": a1 + a2,
        "g": G, "c1": float(np.cos(q1)), "s1": float(np.sin(q1)), "c12": float(np.cos(q12)), "s12": float(np.sin(q12)),
    }  # fmt: skip
