"""Whether a body can have the mass, the inertia and the centre of mass that a link gives it."""

from __future__ import annotations

import numpy as np

from sim.multibody.arrays import Array
from sim.multibody.model import Body, Collision, Visual
from sim.multibody.shapes import Box, Capsule, Cylinder, Mesh, Shape, Sphere

from .document import Document, Element, owner

SMALLEST_GYRATION = 1e-6  # [m] radius of gyration; below, the inertia counts as 0
NEGATIVE = 1e-6  # of the largest principal moment: what lies further below 0 is no rounding
NEAR_TRIANGLE = 0.01  # of the largest principal moment: by how much rounded files go beyond the sum of the others
ROUNDING = 1e-6  # of the largest principal moment: what six digits in a file cannot tell from 0
SMALLEST_EXTENT = 0.01  # [m] diagonal of the box about the shapes that the distance of a centre of mass is compared to


def say_inertia(document: Document, element: Element, mass: float, matrix: Array, moves: bool) -> None:
    """Record what no body can have.

    The principal moments a ≤ b ≤ c of a body are above 0, and c ≤ a + b (equal for what is flat). Many published robots
    break the second rule, and their mass matrices are positive definite all the same: so it is never an error.

    matrix : (3, 3) about the centre of mass [kg m²]
    moves  : whether a joint moves the link
    """
    a, b, c = np.linalg.eigvalsh(matrix).tolist()
    size = max(abs(a), abs(c))
    found = f"{a:.4g}, {b:.4g}, {c:.4g} kg m²"
    told = f"{owner(element)}principal moments of inertia of {found}"
    if mass == 0.0:
        if size > 0.0:
            message = f"{owner(element)}it has no mass, and principal moments of inertia of {found}"
            document.say("mass-zero", element, message, "0 kg", "above 0")
    elif a < -NEGATIVE * size and size > mass * SMALLEST_GYRATION**2:
        rule = "inertia-negative" if moves else "inertia-negative-fixed"
        document.say(rule, element, f"{told}; none can be negative", found, "above 0")
    elif size <= mass * SMALLEST_GYRATION**2:
        message = f"{owner(element)}it has a mass of {mass:g} kg and no inertia: it is a point"
        document.say("inertia-zero", element, message, found, "above 0")
    else:
        if a <= ROUNDING * size:
            document.say("inertia-singular", element, f"{told}; each should be above 0", found, "above 0")
        _say_triangle(document, element, told, (a, b, c))


def _say_triangle(document: Document, element: Element, told: str, moments: tuple[float, float, float]) -> None:
    a, b, c = moments
    beyond = (c - a - b) / c
    if beyond <= ROUNDING:
        return
    rule = "inertia-near-triangle" if beyond <= NEAR_TRIANGLE else "inertia-triangle"
    message = f"{told}; the largest exceeds the sum of the others, which no body's does"
    document.say(rule, element, message, f"{c:.4g}", f"at most {a + b:.4g}")


def say_center_of_mass(document: Document, element: Element, body: Body) -> None:
    """Record a centre of mass that is farther from the box about the link's shapes than the diagonal of that box."""
    parts: list[Visual | Collision] = [*body.visuals, *body.collisions]
    boxes = [_box(part.shape, part.placement) for part in parts]
    known = [box for box in boxes if box is not None]
    if not known or len(known) < len(boxes):
        return
    low = np.min([box[0] for box in known], axis=0)
    high = np.max([box[1] for box in known], axis=0)
    diagonal = max(float(np.linalg.norm(high - low)), SMALLEST_EXTENT)
    distance = float(np.linalg.norm(np.maximum(np.maximum(low - body.com, body.com - high), 0.0)))
    if distance > diagonal:
        message = f"{owner(element)}its centre of mass is {distance:.3g} m away from its shapes, which are {diagonal:.3g} m long"
        document.say("com-outside", element, message, f"{distance:.3g} m", f"at most {diagonal:.3g} m")


def _box(shape: Shape, placement: Array) -> tuple[Array, Array] | None:
    """Corners (3,) of a box in the body's axes about a shape; None for a mesh that is not read."""
    bounds = _own_box(shape)
    if bounds is None:
        return None
    low, high = bounds
    center = placement[:3, :3] @ (0.5 * (low + high)) + placement[:3, 3]
    half = np.abs(placement[:3, :3]) @ (0.5 * (high - low))
    return center - half, center + half


def _own_box(shape: Shape) -> tuple[Array, Array] | None:
    """Corners (3,) of the box about a shape, in its own axes."""
    match shape:
        case Box(size):
            half = 0.5 * np.array(size)
        case Sphere(radius):
            half = np.full(3, radius)
        case Cylinder(radius, length):
            half = np.array([radius, radius, 0.5 * length])
        case Capsule(radius, length):
            half = np.array([radius, radius, 0.5 * length + radius])
        case Mesh(data=data) if data is not None:
            x, y, z = data.vertices.T  # one after another: along axis 0 it takes twenty times as long
            low, high = (x.min(), y.min(), z.min()), (x.max(), y.max(), z.max())
            return np.array(low, dtype=float), np.array(high, dtype=float)
        case _:
            return None
    return -half, half
