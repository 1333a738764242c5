"""The page of inverse kinematics: targets typed or dragged, searches that can be watched, joint speeds for a velocity."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Any

import numpy as np
from PySide6.QtCore import QObject, QTimer
from typing_extensions import override

from torseur.sim.compilation import POSING, REACHING
from torseur.sim.errors import TorseurError
from torseur.sim.multibody.model.coordinate_names import joint_numbers
from torseur.sim.multibody.model.model import Model
from torseur.sim.superscripts import subscript
from torseur.sim.texts import tr
from torseur.ui.laboratory.inverse_kinematics.page import IKPage
from torseur.ui.laboratory.inverse_kinematics.target_section import pose_with
from torseur.ui.look.theme import SELECTION, VELOCITY
from torseur.ui.text.number_text import quantity_text
from torseur.ui.viewport.marks import Ghost, LegendRow, Overlays, Trail

from ..page_binding import PageBinding
from ..page_context import PageContext
from .joint_speeds import SpeedsBinding

if TYPE_CHECKING:
    from torseur.sim.analysis.inverse_kinematics.values import PoseSolution

PLAYED = 140  # [ms] from one iteration to the next
STEPPING = "iterations of inverse kinematics"


class InverseKinematicsBinding(PageBinding):
    """A page of the laboratory."""

    key = "inverse_kinematics"
    waits_for = (POSING, REACHING)

    def __init__(self, context: PageContext, parent: QObject) -> None:
        super().__init__(context, parent)
        self.widget: IKPage = IKPage()
        self._posing = context.posing
        self._method, self._damping, self._restarts = "levenberg_marquardt", 0.1, 50
        self._found: PoseSolution | None = None  # of the last search, while the robot is on its way
        self._of: tuple[object, str] = (None, "")
        self._step = 0
        self._path, self._ghost = np.zeros((0, 3)), np.zeros((0, 4, 4))
        self._speeds = SpeedsBinding(self._session, self.widget.speeds, self)
        self._clock = QTimer(self, interval=PLAYED)
        self._clock.timeout.connect(self._tick)
        self._connect()

    @override
    def enter(self) -> None:
        self._posing.show_with_page(True)
        super().enter()

    @override
    def refresh(self) -> None:
        posing, page = self._posing, self.widget
        page.set_unit(self._preferences.angle_unit)
        if self._found is not None and not self._still_there():
            self._forget()
        page.target.show_target(self._session.frame, posing.target, posing.options.rows)
        self._show_settings()
        self._show_outcome()
        self._speeds.refresh()

    @override
    def overlays(self) -> Overlays:
        found, last = self._found, len(self._path) - 1
        trails = (Trail(self._path, VELOCITY),) if last > 0 else ()
        ghosts = (Ghost(self._ghost, SELECTION),) if found is not None and self._step < last else ()
        return Overlays(trails=trails, ghosts=ghosts)

    @override
    def legend(self) -> Sequence[LegendRow]:
        last = len(self._path) - 1
        if last < 1:
            return ()
        rows = [LegendRow("line", VELOCITY, self.tr("Iterations"), f"{last}")]
        if self._step < last:
            rows.append(LegendRow("block", SELECTION, self.tr("Where they end")))
        return rows

    @override
    def leave(self) -> None:
        super().leave()
        self._pause()
        self._posing.show_with_page(False)

    def solve(self) -> None:
        """Search the target from where the robot is, and go there as one edit."""
        from torseur.sim.analysis.inverse_kinematics.inverse_kinematics import inverse_kinematics

        session, posing = self._session, self._posing
        self._pause()
        if posing.target is None:
            return
        try:
            found = inverse_kinematics(
                session.model, posing.target, session.frame, session.q, rows=posing.options.rows, method=self._method,
                tolerance=posing.options.tolerance, damping=self._damping, restarts=self._restarts, keep_iterates=True,
            )  # fmt: skip
        except TorseurError as error:
            self._forget()
            posing.refuse(str(error))
            return
        self._keep(found)
        session.pose(found.q, tr("Bring {frame} to its target", frame=session.frame))
        self.update()

    def _follow_target(self) -> None:
        """At once, but where the snapshot is new too: then it is shown with that."""
        if self._session.snapshot is self._last_snapshot:
            self.update()

    # What the user does

    def _connect(self) -> None:
        page, posing = self.widget, self._posing
        page.target.entered.connect(self._enter)
        page.target.rows_chosen.connect(lambda rows: self._change_options(rows=rows))
        page.target.axes_chosen.connect(lambda axes: self._change_options(along_world=axes == "world"))
        page.target.solve_requested.connect(self.solve)
        page.target.reset_requested.connect(posing.to_frame)
        page.method.method_chosen.connect(self._choose_method)
        page.method.tolerance_entered.connect(lambda x: self._change_options(tolerance=x))
        page.method.damping_entered.connect(self._set_damping)
        page.method.restarts_entered.connect(self._set_restarts)
        page.iterations.step_chosen.connect(self._go_by_hand)
        page.iterations.released.connect(self._session.end_drag)
        page.iterations.play_requested.connect(self._play_or_pause)
        posing.gizmo.started.connect(self._forget)
        posing.changed.connect(self._follow_target)

    def _enter(self, k: int, value: float) -> None:
        if self._posing.target is not None:
            self._forget()
            self._posing.set_target(pose_with(self._posing.target, k, value))

    def _change_options(self, **changes: Any) -> None:
        self._posing.set_options(replace(self._posing.options, **changes))
        self.update()

    def _choose_method(self, method: str) -> None:
        self._method = method
        self._show_settings()

    def _set_damping(self, damping: float) -> None:
        self._damping = damping
        self._show_settings()

    def _set_restarts(self, restarts: int) -> None:
        self._restarts = restarts
        self._show_settings()

    # The iterations

    def _keep(self, found: PoseSolution) -> None:
        """Be ready to show a search."""
        from torseur.sim.multibody.kinematics.kinematics import frame_pose, frame_poses

        session, iterates = self._session, found.iterates
        assert iterates is not None
        self._found, self._of = found, (session.model, session.frame)
        self._step = len(iterates) - 1
        self._path = np.array([frame_pose(session.model, q, session.frame)[:3, 3] for q in iterates.q])
        self._ghost = frame_poses(session.model, found.q)
        self._posing.keep(found.q)
        self._show_iterates()

    def _forget(self) -> None:
        self._pause()
        self._found = None
        self._path = np.zeros((0, 3))
        self._posing.refuse("")
        self._show_iterates()

    def _still_there(self) -> bool:
        """Whether the robot stands where the search, or a step through it, has put it."""
        found, session = self._found, self._session
        assert found is not None
        assert found.iterates is not None
        return self._of == (session.model, session.frame) and np.array_equal(session.q, found.iterates.q[self._step])

    def _go(self, step: int) -> None:
        """Put the robot where an iteration has it; steps in one go are one edit."""
        if self._found is None or self._found.iterates is None:
            return
        self._step = step
        q = self._found.iterates.q[step]
        self._posing.keep(q)
        self.widget.iterations.show_step(step)
        self._session.pose(q, tr("Step through the iterations"), joint=STEPPING)

    def _go_by_hand(self, step: int) -> None:
        self._pause()
        self._go(step)

    def _play_or_pause(self) -> None:
        if self._clock.isActive():
            self._pause()
        elif self._found is not None:
            self._go(0 if self._step == len(self._path) - 1 else self._step)
            self._clock.start()
            self.widget.iterations.show_playing(True)

    def _tick(self) -> None:
        if self._found is None or self._step >= len(self._path) - 1:
            self._pause()
        else:
            self._go(self._step + 1)

    def _pause(self) -> None:
        if self._clock.isActive():
            self._clock.stop()
            self._session.end_drag()
        self.widget.iterations.show_playing(False)

    # What is shown

    def _show_settings(self) -> None:
        tolerance = self._posing.options.tolerance
        self.widget.method.show_settings(self._method, tolerance, self._damping, self._restarts)

    def _show_iterates(self) -> None:
        found = self._found
        if found is None or found.iterates is None:
            self.widget.iterations.show_iterates(None, (), 1.0, 0)
            return
        numbers = joint_numbers(self._session.model)
        names = tuple(f"q{subscript(numbers[name])}" for name in _owners(self._session.model, found.joints))
        self.widget.iterations.show_iterates(found.iterates, names, self._posing.options.tolerance, self._step)

    def _show_outcome(self) -> None:
        posing, method = self._posing, self.widget.method
        found = self._found or posing.found
        if posing.refusal:
            method.show_outcome("", "plain", posing.refusal)
        elif found is None:
            method.show_outcome(
                "", "plain", self.tr("Drag a handle in the view: the robot follows. Or type a target, and press Solve.")
            )
        else:
            word = tr(found.status.value) if self._found is not None or found.reached else self.tr("not reached")
            tone = "good" if found.reached else "warning"
            sentence = found.message if self._found is not None else _of_drag(found)
            if self._found is not None and found.reached:
                sentence += " " + _search_text(found)
            method.show_outcome(word, tone, sentence)


def _owners(model: Model, joints: Sequence[str]) -> list[str]:
    """For each column of the search the joint that it belongs to."""
    slices = model.joint_slices()
    return [name for name in joints for _ in range(slices[name][1].stop - slices[name][1].start)]


def _of_drag(found: PoseSolution) -> str:
    if found.reached:
        return tr("The robot is at the target.")
    return tr(
        "The robot stopped as near as it came: {distance} from the target. Solve also tries other configurations.",
        distance=_error_text(found),
    )


def _error_text(found: PoseSolution) -> str:
    text = quantity_text(1e3 * found.position_error, "mm")
    if found.rows == "position":
        return text
    return tr("{length} and {angle}", length=text, angle=quantity_text(float(np.degrees(found.angle_error)), "°"))


def _search_text(found: PoseSolution) -> str:
    assert found.iterates is not None
    if len(found.iterates) == 1 and found.starts == 1:
        return tr("It was there already.")
    text = (
        tr("{count} iterations of the first start are shown; {distance} are left.")
        if found.starts == 1
        else tr("{count} iterations of start {start}, a random one, are shown; {distance} are left.")
    )
    return text.format(count=len(found.iterates) - 1, start=found.starts, distance=_error_text(found))
