"""Replays of plans."""

from __future__ import annotations

import numpy as np

from ...arrays import Array
from ...simulation.recording.recording import Recording
from ...simulation.simulation import Simulation
from ..task.plan_task import PlanTask
from ..values import Plan
from .event_differences import compared_until, event_differences
from .kicks import Kick
from .linearised_motion import growth
from .planned_motion import planned_state
from .replay_scene import PlannedReplay, prepared_replay
from .replay_sentences import replay_sentences
from .tracking_gains import TrackingWeights
from .values import Replay

_AWAITED = 0.05  # [s]
_LONGER = 1.5  # than planned, that a motion which waits for a touch-down is followed,
_LATER = 0.5  # and this much later [s]


def replay(
    plan: Plan,
    task: PlanTask | None = None,
    *,
    feedback: TrackingWeights | bool = False,
    kick: Kick | None = None,
    friction: float | None = None,
    periods: int = 1,
) -> Replay:
    """Play a plan by the event-driven simulation, which finds touch-downs and lift-offs itself, and compare.

    task     : that the plan was made for: its robot, masses, gravity and obstacles; None: the lecture's hopper on level ground
    feedback : False: the plan's inputs alone, by the clock; True or weights: a linear-quadratic regulator along the plan beside
               them, whose clock touch-downs set, and whose ground forces stay in the friction cone planned with
    kick     : start beside the plan's start
    friction : of the ground; None: 1.2 times what was planned with, as a plan that uses all of it would slip at every rounding;
               as planned, where the foot slides

    periods  : of a periodic motion, how many of them one after the other

    Raises ArgumentError for a plan whose robot is not known, UnknownNameError for one whose points its robot has not.
    """
    return replayed(prepared_replay(plan, task, feedback=feedback, kick=kick, friction=friction, periods=periods))


def replayed(prepared: PlannedReplay) -> Replay:
    """Run what was prepared."""
    simulation = Simulation(prepared.scene)
    _run(prepared, simulation)
    recording = simulation.recording
    events = event_differences(prepared, recording)
    until = compared_until(prepared, events)
    place, phase, motion_time = _places(prepared, recording, simulation.phases_began, until)
    planned = [planned_state(prepared.plan, prepared.model, int(p), float(s)) for p, s in zip(phase, motion_time, strict=True)]
    planned_q, planned_v = (np.array(column) for column in zip(*planned, strict=True))
    errors = _errors(prepared, recording, place, planned_q, planned_v)
    start = prepared.plan.phases[0]
    apart = prepared.dynamics.masses(prepared.q, prepared.v) - prepared.dynamics.masses(start.q[0], start.v[0])
    found = Replay(
        title=prepared.plan.title,
        feedback=prepared.feedback is not None,
        recording=recording,
        motion_time=motion_time,
        planned_q=planned_q,
        planned_v=planned_v,
        position_error=errors[0],
        velocity_error=errors[1],
        events=events,
        growth=growth(prepared.plan, prepared.dynamics, prepared.linear) if prepared.linear else (),
        kicked=float(np.linalg.norm(apart)),
        sentences=(),
    )
    return replay_sentences(prepared, found)


def _run(prepared: PlannedReplay, simulation: Simulation) -> None:
    """Until the motion's clock has come to its end, or it does not."""
    dt, duration = simulation.settings.dt, prepared.plan.duration
    last = prepared.motion[-1]
    while not simulation.stopped:
        began = simulation.phases_began[-1]
        end = duration if np.isnan(began) else began + float(last.t[-1] - last.t[0])
        steps = int(np.ceil((end - simulation.t) / dt - 1e-6))
        if steps <= 0 and not np.isnan(began):
            _await_landing(prepared, simulation)
            return
        if simulation.t > _LONGER * duration + _LATER:
            return
        simulation.run(max(1, steps))


def _await_landing(prepared: PlannedReplay, simulation: Simulation) -> None:
    """A little longer, where the plan ends as its next period's first point lands: it may land a little later."""
    latest, duration = simulation.t + _AWAITED, prepared.plan.duration
    while not simulation.stopped and simulation.t < latest:
        events = event_differences(prepared, simulation.recording)
        if not any(event.planned == duration and event.found is None for event in events):
            return
        simulation.run(1)


def _places(prepared: PlannedReplay, recording: Recording, began: Array, until: float) -> tuple[slice, np.ndarray, Array]:
    """Which states are compared, in which phase of the plan each is, and where in it [s]."""
    t = recording.t
    known = began[~np.isnan(began)]
    piece = np.clip(np.searchsorted(known, t, side="right") - 1, 0, None)
    for i in np.flatnonzero(np.diff(t) == 0.0):  # two states of one instant: before and after what happened there
        while piece[i] > 0 and known[piece[i]] == t[i]:
            piece[i] -= 1
    start = np.array([own.t[0] for own in prepared.motion])
    motion_time = start[piece] + t - known[piece]
    count = int(np.count_nonzero(motion_time <= prepared.plan.duration + 1e-9))
    if np.isfinite(until):
        count = min(count, int(np.searchsorted(t, until)) + 1)  # the first of the two states at that instant
    phase = np.array([own.phase for own in prepared.motion])[piece]
    return slice(0, count), phase[:count], motion_time[:count]


def _errors(
    prepared: PlannedReplay, recording: Recording, place: slice, planned_q: Array, planned_v: Array
) -> tuple[Array, Array]:
    """Norms of the errors of positions and velocities of the points of mass (n,)."""
    found = []
    for q, v, own_q, own_v in zip(recording.q[place], recording.v[place], planned_q, planned_v, strict=True):
        found.append(prepared.dynamics.masses(q, v) - prepared.dynamics.masses(own_q, own_v))
    apart = np.array(found)
    half = apart.shape[1] // 2
    return np.linalg.norm(apart[:, :half], axis=1), np.linalg.norm(apart[:, half:], axis=1)
