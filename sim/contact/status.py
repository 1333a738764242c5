"""How a contact solve ended. The numbers are what kernels return; each has a sentence."""

from __future__ import annotations

from enum import IntEnum


class Status(IntEnum):
    """How a contact solve ended."""

    SOLVED = 0
    ITERATION_LIMIT = 1
    INCONSISTENT = 2

    @property
    def sentence(self) -> str:
        """For the user."""
        return {
            Status.SOLVED: "solved to the tolerance asked for",
            Status.ITERATION_LIMIT: "stopped above the tolerance asked for: the solver's iterations were used up",
            Status.INCONSISTENT: "no force satisfies the contact law here (as with Painlevé's rod)",
        }[self]
