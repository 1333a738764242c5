"""The points that span the patch where a line, a disc or a face of one solid lies on a flat of another.

Points are told apart by where they come from, so that each keeps its number from step to step: ends of a line 0 and 1; of a
disc, four points of its rim 0-3 and the foremost one 4; beyond that corners and crossings of outlines. An outline that
touches another from inside counts as inside within a millionth of its size: rounding takes no points away.
"""

from __future__ import annotations

import math
from typing import Any

from ....arrays import Array
from ....kernel import kernel
from ..shape_table import CAPSULE, CYLINDER, OTHER
from .features import DISC, FACE, LEVEL, LINE, TILT, add_on_flat, feature_of, flat_of, foremost, kind_of_point, line_of

_EDGE = 1e-6


@kernel
def add_patch(
    kind_a: int,
    dims_a: Array,
    A: Array,
    kind_b: int,
    dims_b: Array,
    B: Array,
    nx: float,
    ny: float,
    nz: float,
    margin: float,
    contacts: Any,
    count: int,
) -> tuple[int, int]:
    """Add the patch across the normal n of a flat of one of the solids: points it has, and the new count.

    Points further apart than the margin are not added.
    """
    fa = feature_of(kind_a, dims_a, A, nx, ny, nz, TILT)
    fb = feature_of(kind_b, dims_b, B, -nx, -ny, -nz, TILT)
    if fa == LINE and fb >= DISC:
        return _line_on_flat(kind_a, dims_a, A, False, kind_b, dims_b, B, nx, ny, nz, margin, contacts, count)
    if fb == LINE and fa >= DISC:
        return _line_on_flat(kind_b, dims_b, B, True, kind_a, dims_a, A, nx, ny, nz, margin, contacts, count)
    if fa == DISC and fb == FACE:
        return _disc_on_face(kind_a, dims_a, A, kind_b, dims_b, B, nx, ny, nz, margin, contacts, count)
    if fa == DISC and fb == DISC:
        if dims_b[0] < dims_a[0]:
            return _disc_on_disc(kind_b, dims_b, B, True, kind_a, dims_a, A, nx, ny, nz, margin, contacts, count)
        return _disc_on_disc(kind_a, dims_a, A, False, kind_b, dims_b, B, nx, ny, nz, margin, contacts, count)
    return 0, count


@kernel
def _line_on_flat(
    line: int,
    line_dims: Array,
    L: Array,
    of_b: bool,
    flat: int,
    flat_dims: Array,
    F: Array,
    nx: float,
    ny: float,
    nz: float,
    margin: float,
    contacts: Any,
    count: int,
) -> tuple[int, int]:
    """The two ends of what a line (of b, or else of a) shares with a face or a disc."""
    side = -1.0 if of_b else 1.0
    mx, my, mz = foremost(line, line_dims, L, side * nx, side * ny, side * nz, TILT)
    along, high = line_of(line, line_dims, L, nx, ny, nz)
    ux, uy, uz = L[along], L[3 + along], L[6 + along]
    low = -high
    axis = flat_of(flat, flat_dims, F, nx, ny, nz)
    half = flat_dims[1] if flat == CYLINDER else flat_dims[axis]
    dx, dy, dz = mx - F[9], my - F[10], mz - F[11]
    if flat == CYLINDER:
        r = flat_dims[0] * (1.0 + _EDGE)
        px, py = dx * F[0] + dy * F[3] + dz * F[6], dx * F[1] + dy * F[4] + dz * F[7]
        vx, vy = ux * F[0] + uy * F[3] + uz * F[6], ux * F[1] + uy * F[4] + uz * F[7]
        vv, pv = vx * vx + vy * vy, px * vx + py * vy
        square = pv * pv - vv * (px * px + py * py - r * r)
        if square < 0.0:
            return 0, count
        low, high = max(low, (-pv - math.sqrt(square)) / vv), min(high, (-pv + math.sqrt(square)) / vv)
    else:
        for k in range(3):
            if k == axis:
                continue
            p, v = dx * F[k] + dy * F[3 + k] + dz * F[6 + k], ux * F[k] + uy * F[3 + k] + uz * F[6 + k]
            h = flat_dims[k] * (1.0 if abs(v) > 1e-3 else 1.0 + _EDGE)
            if abs(v) > 1e-9:
                s, t = (-h - p) / v, (h - p) / v
                low, high = max(low, min(s, t)), min(high, max(s, t))
            elif abs(p) > h:
                return 0, count
    if low > high:
        if low - high > _EDGE * line_of(line, line_dims, L, nx, ny, nz)[1]:
            return 0, count
        low = high = 0.5 * (low + high)  # it ends where the flat does, but for rounding
    radius = line_dims[0] if line == CAPSULE else 0.0
    geometry = OTHER if line == CYLINDER else kind_of_point(of_b)  # a cylinder's line runs around it as it rolls
    for k in range(2):
        s = low if k == 0 else high
        count = add_on_flat(
            mx + s * ux, my + s * uy, mz + s * uz, radius, of_b, F, axis, half, nx, ny, nz, margin, k, geometry, contacts, count
        )
    return 2, count


@kernel
def _rim_point(G: Array, r: float, k: int, nx: float, ny: float, nz: float) -> tuple[float, float, float, float]:
    """From a disc's centre to point k of its rim: four that turn with the body, then the foremost along n; and its tilt."""
    if k < 4:
        axis, s = k % 2, (r if k < 2 else -r)
        return s * G[axis], s * G[3 + axis], s * G[6 + axis], 1.0
    along = nx * G[2] + ny * G[5] + nz * G[8]
    ex, ey, ez = nx - along * G[2], ny - along * G[5], nz - along * G[8]
    tilt = math.sqrt(ex * ex + ey * ey + ez * ez)
    if tilt == 0.0:
        return 0.0, 0.0, 0.0, 0.0
    s = r / tilt
    return s * ex, s * ey, s * ez, tilt


@kernel
def _disc_on_face(
    kind_a: int,
    dims_a: Array,
    A: Array,
    kind_b: int,
    dims_b: Array,
    B: Array,
    nx: float,
    ny: float,
    nz: float,
    margin: float,
    contacts: Any,
    count: int,
) -> tuple[int, int]:
    """The disc of cylinder a on a face of box b: rim points on the face, corners of the face on the disc, crossings."""
    r = dims_a[0]
    cx, cy, cz = foremost(kind_a, dims_a, A, nx, ny, nz, TILT)
    axis = flat_of(kind_b, dims_b, B, nx, ny, nz)
    i, j = (axis + 1) % 3, (axis + 2) % 3
    hi, hj = dims_b[i], dims_b[j]
    half, edge = dims_b[axis], _EDGE * r
    dx, dy, dz = cx - B[9], cy - B[10], cz - B[11]
    ci, cj = dx * B[i] + dy * B[3 + i] + dz * B[6 + i], dx * B[j] + dy * B[3 + j] + dz * B[6 + j]
    _, _, _, tilt = _rim_point(A, r, 4, nx, ny, nz)
    on_b = kind_of_point(False) if tilt < LEVEL else OTHER
    on_a = kind_of_point(True)
    found = 0
    for k in range(5 if tilt >= LEVEL else 4):
        x, y, z, _ = _rim_point(A, r, k, nx, ny, nz)
        pi, pj = ci + x * B[i] + y * B[3 + i] + z * B[6 + i], cj + x * B[j] + y * B[3 + j] + z * B[6 + j]
        if abs(pi) <= hi + edge and abs(pj) <= hj + edge:
            found += 1
            count = add_on_flat(cx + x, cy + y, cz + z, 0.0, False, B, axis, half, nx, ny, nz, margin, k, on_b, contacts, count)
    up = -math.copysign(half, nx * B[axis] + ny * B[3 + axis] + nz * B[6 + axis])
    for k in range(16):  # per edge of the face: its first corner, two crossings with the rim, and the rim's far side
        side = 1.0 if k & 4 else -1.0
        e, f, he, hf, ce, cf = (i, j, hi, hj, ci, cj) if k < 8 else (j, i, hj, hi, cj, ci)
        off = side * he - ce
        chord = math.sqrt(max(0.0, r * r - off * off))
        is_cut = abs(off) < r - edge
        part = k % 4
        if part == 0:
            at = side * hf if e == i else -side * hf  # each corner once
            inside = off * off + (at - cf) * (at - cf) <= (r + edge) * (r + edge)
        elif part < 3:
            at = cf + (chord if part == 1 else -chord)
            inside = is_cut and abs(at) < hf - edge
        else:
            pe = ce - side * r
            reaches = abs(cf + chord) < hf - edge or abs(cf - chord) < hf - edge
            if not (is_cut and reaches and abs(pe) <= he + edge and abs(cf) <= hf + edge):
                continue
            found += 1
            b = B[e] * A[2] + B[3 + e] * A[5] + B[6 + e] * A[8]
            s = -side * r / math.sqrt(1.0 - b * b)
            count = add_on_flat(
                cx + s * (B[e] - b * A[2]),
                cy + s * (B[3 + e] - b * A[5]),
                cz + s * (B[6 + e] - b * A[8]),
                0.0,
                False,
                B,
                axis,
                half,
                nx,
                ny,
                nz,
                margin,
                16 + k,
                on_b,
                contacts,
                count,
            )
            continue
        if inside:
            found += 1
            count = add_on_flat(
                B[9] + up * B[axis] + side * he * B[e] + at * B[f],
                B[10] + up * B[3 + axis] + side * he * B[3 + e] + at * B[3 + f],
                B[11] + up * B[6 + axis] + side * he * B[6 + e] + at * B[6 + f],
                0.0,
                True,
                A,
                2,
                dims_a[1],
                nx,
                ny,
                nz,
                margin,
                16 + k,
                on_a,
                contacts,
                count,
            )
    return found, count


@kernel
def _disc_on_disc(
    small: int,
    small_dims: Array,
    S: Array,
    of_b: bool,
    large: int,
    large_dims: Array,
    G: Array,
    nx: float,
    ny: float,
    nz: float,
    margin: float,
    contacts: Any,
    count: int,
) -> tuple[int, int]:
    """The ends of two cylinders: rim points of the smaller on the larger, crossings of the rims, and the lens's middle."""
    side = -1.0 if of_b else 1.0
    r, R = small_dims[0], large_dims[0]
    edge = _EDGE * r
    cx, cy, cz = foremost(small, small_dims, S, side * nx, side * ny, side * nz, TILT)
    gx, gy, gz = foremost(large, large_dims, G, -side * nx, -side * ny, -side * nz, TILT)
    dx, dy, dz = cx - gx, cy - gy, cz - gz
    along = dx * nx + dy * ny + dz * nz
    dx, dy, dz = dx - along * nx, dy - along * ny, dz - along * nz
    distance = math.sqrt(dx * dx + dy * dy + dz * dz)
    if distance >= r + R:
        return 0, count
    _, _, _, tilt = _rim_point(S, r, 4, side * nx, side * ny, side * nz)
    level = kind_of_point(of_b) if tilt < LEVEL else OTHER
    found = 0
    for k in range(5 if tilt >= LEVEL else 4):
        x, y, z, _ = _rim_point(S, r, k, side * nx, side * ny, side * nz)
        px, py, pz = dx + x, dy + y, dz + z
        along = px * nx + py * ny + pz * nz
        if px * px + py * py + pz * pz - along * along <= (R + edge) * (R + edge):
            found += 1
            count = add_on_flat(
                cx + x, cy + y, cz + z, 0.0, of_b, G, 2, large_dims[1], nx, ny, nz, margin, k, level, contacts, count
            )
    if distance + r <= R + edge:
        return found, count
    dx, dy, dz = dx / distance, dy / distance, dz / distance
    ex, ey, ez = ny * dz - nz * dy, nz * dx - nx * dz, nx * dy - ny * dx
    a = 0.5 * (distance + (R - r) * (R + r) / distance)
    chord = math.sqrt(max(0.0, R * R - a * a))
    for k in range(4):
        found += 1
        if k == 3:  # the small rim, towards the middle of the large disc
            count = add_on_flat(
                cx - r * dx,
                cy - r * dy,
                cz - r * dz,
                0.0,
                of_b,
                G,
                2,
                large_dims[1],
                nx,
                ny,
                nz,
                margin,
                8,
                level,
                contacts,
                count,
            )
            continue
        s, t = (R, 0.0) if k == 2 else (a, chord if k == 0 else -chord)
        count = add_on_flat(
            gx + s * dx + t * ex,
            gy + s * dy + t * ey,
            gz + s * dz + t * ez,
            0.0,
            not of_b,
            S,
            2,
            small_dims[1],
            nx,
            ny,
            nz,
            margin,
            5 + k,
            OTHER if level == OTHER else kind_of_point(not of_b),
            contacts,
            count,
        )
    return found, count
