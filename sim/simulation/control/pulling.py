"""How strongly the user pulls a body: a spring that feels the same whatever the body weighs."""

from __future__ import annotations

import math

from ...multibody.model.model import Model

_FREQUENCY = 4.0  # [Hz]


def pull_gains(model: Model, body: str) -> tuple[float, float] | None:
    """Stiffness [N/m] and damping [N s/m] of the pull on a body: 4 Hz, critically damped, for the mass it carries.

    None for a body that is fixed to the world. Raises UnknownNameError.
    """
    row = int(model.frame_row[model.frame_index(body)])
    if row == 0:
        return None
    mass = max(float(model.table["mass"][row]), 1e-6)
    omega = 2.0 * math.pi * _FREQUENCY
    return mass * omega**2, 2.0 * mass * omega
