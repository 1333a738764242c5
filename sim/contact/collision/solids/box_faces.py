"""The patch where two faces of boxes meet: corners of each on the other, and where their edges cross.

Points are told apart by where they come from, whichever of the two faces gives the normal: corners of a are 0-7, those of b
8-15, crossings come after. What is within a millionth of the size of an outline counts as on it, so that rounding takes no
points away where faces are flush.
"""

from __future__ import annotations

import math
from typing import Any

from ....arrays import Array
from ....kernel import kernel
from .features import add_on_flat, kind_of_point

_EDGE = 1e-6
_CROSSING = 16


@kernel
def faces(
    P: Array, hp: Array, Q: Array, hq: Array, axis: int, p_is_a: bool, margin: float, contacts: Any, count: int, work: Array
) -> int:
    """Add the patch of the face of P across `axis`, which gives the normal, and the face of Q most opposed to it.

    P, Q : (12,) poses; hp, hq : (3,) half lengths [m]; work : (2, 16, 3) scratch
    """
    dx, dy, dz = Q[9] - P[9], Q[10] - P[10], Q[11] - P[11]
    sp = 1.0 if P[axis] * dx + P[3 + axis] * dy + P[6 + axis] * dz >= 0.0 else -1.0
    nx, ny, nz = sp * P[axis], sp * P[3 + axis], sp * P[6 + axis]
    facing, most = 0, -1.0
    for k in range(3):
        along = abs(nx * Q[k] + ny * Q[3 + k] + nz * Q[6 + k])
        if along > most + 1e-9:
            most, facing = along, k
    sq = -1.0 if nx * Q[facing] + ny * Q[3 + facing] + nz * Q[6 + facing] > 0.0 else 1.0
    edge = _EDGE * (hp[0] + hp[1] + hp[2] + hq[0] + hq[1] + hq[2])
    on_p, on_q = work[0], work[1]
    _outline_into(P, hp, axis, sp, P, axis, on_p)
    _outline_into(Q, hq, facing, sq, P, axis, on_q)
    if not p_is_a:
        nx, ny, nz = -nx, -ny, -nz
    if p_is_a:
        p_inside, count = _add_corners(
            on_p, on_q, axis, sp, False, Q, facing, hq[facing], edge, nx, ny, nz, margin, contacts, count
        )
        q_inside, count = _add_corners(
            on_q, on_p, facing, sq, True, P, axis, hp[axis], edge, nx, ny, nz, margin, contacts, count
        )
    else:
        q_inside, count = _add_corners(
            on_q, on_p, facing, sq, False, P, axis, hp[axis], edge, nx, ny, nz, margin, contacts, count
        )
        p_inside, count = _add_corners(
            on_p, on_q, axis, sp, True, Q, facing, hq[facing], edge, nx, ny, nz, margin, contacts, count
        )
    if p_inside == 4 or q_inside == 4:  # one face is on the other: no edges cross
        return count
    for k in range(16):  # each edge of P with each of Q
        e, f = k // 4, k % 4
        t = _crossing(on_p, e, on_q, f, edge)
        if t < 0.0:
            continue
        a, b, c, d = f, (f + 1) % 4, e, (e + 1) % 4
        x = on_q[4 + a, 0] + t * (on_q[4 + b, 0] - on_q[4 + a, 0])
        y = on_q[4 + a, 1] + t * (on_q[4 + b, 1] - on_q[4 + a, 1])
        z = on_q[4 + a, 2] + t * (on_q[4 + b, 2] - on_q[4 + a, 2])
        # Each edge by its two corners; a's comes first.
        a, b, c, d = _name(facing, sq, a), _name(facing, sq, b), _name(axis, sp, c), _name(axis, sp, d)
        of_p, of_q = 8 * min(c, d) + max(c, d), 8 * min(a, b) + max(a, b)
        name = _CROSSING + (64 * of_p + of_q if p_is_a else 64 * of_q + of_p)
        count = add_on_flat(
            x, y, z, 0.0, p_is_a, P, axis, hp[axis], nx, ny, nz, margin, name, kind_of_point(p_is_a), contacts, count
        )
    return count


@kernel
def _add_corners(
    own: Array,
    others: Array,
    axis: int,
    side: float,
    of_b: bool,
    F: Array,
    across: int,
    half: float,
    edge: float,
    nx: float,
    ny: float,
    nz: float,
    margin: float,
    contacts: Any,
    count: int,
) -> tuple[int, int]:
    """Add the corners of one face that are on the other one, F's across an axis: how many there are, and the new count."""
    inside = 0
    for c in range(4):
        if not _within(others, own[c, 0], own[c, 1], edge):
            continue
        inside += 1
        if of_b and _taken(others, own, own[c, 0], own[c, 1], edge):
            continue
        x, y, z = own[4 + c, 0], own[4 + c, 1], own[4 + c, 2]
        name = _name(axis, side, c) + (8 if of_b else 0)
        count = add_on_flat(x, y, z, 0.0, of_b, F, across, half, nx, ny, nz, margin, name, kind_of_point(of_b), contacts, count)
    return inside, count


@kernel
def _name(axis: int, side: float, k: int) -> int:
    """The number, in its box, of corner k of a face: a bit for each axis along which it is at the positive end."""
    name = 1 << axis if side > 0.0 else 0
    if k == 0 or k == 3:
        name += 1 << (axis + 1) % 3
    if k < 2:
        name += 1 << (axis + 2) % 3
    return name


@kernel
def _outline_into(G: Array, h: Array, axis: int, side: float, P: Array, across: int, out: Array) -> None:
    """Write a face, corner after corner, as seen along P's axis `across`: along the other two from P's centre.

    out : corners (x, y) in rows 0-3, and in the world in rows 4-7; the line m·(x, y) = c of each edge as (m, c) in
          rows 8-11, m pointing out
    """
    i, j = (across + 1) % 3, (across + 2) % 3
    u, v = (axis + 1) % 3, (axis + 2) % 3
    s = side * h[axis]
    cx, cy, cz = G[9] + s * G[axis], G[10] + s * G[3 + axis], G[11] + s * G[6 + axis]
    for k in range(4):
        a, b = h[u] if k == 0 or k == 3 else -h[u], h[v] if k < 2 else -h[v]
        x, y, z = cx + a * G[u] + b * G[v], cy + a * G[3 + u] + b * G[3 + v], cz + a * G[6 + u] + b * G[6 + v]
        out[4 + k, 0], out[4 + k, 1], out[4 + k, 2] = x, y, z
        x, y, z = x - P[9], y - P[10], z - P[11]
        out[k, 0] = x * P[i] + y * P[3 + i] + z * P[6 + i]
        out[k, 1] = x * P[j] + y * P[3 + j] + z * P[6 + j]
    turn = (out[1, 0] - out[0, 0]) * (out[2, 1] - out[1, 1]) - (out[1, 1] - out[0, 1]) * (out[2, 0] - out[1, 0])
    for k in range(2):  # opposite edges are parallel
        x, y = out[k + 1, 1] - out[k, 1], out[k, 0] - out[k + 1, 0]
        scale = math.copysign(1.0 / max(math.sqrt(x * x + y * y), 1e-300), turn)
        x, y = scale * x, scale * y
        out[8 + k, 0], out[8 + k, 1], out[8 + k, 2] = x, y, x * out[k, 0] + y * out[k, 1]
        out[10 + k, 0], out[10 + k, 1], out[10 + k, 2] = -x, -y, -x * out[k + 2, 0] - y * out[k + 2, 1]


@kernel
def _beyond(outline: Array, e: int, x: float, y: float) -> float:
    """How far a point is outside the line of edge e of an outline; negative inside."""
    return outline[8 + e, 0] * x + outline[8 + e, 1] * y - outline[8 + e, 2]


@kernel
def _within(outline: Array, x: float, y: float, edge: float) -> bool:
    for e in range(4):
        if _beyond(outline, e, x, y) > edge:
            return False
    return True


@kernel
def _taken(corners: Array, outline: Array, x: float, y: float, edge: float) -> bool:
    """Whether one of the corners, itself within the outline, is at (x, y)."""
    for k in range(4):
        if abs(corners[k, 0] - x) < 4.0 * edge and abs(corners[k, 1] - y) < 4.0 * edge:
            if _within(outline, corners[k, 0], corners[k, 1], edge):
                return True
    return False


@kernel
def _crossing(p: Array, e: int, q: Array, f: int, edge: float) -> float:
    """Where edge f of outline q crosses edge e of outline p, 0 to 1 along f; -1 unless each clearly ends on both sides."""
    e2, f2 = (e + 1) % 4, (f + 1) % 4
    a = _beyond(p, e, q[f, 0], q[f, 1])
    if abs(a) <= edge:
        return -1.0
    b = _beyond(p, e, q[f2, 0], q[f2, 1])
    if abs(b) <= edge or a * b > 0.0:
        return -1.0
    c, d = _beyond(q, f, p[e, 0], p[e, 1]), _beyond(q, f, p[e2, 0], p[e2, 1])
    if min(abs(c), abs(d)) <= edge or c * d > 0.0:
        return -1.0
    return a / (a - b)
