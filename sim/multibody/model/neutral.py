"""Configurations to start from: neutral, and random within the limits. Needs no compiled code."""

from __future__ import annotations

import math

import numpy as np

from ...arrays import Array
from .model import FREE_FLYER, SPHERICAL, JointKind, Model


def neutral(model: Model) -> Array:
    """The configuration (nq,) of all zeros, with unit quaternions; limits are not looked at."""
    q = np.zeros(model.nq)
    for row in model.table:
        if row["kind"] == FREE_FLYER:
            q[row["iq"] + 6] = 1.0
        elif row["kind"] == SPHERICAL:
            q[row["iq"] + 3] = 1.0
    return q


def random_configuration(model: Model, rng: np.random.Generator | int | None = None) -> Array:
    """A configuration (nq,) drawn uniformly between the limits.

    Angles without limits are drawn in ±π, displacements in ±1 m, free-flyers in the cube ±1 m, they and spherical joints with
    any orientation.
    `rng` is a generator or a seed.
    """
    rng = np.random.default_rng(rng)
    q = np.empty(model.nq)
    for name, (place, _) in model.joint_slices().items():
        joint = model.joint(name)
        quaternion = rng.normal(size=4) if joint.kind in (JointKind.FREE_FLYER, JointKind.SPHERICAL) else np.zeros(0)
        if joint.kind is JointKind.FREE_FLYER:
            q[place] = np.concatenate([rng.uniform(-1, 1, 3), quaternion / np.linalg.norm(quaternion)])
            continue
        if joint.kind is JointKind.SPHERICAL:
            q[place] = quaternion / np.linalg.norm(quaternion)
            continue
        if joint.kind is JointKind.PLANAR:
            q[place] = rng.uniform((-1, -1, -math.pi), (1, 1, math.pi))
            continue
        span = 1.0 if joint.kind is JointKind.PRISMATIC else math.pi
        low = joint.lower if math.isfinite(joint.lower) else min(-span, joint.upper - span)
        high = joint.upper if math.isfinite(joint.upper) else max(span, joint.lower + span)
        q[place] = rng.uniform(low, high)
    return q
