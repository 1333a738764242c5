"""What a free body that touches something has, moments about its centre of mass: inertia, gyroscopic wrench, contact forces.

Wrenches are [f; n] along the world's axes. Source: THEORY §4; contact-management, "Point de contact unique sur 1 solide".
"""

from __future__ import annotations

import numpy as np

from ...arrays import Array
from ...multibody.model.model import Model
from ..problem.problem import ContactProblem


def inertia_and_gyroscopic(mass: float, inertia: Array, twist: Array) -> tuple[Array, Array]:
    """I (6, 6) and ξ ×* I ξ (6,) [N, N m] of a mass [kg] with its inertia (3, 3) [kg m²] and twist (6,) at the centre."""
    spatial = np.zeros((6, 6))
    spatial[:3, :3], spatial[3:, 3:] = mass * np.eye(3), inertia
    v, omega = twist[:3], twist[3:]
    return spatial, np.concatenate([np.cross(omega, mass * v), np.cross(omega, inertia @ omega)])


def contact_wrench(problem: ContactProblem, force: Array, body: str, center: Array) -> Array:
    """The wrench (6,) about a place (3,) of the contact forces (n, 3) on a body, along tangent, normal × tangent, normal."""
    world = np.einsum("cak,ca->ck", problem.axes, force)
    world *= np.array([float(b == body) - float(a == body) for a, b in problem.bodies])[:, None]
    return np.concatenate([world.sum(axis=0), np.cross(problem.point - center, world).sum(axis=0)])


def contact_on_one_body(model: Model, problem: ContactProblem) -> str:
    """The only body that moves of those in contact, where it is free and carries nothing; else empty."""
    carried = {joint.parent for joint in model.joints}
    free = {joint.child for joint in model.joints if joint.kind.nv == 6 and joint.child not in carried}
    fixed = {name for name, row in zip(model.body_names, model.frame_row, strict=False) if row == 0}
    found = {body for pair in problem.bodies for body in pair if body not in fixed}
    return found.pop() if len(found) == 1 and found <= free else ""
