"""All velocities of a frame that joint speed limits allow: the exact image of a box, a zonotope.

Source: THEORY §2; Ziegler 1995, "Lectures on Polytopes", §7.3: the faces of a zonotope are zonotopes of the generators across
their normal.
"""

from __future__ import annotations

import numpy as np

from ...arrays import Array, as_floats, frozen
from ..jacobian.singular_values import rank_tolerance
from .ellipsoids import checked_limits
from .polytopes import assembled, distinct, parallels
from .values import NEAR, Polytope

FAINT = 1e-13  # a generator this small, as a share of the largest, is rounding


def velocity_zonotope(J: Array, speed: Array) -> Polytope:
    """The velocities v = J q̇ with |q̇_k| ≤ q̇max_k: n joints in general position give n (n - 1) faces.

    J     : (3, n) position or orientation rows of a Jacobian in world axes
    speed : (n,) q̇max, above 0 [rad/s | m/s]
    A robot that loses directions gives a polygon, a segment or a point. Raises ArgumentError.
    """
    J = as_floats("J", J)
    G = J * checked_limits("speed", speed, J)
    U, sigma, Vt = np.linalg.svd(G, full_matrices=True)
    rank = int(np.sum(sigma > rank_tolerance(G, sigma)))
    flat = frozen(U[:, rank:])
    if rank == 0:
        return assembled(np.zeros((1, 0)), np.zeros((0, 0)), np.zeros(0), np.zeros((3, 0)), flat=flat)
    W = _joined(Vt[:rank].T)
    signs, N = (_segment, _polygon, _solid)[rank - 1](W)
    signs = np.vstack([signs, -signs])
    signs = signs[distinct(signs > 0.0)]
    N = np.vstack([N, -N])
    return assembled(signs @ W, N, np.abs(N @ W.T).sum(axis=1), U[:, :rank] * sigma[:rank], flat=flat)


def _joined(W: Array) -> Array:
    """Generators (n, d) less those that are zero; those along one line are one, their sum."""
    lengths = np.linalg.norm(W, axis=1)
    W = W[lengths > FAINT * np.max(lengths)]
    groups = parallels(W)
    if len(groups) == len(W):
        return W
    return np.array([np.sign(W[group] @ W[group[0]]) @ W[group] for group in groups])


def _segment(W: Array) -> tuple[Array, Array]:
    return np.sign(W.T), np.ones((1, 1))


def _polygon(W: Array) -> tuple[Array, Array]:
    """Signs (m, n) of the generators at one end of each edge, and at the other; and normals (n, 2) of the edges."""
    N = np.column_stack([-W[:, 1], W[:, 0]]) / np.linalg.norm(W, axis=1, keepdims=True)
    signs = np.sign(N @ W.T)
    np.fill_diagonal(signs, 1.0)
    other = signs.copy()
    np.fill_diagonal(other, -1.0)
    return np.vstack([signs, other]), N


def _solid(W: Array) -> tuple[Array, Array]:
    """Signs (m, n) of the generators at the ends of edges, and a normal (f, 3) of each pair of opposite faces.

    The face across generators i and j has the normal n = g_i × g_j. All generators off its plane take the sign of n · g; on
    its edges along g_i the others in the plane take that of ±(n × g_i) · g, and g_i either.
    """
    count = len(W)
    i, j = (~np.eye(count, dtype=bool)).nonzero()
    pair = np.arange(len(i))
    N = np.cross(W[i], W[j])
    N /= np.linalg.norm(N, axis=1, keepdims=True)
    heights = N @ W.T
    inside = np.abs(heights) <= NEAR * np.linalg.norm(W, axis=1)
    inside[pair, i] = inside[pair, j] = True
    off = np.where(inside, 0.0, np.sign(heights))
    across = np.where(inside, np.sign(np.cross(N, W[i]) @ W.T), 0.0)
    signs = np.stack([off + across, off - across, off + across, off - across])
    signs[:2, pair, i], signs[2:, pair, i] = 1.0, -1.0
    lowest = inside.argmax(axis=1)
    second = (inside & (np.arange(count) > lowest[:, None])).argmax(axis=1)
    return signs.reshape(-1, count), N[(i == lowest) & (j == second)]
