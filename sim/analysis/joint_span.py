"""Between what a joint is looked at, where it may have no limits."""

from __future__ import annotations

import math

from ..multibody.model.model import JointKind, Model


def joint_span(model: Model, joint: str) -> tuple[float, float]:
    """Between what a joint moves: its limits; where it has none, ±π [rad], or ±1 m about the other limit."""
    given = model.joint(joint)
    half = 1.0 if given.kind is JointKind.PRISMATIC else math.pi
    low = given.lower if math.isfinite(given.lower) else min(-half, given.upper - half)
    high = given.upper if math.isfinite(given.upper) else max(half, given.lower + half)
    return low, high
