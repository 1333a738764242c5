"""Minors of a Jacobian: the determinants of its square parts, the largest that are not zero telling its rank.

Source: kinematic-model, "Singularités d'un robot" (the number of directions is the size of the largest minor that is not zero).

When is a minor zero? Singular values up to a tolerance count as zero. By Cauchy-Binet the squares of the k × k minors add up to
the elementary symmetric polynomial e_k(σ₁², σ₂², …), whose first term is (σ₁ … σ_k)². So with σ_k at the tolerance, minors are of
the size σ₁ … σ_{k-1} · tolerance: up to that they count as zero. So do, while no tolerance is given, those that are nothing
beside the largest of their size: π/2 of a file is written with twelve digits, and cos π/2 is 1e-12 then.
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import combinations
from math import comb
from numbers import Integral

import numpy as np

from ...arrays import Array, frozen
from ...errors import ArgumentError
from ...multibody.model.checks import checked_number
from ..jacobian.singular_values import rank_tolerance
from ..svd.values import TaskJacobian

MOST = 20_000
"""Minors of one size that are worked out."""
NOTHING = 1e-10
"""Share of the largest minor of a size, up to which another counts as zero."""


@dataclass(frozen=True, eq=False, slots=True)
class Minors:
    """All minors of one size of a task's J (m, n), the largest first. Arrays are read-only."""

    task: TaskJacobian
    size: int
    rows: np.ndarray  # (count, size) which rows of J, from 0
    columns: np.ndarray  # (count, size) which columns
    values: Array  # (count,) their determinants [task.unit to the `size`]
    zero: float  # up to this size they count as zero [the same unit]
    rank: int  # of J by its singular values
    tolerance: float  # of the singular values [task.unit]
    sum_of_squares: float  # by the singular values, e_k(σ₁², …): what the squares of the values add up to (Cauchy-Binet)

    @property
    def nonzero(self) -> int:
        """How many are larger than `zero`."""
        return int(np.sum(np.abs(self.values) > self.zero))

    @property
    def largest(self) -> float:
        """The one of the largest size, with its sign."""
        return float(self.values[0])


def minors(task: TaskJacobian, size: int | None = None, tolerance: float | None = None) -> Minors:
    """All minors of a size of the J (m, n) of a task.

    size      : from 1 to min(m, n); None: the rank of J, or 1 where that is 0
    tolerance : singular values up to it count as zero [task.unit]; None: max(m, n) ε σ₁
    Raises ArgumentError for a size that J does not have, a tolerance below zero, and for more than `MOST` minors.
    """
    J = task.J
    m, n = J.shape
    sigma: Array = np.asarray(np.linalg.svd(J, compute_uv=False)) if n else np.zeros(0)
    limit = rank_tolerance(J, sigma) if tolerance is None else checked_number("tolerance", tolerance)
    if limit < 0.0:
        raise ArgumentError("tolerance is {limit:g}; wanted zero or more, in the unit of the singular values", limit=limit)
    rank = int(np.sum(sigma > limit))
    k = max(rank, 1) if size is None else size
    if not isinstance(k, Integral) or not 1 <= k <= min(m, n):
        raise ArgumentError(
            "a Jacobian of {m} rows and {n} columns has minors of sizes 1 to {n_m}; asked for {size}",
            m=m,
            n=n,
            n_m=min(m, n),
            size=size,
        )
    if comb(m, k) * comb(n, k) > MOST:
        raise ArgumentError(
            "a Jacobian of {m} rows and {n} columns has {comb} minors of size {k}; up to {most} are worked out",
            m=m,
            n=n,
            comb=comb(m, k) * comb(n, k),
            k=k,
            most=MOST,
        )
    of_rows = np.array(list(combinations(range(m), k)))
    of_columns = np.array(list(combinations(range(n), k)))
    parts = J[of_rows[:, None, :, None], of_columns[None, :, None, :]]
    values = np.linalg.det(parts).ravel()
    order = np.argsort(-np.abs(values), kind="stable")
    return Minors(
        task=task,
        size=k,
        rows=frozen(np.repeat(of_rows, len(of_columns), axis=0)[order]),
        columns=frozen(np.tile(of_columns, (len(of_rows), 1))[order]),
        values=frozen(values[order]),
        zero=max(float(np.prod(sigma[: k - 1])) * limit, NOTHING * float(np.abs(values).max()) if tolerance is None else 0.0),
        rank=rank,
        tolerance=limit,
        sum_of_squares=_symmetric(sigma**2, k),
    )


def _symmetric(x: Array, k: int) -> float:
    """The elementary symmetric polynomial e_k of x."""
    e = np.zeros(k + 1)
    e[0] = 1.0
    for value in x:
        e[1:] += value * e[:-1].copy()
    return float(e[k])
