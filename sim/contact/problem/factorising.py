"""Cholesky's method by LAPACK, while other threads go on.

SciPy's own wrappers hold Python's lock: of a heap of 580 contacts for 0.1 s, in which a window would hear nobody.
"""

from __future__ import annotations

import ctypes
from collections.abc import Callable, Mapping

import numpy as np
from scipy.linalg import cython_lapack

from ...arrays import Array
from ...errors import ArgumentError


def pivoted_cholesky(A: Array, tolerance: float) -> tuple[Array, np.ndarray, int]:
    """(lower, order, rank) of A (n, n) symmetric: A[order][:, order] = L Lᵀ, with L the first `rank` columns of `lower`.

    tolerance : pivots on the diagonal up to this are taken as 0. Source: LAPACK's dpstrf; Higham 2002, §10.3.
    """
    lower, n = _columns(A), len(A)
    order, work = np.zeros(n, dtype=np.intc), np.zeros(max(1, 2 * n))
    rank, info = ctypes.c_int(0), ctypes.c_int(0)
    if n:
        size, end = ctypes.c_int(n), ctypes.c_double(tolerance)
        _DPSTRF(
            b"L",
            ctypes.addressof(size),
            lower.ctypes.data,
            ctypes.addressof(size),
            order.ctypes.data,
            ctypes.addressof(rank),
            ctypes.addressof(end),
            work.ctypes.data,
            ctypes.addressof(info),
        )
    return np.tril(lower), order.astype(np.int64) - 1, rank.value


def is_positive_definite(A: Array) -> bool:
    """Whether A (n, n) symmetric is: whether Cholesky's method comes to its end. Source: LAPACK's dpotrf."""
    if not len(A):
        return True
    lower, size, info = _columns(A), ctypes.c_int(len(A)), ctypes.c_int(0)
    _DPOTRF(b"L", ctypes.addressof(size), lower.ctypes.data, ctypes.addressof(size), ctypes.addressof(info))
    return info.value == 0


def solve_triangular(lower: Array, b: Array, *, transposed: bool = False) -> Array:
    """L⁻¹ b, or L⁻ᵀ b, for L (n, n) the lower triangle of what is given and b (n,) or (n, k). Source: LAPACK's dtrtrs.

    Raises ArgumentError where sizes do not fit, and where L has a zero on its diagonal.
    """
    L, x = _columns(lower), np.array(b, dtype=np.float64, order="F")
    if len(x) != len(L):
        raise ArgumentError("b has {count} rows; L has {l_count}", count=len(x), l_count=len(L))
    if x.size:
        size, count, info = ctypes.c_int(len(L)), ctypes.c_int(x.size // len(L)), ctypes.c_int(0)
        n = ctypes.addressof(size)
        _DTRTRS(
            b"L",
            b"T" if transposed else b"N",
            b"N",
            n,
            ctypes.addressof(count),
            L.ctypes.data,
            n,
            x.ctypes.data,
            n,
            ctypes.addressof(info),
        )
        if info.value:
            raise ArgumentError("L has a zero on its diagonal, in row {info}", info=info.value)
    return x


def _columns(A: Array) -> Array:
    """A copy, column by column, as LAPACK writes over it."""
    found = np.array(A, dtype=np.float64, order="F")
    if found.ndim != 2 or len(found) != len(found.T):
        raise ArgumentError("a matrix of shape {shape} is not square", shape=found.shape)
    return found


def _routine(name: str, letters: int, numbers: int) -> Callable[..., None]:
    """A routine that takes letters, then addresses of numbers; ctypes lets go of Python's lock while it runs."""
    capsules: Mapping[str, object] = cython_lapack.__pyx_capi__
    capsule = capsules[name]
    name_of, pointer_of = ctypes.pythonapi.PyCapsule_GetName, ctypes.pythonapi.PyCapsule_GetPointer
    name_of.restype, name_of.argtypes = ctypes.c_char_p, (ctypes.py_object,)
    pointer_of.restype, pointer_of.argtypes = ctypes.c_void_p, (ctypes.py_object, ctypes.c_char_p)
    address = pointer_of(capsule, name_of(capsule))
    return ctypes.CFUNCTYPE(None, *[ctypes.c_char_p] * letters, *[ctypes.c_void_p] * numbers)(address)


_DPSTRF, _DPOTRF, _DTRTRS = _routine("dpstrf", 1, 8), _routine("dpotrf", 1, 4), _routine("dtrtrs", 3, 7)
