"""What a user sets on the page of inverse kinematics, and the search for a pose that was asked for last."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from torseur.ui.text.same_value import Value, same_value

from ...drawing.frame_target import TargetOptions
from ...sheet.page import PageSettings, Seen
from ...sheet.questions import Answer, Questions

if TYPE_CHECKING:
    from torseur.sim.analysis.inverse_kinematics.values import PoseIterates, PoseSolution
    from torseur.sim.arrays import Array


@dataclass(frozen=True, slots=True, eq=False)
class PoseSearch(Value):
    """From where a frame was to be brought to which pose, and how."""

    frame: str
    q: Array  # (nq,)
    target: Array  # (4, 4) in the world
    options: TargetOptions
    method: str
    damping: float  # [m]
    restarts: int


@dataclass(frozen=True, slots=True)
class IKSettings(PageSettings):
    """How a pose is searched, where the robot is on its way there, and the velocity that is wanted."""

    method: str = "levenberg_marquardt"
    damping: float = 0.1  # [m]
    restarts: int = 50
    search: PoseSearch | None = None
    step: int = 0  # the iteration that the robot is at
    playing: bool = False
    rows: str = "both"  # of the velocity: those that are wanted
    v: tuple[float, ...] = (0.0, 0.1, 0.0)  # [m/s]
    omega: tuple[float, ...] = (0.0, 0.0, 0.0)  # [rad/s]
    threshold: float = 0.01  # of singular values that are left out
    mu: float = 0.1


def solved(seen: Seen, search: PoseSearch, questions: Questions) -> Answer:
    """What a search comes to."""

    def solve() -> PoseSolution:
        from torseur.sim.analysis.inverse_kinematics.inverse_kinematics import inverse_kinematics

        return inverse_kinematics(
            seen.model,
            search.target,
            search.frame,
            search.q,
            rows=search.options.rows,
            method=search.method,
            tolerance=search.options.tolerance,
            damping=search.damping,
            restarts=search.restarts,
            keep_iterates=True,
        )

    return questions.ask("search", search, solve, of=seen.model)


def iterates_of(found: PoseSolution) -> PoseIterates:
    """Its iterations, which are kept."""
    assert found.iterates is not None
    return found.iterates


def shown_search(seen: Seen, settings: IKSettings, questions: Questions) -> Answer | None:
    """What the last search came to; None: there was none, or frame, target or robot are elsewhere by now."""
    search = settings.search
    if search is None or search.frame != seen.frame or not same_value(search.target, seen.target.pose):
        return None
    answer = solved(seen, search, questions)
    steps = search.q[None] if answer.value is None else iterates_of(answer.value).q
    return answer if np.array_equal(seen.q, steps[min(settings.step, len(steps) - 1)]) else None
