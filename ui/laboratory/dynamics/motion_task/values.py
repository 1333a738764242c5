"""What the page of motion tasks is told."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from ..values import Coordinate


@dataclass(frozen=True, slots=True)
class MotionPlan:
    """What is planned, as it is typed."""

    profile: str
    duration: float  # [s]
    frequency: float  # [Hz]
    change: tuple[float, ...]  # of each number of v [rad | m]
    body: str
    mass: float  # [kg]
    point: tuple[float, float, float]  # [m]
    has_gravity: bool


@dataclass(frozen=True, eq=False, slots=True)
class TaskResult:
    """What it takes."""

    coordinates: tuple[Coordinate, ...]
    t: np.ndarray  # (n,) [s]
    tau: np.ndarray  # (n, nv) τ_m [N·m | N]
    limits: np.ndarray  # (nv,) of the torques; inf: none
    largest: np.ndarray  # (nv,) largest |τ_m| [N·m | N]
    share: np.ndarray  # (nv,) largest |τ_m| by its limit; 0: no limit
    speed_share: np.ndarray  # (nv,) largest |q̇| by its limit; 0: no limit
    beyond: tuple[str, ...]  # joints that leave their limits of position
    most_power: float  # largest τ_mᵀ q̇ [W]
    work: float  # ∫ τ_mᵀ q̇ dt [J]
