"""What a plot over time is told, without Qt."""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

import numpy as np

from ...text.same_value import Value


class TimeLine(NamedTuple):
    """How one line is drawn, as `LineStyle` has it."""

    name: str
    color: str
    dash: tuple[float, ...] = ()
    width: float = 1.8


@dataclass(frozen=True, slots=True, eq=False)
class TimePlot(Value):
    """Lines over the same times: what a `Custom` block of the kind "time_plot" shows."""

    title: str
    unit: str
    t: np.ndarray  # (n,) [s]
    lines: tuple[TimeLine, ...] = ()
    values: tuple[np.ndarray, ...] = ()  # (n,) of each line, in the unit
