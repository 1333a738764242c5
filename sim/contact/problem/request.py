"""What a method is asked for, and what it answers: one group of values for all of `METHODS`."""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

import numpy as np

from ...arrays import Array
from ..law.contact_laws import LAWS
from ..status import Status
from .problem import ContactProblem
from .solution import Iterate, friction_under


@dataclass(frozen=True, eq=False, slots=True)
class SolverRequest:
    """A contact problem with the law, and how to solve it. The problem's W contains the regularisation."""

    problem: ContactProblem
    law: str
    facets: int  # of the pyramid; 0 for other laws
    start: Array  # (3nc,) forces to start from
    tolerance: float  # of the natural map, in the units of w
    limit: int | None  # most iterations; None: the method's own
    iterates: bool

    @property
    def friction(self) -> Array:
        """(nc,) μ under the law."""
        return friction_under(self.law, self.problem.friction)

    @property
    def slide(self) -> Array:
        """(nc, 2) slip directions under the law."""
        return self.problem.sliding if LAWS[self.law].rubs else np.zeros((len(self.problem), 2))

    @property
    def cone(self) -> int:
        """The law as kernels know it."""
        return self.facets or LAWS[self.law].cone

    def trace(self, rows: int) -> Array:
        """Room for iterates: rows of -1, each for a residual and forces; none if they are not asked for."""
        return np.full((rows if self.iterates else 0, 1 + 3 * len(self.problem)), -1.0)


class SolverResult(NamedTuple):
    """What a method found."""

    force: Array  # (3nc,)
    residual: float  # of the natural map of the problem asked
    iterations: int
    method: str
    law: str
    iterates: tuple[Iterate, ...] = ()
    verdict: Status | None = None  # INCONSISTENT or INDETERMINATE where that is known


def iterates_of(trace: Array) -> tuple[Iterate, ...]:
    """The rows of a trace that were written."""
    return tuple(Iterate(float(row[0]), row[1:].reshape(-1, 3)) for row in trace if row[0] != -1.0)
