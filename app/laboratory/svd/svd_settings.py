"""What a user sets on the page SVD, and the decomposition, whose directions keep their names where singular values cross."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any, NamedTuple

from torseur.sim.analysis.svd.values import TaskJacobian, TaskSVD
from torseur.sim.arrays import Array

from ...sheet.page import PageSettings, Seen
from ...sheet.questions import Answer, Questions
from .task_texts import AXES

if TYPE_CHECKING:
    from torseur.sim.analysis.svd.self_motion import SelfMotion
    from torseur.sim.multibody.model.model import Model

    from .self_motion_path import SelfMotionPath

NONE = -1


class DirectionName(NamedTuple):
    """Of u, v, or σ with both; of `NONE` there is none."""

    kind: str = ""  # "u", "v" or "sigma"
    task: tuple[Any, ...] = ()  # whose it is: at any configuration
    number: int = NONE  # from 0, where the task was first decomposed


NOTHING = DirectionName()


@dataclass(frozen=True, slots=True)
class TaskChoice:
    """What is asked for, as `task_jacobian` and `task_svd` take it; None: their defaults."""

    rows: str = "position"
    axes: str = "world_aligned"
    weights: str = "none"
    length: float | None = None  # [m]
    tolerance: float | None = None  # in the unit of the singular values


@dataclass(frozen=True, eq=False, slots=True)
class SelfMotionDrag:
    """A self-motion: where it began, and how far it has come."""

    model: Model
    svd: TaskSVD
    q: Array  # (nq,)
    which: int  # of its directions, from 0; NONE: there is none to go along
    path: SelfMotionPath | None = None  # None: it has not begun, or could not
    done: SelfMotion | None = None
    error: str = ""  # why it could not
    held: bool = False  # by the hand


@dataclass(frozen=True, slots=True)
class SVDSettings(PageSettings):
    """Speeds and steps are by joint: those of another robot's joints are of no use."""

    choice: TaskChoice = TaskChoice()
    hovered: DirectionName = NOTHING
    pinned: DirectionName = NOTHING
    matrix: str = "J"  # the one shown
    motion: int = NONE  # the self-motion that the slider is for
    drag: SelfMotionDrag | None = None
    side: str = "task"  # whose velocity is split: of the "task", or of the "joints"
    speeds: Mapping[tuple[str, str], float] = field(default_factory=lambda: {("task", "vx"): 0.5})
    """By side, and row or joint [m/s | rad/s]."""
    steps: Mapping[str, float] = field(default_factory=dict)  # of encoders, by joint [rad | m]
    drawn: bool = True  # their errors are


@dataclass(frozen=True, eq=False, slots=True)
class NamedSVD:
    """A decomposition; `numbers` name its singular values, and go with the direction where two of them cross."""

    svd: TaskSVD
    task: tuple[Any, ...]
    numbers: tuple[int, ...]

    def name(self, kind: str, place: int) -> DirectionName:
        """Name u, v or σ of a place."""
        number = self.numbers[place] if 0 <= place < len(self.numbers) else place
        return NOTHING if place == NONE else DirectionName(kind, self.task, number)

    def place(self, name: DirectionName) -> tuple[str, int]:
        """Kind and place of what has a name; NONE: it is of another task."""
        if name.task != self.task:
            return "", NONE
        return name.kind, self.numbers.index(name.number) if name.number in self.numbers else name.number


def decomposed(seen: Seen, settings: SVDSettings, questions: Questions) -> Answer:
    """Return what is asked for, a `NamedSVD`; its signs and its order go on from those before."""
    choice, model, q, frame = settings.choice, seen.model, seen.q, seen.frame
    if choice.axes not in AXES and choice.axes not in model.frame_names:
        choice = replace(choice, axes="world_aligned")

    def decompose(before: NamedSVD | None) -> NamedSVD:
        from torseur.sim.analysis.svd.task_jacobian import task_jacobian
        from torseur.sim.analysis.svd.task_svd import task_svd

        task = task_jacobian(model, q, frame, rows=choice.rows, axes=choice.axes, weights=choice.weights, length=choice.length)
        like = before if before is not None and before.task == of_task(task) else None
        svd = task_svd(task, tolerance=choice.tolerance, like=like.svd if like else None)
        numbers = tuple(like.numbers[k] for k in svd.continues) if like else tuple(range(len(svd.sigma)))
        return NamedSVD(svd, of_task(task), numbers)

    return questions.ask("svd", (model, q, frame, choice), decompose, chained=True)


def of_task(task: TaskJacobian) -> tuple[Any, ...]:
    """What of a task stays at another configuration."""
    return task.frame, task.axes, task.rows, task.weighting, task.joints
