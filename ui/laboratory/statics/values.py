"""What the statics page shows, as plain values."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

import numpy as np

AXES = ("x", "y", "z")
VECTORS = {"point": "m", "force": "N", "moment": "N·m"}
"""What is typed of a load, and its unit."""


@dataclass(frozen=True, slots=True)
class LoadEntry:
    """One load in the list."""

    name: str  # of the body
    force: float  # [N]
    moment: float  # [N m]


@dataclass(frozen=True, eq=False, slots=True)
class LoadNumbers:
    """The load that is edited: where, and its vectors along the axes that are chosen, but the point's."""

    body: str
    point: np.ndarray  # (3,) body axes [m]
    force: np.ndarray  # (3,) [N]
    moment: np.ndarray  # (3,) [N m]

    @property
    def vectors(self) -> dict[str, np.ndarray]:
        """By the names in VECTORS."""
        return {"point": self.point, "force": self.force, "moment": self.moment}


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


@dataclass(frozen=True, eq=False, slots=True)
class CarriedEntry:
    """How a load is split. Vectors are along the world's axes."""

    vectors: np.ndarray  # (3, 3) rows: whole, motors, structure
    carried: float  # the structure's share of the square
    rank: int
    U: np.ndarray  # (3, 3) columns u_i
    unit: str  # N, or N·m


@dataclass(frozen=True, eq=False, slots=True)
class CarriedView:
    """What there is to say of one load."""

    title: str
    force: CarriedEntry
    moment: CarriedEntry | None  # None: there is no moment
    residual: float  # ‖Jᵀ F_structure‖∞ [N m | N]
    load_torque: str  # ‖Jᵀ F‖∞ of the motors that turn and of those that slide, with units
    free_wrenches: int  # independent wrenches at the point that load no motor
    base_load: str = ""  # the same of the numbers of a base without a motor; empty: it gets nothing, or there is none


@dataclass(frozen=True, slots=True)
class BaseLine:
    """What a base without a motor lacks, in words."""

    name: str
    force: str
    moment: str


@dataclass(frozen=True, slots=True)
class CheckView:
    """What the simulation found. `tone` is one of Badge's."""

    verdict: str  # a sentence
    word: str  # the same in one
    tone: str
    facts: Sequence[tuple[str, str, str]] = field(default_factory=tuple)
