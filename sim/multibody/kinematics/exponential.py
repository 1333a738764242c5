"""Exponential coordinates: how fast they change, and what forces become in them.

Near a configuration q, another one is q · exp(θ), θ (nv,): `integrate(model, q, θ)`. A motion with velocity v changes θ by
θ̇ = J_r⁻¹(θ) v, with J_r⁻¹(θ) = ad / (1 - e^-ad) = 1 + ½ ad + a ad² + b ad⁴, ad the bracket with θ. For one-degree joints it
is the identity. With θ = t·(unit rotation), x = t² and c(x) = (1 - ½ t cot ½t) / x: a = c - x c′ and b = -c′.
Source: Iserles, Munthe-Kaas, Nørsett & Zanna 2000 (dexp⁻¹); Bullo & Murray 1995 (a closed form on SE(3)).
"""

from __future__ import annotations

import math

from ...arrays import Array
from ...kernel import copy_into, kernel
from ...native import native, new_array, refuse, vector, vector_of
from ..algebra.spatial import cross_motion
from ..model.input_validation import valid_vector
from ..model.model import Model
from .table import rows


def exponential_rate(model: Model, theta: Array, v: Array) -> Array:
    """Rate θ̇ (nv,) = J_r⁻¹(θ) v of the exponential coordinates θ (nv,) of a motion with velocity v (nv,).

    theta, v : contiguous float64; a free-flyer's rotation in θ below 2π. Raises TypeError for arrays it cannot use.
    """
    return _exponential_rate.call(model.table, theta, v)


@native
def _exponential_rate(numpy: int, given: int, count: int) -> int:
    table, theta, x = rows(given, 0), vector(numpy, given, 1), vector(numpy, given, 2)
    nv = table[0].iv
    if not valid_vector(theta, nv) or not valid_vector(x, nv):
        return refuse()
    result = new_array(numpy, (nv,))
    if result:
        out = vector_of(result, nv)
        copy_into(x, out)
        for i in range(1, table.shape[0]):
            if table[i].nv == 6:
                _free_flyer_rate(theta, table[i].iv, out)
            elif table[i].nv == 3:
                _spherical_rate(theta, table[i].iv, out)
    return result


@kernel
def _free_flyer_rate(theta: Array, j: int, x: Array) -> None:
    """Replace x[j:j+6] by J_r⁻¹(θ[j:j+6]) x."""
    t2 = theta[j + 3] ** 2 + theta[j + 4] ** 2 + theta[j + 5] ** 2
    c, slope = bernoulli(t2)
    a, b = c - t2 * slope, -slope
    y0, y1, y2, y3, y4, y5 = x[j], x[j + 1], x[j + 2], x[j + 3], x[j + 4], x[j + 5]
    for power in range(1, 5):
        y0, y1, y2, y3, y4, y5 = cross_motion(
            theta[j], theta[j + 1], theta[j + 2], theta[j + 3], theta[j + 4], theta[j + 5], y0, y1, y2, y3, y4, y5
        )
        scale = 0.5 if power == 1 else (a if power == 2 else (b if power == 4 else 0.0))
        x[j] += scale * y0
        x[j + 1] += scale * y1
        x[j + 2] += scale * y2
        x[j + 3] += scale * y3
        x[j + 4] += scale * y4
        x[j + 5] += scale * y5


@kernel
def _spherical_rate(theta: Array, j: int, w: Array) -> None:
    """Replace w[j:j+3] by J_r⁻¹(θ[j:j+3]) w."""
    x, y, z = theta[j], theta[j + 1], theta[j + 2]
    c, _ = bernoulli(x * x + y * y + z * z)
    w[j], w[j + 1], w[j + 2] = turned(x, y, z, 0.5, c, w[j], w[j + 1], w[j + 2])


@kernel
def turned(x: float, y: float, z: float, a: float, b: float, ux: float, uy: float, uz: float) -> tuple[float, float, float]:
    """The vector u + a ω × u + b ω × (ω × u), with ω = (x, y, z)."""
    cx, cy, cz = y * uz - z * uy, z * ux - x * uz, x * uy - y * ux
    return (ux + a * cx + b * (y * cz - z * cy), uy + a * cy + b * (z * cx - x * cz), uz + a * cz + b * (x * cy - y * cx))


@kernel
def bernoulli(x: float) -> tuple[float, float]:
    """c(x) = (1 - ½ t cot ½t) / x at x = t², and its derivative."""
    if x < 0.06:  # Bernoulli numbers: |B_2k| / (2k)!
        c = 1.0 / 12.0 + x * (1.0 / 720.0 + x * (1.0 / 30240.0 + x * (1.0 / 1209600.0 + x / 47900160.0)))
        return c, 1.0 / 720.0 + x * (2.0 / 30240.0 + x * (3.0 / 1209600.0 + x * (4.0 / 47900160.0 + x * 2.642e-9)))
    t = math.sqrt(x)
    s, cosine = math.sin(0.5 * t), math.cos(0.5 * t)
    c = (1.0 - 0.5 * t * cosine / s) / x
    return c, -(0.25 * cosine / (s * t) - 0.125 / (s * s) + c) / x
