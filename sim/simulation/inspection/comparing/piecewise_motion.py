"""The motion of one free body by closed forms: pieces of constant acceleration, straight and about a fixed axis."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from scipy.spatial.transform import Rotation

from ....arrays import Array
from .values import ComparedImpact


@dataclass(frozen=True, eq=False, slots=True)
class ParabolaPiece:
    """From `start` on: p = position + velocity s + acceleration s²/2 with s = t - start, and an angle alike about the axis."""

    start: float  # [s]
    position: Array  # (3,) of the centre of mass, in the world [m]
    velocity: Array  # (3,) [m/s]
    acceleration: Array  # (3,) [m/s²]
    angle: float = 0.0  # since the beginning of the motion [rad]
    rate: float = 0.0  # [rad/s]
    spin_up: float = 0.0  # [rad/s²]

    def at(self, t: float) -> tuple[Array, Array, float, float]:
        """Position, velocity, angle and its rate at t [s]."""
        s = t - self.start
        position = self.position + s * (self.velocity + 0.5 * s * self.acceleration)
        angle = self.angle + s * (self.rate + 0.5 * s * self.spin_up)
        return position, self.velocity + s * self.acceleration, angle, self.rate + s * self.spin_up


@dataclass(frozen=True, eq=False, slots=True)
class BodyMotion:
    """One free body's way, piece after piece."""

    body: str
    source: str  # which closed form, in words and formulas
    start: Array  # (3, 3) rotation of the body at the beginning
    axis: Array  # (3,) that it turns about, in the world
    pieces: tuple[ParabolaPiece, ...]  # in the order of their starts
    impacts: tuple[ComparedImpact, ...] = ()
    changes: tuple[tuple[float, str], ...] = ()  # instants at which it stops, rolls or rests [s], in words

    def states_at(self, times: Array) -> tuple[Array, Array]:
        """The numbers of a free-flyer at times (n,) [s]: q (n, 7), v (n, 6) in the body's own axes."""
        starts = np.array([piece.start for piece in self.pieces])
        at = np.maximum(np.searchsorted(starts, times, side="right") - 1, 0)
        s = np.asarray(times) - starts[at]
        used, k = np.unique(at, return_inverse=True)
        pieces = [self.pieces[i] for i in used.tolist()]
        position, velocity, acceleration = (
            np.array([getattr(piece, name) for piece in pieces])[k] for name in ("position", "velocity", "acceleration")
        )
        angle, rate, spin_up = (
            np.array([getattr(piece, name) for piece in pieces])[k] for name in ("angle", "rate", "spin_up")
        )
        place = position + s[:, None] * (velocity + 0.5 * s[:, None] * acceleration)
        moves = velocity + s[:, None] * acceleration
        turns = Rotation.from_rotvec((angle + s * (rate + 0.5 * s * spin_up))[:, None] * self.axis)
        now = turns * Rotation.from_matrix(self.start)
        spin = (rate + s * spin_up)[:, None] * self.axis
        return np.column_stack([place, now.as_quat()]), np.column_stack([now.inv().apply(moves), now.inv().apply(spin)])
