"""What joints do by themselves: damping, springs, dry friction."""

from __future__ import annotations

import numpy as np

from ...arrays import Array
from ..model.model import FREE_FLYER, Model


def passive_torques(model: Model, q: Array, v: Array) -> Array:
    """Torques (n, nv) of the joints' damping, springs and dry friction where they move; limits are not in it.

    q (n, nq), v (n, nv). Dry friction at rest is what holds, between ± its size: it is given as 0.
    """
    torque = np.zeros(v.shape)
    table = model.table
    acts = (table["damping"] != 0.0) | (table["friction"] != 0.0) | (table["stiffness"] != 0.0)
    for i in np.flatnonzero(acts & (table["kind"] != FREE_FLYER)).tolist():
        row = table[i]
        place, ratio = slice(row["iv"], row["iv"] + max(1, row["nv"])), row["ratio"]
        torque[:, place] -= row["damping"] * ratio**2 * v[:, place] + abs(ratio) * row["friction"] * np.sign(v[:, place])
        if row["stiffness"] != 0.0:
            torque[:, row["iv"]] -= ratio * row["stiffness"] * (ratio * q[:, row["iq"]] + row["offset"] - row["rest"])
    return torque
