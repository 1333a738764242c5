"""How a contact acts on the joints: t = (J_s - J_p)ᵀ n, from the 6-vector of its normal and the Jacobians of both bodies.

ζ = n·(ξ_s - ξ_p) = tᵀ q̇, and by virtual power the contact gives the joints t λ. About any one point the answer is the same.
Linear parts come first. Source: contact-management, "Espace cartésien → espace articulaire", "Points de contact multiples".
"""

from __future__ import annotations

import numpy as np

from ....arrays import Array, frozen
from ....errors import ArgumentError
from ....multibody.algebra.plain_spatial import skew
from ....multibody.kinematics.jacobian import jacobian
from ....multibody.kinematics.kinematics import frame_pose
from ....multibody.model.model import GRAVITY, Model
from ...problem.problem import ContactProblem
from ..touching_body import inertia_and_gyroscopic
from .values import BodyContacts, ContactDirection


def contact_direction(
    model: Model, q: Array, problem: ContactProblem, contact: int, about: Array | None = None
) -> ContactDirection:
    """The direction t of one contact of a problem at q (nq,), with what it is made of.

    about : (3,) in the world, where moments and twists are taken [m]; None: the point of the contact, where n has no moment
    Raises ArgumentError for a contact that the problem has not; UnknownNameError for bodies that are not of the model.
    """
    if not 0 <= contact < len(problem):
        raise ArgumentError("there is no contact {contact}; the problem has {count}", contact=contact, count=len(problem))
    point, normal = problem.point[contact], problem.normal[contact]
    place = point if about is None else np.asarray(about, dtype=np.float64)
    predecessor, successor = problem.bodies[contact]
    J_s, J_p = (_jacobian_at(model, q, body, place) for body in (successor, predecessor))
    return ContactDirection(
        successor=successor,
        predecessor=predecessor,
        about=frozen(np.array(place)),
        normal=frozen(np.concatenate([normal, np.cross(point - place, normal)])),
        J_s=frozen(J_s),
        J_p=frozen(J_p),
    )


def body_contacts(
    model: Model,
    q: Array,
    v: Array,
    problem: ContactProblem,
    body: str,
    tau: Array | None = None,
    gravity: tuple[float, float, float] = GRAVITY,
) -> BodyContacts:
    """N, I, f and ξ ×* I ξ of a free body with its contacts, about its centre of mass.

    q (nq,), v (nv,); tau (nv,): what joints are given, of which the body takes its own six [N, N m]
    Raises ArgumentError where the body is not free, carries others, or has no contact; UnknownNameError for an unknown one.
    """
    model.frame_index(body)
    joint = next((joint for joint in model.joints if joint.child == body), None)
    if joint is None or joint.kind.nv != 6 or any(other.parent == body for other in model.joints):
        raise ArgumentError("body {body!r} is not one that moves freely and carries nothing", body=body)
    contacts = tuple(c for c, pair in enumerate(problem.bodies) if body in pair)
    if not contacts:
        raise ArgumentError("no contact of the problem is one of body {body!r}", body=body)
    part = model.bodies[model.body_names.index(body)]
    pose = frame_pose(model, q, body)
    R, center = pose[:3, :3], pose[:3, 3] + pose[:3, :3] @ part.com
    signs = np.array([1.0 if problem.bodies[c][1] == body else -1.0 for c in contacts])
    normal, point = signs[:, None] * problem.normal[list(contacts)], problem.point[list(contacts)]
    force = np.concatenate([part.mass * np.asarray(gravity), np.zeros(3)])
    J = _jacobian_at(model, q, body, center)
    own = model.joint_slices()[joint.name][1]
    if tau is not None:
        force = force + np.linalg.solve(J[:, own].T, np.asarray(tau, dtype=np.float64)[own])
    inertia, gyroscopic = inertia_and_gyroscopic(part.mass, R @ part.inertia @ R.T, J @ np.asarray(v, dtype=np.float64))
    return BodyContacts(
        body=body,
        contacts=contacts,
        center=frozen(center),
        N=frozen(np.vstack([normal.T, np.cross(point - center, normal).T])),
        inertia=frozen(inertia),
        force=frozen(force),
        gyroscopic=frozen(gyroscopic),
    )


def _jacobian_at(model: Model, q: Array, body: str, place: Array) -> Array:
    """Twist (6, nv) of a body at a place of the world, along the world's axes."""
    J = np.array(jacobian(model, q, body, "world"))
    J[:3] -= skew(np.asarray(place)) @ J[3:]
    return J
