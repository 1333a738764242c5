"""The largest separation of two solids among the directions at right angles to one of their segments.

On that circle of angles θ, σ is smooth but for corners where another segment, or a disc's axis, changes sides; between
two corners a top is where its slope passes through zero.
"""

from __future__ import annotations

import math

from ....arrays import Array
from ....kernel import kernel
from .segments_and_discs import DISCS

_ROUNDS = 60  # of the search for a zero of the slope; ten are enough but for nearly flat tops


@kernel
def top_of_circle(
    parts: Array, segments: int, discs: int, k: int, dx: float, dy: float, dz: float
) -> tuple[float, float, float]:
    """The best direction (unit) that is at right angles to segment k and inside an arc between corners.

    Arcs whose slope does not fall from positive to negative have their best at a corner, and are not looked at.
    """
    u, sizes = parts[0], parts[1]
    wx, wy, wz = u[k, 0], u[k, 1], u[k, 2]
    sign = math.copysign(1.0, wz)
    c = -1.0 / (sign + wz)
    px, py, pz = 1.0 + sign * wx * wx * c, sign * wx * wy * c, -sign * wx
    qx, qy, qz = wy * pz - wz * py, wz * px - wx * pz, wx * py - wy * px
    dp, dq = dx * px + dy * py + dz * pz, dx * qx + dy * qy + dz * qz
    low = math.atan2(dq, dp) - 0.5 * math.pi
    _cut(parts, 0, low)
    _cut(parts, 1, low + math.pi)
    n = 2
    for e in range(DISCS + discs):
        if e == k or segments <= e < DISCS:
            continue
        a = u[e, 0] * px + u[e, 1] * py + u[e, 2] * pz
        b = u[e, 0] * qx + u[e, 1] * qy + u[e, 2] * qz
        sizes[e, 1], sizes[e, 2] = a, b
        if a * a + b * b > 1e-18:
            corner = math.atan2(b, a) + (0.0 if e >= DISCS else 0.5 * math.pi)
            _cut(parts, n, low + (corner - low) % math.pi)
            n += 1
    best, top = -1e300, low
    for i in range(n - 1):
        start, end = _cut_at(parts, i), _cut_at(parts, i + 1)
        if end - start < 1e-14:
            continue
        # The segments' ends that face b all along this arc.
        mp, mq = math.cos(0.5 * (start + end)), math.sin(0.5 * (start + end))
        cp, cq = dp, dq
        for e in range(segments):
            if e != k:
                s = math.copysign(sizes[e, 0], sizes[e, 1] * mp + sizes[e, 2] * mq)
                cp, cq = cp - s * sizes[e, 1], cq - s * sizes[e, 2]
        if _slope(parts, discs, cp, cq, start) < 0.0 or _slope(parts, discs, cp, cq, end) > 0.0:
            continue
        angle = _zero(parts, discs, cp, cq, start, end)
        x, y = math.cos(angle), math.sin(angle)
        value = cp * x + cq * y
        for e in range(DISCS, DISCS + discs):
            b = sizes[e, 1] * x + sizes[e, 2] * y
            value -= sizes[e, 0] * math.sqrt(max(0.0, 1.0 - b * b))
        if value > best:
            best, top = value, angle
    x, y = math.cos(top), math.sin(top)
    return x * px + y * qx, x * py + y * qy, x * pz + y * qz


@kernel
def _cut(parts: Array, n: int, angle: float) -> None:
    """Insert an angle into the n that are kept in order behind the parts."""
    scratch = parts[1]
    i = n
    while i > 0 and scratch[10 + (i - 1) // 3, (i - 1) % 3] > angle:
        scratch[10 + i // 3, i % 3] = scratch[10 + (i - 1) // 3, (i - 1) % 3]
        i -= 1
    scratch[10 + i // 3, i % 3] = angle


@kernel
def _cut_at(parts: Array, i: int) -> float:
    return parts[1, 10 + i // 3, i % 3]


@kernel
def _slope(parts: Array, discs: int, cp: float, cq: float, angle: float) -> float:
    """dσ/dθ on an arc: of the point (cp, cq) that is left of d, and of the discs seen from the side."""
    sizes = parts[1]
    x, y = math.cos(angle), math.sin(angle)
    slope = cq * x - cp * y
    for e in range(DISCS, DISCS + discs):
        b = sizes[e, 1] * x + sizes[e, 2] * y
        square = 1.0 - b * b
        if square > 1e-30:
            slope += sizes[e, 0] * b * (sizes[e, 2] * x - sizes[e, 1] * y) / math.sqrt(square)
    return slope


@kernel
def _zero(parts: Array, discs: int, cp: float, cq: float, start: float, end: float) -> float:
    """Where the slope, not negative at `start` and not positive at `end`, is zero (regula falsi, as Illinois has it)."""
    at_start, at_end = _slope(parts, discs, cp, cq, start), _slope(parts, discs, cp, cq, end)
    if at_start == 0.0 or at_end == 0.0:
        return start if at_start == 0.0 else end
    last = 0
    angle = start
    for _ in range(_ROUNDS):
        angle = (start * at_end - end * at_start) / (at_end - at_start)
        if not start < angle < end:
            break
        value = _slope(parts, discs, cp, cq, angle)
        if value > 0.0:
            start, at_start = angle, value
            if last == 1:
                at_end *= 0.5
            last = 1
        elif value < 0.0:
            end, at_end = angle, value
            if last == -1:
                at_start *= 0.5
            last = -1
        else:
            break
    return angle
