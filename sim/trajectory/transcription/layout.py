"""Where each unknown of a task stands in the program's variables and parameters."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from ..system.system import HybridSystem, Jump, SystemMode
from ..task.plan_task import PlanTask

Ints = NDArray[np.int64]
HERMITE_SIMPSON = "hermite-simpson"


@dataclass(frozen=True, eq=False)
class PhaseLayout:
    """Places of one phase. Nodes are knots; with collocation also the midpoints between: 2 N + 1 in all."""

    mode: SystemMode
    intervals: int
    collocated: bool
    x: Ints  # (nodes, nx)
    z: Ints  # (nodes, nz)
    u: Ints  # (N + 1, nu) at knots; with shooting (N, nu), held
    p: Ints  # (np,)
    duration: int
    reference: Ints  # (nodes, n + m) among the parameters; (nodes, 0): nothing is tracked
    count: int  # of intervals, among the parameters

    @property
    def nodes(self) -> int:
        """Number of nodes."""
        return len(self.x)

    @property
    def knot(self) -> NDArray[np.bool_]:
        """(nodes,) whether a knot."""
        return np.arange(self.nodes) % 2 == 0 if self.collocated else np.ones(self.nodes, bool)

    @property
    def s(self) -> NDArray[np.float64]:
        """(nodes,) 0 … 1 of the phase's time."""
        return np.linspace(0.0, 1.0, self.nodes)


@dataclass(frozen=True, eq=False)
class Layout:
    """Places of all."""

    phases: tuple[PhaseLayout, ...]
    jumps: tuple[Ints, ...]  # unknowns of each; that from the last phase to the first, where there is one, is the last
    variables: int
    theta: Ints
    weights: Ints  # of cost terms
    tracking: Ints  # of tracked names
    parameters: int


class _Counter:
    def __init__(self) -> None:
        self.next = 0

    def take(self, *shape: int) -> Ints:
        count = int(np.prod(shape))
        self.next += count
        return np.arange(self.next - count, self.next, dtype=np.int64).reshape(shape)


def make_layout(system: HybridSystem, task: PlanTask, terms: int, tracked: int) -> Layout:
    """Places for a task, node by node, so that neighbours in time are neighbours in the program."""
    variables, parameters = _Counter(), _Counter()
    theta, weights, tracking = (parameters.take(size) for size in (len(system.theta_names), terms, tracked))
    collocated = task.method == HERMITE_SIMPSON
    width = len(system.state_names) + len(system.input_names) if tracked else 0
    phases, jumps = [], []
    for number, phase in enumerate(task.phases):
        mode = system.modes[phase.mode]
        n = phase.intervals
        nodes = 2 * n + 1 if collocated else n + 1
        x, z, u = [], [], []
        for node in range(nodes):
            x.append(variables.take(mode.nx))
            z.append(variables.take(mode.nz))
            if (node % 2 == 0) if collocated else node < n:
                u.append(variables.take(mode.nu))
        p, duration = variables.take(mode.np), int(variables.take(1)[0])
        reference, count = parameters.take(nodes, width), int(parameters.take(1)[0])
        phases.append(PhaseLayout(mode, n, collocated, np.array(x), np.array(z), np.array(u), p, duration, reference, count))
        if number + 1 < len(task.phases):
            jumps.append(variables.take(system.jumps[phase.mode, task.phases[number + 1].mode].nw))
        elif system.closing is not None:
            jumps.append(variables.take(system.closing.nw))
    return Layout(tuple(phases), tuple(jumps), variables.next, theta, weights, tracking, parameters.next)


@dataclass(frozen=True, eq=False)
class RowBlock:
    """Rows of one kind in one phase or between two.

    kind  : "motion" (defects), "residual", "path", "link", "impulse", "start", "goal", "waypoint", "periodic"
    name  : the group, or the state whose value is asked for
    rows  : (instances, k) places in g
    nodes : (instances,) of the phase
    """

    kind: str
    name: str
    unit: str
    phase: int
    nodes: Ints
    rows: Ints
    lower: tuple[float, ...]
    upper: tuple[float, ...]


def jump_to_phase(system: HybridSystem, layout: Layout, number: int) -> Jump | None:
    """The jump to a phase; to the first, and to what comes after the last, that which closes the motion, if one does."""
    if number in (0, len(layout.phases)):
        return system.closing
    return system.jumps[layout.phases[number - 1].mode.name, layout.phases[number].mode.name]
