"""What the editor of a Denavit-Hartenberg table shows: values, already in the units that are seen."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class DHRowValues:
    """One row. Angles in degrees or radians, as `DHValues.unit` says; lengths in metres."""

    name: str
    kind: str  # "revolute", "prismatic" or "fixed"
    theta: float
    d: float
    a: float
    alpha: float
    lower: float | None
    upper: float | None


@dataclass(frozen=True, slots=True)
class DHValues:
    """A Denavit-Hartenberg table, row by row."""

    name: str
    convention: str  # "standard" or "modified"
    unit: str  # "°" or "rad"
    rows: tuple[DHRowValues, ...]
    base: tuple[float, ...]  # x y z [m], roll pitch yaw
    tool: tuple[float, ...]
    unsaved: bool = False
