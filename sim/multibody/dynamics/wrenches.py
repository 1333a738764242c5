"""Wrenches of the environment on frames, and what the joints feel of them.

Source: kinematic-model, "Environnement → articulations à l'équilibre": Γ = Σ Jᵀ F.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np

from ...arrays import Array, as_floats
from ...errors import ArgumentError
from ..kinematics.jacobian import jacobian
from ..model.model import Model

Wrenches = Mapping[str, Any]
"""Frame name → wrench [f; n] (6,), in world axes at the frame's origin [N, N m]."""


def wrench_torque(model: Model, q: Array, wrenches: Wrenches) -> Array:
    """Generalised force Γ (nv,) = Σ Jᵀ F of wrenches on frames [N m | N]. Raises UnknownNameError, ArgumentError."""
    total = np.zeros(model.nv)
    for frame, wrench in checked_wrenches(wrenches).items():
        total += wrench @ jacobian(model, q, frame)
    return total


def checked_wrenches(wrenches: Wrenches) -> dict[str, Array]:
    """The wrenches as arrays (6,), or an ArgumentError."""
    if not isinstance(wrenches, Mapping):
        raise ArgumentError("wrenches must map frame names to 6 numbers [f; n]; given {name}", name=type(wrenches).__name__)
    result = {}
    for frame, wrench in wrenches.items():
        result[frame] = as_floats(f"wrenches[{frame!r}]", wrench)
        if result[frame].shape != (6,) or not np.all(np.isfinite(result[frame])):
            raise ArgumentError(
                "wrenches[{frame!r}] must be 6 finite numbers [f; n]; given {wrench!r}", frame=frame, wrench=wrench
            )
    return result
