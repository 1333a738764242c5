"""Gauss-Seidel sweeps and residuals of contacts in groups of four, see `lane_groups`: what `gauss_seidel` does one by one.

Contacts of a group share no body, so a group at once is one contact after the other, in another order.
Source: as of `gauss_seidel`.
"""

from __future__ import annotations

from typing import Any

from ....arrays import Array
from ....kernel import kernel
from ....simd import WIDTH, each, pick, read_four, write_four
from ...law.contacts_in_lanes import impulses_of_four, natural_map_of_four, size_of
from .lane_groups import (
    FRICTION,
    LEAN,
    NUMBERS,
    OWN,
    SIDE,
    SMOOTH_LEAN,
    SMOOTH_NUMBERS,
    SMOOTH_OWN,
    SMOOTH_SOFTNESS,
    SOFTNESS,
    WHOLES,
    of_four,
    row_times,
    to_four,
)

_ROW = WIDTH * SIDE  # numbers of a row of J or Y of four contacts
_Y = 6 * _ROW  # where the rows of Y begin
_SMOOTH_Y = 2 * _ROW


@kernel
def sweep_groups(P: Array, at: Any, groups: int, w: Array, x: Array, is_smooth: bool, backwards: bool) -> None:
    """One pass over the groups: impulses x, as velocities, and the velocities w of bodies are brought up to date together."""
    for k in range(groups):
        g = groups - 1 - k if backwards else k
        if is_smooth:
            _sweep_smooth(P, at, g, w, x)
        else:
            _sweep_rough(P, at, g, w, x)


@kernel
def _sweep_rough(P: Array, at: Any, g: int, w: Array, r: Array) -> None:
    o, i, k = WIDTH * NUMBERS * g, 3 * WIDTH * g, WHOLES * g
    a0, a1, a2, a3, a4, a5 = of_four(w, at, k)
    b0, b1, b2, b3, b4, b5 = of_four(w, at, k + WIDTH)
    x, y, z = read_four(r, i), read_four(r, i + WIDTH), read_four(r, i + 2 * WIDTH)
    uz = row_times(P, o + 2 * _ROW, a0, a1, a2, a3, a4, a5) + row_times(P, o + 5 * _ROW, b0, b1, b2, b3, b4, b5)
    uz += read_four(P, o + WIDTH * (LEAN + 2))
    if uz >= 0.0 and z <= 0.0:  # four that were open stay it
        return
    ux = row_times(P, o, a0, a1, a2, a3, a4, a5) + row_times(P, o + 3 * _ROW, b0, b1, b2, b3, b4, b5)
    uy = row_times(P, o + _ROW, a0, a1, a2, a3, a4, a5) + row_times(P, o + 4 * _ROW, b0, b1, b2, b3, b4, b5)
    ux, uy = ux + read_four(P, o + WIDTH * LEAN), uy + read_four(P, o + WIDTH * (LEAN + 1))
    own = o + WIDTH * OWN
    xx, xy, xz = read_four(P, own), read_four(P, own + WIDTH), read_four(P, own + 2 * WIDTH)
    yy, yz, zz = read_four(P, own + 3 * WIDTH), read_four(P, own + 4 * WIDTH), read_four(P, own + 5 * WIDTH)
    nx, ny, nz = impulses_of_four(
        read_four(P, o + WIDTH * FRICTION),
        xx,
        xy,
        xz,
        yy,
        yz,
        zz + read_four(P, o + WIDTH * SOFTNESS),
        ux - xx * x - xy * y - xz * z,
        uy - xy * x - yy * y - yz * z,
        uz - xz * x - yz * y - zz * z,
    )
    write_four(r, i, nx)
    write_four(r, i + WIDTH, ny)
    write_four(r, i + 2 * WIDTH, nz)
    x, y, z = nx - x, ny - y, nz - z
    q = o + _Y
    a0, a1 = a0 + _column(P, q, x, y, z), a1 + _column(P, q + WIDTH, x, y, z)
    a2, a3 = a2 + _column(P, q + 2 * WIDTH, x, y, z), a3 + _column(P, q + 3 * WIDTH, x, y, z)
    a4, a5 = a4 + _column(P, q + 4 * WIDTH, x, y, z), a5 + _column(P, q + 5 * WIDTH, x, y, z)
    to_four(w, at, k, a0, a1, a2, a3, a4, a5)
    q += 3 * _ROW
    b0, b1 = b0 + _column(P, q, x, y, z), b1 + _column(P, q + WIDTH, x, y, z)
    b2, b3 = b2 + _column(P, q + 2 * WIDTH, x, y, z), b3 + _column(P, q + 3 * WIDTH, x, y, z)
    b4, b5 = b4 + _column(P, q + 4 * WIDTH, x, y, z), b5 + _column(P, q + 5 * WIDTH, x, y, z)
    to_four(w, at, k + WIDTH, b0, b1, b2, b3, b4, b5)


@kernel
def _column(P: Array, q: int, x: Any, y: Any, z: Any) -> Any:
    """What the impulse (x, y, z) adds to a velocity whose number in the first row of Y is at place q."""
    return read_four(P, q) * x + read_four(P, q + _ROW) * y + read_four(P, q + 2 * _ROW) * z


@kernel
def _sweep_smooth(P: Array, at: Any, g: int, w: Array, r: Array) -> None:
    o, i, k = WIDTH * SMOOTH_NUMBERS * g, WIDTH * g, WHOLES * g
    a0, a1, a2, a3, a4, a5 = of_four(w, at, k)
    b0, b1, b2, b3, b4, b5 = of_four(w, at, k + WIDTH)
    z = read_four(r, i)
    u = row_times(P, o, a0, a1, a2, a3, a4, a5) + row_times(P, o + _ROW, b0, b1, b2, b3, b4, b5)
    u += read_four(P, o + WIDTH * SMOOTH_LEAN)
    if u >= 0.0 and z <= 0.0:
        return
    u += read_four(P, o + WIDTH * SMOOTH_SOFTNESS) * z
    n = z - u * read_four(P, o + WIDTH * SMOOTH_OWN)
    n = pick(n, 0.0, 0.0, n)
    write_four(r, i, n)
    z = n - z
    q = o + _SMOOTH_Y
    a0, a1 = a0 + read_four(P, q) * z, a1 + read_four(P, q + WIDTH) * z
    a2, a3 = a2 + read_four(P, q + 2 * WIDTH) * z, a3 + read_four(P, q + 3 * WIDTH) * z
    a4, a5 = a4 + read_four(P, q + 4 * WIDTH) * z, a5 + read_four(P, q + 5 * WIDTH) * z
    to_four(w, at, k, a0, a1, a2, a3, a4, a5)
    q += _ROW
    b0, b1 = b0 + read_four(P, q) * z, b1 + read_four(P, q + WIDTH) * z
    b2, b3 = b2 + read_four(P, q + 2 * WIDTH) * z, b3 + read_four(P, q + 3 * WIDTH) * z
    b4, b5 = b4 + read_four(P, q + 4 * WIDTH) * z, b5 + read_four(P, q + 5 * WIDTH) * z
    to_four(w, at, k + WIDTH, b0, b1, b2, b3, b4, b5)


@kernel
def residual_of_groups(P: Array, at: Any, groups: int, w: Array, r: Array, is_smooth: bool) -> float:
    """The largest natural-map residual of the contacts [m/s], as `residual_of`."""
    worst = pick(0.0, 0.0, 0.0, 0.0)
    for g in range(groups):
        e = _residual_smooth(P, at, g, w, r) if is_smooth else _residual_rough(P, at, g, w, r)
        worst = pick(e, worst, worst, e)  # NaN counts as the worst
    a, b, c, d = each(worst)
    return max(max(a, b), max(c, d))


@kernel
def _residual_rough(P: Array, at: Any, g: int, w: Array, r: Array) -> Any:
    o, i, k = WIDTH * NUMBERS * g, 3 * WIDTH * g, WHOLES * g
    a0, a1, a2, a3, a4, a5 = of_four(w, at, k)
    b0, b1, b2, b3, b4, b5 = of_four(w, at, k + WIDTH)
    ux = row_times(P, o, a0, a1, a2, a3, a4, a5) + row_times(P, o + 3 * _ROW, b0, b1, b2, b3, b4, b5)
    uy = row_times(P, o + _ROW, a0, a1, a2, a3, a4, a5) + row_times(P, o + 4 * _ROW, b0, b1, b2, b3, b4, b5)
    uz = row_times(P, o + 2 * _ROW, a0, a1, a2, a3, a4, a5) + row_times(P, o + 5 * _ROW, b0, b1, b2, b3, b4, b5)
    x, y, z = read_four(r, i), read_four(r, i + WIDTH), read_four(r, i + 2 * WIDTH)
    ux, uy = ux + read_four(P, o + WIDTH * LEAN), uy + read_four(P, o + WIDTH * (LEAN + 1))
    uz = uz + read_four(P, o + WIDTH * (LEAN + 2)) + read_four(P, o + WIDTH * SOFTNESS) * z
    return natural_map_of_four(read_four(P, o + WIDTH * FRICTION), ux, uy, uz, x, y, z)


@kernel
def _residual_smooth(P: Array, at: Any, g: int, w: Array, r: Array) -> Any:
    o, k = WIDTH * SMOOTH_NUMBERS * g, WHOLES * g
    a0, a1, a2, a3, a4, a5 = of_four(w, at, k)
    b0, b1, b2, b3, b4, b5 = of_four(w, at, k + WIDTH)
    u = row_times(P, o, a0, a1, a2, a3, a4, a5) + row_times(P, o + _ROW, b0, b1, b2, b3, b4, b5)
    z = read_four(r, WIDTH * g)
    u = u + read_four(P, o + WIDTH * SMOOTH_LEAN) + read_four(P, o + WIDTH * SMOOTH_SOFTNESS) * z
    return size_of(pick(u, z, u, z))


@kernel
def _is_open(r: Array, g: int, is_smooth: bool) -> bool:
    """Whether no contact of a group has an impulse."""
    if is_smooth:
        return bool(size_of(read_four(r, WIDTH * g)) <= 0.0)
    i = 3 * WIDTH * g
    x, y, z = read_four(r, i), read_four(r, i + WIDTH), read_four(r, i + 2 * WIDTH)
    return bool(size_of(x) + size_of(y) + size_of(z) <= 0.0)


@kernel
def add_groups(P: Array, at: Any, groups: int, w: Array, r: Array, is_smooth: bool) -> None:
    """Add Y r of all contacts to the velocities w of bodies."""
    for g in range(groups):
        k = WHOLES * g
        if _is_open(r, g, is_smooth):
            continue
        for side in range(2):
            x0, x1, x2, x3, x4, x5 = of_four(w, at, k + WIDTH * side)
            if is_smooth:
                q, z = WIDTH * SMOOTH_NUMBERS * g + _SMOOTH_Y + _ROW * side, read_four(r, WIDTH * g)
                x0, x1 = x0 + read_four(P, q) * z, x1 + read_four(P, q + WIDTH) * z
                x2, x3 = x2 + read_four(P, q + 2 * WIDTH) * z, x3 + read_four(P, q + 3 * WIDTH) * z
                x4, x5 = x4 + read_four(P, q + 4 * WIDTH) * z, x5 + read_four(P, q + 5 * WIDTH) * z
            else:
                q, i = WIDTH * NUMBERS * g + _Y + 3 * _ROW * side, 3 * WIDTH * g
                x, y, z = read_four(r, i), read_four(r, i + WIDTH), read_four(r, i + 2 * WIDTH)
                x0, x1 = x0 + _column(P, q, x, y, z), x1 + _column(P, q + WIDTH, x, y, z)
                x2, x3 = x2 + _column(P, q + 2 * WIDTH, x, y, z), x3 + _column(P, q + 3 * WIDTH, x, y, z)
                x4, x5 = x4 + _column(P, q + 4 * WIDTH, x, y, z), x5 + _column(P, q + 5 * WIDTH, x, y, z)
            to_four(w, at, k + WIDTH * side, x0, x1, x2, x3, x4, x5)
