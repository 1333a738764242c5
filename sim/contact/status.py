"""Which solvers there are, and how a contact solve ended."""

from __future__ import annotations

from enum import IntEnum

from ..texts import marked

NEWTON, GAUSS_SEIDEL, ACTIVE_SET, ADMM = 0, 1, 2, 3
HEAPS_SWEPT = 4
"""As NEWTON, but islands of many bodies are swept so often as is allowed and no more: a step takes a time that is bounded."""

SOLVERS = {"newton": NEWTON, "gauss_seidel": GAUSS_SEIDEL, "admm": ADMM, "active_set": ACTIVE_SET}
"""newton: exact friction cone, direct, for islands up to a few hundred degrees of freedom (larger ones are swept);
gauss_seidel: exact friction cone, sweeps only; admm: factorise once, then cheap iterations; active_set: the quadratic programme
of frictionless contact."""


class Status(IntEnum):
    """How a contact solve ended."""

    SOLVED = 0
    ITERATION_LIMIT = 1
    INCONSISTENT = 2
    INDETERMINATE = 3

    @property
    def sentence(self) -> str:
        """For the user, in English."""
        return {
            Status.SOLVED: marked("solved to the tolerance asked for"),
            Status.ITERATION_LIMIT: marked("stopped above the tolerance asked for: the solver's iterations were used up"),
            Status.INCONSISTENT: marked("no force satisfies the contact law here (as with Painlevé's rod)"),
            Status.INDETERMINATE: marked(
                "several motions satisfy the contact law here (as with Painlevé's rod); this is one of them"
            ),
        }[self]
