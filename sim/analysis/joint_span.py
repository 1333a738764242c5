"""Between what a joint is looked at, where it may have no limits."""

from __future__ import annotations

import math

from ..multibody.model.model import JointKind, Model


def joint_span(model: Model, joint: str) -> tuple[float, float]:
    """Between what a joint moves: its limits; where it has none, ±π [rad], or ±1 m about the other limit."""
    limits = model.joint(joint)
    half = 1.0 if limits.kind is JointKind.PRISMATIC else math.pi
    low = limits.lower if math.isfinite(limits.lower) else min(-half, limits.upper - half)
    high = limits.upper if math.isfinite(limits.upper) else max(half, limits.lower + half)
    return low, high
