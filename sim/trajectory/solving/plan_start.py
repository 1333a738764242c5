"""A plan as the place where another is started."""

from __future__ import annotations

import numpy as np

from ...arrays import Array
from ...errors import ArgumentError
from ..transcription.transcription import Transcription
from ..values import Plan


def unknowns_of(made: Transcription, plan: Plan) -> Array:
    """The unknowns of a program near a plan of the same system. Raises ArgumentError for a plan with other phases.

    Knots may be more or fewer; the plan's nodes are read at the same part of each phase.
    """
    modes = [phase.mode for phase in plan.phases]
    wanted = [phase.mode.name for phase in made.layout.phases]
    if plan.state_names != made.system.state_names or modes != wanted:
        raise ArgumentError(
            "a plan of {modes} cannot start one of {wanted}; the phases must be the same",
            modes=" → ".join(modes),
            wanted=" → ".join(wanted),
        )
    values = np.zeros(made.layout.variables)
    for layout, phase in zip(made.layout.phases, plan.phases, strict=True):
        s = (phase.t - phase.t[0]) / phase.duration
        state = np.column_stack([np.interp(layout.s, s, column) for column in phase.state.T])
        inputs = np.column_stack([np.interp(layout.s, s, column) for column in phase.inputs.T])
        for node, full in enumerate(state):
            x, p = (np.asarray(part).ravel() for part in layout.mode.minimal(full))
            values[layout.x[node]] = x
            values[layout.p] = p
        values[layout.u] = inputs[layout.knot][: len(layout.u)]
        values[layout.duration] = phase.duration
    return values
