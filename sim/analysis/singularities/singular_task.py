"""The part of a Jacobian whose singularities are looked for, at many configurations, and the most rank it ever has."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from ...arrays import Array, frozen
from ...errors import ArgumentError
from ...multibody.dynamics.batch import jacobian_batch
from ...multibody.model.model import Model
from ...multibody.model.movers import movers
from ...multibody.model.neutral import neutral
from ..jacobian.structural_rank import structural_rank
from ..rows import ROWS
from ..svd.task_jacobian import task_jacobian


@dataclass(frozen=True, eq=False, slots=True)
class SingularTask:
    """Rows and columns of the Jacobian of a frame, at its origin in world axes. Made by `singular_task`."""

    model: Model
    frame: str
    rows: str  # a key of ROWS
    joints: tuple[str, ...]  # of one degree of freedom each
    in_q: np.ndarray  # (n,) int64: where they are in q
    in_v: np.ndarray  # (n,) int64: where they are in v
    scale: Array  # (m, n) what entries are multiplied by: weights of joints, length of the rows of orientation
    length: float | None  # [m] that length, where both kinds of rows count

    def jacobians(self, Q: Array) -> Array:
        """The part (k, m, n) of the Jacobian at configurations Q (k, nq), weighted."""
        J = jacobian_batch(self.model, Q, self.frame)
        return np.asarray(J[:, ROWS[self.rows]][:, :, self.in_v] * self.scale)

    def rank(self) -> int:
        """The most rank these rows have, at random configurations: below it a configuration is singular."""
        return structural_rank(self.model, self.jacobians)


def singular_task(
    model: Model,
    frame: str,
    rows: str = "position",
    joints: Sequence[str] | None = None,
    weights: str | Sequence[float] | Array | None = None,
    length: float | None = None,
) -> SingularTask:
    """Choose rows and columns of a Jacobian; arguments and errors are those of `task_jacobian`, and ArgumentError if none is."""
    names = movers(model, frame) if joints is None else tuple(joints)
    if not names:
        raise ArgumentError(
            "frame {frame!r} of model {model!r} is moved by no joint of one degree of freedom", frame=frame, model=model.name
        )
    found = task_jacobian(model, neutral(model), frame, rows=rows, weights=weights, length=length, joints=names)
    scale = np.tile(found.weights, (6, 1))
    if found.length is not None:
        scale[3:] *= found.length
    slices = model.joint_slices()
    in_q = np.array([slices[name][0].start for name in names])
    in_v = np.array([slices[name][1].start for name in names])
    return SingularTask(model, frame, rows, names, in_q, in_v, frozen(scale[ROWS[rows]].copy()), found.length)
