"""The problem behind the forces of an instant: that which was solved, and others of the same state, by name."""

from __future__ import annotations

from dataclasses import replace
from typing import NamedTuple

import numpy as np

from torseur.sim.arrays import Array
from torseur.sim.contact.contacts import Contacts
from torseur.sim.contact.law.contact_laws import LAWS
from torseur.sim.contact.problem.problem import ContactProblem
from torseur.sim.errors import ArgumentError
from torseur.sim.simulation.inspection.solved_problem import MOST_DENSE, InspectedProblem, solved_problem
from torseur.sim.simulation.recording.recording import Recording
from torseur.sim.simulation.running.impacts.impacts import LEFT_OUT
from torseur.sim.texts import marked, tr

from ..drawing.contact.contact_parts import contact_name
from ..session.acceleration_problem import MOST_AT_ONCE, accelerations_at, answered
from .contact_problem_view import ProblemView, problem_view

SOLVED = "solved"
_TOUCHING = 1e-6  # a gap below this touches [m]
ACCELERATIONS, STEP, IMPACT, RIGID = "accelerations", "step", "impact", "rigid"
LEVELS = {"acceleration": marked("accelerations"), "velocity": marked("velocities"), "impact": marked("impact")}


class InstantProblem:
    """The problems of one state of a recording. Names of problems are those of `names`; the first is what is shown unasked."""

    def __init__(self, recording: Recording, i: int) -> None:
        """Raises ArgumentError, saying why, where no problem can be shown."""
        self._recording, self._i = recording, i
        self._solved, self._why = _solved(recording, i)
        self._start: InspectedProblem | None = None  # accelerations of a state that no solve led to
        if self._solved is not None and not self._solved.taking_part.any():
            raise ArgumentError(tr("Nothing touched in this step.") if self._solved.interval else tr("Nothing touches."))
        self._words = {ACCELERATIONS: self._told("acceleration", "coulomb")}  # which problem each is
        if self._solved is not None:
            self._words = self._told_all(self._solved)
        elif not len(recording.contacts(i)):
            self._start = answered(accelerations_at(recording, i), "acceleration", "coulomb", 0)

    @property
    def names(self) -> dict[str, str]:
        """What each problem is called, "solved: …" or "another: …"."""
        return {
            key: tr("solved: {problem}", problem=words) if key == SOLVED else tr("another: {problem}", problem=words)
            for key, words in self._words.items()
        }

    @property
    def shown_in_table(self) -> InspectedProblem | None:
        """The problem whose contacts and forces the table has; None where that is not known."""
        if self._start is None:
            return self._solved
        return self._start if len(self._start) <= MOST_AT_ONCE else None

    def view(self, key: str) -> ProblemView:
        """One of the problems, with its solution. Raises ArgumentError, saying why, if it cannot be had."""
        recording, i, solved = self._recording, self._i, self._solved
        model, contacts = recording.scene.model, recording.contacts(i)
        words = self._words[key]
        if key == SOLVED and solved is not None:
            return problem_view(model, solved, contacts, names_of(solved), words, is_solved=True)
        if key == ACCELERATIONS or solved is None:
            answer = self._start or answered(accelerations_at(recording, i), "acceleration", "coulomb", 0)
            names = names_in(answer.problem, contacts, model.body_names)
        else:
            asked, law = self._other(solved, key)
            facets = LAWS[law].facets_of(recording.settings.facets)
            answer = answered(asked.problem, asked.level, law, facets, asked)
            names = names_of(solved)
        return problem_view(model, answer, contacts, names, words, self._why)

    def _told_all(self, solved: InspectedProblem) -> dict[str, str]:
        rubs = bool(np.any(solved.problem.friction > 0.0))
        law = self._law(solved.law if rubs else "frictionless")
        found = {SOLVED: f"{tr(LEVELS[solved.level])}, {law}"}
        plain = not np.any(solved.given != 0.0) and not np.any(solved.least != 0.0)
        slides = solved.problem.slide is not None
        if plain and rubs:
            laws = ("frictionless",) if slides else LAWS
            found |= {other: self._told(solved.level, other) for other in laws if other != solved.law}
        if plain and np.any(solved.softness > 0.0) and self._recording.settings.compliance == 0.0:
            found[RIGID] = tr("{level}, without softening", level=tr(LEVELS[solved.level]))
        if solved.level == "acceleration" and self._recording.settings.scheme == "hybrid":
            step = 1e3 * self._recording.settings.dt
            found[STEP] = tr("velocities over {step:g} ms, {law}", step=step, law=law)
        elif solved.level == "velocity" and self._recording.contacts(self._i).impact.any():
            found[IMPACT] = tr("impact alone, {law}", law=law)
        if solved.level != "acceleration":
            found[ACCELERATIONS] = self._told("acceleration", "coulomb")
        return found

    def _told(self, level: str, law: str) -> str:
        return f"{tr(LEVELS[level])}, {self._law(law)}"

    def _law(self, law: str) -> str:
        return LAWS[law].title(self._recording.settings.facets)

    def _other(self, solved: InspectedProblem, key: str) -> tuple[InspectedProblem, str]:
        """Another problem of the same contacts, and its law."""
        problem, recording, i = solved.problem, self._recording, self._i
        normal = 3 * np.arange(len(solved)) + 2
        if key == RIGID:
            W = problem.W.copy()
            W[normal, normal] -= solved.softness
            return _with(solved, W, problem.w, solved.target, "velocity"), solved.law
        if key == STEP:
            w = solved.J @ recording.v[i] + recording.settings.dt * problem.w
            stepped = _with(solved, problem.W, w, 0.0 * solved.target, "velocity")
            friction = np.where(problem.friction < 0.0, recording.settings.dt, 1.0) * problem.friction
            stepped = replace(stepped, problem=replace(stepped.problem, friction=friction))
            return replace(stepped, interval=recording.settings.dt), solved.law
        if key == IMPACT:
            before = solved.J @ recording.v[i - 1]
            W, w = problem.W.copy(), before.copy()
            W[normal, normal] -= solved.softness
            strikes = before[normal] < -recording.settings.restitution_speed
            target = np.where(strikes, -problem.restitution * before[normal], 0.0)
            touches = (solved.force[:, 2] > 0.0) | (problem.gap < _TOUCHING)
            target[~touches | (problem.friction < 0.0)] = LEFT_OUT  # of an instant there is no dry friction in joints
            w[normal] -= target
            return _with(solved, W, w, target, "impact"), solved.law
        return solved, key


class ShownProblem(NamedTuple):
    """One of the problems of a state, to be shown."""

    state: int
    chosen: str  # which one was asked for
    problems: InstantProblem
    key: str  # of `InstantProblem.names`
    view: ProblemView


def shown_problem(recording: Recording, i: int, chosen: str) -> ShownProblem:
    """The problem of state i that was chosen, if there is one of that name, else the first.

    Raises ArgumentError, saying why, where none can be shown.
    """
    problems = InstantProblem(recording, i)
    key = chosen if chosen in problems.names else next(iter(problems.names))
    return ShownProblem(i, chosen, problems, key, problems.view(key))


def names_of(solved: InspectedProblem) -> tuple[str, ...]:
    """Contacts by the numbers of their rows in the table; limits and dry frictions of joints by their own."""
    names, limits, frictions = [], 0, 0
    for k, joint in enumerate(solved.joints):
        if not joint:
            names.append(contact_name(k))
        elif solved.problem.friction[k] < 0.0:
            frictions += 1
            names.append(f"f_{{{frictions}}}")
        else:
            limits += 1
            names.append(f"l_{{{limits}}}")
    return tuple(names)


def names_in(problem: ContactProblem, displayed: Contacts, body_names: tuple[str, ...]) -> tuple[str, ...]:
    """Each contact of another problem by the name of the one shown nearest to it, of the same bodies.

    The problem has only contacts that are closed, and at the end of the step; those shown are of the step. One that has no
    counterpart within a centimetre is called by a primed number of its own, unless none are shown at all.
    """
    if not len(displayed):
        return tuple(contact_name(k) for k in range(len(problem)))
    names: list[str] = []
    free: dict[tuple[str, str], list[int]] = {}
    for i, (a, b) in enumerate(zip(displayed.body_a.tolist(), displayed.body_b.tolist(), strict=True)):
        free.setdefault((body_names[a], body_names[b]), []).append(i)
    for k, pair in enumerate(problem.bodies):
        same = free.get(pair, [])
        near = min(same, key=lambda i: float(np.linalg.norm(displayed.point[i] - problem.point[k])), default=None)
        if near is None or np.linalg.norm(displayed.point[near] - problem.point[k]) > 0.01:
            names.append(f"c′_{k + 1}" if k < 9 else f"c′_{{{k + 1}}}")
        else:
            same.remove(near)
            names.append(contact_name(near))
    return tuple(names)


def taking_part(recording: Recording, i: int) -> int:
    """How many contacts and joints the problem of a state has."""
    return len(recording.contact_columns(i)[0]) + len(recording.problems.joints(i)[0])


def _solved(recording: Recording, i: int) -> tuple[InspectedProblem | None, str]:
    """What was solved for a state; if that is not known None, and why."""
    if (count := taking_part(recording, i)) > MOST_DENSE:
        text = tr("{n} contacts and joints take part; matrices are shown for up to {most}.", n=count, most=MOST_DENSE)
        raise ArgumentError(text)
    try:
        return solved_problem(recording, i), ""
    except ArgumentError as error:
        return None, str(error)


def _with(solved: InspectedProblem, W: Array, w: Array, target: Array, level: str) -> InspectedProblem:
    """The same contacts with other matrices, rigid, and without known slip."""
    problem = replace(solved.problem, W=W, w=w, M=W[2::3, 2::3].copy(), d=w[2::3].copy(), slide=None)
    interval = solved.interval if level == "velocity" else 0.0
    return replace(solved, problem=problem, level=level, target=target, softness=0.0 * solved.softness, interval=interval)
