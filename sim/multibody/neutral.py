"""Configurations to start from: neutral, and random within the limits. Needs no compiled code."""

from __future__ import annotations

import math

import numpy as np

from .arrays import Array
from .model import FREE_FLYER, Model


def neutral(model: Model) -> Array:
    """The configuration (nq,) of all zeros, with unit quaternions; limits are not looked at."""
    q = np.zeros(model.nq)
    for row in model.table:
        if row["kind"] == FREE_FLYER:
            q[row["iq"] + 6] = 1.0
    return q


def random_configuration(model: Model, rng: np.random.Generator | int | None = None) -> Array:
    """A configuration (nq,) drawn uniformly between the limits.

    Angles without limits are drawn in ±π, displacements in ±1 m, free-flyers in the cube ±1 m with any orientation.
    `rng` is a generator or a seed.
    """
    rng = np.random.default_rng(rng)
    q = np.empty(model.nq)
    for name, (place, _) in model.joint_slices().items():
        joint = model.joint(name)
        if joint.kind.nq == 7:
            quaternion = rng.normal(size=4)
            q[place] = np.concatenate([rng.uniform(-1, 1, 3), quaternion / np.linalg.norm(quaternion)])
            continue
        span = 1.0 if joint.kind.value == "prismatic" else math.pi
        low = joint.lower if math.isfinite(joint.lower) else min(-span, joint.upper - span)
        high = joint.upper if math.isfinite(joint.upper) else max(span, joint.lower + span)
        q[place] = rng.uniform(low, high)
    return q
