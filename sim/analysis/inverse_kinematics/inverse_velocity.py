"""Inverse kinematics of a velocity: joint speeds that give a frame a wanted twist, or come as near as they can.

With J = U Σ Vᵀ and rank r:

- pseudo_inverse: q̇ = V_r Σ_r⁻¹ U_rᵀ v, the least of those that minimise |v - J q̇|;
- truncated: the same without the singular values at or below a threshold of the user's;
- damped: q̇ = Jᵀ(J Jᵀ + μ² 1)⁻¹ v, which minimises |v - J q̇|² + μ² |q̇|²;
- transpose: q̇ = α Jᵀ v, with the α that minimises |v - J q̇|.

A secondary task z moves the joints without moving the frame: q̇ + (1 - J⁺J) z.
Source: THEORY §3; kinematic-model, "Pour aller plus loin : décomposition en valeurs singulières"; Siciliano et al. 2009, §3.5;
Nakamura & Hanafusa 1986 (damping).
"""

from __future__ import annotations

import math
from collections.abc import Sequence

import numpy as np

from ...arrays import Array, as_floats, frozen
from ...errors import ArgumentError, UnknownNameError
from ...multibody.kinematics.jacobian import jacobian
from ...multibody.model.model import Model
from ...multibody.model.movers import movers, one_degree_columns
from ..jacobian.singular_values import rank_tolerance
from ..rows import checked_rows
from .values import VelocitySolution

VELOCITY_METHODS = ("pseudo_inverse", "truncated", "damped", "transpose")


def inverse_velocity(
    model: Model,
    q: Array,
    frame: str,
    twist: Array,
    *,
    rows: str = "both",
    method: str = "pseudo_inverse",
    joints: Sequence[str] | None = None,
    secondary: Array | None = None,
    length: float = 1.0,
    tolerance: float | None = None,
    threshold: float = 0.01,
    damping: float = 0.1,
) -> VelocitySolution:
    """Joint speeds (n,) [rad/s | m/s] that give a frame, at q (nq,), a wanted twist at its origin along world axes.

    twist     : (6,) [v; ω] [m/s, rad/s]; with rows "position" v (3,), with rows "orientation" ω (3,)
    joints    : which may move, by name; None: all of one degree of freedom that can move the frame
    secondary : (n,) joint speeds z wanted besides [rad/s | m/s]; what of them moves the frame is left out
    length    : what 1 rad/s counts as beside 1 m/s where both are wanted and cannot be had [m]; it then weighs ω and the rows
                of J that give it, of which σ, tolerance, threshold and damping are said
    tolerance : singular values up to this count as zero; None: max(m, n) ε σ₁
    threshold : of method "truncated": singular values up to this are left out
    damping   : μ of method "damped"
    Raises UnknownNameError for an unknown frame, joint, method or rows; ArgumentError for all else that cannot be.
    """
    if method not in VELOCITY_METHODS:
        raise UnknownNameError("method", str(method), VELOCITY_METHODS)
    chosen = checked_rows(rows)
    names = movers(model, frame) if joints is None else tuple(joints)
    columns = one_degree_columns(model, names)
    if not names:
        raise ArgumentError(
            "no joint of one degree of freedom moves frame {frame!r} of model {model!r}", frame=frame, model=model.name
        )
    whole = jacobian(model, q, frame)[:, columns]
    J = whole[chosen]
    v = _vector("twist", twist, J.shape[0], "m/s, rad/s")
    z = np.zeros(len(names)) if secondary is None else _vector("secondary", secondary, len(names), "rad/s | m/s")
    for name, value in (("length", length), ("threshold", threshold), ("damping", damping), ("tolerance", tolerance)):
        if value is not None and not _above_zero(name, value):
            raise ArgumentError("{name} must be a finite number above 0; given {value!r}", name=name, value=value)
    weights = np.array([1.0, 1.0, 1.0, length, length, length]) if rows == "both" else np.ones(3)
    W, weighted = weights[:, None] * J, weights * v
    U, sigma, Vt = np.linalg.svd(W, full_matrices=False)
    least = rank_tolerance(W, sigma) if tolerance is None else tolerance
    gains = _gains(method, sigma, least, threshold, damping)
    if method == "transpose":
        gradient = W.T @ weighted
        image = W @ gradient
        speeds = gradient * (float(image @ weighted) / float(image @ image) if image @ image > 0.0 else 0.0)
    else:
        speeds = Vt.T @ (gains * (U.T @ weighted))
    row_space = Vt[sigma > least]
    speeds = speeds + z - row_space.T @ (row_space @ z)
    return VelocitySolution(
        method,
        rows,
        frame,
        names,
        frozen(J),
        frozen(v),
        frozen(speeds),
        frozen(J @ speeds),
        frozen(whole @ speeds),
        frozen(sigma),
        int(np.sum(sigma > least)),
        int(np.sum(gains > 0.0)),
        frozen(model.velocity_limit[columns]),
        length,
    )


def _gains(method: str, sigma: Array, least: float, threshold: float, damping: float) -> Array:
    """What each singular direction is multiplied by."""
    gains = np.zeros(len(sigma))
    if method == "damped":
        return sigma / (sigma**2 + damping**2)
    used = sigma > (max(least, threshold) if method == "truncated" else least)
    gains[used] = 1.0 / sigma[used]
    return gains


def _vector(name: str, vector: Array, size: int, unit: str) -> Array:
    values = as_floats(name, vector)
    if values.shape != (size,) or not np.all(np.isfinite(values)):
        raise ArgumentError(
            "{name} must be ({size},) finite numbers [{unit}]; given {vector!r}", name=name, size=size, unit=unit, vector=vector
        )
    return values


def _above_zero(name: str, value: float) -> bool:
    number = as_floats(name, value)
    return number.ndim == 0 and math.isfinite(number) and float(number) > 0.0
