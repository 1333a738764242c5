"""What the dock of contact copies: the problem of the instant, and the numbers of the page."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING

from torseur.sim.compilation import PROBLEMS
from torseur.sim.errors import ArgumentError
from torseur.sim.texts import tr
from torseur.ui.sheet.numbers import NumberBlock, blocks_text, sheet_numbers

from ..session.session import Session
from .instant_problem import problem_to_copy
from .laboratory import LaboratoryBinding
from .sheet_page import SheetPage

if TYPE_CHECKING:  # with Numba, which the window's first picture goes without
    from torseur.sim.simulation.inspection.inspected_problem import InspectedProblem

    from .pages import LaboratoryPage


class ContactCopying:
    """Asked by the button, when it is pressed."""

    def __init__(self, session: Session, pages: LaboratoryBinding, refuse: Callable[[str, str, str], object]) -> None:
        """`refuse` is told in a text, a detail and a tone why nothing is copied."""
        self._session, self._pages, self._refuse = session, pages, refuse

    def copied(self) -> ContactCopy | None:
        """The problem that the page tells of, or else the one that was solved, and the page's numbers; None: there is neither.

        Nothing is copied, which is told, while the numbers are of another instant than the problem.
        """
        page = self._pages.seen
        problem, why = self._problem(page)
        if self._differs(page, problem):
            self._refuse(
                tr("Nothing was copied."),
                tr("The page still has the numbers of another instant. Copy when they are there."),
                "plain",
            )
            return None
        blocks = tuple(sheet_numbers(page.sheet.blocks)) if isinstance(page, SheetPage) else ()
        return ContactCopy(problem, why, blocks) if problem is not None or blocks else None

    def _differs(self, page: LaboratoryPage | None, problem: InspectedProblem | None) -> bool:
        """Whether the numbers of the page are of another instant than the problem, or than the one shown if there is none."""
        numbers_of = page.numbers_of if isinstance(page, SheetPage) else None
        if numbers_of is None:
            return False
        of = self._session if problem is None else problem
        return of.recording is not numbers_of[0] or of.index != numbers_of[1]

    def _problem(self, page: LaboratoryPage | None) -> tuple[InspectedProblem | None, str]:
        """That, or why there is none."""
        session = self._session
        if session.snapshot is None:
            return None, tr("Nothing is open.")
        if session.recording is None or session.posing:
            return None, tr("Press Space to simulate: the contact problem of each instant shows here.")
        if not session.kernels.has(PROBLEMS):
            return None, tr("Its kernels are still being compiled.")
        try:
            found = page.problem if isinstance(page, SheetPage) else None
            return found or problem_to_copy(session.recording, session.index), ""
        except ArgumentError as error:
            return None, str(error)


@dataclass(frozen=True, eq=False, slots=True)
class ContactCopy:
    """A problem and numbers, written when they are asked for."""

    problem: InspectedProblem | None
    why: str  # there is no problem, a sentence
    blocks: tuple[NumberBlock, ...]

    def text(self, form: str) -> str:
        """In one of `array_text.FORMS`."""
        numbers = blocks_text(self.blocks, form) if self.blocks else ""
        if self.problem is None:
            mark = {"latex": "% ", "numpy": "# "}.get(form, "")
            head = f"{mark}{self.why}\n" if self.why else ""
            return head + ("import numpy as np\n\n" if form == "numpy" else "") + numbers
        return problem_text(self.problem, form) + ("\n" + numbers if numbers else "")


def problem_text(shown: InspectedProblem, form: str) -> str:
    """The contacts that took part, with their forces less what impacts gave before."""
    from torseur.sim.contact.analysis.problem_text import problem_as_csv, problem_as_latex, problem_as_numpy

    taken = shown.taken
    problem, force, names, level = taken.problem, taken.force - taken.given, taken.names, taken.level
    if form == "latex":
        return problem_as_latex(problem, force, names=names, level=level)
    if form == "csv":
        return problem_as_csv(problem, force, names=names, level=level)
    scene, t = shown.recording.scene.name, float(shown.recording.t[shown.index])
    words = {"acceleration": "accelerations", "velocity": "velocities over a step", "impact": "an impact"}
    changed = f", with {'; '.join(shown.edits)}" if shown.edits else ""
    title = f"{scene} at t = {t:.9g} s, the problem of {words[level]}{changed}"
    return problem_as_numpy(problem, force, names=names, level=level, law=taken.law, title=title)
