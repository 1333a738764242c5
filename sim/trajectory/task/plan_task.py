"""A planning task: the sequence of modes, where it starts and ends, its limits and what it shall cost."""

from __future__ import annotations

from collections.abc import Hashable, Mapping
from dataclasses import dataclass, field
from typing import Any

from ...arrays import Array
from .lecture_switches import LectureSwitches
from .obstacles import Obstacle

Bound = float | tuple[float, float]
"""A value, or the least and the greatest."""

METHODS = ("hermite-simpson", "rk4")


def least_and_greatest(bound: Bound) -> tuple[float, float]:
    """The two ends of a bound."""
    return (bound[0], bound[1]) if isinstance(bound, tuple) else (bound, bound)


@dataclass(frozen=True)
class TaskPhase:
    """One mode of the sequence.

    duration : [s]; a value is held, (least, greatest) is the optimiser's to choose
    guess    : [s] that it is tried with first; None: 0.4 between its bounds
    ends_at  : states by name that hold where it ends: an apex, a waypoint
    foothold : constants of the phase by name: where the foot stands
    """

    mode: str
    intervals: int = 20
    duration: Bound = (0.1, 0.8)
    guess: float | None = None
    ends_at: Mapping[str, Bound] = field(default_factory=dict)
    foothold: Mapping[str, Bound] = field(default_factory=dict)

    def first_duration(self) -> float:
        """What its duration is tried with first [s]."""
        least, greatest = least_and_greatest(self.duration)
        return min(max(0.4 if self.guess is None else self.guess, least), greatest)


@dataclass(frozen=True, eq=False)
class StateReference:
    """A motion to keep near: costs ½ w (x - x_ref)² for each name of `weights`, integrated over time, or `summed` over knots.

    The samples are read at the times that the nodes have when every phase takes the duration it is tried with first.
    """

    t: Array  # (K,) [s]
    values: Mapping[str, Array]  # of states and inputs by name: (K,)
    weights: Mapping[str, float]
    summed: bool = False  # as the lecture does; of inputs the last knot has none


@dataclass(frozen=True, eq=False)
class PlanTask:
    """A trajectory that is asked for. Values alone: it pickles, and two plannings of equal tasks give equal plans.

    start, goal : states by name, a value or its bounds
    limits      : by name of a state, an input or a group of constraints ("leg length"): least and greatest
    parameters  : of the system by name (masses, gravity), where they differ from its own
    costs       : weights by name: "effort" (∫ Σ u² dt), the same of one input by its name, "smoothness" (∫ Σ u̇² dt), "duration",
                  "impact" (Σ impulse²), and those that the system names
    periodic    : states that end as they start
    """

    name: str
    phases: tuple[TaskPhase, ...]
    system: str = "hopper"
    robot: Any = None  # what a robot of the library needs beside: a value of `sim.trajectory.robot`
    title: str = ""
    description: str = ""
    start: Mapping[str, Bound] = field(default_factory=dict)
    goal: Mapping[str, Bound] = field(default_factory=dict)
    limits: Mapping[str, tuple[float, float]] = field(default_factory=dict)
    friction: float = 0.5
    parameters: Mapping[str, float] = field(default_factory=dict)
    costs: Mapping[str, float] = field(default_factory=lambda: {"effort": 1e-4})
    reference: StateReference | None = None
    obstacles: tuple[Obstacle, ...] = ()
    periodic: tuple[str, ...] = ()
    method: str = "hermite-simpson"
    lecture: LectureSwitches | None = None  # of the system "lecture": what is mended in it; None: nothing

    def structure(self) -> Hashable:
        """What a program is built for: tasks that are equal here differ by numbers alone, and need no new one."""
        phases = tuple((p.mode, p.intervals, tuple(sorted(p.ends_at))) for p in self.phases)
        tracked = None if self.reference is None else (self.reference.summed, *sorted(self.reference.weights))
        return (
            self.system,
            self.robot,
            self.method,
            phases,
            tuple(sorted(self.start)),
            tuple(sorted(self.goal)),
            tuple(sorted(self.costs)),
            tracked,
            tuple((type(o).__name__, getattr(o, "crossed_in", None)) for o in self.obstacles),
            self.periodic,
            self.lecture,
        )
