"""What studies of the equation of motion give."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np

from ...arrays import Array


@dataclass(frozen=True, eq=False, slots=True)
class DerivativeCheck:
    """One derivative (nv, nv): row i, column k is what number i changes by along number k; exact, and by differences."""

    exact: Array
    differences: Array

    @property
    def apart(self) -> Array:
        """Differences less the exact derivative (nv, nv)."""
        return np.asarray(self.differences - self.exact)

    @property
    def largest(self) -> float:
        """Largest |entry| of the exact derivative."""
        return float(np.abs(self.exact).max(initial=0.0))


@dataclass(frozen=True, eq=False, slots=True)
class DynamicsDerivatives:
    """All derivatives at one state, by their names: those of "tau" by "q", "v", those of "a" by "q", "v", "tau"."""

    checks: Mapping[tuple[str, str], DerivativeCheck]
    status: str  # why there are none of "a"; empty: there are
