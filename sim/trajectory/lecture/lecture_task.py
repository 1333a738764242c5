"""The lecture's problem as a planning task, and back."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from ...arrays import Array
from ...errors import ArgumentError, UnknownNameError
from ...texts import tr
from ..task.lecture_switches import LectureSwitches
from ..task.plan_task import Bound, PlanTask, TaskPhase, least_and_greatest
from .lecture_dynamics import LEG_LONGEST, LEG_SHORTEST, STEP, reference, state_names

SYSTEM = "lecture"
METHOD = "rk4"
LEG = "leg length"


def lecture_task(switches: LectureSwitches | None = None) -> PlanTask:
    """The lecture's problem, or what the switches make of it, for `Planner.plan`."""
    switches = LectureSwitches() if switches is None else switches
    states, names = reference(switches), state_names(switches)
    phases = tuple(
        TaskPhase("flight" if place % 2 else "stance", steps, STEP * steps) for place, steps in enumerate(switches.steps)
    )
    return PlanTask(
        name="lecture_hop",
        title="The lecture's hop",
        description=tr("Stance and flight in turn, RK4 with the input held over 0.1 s, 45 knots: contact-dynamics-lecture16."),
        phases=phases,
        system=SYSTEM,
        start=dict(zip(names, states[0].tolist(), strict=True)),
        goal=dict(zip(names, states[-1].tolist(), strict=True)),
        limits={LEG: (LEG_SHORTEST, LEG_LONGEST)},
        costs={},
        method=METHOD,
        lecture=switches,
    )


def switches_of(task: PlanTask) -> LectureSwitches:
    """What a task of the system "lecture" asks for; the sequence is that of its phases.

    Raises ArgumentError or UnknownNameError for what the lecture's problem does not have.
    """
    if task.method != METHOD:
        raise ArgumentError(
            "method {method!r} of a task of the lecture; wanted: {method_2!r}, which is the lecture's",
            method=task.method,
            method_2=METHOD,
        )
    own = {
        "obstacles": task.obstacles,
        "periodic states": task.periodic,
        "costs": task.costs,
        "parameters": task.parameters,
        "reference": task.reference,
        "friction": None if task.friction == PlanTask.friction else task.friction,
    }
    for what, value in own.items():
        if value is not None and value != () and value != {}:
            raise ArgumentError("a task of the lecture has no {what} of its own; given: {value!r}", what=what, value=value)
    for name in task.limits:
        if name != LEG:
            raise UnknownNameError("limit", name, (LEG,), tr("the lecture's problem"))
    for place, phase in enumerate(task.phases):
        mode, duration = ("stance", "flight")[place % 2], STEP * phase.intervals
        given = (*least_and_greatest(phase.duration), *(() if phase.guess is None else (phase.guess,)))
        off = max(abs(one - duration) for one in given)
        if phase.mode != mode or off > 1e-9 or phase.ends_at or phase.foothold:
            raise ArgumentError(
                "phase {place} of a task of the lecture is {mode!r} for {duration!r} s; wanted: {mode_2!r} for "
                "{duration_2:g} s, {step:g} s an interval, and nothing asked on the way",
                place=place + 1,
                mode=phase.mode,
                duration=phase.duration,
                mode_2=mode,
                duration_2=duration,
                step=STEP,
            )
    switches = task.lecture if task.lecture is not None else LectureSwitches()
    return replace(switches, steps=tuple(phase.intervals for phase in task.phases))


def ends_of(task: PlanTask, switches: LectureSwitches) -> tuple[Array, Array]:
    """The states (n,) at which it starts and ends; what it does not name is the reference's."""
    states, names = reference(switches), state_names(switches)
    return _given(task.start, states[0], names, "start"), _given(task.goal, states[-1], names, "goal")


def leg_limits(task: PlanTask) -> tuple[float, float]:
    """The shortest and the longest leg [m]."""
    return task.limits.get(LEG, (LEG_SHORTEST, LEG_LONGEST))


def _given(asked: Mapping[str, Bound], plain: Array, names: tuple[str, ...], what: str) -> Array:
    found = plain.copy()
    for name, value in asked.items():
        if name not in names:
            raise UnknownNameError("state", name, names, tr("the {what} of the lecture's problem", what=what))
        if isinstance(value, tuple):
            raise ArgumentError(
                "{name} of the {what} is {value!r}; wanted: one number, the lecture's ends are given",
                name=name,
                what=what,
                value=value,
            )
        found[names.index(name)] = value
    return found
