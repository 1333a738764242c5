"""A request made easier, as one number from 0 to 1: where continuation begins, and which numbers of it change."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import replace

from ...texts import tr
from ..task.obstacles import BarObstacle, GapObstacle, Obstacle, StepObstacle
from ..task.plan_task import Bound, PlanTask, TaskPhase, least_and_greatest
from .values import RequestQuantity


def easier(task: PlanTask, fraction: float) -> PlanTask:
    """The task with its request at a fraction of the way from what is easy: 0 easy, 1 the task itself.

    Easy is to come back to the start: goal and waypoints lie between the start's values and theirs, footholds and gaps shrink
    towards where the foot stands at first. Where a step or a bar is in the way, its height grows from nothing, and the way
    stays as long as it is.
    """
    raised = _is_raised(task)
    along = 1.0 if raised else fraction
    start = {name: _middle(bound) for name, bound in task.start.items()}
    stands = start.get("foot_x", start.get("body_x", 0.0))
    return replace(
        task,
        goal={name: _between(start.get(name), bound, along) for name, bound in task.goal.items()},
        phases=tuple(_phase(phase, start, along, fraction) for phase in task.phases),
        obstacles=tuple(_obstacle(obstacle, stands, fraction, raised) for obstacle in task.obstacles),
    )


def easy_words(task: PlanTask) -> str:
    """What the easiest request of its kind is."""
    return tr("without what stands in the way") if _is_raised(task) else tr("to come back to the start")


def request_quantities(task: PlanTask, units: Mapping[str, str], fraction: float = 1.0) -> tuple[RequestQuantity, ...]:
    """What `easier` changes, at a fraction: obstacles first, then waypoints, then the goal.

    units : of states by name; footholds are no states of some systems, and are [m]
    """
    easy, asked, now = (_quantities(easier(task, value), units) for value in (0.0, 1.0, fraction))
    changed = [not math.isclose(a.value, b.value, abs_tol=1e-12) for a, b in zip(easy, asked, strict=True)]
    return tuple(quantity for quantity, does in zip(now, changed, strict=True) if does)


def _is_raised(task: PlanTask) -> bool:
    return any(isinstance(obstacle, StepObstacle | BarObstacle) for obstacle in task.obstacles)


def _quantities(task: PlanTask, units: Mapping[str, str]) -> list[RequestQuantity]:
    found = []
    for obstacle in task.obstacles:
        if isinstance(obstacle, GapObstacle):
            found.append(RequestQuantity("gap", "m", obstacle.end - obstacle.start))
        elif isinstance(obstacle, StepObstacle):
            found.append(RequestQuantity("step", "m", obstacle.height))
        else:
            found.append(RequestQuantity(tr("height of the bar"), "m", obstacle.z))
    for number, phase in enumerate(task.phases):
        for name, bound in phase.ends_at.items():
            found.append(
                RequestQuantity(
                    tr("{name} at the end of phase {number}", name=name, number=number + 1),
                    units.get(name, "m"),
                    _middle(bound),
                )
            )
        for name, bound in phase.foothold.items():
            found.append(
                RequestQuantity(
                    tr("{name} of phase {number}", name=name, number=number + 1), units.get(name, "m"), _middle(bound)
                )
            )
    return found + [
        RequestQuantity(tr("goal {name}", name=name), units.get(name, "m"), _middle(bound)) for name, bound in task.goal.items()
    ]


def _phase(phase: TaskPhase, start: dict[str, float], along: float, fraction: float) -> TaskPhase:
    return replace(
        phase,
        ends_at={name: _between(start.get(name), bound, fraction) for name, bound in phase.ends_at.items()},
        foothold={name: _between(start.get(name), bound, along) for name, bound in phase.foothold.items()},
    )


def _obstacle(obstacle: Obstacle, stands: float, fraction: float, raised: bool) -> Obstacle:
    if isinstance(obstacle, GapObstacle):
        if raised:
            return obstacle
        start, end = (stands + fraction * (at - stands) for at in (obstacle.start, obstacle.end))
        return replace(obstacle, start=start, end=end)
    if isinstance(obstacle, StepObstacle):
        return replace(obstacle, height=fraction * obstacle.height)
    sunk = -2.0 * obstacle.radius  # below the ground
    return replace(obstacle, z=sunk + fraction * (obstacle.z - sunk))


def _between(start: float | None, asked: Bound, fraction: float) -> Bound:
    """Bounds on the way from a value to those asked for; without a value, those asked for."""
    if start is None:
        return asked
    least, greatest = (end if math.isinf(end) else start + fraction * (end - start) for end in least_and_greatest(asked))
    return (least, greatest) if isinstance(asked, tuple) else least


def _middle(bound: Bound) -> float:
    """Of a bound; of one with an open end the other end, of one with none 0."""
    least, greatest = least_and_greatest(bound)
    if math.isfinite(least) and math.isfinite(greatest):
        return 0.5 * (least + greatest)
    return least if math.isfinite(least) else greatest if math.isfinite(greatest) else 0.0
