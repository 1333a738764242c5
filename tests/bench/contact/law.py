"""The contacts of one step as every engine can give them, and one formula for all of how far they are from the contact law."""

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
    law: float = 0.0  # natural map of Coulomb's law of impulses and velocities [m/s]

    def largest(self, other: Errors) -> Errors:
        """The larger of each."""
        return Errors(max(self.penetration, other.penetration), max(self.complementarity, other.complementarity),
                      max(self.law, other.law))  # fmt: skip


def errors(contacts: Contacts, friction: float, dt: float) -> Errors:
    """Of one step."""
    force = contacts.impulse[:, 0] / dt
    return Errors(
        penetration=float((-contacts.gap).max(initial=0.0)),
        complementarity=float(np.abs(force * contacts.gap).max(initial=0.0)),
        law=law_residual(contacts, friction),
    )


def law_residual(contacts: Contacts, friction: float) -> float:
    """The largest ‖r - P_K(r - ρ û)‖ / ρ [m/s], û = u + μ‖u_t‖ n (De Saxcé), over the contacts that press or are closed.

    A contact that is open at the end of the step and has no impulse may move as it likes.
    """
    touching = (contacts.impulse[:, 0] != 0.0) | (contacts.gap <= 0.0)
    r, u = contacts.impulse[touching], contacts.velocity[touching]
    slip = np.linalg.norm(u[:, 1:], axis=1)
    moved = r - RHO * u
    moved[:, 0] -= RHO * friction * slip
    return float(np.linalg.norm(r - projected(friction, moved), axis=1).max(initial=0.0) / RHO)


def projected(mu: float, x: np.ndarray) -> np.ndarray:
    """The points of the friction cone nearest to x (n, 3), normal first."""
    normal, t = x[:, 0], np.linalg.norm(x[:, 1:], axis=1)
    n = np.maximum(0.0, (mu * t + normal) / (1.0 + mu * mu))
    scale = np.divide(mu * n, t, out=np.zeros_like(t), where=t > 0.0)
    onto = np.column_stack([n, scale[:, None] * x[:, 1:]])
    return np.where((t <= mu * normal)[:, None], x, onto)


def normal_first(vectors: np.ndarray, normal: np.ndarray) -> np.ndarray:
    """Vectors (n, 3) of the world in axes of which the first is the normal (n, 3)."""
    along = np.einsum("ck,ck->c", vectors, normal)
    across = np.cross(normal, np.where(np.abs(normal[:, :1]) < 0.7, [1.0, 0.0, 0.0], [0.0, 1.0, 0.0]))
    across /= np.linalg.norm(across, axis=1)[:, None]
    third = np.cross(normal, across)
    return np.column_stack([along, np.einsum("ck,ck->c", vectors, across), np.einsum("ck,ck->c", vectors, third)])
