"""How one link moves, in its own axes, from how the link before it does."""

from __future__ import annotations

from dataclasses import dataclass

from ..arrays import Array


@dataclass(frozen=True, eq=False, slots=True)
class LinkVelocity:
    """One step of the recursion: twist = R (carried + own), each half of it. Arrays are read-only, linear part first."""

    body: str
    joint: str  # the one that carries the body
    parent: str | None  # body on the other side of the joint; None: the world
    R: Array  # (3, 3) takes axes of the parent into the link's own
    p: Array  # (3,) origin of the link seen from the parent's, in the parent's axes [m]
    rate: Array  # (k,) q̇ of the joint's degrees; of one that follows another ratio · that of its leader [rad/s | m/s]
    carried: Array  # (6,) [v + ω × p; ω] of the parent, in the parent's axes [m/s, rad/s]
    own: Array  # (6,) [∂p/∂q q̇; (1 - σ) z q̇] of the joint, in the parent's axes
    twist: Array  # (6,) [v; ω] of the link at its origin, in its own axes
