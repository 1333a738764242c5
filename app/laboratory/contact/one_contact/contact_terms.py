"""M and d of one contact: of a body of one's own, or of the instant, where its body is free or part of a robot.

Source: contact-management, "Point de contact unique sur 1 solide"; "Espace cartésien → espace articulaire" for what is jointed.
"""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np

from torseur.sim.arrays import Array
from torseur.sim.contact.analysis.single_contact import BodyContact, ContactAlone, body_contact, contact_alone
from torseur.sim.contact.analysis.touching_body import contact_on_one_body, contact_wrench
from torseur.sim.contact.problem.moved_numbers import response_to
from torseur.sim.multibody.dynamics.inverse_dynamics import inverse_dynamics
from torseur.sim.multibody.kinematics.kinematics import frame_pose, frame_twists
from torseur.sim.simulation.inspection.inspected_problem import InspectedProblem
from torseur.ui.laboratory.contact.one_contact.values import OwnBody

GRAVITY = 9.81  # of a body of one's own, along -z [m/s²]
UP = np.array([0.0, 0.0, 1.0])


@dataclass(frozen=True, eq=False, slots=True)
class JointTerms:
    """d of a contact of jointed bodies, t · H⁻¹ (τ - C) + ṫ · q̇, term by term [m/s²]."""

    from_torques: float  # t · H⁻¹ τ
    from_motion: float  # -t · H⁻¹ C, gravity in it
    from_normal: float  # ṫ · q̇


@dataclass(frozen=True, eq=False, slots=True)
class ContactTerms:
    """What there is to tell of one contact of an instant."""

    alone: ContactAlone
    body: BodyContact | None  # where the contact is of one free body with what does not move
    joints: JointTerms | None  # of a problem of accelerations
    response: Array | None  # (nv,) H⁻¹ t: how q̈ changes for one newton; of a problem of accelerations


def own_contact(body: OwnBody) -> BodyContact:
    """The contact of a body that is typed. Raises ArgumentError for radii that do not go together."""
    radius = {"flat": math.inf, "hollow": -body.ground_radius}.get(body.ground, body.ground_radius)
    wrench = np.concatenate([np.array(body.push) - body.mass * GRAVITY * UP, np.zeros(3)])
    return body_contact(
        body.mass,
        np.diag(body.inertia),
        np.array(body.point),
        UP,
        np.array([*body.velocity, *body.spin]),
        wrench,
        ground_radius=radius,
        body_radius=body.body_radius,
        axis=np.array([0.0, 1.0, 0.0]) if body.ground == "cylinder" else None,
    )


def contact_terms(solved: InspectedProblem, place: int, others: bool) -> ContactTerms:
    """One contact of a problem; `others`: whether the forces of the others, and friction, act as they are."""
    problem, recording, i = solved.problem, solved.recording, solved.index
    force = solved.force - solved.given if others else None
    alone = contact_alone(problem, place, force)
    if solved.which != "accelerations":
        return ContactTerms(alone, None, None, None)
    response = response_to(problem.H, problem.T[:, place])
    model, q, v = recording.scene.model, recording.q[i], recording.v[i]
    tau = recording.tau[i] + recording.passive[i]
    bias = inverse_dynamics(model, q, v, np.zeros(model.nv), gravity=recording.scene.gravity)
    torques, motion = float(response @ tau), -float(response @ bias)
    terms = JointTerms(torques, motion, alone.own - torques - motion)
    return ContactTerms(alone, _free_body(solved, place, force), terms, response)


def _free_body(solved: InspectedProblem, place: int, force: Array | None) -> BodyContact | None:
    """The contact in vectors of the body, where it is of one free body and what does not move."""
    problem, recording, i = solved.problem, solved.recording, solved.index
    model, scene = recording.scene.model, recording.scene
    name = contact_on_one_body(model, problem.part(np.array([place])))
    if not name:
        return None
    body = model.bodies[model.frame_index(name)]
    part = model.joint_slices()[next(joint.name for joint in model.joints if joint.child == name)][1]
    if np.any(recording.tau[i, part] + recording.passive[i, part] != 0.0):
        return None
    pose, twist = frame_pose(model, recording.q[i], name), frame_twists(model, recording.q[i], recording.v[i])
    R, lever = pose[:3, :3], pose[:3, :3] @ body.com
    center, spin = pose[:3, 3] + lever, twist[model.frame_index(name), 3:]
    velocity = twist[model.frame_index(name), :3] + np.cross(spin, lever)
    wrench = np.concatenate([body.mass * np.array(scene.gravity), np.zeros(3)])
    if force is not None:
        others = np.array(force)
        others[place, 2] = 0.0
        wrench = wrench + contact_wrench(problem, others, name, center)
    sign = 1.0 if problem.bodies[place][1] == name else -1.0
    return body_contact(
        body.mass,
        R @ body.inertia @ R.T,
        problem.point[place] - center,
        sign * problem.normal[place],
        np.concatenate([velocity, spin]),
        wrench,
    )
