"""What each group of constraints leaves, and what it costs.

The price of a bound is its multiplier: by so much the cost falls, to first order, for each unit that the bound is loosened at
every node of the group. Nocedal and Wright, Numerical Optimization, 2006, §12.8.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from ...arrays import Array
from ..optimiser.program_solution import Solution
from ..task.plan_task import PlanTask
from ..transcription.layout import Ints
from ..transcription.task_numbers import ProgramNumbers
from ..transcription.transcription import Transcription
from ..values import PlanConstraint, PlanPhase

ACTIVE = 1e-6
"""Of the bound's size, 1 at least: nearer than this is at the bound."""


@dataclass(frozen=True, eq=False)
class Values:
    """Numbers within bounds, where they are and what their bounds cost: lam > 0 at the upper, < 0 at the lower."""

    t: Array
    value: Array
    lower: Array
    upper: Array
    lam: Array


def constraint_groups(
    made: Transcription, task: PlanTask, numbers: ProgramNumbers, solution: Solution, phases: tuple[PlanPhase, ...]
) -> tuple[PlanConstraint, ...]:
    """Motion, path, impulses, inputs, durations and what is asked of states, in the order of phases."""
    found = []
    for number, phase in enumerate(phases):
        for (group, unit), parts in _of_rows(made, numbers, solution, number, phase).items():
            found.append(_constraint(group, unit, number, _joined(parts)))
        layout = made.layout.phases[number]
        knots = phase.t[phase.knot][: len(layout.u)]
        for column, name in enumerate(made.system.input_names):
            places = layout.u[:, column]
            values = _of_variables(numbers, solution, places, knots)
            found.append(_constraint(name, made.system.input_units[column], number, values))
        places = np.array([layout.duration])
        found.append(_constraint("duration", "s", number, _of_variables(numbers, solution, places, phase.t[-1:])))
        names = layout.mode.p_names
        for place, name in zip(layout.p, names, strict=True):
            if np.isfinite(numbers.x_lower[place]) or np.isfinite(numbers.x_upper[place]):
                values = _of_variables(numbers, solution, np.array([place]), phase.t[:1])
                found.append(_constraint(f"foothold {name}", "m", number, values))
    return tuple(row for row in found if row is not None)


def _of_rows(
    made: Transcription, numbers: ProgramNumbers, solution: Solution, number: int, phase: PlanPhase
) -> dict[tuple[str, str], list[Values]]:
    found: dict[tuple[str, str], list[Values]] = {}
    for block in made.blocks:
        if block.phase == number:
            group = (
                f"{block.kind} {block.name}" if block.kind in ("start", "goal", "waypoint", "periodic") else block.name
            )
            rows = block.rows.ravel()
            t = np.repeat(phase.t[block.nodes], block.rows.shape[1])
            values = Values(
                t, solution.rows[rows], numbers.g_lower[rows], numbers.g_upper[rows], solution.point.lam_g[rows]
            )
            found.setdefault((group, block.unit), []).append(values)
    return found


def _of_variables(numbers: ProgramNumbers, solution: Solution, places: Ints, t: Array) -> Values:
    point = solution.point
    return Values(t, point.x[places], numbers.x_lower[places], numbers.x_upper[places], point.lam_x[places])


def _joined(values: list[Values]) -> Values:
    names = ("t", "value", "lower", "upper", "lam")
    return Values(*(np.concatenate([getattr(value, name) for value in values]) for name in names))


def _constraint(group: str, unit: str, phase: int, values: Values) -> PlanConstraint | None:
    if not (np.isfinite(values.lower) | np.isfinite(values.upper)).any():
        return None
    equal = values.lower == values.upper
    if equal.all():
        off = np.abs(values.value - values.lower)
        worst = int(off.argmax())
        price = float(np.abs(values.lam).max())
        return PlanConstraint(group, phase, unit, -float(off[worst]), float(values.t[worst]), True, price)
    below, above = values.value - values.lower, values.upper - values.value
    margins = np.minimum(below, above)
    nearest = int(margins.argmin())
    size = np.maximum(1.0, np.abs(np.where(below < above, values.lower, values.upper)))
    active = bool((margins <= ACTIVE * size).any())
    upper, lower = float(np.maximum(values.lam, 0.0).sum()), float(np.maximum(-values.lam, 0.0).sum())
    price = max(upper, lower)
    sentence = ""
    if active and price > 0.0:
        sentence = f"{1} {unit} {'more' if upper >= lower else 'less'} saves {price:.2g}"
    return PlanConstraint(
        group, phase, unit, float(margins[nearest]), float(values.t[nearest]), active, price, sentence
    )
