"""The edges of what bodies touch with: of solids the few that show their shape, of meshes those where the surface bends."""

from __future__ import annotations

import numpy as np

from torseur.sim.multibody.model.model import Model
from torseur.sim.multibody.model.shapes import Box, Capsule, Cylinder, Mesh, Shape, SolidEllipsoid, Sphere, TriangleMesh

from .body_mesh import VERTEX

Array = np.ndarray

SHARP = np.radians(22.0)  # an edge where the surface bends by as much is drawn
SHARE = 0.2  # and in any case this share of the edges, those that bend most: round things have no sharp ones
FLAT = np.radians(1.0)  # but none that bends by less
ROUND = 40  # pieces of a circle


def wire_vertices(model: Model) -> np.ndarray:
    """Two of VERTEX (2 n,) for each edge, in the frame of its body. Planes and ground have none."""
    parts = []
    for index, body in enumerate(model.bodies):
        for collision in body.collisions:
            edges = shape_edges(collision.shape)
            if edges is not None and len(edges):
                placement = np.asarray(collision.placement, dtype=float)
                vertices = np.zeros(2 * len(edges), dtype=VERTEX)
                vertices["position"] = edges.reshape(-1, 3) @ placement[:3, :3].T + placement[:3, 3]
                vertices["normal"][:, 2] = 1.0
                vertices["body"] = index
                parts.append(vertices)
    return np.concatenate(parts) if parts else np.zeros(0, dtype=VERTEX)


def shape_edges(shape: Shape) -> Array | None:
    """Ends (n, 2, 3) of the edges of a shape in its own frame; None if it has none."""
    match shape:
        case Box(size):
            return _box(np.array(size) / 2)
        case Sphere(radius):
            return np.concatenate([np.roll(_circle(radius, 0.0), k, axis=2) for k in range(3)])
        case SolidEllipsoid(radii):
            return np.concatenate([np.roll(_circle(1.0, 0.0), k, axis=2) for k in range(3)]) * np.array(radii)
        case Cylinder(radius, length):
            rims = [_circle(radius, z) for z in (-length / 2, 0.0, length / 2)]
            return np.concatenate([*rims, _rails(radius, length)])
        case Capsule(radius, length):
            rims = [_circle(radius, z) for z in (-length / 2, length / 2)]
            return np.concatenate([*rims, _rails(radius, length), *_caps(radius, length)])
        case Mesh(data=TriangleMesh() as mesh):
            return mesh_edges(mesh)
    return None


def mesh_edges(mesh: TriangleMesh) -> Array:
    """Ends (n, 2, 3) of the edges of triangles where the surface bends, or ends."""
    points = mesh.vertices.astype(float)
    low, extent = points.min(axis=0), max(float(np.ptp(points, axis=0).max()), 1e-12)
    steps = np.round((points - low) * ((1 << 20) / extent)).astype(np.int64)
    _, first, same = np.unique((steps[:, 0] << 42) | (steps[:, 1] << 21) | steps[:, 2], return_index=True, return_inverse=True)
    triangles = same.ravel()[mesh.triangles.astype(np.int64)]
    corners = points[first][triangles]
    normals = np.cross(corners[:, 1] - corners[:, 0], corners[:, 2] - corners[:, 0])
    normals /= np.maximum(np.linalg.norm(normals, axis=1, keepdims=True), 1e-300)
    edges = np.sort(triangles[:, [[0, 1], [1, 2], [2, 0]]].reshape(-1, 2), axis=1)
    order = np.lexsort((edges[:, 1], edges[:, 0]))
    edges, faces = edges[order], order // 3
    starts = np.flatnonzero(np.r_[True, np.any(edges[1:] != edges[:-1], axis=1)])
    counts = np.diff(np.r_[starts, len(edges)])
    partners = np.minimum(starts + 1, len(edges) - 1)
    cosines = np.einsum("ij,ij->i", normals[faces[starts]], normals[faces[partners]])
    bends = np.where(counts == 2, np.arccos(np.clip(cosines, -1.0, 1.0)), np.pi)
    bends[edges[starts, 0] == edges[starts, 1]] = 0.0
    least = max(FLAT, min(SHARP, float(np.quantile(bends, 1.0 - SHARE)))) if len(bends) else SHARP
    ends: Array = points[first][edges[starts][bends >= least]]
    return ends


def _circle(radius: float, z: float) -> Array:
    angles = np.linspace(0.0, 2.0 * np.pi, ROUND + 1)
    points = np.stack([radius * np.cos(angles), radius * np.sin(angles), np.full(ROUND + 1, z)], axis=1)
    return np.stack([points[:-1], points[1:]], axis=1)


def _rails(radius: float, length: float) -> Array:
    """Four lines along z."""
    angles = np.arange(4) * (np.pi / 2)
    around = np.stack([radius * np.cos(angles), radius * np.sin(angles)], axis=1)
    return np.stack([np.column_stack([around, np.full(4, z)]) for z in (-length / 2, length / 2)], axis=1)


def _caps(radius: float, length: float) -> list[Array]:
    """Two half circles at either end."""
    found = []
    angles = np.linspace(0.0, np.pi, ROUND // 2 + 1)
    for sign in (1.0, -1.0):
        for swap in (False, True):
            across, up = radius * np.cos(angles), sign * (length / 2 + radius * np.sin(angles))
            none = np.zeros_like(angles)
            points = np.stack([none, across, up] if swap else [across, none, up], axis=1)
            found.append(np.stack([points[:-1], points[1:]], axis=1))
    return found


def _box(half: Array) -> Array:
    edges = []
    for axis in range(3):
        u, v = (axis + 1) % 3, (axis + 2) % 3
        for su in (-1.0, 1.0):
            for sv in (-1.0, 1.0):
                ends = np.zeros((2, 3))
                ends[:, axis] = -half[axis], half[axis]
                ends[:, u], ends[:, v] = su * half[u], sv * half[v]
                edges.append(ends)
    return np.array(edges)
