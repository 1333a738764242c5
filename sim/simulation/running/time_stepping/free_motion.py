"""Motion without forces over a part of a step: what positions, orientations and velocities become by inertia alone.

A free body's centre of mass goes straight; its rotation follows the implicit midpoint rule with the Cayley map, which
keeps angular momentum and kinetic energy to rounding. One-degree joints move at constant rate. The free-flyer of an
articulated tree goes straight and turns at constant rate (its gyroscopic terms are part of the tree's bias torque).
Source: Hairer, Lubich & Wanner 2006, §VII.5 (free rigid body); Moreau 1999 (midpoint positions).
"""

from __future__ import annotations

import math
from typing import Any

from ....arrays import Array
from ....kernel import kernel
from ....multibody.kinematics.configuration import spherical_step
from ....multibody.kinematics.placements import rotation_of
from ....multibody.model.model import FREE_FLYER


@kernel
def drift(table: Any, trees: Any, dt: float, q: Array, v: Array) -> None:
    """Move (q, v) in place by dt; free-flyer velocities stay twists in the body's own, turned axes."""
    for t in range(trees.shape[0]):
        tree = trees[t]
        for i in range(tree.first, tree.last):
            row = table[i]
            if row.kind != FREE_FLYER:
                if row.nv == 1:
                    q[row.iq] += dt * v[row.iv]
                elif row.nv == 3:
                    k = row.iv
                    spherical_step(q, row.iq, dt * v[k], dt * v[k + 1], dt * v[k + 2], q)
            elif _rests(row, v):
                continue  # not even its last digits move
            elif tree.free and row.mass > 0.0:
                _free_body(row, dt, q, v)
            else:
                _straight(row, dt, q, v)


@kernel
def _rests(row: Any, v: Array) -> bool:
    j = row.iv
    return v[j] == 0.0 and v[j + 1] == 0.0 and v[j + 2] == 0.0 and v[j + 3] == 0.0 and v[j + 4] == 0.0 and v[j + 5] == 0.0


@kernel
def _free_body(row: Any, dt: float, q: Array, v: Array) -> None:
    k, j = row.iq, row.iv
    m, I = row.mass, row.inertia  # noqa: E741  (the field's letter)
    cx, cy, cz = row.moment[0] / m, row.moment[1] / m, row.moment[2] / m
    wx, wy, wz = v[j + 3], v[j + 4], v[j + 5]
    # Velocity of the centre of mass, body axes.
    vx, vy, vz = v[j] + wy * cz - wz * cy, v[j + 1] + wz * cx - wx * cz, v[j + 2] + wx * cy - wy * cx
    r00, r01, r02, r10, r11, r12, r20, r21, r22 = rotation_of(q[k + 3], q[k + 4], q[k + 5], q[k + 6])
    ux, uy, uz = r00 * vx + r01 * vy + r02 * vz, r10 * vx + r11 * vy + r12 * vz, r20 * vx + r21 * vy + r22 * vz
    px = q[k] + r00 * cx + r01 * cy + r02 * cz + dt * ux
    py = q[k + 1] + r10 * cx + r11 * cy + r12 * cz + dt * uy
    pz = q[k + 2] + r20 * cx + r21 * cy + r22 * cz + dt * uz
    # Inertia about the centre of mass, and its inverse.
    xx, yy, zz = I[0] - m * (cy * cy + cz * cz), I[3] - m * (cx * cx + cz * cz), I[5] - m * (cx * cx + cy * cy)
    xy, xz, yz = I[1] + m * cx * cy, I[2] + m * cx * cz, I[4] + m * cy * cz
    a00, a01, a02 = yy * zz - yz * yz, xz * yz - xy * zz, xy * yz - xz * yy
    a11, a12, a22 = xx * zz - xz * xz, xy * xz - xx * yz, xx * yy - xy * xy
    d = xx * a00 + xy * a01 + xz * a02
    lx, ly, lz = xx * wx + xy * wy + xz * wz, xy * wx + yy * wy + yz * wz, xz * wx + yz * wy + zz * wz
    mx, my, mz = lx, ly, lz  # momentum at the middle of the interval
    for _ in range(50):
        ox, oy, oz = (
            (a00 * mx + a01 * my + a02 * mz) / d,
            (a01 * mx + a11 * my + a12 * mz) / d,
            (a02 * mx + a12 * my + a22 * mz) / d,
        )
        nx = lx - 0.5 * dt * (oy * mz - oz * my)
        ny = ly - 0.5 * dt * (oz * mx - ox * mz)
        nz = lz - 0.5 * dt * (ox * my - oy * mx)
        change = abs(nx - mx) + abs(ny - my) + abs(nz - mz)
        mx, my, mz = nx, ny, nz
        if change <= 1e-16 * (abs(mx) + abs(my) + abs(mz)):
            break
    ox, oy, oz = (
        (a00 * mx + a01 * my + a02 * mz) / d,
        (a01 * mx + a11 * my + a12 * mz) / d,
        (a02 * mx + a12 * my + a22 * mz) / d,
    )
    lx, ly, lz = 2.0 * mx - lx, 2.0 * my - ly, 2.0 * mz - lz
    wx, wy, wz = (
        (a00 * lx + a01 * ly + a02 * lz) / d,
        (a01 * lx + a11 * ly + a12 * lz) / d,
        (a02 * lx + a12 * ly + a22 * lz) / d,
    )
    ox, oy, oz = 0.5 * dt * ox, 0.5 * dt * oy, 0.5 * dt * oz
    turn(q, k, ox, oy, oz, 1.0)
    vx, vy, vz = _in_turned_axes(ox, oy, oz, 1.0, 2.0 / (1.0 + ox * ox + oy * oy + oz * oz), vx, vy, vz)
    r00, r01, r02, r10, r11, r12, r20, r21, r22 = rotation_of(q[k + 3], q[k + 4], q[k + 5], q[k + 6])
    q[k] = px - r00 * cx - r01 * cy - r02 * cz
    q[k + 1] = py - r10 * cx - r11 * cy - r12 * cz
    q[k + 2] = pz - r20 * cx - r21 * cy - r22 * cz
    v[j], v[j + 1], v[j + 2] = vx - wy * cz + wz * cy, vy - wz * cx + wx * cz, vz - wx * cy + wy * cx
    v[j + 3], v[j + 4], v[j + 5] = wx, wy, wz


@kernel
def _straight(row: Any, dt: float, q: Array, v: Array) -> None:
    k, j = row.iq, row.iv
    r00, r01, r02, r10, r11, r12, r20, r21, r22 = rotation_of(q[k + 3], q[k + 4], q[k + 5], q[k + 6])
    vx, vy, vz = v[j], v[j + 1], v[j + 2]
    ux, uy, uz = r00 * vx + r01 * vy + r02 * vz, r10 * vx + r11 * vy + r12 * vz, r20 * vx + r21 * vy + r22 * vz
    q[k] += dt * ux
    q[k + 1] += dt * uy
    q[k + 2] += dt * uz
    half = 0.5 * dt
    angle = half * math.sqrt(v[j + 3] * v[j + 3] + v[j + 4] * v[j + 4] + v[j + 5] * v[j + 5])
    s = half * (math.sin(angle) / angle if angle > 1e-8 else 1.0)
    ex, ey, ez, ew = s * v[j + 3], s * v[j + 4], s * v[j + 5], math.cos(angle)
    turn(q, k, ex, ey, ez, ew)
    v[j], v[j + 1], v[j + 2] = _in_turned_axes(ex, ey, ez, ew, 2.0, vx, vy, vz)


@kernel
def _in_turned_axes(
    ex: float, ey: float, ez: float, ew: float, two: float, x: float, y: float, z: float
) -> tuple[float, float, float]:
    """(x, y, z) in axes turned by the quaternion (ex, ey, ez, ew), of which `two` is twice the inverse square of the norm.

    As a small change of (x, y, z): a matrix each step that is orthogonal only to rounding would lengthen it step by step.
    """
    ax, ay, az = two * (ey * z - ez * y), two * (ez * x - ex * z), two * (ex * y - ey * x)
    return (x - ew * ax + ey * az - ez * ay, y - ew * ay + ez * ax - ex * az, z - ew * az + ex * ay - ey * ax)


@kernel
def turn(q: Array, k: int, ex: float, ey: float, ez: float, ew: float) -> None:
    """Multiply the quaternion q[k+3:k+7] by (ex, ey, ez, ew) from the right, and make it unit."""
    qx, qy, qz, qw = q[k + 3], q[k + 4], q[k + 5], q[k + 6]
    x = qw * ex + qx * ew + qy * ez - qz * ey
    y = qw * ey - qx * ez + qy * ew + qz * ex
    z = qw * ez + qx * ey - qy * ex + qz * ew
    w = qw * ew - qx * ex - qy * ey - qz * ez
    n = 1.0 / math.sqrt(x * x + y * y + z * z + w * w)
    q[k + 3], q[k + 4], q[k + 5], q[k + 6] = x * n, y * n, z * n, w * n


@kernel
def carry_velocity(row: Any, is_free: bool, q_from: Array, q_to: Array, v: Array) -> None:
    """Re-express a free-flyer's twist, given in its axes at q_from, in those at q_to; the motion itself stays.

    is_free : whether it is a body by itself; then its spin is scaled for its kinetic energy to stay as well, which depends on how
              it is turned
    """
    k, j = row.iq, row.iv
    cx = cy = cz = 0.0
    if row.mass > 0.0:
        cx, cy, cz = row.moment[0] / row.mass, row.moment[1] / row.mass, row.moment[2] / row.mass
    wx, wy, wz = v[j + 3], v[j + 4], v[j + 5]
    vx, vy, vz = v[j] + wy * cz - wz * cy, v[j + 1] + wz * cx - wx * cz, v[j + 2] + wx * cy - wy * cx
    a00, a01, a02, a10, a11, a12, a20, a21, a22 = rotation_of(q_from[k + 3], q_from[k + 4], q_from[k + 5], q_from[k + 6])
    ux, uy, uz = a00 * vx + a01 * vy + a02 * vz, a10 * vx + a11 * vy + a12 * vz, a20 * vx + a21 * vy + a22 * vz
    ox, oy, oz = a00 * wx + a01 * wy + a02 * wz, a10 * wx + a11 * wy + a12 * wz, a20 * wx + a21 * wy + a22 * wz
    b00, b01, b02, b10, b11, b12, b20, b21, b22 = rotation_of(q_to[k + 3], q_to[k + 4], q_to[k + 5], q_to[k + 6])
    before = _spin_energy(row, wx, wy, wz)
    wx, wy, wz = b00 * ox + b10 * oy + b20 * oz, b01 * ox + b11 * oy + b21 * oz, b02 * ox + b12 * oy + b22 * oz
    after = _spin_energy(row, wx, wy, wz)
    if is_free and before > 0.0 and after > 0.0:
        scale = math.sqrt(before / after)
        wx, wy, wz = scale * wx, scale * wy, scale * wz
    v[j] = b00 * ux + b10 * uy + b20 * uz - wy * cz + wz * cy
    v[j + 1] = b01 * ux + b11 * uy + b21 * uz - wz * cx + wx * cz
    v[j + 2] = b02 * ux + b12 * uy + b22 * uz - wx * cy + wy * cx
    v[j + 3], v[j + 4], v[j + 5] = wx, wy, wz


@kernel
def _spin_energy(row: Any, wx: float, wy: float, wz: float) -> float:
    """Twice the energy of a body's rotation about its centre of mass, at an angular velocity in its own axes [J]."""
    I, c = row.inertia, row.moment  # noqa: E741  (the field's letter)
    energy = I[0] * wx * wx + I[3] * wy * wy + I[5] * wz * wz + 2.0 * (I[1] * wx * wy + I[2] * wx * wz + I[4] * wy * wz)
    if row.mass > 0.0:
        x, y, z = wy * c[2] - wz * c[1], wz * c[0] - wx * c[2], wx * c[1] - wy * c[0]
        energy -= (x * x + y * y + z * z) / row.mass
    return float(energy)
