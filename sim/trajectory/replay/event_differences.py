"""Events of a plan beside those that the simulation found."""

from __future__ import annotations

import numpy as np

from ...simulation.recording.events import EventKind
from ...simulation.recording.recording import Recording
from ..values import Plan
from .planned_robot import carrier
from .replay_scene import PlannedReplay
from .values import ReplayEvent

_KINDS = {
    EventKind.IMPACT: "touch-down",
    EventKind.LIFT_OFF: "lift-off",
    EventKind.SLIP: "slip",
    EventKind.STICK: "stick",
}


def event_differences(prepared: PlannedReplay, recording: Recording) -> tuple[ReplayEvent, ...]:
    """Touch-downs and lift-offs of the plan's points, each beside the nearest found of its kind and point, and all others."""
    planned = planned_events(prepared.plan)
    names = {
        f"{prepared.name}/{carrier(prepared.model, point.frame)}": point.name for point in reversed(prepared.points)
    }
    found = []
    for event in recording.events:
        name = next((names[body] for body in event.bodies if body in names), " and ".join(event.bodies))
        found.append((_KINDS[event.kind], name, event.t))
    pairs = _paired(planned, found)
    pairs += [ReplayEvent(kind, point, None, t) for kind, point, t in found]
    return tuple(sorted(pairs, key=lambda each: each.planned if each.planned is not None else each.found or 0.0))


def planned_events(plan: Plan) -> list[tuple[str, str, float]]:
    """Kind, point and instant of what a plan's points do between its phases [s]."""
    found = []
    for before, after in zip(plan.phases, plan.phases[1:], strict=False):
        for k in np.flatnonzero(before.touching != after.touching):
            found.append(("touch-down" if after.touching[k] else "lift-off", plan.points[k], float(after.t[0])))
    return found


def _paired(planned: list[tuple[str, str, float]], found: list[tuple[str, str, float]]) -> list[ReplayEvent]:
    """Each planned event with what was found of its kind and point, the nearest first; takes them out of `found`."""
    ways = [
        (abs(t - event[2]), k, event)
        for k, (kind, point, t) in enumerate(planned)
        for event in found
        if event[:2] == (kind, point)
    ]
    partner: dict[int, float] = {}
    for _, k, event in sorted(ways):
        if k not in partner and event in found:
            partner[k] = event[2]
            found.remove(event)
    return [ReplayEvent(kind, point, t, partner.get(k)) for k, (kind, point, t) in enumerate(planned)]
