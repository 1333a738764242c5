"""The convex hull of points as a mesh, and the volume, centre and moments of what a closed mesh encloses."""

from __future__ import annotations

from collections.abc import Sequence
from hashlib import sha256
from pathlib import Path

import numpy as np

from ...arrays import Array, frozen
from ...errors import ArgumentError
from .shapes import Mesh, TriangleMesh


def convex_mesh(vertices: Sequence[Sequence[float]] | Array) -> Mesh:
    """The convex hull of points (n, 3) as a mesh that is no file [m]; flat faces, three corners of its own for each triangle.

    Its vertices keep double precision. Raises ArgumentError for points that lie in one plane.
    """
    from scipy.spatial import ConvexHull, QhullError

    points = np.unique(np.array(vertices, dtype=np.float64), axis=0)
    try:
        hull = ConvexHull(points)
    except QhullError:
        raise ArgumentError("the vertices of a convex shape lie in one plane: it has no inside") from None
    triangles, normals = hull.simplices, hull.equations[:, :3]
    a, b, c = (points[triangles[:, k]] for k in range(3))
    inward = np.einsum("ij,ij->i", np.cross(b - a, c - a), normals) < 0.0
    triangles = np.where(inward[:, None], triangles[:, ::-1], triangles)
    data = TriangleMesh(
        frozen(points[triangles.ravel()]),
        frozen(np.repeat(normals, 3, axis=0).astype(np.float32)),
        None,
        frozen(np.arange(triangles.size, dtype=np.uint32).reshape(-1, 3)),
    )
    return Mesh(Path(f"convex_{sha256(points.tobytes()).hexdigest()[:16]}"), data=data)  # equal only to one of these points


def mesh_moments(mesh: TriangleMesh) -> tuple[float, Array, Array]:
    """Volume [m³], centre (3,) [m], and second moments ∫ r rᵀ dV (3, 3) about the centre [m⁵] of what closed triangles enclose.

    Sums over the tetrahedra from one corner to each triangle: det/6, det/24 (a + b + c) and
    det/120 (a aᵀ + b bᵀ + c cᵀ + s sᵀ), s = a + b + c (F. Tonon, Journal of Mathematics and Statistics 1, 2005).
    """
    points = np.asarray(mesh.vertices, dtype=np.float64)
    corner = points[0].copy()
    a, b, c = (points[mesh.triangles[:, k]] - corner for k in range(3))
    det = np.einsum("ij,ij->i", a, np.cross(b, c))
    s = a + b + c
    volume = float(det.sum()) / 6.0
    center = (det @ s) / 24.0 / volume
    second = sum(np.einsum("n,ni,nj->ij", det, r, r) for r in (a, b, c, s)) / 120.0
    return volume, frozen(center + corner), frozen(second - volume * np.outer(center, center))
