"""A periodic plan played on: period after period, its legs exchanged where it exchanges them, each where the one before ended."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from ...arrays import Array
from ...errors import ArgumentError
from ...multibody.kinematics.kinematics import frame_pose
from ..robot.contact_robot import ContactRobot
from ..values import Plan, PlanJump, PlanPhase


def repeated_plan(plan: Plan, robot: ContactRobot, periods: int) -> Plan:
    """The plan over so many of its periods; as it is for one. Its cost, constraints and iterates stay those of one period.

    Raises ArgumentError for one that is not periodic.
    """
    if periods < 1:
        raise ArgumentError("periods must be a number of at least 1; given {periods!r}", periods=periods)
    if periods == 1:
        return plan
    if plan.closing is None or robot.travel is None:
        raise ArgumentError("the plan {title!r} does not lead to its beginning: it has no second period", title=plan.title)
    way = _travelled(plan, robot)
    phases, jumps = list(plan.phases), list(plan.jumps)
    own, own_jumps, closing = plan.phases, list(plan.jumps), plan.closing
    for k in range(1, periods):
        begin = phases[-1].t[-1]
        own = tuple(_exchanged(phase, robot) for phase in own)
        shift = k * way
        own_there = [_moved(phase, begin, shift, robot) for phase in own]
        jumps.append(_closing(closing, phases[-1], own_there[0]))
        closing = _struck(closing, robot)
        own_jumps = [_struck(jump, robot) for jump in own_jumps]
        jumps += [
            replace(jump, t=begin + jump.t, before=one.state[-1], after=other.state[0])
            for jump, one, other in zip(own_jumps, own_there, own_there[1:], strict=False)
        ]
        phases += own_there
    return replace(plan, phases=tuple(phases), jumps=tuple(jumps), closing=None)


def touching_next(plan: Plan, robot: ContactRobot, periods: int) -> np.ndarray | None:
    """Which points (points,) touch where the period after so many begins; None of a plan that is not periodic."""
    if plan.closing is None:
        return None
    touching = plan.phases[0].touching
    points = _places(robot)[2]
    for _ in range(periods):
        touching = touching[points]
    return np.asarray(touching)


def _closing(jump: PlanJump, before: PlanPhase, after: PlanPhase) -> PlanJump:
    return replace(jump, t=float(before.t[-1]), before=before.state[-1], after=after.state[0])


def _travelled(plan: Plan, robot: ContactRobot) -> Array:
    """(nq,) how far it comes in a period."""
    way = np.zeros(robot.model.nq)
    names = plan.state_names[: robot.model.nq]
    for name in robot.travel or ():
        k = names.index(name)
        way[k] = plan.phases[-1].q[-1, k] - plan.phases[0].q[0, k]
    return way


def _moved(phase: PlanPhase, begin: float, shift: Array, robot: ContactRobot) -> PlanPhase:
    """A phase of the first period later and elsewhere; footholds move as the points do by the same change of q."""
    nq = robot.model.nq
    state = phase.state.copy()
    state[:, :nq] += shift
    frames = [point.frame for point in robot.points]
    begins, there = (
        np.array([frame_pose(robot.model, q, frame)[:3, 3] for frame in frames]) for q in (phase.q[0], phase.q[0] + shift)
    )
    return replace(phase, t=begin + phase.t, q=phase.q + shift, state=state, footholds=phase.footholds + there - begins)


def _struck(jump: PlanJump, robot: ContactRobot) -> PlanJump:
    """A jump with the impulses of exchanged legs."""
    return replace(jump, impulse=jump.impulse[_places(robot)[2]])


def _exchanged(phase: PlanPhase, robot: ContactRobot) -> PlanPhase:
    """A phase with its legs exchanged."""
    in_q, in_v, points, inputs = _places(robot)
    nq = robot.model.nq
    whole = np.concatenate([in_q, nq + in_v])
    return replace(
        phase,
        q=phase.q[:, in_q],
        v=phase.v[:, in_v],
        tau=phase.tau[:, in_v],
        state=phase.state[:, whole],
        rate=phase.rate[:, whole],
        inputs=phase.inputs[:, inputs],
        force=phase.force[:, points],
        touching=phase.touching[points],
        footholds=phase.footholds[points],
    )


def _places(robot: ContactRobot) -> tuple[np.ndarray, np.ndarray, np.ndarray, np.ndarray]:
    """Which number of q, of v, which point and which input takes each one's place."""
    in_q, in_v = np.arange(robot.model.nq), np.arange(robot.model.nv)
    names = [point.name for point in robot.points]
    points = np.arange(len(names))
    slices = robot.model.joint_slices()
    for pair in robot.mirrored:
        for one, other in (pair, pair[::-1]):
            if one in slices:
                in_q[slices[one][0]] = np.arange(slices[other][0].start, slices[other][0].stop)
                in_v[slices[one][1]] = np.arange(slices[other][1].start, slices[other][1].stop)
            else:
                points[names.index(one)] = names.index(other)
    columns = robot.columns.tolist()
    inputs = np.array([columns.index(in_v[column]) for column in columns], dtype=np.int64)
    return in_q, in_v, points, inputs
