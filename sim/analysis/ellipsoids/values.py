"""What a frame can do at one configuration: how fast it moves, how hard it pushes, how it accelerates."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from ...arrays import Array
from .ellipsoids import Ellipsoid
from .polytopes import Polytope

KINDS = ("velocity", "force", "dynamic", "velocity_polytope", "force_polytope")


@dataclass(frozen=True, eq=False, slots=True)
class Capability:
    """The shapes of one frame. Arrays are read-only; units are those of `rows`: m/s, N, m/s² or rad/s, N·m, rad/s²."""

    frame: str
    pose: Array  # (4, 4) in the world
    joints: tuple[str, ...]  # that move the frame
    prismatic: tuple[bool, ...]  # for each of them
    rows: str  # "position" or "orientation"
    weighted: bool  # ellipsoids of the joints' limits, not of the unit ball
    ellipsoids: Mapping[str, Ellipsoid]  # by "velocity", "force", "dynamic"
    polytopes: Mapping[str, Polytope]  # by "velocity_polytope", "force_polytope"
    absent: Mapping[str, str]  # why there is none of what was asked for: a clause
