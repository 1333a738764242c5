"""What is planned, as it is typed, and what it comes to."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import numpy as np

    from torseur.sim.analysis.dynamics.motion_task import MotionTask

LONGEST, FASTEST, HEAVIEST, FARTHEST = 30.0, 50.0, 1e4, 100.0  # s, Hz, kg, m
SHORTEST, SLOWEST = 1e-3, 1e-3  # s, Hz


@dataclass(frozen=True, slots=True)
class MotionPlan:
    """A profile, how far each joint goes in which time, a payload, and whether there is gravity."""

    profile: str = "quintic"
    duration: float = 1.0  # [s]
    frequency: float = 1.0  # [Hz]
    change: tuple[float, ...] = ()  # of each number of v [rad | m]
    body: str = ""
    mass: float = 0.0  # [kg]
    point: tuple[float, float, float] = (0.0, 0.0, 0.0)  # [m]
    has_gravity: bool = True


@dataclass(frozen=True, eq=False, slots=True)
class PlannedMotion:
    """The motion, and what it takes."""

    task: MotionTask
    largest: np.ndarray  # (nv,) largest |τ_m| [N·m | N]
    share: np.ndarray  # (nv,) largest |τ_m| by its limit; 0: no limit
    speed_share: np.ndarray  # (nv,) largest |q̇| by its limit; 0: no limit
    beyond: tuple[str, ...]  # joints that leave their limits of position
    most_power: float  # largest τ_mᵀ q̇ [W]
    work: float  # ∫ τ_mᵀ q̇ dt [J]
