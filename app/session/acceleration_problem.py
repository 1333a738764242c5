"""The problem of the accelerations at one state of a recording, solved under a law; and its contacts with their forces.

Nothing was solved for the state that a simulation starts from: this is what its contacts are known by.
"""

from __future__ import annotations

import numpy as np

from torseur.sim.contact.contacts import Contacts, Mode
from torseur.sim.contact.island.solver_arrays import DENSE_FREEDOMS
from torseur.sim.contact.problem.methods import solve_contact_problem
from torseur.sim.contact.problem.problem import ContactProblem
from torseur.sim.contact.problem.redundant_forces import least_norm_forces
from torseur.sim.errors import ArgumentError, SingularMassMatrixError
from torseur.sim.multibody.model.state import State
from torseur.sim.simulation.inspection.solved_problem import InspectedProblem
from torseur.sim.simulation.recording.recording import Recording
from torseur.sim.simulation.running.contact_problem import MOST_CLOSED, contact_problem
from torseur.sim.texts import tr

MOST_AT_ONCE = 24  # contacts and joints up to which a state's problems are solved while the window waits: milliseconds


def start_contacts(recording: Recording, most: int = MOST_CLOSED) -> Contacts:
    """The contacts of the state that a simulation starts from, with the forces of its accelerations, up to `most` of them.

    Raises ArgumentError, saying why, where they cannot be had.
    """
    if recording.scene.model.nv > DENSE_FREEDOMS and most <= MOST_AT_ONCE:
        raise ArgumentError(
            tr(
                "{count} degrees of freedom: at the start the view and this table have forces for up to {most}, the problem "
                "below and the pages for all.",
                count=recording.scene.model.nv,
                most=DENSE_FREEDOMS,
            )
        )
    problem = _closed(recording, 0)
    if not len(problem):
        return recording.contacts(0)
    if len(problem) > most:
        raise ArgumentError(
            tr(
                "{count} closed contacts: at the start the view and this table have forces for up to {most}, the problem "
                "below and the pages for all.",
                count=len(problem),
                most=most,
            )
        )
    return contacts_of(recording, 0, answered(problem, "acceleration", "coulomb", 0))


def contacts_of(recording: Recording, i: int, answer: InspectedProblem) -> Contacts:
    """The contacts of a problem of accelerations at state i, with its forces."""
    problem, bodies = answer.problem, recording.scene.model.body_names
    axes = problem.axes
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
        velocity=(problem.T.T @ recording.v[i])[:, None] * problem.normal,
        impulse=zeros,
        force=np.einsum("cak,ca->ck", axes, answer.force),
        friction=problem.friction,
        mode=mode.astype(np.int64),
        impact=np.zeros(len(problem), dtype=bool),
    )


def accelerations_at(recording: Recording, i: int) -> ContactProblem:
    """The problem of the accelerations of state i: 0.25 s for 216 balls. Raises ArgumentError: why there is none."""
    problem = _closed(recording, i)
    if not len(problem):
        raise ArgumentError(tr("No contact is closed."))
    return problem


def _closed(recording: Recording, i: int) -> ContactProblem:
    """The problem of the accelerations of state i, perhaps without contacts."""
    state = State(float(recording.t[i]), recording.q[i], recording.v[i])
    try:
        return contact_problem(recording.scene, state, recording.tau[i] + recording.passive[i])
    except SingularMassMatrixError as error:
        raise ArgumentError(str(error)) from None


def answered(
    problem: ContactProblem, level: str, law: str, facets: int, like: InspectedProblem | None = None
) -> InspectedProblem:
    """A problem solved under a law."""
    part = np.flatnonzero(like.taking_part) if like is not None else np.arange(len(problem))
    taking = problem.part(part)
    solution = least_norm_forces(taking, solve_contact_problem(taking, law=law, facets=facets or 4))
    n = len(problem)
    force, zeros = np.zeros((n, 3)), np.zeros((n, 3))
    force[part] = solution.force
    return InspectedProblem(
        problem=problem,
        J=np.zeros((3 * n, 0)) if like is None else like.J,
        level=level,
        law=law,
        facets=facets,
        force=force,
        given=zeros,
        least=zeros[:, 2],
        target=zeros[:, 2] if like is None else like.target,
        softness=zeros[:, 2] if like is None else like.softness,
        joints=("",) * n if like is None else like.joints,
        recorded_residual=np.nan,
        interval=0.0 if like is None else like.interval,
        method=solution.method,
        iterations=solution.iterations,
    )
