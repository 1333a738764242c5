"""What a plot over time is told, without Qt."""

from __future__ import annotations

from dataclasses import dataclass
from math import nan
from typing import NamedTuple

import numpy as np

from ...text.same_value import Value


class TimeLine(NamedTuple):
    """How one line is drawn, as `LineStyle` has it."""

    name: str
    color: str
    dash: tuple[float, ...] = ()
    width: float = 1.8
    short: str = ""  # name in the legend, if it needs no more below the title


@dataclass(frozen=True, slots=True, eq=False)
class TimePlot(Value):
    """Lines over the same times: what a `Custom` block of the kind "time_plot" shows.

    Event: seek (the time that was pressed or dragged to).
    """

    title: str
    unit: str
    t: np.ndarray  # (n,) [s]
    lines: tuple[TimeLine, ...] = ()
    values: tuple[np.ndarray, ...] = ()  # (n,) of each line, in the unit
    now: float = nan  # where the cursor is [s]; NaN: nowhere
    zero: float = 1e-6  # what is within is written as 0
