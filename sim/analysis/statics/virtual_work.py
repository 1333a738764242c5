"""The principle of virtual work in numbers: both sides of Fᵀ δX = Γᵀ δq, and the sum of all works in equilibrium.

Source: kinematic-model, "Travail virtuel, modèle de force statique" [1] and [2]; THEORY §3.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from ...arrays import Array, frozen
from ...multibody.model.checks import checked
from ...multibody.model.model import Model
from .load import point_jacobian
from .statics import Statics


@dataclass(frozen=True, eq=False, slots=True)
class VirtualWork:
    """Works of one virtual displacement δq [J]. Arrays are read-only; displacements are along the world's axes."""

    dq: Array  # (nv,) [rad | m]
    displacements: Array  # (loads, 6) δX = J δq of each load's point: [δP; δu] [m, rad]
    by_force: Array  # (loads,) Fᵀ δX, of each load as it is given: in the space of the forces
    by_torque: Array  # (loads,) (Jᵀ F)ᵀ δq, the same in the space of the joints
    loads: float  # what the loads do to the robot: Σ Fᵀ δX if it is held against them, minus that if it exerts them
    motors: float  # τᵀ δq of the numbers that a motor drives
    bases: float  # of what bases without a motor lack, and something else must give
    gravity: float  # -g(q)ᵀ δq
    springs: float  # of the joints' springs

    @property
    def total(self) -> float:
        """The sum of all of them: zero in equilibrium, but for rounding."""
        return self.loads + self.motors + self.bases + self.gravity + self.springs

    @property
    def gap(self) -> float:
        """The largest |Fᵀ δX - (Jᵀ F)ᵀ δq| of the loads: zero but for rounding."""
        return float(np.abs(self.by_force - self.by_torque).max(initial=0.0))


def virtual_work(model: Model, q: Array, statics: Statics, dq: Array) -> VirtualWork:
    """Works of a virtual displacement dq (nv,) [rad | m] at q (nq,) of a robot in the equilibrium `statics`.

    Raises ArgumentError for q or dq of wrong size or not finite.
    """
    q, dq = checked(model, q=q, dq=dq)
    moved = np.array([point_jacobian(model, q, load.body, load.point) @ dq for load in statics.loads]).reshape(-1, 6)
    by_force = np.array([load.wrench @ dx for load, dx in zip(statics.loads, moved, strict=True)])
    driven = statics.driven
    return VirtualWork(
        dq=frozen(dq),
        displacements=frozen(moved),
        by_force=frozen(by_force),
        by_torque=frozen(statics.by_load @ dq),
        loads=float(by_force.sum()) * (1.0 if statics.side == "held" else -1.0),
        motors=float(statics.torque[driven] @ dq[driven]),
        bases=float(statics.torque[~driven] @ dq[~driven]),
        gravity=-float(statics.gravity @ dq),
        springs=-float(statics.springs @ dq),
    )
