"""What the sections of the page Friction ask of a problem, each computed in a thread."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from torseur.sim.contact.analysis.friction.values import LawAnswer, PolarError
from torseur.sim.errors import ArgumentError
from torseur.sim.texts import tr
from torseur.ui.laboratory.contact.friction.values import LawsView, PainleveState, PolarView

if TYPE_CHECKING:  # with Numba, which the window's first picture goes without
    from torseur.sim.arrays import Array
    from torseur.sim.contact.problem.problem import ContactProblem
    from torseur.sim.simulation.recording.recording import Recording

    from ...instant_problem import InstantContactProblem

REST = 1e-9  # a slip up to this is none [m/s]


class ContactLoad(NamedTuple):
    """One contact of a problem, in forces where they are known."""

    force: Array  # (3,) along tangent, normal × tangent, normal, in `unit`
    slip: Array  # (2,) [m/s]; a unit direction where `slip_unit` is empty
    unit: str
    slip_unit: str


def contact_load(problem: InstantContactProblem, place: int) -> ContactLoad:
    """The force and the slip of a contact: of a step the mean force, of an impact the impulse."""
    solved = problem.solved
    per = 1.0 / solved.interval if solved.interval else 1.0
    unit = "N·s" if solved.level == "impact" else "N"
    slip, slip_unit = _slip(problem, place)
    return ContactLoad(per * solved.force[place], slip, unit, slip_unit)


def _slip(problem: InstantContactProblem, place: int) -> tuple[Array, str]:
    solved = problem.solved
    if solved.level != "acceleration":
        rows = slice(3 * place, 3 * place + 2)
        slip = solved.problem.W[rows] @ (solved.force - solved.given).ravel() + solved.problem.w[rows]
    elif solved.J.shape[1] and np.any(
        solved.problem.sliding[place] != 0.0
    ):  # else it is held, however slowly it creeps
        slip = (solved.J[3 * place : 3 * place + 2]) @ problem.recording.v[problem.index]
    else:
        return solved.problem.sliding[place], ""
    return np.where(np.linalg.norm(slip) > REST, slip, 0.0), "m/s"


def laws_of(problem: InstantContactProblem, place: int, facets: int) -> LawsView:
    """The contact under three laws. Raises ArgumentError, saying why they cannot be compared."""
    from torseur.sim.contact.analysis.friction.laws_compared import laws_compared, step_problem

    solved = problem.solved
    asked, per, unit = solved.problem, 1.0 / solved.interval if solved.interval else 1.0, "N"
    if np.any(solved.given != 0.0) or np.any(solved.least != 0.0):
        raise ArgumentError(tr("Impacts were solved before this problem: what was left of it is not compared."))
    if solved.level == "impact":
        unit = "N·s"
    elif solved.level == "acceleration":
        recording = problem.recording
        if not solved.J.shape[1]:
            raise ArgumentError(tr("Nothing was solved for this state: go on by a step, over which laws are compared."))
        velocity = (solved.J @ recording.v[problem.index]).reshape(-1, 3)
        asked, per = step_problem(asked, velocity, recording.settings.dt), 1.0 / recording.settings.dt
    part = np.flatnonzero(solved.taking_part)
    if place not in part:
        raise ArgumentError(tr("This contact was too far away to take part."))
    taking, at = asked.part(part), int(np.searchsorted(part, place))
    answers = tuple(_scaled(answer, per) for answer in laws_compared(taking, at, facets))
    return LawsView(answers, unit, float(asked.friction[place]))


def _scaled(answer: LawAnswer, per: float) -> LawAnswer:
    """With forces in place of impulses."""
    slip = np.where(np.linalg.norm(answer.velocity[:2]) > REST, 1.0, 0.0)
    return LawAnswer(
        answer.law,
        answer.facets,
        per * answer.force,
        answer.velocity * [slip, slip, 1.0],
        answer.residual,
        answer.solved,
    )


class PolarAnswer(NamedTuple):
    """What was measured in all directions."""

    view: PolarView
    pyramid: PolarError
    relaxed: PolarError


def polar_of(problem: InstantContactProblem, place: int, facets: int, inertia: str) -> PolarAnswer:
    """The contact, or a "block" with its load, pushed in all directions under three laws. Raises ArgumentError."""
    from torseur.sim.contact.analysis.friction.laws_compared import COMPARED
    from torseur.sim.contact.analysis.friction.sliding_polar import polar_error, sliding_polar
    from torseur.sim.contact.problem.problem import contact_problem_from

    load = contact_load(problem, place)
    if not load.force[2] > 0.0:
        raise ArgumentError(tr("This contact carries nothing: there is no friction to measure."))
    asked = problem.solved.problem
    if not asked.friction[place] > 0.0:
        raise ArgumentError(tr("This contact has no friction."))
    if inertia == "block":
        own = float(asked.W[3 * place + 2, 3 * place + 2])
        asked, place = contact_problem_from(own * np.eye(3), np.zeros(3), asked.friction[place]), 0
    polars = [sliding_polar(asked, place, float(load.force[2]), law, facets) for law in COMPARED]
    cone, relaxed, pyramid = polars
    return PolarAnswer(PolarView(polars, load.unit), polar_error(pyramid, cone), polar_error(relaxed, cone))


def painleve_of(shown: InstantContactProblem, place: int) -> PainleveState:
    """Painlevé's regions of a contact of the problem shown, at the accelerations of the state. Raises ArgumentError."""
    from torseur.sim.contact.analysis.friction.painleve_map import held_drift, painleve_map

    from ....panels.contact_problem import names_in
    from ....session.acceleration_problem import accelerations_at, answered

    recording, index = shown.recording, shown.index
    problem = accelerations_at(recording, index)
    names = names_in(problem, shown.contacts, recording.scene.model.body_names)
    if shown.names[place] not in names:
        raise ArgumentError(tr("This contact is not closed at this instant."))
    at = names.index(shown.names[place])
    if not problem.friction[at] > 0.0:
        raise ArgumentError(tr("This contact has no friction."))
    force = answered(problem, "acceleration", "coulomb", 0)[0].force
    direction, word = _direction(problem, at, force[at])
    rest = _drift_at_rest(problem, recording, index, at, force)
    found = painleve_map(problem, at, direction, held_drift(problem, at, force), drift_at_rest=rest)
    if len(problem) > 1:
        about = tr(
            "s: {word}. θ is that of the lever from the contact to the centre of the body, in the plane of s and n; other θ are "
            "of the body turned about this point of it, as if it touched there still; the forces of other contacts are held.",
            word=word,
        )
    else:
        about = tr(
            "s: {word}. θ is that of the lever from the contact to the centre of the body, in the plane of s and n; other θ are "
            "of the body turned about this point of it, as if it touched there still.",
            word=word,
        )
    return PainleveState(found, direction, about)


def _direction(problem: ContactProblem, place: int, force: Array) -> tuple[Array, str]:
    """Along which the contact slides, would slide, or be worst off."""
    if np.any(problem.sliding[place] != 0.0):
        return problem.sliding[place], tr("the slip")
    if np.linalg.norm(force[:2]) > 1e-9 * abs(float(force[2])):
        return -force[:2] / np.linalg.norm(force[:2]), tr("against friction, for it sticks")
    coupled = problem.W[3 * place + 2, 3 * place : 3 * place + 2]
    if np.linalg.norm(coupled) > 1e-9 * problem.W[3 * place + 2, 3 * place + 2]:
        return coupled / np.linalg.norm(coupled), tr("the direction that couples most with the normal, for it sticks")
    return np.array([1.0, 0.0]), tr("the first tangent, for it sticks")


def _drift_at_rest(problem: ContactProblem, recording: Recording, index: int, place: int, force: Array) -> float | None:
    """D of the contact at the same pose without velocity; None where other contacts are closed then."""
    from torseur.sim.contact.analysis.friction.painleve_map import held_drift
    from torseur.sim.multibody.model.state import State
    from torseur.sim.simulation.contact_problem import contact_problem

    state = State(float(recording.t[index]), recording.q[index], 0.0 * recording.v[index])
    rest = contact_problem(recording.scene, state, recording.tau[index] + recording.passive[index])
    if rest.bodies != problem.bodies or not np.allclose(rest.point, problem.point, atol=1e-9):
        return None
    return held_drift(rest, place, force)
