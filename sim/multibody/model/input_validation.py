"""Checks that compiled entries make of what they were given; `checks` tells in words what they found."""

from __future__ import annotations

from typing import Any

from ...arrays import Array
from ...kernel import compiler, kernel, small


def _finite(x: Array) -> bool:
    """Whether all numbers of x (n,) are finite."""
    total = 0.0
    for i in range(x.shape[0]):
        total += x[i] * 0.0  # NaN and infinity become NaN
    return total == 0.0


# The sum may be taken in any order: four numbers at a time.
finite = compiler(_finite, no_cpython_wrapper=True, no_cfunc_wrapper=True, fastmath={"reassoc"})


@kernel
def valid_vector(x: Array, size: int) -> bool:
    """Whether x has this many numbers, all finite."""
    return x.shape[0] == size and finite(x)


@kernel
def valid_q(table: Any, q: Array) -> bool:
    """Whether q is a configuration of the model: its size, finite, quaternions of a norm within 1e-6 of 1."""
    if not valid_vector(q, table[0].iq):
        return False
    for i in range(1, table.shape[0]):
        if table[i].nv > 1 and not is_unit(q, quaternion_at(table[i])):
            return False
    return True


@small
def quaternion_at(row: Any) -> int:
    """Where in q the quaternion of a row of several degrees begins."""
    return row.iq + row.nv - 3


@kernel
def is_unit(q: Array, k: int) -> bool:
    """Whether the quaternion q[k:k+4] has a norm within 1e-6 of 1."""
    n = q[k] * q[k] + q[k + 1] * q[k + 1] + q[k + 2] * q[k + 2] + q[k + 3] * q[k + 3]
    return abs(n - 1.0) <= 2e-6


@kernel
def valid_qv(table: Any, q: Array, v: Array) -> bool:
    """Whether q is a configuration and v a velocity of the model."""
    return valid_q(table, q) and valid_vector(v, table[0].iv)


@kernel
def valid_qva(table: Any, q: Array, v: Array, a: Array) -> bool:
    """Whether q is a configuration, v a velocity, a an acceleration or torques of the model."""
    return valid_q(table, q) and valid_vector(v, table[0].iv) and valid_vector(a, table[0].iv)
