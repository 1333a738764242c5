"""What an instant of a recording would have been, as plain values."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from ....arrays import Array

if TYPE_CHECKING:  # with Numba, which who shows a comparison goes without
    from ..inspected_problem import InspectedProblem

STEP, INSTANT, IMPACT = "step", "instant", "impact"


@dataclass(frozen=True, eq=False, slots=True)
class FrameSide:
    """One state as it was solved, or as it would have been: n contacts and joints, in the order of its problem."""

    force: Array  # (n, 3) along tangent, normal × tangent, normal [N]; of an impact impulses [N s]
    rate: Array  # (n, 3) velocity after the step or impact [m/s], of an instant acceleration [m/s²], along the same
    modes: tuple[str, ...]  # "open", "closed" (it has no friction), "stick" or "slip"
    friction: Array  # (n,) μ; negative for the dry friction of a joint
    restitution: Array  # (n,) e
    acceleration: Array  # (nv,) q̈ of the step or instant [rad/s² | m/s²]; of an impact the jump of q̇ [rad/s | m/s]
    residual: float  # natural map of its law [m/s | m/s²]


@dataclass(frozen=True, eq=False, slots=True)
class FrameComparison:
    """A state of a recording as it was, and with an edit: contacts and pose are the same, forces and motion are not."""

    index: int
    t: float  # [s]
    kind: str  # "step": mean forces over a step of time-stepping; "instant": of the hybrid scheme; "impact": impulses
    joints: tuple[str, ...]  # of each entry: empty for a contact, else "lower limit of …", "dry friction of …"
    old: FrameSide
    new: FrameSide
    edited: InspectedProblem  # the problem with the edit, and its forces
    is_unique: bool  # whether the new forces are the only ones of their motion; else those of least norm are given
    status: str  # a sentence of the solver; empty: solved
    notes: tuple[str, ...]  # what of the edit changes nothing here, sentences

    @property
    def force_unit(self) -> str:
        """Of forces."""
        return "N·s" if self.kind == IMPACT else "N"

    @property
    def rate_unit(self) -> str:
        """Of rates."""
        return "m/s²" if self.kind == INSTANT else "m/s"
