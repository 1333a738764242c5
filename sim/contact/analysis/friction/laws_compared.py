"""One contact problem under the three laws of friction, for the contact that is looked at.

A problem of accelerations that knows which contacts slide has Coulomb's law alone; `step_problem` is the problem of velocities
over one step of the same state, which all laws can be asked.
"""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from ....arrays import Array, frozen
from ....errors import ArgumentError
from ...law.contact_laws import FRICTION_LAWS
from ...problem.methods import solve_contact_problem
from ...problem.problem import ContactProblem
from ...problem.redundant_forces import least_norm_forces
from ...status import Status
from .values import LawAnswer


def laws_compared(problem: ContactProblem, contact: int, facets: int = 4) -> tuple[LawAnswer, ...]:
    """The force and the velocity of one contact under Coulomb's law, its convex relaxation, and the pyramid.

    Of forces that are one of many, those of least norm, as simulations record them. Only contacts that this one feels are solved.
    Raises ArgumentError: for contacts that do not exist, for a problem with known slip (see `step_problem`), and for numbers of
    facets that no pyramid has.
    """
    n = len(problem)
    if not 0 <= contact < n:
        raise ArgumentError("contacts are numbered from 0 to {n}; asked for {contact}", n=n - 1, contact=contact)
    if np.any(problem.sliding != 0.0):
        raise ArgumentError("the problem knows which contacts slide, and that is Coulomb's law: compare `step_problem`")
    island = next(members for members in problem.islands if contact in members)
    part, at = problem.part(island), int(np.searchsorted(island, contact))
    answers = []
    for law in FRICTION_LAWS:
        solution = least_norm_forces(part, solve_contact_problem(part, law=law, facets=facets))
        answers.append(
            LawAnswer(
                law=law,
                facets=solution.facets,
                force=frozen(solution.force[at].copy()),
                velocity=frozen(solution.velocity[at].copy()),
                residual=solution.residual,
                solved=solution.status is Status.SOLVED,
            )
        )
    return tuple(answers)


def step_problem(problem: ContactProblem, velocity: Array, interval: float) -> ContactProblem:
    """The problem of velocities over one step from that of accelerations: W r + (u + h w), r impulses [N s].

    velocity : (nc, 3) u of the contacts now, along tangent, normal × tangent, normal [m/s]
    interval : h [s], above 0
    Raises ArgumentError.
    """
    n, velocity = len(problem), np.asarray(velocity, dtype=np.float64)
    if velocity.shape != (n, 3) or not interval > 0.0:
        raise ArgumentError(
            "velocity has shape {shape} and the step {interval:g} s; wanted ({n}, 3), and a positive step",
            shape=velocity.shape,
            interval=interval,
            n=n,
        )
    w = velocity.ravel() + interval * problem.w
    friction = np.where(problem.friction < 0.0, interval, 1.0) * problem.friction
    return replace(problem, w=frozen(w), d=frozen(w[2::3].copy()), friction=frozen(friction), slide=None)
