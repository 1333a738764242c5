"""Events of a plan beside those that the simulation found."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

import numpy as np

from ...simulation.recording.events import EventKind
from ...simulation.recording.recording import Recording
from ..robot.contact_robot import ContactRobot
from ..task.plan_task import PlanTask
from ..values import Plan
from .planned_robot import carrier
from .replay_scene import PlannedReplay
from .values import ReplayEvent

_SHARED = 1e-6  # an approach slower than this is none: the contact was closed [m/s]
_NEAR = 0.5  # share of the plan's shortest phase, within which an event is the one that was planned
_KINDS = {EventKind.IMPACT: "touch-down", EventKind.LIFT_OFF: "lift-off", EventKind.SLIP: "slip", EventKind.STICK: "stick"}


def event_differences(prepared: PlannedReplay, recording: Recording) -> tuple[ReplayEvent, ...]:
    """Touch-downs and lift-offs of the plan's points, each beside the nearest found of its kind and point, and all others."""
    planned = planned_events(prepared.plan, prepared.after)
    names = {f"{prepared.name}/{carrier(prepared.model, point.frame)}": point.name for point in reversed(prepared.points)}
    surfaced = set() if prepared.task is None else _on_others(prepared.task)
    found = []
    for event in recording.events:
        if event.kind is EventKind.IMPACT and event.before is not None and event.before[0] > -_SHARED:
            continue  # it was pressed already, and shares the blow of another
        touching = sorted((names[body] for body in event.bodies if body in names), key=lambda name: name not in surfaced)
        name = touching[0] if touching else " and ".join(event.bodies)
        found.append((_KINDS[event.kind], name, event.t))
    near = _NEAR * min(phase.duration for phase in prepared.plan.phases)
    pairs = _paired(planned, found, near)
    pairs += [ReplayEvent(kind, point, None, t) for kind, point, t in found]
    return tuple(sorted(pairs, key=lambda each: each.planned if each.planned is not None else each.found or 0.0))


def _on_others(task: PlanTask) -> set[str]:
    """Points that touch what other bodies carry."""
    return (
        {point.name for point in task.robot.points if point.surface is not None}
        if isinstance(task.robot, ContactRobot)
        else set()
    )


def planned_events(plan: Plan, next_touching: np.ndarray | None = None) -> list[tuple[str, str, float]]:
    """Kind, point and instant of what a plan's points do between its phases, and where its next period would begin [s]."""
    found = [  # what begins to slide, or stops, by the blow of a landing is no event of its own
        ("slip" if after.sliding[k] else "stick", plan.points[k], float(before.t[-1]))
        for before, after in pairwise(plan.phases)
        if not (after.touching & ~before.touching).any()
        for k in np.flatnonzero(before.touching & after.touching & (before.sliding != after.sliding))
    ]
    touching = [phase.touching for phase in plan.phases]
    instants = [float(phase.t[-1]) for phase in plan.phases]
    following = [*touching[1:], touching[-1] if next_touching is None else next_touching]
    for t, before, after in zip(instants, touching, following, strict=True):
        for k in np.flatnonzero(before != after):
            found.append(("touch-down" if after[k] else "lift-off", plan.points[k], t))
    return found


def compared_until(prepared: PlannedReplay, events: Sequence[ReplayEvent]) -> float:
    """Until when states are compared with the plan [s]: it ends before the landing with which its next period would begin."""
    end = prepared.plan.duration
    return min((e.found for e in events if e.found is not None and e.planned == end), default=float("inf"))


def _paired(planned: list[tuple[str, str, float]], found: list[tuple[str, str, float]], near: float) -> list[ReplayEvent]:
    """Each planned event with one found of its kind and point, the nearest first, none further than `near` [s].

    What is paired is taken out of `found`.
    """
    ways = [
        (abs(t - event[2]), k, event)
        for k, (kind, point, t) in enumerate(planned)
        for event in found
        if event[:2] == (kind, point) and abs(t - event[2]) < near
    ]
    partner: dict[int, float] = {}
    for _, k, event in sorted(ways):
        if k not in partner and event in found:
            partner[k] = event[2]
            found.remove(event)
    return [ReplayEvent(kind, point, t, partner.get(k)) for k, (kind, point, t) in enumerate(planned)]
