"""Sine and cosine of many angles at once.

The angles of all joints are the costliest numbers of a small robot: the C library takes 20 ns a pair, one at a time. Here
they are sums without a branch, which the compiler works out four at a time. Within 2.3e-16 of the true values.
Source: Taylor's series on |r| ≤ π/4, with the argument reduced by π/2 in three parts (Cody & Waite 1980).
"""

from __future__ import annotations

import math

from ...arrays import Array
from ...kernel import compiler, kernel, small

LARGEST = 1e5  # [rad]; beyond, the first part of π/2 times the quadrant is not exact any more
_TWO_OVER_PI = 2.0 / math.pi
_PART_1, _PART_2, _PART_3 = (
    float.fromhex(x) for x in ("0x1.921fb54400000p+0", "0x1.0b4611a600000p-34", "0x1.3198a2e037073p-69")
)
_ROUND = 1.5 * 2.0**52  # added and taken away, it leaves the nearest whole number
_S3, _S5, _S7, _S9, _S11, _S13, _S15, _S17 = ((-1) ** k / math.factorial(2 * k + 1) for k in range(1, 9))
_C4, _C6, _C8, _C10, _C12, _C14, _C16, _C18 = ((-1) ** k / math.factorial(2 * k) for k in range(2, 10))


def _sincos(x: float) -> tuple[float, float]:
    """Sine and cosine of x, |x| ≤ LARGEST [rad]."""
    k = (x * _TWO_OVER_PI + _ROUND) - _ROUND
    r = ((x - k * _PART_1) - k * _PART_2) - k * _PART_3
    z = r * r
    s = r + r * z * (_S3 + z * (_S5 + z * (_S7 + z * (_S9 + z * (_S11 + z * (_S13 + z * (_S15 + z * _S17)))))))
    c = 1.0 - 0.5 * z + z * z * (_C4 + z * (_C6 + z * (_C8 + z * (_C10 + z * (_C12 + z * (_C14 + z * (_C16 + z * _C18)))))))
    half, quarter = 0.5 * k, 0.25 * k
    odd = half != (half + _ROUND) - _ROUND
    turn = quarter - ((quarter + _ROUND) - _ROUND)  # quarters of a turn: 0, 0.25, ±0.5, -0.25
    sine, cosine = (c, s) if odd else (s, c)
    return -sine if turn < 0.0 or turn > 0.3 else sine, -cosine if turn > 0.0 or turn < -0.3 else cosine


# Products and sums may be fused: here, unlike in what cancels between bodies, that only helps.
_sincos_small = compiler(_sincos, no_cpython_wrapper=True, no_cfunc_wrapper=True, fastmath={"contract"})


@small
def sincos(x: float) -> tuple[float, float]:
    """Sine and cosine of any angle [rad]."""
    if abs(x) <= LARGEST:
        return _sincos_small(x)
    return math.sin(x), math.cos(x)


@kernel
def sincos_into(angles: Array, sines: Array, cosines: Array) -> None:
    """Write sines and cosines (n,) of angles (n,) [rad]."""
    far = 0
    for j in range(angles.shape[0]):
        far += abs(angles[j]) > LARGEST
    if far == 0:
        for j in range(angles.shape[0]):
            s, c = _sincos_small(angles[j])
            sines[j], cosines[j] = s, c
    else:
        for j in range(angles.shape[0]):
            sines[j], cosines[j] = math.sin(angles[j]), math.cos(angles[j])
