"""Where the chosen frame is to be brought, as a value."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from torseur.ui.text.same_value import Value

if TYPE_CHECKING:
    from torseur.sim.analysis.inverse_kinematics.values import PoseSolution
    from torseur.sim.arrays import Array


@dataclass(frozen=True, slots=True)
class TargetOptions:
    """What of a pose counts, and how near."""

    rows: str = "both"  # "both", "position" or "orientation"
    tolerance: float = 1e-6  # [m]
    along_world: bool = True  # handles along the axes of the world, not of the pose


@dataclass(frozen=True, slots=True, eq=False)
class FrameTarget(Value):
    """A pose that the chosen frame is to be brought to, and what the last drag to it came to."""

    pose: Array | None = None  # (4, 4) in the world; None: there is none, or it is to be where the frame is
    options: TargetOptions = TargetOptions()
    found: PoseSolution | None = None
    refusal: str = ""  # why there is nothing to drag, or nothing was found
