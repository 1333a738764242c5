"""The page "SVD": it follows the robot, draws the direction hovered at, and drags self-motions."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

import numpy as np
from PySide6.QtCore import QObject
from typing_extensions import override

from torseur.sim.analysis.svd.values import TaskSVD
from torseur.sim.arrays import Array
from torseur.sim.compilation import POSING
from torseur.sim.errors import ArgumentError
from torseur.sim.multibody.model.coordinate_names import joint_numbers
from torseur.sim.multibody.model.model import Model
from torseur.sim.texts import tr
from torseur.ui.displays.heat_table.direction_table import NONE
from torseur.ui.laboratory.svd.page import SVDPage
from torseur.ui.laboratory.svd.self_motion_section import MotionView
from torseur.ui.laboratory.svd.task_section import TaskChoice
from torseur.ui.text.sentences import sentence
from torseur.ui.viewport.marks import LegendRow, Overlays, joined

from ..page_binding import PageBinding
from ..page_context import PageContext
from .encoder_errors import EncoderErrors
from .projections import Projections
from .svd_marks import direction_legend, direction_marks
from .task_texts import AXES, ROW_WORDS, alike, held_still, path_unit

if TYPE_CHECKING:
    from .self_motion_path import SelfMotionPath

NOTHING = ("", NONE)


class SVDBinding(PageBinding):
    """A page of the laboratory."""

    key = "svd"

    def __init__(self, context: PageContext, parent: QObject) -> None:
        super().__init__(context, parent)
        self.widget: SVDPage = SVDPage()
        page = self.widget
        self._model: Model | None = None
        self._opened = 0  # as the session counts documents
        self._choice = TaskChoice()
        self._svd: TaskSVD | None = None
        self._hovered, self._pinned = NOTHING, NOTHING
        self._chosen = NONE  # the self-motion that the slider is for
        self._path_unit = "rad"
        self._order_said = ""  # of the direction at the pose that the path began at
        self._path: SelfMotionPath | None = None
        self._path_of: tuple[object, ...] = ()
        self._path_q: Array | None = None  # where the path left the robot
        page.frame_chosen.connect(self._session.choose_frame)
        page.task_chosen.connect(self._choose)
        page.hovered.connect(self._point)
        page.pinned.connect(self._pin)
        page.motion_moved.connect(self._move)
        page.motion_released.connect(self._release)
        page.motion_chosen.connect(self._choose_motion)
        self.projections = Projections(page.projectors, self)
        self.errors = EncoderErrors(page.repeatability, self)
        for changed in (self.projections.changed, self.errors.changed):
            changed.connect(self.update)
        self.errors.drawn.connect(self.redraw)

    @property
    def svd(self) -> TaskSVD | None:
        """What the page shows."""
        return self._svd

    @override
    def refresh(self) -> None:
        session = self._session
        if session.model is not self._model:
            self._open(session.model)
        self.widget.show_task(session.frame, self._choice)
        if not session.frame or session.snapshot is None or not session.kernels.has(POSING):
            self._show_absent(
                tr("The numbers of a frame show here in a moment.") if session.frame else tr("Nothing here has joints.")
            )
            return
        q = session.snapshot.q
        try:
            svd = self._decomposed(q)
        except ArgumentError as error:
            self._show_absent(sentence(str(error)))
            return
        if not svd.task.joints:
            note = held_still(session.model, svd.task)
            absent = tr("No joint of one degree of freedom moves {frame}.", frame=session.frame)
            self._show_absent(f"{absent} {note}".strip())
            return
        self._show(svd)
        self._show_motion(q)
        self.widget.projectors.set_unit(self._preferences.angle_unit)
        self.projections.show(session.model, svd)
        self.errors.show(session.model, q, svd.task, self._preferences.angle_unit)

    @override
    def overlays(self) -> Overlays:
        kind, which = self._drawn()
        if self._svd is None or self._session.snapshot is None:
            return Overlays()
        poses, size = self._session.snapshot.poses, self._picture.size
        found = joined(Overlays(arrows=self.projections.arrows(size)), self.errors.overlays(size))
        if which != NONE:
            found = joined(direction_marks(self._svd, kind, which, self._session.model, poses, size), found)
        return found

    @override
    def legend(self) -> Sequence[LegendRow]:
        kind, which = self._drawn()
        if self._svd is None:
            return ()
        rows = direction_legend(self._svd, kind, which) if which != NONE else ()
        return (*rows, *self.projections.legend(), *self.errors.legend())

    @override
    def leave(self) -> None:
        super().leave()
        self._hovered = NOTHING
        self._session.end_drag()

    @override
    def keep(self) -> tuple[dict[str, float], dict[str, dict[str, float]]]:
        return dict(self.errors.typed), {side: dict(typed) for side, typed in self.projections.typed.items()}

    @override
    def bring_back(self, state: tuple[dict[str, float], dict[str, dict[str, float]]]) -> None:
        self._open(self._session.model)
        self.errors.typed, self.projections.typed = state  # by joint: of those that are gone none is asked
        self.update()

    # What is shown

    def _open(self, model: Model) -> None:
        self._model = model
        if self._opened != self._session.opened:  # else it is the same robot with other parameters
            self._opened = self._session.opened
            self.projections.forget_joints()
            self.errors.forget()
        self._svd, self._path, self._path_of, self._chosen = None, None, (), NONE
        self._hovered, self._pinned = NOTHING, NOTHING
        self.widget.show_pinned(*NOTHING)
        frames = [name for name in model.frame_names if int(model.frame_row[model.frame_index(name)]) > 0]
        axes = {key: tr(title) for key, title in AXES.items()}
        axes |= {name: tr("axes of {frame}", frame=name) for name in model.frame_names if name not in AXES}
        self.widget.set_frames(frames if self._session.frame else (), axes)
        axes_left = self._choice.axes if self._choice.axes in axes else "world_aligned"
        self._choice = TaskChoice(self._choice.rows, axes_left, self._choice.weights)

    def _decomposed(self, q: Array) -> TaskSVD:
        from torseur.sim.analysis.svd.task_jacobian import task_jacobian
        from torseur.sim.analysis.svd.task_svd import task_svd

        choice, model = self._choice, self._session.model
        task = task_jacobian(
            model, q, self._session.frame,
            rows=choice.rows, axes=choice.axes, weights=choice.weights, length=choice.length,
        )  # fmt: skip
        before = self._svd if self._svd is not None and alike(self._svd.task, task) else None
        return task_svd(task, tolerance=choice.tolerance, like=before)

    def _show(self, svd: TaskSVD) -> None:
        if self._svd is not None and alike(self._svd.task, svd.task):
            self._follow(svd)
        else:
            self._hovered, self._pinned, self._chosen = NOTHING, NOTHING, NONE
        self._svd = svd
        numbers = [joint_numbers(self._session.model)[name] for name in svd.task.joints]
        self.widget.show_svd(svd, numbers, held_still(self._session.model, svd.task))
        self.widget.show_pinned(*self._pinned)

    def _follow(self, svd: TaskSVD) -> None:
        """Where two singular values have crossed, what is pinned and hovered goes with its direction."""
        self._pinned, self._hovered = (
            (kind, svd.continues.index(which) if which in svd.continues else which)
            for kind, which in (self._pinned, self._hovered)
        )

    def _show_absent(self, text: str) -> None:
        self._svd, self._path = None, None
        self.widget.show_absent(text)

    def _drawn(self) -> tuple[str, int]:
        return self._hovered if self._hovered[1] != NONE else self._pinned

    # What the user does

    def _choose(self, choice: TaskChoice) -> None:
        self._choice = choice
        self.update()

    def _point(self, kind: str, which: int) -> None:
        self._hovered = (kind, which)
        self.redraw()

    def _pin(self, kind: str, which: int) -> None:
        """Pin a direction, or unpin it."""
        self._pinned = NOTHING if self._pinned == (kind, which) else (kind, which)
        self.widget.show_pinned(*self._pinned)
        self.redraw()

    def _choose_motion(self, which: int) -> None:
        self._chosen, self._path = which, None
        self._pinned = ("v", which)
        self.widget.show_pinned(*self._pinned)
        self.update()

    # Self-motions

    def _show_motion(self, q: Array) -> None:
        """Offer the self-motions from here; a slider that has moved the robot stays where it is."""
        svd, model = self._svd, self._session.model
        assert svd is not None
        task = svd.task
        on_path = self._path is not None and self._path_q is not None and np.array_equal(q, self._path_q)
        if on_path and self._path_of == (model, task.frame, task.rows, task.weighting):
            return  # also where the way leaves a singular pose, and with it v
        free = range(svd.rank, len(svd.V))
        if task.axes == "world" and task.rows == "position":
            free = range(0)
            reason = tr(
                "These rows are of the point at the world's origin: choose axes at the frame to drag its self-motions."
            )
        else:
            reason = tr(
                "None: the {rows} of {frame} take {rank} of {count} joints, and none is left. Fewer rows or a lost direction "
                "would leave one.",
                rows=tr(ROW_WORDS[task.rows]), frame=task.frame, rank=svd.rank, count=len(svd.V),
            )  # fmt: skip
        if self._chosen not in free:
            self._chosen = free[0] if free else NONE
        self.widget.show_motions(list(free), self._chosen, task.rows, reason)
        self._path, self._path_of = None, (model, task.frame, task.rows, task.weighting)
        if free:
            self._show_order(q)

    def _show_order(self, q: Array) -> None:
        """A slider at the middle, and what there is to say of the direction that is chosen."""
        from torseur.sim.analysis.svd.self_motion_order import self_motion_order

        from .self_motion_texts import order_text

        svd = self._svd
        assert svd is not None
        task, direction = svd.task, svd.task.joint_velocity(svd.V[:, self._chosen])
        self._path_unit = unit = path_unit(self._session.model, task.joints, direction)
        order = self_motion_order(self._session.model, q, task.frame, direction, task.rows, joints=task.joints)
        self._order_said = order_text(order, direction, self._chosen, task.rows, unit)
        possible = order.branch is not None
        self.widget.show_motion(MotionView(0.0, unit, 0.0, 0.0, task.rows, self._order_said, is_possible=possible))

    def _move(self, travelled: float) -> None:
        """Move the joints along the self-motion that is chosen."""
        svd, session = self._svd, self._session
        if svd is None or self._chosen == NONE or session.snapshot is None:
            return
        from .self_motion_path import SelfMotionPath

        task, q = svd.task, session.snapshot.q
        try:
            if self._path is None:
                direction = task.joint_velocity(svd.V[:, self._chosen])
                self._path = SelfMotionPath(session.model, q, task.frame, direction, task.rows, task.joints)
            done = self._path.at(travelled)
        except ArgumentError as error:
            self._path = None
            self.widget.show_motion(MotionView(unit=self._path_unit, rows=task.rows, sentence=sentence(str(error))))
            return
        reason = self._order_said
        if done.stopped_by:
            joint = done.stopped_by.rsplit("/", 1)[-1]
            reason = tr("{joint} is at its limit: it goes no farther this way.", joint=joint)
        elif done.end.name != "REACHED":
            reason = tr(done.end.value)
        self.widget.show_motion(
            MotionView(done.travelled, self._path_unit, done.position, done.rotation, task.rows, reason)
        )
        self._path_q, self._hovered = done.q, ("v", self._chosen)
        session.pose(done.q, tr("Self-motion along v{number}", number=self._chosen + 1), joint="self-motion")
        if not np.array_equal(session.q, done.q):  # a recording is not moved
            self._path, self._hovered = None, NOTHING
            self._show_order(session.q)
            return
        now = self._svd
        if (
            now is not None and self._chosen < now.rank
        ):  # a branch left the singular pose, where v was of the null space
            speeds = [abs(float(now.task.joint_velocity(v) @ done.direction)) for v in now.self_motion.T]
            if speeds:
                self._point("v", now.rank + int(np.argmax(speeds)))

    def _release(self) -> None:
        """The drag is over, and what was drawn for it goes."""
        self._session.end_drag()
        self._point(*NOTHING)
