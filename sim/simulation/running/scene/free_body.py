"""Free bodies: the inertia of solids, and a body's state from what people know of it."""

from __future__ import annotations

import numpy as np

from ....arrays import Array, frozen
from ....definition.placement_rows import pose_numbers
from ....errors import ArgumentError
from ....multibody.model.convex_mesh import mesh_moments
from ....multibody.model.shapes import Box, Capsule, Cylinder, Mesh, Shape, SolidEllipsoid, Sphere, TriangleMesh


def solid_center(shape: Shape) -> Array:
    """Centre of mass (3,) of a solid of uniform density, in its axes [m]."""
    if isinstance(shape, Mesh) and shape.data is not None:
        return mesh_moments(shape.data)[1]
    return frozen(np.zeros(3))


def solid_inertia(shape: Shape, mass: float) -> Array:
    """Inertia (3, 3) about the centre of a solid of uniform density, along its axes [kg m²]. Raises ArgumentError."""
    match shape:
        case Sphere(radius=r):
            moments = np.full(3, 0.4 * mass * r * r)
        case Box(size=(x, y, z)):
            moments = mass / 12.0 * np.array([y * y + z * z, x * x + z * z, x * x + y * y])
        case SolidEllipsoid(radii=(x, y, z)):
            moments = 0.2 * mass * np.array([y * y + z * z, x * x + z * z, x * x + y * y])
        case Cylinder(radius=r, length=length):
            across = mass / 12.0 * (3.0 * r * r + length * length)
            moments = np.array([across, across, 0.5 * mass * r * r])
        case Capsule(radius=r, length=length):
            moments = _capsule(r, length, mass)
        case Mesh(data=TriangleMesh() as data):
            volume, _, second = mesh_moments(data)
            return mass / volume * (np.trace(second) * np.eye(3) - second)
        case _:
            raise ArgumentError("a {name} has no inertia of its own", name=type(shape).__name__)
    return np.diag(moments)


def _capsule(r: float, length: float, mass: float) -> Array:
    """Moments of a cylinder with two half-balls: each part's own, moved to the common centre."""
    volumes = np.array([np.pi * r * r * length, 4.0 / 3.0 * np.pi * r**3])
    middle, ends = mass * volumes / volumes.sum()
    along = 0.5 * middle * r * r + 0.4 * ends * r * r
    # A half-ball's centre lies 3r/8 beyond its flat side.
    reach = 0.5 * length + 0.375 * r
    across = middle / 12.0 * (3.0 * r * r + length * length) + ends * ((0.4 - 0.375**2) * r * r + reach * reach)
    return np.array([across, across, along])


def free_body_state(placement: Array, velocity: Array, spin: Array) -> tuple[Array, Array]:
    """The (7,) and (6,) numbers of a free-flyer at a pose (4, 4), moving with these velocities given in the world."""
    rotation = placement[:3, :3]
    return pose_numbers(placement), np.concatenate([rotation.T @ velocity, rotation.T @ spin])
