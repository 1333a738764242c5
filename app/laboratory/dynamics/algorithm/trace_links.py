"""The links that the algorithm goes through, by their numbers."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from torseur.sim.arrays import Array
from torseur.sim.multibody.model.coordinate_names import joint_numbers
from torseur.sim.multibody.model.model import Model
from torseur.ui.look.theme import ENERGY, FRICTION, IMPULSE, WARNING

if TYPE_CHECKING:
    from torseur.sim.multibody.newton_euler.newton_euler_steps import InwardStep, NewtonEulerTrace, OutwardStep

GIVEN, OWN, OTHER, CHILD = ENERGY, WARNING, FRICTION, IMPULSE  # colours of terms


class TraceLinks:
    """Of one trace; links by the numbers of their joints. What stands still is 0, and in no step."""

    def __init__(self, model: Model, trace: NewtonEulerTrace) -> None:
        self.model, self.trace = model, trace
        numbers = joint_numbers(model)
        self._number = {out.body: numbers[out.joint] for out in trace.outward}
        self.steps = self._steps()

    def number(self, body: str | None) -> int:
        """Of a link; 0 of the world."""
        return self._number[body] if body is not None else 0

    def followers(self, joint: str) -> list[InwardStep]:
        """The steps of the links whose joints follow one."""
        return [back for _, back in self.steps if back.leader == joint != back.joint]

    def torque(self, step: InwardStep) -> Array:
        """τ (k,) of the joint of a step, with what it gives those that follow it."""
        return np.asarray(step.torque + sum(back.generalized_force for back in self.followers(step.joint)))

    def _steps(self) -> tuple[tuple[OutwardStep, InwardStep], ...]:
        """Both steps of all links that can move, tree after tree by the least number in each."""
        root: dict[str | None, str] = {}
        least: dict[str, int] = {}
        for out in self.trace.outward:
            if n := self._number[out.body]:
                root[out.body] = tree = root.get(out.parent, out.body)
                least[tree] = min(least.get(tree, n), n)
        pairs = zip(self.trace.outward, reversed(self.trace.inward), strict=True)
        moving = [pair for pair in pairs if pair[0].body in root]
        return tuple(sorted(moving, key=lambda pair: least[root[pair[0].body]]))
