"""Velocities as values to be shown: the twists of joints at one point, and a point's velocity seen from a frame."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from ...arrays import Array


@dataclass(frozen=True, eq=False, slots=True)
class JointTwist:
    """{v_i/i-1}_C: how one joint moves its body against the one before, at a point C. Read-only, linear part first.

    Vectors stand along the axes of the `JointTwists` that it belongs to.
    """

    joint: str
    body: str  # S_i
    parent: str | None  # S_i-1; None: the world
    number: int  # i, of the joint and its body; S_i-1 may have another than i - 1
    before: int  # of S_i-1; 0: it stands still
    sigma: float | None  # σ_i: 0 turns, 1 slides; None: does both, or has several degrees
    rate: Array  # (k,) q̇ of the joint's degrees; of one that follows another ratio · that of its leader [rad/s | m/s]
    turns: tuple[bool, ...]  # whether each degree turns, so that its q̇ is in rad/s
    z: Array  # (k, 3) unit directions of its axes, one for each degree
    lever: Array  # (3,) C - O_i, from the origin of the joint's moved frame [m]
    at_joint: Array  # (6,) [v(O_i); ω], (4.3) and (4.4): 0 and q̇ z turning, q̇ z and 0 sliding [m/s, rad/s]
    twist: Array  # (6,) [v(C); ω], (4.7): v(C) = σ q̇ z + (1 - σ) q̇ CO_i × z, ω = (1 - σ) q̇ z


@dataclass(frozen=True, eq=False, slots=True)
class JointTwists:
    """{v_n/0}_C = Σ {v_i/i-1}_C, from the base to a frame. Read-only, linear part first, along the axes R."""

    frame: str
    point: Array  # (3,) C in the world, along its axes [m]
    basis: str | None  # frame in whose axes vectors are written; None: the world's
    R: Array  # (3, 3) these axes, as columns in the world
    joints: tuple[JointTwist, ...]  # from the base on, without those that are fixed
    total: Array  # (6,) the sum [v(C); ω] [m/s, rad/s]
    expected: Array  # (6,) J q̇ with `jacobian` of the frame, moved to C

    @property
    def difference(self) -> Array:
        """Sum less J q̇ (6,): rounding alone."""
        return np.asarray(self.total - self.expected)


@dataclass(frozen=True, eq=False, slots=True)
class PointVelocity:
    """ᵏv_P = Ṙ ⁱp + R ⁱṗ + Ȯ: a point of body i seen from frame k. Read-only, along the axes of k unless said otherwise."""

    body: str | None  # i; None: the world
    seen_from: str | None  # k; None: the world
    p: Array  # (3,) coordinates of P in i, along the axes of i [m]
    p_rate: Array  # (3,) how fast they change: P's own motion in i [m/s]
    R: Array  # (3, 3) axes of i, as columns in k
    R_rate: Array  # (3, 3) Ṙ = S(ω) R [1/s]
    origin: Array  # (3,) O, the origin of i in k [m]
    omega: Array  # (3,) ω of i against k [rad/s]
    turning: Array  # (3,) Ṙ ⁱp = ω × O_iP: i turns in k [m/s]
    relative: Array  # (3,) R ⁱṗ: P moves in i [m/s]
    translation: Array  # (3,) Ȯ: the origin of i moves in k [m/s]
    total: Array  # (3,) the sum of the three [m/s]
    derivative: Array  # (3,) d(ᵏP)/dt of the coordinates themselves, by a complex step along q̇ [m/s]
    place: Array  # (3,) P in the world, along its axes [m]
    axes: Array  # (3, 3) axes of k, as columns in the world

    @property
    def entrainment(self) -> Array:
        """Ṙ ⁱp + Ȯ (3,): the velocity of the point of i that P is at [m/s]."""
        return np.asarray(self.turning + self.translation)

    @property
    def difference(self) -> float:
        """Largest |sum - d(ᵏP)/dt| [m/s]."""
        return float(np.abs(self.total - self.derivative).max())
