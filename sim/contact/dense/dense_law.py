"""The law of one contact as an equation for Newton's method on the forces, and its generalised derivative.

Vectors are in the contact's own axes: tangent 1, tangent 2, normal.
Source: Alart & Curnier 1991; Acary & Brogliato 2008, §13.4.
"""

from __future__ import annotations

import math

from ...arrays import Array
from ...kernel import kernel, small
from ..law.contact_laws import COULOMB
from ..law.friction_cone import Three, project, projection_derivative, shift_gradient, shift_of


@small
def law_residual(
    mu: float, cone: int, s0: float, s1: float, rho: float, rx: float, ry: float, rz: float, ux: float, uy: float, uz: float
) -> Three:
    """How far force r and velocity u of one contact are from its law, as a force; zero where they obey it.

    Coulomb's law as Alart and Curnier put it, the disc of friction fixed by the normal force: there Newton's method finds which
    contacts stick and which slide, where with the cone it may go round in circles. The other laws as r - P_K(r - ρ û).
    """
    if mu > 0.0 and cone == COULOMB and s0 == 0.0 and s1 == 0.0:  # by far the most frequent: without a call
        n = rz - rho * uz
        if n <= 0.0:
            return rx, ry, rz
        x, y = rx - rho * ux, ry - rho * uy
        t = math.sqrt(x * x + y * y)
        k = min(1.0, mu * n / t) if t > 0.0 else 1.0
        return rx - k * x, ry - k * y, rz - n
    return _other_residual(mu, cone, s0, s1, rho, rx, ry, rz, ux, uy, uz)


@kernel
def _other_residual(
    mu: float, cone: int, s0: float, s1: float, rho: float, rx: float, ry: float, rz: float, ux: float, uy: float, uz: float
) -> Three:
    """`law_residual` of what slides along (s0, s1), of joints, and of the other laws."""
    if s0 != 0.0 or s1 != 0.0:
        return rx + mu * rz * s0, ry + mu * rz * s1, rz - max(0.0, rz - rho * uz)
    if mu == 0.0:
        return rx, ry, rz - max(0.0, rz - rho * uz)
    px, py, pz = project(mu, cone, 1.0, rx - rho * ux, ry - rho * uy, rz - rho * (uz + shift_of(mu, cone, ux, uy)))
    return rx - px, ry - py, rz - pz


@small
def derivative_into(
    mu: float,
    cone: int,
    s0: float,
    s1: float,
    rho: float,
    rx: float,
    ry: float,
    rz: float,
    ux: float,
    uy: float,
    uz: float,
    R: Array,
    U: Array,
) -> int:
    """Write a generalised derivative of `law_residual` by r into R (3, 3), by u into U (3, 3).

    Returns from which row on they are more than those of the fault r: 0, 2 (the normal one alone) or 3 (none).
    """
    for i in range(3):
        for j in range(3):
            R[i, j] = 1.0 if i == j else 0.0
            U[i, j] = 0.0
    if mu > 0.0 and cone == COULOMB and s0 == 0.0 and s1 == 0.0:
        n = rz - rho * uz
        if n <= 0.0:
            return 3
        R[2, 2], U[2, 2] = 0.0, rho
        x, y = rx - rho * ux, ry - rho * uy
        t = math.sqrt(x * x + y * y)
        if t <= mu * n:
            R[0, 0] = R[1, 1] = 0.0
            U[0, 0] = U[1, 1] = rho
            return 0
        ex, ey, k = x / t, y / t, mu * n / t
        R[0, 0], R[0, 1], R[0, 2] = 1.0 - k * ey * ey, k * ex * ey, -mu * ex
        R[1, 0], R[1, 1], R[1, 2] = k * ex * ey, 1.0 - k * ex * ex, -mu * ey
        U[0, 0], U[0, 1], U[0, 2] = rho * k * ey * ey, -rho * k * ex * ey, rho * mu * ex
        U[1, 0], U[1, 1], U[1, 2] = -rho * k * ex * ey, rho * k * ex * ex, rho * mu * ey
        return 0
    return _other_derivative_into(mu, cone, s0, s1, rho, rx, ry, rz, ux, uy, uz, R, U)


@kernel
def _other_derivative_into(
    mu: float,
    cone: int,
    s0: float,
    s1: float,
    rho: float,
    rx: float,
    ry: float,
    rz: float,
    ux: float,
    uy: float,
    uz: float,
    R: Array,
    U: Array,
) -> int:
    """`derivative_into` of what slides along (s0, s1), of joints, and of the other laws; R is 1 and U is 0."""
    if s0 != 0.0 or s1 != 0.0:
        R[0, 2], R[1, 2] = mu * s0, mu * s1
        if rz - rho * uz > 0.0:
            R[2, 2], U[2, 2] = 0.0, rho
        return 0
    n = rz - rho * uz
    if mu == 0.0:
        if n <= 0.0:
            return 3
        R[2, 2], U[2, 2] = 0.0, rho
        return 2
    w = uz + shift_of(mu, cone, ux, uy)
    zx, zy, zz = rx - rho * ux, ry - rho * uy, rz - rho * w
    if mu > 0.0 and project(mu, cone, 1.0, zx, zy, zz)[2] <= 0.0:
        return 3
    p00, p01, p02, p11, p12, p22 = projection_derivative(mu, cone, 1.0, zx, zy, zz)
    sx, sy = shift_gradient(mu, cone, ux, uy)
    R[0, 0], R[0, 1], R[0, 2] = 1.0 - p00, -p01, -p02
    R[1, 0], R[1, 1], R[1, 2] = -p01, 1.0 - p11, -p12
    R[2, 0], R[2, 1], R[2, 2] = -p02, -p12, 1.0 - p22
    U[0, 0], U[0, 1], U[0, 2] = rho * (p00 + p02 * sx), rho * (p01 + p02 * sy), rho * p02
    U[1, 0], U[1, 1], U[1, 2] = rho * (p01 + p12 * sx), rho * (p11 + p12 * sy), rho * p12
    U[2, 0], U[2, 1], U[2, 2] = rho * (p02 + p22 * sx), rho * (p12 + p22 * sy), rho * p22
    return 0
