"""Singular values of a matrix, and how many of them count."""

from __future__ import annotations

import numpy as np

from ...arrays import Array


def rank_tolerance(J: Array, sigma: Array) -> float:
    """Singular values up to this count as zero: max(m, n) ε σ₁ (THEORY §2)."""
    return float(max(J.shape) * np.finfo(float).eps * np.max(sigma, initial=0.0))


def left_singular(J: Array) -> tuple[Array, Array, int]:
    """U (m, m), m singular values of J (m, n), zeros where it has fewer columns than rows, and the rank."""
    wide = J.shape[1] >= len(J)  # then U is whole without V as (n, n), which is large for a thousand joints
    U, found, _ = np.linalg.svd(J, full_matrices=not wide)
    sigma = np.zeros(len(J))
    sigma[: len(found)] = found
    return U, sigma, int(np.sum(sigma > rank_tolerance(J, sigma)))
