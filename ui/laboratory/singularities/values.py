"""What the painted widgets of the page Singularities show."""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

import numpy as np

from ...text.same_value import Value
from ...text.units import AngleUnit


@dataclass(frozen=True, slots=True)
class CaseView:
    """One row; without a title, a heading alone."""

    title: str  # θ₂ = 0
    detail: str  # what is lost
    reachable: bool  # within limits
    heading: str = ""  # before the first case of a factor


class CaseViews(NamedTuple):
    """All of them."""

    cases: tuple[CaseView, ...]
    selected: int  # of those with a title, from 0


@dataclass(frozen=True, eq=False, slots=True)
class MapData(Value):
    """What is drawn: values (na, nb) at a (na,) and b (nb,), with names; `is_angle` of each joint."""

    name_a: str
    name_b: str
    is_angle: tuple[bool, bool]
    a: np.ndarray  # (na,) [rad | m], to the right
    b: np.ndarray  # (nb,) [rad | m], upwards
    values: np.ndarray  # (na, nb)
    unit: str
    place: tuple[float, float]  # where the robot is [rad | m]
    angle_unit: AngleUnit
