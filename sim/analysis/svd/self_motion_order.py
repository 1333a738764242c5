"""Whether a direction of the null space is a self-motion beyond the first order.

Where J is singular, J y = 0 does not mean that the joints can go along y: at second order the held rows move by
½ J̇(y) y + J z, and what of J̇(y) y lies in the lost directions U₀ no z makes up. The directions y that can be gone along are
the common zeros of the quadratic forms y ↦ u·J̇(y) y, u in U₀, on the null space. Source: THEORY §2; Rico, Gallardo & Duffy
1999, "Screw theory and higher order kinematic analysis".
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import combinations_with_replacement

import numpy as np

from ...arrays import Array, frozen
from ...multibody.kinematics.frame_accelerations import jacobian_rate
from ...multibody.kinematics.jacobian import jacobian
from ...multibody.model.checks import checked
from ...multibody.model.model import Model
from ...multibody.model.movers import movers, one_degree_columns
from ..rows import ROWS, checked_rows

LOST = 1e-7  # singular values below this share of the largest are zero
FLAT = 1e-9  # of σ₁: a departure below it is none
TRIES = 60  # Newton steps from each start


@dataclass(frozen=True, eq=False, slots=True)
class SelfMotionOrder:
    """What a direction of the null space does at second order. Arrays are read-only."""

    # (m,) the held rows leave by this times s², after a step s along the unit direction [m | rad, by rad² | m²]
    departure: Array
    # (n,) the unit direction nearest to it that leaves them still at second order too; None: none was found
    branch: Array | None

    @property
    def is_first_order_only(self) -> bool:
        """Whether a step along the direction itself takes the held rows away."""
        return bool(np.any(self.departure))


def self_motion_order(
    model: Model, q: Array, frame: str, direction: Array, rows: str = "both", *, joints: Sequence[str] | None = None
) -> SelfMotionOrder:
    """Look at the second order of a direction (n,) with J·direction = 0 at q (nq,), over `joints` as `self_motion` has them.

    Raises UnknownNameError for an unknown frame, rows or joint, and ArgumentError for a bad q.
    """
    checked_rows(rows)
    columns = one_degree_columns(model, movers(model, frame) if joints is None else tuple(joints))
    (q,) = checked(model, q=q)
    J = np.asarray(jacobian(model, q, frame)[ROWS[rows]][:, columns])
    y = np.asarray(direction, dtype=np.float64) / float(np.linalg.norm(direction))

    def bend(y: Array) -> Array:
        """J̇(y) y (m,): the acceleration of the held rows at joint velocities y (n,)."""
        v = np.zeros(model.nv)
        v[columns] = y
        return np.asarray((jacobian_rate(model, q, v, frame) @ v)[ROWS[rows]])

    U, sigma, Vt = np.linalg.svd(J)
    rank = int(np.sum(sigma > LOST * np.max(sigma, initial=0.0)))
    lost, null, flat = U[:, rank:], Vt[rank:].T, FLAT * float(np.max(sigma, initial=0.0))
    departure = 0.5 * lost @ (lost.T @ bend(y))
    if lost.shape[1] == 0 or float(np.linalg.norm(departure)) <= flat:
        return SelfMotionOrder(frozen(np.zeros(len(J))), frozen(y))
    nearest = _nearest_zero(_forms(bend, lost, null), null.T @ y, flat)
    return SelfMotionOrder(frozen(departure), None if nearest is None else frozen(null @ nearest))


def _forms(bend: Callable[[Array], Array], lost: Array, null: Array) -> Array:
    """(k, n, n) symmetric: the quadratic forms of the lost directions (m, k) over the columns of the null space."""
    n = null.shape[1]
    own = [lost.T @ bend(null[:, i]) for i in range(n)]
    forms = np.zeros((lost.shape[1], n, n))
    for i, j in combinations_with_replacement(range(n), 2):
        both = own[i] if i == j else 0.5 * (lost.T @ bend(null[:, i] + null[:, j]) - own[i] - own[j])
        forms[:, i, j] = forms[:, j, i] = both
    return forms


def _nearest_zero(forms: Array, start: Array, flat: float) -> Array | None:
    """The unit z (n,) with z·F z = 0 for every form F (k, n, n) that is nearest to `start`: Newton from it and around it."""
    n = len(start)
    starts = [start, *(start + side * axis for axis in np.eye(n) for side in (0.5, -0.5))]
    found = [z for z in (_zero_from(forms, one, flat) for one in starts) if z is not None]
    best = max(found, key=lambda z: abs(float(z @ start)), default=None)
    return None if best is None else best if float(best @ start) >= 0.0 else -best


def _zero_from(forms: Array, z: Array, flat: float) -> Array | None:
    """Newton to its end: where two zeros have become one, z is only as good as the root of what is left."""
    for _ in range(TRIES):
        size = float(np.linalg.norm(z))
        if size < 1e-6:
            return None
        z = z / size
        slopes = forms @ z  # (k, n), half the gradients
        values = slopes @ z
        if float(np.max(np.abs(values))) <= 1e-9 * flat:
            break
        z = z - 0.5 * np.linalg.pinv(slopes, rcond=1e-9) @ values
    return z / float(np.linalg.norm(z)) if float(np.max(np.abs(z @ forms @ z))) <= flat else None
