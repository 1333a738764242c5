"""What the phase board is told of a task: passive values, as they are read and typed."""

from __future__ import annotations

from dataclasses import dataclass, field

import numpy as np


@dataclass(frozen=True, slots=True)
class TaskNumber:
    """A number of a task that is typed, or the least and the greatest that one may be."""

    key: str  # by which the program knows it
    name: str  # as it is read, in the notation of `paint_math`
    unit: str
    values: tuple[float, ...]  # one, or two
    least: float = -1e6  # that may be typed
    most: float = 1e6
    about: str = ""
    whole: bool = False  # only whole numbers


@dataclass(frozen=True, slots=True)
class TaskSwitch:
    """What is either so or not."""

    key: str
    name: str
    on: bool
    about: str = ""


@dataclass(frozen=True, slots=True)
class TaskGroup:
    """Numbers and switches under one heading."""

    key: str
    title: str
    numbers: tuple[TaskNumber, ...] = ()
    switches: tuple[TaskSwitch, ...] = ()
    caption: str = ""


@dataclass(frozen=True, slots=True)
class BoardPhase:
    """One phase as it is asked for, or as it was planned."""

    mode: str
    touching: bool  # whether anything touches the ground
    duration: float  # planned, or the guess [s]
    shortest: float  # that the planner may choose [s]
    longest: float
    intervals: int

    @property
    def fixed(self) -> bool:
        """Whether the duration is given, and not the planner's."""
        return self.shortest == self.longest


@dataclass(frozen=True, slots=True)
class BoardFoothold:
    """Where a point touches during a phase, in the plane of the motion."""

    phase: int
    point: int
    name: str
    x: float  # [m]
    z: float
    fixed: bool  # given, and not the planner's
    movable: bool = True  # the task lets it be given


@dataclass(frozen=True, slots=True)
class BoardObstacle:
    """What stands in the way, from the side; a step goes on to the right, a bar is round."""

    kind: str  # "gap", "step", "bar"
    left: float  # [m]
    right: float
    bottom: float
    top: float


@dataclass(frozen=True, eq=False, slots=True)
class SidePath:
    """The way of a point, from the side."""

    name: str
    x: np.ndarray  # (n,) [m]
    z: np.ndarray  # (n,) [m]


@dataclass(frozen=True, eq=False, slots=True)
class IntervalErrors:
    """How well the plan keeps to the equations between its knots."""

    edges: np.ndarray = field(default_factory=lambda: np.zeros(0))  # (n + 1,) [s] the knots, phase by phase
    error: np.ndarray = field(default_factory=lambda: np.zeros(0))  # (n,) against a careful integration, in units of the state
    defect: np.ndarray = field(default_factory=lambda: np.zeros(0))  # (n,) what the equations of the optimiser leave
    large: float = 1e-4  # errors above are marked


@dataclass(frozen=True, slots=True)
class TaskView:
    """A task as the board shows it."""

    title: str
    description: str
    method: str  # key
    methods: tuple[tuple[str, str], ...]  # keys and names of those that it can be planned by
    groups: tuple[TaskGroup, ...]


@dataclass(frozen=True, slots=True)
class OptimumRow:
    """One of the distinct optima that were found."""

    cost: float
    found: int  # how many guesses led to it
    guesses: int
    iterations: int
    note: str = ""  # of its status
