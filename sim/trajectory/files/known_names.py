"""What a planning task may name, by its system; known without building anything."""

from __future__ import annotations

from dataclasses import dataclass

from ..hopper.hopper_system import LIMITS, PARAMETERS
from ..hopper.symbols import INPUTS, STATES

GENERAL_COSTS = ("effort", "duration", "smoothness", "impact")


@dataclass(frozen=True)
class KnownNames:
    """Of one system."""

    modes: tuple[str, ...]
    states: tuple[str, ...]
    inputs: tuple[str, ...]
    footholds: tuple[str, ...]  # constants of a phase
    groups: tuple[str, ...]  # of constraints whose bounds a task may give
    parameters: tuple[str, ...]

    @property
    def limits(self) -> tuple[str, ...]:
        """What may have limits."""
        return (*self.states, *self.inputs, *self.groups)

    @property
    def costs(self) -> tuple[str, ...]:
        """What may cost."""
        return (*GENERAL_COSTS, *self.inputs)


HOPPER = KnownNames(
    modes=("stance", "flight", "slip forwards", "slip backwards"),
    states=STATES,
    inputs=INPUTS,
    footholds=("foot_x",),
    groups=(*(name for name in LIMITS if name not in INPUTS), "ground pushes", "foot above ground"),
    parameters=tuple(PARAMETERS),
)
