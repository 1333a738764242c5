"""What a replay found: passive values."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from ...arrays import Array

if TYPE_CHECKING:
    from ...simulation.recording.recording import Recording


@dataclass(frozen=True, slots=True)
class ReplayEvent:
    """A touch-down or lift-off of the plan and of the replay; None: there it is not."""

    kind: str  # "touch-down", "lift-off", "slip", "stick"
    point: str  # what touches, as the plan or the simulation names it
    planned: float | None  # [s]
    found: float | None  # [s]

    @property
    def difference(self) -> float | None:
        """How much later than planned [s]."""
        return None if self.planned is None or self.found is None else self.found - self.planned


@dataclass(frozen=True, slots=True)
class PhaseGrowth:
    """How the worst small error at the plan's start has grown at the end of a phase, if nothing corrects it: to first order."""

    phase: int
    mode: str
    t: float  # of the phase's end [s]
    in_phase: float  # of an error at the phase's own start, over the phase alone
    before: float  # of an error at the plan's start that leaves the feet where they stand, up to here
    growth: float  # the same with the landing that follows, whose instant shifts
    of_any: float  # the same of any error of the start, as if the feet might be elsewhere and move


@dataclass(frozen=True, eq=False)
class Replay:
    """A plan played by the simulation, beside what was planned. n states, on the simulation's own clock.

    Errors are of the points of mass: the bodies' centres of mass, in the world. With feedback a touch-down sets the clock, and a
    state is compared with the plan at the motion's own time.
    """

    title: str
    feedback: bool
    recording: Recording
    motion_time: Array  # (n,) where in the plan each state is [s]
    planned_q: Array  # (n, nq) the plan there
    planned_v: Array  # (n, nv)
    position_error: Array  # (n,) norm over all points of mass [m]
    velocity_error: Array  # (n,) the same; between a planned touch-down and the one that is it is as large as the jump [m/s]
    events: tuple[ReplayEvent, ...]
    growth: tuple[PhaseGrowth, ...]
    kicked: float  # how far from the plan it started: norm of positions [m] and velocities [m/s] together
    sentences: tuple[str, ...]

    @property
    def t(self) -> Array:
        """(n,) [s]."""
        return self.recording.t[: len(self.motion_time)]

    @property
    def end_error(self) -> float:
        """Norm of the position [m] and velocity errors [m/s] at the plan's end."""
        return float((self.position_error[-1] ** 2 + self.velocity_error[-1] ** 2) ** 0.5)

    @property
    def ended(self) -> bool:
        """Whether it came to the plan's end: False where the simulation could not go on."""
        return not self.recording.notes
