"""Other contact problems of a recorded state than that which was solved: solved once more, under least norm of the forces."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from ...arrays import Array
from ...contact.contacts import contact_name
from ...contact.law.contact_laws import LAWS
from ...contact.problem.methods import solve_contact_problem
from ...contact.problem.problem import ContactProblem
from ...contact.problem.redundant_forces import least_norm_forces
from ...errors import ArgumentError, SingularMassMatrixError, UnknownNameError
from ...multibody.model.state import State
from ...texts import tr
from ..recording.recording import Recording
from ..running.contact_problem import contact_problem
from ..running.impacts.impacts import LEFT_OUT
from .inspected_problem import ACCELERATIONS, IMPACT, RIGID, SOLVED, STEP, InspectedProblem
from .solved_problem import solved_problem

_TOUCHING = 1e-6  # a gap below this touches [m]
_SAME = 0.01  # how far apart a contact may be in two problems of a state [m]


def inspected_problem(recording: Recording, i: int, which: str = SOLVED) -> InspectedProblem:
    """A problem of state i of a recording: that which was solved, its accelerations, or another of `InspectedProblem.others`.

    Raises ArgumentError, saying why, where there is none, or nothing touches.
    """
    if which == ACCELERATIONS:
        return _accelerations(recording, i)
    solved = solved_problem(recording, i)
    if not solved.taking_part.any():
        raise ArgumentError(tr("Nothing touched in this step.") if solved.interval else tr("Nothing touches."))
    return solved if which == SOLVED else other_problem(solved, which)


def other_problem(solved: InspectedProblem, which: str) -> InspectedProblem:
    """Another problem of the same contacts, of `InspectedProblem.others`. Raises UnknownNameError, and ArgumentError: why not."""
    if which == ACCELERATIONS:
        return replace(_accelerations(solved.recording, solved.index), solved=solved)
    if which not in solved.others:
        raise UnknownNameError("problem", which, (SOLVED, *solved.others))
    asked = _asked(solved, which)
    facets = LAWS[asked.law].facets_of(solved.recording.settings.facets)
    return _answered(replace(asked, which=which, facets=facets, solved=solved))


def closed_problem(recording: Recording, i: int) -> ContactProblem:
    """The problem of the accelerations of state i, perhaps without contacts. Raises ArgumentError: why there is none."""
    state = State(float(recording.t[i]), recording.q[i], recording.v[i])
    try:
        return contact_problem(recording.scene, state, recording.tau[i] + recording.passive[i])
    except SingularMassMatrixError as error:
        raise ArgumentError(str(error)) from None


def _accelerations(recording: Recording, i: int) -> InspectedProblem:
    """The problem of the accelerations, under Coulomb's law: 0.25 s for 216 balls."""
    i = range(len(recording))[i]
    problem = closed_problem(recording, i)
    n = len(problem)
    if not n:
        raise ArgumentError(tr("No contact is closed."))
    zeros, rows = np.zeros((n, 3)), _rows(recording, i, problem)
    asked = InspectedProblem(
        recording=recording,
        index=i,
        which=ACCELERATIONS,
        names=tuple(contact_name(row) if row >= 0 else _primed(k) for k, row in enumerate(rows)),
        rows=rows,
        problem=problem,
        J=np.zeros((3 * n, 0)),
        level="acceleration",
        law="coulomb",
        facets=0,
        force=zeros,
        given=zeros,
        least=zeros[:, 2],
        target=zeros[:, 2],
        softness=zeros[:, 2],
        joints=("",) * n,
        recorded_residual=np.nan,
        interval=0.0,
        method="",
        iterations=0,
    )
    return _answered(asked)


def _rows(recording: Recording, i: int, problem: ContactProblem) -> tuple[int, ...]:
    """Of each contact of another problem that of the recording which is nearest, of the same bodies; -1: none.

    The problem has only contacts that are closed, and at the end of the step; those recorded are of the step. Where none are
    recorded, as where a simulation starts, they are counted as they are.
    """
    recorded, bodies = recording.contacts(i), recording.scene.model.body_names
    if not len(recorded):
        return tuple(range(len(problem)))
    rows: list[int] = []
    free: dict[tuple[str, str], list[int]] = {}
    for k, (a, b) in enumerate(zip(recorded.body_a.tolist(), recorded.body_b.tolist(), strict=True)):
        free.setdefault((bodies[a], bodies[b]), []).append(k)
    for point, pair in zip(problem.point, problem.bodies, strict=True):
        same = free.get(pair, [])
        far = np.linalg.norm(recorded.point[same] - point, axis=1)
        near = int(np.argmin(far)) if len(far) else -1
        rows.append(same.pop(near) if near >= 0 and far[near] <= _SAME else -1)
    return tuple(rows)


def _primed(k: int) -> str:
    """The name of the contact of a place that is none of those recorded."""
    return f"c′_{k + 1}" if k < 9 else f"c′_{{{k + 1}}}"


def _asked(solved: InspectedProblem, which: str) -> InspectedProblem:
    """Another problem of the same contacts, without its answer."""
    problem, recording, i = solved.problem, solved.recording, solved.index
    normal = 3 * np.arange(len(solved)) + 2
    if which == RIGID:
        W = problem.W.copy()
        W[normal, normal] -= solved.softness
        return _with(solved, W, problem.w, solved.target, "velocity")
    if which == STEP:
        w = solved.J @ recording.v[i] + recording.settings.dt * problem.w
        stepped = _with(solved, problem.W, w, 0.0 * solved.target, "velocity")
        friction = np.where(problem.friction < 0.0, recording.settings.dt, 1.0) * problem.friction
        stepped = replace(stepped, problem=replace(stepped.problem, friction=friction))
        return replace(stepped, interval=recording.settings.dt)
    if which == IMPACT:
        before = solved.J @ recording.v[i - 1]
        W, w = problem.W.copy(), before.copy()
        W[normal, normal] -= solved.softness
        strikes = before[normal] < -recording.settings.restitution_speed
        target = np.where(strikes, -problem.restitution * before[normal], 0.0)
        touches = (solved.force[:, 2] > 0.0) | (problem.gap < _TOUCHING)
        target[~touches | (problem.friction < 0.0)] = LEFT_OUT  # of an instant there is no dry friction in joints
        w[normal] -= target
        return _with(solved, W, w, target, "impact")
    return replace(solved, law=which)


def _with(solved: InspectedProblem, W: Array, w: Array, target: Array, level: str) -> InspectedProblem:
    """The same contacts with other matrices, rigid, and without known slip."""
    problem = replace(solved.problem, W=W, w=w, M=W[2::3, 2::3].copy(), d=w[2::3].copy(), slide=None)
    interval = solved.interval if level == "velocity" else 0.0
    return replace(solved, problem=problem, level=level, target=target, softness=0.0 * solved.softness, interval=interval)


def _answered(asked: InspectedProblem) -> InspectedProblem:
    """A problem with forces that solve it under its law."""
    part = np.flatnonzero(asked.taking_part)
    problem = asked.problem.part(part)
    solution = least_norm_forces(problem, solve_contact_problem(problem, law=asked.law, facets=asked.facets or 4))
    force, zeros = np.zeros((len(asked), 3)), np.zeros((len(asked), 3))
    force[part] = solution.force
    return replace(
        asked,
        force=force,
        given=zeros,
        least=zeros[:, 2],
        recorded_residual=np.nan,
        method=solution.method,
        iterations=solution.iterations,
    )
