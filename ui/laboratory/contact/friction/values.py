"""What the pictures of the page Friction show, as plain values."""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

import numpy as np

from torseur.sim.contact.analysis.friction.values import SlidingPolar
from torseur.sim.simulation.inspection.friction.values import ModeSequence

from ....text.same_value import Value


class PlaneArrow(NamedTuple):
    """Friction and slip of one law. The label is in the notation of `paint_math`."""

    label: str  # at the tip of friction; empty: none
    friction: np.ndarray  # (2,)
    slip: np.ndarray  # (2,)
    law: str  # whose line it has


@dataclass(frozen=True, eq=False, slots=True)
class PlaneDrawing(Value):
    """The section of a cone at its load. Without a unit forces are shares of their own μ n, and the radius is 1."""

    name: str
    limit: float  # μ n, the radius
    corners: np.ndarray  # (k, 2) of the polygon
    arrows: tuple[PlaneArrow, ...]
    unit: str  # of the friction, "N" or "N·s"
    slip_unit: str  # "m/s"; empty: the direction alone is known
    parts: np.ndarray | None = None  # (m, 2) that are added up to friction


class PolarDrawing(NamedTuple):
    """What a contact gives in all directions, under each law."""

    polars: tuple[SlidingPolar, ...]
    unit: str


class ModesDrawing(NamedTuple):
    """What all contacts did over time, and the time shown."""

    sequence: ModeSequence
    names: tuple[str, ...]  # of the lanes
    selected: int  # lane; -1: none
    t: float  # [s]
