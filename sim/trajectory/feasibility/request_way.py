"""From what is solved to what is asked: in steps between two tasks of one structure, whose numbers alone differ."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import fields, is_dataclass, replace
from typing import Any, Protocol

from ...texts import tr
from ..task.obstacles import BarObstacle, GapObstacle, StepObstacle
from ..task.plan_task import Bound, PlanTask, least_and_greatest
from .easier_request import easier, easy_words, request_quantities
from .values import RequestQuantity

Limits = Mapping[str, tuple[float, float]]


class RequestWay(Protocol):
    """Tasks from an end that is easy, 0, to the task itself, 1."""

    is_solved: bool  # whether the easy end is, so that a warm plan starts there
    start: str  # what it is, in words

    def task(self, fraction: float) -> PlanTask:
        """The task at a fraction of the way."""
        ...

    def quantities(self, fraction: float) -> tuple[RequestQuantity, ...]:
        """What changes on the way, there."""
        ...


class EasierWay:
    """From coming back to the start, or from what stands in the way taken away."""

    is_solved = False

    def __init__(self, task: PlanTask, units: Mapping[str, str]) -> None:
        self._task, self._units = task, units
        self.start = tr("the easiest request of its kind, {easy_words}", easy_words=easy_words(task))

    def task(self, fraction: float) -> PlanTask:
        """The task at a fraction of the way."""
        return self._task if fraction == 1.0 else easier(self._task, fraction)

    def quantities(self, fraction: float) -> tuple[RequestQuantity, ...]:
        """What changes on the way, there."""
        return request_quantities(self._task, self._units, fraction)


class ChangedWay:
    """From the task that was solved last to what was changed since."""

    is_solved = True
    start = "the last plan"

    def __init__(self, before: PlanTask, task: PlanTask, limits: tuple[Limits, Limits], units: Mapping[str, str]) -> None:
        """Between two tasks.

        limits : of each, with the system's own
        units  : of states, inputs and groups of constraints by name
        """
        self._task, self._units = task, units
        self._first, self._last = (replace(one, limits=dict(own)) for one, own in zip((before, task), limits, strict=True))
        all_of_both = zip(_quantities(self._first, units), _quantities(self._last, units), strict=False)
        self._changed = [not math.isclose(a.value, b.value, abs_tol=1e-12) for a, b in all_of_both]

    def task(self, fraction: float) -> PlanTask:
        """The task at a fraction of the way."""
        if fraction == 1.0:
            return self._task
        mixed = _mixed(self._first, self._last, fraction)
        assert isinstance(mixed, PlanTask)
        return mixed

    def quantities(self, fraction: float) -> tuple[RequestQuantity, ...]:
        """What changes on the way, there; empty: nothing does."""
        now = _quantities(self._last if fraction == 1.0 else self.task(fraction), self._units)
        return tuple(one for one, does in zip(now, self._changed, strict=False) if does)


_SAME = ("costs", "reference", "robot", "lecture", "intervals", "guess", "crossed_in")
"""Fields that are no request: on the way they are those of the task."""


def _mixed(a: Any, b: Any, fraction: float) -> Any:
    """Numbers of b on the way from those of a; what has no other in a is that of b."""
    if is_dataclass(b) and type(a) is type(b):
        changes = {
            f.name: _mixed(getattr(a, f.name), getattr(b, f.name), fraction)
            for f in fields(b)
            if f.init and f.name not in _SAME
        }
        return replace(b, **changes)  # type: ignore[type-var]
    if isinstance(b, Mapping):
        return {key: _mixed(a.get(key, value), value, fraction) for key, value in b.items()}
    if isinstance(b, tuple) and isinstance(a, tuple) and len(a) == len(b):
        return tuple(_mixed(one, other, fraction) for one, other in zip(a, b, strict=True))
    if isinstance(b, tuple) and isinstance(a, float):
        return _mixed((a, a), b, fraction)
    if isinstance(b, float) and isinstance(a, tuple):
        return _mixed(a, (b, b), fraction)
    if isinstance(a, float) and isinstance(b, float) and math.isfinite(a) and math.isfinite(b):
        return a + fraction * (b - a)
    return b


def _quantities(task: PlanTask, units: Mapping[str, str]) -> list[RequestQuantity]:
    """All numbers of a request by name, those that are changed oftenest first."""
    found: list[RequestQuantity] = []

    def add(name: str, bound: Bound, unit: str) -> None:
        least, greatest = least_and_greatest(bound)
        if isinstance(bound, tuple):
            found.append(RequestQuantity(tr("least {name}", name=name), unit, least))
            found.append(RequestQuantity(tr("greatest {name}", name=name), unit, greatest))
        else:
            found.append(RequestQuantity(name, unit, least))

    for name, bound in task.goal.items():
        add(tr("goal {name}", name=name), bound, units.get(name, "m"))
    for number, phase in enumerate(task.phases):
        for name, bound in phase.ends_at.items():
            add(tr("{name} at the end of phase {number}", name=name, number=number + 1), bound, units.get(name, "m"))
        for name, bound in phase.foothold.items():
            add(tr("{name} of phase {number}", name=name, number=number + 1), bound, units.get(name, "m"))
        add(tr("duration of phase {number}", number=number + 1), phase.duration, "s")
    for obstacle in task.obstacles:
        if isinstance(obstacle, GapObstacle):
            add("gap", obstacle.end - obstacle.start, "m")
            add(tr("start of the gap"), obstacle.start, "m")
        elif isinstance(obstacle, StepObstacle):
            add("step", obstacle.height, "m")
            add(tr("place of the step"), obstacle.x, "m")
        elif isinstance(obstacle, BarObstacle):
            for name, value in (("height", obstacle.z), ("place", obstacle.x), ("radius", obstacle.radius)):
                add(tr("{name} of the bar", name=name), value, "m")
    for name, limit in task.limits.items():
        add(name, limit, units.get(name, ""))
    add("friction", task.friction, "")
    for name, bound in task.start.items():
        add(tr("start {name}", name=name), bound, units.get(name, "m"))
    for name, value in task.parameters.items():
        add(name, value, "")
    return found
