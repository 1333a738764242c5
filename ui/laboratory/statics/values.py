"""What the table of torques shows, as plain values."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from torseur.sim.texts import tr

from ...text.array_text import ArrayText
from ...text.number_text import as_shown, number_text, quantity_text, zero_beside

TORQUES, SPRUNG = ("Γ", "g(q)", "τ"), ("Γ", "g(q) − τ_p", "τ_m")


@dataclass(frozen=True, slots=True)
class TorqueRow:
    """Torque of one joint, as it is shown."""

    name: str
    full: str  # its name in the file
    unit: str  # N·m, or N of a slide
    load: float  # Γ
    gravity: float  # g(q), and where there are springs less τ_p
    torque: float  # τ, and where there are springs τ_m = τ − τ_p
    limit: float  # inf: none in the file
    by_load: tuple[float, ...] = ()  # Γ of each load
    sprung: bool = False  # whether joints of the robot have springs

    @property
    def share(self) -> float:
        """|τ| / limit; 0 without a limit."""
        if self.limit == 0.0:
            return np.inf if self.torque else 0.0
        return abs(self.torque) / self.limit

    @property
    def exceeded(self) -> bool:
        """Whether it is more than the motor can give."""
        return self.share > 1.0


def letters_of(rows: Sequence[TorqueRow]) -> tuple[str, str, str]:
    """What stands above the numbers, in the notation of `paint_math`: motors have less to give where springs do."""
    return SPRUNG if any(row.sprung for row in rows) else TORQUES


def torque_text(rows: Sequence[TorqueRow]) -> ArrayText | None:
    """What is copied of them; None: there are none."""
    if not rows:
        return None
    values = np.array([[row.load, row.gravity, row.torque, row.limit] for row in rows])
    return ArrayText(values, [f"{row.full} [{row.unit}]" for row in rows], (*letters_of(rows), "limit"))


def zero_of(rows: Sequence[TorqueRow]) -> float:
    """Up to which their numbers are shown as 0."""
    return zero_beside((max((max(abs(row.load), abs(row.gravity), abs(row.torque)) for row in rows), default=0.0),))


def limit_text(row: TorqueRow, zero: float) -> str:
    """How much of the limit a torque is."""
    if not math.isfinite(row.limit):
        return tr("{unit}, no limit in the file", unit=row.unit)
    share = share_text(row.share) if abs(row.torque) > zero else "0"
    return tr("{share} of {limit}", share=f"{share} %", limit=quantity_text(row.limit, row.unit, 3))


def share_text(share: float) -> str:
    """A share in percent, as far as it matters."""
    if 0.0 < share < 1e-3:
        return as_shown("< 0.1")
    return number_text(100.0 * share, 3)
