"""Small displacements: δX = J δq."""

from __future__ import annotations

import numpy as np

from ...multibody.arrays import Array, frozen
from ...multibody.checks import checked
from ...multibody.configuration import integrate
from ...multibody.jacobian import jacobian
from ...multibody.kinematics import frame_pose
from ...multibody.model import Model
from ...multibody.rotations import rotation_vector
from ..small_displacement import SmallDisplacement


def small_displacement(model: Model, q: Array, frame: str, dq: Array) -> SmallDisplacement:
    """The displacement [δP; δu] of a frame for small joint displacements dq (nv,) at q (nq,), and the exact one.

    δX = J δq, with J world-aligned at the frame's origin. Source: kinematic-model, "déplacement virtuel en fonction de la
    jacobienne"; direct-kinematic-model, "modèle différentiel direct"; THEORY §1.
    Raises UnknownNameError for an unknown frame, ArgumentError for q or dq of wrong size or not finite.
    """
    (dq,) = checked(model, dq=dq)
    before = frame_pose(model, q, frame)
    after = frame_pose(model, integrate(model, q, dq), frame)
    exact = np.concatenate([after[:3, 3] - before[:3, 3], rotation_vector(after[:3, :3] @ before[:3, :3].T)])
    linear = jacobian(model, q, frame) @ dq
    return SmallDisplacement(frame, frozen(dq), frozen(before), frozen(after), frozen(linear), frozen(exact))
