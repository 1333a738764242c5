"""A task Jacobian as a value: which rows, in which axes, weighted how, in which units."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from ..multibody.arrays import Array, frozen


@dataclass(frozen=True, eq=False, slots=True)
class TaskJacobian:
    """J of a task, as asked for: rows chosen and turned, then scaled by L, columns weighted. Arrays are read-only.

    It maps y to the task's velocity, with q̇ = diag(weights) y; its rows have one unit, so that its SVD means something.
    """

    frame: str
    axes: str  # "world_aligned", "local", "world", or the frame whose axes the rows are along
    rows: str  # "position", "orientation" or "both"
    row_names: tuple[str, ...]  # of m rows: vx vy vz, wx wy wz
    row_unit: str  # of the task's velocity: "m/s" or "rad/s"
    joints: tuple[str, ...]  # of n columns
    column_units: tuple[str, ...]  # of y: "rad/s" or "m/s"; "1" with speed limits; "W" with torque limits
    weighting: str  # "none", "speed", "torque" or "given"
    weights: Array  # (n,) what each column was multiplied by: 1; q̇max [rad/s | m/s]; 1/τmax [1/(N·m) | 1/N]
    length: float | None  # L [m] that the orientation rows were multiplied by, where there are both; else None
    length_source: str  # "given", "mean link" (the default, see `mean_link_length`), or "" where there is none
    J: Array  # (m, n) [row_unit per column unit]
    rotation: Array  # (3, 3) the axes of the rows in the world
    point: Array  # (3,) the point whose velocity is meant, in the world [m]

    @property
    def unit(self) -> str:
        """Of J and of its singular values; columns of different units: "m/s per unit of y" in words."""
        kinds = set(self.column_units)
        return _PER[self.row_unit, kinds.pop()] if len(kinds) == 1 else f"{self.row_unit} per unit"

    def joint_velocity(self, y: Array) -> Array:
        """The joint velocities q̇ (n,) [rad/s | m/s] of a vector y (n,) in the space of the columns: diag(weights) y."""
        return frozen(self.weights * y)

    def twist(self, u: Array) -> Array:
        """The twist (6,) [v; ω] at `point` in world axes [m/s, rad/s] of a vector u (m,) in the space of the rows.

        Rows that were not asked for are zero.
        """
        twist = np.zeros(6)
        if self.rows != "orientation":
            twist[:3] = self.rotation @ u[:3]
        if self.rows != "position":
            twist[3:] = self.rotation @ u[-3:] / (self.length or 1.0)
        return frozen(twist)


_PER = {
    ("m/s", "rad/s"): "m",
    ("m/s", "m/s"): "1",
    ("m/s", "1"): "m/s",
    ("m/s", "W"): "1/N",
    ("rad/s", "rad/s"): "1",
    ("rad/s", "m/s"): "rad/m",
    ("rad/s", "1"): "rad/s",
    ("rad/s", "W"): "1/(N·m)",
}
