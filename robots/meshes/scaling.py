"""A mesh made larger, smaller, or mirrored."""

from __future__ import annotations

import numpy as np

from torseur.sim.arrays import frozen
from torseur.sim.multibody.model.shapes import TriangleMesh


def scaled(mesh: TriangleMesh, scale: tuple[float, float, float]) -> TriangleMesh:
    """Return the mesh with its coordinates multiplied by `scale`; a mirrored one keeps its outside outside."""
    factors = np.array(scale)
    normals = mesh.normals / factors
    mirrored = np.prod(factors) < 0.0
    lengths = np.linalg.norm(normals, axis=1, keepdims=True)
    return TriangleMesh(
        vertices=frozen((mesh.vertices * factors).astype(np.float32)),
        normals=frozen((normals / lengths).astype(np.float32)),
        colors=mesh.colors,
        triangles=frozen(mesh.triangles[:, ::-1]) if mirrored else mesh.triangles,
    )
