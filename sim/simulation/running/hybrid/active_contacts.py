"""Contacts held closed over an interval, followed to second order.

At the start of an interval the geometry of each closed contact is fixed to its bodies: a point (with a radius) of one on a
plane or a line of the other, two lines, or two balls. From then on its normal, its point, their rates, and what accelerations
leave at zero joint acceleration (the Ṫᵀ q̇ of THEORY §5) follow from the motion of the bodies alone, without collision detection.
"""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from ....arrays import Array
from ....contact.collision.shape_table import (
    BOX,
    HEIGHT_FIELD,
    LINE_ON_POINT,
    LINES,
    OTHER,
    PLANE_ON_POINT,
    POINT_ON_LINE,
    POINT_ON_PLANE,
    POINTS,
)
from ....contact.collision.terrain.grid import edge_of
from ....kernel import kernel
from ....multibody.algebra.spatial import cross_motion, motion_to_child
from ....multibody.model.model import PRISMATIC, REVOLUTE

ACTIVE_CONTACT = np.dtype(
    [
        ("row_a", "i8"),
        ("row_b", "i8"),
        ("kind", "i8"),  # POINT_ON_PLANE, PLANE_ON_POINT, POINTS, POINT_ON_LINE, LINES or LINE_ON_POINT
        ("point_a", "f8", (3,)),  # in row a's frame [m]
        ("point_b", "f8", (3,)),  # in row b's frame [m]
        ("normal", "f8", (3,)),  # in the frame of the row that has the plane; of a line, or of row a's, its unit direction
        ("line_b", "f8", (3,)),  # of two lines, the direction of row b's, in its frame: normals are along the product of both
        ("radius_a", "f8"),
        ("radius_b", "f8"),
        ("mode", "i8"),  # STICK or SLIP
        ("direction", "f8", (3,)),  # of slip, in the world, while too slow to tell
        ("jams", "i8"),  # 1 if it is one of those that have no force, or several motions
    ],
    align=True,
)


@kernel
def attach(contact: Any, system: Any, W: Array, active: Any) -> bool:
    """Fix the geometry of a contact to its bodies; False if it is of a kind that cannot be followed."""
    shapes = system.shapes
    if contact.geometry == OTHER:
        return False
    a, b = shapes[contact.a].row, shapes[contact.b].row
    active.row_a, active.row_b, active.kind = a, b, contact.geometry
    active.radius_a, active.radius_b = contact.radius_a, contact.radius_b
    n = contact.normal
    sa, sb = contact.radius_a + 0.5 * contact.gap, contact.radius_b + 0.5 * contact.gap
    _to_frame(W[a], contact.point[0] - sa * n[0], contact.point[1] - sa * n[1], contact.point[2] - sa * n[2], active.point_a)
    _to_frame(W[b], contact.point[0] + sb * n[0], contact.point[1] + sb * n[1], contact.point[2] + sb * n[2], active.point_b)
    if contact.geometry == POINT_ON_LINE:
        _line_of_a_into(contact, system, W, active.normal)
        return True
    if contact.geometry == LINE_ON_POINT:
        _line_into(shapes[contact.b], W[b], contact.normal, active.normal)
        return True
    if contact.geometry == LINES:
        _lines_into(contact, system, W, active)
        return True
    w = W[b] if contact.geometry == PLANE_ON_POINT else W[a]
    for k in range(3):
        active.normal[k] = w[k] * n[0] + w[3 + k] * n[1] + w[6 + k] * n[2]
    return True


@kernel
def _to_frame(w: Array, x: float, y: float, z: float, out: Array) -> None:
    x, y, z = x - w[9], y - w[10], z - w[11]
    for k in range(3):
        out[k] = w[k] * x + w[3 + k] * y + w[6 + k] * z


@kernel
def _edge_into(field: Any, feature: int, vertices: Array, out: Array) -> None:
    """Write the unit direction of the edge of a height field that a feature is on, in the frame of the field's row."""
    first, last = edge_of(field, feature)
    x, y, z = vertices[last, 0] - vertices[first, 0], vertices[last, 1] - vertices[first, 1], 0.0
    z = vertices[last, 2] - vertices[first, 2]
    length = math.sqrt(x * x + y * y + z * z)
    p = field.placement
    for k in range(3):
        out[k] = (p[3 * k] * x + p[3 * k + 1] * y + p[3 * k + 2] * z) / length


@kernel
def _lines_into(contact: Any, system: Any, W: Array, active: Any) -> None:
    """Write the unit directions of two lines that cross, in the frames of their rows, so that a's × b's is along the normal."""
    sa, sb = system.shapes[contact.a], system.shapes[contact.b]
    _line_of_a_into(contact, system, W, active.normal)
    _line_into(sb, W[sb.row], contact.normal, active.line_b)
    ax, ay, az = _turned(W[sa.row], active.normal)
    bx, by, bz = _turned(W[sb.row], active.line_b)
    n = contact.normal
    if n[0] * (ay * bz - az * by) + n[1] * (az * bx - ax * bz) + n[2] * (ax * by - ay * bx) < 0.0:
        for k in range(3):
            active.line_b[k] = -active.line_b[k]


@kernel
def _line_of_a_into(contact: Any, system: Any, W: Array, out: Array) -> None:
    """Write the unit direction of a's edge or axis, in the frame of its row."""
    shape = system.shapes[contact.a]
    if shape.kind == HEIGHT_FIELD:
        _edge_into(shape, contact.feature, system.vertices, out)
    else:
        _line_into(shape, W[shape.row], contact.normal, out)


@kernel
def _line_into(shape: Any, w: Array, n: Array, out: Array) -> None:
    """Write the unit direction of a capsule, or of the edge of a box that n crosses, in the frame of its row."""
    p = shape.placement
    axis = 2
    if shape.kind == BOX:
        least = 2.0
        for k in range(3):
            x, y, z = _turned(w, p[k::3])
            along = abs(n[0] * x + n[1] * y + n[2] * z)
            if along < least:
                axis, least = k, along
    for k in range(3):
        out[k] = p[3 * k + axis]


@kernel
def _turned(w: Array, h: Array) -> tuple[float, float, float]:
    """A vector of a row's frame in the world."""
    return (
        w[0] * h[0] + w[1] * h[1] + w[2] * h[2],
        w[3] * h[0] + w[4] * h[1] + w[5] * h[2],
        w[6] * h[0] + w[7] * h[1] + w[8] * h[2],
    )


@kernel
def bias_accelerations_into(table: Any, X: Array, V: Array, v: Array, A: Array) -> None:
    """Write the spatial accelerations (n, 6) of the rows at zero joint acceleration, without gravity, in their own axes."""
    for k in range(6):
        A[0, k] = 0.0
    for i in range(1, table.shape[0]):
        row, s, p = table[i], V[i], A[table[i].parent]
        ax, ay, az, bx, by, bz = motion_to_child(X[i], p[0], p[1], p[2], p[3], p[4], p[5])
        if row.kind == REVOLUTE:
            r = row.ratio * v[row.iv]
            ax, ay, bx, by = ax + s[1] * r, ay - s[0] * r, bx + s[4] * r, by - s[3] * r
        elif row.kind == PRISMATIC:
            r = row.ratio * v[row.iv]
            ax, ay = ax + s[4] * r, ay - s[3] * r
        elif row.nv == 3:
            x, y, z = v[row.iv], v[row.iv + 1], v[row.iv + 2]
            ax, ay, az = ax + s[1] * z - s[2] * y, ay + s[2] * x - s[0] * z, az + s[0] * y - s[1] * x
            bx, by, bz = bx + s[4] * z - s[5] * y, by + s[5] * x - s[3] * z, bz + s[3] * y - s[4] * x
        else:
            k = row.iv
            c = cross_motion(s[0], s[1], s[2], s[3], s[4], s[5], v[k], v[k + 1], v[k + 2], v[k + 3], v[k + 4], v[k + 5])
            ax, ay, az, bx, by, bz = ax + c[0], ay + c[1], az + c[2], bx + c[3], by + c[4], bz + c[5]
        A[i, 0], A[i, 1], A[i, 2], A[i, 3], A[i, 4], A[i, 5] = ax, ay, az, bx, by, bz


@kernel
def _point_motion_into(w: Array, s: Array, a: Array, p: Array, out: Array) -> None:
    """Write position, velocity and acceleration of a point, and ω and α of its body, in the world: out (15,)."""
    vx, vy, vz = s[0] + s[4] * p[2] - s[5] * p[1], s[1] + s[5] * p[0] - s[3] * p[2], s[2] + s[3] * p[1] - s[4] * p[0]
    ax = a[0] + a[4] * p[2] - a[5] * p[1] + s[4] * vz - s[5] * vy
    ay = a[1] + a[5] * p[0] - a[3] * p[2] + s[5] * vx - s[3] * vz
    az = a[2] + a[3] * p[1] - a[4] * p[0] + s[3] * vy - s[4] * vx
    for k in range(3):
        r0, r1, r2 = w[3 * k], w[3 * k + 1], w[3 * k + 2]
        out[k] = w[9 + k] + r0 * p[0] + r1 * p[1] + r2 * p[2]
        out[3 + k] = r0 * vx + r1 * vy + r2 * vz
        out[6 + k] = r0 * ax + r1 * ay + r2 * az
        out[9 + k] = r0 * s[3] + r1 * s[4] + r2 * s[5]
        out[12 + k] = r0 * a[3] + r1 * a[4] + r2 * a[5]


@kernel
def _normal_and_rate(active: Any, W: Array, a: Array, b: Array) -> tuple[float, float, float, float, float, float]:
    """The unit normal of a held contact, from a into b in the world, and its rate; a, b (15,) of `_point_motion_into`."""
    dx, dy, dz = b[0] - a[0], b[1] - a[1], b[2] - a[2]
    ux, uy, uz = b[3] - a[3], b[4] - a[4], b[5] - a[5]
    if active.kind != POINTS:  # a direction of one body that turns with it
        is_of_b = active.kind == PLANE_ON_POINT or active.kind == LINE_ON_POINT
        row, body = (active.row_b, b) if is_of_b else (active.row_a, a)
        ex, ey, ez = _turned(W[row], active.normal)
        fx, fy, fz = body[10] * ez - body[11] * ey, body[11] * ex - body[9] * ez, body[9] * ey - body[10] * ex
        if active.kind == LINES:
            px, py, pz = _turned(W[active.row_b], active.line_b)
            qx, qy, qz = b[10] * pz - b[11] * py, b[11] * px - b[9] * pz, b[9] * py - b[10] * px
            dx, dy, dz = ey * pz - ez * py, ez * px - ex * pz, ex * py - ey * px
            ux = fy * pz - fz * py + ey * qz - ez * qy
            uy = fz * px - fx * pz + ez * qx - ex * qz
            uz = fx * py - fy * px + ex * qy - ey * qx
            return _unit_and_rate(dx, dy, dz, ux, uy, uz)
        if active.kind == POINT_ON_PLANE or active.kind == PLANE_ON_POINT:
            return ex, ey, ez, fx, fy, fz
        # What of the way from a's point to b's is across the line, and its rate.
        s = dx * ex + dy * ey + dz * ez
        rate = ux * ex + uy * ey + uz * ez + dx * fx + dy * fy + dz * fz
        dx, dy, dz = dx - s * ex, dy - s * ey, dz - s * ez
        ux, uy, uz = ux - rate * ex - s * fx, uy - rate * ey - s * fy, uz - rate * ez - s * fz
    return _unit_and_rate(dx, dy, dz, ux, uy, uz)


@kernel
def _unit_and_rate(
    dx: float, dy: float, dz: float, ux: float, uy: float, uz: float
) -> tuple[float, float, float, float, float, float]:
    """The unit vector along d, whose rate is u, and its own rate."""
    length = math.sqrt(dx * dx + dy * dy + dz * dz)
    nx, ny, nz = dx / length, dy / length, dz / length
    along = nx * ux + ny * uy + nz * uz
    return nx, ny, nz, (ux - along * nx) / length, (uy - along * ny) / length, (uz - along * nz) / length


@kernel
def _crossing_and_rate(active: Any, W: Array, a: Array, b: Array) -> tuple[float, float, float, float, float, float]:
    """The point of a's line that is nearest to b's, from a's point, and its rate relative to it; a, b (15,) as above."""
    dx, dy, dz = b[0] - a[0], b[1] - a[1], b[2] - a[2]
    ux, uy, uz = b[3] - a[3], b[4] - a[4], b[5] - a[5]
    ex, ey, ez = _turned(W[active.row_a], active.normal)
    fx, fy, fz = a[10] * ez - a[11] * ey, a[11] * ex - a[9] * ez, a[9] * ey - a[10] * ex
    px, py, pz = _turned(W[active.row_b], active.line_b)
    qx, qy, qz = b[10] * pz - b[11] * py, b[11] * px - b[9] * pz, b[9] * py - b[10] * px
    cosine, turning = ex * px + ey * py + ez * pz, fx * px + fy * py + fz * pz + ex * qx + ey * qy + ez * qz
    de, dp = dx * ex + dy * ey + dz * ez, dx * px + dy * py + dz * pz
    de_rate = ux * ex + uy * ey + uz * ez + dx * fx + dy * fy + dz * fz
    dp_rate = ux * px + uy * py + uz * pz + dx * qx + dy * qy + dz * qz
    square = 1.0 - cosine * cosine
    s = (de - cosine * dp) / square
    rate = (de_rate - turning * dp - cosine * dp_rate + 2.0 * cosine * turning * s) / square
    return s * ex, s * ey, s * ez, rate * ex + s * fx, rate * ey + s * fy, rate * ez + s * fz


@kernel
def follow(active: Any, W: Array, V: Array, A: Array, contact: Any, drift: Array, scratch: Array) -> None:
    """Bring a held contact up to date: its point, normal, tangent and gap in `contact`, and its drift.

    drift   : (3,) rate of change of the relative velocity along (tangent, normal × tangent, normal) at zero joint
              acceleration [m/s²]; along the normal it is the second derivative of the gap
    scratch : (2, 15)
    """
    a, b = scratch[0], scratch[1]
    _point_motion_into(W[active.row_a], V[active.row_a], A[active.row_a], active.point_a, a)
    _point_motion_into(W[active.row_b], V[active.row_b], A[active.row_b], active.point_b, b)
    dx, dy, dz = b[0] - a[0], b[1] - a[1], b[2] - a[2]
    nx, ny, nz, rx, ry, rz = _normal_and_rate(active, W, a, b)
    contact.gap = nx * dx + ny * dy + nz * dz - active.radius_a - active.radius_b
    # The contact point, on the surface of the body that brings the point, and its rate.
    if active.kind == POINT_ON_PLANE or active.kind == POINT_ON_LINE:
        px, py, pz = b[0] - active.radius_b * nx, b[1] - active.radius_b * ny, b[2] - active.radius_b * nz
        qx, qy, qz = b[3] - active.radius_b * rx, b[4] - active.radius_b * ry, b[5] - active.radius_b * rz
    else:
        px, py, pz = a[0] + active.radius_a * nx, a[1] + active.radius_a * ny, a[2] + active.radius_a * nz
        qx, qy, qz = a[3] + active.radius_a * rx, a[4] + active.radius_a * ry, a[5] + active.radius_a * rz
    if active.kind == LINES:
        ex, ey, ez, fx, fy, fz = _crossing_and_rate(active, W, a, b)
        px, py, pz, qx, qy, qz = px + ex, py + ey, pz + ez, qx + fx, qy + fy, qz + fz
    contact.point[0], contact.point[1], contact.point[2] = px, py, pz
    n, t = contact.normal, contact.tangent
    n[0], n[1], n[2] = nx, ny, nz
    sign = math.copysign(1.0, nz)
    c = -1.0 / (sign + nz)
    t[0], t[1], t[2] = 1.0 + sign * nx * nx * c, sign * nx * ny * c, -sign * nx
    # Relative velocity and acceleration of the two bodies' material at the point.
    sx = sy = sz = ax = ay = az = 0.0
    for k in range(2):
        m = b if k == 0 else a
        g = 1.0 if k == 0 else -1.0
        ex, ey, ez = px - m[0], py - m[1], pz - m[2]
        fx, fy, fz = qx - m[3], qy - m[4], qz - m[5]
        sx += g * (m[3] + m[10] * ez - m[11] * ey)
        sy += g * (m[4] + m[11] * ex - m[9] * ez)
        sz += g * (m[5] + m[9] * ey - m[10] * ex)
        ax += g * (m[6] + m[13] * ez - m[14] * ey + m[10] * fz - m[11] * fy)
        ay += g * (m[7] + m[14] * ex - m[12] * ez + m[11] * fx - m[9] * fz)
        az += g * (m[8] + m[12] * ey - m[13] * ex + m[9] * fy - m[10] * fx)
    bx, by, bz = ny * t[2] - nz * t[1], nz * t[0] - nx * t[2], nx * t[1] - ny * t[0]
    drift[0] = t[0] * ax + t[1] * ay + t[2] * az
    drift[1] = bx * ax + by * ay + bz * az
    drift[2] = nx * ax + ny * ay + nz * az + rx * sx + ry * sy + rz * sz
