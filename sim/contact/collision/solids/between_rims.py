"""Where corners and rims of two solids are nearest: directions that no segment lies across.

With every segment at one of its ends, what is left of d is a point c, and of the solids the discs alone.
"""

from __future__ import annotations

import math

from ....arrays import Array
from ....kernel import kernel
from .segments_and_discs import DISCS, separation

_ACROSS = 1e-9  # a segment this nearly at right angles may have either end in front
_ROUNDS = 30


@kernel
def between_rims(
    parts: Array, segments: int, discs: int, nx: float, ny: float, nz: float, dx: float, dy: float, dz: float
) -> tuple[float, float, float]:
    """The best such direction next to n, the best of those at right angles to a segment (n itself if none is better)."""
    u, a = parts[0], parts[1]
    best = separation(parts, segments, discs, dx, dy, dz, nx, ny, nz)
    bx, by, bz = nx, ny, nz
    across = 0
    for k in range(segments):
        if abs(nx * u[k, 0] + ny * u[k, 1] + nz * u[k, 2]) < _ACROSS:
            across += 1
    for choice in range(1 << across):
        cx, cy, cz = dx, dy, dz
        bit = 0
        for k in range(segments):
            along = nx * u[k, 0] + ny * u[k, 1] + nz * u[k, 2]
            if abs(along) < _ACROSS:
                s = a[k, 0] if (choice >> bit) & 1 else -a[k, 0]
                bit += 1
            else:
                s = math.copysign(a[k, 0], along)
            cx, cy, cz = cx - s * u[k, 0], cy - s * u[k, 1], cz - s * u[k, 2]
        x, y, z = _to_discs(parts, discs, nx, ny, nz, cx, cy, cz)
        s = separation(parts, segments, discs, dx, dy, dz, x, y, z)
        if s > best:
            best, bx, by, bz = s, x, y, z
    return bx, by, bz


@kernel
def _to_discs(
    parts: Array, discs: int, nx: float, ny: float, nz: float, cx: float, cy: float, cz: float
) -> tuple[float, float, float]:
    """The direction in which the point c is furthest from the sum of the discs; n where it is inside, or in front."""
    u, a = parts[0], parts[1]
    if discs == 0:
        length = math.sqrt(cx * cx + cy * cy + cz * cz)
        return (cx / length, cy / length, cz / length) if length > 0.0 else (nx, ny, nz)
    wx, wy, wz = u[DISCS, 0], u[DISCS, 1], u[DISCS, 2]
    r = a[DISCS, 0]
    if discs == 2:
        vx, vy, vz = u[DISCS + 1, 0], u[DISCS + 1, 1], u[DISCS + 1, 2]
        x, y, z = wy * vz - wz * vy, wz * vx - wx * vz, wx * vy - wy * vx
        if x * x + y * y + z * z > 1e-16:
            return _to_two_discs(parts, nx, ny, nz, cx, cy, cz)
        r += a[DISCS + 1, 0]  # parallel discs add up to one
    height = cx * wx + cy * wy + cz * wz
    ex, ey, ez = cx - height * wx, cy - height * wy, cz - height * wz
    reach = math.sqrt(ex * ex + ey * ey + ez * ez)
    if reach <= r:
        return nx, ny, nz
    s = (reach - r) / reach
    x, y, z = s * ex + height * wx, s * ey + height * wy, s * ez + height * wz
    length = math.sqrt(x * x + y * y + z * z)
    return (x / length, y / length, z / length) if length > 0.0 else (nx, ny, nz)


@kernel
def _to_two_discs(parts: Array, nx: float, ny: float, nz: float, cx: float, cy: float, cz: float) -> tuple[float, float, float]:
    """The same for two discs at an angle: Newton's method on the sphere, uphill from n."""
    u, a = parts[0], parts[1]
    for k in range(DISCS, DISCS + 2):
        b = nx * u[k, 0] + ny * u[k, 1] + nz * u[k, 2]
        if 1.0 - abs(b) < 1e-8:  # on the axis of a disc, where its rim has no foremost point: uphill by what it leaves
            o = DISCS + (1 if k == DISCS else 0)
            b = nx * u[o, 0] + ny * u[o, 1] + nz * u[o, 2]
            s = a[o, 0] / math.sqrt(max(1e-24, 1.0 - b * b))
            ex, ey, ez = cx + s * b * u[o, 0], cy + s * b * u[o, 1], cz + s * b * u[o, 2]
            b = nx * ex + ny * ey + nz * ez
            ex, ey, ez = ex - b * nx, ey - b * ny, ez - b * nz
            length = math.sqrt(ex * ex + ey * ey + ez * ez)
            if length <= a[k, 0]:
                return nx, ny, nz
            nx, ny, nz = nx + 1e-3 * ex / length, ny + 1e-3 * ey / length, nz + 1e-3 * ez / length
            length = math.sqrt(nx * nx + ny * ny + nz * nz)
            nx, ny, nz = nx / length, ny / length, nz / length
    value = separation(parts, 0, 2, cx, cy, cz, nx, ny, nz)
    for _ in range(_ROUNDS):
        sign = math.copysign(1.0, nz)
        c = -1.0 / (sign + nz)
        px, py, pz = 1.0 + sign * nx * nx * c, sign * nx * ny * c, -sign * nx
        qx, qy, qz = ny * pz - nz * py, nz * px - nx * pz, nx * py - ny * px
        gp, gq = cx * px + cy * py + cz * pz, cx * qx + cy * qy + cz * qz
        hpp = hqq = -value
        hpq = 0.0
        for k in range(DISCS, DISCS + 2):
            b = nx * u[k, 0] + ny * u[k, 1] + nz * u[k, 2]
            rho = math.sqrt(max(1e-24, 1.0 - b * b))
            up = u[k, 0] * px + u[k, 1] * py + u[k, 2] * pz
            uq = u[k, 0] * qx + u[k, 1] * qy + u[k, 2] * qz
            gp, gq = gp + a[k, 0] * b * up / rho, gq + a[k, 0] * b * uq / rho
            # The rim curves across its foremost point only: along w × n, whose parts are (-uq, up)/ρ.
            f = a[k, 0] / (rho * rho * rho)
            hpp, hpq, hqq = hpp - f * uq * uq, hpq + f * up * uq, hqq - f * up * up
        slope = math.sqrt(gp * gp + gq * gq)
        if slope < 1e-15:
            break
        determinant = hpp * hqq - hpq * hpq
        if hpp < 0.0 and determinant > 0.0:
            sp, sq = (hpq * gq - hqq * gp) / determinant, (hpq * gp - hpp * gq) / determinant
        else:
            sp, sq = 0.3 * gp / slope, 0.3 * gq / slope
        step = math.sqrt(sp * sp + sq * sq)
        t = min(1.0, 0.5 / step)
        better = False
        while t * step > 1e-16:
            x, y, z = nx + t * (sp * px + sq * qx), ny + t * (sp * py + sq * qy), nz + t * (sp * pz + sq * qz)
            length = math.sqrt(x * x + y * y + z * z)
            x, y, z = x / length, y / length, z / length
            tried = separation(parts, 0, 2, cx, cy, cz, x, y, z)
            if tried > value:
                nx, ny, nz, value, better = x, y, z, tried, True
                break
            t *= 0.5
        if not better:
            break
    return nx, ny, nz
