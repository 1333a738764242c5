"""The workspace Trajectory: what is planned, its motion on the clock, what is drawn of it, and what is saved."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np
from PySide6.QtCore import QObject, Qt
from PySide6.QtWidgets import QFileDialog

from torseur.sim.compilation import POSING
from torseur.sim.safe_write import safe_write
from torseur.sim.trajectory.values import PlanIterate
from torseur.ui.trajectory.phases.phase_board import PhaseBoard
from torseur.ui.trajectory.phases.plan_series import replay_series
from torseur.ui.trajectory.plan.plan_panel import PlanPanel
from torseur.ui.trajectory.task.task_panel import TaskPanel
from torseur.ui.trajectory.values import SidePath
from torseur.ui.viewport.viewport import Viewport

from ..documents.document import Document
from ..documents.planned_bodies import bodies_without_collision, drawn_frames, planned_part
from ..documents.written_pieces import Pieces
from ..drawing.framing import framing, motion_marks
from ..drawing.picture import Picture
from ..files.dialogs import show_dialog
from ..session.session import Session
from ..sheet.answering import AnswerThreads
from .board import BoardBinding
from .plan_drawing import PlanDrawing
from .plan_motion import PlanMotion
from .planning import Planning, UnsavedPlan
from .replaying import Replaying
from .searching import Searching

if TYPE_CHECKING:
    from torseur.sim.trajectory.replay.values import Replay

LAYER = "plan"
PUSHED_AT = 0.25  # of real time: a hop of a second leaves none to take hold of a body
FROM = (-1.25, 0.16)  # azimuth and elevation from which motions in the plane of x and z are seen at first [rad]


class TrajectoryBinding(QObject):
    """Owns what is planned, and introduces its parts to each other."""

    def __init__(
        self,
        session: Session,
        panels: tuple[TaskPanel, PhaseBoard, PlanPanel],
        picture: Picture,
        viewport: Viewport,
        write_file: Callable[[Path, Pieces], object],
        threads: AnswerThreads,
        parent: QObject | None = None,
    ) -> None:
        super().__init__(parent)
        self._session, self._picture, self._viewport, self._write_file = session, picture, viewport, write_file
        task_panel, self._phases, plan_panel = panels
        self.planning = Planning(session, self)
        self.board = BoardBinding(session, self.planning, task_panel, self._phases, plan_panel, self)
        self.motion = PlanMotion(session, threads, self)
        self._drawing: PlanDrawing | None = None
        self._seen_from: tuple[float, float] | None = None  # azimuth and elevation before there was a plan [rad]
        self._framed = False  # whether the camera has had the motion in sight
        self._iterate: PlanIterate | None = None
        self.replaying = Replaying(session, self.planning, plan_panel.replay, threads, self)
        self.searching = Searching(self.planning, plan_panel.search, self)
        self._document: Document | None = None  # of the plan, also while its replay is what the window shows
        self._replay_document: Document | None = None
        self._replay: Replay | None = None
        self._section = plan_panel.replay
        self.planning.plan_changed.connect(self._show_motion)
        self.replaying.replayed.connect(self._take_replay)
        self.replaying.made.connect(self._simulate)
        plan_panel.replay.ghost_switched.connect(lambda _: self._draw())
        plan_panel.replay.back_requested.connect(self.go_back)
        self.motion.shown.connect(self._take_drawing)
        self.board.iterates.chosen.connect(self._draw_iterate)
        plan_panel.save_requested.connect(self.ask_where)
        session.document_changed.connect(self._follow_document)
        session.snapshot_changed.connect(self._follow_time)

    @property
    def busy(self) -> bool:
        """Whether something is being planned, or made to be shown."""
        return self.planning.running or self.motion.busy or self.replaying.busy

    def have_planned(self, then: Callable[[], object]) -> None:
        """Plan what is open, where it is not planned yet; call `then` once the plan is shown."""
        if self.planning.plan is not None and not self.motion.busy:
            then()
            return
        self.motion.shown.connect(lambda *_: then(), Qt.ConnectionType.SingleShotConnection)
        if not self.planning.running:
            self.planning.ask()

    def close(self) -> None:
        """The window closes: end the process that plans."""
        self.motion.stop()
        self.replaying.stop()
        self.planning.close()

    def unsaved(self) -> UnsavedPlan | None:
        """The task and its newest plan, where they are in no file."""
        planning, document = self.planning, self._document
        if document is None or planning.task is None or not planning.unsaved:
            return None
        plan = planning.plan if planning.explored else planning.shown
        return UnsavedPlan(document, planning.task, plan, plan is not planning.plan)

    def save(self, path: Path) -> None:
        """Save the plan into a file, by its ending: .mcap, .csv or .npz."""
        plan, task, document = self.planning.plan, self.planning.task, self._document
        if self.planning.explored:
            self._session.message.emit(*self.planning.not_a_plan())
            return
        if plan is None or task is None or document is None:
            self._session.message.emit(self.tr("There is no plan to save yet."), "", "plain")
            return
        model = planned_part(document.scene).model

        def pieces() -> Pieces:
            from torseur.sim.trajectory.files.plan_files import READ, plan_bytes

            with safe_write(path, "plan") as stream:
                folder = path.parent.absolute()
                stream.write(plan_bytes(plan, path.suffix.lower(), task=task, model=model, folder=folder))
                yield 1, 1
            if path.suffix.lower() in READ:
                self.planning.note_saved(task, plan)

        self._write_file(path, pieces())

    def ask_where(self, ending: str = "mcap") -> None:
        """Ask where to save the plan, as one kind of file, then save it there."""
        dialog = QFileDialog(self._phases, self.tr("Save the plan"), str(Path.home()), f"(*.{ending})")
        dialog.setAcceptMode(QFileDialog.AcceptMode.AcceptSave)
        dialog.setDefaultSuffix(ending)
        task = self.planning.task
        dialog.selectFile(f"{task.name if task is not None else 'plan'}.{ending}")
        dialog.fileSelected.connect(lambda path: self.save(Path(path)))
        show_dialog(dialog)

    # What is shown

    def _follow_document(self) -> None:
        """Another document is another task, or none; but not the plan's own replay, and the way back from it."""
        document = self._session.document
        if document is None or self._session.rebuilding or document in (self._document, self._replay_document):
            self._show_simulating()
            return
        self.motion.stop()
        self.replaying.stop()
        self._picture.remove(LAYER)
        self._drawing, self._framed, self._replay_document = None, False, None
        self._replay = self._iterate = None  # of another robot
        self._document = document if document.task is not None else None
        if document.task is not None:
            frames = drawn_frames(document.task, planned_part(document.scene).model)
            self._drawing = PlanDrawing(document.scene.model, frames)
        self._look_from_the_side(document.task is not None)
        self._show_simulating()
        self.planning.open(document.task, document.plan)

    def _look_from_the_side(self, side: bool) -> None:
        """At plans; what is opened after them is seen from where things were seen before."""
        camera = self._viewport.camera
        if side and self._seen_from is None:
            self._seen_from = camera.azimuth, camera.elevation
            self._viewport.set_camera(camera.seen_from(*FROM))
        elif not side and self._seen_from is not None:
            self._viewport.set_camera(camera.seen_from(*self._seen_from))
            self._seen_from = None

    def _show_motion(self) -> None:
        plan, task, document = self.planning.shown, self.planning.task, self._document
        if self.planning.plan is not None:
            self._session.message_over.emit(self.planning.tr("There is no plan."))
        if plan is None or task is None or document is None:
            self._phases.footholds.show_paths(())
        elif document.plan is not plan or not self._framed:
            self.go_back()
            self.motion.show(document, task, plan)

    def _simulate(self, document: Document) -> None:
        """Let the replay run in the window."""
        self._replay_document = document
        self._show_other(document)
        self._show_simulating()
        self._session.playback.set_speed(PUSHED_AT)
        hint = self.tr("`Space` lets it run, at a quarter of real time; `Ctrl` and drag pull a body")
        if names := bodies_without_collision(document.scene):
            through = self.tr("; the ground does not stop {names}")
            hint += through.format(names=", ".join(names))
        self._viewport.set_hint(hint)

    def go_back(self) -> None:
        """From the replay to the plan, if it is shown."""
        if self._session.document is self._replay_document and self._document is not None:
            self._viewport.set_hint("")
            self._session.playback.set_speed(1.0)
            self._show_other(self._document)
            self._show_simulating()

    def _show_other(self, document: Document) -> None:
        """Show a document in the same view."""
        camera = self._viewport.camera
        self._session.show_document(document, keep_undo=True)
        self._viewport.set_camera(camera)
        self._draw()

    def _take_replay(self, replay: Replay | None) -> None:
        self._replay = replay
        if replay is None:
            self._phases.plots.show_replay(None)
        else:
            title = self.tr("Replay, off by")
            self._phases.plots.show_replay(replay_series(replay.motion_time, replay.position_error, title))
        self._draw()

    def _take_drawing(self, document: Document, drawing: PlanDrawing) -> None:
        self._document, self._drawing = document, drawing
        paths = [SidePath(name, way[:, 0], way[:, 2]) for name, way in drawing.ways]
        hopper = document.task is not None and document.task.system != "robot"
        self._phases.footholds.show_paths(paths, legs=hopper)
        self._follow_time()
        self._draw()
        self._frame(fit=not self._framed)  # once the legend has its size
        self._framed = True

    def _frame(self, *, fit: bool) -> None:
        """Have all of the motion in sight when the camera is fitted."""
        document, recording = self._document, self._session.recording
        if document is None or recording is None or not self._session.kernels.has(POSING):
            return
        from torseur.sim.multibody.kinematics.kinematics import frame_poses

        rows = recording.q[:: max(1, len(recording) // 8)]
        poses = [frame_poses(document.scene.model, np.ascontiguousarray(q)) for q in rows]
        self._viewport.set_framing(framing(document.scene, self._viewport.view, poses))
        if fit:
            self._viewport.fit_marks(motion_marks(self._viewport.view, poses))

    def _draw_iterate(self, iterate: PlanIterate | None) -> None:
        self._iterate = iterate
        self._draw()

    def _follow_time(self) -> None:
        self.board.show_time()
        snapshot = self._session.snapshot
        if self._drawing is not None and snapshot is not None:
            self._phases.footholds.show_points(self._drawing.places(snapshot.poses))
            if self._drawing.moves:
                self._draw()

    @property
    def _simulating(self) -> bool:
        """Whether the replay is what the window shows."""
        return self._replay_document is not None and self._session.document is self._replay_document

    def _show_simulating(self) -> None:
        self._section.show_simulating(self._simulating)
        self._phases.plots.show_beside_run(self._simulating)

    def _draw(self) -> None:
        drawing = self._drawing
        if drawing is None or not self._session.kernels.has(POSING):
            return
        drawing.take_iterate(self._iterate, self.board.iterates.whose)
        shown = self._replay is not None and self._section.ghost.isChecked() and not self._simulating
        drawing.take_replay(self._replay.recording if self._replay is not None and shown else None)
        self._picture.put(LAYER, drawing.overlays(self._session.playback.time), drawing.legend())
