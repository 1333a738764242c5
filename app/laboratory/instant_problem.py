"""The contact problem of an instant, which all pages on contact look at: as it was solved, and of its accelerations."""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING, Literal

import numpy as np

from torseur.sim.errors import ArgumentError
from torseur.sim.texts import tr

from ..sheet.page import Seen
from ..sheet.questions import Answer, Cost, Questions

if TYPE_CHECKING:  # with Numba, which the window's first picture goes without
    from torseur.sim.contact.contacts import Contacts
    from torseur.sim.simulation.inspection.solved_problem import InspectedProblem
    from torseur.sim.simulation.recording.recording import Recording

MOST_COPIED = 100  # contacts and joints of a problem that is copied: 2 MB of text
DIGITS = 20  # characters of a number of W
Which = Literal["accelerations", "solved"]
"""accelerations: ζ̇ = M λ + d of the state, forces in N; solved: what the step or the impact solved, perhaps of velocities."""


@dataclass(frozen=True, eq=False, slots=True)
class InstantContactProblem:
    """A contact problem of an instant of a recording, with its solution."""

    recording: Recording
    index: int
    which: Which
    contacts: Contacts  # of the instant, as the inspector's table has them
    solved: InspectedProblem  # the problem and its forces; in `solved.level` whether these are impulses
    names: tuple[str, ...]  # of each contact of the problem, and joint: c_1 … as in the table
    rows: tuple[int, ...]  # of the table, of each; -1: it has none
    edits: tuple[str, ...] = ()  # what differs from the recording, each in words

    def place_of(self, row: int) -> int:
        """Which contact of the problem a row of the table is; -1: none."""
        return self.rows.index(row) if row >= 0 and row in self.rows else -1


def no_problem(seen: Seen) -> str:
    """Why there is no contact problem to look at, a sentence; empty: there may be one."""
    if seen.recording is not None:
        return ""
    return tr("Press Space to simulate: the contact problem of each instant shows here.")


def contact_problem(seen: Seen, questions: Questions, which: Which) -> Answer:
    """A problem of the instant shown: at once, or by a thread while time goes on and where much touches.

    Until the thread has it, it is that of an instant before: what is written of it has its `recording` and `index`. There is an
    error where there is none, a sentence.
    """
    recording, index = seen.recording, seen.index
    if recording is None:
        return Answer(late=False, error=no_problem(seen))
    cost = Cost.QUICK if seen.playing or is_large(recording, index) else Cost.NOW
    about = index, len(recording), which
    return questions.ask("contact_problem", about, partial(contact_problem_of, recording, index, which), cost, of=recording)


def first_contact(problem: InstantContactProblem) -> int:
    """The contact that pages tell of where none is selected: the first that rubs, is pressed, or is there."""
    solved = problem.solved
    contacts = np.array([not joint for joint in solved.joints])
    pressed = contacts & (solved.force[:, 2] > 0.0)
    rubs = pressed & (solved.problem.friction > 0.0)
    return int(np.argmax(rubs if rubs.any() else pressed if pressed.any() else contacts))


def is_large(recording: Recording, index: int) -> bool:
    """Whether it may take longer than the window can wait. How much touches is not known where a simulation starts."""
    from ..panels.contact_problem import taking_part
    from ..session.acceleration_problem import MOST_AT_ONCE

    return recording.problems.is_start(index) or taking_part(recording, index) > MOST_AT_ONCE


def contact_problem_of(recording: Recording, index: int, which: Which) -> InstantContactProblem:
    """A problem of a state of a recording. Raises ArgumentError, saying why there is none."""
    from torseur.sim.simulation.inspection.solved_problem import solved_problem

    from ..panels.contact_problem import names_in, names_of
    from ..session.acceleration_problem import accelerations_at, answered, start_contacts

    contacts = start_contacts(recording) if recording.problems.is_start(index) else recording.contacts(index)
    if which == "solved":
        solved = solved_problem(recording, index)
        if not solved.taking_part.any():
            raise ArgumentError(tr("Nothing touched in this step.") if solved.interval else tr("Nothing touches."))
        names = names_of(solved)
    else:
        solved = answered(accelerations_at(recording, index), "acceleration", "coulomb", 0)
        names = names_in(solved.problem, contacts, recording.scene.model.body_names)
    return InstantContactProblem(recording, index, which, contacts, solved, names, _rows(names, len(contacts)))


def problem_to_copy(recording: Recording, index: int) -> InstantContactProblem:
    """The problem of a state as it was solved, or else of its accelerations. Raises ArgumentError, saying why there is none."""
    from ..panels.contact_problem import taking_part

    if (count := taking_part(recording, index)) > MOST_COPIED:
        raise ArgumentError(
            "{count} contacts and joints take part, whose matrices are about {size:.0f} MB of text. Up to {most} are copied; "
            "sim.problem_as_numpy, problem_as_csv and problem_as_latex have no limit",
            count=count,
            size=DIGITS * (3 * count) ** 2 / 1e6,
            most=MOST_COPIED,
        )
    try:
        return contact_problem_of(recording, index, "solved")
    except ArgumentError:
        return contact_problem_of(recording, index, "accelerations")


def _rows(names: tuple[str, ...], count: int) -> tuple[int, ...]:
    from ..drawing.contact.contact_parts import contact_name

    row = {contact_name(i): i for i in range(count)}
    return tuple(row.get(name, -1) for name in names)
