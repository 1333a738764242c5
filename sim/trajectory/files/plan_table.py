"""A plan as a table: a row a node, both sides of a jump in rows of their own."""

from __future__ import annotations

import csv
from typing import IO, Any

import numpy as np

from ..values import Plan


def plan_columns(plan: Plan) -> list[tuple[str, np.ndarray]]:
    """Headers with units, and columns (nodes,): time, phase, mode, whether a knot, states, rates, inputs, forces, q, v, tau."""
    phases = plan.phases
    columns: list[tuple[str, np.ndarray]] = [
        ("t [s]", np.concatenate([phase.t for phase in phases])),
        ("phase", np.concatenate([np.full(phase.t.size, i) for i, phase in enumerate(phases)])),
        ("mode", np.concatenate([np.full(phase.t.size, phase.mode) for phase in phases])),
        ("knot", np.concatenate([phase.knot.astype(int) for phase in phases])),
    ]
    for rows, names, units in (
        ([phase.state for phase in phases], plan.state_names, plan.state_units),
        ([phase.rate for phase in phases], [f"d/dt {name}" for name in plan.state_names], _rates(plan.state_units)),
        ([phase.inputs for phase in phases], plan.input_names, plan.input_units),
        (
            [phase.force.reshape(phase.t.size, -1) for phase in phases],
            [f"force {point} {axis}" for point in plan.points for axis in "xyz"],
            ["N"] * (3 * len(plan.points)),
        ),
    ):
        table = np.concatenate(rows)
        columns += [(f"{name} [{unit}]", column) for name, unit, column in zip(names, units, table.T, strict=True)]
    for name in ("q", "v", "tau"):
        table = np.concatenate([getattr(phase, name) for phase in phases])
        columns += [(f"{name}{i}", column) for i, column in enumerate(table.T)]
    return columns


def write_table(plan: Plan, stream: IO[str]) -> None:
    """Write it as CSV, numbers to the last bit."""
    columns = plan_columns(plan)
    writer = csv.writer(stream)
    writer.writerow([head for head, _ in columns])
    writer.writerows(zip(*(column.tolist() for _, column in columns), strict=True))


def _rates(units: tuple[str, ...]) -> list[Any]:
    """Units of derivatives by time."""
    return [f"{unit}²" if unit.endswith("/s") else f"{unit}/s" for unit in units]
