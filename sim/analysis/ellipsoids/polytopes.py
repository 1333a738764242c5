"""Convex polytopes that are symmetric about the origin: what exact joint limits allow of a velocity or a force."""

from __future__ import annotations

import numpy as np

from ...arrays import Array, frozen
from ...errors import ArgumentError
from .values import NEAR, Polytope


def cut_polytope(polytope: Polytope, longest: float) -> tuple[Polytope, bool]:
    """The same, cut by the box |u · x| ≤ `longest` along its main directions u; and whether there was anything to cut.

    The main directions are the left singular vectors of its vertices, and where it has no end those directions.
    """
    if not longest > 0.0:
        raise ArgumentError("longest is {longest:g}; a polytope is cut at a length above 0", longest=longest)
    if polytope.outer <= longest:
        return polytope, False
    U = np.linalg.svd(polytope.vertices.T, full_matrices=True)[0][:, : polytope.dimension]
    basis = np.hstack([U, polytope.unbounded])
    rows = np.divide(polytope.normals, polytope.offsets[:, None])[polytope.offsets > 0.0]
    return between_planes(np.vstack([rows @ basis, np.eye(basis.shape[1]) / longest]), basis), True


def between_planes(rows: Array, basis: Array) -> Polytope:
    """The polytope of x = `basis` z with |`rows` z| ≤ 1.

    rows  : (n, d) of rank d
    basis : (3, d) orthonormal columns
    Each edge lies on two of the planes: for each pair of planes the piece of their common line that all others leave.
    Exact up to rounding; the planes are first scaled to orthonormal columns, so that thin shapes are as exact as round ones.
    """
    d = rows.shape[1]
    W, sigma, Vt = np.linalg.svd(rows, full_matrices=False)
    tightest = _tightest(W)
    W, planes = W[tightest], rows[tightest] @ basis.T
    M = basis @ (Vt.T / sigma)
    if d == 1:
        Y = np.array([[1.0], [-1.0]]) / np.max(np.abs(W))
    else:
        Y = _meeting_points(W)
        products = Y @ W.T
        codes = np.hstack([products > 1.0 - NEAR, products < NEAR - 1.0])
        Y = Y[distinct(codes)]
    return assembled(Y, np.vstack([W, -W]), np.ones(2 * len(W)), M, np.vstack([planes, -planes]))


def assembled(Y: Array, N: Array, offsets: Array, M: Array, planes: Array | None = None, flat: Array | None = None) -> Polytope:
    """The polytope of x = M y.

    Y, N, offsets : vertices (v, d), normals (f, d) and offsets (f,) in coordinates y
    M             : (3, d), of rank d
    planes        : (f, 3) the same normals for x, with planes x ≤ offsets; None: found from N, less exactly where M is thin
    flat          : (3, k) orthonormal columns: directions in which it has no width; all others across M have no end
    """
    d = M.shape[1]
    on = np.abs(Y @ N.T - offsets) <= NEAR * offsets if d else np.zeros((1, 0), dtype=bool)  # (v, f)
    faces = on.sum(axis=0) >= d
    normals = planes if planes is not None else N @ np.linalg.pinv(M) if d else np.zeros((0, 3))
    on, N, normals, offsets = on[:, faces], N[faces], normals[faces], offsets[faces]
    if d == 3:
        triangles, edges = _solid_mesh(Y, N, on)
        if np.linalg.det(M) < 0.0:
            triangles = triangles[:, ::-1]
    elif d == 2:
        ring = np.argsort(np.arctan2(Y[:, 1], Y[:, 0]))
        triangles = np.column_stack([np.full(len(ring) - 2, ring[0]), ring[1:-1], ring[2:]])
        edges = np.column_stack([ring, np.roll(ring, -1)])
    else:
        triangles, edges = np.zeros((0, 3), dtype=np.int64), np.array([[0, 1]][:d], dtype=np.int64).reshape(-1, 2)
    lengths = np.linalg.norm(normals, axis=1)
    normals, offsets = normals / lengths[:, None], offsets / lengths
    across = np.linalg.svd(M, full_matrices=True)[0][:, d:] if d < 3 else np.zeros((3, 0))
    if flat is not None:
        normals = np.vstack([normals, flat.T, -flat.T])
        offsets = np.append(offsets, np.zeros(2 * flat.shape[1]))
        across = np.zeros((3, 0))
    return Polytope(
        frozen(Y @ M.T if d else np.zeros((1, 3))),
        frozen(triangles),
        frozen(edges),
        frozen(normals),
        frozen(offsets),
        frozen(across),
        d,
    )


def distinct(codes: np.ndarray) -> np.ndarray:
    """Indices of rows (m, n) of true and false, one of each that occurs."""
    if codes.shape[1] <= 62:
        numbers = codes @ (1 << np.arange(codes.shape[1], dtype=np.int64))
        return np.asarray(np.unique(numbers, return_index=True)[1])
    return np.asarray(np.unique(np.packbits(codes, axis=1), axis=0, return_index=True)[1])


def _solid_mesh(Y: Array, N: Array, on: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Triangles (t, 3) and edges (e, 2) of the faces whose vertices are given by `on` (v, f)."""
    face, vertex = np.nonzero(on.T)
    counts = np.bincount(face)
    starts = np.cumsum(counts) - counts
    centers = np.add.reduceat(Y[vertex], starts) / counts[:, None]
    first = Y[vertex[starts]] - centers
    second = np.cross(N, first)
    away = Y[vertex] - centers[face]
    angle = np.arctan2(
        np.einsum("ij,ij->i", away, second[face]) / np.linalg.norm(N, axis=1)[face], np.einsum("ij,ij->i", away, first[face])
    )
    ring = vertex[np.lexsort((angle, face))]
    place = np.arange(len(ring)) - starts[face]
    following = ring[np.where(place + 1 < counts[face], np.arange(len(ring)) + 1, starts[face])]
    inner = (place > 0) & (place + 1 < counts[face])
    triangles = np.column_stack([ring[starts[face]], ring, following])[inner]
    pairs = np.unique(np.minimum(ring, following) * len(Y) + np.maximum(ring, following))
    return triangles, np.column_stack(np.divmod(pairs, len(Y)))


def _meeting_points(W: Array) -> Array:
    """Vertices (m, d) of |W y| ≤ 1, each several times; d is 2 or 3, no two rows parallel."""
    i, j = np.triu_indices(len(W), 1)
    a, b = W[i], W[j]
    aa, ab, bb = (np.einsum("pk,pk->p", x, y) for x, y in ((a, a), (a, b), (b, b)))
    determinant = aa * bb - ab * ab
    points, along = [], []
    for sign in (1.0, -1.0):  # the points of a y = 1, b y = sign that are nearest to the origin
        points.append(((bb - sign * ab) / determinant)[:, None] * a + ((sign * aa - ab) / determinant)[:, None] * b)
        along.append(np.cross(a, b) / np.sqrt(determinant)[:, None] if W.shape[1] == 3 else np.zeros_like(a))
    P, D = np.vstack(points), np.vstack(along)
    at, rate = P @ W.T, D @ W.T
    steep = np.abs(rate) > NEAR * np.linalg.norm(W, axis=1)
    with np.errstate(divide="ignore", invalid="ignore"):
        ends = (np.sign(rate) - at) / rate
        begins = (-np.sign(rate) - at) / rate
    high = np.where(steep, ends, np.inf).min(axis=1)
    low = np.where(steep, begins, -np.inf).max(axis=1)
    fits = np.all(steep | (np.abs(at) <= 1.0 + NEAR), axis=1)
    if W.shape[1] == 2:
        found = P[fits]
    else:
        fits &= low < high
        found = np.vstack([(P + low[:, None] * D)[fits], (P + high[:, None] * D)[fits]])
    return np.vstack([found, -found])


def _tightest(W: Array) -> np.ndarray:
    """Which rows (n, d) the others do not imply, and of parallel ones the longest; the columns are orthonormal.

    ‖y‖² = ‖W y‖² ≤ n wherever all |w · y| ≤ 1, so that a row with ‖w‖² < 1/n is never reached: nor are all such together.
    """
    lengths = np.linalg.norm(W, axis=1)
    reached = np.flatnonzero(lengths**2 * len(W) > 1.0 - NEAR)
    groups = [reached[group] for group in parallels(W[reached])]
    return np.array([group[np.argmax(lengths[group])] for group in groups])


def parallels(W: Array) -> list[np.ndarray]:
    """Indices of the rows (n, d), none of them zero, those along one line together."""
    unit = W / np.linalg.norm(W, axis=1, keepdims=True)
    away = unit[:, None, :] - np.sign(unit @ unit.T)[..., None] * unit[None]
    same = np.einsum("ijk,ijk->ij", away, away) < NEAR * NEAR
    first = same.argmax(axis=1)
    return [np.flatnonzero(first == k) for k in np.unique(first)]
