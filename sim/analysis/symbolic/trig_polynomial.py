"""Polynomials in the cosines and sines of joint angles, as numbers: what a condition on q is where it crosses to NumPy."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from ...arrays import Array


@dataclass(frozen=True, slots=True)
class TrigPolynomial:
    """Σ c ∏ cos(q_i)^a sin(q_i)^b q_i^d over the joints of a chain. Plain values."""

    coefficients: tuple[float, ...]  # (k,)
    powers: tuple[tuple[tuple[int, int, int], ...], ...]  # (k, n, 3): of cos, sin and the number itself

    def at(self, q: Array) -> float:
        """Its value at q (n,)."""
        return self.with_gradient(q)[0]

    def with_gradient(self, q: Array) -> tuple[float, Array]:
        """Its value and its derivatives (n,) at q (n,)."""
        n = len(q)
        powers = np.array(self.powers, dtype=np.int64).reshape(-1, n, 3)
        base = np.stack([np.cos(q), np.sin(q), q], axis=-1)  # (n, 3)
        inner = np.stack([-np.sin(q), np.cos(q), np.ones(n)], axis=-1)
        single = base**powers  # (k, n, 3)
        lowered = powers * base ** np.maximum(powers - 1, 0) * inner
        joint = single.prod(axis=2)  # (k, n)
        slope = (
            lowered[..., 0] * single[..., 1] * single[..., 2]
            + single[..., 0] * lowered[..., 1] * single[..., 2]
            + single[..., 0] * single[..., 1] * lowered[..., 2]
        )
        c = np.array(self.coefficients)
        gradient = np.empty(n)
        for i in range(n):
            others = np.delete(joint, i, axis=1).prod(axis=1)
            gradient[i] = c @ (slope[:, i] * others)
        return float(c @ joint.prod(axis=1)), gradient
