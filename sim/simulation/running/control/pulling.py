"""How strongly the user pulls a body: a spring that feels the same whatever the body weighs."""

from __future__ import annotations

import math

from ....arrays import Array
from ....errors import UnknownNameError
from ....multibody.model.model import Model
from ...step_arrays import Control
from .command import Pull

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


def set_pull(control: Control, model: Model, pull: Pull | None, where: str) -> None:
    """Put the spring on its body in place of the one before; None takes it off. Raises UnknownNameError, which says `where`."""
    control.pull_row[0] = 0
    if pull is None:
        return
    if pull.body not in model.body_names:
        raise UnknownNameError("body", pull.body, model.body_names, where)
    gains = pull_gains(model, pull.body)
    if gains is None:
        return  # fixed to the world: nothing moves
    index = model.frame_index(pull.body)
    in_row: Array = model.frame_placement[index][:3, :3] @ pull.point + model.frame_placement[index][:3, 3]
    control.pull_row[0] = int(model.frame_row[index])
    control.pull[:] = [*in_row, *pull.target, *gains]
