"""The Jacobian of a task: chosen rows of a frame's Jacobian, along chosen axes, weighted by what the joints can do.

Source: THEORY §2; kinematic-model, "Pour aller plus loin : décomposition en valeurs singulières" (its diag{1/vqi max} scales
q̇, not J: the columns are multiplied by the limits).
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from ...arrays import Array, as_floats, frozen
from ...errors import ArgumentError, UnknownNameError
from ...multibody.kinematics.jacobian import REFERENCES, jacobian
from ...multibody.kinematics.kinematics import frame_pose
from ...multibody.model.checks import checked_number
from ...multibody.model.model import PRISMATIC, JointKind, Model
from ...multibody.model.movers import movers, one_degree_columns, rows_to
from ...texts import tr
from ..jacobian.limits import speed_limits, torque_limits
from ..rows import ROW_NAMES, checked_rows
from .values import TaskJacobian

WEIGHTINGS = ("none", "speed", "torque")


def task_jacobian(
    model: Model,
    q: Array,
    frame: str,
    *,
    rows: str = "position",
    axes: str = "world_aligned",
    weights: str | Sequence[float] | Array | None = None,
    length: float | None = None,
    joints: Sequence[str] | None = None,
) -> TaskJacobian:
    """Rows of the Jacobian of a frame at q (nq,), weighted.

    rows    : "position", "orientation" or "both"
    axes    : "world_aligned" (at the frame's origin), "local" (there, along the frame's own axes), "world" (at the world's
              origin), or the name of another frame, whose axes the rows are then along, at the frame's origin
    weights : None or "none"; "speed", J·diag(q̇max); "torque", J·diag(1/τmax); or (n,) numbers above zero, J·diag(weights)
    length  : L [m], with both kinds of rows only: orientation rows are multiplied by it, so that all are in m/s; None: the
              mean length of the links, see `mean_link_length`
    joints  : the columns, by name; None: all of one degree of freedom that can move the frame

    Raises UnknownNameError for a frame, axes, rows, weights or joint that is not there, ArgumentError for joints that have no
    limit, weights or a length that are not above zero, a length where nothing is scaled, and a bad q.
    """
    chosen = checked_rows(rows)
    joints = movers(model, frame) if joints is None else tuple(joints)
    columns = one_degree_columns(model, joints)
    weighting, factors, units = _weights(model, joints, weights)
    scale, source = _length(model, frame, joints, rows, length)
    reference = axes if axes in REFERENCES else "world_aligned"
    pose = frame_pose(model, q, frame)
    rotation, point = _axes(model, q, axes, pose)
    J = jacobian(model, q, frame, reference)[:, columns]
    if axes not in REFERENCES:
        J = np.vstack((rotation.T @ J[:3], rotation.T @ J[3:]))
    if scale is not None:
        J = np.vstack((J[:3], scale * J[3:]))
    return TaskJacobian(
        frame=frame,
        axes=axes,
        rows=rows,
        row_names=ROW_NAMES[chosen],
        row_unit="rad/s" if rows == "orientation" else "m/s",
        joints=joints,
        column_units=units,
        weighting=weighting,
        weights=factors,
        length=scale,
        length_source=source,
        J=frozen(J[chosen] * factors),
        rotation=frozen(rotation),
        point=frozen(point),
    )


def mean_link_length(model: Model, frame: str, joints: Sequence[str] | None = None) -> float:
    """The mean distance [m] from each joint that moves a frame to the next, and from the last to the frame.

    Slides stand at the middle of their range (at zero where that has no end). Distances of zero, between joints that meet in
    a point, do not count; nor does what lies before the first of `joints` (None: all of one degree of freedom that can move
    the frame). Raises ArgumentError where there is no such distance.
    """
    columns = set(one_degree_columns(model, movers(model, frame) if joints is None else joints))
    step = model.frame_placement[model.frame_index(frame)][:3, 3]
    links: list[float] = []
    waiting: list[float] = []  # what lies above a joint counts only if one of `joints` comes before it
    for row in rows_to(model, frame):
        waiting.append(float(np.linalg.norm(step)))
        if int(model.table["iv"][row]) in columns:
            links, waiting = links + waiting, []
        step = _step(model, row)
    lengths = [length for length in links if length > 1e-9]
    if not lengths:
        raise ArgumentError(
            "the joints that move frame {frame!r} of model {model!r} all meet in its origin, or there are none: there "
            "is no mean length of links; give a length in m",
            frame=frame,
            model=model.name,
        )
    return float(np.mean(lengths))


def _step(model: Model, i: int) -> Array:
    """From the origin of the row before to that of row i (3,) [m]."""
    row = model.table[i]
    if row["kind"] != PRISMATIC:
        return np.asarray(row["translation"])
    lower, upper = model.lower[row["iq"]], model.upper[row["iq"]]
    middle = 0.5 * (lower + upper) if np.isfinite(lower) and np.isfinite(upper) else 0.0
    return np.asarray(row["translation"] + (row["ratio"] * middle + row["offset"]) * row["rotation"][:, 2])


def _weights(
    model: Model, joints: tuple[str, ...], weights: str | Sequence[float] | Array | None
) -> tuple[str, Array, tuple[str, ...]]:
    """What was asked for in a word, the factors of the columns (n,), and the units of what the columns then multiply."""
    if weights is None or isinstance(weights, str) and weights == "none":
        units = tuple("m/s" if model.joint(name).kind is JointKind.PRISMATIC else "rad/s" for name in joints)
        return "none", frozen(np.ones(len(joints))), units
    if isinstance(weights, str):
        if weights == "speed":
            return weights, speed_limits(model, joints), ("1",) * len(joints)
        if weights == "torque":
            return weights, frozen(1.0 / torque_limits(model, joints)), ("W",) * len(joints)
        raise UnknownNameError("weights", weights, WEIGHTINGS)
    factors = as_floats("weights", weights)
    if factors.shape != (len(joints),):
        named = ", ".join(joints)
        raise ArgumentError(
            "weights have shape {shape}; wanted ({count},), one for each of: {named}",
            shape=factors.shape,
            count=len(joints),
            named=named,
        )
    for name, factor in zip(joints, factors.tolist(), strict=True):
        if not 0.0 < factor < np.inf:
            raise ArgumentError(
                "the weight of joint {name!r} is {factor:g}; wanted a finite number above zero", name=name, factor=factor
            )
    return "given", frozen(factors), ("1",) * len(joints)


def _length(model: Model, frame: str, joints: tuple[str, ...], rows: str, length: float | None) -> tuple[float | None, str]:
    if rows != "both":
        if length is not None:
            raise ArgumentError(
                "a length of {length!r} m was given, but {rows} rows have one unit; it scales rows 'both'",
                length=length,
                rows=rows,
            )
        return None, ""
    if length is None:
        return mean_link_length(model, frame, joints), tr("mean link")
    length = checked_number("length", length)
    if length <= 0.0:
        raise ArgumentError("length is {length:g} m; wanted one above zero", length=length)
    return length, "given"


def _axes(model: Model, q: Array, axes: str, pose: Array) -> tuple[Array, Array]:
    """The axes of the rows (3, 3), and the point whose velocity is meant (3,), in the world."""
    if axes == "local":
        return pose[:3, :3], pose[:3, 3]
    if axes == "world_aligned":
        return np.eye(3), pose[:3, 3]
    if axes == "world":
        return np.eye(3), np.zeros(3)
    if axes not in model.frame_names:
        raise UnknownNameError("axes", str(axes), (*REFERENCES, *model.frame_names), tr("model {model!r}", model=model.name))
    return frame_pose(model, q, axes)[:3, :3], pose[:3, 3]
