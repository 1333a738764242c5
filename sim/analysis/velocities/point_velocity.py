"""The velocity of a point relative to any frame, with the terms that its derivative is made of."""

from __future__ import annotations

import numpy as np

from ...arrays import Array, frozen
from ...multibody.algebra.plain_spatial import skew
from ...multibody.algebra.rotations import checked_numbers
from ...multibody.kinematics.jacobian import jacobian
from ...multibody.kinematics.kinematics import frame_pose
from ...multibody.kinematics.plain_kinematics import plain_frame_pose
from ...multibody.model.checks import checked, checked_point
from ...multibody.model.model import Model
from ..jacobian.differentiated import STEP, configuration_rates
from .values import PointVelocity


def point_velocity(
    model: Model,
    q: Array,
    v: Array,
    body: str | None,
    point: Array,
    seen_from: str | None = None,
    point_rate: Array | None = None,
) -> PointVelocity:
    """The velocity of a point P of body i relative to a frame k at q (nq,) and v (nv,), along the axes of k.

    ᵏv_P = d/dt (R ⁱp + O) = Ṙ ⁱp + R ⁱṗ + Ȯ, with Ṙ = S(ω(i/k)) R: entrainment Ṙ ⁱp + Ȯ and the relative velocity R ⁱṗ.
    The coordinates ᵏP are derived once more by themselves, by a complex step: `PointVelocity.difference`.
    Source: kinematic-model, "Définition du vecteur vitesse d'un point P(t) / repère Ri", "Vitesse / Rk d'un point P, fixe / Ri",
    "Chgt Orientation Ri / Rk"; THEORY §1.

    body, seen_from : bodies or frames i and k by name; None: the world
    point           : (3,) ⁱp, along the axes of i from its origin [m]
    point_rate      : (3,) ⁱṗ, how P itself moves in i [m/s]; None: it is fixed there
    Raises UnknownNameError for an unknown body or frame, ArgumentError for q, v, a point or rate of wrong size or not finite.
    """
    q, v = checked(model, q=q, v=v)
    p = np.array(checked_point(point))
    p_rate = np.array(checked_numbers("point_rate", np.zeros(3) if point_rate is None else point_rate, (3,)))
    (T_i, twist_i), (T_k, twist_k) = (_moving(model, q, v, name) for name in (body, seen_from))
    axes, arm = T_k[:3, :3], T_i[:3, 3] - T_k[:3, 3]
    R = axes.T @ T_i[:3, :3]
    omega = axes.T @ (twist_i[3:] - twist_k[3:])
    R_rate = skew(omega) @ R
    turning, relative = R_rate @ p, R @ p_rate
    translation = axes.T @ (twist_i[:3] - twist_k[:3] - np.cross(twist_k[3:], arm))
    return PointVelocity(
        body=body,
        seen_from=seen_from,
        p=frozen(p),
        p_rate=frozen(p_rate),
        R=frozen(R),
        R_rate=frozen(R_rate),
        origin=frozen(axes.T @ arm),
        omega=frozen(omega),
        turning=frozen(turning),
        relative=frozen(relative),
        translation=frozen(translation),
        total=frozen(turning + relative + translation),
        derivative=frozen(_derivative(model, q, v, body, p, p_rate, seen_from)),
        place=frozen(T_i[:3, :3] @ p + T_i[:3, 3]),
        axes=frozen(np.array(axes)),
    )


def _moving(model: Model, q: Array, v: Array, name: str | None) -> tuple[Array, Array]:
    """The pose (4, 4) of a frame, and its twist (6,) at its origin, world axes."""
    if name is None:
        return np.eye(4), np.zeros(6)
    return frame_pose(model, q, name), jacobian(model, q, name) @ v


def _derivative(model: Model, q: Array, v: Array, body: str | None, p: Array, p_rate: Array, seen_from: str | None) -> Array:
    """d(ᵏP)/dt (3,): the imaginary part of ᵏP at q + i h q̇, over h."""
    moved = q + 1j * STEP * (v @ configuration_rates(model, q))
    T_i, T_k = (np.eye(4) if name is None else plain_frame_pose(model, moved, name) for name in (body, seen_from))
    world = T_i[:3, :3] @ (p + 1j * STEP * p_rate) + T_i[:3, 3]
    return np.asarray((T_k[:3, :3].T @ (world - T_k[:3, 3])).imag / STEP)
