"""What the page of rotations shows, as plain values."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

Array = np.ndarray


@dataclass(frozen=True, eq=False, slots=True)
class RotationView:
    """One rotation and what follows from it. Angles in rad, angular velocities in rad/s, vectors without unit."""

    typed: Array  # (3,) the axis as typed
    u: Array  # (3,) unit axis
    angle: float
    R: Array  # (3, 3)
    terms: tuple[Array, Array, Array]  # (3, 3) each: u uᵀ (1 - cos θ), 1 cos θ, S(u) sin θ
    S: Array  # (3, 3) S(u)
    back: tuple[Array, float]  # axis (3,) and angle in [0, π] that R gives back
    rate: float  # θ̇
    rate_matrix: Array  # (3, 3) Ṙ Rᵀ
    omega: Array  # (3,)
    residual: float  # how far Ṙ Rᵀ is from skew-symmetric [1/s]
    v: Array  # (3,)
    turned: Array  # (3,) R v
    along: Array  # (3,) v_z = (u·v) u
    across: Array  # (3,) v_x = v - v_z
    cross: Array  # (3,) v_y = u × v
    parts: Array  # (3, 3) v_x cos θ, v_y sin θ, v_z, a row each: their sum is R v
    three: Array  # (3, 3) v cos θ, (1 - cos θ)(u·v) u, sin θ u × v, a row each: the same sum by the terms of R
    off: float  # largest |sum of the parts - R v|
    step: float  # δθ
    linear: Array  # (3,) δθ u × v
    exact: Array  # (3,) R(u, δθ) v - v
    gap: float  # ‖exact - linear‖
    typed_relative: Array  # (3,) ω(i/p) in the axes of p
    carrier: Array  # (3,) ω(p/k) in the axes of k
    relative: Array  # (3,) ω(i/p) in the axes of k
    total: Array  # (3,) their sum
    product: Array  # (3,) ω of the product of both rotations
    apart: float  # largest |total - product| [rad/s]
