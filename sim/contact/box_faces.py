"""The patch where two faces of boxes meet: corners of each on the other, and where their edges cross.

Points are told apart by where they come from, whichever of the two faces gives the normal: corners of a are 0-7, those of b
8-15, crossings come after. What is within a millionth of the size of an outline counts as on it, so that rounding takes no
points away where faces are flush.
"""

from __future__ import annotations

import math
from typing import Any

from ..kernel import kernel
from ..multibody.arrays import Array
from .features import add_on_flat, kind_of_point

_EDGE = 1e-6
_CROSSING = 16


@kernel
def faces(
    P: Array, hp: Array, Q: Array, hq: Array, axis: int, p_is_a: bool, margin: float, contacts: Any, count: int, work: Array
) -> int:  # fmt: skip
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
    p_inside = q_inside = 0
    for k in range(8):  # corners of a, then those of b
        of_b = k >= 4
        of_p = of_b != p_is_a
        mine, others = (on_p, on_q) if of_p else (on_q, on_p)
        c = k % 4
        if not _within(others, mine[c, 0], mine[c, 1], edge):
            continue
        p_inside, q_inside = (p_inside + 1, q_inside) if of_p else (p_inside, q_inside + 1)
        if of_b and _taken(others, mine, mine[c, 0], mine[c, 1], edge):
            continue
        if of_p:
            x, y, z, name = _corner(P, hp, axis, sp, c)
            G, across, half = Q, facing, hq[facing]
        else:
            x, y, z, name = _corner(Q, hq, facing, sq, c)
            G, across, half = P, axis, hp[axis]
        name += 8 if of_b else 0
        count = add_on_flat(
            x, y, z, 0.0, of_b, G, across, half, nx, ny, nz, margin, name, kind_of_point(of_b), contacts, count
        )
    if p_inside == 4 or q_inside == 4:  # one face is on the other: no edges cross
        return count
    for k in range(16):  # each edge of P with each of Q
        e, f = k // 4, k % 4
        t = _crossing(on_p, e, on_q, f, edge)
        if t < 0.0:
            continue
        ax, ay, az, a = _corner(Q, hq, facing, sq, f)
        bx, by, bz, b = _corner(Q, hq, facing, sq, (f + 1) % 4)
        _, _, _, c = _corner(P, hp, axis, sp, e)
        _, _, _, d = _corner(P, hp, axis, sp, (e + 1) % 4)
        # Each edge by its two corners; a's comes first.
        mine, others = 8 * min(c, d) + max(c, d), 8 * min(a, b) + max(a, b)
        name = _CROSSING + (64 * mine + others if p_is_a else 64 * others + mine)
        count = add_on_flat(
            ax + t * (bx - ax), ay + t * (by - ay), az + t * (bz - az), 0.0, p_is_a, P, axis, hp[axis],
            nx, ny, nz, margin, name, kind_of_point(p_is_a), contacts, count,
        )  # fmt: skip
    return count


@kernel
def _corner(G: Array, h: Array, axis: int, side: float, k: int) -> tuple[float, float, float, int]:
    """Corner k of a face, going round it, in the world; and the corner's number in the box."""
    u, v = (axis + 1) % 3, (axis + 2) % 3
    su, sv = 1.0 if k == 0 or k == 3 else -1.0, 1.0 if k < 2 else -1.0
    a, b, c = side * h[axis], su * h[u], sv * h[v]
    name = (1 << axis if side > 0.0 else 0) + (1 << u if su > 0.0 else 0) + (1 << v if sv > 0.0 else 0)
    return (
        G[9] + a * G[axis] + b * G[u] + c * G[v],
        G[10] + a * G[3 + axis] + b * G[3 + u] + c * G[3 + v],
        G[11] + a * G[6 + axis] + b * G[6 + u] + c * G[6 + v],
        name,
    )


@kernel
def _outline_into(G: Array, h: Array, axis: int, side: float, P: Array, across: int, out: Array) -> None:
    """Write a face as seen along P's axis `across`, along the other two from P's centre.

    out : corners (x, y) in rows 0-3; the line m·(x, y) = c of each edge as (m, c) in rows 8-11, m pointing out
    """
    i, j = (across + 1) % 3, (across + 2) % 3
    for k in range(4):
        x, y, z, _ = _corner(G, h, axis, side, k)
        x, y, z = x - P[9], y - P[10], z - P[11]
        out[k, 0] = x * P[i] + y * P[3 + i] + z * P[6 + i]
        out[k, 1] = x * P[j] + y * P[3 + j] + z * P[6 + j]
    turn = (out[1, 0] - out[0, 0]) * (out[2, 1] - out[1, 1]) - (out[1, 1] - out[0, 1]) * (out[2, 0] - out[1, 0])
    for k in range(4):
        f = (k + 1) % 4
        x, y = out[f, 1] - out[k, 1], out[k, 0] - out[f, 0]
        length = math.copysign(max(math.sqrt(x * x + y * y), 1e-300), turn)
        out[8 + k, 0], out[8 + k, 1] = x / length, y / length
        out[8 + k, 2] = (x * out[k, 0] + y * out[k, 1]) / length


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
