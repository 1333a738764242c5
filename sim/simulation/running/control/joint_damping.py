"""The viscous damping of a model's joints, number by number."""

from __future__ import annotations

import numpy as np

from ....arrays import Array
from ....multibody.model.model import FREE_FLYER, Model


def joint_damping(model: Model) -> Array:
    """Viscous damping (nv,) of the joints: damping torque is -d v [N m s/rad | N s/m]. A mimic joint's is its leader's too."""
    d = np.zeros(model.nv)
    for row in model.table[1:]:
        if row["kind"] != FREE_FLYER:
            place = slice(row["iv"], row["iv"] + max(1, row["nv"]))
            d[place] += row["damping"] * row["ratio"] ** 2
    return d
