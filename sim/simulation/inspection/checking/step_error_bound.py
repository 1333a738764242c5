"""What the error of a step may be at most: of the page Checks, `torseur check` and the status line."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from ....arrays import Array

if TYPE_CHECKING:
    from ...recording.recording import Recording

_OF_SPEED, _MOST_OF_SPEED = 1e-2, 0.5  # shares of the speed of what moves that a step may be wrong by


def step_error_bounds(recording: Recording, part: slice) -> tuple[Array, Array]:
    """Up to where the step errors of the states `part` pass, and beyond what they fail (n,), (n,) [m/s].

    g h, gravity's in a step, or a hundredth of the speed of what moves; ten times g h, or half the speed.
    """
    gravity = max(float(np.linalg.norm(recording.scene.gravity)) * recording.settings.dt, 1e-9)
    mass = float(np.sum(recording.scene.model.table["mass"]))
    first, stop, _ = part.indices(len(recording))
    kinetic = np.maximum(recording.kinetic[part], recording.kinetic[np.maximum(np.arange(first, stop) - 1, 0)])
    speed = np.sqrt(2.0 * kinetic / mass) if mass > 0.0 else np.zeros(len(kinetic))
    return np.maximum(gravity, _OF_SPEED * speed), np.maximum(10.0 * gravity, _MOST_OF_SPEED * speed)
