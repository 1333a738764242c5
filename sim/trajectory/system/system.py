"""A hybrid system as the transcription takes it: smooth modes, and jumps between them, all as CasADi functions.

Of a mode: state x (minimal: what is held is no state), inputs u, algebraic unknowns z (accelerations, contact forces; none
where the dynamics are explicit), and constants p of the phase (footholds). θ are the task's parameters that enter formulas
(friction, masses, obstacles): to change one is to solve again, not to build again. All functions are of SX expressions.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Protocol

from ...arrays import Array
from ..task.plan_task import PlanTask

Function = Any  # casadi.Function, which has no types


@dataclass(frozen=True, eq=False)
class PathRows:
    """Rows lower ≤ h(x, u, z, p, θ) ≤ upper, asked for at every knot and midpoint."""

    group: str  # as it is shown: "friction cone", "leg length"
    unit: str
    function: Function  # (x, u, z, p, θ) -> (k,)
    lower: tuple[float, ...]
    upper: tuple[float, ...]


@dataclass(frozen=True, eq=False)
class SystemMode:
    """Smooth motion while the same points touch.

    rate : (x, u, z, p, θ) -> (nx,) ẋ; residual : the same -> (nz,), which is 0; None: there is no z
    full : (x, p) -> (n,) the whole state, in the coordinates of the system; rate_full : as rate -> (n,) its derivative
    minimal : (full,) -> (nx,) x, (np,) p: the way back, for first guesses
    force : as rate -> (3 · points,) of the ground on each point, in the world [N]
    tau : as rate -> (nv,) joint forces of the robot that is drawn
    foothold : (p,) -> (3 · points,) [m]; NaN for those in the air
    costs : by name, as rate -> () integrated over time
    """

    name: str
    nx: int
    nu: int
    nz: int
    np: int
    p_names: tuple[str, ...]
    touching: tuple[bool, ...]  # a point each
    rate: Function
    residual: Function | None
    full: Function
    minimal: Function
    rate_full: Function
    force: Function
    tau: Function
    foothold: Function
    path: tuple[PathRows, ...] = ()
    start: tuple[PathRows, ...] = ()  # the same, asked for where the motion begins alone, if it does in this mode
    costs: Mapping[str, Function] = field(default_factory=dict)
    first_z: tuple[float, ...] = ()  # where to start looking for z; (): at 0


@dataclass(frozen=True, eq=False)
class Jump:
    """Between two modes: w are unknowns of the jump itself (impulses).

    rows : (x⁻, p⁻, x⁺, p⁺, w, θ) -> (k,), which is 0
    path : as rows, within bounds: the impulse pushes, and is inside the cone
    impulse : as rows -> (3 · points,) of the ground on each point, in the world [N s]
    implied_before, implied_after : groups of path constraints that the jump's rows already fix at the last knot of the phase
        before and at the first of the phase after; asked for twice, their multipliers would not be unique
    """

    kind: str  # "lift-off", "touch-down", "switch"
    nw: int
    rows: Function
    impulse: Function
    path: tuple[PathRows, ...] = ()
    implied_before: tuple[str, ...] = ()
    implied_after: tuple[str, ...] = ()


class TaskNumbers(Protocol):
    """What a system reads from a task that differs from others by numbers alone."""

    def theta(self, task: PlanTask) -> Array:
        """The parameters θ, in the order of `HybridSystem.theta_names`."""
        ...

    def constants(self, task: PlanTask, phase: int) -> tuple[Array, Array]:
        """Least and greatest of the constants p of a phase."""
        ...

    def path_bounds(self, task: PlanTask, phase: int) -> Mapping[str, tuple[float, float]]:
        """Least and greatest of groups of path constraints of one row that a phase has of its own, beside its limits."""
        ...

    def limits(self, task: PlanTask) -> Mapping[str, tuple[float, float]]:
        """The system's own limits, by name of an input or of a group of path constraints of one row."""
        ...

    def guess(self, task: PlanTask, phase: int, s: Array) -> tuple[Array, Array]:
        """Where to start looking: whole states (K, n) and inputs (K, m) of a phase at s = 0 … 1 of its time."""
        ...


@dataclass(frozen=True, eq=False)
class HybridSystem:
    """Modes by name, jumps by (mode before, mode after), and what its numbers are called."""

    name: str
    robot: str  # the model drawn and simulated
    state_names: tuple[str, ...]
    state_units: tuple[str, ...]
    input_names: tuple[str, ...]
    input_units: tuple[str, ...]
    points: tuple[str, ...]
    theta_names: tuple[str, ...]
    to_robot: Function  # (full,) -> q, v
    numbers: TaskNumbers
    modes: dict[str, SystemMode] = field(default_factory=dict)
    jumps: dict[tuple[str, str], Jump] = field(default_factory=dict)
    closing: Jump | None = None  # from the end of the last phase to the beginning of the first: the motion starts anew
