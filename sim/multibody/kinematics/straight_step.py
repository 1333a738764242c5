"""A step that moves a free-flyer's origin straight while the body turns, and what momentum becomes over it.

exp(½ω) · exp(v) · exp(½ω), each factor the exponential of a part of the step θ = (v; ω): the displacement v is given in the
orientation half way. It is symmetric (the step -θ undoes it), and unlike exp(v; ω) its kinetic energy does not couple a turn
with the speed of flight. One-degree joints move by θ.
Source: Bou-Rabee & Marsden 2009 (retractions of a group in discrete mechanics); Lee, Leok & McClamroch 2007 (SE(3) as
position and attitude).
"""

from __future__ import annotations

import math

from ...arrays import Array
from ...kernel import copy_into, kernel
from ...native import native, new_array, refuse, vector, vector_of
from ..algebra.spatial import Six
from ..model.input_validation import valid_vector
from ..model.model import Model
from .configuration import integrate
from .exponential import bernoulli, turned
from .table import rows


def straight_step(model: Model, q: Array, theta: Array, turning: Array) -> Array:
    """The configuration (nq,) that the step θ (nv,) leads to from q.

    turning : (nv,) 1 where v is an angular velocity of a free-flyer or a spherical joint, else 0
    """
    half = 0.5 * theta * turning
    return integrate(model, integrate(model, integrate(model, q, half), theta - 2.0 * half), half)


def straight_momentum(model: Model, theta: Array, p: Array) -> Array:
    """D⁻ᵀ(θ) p (nv,), with D(θ) δθ the velocity at the end of the step that varying θ by δθ causes.

    theta, p : contiguous float64; turns in θ below 2π. Raises TypeError for arrays it cannot use.
    With E = exp(½ω), t = |ω| and K = 1 + tan(¼t)/t ω×: linear part Eᵀ p_v, angular part J_r⁻ᵀ(ω) p_ω + ½ Kᵀ (p_v × v).
    """
    return _straight_momentum.call(model.table, theta, p)


@native
def _straight_momentum(numpy: int, given: int, count: int) -> int:
    table, theta, p = rows(given, 0), vector(numpy, given, 1), vector(numpy, given, 2)
    nv = table[0].iv
    if not valid_vector(theta, nv) or not valid_vector(p, nv):
        return refuse()
    result = new_array(numpy, (nv,))
    if result:
        out = vector_of(result, nv)
        copy_into(p, out)
        for i in range(1, table.shape[0]):
            if table[i].nv == 6:
                k = table[i].iv
                out[k], out[k + 1], out[k + 2], out[k + 3], out[k + 4], out[k + 5] = _of_free_flyer(
                    theta[k : k + 6], p[k : k + 6]
                )
            elif table[i].nv == 3:
                k = table[i].iv
                x, y, z = theta[k], theta[k + 1], theta[k + 2]
                c, _ = bernoulli(x * x + y * y + z * z)
                out[k], out[k + 1], out[k + 2] = turned(x, y, z, -0.5, c, p[k], p[k + 1], p[k + 2])
    return result


@kernel
def _of_free_flyer(theta: Array, p: Array) -> Six:
    x, y, z = theta[3], theta[4], theta[5]
    t2 = x * x + y * y + z * z
    if t2 < 1e-6:
        sine, versine, tangent = 0.5 - t2 / 48.0, 0.125 - t2 / 384.0, 0.25 + t2 / 192.0
    else:
        t = math.sqrt(t2)
        sine, versine, tangent = math.sin(0.5 * t) / t, 2.0 * math.sin(0.25 * t) ** 2 / t2, math.tan(0.25 * t) / t
    c, _ = bernoulli(t2)
    mx, my, mz = (
        0.5 * (p[1] * theta[2] - p[2] * theta[1]),
        0.5 * (p[2] * theta[0] - p[0] * theta[2]),
        0.5 * (p[0] * theta[1] - p[1] * theta[0]),
    )
    ax, ay, az = turned(x, y, z, -sine, versine, p[0], p[1], p[2])
    bx, by, bz = turned(x, y, z, -0.5, c, p[3], p[4], p[5])
    cx, cy, cz = turned(x, y, z, -tangent, 0.0, mx, my, mz)
    return ax, ay, az, bx + cx, by + cy, bz + cz
