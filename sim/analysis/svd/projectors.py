"""Splitting velocities over the four subspaces of a task by the projectors U_r U_rᵀ and V_r V_rᵀ.

Source: kinematic-model, "Pour aller plus loin : décomposition en valeurs singulières", 2/3; THEORY §2.
"""

from __future__ import annotations

import numpy as np

from ...arrays import Array, as_floats, frozen
from ...errors import ArgumentError
from ...texts import tr
from .values import TaskSVD, VelocitySplit


def split_task_velocity(svd: TaskSVD, velocity: Array) -> VelocitySplit:
    """Split a velocity of the task into what joints can give and what is lost: U_r U_rᵀ v, and (1 - U_r U_rᵀ) v.

    velocity : (m,) of the rows of the task, along its axes: v [m/s], ω [rad/s]
    Where both kinds of rows count, ω is multiplied by the length of the task first, as its rows are: the parts are orthogonal
    in that norm. Raises ArgumentError for a velocity of another size, or not finite.
    """
    scale = _row_scale(svd)
    y = _checked("velocity", velocity, len(scale), tr("rows of the task")) * scale
    U = svd.image
    kept = U @ (U.T @ y)
    lost = y - kept
    return VelocitySplit(
        given=frozen(y / scale),
        kept=frozen(kept / scale),
        lost=frozen(lost / scale),
        projector=frozen(U @ U.T),
        share=_share(lost, y),
        residual=float(np.abs(svd.task.J.T @ lost).max(initial=0.0)),
    )


def split_joint_velocity(svd: TaskSVD, rates: Array) -> VelocitySplit:
    """Split joint velocities into what moves the task and what leaves it still: V_r V_rᵀ y, and (1 - V_r V_rᵀ) y.

    rates : (n,) q̇ of the task's joints [rad/s | m/s]
    With weights, y = diag(1/weights) q̇ is what is split, and the parts are orthogonal as vectors y; both are given as q̇ again.
    Raises ArgumentError for rates of another size, or not finite.
    """
    weights = svd.task.weights
    y = _checked("rates", rates, len(weights), tr("joints of the task")) / weights
    V = svd.effective
    kept = V @ (V.T @ y)
    lost = y - kept
    return VelocitySplit(
        given=frozen(y * weights),
        kept=frozen(kept * weights),
        lost=frozen(lost * weights),
        projector=frozen(V @ V.T),
        share=_share(lost, y),
        residual=float(np.abs(svd.task.J @ lost).max(initial=0.0)),
    )


def _row_scale(svd: TaskSVD) -> Array:
    """What each row of the task was multiplied by (m,)."""
    task = svd.task
    return np.array([task.length or 1.0 if name.startswith("w") else 1.0 for name in task.row_names])


def _checked(name: str, value: Array, count: int, what: str) -> Array:
    values = as_floats(name, value)
    if values.shape != (count,) or not np.all(np.isfinite(values)):
        raise ArgumentError(
            "{name} must be {count} finite numbers, one for each of the {what}; given {value!r}",
            name=name,
            count=count,
            what=what,
            value=value,
        )
    return values


def _share(part: Array, whole: Array) -> float:
    square = float(whole @ whole)
    return float(part @ part) / square if square > 0.0 else 0.0
