"""The forces that a contact can have at a given velocity: a face of its friction cone, projected onto.

At a solution r lies in K and is at right angles to û in K* (see `friction_cone`). For the û found, that leaves all of K where û
is zero; an edge {t g: t ≥ 0} where the contact slides; the facet between two edges where it slides at right angles to a facet
of the pyramid; nothing where it opens. A softness fixes the normal force, and leaves the section of K at its height. The friction
of a joint has all of B at rest, and one value while it moves.
Source: Rockafellar 1970, §18 (faces), §23 (they are the values of a subdifferential).
"""

from __future__ import annotations

import math

from ...arrays import Array
from ...kernel import kernel
from .contact_laws import CONVEX, COULOMB
from .dry_friction import ball_derivative, project_into_ball
from .friction_cone import Three, facet, project, projection_derivative

STAYS, WHOLE, LEVEL, EDGE, FACET = 0.0, 1.0, 2.0, 3.0, 4.0
KIND, GX, GY, HX, HY, LOAD = range(6)  # places of a face: its kind, two generators (x, y, 1), the normal force of LEVEL
FACE_NUMBERS = 6

_STRAY = 1e-6  # share of a force by which it may miss the face that it is said to lie in

Six = tuple[float, float, float, float, float, float]


@kernel
def face_into(
    mu: float,
    cone: int,
    softness: float,
    slack: float,
    s0: float,
    s1: float,
    ux: float,
    uy: float,
    uz: float,
    rx: float,
    ry: float,
    rz: float,
    face: Array,
) -> None:
    """Write the face (FACE_NUMBERS,) of the forces that a contact may have at the velocity u, where it has r.

    u      : relative to the target, softness r_n included
    slack  : velocities up to this are zero
    s0, s1 : unit direction of a slip that is known; zeros otherwise
    """
    for k in range(FACE_NUMBERS):
        face[k] = 0.0
    if mu < 0.0:
        face[KIND] = WHOLE if math.sqrt(ux * ux + uy * uy + uz * uz) <= slack else STAYS
        return
    if uz > slack and not (mu > 0.0 and cone == CONVEX):
        return
    slip = math.sqrt(ux * ux + uy * uy) if mu > 0.0 else 0.0
    known = mu > 0.0 and (s0 != 0.0 or s1 != 0.0)
    if slip <= slack and not known:
        if uz <= slack:
            face[KIND], face[LOAD] = (LEVEL if softness > 0.0 else WHOLE), rz
        return
    if softness > 0.0 or (cone == CONVEX and uz - mu * slip > 2.0 * slack):
        return
    x, y = (-s0, -s1) if known else (-ux / slip, -uy / slip)
    face[KIND], face[GX], face[GY] = EDGE, mu * x, mu * y
    if cone > 0 and not known:
        step = 2.0 * math.pi / cone
        angle = math.atan2(y, x) / step
        k = math.floor(angle + 0.5)
        face[GX], face[GY] = mu * math.cos(k * step), mu * math.sin(k * step)
        k = math.floor(angle)  # the corners of the facet over which it slides
        face[HX], face[HY] = mu * math.cos((k + 1.0) * step), mu * math.sin((k + 1.0) * step)
        a, b = mu * math.cos(k * step), mu * math.sin(k * step)
        if abs(ux * (face[HX] - a) + uy * (face[HY] - b)) <= mu * slack:
            face[KIND], face[GX], face[GY] = FACET, a, b
    px, py, pz = project_on_face(face, mu, cone, rx, ry, rz)
    away = max(abs(px - rx), max(abs(py - ry), abs(pz - rz)))
    if away > _STRAY * max(abs(rx), max(abs(ry), abs(rz))):
        face[KIND] = STAYS
    elif face[KIND] == EDGE and rz > 0.0:
        face[GX], face[GY] = rx / rz, ry / rz  # as far from the law as it was, and no farther


@kernel
def project_on_face(face: Array, mu: float, cone: int, x: float, y: float, z: float) -> Three:
    """The point of a face, other than STAYS, nearest to (x, y, z)."""
    kind = face[KIND]
    if kind == WHOLE:
        return project(mu, cone, 1.0, x, y, z)
    if kind == LEVEL:
        x, y = _in_section(mu, cone, face[LOAD], x, y)
        return x, y, face[LOAD]
    s, t = _shares(face, x, y, z)
    return s * face[GX] + t * face[HX], s * face[GY] + t * face[HY], s + t


@kernel
def face_derivative(face: Array, mu: float, cone: int, x: float, y: float, z: float) -> Six:
    """A generalised derivative of `project_on_face` at (x, y, z): xx xy xz yy yz zz."""
    kind = face[KIND]
    if kind == WHOLE:
        if mu >= 0.0 and project(mu, cone, 1.0, x, y, z)[2] <= 0.0:
            return 0.0, 0.0, 0.0, 0.0, 0.0, 0.0
        return projection_derivative(mu, cone, 1.0, x, y, z)
    if kind == LEVEL:
        xx, xy, yy = _section_derivative(mu, cone, face[LOAD], x, y)
        return xx, xy, 0.0, yy, 0.0, 0.0
    s, t = _shares(face, x, y, z)
    return _of_span(face, s > 0.0, t > 0.0)


@kernel
def face_span(face: Array, mu: float, cone: int) -> Six:
    """The projection onto the directions in which the face is wide: xx xy xz yy yz zz."""
    kind = face[KIND]
    if kind == STAYS:
        return 0.0, 0.0, 0.0, 0.0, 0.0, 0.0
    if kind == WHOLE:
        t = 1.0 if mu != 0.0 else 0.0
        return t, 0.0, 0.0, t, 0.0, 1.0
    if kind == LEVEL:
        t = 1.0 if mu != 0.0 else 0.0
        return t, 0.0, 0.0, t, 0.0, 0.0
    return _of_span(face, True, kind == FACET)


@kernel
def _shares(face: Array, x: float, y: float, z: float) -> tuple[float, float]:
    """How much of each generator makes the nearest point to (x, y, z) of an edge, or of a facet."""
    gx, gy, hx, hy = face[GX], face[GY], face[HX], face[HY]
    a, p = gx * gx + gy * gy + 1.0, gx * x + gy * y + z
    if face[KIND] == EDGE:
        return max(0.0, p / a), 0.0
    b, c, q = gx * hx + gy * hy + 1.0, hx * hx + hy * hy + 1.0, hx * x + hy * y + z
    det = a * c - b * b
    s, t = (c * p - b * q) / det, (a * q - b * p) / det
    if s >= 0.0 and t >= 0.0:
        return s, t
    if s < 0.0 and (q > 0.0 or p <= 0.0):
        return 0.0, max(0.0, q / c)
    return max(0.0, p / a), 0.0


@kernel
def _of_span(face: Array, first: bool, second: bool) -> Six:
    """The projection onto the line of one generator, or the plane of both."""
    if not (first or second):
        return 0.0, 0.0, 0.0, 0.0, 0.0, 0.0
    gx, gy, hx, hy = face[GX], face[GY], face[HX], face[HY]
    if first and second:
        nx, ny, nz = gy - hy, hx - gx, gx * hy - gy * hx
        d = 1.0 / (nx * nx + ny * ny + nz * nz)
        return 1.0 - d * nx * nx, -d * nx * ny, -d * nx * nz, 1.0 - d * ny * ny, -d * ny * nz, 1.0 - d * nz * nz
    x, y = (gx, gy) if first else (hx, hy)
    d = 1.0 / (x * x + y * y + 1.0)
    return d * x * x, d * x * y, d * x, d * y * y, d * y, d


@kernel
def _in_section(mu: float, cone: int, load: float, x: float, y: float) -> tuple[float, float]:
    """The nearest point of the section μ load D: of the disc, or the polygon."""
    if mu == 0.0 or load <= 0.0:
        return 0.0, 0.0
    if cone <= COULOMB:
        x, y, _ = project_into_ball(mu * load, x, y, 0.0)
        return x, y
    c, s, across, along = facet(cone, x, y)
    p, q = c * x + s * y, c * y - s * x
    k, m = mu * across * load, mu * along * load
    if p <= k:
        return x, y
    q = min(max(q, -m), m)
    return c * k - s * q, s * k + c * q


@kernel
def _section_derivative(mu: float, cone: int, load: float, x: float, y: float) -> tuple[float, float, float]:
    if mu == 0.0 or load <= 0.0:
        return 0.0, 0.0, 0.0
    if cone <= COULOMB:
        xx, xy, _, yy, _, _ = ball_derivative(mu * load, x, y, 0.0)
        return xx, xy, yy
    c, s, across, along = facet(cone, x, y)
    p, q = c * x + s * y, c * y - s * x
    if p <= mu * across * load:
        return 1.0, 0.0, 1.0
    if abs(q) >= mu * along * load:
        return 0.0, 0.0, 0.0
    return s * s, -s * c, c * c
