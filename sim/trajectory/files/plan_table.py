"""A plan as a table: a row a node, both sides of a jump in rows of their own."""

from __future__ import annotations

import csv
from typing import IO, Any

import numpy as np

from ...multibody.model.coordinate_names import position_names, units, velocity_names
from ...multibody.model.model import Model
from ..values import Plan


def plan_columns(plan: Plan, model: Model | None = None) -> list[tuple[str, np.ndarray]]:
    """Headers with units, and columns (nodes,): time, phase, mode, whether a knot, states, rates, inputs, forces, q, v, τ_m.

    model : of the robot, whose joints name q, v and τ_m as in tables of recordings; None: these have their numbers, "q0"
    """
    phases = plan.phases
    columns: list[tuple[str, np.ndarray]] = [
        ("t [s]", np.concatenate([phase.t for phase in phases])),
        ("phase", np.concatenate([np.full(phase.t.size, i) for i, phase in enumerate(phases)])),
        ("mode", np.concatenate([np.full(phase.t.size, phase.mode) for phase in phases])),
        ("knot", np.concatenate([phase.knot.astype(int) for phase in phases])),
    ]
    for rows, names, unit_texts in (
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
        columns += [(f"{name} [{unit}]", column) for name, unit, column in zip(names, unit_texts, table.T, strict=True)]
    for field, letter in (("q", "q"), ("v", "v"), ("tau", "tau_m")):
        table = np.concatenate([getattr(phase, field) for phase in phases])
        heads = [f"{letter}{i}" for i in range(table.shape[1])] if model is None else _joint_heads(model, field, letter)
        columns += list(zip(heads, table.T, strict=True))
    return columns


def write_table(plan: Plan, stream: IO[str], model: Model | None = None) -> None:
    """Write it as CSV, numbers to the last bit; `model` as of `plan_columns`."""
    columns = plan_columns(plan, model)
    writer = csv.writer(stream)
    writer.writerow([head for head, _ in columns])
    writer.writerows(zip(*(column.tolist() for _, column in columns), strict=True))


def _joint_heads(model: Model, field: str, letter: str) -> list[str]:
    names = position_names(model) if field == "q" else velocity_names(model)
    return [f"{letter} {name} [{unit}]" for name, unit in zip(names, units(model, field), strict=True)]


def _rates(units: tuple[str, ...]) -> list[Any]:
    """Units of derivatives by time."""
    return [f"{unit}²" if unit.endswith("/s") else f"{unit}/s" for unit in units]
