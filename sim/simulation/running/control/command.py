"""What the user asks of a running simulation."""

from __future__ import annotations

from dataclasses import dataclass

from ....arrays import Array


@dataclass(frozen=True, eq=False, slots=True)
class Pull:
    """A spring from a point of a body to where the user drags it."""

    body: str
    point: Array  # (3,) in the body frame [m]
    target: Array  # (3,) in the world [m]


@dataclass(frozen=True, eq=False, slots=True)
class Command:
    """What the user asks now; None leaves what the scene says."""

    q_target: Array | None = None  # (nq,) where the controlled joints should go
    pull: Pull | None = None
