"""The lecture's problem as a task of the hopper: the motion that it keeps near, and where that begins and ends.

min Σ ½‖x_k − x̂_k‖² + ½·0.001 ‖u_k − û‖² + ½‖x_45 − x̂_45‖², subject to x_{k+1} = RK4(x_k, u_k) with the input held over 0.1 s, the
foot at rest on the ground in stance, a leg of 0.5 to 1.5 m at all knots, and x_1 and x_45 given.

Source: contact-dynamics-lecture16; TRAJECTORY §0 has the numbers.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from ...texts import tr
from ..hopper.hopper_system import PARAMETERS, hopper_limits
from ..hopper.symbols import hopper_inputs, hopper_states
from ..task.lecture_switches import LectureSwitches
from ..task.plan_task import PlanTask, StateReference, TaskPhase

STEP = 0.1  # [s] between knots
STEPS = (5, 5, 5, 5, 5, 5, 5, 5, 4)
"""Of stance and flight in turn."""
INPUT_WEIGHT = 1e-3  # of the cost, beside 1 of the states


def lecture_task(switches: LectureSwitches | None = None, steps: Sequence[int] = STEPS) -> PlanTask:
    """The lecture's problem, or what the switches make of it, with so many steps of stance and flight in turn."""
    switches = LectureSwitches() if switches is None else switches
    task = PlanTask(
        name="lecture_hop",
        title="The lecture's hop",
        description=tr("Stance and flight in turn, RK4 with the input held over 0.1 s, 45 knots: contact-dynamics-lecture16."),
        phases=tuple(TaskPhase("flight" if k % 2 else "stance", count, STEP * count) for k, count in enumerate(steps)),
        system="lecture",
        limits=hopper_limits(switches),
        costs={},
        method="rk4",
        lecture=switches,
    )
    return with_reference(task, switches)


def with_reference(task: PlanTask, switches: LectureSwitches) -> PlanTask:
    """The task with these switches, the lecture's reference, and its ends where the task gives no others."""
    reference, states = lecture_reference(switches), hopper_states(switches)
    ends = [
        {name: given.get(name, float(reference.values[name][k])) for name in states}
        for given, k in ((task.start, 0), (task.goal, -1))
    ]
    return replace(task, lecture=switches, reference=reference, start=ends[0], goal=ends[1])


def lecture_reference(switches: LectureSwitches) -> StateReference:
    """Evenly forwards with four hops of half a metre, from rest to rest, the leg carrying the body."""
    count = 45
    t = np.linspace(0.0, STEP * (count - 1), count)
    names = (*hopper_states(switches), *hopper_inputs(switches))
    values = {name: np.zeros(count) for name in names}
    values["body_x"] = values["foot_x"] = np.linspace(-1.0, 1.0, count)
    values["body_z"] = 1.0 + 0.5 * np.sin(2.0 * np.pi * np.arange(count) / 10.0)
    values["body_vx"] = values["foot_vx"] = np.pad(np.full(count - 2, 2.0 / t[-1]), 1)
    values["force"] = np.full(count, PARAMETERS["body_mass"] * PARAMETERS["gravity"])
    weights = {name: INPUT_WEIGHT if name in hopper_inputs(switches) else 1.0 for name in names}
    return StateReference(t, values, weights, summed=True)
