"""Checks of what a public function was given, told in words. Needs no compiled code.

A public function hands its arguments to the entry as they are; an entry that cannot use them refuses (`input_validation`). Then
`checked` finds what is wrong and raises it, or makes arrays of what was a list, a view or of another type of number.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from ...arrays import Array, as_floats, frozen
from ...errors import ArgumentError
from ...texts import marked, tr
from .model import Model


def checked(model: Model, **arguments: Any) -> list[Array]:
    """The arguments (configurations: q..., velocities, accelerations, torques) as arrays, or an ArgumentError."""
    return [_checked(model, name, value) for name, value in arguments.items()]


def checked_gravity(gravity: Any) -> list[float]:
    """Gravity as three numbers, or an ArgumentError."""
    values = as_floats("gravity", gravity)
    if values.shape != (3,) or not np.all(np.isfinite(values)):
        raise ArgumentError("gravity must be three finite numbers x y z in m/s²; given {gravity!r}", gravity=gravity)
    return [float(value) for value in values]


def checked_point(point: Any, axes: str = marked("along the axes of the frame")) -> Array:
    """A point as three finite numbers [m], or an ArgumentError that says along which axes they are."""
    try:
        values = as_floats("point", point)
    except ArgumentError:
        values = np.zeros(0)
    if values.shape != (3,) or not np.all(np.isfinite(values)):
        raise ArgumentError(
            "point must be three finite numbers x y z in m, {axes}; given {point!r}", axes=tr(axes), point=point
        )
    return values


def checked_number(name: str, value: Any) -> float:
    """A finite number, or an ArgumentError."""
    values = as_floats(name, value)
    if values.ndim or not np.isfinite(values):
        raise ArgumentError("{name} must be a finite number; given {value!r}", name=name, value=value)
    return float(values)


def checked_gain(model: Model, name: str, value: Any) -> Array:
    """A gain as (nv,) numbers that are not negative, or an ArgumentError."""
    gain = as_floats(name, value)
    if gain.shape not in ((), (model.nv,)) or not np.all(np.isfinite(gain)) or np.any(gain < 0.0):
        raise ArgumentError(
            "{name} must be one number or (nv = {nv},) of them, finite and not negative; given {value!r}",
            name=name,
            nv=model.nv,
            value=value,
        )
    return frozen(np.broadcast_to(gain, (model.nv,)).copy())


def _checked(model: Model, name: str, value: Any) -> Array:
    values = as_floats(name, value)
    configuration = name.startswith("q") and name not in ("qd", "qdd")
    size, letter = (model.nq, "nq") if configuration else (model.nv, "nv")
    if values.shape != (size,):
        raise ArgumentError(
            "{name} has shape {shape}; model {model!r} wants ({size},) numbers ({letter} = {size})",
            name=name,
            shape=values.shape,
            model=model.name,
            size=size,
            letter=letter,
        )
    if not np.all(np.isfinite(values)):
        at = int(np.flatnonzero(~np.isfinite(values))[0])
        raise ArgumentError(
            "{name}[{at}] is {values}; every number must be finite ({owner})",
            name=name,
            at=at,
            values=values[at],
            owner=_owner(model, at, configuration),
        )
    if configuration:
        _check_quaternions(model, name, values)
    return values


def _check_quaternions(model: Model, name: str, q: Array) -> None:
    rows = model.table[1:]
    begin = (rows["iq"] + rows["nv"] - 3)[rows["nv"] > 1]
    norms = np.linalg.norm(q[begin[:, None] + np.arange(4)], axis=1)
    for k in np.flatnonzero(np.abs(norms * norms - 1.0) > 1.999999e-6):
        at = int(begin[k])
        raise ArgumentError(
            "{name}[{at}:{at_2}] has norm {norms:.9g}; it is the quaternion x y z w of {owner} and must have norm 1",
            name=name,
            at=at,
            at_2=at + 4,
            norms=float(norms[k]),
            owner=_owner(model, at, True),
        )


def _owner(model: Model, at: int, configuration: bool) -> str:
    for name, (in_q, in_v) in model.joint_slices().items():
        place = in_q if configuration else in_v
        if place.start <= at < place.stop:
            return tr("joint {name!r}", name=name)
    return tr("no joint")
