"""The pose a frame is dragged to in the view: the robot follows by inverse kinematics, as near as it can come."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import numpy as np
from PySide6.QtCore import QObject, Signal

from torseur.sim.arrays import Array
from torseur.sim.compilation import REACHING
from torseur.sim.errors import TorseurError
from torseur.sim.texts import tr
from torseur.ui.look.theme import WARNING
from torseur.ui.text.number_text import quantity_text
from torseur.ui.viewport.interaction.pose_gizmo import PoseGizmo
from torseur.ui.viewport.marks import Label, Overlays, Trail
from torseur.ui.viewport.viewport import Viewport

from ..session.session import Session
from .frame_target import FrameTarget, TargetOptions
from .picture import Picture

if TYPE_CHECKING:
    from torseur.sim.analysis.inverse_kinematics.values import PoseSolution

FOLLOWING = 60  # iterations of one move of the pointer


class PoseTargetBinding(QObject):
    """Keeps the target: where the chosen frame is, until the user drags it elsewhere or types another."""

    changed = Signal()  # the target, what was found, or whether handles are shown

    def __init__(self, session: Session, picture: Picture, viewport: Viewport, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._session, self._picture, self._viewport = session, picture, viewport
        self.options = TargetOptions()
        self.target: Array | None = None  # (4, 4) in the world
        self.found: PoseSolution | None = None  # what the last drag came to
        self.refusal = ""  # why there is nothing to drag, or nothing was found
        self._by_key, self._by_page = False, False
        self._put: Array | None = None  # the configuration that this has put the robot in
        self._of: tuple[object, str] = (None, "")
        self.gizmo = PoseGizmo(self)
        self.gizmo.moved.connect(self._drag)
        self.gizmo.finished.connect(self._finish)
        self.gizmo.cancelled.connect(self._cancel)
        self.gizmo.changed.connect(viewport.repaint_tools)
        self.changed.connect(self._draw)
        session.snapshot_changed.connect(self._follow)
        session.frame_changed.connect(self._follow)
        session.document_changed.connect(self._follow)
        session.kernels.loaded.connect(lambda name: self._follow() if name == REACHING else None)

    @property
    def value(self) -> FrameTarget:
        """What there is now."""
        return FrameTarget(self.target, self.options, self.found, self.refusal)

    @property
    def handles_visible(self) -> bool:
        """Whether handles are in the view."""
        return self._by_key or self._by_page

    def switch(self) -> None:
        """Handles in the view, or none but while the page is seen."""
        self._by_key = not self.handles_visible
        if not self._by_key:
            self._by_page = False
        self._show()

    def show_with_page(self, seen: bool) -> None:
        """The page that handles come with is seen, or not any more."""
        if seen != self._by_page:
            self._by_page = seen
            self._show()

    def set_options(self, options: TargetOptions) -> None:
        """Ask for something else."""
        self.options = options
        self.gizmo.show_axes(options.along_world, options.rows != "position")

    def set_target(self, target: Array) -> None:
        """Want the frame elsewhere; the robot stays until it is asked to go."""
        self.target, self.found = np.array(target), None
        self.gizmo.show_pose(self.target)
        self.changed.emit()

    def to_frame(self) -> None:
        """Want the frame where it is."""
        self._put = None
        self._find()
        self.changed.emit()

    def take(self, wanted: FrameTarget) -> None:
        """Want what a page wants."""
        self.set_options(wanted.options)
        if wanted.pose is None:
            self.to_frame()
        elif self.target is None or not np.array_equal(wanted.pose, self.target):
            self.set_target(wanted.pose)
        else:
            self.changed.emit()

    def keep(self, q: Array) -> None:
        """The robot is being put at q (nq,) on the way to the target: the target stays."""
        self._put = np.array(q)

    def _follow(self) -> None:
        self._find()
        self._draw()

    def _find(self) -> None:
        """What moved the robot? If another than this, the target is where the frame is."""
        session = self._session
        self.refusal = self._missing()
        if self.refusal:
            self.target = self.found = None
            self.gizmo.show_pose(None)
            return
        of = (session.model, session.frame)
        if of != self._of:
            from torseur.sim.multibody.model.movers import movers

            enough = len(movers(session.model, session.frame)) >= 6  # fewer joints cannot give a frame any orientation
            self.set_options(replace(self.options, rows="both" if enough else "position"))
        ours = of == self._of and self._put is not None and np.array_equal(session.q, self._put)
        if ours and self.target is not None:
            return
        from torseur.sim.multibody.kinematics.kinematics import frame_pose

        self._of, self._put = of, np.array(session.q)
        self.target, self.found = frame_pose(session.model, session.q, session.frame), None
        if self.gizmo.dragging:  # an undo, a key, the simulation: whoever moved the robot has it
            self._viewport.mouse.stop()
        self.gizmo.show_pose(self.target)
        self.changed.emit()

    def _draw(self) -> None:
        """A line from the frame to a target that it did not come to, and how far that is."""
        found = self.found
        if not self.handles_visible or self.target is None or found is None or found.reached:
            self._picture.remove("target")
            return
        way = np.stack([found.pose[:3, 3], self.target[:3, 3]])
        text = self.tr("{distance} away").format(distance=quantity_text(1e3 * found.position_error, "mm"))
        trail, label = Trail(way, WARNING, dashed=True), Label(way.mean(axis=0), text, WARNING)
        self._picture.put("target", Overlays(trails=(trail,), labels=(label,)))

    def _missing(self) -> str:
        session = self._session
        if session.document is None or session.snapshot is None:
            return self.tr("There is no robot.")
        if session.is_replay:
            return self.tr("A recording is not edited. Open its scene to bring a frame to a target.")
        if not session.frame:
            return self.tr("No joint moves anything here: there is no frame to bring anywhere.")
        if not session.kernels.has(REACHING):
            return self.tr("Being compiled: the solver is there in a moment.")
        return ""

    def _show(self) -> None:
        if self.handles_visible:
            self._find()
            self._viewport.add_tool(self.gizmo)
        else:
            self._viewport.remove_tool(self.gizmo)
        self.changed.emit()

    def _drag(self, pose: Array) -> None:
        from torseur.sim.analysis.inverse_kinematics.inverse_kinematics import inverse_kinematics

        session = self._session
        self.target, self.refusal = pose, ""
        try:
            found = inverse_kinematics(
                session.model,
                pose,
                session.frame,
                session.q,
                rows=self.options.rows,
                tolerance=self.options.tolerance,
                max_iterations=FOLLOWING,
                restarts=0,
            )
        except TorseurError as error:
            self.refusal = str(error)
            self.changed.emit()
            return
        self.found = found
        self.keep(found.q)
        if np.array_equal(found.q, session.q):
            self.changed.emit()
        else:  # which shows all of it
            session.pose(found.q, tr("Drag {frame}", frame=session.frame), joint=f"drag {session.frame}")

    def _finish(self) -> None:
        session, found = self._session, self.found
        session.end_drag()
        if found is not None and not found.reached and not self._by_page:
            session.message.emit(self.tr("{frame} is not at its target.").format(frame=session.frame), found.message, "plain")

    def _cancel(self) -> None:
        session = self._session
        session.cancel_drag(f"drag {session.frame}")
        session.end_drag()
        self.to_frame()
