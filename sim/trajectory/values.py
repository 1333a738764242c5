"""What a plan is and what is told of it while it is made: passive values, which know nothing of how they were computed."""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import Enum

import numpy as np
from numpy.typing import NDArray

from ..arrays import Array
from ..texts import marked

HELD_METHOD = "RK4 shooting"
NOTABLE_BETWEEN = 1e-3
"""By how much a bound may be passed between nodes without a word, in its unit."""


class PlanStatus(Enum):
    """How an optimisation ended. The value is the word that is shown."""

    SOLVED = marked("solved")  # to the tolerance asked for
    ACCEPTABLE = marked("acceptable")  # to the looser one of IPOPT only
    STOPPED = marked("stopped")  # by the user: the best iterate is kept
    OUT_OF_ITERATIONS = marked("out of iterations")
    INFEASIBLE = marked("no solution near")  # IPOPT's word is "infeasible": true of where it stopped, not of the request
    FAILED = marked("failed")

    @property
    def is_solution(self) -> bool:
        """Whether what it ended with meets what was asked for, and is a local optimum."""
        return self in (PlanStatus.SOLVED, PlanStatus.ACCEPTABLE)


@dataclass(frozen=True, eq=False)
class PlanPhase:
    """One mode held from an instant to another, at its K nodes: knots, and with collocation the midpoints between them.

    `state` is the whole state of the system in the plan's own coordinates (`Plan.state_names`), `q`, `v`, `tau` the same for the
    robot of the plan as the simulation knows it.
    """

    mode: str  # as the task names it: "stance", "flight", "slip"
    t: Array  # (K,) from the plan's beginning [s]
    knot: NDArray[np.bool_]  # (K,); False: a midpoint
    state: Array  # (K, n) in the units of `Plan.state_units`
    rate: Array  # (K, n) its derivative by time
    inputs: Array  # (K, m) in the units of `Plan.input_units`
    force: Array  # (K, points, 3) of the ground on each point, in the world [N]; 0 where it does not touch
    touching: NDArray[np.bool_]  # (points,) which points are held in this mode
    footholds: Array  # (points, 3) where, in the world [m]; NaN for those in the air
    q: Array  # (K, nq)
    v: Array  # (K, nv)
    tau: Array  # (K, nv) joint forces: what the inputs are at the joints
    defect: Array  # (intervals,) greatest entry of the collocation's own residual at the solution
    error: Array  # (intervals,) greatest difference of state between the knot reached and the interval integrated to 1e-10
    duration_bounds: tuple[float, float] = (0.0, float("inf"))  # [s]; equal: the duration is given
    multiplier: float = 0.0  # of the duration's bound: cost per second that it is moved; 0: free; NaN: not solved
    # (intervals,) by how much bounds of states are passed between nodes, each in its unit; (0,): not looked at
    passed: Array = field(default_factory=lambda: np.zeros(0))

    @property
    def sliding(self) -> NDArray[np.bool_]:
        """(points,) which points touch and have no foothold: they go along the ground."""
        return self.touching & ~np.isfinite(self.footholds).all(axis=1)

    @property
    def start(self) -> float:
        """When it begins [s]."""
        return float(self.t[0])

    @property
    def duration(self) -> float:
        """How long it lasts [s]."""
        return float(self.t[-1] - self.t[0])


@dataclass(frozen=True, eq=False)
class PlanJump:
    """What happens between two phases: nothing but a change of mode at lift-off, an impulse at touch-down."""

    t: float  # [s]
    kind: str  # "lift-off", "touch-down", "switch"
    before: Array  # (n,) state
    after: Array  # (n,)
    impulse: Array  # (points, 3) of the ground on each point, in the world [N s]


@dataclass(frozen=True, eq=False)
class PlanConstraint:
    """One group of constraints over one phase, or over the whole plan: how near it comes, and what it costs."""

    group: str  # "ground pushes", "friction cone", "leg length", "goal", ...
    phase: int | None  # index; None: of the plan
    unit: str  # of `margin`, as "N", "m"
    margin: float  # smallest distance to the bound; < 0: violated by so much; equalities: -|residual|
    t: float  # where that is [s]
    active: bool
    # Its price, ≥ 0: what the cost falls by, to first order, for each unit that all its bounds are moved; NaN: not solved.
    multiplier: float
    sentence: str = ""  # "1 N more than 300 saves 0.012"; "" where it is worth nothing


@dataclass(frozen=True, eq=False)
class PlanIterate:
    """What is known after an iteration."""

    iteration: int
    objective: float
    infeasibility: float  # greatest violation of a constraint
    optimality: float  # greatest entry of the dual infeasibility
    barrier: float
    step: float  # of the line search, 0 … 1
    t: Array = field(default_factory=lambda: np.zeros(0))  # (K,) [s]
    q: Array = field(default_factory=lambda: np.zeros((0, 0)))  # (K, nq) the iterate as a motion of the robot: its picture


@dataclass(frozen=True, eq=False)
class Plan:
    """A trajectory through contact, as the optimiser left it."""

    title: str
    robot: str  # the model that q and v are of, by the name under which a scene finds it
    method: str  # "Hermite-Simpson", "RK4 shooting"
    status: PlanStatus
    message: str  # one sentence
    phases: tuple[PlanPhase, ...]
    jumps: tuple[PlanJump, ...]  # between them: one fewer
    state_names: tuple[str, ...]
    state_units: tuple[str, ...]
    input_names: tuple[str, ...]
    input_units: tuple[str, ...]
    points: tuple[str, ...]  # what may touch, by name
    friction: Array  # (points,) the coefficient planned with
    cost: float
    cost_parts: tuple[tuple[str, float], ...]  # their sum is the cost
    constraints: tuple[PlanConstraint, ...]
    closing: PlanJump | None = None  # of a periodic motion: from its end to its beginning
    iterates: tuple[PlanIterate, ...] = ()
    notes: tuple[str, ...] = ()  # sentences on what its numbers do not show: faults of the problem, what physics forbids
    variables: int = 0
    equations: int = 0
    seconds_building: float = 0.0
    seconds_solving: float = 0.0

    @property
    def duration(self) -> float:
        """[s]."""
        return float(self.phases[-1].t[-1])

    @property
    def iterations(self) -> int:
        """Of the optimiser, the start not counted."""
        return self.iterates[-1].iteration if self.iterates else 0

    @property
    def holds_inputs(self) -> bool:
        """Whether an input stays what it is at a node until the next; else it is linear between them."""
        return self.method == HELD_METHOD

    @property
    def infeasibility(self) -> float:
        """Greatest violation of any constraint, in its unit."""
        return max((-row.margin for row in self.constraints if row.margin < 0.0), default=0.0)
