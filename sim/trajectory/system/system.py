"""A hybrid system as the transcription takes it: smooth modes, and jumps between them, all as CasADi functions.

Of a mode: state x (minimal: what is held is no state), inputs u, algebraic unknowns z (accelerations, contact forces; none
where the dynamics are explicit), and constants p of the phase (footholds). θ are the task's parameters that enter formulas
(friction, masses, obstacles): to change one is to solve again, not to build again.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

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
class Mode:
    """Smooth motion while the same points touch.

    rate : (x, u, z, p, θ) -> (nx,) ẋ; residual : the same -> (nz,), which is 0; None: there is no z
    full : (x, p) -> (n,) the whole state, in the coordinates of the system; rate_full : as rate -> (n,) its derivative
    force : as rate -> (3 · points,) of the ground on each point, in the world [N]
    tau : as rate -> (nv,) joint forces of the robot that is drawn; to_robot : (full,) -> q, v
    """

    name: str
    nx: int
    nu: int
    nz: int
    np: int
    touching: tuple[bool, ...]  # a point each
    rate: Function
    residual: Function | None
    full: Function
    rate_full: Function
    force: Function
    tau: Function
    foothold: Function  # (p,) -> (3 · points,) [m]
    path: tuple[PathRows, ...] = ()
    start: tuple[PathRows, ...] = ()  # the same, asked for at the phase's first knot alone


@dataclass(frozen=True, eq=False)
class Jump:
    """Between two modes: w are unknowns of the jump itself (impulses).

    rows : (x⁻, p⁻, x⁺, p⁺, w, θ) -> (k,), which is 0
    path : as rows, within bounds: the impulse pushes, and is inside the cone
    impulse : as rows -> (3 · points,) of the ground on each point, in the world [N s]
    """

    kind: str  # "lift-off", "touch-down", "switch"
    nw: int
    rows: Function
    impulse: Function
    path: tuple[PathRows, ...] = ()


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
    modes: dict[str, Mode] = field(default_factory=dict)
    jumps: dict[tuple[str, str], Jump] = field(default_factory=dict)
