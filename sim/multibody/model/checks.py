"""Checks of what a public function was given, told in words. Needs no compiled code.

A public function hands its arguments to the entry as they are; an entry that cannot use them refuses (`input_validation`). Then
`checked` finds what is wrong and raises it, or makes arrays of what was a list, a view or of another type of number.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from ...arrays import Array, as_floats, frozen
from ...errors import ArgumentError
from .model import FREE_FLYER, SPHERICAL, Model


def checked(model: Model, **arguments: Any) -> list[Array]:
    """The arguments (configurations: q..., velocities, accelerations, torques) as arrays, or an ArgumentError."""
    return [_checked(model, name, value) for name, value in arguments.items()]


def checked_gravity(gravity: Any) -> list[float]:
    """Gravity as three numbers, or an ArgumentError."""
    values = as_floats("gravity", gravity)
    if values.shape != (3,) or not np.all(np.isfinite(values)):
        raise ArgumentError(f"gravity must be three finite numbers x y z in m/s²; given {gravity!r}")
    return [float(value) for value in values]


def checked_point(point: Any, axes: str = "along the axes of the frame") -> Array:
    """A point as three finite numbers [m], or an ArgumentError that says along which axes they are."""
    try:
        values = as_floats("point", point)
    except ArgumentError:
        values = np.zeros(0)
    if values.shape != (3,) or not np.all(np.isfinite(values)):
        raise ArgumentError(f"point must be three finite numbers x y z in m, {axes}; given {point!r}")
    return values


def checked_number(name: str, value: Any) -> float:
    """A finite number, or an ArgumentError."""
    values = as_floats(name, value)
    if values.ndim or not np.isfinite(values):
        raise ArgumentError(f"{name} must be a finite number; given {value!r}")
    return float(values)


def checked_gain(model: Model, name: str, value: Any) -> Array:
    """A gain as (nv,) numbers that are not negative, or an ArgumentError."""
    gain = as_floats(name, value)
    if gain.shape not in ((), (model.nv,)) or not np.all(np.isfinite(gain)) or np.any(gain < 0.0):
        raise ArgumentError(
            f"{name} must be one number or (nv = {model.nv},) of them, finite and not negative; given {value!r}"
        )
    return frozen(np.broadcast_to(gain, (model.nv,)).copy())


def _checked(model: Model, name: str, value: Any) -> Array:
    values = as_floats(name, value)
    configuration = name.startswith("q") and name not in ("qd", "qdd")
    size, letter = (model.nq, "nq") if configuration else (model.nv, "nv")
    if values.shape != (size,):
        raise ArgumentError(
            f"{name} has shape {values.shape}; model {model.name!r} wants ({size},) numbers ({letter} = {size})"
        )
    if not np.all(np.isfinite(values)):
        at = int(np.flatnonzero(~np.isfinite(values))[0])
        raise ArgumentError(
            f"{name}[{at}] is {values[at]}; every number must be finite ({_owner(model, at, configuration)})"
        )
    if configuration:
        _check_quaternions(model, name, values)
    return values


def _check_quaternions(model: Model, name: str, q: Array) -> None:
    kinds = model.table["kind"][1:]
    is_free = kinds == FREE_FLYER
    begin = (model.table["iq"][1:] + 3 * is_free)[is_free | (kinds == SPHERICAL)]
    norms = np.linalg.norm(q[begin[:, None] + np.arange(4)], axis=1)
    for k in np.flatnonzero(np.abs(norms * norms - 1.0) > 1.999999e-6):
        at = int(begin[k])
        raise ArgumentError(
            f"{name}[{at}:{at + 4}] has norm {float(norms[k]):.9g}; it is the quaternion x y z w of "
            f"{_owner(model, at, True)} and must have norm 1"
        )


def _owner(model: Model, at: int, configuration: bool) -> str:
    for name, (in_q, in_v) in model.joint_slices().items():
        place = in_q if configuration else in_v
        if place.start <= at < place.stop:
            return f"joint {name!r}"
    return "no joint"
