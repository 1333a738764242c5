"""Which body is under the pointer: the ray through a pixel against the triangles that are drawn."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from ..mesh.body_mesh import BodyMesh
from ..view import View

Array = np.ndarray


@dataclass(frozen=True, eq=False, slots=True)
class Hit:
    """The nearest point of a body along a ray."""

    body: int
    distance: float  # from the ray's origin [m]
    point: Array  # (3,) in the world [m]
    point_in_body: Array  # (3,) in the body's frame [m]


def pick(view: View, x: float, y: float, size: tuple[float, float]) -> Hit | None:
    """What is seen at a position in a window of this size; None where no body is."""
    if view.mesh is None or view.model is None:
        return None
    return cast(view.mesh, view.body_poses(), view.hidden_bodies(), *view.camera.ray(x, y, size))


def cast(mesh: BodyMesh, poses: Array, hidden: Array, origin: Array, direction: Array) -> Hit | None:
    """The first body that a ray meets.

    Bodies are tried nearest first, and only if the ray meets the ball around them.
    """
    centers = np.einsum("nij,nj->ni", poses[:, :3, :3], mesh.centers) + poses[:, :3, 3]
    ahead = (centers - origin) @ direction
    beside = np.sqrt(np.maximum(((centers - origin) ** 2).sum(axis=1) - ahead**2, 0))
    met = (beside <= mesh.radii) & (ahead + mesh.radii > 0) & ~hidden
    enters = ahead - np.sqrt(np.maximum(mesh.radii**2 - beside**2, 0))
    nearest, found = np.inf, -1
    for body in np.flatnonzero(met)[np.argsort(enters[met])]:
        if enters[body] > nearest:
            break
        rotation, translation = poses[body, :3, :3], poses[body, :3, 3]
        distance = _first_triangle(mesh, int(body), (origin - translation) @ rotation, direction @ rotation)
        if distance < nearest:
            nearest, found = distance, int(body)
    if found < 0:
        return None
    point = origin + nearest * direction
    return Hit(found, float(nearest), point, (point - poses[found, :3, 3]) @ poses[found, :3, :3])


def _first_triangle(mesh: BodyMesh, body: int, origin: Array, direction: Array) -> float:
    """Distance along a ray, in the body's frame, to the body's first triangle; infinite if it meets none.

    Method: a + u e₁ + v e₂ = origin + t direction, solved with Cramer's rule for all triangles at once
    (Möller & Trumbore 1997, §2).
    """
    runs = [mesh.triangles[first : first + count] for first, count in mesh.spans[body]]
    if not runs:
        return float("inf")
    corners = mesh.vertices["position"][np.concatenate(runs)].astype(float)
    a, e1, e2 = corners[:, 0], corners[:, 1] - corners[:, 0], corners[:, 2] - corners[:, 0]
    p = np.cross(direction, e2)
    determinant = (e1 * p).sum(axis=1)
    with np.errstate(divide="ignore", invalid="ignore"):
        s = origin - a
        u = (s * p).sum(axis=1) / determinant
        q = np.cross(s, e1)
        v = q @ direction / determinant
        t = (e2 * q).sum(axis=1) / determinant
        hit = (u >= 0) & (v >= 0) & (u + v <= 1) & (t > 0)
    return float(t[hit].min()) if hit.any() else float("inf")


def floor_point(view: View, x: float, y: float, size: tuple[float, float]) -> Array | None:
    """(3,) where the ray through a position meets the floor, unless that is far away; None if it does not."""
    origin, direction = view.camera.ray(x, y, size)
    if not view.floor_is_drawn() or abs(direction[2]) < 1e-6:
        return None
    distance = -origin[2] / direction[2]
    if not 0 < distance < 3 * view.camera.distance:
        return None
    point: Array = origin + distance * direction
    return point
