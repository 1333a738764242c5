"""What a task asks of the hopper, as intervals: of states where they are known, of durations, of footholds."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass

from ..hopper.hopper_system import LIMITS, PARAMETERS, HopperNumbers
from ..task.plan_task import Bound, PlanTask, least_and_greatest
from .ballistics import HopperStrength

Interval = tuple[float, float]
SHORTEST = 1e-9
"""[m] that a leg without a least length counts as, so that τ/L is a number."""
ANYWHERE: Interval = (-math.inf, math.inf)


def strength_of(task: PlanTask) -> HopperStrength:
    """Masses and limits, the task's or the hopper's own."""
    given = {**PARAMETERS, **task.parameters}
    limits = {**LIMITS, **task.limits}
    shortest, longest = limits["leg length"]
    least, greatest = limits["force"]
    return HopperStrength(
        body=given["body_mass"],
        foot=given["foot_mass"],
        gravity=given["gravity"],
        shortest=max(shortest, SHORTEST),
        longest=longest,
        pull=max(-least, 0.0),
        push=max(greatest, 0.0),
        torque=max(abs(value) for value in limits["torque"]),
        friction=task.friction,
    )


@dataclass(frozen=True)
class HopperRequest:
    """A task of the hopper, read for its bounds."""

    task: PlanTask

    def duration(self, first: int, last: int) -> Interval:
        """Of the phases first … last together [s]."""
        ends = [least_and_greatest(phase.duration) for phase in self.task.phases[first : last + 1]]
        return sum(least for least, _ in ends), sum(greatest for _, greatest in ends)

    @property
    def whole(self) -> Interval:
        """Of all phases [s]."""
        return self.duration(0, len(self.task.phases) - 1)

    def at_start(self, name: str) -> Interval:
        """Of a state; what the first mode holds fixed counts too."""
        return self._at((self.task.start,), name, 0)

    def at_goal(self, name: str) -> Interval:
        """As `at_start`, at the end."""
        return self.at_end(len(self.task.phases) - 1, name)

    def at_end(self, phase: int, name: str) -> Interval:
        """As `at_start`, where a phase ends."""
        last = phase == len(self.task.phases) - 1
        return self._at((self.task.phases[phase].ends_at, *((self.task.goal,) if last else ())), name, phase)

    def foothold(self, phase: int) -> Interval:
        """Where along x the foot may stand, or slide [m]; in the air: anywhere."""
        if self.task.phases[phase].mode == "flight":
            return ANYWHERE
        if self.task.phases[phase].mode != "stance":
            return HopperNumbers().ground_beside(self.task, phase)[:2]
        least, greatest = HopperNumbers().constants(self.task, phase)
        found = float(least[0]), float(greatest[0])
        if phase == 0:
            found = _both(found, self._asked(self.task.start, "foot_x"))
        if phase == len(self.task.phases) - 1:
            found = _both(found, self._asked(self.task.goal, "foot_x"))
        return found

    def ground(self, phase: int) -> float:
        """Height of the ground under the foot of a phase [m]; in flight the higher of the footholds around it."""
        number = len(self.task.phases)
        standing = [k for k in range(number) if self.task.phases[k].mode != "flight"]
        before, after = [k for k in standing if k <= phase], [k for k in standing if k >= phase]
        heights = [float(HopperNumbers().constants(self.task, k)[0][-1]) for k in (*before[-1:], *after[:1])]
        return max(heights, default=0.0)

    def flights(self) -> list[tuple[int, int]]:
        """First and last phase of each flight that has a stance or a slip on both sides."""
        found, first = [], None
        for number, phase in enumerate(self.task.phases):
            if phase.mode == "flight":
                first = number if first is None else first
            elif first is not None:
                found.append((first, number - 1))
                first = None
        return [(a, b) for a, b in found if a > 0]

    @property
    def lowest(self) -> float:
        """Of the body, as the task limits it [m]."""
        return self.task.limits.get("body_z", ANYWHERE)[0]

    def _at(self, all_asked: tuple[Mapping[str, Bound], ...], name: str, phase: int) -> Interval:
        found = ANYWHERE
        for asked in all_asked:
            found = _both(found, self._asked(asked, name))
        mode = self.task.phases[phase].mode
        if mode != "flight" and name == "foot_z":
            height = self.ground(phase)
            found = _both(found, (height, height))
        if name == "foot_vz" and mode != "flight" or name == "foot_vx" and mode == "stance":
            found = _both(found, (0.0, 0.0))
        if name == "foot_x":
            found = _both(found, self.foothold(phase))
        return found

    @staticmethod
    def _asked(asked: Mapping[str, Bound], name: str) -> Interval:
        return least_and_greatest(asked[name]) if name in asked else ANYWHERE


def _both(a: Interval, b: Interval) -> Interval:
    return max(a[0], b[0]), min(a[1], b[1])
