"""Checks of what a public function was given: done inside the compiled entry, told in words here.

An entry returns 0, or 4 · (position of the bad argument) + a reason; `bad_argument` turns that into an error.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from ..errors import ArgumentError
from ..kernel import kernel
from .arrays import Array
from .model import FREE_FLYER, Model

WRONG_SIZE, NOT_FINITE, NOT_UNIT = 1, 2, 3


@kernel
def check_vector(x: Array, size: int) -> int:
    """0, WRONG_SIZE or NOT_FINITE."""
    if x.shape[0] != size:
        return WRONG_SIZE
    total = 0.0
    for i in range(size):
        total += x[i] * 0.0  # NaN and infinity become NaN
    return 0 if total == 0.0 else NOT_FINITE


@kernel
def check_configuration(table: Any, q: Array) -> int:
    """0, WRONG_SIZE, NOT_FINITE, or NOT_UNIT when a quaternion's norm is off by more than 1e-6."""
    status = check_vector(q, table[0].iq)
    if status == 0:
        for i in range(1, table.shape[0]):
            if table[i].kind == FREE_FLYER:
                k = table[i].iq
                n = q[k + 3] * q[k + 3] + q[k + 4] * q[k + 4] + q[k + 5] * q[k + 5] + q[k + 6] * q[k + 6]
                if abs(n - 1.0) > 2e-6:
                    return NOT_UNIT
    return status


@kernel
def check_qv(table: Any, q: Array, v: Array) -> int:
    """Check (q, v); positions 0 and 1."""
    status = check_configuration(table, q)
    if status == 0:
        status = check_vector(v, table[0].iv)
        if status:
            status += 4
    return status


@kernel
def check_qva(table: Any, q: Array, v: Array, a: Array) -> int:
    """Check (q, v, a or τ); positions 0, 1 and 2."""
    status = check_qv(table, q, v)
    if status == 0:
        status = check_vector(a, table[0].iv)
        if status:
            status += 8
    return status


def first_not_flat(*arrays: Array) -> int:
    """The status for the first of some arrays that is no vector."""
    return next(4 * k + WRONG_SIZE for k, array in enumerate(arrays) if array.ndim != 1)


def bad_argument(status: int, model: Model, **arguments: Any) -> ArgumentError:
    """The error for a non-zero status of an entry; `arguments` in the order the entry checks them."""
    name, given = list(arguments.items())[status // 4]
    values = np.asarray(given, dtype=np.float64)
    configuration = name.startswith("q") and name not in ("qd", "qdd")
    size, letter = (model.nq, "nq") if configuration else (model.nv, "nv")
    if values.shape != (size,):
        return ArgumentError(
            f"{name} has shape {values.shape}; model {model.name!r} wants ({size},) numbers ({letter} = {size})"
        )
    if not np.all(np.isfinite(values)):
        at = int(np.flatnonzero(~np.isfinite(values))[0])
        return ArgumentError(
            f"{name}[{at}] is {values[at]}; every number must be finite ({_owner(model, at, configuration)})"
        )
    for row in model.table:
        if row["kind"] == FREE_FLYER:
            norm = float(np.linalg.norm(values[row["iq"] + 3 : row["iq"] + 7]))
            if abs(norm - 1.0) > 1e-6:
                at = int(row["iq"]) + 3
                return ArgumentError(
                    f"{name}[{at}:{at + 4}] has norm {norm:.9g}; it is the quaternion x y z w of "
                    f"{_owner(model, at, configuration)} and must have norm 1"
                )
    return ArgumentError(f"{name} cannot be used: {values}")


def _owner(model: Model, at: int, configuration: bool) -> str:
    for name, (in_q, in_v) in model.joint_slices().items():
        place = in_q if configuration else in_v
        if place.start <= at < place.stop:
            return f"joint {name!r}"
    return "no joint"
