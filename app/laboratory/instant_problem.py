"""The contact problem of an instant, which all pages on contact look at: as it was solved, and of its accelerations."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Literal

import numpy as np

from torseur.sim.errors import ArgumentError
from torseur.sim.texts import tr

from ..sheet.page import Seen
from ..sheet.questions import Answer, Cost, Questions

if TYPE_CHECKING:  # with Numba, which the window's first picture goes without
    from torseur.sim.simulation.inspection.inspected_problem import InspectedProblem
    from torseur.sim.simulation.recording.recording import Recording

MOST_COPIED = 100  # contacts and joints of a problem that is copied: 2 MB of text
DIGITS = 20  # characters of a number of W
Which = Literal["accelerations", "solved"]
"""accelerations: ζ̇ = M λ + d of the state, forces in N; solved: what the step or the impact solved, perhaps of velocities."""


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
    from torseur.sim.simulation.inspection.other_problems import inspected_problem

    cost = Cost.QUICK if seen.playing or is_large(recording, index) else Cost.NOW
    about = index, len(recording), which
    return questions.ask("contact_problem", about, partial(inspected_problem, recording, index, which), cost, of=recording)


def contact_at(problem: InspectedProblem, row: int) -> int:
    """The contact that pages tell of: that of a row of the table; or else the first that rubs, is pressed, or is there."""
    if (selected := problem.place_of(row)) >= 0:
        return selected
    contacts = np.array([not joint for joint in problem.joints])
    pressed = contacts & (problem.force[:, 2] > 0.0)
    rubs = pressed & (problem.problem.friction > 0.0)
    return int(np.argmax(rubs if rubs.any() else pressed if pressed.any() else contacts))


def is_large(recording: Recording, index: int) -> bool:
    """Whether it may take longer than the window can wait. How much touches is not known where a simulation starts."""
    from torseur.sim.simulation.inspection.solved_problem import problem_size

    from ..session.start_contacts import MOST_AT_ONCE

    return recording.problems.is_start(index) or problem_size(recording, index) > MOST_AT_ONCE


def problem_to_copy(recording: Recording, index: int) -> InspectedProblem:
    """The problem of a state as it was solved, or else of its accelerations. Raises ArgumentError, saying why there is none."""
    from torseur.sim.simulation.inspection.other_problems import inspected_problem
    from torseur.sim.simulation.inspection.solved_problem import problem_size

    if (count := problem_size(recording, index)) > MOST_COPIED:
        raise ArgumentError(
            "{count} contacts and joints take part, whose matrices are about {size:.0f} MB of text. Up to {most} are copied; "
            "sim.problem_as_numpy, problem_as_csv and problem_as_latex have no limit",
            count=count,
            size=DIGITS * (3 * count) ** 2 / 1e6,
            most=MOST_COPIED,
        )
    try:
        return inspected_problem(recording, index)
    except ArgumentError:
        return inspected_problem(recording, index, "accelerations")
