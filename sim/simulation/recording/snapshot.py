"""What is drawn: one instant of a simulation, or of a robot moved by hand."""

from __future__ import annotations

from dataclasses import dataclass

from ...arrays import Array
from ...contact.contacts import Contacts


@dataclass(frozen=True, eq=False, slots=True)
class Snapshot:
    """One instant, ready to be shown. Arrays are read-only."""

    t: float  # [s]
    q: Array  # (nq,)
    v: Array  # (nv,)
    poses: Array  # (len(frame_names), 4, 4) in the world: bodies first, then named frames
    contacts: Contacts
    kinetic: float  # [J]
    potential: float  # of gravity, zero at the world's origin, and of springs [J]
    residual: float  # natural map of the contact solve [m/s]; 0 without contacts
    step_error: float  # of the step by its own length [m/s]; NaN: not estimated
    iterations: int
    status: str  # a sentence; empty: nothing to say
