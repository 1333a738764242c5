"""The contacts of the state that a simulation starts from, with the forces of its accelerations.

Nothing was solved for it: this is what its contacts are known by.
"""

from __future__ import annotations

import numpy as np

from torseur.sim.contact.contacts import Contacts, Mode
from torseur.sim.contact.island.solver_arrays import DENSE_FREEDOMS
from torseur.sim.errors import ArgumentError
from torseur.sim.simulation.inspection.inspected_problem import ACCELERATIONS, InspectedProblem
from torseur.sim.simulation.inspection.other_problems import closed_problem, inspected_problem
from torseur.sim.simulation.recording.recording import Recording
from torseur.sim.texts import tr

MOST_AT_ONCE = 24  # contacts and joints up to which a state's problems are solved while the window waits: milliseconds


def start_contacts(recording: Recording) -> Contacts:
    """Up to MOST_AT_ONCE of them. Raises ArgumentError, saying why, where they cannot be had."""
    if recording.scene.model.nv > DENSE_FREEDOMS:
        raise ArgumentError(
            tr(
                "{count} degrees of freedom: at the start the view and this table have forces for up to {most}, the problem "
                "below and the pages for all.",
                count=recording.scene.model.nv,
                most=DENSE_FREEDOMS,
            )
        )
    count = len(closed_problem(recording, 0))
    if count > MOST_AT_ONCE:
        raise ArgumentError(
            tr(
                "{count} closed contacts: at the start the view and this table have forces for up to {most}, the problem "
                "below and the pages for all.",
                count=count,
                most=MOST_AT_ONCE,
            )
        )
    return _contacts_of(inspected_problem(recording, 0, ACCELERATIONS)) if count else recording.contacts(0)


def _contacts_of(answer: InspectedProblem) -> Contacts:
    """The contacts of a problem of accelerations, with its forces."""
    problem, recording = answer.problem, answer.recording
    bodies, axes = recording.scene.model.body_names, problem.axes
    begins = np.linalg.norm(answer.rate[:, :2], axis=1) > 1e-8 * max(1.0, float(np.max(np.abs(problem.w))))
    slides = np.any(problem.sliding != 0.0, axis=1) | begins
    mode = np.where(answer.force[:, 2] <= 0.0, Mode.OPEN, np.where(slides, Mode.SLIP, Mode.STICK))
    zeros = np.zeros((len(problem), 3))
    return Contacts(
        body_a=np.array([bodies.index(a) for a, _ in problem.bodies], dtype=np.int64),
        body_b=np.array([bodies.index(b) for _, b in problem.bodies], dtype=np.int64),
        point=problem.point,
        normal=problem.normal,
        gap=problem.gap,
        velocity=(problem.T.T @ recording.v[answer.index])[:, None] * problem.normal,
        impulse=zeros,
        force=np.einsum("cak,ca->ck", axes, answer.force),
        friction=problem.friction,
        mode=mode.astype(np.int64),
        impact=np.zeros(len(problem), dtype=bool),
    )
