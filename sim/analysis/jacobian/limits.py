"""Limits of joints as weights of the columns of a Jacobian (THEORY §2, "With limits")."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from ...arrays import Array, frozen
from ...errors import ArgumentError
from ...multibody.model.model import Model
from ...multibody.model.movers import one_degree_columns
from ...texts import tr


def speed_limits(model: Model, joints: Sequence[str]) -> Array:
    """The speed limit of each joint (n,) [rad/s | m/s], all finite and positive; J·diag(q̇max) is weighted by them.

    Raises UnknownNameError for an unknown joint, ArgumentError naming the joints that have no limit, or one of zero.
    """
    return _limits(model, joints, model.velocity_limit, "speed")


def torque_limits(model: Model, joints: Sequence[str]) -> Array:
    """The torque or force limit of each joint (n,) [N·m | N], all finite and positive; J·diag(1/τmax) uses them.

    Raises UnknownNameError for an unknown joint, ArgumentError naming the joints that have no limit, or one of zero.
    """
    return _limits(model, joints, model.effort_limit, "torque")


def _limits(model: Model, joints: Sequence[str], of_all: Array, kind: str) -> Array:
    limits = of_all[one_degree_columns(model, joints)]
    what, names = unusable_limits(joints, limits, kind)
    if names:
        where, named = model.source or tr("model {model!r}", model=model.name), ", ".join(map(repr, names))
        plural = "joints" if len(names) > 1 else "joint"
        raise ArgumentError(
            "{where} gives {what} for {plural} {named}; a weight by limits wants one above zero for each",
            where=where,
            what=what,
            plural=plural,
            named=named,
        )
    return frozen(limits)


def unusable_limits(joints: Sequence[str], limits: Array, kind: str) -> tuple[str, list[str]]:
    """What is given instead of limits (n,) that can be used, in words, and for which joints; none if all can."""
    for unusable, what in (
        (~np.isfinite(limits), tr("no {kind} limit", kind=kind)),
        (limits <= 0.0, tr("a {kind} limit of zero", kind=kind)),
    ):
        if unusable.any():
            return what, [name for name, is_unusable in zip(joints, unusable.tolist(), strict=True) if is_unusable]
    return "", []
