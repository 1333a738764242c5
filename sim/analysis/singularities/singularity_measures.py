"""How near to a singularity a robot is: Yoshikawa's w, the least singular value, the inverse of the condition number.

Rows that a robot never moves along (z of a planar arm) do not make it singular everywhere: with r the most rank that the
chosen rows have, w is the product of the first r singular values, and the least is σ_r. Source: THEORY §2; Yoshikawa 1985,
"Manipulability of robotic mechanisms"; kinematic-model, "Pour aller plus loin : décomposition en valeurs singulières".
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol

import numpy as np

from ...arrays import Array, as_floats, frozen
from ...errors import ArgumentError, UnknownNameError
from ...multibody.model.model import Model
from .singular_task import SingularTask, singular_task

MEASURES = ("w", "sigma_min", "inverse_condition")
"""The measures by name: the fields of `SingularityMeasures`."""

_ROUNDING = 1e-13  # of σ₁: what is left of a zero, which a map would stretch over all its colours


class Timed(Protocol):
    """A motion with times, such as a `Recording`."""

    @property
    def t(self) -> Array:
        """(k,) [s]."""

    @property
    def q(self) -> Array:
        """(k, nq) [rad | m]."""


@dataclass(frozen=True, eq=False, slots=True)
class SingularityMeasures:
    """Measures at many configurations, arrays of one shape, read-only. Units are those of the rows, per unit of weight."""

    w: Array  # ∏ σ_i, i ≤ r
    sigma_min: Array  # σ_r
    inverse_condition: Array  # σ_r / σ₁, from 0 (singular) to 1 (isotropic)

    def of(self, measure: str) -> Array:
        """One of `MEASURES`; UnknownNameError if it is none."""
        if measure not in MEASURES:
            raise UnknownNameError("measure", str(measure), MEASURES)
        found: Array = getattr(self, measure)
        return found


@dataclass(frozen=True, eq=False, slots=True)
class MeasuresAlong:
    """Measures along a motion."""

    t: Array  # (k,) [s], or the number of each configuration where no times are known
    measures: SingularityMeasures  # (k,) each
    rank: int  # r: the most the rows have


def measures_along(
    model: Model,
    motion: Timed | Array,
    frame: str,
    *,
    rows: str = "position",
    joints: Sequence[str] | None = None,
    weights: str | Sequence[float] | Array | None = None,
    length: float | None = None,
) -> MeasuresAlong:
    """Measures along a recording of the model, or configurations (k, nq). Other arguments and errors as of `task_jacobian`."""
    task = singular_task(model, frame, rows, joints, weights, length)
    Q, t = (motion, None) if isinstance(motion, (np.ndarray, list, tuple)) else (motion.q, motion.t)
    q = as_floats("motion", Q)
    if q.ndim != 2 or q.shape[1] != model.nq or not len(q):
        raise ArgumentError(
            "motion has shape {shape}; model {model!r} wants (k, {nq}) numbers, one configuration or more",
            shape=q.shape,
            model=model.name,
            nq=model.nq,
        )
    times = np.arange(len(q), dtype=np.float64) if t is None else np.array(t)
    rank = task.rank()
    return MeasuresAlong(frozen(times), measures_at(task, q, rank), rank)


def measures_at(task: SingularTask, Q: Array, rank: int) -> SingularityMeasures:
    """Measures (k,) of a task whose most rank is `rank` at configurations Q (k, nq)."""
    sigma = np.linalg.svd(task.jacobians(Q), compute_uv=False)[:, :rank]
    if not rank:
        zero = frozen(np.zeros(len(Q)))
        return SingularityMeasures(zero, zero, zero)
    sigma[sigma <= _ROUNDING * sigma[:, :1]] = 0.0
    least, most = sigma[:, -1], sigma[:, 0]
    ratio = np.divide(least, most, out=np.zeros(len(Q)), where=most > 0.0)
    return SingularityMeasures(frozen(np.prod(sigma, axis=1)), frozen(least.copy()), frozen(ratio))
