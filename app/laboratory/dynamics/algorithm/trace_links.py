"""The links that the algorithm goes through, by their numbers."""

from __future__ import annotations

from typing import TYPE_CHECKING

from torseur.sim.multibody.model.model import Model
from torseur.ui.look.theme import ENERGY, FRICTION, IMPULSE, WARNING

if TYPE_CHECKING:
    from torseur.sim.multibody.newton_euler.newton_euler_steps import InwardStep, NewtonEulerTrace, OutwardStep

GIVEN, OWN, OTHER, CHILD = ENERGY, WARNING, FRICTION, IMPULSE  # colours of terms


class TraceLinks:
    """Of one trace; links by their numbers, from 1 on the way out. Obstacles are no links."""

    def __init__(self, model: Model, trace: NewtonEulerTrace) -> None:
        self.model, self.trace = model, trace
        self.steps = _links(trace)
        self._number = {out.body: k for k, (out, _) in enumerate(self.steps, 1)}

    def number(self, body: str | None) -> int:
        """Of a link; 0 of the world."""
        return self._number[body] if body is not None else 0


def index(n: int) -> str:
    """A link's number below a letter, in the notation of `paint_math`."""
    return str(n) if n < 10 else f"{{{n}}}"


def _links(trace: NewtonEulerTrace) -> tuple[tuple[OutwardStep, InwardStep], ...]:
    """Both steps of all bodies of those trees in which something moves."""
    root: dict[str, str] = {}
    for step in trace.outward:
        root[step.body] = step.body if step.parent is None else root[step.parent]
    moving = {root[step.body] for step in trace.outward if step.S.shape[1]}
    pairs = zip(trace.outward, reversed(trace.inward), strict=True)
    return tuple((out, back) for out, back in pairs if root[out.body] in moving)
