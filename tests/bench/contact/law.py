"""The contacts of one step as every engine can give them, and one formula for all of how far they are from the contact law.

The normal part of the law is told by penetration and by force times gap: an engine that looks ahead asks its contacts for
velocities that are not zero, and rightly so. Friction is told by the tangential natural map of the contacts that press.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

RHO = 0.25  # of the natural map [kg]


@dataclass(frozen=True, eq=False, slots=True)
class Contacts:
    """Contacts of one step, normal first in each triple of contact axes; `gap` and `velocity` are those at its end."""

    gap: np.ndarray  # (nc,) [m]
    impulse: np.ndarray  # (nc, 3) [N s]
    velocity: np.ndarray  # (nc, 3) [m/s]


@dataclass(frozen=True, slots=True)
class Errors:
    """The largest of each over contacts, and over steps."""

    penetration: float = 0.0  # [m]
    complementarity: float = 0.0  # |λ_n gap|, of the force over the step and the gap at its end [N m]
    friction: float = 0.0  # tangential natural map over the contacts that press [m/s]

    def largest(self, other: Errors) -> Errors:
        """The larger of each."""
        return Errors(
            max(self.penetration, other.penetration),
            max(self.complementarity, other.complementarity),
            max(self.friction, other.friction),
        )


def errors(contacts: Contacts, friction: float, dt: float) -> Errors:
    """Of one step."""
    force = contacts.impulse[:, 0] / dt
    return Errors(
        penetration=float((-contacts.gap).max(initial=0.0)),
        complementarity=float(np.abs(force * contacts.gap).max(initial=0.0)),
        friction=friction_residual(contacts, friction),
    )


def friction_residual(contacts: Contacts, friction: float) -> float:
    """The largest ‖r_t - P(r_t - ρ u_t)‖ / ρ [m/s], P onto the disc of radius μ r_n, over the contacts that press.

    Zero where what presses holds, or slides with the largest friction against its slip.
    """
    pressed = contacts.impulse[:, 0] > 0.0
    r, u = contacts.impulse[pressed], contacts.velocity[pressed, 1:]
    moved = r[:, 1:] - RHO * u
    size, most = np.linalg.norm(moved, axis=1), friction * r[:, 0]
    share = np.divide(most, size, out=np.ones_like(size), where=size > most)
    return float(np.linalg.norm(r[:, 1:] - share[:, None] * moved, axis=1).max(initial=0.0) / RHO)


def normal_first(vectors: np.ndarray, normal: np.ndarray) -> np.ndarray:
    """Vectors (n, 3) of the world in axes of which the first is the normal (n, 3)."""
    along = np.einsum("ck,ck->c", vectors, normal)
    across = np.cross(normal, np.where(np.abs(normal[:, :1]) < 0.7, [1.0, 0.0, 0.0], [0.0, 1.0, 0.0]))
    across /= np.linalg.norm(across, axis=1)[:, None]
    third = np.cross(normal, across)
    return np.column_stack([along, np.einsum("ck,ck->c", vectors, across), np.einsum("ck,ck->c", vectors, third)])
