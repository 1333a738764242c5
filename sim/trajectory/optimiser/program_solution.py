"""What a program is solved with, and how a solve ended."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from ...arrays import Array
from ..values import PlanIterate, PlanStatus

Tell = Callable[[PlanIterate, Array], bool]
"""An iterate and its variables; True: stop."""


@dataclass(frozen=True, eq=False)
class Bounds:
    """Of variables and rows."""

    x_lower: Array
    x_upper: Array
    g_lower: Array
    g_upper: Array


@dataclass(frozen=True, eq=False)
class PrimalDualPoint:
    """Variables with multipliers: where a solve ended, and where a warm one starts.

    Signs as CasADi has them: ∇f + lam_x + Jᵀ lam_g = 0; > 0 at an upper bound, < 0 at a lower one.
    """

    x: Array
    lam_x: Array
    lam_g: Array


@dataclass(frozen=True, eq=False)
class Solution:
    """How a solve ended."""

    point: PrimalDualPoint
    cost: float
    rows: Array
    status: PlanStatus
    word: str  # IPOPT's own
    iterations: int
    seconds: float
    seconds_preparing: float  # making the solver, where it was not there yet
