"""What the sections of the page Friction ask of a problem, each computed in a thread."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from torseur.sim.arrays import Array
from torseur.sim.contact.analysis.friction.values import LawAnswer, PolarError
from torseur.sim.errors import ArgumentError
from torseur.sim.simulation.inspection.inspected_problem import InspectedProblem
from torseur.sim.texts import tr
from torseur.ui.laboratory.contact.friction.values import PolarDrawing

REST = 1e-9  # a slip up to this is none [m/s]


class ContactLoad(NamedTuple):
    """One contact of a problem, in forces where they are known."""

    force: Array  # (3,) along tangent, normal × tangent, normal, in `unit`
    slip: Array  # (2,) [m/s]; a unit direction where `slip_unit` is empty
    unit: str
    slip_unit: str


def contact_load(solved: InspectedProblem, place: int) -> ContactLoad:
    """The force and the slip of a contact: of a step the mean force, of an impact the impulse."""
    per = 1.0 / solved.interval if solved.interval else 1.0
    unit = "N·s" if solved.level == "impact" else "N"
    slip, slip_unit = _slip(solved, place)
    return ContactLoad(per * solved.force[place], slip, unit, slip_unit)


def _slip(solved: InspectedProblem, place: int) -> tuple[Array, str]:
    if solved.level != "acceleration":
        rows = slice(3 * place, 3 * place + 2)
        slip = solved.problem.W[rows] @ (solved.force - solved.given).ravel() + solved.problem.w[rows]
    elif solved.J.shape[1] and np.any(solved.problem.sliding[place] != 0.0):  # else it is held, however slowly it creeps
        slip = (solved.J[3 * place : 3 * place + 2]) @ solved.recording.v[solved.index]
    else:
        return solved.problem.sliding[place], ""
    return np.where(np.linalg.norm(slip) > REST, slip, 0.0), "m/s"


class LawsAnswer(NamedTuple):
    """The same contact under three laws, for the same instant."""

    answers: tuple[LawAnswer, ...]  # in `unit`
    unit: str
    mu: float


def laws_of(solved: InspectedProblem, place: int, facets: int) -> LawsAnswer:
    """The contact under three laws. Raises ArgumentError, saying why they cannot be compared."""
    from torseur.sim.contact.analysis.friction.laws_compared import laws_compared, step_problem

    asked, per, unit = solved.problem, 1.0 / solved.interval if solved.interval else 1.0, "N"
    if np.any(solved.given != 0.0) or np.any(solved.least != 0.0):
        raise ArgumentError(tr("Impacts were solved before this problem: what was left of it is not compared."))
    if solved.level == "impact":
        unit = "N·s"
    elif solved.level == "acceleration":
        recording = solved.recording
        if not solved.J.shape[1]:
            raise ArgumentError(tr("Nothing was solved for this state: go on by a step, over which laws are compared."))
        velocity = (solved.J @ recording.v[solved.index]).reshape(-1, 3)
        asked, per = step_problem(asked, velocity, recording.settings.dt), 1.0 / recording.settings.dt
    part = np.flatnonzero(solved.taking_part)
    if place not in part:
        raise ArgumentError(tr("This contact was too far away to take part."))
    taking, at = asked.part(part), int(np.searchsorted(part, place))
    answers = tuple(_scaled(answer, per) for answer in laws_compared(taking, at, facets))
    return LawsAnswer(answers, unit, float(asked.friction[place]))


def _scaled(answer: LawAnswer, per: float) -> LawAnswer:
    """With forces in place of impulses."""
    slip = np.where(np.linalg.norm(answer.velocity[:2]) > REST, 1.0, 0.0)
    return LawAnswer(
        answer.law, answer.facets, per * answer.force, answer.velocity * [slip, slip, 1.0], answer.residual, answer.solved
    )


class PolarAnswer(NamedTuple):
    """What was measured in all directions."""

    drawing: PolarDrawing
    pyramid: PolarError
    relaxed: PolarError


def polar_of(solved: InspectedProblem, place: int, facets: int, inertia: str) -> PolarAnswer:
    """The contact, or a "block" with its load, pushed in all directions under three laws. Raises ArgumentError."""
    from torseur.sim.contact.analysis.friction.sliding_polar import polar_error, sliding_polar
    from torseur.sim.contact.law.contact_laws import FRICTION_LAWS
    from torseur.sim.contact.problem.problem import contact_problem_from

    load = contact_load(solved, place)
    if not load.force[2] > 0.0:
        raise ArgumentError(tr("This contact carries nothing: there is no friction to measure."))
    asked = solved.problem
    if not asked.friction[place] > 0.0:
        raise ArgumentError(tr("This contact has no friction."))
    if inertia == "block":
        own = float(asked.W[3 * place + 2, 3 * place + 2])
        asked, place = contact_problem_from(own * np.eye(3), np.zeros(3), asked.friction[place]), 0
    polars = [sliding_polar(asked, place, float(load.force[2]), law, facets) for law in FRICTION_LAWS]
    cone, relaxed, pyramid = polars
    return PolarAnswer(PolarDrawing(tuple(polars), load.unit), polar_error(pyramid, cone), polar_error(relaxed, cone))
