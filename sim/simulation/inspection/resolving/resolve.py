"""Any recording solved again by another solver, or under another law: how its forces and velocities would differ.

Each state is taken by itself: the problem that was solved for it is set up again, bit for bit, and solved from nothing. What
follows from other forces later on is not part of it.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from time import perf_counter

import numpy as np

from ....arrays import Array, frozen
from ....contact.analysis.programme.solver_path import refuse_other_laws
from ....contact.law.contact_laws import LAW_WORDS, LAWS
from ....contact.problem.methods import METHODS, answer_to, solver_request
from ....contact.problem.problem import ContactProblem
from ....contact.problem.solution import ContactSolution, natural_residual_of
from ....errors import ArgumentError, UnknownNameError
from ....size_limits import MOST_FACETS
from ....texts import marked
from ...recording.recording import Recording
from ..inspected_problem import InspectedProblem
from ..solved_problem import solved_problem
from .values import Resolved, ResolvedState


def resolve(
    recording: Recording,
    *,
    solver: str = "auto",
    law: str | None = None,
    facets: int | None = None,
    states: Sequence[int] | None = None,
) -> Resolved:
    """Solve states of a recording again.

    solver : of `METHODS`
    law    : of `LAWS`; None: that which each state was solved under
    facets : of a pyramid, an even number from 4 on; None: those of the recording's settings
    states : which; None: all that something was solved for
    Raises UnknownNameError, and ArgumentError for a recording of before format 4, facets of no pyramid, or states that there are
    not.
    """
    found = resolving(recording, solver=solver, law=law, facets=facets, states=states)
    return Resolved(solver, law or recording.settings.friction_law, facets_of(recording, law, facets), tuple(found))


def resolving(
    recording: Recording,
    *,
    solver: str = "auto",
    law: str | None = None,
    facets: int | None = None,
    states: Sequence[int] | None = None,
) -> Iterator[ResolvedState]:
    """One state of `resolve` after the other, for who wants to see how far it is; those in which nothing touched are left out."""
    if solver not in METHODS:
        raise UnknownNameError("solver", solver, METHODS)
    if law is not None and law not in LAWS:
        raise UnknownNameError("law", law, LAWS, words=LAW_WORDS)
    if facets is not None and (facets % 2 or not 4 <= facets <= MOST_FACETS):
        raise ArgumentError(
            "facets must be an even number from 4 to {most_facets}; given {facets}", most_facets=MOST_FACETS, facets=facets
        )
    wanted = states_with_contacts(recording) if states is None else states
    for i in wanted:
        if not -len(recording) <= i < len(recording):
            raise ArgumentError("there is no state {i}; the recording has {count}, from 0", i=i, count=len(recording))
    corners = facets_of(recording, law, facets)
    return (state for i in wanted if (state := resolved_state(recording, i, solver, law, corners)) is not None)


def resolved_state(recording: Recording, i: int, solver: str, law: str | None, facets: int) -> ResolvedState | None:
    """One state solved again, see `resolve`; None where nothing touched."""
    solved = solved_problem(recording, i)
    part = np.flatnonzero(solved.taking_part)
    if not len(part):
        return None
    asked_law = law or solved.law
    facets = LAWS[asked_law].facets_of(facets)
    t, index = float(recording.t[i]), range(len(recording))[i]
    force = _as_force(solved, solved.force)
    found = ResolvedState(
        index,
        t,
        solved.level,
        len(part),
        "",
        False,
        False,
        0,
        0.0,
        np.nan,
        solved.residual,
        float(np.max(np.linalg.norm(force, axis=1), initial=0.0)),
        np.nan,
        np.nan,
    )
    if np.any(solved.least > 0.0):
        status = marked("Poisson's law asks for an impulse here, which solvers of one problem do not know")
        return replace(found, status=status)
    problem = solved.problem.part(part)
    try:
        solution, seconds = _timed(problem, solver, asked_law, facets or 4)
    except ArgumentError as error:
        return replace(found, status=str(error))
    new = np.zeros((len(solved), 3))
    new[part] = solution.force
    change = new + solved.given - solved.force
    W = solved.problem.W - np.diag(np.column_stack([np.zeros((len(solved), 2)), solved.softness]).ravel())
    moved = (W @ change.ravel()).reshape(-1, 3)
    residual = natural_residual_of(problem, solution.force.ravel(), asked_law, facets)
    return replace(
        found,
        status=solution.status.sentence,
        asked=True,
        solved=solution.status.value == 0 and residual <= _tolerance(problem.w),
        iterations=solution.iterations,
        seconds=seconds,
        residual=residual,
        force_difference=_largest(_as_force(solved, change)),
        velocity_difference=_largest(moved),
    )


def states_with_contacts(recording: Recording, most: int | None = None) -> tuple[int, ...]:
    """The states that a problem was solved for; at most so many of them, evenly spaced."""
    touching = [
        i for i in range(len(recording)) if len(recording.contact_columns(i)[0]) or len(recording.problems.joints(i)[0])
    ]
    touching = [i for i in touching if not recording.problems.is_start(i)]
    if most is None or len(touching) <= most:
        return tuple(touching)
    places = np.unique(np.linspace(0, len(touching) - 1, most).round().astype(int))
    return tuple(touching[k] for k in places)


def facets_of(recording: Recording, law: str | None, facets: int | None) -> int:
    """Of the pyramid, where the law is that; 0 for other laws."""
    return LAWS[law or recording.settings.friction_law].facets_of(facets or recording.settings.facets)


def _timed(problem: ContactProblem, solver: str, law: str, facets: int) -> tuple[ContactSolution, float]:
    """A problem solved from nothing; with the time of the solver alone [s]. Raises ArgumentError."""
    refuse_other_laws(problem, solver, law)
    request = solver_request(problem, solver, law=law, facets=facets)
    solution = answer_to(problem, request, solver)  # compiles what is to be compiled
    begin = perf_counter()
    METHODS[solver](request)
    return solution, perf_counter() - begin


def _tolerance(w: Array) -> float:
    """What solvers are asked for, and rounding."""
    return 2e-10 * max(1.0, float(np.max(np.abs(w), initial=0.0)))


def _as_force(solved: InspectedProblem, force: Array) -> Array:
    """Impulses over a step as forces."""
    return frozen(force / solved.interval if solved.interval else force.copy())


def _largest(rows: Array) -> float:
    return float(np.max(np.linalg.norm(rows, axis=1), initial=0.0))
