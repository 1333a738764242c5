"""The Jacobian of a Denavit-Hartenberg table from its formulas, as numbers."""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from typing import TYPE_CHECKING, Any

import numpy as np

from ...arrays import Array
from ...errors import ArgumentError

if TYPE_CHECKING:
    from ..symbolic.symbolic_dh import SymbolicKinematics, Table

NEAR = 1e-9  # [m | 1] how far the table's tool may be from the frame


def symbolic_route(table: Table, q: Array, frame: str, pose: Array) -> Array:
    """J (6, nq) of the table's tool at q (nq,), world-aligned. Raises ArgumentError if the tool is not at `pose` (4, 4)."""
    from ..symbolic.symbolic_dh import symbolic_dh

    found = symbolic_dh(table, tool=True)
    if len(found.q) != len(q):
        raise ArgumentError(f"the table has {len(found.q)} rows that move; the model has {len(q)} numbers in q")
    T, J = (np.asarray(matrix, dtype=np.float64) for matrix in _numeric(found)(*q))
    off = float(np.abs(T - pose).max())
    if off > NEAR:
        raise ArgumentError(f"frame {frame!r} is not the tool of the table: their poses differ by up to {off:.3g}")
    return J


@lru_cache(maxsize=16)
def _numeric(found: SymbolicKinematics) -> Callable[..., Any]:
    """T and J as a function of the numbers of q; kept, since `symbolic_dh` keeps its results too."""
    import sympy

    function: Callable[..., Any] = sympy.lambdify(found.q, [found.T, found.J], "numpy", cse=True)
    return function
