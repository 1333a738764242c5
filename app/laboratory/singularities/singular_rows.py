"""What a user sets on the page Singularities, and the rows of the Jacobian that it is about."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from torseur.sim.analysis.rows import ROWS
from torseur.sim.arrays import Array
from torseur.sim.errors import ArgumentError
from torseur.ui.text.units import power_unit, row_unit

from ...sheet.page import PageSettings, Seen
from ...sheet.questions import Answer, Questions

if TYPE_CHECKING:
    from torseur.sim.analysis.singularities.singular_task import SingularTask


@dataclass(frozen=True, slots=True)
class RowsChoice:
    """What is set of the rows of one frame."""

    frame: str = ""
    rows: str = ""  # empty: those of the position, or all where these never have full rank
    size: int | None = None  # of minors; None: the rank
    tolerance: float | None = None  # of singular values [their unit]
    case: int = 0  # that is picked, among those that are listed
    given_up: bool = False  # its formulas were
    attempts: int = 0  # that they were asked for again


@dataclass(frozen=True, slots=True)
class SingularitiesSettings(PageSettings):
    """For whichever frame, but for what is set of the rows of one."""

    choice: RowsChoice = RowsChoice()
    form: str = "names"  # of lengths in formulas, or "numbers"
    axes: str = "joint"  # in which cases are written, or "base"
    measure: str = "w"  # on the map
    joints: tuple[str, str] = ("", "")  # of the map

    def of(self, frame: str) -> RowsChoice:
        """What is set of a frame's rows."""
        return self.choice if self.choice.frame == frame else RowsChoice(frame)


class SingularRows(NamedTuple):
    """The rows of a frame's Jacobian, wherever the robot is."""

    task: SingularTask
    rank: int  # the most they have
    reach: float  # mean length of a link [m]; 1 where all axes meet in the frame
    has_reach: bool

    def unit(self, measure: str) -> str:
        """Of a measure of how near to a singularity the robot is."""
        if measure == "inverse_condition":
            return ""
        return power_unit(row_unit(self.task.rows), self.rank if measure == "w" else 1)


class SingularMeasures(NamedTuple):
    """Where the robot is."""

    w: float
    sigma: float  # the smallest of the rank
    ratio: float  # 1/κ
    direction: Array  # (6,) u of it


def rows_of(seen: Seen, settings: SingularitiesSettings, questions: Questions) -> Answer:
    """Return the rows that are chosen, `SingularRows`, or why there are none."""
    model, frame, rows = seen.model, seen.frame, settings.of(seen.frame).rows

    def find() -> SingularRows:
        from torseur.sim.analysis.singularities.singular_task import singular_task
        from torseur.sim.analysis.svd.task_jacobian import mean_link_length

        task, chosen = singular_task(model, frame, rows or "position"), rows
        if not rows:
            chosen = "position" if task.rank() == len(task.joints) else "both"
        try:
            reach, has_reach = mean_link_length(model, frame), True
        except ArgumentError:
            reach, has_reach = 1.0, False
        task = singular_task(model, frame, chosen, length=reach if chosen == "both" else None)
        return SingularRows(task, task.rank(), reach, has_reach)

    return questions.ask("rows", (model, frame, rows), find)


def measures_here(seen: Seen, rows: SingularRows, questions: Questions) -> SingularMeasures:
    """Return the measures of rows of some rank where the robot is."""

    def measure() -> SingularMeasures:
        U, sigma, _ = np.linalg.svd(rows.task.jacobians(seen.q[None])[0])
        sigma, direction = sigma[: rows.rank], np.zeros(6)
        direction[ROWS[rows.task.rows]] = U[:, rows.rank - 1]
        ratio = float(sigma[-1] / sigma[0]) if sigma[0] > 0 else 0.0
        return SingularMeasures(float(np.prod(sigma)), float(sigma[-1]), ratio, direction)

    found: SingularMeasures = questions.ask("measures", (rows.task, seen.q), measure).value
    return found
