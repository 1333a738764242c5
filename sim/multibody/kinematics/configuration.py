"""Moving on the manifold of configurations.

A free-flyer moves along the exponential of SE(3): integrate(q, v, dt) is where a constant body twist leads in dt.
Source: Featherstone 2008, §4.5; Murray, Li & Sastry 1994, §2.3 (exponential of a twist).
"""

from __future__ import annotations

import math
from typing import Any

from ...arrays import Array
from ...kernel import kernel
from ...native import native, new_array, number, refuse, vector, vector_of
from ..model.checks import checked, checked_number
from ..model.input_validation import valid_q, valid_qv
from ..model.model import Model
from .table import rows


def integrate(model: Model, q: Array, v: Array, dt: float = 1.0) -> Array:
    """The configuration (nq,) reached from q with constant velocity v (nv,) after dt [s]; quaternions stay unit.

    Raises ArgumentError.
    """
    try:
        return _integrate.call(model.table, q, v, dt)
    except TypeError:
        pass  # something to convert, or to refuse in words
    return _integrate.call(model.table, *checked(model, q=q, v=v), checked_number("dt", dt))


def difference(model: Model, q0: Array, q1: Array) -> Array:
    """The velocity v (nv,) that leads from q0 to q1 in one second, the inverse of `integrate`.

    Raises ArgumentError.
    """
    try:
        return _difference.call(model.table, q0, q1)
    except TypeError:
        pass  # something to convert, or to refuse in words
    return _difference.call(model.table, *checked(model, q0=q0, q1=q1))


def interpolate(model: Model, q0: Array, q1: Array, share: float) -> Array:
    """The configuration (nq,) at a share of the way from q0 (share 0) to q1 (share 1), along a constant velocity.

    Shares beyond 0 and 1 go on in the same way. Raises ArgumentError.
    """
    return integrate(model, q0, difference(model, q0, q1), share)


@native
def _integrate(numpy: int, given: int, count: int) -> int:
    table, q, v, dt = rows(given, 0), vector(numpy, given, 1), vector(numpy, given, 2), number(given, 3)
    if not valid_qv(table, q, v) or not math.isfinite(dt):
        return refuse()
    nq = table[0].iq
    result = new_array(numpy, (nq,))
    if result:
        integrate_into(table, q, v, dt, vector_of(result, nq))
    return result


@native
def _difference(numpy: int, given: int, count: int) -> int:
    table, q0, q1 = rows(given, 0), vector(numpy, given, 1), vector(numpy, given, 2)
    if not valid_q(table, q0) or not valid_q(table, q1):
        return refuse()
    nv = table[0].iv
    result = new_array(numpy, (nv,))
    if result:
        difference_into(table, q0, q1, vector_of(result, nv))
    return result


@kernel
def difference_into(table: Any, q0: Array, q1: Array, v: Array) -> None:
    """Write q1 ⊖ q0 into v (nv,)."""
    for i in range(1, table.shape[0]):
        row = table[i]
        if row.nv == 6:
            _free_flyer_difference(q0, q1, row.iq, v, row.iv)
        elif row.nv == 3:
            k, j = row.iq, row.iv
            v[j], v[j + 1], v[j + 2] = rotation_between(q0, q1, k)
        elif row.nv == 1:
            v[row.iv] = q1[row.iq] - q0[row.iq]


@kernel
def integrate_into(table: Any, q: Array, v: Array, dt: float, result: Array) -> None:
    """Write q ⊕ v dt into `result` (nq,), which may be q itself."""
    for i in range(1, table.shape[0]):
        row = table[i]
        if row.nv == 6:
            k, j = row.iq, row.iv
            free_flyer_step(q, k, v[j] * dt, v[j + 1] * dt, v[j + 2] * dt, v[j + 3] * dt, v[j + 4] * dt, v[j + 5] * dt, result)
        elif row.nv == 3:
            k, j = row.iq, row.iv
            spherical_step(q, k, v[j] * dt, v[j + 1] * dt, v[j + 2] * dt, result)
        elif row.nv == 1:
            result[row.iq] = q[row.iq] + v[row.iv] * dt


@kernel
def free_flyer_step(q: Array, k: int, vx: float, vy: float, vz: float, wx: float, wy: float, wz: float, result: Array) -> None:
    """Move the free-flyer at q[k:k+7] by the exponential of the body twist (v; ω), times one second; result may be q."""
    t2 = wx * wx + wy * wy + wz * wz
    t = math.sqrt(t2)
    if t2 < 0.02:
        a = 0.5 - t2 * (1.0 / 24.0 - t2 * (1.0 / 720.0 - t2 * (1.0 / 40320.0 - t2 / 3628800.0)))
        b = 1.0 / 6.0 - t2 * (1.0 / 120.0 - t2 * (1.0 / 5040.0 - t2 * (1.0 / 362880.0 - t2 / 39916800.0)))
        half = 0.5 - t2 * (1.0 / 48.0 - t2 * (1.0 / 3840.0 - t2 * (1.0 / 645120.0 - t2 / 185794560.0)))
    else:
        s = math.sin(0.5 * t)
        a = 2.0 * s * s / t2
        b = (t - math.sin(t)) / (t2 * t)
        half = s / t
    cx, cy, cz = wy * vz - wz * vy, wz * vx - wx * vz, wx * vy - wy * vx
    dx = vx + a * cx + b * (wy * cz - wz * cy)
    dy = vy + a * cy + b * (wz * cx - wx * cz)
    dz = vz + a * cz + b * (wx * cy - wy * cx)
    qx, qy, qz, qw = q[k + 3], q[k + 4], q[k + 5], q[k + 6]
    # R d = d + 2 qv × (qv × d + qw d)
    tx = 2.0 * (qy * dz - qz * dy)
    ty = 2.0 * (qz * dx - qx * dz)
    tz = 2.0 * (qx * dy - qy * dx)
    result[k] = q[k] + dx + qw * tx + qy * tz - qz * ty
    result[k + 1] = q[k + 1] + dy + qw * ty + qz * tx - qx * tz
    result[k + 2] = q[k + 2] + dz + qw * tz + qx * ty - qy * tx
    _turn_into(qx, qy, qz, qw, half * wx, half * wy, half * wz, math.cos(0.5 * t), result, k + 3)


@kernel
def spherical_step(q: Array, k: int, wx: float, wy: float, wz: float, result: Array) -> None:
    """Turn the quaternion q[k:k+4] by the rotation vector ω in its own axes; result may be q."""
    t2 = wx * wx + wy * wy + wz * wz
    t = math.sqrt(t2)
    if t2 < 0.02:
        half = 0.5 - t2 * (1.0 / 48.0 - t2 * (1.0 / 3840.0 - t2 * (1.0 / 645120.0 - t2 / 185794560.0)))
    else:
        half = math.sin(0.5 * t) / t
    _turn_into(q[k], q[k + 1], q[k + 2], q[k + 3], half * wx, half * wy, half * wz, math.cos(0.5 * t), result, k)


@kernel
def _turn_into(
    qx: float, qy: float, qz: float, qw: float, ex: float, ey: float, ez: float, ew: float, result: Array, k: int
) -> None:
    """Write the product of two quaternions, of norm 1, into result[k:k+4]."""
    x = qw * ex + qx * ew + qy * ez - qz * ey
    y = qw * ey - qx * ez + qy * ew + qz * ex
    z = qw * ez + qx * ey - qy * ex + qz * ew
    w = qw * ew - qx * ex - qy * ey - qz * ez
    n = 1.0 / math.sqrt(x * x + y * y + z * z + w * w)
    result[k], result[k + 1], result[k + 2], result[k + 3] = x * n, y * n, z * n, w * n


@kernel
def _free_flyer_difference(q0: Array, q1: Array, k: int, v: Array, j: int) -> None:
    """Write the body twist that leads from q0[k:k+7] to q1[k:k+7] in one second into v[j:j+6]."""
    wx, wy, wz = rotation_between(q0, q1, k + 3)
    ax, ay, az, aw = -q0[k + 3], -q0[k + 4], -q0[k + 5], q0[k + 6]
    px, py, pz = q1[k] - q0[k], q1[k + 1] - q0[k + 1], q1[k + 2] - q0[k + 2]
    tx = 2.0 * (ay * pz - az * py)
    ty = 2.0 * (az * px - ax * pz)
    tz = 2.0 * (ax * py - ay * px)
    dx = px + aw * tx + ay * tz - az * ty
    dy = py + aw * ty + az * tx - ax * tz
    dz = pz + aw * tz + ax * ty - ay * tx
    t2 = wx * wx + wy * wy + wz * wz
    t = math.sqrt(t2)
    if t2 < 0.06:
        c = 1.0 / 12.0 + t2 * (1.0 / 720.0 + t2 * (1.0 / 30240.0 + t2 * (1.0 / 1209600.0 + t2 / 47900160.0)))
    else:
        c = (1.0 - 0.5 * t * math.cos(0.5 * t) / math.sin(0.5 * t)) / t2
    cx, cy, cz = wy * dz - wz * dy, wz * dx - wx * dz, wx * dy - wy * dx
    v[j] = dx - 0.5 * cx + c * (wy * cz - wz * cy)
    v[j + 1] = dy - 0.5 * cy + c * (wz * cx - wx * cz)
    v[j + 2] = dz - 0.5 * cz + c * (wx * cy - wy * cx)
    v[j + 3], v[j + 4], v[j + 5] = wx, wy, wz


@kernel
def rotation_between(q0: Array, q1: Array, k: int) -> tuple[float, float, float]:
    """The rotation vector, in the axes of q0[k:k+4], that turns that quaternion into q1[k:k+4]; its length is at most π."""
    ax, ay, az, aw = -q0[k], -q0[k + 1], -q0[k + 2], q0[k + 3]
    bx, by, bz, bw = q1[k], q1[k + 1], q1[k + 2], q1[k + 3]
    x = aw * bx + ax * bw + ay * bz - az * by
    y = aw * by - ax * bz + ay * bw + az * bx
    z = aw * bz + ax * by - ay * bx + az * bw
    w = aw * bw - ax * bx - ay * by - az * bz
    if w < 0.0:
        x, y, z, w = -x, -y, -z, -w
    n = math.sqrt(x * x + y * y + z * z)
    scale = 2.0 * math.atan2(n, w) / n if n > 1e-10 else 2.0
    return scale * x, scale * y, scale * z
