"""What a plan does between its nodes: constraints are asked for at nodes alone, and may be broken in between."""

from __future__ import annotations

from typing import Any

import numpy as np

from ...arrays import Array
from ..optimiser.program_solution import Solution
from ..transcription.layout import Ints, PhaseLayout
from ..transcription.program_pieces import depends_on_inputs
from ..transcription.task_numbers import ProgramNumbers
from ..transcription.transcription import Transcription

NOTABLE = 1e-3  # of a bound that is passed between nodes, in its unit: less is told by nobody
SHARES = np.arange(1, 8) / 8.0  # of the way from a node to the next, where it is looked at


def notes_between(made: Transcription, numbers: ProgramNumbers, solution: Solution) -> tuple[str, ...]:
    """A sentence for each phase and each group of state alone whose bounds are passed between nodes by more than `NOTABLE`."""
    x, start, found = solution.point.x, 0.0, []
    theta = numbers.parameters[made.layout.theta]
    for number, phase in enumerate(made.layout.phases):
        t = start + phase.s * float(x[phase.duration])
        start = float(t[-1])
        inside, states = _between(phase, x, theta, t)
        for rows in phase.mode.path:
            bounds = _bounds(made, numbers, number, rows.group)
            if bounds is None or depends_on_inputs(rows.function):
                continue
            values = _values(rows.function, phase, states, x, theta)
            passed = np.maximum(bounds[0][:, None] - values, values - bounds[1][:, None]).max(axis=0)
            worst = int(passed.argmax())
            if passed[worst] > NOTABLE:
                found.append(
                    f"Between nodes of phase {number + 1}, where nothing is asked, {rows.group} is passed by "
                    f"{passed[worst]:.2g} {rows.unit} at {inside[worst]:.4g} s; more intervals make that less."
                )
    return tuple(found)


def _between(phase: PhaseLayout, x: Array, theta: Array, t: Array) -> tuple[Array, Array]:
    """Instants between the nodes, and states (nx, instants) there: cubics that have states and rates at the nodes."""
    nodes = phase.nodes
    states = x[phase.x].T
    u = x[phase.u]
    inputs = np.array([np.interp(phase.s, np.linspace(0.0, 1.0, len(u)), column) for column in u.T]).reshape(-1, nodes)
    if not phase.collocated:
        inputs = np.vstack([u, u[-1:]]).T
    given = (states, inputs, x[phase.z].T, np.tile(x[phase.p], (nodes, 1)).T, np.tile(theta, (nodes, 1)).T)
    rates = np.asarray(phase.mode.rate.map(nodes)(*given), float)
    h = np.diff(t)
    instants, found = [], []
    for s in SHARES:
        a, b = states[:, :-1], states[:, 1:]
        smooth = s * s * (3.0 - 2.0 * s)
        found.append(a + smooth * (b - a) + h * (s * (1.0 - s) ** 2 * rates[:, :-1] - s * s * (1.0 - s) * rates[:, 1:]))
        instants.append(t[:-1] + s * h)
    return np.concatenate(instants), np.hstack(found)


def _bounds(made: Transcription, numbers: ProgramNumbers, phase: int, group: str) -> tuple[Array, Array] | None:
    """Of a group in a phase, as it is asked for at its nodes; None: at none."""
    for block in made.blocks:
        if (block.kind, block.phase, block.name) == ("path", phase, group):
            rows: Ints = block.rows[0]
            return numbers.g_lower[rows], numbers.g_upper[rows]
    return None


def _values(function: Any, phase: PhaseLayout, states: Array, x: Array, theta: Array) -> Array:
    """(rows, instants) of what depends on states alone."""
    count = states.shape[1]
    nothing = (np.zeros((function.size1_in(k), count)) for k in (1, 2))
    p = np.tile(x[phase.p], (count, 1)).T
    return np.asarray(function.map(count)(states, *nothing, p, np.tile(theta, (count, 1)).T), float)
