"""Contacts of ellipsoids with planes, balls and ellipsoids.

Along a unit direction n, two convex bodies whose centres are d apart are separated by σ(n) = n·d - h_a(n) - h_b(n), with
h(n) = √(nᵀ Q n) the reach of an ellipsoid, Q = R diag(r²) Rᵀ. The gap is the largest σ, where the gradient d - p_a - p_b, with
p = Q n / h the foremost point, is along n. Newton's method on the sphere finds it; apart, there is one maximum alone.
Source: Ericson 2005, §5.1 (separation along a direction); Absil, Mahony & Sepulchre 2008, §6 (Newton on the sphere).
"""

from __future__ import annotations

import math
from typing import Any

from ....arrays import Array
from ....kernel import i8, kernel, late
from ..contact_buffer import add_contact
from ..shape_table import OTHER, PLANE, SPHERE

_ITERATIONS, _HALVINGS = 60, 30


@late(i8, "ellipsoids")
def ellipsoid_pair(
    kind_a: int, dims_a: Array, A: Array, dims_b: Array, B: Array, margin: float, contacts: Any, count: int
) -> int:
    """Add the contact of a plane, ball or ellipsoid a and an ellipsoid b, at poses A and B (12,)."""
    if kind_a == PLANE:
        return _plane_ellipsoid(A, dims_b, B, margin, contacts, count)
    ball = kind_a == SPHERE
    a0, a1, a2 = dims_a[0], dims_a[0] if ball else dims_a[1], dims_a[0] if ball else dims_a[2]
    dx, dy, dz = B[9] - A[9], B[10] - A[10], B[11] - A[11]
    distance = math.sqrt(dx * dx + dy * dy + dz * dz)
    nx, ny, nz = (dx / distance, dy / distance, dz / distance) if distance > 0.0 else (0.0, 0.0, 1.0)
    ha, px, py, pz = _foremost(A, a0, a1, a2, nx, ny, nz)
    hb, qx, qy, qz = _foremost(B, dims_b[0], dims_b[1], dims_b[2], nx, ny, nz)
    gap = nx * dx + ny * dy + nz * dz - ha - hb
    for _ in range(_ITERATIONS):
        if gap >= margin:
            return count  # no gap is less than σ along any direction
        ux, uy, uz, vx, vy, vz = _across(nx, ny, nz)
        gx, gy, gz = dx - px - qx, dy - py - qy, dz - pz - qz
        gu, gv = gx * ux + gy * uy + gz * uz, gx * vx + gy * vy + gz * vz
        if gu * gu + gv * gv <= 1e-30 * (ha + hb) * (ha + hb):
            break
        auu, auv, avv = _curvature(A, a0, a1, a2, ha, px, py, pz, ux, uy, uz, vx, vy, vz)
        buu, buv, bvv = _curvature(B, dims_b[0], dims_b[1], dims_b[2], hb, qx, qy, qz, ux, uy, uz, vx, vy, vz)
        uu, uv, vv = auu + buu + gap, auv + buv, avv + bvv + gap
        determinant = uu * vv - uv * uv
        if uu + vv > 0.0 and determinant > 1e-12 * (uu + vv) ** 2:
            su, sv = (vv * gu - uv * gv) / determinant, (uu * gv - uv * gu) / determinant
        else:  # so deep in each other that σ bends the other way
            su, sv = gu / (ha + hb), gv / (ha + hb)
        better = False
        for _ in range(_HALVINGS):
            x, y, z = nx + su * ux + sv * vx, ny + su * uy + sv * vy, nz + su * uz + sv * vz
            length = math.sqrt(x * x + y * y + z * z)
            x, y, z = x / length, y / length, z / length
            a, p0, p1, p2 = _foremost(A, a0, a1, a2, x, y, z)
            b, q0, q1, q2 = _foremost(B, dims_b[0], dims_b[1], dims_b[2], x, y, z)
            found = x * dx + y * dy + z * dz - a - b
            if found > gap:
                better = True
                break
            su, sv = 0.5 * su, 0.5 * sv
        if not better:
            break  # to rounding
        nx, ny, nz, gap = x, y, z, found
        ha, px, py, pz, hb, qx, qy, qz = a, p0, p1, p2, b, q0, q1, q2
    if gap >= margin:
        return count
    x, y, z = 0.5 * (A[9] + px + B[9] - qx), 0.5 * (A[10] + py + B[10] - qy), 0.5 * (A[11] + pz + B[11] - qz)
    return add_contact(contacts, count, x, y, z, nx, ny, nz, gap, 0.0, 0.0, 0, OTHER)


@kernel
def _plane_ellipsoid(A: Array, dims: Array, B: Array, margin: float, contacts: Any, count: int) -> int:
    """The lowest point of the ellipsoid."""
    nx, ny, nz = A[2], A[5], A[8]
    h, px, py, pz = _foremost(B, dims[0], dims[1], dims[2], nx, ny, nz)
    gap = nx * (B[9] - A[9]) + ny * (B[10] - A[10]) + nz * (B[11] - A[11]) - h
    if gap >= margin:
        return count
    s = 0.5 * gap
    return add_contact(
        contacts, count, B[9] - px - s * nx, B[10] - py - s * ny, B[11] - pz - s * nz, nx, ny, nz, gap, 0.0, 0.0, 0, OTHER
    )


@kernel
def _foremost(G: Array, a: float, b: float, c: float, nx: float, ny: float, nz: float) -> tuple[float, float, float, float]:
    """How far the ellipsoid of half axes a, b, c at pose G reaches along n, and its foremost point from its centre."""
    x = a * a * (G[0] * nx + G[3] * ny + G[6] * nz)
    y = b * b * (G[1] * nx + G[4] * ny + G[7] * nz)
    z = c * c * (G[2] * nx + G[5] * ny + G[8] * nz)
    px, py, pz = G[0] * x + G[1] * y + G[2] * z, G[3] * x + G[4] * y + G[5] * z, G[6] * x + G[7] * y + G[8] * z
    h = math.sqrt(px * nx + py * ny + pz * nz)
    return h, px / h, py / h, pz / h


@kernel
def _across(nx: float, ny: float, nz: float) -> tuple[float, float, float, float, float, float]:
    """Two unit vectors across n and each other (Duff et al. 2017)."""
    sign = math.copysign(1.0, nz)
    c = -1.0 / (sign + nz)
    d = nx * ny * c
    return 1.0 + sign * nx * nx * c, sign * d, -sign * nx, d, sign + ny * ny * c, -ny


@kernel
def _curvature(
    G: Array,
    a: float,
    b: float,
    c: float,
    h: float,
    px: float,
    py: float,
    pz: float,
    ux: float,
    uy: float,
    uz: float,
    vx: float,
    vy: float,
    vz: float,
) -> tuple[float, float, float]:
    """The second derivatives of h(n) along u u, u v and v v."""
    u0, u1, u2 = G[0] * ux + G[3] * uy + G[6] * uz, G[1] * ux + G[4] * uy + G[7] * uz, G[2] * ux + G[5] * uy + G[8] * uz
    v0, v1, v2 = G[0] * vx + G[3] * vy + G[6] * vz, G[1] * vx + G[4] * vy + G[7] * vz, G[2] * vx + G[5] * vy + G[8] * vz
    pu, pv = px * ux + py * uy + pz * uz, px * vx + py * vy + pz * vz
    a, b, c = a * a, b * b, c * c
    return (
        (a * u0 * u0 + b * u1 * u1 + c * u2 * u2 - pu * pu) / h,
        (a * u0 * v0 + b * u1 * v1 + c * u2 * v2 - pu * pv) / h,
        (a * v0 * v0 + b * v1 * v1 + c * v2 * v2 - pv * pv) / h,
    )
